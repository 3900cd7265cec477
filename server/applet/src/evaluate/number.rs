//! The arithmetic of JavaScript's numbers.

use oxc_syntax::operator::BinaryOperator;

/// A number from 0 to 1, 1 excluded, that looks like chance: splitmix64 of `index`.
pub(super) fn unit_interval(index: u64) -> f64 {
    let mut bits = (index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^= bits >> 31;
    // The upper 53 bits: as many as a number has.
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// What an operator makes of two numbers; none of one that is not folded.
pub(super) fn arithmetic(operator: BinaryOperator, a: f64, b: f64) -> Option<f64> {
    Some(match operator {
        BinaryOperator::Addition => a + b,
        BinaryOperator::Subtraction => a - b,
        BinaryOperator::Multiplication => a * b,
        BinaryOperator::Division => a / b,
        BinaryOperator::Remainder => a % b,
        BinaryOperator::Exponential => a.powf(b),
        BinaryOperator::ShiftLeft => f64::from(to_int32(a)? << (to_int32(b)? & 31)),
        BinaryOperator::ShiftRight => f64::from(to_int32(a)? >> (to_int32(b)? & 31)),
        BinaryOperator::BitwiseOR => f64::from(to_int32(a)? | to_int32(b)?),
        BinaryOperator::BitwiseAnd => f64::from(to_int32(a)? & to_int32(b)?),
        _ => return None,
    })
}

/// The integer on whose bits an operator works; none for large numbers, which hardly mean their
/// remainder.
fn to_int32(number: f64) -> Option<i32> {
    let integer = number.trunc();
    (integer.abs() <= f64::from(i32::MAX)).then_some(integer as i32)
}

/// A constant of `Math`.
pub(super) fn math_constant(name: &str) -> Option<f64> {
    use std::f64::consts;
    Some(match name {
        "PI" => consts::PI,
        "E" => consts::E,
        "SQRT2" => consts::SQRT_2,
        "SQRT1_2" => consts::FRAC_1_SQRT_2,
        "LN2" => consts::LN_2,
        "LN10" => consts::LN_10,
        _ => return None,
    })
}

/// What a function of `Math` says.
pub(super) fn math_function(name: &str, arguments: &[f64]) -> Option<f64> {
    Some(match (name, arguments) {
        ("sqrt", [x]) => x.sqrt(),
        ("sin", [x]) => x.sin(),
        ("cos", [x]) => x.cos(),
        ("tan", [x]) => x.tan(),
        ("exp", [x]) => x.exp(),
        ("log", [x]) => x.ln(),
        ("abs", [x]) => x.abs(),
        ("floor", [x]) => x.floor(),
        ("ceil", [x]) => x.ceil(),
        // Halves go up, also below zero.
        ("round", [x]) => (x + 0.5).floor(),
        ("pow", [x, y]) => x.powf(*y),
        ("atan2", [y, x]) => y.atan2(*x),
        _ => return None,
    })
}
