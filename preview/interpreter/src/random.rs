//! Random numbers.

/// A generator of random numbers: PCG-XSH-RR (O'Neill, *PCG: A Family of Simple Fast
/// Space-Efficient Statistically Good Algorithms for Random Number Generation*, 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
}

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

impl Random {
    /// The same seed gives the same numbers.
    pub(crate) fn new(seed: u64) -> Random {
        let mut random = Random {
            state: seed.wrapping_add(INCREMENT),
        };
        random.next();
        random
    }

    fn next(&mut self) -> u32 {
        let state = self.state;
        self.state = state.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
        let shifted = (((state >> 18) ^ state) >> 27) as u32;
        shifted.rotate_right((state >> 59) as u32)
    }

    /// Uniform in 0..1, with 53 random bits.
    pub(crate) fn uniform(&mut self) -> f64 {
        let bits = (u64::from(self.next()) << 32 | u64::from(self.next())) >> 11;
        bits as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Normally distributed, mean 0, variance 1 (Box and Muller).
    pub(crate) fn normal(&mut self) -> f64 {
        let (a, b) = (1.0 - self.uniform(), self.uniform());
        (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        let mut random = Random::new(1);
        let n = 100_000;
        let mean = (0..n).map(|_| random.uniform()).sum::<f64>() / f64::from(n);
        assert!((mean - 0.5).abs() < 0.01);
        let variance = (0..n).map(|_| random.normal().powi(2)).sum::<f64>() / f64::from(n);
        assert!((variance - 1.0).abs() < 0.03);
    }
}
