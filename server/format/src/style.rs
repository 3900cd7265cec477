//! The few things about the style that can be chosen.

/// The width of lines and the indentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The columns of a line; longer ones are broken where they can be.
    pub width: usize,
    /// What each level of indentation is written as.
    pub indent: Indent,
}

/// A level of indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Indent {
    /// So many spaces.
    Spaces(usize),
    /// A tab.
    Tab,
}

/// The columns that a tab is taken to be wide.
const TAB: usize = 4;

impl Default for Style {
    fn default() -> Self {
        Self {
            width: 100,
            indent: Indent::Spaces(2),
        }
    }
}

impl Style {
    /// What stands before a line that is so many levels deep.
    pub(crate) fn indentation(&self, levels: usize) -> String {
        match self.indent {
            Indent::Spaces(count) => " ".repeat(count * levels),
            Indent::Tab => "\t".repeat(levels),
        }
    }

    /// The columns of a level of indentation.
    pub(crate) fn level(&self) -> usize {
        match self.indent {
            Indent::Spaces(count) => count,
            Indent::Tab => TAB,
        }
    }

    /// The columns that a text takes.
    pub(crate) fn columns(&self, text: &str) -> usize {
        text.chars().map(|c| if c == '\t' { TAB } else { 1 }).sum()
    }
}
