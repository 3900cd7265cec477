//! What a round computes, as z → a h(Q(g(z))) + c.

use num_complex::Complex64;

use super::polynomial::MAX_DEGREE;
use super::{Fold, Polynomial, Quantity, Symbol};

/// Powers of z, each with its coefficient.
type Powers = Vec<(u32, Polynomial)>;

/// z → `factor` `after`(Q(`before`(z))) + `add`.
pub(super) struct Form {
    pub(super) add: Polynomial,
    pub(super) factor: Polynomial,
    pub(super) powers: Powers,
    pub(super) before: Fold,
    pub(super) after: Fold,
}

/// The absolute values that were met: of real polynomials in z, each divided by the size of its first
/// factor.
#[derive(Clone, Debug, Default)]
pub(super) struct Absolutes(Vec<Polynomial>);

impl Absolutes {
    /// The absolute value of a real polynomial in z.
    pub(super) fn of(&mut self, value: &Polynomial) -> Option<Polynomial> {
        let (canonical, size) = canonical(&value.unfolded()?)?;
        let known = self.quantity(&canonical);
        let (quantity, own) = known.unwrap_or_else(|| {
            self.0.push(canonical);
            (Quantity::Absolute(self.0.len() - 1), 1.0)
        });
        Some(Polynomial::of(quantity).scaled((size / own).into()))
    }

    /// The same, of one that was met.
    fn known(&self, value: &Polynomial) -> Option<Polynomial> {
        let (canonical, size) = canonical(value)?;
        let (quantity, own) = self.quantity(&canonical)?;
        Some(Polynomial::of(quantity).scaled((size / own).into()))
    }

    /// What stands for the absolute value, and the size that it is divided by.
    fn quantity(&self, canonical: &Polynomial) -> Option<(Quantity, f64)> {
        let parts = [Quantity::FoldedReal, Quantity::FoldedImaginary];
        let part = (0..).zip(parts).find_map(|(axis, quantity)| {
            let (part, size) = self::canonical(&Polynomial::part_of_z(axis))?;
            part.is_near(canonical).then_some((quantity, size))
        });
        let place = || self.0.iter().position(|known| known.is_near(canonical));
        part.or_else(|| Some((Quantity::Absolute(place()?), 1.0)))
    }
}

/// The polynomial or its negative, divided by a size, and that size; none of what is not of z.
fn canonical(value: &Polynomial) -> Option<(Polynomial, f64)> {
    let [of_z, rest] = value.split();
    let leading = of_z.leading().filter(|_| rest.leading().is_none())?;
    let is_negative = leading.re < 0.0 || leading.re == 0.0 && leading.im < 0.0;
    let size = leading.norm();
    let by = if is_negative { -1.0 / size } else { 1.0 / size };
    Some((value.scaled(by.into()), size))
}

pub(super) const POWERS: &str = "beyond double precision, only z -> a*f(z) + c is computed, where f is a polynomial \
                      of degree 2 to 16, before or after which parts of z may be made positive; this loop \
                      is not of that form";
const MIXED: &str = "beyond double precision, the pixel can be c, the first z, or a factor of all powers \
                     of z; this loop multiplies only some of them with it";
const CURVED: &str = "beyond double precision, c, the first z and the factor are linear in the pixel; in \
                      this loop one of them is not";
const NO_PIXEL: &str = "beyond double precision, c, the first z or a factor is the pixel; this loop does \
                        not depend on it in that way";

/// The form of a round that begins with `start`.
pub(super) fn form(
    start: &Polynomial,
    step: &Polynomial,
    absolutes: &Absolutes,
) -> Result<Form, &'static str> {
    let step = step.unfolded().ok_or(POWERS)?;
    let [of_z, add] = step.split();
    let form = holomorphic(&of_z)
        .or_else(|reason| folded(&of_z, absolutes).ok_or(reason))
        .map(|form| Form { add, ..form })?;
    let [in_z, _] = start.split();
    if in_z.leading().is_some() {
        return Err(POWERS);
    }
    let degrees = [start, &form.add, &form.factor].map(|of| of.degree_in(Quantity::Pixel));
    if degrees.iter().any(|degree| *degree > 1) {
        return Err(CURVED);
    }
    match degrees {
        [0, 0, 0] => Err(NO_PIXEL),
        _ => Ok(form),
    }
}

/// A polynomial in z, or in its conjugate.
fn holomorphic(of_z: &Polynomial) -> Result<Form, &'static str> {
    let (symbol, mut powers) = powers_of_z(of_z).ok_or(POWERS)?;
    let (degree, leading) = powers.last().cloned().ok_or(POWERS)?;
    if degree < 2 {
        return Err(POWERS);
    }
    let one = Polynomial::number(Complex64::ONE);
    let has_pixel = powers
        .iter()
        .any(|(_, coefficient)| coefficient.degree_in(Quantity::Pixel) > 0);
    let factor = if powers.len() == 1 || has_pixel {
        // The factor is that of all powers.
        for (_, coefficient) in &mut powers {
            let ratio = coefficient.leading().zip(leading.leading());
            let ratio = ratio.map_or(Complex64::ONE, |(own, all)| own / all);
            if !leading.scaled(ratio).is_near(coefficient) {
                return Err(MIXED);
            }
            *coefficient = one.scaled(ratio);
        }
        leading
    } else {
        one
    };
    Ok(Form {
        add: Polynomial::default(),
        factor,
        powers,
        before: Fold {
            conjugate: symbol.conjugate,
            ..Fold::default()
        },
        after: Fold::default(),
    })
}

/// The one symbol of z in a polynomial, and its powers with their coefficients in ascending order.
fn powers_of_z(of_z: &Polynomial) -> Option<(Symbol, Powers)> {
    let mut own = None;
    let mut powers = Powers::new();
    for (monomial, number) in of_z.terms() {
        let (in_z, rest): (Vec<_>, Vec<_>) = monomial
            .iter()
            .partition(|(symbol, _)| symbol.quantity.is_of_z());
        let [(symbol, power)] = in_z.as_slice() else {
            return None;
        };
        let is_other = own.is_some_and(|own| own != *symbol);
        if symbol.quantity != Quantity::Iterate || is_other {
            return None;
        }
        own = Some(*symbol);
        let term = Polynomial::sum([(rest, number)]);
        match powers.iter_mut().find(|(known, _)| known == power) {
            Some((_, sum)) => *sum = sum.plus(&term),
            None => powers.push((*power, term)),
        }
    }
    powers.sort_by_key(|(power, _)| *power);
    Some((own?, powers))
}

/// A power of z before or after which parts are made positive.
fn folded(of_z: &Polynomial, absolutes: &Absolutes) -> Option<Form> {
    let degree = degree(of_z, absolutes).filter(|degree| (2..=MAX_DEGREE).contains(degree))?;
    for before in Fold::all() {
        let quantities = [Quantity::FoldedReal, Quantity::FoldedImaginary];
        let sides = [0, 1].map(|axis: usize| match before.absolute[axis] {
            true => Polynomial::of(quantities[axis]),
            false => Polynomial::part_of_z(axis),
        });
        let base = joined(sides, before);
        let Some(power) = base.power(degree).and_then(|power| power.unfolded()) else {
            continue;
        };
        let images = parts(&power);
        for after in Fold::all() {
            let sides = [0, 1].map(|axis: usize| match after.absolute[axis] {
                true => absolutes.known(&images[axis]),
                false => Some(images[axis].clone()),
            });
            let [Some(real), Some(imaginary)] = sides else {
                continue;
            };
            let candidate = joined([real, imaginary], after);
            let Some(factor) = of_z.factor_of(&candidate) else {
                continue;
            };
            let product = candidate.times(&factor);
            if product.is_some_and(|own| own.is_near(of_z)) {
                return Some(Form {
                    add: Polynomial::default(),
                    factor,
                    powers: vec![(degree, Polynomial::number(Complex64::ONE))],
                    before,
                    after,
                });
            }
        }
    }
    None
}

/// The degree in z, that of absolute values included.
fn degree(of_z: &Polynomial, absolutes: &Absolutes) -> Option<u32> {
    let degree = |symbol: &Symbol| match symbol.quantity {
        Quantity::Iterate | Quantity::FoldedReal | Quantity::FoldedImaginary => 1,
        Quantity::Absolute(place) => {
            let degree = |known: &Polynomial| known.degree_of_z();
            absolutes.0.get(place).map_or(0, degree)
        }
        Quantity::Pixel
        | Quantity::Uniform(_)
        | Quantity::Reciprocal(_)
        | Quantity::Element(..) => 0,
    };
    let degrees = of_z.terms().map(|(monomial, _)| {
        let powers = monomial
            .iter()
            .map(|(symbol, power)| degree(symbol) * power);
        powers.sum::<u32>()
    });
    degrees.max()
}

/// Real and imaginary part of a polynomial in which all but z and its conjugate is real.
fn parts(number: &Polynomial) -> [Polynomial; 2] {
    let other = number.conjugate(|quantity| quantity != Quantity::Iterate);
    let real = number.plus(&other).scaled(0.5.into());
    let imaginary = number.plus(&other.scaled(-Complex64::ONE));
    [real, imaginary.scaled(-0.5 * Complex64::I)]
}

/// The number with these parts, conjugated if the fold does so.
fn joined([real, imaginary]: [Polynomial; 2], fold: Fold) -> Polynomial {
    let side = if fold.conjugate { -1.0 } else { 1.0 };
    let imaginary = imaginary.scaled(side.into());
    real.plus(&imaginary.scaled(Complex64::I))
}
