//! Queue of the messages that the server sends to the editor unasked, in order. The owner of the
//! state puts them here and never waits for an editor that does not read.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cindyscript_protocol::{MOST_DEBUG_MESSAGES, ToPreview};
use serde_json::json;
use tokio::sync::{Notify, oneshot};
use tower_lsp::Client;
use tower_lsp::ls_types::notification::LogTrace;
use tower_lsp::ls_types::request::ApplyWorkspaceEdit;
use tower_lsp::ls_types::{
    ApplyWorkspaceEditParams, Diagnostic, LogTraceParams, MessageType, ProgressToken, Registration,
    ShowDocumentParams, Uri,
};

use crate::extension::{
    self, CursorParams, DebugParams, DebugPixelParams, NoticeParams, PictureParams, PreviewDied,
    PreviewDiedParams, Previews, PreviewsParams, ReadFile, ReadFileParams, Receipt, ReceiptParams,
    ToHosted, ToHostedParams,
};
use crate::platform::{self, Task, timeout};

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
    /// Which documents have a preview.
    Previews(PreviewsParams),
    /// A picture for the tab of a preview.
    Picture(PictureParams),
    /// The form of the pointer over it.
    Cursor(CursorParams),
    /// Something else that the tab is told.
    Notice(NoticeParams),
    /// A message for a debugger of the editor.
    Debug(DebugParams),
    /// The user wants to debug a pixel.
    DebugPixel(DebugPixelParams),
    /// A preview died, which the editor tells the user.
    Died(PreviewDiedParams),
    /// A message for a preview that the editor runs.
    ToHosted(ToHostedParams),
    /// The editor shows a place.
    Reveal(ShowDocumentParams),
    /// The editor says which libraries have changed on disk.
    WatchLibraries,
    /// The inlay hints are others now.
    RefreshInlayHints,
    /// The code lenses are others now.
    RefreshCodeLenses,
    /// The diagnostics are others now, to an editor that asks for them.
    RefreshDiagnostics,
    /// The editor is asked to write an edit into its texts; whether it did, or why not.
    Edit(
        ApplyWorkspaceEditParams,
        oneshot::Sender<Result<(), String>>,
    ),
    /// Requests the text of a file from the editor; none if it does not exist.
    ReadFile(Uri, oneshot::Sender<Option<String>>),
    /// Something with this number and title is going on until the other end is dropped.
    Progress(u64, String, oneshot::Receiver<Infallible>),
    /// The end of the progress with this number.
    ProgressEnded(u64),
}

/// The most messages for the user or the log that wait; older ones are left out.
const MOST_TEXTS: usize = 1000;

/// The sending end of the queue of messages to the editor. Sending never waits; and should the
/// editor not read, the queue does not grow: of diagnostics and receipts, only the newest of a
/// document counts, and of the lists of previews and the places to show only the newest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outbox(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    filled: Notify,
    progresses: AtomicU64,
}

/// Something that goes on until this is dropped. What is put into the queue after that reaches the editor
/// after the end: some editors clear the line with the newest message then.
#[derive(Debug)]
pub(crate) struct Progress {
    outbox: Outbox,
    number: u64,
    running: Option<oneshot::Sender<Infallible>>,
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.running.take());
        self.outbox.put(Outgoing::ProgressEnded(self.number));
    }
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Outgoing>,
    texts: usize,
    /// The number of texts that were left out.
    left_out: usize,
}

impl Waiting {
    fn put(&mut self, message: Outgoing) {
        let outdated = match &message {
            Outgoing::Diagnostics(..)
            | Outgoing::Receipt(_)
            | Outgoing::Previews(_)
            | Outgoing::Reveal(_)
            | Outgoing::Cursor(_)
            | Outgoing::DebugPixel(_)
            | Outgoing::ToHosted(_)
            | Outgoing::RefreshInlayHints
            | Outgoing::RefreshCodeLenses
            | Outgoing::RefreshDiagnostics => {
                let mut waiting = self.messages.iter();
                waiting.position(|before| message.replaces(before))
            }
            // Of pictures, the preview sends no more than a few that nobody has taken; other things are
            // told when the user does something.
            Outgoing::Picture(_)
            | Outgoing::Notice(_)
            | Outgoing::Died(_)
            | Outgoing::WatchLibraries
            | Outgoing::Edit(..)
            | Outgoing::ReadFile(..)
            | Outgoing::Progress(..)
            | Outgoing::ProgressEnded(_) => None,
            Outgoing::Debug(_) => {
                let mut debug = self.messages.iter().enumerate().rev();
                let mut debug = debug
                    .by_ref()
                    .filter(|(_, it)| matches!(it, Outgoing::Debug(_)));
                debug.nth(MOST_DEBUG_MESSAGES - 1).map(|(place, _)| place)
            }
            Outgoing::Show(..) | Outgoing::Log(..) | Outgoing::Trace(_) => {
                self.texts += 1;
                match self.texts > MOST_TEXTS {
                    true => self.messages.iter().position(Outgoing::is_text),
                    false => None,
                }
            }
        };
        if let Some(before) = outdated.and_then(|place| self.messages.remove(place))
            && before.is_text()
        {
            self.texts -= 1;
            self.left_out += 1;
        }
        self.messages.push_back(message);
    }

    fn take(&mut self) -> Option<Outgoing> {
        if self.left_out > 0 {
            let count = std::mem::take(&mut self.left_out);
            let message = format!("{count} messages were left out: there were too many at a time.");
            return Some(Outgoing::Log(MessageType::WARNING, message));
        }
        let message = self.messages.pop_front()?;
        self.texts -= usize::from(message.is_text());
        Some(message)
    }
}

impl Outgoing {
    fn is_text(&self) -> bool {
        matches!(self, Self::Show(..) | Self::Log(..) | Self::Trace(_))
    }

    /// Whether nobody needs the other message any more.
    fn replaces(&self, before: &Self) -> bool {
        match (self, before) {
            (Self::Diagnostics(uri, ..), Self::Diagnostics(before, ..)) => uri == before,
            (Self::Receipt(receipt), Self::Receipt(before)) => receipt.uri == before.uri,
            (Self::ToHosted(new), Self::ToHosted(before)) => {
                let is_text =
                    |params: &ToHostedParams| matches!(params.message, ToPreview::Open { .. });
                new.uri == before.uri && is_text(new) && is_text(before)
            }
            (Self::Cursor(cursor), Self::Cursor(before)) => cursor.uri == before.uri,
            (Self::Previews(_), Self::Previews(_))
            | (Self::Reveal(_), Self::Reveal(_))
            | (Self::DebugPixel(_), Self::DebugPixel(_))
            | (Self::RefreshInlayHints, Self::RefreshInlayHints)
            | (Self::RefreshCodeLenses, Self::RefreshCodeLenses)
            | (Self::RefreshDiagnostics, Self::RefreshDiagnostics) => true,
            _ => false,
        }
    }
}

impl Outbox {
    /// Starts delivering.
    pub(crate) fn start(client: Client) -> Self {
        let outbox = Self::default();
        platform::spawn_critical("the way to the editor", deliver(client, outbox.clone()));
        outbox
    }

    /// One whose messages nobody reads.
    #[cfg(test)]
    pub(crate) fn unread() -> Self {
        Self::default()
    }

    /// All that waits.
    #[cfg(test)]
    pub(crate) fn take(&self) -> Vec<Outgoing> {
        std::iter::from_fn(|| self.waiting().take()).collect()
    }

    /// Puts a message. It is lost when the editor is gone.
    pub(crate) fn put(&self, message: Outgoing) {
        self.waiting().put(message);
        self.0.filled.notify_one();
    }

    /// Lets the editor show that something is going on, if it takes longer than this.
    pub(crate) fn show_progress(&self, title: String, patience: Duration) -> Progress {
        let number = self.0.progresses.fetch_add(1, Ordering::Relaxed);
        let (sender, mut running) = oneshot::channel();
        let outbox = self.clone();
        platform::spawn(async move {
            if timeout(patience, &mut running).await.is_none() {
                outbox.put(Outgoing::Progress(number, title, running));
            }
        });
        Progress {
            outbox: self.clone(),
            number,
            running: Some(sender),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        let waiting = self.0.waiting.lock();
        waiting.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows that something is going on until it is not. The editor is asked first, and may say no.
async fn show_progress(
    client: Client,
    token: ProgressToken,
    title: String,
    mut running: oneshot::Receiver<Infallible>,
) {
    tokio::select! {
        created = client.create_work_done_progress(token.clone()) => if created.is_err() {
            return;
        },
        _ = &mut running => return,
    }
    let progress = client.progress(token, title).begin().await;
    let _ = running.await;
    progress.finish().await;
}

/// Asks the editor to write an edit into its texts.
async fn apply(
    client: Client,
    edit: ApplyWorkspaceEditParams,
    answer: oneshot::Sender<Result<(), String>>,
) {
    let applied = match client.send_request::<ApplyWorkspaceEdit>(edit).await {
        Ok(response) if response.applied => Ok(()),
        Ok(response) => Err(response.failure_reason.unwrap_or_default()),
        Err(error) => Err(error.to_string()),
    };
    // Nobody waits where the server is about to leave.
    let _ = answer.send(applied);
}

async fn deliver(client: Client, outbox: Outbox) {
    let mut delivery = Delivery {
        client,
        progresses: HashMap::new(),
    };
    loop {
        let message = outbox.waiting().take();
        match message {
            Some(message) => delivery.deliver(message).await,
            None => outbox.0.filled.notified().await,
        }
    }
}

/// The way to the editor, and the progress that it shows.
struct Delivery {
    client: Client,
    progresses: HashMap<u64, Task<()>>,
}

impl Delivery {
    async fn deliver(&mut self, message: Outgoing) {
        let client = &self.client;
        match message {
            Outgoing::Diagnostics(uri, diagnostics, version) => {
                client.publish_diagnostics(uri, diagnostics, version).await;
            }
            Outgoing::Show(kind, text) => client.show_message(kind, text).await,
            Outgoing::Log(kind, text) => client.log_message(kind, text).await,
            Outgoing::Trace(message) => {
                let verbose = None;
                let params = LogTraceParams { message, verbose };
                client.send_notification::<LogTrace>(params).await;
            }
            Outgoing::Previews(params) => client.send_notification::<Previews>(params).await,
            Outgoing::Picture(params) => {
                client.send_notification::<extension::Picture>(params).await;
            }
            Outgoing::Cursor(params) => client.send_notification::<extension::Cursor>(params).await,
            Outgoing::Notice(params) => client.send_notification::<extension::Notice>(params).await,
            Outgoing::Debug(params) => client.send_notification::<extension::Debug>(params).await,
            Outgoing::DebugPixel(params) => {
                client
                    .send_notification::<extension::DebugPixel>(params)
                    .await;
            }
            Outgoing::ToHosted(params) => client.send_notification::<ToHosted>(params).await,
            Outgoing::Died(params) => client.send_notification::<PreviewDied>(params).await,
            Outgoing::Receipt(params) => client.send_notification::<Receipt>(params).await,
            Outgoing::Reveal(params) => {
                self.ask(async |client| drop(client.show_document(params).await));
            }
            Outgoing::WatchLibraries => self.ask(watch_libraries),
            Outgoing::RefreshInlayHints => {
                self.ask(async |client| drop(client.inlay_hint_refresh().await));
            }
            Outgoing::RefreshCodeLenses => {
                self.ask(async |client| drop(client.code_lens_refresh().await));
            }
            Outgoing::RefreshDiagnostics => {
                self.ask(async |client| drop(client.workspace_diagnostic_refresh().await));
            }
            Outgoing::Edit(edit, answer) => self.ask(|client| apply(client, edit, answer)),
            Outgoing::ReadFile(uri, answer) => self.ask(|client| read_file(client, uri, answer)),
            Outgoing::Progress(number, title, running) => {
                self.progresses
                    .retain(|_, progress| !progress.is_finished());
                let token = ProgressToken::String(format!("cindyscript/{number}"));
                let progress = show_progress(client.clone(), token, title, running);
                self.progresses.insert(number, platform::spawn(progress));
            }
            Outgoing::ProgressEnded(number) => {
                if let Some(progress) = self.progresses.remove(&number) {
                    // This fails when the server ends.
                    let _ = progress.await;
                }
            }
        }
    }

    /// Sends a request. Its answer may never come, and the messages behind it do not wait for it.
    fn ask<F: Future<Output = ()> + Send + 'static>(&self, request: impl FnOnce(Client) -> F) {
        platform::spawn(request(self.client.clone()));
    }
}

async fn read_file(client: Client, uri: Uri, answer: oneshot::Sender<Option<String>>) {
    let params = ReadFileParams { uri };
    let text = client.send_request::<ReadFile>(params).await;
    // Nobody waits where the server is about to leave.
    drop(answer.send(text.ok().flatten()));
}

async fn watch_libraries(client: Client) {
    let watchers = json!({"watchers": [{"globPattern": "**/*.cjs"}]});
    let registration = Registration {
        id: "libraries".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: Some(watchers),
    };
    drop(client.register_capability(vec![registration]).await);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::str::FromStr;

    use super::*;

    #[test]
    fn what_waits_does_not_grow() {
        let outbox = Outbox::unread();
        let uri = |name: &str| Uri::from_str(&format!("file:///{name}")).unwrap();
        for version in 0..100_000 {
            outbox.put(Outgoing::Log(MessageType::LOG, version.to_string()));
            outbox.put(Outgoing::RefreshInlayHints);
            let uris = vec![uri(&version.to_string())];
            outbox.put(Outgoing::Previews(PreviewsParams { uris }));
            for name in ["a", "b"] {
                outbox.put(Outgoing::Diagnostics(uri(name), Vec::new(), Some(version)));
            }
        }
        let waiting = outbox.take();
        assert_eq!(waiting.len(), 1 + MOST_TEXTS + 4);
        let left_out = waiting.first();
        let told = matches!(left_out, Some(Outgoing::Log(_, text)) if text.starts_with("99000 "));
        assert!(told, "{left_out:?}");
        let newest = waiting.iter().filter_map(|message| match message {
            Outgoing::Diagnostics(uri, _, version) => Some((uri.as_str(), *version)),
            _ => None,
        });
        let newest: Vec<_> = newest.collect();
        assert_eq!(
            newest,
            [("file:///a", Some(99_999)), ("file:///b", Some(99_999))]
        );
        let previews = waiting.iter().find_map(|message| match message {
            Outgoing::Previews(previews) => Some(&previews.uris),
            _ => None,
        });
        assert_eq!(previews, Some(&vec![uri("99999")]));
        let last = waiting.iter().rev().find(|message| message.is_text());
        assert!(matches!(last, Some(Outgoing::Log(_, text)) if text == "99999"));
    }
}
