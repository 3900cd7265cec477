//! Random numbers.

use crate::platform::sine;

/// A generator of random numbers.
#[derive(Clone, Debug)]
pub(crate) enum Random {
    /// PCG-XSH-RR (O'Neill, *PCG: A Family of Simple Fast Space-Efficient Statistically Good
    /// Algorithms for Random Number Generation*, 2014), with its state.
    Pcg(u64),
    /// CindyJS's generator after `seedrandom`, with its last number.
    Sine(f64),
}

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

impl Random {
    /// The same seed gives the same numbers.
    pub(crate) fn new(seed: u64) -> Random {
        let mut state = seed.wrapping_add(INCREMENT);
        pcg(&mut state);
        Random::Pcg(state)
    }

    /// The numbers that CindyJS gives after `seedrandom(seed)`.
    pub(crate) fn seeded(seed: f64) -> Random {
        Random::Sine((seed - seed.floor()) * 0.8 + 0.1)
    }

    /// The numbers of a pixel: `seed` is another one each frame.
    pub(crate) fn at(seed: u32, position: [f64; 2]) -> Random {
        let mix = |state: u64, part: f64| (state ^ part.to_bits()).wrapping_mul(MULTIPLIER);
        let seed = position.into_iter().fold(u64::from(seed), |state, part| {
            let mixed = mix(state, part);
            mixed ^ (mixed >> 32)
        });
        Random::new(seed)
    }

    /// Uniform in 0..1, with 53 random bits.
    pub(crate) fn uniform(&mut self) -> f64 {
        match self {
            Random::Pcg(state) => {
                let mut word = || u64::from(pcg(state));
                let bits = (word() << 32 | word()) >> 11;
                bits as f64 * (1.0 / (1u64 << 53) as f64)
            }
            Random::Sine(last) => {
                let next = sine(1000.0 * *last) * 1000.0;
                *last = next - next.floor();
                *last
            }
        }
    }

    /// Normally distributed, mean 0, variance 1 (Box and Muller).
    pub(crate) fn normal(&mut self) -> f64 {
        let (a, b) = (self.uniform(), self.uniform());
        let a = match self {
            // 0 is among the numbers, 1 is not.
            Random::Pcg(_) => 1.0 - a,
            Random::Sine(_) => a,
        };
        (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
    }
}

fn pcg(state: &mut u64) -> u32 {
    let old = *state;
    *state = old.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
    let shifted = (((old >> 18) ^ old) >> 27) as u32;
    shifted.rotate_right((old >> 59) as u32)
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
