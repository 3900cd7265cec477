//! Expressions of Mathematica: `x^2 /. x -> 3`, `Table[k^2, {k, 1, 5}]`, `a =!= b`.

use cindyscript_diagnostic::{Code, Diagnostic};

use super::Statement;
use crate::{SyntaxKind::*, fault::Mend};

/// Functions that run through a range, and what they are called here.
const ITERATORS: [(&str, &str); 5] = [
    ("Do", "forall"),
    ("Product", "product"),
    ("Sequence", "apply"),
    ("Sum", "sum"),
    ("Table", "apply"),
];

impl Statement<'_> {
    /// True if tokens follow each other without space.
    fn is_joined(&self, first: usize, last: usize) -> bool {
        let tokens = self.tokens.get(first..=last).unwrap_or_default();
        let mut pairs = tokens.windows(2);
        pairs.all(|pair| pair[0].end == pair[1].start)
    }

    /// `a =/= b`, `a =!= b`
    pub(super) fn inequality(&self, at: usize) -> Option<Diagnostic> {
        let last = match (self.kind(at), self.kind(at + 1), self.kind(at + 2)) {
            (EQ, SLASH, EQ) => at + 2,
            (EQ, NOT_EQ, _) => at + 1,
            _ => return None,
        };
        let range = self.range(at, last);
        let message = "this operator does not exist";
        let error = Diagnostic::new(Code::ForeignOperator, range, message);
        self.is_joined(at, last).then(|| {
            error
                .safe_fix(range, "!=")
                .help("inequality is written `!=`")
                .explains(range)
        })
    }

    /// `x^2 /. x -> 3`, `x^2 /. {x -> 3, y -> 4}`
    pub(super) fn substitution(&self, at: usize) -> Option<Diagnostic> {
        if (self.kind(at), self.kind(at + 1)) != (SLASH, DOT) || !self.is_joined(at, at + 1) {
            return None;
        }
        // A rule has at least a name, an arrow and a value.
        self.tokens.get(at + 4)?;
        let (first, _) = self.slot(at);
        let (rule, end) = match self.tokens.get(at + 2)? {
            open if open.kind == L_BRACE => (at + 3, open.mate),
            _ => (at + 2, self.slot(at + 4).1),
        };
        let last = match self.kind(at + 2) {
            L_BRACE => end,
            _ => end.checked_sub(1)?,
        };
        if (self.kind(rule), self.kind(rule + 1)) != (IDENT, ARROW) || first == at {
            return None;
        }
        let operator = self.range(at, at + 1);
        let whole = self.range(first, last);
        let value = self.slice(self.tokens.get(first)?.start, self.tokens.get(at - 1)?.end);
        let rules = self.slice(self.tokens.get(rule)?.start, self.tokens.get(end - 1)?.end);
        let substituted = format!("eval({value}, {rules})");
        let message = "there is no `/.`: `eval` replaces variables by values";
        let error = Diagnostic::new(Code::ForeignOperator, operator, message);
        let usage = "eval(..., x -> ...)";
        Some(error.rewritten(whole, substituted, usage).explains(whole))
    }

    /// `Table[k^2, {k, 1, 5}]`
    pub(super) fn iterator(&self, at: usize) -> Option<Diagnostic> {
        let name = self.text_of(at);
        let (_, instead) = ITERATORS.iter().find(|(known, _)| *known == name)?;
        let open = self.tokens.get(at + 1)?;
        if !matches!(open.kind, L_BRACKET | L_PAREN) || !self.is_joined(at, at + 1) {
            return None;
        }
        let braces = open.mate.checked_sub(1)?;
        if self.kind(braces) != R_BRACE {
            return None;
        }
        let start = self.tokens.get(braces)?.mate;
        if self.kind(start.checked_sub(1)?) != COMMA || self.kind(start + 1) != IDENT {
            return None;
        }
        let inner = self.slice(self.tokens.get(start)?.end, self.tokens.get(braces)?.start);
        let range = match *inner.split(',').map(str::trim).collect::<Vec<_>>() {
            [_, to] => format!("1..{to}"),
            [_, from, to] => format!("{from}..{to}"),
            _ => return None,
        };
        let body = self
            .slice(open.end, self.tokens.get(start - 1)?.start)
            .trim();
        let variable = self.text_of(start + 1);
        let whole = self.range(at, open.mate);
        let message =
            format!("`{name}` is called `{instead}` in CindyScript, and takes the range first");
        let error = Diagnostic::new(Code::ForeignControl, self.range(at, at), message);
        // Lists of Mathematica stand in braces.
        let body = body.replace('{', "[").replace('}', "]");
        let written = format!("{instead}({range}, {variable}, {body})");
        let usage = format!("{instead}(1..n, k, ...)");
        Some(error.rewritten(whole, written, &usage).explains(whole))
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_diagnostic::Code;

    use crate::parse;

    #[test]
    fn half_a_substitution_is_an_error_of_another_kind() {
        for text in [
            "*/.:",
            "/.:",
            "x /. ",
            "x /. {",
            "x /. {}",
            "x /. y ->",
            "Table[k, {k",
            "Sum[{",
        ] {
            let errors = parse(text).errors;
            let is_recognised = |code| code == Code::ForeignControl;
            assert!(
                !errors.iter().any(|error| is_recognised(error.code)),
                "{text}"
            );
        }
    }
}
