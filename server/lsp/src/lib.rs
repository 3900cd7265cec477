//! The language server `cindyscript-server`, and its command line.
//!
//! This is the only crate that knows the language server protocol: it converts between the
//! editor's positions and messages and the analysis's byte offsets and plain data. It runs the preview:
//! as a child process, or through the editor (`hosted`). Must not depend on: syntax, types, names. It
//! forwards pictures without decoding them.
//!
//! One owner holds all state (`session`). Handlers (`backend`, `requests`) send it events in the
//! order in which the editor's messages were read (`in_order`), and read immutable snapshots.
//!
//! Extensions of the protocol: `docs/protocol.md`.

mod analyst;
mod backend;
mod camera;
mod capabilities;
mod cli;
mod client_features;
mod diagnostics;
mod document;
mod edit;
mod extension;
mod frame_time;
mod guard;
mod in_order;
mod latency;
mod lines;
mod logging;
mod lossy;
mod markup;
mod meter;
mod outbox;
mod platform;
mod plot_times;
mod position;
mod preview;
mod raw_responses;
mod request_meter;
mod requests;
mod response_order;
mod server;
mod session;
mod settings;
mod snapshot;
mod workspace;

use std::process::ExitCode;

pub use server::serve;

/// The program `cindyscript-server` with the arguments of the process.
///
/// Status 0: nothing is wrong; 1: an error in a file, or an editor that vanished; 2: wrong
/// arguments.
#[must_use]
pub fn main() -> ExitCode {
    platform::limit_arenas();
    cli::main()
}
