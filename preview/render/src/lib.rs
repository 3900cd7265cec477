//! Painting: the sole owner of pipelines, textures, timings and the scheduling of what is slow.
//!
//! [`compile`] makes a program for each colorplot of a version; [`gpu`] paints those that have a
//! shader, [`cpu`] the others, from coarse to fine; [`image_painter`] paints into images while the
//! scripts run that ask for it; [`scene`] says which program paints what of a frame; [`endless`]
//! looks for loops that have no end.
//!
//! This crate deliberately knows no window system, no file, no media and no editor. A window hands
//! it a surface; what a script sees of the machine comes from whoever plays the applet.

pub mod compile;
pub mod cpu;
pub mod endless;
#[cfg(test)]
mod fixture;
pub mod gpu;
pub mod image_painter;
pub mod scene;
pub mod tier;

#[cfg(test)]
mod tests {
    use cindyscript_tests::layers;

    /// From the lowest up: each uses only those before it.
    const LAYERS: &[&str] = &[
        "gpu",
        "tier",
        "compile",
        "cpu",
        "endless",
        "scene",
        "image_painter",
        "fixture",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
