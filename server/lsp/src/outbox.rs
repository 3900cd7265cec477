//! What the server says to the editor unasked, in order. The owner of the state puts it here and
//! never waits for an editor that does not read.

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tower_lsp::Client;
use tower_lsp::ls_types::notification::{LogTrace, Notification};
use tower_lsp::ls_types::{Diagnostic, LogTraceParams, MessageType, Uri};

/// `cindyscript/receipt`, to the editor: a version of a document is on the preview's screen.
pub(crate) enum Receipt {}

impl Notification for Receipt {
    type Params = ReceiptParams;
    const METHOD: &'static str = "cindyscript/receipt";
}

/// The parameters of [`Receipt`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ReceiptParams {
    /// The document.
    pub(crate) uri: Uri,
    /// Its version that is shown.
    pub(crate) version: i32,
    /// Whether a shader changed and a pipeline was built.
    pub(crate) structural: bool,
    /// Milliseconds of `parse`, `analysis`, `wgsl`, `naga`, `pipeline`, `present`; those that were
    /// not needed are absent.
    pub(crate) stages: cindyscript_protocol::Stages,
    /// Milliseconds of all stages.
    pub(crate) total: f64,
}

/// A message to the editor.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// All diagnostics of a version of a document, or of none: it is closed.
    Diagnostics(Uri, Vec<Diagnostic>, Option<i32>),
    /// For the user's eyes, at once.
    Show(MessageType, String),
    /// For the log.
    Log(MessageType, String),
    /// For those who asked for a trace.
    Trace(String),
    /// A receipt.
    Receipt(ReceiptParams),
    /// The inlay hints are others now.
    RefreshInlayHints,
}

/// Where messages to the editor are put. Never waits.
#[derive(Clone, Debug)]
pub(crate) struct Outbox(mpsc::UnboundedSender<Outgoing>);

impl Outbox {
    /// Starts delivering.
    pub(crate) fn start(client: Client) -> Self {
        let (sender, receiver) = mpsc::unbounded_channel();
        tokio::spawn(deliver(client, receiver));
        Self(sender)
    }

    /// Puts a message. It is lost when the editor is gone.
    pub(crate) fn put(&self, message: Outgoing) {
        let _ = self.0.send(message);
    }
}

async fn deliver(client: Client, mut messages: mpsc::UnboundedReceiver<Outgoing>) {
    while let Some(message) = messages.recv().await {
        match message {
            Outgoing::Diagnostics(uri, diagnostics, version) => {
                client.publish_diagnostics(uri, diagnostics, version).await;
            }
            Outgoing::Show(kind, text) => client.show_message(kind, text).await,
            Outgoing::Log(kind, text) => client.log_message(kind, text).await,
            Outgoing::Trace(message) => {
                let params = LogTraceParams {
                    message,
                    verbose: None,
                };
                client.send_notification::<LogTrace>(params).await;
            }
            Outgoing::Receipt(params) => client.send_notification::<Receipt>(params).await,
            Outgoing::RefreshInlayHints => {
                // A request: its answer may never come, and nothing depends on it.
                let client = client.clone();
                tokio::spawn(async move { client.inlay_hint_refresh().await });
            }
        }
    }
}
