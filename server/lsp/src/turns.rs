//! Turns: answers that may be others without an edit leave in the order of their questions.
//!
//! Threads find several answers at a time, and the later one may be ready first. An editor that asks
//! again since it was told to keeps whichever it hears last, and that has to be the newer one.

use std::collections::HashMap;
use std::convert::Infallible;

use serde_json::Value;
use tokio::sync::oneshot::{self, error::TryRecvError};
use tower_lsp::jsonrpc::Request;

/// What editors are told to ask again.
const METHODS: [&str; 3] = [
    "textDocument/codeLens",
    "textDocument/diagnostic",
    "textDocument/inlayHint",
];

/// The last question of each of those methods about each document, until its answer has left.
#[derive(Debug, Default)]
pub(crate) struct Turns(HashMap<(String, String), oneshot::Receiver<Infallible>>);

/// The turn of one answer: the next comes when it is dropped.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    before: Option<oneshot::Receiver<Infallible>>,
    /// Nothing is ever sent: that it is gone tells the next.
    _this: Option<oneshot::Sender<Infallible>>,
}

impl Turns {
    /// The turn of the answer to a message, after those of the messages before it.
    pub(crate) fn next(&mut self, message: &Request) -> Turn {
        let method = message.method();
        let uri = message
            .params()
            .and_then(|params| params.pointer("/textDocument/uri"));
        let Some(uri) = uri.and_then(Value::as_str) else {
            return Turn::default();
        };
        if !METHODS.contains(&method) {
            return Turn::default();
        }
        self.0
            .retain(|_, last| last.try_recv() == Err(TryRecvError::Empty));
        let (this, last) = oneshot::channel();
        Turn {
            before: self.0.insert((method.to_owned(), uri.to_owned()), last),
            _this: Some(this),
        }
    }
}

impl Turn {
    /// Waits until the answers before this one have left.
    pub(crate) async fn come(&mut self) {
        if let Some(before) = self.before.take() {
            // Its end is an error: nothing is ever sent.
            drop(before.await);
        }
    }
}
