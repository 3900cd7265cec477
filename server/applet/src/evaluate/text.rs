//! Strings: what they are put together from, and where each part stands in the file.

use oxc_ast::ast::TemplateLiteral;
use text_size::TextRange;

use super::Evaluator;
use crate::javascript::Located;
use crate::literal::unescape;
use crate::{Constant, ConstantValue, SourceText};

impl<'a> Evaluator<'_, 'a> {
    pub(crate) fn unescaped(&self, range: TextRange) -> SourceText {
        unescape(self.text(range), range.start())
    }

    pub(super) fn template(&self, template: Located<&'a TemplateLiteral<'a>>) -> ConstantValue {
        let mut parts = Vec::new();
        for (index, quasi) in template.node.quasis.iter().enumerate() {
            parts.push(self.unescaped(template.file_range(quasi.span)));
            if let Some(hole) = template.node.expressions.get(index) {
                let Some(source) = self.stringified(&self.evaluate(template.with(hole))) else {
                    return ConstantValue::Unknown;
                };
                parts.push(source);
            }
        }
        match parts.as_slice() {
            [only] => ConstantValue::String(only.clone()),
            parts => ConstantValue::String(SourceText::concat_all(parts)),
        }
    }

    /// The items of an array as one string.
    pub(super) fn joined(&self, items: &[Constant], separator: &str) -> Option<SourceText> {
        let mut parts = Vec::new();
        for (index, item) in items.iter().enumerate() {
            if let Some(before) = index.checked_sub(1).and_then(|i| items.get(i)) {
                // Between the items stands what the separator is written as.
                let (start, end) = (before.range.end(), item.range.start());
                parts.push(SourceText::inserted(
                    separator,
                    TextRange::new(start.min(end), end),
                ));
            }
            parts.push(self.stringified(item)?);
        }
        Some(SourceText::concat_all(&parts))
    }

    /// The value in a string.
    pub(crate) fn stringified(&self, constant: &Constant) -> Option<SourceText> {
        match &constant.value {
            ConstantValue::String(source) => Some(source.clone()),
            _ => Some(SourceText::inserted(&plain_text(constant)?, constant.range)),
        }
    }
}

/// A string, number or truth value as JavaScript prints it.
pub(super) fn plain_text(constant: &Constant) -> Option<String> {
    match &constant.value {
        ConstantValue::String(source) => Some(source.text().to_owned()),
        ConstantValue::Bool(b) => Some(b.to_string()),
        // JavaScript changes to exponents outside of these bounds.
        ConstantValue::Number(n) if *n == 0.0 => Some("0".to_owned()),
        ConstantValue::Number(n) if (1e-6..1e21).contains(&n.abs()) => Some(n.to_string()),
        _ => None,
    }
}
