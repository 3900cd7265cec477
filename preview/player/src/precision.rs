//! How precisely a colorplot is computed: what the user wants, and what its pixels need.

use std::fmt;
use std::str::FromStr;

use cindyscript_shader::{FrameUniforms, Precision};

use crate::diagnostic::AppletDiagnostic;

/// What the user wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrecisionSetting {
    /// Double where single precision cannot tell neighbouring pixels apart or loses what they show, f64
    /// where sums of two f32 have few digits left, and differences to an orbit where those cannot tell
    /// the pixels apart.
    #[default]
    Auto,
    /// Single everywhere.
    Single,
    /// Double everywhere.
    Double,
}

/// What a colorplot is computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ComputedIn {
    /// The numbers of a shader.
    Shader(Precision),
    /// The interpreter's: f64.
    Interpreter,
}

/// How precisely a colorplot is computed.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotPrecision {
    /// What its program computes with.
    pub computed: ComputedIn,
    /// Why it is not computed as precisely as was asked for.
    pub lacking: Option<AppletDiagnostic>,
    /// Where that precision does not tell neighbouring pixels apart: how wide the narrowest view is
    /// in which it does, in units of the coordinates.
    pub narrowest: Option<f64>,
    /// The part of the pixels that come out otherwise than with more digits, where that is noticeable.
    pub differing: Option<f64>,
}

impl PlotPrecision {
    /// Whether it is not precise enough.
    pub fn ends(&self) -> bool {
        self.narrowest.is_some() || self.differing.is_some()
    }
}

const SINGLE: ComputedIn = ComputedIn::Shader(Precision::Single);
const DOUBLE: ComputedIn = ComputedIn::Shader(Precision::Double);

/// What a user writes, for each setting.
const NAMES: [(&str, PrecisionSetting); 3] = [
    ("auto", PrecisionSetting::Auto),
    ("single", PrecisionSetting::Single),
    ("double", PrecisionSetting::Double),
];

/// A coordinate's last digit in single precision, in parts of it.
const LAST_DIGIT: f64 = 1.0 / (1 << 24) as f64;

/// The same in double precision, which has 47 bits.
const LAST_DIGIT_OF_TWO: f64 = LAST_DIGIT / (1 << 23) as f64;

/// The same in f64.
const LAST_DIGIT_OF_F64: f64 = f64::EPSILON / 2.0;

/// Double precision begins where the last digit is this part of the distance of pixels.
const BEGINS: f64 = 1.0 / 4.0;

/// Where the last digit of sums of two f32 is this part of that distance, f64 is better, at any speed:
/// more digits are left for what is computed from the coordinates.
const FEW_DIGITS: f64 = 1.0 / (1 << 12) as f64;

/// A precision goes back to the one before where the last digit is less than this part of where it
/// began: what is panned about the border is not painted anew each time.
const ENDS: f64 = 1.0 / 2.0;

impl PrecisionSetting {
    /// The precision of a colorplot with these pixels that was painted in another before. Whether
    /// single is not enough for it, though it can tell the pixels apart: `lacks`. How large what it
    /// computes with is, in parts of the distance of pixels there, as far as that is known: `size`.
    pub fn of(self, frame: &FrameUniforms, before: Precision, lacks: bool, size: f64) -> Precision {
        let size = size.max(self::size(frame));
        let begins = |precision| {
            let (loss, border) = match precision {
                Precision::Single => return true,
                Precision::Double => (size * last_digit(SINGLE), BEGINS),
                Precision::Native => (size * last_digit(DOUBLE), FEW_DIGITS),
                Precision::Perturbed => (size * last_digit(DOUBLE), BEGINS),
            };
            loss > if before >= precision {
                border * ENDS
            } else {
                border
            }
        };
        match self {
            PrecisionSetting::Single => Precision::Single,
            PrecisionSetting::Double if begins(Precision::Native) => Precision::Native,
            PrecisionSetting::Double => Precision::Double,
            PrecisionSetting::Auto => {
                let steps = [Precision::Perturbed, Precision::Native, Precision::Double];
                let found = steps.into_iter().find(|precision| begins(*precision));
                let least = if lacks {
                    Precision::Double
                } else {
                    Precision::Single
                };
                found.unwrap_or(least)
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

/// How wide the narrowest view of these coordinates is whose pixels a precision tells apart, in their
/// units; none where it does so here. `size` is as in [`PrecisionSetting::of`].
pub fn narrowest(frame: &FrameUniforms, computed: ComputedIn, size: f64) -> Option<f64> {
    let loss = size.max(self::size(frame)) * last_digit(computed);
    let [[ax, ..], [ay, ..]] = [frame.world_x, frame.world_y];
    let width = ax.hypot(ay) * frame.resolution[0];
    (loss > BEGINS).then(|| width * loss / BEGINS)
}

/// The same of a number that grows as pixels get closer, where it has the range of f32: as long as it is
/// less than this is, in parts of the distance of pixels.
pub fn narrowest_in_range(frame: &FrameUniforms) -> Option<f64> {
    /// 2^-118: some room is left for what such numbers are multiplied with.
    const LEAST: f64 = 3e-36;
    let [[ax, ..], [ay, ..]] = [frame.world_x, frame.world_y];
    let spacing = ax.hypot(ay);
    (spacing < LEAST).then_some(LEAST * frame.resolution[0])
}

/// The last digit of a number in a precision, in parts of it.
fn last_digit(computed: ComputedIn) -> f64 {
    match computed {
        ComputedIn::Shader(Precision::Single) => LAST_DIGIT,
        ComputedIn::Shader(Precision::Double) => LAST_DIGIT_OF_TWO,
        ComputedIn::Shader(Precision::Native) | ComputedIn::Interpreter => LAST_DIGIT_OF_F64,
        // Its digits are those of the distance from the middle.
        ComputedIn::Shader(Precision::Perturbed) => 0.0,
    }
}

/// The largest coordinate, in parts of the distance of neighbouring pixels.
fn size(frame: &FrameUniforms) -> f64 {
    let rows = [frame.world_x, frame.world_y];
    let [width, height] = frame.resolution;
    let corners = [[0.0, 0.0], [width, 0.0], [0.0, height], [width, height]];
    let coordinates = corners
        .iter()
        .flat_map(|[x, y]| rows.map(|[a, b, c]| (a * x + b * y + c).abs()));
    let largest = coordinates.fold(0.0, f64::max);
    let [[ax, bx, _], [ay, by, _]] = rows;
    let spacing = ax.hypot(ay).min(bx.hypot(by));
    largest / spacing
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn frame(centre: f64, width: f64) -> FrameUniforms {
        let step = width / 500.0;
        FrameUniforms {
            world_x: [step, 0.0, centre - width / 2.0],
            world_y: [0.0, -step, width / 2.0],
            resolution: [500.0; 2],
            seed: 0,
            view: [[0.0; 2]; 2],
        }
    }

    #[test]
    fn double_precision_begins_where_pixels_are_lost_and_ends_later() {
        let auto =
            |width, before| PrecisionSetting::Auto.of(&frame(1.0, width), before, false, 0.0);
        assert_eq!(auto(1e-3, Precision::Single), Precision::Single);
        assert_eq!(auto(1e-4, Precision::Single), Precision::Double);
        assert_eq!(auto(1.5e-4, Precision::Single), Precision::Single);
        assert_eq!(auto(1.5e-4, Precision::Double), Precision::Double);
        assert_eq!(auto(1e-3, Precision::Double), Precision::Single);
        assert_eq!(auto(1e-7, Precision::Double), Precision::Double);
        assert_eq!(auto(1e-9, Precision::Double), Precision::Native);
        assert_eq!(auto(1e-12, Precision::Native), Precision::Perturbed);
        // About the origin single precision has digits enough.
        let origin = frame(0.0, 1e-9);
        for (lacks, expected) in [(false, Precision::Single), (true, Precision::Double)] {
            let precision = PrecisionSetting::Auto.of(&origin, Precision::Single, lacks, 0.0);
            assert_eq!(precision, expected);
            let single = PrecisionSetting::Single.of(&origin, Precision::Single, lacks, 0.0);
            assert_eq!(single, Precision::Single);
        }
        // Whatever the coordinates are, more may be computed with them.
        for (size, expected) in [(1e12, Precision::Native), (1e16, Precision::Perturbed)] {
            let precision = PrecisionSetting::Auto.of(&origin, Precision::Single, true, size);
            assert_eq!(precision, expected);
        }
    }

    #[test]
    fn each_precision_ends_in_a_view_of_some_width() {
        for (precision, about) in [
            (SINGLE, 1e-4),
            (DOUBLE, 1e-11),
            (ComputedIn::Interpreter, 2e-13),
            (ComputedIn::Shader(Precision::Native), 2e-13),
        ] {
            assert_eq!(narrowest(&frame(1.0, 100.0 * about), precision, 0.0), None);
            let ends = narrowest(&frame(1.0, about / 10.0), precision, 0.0).unwrap();
            assert!((0.5..2.0).contains(&(ends / about)), "{ends}");
            // It is there that it ends, from wherever one looks.
            assert_eq!(narrowest(&frame(1.0, 1.01 * ends), precision, 0.0), None);
            assert!(narrowest(&frame(1.0, 0.99 * ends), precision, 0.0).is_some());
        }
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
