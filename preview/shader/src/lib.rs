//! The GPU half of the preview: the typed program of one colorplot, as WGSL.
//!
//! [`compile`] turns a [`PixelProgram`] into a [`Module`]: WGSL text that naga has accepted, the
//! layout of the values that come from the CPU, and a map from every byte of the text back to the
//! script. The text depends on the program's structure and types alone, and on indices that
//! are numbers in the script: all others are uniforms, so changing one changes no WGSL and rebuilds
//! no pipeline. [`compile_with`] makes other modules with the same layout, a general one, in which
//! not even an index stands, and faster ones with what has not changed for a while: [`Fixed`];
//! and with another layout, those in which what needs it is calculated with twice as many digits:
//! [`Precision`], [`Promoted`].
//! [`translate`] is the first half, a [`ShaderText`], for who has a pipeline for such a text.
//!
//! This crate knows no GPU, no wgpu, no clock and no file; and it takes no decision about types,
//! which the program brings along.

#[cfg(any(test, debug_assertions))]
mod bounded;
mod emit;
mod error;
mod fixed;
mod frame;
mod image;
mod indices;
mod iteration;
mod layout;
mod library;
mod mangle;
mod module;
mod options;
mod orbit;
mod promoted;
mod repr;
mod span;
mod trial;
mod usage;

pub use emit::budget::TOO_MANY_CALLS;
pub use error::ShaderError;
pub use fixed::Fixed;
pub use frame::FrameUniforms;
pub use image::{Filtering, ImageSlot, MAX_IMAGES};
pub use iteration::{Fold, Monomial, Polynomial, PolynomialIteration, Quantity, Symbol, iteration};
pub use layout::{BufferBinding, UniformLayout};
pub use module::{Module, ShaderText, compile, compile_with, entry, translate};
pub use options::{LEAST_ROUNDS, MOST_ROUNDS, ModuleOptions, ModuleOutput};
pub use orbit::{Change, OrbitHead, OrbitPoint, Scaled, ScaledPoint};
pub use promoted::Promoted;
pub use repr::Precision;
pub use span::SpanMap;
pub use trial::trial;

pub use cindyscript_pixel::PixelProgram;

#[cfg(test)]
mod tests {
    use cindyscript_tests::layers;

    /// From the lowest up: each uses only those before it.
    const LAYERS: &[&str] = &[
        "error",
        "bounded",
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
        "fixed",
        "promoted",
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
