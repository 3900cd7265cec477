//! The server over two streams of bytes, from its start to its end.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, BufReader};
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::{ClientSocket, LspService, Server};

use crate::backend::Backend;
use crate::extension::{Debug, FROM_HOSTED, SELECTION, TAB};
use crate::guard::{MALFORMED, guard};
use crate::in_order::InOrder;
use crate::platform::{spawn_critical, timeout};
use crate::raw_responses::{FramedBytes, MessageWriter, RawResponses};
use crate::request_meter::Metered;
use crate::session::Announced;

/// The number of requests that run at a time. Each waits for the analysis, and a cancellation is
/// one too.
const CONCURRENCY: usize = 64;

/// The room between the guard and the server, in bytes; longer messages pass in parts.
const ROOM: usize = 64 * 1024;

/// The time that the end may take, previews that hang included.
const END: Duration = Duration::from_millis(800);

/// The service that answers messages, and the stream of its own. A runtime must be entered.
pub(crate) fn service() -> (InOrder, ClientSocket) {
    let (service, socket) = LspService::build(Backend::new)
        .custom_method("$/setTrace", Backend::set_trace)
        .custom_method(TAB, Backend::tab_event)
        .custom_method(Debug::METHOD, Backend::debug)
        .custom_method(FROM_HOSTED, Backend::hosted)
        .custom_method(SELECTION, Backend::selection)
        .custom_method(MALFORMED, Backend::malformed)
        .finish();
    (InOrder(service), socket)
}

/// Serves an editor until it says `exit`, its messages end or it reads none. Whether it announced the
/// end, as the protocol asks.
pub async fn serve(
    input: impl AsyncRead + Unpin + Send + 'static,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> bool {
    let (service, socket) = service();
    let session = service.0.inner().session().clone();
    let latencies = session.latencies().clone();
    let service = Metered::new(service, latencies.clone());
    let (near, far) = tokio::io::duplex(ROOM);
    spawn_critical("what listens to the editor", async {
        // The server ends when the input does.
        drop(guard(BufReader::new(input), near).await);
    });
    let writer = MessageWriter::new(output);
    let service = RawResponses::new(service, writer.clone());
    let serving = Server::new(far, FramedBytes::new(writer.clone()), socket)
        .concurrency_level(CONCURRENCY)
        .serve(service);
    tokio::select! {
        () = serving => {}
        // An editor that does not read is gone, though its messages may go on.
        () = writer.is_gone() => {}
    }
    tracing::info!("latencies\n{}", latencies.markdown());
    timeout(END, session.end()).await == Some(Announced(true))
}
