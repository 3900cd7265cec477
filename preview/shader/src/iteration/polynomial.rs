//! Polynomials in what an iteration is made of.

use std::collections::BTreeMap;

use num_complex::Complex64;

/// What a polynomial is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// z before a round.
    Iterate,
    /// |re z|.
    FoldedReal,
    /// |im z|.
    FoldedImaginary,
    /// The absolute value of another real polynomial in z, by its place among those that were met.
    Absolute(usize),
    /// x + i y of the pixel.
    Pixel,
    /// A value from the CPU, by its place in `PixelProgram::uniforms`.
    Uniform(usize),
    /// One divided by such a value.
    Reciprocal(usize),
    /// An element of a list of numbers from the CPU: the list's place, and the element's, from 0.
    Element(usize, usize),
}

impl Quantity {
    /// Whether it is z or comes of it.
    pub(super) fn is_of_z(self) -> bool {
        match self {
            Quantity::Iterate
            | Quantity::FoldedReal
            | Quantity::FoldedImaginary
            | Quantity::Absolute(_) => true,
            Quantity::Pixel
            | Quantity::Uniform(_)
            | Quantity::Reciprocal(_)
            | Quantity::Element(..) => false,
        }
    }
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

    /// One divided by it, where it is a product of numbers and values from the CPU.
    pub(super) fn reciprocal(&self) -> Option<Polynomial> {
        let (monomial, factor) = self.terms.first_key_value()?;
        let inverse = |(symbol, power): &(Symbol, u32)| {
            let quantity = match symbol.quantity {
                Quantity::Uniform(place) => Quantity::Reciprocal(place),
                Quantity::Reciprocal(place) => Quantity::Uniform(place),
                _ => return None,
            };
            Some((
                Symbol {
                    quantity,
                    ..*symbol
                },
                *power,
            ))
        };
        let mut inverted: Monomial = monomial.iter().map(inverse).collect::<Option<_>>()?;
        inverted.sort_unstable();
        (self.terms.len() == 1).then(|| Polynomial::sum([(inverted, factor.inv())]))
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

    /// The same with squares in the place of squares of absolute values of z's parts.
    pub(super) fn unfolded(&self) -> Option<Polynomial> {
        let mut sum = Polynomial::default();
        for (monomial, factor) in &self.terms {
            let mut product = Polynomial::number(*factor);
            for (symbol, power) in monomial {
                let part = match symbol.quantity {
                    Quantity::FoldedReal => Some(Polynomial::part_of_z(0)),
                    Quantity::FoldedImaginary => Some(Polynomial::part_of_z(1)),
                    _ => None,
                };
                let (even, odd) = match &part {
                    Some(part) => (part.power(power - power % 2)?, power % 2),
                    None => (Polynomial::number(Complex64::ONE), *power),
                };
                let rest = match odd {
                    0 => Polynomial::number(Complex64::ONE),
                    odd => Polynomial::sum([(vec![(*symbol, odd)], Complex64::ONE)]),
                };
                product = product.times(&even)?.times(&rest)?;
            }
            sum = sum.plus(&product);
        }
        Some(sum)
    }

    /// Real or imaginary part of z.
    pub(super) fn part_of_z(axis: usize) -> Polynomial {
        let symbol = |conjugate| Symbol {
            quantity: Quantity::Iterate,
            conjugate,
        };
        let half = Complex64::new(0.5, 0.0);
        let [own, other] = match axis {
            0 => [half, half],
            _ => [half / Complex64::I, -half / Complex64::I],
        };
        let term = |conjugate, factor| (vec![(symbol(conjugate), 1)], factor);
        Polynomial::sum([term(false, own), term(true, other)])
    }

    /// Those of its terms that are, or are not, of z.
    pub(super) fn split(&self) -> [Polynomial; 2] {
        [true, false].map(|of_z| {
            let is_wanted = |monomial: &Monomial| {
                let mut symbols = monomial.iter();
                symbols.any(|(symbol, _)| symbol.quantity.is_of_z()) == of_z
            };
            let terms = self.terms.iter();
            let terms = terms.filter(|(monomial, _)| is_wanted(monomial));
            Polynomial::sum(terms.map(|(monomial, factor)| (monomial.clone(), *factor)))
        })
    }

    /// The first term's factor.
    pub(super) fn leading(&self) -> Option<Complex64> {
        self.terms.values().next().copied()
    }

    /// What the terms with the first monomial of another polynomial are that is multiplied with, where
    /// that is nothing but z.
    pub(super) fn factor_of(&self, other: &Polynomial) -> Option<Polynomial> {
        let (wanted, number) = other.terms.first_key_value()?;
        let terms = self.terms.iter().filter_map(|(monomial, factor)| {
            let symbols = monomial.iter().copied();
            let (of_z, rest): (Monomial, Monomial) =
                symbols.partition(|(symbol, _)| symbol.quantity.is_of_z());
            (of_z == *wanted).then_some((rest, factor / number))
        });
        Some(Polynomial::sum(terms))
    }

    /// What it is where z is this. None of a polynomial in absolute values, or where it gets too long;
    /// `conjugate` is the conjugate of that z.
    pub(super) fn at(&self, z: &Polynomial, conjugate: &Polynomial) -> Option<Polynomial> {
        let mut sum = Polynomial::default();
        for (monomial, factor) in &self.terms {
            let mut product = Polynomial::number(*factor);
            for (symbol, power) in monomial {
                let base = match (symbol.quantity, symbol.conjugate) {
                    (Quantity::Iterate, false) => z.clone(),
                    (Quantity::Iterate, true) => conjugate.clone(),
                    (other, _) if other.is_of_z() => return None,
                    _ => Polynomial::sum([(vec![(*symbol, 1)], Complex64::ONE)]),
                };
                product = product.times(&base.power(*power)?)?;
            }
            sum = sum.plus(&product);
        }
        Some(sum)
    }

    /// Whether both are the same but for what rounding has done to their factors.
    pub(super) fn is_near(&self, other: &Polynomial) -> bool {
        let size = |of: &Polynomial| of.terms.values().map(|own| own.norm()).fold(0.0, f64::max);
        let difference = self.plus(&other.scaled(-Complex64::ONE));
        size(&difference) <= 1e-12 * size(self).max(size(other))
    }

    /// The power in which quantities that are wanted stand in a monomial, together.
    pub(super) fn degree(monomial: &Monomial, wanted: impl Fn(Quantity) -> bool) -> u32 {
        let powers = monomial.iter();
        let powers = powers.filter(|(symbol, _)| wanted(symbol.quantity));
        powers.map(|(_, power)| power).sum()
    }

    /// The highest power in which z and what comes of it stand.
    pub(super) fn degree_of_z(&self) -> u32 {
        let degrees = self.terms.keys();
        let degrees = degrees.map(|monomial| Polynomial::degree(monomial, Quantity::is_of_z));
        degrees.max().unwrap_or_default()
    }

    /// The highest such power.
    pub(super) fn degree_in(&self, quantity: Quantity) -> u32 {
        let degrees = self.terms.keys();
        let degrees = degrees.map(|monomial| Polynomial::degree(monomial, |of| of == quantity));
        degrees.max().unwrap_or_default()
    }
}
