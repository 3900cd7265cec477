//! A running applet. Reads and analyses a version of a file, runs scripts and construction, handles
//! user input, describes each frame as layers, and compiles colorplots to shader modules.
//!
//! [`Session`] plays a [`Source`](source::Source) and records a frame as a display list. [`paint`]
//! turns it into a [`Scene`](scene::Scene): bitmaps, images, and the colorplots between them, which
//! the caller paints.
//!
//! Must not depend on: GPU, windows, files, clocks. [`Services`] gives scripts access to the machine,
//! libraries come with the text, the time comes with each frame. Images on a device are opaque handles
//! ([`DeviceImage`](image_resource::DeviceImage)).

pub mod bitmap;
pub mod diagnostic;
pub mod exact;
pub mod frame;
pub mod image_resource;
pub mod interface;
pub mod last_parsed;
mod last_statements;
pub mod layout;
pub mod losses;
mod mistake;
pub mod module;
pub mod observations;
pub mod orbit;
pub mod paint;
pub mod parameters;
pub mod plot_view;
mod policy;
pub mod position_edits;
pub mod precision;
pub mod region;
pub mod scene;
pub mod selection;
pub mod services;
pub mod session;
pub mod shape;
pub mod source;
pub mod text;
pub mod view;

pub use services::Services;
pub use session::Session;

#[cfg(test)]
mod tests {
    use cindyscript_tests::layers;

    /// From the lowest up: each uses only those before it.
    const LAYERS: &[&str] = &[
        "policy",
        "region",
        "layout",
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
        "plot_view",
        "last_statements",
        "mistake",
        "source",
        "selection",
        "last_parsed",
        "losses",
        "observations",
        "orbit",
        "interface",
        "module",
        "services",
        "session",
        "position_edits",
        "parameters",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
