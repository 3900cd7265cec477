//! The order in which the letters of a line stand: Hebrew and Arabic run from right to left, numbers
//! and other words in them from left to right (Unicode Standard Annex 9).

use std::ops::Range;

use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

/// Letters that run in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Where they stand in the text, in bytes.
    pub(super) range: Range<usize>,
    pub(super) is_right_to_left: bool,
}

/// The runs of a line as they are seen, from left to right. As browsers do on a canvas, a line as a
/// whole runs from left to right, whatever its first letter is.
pub(super) fn runs(text: &str) -> Vec<Run> {
    if !text.chars().any(runs_to_the_left) {
        return vec![Run {
            range: 0..text.len(),
            is_right_to_left: false,
        }];
    }
    let info = BidiInfo::new(text, Some(Level::ltr()));
    let paragraphs = info.paragraphs.iter();
    let runs = paragraphs.flat_map(|paragraph| {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        runs.into_iter().map(move |range| {
            let level = levels.get(range.start);
            Run {
                is_right_to_left: level.is_some_and(Level::is_rtl),
                range,
            }
        })
    });
    runs.collect()
}

fn runs_to_the_left(c: char) -> bool {
    // The first is Hebrew.
    c >= '\u{590}'
        && matches!(
            bidi_class(c),
            BidiClass::R | BidiClass::AL | BidiClass::RLE | BidiClass::RLO | BidiClass::RLI
        )
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn runs_from_left_to_right() {
        let check = |text: &str, expected: &[&str]| {
            let runs = runs(text).into_iter().map(|run| {
                let arrow = if run.is_right_to_left { '<' } else { '>' };
                format!("{arrow}{}", &text[run.range])
            });
            assert_eq!(runs.collect::<Vec<_>>(), expected, "{text}");
        };
        check("f(x) = 数学 αβ", &[">f(x) = 数学 αβ"]);
        check("אבג", &["<אבג"]);
        check("אב 12 ג", &["< ג", ">12", "<אב "]);
        check("x = אב (ג) + y", &[">x = ", "<אב (ג)", "> + y"]);
        check("", &[">"]);
    }
}
