//! Why a colorplot is not painted by the GPU, and whether it is painted at all.

use cindyscript_applet::TextRange;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::source::Source;

/// Why a colorplot is not painted by the GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fallback {
    /// Why, with the line.
    pub(super) reason: String,
    /// Whether the CPU paints something in its place, if that is known.
    pub(super) is_painted: Option<bool>,
}

impl Fallback {
    /// What is said when it comes to that.
    pub(super) fn note(&self) -> String {
        let painted = match self.is_painted {
            Some(false) => "not painted",
            Some(true) | None => "painted on the CPU",
        };
        format!("{}; {painted}", self.reason)
    }

    /// Goes on with what was known of the same before: frames that begin know nothing yet, and one
    /// that is painted at times is painted.
    pub(super) fn or_as_before(self, before: Option<&Fallback>) -> Fallback {
        let before = before.filter(|before| before.reason == self.reason);
        let before = before.and_then(|before| before.is_painted);
        let is_painted = match (before, self.is_painted) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (before, now) => now.or(before),
        };
        Fallback { is_painted, ..self }
    }
}

/// A reason, with its line. A name in it that nothing gives a meaning is the reason itself.
pub(super) fn told(source: &Source, reason: &AppletDiagnostic) -> String {
    let mut all = source.analysis.diagnostics.iter();
    let undefined = all.find(|said| {
        let is_within = |range| said.range == range || range.contains_range(said.range);
        said.code.is_undefined() && reason.range.is_some_and(is_within)
    });
    match undefined {
        Some(said) => line_of(source, Some(said.range), &said.message),
        None => line_of(source, reason.range, &reason.message),
    }
}

/// A message with the line of its place in the text.
pub(super) fn line_of(source: &Source, range: Option<TextRange>, message: &str) -> String {
    match range {
        Some(range) => format!("line {}: {message}", source.place(range.start()).line),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_a_colorplot_is_not_forgotten_by_the_next_frame() {
        let fallback = |reason: &str, is_painted| Fallback {
            reason: reason.to_owned(),
            is_painted,
        };
        let (unknown, blank) = (fallback("a", None), fallback("a", Some(false)));
        let painted = fallback("a", Some(true));
        assert_eq!(unknown.note(), "a; painted on the CPU");
        assert_eq!(blank.note(), "a; not painted");
        let next = |before: &Fallback, now: &Fallback| now.clone().or_as_before(Some(before));
        assert_eq!(next(&blank, &unknown), blank);
        assert_eq!(next(&blank, &painted), painted);
        assert_eq!(next(&painted, &blank), painted);
        assert_eq!(next(&painted, &fallback("b", None)), fallback("b", None));
    }
}
