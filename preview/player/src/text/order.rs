//! The order in which the letters of a line stand: Hebrew and Arabic run from right to left, numbers
//! and other words in them from left to right (Unicode Standard Annex 9).

use std::borrow::Cow;

use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

/// The letters from left to right. As browsers do on a canvas, a line as a whole runs from left to
/// right, whatever its first letter is.
pub(super) fn visual(text: &str) -> Cow<'_, str> {
    if !text.chars().any(runs_to_the_left) {
        return Cow::Borrowed(text);
    }
    let info = BidiInfo::new(text, Some(Level::ltr()));
    let mut visual = String::with_capacity(text.len());
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let part = &text[run.clone()];
            match levels[run.start].is_rtl() {
                true => visual.extend(turned(part)),
                false => visual.push_str(part),
            }
        }
    }
    Cow::Owned(visual)
}

fn runs_to_the_left(c: char) -> bool {
    // The first is Hebrew.
    c >= '\u{590}' && matches!(bidi_class(c), BidiClass::R | BidiClass::AL | BidiClass::RLE)
}

/// The letters from the last to the first, each with its marks behind it.
fn turned(text: &str) -> impl Iterator<Item = char> {
    let mut letters: Vec<(usize, char)> = Vec::new();
    let mut letter = 0;
    for c in text.chars() {
        letter += usize::from(bidi_class(c) != BidiClass::NSM);
        letters.push((letter, mirrored(c)));
    }
    // Marks of one letter stay in their order.
    letters.sort_by_key(|(letter, _)| std::cmp::Reverse(*letter));
    letters.into_iter().map(|(_, c)| c)
}

/// Brackets open to the left there.
fn mirrored(c: char) -> char {
    const PAIRS: [(char, char); 7] = [
        ('(', ')'),
        ('[', ']'),
        ('{', '}'),
        ('<', '>'),
        ('«', '»'),
        ('≤', '≥'),
        ('‹', '›'),
    ];
    let pair = PAIRS.iter().find(|(a, b)| *a == c || *b == c);
    pair.map_or(c, |(a, b)| if *a == c { *b } else { *a })
}

#[cfg(test)]
mod tests {
    use super::visual;

    #[test]
    fn letters_from_left_to_right() {
        let check = |text: &str, expected: &str| assert_eq!(visual(text), expected, "{text}");
        check("f(x) = 数学 αβ", "f(x) = 数学 αβ");
        check("אבג", "גבא");
        check("אב 12 ג", "ג 12 בא");
        check("x = אב (ג) + y", "x = (ג) בא + y");
        // A letter with its vowel.
        check("א\u{5b8}ב", "בא\u{5b8}");
        check("", "");
    }
}
