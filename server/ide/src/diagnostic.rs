//! What is said to the author.

use text_size::TextRange;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The program cannot mean what is written.
    Error,
    /// The program runs, but probably not as meant.
    Warning,
    /// The program runs as meant, but not everywhere: the published page or the preview shows
    /// something else.
    Information,
    /// Worth knowing.
    Hint,
}

/// A remark on a place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable name in kebab case, such as `no-common-type`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Where, in bytes of the file.
    pub range: TextRange,
    /// All that it is about, where that is more than the place: of the name of a function, the call.
    pub about: Option<TextRange>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do, where that is known.
    pub help: Option<String>,
    /// Other places that belong to it, in bytes of the file.
    pub related: Vec<Related>,
    /// A change of the text that would mend it.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// All that it is about: its fixes are offered anywhere in it.
    #[must_use]
    pub fn extent(&self) -> TextRange {
        self.about.unwrap_or(self.range)
    }
}

/// Another place that belongs to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where, in bytes of the file.
    pub range: TextRange,
    /// What about it.
    pub message: String,
}

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is replaced, in bytes of the file.
    pub range: TextRange,
    /// The new text, as the script has to say it.
    pub text: String,
    /// What it does, for a menu.
    pub title: String,
}
