//! Functions that modules contain when they call them: complex numbers and other arithmetic that
//! WGSL lacks or leaves to the driver.
//!
//! Branches are the principal ones. The inverse functions follow W. Kahan, *Branch Cuts for Complex
//! Elementary Functions* (1987). Moduli and quotients are scaled, so that what is representable
//! does not overflow on the way.

/// A function (or a variable) in WGSL, and the names of those that it needs.
pub(super) struct Function {
    pub(super) name: &'static str,
    pub(super) needs: &'static [&'static str],
    pub(super) text: &'static str,
}

/// A table of functions: name, needs, text.
macro_rules! functions {
    ($($name:ident [$($needs:ident)*] $text:literal)*) => {
        /// The function of that name.
        pub(in crate::library) fn find(name: &str) -> Option<&'static Function> {
            FUNCTIONS.iter().find(|function| function.name == name)
        }

        static FUNCTIONS: &[Function] = &[$(Function {
            name: stringify!($name),
            needs: &[$(stringify!($needs)),*],
            text: $text,
        }),*];
    };
}

pub(super) use functions;

functions! {
    image_at [] "
// Across and up an image, from 0 to 1, for a place in the world.
fn image_at(size: vec2f, left: vec2f, right: vec2f, place: vec2f) -> vec2f {
    let axis = right - left;
    let across = axis / dot(axis, axis);
    let up = vec2f(-across.y, across.x) * (size.x / size.y);
    let from_left = place - left;
    return vec2f(dot(from_left, across), dot(from_left, up));
}
"
    // The same for an image that lies on the view.
    image_at_view [image_at] "
fn image_at_view(size: vec2f, place: vec2f) -> vec2f {
    return image_at(size, frame.view.xy, frame.view.zw, place);
}
"
    image_wrap [] "
fn image_wrap(pixel: vec2f, size: vec2f) -> vec2i {
    return vec2i(pixel - size * floor(pixel / size));
}
"
    image_clamp [] "
fn image_clamp(pixel: vec2f, size: vec2f) -> vec2i {
    return vec2i(clamp(pixel, vec2f(0.0), size - 1.0));
}
"
    dehomogenized [] "
fn dehomogenized(p: vec3f) -> vec2f {
    return p.xy / p.z;
}
"
    to_int [] "
fn to_int(x: f32) -> i32 {
    return i32(clamp(x, -2147483648.0, 2147483520.0));
}
"
    list_index [] "
fn list_index(index: i32, len: i32) -> i32 {
    return clamp(select(index - 1, index + len, index < 0), 0, len - 1);
}
"
    list_place [] "
// The 0-based place that an index means; -1 where there is no such element.
fn list_place(index: i32, len: i32) -> i32 {
    let place = select(index - 1, index + len, index < 0);
    return select(-1, place, place >= 0 && place < len);
}
"
    // What the interpreter's tolerance of 1e-10 is where f32 can tell so little apart; beyond, some
    // units in the last place.
    tolerance [] "
fn tolerance(a: f32, b: f32) -> f32 {
    return max(1e-10, 9.5367432e-7 * max(abs(a), abs(b)));
}
"
    near [tolerance] "
fn near(a: f32, b: f32) -> bool {
    return abs(a - b) < tolerance(a, b);
}
"
    complex_near [] "
fn complex_near(a: vec2f, b: vec2f) -> bool {
    let largest = max(abs(a), abs(b));
    let tolerance = max(1e-10, 9.5367432e-7 * max(largest.x, largest.y));
    return all(abs(a - b) < vec2f(tolerance));
}
"
    fuzzy_less [tolerance] "
fn fuzzy_less(a: f32, b: f32) -> bool {
    return a - b <= -tolerance(a, b);
}
"
    fuzzy_more [tolerance] "
fn fuzzy_more(a: f32, b: f32) -> bool {
    return a - b >= tolerance(a, b);
}
"
    fuzzy_less_equal [tolerance] "
fn fuzzy_less_equal(a: f32, b: f32) -> bool {
    return a - b < tolerance(a, b);
}
"
    fuzzy_more_equal [tolerance] "
fn fuzzy_more_equal(a: f32, b: f32) -> bool {
    return a - b > -tolerance(a, b);
}
"
    // By 0, what processors make an int of NaN: the least one.
    int_mod [] "
fn int_mod(a: i32, b: i32) -> i32 {
    if b == 0 {
        return bitcast<i32>(0x80000000u);
    }
    let r = a % b;
    return select(r, r + b, r != 0 && (r < 0) != (b < 0));
}
"
    // By 0, NaN as in CindyGL. Where only a part of the divisor is 0, that of the remainder is.
    real_mod [] "
fn real_mod(a: f32, b: f32) -> f32 {
    return select(a - b * floor(a / b), frame.nan, b == 0.0);
}
"
    complex_mod [] "
fn complex_mod(a: vec2f, b: vec2f) -> vec2f {
    let absent = b == vec2f();
    let times = floor(a / b);
    // So often that nothing is known of what remains.
    let lost = abs(times) > vec2f(16777216.0) & abs(times) < vec2f(3e38);
    let rest = select(a - b * times, vec2f(), lost);
    return select(rest, vec2f(select(0.0, frame.nan, all(absent))), absent);
}
"
    int_power [] "
fn int_power(base: i32, exponent: i32) -> i32 {
    var power = 1;
    var square = base;
    for (var n = exponent; n > 0; n = n >> 1u) {
        if (n & 1) == 1 {
            power = power * square;
        }
        square = square * square;
    }
    return power;
}
"
    // As in CindyGL, 0 to a negative power is infinite where the exponent is even, otherwise 0.
    real_power [] "
fn real_power(base: f32, exponent: i32) -> f32 {
    var power = 1.0;
    var square = base;
    for (var n = bitcast<u32>(abs(exponent)); n > 0u; n = n >> 1u) {
        if (n & 1u) == 1u {
            power = power * square;
        }
        square = square * square;
    }
    let of_zero = select(0.0, bitcast<f32>(bitcast<u32>(abs(base)) | 0x7f800000u), (exponent & 1) == 0);
    return select(power, select(1.0 / power, of_zero, base == 0.0), exponent < 0);
}
"
    complex_integer_power [complex_mul complex_reciprocal] "
fn complex_integer_power(base: vec2f, exponent: i32) -> vec2f {
    var power = vec2f(1.0, 0.0);
    var square = base;
    for (var n = bitcast<u32>(abs(exponent)); n > 0u; n = n >> 1u) {
        if (n & 1u) == 1u {
            power = complex_mul(power, square);
        }
        square = complex_mul(square, square);
    }
    if exponent < 0 {
        return complex_reciprocal(power);
    }
    return power;
}
"
    // Of a power of 0 with an odd exponent it is 0.
    real_reciprocal [] "
fn real_reciprocal(x: f32) -> f32 {
    return select(1.0 / x, 0.0, x == 0.0);
}
"
    complex_reciprocal [complex_div] "
fn complex_reciprocal(z: vec2f) -> vec2f {
    if all(z == vec2f()) {
        return z;
    }
    return complex_div(vec2f(1.0, 0.0), z);
}
"
    nonneg_pow [] "
fn nonneg_pow(base: f32, exponent: f32) -> f32 {
    if exponent == 0.0 {
        return 1.0;
    }
    if base <= 0.0 {
        let even = exponent < 0.0 && fract(exponent * 0.5) == 0.0;
        return select(0.0, bitcast<f32>(bitcast<u32>(abs(base)) | 0x7f800000u), base == 0.0 && even);
    }
    return pow(base, exponent);
}
"
    real_sqrt [] "
fn real_sqrt(x: f32) -> vec2f {
    let root = sqrt(abs(x));
    return select(vec2f(root, 0.0), vec2f(0.0, root), x < 0.0);
}
"
    real_log [] "
fn real_log(x: f32) -> vec2f {
    return vec2f(log(abs(x)), select(0.0, 3.1415927, x < 0.0));
}
"
    // Near zero the logarithm would lose digits; there, Taylor's series.
    real_asinh [] "
fn real_asinh(x: f32) -> f32 {
    let a = abs(x);
    if a < 0.3 {
        let s = x * x;
        let sum = s * (0.030381944 - s * 0.022372159) - 0.044642857;
        return x * (1.0 + s * (s * (0.075 + s * sum) - 0.16666667));
    }
    let large = log(a) + 0.6931472;
    let value = select(log(a + sqrt(a * a + 1.0)), large, a > 1e9);
    return select(value, -value, x < 0.0);
}
"
    real_arcsin [angle complex_arcsin] "
fn real_arcsin(x: f32) -> vec2f {
    if abs(x) <= 1.0 {
        return vec2f(angle(sqrt((1.0 - x) * (1.0 + x)), x), 0.0);
    }
    return complex_arcsin(vec2f(x, 0.0));
}
"
    real_arccos [angle complex_arccos] "
fn real_arccos(x: f32) -> vec2f {
    if abs(x) <= 1.0 {
        return vec2f(2.0 * angle(sqrt(1.0 + x), sqrt(1.0 - x)), 0.0);
    }
    return complex_arccos(vec2f(x, 0.0));
}
"
    // The arctangent from 0 to 1 by a minimax polynomial, within 4 ulps: drivers allow themselves
    // 4096, and take longer.
    real_arctan_unit [] "
fn real_arctan_unit(x: f32) -> f32 {
    let s = x * x;
    var sum = -0.0047805128;
    sum = sum * s + 0.02455734;
    sum = sum * s - 0.05990504;
    sum = sum * s + 0.09942784;
    sum = sum * s - 0.1402943;
    sum = sum * s + 0.19971377;
    sum = sum * s - 0.33332095;
    return (sum * s + 0.99999994) * x;
}
"
    // Selected rather than by `min` and `max`, which may lose NaN; what is added to the divisor
    // makes 0 of 0/0.
    angle [real_arctan_unit] "
fn angle(x: f32, y: f32) -> f32 {
    let a = abs(x);
    let b = abs(y);
    let steep = b > a;
    var angle = real_arctan_unit(select(b, a, steep) / (select(a, b, steep) + 1.2e-38));
    angle = select(angle, 1.5707964 - angle, steep);
    angle = select(angle, 3.1415927 - angle, x < 0.0);
    return bitcast<f32>(bitcast<u32>(angle) | (bitcast<u32>(y) & 0x80000000u));
}
"
    real_arctan [real_arctan_unit] "
fn real_arctan(x: f32) -> f32 {
    let a = abs(x);
    let steep = a > 1.0;
    let angle = real_arctan_unit(select(a, 1.0 / a, steep));
    let positive = select(angle, 1.5707964 - angle, steep);
    return bitcast<f32>(bitcast<u32>(positive) | (bitcast<u32>(x) & 0x80000000u));
}
"
    argument [angle] "
fn argument(z: vec2f) -> f32 {
    return angle(z.x, z.y);
}
"
    complex_mul [] "
fn complex_mul(a: vec2f, b: vec2f) -> vec2f {
    return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
"
    complex_div [] "
fn complex_div(a: vec2f, b: vec2f) -> vec2f {
    let square = dot(b, b);
    if square > 1e-30 && square < 1e30 {
        let c = b * (1.0 / square);
        return vec2f(dot(a, c), a.y * c.x - a.x * c.y);
    }
    let scale = max(abs(b.x), abs(b.y));
    if scale == 0.0 {
        return vec2f(frame.nan);
    }
    let c = b / scale;
    return vec2f(dot(a, c), a.y * c.x - a.x * c.y) / dot(c, c) / scale;
}
"
    complex_abs [] "
fn complex_abs(z: vec2f) -> f32 {
    let square = dot(z, z);
    if square > 1e-30 && square < 1e38 {
        return sqrt(square);
    }
    let scale = max(abs(z.x), abs(z.y));
    if !(scale > 0.0 && scale < 3e38) {
        return abs(z.x) + abs(z.y);
    }
    let c = z / scale;
    return scale * sqrt(dot(c, c));
}
"
    complex_sqrt [complex_abs] "
fn complex_sqrt(z: vec2f) -> vec2f {
    let root = sqrt(0.5 * complex_abs(z) + 0.5 * abs(z.x));
    if root == 0.0 {
        return vec2f();
    }
    let other = 0.5 * abs(z.y) / root;
    let imaginary = select(root, other, z.x >= 0.0);
    return vec2f(select(other, root, z.x >= 0.0), select(imaginary, -imaginary, z.y < 0.0));
}
"
    complex_exp [] "
fn complex_exp(z: vec2f) -> vec2f {
    return exp(z.x) * vec2f(cos(z.y), sin(z.y));
}
"
    complex_log [complex_abs argument] "
fn complex_log(z: vec2f) -> vec2f {
    return vec2f(log(complex_abs(z)), argument(z));
}
"
    complex_pow [complex_exp complex_log complex_mul] "
fn complex_pow(base: vec2f, exponent: vec2f) -> vec2f {
    if all(exponent == vec2f()) {
        return vec2f(1.0, 0.0);
    }
    if all(base == vec2f()) {
        return vec2f();
    }
    return complex_exp(complex_mul(exponent, complex_log(base)));
}
"
    // Near zero, drivers lose digits; there, Taylor's series.
    real_sinh [] "
fn real_sinh(x: f32) -> f32 {
    let square = x * x;
    let near = x * (1.0 + square / 6.0 * (1.0 + square / 20.0 * (1.0 + square / 42.0)));
    return select(sinh(x), near, square < 0.5);
}
"
    complex_sin [real_sinh] "
fn complex_sin(z: vec2f) -> vec2f {
    return vec2f(sin(z.x) * cosh(z.y), cos(z.x) * real_sinh(z.y));
}
"
    complex_cos [real_sinh] "
fn complex_cos(z: vec2f) -> vec2f {
    return vec2f(cos(z.x) * cosh(z.y), -sin(z.x) * real_sinh(z.y));
}
"
    complex_tan [real_sinh] "
fn complex_tan(z: vec2f) -> vec2f {
    let double = 2.0 * vec2f(z.x, clamp(z.y, -20.0, 20.0));
    return vec2f(sin(double.x), real_sinh(double.y)) / (cos(double.x) + cosh(double.y));
}
"
    complex_arcsin [angle complex_sqrt real_asinh] "
fn complex_arcsin(z: vec2f) -> vec2f {
    let minus = complex_sqrt(vec2f(1.0 - z.x, -z.y));
    let plus = complex_sqrt(vec2f(1.0 + z.x, z.y));
    return vec2f(
        angle(minus.x * plus.x - minus.y * plus.y, z.x),
        real_asinh(minus.x * plus.y - minus.y * plus.x),
    );
}
"
    complex_arccos [angle complex_sqrt real_asinh] "
fn complex_arccos(z: vec2f) -> vec2f {
    let minus = complex_sqrt(vec2f(1.0 - z.x, -z.y));
    let plus = complex_sqrt(vec2f(1.0 + z.x, z.y));
    return vec2f(
        2.0 * angle(plus.x, minus.x),
        real_asinh(plus.x * minus.y - plus.y * minus.x),
    );
}
"
    complex_arctan [complex_div angle] "
fn complex_arctan(z: vec2f) -> vec2f {
    if dot(z, z) > 1e12 {
        return vec2f(select(1.5707964, -1.5707964, z.x < 0.0), 0.0) - complex_div(vec2f(1.0, 0.0), z);
    }
    let above = z.y + 1.0;
    let below = z.y - 1.0;
    let square = z.x * z.x;
    let real = 0.5 * angle(1.0 - square - z.y * z.y, 2.0 * z.x);
    // On the lower cut, from the left; at the poles it has no direction.
    let on_axis = select(real, -1.5707964, z.y < -1.0);
    return vec2f(
        select(real, select(on_axis, frame.nan, above * below == 0.0), z.x == 0.0),
        0.25 * log((square + above * above) / (square + below * below)),
    );
}
"
    complex_arctan2 [complex_div complex_log complex_mul complex_sqrt] "
fn complex_arctan2(x: vec2f, y: vec2f) -> vec2f {
    let norm = complex_sqrt(complex_mul(x, x) + complex_mul(y, y));
    let logarithm = complex_log(complex_div(vec2f(x.x - y.y, x.y + y.x), norm));
    return vec2f(logarithm.y, -logarithm.x);
}
"
    // Drivers make 0 of NaN when they clamp, and clamp where numbers are only compared.
    colour_part [] "
fn colour_part(value: f32) -> f32 {
    let bits = bitcast<u32>(value) & 0x7fffffffu;
    return select(clamp(value, 0.0, 1.0), value, bits > 0x7f800000u);
}
"
    hue [] "
fn hue(turns: f32) -> vec3f {
    // From the nearest red, which loses no digits on either side of it.
    let sixths = 6.0 * (turns - round(turns));
    let away = abs(sixths);
    let near = min(away, 4.0 - away);
    let far = away - 2.0;
    let green_blue = select(vec2f(far, near), vec2f(near, far), sixths >= 0.0);
    let colour = clamp(vec3f(2.0 - away, green_blue), vec3f(), vec3f(1.0));
    // `clamp` may lose NaN.
    return select(vec3f(sixths), colour, abs(turns) < 3e38);
}
"
    random_state [] "
var<private> random_state: u32;
"
    // PCG (M. O'Neill, 2014): a linear congruential step, then a permutation of the state.
    random_word [random_state] "
fn random_word() -> u32 {
    random_state = random_state * 747796405u + 2891336453u;
    let word = ((random_state >> ((random_state >> 28u) + 4u)) ^ random_state) * 277803737u;
    return (word >> 22u) ^ word;
}
"
    random_seed [random_word] "
fn random_seed(pixel: vec2f) {
    random_state = frame.seed;
    random_state = random_word() ^ u32(pixel.x);
    random_state = random_word() ^ u32(pixel.y);
    // Neighbours differ in all bits before the first number is drawn.
    random_state = random_word();
}
"
    random_real [random_word] "
fn random_real() -> f32 {
    return f32(random_word() >> 8u) / 16777216.0;
}
"
    random_normal [random_real] "
fn random_normal() -> f32 {
    let radius = sqrt(-2.0 * log(1.0 - random_real()));
    return radius * cos(6.2831855 * random_real());
}
"
    random_int [random_real to_int] "
fn random_int(below: f32) -> i32 {
    return to_int(trunc(trunc(below) * random_real()));
}
"
    // What is painted: each part from 0 to 1, and 0 where it is NaN.
    painted [] "
fn painted(colour: vec4f) -> vec4f {
    let bits = bitcast<vec4u>(colour) & vec4u(0x7fffffffu);
    let parts = clamp(colour, vec4f(), vec4f(1.0));
    return select(parts, vec4f(), bits > vec4u(0x7f800000u));
}
"
}
