//! The applet running: a version of a file, read and analysed; its scripts, its construction and what
//! the user does to them; what a frame shows, and that painted as layers of plain data; the shader
//! modules of its colorplots.
//!
//! [`Session`] plays a [`Source`](source::Source) and says what a frame shows, as a display list;
//! [`paint`] makes a [`Scene`](scene::Scene) of it: bitmaps of what is drawn, pictures, and the
//! colorplots between them, which others paint. Whoever wants the applet can have it so: a window,
//! a file, a test, a stream.
//!
//! This crate deliberately knows no GPU, no window, no file and no clock of its own. What a script
//! sees of the machine comes from [`Services`], libraries come with the text, the time with each
//! frame; what a device keeps of a picture it holds without looking at it
//! ([`DeviceImage`](image_resource::DeviceImage)).

pub mod bitmap;
pub mod diagnostic;
pub mod exact;
pub mod frame;
pub mod image_resource;
pub mod interface;
pub mod last_parsed;
mod last_statements;
pub mod losses;
mod mistake;
pub mod module;
pub mod observed;
pub mod orbit;
pub mod paint;
pub mod parameters;
mod policy;
pub mod precision;
pub mod region;
pub mod scene;
pub mod selection;
pub mod services;
pub mod session;
pub mod shape;
pub mod shown;
pub mod source;
pub mod text;
pub mod view;
pub mod written;

pub use services::Services;
pub use session::Session;

#[cfg(test)]
mod tests {
    use cindyscript_tests::layers;

    /// From the lowest up: each uses only those before it.
    const LAYERS: &[&str] = &[
        "policy",
        "region",
        "exact",
        "diagnostic",
        "precision",
        "bitmap",
        "image_resource",
        "shape",
        "text",
        "view",
        "frame",
        "scene",
        "paint",
        "shown",
        "last_statements",
        "mistake",
        "source",
        "selection",
        "last_parsed",
        "losses",
        "observed",
        "orbit",
        "interface",
        "module",
        "services",
        "session",
        "written",
        "parameters",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
