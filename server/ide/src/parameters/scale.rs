//! Where a number can be moved, and how it is written there.

use super::comment::Range;

/// Where a number can be moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The least value.
    pub from: f64,
    /// The greatest value, which is greater.
    pub to: f64,
    /// The least distance between two values; on a logarithmic scale none is given unless it is
    /// written.
    pub step: Option<f64>,
    /// A value that steps are counted from: where the range begins, or zero where no step is written.
    pub base: f64,
    /// Whether the same way on the scale is the same factor. Then all values are above zero.
    pub logarithmic: bool,
    /// Whether all values are whole.
    pub whole: bool,
    /// What of it the author has written.
    pub given: GivenScale,
}

/// What of a scale its author has written; the rest is guessed, and binds no number that is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenScale {
    /// Nothing.
    Nothing,
    /// The range.
    Range,
    /// The range and the step.
    Step,
}

/// The values that a scale without a step has, at least.
const VALUES: f64 = 1000.0;
/// So many digits of a number are written on a logarithmic scale.
const DIGITS: i32 = 3;
/// No more decimals are written.
const MOST_DECIMALS: i32 = 15;
/// Numbers that are typed are written without an exponent from here to there.
const DECIMAL: std::ops::Range<f64> = 1e-6..1e15;
/// A number that is less than this part of a step from a value of the scale is that value.
const ALMOST: f64 = 1e-6;

impl Scale {
    /// Of a number that is written so, with the range that its author gives.
    pub(crate) fn of(value: f64, written: &str, range: Option<&Range>) -> Scale {
        let has_point = value.fract() != 0.0 || written.contains(['.', 'e', 'E']);
        let Some(range) = range else {
            return Scale::guessed(value, !has_point);
        };
        let whole = !has_point && !range.has_point;
        let fits = value > 0.0 || !range.logarithmic;
        let (from, to) = match fits {
            // A value beyond its range can be seen, and come back to.
            true => (range.from.min(value), range.to.max(value)),
            false => (range.from, range.to),
        };
        let step = range.step.or(match (whole, range.logarithmic) {
            (true, _) => Some(1.0),
            (false, true) => None,
            (false, false) => Some(fine(to - from)),
        });
        Scale {
            from,
            to,
            step,
            base: range.step.map_or(0.0, |_| range.from),
            logarithmic: range.logarithmic,
            whole,
            given: match range.step {
                Some(_) => GivenScale::Step,
                None => GivenScale::Range,
            },
        }
    }

    /// For a number without a range: around zero, and twice as far as the number is.
    fn guessed(value: f64, whole: bool) -> Scale {
        let least = if whole { 10.0 } else { f64::MIN_POSITIVE };
        let reach = match value == 0.0 && !whole {
            true => 1.0,
            false => round_up((2.0 * value.abs()).max(least)),
        };
        Scale {
            from: if value <= 0.0 { -reach } else { 0.0 },
            to: reach,
            step: Some(if whole { 1.0 } else { fine(reach) }),
            base: 0.0,
            logarithmic: false,
            whole,
            given: GivenScale::Nothing,
        }
    }

    /// The value of the scale next to a number. The ends are values of it, whatever its step is: one of
    /// them may be what the text says.
    #[must_use]
    pub fn nearest(&self, value: f64) -> f64 {
        let Some(step) = self.step.filter(|_| self.from < value && value < self.to) else {
            return value.clamp(self.from, self.to);
        };
        self.after((value - self.base) / step)
    }

    /// The next greater value of the scale, or the next smaller one; none where it has no step.
    #[must_use]
    pub fn next(&self, value: f64, is_greater: bool) -> Option<f64> {
        let steps = (value - self.base) / self.step?;
        Some(self.after(match is_greater {
            true => (steps + ALMOST).floor() + 1.0,
            false => (steps - ALMOST).ceil() - 1.0,
        }))
    }

    /// The value that is so many steps from where these are counted, as it is written.
    fn after(&self, steps: f64) -> f64 {
        let value = self.base + steps.round() * self.step.unwrap_or(0.0);
        let decimals = self.decimals() as usize;
        let written = format!("{value:.decimals$}").parse();
        written.unwrap_or(value).clamp(self.from, self.to)
    }

    /// What a number that is typed becomes: it keeps to what the author has written.
    #[must_use]
    pub fn kept(&self, typed: f64) -> f64 {
        match self.given {
            GivenScale::Nothing => typed,
            GivenScale::Range if !self.whole => typed.clamp(self.from, self.to),
            GivenScale::Range | GivenScale::Step => self.nearest(typed),
        }
    }

    /// A number that is typed as it is written in a script, with all its digits. None if it is not
    /// finite.
    #[must_use]
    pub fn typed(&self, typed: f64) -> Option<String> {
        if !typed.is_finite() {
            return None;
        }
        let value = self.kept(typed);
        let mut text = match value == 0.0 || DECIMAL.contains(&value.abs()) {
            true => format!("{value}"),
            false => format!("{value:e}"),
        };
        if !self.whole && !text.contains(['.', 'e']) {
            text.push_str(".0");
        }
        Some(text)
    }

    /// The decimals that the values of a scale with a step have, but for its ends.
    pub(crate) fn decimals(&self) -> i32 {
        decimals(self.step.unwrap_or(0.0)).max(decimals_of(self.base))
    }

    /// A number as it is written in a script: of as many digits as the scale has. None if it is not
    /// finite.
    #[must_use]
    pub fn written(&self, value: f64) -> Option<String> {
        if !value.is_finite() {
            return None;
        }
        let value = self.nearest(value);
        let decimals = match self.step {
            _ if self.whole => 0,
            _ if value == self.from || value == self.to => decimals_of(value),
            Some(_) => self.decimals(),
            None => DIGITS - 1 - magnitude(value),
        };
        let decimals = decimals.clamp(0, MOST_DECIMALS) as usize;
        let mut text = format!("{value:.decimals$}");
        if text.contains('.') {
            text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
        }
        if text == "-0" {
            text.remove(0);
        }
        // It stays what it is, wherever it is moved.
        if !self.whole && !text.contains('.') {
            text.push_str(".0");
        }
        Some(text)
    }
}

/// The decimals that multiples of a step have.
pub(crate) fn decimals(step: f64) -> i32 {
    let step = step.abs();
    if step == 0.0 {
        return 0;
    }
    let all = 0..MOST_DECIMALS;
    let mut enough = all.filter(|&decimals| {
        let scaled = step * 10_f64.powi(decimals);
        (scaled - scaled.round()).abs() < 1e-6 * scaled && scaled >= 0.5
    });
    enough.next().unwrap_or(MOST_DECIMALS)
}

/// The decimals that a number has where it is written with all its digits, up to some.
fn decimals_of(value: f64) -> i32 {
    let text = value.to_string();
    let count = text.split_once('.').map_or(0, |(_, digits)| digits.len());
    i32::try_from(count).map_or(MOST_DECIMALS, |count| count.min(MOST_DECIMALS))
}

/// The place of the first digit of a number: 0 for 1 to 9, -1 for tenths.
fn magnitude(value: f64) -> i32 {
    match value == 0.0 {
        true => 0,
        false => value.abs().log10().floor() as i32,
    }
}

/// A step for a scale of some length: a power of ten that makes it fine enough to look continuous.
fn fine(length: f64) -> f64 {
    10_f64.powi(magnitude(length / VALUES))
}

/// The next of 1, 2, 5, 10, 20 and so on that is not less.
fn round_up(value: f64) -> f64 {
    let power = 10_f64.powi(magnitude(value));
    let all = [1.0, 2.0, 5.0, 10.0].map(|part| part * power);
    let enough = all.into_iter().find(|round| *round >= value * (1.0 - 1e-9));
    enough.unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(written: &str) -> Scale {
        Scale::of(written.parse().unwrap_or_default(), written, None)
    }

    #[test]
    fn guesses() {
        let check = |written, from, to, step| {
            let scale = scale(written);
            assert_eq!(
                (scale.from, scale.to, scale.step),
                (from, to, Some(step)),
                "{written}"
            );
        };
        check("3", 0.0, 10.0, 1.0);
        check("0", -10.0, 10.0, 1.0);
        check("-40", -100.0, 100.0, 1.0);
        check("0.0", -1.0, 1.0, 0.001);
        check("0.5", 0.0, 1.0, 0.001);
        check("0.03", 0.0, 0.1, 0.0001);
        check("-2.5", -5.0, 5.0, 0.001);
        check("700.0", 0.0, 2000.0, 1.0);
    }

    #[test]
    fn numbers_are_written_with_the_digits_of_their_scale() {
        let half = scale("0.5");
        let written = |value| half.written(value).unwrap_or_default();
        assert_eq!(written(0.123_456), "0.123");
        assert_eq!(written(0.25), "0.25");
        assert_eq!(written(1.0), "1.0");
        assert_eq!(written(7.0), "1.0");
        assert_eq!(written(-0.000_1), "0.0");
        assert_eq!(half.written(f64::NAN), None);
        assert_eq!(scale("3").written(4.4).as_deref(), Some("4"));
        assert_eq!(scale("700.0").written(311.7).as_deref(), Some("312.0"));

        let range = |step, logarithmic| Range {
            from: 0.01,
            to: 100.0,
            step,
            logarithmic,
            has_point: true,
        };
        let wide = Scale::of(1.0, "1", Some(&range(None, true)));
        let written = |value| wide.written(value).unwrap_or_default();
        assert_eq!(
            [0.012_345, 3.456_78, 87.654].map(written),
            ["0.0123", "3.46", "87.7"]
        );
        let stepped = Scale::of(1.0, "1", Some(&range(Some(0.25), false)));
        assert_eq!(stepped.written(0.8).as_deref(), Some("0.76"));
        assert_eq!(stepped.written(1.1).as_deref(), Some("1.01"));
    }

    #[test]
    fn what_is_typed_keeps_to_what_the_author_has_written() {
        let check = |written: &str, range: &str, typed: f64, expected: &str| {
            let range = super::super::comment::Comment::read(range).range;
            let scale = Scale::of(written.parse().unwrap_or_default(), written, range.as_ref());
            assert_eq!(
                scale.typed(typed).as_deref(),
                Some(expected),
                "{written} {range:?}"
            );
        };
        // Nothing is written: any number.
        check("0.5", "", 0.123_456, "0.123456");
        check("0.5", "", 70.0, "70.0");
        check("3", "", 2.5, "2.5");
        check("3", "", 400.0, "400");
        check("0.5", "", 1e-9, "1e-9");
        check("0.5", "", -3e20, "-3e20");
        // A range.
        check("0.5", "// 0..1", 0.123_456, "0.123456");
        check("0.5", "// 0..1", 1.5, "1.0");
        check("1.0", "// 0.01..100 log", 0.012_345, "0.012345");
        check("3", "// 1..9", 2.6, "3");
        // A step.
        check("0.5", "// 0..1 step 0.25", 0.3, "0.25");
        assert_eq!(scale("0.5").typed(f64::NAN), None);
    }

    #[test]
    fn steps_are_counted_from_where_the_range_begins() {
        let of = |written: &str, from, to, step| {
            let range = Range {
                from,
                to,
                step,
                logarithmic: false,
                has_point: true,
            };
            Scale::of(written.parse().unwrap_or_default(), written, Some(&range))
        };
        let scale = of("3", 0.5, 10.0, Some(1.0));
        let written = |value| scale.written(value).unwrap_or_default();
        assert_eq!(
            [3.0, 0.6, 4.4, 9.7, 9.9, 10.0].map(written),
            ["3.5", "0.5", "4.5", "9.5", "9.5", "10.0"]
        );
        // From where the text has it, which may be between two steps.
        assert_eq!(scale.next(3.0, true), Some(3.5));
        assert_eq!(scale.next(3.0, false), Some(2.5));
        assert_eq!(scale.next(3.5, true), Some(4.5));
        assert_eq!(scale.next(9.5, true), Some(10.0));
        assert_eq!(scale.next(10.0, false), Some(9.5));
        assert_eq!(scale.next(0.5, false), Some(0.5));
        let tenths = of("0.3", 0.0, 1.0, Some(0.1));
        assert_eq!(tenths.next(0.2, true), Some(0.3));
        // What is beyond the range moves no step, and can be come back to.
        let beyond = of("-4.25", 0.0, 10.0, Some(3.0));
        assert_eq!(
            [-4.25, -3.1, 4.0].map(|it| beyond.nearest(it)),
            [-4.25, -3.0, 3.0]
        );
        assert_eq!(beyond.written(-4.25).as_deref(), Some("-4.25"));
        // A step that nobody has written makes the shortest numbers.
        let own = of("0.5", 0.123_45, 1.0, None);
        assert_eq!(own.written(0.2).as_deref(), Some("0.2"));
        assert_eq!(own.written(0.0).as_deref(), Some("0.12345"));
    }

    #[test]
    fn a_value_beyond_its_range_can_be_seen() {
        let range = Range {
            from: 0.0,
            to: 1.0,
            step: None,
            logarithmic: false,
            has_point: false,
        };
        let beyond = Scale::of(3.5, "3.5", Some(&range));
        assert_eq!((beyond.from, beyond.to, beyond.whole), (0.0, 3.5, false));
        assert!(Scale::of(1.0, "1", Some(&range)).whole);
    }
}
