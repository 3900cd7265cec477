//! Advice on how to write something in another way: a help, a change of the text, similar names.

use cindyscript_diagnostic::{Diagnostic, Fix};
use cindyscript_hir::types::enumerated;
use text_size::TextRange;

/// Advice on how to write something: the help, and the change.
pub(crate) struct Advice {
    pub(crate) help: String,
    pub(crate) fix: Option<Fix>,
}

impl Advice {
    pub(crate) fn new(help: impl Into<String>, fix: impl Into<Option<Fix>>) -> Self {
        let (help, fix) = (help.into(), fix.into());
        Self { help, fix }
    }

    pub(crate) fn without_fix(help: impl Into<String>) -> Self {
        Self::new(help, None::<Fix>)
    }
}

/// Puts the intended name in the place of another.
#[track_caller]
pub(crate) fn write(range: TextRange, meant: &str) -> Fix {
    Fix::new(range, meant, format!("write `{meant}`"))
}

/// The names that one that means nothing may stand for, the likeliest first: at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Suggestion<'n>(Vec<&'n str>);

impl<'n> Suggestion<'n> {
    /// One name.
    pub(crate) fn one(name: &'n str) -> Self {
        Self(vec![name])
    }

    /// Says "did you mean", and offers to write each of the names.
    pub(crate) fn put(&self, said: &mut Diagnostic, change: impl Fn(&str) -> Option<Fix>) {
        self.put_as(said, str::to_owned, change);
    }

    /// The same where names are shown in another way.
    pub(crate) fn put_as(
        &self,
        said: &mut Diagnostic,
        shown: impl Fn(&str) -> String,
        change: impl Fn(&str) -> Option<Fix>,
    ) {
        let names: Vec<String> = (self.0.iter())
            .map(|name| format!("`{}`", shown(name)))
            .collect();
        said.help = Some(format!("did you mean {}?", enumerated(&names, "or")));
        let mut fixes = self.0.iter().filter_map(|name| change(name));
        said.fix = fixes.next();
        said.alternatives = fixes.collect();
    }
}

/// The candidates that differ little from a name, as [`cindyscript_diagnostic::nearest`] finds them.
pub(crate) fn nearest<'n>(
    name: &str,
    candidates: impl Iterator<Item = &'n str>,
) -> Option<Suggestion<'n>> {
    let names = cindyscript_diagnostic::nearest(name, candidates);
    (!names.is_empty()).then_some(Suggestion(names))
}
