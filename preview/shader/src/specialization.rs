//! Uniforms whose values stand in the text of a module.

use cindyscript_pixel::PixelProgram;

use crate::indices::zero_based;
use crate::layout::{Literal, UniformLayout};

/// Which uniforms a module has in its text. The layout stays the same, and so do the buffers.
#[derive(Clone, Copy, Debug, Default)]
pub enum Specialization<'a> {
    /// None: whatever number is changed in the script, the text stays the same.
    None,
    /// Indices that are numbers in the script. Most are, as in `p_1`, and hardly any is ever
    /// changed; a driver that knows which element is meant keeps the list in registers.
    #[default]
    Indices,
    /// Those that have not changed for a while.
    Values {
        /// The buffer's contents, as [`UniformLayout::write`] fills it.
        contents: &'a [u8],
        /// By place in `PixelProgram::uniforms`: whether it is fixed. Lists with a buffer of their
        /// own kind, NaN and infinity stay in the buffer all the same.
        uniforms: &'a [bool],
    },
}

impl Specialization<'_> {
    /// The values, by place among the uniforms. With those that are nothing but `indices` comes the
    /// length of the lists.
    pub(crate) fn literals(
        self,
        program: &PixelProgram,
        layout: &UniformLayout,
        indices: &[Option<u32>],
    ) -> Vec<Option<Literal>> {
        let literal = |uniform: usize| match self {
            Specialization::None => None,
            Specialization::Indices => {
                let len = indices.get(uniform).copied()??;
                let place = zero_based(program.uniforms[uniform].literal?, len);
                // Behind the list there is nothing.
                let place = place.map_or(f64::from(len), |place| place as f64);
                Some(Literal {
                    text: format!("i32({place})"),
                    number: Some(place),
                })
            }
            Specialization::Values { contents, uniforms } => {
                let fixed = uniforms.get(uniform).is_some_and(|fixed| *fixed);
                fixed.then(|| layout.literal(uniform, contents))?
            }
        };
        (0..program.uniforms.len()).map(literal).collect()
    }
}
