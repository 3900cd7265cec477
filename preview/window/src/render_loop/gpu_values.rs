//! What the GPU computes at a pixel beside what is exact.

use cindyscript_interpreter::Value;
use cindyscript_player::plot_view::values::NotedValue;
use cindyscript_shader::Precision;

use crate::controls::probe::{GpuReading, number};

/// Of longer lists only the length is shown.
const LONGEST_LIST: usize = 16;
/// A difference of more than this part of a value can be seen in colours: a tenth of a byte's step of the
/// brightest.
const SEEN: f64 = 4e-4;
/// Double precision has so many digits.
const DOUBLE_DIGITS: usize = 15;

/// What the GPU has as a value that is exactly this, and was the last of so many; none where it is the
/// same to the last digit.
pub(super) fn compared(
    exact: &Value,
    times: u64,
    told: &NotedValue,
    precision: Precision,
) -> Option<GpuReading> {
    let NotedValue {
        value, times: own, ..
    } = told;
    let apart = apart(exact, value);
    let off = apart.map(|[off, _]| off);
    if off == Some(0.0) && *own == times {
        return None;
    }
    let is_far = apart.is_none_or(|[off, size]| !off.is_finite() || off > SEEN * size);
    Some(GpuReading {
        name: match precision {
            Precision::Single | Precision::Perturbed => "f32",
            Precision::Double => "2×f32",
            Precision::Native => "f64",
        },
        value: written(value, &|part| digits(part, precision), &|_| "…".to_owned()),
        off: off
            .filter(|off| off.is_finite() && *off > 0.0)
            .map(|off| number(off, 2)),
        times: (*own != times).then_some(*own),
        is_far: is_far || *own != times,
    })
}

/// How far two values are apart, and how large the first is: of lists the largest of each; none where
/// they are not of the same kind. What is no number is as far from numbers as can be.
fn apart(exact: &Value, told: &Value) -> Option<[f64; 2]> {
    let [off, size] = match (exact, told) {
        (Value::List(exact), Value::List(told)) if exact.len() == told.len() => {
            let mut all = [0.0_f64; 2];
            for (exact, told) in exact.iter().zip(told.iter()) {
                let [off, size] = apart(&exact, &told)?;
                // Once it is infinite, it stays so.
                all = [all[0].max(off), all[1].max(size)];
            }
            all
        }
        (Value::Boolean(exact), Value::Boolean(told)) => [f64::from(exact != told), 1.0],
        _ => {
            let (exact, told) = (exact.number()?, told.number()?);
            let parts = [(exact.re, told.re), (exact.im, told.im)];
            let [re, im] = parts.map(|(exact, told)| match (exact - told).abs() {
                _ if exact == told || exact.is_nan() && told.is_nan() => 0.0,
                off if off.is_nan() => f64::INFINITY,
                off => off,
            });
            [re.hypot(im), exact.norm()]
        }
    };
    Some([off, size])
}

/// A part of a number with the digits that it has on the GPU.
fn digits(part: f64, precision: Precision) -> String {
    match precision {
        Precision::Double | Precision::Native => number(part, DOUBLE_DIGITS),
        Precision::Single | Precision::Perturbed => {
            let part = part as f32;
            // As `number` does.
            match part.abs() {
                size if size != 0.0 && !(1e-4..1e12).contains(&size) && size.is_finite() => {
                    format!("{part:e}")
                }
                _ => part.to_string(),
            }
        }
    }
}

/// A value, with `number` for the parts of numbers and `other` for what has none, and for long lists.
pub(super) fn written(
    value: &Value,
    number: &dyn Fn(f64) -> String,
    other: &dyn Fn(&Value) -> String,
) -> String {
    match value {
        Value::Number(value) if value.im == 0.0 => number(value.re),
        Value::Number(value) => {
            let sign = if value.im < 0.0 { '-' } else { '+' };
            let [re, im] = [value.re, value.im.abs()].map(number);
            format!("{re} {sign} i*{im}")
        }
        Value::Boolean(truth) => truth.to_string(),
        Value::List(list) if list.len() <= LONGEST_LIST => {
            let items: Vec<String> = list
                .iter()
                .map(|item| written(&item, number, other))
                .collect();
            format!("[{}]", items.join(", "))
        }
        value => other(value),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn compare(exact: impl Into<Value>, told: impl Into<Value>) -> Option<GpuReading> {
        let told = NotedValue {
            range: None,
            value: told.into(),
            times: 3,
        };
        compared(&exact.into(), 3, &told, Precision::Single)
    }

    #[test]
    fn a_difference_is_told_with_the_digits_that_the_gpu_has() {
        let third = compare(1.0 / 3.0, f64::from(1.0_f32 / 3.0)).unwrap();
        assert_eq!(third.value, "0.33333334");
        assert_eq!(third.off.as_deref(), Some("9.9e-9"));
        assert!(!third.is_far);
        assert!(compare(0.5, 0.5).is_none());
        assert!(compare([0.5, 1.0], [0.5, 1.0]).is_none());
        let far = compare([0.5, 1.0], [0.5, 1.01]).unwrap();
        assert_eq!((far.value.as_str(), far.is_far), ("[0.5, 1.01]", true));
        assert!(compare(true, false).unwrap().is_far);
    }

    #[test]
    fn what_is_no_number_is_far_from_numbers_alone() {
        assert!(compare(f64::NAN, f64::NAN).is_none());
        let infinite = compare(f64::INFINITY, f64::INFINITY);
        assert!(infinite.is_none());
        let lost = compare(1e300, f64::INFINITY).unwrap();
        assert!(lost.is_far && lost.off.is_none());
        assert_eq!(lost.value, "inf");
        assert!(compare(1.0, f64::NAN).unwrap().is_far);
    }

    #[test]
    fn loops_of_other_lengths_are_told() {
        let told = NotedValue {
            range: None,
            value: 2.0.into(),
            times: 4,
        };
        let reading = compared(&2.0.into(), 3, &told, Precision::Single).unwrap();
        assert_eq!((reading.times, reading.is_far), (Some(4), true));
        assert_eq!(reading.off, None);
    }
}
