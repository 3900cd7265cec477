//! Responses that worker threads have serialised: the server sends their text as it is.
//!
//! The library makes a tree of JSON values of the result of a handler, and a text of that. For a response
//! of thousands of parts, that took as long as to compute it. A handler can have the worker thread write
//! the text, and return none; the text then takes its place.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::{Mutex, Notify};
use tower_lsp::jsonrpc::{Id, Request, Response};
use tower_service::Service;

use crate::response_order::ResponseOrder;

tokio::task_local! {
    /// The text of the answer to the request that is being handled, once it is written.
    static TEXT: ResponseText;
}

/// The text of an answer, once it is written.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResponseText(Arc<OnceLock<String>>);

impl ResponseText {
    /// That of the answer to the request that is being handled; none if nobody takes it.
    pub(crate) fn wanted() -> Option<Self> {
        TEXT.try_with(Self::clone).ok()
    }

    /// The answer is written.
    pub(crate) fn set(&self, text: String) {
        // A request has one answer.
        let _ = self.0.set(text);
    }
}

/// A service whose written answers go to the editor directly, in their turn if they have one.
#[derive(Debug)]
pub(crate) struct RawResponses<S, W> {
    service: S,
    writer: MessageWriter<W>,
    order: ResponseOrder,
}

impl<S, W> RawResponses<S, W> {
    pub(crate) fn new(service: S, writer: MessageWriter<W>) -> Self {
        Self {
            service,
            writer,
            order: ResponseOrder::default(),
        }
    }
}

impl<S, W> Service<Request> for RawResponses<S, W>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
    S::Error: Send,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, message: Request) -> Self::Future {
        let text = ResponseText::default();
        let mut turn = self.order.next(&message);
        // The handler begins in the call.
        let handled = TEXT.sync_scope(text.clone(), || self.service.call(message));
        let writer = self.writer.clone();
        Box::pin(async move {
            let answer = TEXT.scope(text.clone(), handled).await?;
            turn.wait().await;
            match (answer, text.0.get()) {
                (Some(answer), Some(text)) if answer.is_ok() => {
                    // The writer notices an editor that is gone.
                    drop(writer.send(&message_of(answer.id(), text)).await);
                    Ok(None)
                }
                (answer, _) => Ok(answer),
            }
        })
    }
}

/// The message that answers a request.
fn message_of(id: &Id, result: &str) -> Vec<u8> {
    tracing::trace!("-> {id}: {result}");
    // An id is a number or a string, which can always be written.
    let id = serde_json::to_string(id).unwrap_or_default();
    let (before, behind) = (r#"{"jsonrpc":"2.0","result":"#, r#","id":"#);
    let length = before.len() + result.len() + behind.len() + id.len() + 1;
    format!("Content-Length: {length}\r\n\r\n{before}{result}{behind}{id}}}").into_bytes()
}

/// Where messages go to the editor, each as a whole, whoever sends it.
#[derive(Debug)]
pub(crate) struct MessageWriter<W>(Arc<Shared<W>>);

#[derive(Debug)]
struct Shared<W> {
    to: Mutex<W>,
    gone: Notify,
}

impl<W> Clone for MessageWriter<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: AsyncWrite + Unpin> MessageWriter<W> {
    pub(crate) fn new(to: W) -> Self {
        Self(Arc::new(Shared {
            to: Mutex::new(to),
            gone: Notify::new(),
        }))
    }

    /// Waits until nobody reads any more what is sent.
    pub(crate) async fn is_gone(&self) {
        self.0.gone.notified().await;
    }

    async fn send(&self, messages: &[u8]) -> io::Result<()> {
        let mut to = self.0.to.lock().await;
        let sent = match to.write_all(messages).await {
            Ok(()) => to.flush().await,
            error => error,
        };
        if sent.is_err() {
            self.0.gone.notify_one();
        }
        sent
    }
}

/// The end of an writer that takes bytes. Those that are flushed at once have to be whole messages.
pub(crate) struct FramedBytes<W> {
    writer: MessageWriter<W>,
    waiting: Vec<u8>,
    sending: Option<Pin<Box<dyn Future<Output = io::Result<()>> + Send>>>,
}

impl<W> FramedBytes<W> {
    pub(crate) fn new(writer: MessageWriter<W>) -> Self {
        Self {
            writer,
            waiting: Vec::new(),
            sending: None,
        }
    }
}

impl<W: AsyncWrite + Unpin + Send + 'static> AsyncWrite for FramedBytes<W> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.waiting.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            if let Some(sending) = &mut self.sending {
                let sent = ready!(sending.as_mut().poll(context));
                self.sending = None;
                sent?;
            }
            if self.waiting.is_empty() {
                return Poll::Ready(Ok(()));
            }
            let (writer, messages) = (self.writer.clone(), std::mem::take(&mut self.waiting));
            self.sending = Some(Box::pin(async move { writer.send(&messages).await }));
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(context)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::convert::Infallible;

    use serde_json::{Value, json};
    use tokio::sync::oneshot;
    use tower_lsp::jsonrpc::Error;

    use super::*;

    /// Answers in writing where a request wants that and has parameters.
    struct Writes;

    impl Service<Request> for Writes {
        type Response = Option<Response>;
        type Error = Infallible;
        type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
            Poll::Ready(Ok(()))
        }

        fn call(&mut self, message: Request) -> Self::Future {
            Box::pin(async move {
                tokio::task::yield_now().await;
                let (_, id, params) = message.into_parts();
                if let Some(params) = params {
                    ResponseText::wanted().unwrap().set(params.to_string());
                }
                Ok(id.map(|id| Response::from_ok(id, Value::Null)))
            })
        }
    }

    /// Answers the next request in writing when it is told to; with an error where nobody can tell.
    #[derive(Default)]
    struct Waits(Option<oneshot::Receiver<()>>);

    impl Service<Request> for Waits {
        type Response = Option<Response>;
        type Error = Infallible;
        type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
            Poll::Ready(Ok(()))
        }

        fn call(&mut self, message: Request) -> Self::Future {
            let told = self.0.take().unwrap();
            Box::pin(async move {
                let id = message.id().unwrap().clone();
                if told.await.is_err() {
                    return Ok(Some(Response::from_error(id, Error::request_cancelled())));
                }
                ResponseText::wanted().unwrap().set("[]".to_owned());
                Ok(Some(Response::from_ok(id, Value::Null)))
            })
        }
    }

    #[tokio::test]
    async fn answers_that_change_without_an_edit_keep_the_order_of_the_questions() {
        let writer = MessageWriter::new(Vec::new());
        let mut service = RawResponses::new(Waits::default(), writer.clone());
        let mut ask = |id: i64, method: &'static str, uri: &str| {
            let (tell, told) = oneshot::channel();
            service.service.0 = Some(told);
            let params = json!({"textDocument": {"uri": uri}});
            let request = Request::build(method).params(params).id(id);
            (tell, tokio::spawn(service.call(request.finish())))
        };
        const HINTS: &str = "textDocument/inlayHint";
        let (tell_first, first) = ask(1, HINTS, "a");
        let (cancel, cancelled) = ask(2, HINTS, "a");
        let (tell_last, last) = ask(3, HINTS, "a");
        drop(cancel);
        tell_last.send(()).unwrap();
        // Nor does one wait for answers of another kind, or about another document.
        for (tell, answered) in [ask(4, "textDocument/foldingRange", "a"), ask(5, HINTS, "b")] {
            tell.send(()).unwrap();
            answered.await.unwrap().unwrap();
        }
        tell_first.send(()).unwrap();
        for answered in [first, cancelled, last] {
            answered.await.unwrap().unwrap();
        }
        let sent = writer.0.to.lock().await;
        let sent = String::from_utf8_lossy(&sent);
        let ids: Vec<_> = sent
            .split("\"id\":")
            .filter_map(|rest| rest.split_once('}'))
            .map(|(id, _)| id)
            .collect();
        assert_eq!(ids, ["4", "5", "1", "3"], "{sent}");
    }

    #[tokio::test]
    async fn a_written_answer_is_sent_between_whole_messages() {
        let writer = MessageWriter::new(Vec::new());
        let mut library = FramedBytes::new(writer.clone());
        let mut service = RawResponses::new(Writes, writer.clone());
        library.write_all(b"<first ").await.unwrap();
        let request = Request::build("m").params(json!(["ä", 1])).id("one");
        assert_eq!(service.call(request.finish()).await, Ok(None));
        library.write_all(b"message>").await.unwrap();
        library.flush().await.unwrap();
        let request = Request::build("m").params(json!({"a": 2})).id(2);
        assert_eq!(service.call(request.finish()).await, Ok(None));
        let unwritten = service.call(Request::build("m").id(3).finish()).await;
        assert_eq!(
            unwritten,
            Ok(Some(Response::from_ok(3.into(), Value::Null)))
        );
        let sent = writer.0.to.lock().await;
        assert_eq!(
            String::from_utf8_lossy(&sent),
            "Content-Length: 46\r\n\r\n{\"jsonrpc\":\"2.0\",\"result\":[\"ä\",1],\"id\":\"one\"}\
             <first message>\
             Content-Length: 41\r\n\r\n{\"jsonrpc\":\"2.0\",\"result\":{\"a\":2},\"id\":2}"
        );
    }
}
