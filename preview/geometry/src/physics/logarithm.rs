//! The natural logarithm as browsers compute it.

/// ln 2 in two parts, and the coefficients of the polynomial.
const LN2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];
const EVEN: [f64; 3] = [
    3.999_999_999_940_942e-1,
    2.222_219_843_214_978_4e-1,
    1.531_383_769_920_937_3e-1,
];
const ODD: [f64; 4] = [
    6.666_666_666_666_735e-1,
    2.857_142_874_366_239e-1,
    1.818_357_216_161_805e-1,
    1.479_819_860_511_658_6e-1,
];

/// The natural logarithm by the algorithm of fdlibm (Ng, 1993), in its order of operations: the
/// standard library's may differ in the last bit.
pub(super) fn ln(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 || x.is_infinite() || x.is_subnormal() {
        return x.ln();
    }
    let bits = x.to_bits();
    let mantissa = (bits >> 32) as i32 & 0xf_ffff;
    let carry = (mantissa + 0x9_5f64) & 0x10_0000;
    let exponent = (bits >> 52) as i32 - 1023 + (carry >> 20);
    let high = (mantissa | (carry ^ 0x3ff0_0000)) as u64;
    let f = f64::from_bits(high << 32 | bits & 0xffff_ffff) - 1.0;
    let k = f64::from(exponent);
    let [ln2_high, ln2_low] = LN2;
    if 0xf_ffff & (2 + mantissa) < 3 {
        if f == 0.0 {
            return k * ln2_high + k * ln2_low;
        }
        let rest = f * f * (0.5 - (1.0 / 3.0) * f);
        return match exponent {
            0 => f - rest,
            _ => k * ln2_high - ((rest - k * ln2_low) - f),
        };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let even = w * (EVEN[0] + w * (EVEN[1] + w * EVEN[2]));
    let odd = z * (ODD[0] + w * (ODD[1] + w * (ODD[2] + w * ODD[3])));
    let sum = odd + even;
    let is_far = (mantissa - 0x6_147a) | (0x6_b851 - mantissa);
    if is_far > 0 {
        let half = 0.5 * f * f;
        return match exponent {
            0 => f - (half - s * (half + sum)),
            _ => k * ln2_high - ((half - (s * (half + sum) + k * ln2_low)) - f),
        };
    }
    match exponent {
        0 => f - s * (f - sum),
        _ => k * ln2_high - ((s * (f - sum) - k * ln2_low) - f),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_is_that_of_the_standard_library_up_to_the_last_bit() {
        for step in 1..20_000 {
            let x = f64::from(step) * 1.37e-4;
            let (ours, theirs) = (ln(x), x.ln());
            assert!((ours - theirs).abs() <= theirs.abs() * f64::EPSILON, "{x}");
        }
        assert_eq!(ln(1.0), 0.0);
        assert_eq!(ln(0.0), f64::NEG_INFINITY);
        assert!(ln(-1.0).is_nan() && ln(f64::NAN).is_nan());
    }
}
