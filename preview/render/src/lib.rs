//! Painting: the sole owner of pipelines, textures, timings and the scheduling of slow layers.
//!
//! A [`FrameLoop`] plays an applet and paints it, frame by frame, on a GPU or in memory; a
//! [`Presenter`] shows the pictures. [`compile`] compiles each colorplot of a version. The
//! [`Renderer`] keeps them with their measured costs, and paints colorplots into images when a script
//! requests it. [`gpu`] paints colorplots that have a shader, [`cpu`] the others, from coarse to fine.
//!
//! Must not depend on: window systems, files, media, editors. A window provides a surface; camera,
//! files and clock come from the host.

pub mod compile;
pub mod console;
pub mod cpu;
mod endless;
#[cfg(test)]
mod fixture;
pub mod frame_loop;
pub mod gpu;
pub mod lossy;
pub mod picture;
mod placement;
pub mod plots;
pub mod policy;
pub mod presenter;
pub mod renderer;
mod samples;
pub mod scene;
pub mod tier;
pub mod values;

pub use frame_loop::FrameLoop;
pub use presenter::Presenter;
pub use renderer::Renderer;

#[cfg(test)]
mod tests {
    use cindyscript_tests::layers;

    /// From the lowest up: each uses only those before it.
    const LAYERS: &[&str] = &[
        "policy",
        "placement",
        "gpu",
        "tier",
        "compile",
        "cpu",
        "endless",
        "samples",
        "scene",
        "picture",
        "presenter",
        "renderer",
        "frame_loop",
        "console",
        "lossy",
        "plots",
        "values",
        "fixture",
    ];

    /// The same of [`gpu`](crate::gpu).
    const GPU_LAYERS: &[&str] = &[
        "error",
        "pool",
        "pass",
        "fullscreen",
        "mipmap",
        "submission",
        "device",
        "probe",
        "native",
        "newer_text",
        "adapter",
        "bound",
        "blit",
        "texture",
        "part",
        "pipeline",
        "layer",
        "times",
        "cost",
        "tiles",
        "plot",
        "numbers",
        "colours",
        "sprite",
        "cached_layer",
        "picture",
        "surface",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
        layers::check(concat!(env!("CARGO_MANIFEST_DIR"), "/src/gpu"), GPU_LAYERS);
    }
}
