//! Iterations z → a h(Q(g(z))) + c that a pixel program runs, where Q is a polynomial, g and h leave the
//! parts of a complex number as they are or take their absolute values, and c, a or the first z is the
//! pixel: what can be computed as differences to one such orbit, and so in single precision however close
//! pixels lie.
//!
//! An iteration is found by what the program computes, not by how that is written: every number is
//! followed as a polynomial as long as it is one.

mod form;
mod polynomial;
mod reader;

use cindyscript_hir::program::TermId;
use cindyscript_pixel::{NodeId, PixelProgram, Uniform};
use num_complex::Complex64;

use crate::error::ShaderError;

pub use polynomial::{Monomial, Polynomial, Quantity, Symbol};

/// z → `factor` `after`(Q(`before`(z))) + `add`.
#[derive(Clone, Debug, PartialEq)]
pub struct PolynomialIteration {
    /// z at first: linear in the pixel.
    pub start: Polynomial,
    /// What is added in each round: linear in the pixel.
    pub add: Polynomial,
    /// What is multiplied with: linear in the pixel.
    pub factor: Polynomial,
    /// Q: its powers with their coefficients, which do not depend on the pixel; the highest comes last
    /// and is 2 at least. Folded, it is one power.
    pub powers: Vec<(u32, Polynomial)>,
    /// What is done to z before Q.
    pub before: Fold,
    /// What is done to the result of Q.
    pub after: Fold,
    /// How many rounds there are at most, if that does not depend on the pixel.
    pub rounds: Option<Polynomial>,
    /// Whether a round multiplies a number beside z that it goes on with, as it does a derivative: the
    /// closer pixels lie, the larger it gets, and it is computed in f32.
    pub carries: bool,
    /// The assignments that a round consists of, in the order in which they are made.
    pub(crate) stores: Vec<(NodeId, Part)>,
    /// The loop.
    pub(crate) node: NodeId,
    /// Where the loop stands.
    pub term: TermId,
}

/// What is done to the parts of a complex number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fold {
    /// Of real and imaginary part, whether the absolute value is taken.
    pub absolute: [bool; 2],
    /// Whether the result is conjugated.
    pub conjugate: bool,
}

impl Fold {
    /// Whether it takes an absolute value.
    #[must_use]
    pub fn folds(self) -> bool {
        self.absolute != [false; 2]
    }

    /// All folds, the one that does nothing first.
    fn all() -> impl Iterator<Item = Fold> {
        (0..8).map(|choice| Fold {
            absolute: [choice & 1 != 0, choice & 2 != 0],
            conjugate: choice & 4 != 0,
        })
    }
}

impl PolynomialIteration {
    /// z → before(z)^degree + add, where z is `start` at first, whatever the text of it.
    #[must_use]
    pub fn new([start, add]: [Polynomial; 2], before: Fold, degree: u32) -> PolynomialIteration {
        let one = Polynomial::number(1.0.into());
        PolynomialIteration {
            start,
            add,
            factor: one.clone(),
            powers: vec![(degree, one)],
            before,
            after: Fold::default(),
            rounds: None,
            carries: false,
            stores: Vec::new(),
            node: NodeId(0),
            term: TermId(0),
        }
    }

    /// The degree of Q.
    #[must_use]
    pub fn degree(&self) -> u32 {
        self.powers.last().map_or(0, |(power, _)| *power)
    }

    /// How many critical points Q has, each counted once if it is a power alone.
    #[must_use]
    pub fn criticals(&self) -> usize {
        match self.powers.len() {
            1 => 1,
            _ => self.degree().saturating_sub(1) as usize,
        }
    }

    /// Whether the critical point is 0 whatever the values.
    #[must_use]
    pub fn is_power(&self) -> bool {
        self.powers.len() == 1
    }

    /// Whether the factor depends on the pixel.
    #[must_use]
    pub fn has_pixel_factor(&self) -> bool {
        self.factor.degree_in(Quantity::Pixel) > 0
    }

    /// Whether something is multiplied with that is not 1: of a polynomial of degree 2, what stands
    /// before z^2 is.
    pub(crate) fn multiplies(&self) -> bool {
        let is_one = |of: &Polynomial| of.as_number() == Some(1.0.into());
        let leading = self.powers.last().filter(|(degree, _)| *degree == 2);
        !is_one(&self.factor) || leading.is_some_and(|(_, own)| !is_one(own))
    }

    /// Whether the value of Q along the orbit is needed, and not only how it changes.
    #[must_use]
    pub fn needs_images(&self) -> bool {
        self.after.folds() || self.has_pixel_factor()
    }
}

/// What of z is assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Whole,
    Real,
    Imaginary,
}

/// The iteration of a pixel program; `constant` says of uniforms which numbers they always are, as far as
/// their text says that.
///
/// # Errors
/// Why there is none, at the loop that comes closest.
pub fn iteration(
    program: &PixelProgram,
    constant: &dyn Fn(&Uniform) -> Option<Complex64>,
) -> Result<PolynomialIteration, ShaderError> {
    reader::read(program, constant).map_err(|(term, message)| ShaderError {
        term,
        message: message.to_owned(),
    })
}
