//! The diagnostic type of all stages, and the registry of codes.
//!
//! Must not depend on: trees, applets, types, editors. It knows only byte ranges.

mod code;
mod help;
mod nearest;
mod programs;
mod registry;

use std::panic::Location;

use text_size::TextRange;

pub use help::{commands, help_of, unknown_argument, unknown_option};
pub use nearest::nearest;
pub use programs::{Executable, PREVIEW, SERVER};
pub use registry::{Code, Replaced};

/// The severity of a diagnostic.
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

impl Severity {
    /// The name as shown, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Information => "information",
            Self::Hint => "hint",
        }
    }
}

/// A remark on a place in a text. Ranges are bytes of the file; those of a parser's diagnostics,
/// bytes of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind.
    pub code: Code,
    /// The severity: one of [`Code::severities`].
    pub severity: Severity,
    /// The place at which it is shown.
    pub range: TextRange,
    /// All that it is about, if that is more than the place: of the name of a function, the call.
    pub about: Option<TextRange>,
    /// The part of the text in which it explains whatever else would be said, if that is more than
    /// the place: what is written there was meant in another way.
    pub explains: Option<TextRange>,
    /// One sentence on what is wrong, without a full stop.
    pub message: String,
    /// A sentence on what to do, where that is known.
    pub help: Option<String>,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// Of those, the places where the same is wrong.
    pub as_well: Vec<TextRange>,
    /// A change of the text that would mend it.
    pub fix: Option<Fix>,
    /// Other changes that would, less likely ones last.
    pub alternatives: Vec<Fix>,
}

impl Diagnostic {
    /// A diagnostic as bad as its code usually is.
    pub fn new(code: Code, range: TextRange, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            range,
            about: None,
            explains: None,
            message: message.into(),
            help: None,
            related: Vec::new(),
            as_well: Vec::new(),
            fix: None,
            alternatives: Vec::new(),
        }
    }

    /// The same, as bad as this.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same with what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with another place that belongs to it.
    #[must_use]
    pub fn related(mut self, range: TextRange, message: impl Into<String>) -> Self {
        let message = message.into();
        self.related.push(Related { range, message });
        self
    }

    /// The same with a part of the text in which nothing else is to be said.
    #[must_use]
    pub fn explains(mut self, range: TextRange) -> Self {
        self.explains = Some(range);
        self
    }

    /// Whether the program cannot mean what is written.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// All that it is about: its fixes are offered anywhere in it.
    #[must_use]
    pub fn extent(&self) -> TextRange {
        self.about.unwrap_or(self.range)
    }

    /// The same with each of its ranges elsewhere.
    #[must_use]
    pub fn moved(mut self, to: impl Fn(TextRange) -> TextRange) -> Self {
        self.range = to(self.range);
        self.about = self.about.map(&to);
        self.explains = self.explains.map(&to);
        for related in &mut self.related {
            related.range = to(related.range);
        }
        for range in &mut self.as_well {
            *range = to(*range);
        }
        for fix in self.fix.iter_mut().chain(&mut self.alternatives) {
            fix.range = to(fix.range);
        }
        self
    }
}

/// Another place that belongs to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The place, in bytes as those of the diagnostic.
    pub range: TextRange,
    /// A remark on it.
    pub message: String,
}

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The part that is replaced, in bytes as those of the diagnostic.
    pub range: TextRange,
    /// The new text, as the script has to say it.
    pub text: String,
    /// The effect, for a menu.
    pub title: String,
    /// Whether the text means nothing as it stands and can mean nothing but this: editors may make
    /// the change without asking.
    pub is_safe: bool,
    /// The line of our sources that offers it: tests check that each of them is tried.
    pub site: &'static Location<'static>,
}

impl Fix {
    /// A change that the author has to look at.
    #[track_caller]
    pub fn new(range: TextRange, text: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            range,
            text: text.into(),
            title: title.into(),
            is_safe: false,
            site: Location::caller(),
        }
    }
}
