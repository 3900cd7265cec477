//! Measures each request around the service, whatever handles it.

use std::pin::Pin;
use std::task::{Context, Poll};

use tower_lsp::jsonrpc::{ErrorCode, Request, Response};
use tower_service::Service;

use crate::latency::{Latencies, Outcome};
use crate::platform::Instant;
use crate::requests::diagnostic::SERVER_CANCELLED;

/// A service whose answers are metered.
#[derive(Debug)]
pub(crate) struct Metered<S> {
    service: S,
    latencies: Latencies,
}

impl<S> Metered<S> {
    pub(crate) fn new(service: S, latencies: Latencies) -> Self {
        Self { service, latencies }
    }
}

impl<S> Service<Request> for Metered<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, message: Request) -> Self::Future {
        let arrived = Instant::now();
        let method = message.id().map(|_| message.method().to_owned());
        let latencies = self.latencies.clone();
        let handled = self.service.call(message);
        Box::pin(async move {
            let answer = handled.await;
            if let (Some(method), Ok(Some(answer))) = (method, &answer)
                && let Some(outcome) = outcome(answer)
            {
                let time = arrived.elapsed();
                tracing::debug!(method, ?outcome, ?time);
                latencies.note(&method, outcome, time);
            }
            answer
        })
    }
}

/// How a request ended; nothing of a method that there is none of, since editors may make up any
/// number of them.
fn outcome(answer: &Response) -> Option<Outcome> {
    match answer.error().map(|error| error.code) {
        Some(ErrorCode::MethodNotFound) => None,
        Some(ErrorCode::ContentModified | SERVER_CANCELLED) => Some(Outcome::Outdated),
        Some(ErrorCode::RequestCancelled) => Some(Outcome::Cancelled),
        Some(_) | None => Some(Outcome::Answered),
    }
}
