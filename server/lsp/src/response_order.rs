//! The order of responses to requests whose answer can change without an edit.
//!
//! Threads compute several answers at a time, and the later one may be ready first. An editor that
//! requests again after a refresh keeps the response that arrives last: that has to be the newer one.

use std::collections::HashMap;
use std::convert::Infallible;

use serde_json::Value;
use tokio::sync::oneshot::{self, error::TryRecvError};
use tower_lsp::jsonrpc::Request;

/// Methods of requests that the server has editors repeat.
const METHODS: [&str; 3] = [
    "textDocument/codeLens",
    "textDocument/diagnostic",
    "textDocument/inlayHint",
];

/// The last request of each of those methods about each document, until its response has left.
#[derive(Debug, Default)]
pub(crate) struct ResponseOrder(HashMap<(String, String), oneshot::Receiver<Infallible>>);

/// The turn of one response: the next comes when it is dropped.
#[derive(Debug, Default)]
pub(crate) struct ResponseTurn {
    before: Option<oneshot::Receiver<Infallible>>,
    /// Nothing is ever sent: that it is gone tells the next.
    _this: Option<oneshot::Sender<Infallible>>,
}

impl ResponseOrder {
    /// The turn of the response to a message, after those of earlier messages.
    pub(crate) fn next(&mut self, message: &Request) -> ResponseTurn {
        let method = message.method();
        let uri = message
            .params()
            .and_then(|params| params.pointer("/textDocument/uri"));
        let Some(uri) = uri.and_then(Value::as_str) else {
            return ResponseTurn::default();
        };
        if !METHODS.contains(&method) {
            return ResponseTurn::default();
        }
        self.0
            .retain(|_, last| last.try_recv() == Err(TryRecvError::Empty));
        let (this, last) = oneshot::channel();
        ResponseTurn {
            before: self.0.insert((method.to_owned(), uri.to_owned()), last),
            _this: Some(this),
        }
    }
}

impl ResponseTurn {
    /// Waits until the earlier responses have left.
    pub(crate) async fn wait(&mut self) {
        if let Some(before) = self.before.take() {
            // Its end is an error: nothing is ever sent.
            drop(before.await);
        }
    }
}
