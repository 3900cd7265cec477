//! The preview: plays an applet, paints its colorplots on the GPU, shows it in a window that
//! follows every edit, or writes it to a file.
//!
//! What is shown is decided by the [`player`], as plain data; [`paint`] turns that into layers;
//! [`gpu`] and [`cpu`] paint them. Compiling is [`compile`]'s, on a thread of its own. The window
//! ([`ui`]), files ([`headless`]) and the command line ([`cli`]) lie on top.
//!
//! This crate deliberately knows nothing of CindyScript's grammar, types and values beyond what
//! it hands from one room to the next, and nothing of editors: it is a process of its own, so that
//! a driver that hangs or crashes costs the picture and never the editor.

pub mod bitmap;
pub mod camera;
pub mod cli;
pub mod compile;
pub mod cpu;
pub mod decoder;
mod device;
pub mod eval;
pub mod file;
mod film;
pub mod gpu;
pub mod headless;
pub mod host;
pub mod image_painter;
pub mod images;
pub mod mailbox;
pub mod outbox;
pub mod overlay;
pub mod paint;
mod picture_file;
pub mod player;
pub mod receipt;
pub mod resource;
mod run;
pub mod scene;
pub mod screen;
pub mod shape;
pub mod source;
pub mod stage;
pub mod status;
mod surplus;
pub mod text;
pub mod tier;
pub mod ui;
pub mod view;
mod vital;
pub mod watch;
pub mod worker;

pub use run::main;
