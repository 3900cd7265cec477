//! The meanings of a program, compared: what the shader computes at a pixel, or the CPU for many
//! pixels at a time, and what the interpreter does.
//!
//! [`builtins`] goes through the table of builtins, mechanically. All is painted into images of 32
//! bit floats, so that nothing is clamped or rounded to bytes. Without a GPU (a software one is
//! enough) there is no shader to compare.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod bench;
mod builtins;
mod deep;
mod folded;
mod infinite;
mod lanes;
mod long_lists;
mod program;
mod values;
