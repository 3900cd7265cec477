//! The queue of events for the owner of the state, and the end of it that handlers have.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use cindyscript_files::Files;
use cindyscript_ide::observations::{History, Observations};
use cindyscript_protocol::{FromPreview, Problem, TabEvent};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};
use tower_lsp::ls_types::{
    Range, TextDocumentContentChangeEvent, TextDocumentItem, TraceValue, Uri,
};

use crate::client_features::ClientFeatures;
use crate::document::{SnapshotReceiver, SnapshotSender, Unreadable};
use crate::latency::Latencies;
use crate::platform::{Instant, PreviewEvent};
use crate::plot_times::PlotTimes;
use crate::position::Encoding;
use crate::preview::PreviewPlace;
use crate::settings::Settings;
use crate::snapshot::{Generation, Snapshot};

/// Tells one preview of a document from the one before it.
pub(super) type PreviewId = u64;

/// An event for the owner of the state.
#[derive(Debug)]
pub(super) enum Event {
    Start(Start),
    Configure(Value),
    Trace(TraceValue),
    Open(TextDocumentItem, Instant),
    Edit(Uri, i32, Vec<TextDocumentContentChangeEvent>, Instant),
    Close(Uri),
    Read(Uri, oneshot::Sender<RequestContext>, SnapshotSender),
    /// All documents that are open, as they are now, in the order of their names.
    ReadAll(oneshot::Sender<Vec<SnapshotReceiver>>),
    /// `None`: the analysis panicked, or was given up since the document is closed.
    Analysed(Uri, Generation, Option<Arc<Snapshot>>),
    OpenPreview(Uri, PreviewPlace, oneshot::Sender<Result<(), String>>),
    ClosePreview(Uri),
    /// Something happens to the tab that shows the preview of a document.
    Tab(Uri, TabEvent),
    /// A debugger says something to the preview of a document.
    Debug(Uri, Value),
    /// Something is selected in a version of a document.
    Selected(Uri, i32, Option<Range>),
    /// A message makes no sense: why, in a clause.
    Refused(String),
    /// A request is about a line that a document does not have.
    AskedPastEnd(Uri),
    /// What is selected in a document is to be drawn, or no longer.
    DrawSelection(Uri, oneshot::Sender<Result<(), String>>),
    /// A document was closed a while ago.
    Left(Uri),
    /// Code lenses have changed a moment ago.
    LensesChanged,
    /// These files, which documents may name, have changed on disk; so has what is below these folders.
    Changed(BTreeSet<PathBuf>),
    /// The editor's answer: the text of a file, or that the file does not exist.
    FileRead(PathBuf, Option<String>),
    Preview(PreviewId, PreviewEvent),
    /// A preview was opened a while ago.
    Prepare,
    /// A message of a preview that the editor runs.
    FromHosted(Uri, FromPreview),
    /// The editor has not written what the preview asked for into a version of a document: why.
    NotWritten(Uri, i32, String),
    WorkspaceContext(oneshot::Sender<WorkspaceContext>),
    Shutdown,
    End(oneshot::Sender<Announced>),
    /// An error of the server.
    #[cfg(test)]
    Fault(Uri),
}

impl Event {
    /// The document that it is about, if it names one.
    pub(super) fn document(&self) -> Option<&Uri> {
        match self {
            Self::Open(item, _) => Some(&item.uri),
            Self::Edit(uri, ..)
            | Self::Close(uri)
            | Self::Read(uri, ..)
            | Self::Analysed(uri, ..)
            | Self::OpenPreview(uri, ..)
            | Self::Tab(uri, _)
            | Self::Debug(uri, _)
            | Self::Selected(uri, ..)
            | Self::DrawSelection(uri, _)
            | Self::AskedPastEnd(uri)
            | Self::ClosePreview(uri)
            | Self::Left(uri)
            | Self::NotWritten(uri, ..)
            | Self::FromHosted(uri, _) => Some(uri),
            #[cfg(test)]
            Self::Fault(uri) => Some(uri),
            Self::Start(_)
            | Self::Configure(_)
            | Self::Changed(_)
            | Self::FileRead(..)
            | Self::LensesChanged
            | Self::Preview(..)
            | Self::Prepare
            | Self::ReadAll(_)
            | Self::Trace(_)
            | Self::Refused(_)
            | Self::WorkspaceContext(_)
            | Self::Shutdown
            | Self::End(_) => None,
        }
    }
}

/// Whether the editor announced the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Announced(pub(crate) bool);

/// Settings and observations that a reader of a document gets beside its snapshot.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestContext {
    pub(crate) settings: Settings,
    /// The preview's observations.
    pub(crate) observed: Arc<Observations>,
    /// How its values of the last seconds have changed, and the time that it is now.
    pub(crate) history: (Arc<History>, f64),
    /// The preview's problems.
    pub(crate) problems: Vec<Problem>,
    /// How long the preview takes for a picture, in milliseconds.
    pub(crate) frame: Option<f64>,
    /// What paints the colorplots, as far as the preview has told.
    pub(crate) plots: PlotTimes,
    /// Whether the document has a preview.
    pub(crate) has_preview: bool,
}

/// The files and settings for the analysis of files that are not open.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorkspaceContext {
    pub(crate) files: Files,
    pub(crate) settings: Settings,
    pub(crate) encoding: Encoding,
}

/// The editor's part of the `initialize` request.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) encoding: Encoding,
    pub(crate) settings: Option<Value>,
    pub(crate) trace: TraceValue,
    pub(crate) features: ClientFeatures,
}

/// While more events wait, those who hand over another are kept.
pub(super) const ROOM: usize = 1024;

/// The sending end of the queue of events for the owner of the state. Each function sends its event
/// when its future is first polled, before it waits for anything: the events are in the order of
/// those first polls.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    pub(super) latencies: Latencies,
    pub(super) events: mpsc::UnboundedSender<Event>,
    /// The number of events that wait.
    pub(super) waiting: Arc<watch::Sender<usize>>,
}

impl Handle {
    /// How long the editor waited for its answers.
    pub(crate) fn latencies(&self) -> &Latencies {
        &self.latencies
    }

    /// Hands an event over, and then waits while there are too many.
    pub(super) async fn put(&self, event: Event) {
        self.post(event);
        // The sender of the number is `self`: it cannot be gone.
        let _ = self
            .waiting
            .subscribe()
            .wait_for(|waiting| *waiting <= ROOM)
            .await;
    }

    /// Hands an event over. For those who never have more than a few.
    pub(super) fn post(&self, event: Event) {
        self.waiting.send_modify(|waiting| *waiting += 1);
        // The owner lives as long as the server: an event is lost only at its end.
        let _ = self.events.send(event);
    }

    pub(crate) async fn start(&self, start: Start) {
        self.put(Event::Start(start)).await;
    }

    pub(crate) async fn configure(&self, settings: Value) {
        self.put(Event::Configure(settings)).await;
    }

    pub(crate) async fn trace(&self, value: TraceValue) {
        self.put(Event::Trace(value)).await;
    }

    pub(crate) async fn open(&self, item: TextDocumentItem) {
        self.put(Event::Open(item, Instant::now())).await;
    }

    pub(crate) async fn edit(
        &self,
        uri: Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) {
        self.put(Event::Edit(uri, version, changes, Instant::now()))
            .await;
    }

    /// Files have changed on disk, by their keys, or folders with all that is below them.
    pub(crate) async fn files_changed(&self, keys: BTreeSet<PathBuf>) {
        self.put(Event::Changed(keys)).await;
    }

    pub(crate) async fn close(&self, uri: Uri) {
        self.put(Event::Close(uri)).await;
    }

    pub(crate) async fn close_preview(&self, uri: Uri) {
        self.put(Event::ClosePreview(uri)).await;
    }

    /// A message was refused since it makes no sense, in a clause.
    pub(crate) async fn refused(&self, why: &str) {
        self.put(Event::Refused(why.to_owned())).await;
    }

    /// A request is about a line that a document does not have.
    pub(crate) async fn asked_past_end(&self, uri: Uri) {
        self.put(Event::AskedPastEnd(uri)).await;
    }

    /// Something happens to the tab that shows the preview of a document.
    pub(crate) async fn tab_event(&self, uri: Uri, event: TabEvent) {
        self.put(Event::Tab(uri, event)).await;
    }

    /// A debugger says something to the preview of a document.
    pub(crate) async fn debug(&self, uri: Uri, content: Value) {
        self.put(Event::Debug(uri, content)).await;
    }

    /// A preview that the editor runs says something.
    pub(crate) async fn hosted(&self, uri: Uri, message: FromPreview) {
        self.put(Event::FromHosted(uri, message)).await;
    }

    /// Something is selected in a version of a document.
    pub(crate) async fn select(&self, uri: Uri, version: i32, range: Option<Range>) {
        self.put(Event::Selected(uri, version, range)).await;
    }

    /// Has the preview of a document draw what is selected, or no longer.
    ///
    /// # Errors
    /// There is none; in a sentence.
    pub(crate) async fn draw_selection(&self, uri: Uri) -> Result<(), String> {
        let (sender, answer) = oneshot::channel();
        self.put(Event::DrawSelection(uri, sender)).await;
        answer.await.unwrap_or(Ok(()))
    }

    /// The newest version of a document, as of this call, and what else there is to know.
    ///
    /// # Errors
    /// The document is not open, was edited meanwhile, or cannot be analysed.
    pub(crate) async fn read(
        &self,
        uri: Uri,
    ) -> Result<(Arc<Snapshot>, RequestContext), Unreadable> {
        let (reader, snapshot) = oneshot::channel();
        let (sender, context) = oneshot::channel();
        self.put(Event::Read(uri, sender, reader)).await;
        let snapshot = snapshot.await.unwrap_or(Err(Unreadable::NotOpen))?;
        Ok((snapshot, context.await.unwrap_or_default()))
    }

    /// The newest versions of all documents, as of this call, in the order of their names; without
    /// those that are edited meanwhile or cannot be analysed.
    pub(crate) async fn read_all(&self) -> Vec<Arc<Snapshot>> {
        let (sender, answer) = oneshot::channel();
        self.put(Event::ReadAll(sender)).await;
        let mut snapshots = Vec::new();
        for snapshot in answer.await.unwrap_or_default() {
            snapshots.extend(snapshot.await.ok().and_then(Result::ok));
        }
        snapshots
    }

    /// What files that are not open are to be analysed with.
    pub(crate) async fn workspace_context(&self) -> WorkspaceContext {
        let (sender, workspace_context) = oneshot::channel();
        self.put(Event::WorkspaceContext(sender)).await;
        workspace_context.await.unwrap_or_default()
    }

    /// Opens the preview of a document, or brings it to the front.
    ///
    /// # Errors
    /// Why it does not open, for the user.
    pub(crate) async fn open_preview(&self, uri: Uri, place: PreviewPlace) -> Result<(), String> {
        let (sender, answer) = oneshot::channel();
        self.put(Event::OpenPreview(uri, place, sender)).await;
        answer.await.unwrap_or(Ok(()))
    }

    /// The editor announces the end: previews are asked to leave.
    pub(crate) async fn shut_down(&self) {
        self.put(Event::Shutdown).await;
    }

    /// Ends all previews and waits until they are gone, which takes less than a second.
    pub(crate) async fn end(&self) -> Announced {
        let (sender, ended) = oneshot::channel();
        self.put(Event::End(sender)).await;
        ended.await.unwrap_or_default()
    }
}
