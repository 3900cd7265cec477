//! What the bar says.

use crate::overlay::Tone;
use crate::player::Trouble;
use crate::source::Source;

/// What the bar may say, most urgent first.
#[derive(Clone, Debug, Default)]
pub(super) struct Bar {
    /// The file cannot be read.
    pub(super) unreadable: Option<String>,
    /// The first error of the newest text.
    pub(super) broken: Option<String>,
    /// The first error of the scripts as they ran.
    pub(super) running: Option<String>,
    /// Something worth knowing, until something happens.
    pub(super) notice: Option<String>,
}

impl Bar {
    pub(super) fn content(&self) -> Option<(Tone, &str)> {
        let errors = [&self.unreadable, &self.broken, &self.running];
        let error = errors.into_iter().flatten().next();
        let error = error.map(|text| (Tone::Error, text.as_str()));
        error.or(self.notice.as_deref().map(|text| (Tone::Note, text)))
    }
}

/// The first error of a text, with its line.
pub(super) fn first_error(source: &Source) -> Option<String> {
    let error = source.errors().next()?;
    let line = source.place(error.range.start()).line;
    Some(format!("line {line}: {}", error.message))
}

pub(super) fn in_line(source: &Source, trouble: &Trouble) -> String {
    match trouble.range {
        Some(range) => format!(
            "line {}: {}",
            source.place(range.start()).line,
            trouble.message
        ),
        None => trouble.message.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_says_what_is_most_urgent() {
        let mut bar = Bar {
            notice: Some("slow".to_owned()),
            ..Bar::default()
        };
        assert_eq!(bar.content(), Some((Tone::Note, "slow")));
        bar.running = Some("a".to_owned());
        bar.broken = Some("b".to_owned());
        assert_eq!(bar.content(), Some((Tone::Error, "b")));
    }
}
