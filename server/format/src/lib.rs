//! The formatter: changes white space only.
//!
//! Tokens and comments are kept; a comment at the end of a line may move after a comma or semicolon.
//! Statements with errors stay as they are. The formatter parses its output, and keeps the original
//! where the two trees differ.
//!
//! Line breaks that the author made after an opening bracket, comma or semicolon are kept. All others
//! follow from the line width.
//!
//! Must not depend on: names, files, editors.

mod bracket;
mod doc;
mod edits;
mod gap;
mod layout;
mod same;
mod script;
mod style;
mod words;

use cindyscript_syntax::{Parse, TextEdit, TextRange};

pub use edits::apply;
pub use script::Surroundings;
pub use style::{Indent, Style};

/// What becomes of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formatted {
    /// The edits that make the formatted script of it, in order; none overlap. They are of white
    /// space, but where a comment has moved.
    pub edits: Vec<TextEdit>,
    /// The statements that were left as they are since they hold errors, in bytes of the script.
    pub kept: Vec<TextRange>,
}

impl Formatted {
    /// The script after the edits.
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        apply(text, &self.edits)
    }
}

/// Formats a script, whose tree is `parse`; where `part` is given, only the statements of the
/// script that it touches.
#[must_use]
pub fn format(
    text: &str,
    parse: &Parse,
    surroundings: Surroundings<'_>,
    style: &Style,
    part: Option<TextRange>,
) -> Formatted {
    script::format(text, parse, surroundings, style, part)
}

#[cfg(test)]
mod tests;
