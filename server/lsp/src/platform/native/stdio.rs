//! The server over standard input and output.

use std::io;
use std::process::ExitCode;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::server;

/// Serves an editor until it says `exit` or is gone, and logs what this filter lets pass.
///
/// # Errors
/// The system gives no threads.
pub(crate) fn serve(log: Targets) -> io::Result<ExitCode> {
    start_log(log);
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

/// Starts the log of this process, on standard error.
fn start_log(filter: Targets) {
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(false);
    // This is the only log of the process.
    let _ = tracing_subscriber::registry()
        .with(lines)
        .with(filter)
        .try_init();
}
