//! Numbers with more digits than f64 has: where the middle of the view lies.

use std::str::FromStr;

use dashu_float::round::mode::HalfEven;
use dashu_float::{DBig, FBig};

/// A real number; sums and products of two have the digits of the one that has more.
pub type Exact = FBig<HalfEven, 2>;

/// How many bits the places of a view have: down to 1e-150.
pub const BITS: usize = 512;

/// A number with [`BITS`] bits; 0 for what is none.
pub fn exact(number: f64) -> Exact {
    let number = Exact::try_from(number).ok();
    let number = number.filter(|number| number.repr().is_finite());
    with_bits(number.unwrap_or(Exact::ZERO), BITS)
}

/// The same with more or fewer bits.
pub fn with_bits(number: Exact, bits: usize) -> Exact {
    number.with_precision(bits).value()
}

/// The nearest number in f64.
pub fn nearest(number: &Exact) -> f64 {
    number.to_f64().value()
}

/// A decimal number of any length.
///
/// # Errors
/// It is none.
pub fn decimal(text: &str) -> Result<Exact, String> {
    let number = DBig::from_str(text.trim()).ok();
    let number = number.filter(|number| number.repr().is_finite());
    let number = number.ok_or_else(|| format!("`{text}` is no decimal number"))?;
    let binary = number.with_base_and_precision::<2>(BITS).value();
    Ok(with_bits(binary.with_rounding(), BITS))
}

/// A number with so many decimal digits behind the point.
pub fn digits(number: &Exact, behind: usize) -> String {
    // `as` saturates, and takes NaN for 0.
    let before = nearest(number).abs().log10().max(0.0) as usize;
    let decimal = number
        .clone()
        .with_base_and_precision::<10>(before + behind + 4)
        .value();
    format!("{decimal:.behind$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_numbers_are_read_and_written_with_all_their_digits() {
        let text = "-0.743643887037158704752191506114774000000000000000000000000001234567";
        let number = decimal(text).unwrap_or(Exact::ZERO);
        assert_eq!(digits(&number, 66), text);
        for (text, behind, expected) in [
            ("0.5", 3, "0.500"),
            (
                "1e-50",
                52,
                "0.0000000000000000000000000000000000000000000000000100",
            ),
            ("1234567.895", 1, "1234567.9"),
            ("-1e20", 0, "-100000000000000000000"),
            ("0", 2, "0.00"),
        ] {
            let number = decimal(text).unwrap_or(exact(f64::MAX));
            assert_eq!(digits(&number, behind), expected, "{text}");
        }
        assert_eq!(nearest(&number), -0.743_643_887_037_158_7);
        assert!(decimal("0.1.2").is_err() && decimal("").is_err() && decimal("inf").is_err());
    }
}
