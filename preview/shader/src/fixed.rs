//! Uniforms whose values stand in the text of a module.

use crate::layout::UniformLayout;

/// Which uniforms a module has in its text: none in the first tier, in the second those that have
/// not changed for a while. The layout stays the same, and so do the buffers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fixed<'a> {
    /// The buffer's contents, as [`UniformLayout::write`] fills it.
    pub contents: &'a [u8],
    /// By place in `PixelProgram::uniforms`: whether it is fixed. Lists with a buffer of their own
    /// kind, NaN and infinity stay in the buffer all the same.
    pub uniforms: &'a [bool],
}

/// A value in the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Literal {
    /// As WGSL writes it.
    pub(crate) text: String,
    /// If it is one real number.
    pub(crate) number: Option<f64>,
}

impl Fixed<'_> {
    /// The values, by place among the uniforms.
    pub(crate) fn literals(&self, layout: &UniformLayout, count: usize) -> Vec<Option<Literal>> {
        let literal = |uniform: usize| {
            let fixed = self.uniforms.get(uniform).is_some_and(|fixed| *fixed);
            fixed.then(|| layout.literal(uniform, self.contents))?
        };
        (0..count).map(literal).collect()
    }
}
