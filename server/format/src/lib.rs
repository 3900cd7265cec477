//! The one style in which CindyScript is written: text to text, with other white space.
//!
//! The tokens stay, and so do the comments; only one that stands before a comma or a semicolon and
//! ends its line may come to stand behind it. Statements with errors stay byte for byte, and so
//! does what this crate should not be able to write such that it reads as before: it reads its own
//! text. It knows no names, no files and no editors.
//!
//! Where the author has ended a line in brackets, a line ends: after an opening bracket, a comma or
//! a semicolon. All other line ends are those that the width of the lines asks for.

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
