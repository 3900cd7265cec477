//! Iterations z → a zᵈ + c that a pixel program runs, where c or the first z is the pixel: what can be
//! computed as differences to one such orbit, and so in single precision however close pixels lie.
//!
//! An iteration is found by what the program computes, not by how that is written: every number is
//! followed as a polynomial as long as it is one.

mod polynomial;
mod reader;

use cindyscript_hir::program::TermId;
use cindyscript_pixel::{NodeId, PixelProgram, Uniform};

use crate::module::ShaderError;

pub use polynomial::{Monomial, Polynomial, Quantity, Symbol};

/// z → `factor` g(z)^`degree` + `add`.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// z at first: linear in the pixel.
    pub start: Polynomial,
    /// What is added in each round: linear in the pixel.
    pub add: Polynomial,
    /// What the power is multiplied with; it does not depend on the pixel.
    pub factor: Polynomial,
    /// The power, at least 2.
    pub degree: u32,
    /// g(z): z, or |re z| + i |im z|, and whether that is conjugated.
    pub power_of: Symbol,
    /// How many rounds there are at most, if that does not depend on the pixel.
    pub rounds: Option<Polynomial>,
    /// The assignments that a round consists of, in the order in which they are made.
    pub(crate) stores: Vec<(NodeId, Part)>,
    /// The loop.
    pub term: TermId,
}

impl Iteration {
    /// z → g(z)^degree + add, where z is `start` at first, whatever the text of it.
    #[must_use]
    pub fn new([start, add]: [Polynomial; 2], (power_of, degree): (Symbol, u32)) -> Iteration {
        Iteration {
            start,
            add,
            factor: Polynomial::number(1.0.into()),
            degree,
            power_of,
            rounds: None,
            stores: Vec::new(),
            term: TermId(0),
        }
    }
}

/// What of z is assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Whole,
    Real,
    Imaginary,
}

/// The iteration of a pixel program; `is_i` says which uniforms are the imaginary unit.
///
/// # Errors
/// Why there is none, at the loop that comes closest.
pub fn iteration(
    program: &PixelProgram,
    is_i: &dyn Fn(&Uniform) -> bool,
) -> Result<Iteration, ShaderError> {
    reader::read(program, is_i).map_err(|(term, message)| ShaderError {
        term,
        message: message.to_owned(),
    })
}
