//! The GPU half of the preview: the typed program of one colorplot, as WGSL.
//!
//! [`compile`] turns a [`PixelProgram`] into a [`Module`]: WGSL text that naga has accepted, the
//! layout of the values that come from the CPU, and a map from every byte of the text back to the
//! script. The WGSL depends only on structure, types and literal indices. All other numbers are
//! uniforms, so changing one rebuilds no pipeline.
//!
//! [`compile_with`] makes variants: a general one, in which indices are uniforms, too; specialised
//! ones, in which stable uniforms become constants ([`Specialization`]); and, with another layout, higher
//! precision ([`Precision`], [`Promoted`]). [`translate`] makes only the [`ShaderText`], for callers
//! that already have a pipeline for this text.
//!
//! Must not depend on: wgpu, clocks, files. The types are given by the program.

mod emit;
mod error;
mod frame;
mod image;
mod indices;
mod iteration;
mod layout;
mod library;
#[cfg(any(test, debug_assertions))]
mod loop_bounds;
mod mangle;
mod module;
mod options;
mod orbit;
mod promotion;
mod repr;
mod span;
mod specialization;
mod trial;
mod usage;

pub use emit::budget::TOO_MANY_CALLS;
pub use error::ShaderError;
pub use frame::FrameUniforms;
pub use image::{Filtering, ImageSlot, MAX_IMAGES};
pub use iteration::{Fold, Monomial, Polynomial, PolynomialIteration, Quantity, Symbol, iteration};
pub use layout::{BufferBinding, UniformLayout};
pub use module::{Module, ShaderText, compile, compile_with, entry, translate};
pub use options::{LEAST_ROUNDS, MOST_ROUNDS, ModuleOptions, ModuleOutput, WrittenOut};
pub use orbit::{Change, OrbitHead, OrbitPoint, Scaled, ScaledPoint};
pub use promotion::Promoted;
pub use repr::Precision;
pub use span::SpanMap;
pub use specialization::Specialization;
pub use trial::trial;

pub use cindyscript_pixel::PixelProgram;

#[cfg(test)]
mod tests {
    use cindyscript_tests::layers;

    /// From the lowest up: each uses only those before it.
    const LAYERS: &[&str] = &[
        "error",
        "loop_bounds",
        "span",
        "mangle",
        "repr",
        "frame",
        "indices",
        "library",
        "image",
        "iteration",
        "orbit",
        "layout",
        "specialization",
        "promotion",
        "usage",
        "options",
        "emit",
        "module",
        "trial",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
