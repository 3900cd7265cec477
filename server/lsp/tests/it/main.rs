//! The program from outside: conversations over standard input and output, and the command line.

#![allow(clippy::unwrap_used)]

mod actions;
mod bad_input;
mod cli;
mod client;
mod completion;
mod conversation;
#[cfg(target_os = "linux")]
mod cost;
mod folding;
mod formatting;
mod invalid_messages;
mod latency;
mod lenses;
mod libraries;
mod methods;
mod navigation;
mod numbers;
mod order;
mod pages;
#[cfg(unix)]
mod preview;
mod program;
mod pull;
mod shutdown;
mod signature_help;
