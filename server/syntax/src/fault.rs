//! The messages: every error that this crate reports, with its advice.

mod bracket;
mod dictionary;
mod name;
mod operator;
mod spelling;
mod token;
mod unlike;

use std::fmt::Display;

use cindyscript_diagnostic::{Code, Diagnostic, Fix};
use rowan::{TextRange, TextSize};

use crate::{
    builder::{MAX_HEIGHT, MAX_NESTING},
    lexer::size,
};

pub(crate) use bracket::{
    also_unclosed, bars, comma_outside_brackets, merge_bracket_errors, mismatched_brackets,
    nested_bars, unclosed_bracket, unopened_bracket,
};
pub(crate) use dictionary::{and_key, dict_entry, dict_equals, dict_key, or_group};
pub(crate) use name::{
    call_in_index, field_name, foreign_arrow, is_call_in_index_at, modifier_name,
    modifier_outside_call, modifier_value, parameter_name, spaced_define,
};
pub(crate) use operator::{
    after_superscript, after_undefine, missing_operand_after, missing_operand_before,
    missing_operator, missing_semicolon, operator_alone, sign_after_operator,
};
pub use spelling::joined;
pub(crate) use token::{unknown_character, unterminated};

/// Advice as the parser gives it.
pub(crate) trait Mend: Sized {
    /// The same with what to write; that is also the title of the fix, if it has one by now.
    fn write(self, what: impl Display) -> Self;

    /// The same with a change that would mend it.
    fn fix(self, range: TextRange, text: impl Into<String>) -> Self;

    /// The same where the text can mean nothing but this.
    fn safe_fix(self, range: TextRange, text: impl Into<String>) -> Self;

    /// The same for a part of the text that is written otherwise here, as a whole if that is short
    /// enough to be quoted, else in general.
    fn rewritten(self, range: TextRange, instead: String, usage: &str) -> Self;
}

impl Mend for Diagnostic {
    fn write(mut self, what: impl Display) -> Self {
        let help = format!("write {what}");
        if let Some(fix) = &mut self.fix {
            fix.title.clone_from(&help);
        }
        self.help(help)
    }

    #[track_caller]
    fn fix(mut self, range: TextRange, text: impl Into<String>) -> Self {
        self.fix = Some(titled(range, text.into()));
        self
    }

    #[track_caller]
    fn safe_fix(mut self, range: TextRange, text: impl Into<String>) -> Self {
        self.fix = Some(Fix {
            is_safe: true,
            ..titled(range, text.into())
        });
        self
    }

    #[track_caller]
    fn rewritten(self, range: TextRange, instead: String, usage: &str) -> Self {
        let what = match quotable(&instead) {
            true => instead.clone(),
            false => usage.to_owned(),
        };
        self.fix(range, instead).write(what)
    }
}

/// A fix whose title says what it changes.
#[track_caller]
fn titled(range: TextRange, text: String) -> Fix {
    let title = match () {
        () if text.is_empty() => "delete this".to_owned(),
        () if range.is_empty() => format!("insert `{text}`"),
        () => format!("write `{text}`"),
    };
    Fix::new(range, text, title)
}

/// Whether an error is about a part of the text, or about a semicolon that is missing there.
pub(crate) fn is_within(error: &Diagnostic, range: TextRange) -> bool {
    let is_in = |start: TextSize| range.start() <= start && start < range.end();
    let inserted = error.fix.as_ref().filter(|fix| fix.range.is_empty());
    is_in(error.range.start())
        || error.code == Code::MissingSemicolon
            && inserted.is_some_and(|fix| range.contains_inclusive(fix.range.start()))
}

pub(crate) fn too_deep(range: TextRange) -> Diagnostic {
    let message = format!(
        "this statement is too deep: more than {MAX_NESTING} brackets inside each other, or \
         {MAX_HEIGHT} operations"
    );
    Diagnostic::new(Code::TooDeep, range, message)
        .help("compute parts first, in separate statements")
}

fn slice(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

/// Code that is short enough to be quoted in a message.
fn quotable(text: &str) -> bool {
    text.len() <= 60 && !text.contains(['\n', '\r'])
}

fn between(start: usize, end: usize) -> TextRange {
    TextRange::new(size(start), size(end.max(start)))
}
