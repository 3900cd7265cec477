//! The program from outside: conversations over standard input and output, and the command line.

#![allow(clippy::unwrap_used)]

mod cli;
mod client;
mod conversation;
#[cfg(target_os = "linux")]
mod cost;
mod latency;
mod leaving;
mod libraries;
mod malformed;
#[cfg(unix)]
mod preview;
