//! Polynomials in what an iteration is made of.

use std::collections::BTreeMap;

use num_complex::Complex64;

/// What a polynomial is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// z before a round.
    Iterate,
    /// |re z| + i |im z|.
    Folded,
    /// x + i y of the pixel.
    Pixel,
    /// A value from the CPU, by its place in `PixelProgram::uniforms`.
    Uniform(usize),
}

/// A quantity, or its conjugate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symbol {
    /// What it is.
    pub quantity: Quantity,
    /// Whether it is conjugated.
    pub conjugate: bool,
}

/// Powers of symbols, each symbol once, in order.
pub type Monomial = Vec<(Symbol, u32)>;

/// A sum of monomials with coefficients; none of them is 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polynomial {
    terms: BTreeMap<Monomial, Complex64>,
}

/// Longer ones are given up.
const MAX_TERMS: usize = 64;

/// So are those of a higher degree.
pub(super) const MAX_DEGREE: u32 = 16;

impl Polynomial {
    /// A number.
    #[must_use]
    pub fn number(number: Complex64) -> Polynomial {
        Polynomial::sum([(Vec::new(), number)])
    }

    /// A quantity.
    #[must_use]
    pub fn of(quantity: Quantity) -> Polynomial {
        let symbol = Symbol {
            quantity,
            conjugate: false,
        };
        Polynomial::sum([(vec![(symbol, 1)], Complex64::ONE)])
    }

    /// Its terms.
    pub fn terms(&self) -> impl Iterator<Item = (&Monomial, Complex64)> {
        self.terms
            .iter()
            .map(|(monomial, factor)| (monomial, *factor))
    }

    /// The polynomial with these terms, of which several may be of one monomial.
    pub(super) fn sum(terms: impl IntoIterator<Item = (Monomial, Complex64)>) -> Polynomial {
        let mut sum: BTreeMap<Monomial, Complex64> = BTreeMap::new();
        for (monomial, factor) in terms {
            *sum.entry(monomial).or_default() += factor;
        }
        sum.retain(|_, factor| *factor != Complex64::ZERO);
        Polynomial { terms: sum }
    }

    pub(super) fn plus(&self, other: &Polynomial) -> Polynomial {
        let terms = self.terms.iter().chain(&other.terms);
        Polynomial::sum(terms.map(|(monomial, factor)| (monomial.clone(), *factor)))
    }

    pub(super) fn scaled(&self, by: Complex64) -> Polynomial {
        let terms = self.terms.iter();
        Polynomial::sum(terms.map(|(monomial, factor)| (monomial.clone(), factor * by)))
    }

    /// The product, unless it has too many terms or too high a degree.
    pub(super) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut terms = Vec::new();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let mut powers: BTreeMap<Symbol, u32> = left.iter().copied().collect();
                for (symbol, power) in right {
                    *powers.entry(*symbol).or_default() += power;
                }
                if powers.values().sum::<u32>() > MAX_DEGREE {
                    return None;
                }
                terms.push((powers.into_iter().collect(), a * b));
            }
        }
        let product = Polynomial::sum(terms);
        (product.terms.len() <= MAX_TERMS).then_some(product)
    }

    /// A power, unless it is too long.
    pub(super) fn power(&self, exponent: u32) -> Option<Polynomial> {
        let one = Polynomial::number(Complex64::ONE);
        (0..exponent.min(MAX_DEGREE + 1)).try_fold(one, |power, _| power.times(self))
    }

    /// The number that it is, if it is one.
    pub(super) fn as_number(&self) -> Option<Complex64> {
        match self.terms.len() {
            0 => Some(Complex64::ZERO),
            1 => self.terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// The conjugate, where these quantities are known to be real.
    pub(super) fn conjugate(&self, is_real: impl Fn(Quantity) -> bool) -> Polynomial {
        let conjugate = |(monomial, factor): (&Monomial, &Complex64)| {
            let mut powers: Monomial = monomial.clone();
            for (symbol, _) in &mut powers {
                symbol.conjugate ^= !is_real(symbol.quantity);
            }
            powers.sort_unstable();
            (powers, factor.conj())
        };
        Polynomial::sum(self.terms.iter().map(conjugate))
    }

    /// The power in which quantities that are wanted stand in a monomial, together.
    pub(super) fn degree(monomial: &Monomial, wanted: impl Fn(Quantity) -> bool) -> u32 {
        let powers = monomial.iter();
        let powers = powers.filter(|(symbol, _)| wanted(symbol.quantity));
        powers.map(|(_, power)| power).sum()
    }

    /// The highest such power.
    pub(super) fn degree_in(&self, quantity: Quantity) -> u32 {
        let degrees = self.terms.keys();
        let degrees = degrees.map(|monomial| Polynomial::degree(monomial, |of| of == quantity));
        degrees.max().unwrap_or_default()
    }
}
