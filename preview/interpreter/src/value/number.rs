//! Arithmetic and the text of numbers, as CindyJS and CindyGL have them.

use num_complex::Complex64;

/// The product at pixels: as of complex numbers, only that real ones have no imaginary part that is
/// no number where one of them is infinite.
pub(crate) fn product_at_pixels(a: Complex64, b: Complex64) -> Complex64 {
    let product = a * b;
    if product.im.is_nan() && a.im == 0.0 && b.im == 0.0 {
        return (a.re * b.re).into();
    }
    product
}

/// The quotient at pixels by a real number, part by part, as CindyGL has it: by 0 it is infinite.
pub(crate) fn quotient_at_pixels(z: Complex64, by: f64) -> Complex64 {
    let im = if z.im == 0.0 {
        0.0
    } else {
        quotient_of_reals(z.im, by)
    };
    Complex64::new(quotient_of_reals(z.re, by), im)
}

/// A real number by another, as CindyJS divides complex numbers: scripts that round
/// or compare quotients depend on the last bit. Where that leaves the range of numbers, the quotient
/// itself.
pub(crate) fn quotient_of_reals(x: f64, by: f64) -> f64 {
    let (product, square) = (x * by, by * by);
    if product.is_normal() && square.is_normal() {
        product / square
    } else {
        x / by
    }
}

/// Real numbers by a real number are real.
pub(crate) fn quotient(z: Complex64, divisor: Complex64) -> Complex64 {
    if z.im == 0.0 && divisor.im == 0.0 && divisor.re != 0.0 {
        quotient_of_reals(z.re, divisor.re).into()
    } else {
        z / divisor
    }
}

/// The nearest integer, the larger one of two: -2.5 becomes -2.
pub(crate) fn round_half_up(number: f64) -> f64 {
    let floor = number.floor();
    if number - floor >= 0.5 {
        floor + 1.0
    } else {
        floor
    }
}

/// A real number in the shortest form that reads back as it, with an exponent from 1e21 on and
/// below 1e-6 (ECMAScript, Number::toString).
pub(crate) fn real_text(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        }
        .to_owned();
    }
    let magnitude = number.abs();
    if (1e-6..1e21).contains(&magnitude) {
        return number.to_string();
    }
    let text = format!("{number:e}");
    match text.split_once("e-") {
        Some(_) => text,
        None => text.replacen('e', "e+", 1),
    }
}
