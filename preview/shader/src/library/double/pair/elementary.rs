//! Elementary functions in double precision: seeds in single precision and a step of Newton's, or
//! Taylor's series of a small part of the argument. Without loops, of which drivers allow few.

use super::super::super::functions::{Function, functions};

functions! {
    // exp(x) - 1 from -0.35 to 0.35: that of a sixteenth, and four times of twice as much.
    double_expm1 [double_add double_mul double_square] "
fn double_expm1(x: vec2f) -> vec2f {
    let part = 0.0625 * x;
    let tail = part.x * (0.041666668 + part.x * (0.008333334 + part.x * 0.0013888889));
    let third = double_add(vec2f(0.16666667, -4.967054e-9), vec2f(tail, 0.0));
    let second = double_add(vec2f(0.5, 0.0), double_mul(part, third));
    let one = double_add(part, double_mul(double_square(part), second));
    let two = double_add(2.0 * one, double_square(one));
    let four = double_add(2.0 * two, double_square(two));
    let eight = double_add(2.0 * four, double_square(four));
    return double_add(2.0 * eight, double_square(eight));
}
"
    power_of_two [] "
fn power_of_two(exponent: i32) -> f32 {
    return bitcast<f32>(u32(exponent + 127) << 23u);
}
"
    double_exp [double_add double_expm1 double_times power_of_two] "
fn double_exp(x: vec2f) -> vec2f {
    if !(abs(x.x) < 88.0) {
        return vec2f(exp(x.x), 0.0);
    }
    let times = round(x.x * 1.442695);
    // The first part of the logarithm of 2 is so short that its product is exact.
    let high = double_add(x, vec2f(times * -0.693359375, 0.0));
    let rest = double_add(high, double_times(vec2f(0.00021219444, -1.646595e-12), times));
    let value = double_add(vec2f(1.0, 0.0), double_expm1(rest));
    let half = i32(times) / 2;
    return value * power_of_two(half) * power_of_two(i32(times) - half);
}
"
    // Of a positive number.
    double_ln [double_add double_exp double_mul double_times power_of_two] "
fn double_ln(x: vec2f) -> vec2f {
    if !(x.x > 1e-36 && x.x < 3e38) {
        return vec2f(log(x.x), 0.0);
    }
    let bits = bitcast<u32>(x.x * 0.70710677);
    let exponent = i32((bits >> 23u) & 255u) - 126;
    let mantissa = x * power_of_two(-exponent / 2) * power_of_two(-exponent - (-exponent / 2));
    let seed = log(mantissa.x);
    let one = double_mul(mantissa, double_exp(vec2f(-seed, 0.0)));
    let rest = double_add(one, vec2f(-1.0, 0.0));
    let higher = rest.x * rest.x * (rest.x * 0.33333334 - 0.5);
    let logarithm = double_add(vec2f(seed, 0.0), double_add(rest, vec2f(higher, 0.0)));
    return double_add(logarithm, double_times(vec2f(0.6931472, -1.9046542e-9), f32(exponent)));
}
"
    double_log [double_complex double_ln] "
fn double_log(x: vec2f) -> vec4f {
    let pi = vec2f(3.1415927, -8.742278e-8);
    let value = double_ln(select(x, -x, x.x < 0.0));
    return double_complex(value, select(vec2f(), pi, x.x < 0.0));
}
"
    // Sine and cosine: of an eighth of what is left beside multiples of a right angle, and three times
    // of twice as much.
    double_sine_cosine [double_add double_mul double_square double_times] "
fn double_sine_cosine(x: vec2f) -> vec4f {
    let times = round(x.x * 0.63661975);
    if !(abs(times) < 8388608.0) {
        return vec4f(sin(x.x), 0.0, cos(x.x), 0.0);
    }
    let high = double_add(x, double_times(vec2f(1.5707964, 0.0), -times));
    let middle = double_add(high, double_times(vec2f(-4.371139e-8, 0.0), -times));
    let part = 0.125 * double_add(middle, vec2f(1.7151245e-15 * times, 0.0));
    let square = double_square(part);
    let third = vec2f(square.x * (0.008333334 - square.x * 0.0001984127), 0.0);
    let third_order = double_mul(square, double_add(vec2f(-0.16666667, 4.967054e-9), third));
    let sine_1 = double_add(part, double_mul(part, third_order));
    let fourth = vec2f(square.x * 0.0013888889, 0.0);
    let fourth_order = double_mul(square, double_add(vec2f(-0.041666668, 1.2417635e-9), fourth));
    // What the cosine lacks of 1.
    let lack_1 = double_mul(square, double_add(vec2f(0.5, 0.0), fourth_order));
    let sine_2 = double_mul(2.0 * sine_1, double_add(vec2f(1.0, 0.0), -lack_1));
    let lack_2 = double_square(sine_1) * 2.0;
    let sine_4 = double_mul(2.0 * sine_2, double_add(vec2f(1.0, 0.0), -lack_2));
    let lack_4 = double_square(sine_2) * 2.0;
    let sine = double_mul(2.0 * sine_4, double_add(vec2f(1.0, 0.0), -lack_4));
    let cosine = double_add(vec2f(1.0, 0.0), double_square(sine_4) * -2.0);
    let quarter = i32(times) & 3;
    let turned = select(vec4f(sine, cosine), vec4f(cosine, -sine), (quarter & 1) == 1);
    return select(turned, -turned, quarter >= 2);
}
"
    double_sin [double_sine_cosine] "
fn double_sin(x: vec2f) -> vec2f {
    return double_sine_cosine(x).xy;
}
"
    double_cos [double_sine_cosine] "
fn double_cos(x: vec2f) -> vec2f {
    return double_sine_cosine(x).zw;
}
"
    double_tan [double_div double_sine_cosine] "
fn double_tan(x: vec2f) -> vec2f {
    let parts = double_sine_cosine(x);
    return double_div(parts.xy, parts.zw);
}
"
    double_angle [angle double_add double_mul double_sine_cosine] "
fn double_angle(x: vec2f, y: vec2f) -> vec2f {
    let seed = angle(x.x, y.x);
    let size = max(abs(x.x), abs(y.x));
    if !(size > 1e-30 && size < 1e38) {
        return vec2f(seed, 0.0);
    }
    let parts = double_sine_cosine(vec2f(seed, 0.0));
    // Scaled so that no square is too large.
    let scale = 1.0 / size;
    let beside = double_add(double_mul(y, parts.zw), -double_mul(x, parts.xy)).x * scale;
    let radius = sqrt((x.x * scale) * (x.x * scale) + (y.x * scale) * (y.x * scale));
    return double_add(vec2f(seed, 0.0), vec2f(beside / radius, 0.0));
}
"
    double_arctan [double_angle] "
fn double_arctan(x: vec2f) -> vec2f {
    return double_angle(vec2f(1.0, 0.0), x);
}
"
    double_argument [double_angle] "
fn double_argument(z: vec4f) -> vec2f {
    return double_angle(z.xz, z.yw);
}
"
    // Of a base that is not negative, as in single precision.
    double_nonneg_pow [double_exp double_ln double_mul nonneg_pow] "
fn double_nonneg_pow(base: vec2f, exponent: vec2f) -> vec2f {
    if base.x <= 0.0 || exponent.x == 0.0 {
        return vec2f(nonneg_pow(base.x, exponent.x), 0.0);
    }
    return double_exp(double_mul(exponent, double_ln(base)));
}
"
    double_real_sqrt [double_sqrt] "
fn double_real_sqrt(x: vec2f) -> vec4f {
    let is_negative = x.x < 0.0;
    let root = double_sqrt(select(x, -x, is_negative));
    return select(vec4f(root.x, 0.0, root.y, 0.0), vec4f(0.0, root.x, 0.0, root.y), is_negative);
}
"
    double_complex_sqrt [double_abs double_add double_complex double_complex_abs double_div double_sqrt] "
fn double_complex_sqrt(z: vec4f) -> vec4f {
    let sum = double_add(double_complex_abs(z), double_abs(z.xz));
    let root = double_sqrt(0.5 * sum);
    if root.x == 0.0 {
        return vec4f();
    }
    let other = double_div(0.5 * double_abs(z.yw), root);
    let is_right = z.x >= 0.0;
    let imaginary = select(root, other, is_right);
    return double_complex(select(other, root, is_right), select(imaginary, -imaginary, z.y < 0.0));
}
"
    double_complex_exp [double_complex double_exp double_mul double_sine_cosine] "
fn double_complex_exp(z: vec4f) -> vec4f {
    let size = double_exp(z.xz);
    let parts = double_sine_cosine(z.yw);
    return double_complex(double_mul(size, parts.zw), double_mul(size, parts.xy));
}
"
    double_complex_log [double_argument double_complex double_complex_abs double_ln] "
fn double_complex_log(z: vec4f) -> vec4f {
    return double_complex(double_ln(double_complex_abs(z)), double_argument(z));
}
"
    double_complex_pow [double_complex_exp double_complex_log double_complex_mul] "
fn double_complex_pow(base: vec4f, exponent: vec4f) -> vec4f {
    if all(exponent.xy == vec2f()) {
        return vec4f(1.0, 0.0, 0.0, 0.0);
    }
    if all(base.xy == vec2f()) {
        return vec4f();
    }
    return double_complex_exp(double_complex_mul(exponent, double_complex_log(base)));
}
"
    // Hyperbolic sine and cosine.
    double_hyperbolic [double_add double_div double_exp double_expm1] "
fn double_hyperbolic(x: vec2f) -> vec4f {
    let one = vec2f(1.0, 0.0);
    let grown = double_exp(x);
    let shrunk = double_div(one, grown);
    let cosine = 0.5 * double_add(grown, shrunk);
    if abs(x.x) < 0.34 {
        // Without a difference of numbers that are nearly the same.
        let more = double_expm1(x);
        let sine = 0.5 * double_add(more, double_div(more, double_add(one, more)));
        return vec4f(sine, cosine);
    }
    return vec4f(0.5 * double_add(grown, -shrunk), cosine);
}
"
    double_sinh [double_hyperbolic] "
fn double_sinh(x: vec2f) -> vec2f {
    return double_hyperbolic(x).xy;
}
"
    double_cosh [double_hyperbolic] "
fn double_cosh(x: vec2f) -> vec2f {
    return double_hyperbolic(x).zw;
}
"
    double_complex_sin [double_complex double_hyperbolic double_mul double_sine_cosine] "
fn double_complex_sin(z: vec4f) -> vec4f {
    let circular = double_sine_cosine(z.xz);
    let hyperbolic = double_hyperbolic(z.yw);
    return double_complex(
        double_mul(circular.xy, hyperbolic.zw),
        double_mul(circular.zw, hyperbolic.xy),
    );
}
"
    double_complex_cos [double_complex double_hyperbolic double_mul double_sine_cosine] "
fn double_complex_cos(z: vec4f) -> vec4f {
    let circular = double_sine_cosine(z.xz);
    let hyperbolic = double_hyperbolic(z.yw);
    return double_complex(
        double_mul(circular.zw, hyperbolic.zw),
        -double_mul(circular.xy, hyperbolic.xy),
    );
}
"
    // Far from the real axis it is i or -i, and its parts are not finite.
    double_complex_tan [double_complex_cos double_complex_div double_complex_sin] "
fn double_complex_tan(z: vec4f) -> vec4f {
    if abs(z.y) > 20.0 {
        return vec4f(0.0, sign(z.y), 0.0, 0.0);
    }
    return double_complex_div(double_complex_sin(z), double_complex_cos(z));
}
"
}
