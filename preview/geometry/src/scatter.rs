//! Numbers in place of those that CindyJS draws at random.

/// Three numbers from 0 to 1 that are the same whenever an element is read, and differ between
/// elements: an edit elsewhere leaves it where it is.
pub(crate) fn scatter(name: &str) -> [f64; 3] {
    let mut seed = name.bytes().fold(0x2545_f491_4f6c_dd1d_u64, |seed, byte| {
        (seed ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    [(); 3].map(|()| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    })
}
