//! Colorplots for which single precision is not enough, as the preview has found.

use cindyscript_diagnostic::{Code, Diagnostic};
use text_size::{TextLen, TextRange};

use super::Observations;
use crate::analysis::Analysis;

/// A colorplot for which single precision is not enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lossy {
    /// The colorplot, in bytes of the file.
    pub range: TextRange,
    /// What the preview computes it with.
    pub computed: Numbers,
    /// Why with nothing more precise, though that is wanted.
    pub lacking: Option<String>,
    /// The part of its pixels that come out wrong in single precision, in percent; none where they lie
    /// closer together than its numbers.
    pub differing: Option<u32>,
    /// The terms that lose digits, those that lose most first.
    pub terms: Vec<LossyTerm>,
}

/// What the preview computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Numbers of 32 bits.
    Single,
    /// Numbers of twice as many digits.
    Double,
    /// Differences to an orbit of any precision.
    Orbit,
}

/// A term that loses digits in single precision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossyTerm {
    /// The term, in bytes of the file.
    pub range: TextRange,
    /// How it loses them.
    pub kind: Loss,
    /// How many decimal digits.
    pub digits: u32,
}

/// How a term loses digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Numbers that are nearly the same are subtracted.
    Cancellation,
    /// A number is large, compared with how it changes from pixel to pixel.
    Large,
    /// Each round of a loop adds to the error of the one before.
    Accumulated,
}

impl Loss {
    fn in_words(self) -> &'static str {
        match self {
            Self::Cancellation => "what is nearly the same is subtracted",
            Self::Large => "a value is large, compared with how it changes from pixel to pixel",
            Self::Accumulated => "the error grows from round to round",
        }
    }
}

/// A hint at each colorplot for which single precision is not enough, with the terms that lose the
/// digits. What does not lie in the text is left out.
#[must_use]
pub fn lost_digits(analysis: &Analysis, observed: &Observations) -> Vec<Diagnostic> {
    let text = analysis.document.text();
    let within = |range: TextRange| text.get(std::ops::Range::<usize>::from(range));
    let hint = |lossy: &Lossy| {
        let written = within(lossy.range)?;
        // The name of the function: the whole may be many lines.
        let name = written.split('(').next().unwrap_or(written);
        let place = TextRange::at(lossy.range.start(), name.trim_end().text_len());
        let found = match lossy.differing {
            Some(percent) => format!(
                "single precision is not enough: {} of the pixels come out wrong",
                in_percent(percent)
            ),
            None => "single precision is not enough: the pixels lie closer together than its \
                     numbers"
                .to_owned(),
        };
        let help = match (lossy.computed, &lossy.lacking) {
            (Numbers::Double, None) => "the preview computes it in double precision".to_owned(),
            (Numbers::Orbit, None) => {
                "the preview computes differences to an orbit of any precision".to_owned()
            }
            (_, Some(why)) => format!("the preview has nothing more precise: {why}"),
            (Numbers::Single, None) => "the preview is set to single precision".to_owned(),
        };
        let hint = Diagnostic::new(Code::LostDigits, place, found).help(help);
        let terms = lossy.terms.iter();
        let terms = terms.filter(|term| within(term.range).is_some());
        Some(terms.fold(hint, |hint, term| {
            let digits = match term.digits {
                1 => "1 digit is".to_owned(),
                digits => format!("{digits} digits are"),
            };
            hint.related(
                term.range,
                format!("{digits} lost: {}", term.kind.in_words()),
            )
        }))
    };
    observed.lossy.iter().filter_map(hint).collect()
}

fn in_percent(percent: u32) -> String {
    match percent {
        0 => "less than 1 %".to_owned(),
        percent => format!("{} %", percent.min(100)),
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_hir::document::Document;

    use super::*;
    use crate::analyse;

    const SCRIPT: &str = "colorplot((#.x + 100000) - 100000);";

    fn lossy(terms: &[(&str, Loss, u32)]) -> Lossy {
        let range = |part: &str| {
            let start = SCRIPT.find(part).unwrap_or_default() as u32;
            TextRange::at(start.into(), part.text_len())
        };
        Lossy {
            range: range(SCRIPT.trim_end_matches(';')),
            computed: Numbers::Double,
            lacking: None,
            differing: Some(12),
            terms: terms
                .iter()
                .map(|(part, kind, digits)| LossyTerm {
                    range: range(part),
                    kind: *kind,
                    digits: *digits,
                })
                .collect(),
        }
    }

    fn said(lossy: Lossy) -> Vec<String> {
        let analysis = analyse(&Document::open("a.cindyscript", SCRIPT));
        let mut observed = Observations::default();
        observed.note_lossy(vec![lossy]);
        let mut said = Vec::new();
        for hint in lost_digits(&analysis, &observed) {
            assert_eq!(hint.code, Code::LostDigits);
            let at = |range: TextRange| &SCRIPT[std::ops::Range::<usize>::from(range)];
            said.push(format!("{}: {}", at(hint.range), hint.message));
            said.extend(hint.help);
            let related = hint.related.iter();
            said.extend(related.map(|one| format!("{}: {}", at(one.range), one.message)));
        }
        said
    }

    #[test]
    fn a_hint_names_the_terms_and_what_the_preview_does() {
        let terms = [
            ("#.x + 100000", Loss::Large, 4),
            ("(#.x + 100000) - 100000", Loss::Cancellation, 1),
        ];
        assert_eq!(
            said(lossy(&terms)),
            [
                "colorplot: single precision is not enough: 12 % of the pixels come out wrong",
                "the preview computes it in double precision",
                "#.x + 100000: 4 digits are lost: a value is large, compared with how it changes \
                 from pixel to pixel",
                "(#.x + 100000) - 100000: 1 digit is lost: what is nearly the same is subtracted",
            ]
        );
        let narrow = Lossy {
            differing: None,
            computed: Numbers::Single,
            lacking: Some("there are too many loops".to_owned()),
            ..lossy(&[])
        };
        assert_eq!(
            said(narrow),
            [
                "colorplot: single precision is not enough: the pixels lie closer together than \
                 its numbers",
                "the preview has nothing more precise: there are too many loops",
            ]
        );
    }

    #[test]
    fn what_does_not_lie_in_the_text_is_left_out() {
        let mut outside = lossy(&[("#.x", Loss::Large, 4)]);
        outside.terms[0].range = TextRange::new(1000.into(), 2000.into());
        assert_eq!(said(outside.clone()).len(), 2);
        outside.range = TextRange::new(5.into(), 2000.into());
        assert_eq!(said(outside), [""; 0]);
    }
}
