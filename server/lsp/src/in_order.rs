//! The order of the messages: each takes effect in the order in which it was read, whatever the
//! library does with the futures of the handlers.
//!
//! The library reads one message after the other, calls the service for each and gets a future,
//! and polls many of those at a time, in an order that it does not promise. So the work that must
//! be in order is done in the call: the handler is run up to where it first waits. Handlers hand
//! what they were sent to the owner of the state before they wait for anything (see `backend` and
//! `session::Handle`); edits therefore apply as they were typed, and a request sees the edits that
//! were sent before it, and no others.

use std::future;
use std::task::{Context, Poll, Waker};

use tower_lsp::jsonrpc::Request;
use tower_lsp::{ExitedError, LspService};
use tower_service::Service;

use crate::backend::Backend;

/// The library's service, with handlers that begin in the order of the calls.
#[derive(Debug)]
pub(crate) struct InOrder(pub(crate) LspService<Backend>);

impl Service<Request> for InOrder {
    type Response = <LspService<Backend> as Service<Request>>::Response;
    type Error = ExitedError;
    type Future = <LspService<Backend> as Service<Request>>::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), ExitedError>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, message: Request) -> Self::Future {
        self.0.inner().read_unmodelled_capabilities(&message);
        let mut handler = self.0.call(message);
        // The future is polled again by its receiver, with a waker of its own.
        let mut context = Context::from_waker(Waker::noop());
        match handler.as_mut().poll(&mut context) {
            Poll::Ready(answer) => Box::pin(future::ready(answer)),
            Poll::Pending => handler,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::str::FromStr;

    use proptest::prelude::*;
    use serde_json::{Value, json};
    use tower_lsp::jsonrpc::Response;
    use tower_lsp::ls_types::Uri;

    use super::*;
    use crate::server;

    const URI: &str = "file:///a.cindyscript";

    /// A server without an editor.
    struct Served {
        runtime: tokio::runtime::Runtime,
        service: InOrder,
        asked: i64,
    }

    type Answer = <InOrder as Service<Request>>::Future;

    impl Served {
        fn start() -> Self {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            let (service, _) = runtime.block_on(async { server::service() });
            let mut served = Self {
                runtime,
                service,
                asked: 0,
            };
            let initialize = served.ask("initialize", json!({"capabilities": {}}));
            served.result(initialize).unwrap();
            served
        }

        /// Hands a message to the service and polls nothing.
        fn call(&mut self, message: Request) -> Answer {
            let _entered = self.runtime.enter();
            self.service.call(message)
        }

        fn tell(&mut self, method: &'static str, params: Value) -> Answer {
            self.call(Request::build(method).params(params).finish())
        }

        fn ask(&mut self, method: &'static str, params: Value) -> Answer {
            self.asked += 1;
            let id = self.asked;
            self.call(Request::build(method).params(params).id(id).finish())
        }

        fn open(&mut self, text: &str) -> Answer {
            let item = json!({"uri": URI, "languageId": "cindyscript", "version": 1, "text": text});
            self.tell("textDocument/didOpen", json!({"textDocument": item}))
        }

        /// Inserts a text into the first line.
        fn insert(&mut self, version: usize, character: usize, text: &str) -> Answer {
            let place = json!({"line": 0, "character": character});
            let change = json!({"text": text, "range": {"start": place, "end": place}});
            let document = json!({"uri": URI, "version": version});
            let params = json!({"textDocument": document, "contentChanges": [change]});
            self.tell("textDocument/didChange", params)
        }

        /// Asks what is known of the first name in the text.
        fn hover(&mut self) -> Answer {
            let place = json!({"line": 0, "character": 0});
            let params = json!({"textDocument": {"uri": URI}, "position": place});
            self.ask("textDocument/hover", params)
        }

        fn response(&self, answer: Answer) -> Option<Response> {
            self.runtime.block_on(answer).unwrap()
        }

        /// The result of a request, or the code of its error.
        fn result(&self, answer: Answer) -> Result<Value, i64> {
            let (_, result) = self.response(answer).unwrap().into_parts();
            result.map_err(|error| error.code.code())
        }

        fn text(&self) -> String {
            let session = self.service.0.inner().session();
            let read = session.read(Uri::from_str(URI).unwrap());
            let (snapshot, _) = self.runtime.block_on(read).unwrap();
            snapshot.analysis.document.text().to_string()
        }
    }

    /// The protocol's codes.
    const CONTENT_MODIFIED: i64 = -32801;
    const REQUEST_CANCELLED: i64 = -32800;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn messages_take_effect_as_they_were_sent(
            edits in 0..12_usize,
            order in Just((0..26_usize).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let mut served = Served::start();
            // Each with whether it is that of a hover.
            let mut answers = vec![(false, served.open("a = 1;"))];
            let mut expected = "a = 1;".to_owned();
            for edit in 0..edits {
                answers.push((true, served.hover()));
                // Before the one before: any other order gives another text.
                let digit = (edit % 10).to_string();
                answers.push((false, served.insert(edit + 2, 4, &digit)));
                expected.insert_str(4, &digit);
            }
            answers.push((false, served.insert(edits + 2, 4, "\"b\" + ")));
            expected.insert_str(4, "\"b\" + ");
            let last = answers.len();
            answers.push((true, served.hover()));
            let mut answers: Vec<_> = answers.into_iter().map(Some).collect();
            for place in order {
                let Some((is_hover, answer)) = answers.get_mut(place).and_then(Option::take) else {
                    continue;
                };
                if !is_hover {
                    prop_assert!(served.response(answer).is_none());
                    continue;
                }
                let result = served.result(answer);
                if place == last {
                    let hover = result.unwrap();
                    let said = hover["contents"]["value"].as_str().unwrap_or_default();
                    prop_assert!(said.contains("a: string"), "{}", hover);
                } else {
                    // It was read, and an edit came after it.
                    prop_assert_eq!(result, Err(CONTENT_MODIFIED));
                }
            }
            prop_assert_eq!(served.text(), expected);
        }
    }

    #[test]
    fn more_messages_than_there_is_room_for_stay_in_order() {
        let mut served = Served::start();
        let mut answers = vec![served.open("a = 1;")];
        let mut expected = "a = 1;".to_owned();
        for edit in 0..3000 {
            let letter = ["x", "y", "z"][edit % 3];
            answers.push(served.insert(edit + 2, 0, letter));
            expected.insert_str(0, letter);
        }
        while let Some(answer) = answers.pop() {
            assert!(served.response(answer).is_none());
        }
        assert!(served.text() == expected, "another order");
    }

    #[test]
    fn a_cancellation_reaches_what_was_asked_before_it() {
        let mut served = Served::start();
        let open = served.open("a = 1;");
        let hover = served.hover();
        let cancel = served.tell("$/cancelRequest", json!({"id": served.asked}));
        assert_eq!(served.result(hover), Err(REQUEST_CANCELLED));
        assert!(served.response(cancel).is_none() && served.response(open).is_none());
    }
}
