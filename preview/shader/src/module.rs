//! A compiled colorplot, and how it is bound and drawn.

use cindyscript_analysis::pixel::PixelProgram;
use cindyscript_analysis::program::TermId;

use crate::layout::UniformLayout;
use crate::span::SpanMap;

/// The names of the entry points.
pub mod entry {
    /// The vertex shader: draw 3 vertices as a triangle list, without vertex buffers; the triangle
    /// covers the whole target. A colorplot of a rectangle is drawn with a scissor rectangle.
    pub const VERTEX: &str = "vertex";
    /// The fragment shader for the canvas: premultiplied rgba, each component in 0..1, NaN as 0.
    /// Blend with (one, one minus source alpha).
    pub const CANVAS: &str = "canvas";
    /// The fragment shader for images that programs read again: rgba as computed, neither
    /// clamped nor premultiplied. No blending.
    pub const IMAGE: &str = "image";
}

/// A colorplot, ready to become a pipeline.
///
/// One bind group, group 0, all for the fragment stage, neither with a dynamic offset:
///
/// | binding | type | contents |
/// |---|---|---|
/// | 0 | uniform buffer, [`Frame::SIZE`](crate::Frame::SIZE) bytes | [`Frame`](crate::Frame) |
/// | 1 | [`UniformLayout::binding`], [`UniformLayout::size`] bytes | the program's uniforms |
///
/// Binding 1 belongs to the layout even where a program has no uniforms and its text does not
/// mention it. The entry points are in [`entry`].
///
/// The position of a pixel is computed in f32 from `@builtin(position)` and [`Frame`](crate::Frame).
/// NaN is painted as 0 by a test of the bits; but compilers of drivers assume that NaN does not
/// exist, and may have turned it into any number before.
#[derive(Clone, Debug)]
pub struct Module {
    /// The text.
    pub wgsl: String,
    /// Where the uniforms lie.
    pub layout: UniformLayout,
    /// From the text back to the script.
    pub spans: SpanMap,
    /// The text, parsed and validated.
    pub naga: naga::Module,
    /// What the validation found out.
    pub info: naga::valid::ModuleInfo,
}

impl Module {
    /// The term for which the WGSL at this byte offset was written.
    #[must_use]
    pub fn term_at(&self, wgsl_offset: usize) -> Option<TermId> {
        self.spans.term_at(wgsl_offset)
    }
}

/// Why a program has no shader.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct ShaderError {
    /// The term at fault, or the colorplot's expression where none is known.
    pub term: TermId,
    /// What is wrong.
    pub message: String,
}

/// Translates a pixel program to WGSL and validates it.
///
/// # Errors
///
/// What the program asks for and WGSL cannot do. That naga rejects our text is a mistake of this
/// crate, and an error all the same.
pub fn compile(program: &PixelProgram) -> Result<Module, Vec<ShaderError>> {
    let term = program.node(program.body).term;
    Err(vec![ShaderError { term, message: "the translation to WGSL is being written".to_owned() }])
}
