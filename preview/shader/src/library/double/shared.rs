//! Functions that are made of those which each format of double precision has, and know nothing of what
//! it is.
//!
//! Branches are those of [`functions`](super::super::functions).

use super::super::functions::{Function, functions};

functions! {
    double_conjugate [double_complex double_im double_re] "
fn double_conjugate(z: DoubleComplex) -> DoubleComplex {
    return double_complex(double_re(z), -double_im(z));
}
"
    double_gauss [double_im double_re] "
fn double_gauss(z: DoubleComplex) -> array<Double, 2> {
    return array<Double, 2>(double_re(z), double_im(z));
}
"
    // By a seed and a step of Halley's: near 0 no digits are lost.
    double_asinh [double_abs double_add double_cosh double_div double_less double_ln double_of double_sinh double_single double_sub real_asinh] "
fn double_asinh(x: Double) -> Double {
    let size = double_abs(x);
    if double_single(size) > 1e15 {
        let logarithm = double_ln(double_add(size, size));
        return select(logarithm, -logarithm, double_less(x, double_of(0.0)));
    }
    let seed = double_of(real_asinh(double_single(x)));
    let cosine = double_cosh(seed);
    let sine = double_sinh(seed);
    let step = double_div(double_sub(x, sine), cosine);
    let first = double_single(step);
    let second = -0.5 * first * first * double_single(double_div(sine, cosine));
    return double_add(seed, double_add(step, double_of(second)));
}
"
    double_real_arcsin [double_abs double_add double_angle double_complex_arcsin double_complex_of_real double_less_equal double_mul double_of double_sqrt double_sub] "
fn double_real_arcsin(x: Double) -> DoubleComplex {
    let one = double_of(1.0);
    if double_less_equal(double_abs(x), one) {
        let cosine = double_sqrt(double_mul(double_sub(one, x), double_add(one, x)));
        return double_complex_of_real(double_angle(cosine, x));
    }
    return double_complex_arcsin(double_complex_of_real(x));
}
"
    double_real_arccos [double_abs double_add double_angle double_complex_arccos double_complex_of_real double_less_equal double_of double_sqrt double_sub] "
fn double_real_arccos(x: Double) -> DoubleComplex {
    let one = double_of(1.0);
    if double_less_equal(double_abs(x), one) {
        let half = double_angle(double_sqrt(double_add(one, x)), double_sqrt(double_sub(one, x)));
        return double_complex_of_real(double_add(half, half));
    }
    return double_complex_arccos(double_complex_of_real(x));
}
"
    double_complex_arcsin [double_add double_angle double_asinh double_complex double_complex_sqrt double_im double_mul double_of double_re double_sub] "
fn double_complex_arcsin(z: DoubleComplex) -> DoubleComplex {
    let one = double_of(1.0);
    let minus = double_complex_sqrt(double_complex(double_sub(one, double_re(z)), -double_im(z)));
    let plus = double_complex_sqrt(double_complex(double_add(one, double_re(z)), double_im(z)));
    let cosine = double_sub(
        double_mul(double_re(minus), double_re(plus)),
        double_mul(double_im(minus), double_im(plus)),
    );
    let sine = double_sub(
        double_mul(double_re(minus), double_im(plus)),
        double_mul(double_im(minus), double_re(plus)),
    );
    return double_complex(double_angle(cosine, double_re(z)), double_asinh(sine));
}
"
    double_complex_arccos [double_add double_angle double_asinh double_complex double_complex_sqrt double_im double_mul double_of double_re double_sub] "
fn double_complex_arccos(z: DoubleComplex) -> DoubleComplex {
    let one = double_of(1.0);
    let minus = double_complex_sqrt(double_complex(double_sub(one, double_re(z)), -double_im(z)));
    let plus = double_complex_sqrt(double_complex(double_add(one, double_re(z)), double_im(z)));
    let half = double_angle(double_re(plus), double_re(minus));
    let sine = double_sub(
        double_mul(double_re(plus), double_im(minus)),
        double_mul(double_im(plus), double_re(minus)),
    );
    return double_complex(double_add(half, half), double_asinh(sine));
}
"
    // The imaginary part is half the area tangent of 2y through 1 + x^2 + y^2.
    double_complex_arctan [double_add double_angle double_asinh double_complex double_complex_reciprocal double_complex_sub double_div double_equal double_im double_less double_mul double_of double_pi double_re double_single double_sqrt double_square double_sub] "
fn double_complex_arctan(z: DoubleComplex) -> DoubleComplex {
    let zero = double_of(0.0);
    let one = double_of(1.0);
    let half = double_of(0.5);
    let x = double_re(z);
    let y = double_im(z);
    let is_left = double_less(x, zero);
    let size = max(abs(double_single(x)), abs(double_single(y)));
    if size > 1e8 {
        let right_angle = double_mul(half, double_pi());
        let edge = double_complex(select(right_angle, -right_angle, is_left), zero);
        return double_complex_sub(edge, double_complex_reciprocal(z));
    }
    let above = double_add(y, one);
    let below = double_sub(y, one);
    let square = double_square(x);
    let from_circle = double_sub(-double_mul(above, below), square);
    let real = double_mul(half, double_angle(from_circle, double_add(x, x)));
    let from_poles = double_mul(
        double_add(square, double_square(above)),
        double_add(square, double_square(below)),
    );
    let tangent = double_div(double_add(y, y), double_sqrt(from_poles));
    let imaginary = double_mul(half, double_asinh(tangent));
    if !double_equal(x, zero) {
        return double_complex(real, imaginary);
    }
    // On the lower cut, from the left; at the poles it has no direction.
    if double_equal(y, one) || double_equal(y, -one) {
        return double_complex(double_of(frame.nan), imaginary);
    }
    return double_complex(
        select(real, -double_mul(half, double_pi()), double_less(y, -one)),
        imaginary,
    );
}
"
    double_complex_arctan2 [double_complex double_complex_add double_complex_div double_complex_log double_complex_sqrt double_complex_square double_im double_re double_sub double_add] "
fn double_complex_arctan2(x: DoubleComplex, y: DoubleComplex) -> DoubleComplex {
    let squares = double_complex_add(double_complex_square(x), double_complex_square(y));
    let turned = double_complex(
        double_sub(double_re(x), double_im(y)),
        double_add(double_im(x), double_re(y)),
    );
    let logarithm = double_complex_log(double_complex_div(turned, double_complex_sqrt(squares)));
    return double_complex(double_im(logarithm), -double_re(logarithm));
}
"
    double_complex_degree [double_complex double_degree double_im double_re] "
fn double_complex_degree(z: DoubleComplex) -> DoubleComplex {
    return double_complex(double_degree(double_re(z)), double_degree(double_im(z)));
}
"
    // Where only a part of the divisor is 0, that of the remainder is.
    double_complex_mod [double_complex double_equal double_im double_mod double_of double_re] "
fn double_complex_mod(a: DoubleComplex, b: DoubleComplex) -> DoubleComplex {
    let zero = double_of(0.0);
    let no_re = double_equal(double_re(b), zero);
    let no_im = double_equal(double_im(b), zero);
    let absent = double_of(select(0.0, frame.nan, no_re && no_im));
    return double_complex(
        select(double_mod(double_re(a), double_re(b)), absent, no_re),
        select(double_mod(double_im(a), double_im(b)), absent, no_im),
    );
}
"
}
