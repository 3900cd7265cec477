//! The columns of a code in the registry.

use std::fmt;

use crate::Severity;
use crate::registry::{Code, Replaced};

impl Code {
    /// The stable name that editors show, in kebab case.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The code of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }

    /// The severities of diagnostics of this code, the usual one first. If there are several, the
    /// place decides.
    #[must_use]
    pub fn severities(self) -> &'static [Severity] {
        self.row().severities
    }

    /// The usual severity of diagnostics of this code.
    #[must_use]
    pub fn severity(self) -> Severity {
        let first = self.severities().first();
        first.copied().unwrap_or(Severity::Error)
    }

    /// The meaning of the code, in one sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        self.row().meaning.trim()
    }

    /// A script or, if it begins with `<`, a page that provokes it. None if it depends on more than
    /// one text.
    #[must_use]
    pub fn example(self) -> Option<&'static str> {
        self.row().example
    }

    /// What provokes it, in words, as Markdown: where that is more than one text.
    #[must_use]
    pub fn case(self) -> Option<&'static str> {
        self.row().case
    }

    /// The rule of the language that is behind it, in a sentence or two for the author, as Markdown.
    #[must_use]
    pub fn why(self) -> &'static str {
        self.row().why
    }

    /// What to do, in a sentence or two for the author, as Markdown.
    #[must_use]
    pub fn fix(self) -> &'static str {
        self.row().fix
    }

    /// The diagnostics that replace one of this code.
    #[must_use]
    pub fn replaced(self) -> &'static [Replaced] {
        self.row().replaced
    }

    /// Whether it says that some settings of an applet cannot be read from its page.
    #[must_use]
    pub fn hides_settings(self) -> bool {
        matches!(
            self,
            Self::SettingNotConstant | Self::ArgumentNotConstant | Self::JavaScriptSyntax
        )
    }

    /// Whether what it is about could be left out: editors show that faded.
    #[must_use]
    pub fn is_unnecessary(self) -> bool {
        matches!(self, Self::UnusedFunction | Self::UnusedVariable)
    }

    /// True if it depends on the types of values at pixels.
    #[must_use]
    pub fn is_about_types(self) -> bool {
        matches!(
            self,
            Self::Drift
                | Self::IndexOutOfRange
                | Self::MissingElse
                | Self::NeverSettles
                | Self::NoCommonType
                | Self::NoSignature
                | Self::NoSuchField
                | Self::NoValueYet
                | Self::NotAColour
                | Self::NotACondition
                | Self::NotAList
                | Self::NotOnGpu
                | Self::OneColour
        )
    }

    /// Whether it says of a name that nothing gives it a meaning.
    #[must_use]
    pub fn is_undefined(self) -> bool {
        matches!(self, Self::UndefinedName | Self::UndefinedFunction)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_whole() {
        for &code in Code::ALL {
            let name = code.name();
            let is_kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(name.chars().all(is_kebab), "{name}");
            // Also that names are unique.
            assert_eq!(Code::from_name(name), Some(code));
            let severities = code.severities();
            assert!(!severities.is_empty(), "{name}");
            let is_shown = [code.example(), code.case()].iter().flatten().count() == 1;
            assert!(is_shown, "{name} wants an example");
            let meaning = code.meaning();
            for sentence in [meaning, code.why(), code.fix()] {
                let is_whole = sentence.len() > 10 && sentence.ends_with('.');
                assert!(is_whole && !sentence.contains('\n'), "{name}: {sentence}");
                assert_eq!(sentence.matches('`').count() % 2, 0, "{name}: {sentence}");
            }
        }
    }
}
