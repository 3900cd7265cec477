//! The preview: plays an applet and shows it in a window that follows every edit, or writes it to a
//! file.
//!
//! [`cindyscript_player`] decides what is shown and paints the drawings, [`cindyscript_render`] the
//! colorplots between them. [`reader`] reads a version; [`worker`] compiles it on its own thread. The
//! window ([`ui`]), files ([`headless`]) and the command line ([`cli`]) are built on these.
//!
//! Must not depend on: the parser, editors. It passes types and values on without looking at them. It is
//! a process of its own, so a driver that hangs or crashes costs the picture and never the editor.

pub mod camera;
pub mod cli;
pub mod clipboard;
pub mod controls;
mod dap;
pub mod decoder;
mod device;
mod display;
mod drops;
mod encoding;
mod ending;
pub mod eval;
pub mod export;
pub mod feed;
pub mod file;
mod film;
pub mod fonts;
pub mod frames;
pub mod grid;
pub mod headless;
pub mod host;
pub mod images;
mod legend;
pub mod look;
pub mod look_file;
pub mod mailbox;
pub mod memory_window;
mod message;
mod model;
pub mod movie;
mod no_window;
pub mod outbox;
pub mod overlay;
mod own_files;
mod pace;
pub mod picture_file;
pub mod places;
mod policy;
mod precise;
mod preparation;
mod progress;
pub mod reader;
pub mod receipt;
mod recording;
pub mod render_loop;
mod report;
pub mod resource;
mod run;
pub mod saved_applets;
mod sound;
pub mod state_file;
pub mod status;
mod still;
pub mod stream;
mod surplus;
pub mod title;
mod trails;
pub mod ui;
mod vital;
pub mod worker;

pub use run::main;

#[cfg(test)]
mod tests {
    use cindyscript_tests::layers;

    /// From the lowest up: each uses only those before it.
    const LAYERS: &[&str] = &[
        "policy",
        "look",
        "message",
        "progress",
        "vital",
        "display",
        "mailbox",
        "outbox",
        "pace",
        "encoding",
        "stream",
        "surplus",
        "file",
        "own_files",
        "fonts",
        "picture_file",
        "clipboard",
        "drops",
        "sound",
        "state_file",
        "look_file",
        "places",
        "precise",
        "saved_applets",
        "resource",
        "still",
        "decoder",
        "movie",
        "device",
        "film",
        "camera",
        "images",
        "reader",
        "report",
        "export",
        "host",
        "memory_window",
        "controls",
        "overlay",
        "trails",
        "grid",
        "legend",
        "title",
        "status",
        "headless",
        "preparation",
        "dap",
        "recording",
        "frames",
        "model",
        "receipt",
        "worker",
        "render_loop",
        "feed",
        "ending",
        "cli",
        "no_window",
        "ui",
        "eval",
        "run",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
