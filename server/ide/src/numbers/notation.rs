//! How a number is written once it has been moved.

use crate::parameters::{Range, Scale, decimals};

/// By how much a number is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// So many steps, down if it is negative.
    pub count: i32,
    /// Whether each is a tenth as long; not where a number stays whole, or a multiple of a step that
    /// its author gives.
    pub fine: bool,
}

/// The digits that a number has at most: those of an f64.
const DIGITS: i32 = 15;
/// The steps that a logarithmic range has.
const LOGARITHMIC_STEPS: f64 = 100.0;

/// What is to be written in the place of a number to move it by steps from one that was written
/// `from`; in brackets, if it is negative and these are wanted. None if `from` is no number, or the
/// other one would be none.
pub(super) fn written(
    from: &str,
    brackets: bool,
    limits: Option<&Range>,
    steps: Steps,
) -> Option<String> {
    let number = Written::read(from)?;
    let text = match limits {
        Some(range) => within(&number, from, range, steps)?,
        None => {
            let last = number.last_digit().saturating_sub(i32::from(steps.fine));
            let value = number.value + f64::from(steps.count) * power(last);
            number.write(value, last)?
        }
    };
    let in_brackets = brackets && text.starts_with('-');
    Some(if in_brackets {
        format!("({text})")
    } else {
        text
    })
}

/// The same within a range, as its scale has it.
fn within(number: &Written, from: &str, range: &Range, steps: Steps) -> Option<String> {
    let scale = Scale::of(number.value, from, Some(range));
    if scale.logarithmic && number.value > 0.0 {
        return along(&scale, number.value, steps);
    }
    let count = f64::from(steps.count);
    let (last, value) = match range.step {
        Some(step) => {
            let last = number.last_digit().min(-scale.decimals());
            (last, scale.nearest(number.value + count * step))
        }
        None => {
            let fine = steps.fine && !scale.whole;
            let last = number.last_digit().saturating_sub(i32::from(fine));
            (last, number.value + count * power(last))
        }
    };
    let limited = value.clamp(scale.from, scale.to);
    let last = match limited == value {
        true => last,
        false => last.min(-decimals(limited)),
    };
    number.write(limited, last)
}

/// The same on a logarithmic scale, where a step is a factor; at least the scale's own step.
fn along(scale: &Scale, value: f64, steps: Steps) -> Option<String> {
    let count = f64::from(steps.count);
    let parts = if steps.fine { 10.0 } else { 1.0 } * LOGARITHMIC_STEPS;
    let by_factor = value * (scale.to / scale.from).powf(count / parts);
    let by_step = value + count * scale.step.unwrap_or(0.0);
    scale.written(match steps.count > 0 {
        true => by_factor.max(by_step),
        false => by_factor.min(by_step),
    })
}

/// A number as it is written.
struct Written {
    value: f64,
    /// With a decimal point or an exponent: then it is no whole number.
    has_point: bool,
    /// How many, before the exponent.
    decimals: i32,
    exponent: i32,
    /// The exponent with its letter; empty if there is none.
    suffix: String,
}

impl Written {
    /// Reads a number, with its sign and with brackets around both.
    fn read(text: &str) -> Option<Written> {
        let inside = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
        let bare = inside.unwrap_or(text).trim();
        let unsigned = bare.strip_prefix(['-', '−']);
        let digits = unsigned.unwrap_or(bare).trim().replace([' ', '\t'], "");
        if !digits.starts_with(['.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) {
            return None;
        }
        let (mantissa, suffix) = digits.split_at(digits.find(['e', 'E']).unwrap_or(digits.len()));
        let decimals = mantissa
            .split_once('.')
            .map_or("", |(_, decimals)| decimals);
        let sign = if unsigned.is_some() { -1.0 } else { 1.0 };
        let value = sign * digits.parse::<f64>().ok()?;
        value.is_finite().then_some(Written {
            value,
            has_point: digits.contains(['.', 'e', 'E']),
            decimals: decimals.len() as i32,
            exponent: suffix.get(1..).map_or(Ok(0), str::parse).ok()?,
            suffix: suffix.to_owned(),
        })
    }

    /// The place of the last digit that makes a difference: -2 for hundredths.
    fn last_digit(&self) -> i32 {
        let last = self.exponent.saturating_sub(self.decimals);
        match self.value == 0.0 {
            true => last,
            false => last.max(self.value.abs().log10().floor() as i32 + 1 - DIGITS),
        }
    }

    /// Another value as this one is written, up to the digit at a place at least. None if it is not
    /// finite.
    fn write(&self, value: f64, last: i32) -> Option<String> {
        let mantissa = value / power(self.exponent);
        if !mantissa.is_finite() {
            return None;
        }
        let point = i32::from(self.has_point && self.suffix.is_empty());
        let decimals = self.exponent.saturating_sub(last).max(point);
        let decimals = decimals.clamp(0, 10 * DIGITS) as usize;
        let text = format!("{mantissa:.decimals$}");
        let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
        let text = match is_zero {
            true => text.trim_start_matches('-'),
            false => &text,
        };
        Some(format!("{text}{}", self.suffix))
    }
}

fn power(exponent: i32) -> f64 {
    10_f64.powi(exponent)
}
