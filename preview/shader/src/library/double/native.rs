//! Functions on f64: [`DoubleFormat::Native`](crate::repr::DoubleFormat). SPIR-V has no elementary
//! functions of them, and WGSL no bits.
//!
//! Series and what precedes them after fdlibm (Sun Microsystems, 1993). Without loops, of which drivers
//! allow few.

use super::super::functions::{Function, functions};

functions! {
    double_of [] "
fn double_of(x: f32) -> f64 {
    return f64(x);
}
"
    double_single [] "
fn double_single(x: f64) -> f32 {
    return f32(x);
}
"
    double_complex_of_single [] "
fn double_complex_of_single(z: vec2f) -> vec2<f64> {
    return vec2<f64>(z);
}
"
    double_complex_single [] "
fn double_complex_single(z: vec2<f64>) -> vec2f {
    return vec2f(z);
}
"
    double_re [] "
fn double_re(z: vec2<f64>) -> f64 {
    return z.x;
}
"
    double_im [] "
fn double_im(z: vec2<f64>) -> f64 {
    return z.y;
}
"
    double_complex [] "
fn double_complex(re: f64, im: f64) -> vec2<f64> {
    return vec2<f64>(re, im);
}
"
    double_complex_of_real [] "
fn double_complex_of_real(re: f64) -> vec2<f64> {
    return vec2<f64>(re, 0.0lf);
}
"
    // Half a turn.
    double_pi [] "
fn double_pi() -> f64 {
    return 3.141592653589793lf;
}
"
    // High and low half as f32.
    double_halves [] "
fn double_halves(x: f64) -> vec2f {
    let high = f32(x);
    return vec2f(high, select(0.0, f32(x - f64(high)), abs(high) < 3e38));
}
"
    double_complex_halves [double_halves] "
fn double_complex_halves(z: vec2<f64>) -> vec4f {
    return vec4f(double_halves(z.x), double_halves(z.y));
}
"
    double_of_int [] "
fn double_of_int(n: i32) -> f64 {
    return f64(n);
}
"
    double_to_int [] "
fn double_to_int(x: f64) -> i32 {
    return i32(clamp(x, -2147483648.0lf, 2147483647.0lf));
}
"
    double_add [] "
fn double_add(a: f64, b: f64) -> f64 {
    return a + b;
}
"
    double_sub [] "
fn double_sub(a: f64, b: f64) -> f64 {
    return a - b;
}
"
    double_mul [] "
fn double_mul(a: f64, b: f64) -> f64 {
    return a * b;
}
"
    double_square [] "
fn double_square(a: f64) -> f64 {
    return a * a;
}
"
    // Through 0 as in single precision.
    double_div [] "
fn double_div(a: f64, b: f64) -> f64 {
    if b == 0.0lf {
        let sign_of_a = select(select(0.0, -1.0, a < 0.0lf), 1.0, a > 0.0lf);
        let infinite = sign_of_a * bitcast<f32>(bitcast<u32>(f32(b)) | 0x7f800000u);
        return f64(select(infinite, frame.nan, sign_of_a == 0.0));
    }
    return a / b;
}
"
    double_reciprocal [] "
fn double_reciprocal(x: f64) -> f64 {
    if x == 0.0lf {
        return 0.0lf;
    }
    return 1.0lf / x;
}
"
    // Of what is not negative.
    double_sqrt [] "
fn double_sqrt(a: f64) -> f64 {
    if a <= 0.0lf {
        return 0.0lf;
    }
    return sqrt(a);
}
"
    double_abs [] "
fn double_abs(x: f64) -> f64 {
    return abs(x);
}
"
    double_equal [] "
fn double_equal(a: f64, b: f64) -> bool {
    return a == b;
}
"
    double_less [] "
fn double_less(a: f64, b: f64) -> bool {
    return a < b;
}
"
    double_less_equal [] "
fn double_less_equal(a: f64, b: f64) -> bool {
    return a <= b;
}
"
    double_more [] "
fn double_more(a: f64, b: f64) -> bool {
    return a > b;
}
"
    double_more_equal [] "
fn double_more_equal(a: f64, b: f64) -> bool {
    return a >= b;
}
"
    double_min [] "
fn double_min(a: f64, b: f64) -> f64 {
    return select(a, b, b < a);
}
"
    double_max [] "
fn double_max(a: f64, b: f64) -> f64 {
    return select(a, b, a < b);
}
"
    // By how much one number is larger; 0 where they are the same up to the interpreter's tolerance,
    // or some units in the last place where that is more.
    double_excess [] "
fn double_excess(a: f64, b: f64) -> f32 {
    let excess = a - b;
    let tolerance = max(1e-10lf, 1.8e-15lf * max(abs(a), abs(b)));
    return f32(select(excess, 0.0lf, abs(excess) < tolerance));
}
"
    double_floor [] "
fn double_floor(x: f64) -> f64 {
    return floor(x);
}
"
    double_ceil [] "
fn double_ceil(x: f64) -> f64 {
    return ceil(x);
}
"
    double_round [] "
fn double_round(x: f64) -> f64 {
    return floor(x + 0.5lf);
}
"
    double_mod [] "
fn double_mod(a: f64, b: f64) -> f64 {
    if b == 0.0lf {
        return f64(frame.nan);
    }
    return a - b * floor(a / b);
}
"
    double_degree [] "
fn double_degree(x: f64) -> f64 {
    return x * 0.017453292519943295lf;
}
"
    double_power [double_div] "
fn double_power(base: f64, exponent: i32) -> f64 {
    var power = 1.0lf;
    var square = base;
    for (var n = bitcast<u32>(abs(exponent)); n > 0u; n = n >> 1u) {
        if (n & 1u) == 1u {
            power = power * square;
        }
        square = square * square;
    }
    if exponent >= 0 {
        return power;
    }
    let is_even = (exponent & 1) == 0;
    return select(double_div(1.0lf, power), 0.0lf, base == 0.0lf && !is_even);
}
"
    double_world [] "
fn double_world(pixel: vec2f) -> vec2<f64> {
    return frame.exact[0] * f64(pixel.x) + frame.exact[1] * f64(pixel.y) + frame.exact[2];
}
"
    double_complex_add [] "
fn double_complex_add(a: vec2<f64>, b: vec2<f64>) -> vec2<f64> {
    return a + b;
}
"
    double_complex_sub [] "
fn double_complex_sub(a: vec2<f64>, b: vec2<f64>) -> vec2<f64> {
    return a - b;
}
"
    double_complex_mul [] "
fn double_complex_mul(a: vec2<f64>, b: vec2<f64>) -> vec2<f64> {
    return vec2<f64>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
"
    double_complex_square [] "
fn double_complex_square(z: vec2<f64>) -> vec2<f64> {
    return vec2<f64>(z.x * z.x - z.y * z.y, 2.0lf * z.x * z.y);
}
"
    double_square_of_modulus [] "
fn double_square_of_modulus(z: vec2<f64>) -> f64 {
    return z.x * z.x + z.y * z.y;
}
"
    double_complex_abs [double_square_of_modulus] "
fn double_complex_abs(z: vec2<f64>) -> f64 {
    let square = double_square_of_modulus(z);
    if square > 1e-280lf && square < 1e300lf {
        return sqrt(square);
    }
    let scale = max(abs(z.x), abs(z.y));
    if !(scale > 0.0lf && scale < 1e308lf) {
        return abs(z.x) + abs(z.y);
    }
    return scale * sqrt(double_square_of_modulus(z / scale));
}
"
    double_complex_over [double_div] "
fn double_complex_over(z: vec2<f64>, x: f64) -> vec2<f64> {
    return vec2<f64>(double_div(z.x, x), double_div(z.y, x));
}
"
    double_complex_div [double_square_of_modulus] "
fn double_complex_div(a: vec2<f64>, b: vec2<f64>) -> vec2<f64> {
    let scale = max(abs(b.x), abs(b.y));
    if scale == 0.0lf {
        return vec2<f64>(f64(frame.nan));
    }
    let c = b / scale;
    let product = vec2<f64>(a.x * c.x + a.y * c.y, a.y * c.x - a.x * c.y);
    return product / double_square_of_modulus(c) / scale;
}
"
    double_complex_reciprocal [double_complex_div] "
fn double_complex_reciprocal(z: vec2<f64>) -> vec2<f64> {
    if z.x == 0.0lf && z.y == 0.0lf {
        return z;
    }
    return double_complex_div(vec2<f64>(1.0lf, 0.0lf), z);
}
"
    double_complex_power [double_complex_mul double_complex_reciprocal double_complex_square] "
fn double_complex_power(base: vec2<f64>, exponent: i32) -> vec2<f64> {
    var power = vec2<f64>(1.0lf, 0.0lf);
    var square = base;
    for (var n = bitcast<u32>(abs(exponent)); n > 0u; n = n >> 1u) {
        if (n & 1u) == 1u {
            power = double_complex_mul(power, square);
        }
        square = double_complex_square(square);
    }
    if exponent < 0 {
        return double_complex_reciprocal(power);
    }
    return power;
}
"
    power_of_two [] "
fn power_of_two(exponent: i32) -> f32 {
    return bitcast<f32>(u32(exponent + 127) << 23u);
}
"
    // exp(x) - 1 from -0.35 to 0.35: Taylor's series.
    double_expm1 [] "
fn double_expm1(x: f64) -> f64 {
    var sum = 1.1470745597729725e-11lf;
    sum = sum * x + 1.6059043836821613e-10lf;
    sum = sum * x + 2.08767569878681e-9lf;
    sum = sum * x + 2.505210838544172e-8lf;
    sum = sum * x + 2.755731922398589e-7lf;
    sum = sum * x + 2.7557319223985893e-6lf;
    sum = sum * x + 2.48015873015873e-5lf;
    sum = sum * x + 0.0001984126984126984lf;
    sum = sum * x + 0.001388888888888889lf;
    sum = sum * x + 0.008333333333333333lf;
    sum = sum * x + 0.041666666666666664lf;
    sum = sum * x + 0.16666666666666666lf;
    sum = sum * x + 0.5lf;
    return sum * x * x + x;
}
"
    double_exp [double_expm1 power_of_two] "
fn double_exp(x: f64) -> f64 {
    if !(abs(x) < 700.0lf) {
        return f64(exp(f32(x)));
    }
    let times = floor(x * 1.4426950408889634lf + 0.5lf);
    // The first part of the logarithm of 2 is so short that its product is exact.
    let high = x - times * 6.93147180369123816490e-01lf;
    let value = 1.0lf + double_expm1(high - times * 1.90821492927058770002e-10lf);
    // Powers of f32 end at 2^127.
    let eighth = i32(times) / 8;
    let square = f64(power_of_two(eighth)) * f64(power_of_two(eighth));
    let half = square * square;
    return value * half * half * f64(power_of_two(i32(times) - 8 * eighth));
}
"
    // Of a positive number.
    double_ln [power_of_two] "
fn double_ln(x: f64) -> f64 {
    if !(x > 1e-300lf && x < 1e300lf) {
        return f64(log(f32(x)));
    }
    // Where f32 has numbers.
    var mantissa = x;
    var exponent = 0;
    if mantissa > 1.3407807929942597e154lf {
        mantissa = mantissa * 7.458340731200207e-155lf;
        exponent += 512;
    }
    if mantissa > 1.157920892373162e77lf {
        mantissa = mantissa * 8.636168555094445e-78lf;
        exponent += 256;
    }
    if mantissa > 1.8446744073709552e19lf {
        mantissa = mantissa * 5.421010862427522e-20lf;
        exponent += 64;
    }
    if mantissa > 1.8446744073709552e19lf {
        mantissa = mantissa * 2.938735877055719e-39lf;
        exponent += 128;
    }
    if mantissa < 7.458340731200207e-155lf {
        mantissa = mantissa * 1.3407807929942597e154lf;
        exponent -= 512;
    }
    if mantissa < 8.636168555094445e-78lf {
        mantissa = mantissa * 1.157920892373162e77lf;
        exponent -= 256;
    }
    if mantissa < 5.421010862427522e-20lf {
        mantissa = mantissa * 1.8446744073709552e19lf;
        exponent -= 64;
    }
    if mantissa < 5.421010862427522e-20lf {
        mantissa = mantissa * 3.402823669209385e38lf;
        exponent -= 128;
    }
    // From the root of 1/2 to that of 2.
    let bits = bitcast<u32>(f32(mantissa) * 0.70710677);
    let more = i32((bits >> 23u) & 255u) - 126;
    mantissa = mantissa * f64(power_of_two(-more));
    let times = f64(exponent + more);
    let f = mantissa - 1.0lf;
    let s = f / (2.0lf + f);
    let z = s * s;
    var sum = 1.479819860511658591e-01lf;
    sum = sum * z + 1.531383769920937332e-01lf;
    sum = sum * z + 1.818357216161805012e-01lf;
    sum = sum * z + 2.222219843214978396e-01lf;
    sum = sum * z + 2.857142874366239149e-01lf;
    sum = sum * z + 3.999999999940941908e-01lf;
    sum = sum * z + 6.666666666666735130e-01lf;
    let half_square = 0.5lf * f * f;
    let rest = s * (half_square + sum * z) + times * 1.90821492927058770002e-10lf;
    return times * 6.93147180369123816490e-01lf - ((half_square - rest) - f);
}
"
    double_log [double_ln] "
fn double_log(x: f64) -> vec2<f64> {
    return vec2<f64>(double_ln(abs(x)), select(0.0lf, 3.141592653589793lf, x < 0.0lf));
}
"
    // Sine and cosine: series of what is left beside multiples of a right angle.
    double_sine_cosine [] "
fn double_sine_cosine(x: f64) -> vec2<f64> {
    let times = floor(x * 0.6366197723675814lf + 0.5lf);
    if !(abs(times) < 1e9lf) {
        return vec2<f64>(f64(sin(f32(x))), f64(cos(f32(x))));
    }
    let high = x - times * 1.57079632673412561417e+00lf;
    let middle = high - times * 6.07710050630396597660e-11lf;
    let part = middle - times * 2.02226624879595063154e-21lf;
    let square = part * part;
    var sum = 1.58969099521155010221e-10lf;
    sum = sum * square - 2.50507602534068634195e-08lf;
    sum = sum * square + 2.75573137070700676789e-06lf;
    sum = sum * square - 1.98412698298579493134e-04lf;
    sum = sum * square + 8.33333333332248946124e-03lf;
    sum = sum * square - 1.66666666666666324348e-01lf;
    let sine = part + part * square * sum;
    sum = -1.13596475577881948265e-11lf;
    sum = sum * square + 2.08757232129817482790e-09lf;
    sum = sum * square - 2.75573143513906633035e-07lf;
    sum = sum * square + 2.48015872894767294178e-05lf;
    sum = sum * square - 1.38888888888741095749e-03lf;
    sum = sum * square + 4.16666666666666019037e-02lf;
    let cosine = 1.0lf - (0.5lf * square - square * square * sum);
    let quarter = i32(times) & 3;
    let turned = select(vec2<f64>(sine, cosine), vec2<f64>(cosine, -sine), (quarter & 1) == 1);
    return select(turned, -turned, quarter >= 2);
}
"
    double_sin [double_sine_cosine] "
fn double_sin(x: f64) -> f64 {
    return double_sine_cosine(x).x;
}
"
    double_cos [double_sine_cosine] "
fn double_cos(x: f64) -> f64 {
    return double_sine_cosine(x).y;
}
"
    double_tan [double_div double_sine_cosine] "
fn double_tan(x: f64) -> f64 {
    let parts = double_sine_cosine(x);
    return double_div(parts.x, parts.y);
}
"
    // By a seed and a step of Newton's.
    double_angle [angle double_sine_cosine] "
fn double_angle(x: f64, y: f64) -> f64 {
    let size = max(abs(x), abs(y));
    if !(size > 1e-290lf && size < 1e290lf) {
        return f64(angle(f32(x), f32(y)));
    }
    let a = x / size;
    let b = y / size;
    let seed = f64(angle(f32(a), f32(b)));
    let parts = double_sine_cosine(seed);
    return seed + (b * parts.y - a * parts.x) / sqrt(a * a + b * b);
}
"
    double_arctan [double_angle] "
fn double_arctan(x: f64) -> f64 {
    return double_angle(1.0lf, x);
}
"
    double_argument [double_angle] "
fn double_argument(z: vec2<f64>) -> f64 {
    return double_angle(z.x, z.y);
}
"
    // Of a base that is not negative, as in single precision.
    double_nonneg_pow [double_exp double_ln nonneg_pow] "
fn double_nonneg_pow(base: f64, exponent: f64) -> f64 {
    if base <= 0.0lf || exponent == 0.0lf {
        return f64(nonneg_pow(f32(base), f32(exponent)));
    }
    return double_exp(exponent * double_ln(base));
}
"
    double_real_sqrt [] "
fn double_real_sqrt(x: f64) -> vec2<f64> {
    let root = sqrt(abs(x));
    return select(vec2<f64>(root, 0.0lf), vec2<f64>(0.0lf, root), x < 0.0lf);
}
"
    double_complex_sqrt [double_complex_abs] "
fn double_complex_sqrt(z: vec2<f64>) -> vec2<f64> {
    let root = sqrt(0.5lf * double_complex_abs(z) + 0.5lf * abs(z.x));
    if root == 0.0lf {
        return vec2<f64>(0.0lf, 0.0lf);
    }
    let other = 0.5lf * abs(z.y) / root;
    let is_right = z.x >= 0.0lf;
    let imaginary = select(root, other, is_right);
    return vec2<f64>(select(other, root, is_right), select(imaginary, -imaginary, z.y < 0.0lf));
}
"
    double_complex_exp [double_exp double_sine_cosine] "
fn double_complex_exp(z: vec2<f64>) -> vec2<f64> {
    return double_exp(z.x) * double_sine_cosine(z.y).yx;
}
"
    double_complex_log [double_argument double_complex_abs double_ln] "
fn double_complex_log(z: vec2<f64>) -> vec2<f64> {
    return vec2<f64>(double_ln(double_complex_abs(z)), double_argument(z));
}
"
    double_complex_pow [double_complex_exp double_complex_log double_complex_mul] "
fn double_complex_pow(base: vec2<f64>, exponent: vec2<f64>) -> vec2<f64> {
    if exponent.x == 0.0lf && exponent.y == 0.0lf {
        return vec2<f64>(1.0lf, 0.0lf);
    }
    if base.x == 0.0lf && base.y == 0.0lf {
        return vec2<f64>(0.0lf, 0.0lf);
    }
    return double_complex_exp(double_complex_mul(exponent, double_complex_log(base)));
}
"
    double_sinh [double_exp double_expm1] "
fn double_sinh(x: f64) -> f64 {
    if abs(x) < 0.34lf {
        // Without a difference of numbers that are nearly the same.
        let more = double_expm1(x);
        return 0.5lf * (more + more / (1.0lf + more));
    }
    let grown = double_exp(x);
    return 0.5lf * grown - 0.5lf / grown;
}
"
    double_cosh [double_exp] "
fn double_cosh(x: f64) -> f64 {
    let grown = double_exp(x);
    return 0.5lf * grown + 0.5lf / grown;
}
"
    double_complex_sin [double_cosh double_sine_cosine double_sinh] "
fn double_complex_sin(z: vec2<f64>) -> vec2<f64> {
    return double_sine_cosine(z.x) * vec2<f64>(double_cosh(z.y), double_sinh(z.y));
}
"
    double_complex_cos [double_cosh double_sine_cosine double_sinh] "
fn double_complex_cos(z: vec2<f64>) -> vec2<f64> {
    return double_sine_cosine(z.x).yx * vec2<f64>(double_cosh(z.y), -double_sinh(z.y));
}
"
    // Far from the real axis it is i or -i, and its parts are not finite.
    double_complex_tan [double_complex_cos double_complex_div double_complex_sin] "
fn double_complex_tan(z: vec2<f64>) -> vec2<f64> {
    if abs(z.y) > 20.0lf {
        return vec2<f64>(0.0lf, select(1.0lf, -1.0lf, z.y < 0.0lf));
    }
    return double_complex_div(double_complex_sin(z), double_complex_cos(z));
}
"
}
