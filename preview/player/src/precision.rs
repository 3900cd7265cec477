//! How precisely a colorplot is computed: what the user wants, and what its pixels need.

use std::fmt;
use std::str::FromStr;

use cindyscript_shader::{Frame, Precision};

/// What the user wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrecisionSetting {
    /// Double where single precision cannot tell neighbouring pixels apart, and differences to an orbit
    /// where double cannot.
    #[default]
    Auto,
    /// Single everywhere.
    Single,
    /// Double everywhere.
    Double,
}

/// What a user writes, for each setting.
const NAMES: [(&str, PrecisionSetting); 3] = [
    ("auto", PrecisionSetting::Auto),
    ("single", PrecisionSetting::Single),
    ("double", PrecisionSetting::Double),
];

/// A coordinate's last digit in single precision, in parts of it.
const LAST_DIGIT: f64 = 1.0 / (1 << 24) as f64;

/// Double precision begins where the last digit is this part of the distance of pixels.
const BEGINS: f64 = 1.0 / 4.0;

/// It ends where the last digit is less than this part of it: what is panned about the border
/// is not painted anew each time.
const ENDS: f64 = 1.0 / 8.0;

/// How much further double precision goes than single.
const DOUBLE_DIGITS: f64 = (1 << 23) as f64;

impl PrecisionSetting {
    /// The precision of a colorplot with these pixels that was painted in another before.
    pub fn of(self, frame: &Frame, before: Precision) -> Precision {
        match self {
            PrecisionSetting::Single => Precision::Single,
            PrecisionSetting::Double => Precision::Double,
            PrecisionSetting::Auto => {
                let loss = loss(frame);
                let border = |precision| if before >= precision { ENDS } else { BEGINS };
                if loss > border(Precision::Perturbed) * DOUBLE_DIGITS {
                    Precision::Perturbed
                } else if loss > border(Precision::Double) {
                    Precision::Double
                } else {
                    Precision::Single
                }
            }
        }
    }

    /// The one after this, and the first after the last.
    #[must_use]
    pub fn next(self) -> PrecisionSetting {
        match self {
            PrecisionSetting::Auto => PrecisionSetting::Single,
            PrecisionSetting::Single => PrecisionSetting::Double,
            PrecisionSetting::Double => PrecisionSetting::Auto,
        }
    }
}

impl FromStr for PrecisionSetting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = NAMES.iter().find(|(name, _)| *name == text);
        found
            .map(|(_, setting)| *setting)
            .ok_or_else(|| format!("`{text}` is no precision: it is `auto`, `single` or `double`"))
    }
}

impl fmt::Display for PrecisionSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, setting)| setting == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

/// The last digit of the largest coordinate in single precision, in parts of the distance of
/// neighbouring pixels.
fn loss(frame: &Frame) -> f64 {
    let rows = [frame.world_x, frame.world_y];
    let [width, height] = frame.resolution;
    let corners = [[0.0, 0.0], [width, 0.0], [0.0, height], [width, height]];
    let coordinates = corners
        .iter()
        .flat_map(|[x, y]| rows.map(|[a, b, c]| (a * x + b * y + c).abs()));
    let largest = coordinates.fold(0.0, f64::max);
    let [[ax, bx, _], [ay, by, _]] = rows;
    let spacing = ax.hypot(ay).min(bx.hypot(by));
    largest * LAST_DIGIT / spacing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(centre: f64, width: f64) -> Frame {
        let step = width / 500.0;
        Frame {
            world_x: [step, 0.0, centre - width / 2.0],
            world_y: [0.0, -step, width / 2.0],
            resolution: [500.0; 2],
            seed: 0,
            view: [[0.0; 2]; 2],
        }
    }

    #[test]
    fn double_precision_begins_where_pixels_are_lost_and_ends_later() {
        let auto = |width, before| PrecisionSetting::Auto.of(&frame(1.0, width), before);
        assert_eq!(auto(1e-3, Precision::Single), Precision::Single);
        assert_eq!(auto(1e-4, Precision::Single), Precision::Double);
        assert_eq!(auto(1.5e-4, Precision::Single), Precision::Single);
        assert_eq!(auto(1.5e-4, Precision::Double), Precision::Double);
        assert_eq!(auto(1e-3, Precision::Double), Precision::Single);
        // About the origin single precision has digits enough.
        let origin = frame(0.0, 1e-9);
        let precision = PrecisionSetting::Auto.of(&origin, Precision::Single);
        assert_eq!(precision, Precision::Single);
    }

    #[test]
    fn settings_are_written_and_read() {
        for (name, setting) in NAMES {
            assert_eq!(name.parse(), Ok(setting));
            assert_eq!(setting.to_string(), name);
        }
        assert!("triple".parse::<PrecisionSetting>().is_err());
        let all = PrecisionSetting::Auto.next().next().next();
        assert_eq!(all, PrecisionSetting::Auto);
    }
}
