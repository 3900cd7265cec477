//! What a module is made for, apart from its program.

use cindyscript_pixel::VariableId;

use crate::image::Filtering;
use crate::iteration::PolynomialIteration;
use crate::promotion::Promoted;
use crate::repr::Precision;
use crate::specialization::Specialization;

/// The most rounds that the loops of one pixel share; then they end. That keeps a loop without an
/// end from taking the driver along. (Mesa's lavapipe ends all loops of a shader after 65,535.)
pub const MOST_ROUNDS: u32 = 1 << 20;

/// The fewest, where a round does much. Loops that are known to have no more, those that stand in
/// them included, are not counted.
pub const LEAST_ROUNDS: u32 = 1 << 16;

/// What a module is made for, apart from its program.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModuleOptions<'a> {
    /// Who filters images: a device may not filter textures of floats.
    pub filtering: Filtering,
    /// The uniforms that stand in the text.
    pub specialization: Specialization<'a>,
    /// How numbers are held. Another one has another [`layout`](crate::ShaderText::layout).
    pub precision: Precision,
    /// What of the program has that precision: what [needs](Promoted::needed) it, if nothing is said, but
    /// all where numbers are painted.
    pub promoted: Option<&'a Promoted>,
    /// With [`Precision::Perturbed`], the program's iteration.
    pub iteration: Option<&'a PolynomialIteration>,
    /// What is painted.
    pub output: ModuleOutput<'a>,
    /// The size of a program that the driver can compile. The calls of larger ones are
    /// [folded](cindyscript_pixel::fold).
    pub most: WrittenOut,
}

/// The size of a program once drivers have written out all calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenOut {
    /// The loops whose rounds are no number in the text.
    pub loops: u64,
    /// The loops among them that may stand one behind the other. A program with more runs within a loop of
    /// one round.
    pub loops_in_a_row: u64,
    /// The bytes of the arrays in variables.
    pub array_bytes: u64,
}

impl Default for WrittenOut {
    fn default() -> WrittenOut {
        WrittenOut {
            loops: u64::MAX,
            loops_in_a_row: u64::MAX,
            array_bytes: u64::MAX,
        }
    }
}

/// What a module paints.
#[derive(Clone, Copy, Debug, Default)]
pub enum ModuleOutput<'a> {
    /// The colour of each pixel.
    #[default]
    Colours,
    /// The numbers that these variables of the whole program have at one pixel, the one of
    /// [`FrameUniforms::to_bytes_at`](crate::FrameUniforms::to_bytes_at), once the program's body is
    /// evaluated there: the first in the first column of the target, the next in the next one, flattened
    /// as [`UniformLayout::write`](crate::UniformLayout::write) takes them. Their real part is the sum of
    /// red and green, their imaginary part that of blue and alpha.
    Numbers(&'a [VariableId]),
}
