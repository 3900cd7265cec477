//! The server over standard input and output.

use std::io;
use std::process::ExitCode;

use tracing_subscriber::filter::Targets;

use crate::{logging, server};

/// Serves an editor until it says `exit` or is gone, and logs what this filter lets pass.
///
/// # Errors
/// The system gives no threads.
pub(crate) fn serve(log: Targets) -> io::Result<ExitCode> {
    logging::start(log);
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "cindyscript-server");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let is_announced = runtime.block_on(server::serve(tokio::io::stdin(), tokio::io::stdout()));
    // Standard input may be open still and a thread be reading it: it is not waited for.
    runtime.shutdown_background();
    // As the protocol asks: an exit that was not announced is a failure.
    Ok(match is_announced {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
