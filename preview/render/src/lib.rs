//! Painting: the sole owner of pipelines, textures, timings and the scheduling of what is slow.
//!
//! A [`FrameLoop`] plays an applet and paints it, frame by frame, on a GPU or in memory; a
//! [`Presenter`] shows the pictures. [`compile`] makes a program for each colorplot of a version; the
//! [`Renderer`] keeps them, with what they are known to cost, and paints those into images while the
//! scripts run that ask for it. [`gpu`] paints what has a shader, [`cpu`] the rest, from coarse to
//! fine.
//!
//! This crate deliberately knows no window system, no file, no media and no editor. A window hands
//! it a surface; what a script sees of the machine comes from whoever plays the applet.

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
mod placed;
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
        "placed",
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
        "pending",
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
