//! Clocks. The host says what time it is.

use super::{Row, row};
use crate::value::Value;

pub(super) const ROWS: &[Row] = &[
    row("seconds", 0, |context, _| {
        context.animation.seconds().into()
    }),
    row("resetclock", 0, |context, _| {
        context.animation.reset_clock();
        Value::Undefined
    }),
    row("timestamp", 0, |context, _| {
        context.animation.clock().into()
    }),
    row("time", 0, |context, _| {
        let milliseconds = context.animation.clock().rem_euclid(DAY);
        [
            (milliseconds / 3_600_000.0).floor(),
            (milliseconds / 60_000.0).floor() % 60.0,
            (milliseconds / 1000.0).floor() % 60.0,
            milliseconds % 1000.0,
        ]
        .into()
    }),
    row("date", 0, |context, _| {
        date((context.animation.clock() / DAY).floor() as i64)
            .map(|part| part as f64)
            .into()
    }),
    row("simulationtime", 0, |context, _| {
        context.animation.simulation_time().into()
    }),
];

/// Milliseconds.
const DAY: f64 = 86_400_000.0;

/// Year, month and day of a number of days since 1970-01-01 (Hinnant, *chrono-Compatible
/// Low-Level Date Algorithms*, civil_from_days).
fn date(days: i64) -> [i64; 3] {
    // Years begin in March here, so that a leap day is the last day of its year.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    [year + era * 400 + i64::from(month <= 2), month, day]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), [1970, 1, 1]);
        assert_eq!(date(-1), [1969, 12, 31]);
        assert_eq!(date(11_016), [2000, 2, 29]);
        assert_eq!(date(19_723), [2024, 1, 1]);
    }
}
