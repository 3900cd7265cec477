//! Arithmetic in double precision: a real number is the sum of two f32 of which the second is what the
//! first lacks, a complex one the same of two vectors.
//!
//! Error-free transformations after D. Knuth (sums) and T. Dekker (products), *A Floating-Point
//! Technique for Extending the Available Precision* (1971); what is built on them after M. Joldes,
//! J.-M. Muller, V. Popescu, *Tight and Rigorous Error Bounds for Basic Building Blocks of Double-Word
//! Arithmetic* (2017). Compilers of drivers take rounded sums for exact ones, of which the errors that
//! are wanted here would be 0, and contract products with sums: what is used twice, they must not be
//! able to look into.

use super::super::super::functions::{Function, functions};

functions! {
    // As a compiler cannot know that `frame.zero` is 0, it knows nothing of the result.
    kept [] "
fn kept(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ frame.zero);
}
"
    both_kept [] "
fn both_kept(x: vec2f) -> vec2f {
    return bitcast<vec2f>(bitcast<vec2u>(x) ^ vec2u(frame.zero));
}
"
    // A sum and its error.
    two_sum [kept] "
fn two_sum(a: f32, b: f32) -> vec2f {
    let sum = kept(a + b);
    let of_b = kept(sum - a);
    return vec2f(sum, (a - (sum - of_b)) + (b - of_b));
}
"
    // The same where `a` is not smaller than `b`.
    quick_sum [kept] "
fn quick_sum(a: f32, b: f32) -> vec2f {
    let sum = kept(a + b);
    return vec2f(sum, b - (sum - a));
}
"
    // A product and its error, from halves of 12 bits each.
    two_product [kept] "
fn two_product(a: f32, b: f32) -> vec2f {
    let product = kept(a * b);
    let a_high = bitcast<f32>(bitcast<u32>(a) & 0xfffff000u);
    let b_high = bitcast<f32>(bitcast<u32>(b) & 0xfffff000u);
    let a_low = a - a_high;
    let b_low = b - b_high;
    let error = ((a_high * b_high - product) + a_high * b_low) + a_low * b_high;
    return vec2f(product, error + a_low * b_low);
}
"
    two_sums [both_kept] "
fn two_sums(a: vec2f, b: vec2f) -> vec4f {
    let sums = both_kept(a + b);
    let of_b = both_kept(sums - a);
    return vec4f(sums, (a - (sums - of_b)) + (b - of_b));
}
"
    quick_sums [both_kept] "
fn quick_sums(a: vec2f, b: vec2f) -> vec4f {
    let sums = both_kept(a + b);
    return vec4f(sums, b - (sums - a));
}
"
    two_products [both_kept] "
fn two_products(a: vec2f, b: vec2f) -> vec4f {
    let products = both_kept(a * b);
    let a_high = bitcast<vec2f>(bitcast<vec2u>(a) & vec2u(0xfffff000u));
    let b_high = bitcast<vec2f>(bitcast<vec2u>(b) & vec2u(0xfffff000u));
    let a_low = a - a_high;
    let b_low = b - b_high;
    let errors = ((a_high * b_high - products) + a_high * b_low) + a_low * b_high;
    return vec4f(products, errors + a_low * b_low);
}
"
    double_of [] "
fn double_of(x: f32) -> vec2f {
    return vec2f(x, 0.0);
}
"
    double_single [] "
fn double_single(x: vec2f) -> f32 {
    return x.x;
}
"
    double_complex_of_single [] "
fn double_complex_of_single(z: vec2f) -> vec4f {
    return vec4f(z, vec2f());
}
"
    double_complex_single [] "
fn double_complex_single(z: vec4f) -> vec2f {
    return z.xy;
}
"
    double_re [] "
fn double_re(z: vec4f) -> vec2f {
    return z.xz;
}
"
    double_im [] "
fn double_im(z: vec4f) -> vec2f {
    return z.yw;
}
"
    // Half a turn.
    double_pi [] "
fn double_pi() -> vec2f {
    return vec2f(3.1415927, -8.742278e-8);
}
"
    // High and low half as f32.
    double_halves [] "
fn double_halves(x: vec2f) -> vec2f {
    return x;
}
"
    double_complex_halves [] "
fn double_complex_halves(z: vec4f) -> vec4f {
    return z.xzyw;
}
"
    // A result, unless it is infinite: then only its high part is known.
    double_finite [] "
fn double_finite(result: vec2f, high: f32) -> vec2f {
    return select(vec2f(high, 0.0), result, abs(high) < 3e38);
}
"
    double_of_int [] "
fn double_of_int(n: i32) -> vec2f {
    let high = f32(n >> 12u) * 4096.0;
    let low = f32(n & 4095);
    let sum = high + low;
    return vec2f(sum, low - (sum - high));
}
"
    double_to_int [to_int] "
fn double_to_int(x: vec2f) -> i32 {
    return to_int(x.x) + to_int(x.y);
}
"
    double_add [double_finite quick_sum two_sum] "
fn double_add(a: vec2f, b: vec2f) -> vec2f {
    let high = two_sum(a.x, b.x);
    let low = two_sum(a.y, b.y);
    let sum = quick_sum(high.x, high.y + low.x);
    return double_finite(quick_sum(sum.x, sum.y + low.y), high.x);
}
"
    double_sub [double_add] "
fn double_sub(a: vec2f, b: vec2f) -> vec2f {
    return double_add(a, -b);
}
"
    double_mul [double_finite quick_sum two_product] "
fn double_mul(a: vec2f, b: vec2f) -> vec2f {
    let product = two_product(a.x, b.x);
    let rest = product.y + (a.x * b.y + a.y * b.x);
    return double_finite(quick_sum(product.x, rest), product.x);
}
"
    // By a number of single precision.
    double_times [double_finite quick_sum two_product] "
fn double_times(a: vec2f, b: f32) -> vec2f {
    let product = two_product(a.x, b);
    return double_finite(quick_sum(product.x, product.y + a.y * b), product.x);
}
"
    double_square [double_finite quick_sum two_product] "
fn double_square(a: vec2f) -> vec2f {
    let product = two_product(a.x, a.x);
    return double_finite(quick_sum(product.x, product.y + 2.0 * a.x * a.y), product.x);
}
"
    // Through 0 as in single precision.
    double_div [double_finite quick_sum two_product] "
fn double_div(a: vec2f, b: vec2f) -> vec2f {
    if b.x == 0.0 {
        let infinite = a.x * bitcast<f32>(bitcast<u32>(b.x) | 0x7f800000u);
        return vec2f(select(infinite, frame.nan, a.x == 0.0), 0.0);
    }
    let quotient = a.x / b.x;
    let product = two_product(quotient, b.x);
    let rest = ((a.x - product.x) - product.y) + (a.y - quotient * b.y);
    return double_finite(quick_sum(quotient, rest / b.x), quotient);
}
"
    double_reciprocal [double_div] "
fn double_reciprocal(x: vec2f) -> vec2f {
    if x.x == 0.0 {
        return vec2f();
    }
    return double_div(vec2f(1.0, 0.0), x);
}
"
    // Of what is not negative.
    double_sqrt [double_finite quick_sum two_product] "
fn double_sqrt(a: vec2f) -> vec2f {
    if a.x <= 0.0 {
        return vec2f();
    }
    let root = sqrt(a.x);
    let square = two_product(root, root);
    let rest = ((a.x - square.x) - square.y) + a.y;
    return double_finite(quick_sum(root, rest / (2.0 * root)), root);
}
"
    double_abs [] "
fn double_abs(x: vec2f) -> vec2f {
    return select(x, -x, x.x < 0.0);
}
"
    double_equal [] "
fn double_equal(a: vec2f, b: vec2f) -> bool {
    return a.x == b.x && a.y == b.y;
}
"
    double_less [] "
fn double_less(a: vec2f, b: vec2f) -> bool {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}
"
    double_less_equal [] "
fn double_less_equal(a: vec2f, b: vec2f) -> bool {
    return a.x < b.x || (a.x == b.x && a.y <= b.y);
}
"
    double_more [double_less] "
fn double_more(a: vec2f, b: vec2f) -> bool {
    return double_less(b, a);
}
"
    double_more_equal [double_less_equal] "
fn double_more_equal(a: vec2f, b: vec2f) -> bool {
    return double_less_equal(b, a);
}
"
    double_min [double_less] "
fn double_min(a: vec2f, b: vec2f) -> vec2f {
    return select(a, b, double_less(b, a));
}
"
    double_max [double_less] "
fn double_max(a: vec2f, b: vec2f) -> vec2f {
    return select(a, b, double_less(a, b));
}
"
    // By how much one number is larger; 0 where they are the same up to the interpreter's tolerance,
    // or some units in the last place where that is more.
    double_excess [double_sub] "
fn double_excess(a: vec2f, b: vec2f) -> f32 {
    let excess = double_sub(a, b).x;
    let tolerance = max(1e-10, 5.7e-14 * max(abs(a.x), abs(b.x)));
    return select(excess, 0.0, abs(excess) < tolerance);
}
"
    double_floor [quick_sum] "
fn double_floor(x: vec2f) -> vec2f {
    let high = floor(x.x);
    return select(vec2f(high, 0.0), quick_sum(high, floor(x.y)), high == x.x);
}
"
    double_ceil [double_floor] "
fn double_ceil(x: vec2f) -> vec2f {
    return -double_floor(-x);
}
"
    double_round [double_add double_floor] "
fn double_round(x: vec2f) -> vec2f {
    return double_floor(double_add(x, vec2f(0.5, 0.0)));
}
"
    double_mod [double_div double_floor double_mul double_sub] "
fn double_mod(a: vec2f, b: vec2f) -> vec2f {
    if b.x == 0.0 {
        return vec2f(frame.nan, 0.0);
    }
    return double_sub(a, double_mul(b, double_floor(double_div(a, b))));
}
"
    double_degree [double_mul] "
fn double_degree(x: vec2f) -> vec2f {
    return double_mul(x, vec2f(0.017453292, 1.351996e-10));
}
"
    double_power [double_div double_mul double_square] "
fn double_power(base: vec2f, exponent: i32) -> vec2f {
    var power = vec2f(1.0, 0.0);
    var square = base;
    for (var n = bitcast<u32>(abs(exponent)); n > 0u; n = n >> 1u) {
        if (n & 1u) == 1u {
            power = double_mul(power, square);
        }
        square = double_square(square);
    }
    if exponent >= 0 {
        return power;
    }
    let is_even = (exponent & 1) == 0;
    return select(double_div(vec2f(1.0, 0.0), power), vec2f(), base.x == 0.0 && !is_even);
}
"
    // The place of a pixel in the world. Its coordinates are numbers that f32 has.
    double_world [double_add double_complex double_times] "
fn double_world(pixel: vec2f) -> vec4f {
    let x = double_add(
        double_times(vec2f(frame.world_x.x, frame.low_x.x), pixel.x),
        double_times(vec2f(frame.world_x.y, frame.low_x.y), pixel.y),
    );
    let y = double_add(
        double_times(vec2f(frame.world_y.x, frame.low_y.x), pixel.x),
        double_times(vec2f(frame.world_y.y, frame.low_y.y), pixel.y),
    );
    return double_complex(
        double_add(x, vec2f(frame.world_x.z, frame.low_x.z)),
        double_add(y, vec2f(frame.world_y.z, frame.low_y.z)),
    );
}
"
    double_complex [] "
fn double_complex(re: vec2f, im: vec2f) -> vec4f {
    return vec4f(re.x, im.x, re.y, im.y);
}
"
    double_complex_of_real [] "
fn double_complex_of_real(re: vec2f) -> vec4f {
    return vec4f(re.x, 0.0, re.y, 0.0);
}
"
    double_complex_add [quick_sums two_sums] "
fn double_complex_add(a: vec4f, b: vec4f) -> vec4f {
    let high = two_sums(a.xy, b.xy);
    let low = two_sums(a.zw, b.zw);
    let sum = quick_sums(high.xy, high.zw + low.xy);
    return quick_sums(sum.xy, sum.zw + low.zw);
}
"
    double_complex_sub [double_complex_add] "
fn double_complex_sub(a: vec4f, b: vec4f) -> vec4f {
    return double_complex_add(a, -b);
}
"
    // Precise in relation to the product's modulus, as in single precision.
    double_complex_mul [quick_sums two_products two_sums] "
fn double_complex_mul(a: vec4f, b: vec4f) -> vec4f {
    let first = two_products(a.xx, b.xy);
    let second = two_products(vec2f(-a.y, a.y), b.yx);
    let sum = two_sums(first.xy, second.xy);
    let mixed = vec2f(
        (a.x * b.z + a.z * b.x) - (a.y * b.w + a.w * b.y),
        (a.x * b.w + a.z * b.y) + (a.y * b.z + a.w * b.x),
    );
    return quick_sums(sum.xy, (sum.zw + (first.zw + second.zw)) + mixed);
}
"
    double_complex_square [quick_sums two_product two_products two_sum] "
fn double_complex_square(z: vec4f) -> vec4f {
    let squares = two_products(z.xy, z.xy);
    let product = two_product(2.0 * z.x, z.y);
    let re = two_sum(squares.x, -squares.y);
    let mixed = vec2f(2.0 * (z.x * z.z - z.y * z.w), 2.0 * (z.x * z.w + z.z * z.y));
    let rest = vec2f(re.y + (squares.z - squares.w), product.y) + mixed;
    return quick_sums(vec2f(re.x, product.x), rest);
}
"
    double_square_of_modulus [double_finite quick_sum two_products two_sum] "
fn double_square_of_modulus(z: vec4f) -> vec2f {
    let squares = two_products(z.xy, z.xy);
    let sum = two_sum(squares.x, squares.y);
    let rest = (sum.y + (squares.z + squares.w)) + 2.0 * dot(z.xy, z.zw);
    return double_finite(quick_sum(sum.x, rest), sum.x);
}
"
    double_complex_abs [complex_abs double_sqrt double_square_of_modulus] "
fn double_complex_abs(z: vec4f) -> vec2f {
    let square = dot(z.xy, z.xy);
    if square > 1e-30 && square < 1e38 {
        return double_sqrt(double_square_of_modulus(z));
    }
    return vec2f(complex_abs(z.xy), 0.0);
}
"
    double_complex_over [double_complex double_div] "
fn double_complex_over(z: vec4f, x: vec2f) -> vec4f {
    return double_complex(double_div(z.xz, x), double_div(z.yw, x));
}
"
    double_complex_div [complex_div double_complex_mul double_complex_over double_square_of_modulus] "
fn double_complex_div(a: vec4f, b: vec4f) -> vec4f {
    let square = dot(b.xy, b.xy);
    if !(square > 1e-30 && square < 1e30) {
        return vec4f(complex_div(a.xy, b.xy), vec2f());
    }
    let product = double_complex_mul(a, b * vec4f(1.0, -1.0, 1.0, -1.0));
    return double_complex_over(product, double_square_of_modulus(b));
}
"
    double_complex_reciprocal [double_complex_div] "
fn double_complex_reciprocal(z: vec4f) -> vec4f {
    if all(z.xy == vec2f()) {
        return z;
    }
    return double_complex_div(vec4f(1.0, 0.0, 0.0, 0.0), z);
}
"
    double_complex_power [double_complex_mul double_complex_reciprocal double_complex_square] "
fn double_complex_power(base: vec4f, exponent: i32) -> vec4f {
    var power = vec4f(1.0, 0.0, 0.0, 0.0);
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
}
