//! What the comment behind a constant says about it.

/// What a comment says; all else in it is for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Comment {
    /// Where a number can be moved.
    pub(super) range: Option<Range>,
    /// These numbers are a colour.
    pub(super) is_colour: bool,
}

/// A range as it is written: `0..1 step 0.1`, `0.01..100 log`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Range {
    /// The least value.
    pub(crate) from: f64,
    /// The greatest value, which is greater.
    pub(crate) to: f64,
    /// Greater than zero.
    pub(crate) step: Option<f64>,
    /// Whether each part is as much longer than the one before; then the least value is above zero.
    pub(crate) logarithmic: bool,
    /// Whether one of the numbers has a decimal point.
    pub(crate) has_point: bool,
}

impl Range {
    /// A range without a step.
    pub(crate) fn between(from: f64, to: f64) -> Range {
        Range {
            from,
            to,
            step: None,
            logarithmic: false,
            has_point: false,
        }
    }
}

impl Comment {
    /// Reads a comment with its marks. A range that makes no sense is none.
    pub(super) fn read(comment: &str) -> Comment {
        let content = comment.trim_start_matches(['/', '*']);
        let content = content.trim_end_matches(['/', '*']).trim();
        let first = content.split(|c: char| !c.is_alphabetic()).next();
        Comment {
            range: range(content),
            is_colour: matches!(first, Some("colour" | "color")),
        }
    }
}

fn range(text: &str) -> Option<Range> {
    let (from, rest) = number(text)?;
    let (to, mut rest) = number(rest.trim_start().strip_prefix("..")?.trim_start())?;
    let mut step = None;
    let mut logarithmic = false;
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        if let Some((written, behind)) = word(rest, "step").and_then(number) {
            (step, rest) = (Some(written), behind);
        } else if let Some(behind) = word(rest, "log") {
            (logarithmic, rest) = (true, behind);
        } else {
            break;
        }
    }
    let numbers = [Some(from), Some(to), step];
    let has_point = numbers
        .iter()
        .flatten()
        .any(|written| written.contains('.'));
    let [from, to, step] = numbers.map(|written| written.and_then(|it| it.parse::<f64>().ok()));
    let (from, to) = (from?, to?);
    let makes_sense = from < to
        && (to - from).is_finite()
        && step.is_none_or(|step| step > 0.0)
        && (!logarithmic || from > 0.0);
    makes_sense.then_some(Range {
        from,
        to,
        step,
        logarithmic,
        has_point,
    })
}

/// What is behind a word and the space that ends it.
fn word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(word)?;
    let ends = !rest.starts_with(char::is_alphanumeric);
    ends.then(|| rest.trim_start_matches([' ', '\t']))
}

/// A decimal number at the beginning of a text, and what is behind it. Two dots are no part of it.
fn number(text: &str) -> Option<(&str, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let signed = usize::from(text.starts_with(['+', '-']));
    let mut end = signed + digits(text.get(signed..)?);
    let fraction = text.get(end..)?.strip_prefix('.').map_or(0, digits);
    if fraction > 0 {
        end += 1 + fraction;
    }
    (end > signed).then(|| text.split_at(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(comment: &str, from: f64, to: f64, step: Option<f64>, logarithmic: bool) {
        let range = Comment::read(comment).range;
        let read = range.map(|it| (it.from, it.to, it.step, it.logarithmic));
        assert_eq!(read, Some((from, to, step, logarithmic)), "{comment}");
    }

    #[test]
    fn ranges() {
        check("// 0..1", 0.0, 1.0, None, false);
        check("//-1 .. +1.5: how far", -1.0, 1.5, None, false);
        check("/* .5..20 step 0.5 */", 0.5, 20.0, Some(0.5), false);
        check("// 0.01..100 log", 0.01, 100.0, None, true);
        check(
            "// 1..100, log, step 1, of rounds",
            1.0,
            100.0,
            Some(1.0),
            true,
        );
        check("// 0..10 steps", 0.0, 10.0, None, false);
        check("// 0..10 step by step", 0.0, 10.0, None, false);
        check("// 0..10 login", 0.0, 10.0, None, false);
    }

    #[test]
    fn no_ranges() {
        for comment in [
            "//",
            "// 1",
            "// 1.. 2..",
            "// 1..",
            "// from 0..1",
            "// 1..0",
            "// 2..2",
            "// 0..9 log",
            "// 0..1 step 0",
            "// 1...3",
            "/*",
            "// -..1",
        ] {
            let expected = comment == "// 1.. 2..";
            assert_eq!(
                Comment::read(comment).range.is_some(),
                expected,
                "{comment}"
            );
        }
    }

    #[test]
    fn points_are_seen() {
        let has_point = |comment| Comment::read(comment).range.map(|range| range.has_point);
        assert_eq!(has_point("// 0..10"), Some(false));
        assert_eq!(has_point("// 0..10.0"), Some(true));
        assert_eq!(has_point("// 0..10 step 0.5"), Some(true));
    }

    #[test]
    fn colours() {
        assert!(Comment::read("// colour").is_colour);
        assert!(Comment::read("/* color: of the sky */").is_colour);
        assert!(!Comment::read("// colours").is_colour);
        assert!(!Comment::read("// 0..1").is_colour);
    }
}
