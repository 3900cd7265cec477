//! The language server `cindyscript-server`, and the same knowledge on the command line.
//!
//! This is the only crate that knows the language server protocol: it converts between the
//! editor's positions and messages and the analysis's byte offsets and plain data, and runs the
//! preview as a child process. It deliberately knows nothing of CindyScript: no syntax, no types,
//! no names; nor of pictures: what a preview shows is between the author and the preview.
//!
//! One owner holds all state (`session`); handlers (`backend`, `requests`) hand it events in the
//! order in which the editor's messages were read (`in_order`), and read snapshots that never
//! change.
//!
//! Beyond the protocol the server sends `cindyscript/receipt` when a version of a document is on
//! the preview's screen: `{uri, version, structural, stages, total}`, times in milliseconds, the
//! stages being `parse`, `analysis`, `wgsl`, `naga`, `pipeline` and `present` as far as they were
//! needed. To editors that ask for a trace (`$/setTrace`) it tells with `$/logTrace` how long each
//! edit waited for its diagnostics.

mod about;
mod analyst;
mod arenas;
mod backend;
mod camera;
mod capabilities;
mod cli;
mod diagnostics;
mod direct;
mod document;
mod edit;
mod frame_time;
mod guard;
mod hosted;
mod in_order;
mod latency;
mod lines;
mod links;
mod logging;
mod lossy;
mod markup;
mod meter;
mod metered;
mod offers;
mod outbox;
mod platform;
mod plot_times;
mod position;
mod preview;
mod reference_page;
mod requests;
mod selection;
mod server;
mod session;
mod settings;
mod snapshot;
mod tab;
mod turns;
mod workspace;

use std::process::ExitCode;

pub use server::serve;

/// The program `cindyscript-server` with the arguments of the process.
///
/// Status 0: nothing is wrong; 1: an error in a file, or an editor that vanished; 2: wrong
/// arguments.
#[must_use]
pub fn main() -> ExitCode {
    arenas::limit();
    cli::main()
}
