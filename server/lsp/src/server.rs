//! The server over standard input and output, from its start to its end.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use tokio::io::BufReader;
use tower_lsp::{ClientSocket, LspService, Server};
use tracing_subscriber::filter::Targets;

use crate::backend::Backend;
use crate::direct::{Bytes, Direct, Outlet};
use crate::guard::{MALFORMED, guard};
use crate::in_order::InOrder;
use crate::metered::Metered;
use crate::selection::SELECTION;
use crate::session::Announced;
use crate::{logging, tab, vital};

/// The number of requests that run at a time. Each waits for the analysis, and a cancellation is
/// one too.
const CONCURRENCY: usize = 64;

/// The room between the guard and the server, in bytes; longer messages pass in parts.
const ROOM: usize = 64 * 1024;

/// The time that the end may take, previews that hang included.
const END: Duration = Duration::from_millis(800);

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
    let code = runtime.block_on(run());
    // Standard input may be open still and a thread be reading it: it is not waited for.
    runtime.shutdown_background();
    Ok(code)
}

/// The service that answers messages, and the stream of its own. A runtime must be entered.
pub(crate) fn service() -> (InOrder, ClientSocket) {
    let (service, socket) = LspService::build(Backend::new)
        .custom_method("$/setTrace", Backend::set_trace)
        .custom_method(tab::EVENT, Backend::tab_event)
        .custom_method(SELECTION, Backend::selection)
        .custom_method(MALFORMED, Backend::malformed)
        .finish();
    (InOrder(service), socket)
}

async fn run() -> ExitCode {
    let (service, socket) = service();
    let session = service.0.inner().session().clone();
    let latencies = session.latencies().clone();
    let service = Metered::new(service, latencies.clone());
    let (near, far) = tokio::io::duplex(ROOM);
    vital::spawn("what listens to the editor", async {
        // It ends with standard input, and so does the server.
        drop(guard(BufReader::new(tokio::io::stdin()), near).await);
    });
    let outlet = Outlet::new(tokio::io::stdout());
    let service = Direct::new(service, outlet.clone());
    let serving = Server::new(far, Bytes::new(outlet.clone()), socket)
        .concurrency_level(CONCURRENCY)
        .serve(service);
    tokio::select! {
        () = serving => {}
        // An editor that does not read is gone, though standard input may be open.
        () = outlet.is_gone() => {}
    }
    tracing::info!("latencies\n{}", latencies.markdown());
    // As the protocol asks: an exit that was not announced is a failure.
    match tokio::time::timeout(END, session.end()).await {
        Ok(Announced(true)) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
