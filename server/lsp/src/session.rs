//! The one owner of all state. Handlers hand it events before they wait for anything, so that edits
//! apply in the order in which they were sent (see `in_order`); readers get snapshots that never
//! change.
//!
//! It never waits either: not for the analysis (a thread of its own; edits that arrive meanwhile
//! are analysed together, the newest text wins), not for the editor ([`Outbox`]), not for a preview
//! ([`Preview`]). Those who hand it events wait when there are too many: what an editor or a preview
//! says faster than it can be heard stays with them.

use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cindyscript_files::Files;
use cindyscript_ide::observed::Observations;
use cindyscript_protocol::{FromPreview, PROTOCOL};

use crate::camera;
use crate::diagnostics::diagnostics;
use crate::document::{Document, Reader, Unreadable};
use crate::outbox::{Outbox, Outgoing, PreviewsParams, ReceiptParams};
use crate::position::Encoding;
use crate::preview::{self, Ending, Preview};
use crate::settings::Settings;
use crate::snapshot::{Generation, Snapshot};
use crate::vital;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tower_lsp::ls_types::{
    MessageType, TextDocumentContentChangeEvent, TextDocumentItem, TraceValue, Uri,
};

/// What happens to the state.
#[derive(Debug)]
enum Event {
    Start(Start),
    Configure(Value),
    Trace(TraceValue),
    Open(TextDocumentItem, Instant),
    Edit(Uri, i32, Vec<TextDocumentContentChangeEvent>, Instant),
    Close(Uri),
    Read(Uri, oneshot::Sender<Around>, Reader),
    /// `None`: the analysis panicked, or was given up since the document is closed.
    Analysed(Uri, Generation, Option<Arc<Snapshot>>),
    OpenPreview(Uri, oneshot::Sender<Result<(), String>>),
    ClosePreview(Uri),
    /// A document was closed a while ago.
    Left(Uri),
    /// These files, which documents name, have changed on disk.
    Changed(BTreeSet<PathBuf>),
    Preview(Uri, PreviewId, preview::Event),
    Shutdown,
    End(oneshot::Sender<Announced>),
    /// An error of the server.
    #[cfg(test)]
    Fault(Uri),
}

impl Event {
    /// The document that it is about.
    fn document(&self) -> Option<&Uri> {
        match self {
            Self::Open(item, _) => Some(&item.uri),
            Self::Edit(uri, ..)
            | Self::Close(uri)
            | Self::Read(uri, ..)
            | Self::Analysed(uri, ..)
            | Self::OpenPreview(uri, _)
            | Self::ClosePreview(uri)
            | Self::Left(uri)
            | Self::Preview(uri, ..) => Some(uri),
            #[cfg(test)]
            Self::Fault(uri) => Some(uri),
            Self::Start(_)
            | Self::Configure(_)
            | Self::Changed(_)
            | Self::Trace(_)
            | Self::Shutdown
            | Self::End(_) => None,
        }
    }
}

/// Whether the editor announced the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Announced(pub(crate) bool);

/// What a reader of a document is given besides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    pub(crate) settings: Settings,
    /// What was seen in the preview.
    pub(crate) observed: Arc<Observations>,
}

/// What the editor says when it starts the server.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) encoding: Encoding,
    pub(crate) settings: Option<Value>,
    pub(crate) trace: TraceValue,
    /// Whether the editor asks for inlay hints again when told to.
    pub(crate) refreshes_inlay_hints: bool,
}

/// So long after its document was closed, a preview is.
const LEAVING: Duration = Duration::from_millis(500);

/// Tells one preview of a document from the one before it.
type PreviewId = u64;

/// While more events wait, those who hand over another are kept.
const ROOM: usize = 1024;

/// Where events are handed to the owner of the state. Each function hands its event over when its
/// future is first polled, before it waits for anything: the events are in the order of those
/// first polls.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    events: mpsc::UnboundedSender<Event>,
    /// How many events wait.
    waiting: Arc<watch::Sender<usize>>,
}

impl Handle {
    /// Hands an event over, and then waits while there are too many.
    async fn put(&self, event: Event) {
        self.post(event);
        // The sender of the number is `self`: it cannot be gone.
        let _ = self
            .waiting
            .subscribe()
            .wait_for(|waiting| *waiting <= ROOM)
            .await;
    }

    /// Hands an event over. For those who never have more than a few.
    fn post(&self, event: Event) {
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

    pub(crate) async fn close(&self, uri: Uri) {
        self.put(Event::Close(uri)).await;
    }

    pub(crate) async fn close_preview(&self, uri: Uri) {
        self.put(Event::ClosePreview(uri)).await;
    }

    /// The newest version of a document, as of this call, and what else there is to know.
    ///
    /// # Errors
    /// The document is not open, was edited meanwhile, or cannot be analysed.
    pub(crate) async fn read(&self, uri: Uri) -> Result<(Arc<Snapshot>, Around), Unreadable> {
        let (reader, snapshot) = oneshot::channel();
        let (sender, around) = oneshot::channel();
        self.put(Event::Read(uri, sender, reader)).await;
        let snapshot = snapshot.await.unwrap_or(Err(Unreadable::NotOpen))?;
        Ok((snapshot, around.await.unwrap_or_default()))
    }

    /// Opens the preview of a document, or brings it to the front.
    ///
    /// # Errors
    /// Why it does not open, for the user.
    pub(crate) async fn open_preview(&self, uri: Uri) -> Result<(), String> {
        let (sender, answer) = oneshot::channel();
        self.put(Event::OpenPreview(uri, sender)).await;
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

/// The state.
#[derive(Debug)]
struct Session {
    handle: Handle,
    outbox: Outbox,
    encoding: Encoding,
    settings: Settings,
    tracing: bool,
    refreshes_inlay_hints: bool,
    generation: Generation,
    files: Files,
    documents: HashMap<Uri, Document>,
    previews: HashMap<Uri, (PreviewId, Preview)>,
    last_preview: PreviewId,
    /// What runs the previews, those included that are asked to leave.
    supervisors: JoinSet<()>,
    announced: Announced,
}

/// Starts the owner of the state.
pub(crate) fn start(outbox: Outbox) -> Handle {
    let (sender, events) = mpsc::unbounded_channel();
    let handle = Handle {
        events: sender,
        waiting: Arc::new(watch::Sender::new(0)),
    };
    let session = Session::new(handle.clone(), outbox);
    vital::spawn("the owner of the documents", session.run(events));
    handle
}

impl Session {
    fn new(handle: Handle, outbox: Outbox) -> Self {
        let files = {
            let handle = handle.clone();
            Files::followed(move |changed| handle.post(Event::Changed(changed)))
        };
        let files = files.unwrap_or_else(|error| {
            let message = format!("Changes of imported files are not seen until an edit: {error}.");
            outbox.put(Outgoing::Log(MessageType::WARNING, message));
            Files::default()
        });
        Session {
            handle,
            outbox,
            files,
            encoding: Encoding::default(),
            settings: Settings::default(),
            tracing: false,
            refreshes_inlay_hints: false,
            generation: 0,
            documents: HashMap::new(),
            previews: HashMap::new(),
            last_preview: 0,
            supervisors: JoinSet::new(),
            announced: Announced(false),
        }
    }

    async fn run(mut self, mut events: mpsc::UnboundedReceiver<Event>) {
        while let Some(event) = events.recv().await {
            self.handle_safely(event);
            // All that has piled up first: edits that arrived together are analysed together.
            while let Ok(event) = events.try_recv() {
                self.handle_safely(event);
            }
            self.analyse();
        }
    }

    /// Handles an event; should that panic, the other documents are not lost.
    fn handle_safely(&mut self, event: Event) {
        self.handle.waiting.send_modify(|waiting| *waiting -= 1);
        let document = event.document().cloned();
        if catch_unwind(AssertUnwindSafe(|| self.handle(event))).is_ok() {
            return;
        }
        // What is known of the document may be half of what happened.
        let message = match document {
            Some(uri) => {
                if let Some(document) = self.documents.remove(&uri) {
                    document.close();
                }
                format!(
                    "An error of the server: it has lost {}. Close it and open it again.",
                    uri.as_str()
                )
            }
            None => "An error of the server: a message was not understood.".to_owned(),
        };
        self.outbox.put(Outgoing::Show(MessageType::ERROR, message));
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Start(start) => {
                self.encoding = start.encoding;
                self.tracing = start.trace != TraceValue::Off;
                // Nothing to refresh yet: the editor has not asked for anything.
                self.configure(start.settings.unwrap_or_default());
                self.refreshes_inlay_hints = start.refreshes_inlay_hints;
            }
            Event::Configure(settings) => self.configure(settings),
            Event::Trace(value) => self.tracing = value != TraceValue::Off,
            Event::Open(item, arrived) => self.open(item, arrived),
            Event::Edit(uri, version, changes, arrived) => {
                self.edit(uri, version, changes, arrived);
            }
            Event::Close(uri) => self.close(&uri),
            Event::Read(uri, around, reader) => {
                let document = self.documents.get(&uri);
                // Whoever cancelled the request does not wait for the answer.
                let _ = around.send(Around {
                    settings: self.settings.clone(),
                    observed: document.map(Document::observed).unwrap_or_default(),
                });
                match self.documents.get_mut(&uri) {
                    Some(document) => document.read(reader),
                    None => drop(reader.send(Err(Unreadable::NotOpen))),
                }
            }
            Event::Analysed(uri, generation, snapshot) => {
                self.analysed(&uri, generation, snapshot);
            }
            Event::Changed(files) => self.touch(&files),
            Event::OpenPreview(uri, answer) => drop(answer.send(self.open_preview(uri))),
            Event::ClosePreview(uri) => self.close_preview(&uri),
            Event::Left(uri) => {
                if !self.documents.contains_key(&uri) {
                    self.close_preview(&uri);
                }
            }
            Event::Preview(uri, id, event) => {
                // What is said by a preview that was closed is of no interest.
                if self
                    .previews
                    .get(&uri)
                    .is_some_and(|(current, _)| *current == id)
                {
                    self.heard(uri, event);
                }
            }
            Event::Shutdown => {
                self.announced = Announced(true);
                self.close_previews();
            }
            Event::End(ended) => self.end(ended),
            #[cfg(test)]
            Event::Fault(_) => panic!("on purpose"),
        }
    }

    fn configure(&mut self, settings: Value) {
        match Settings::read(settings) {
            Ok(Some(settings)) => {
                let hints = settings.inlay_hints != self.settings.inlay_hints;
                let diagnostics = settings.portability != self.settings.portability
                    || settings.recompilation != self.settings.recompilation;
                self.settings = settings;
                if diagnostics {
                    self.documents.keys().for_each(|uri| self.publish(uri));
                }
                if hints && self.refreshes_inlay_hints {
                    self.outbox.put(Outgoing::RefreshInlayHints);
                }
            }
            Ok(None) => {}
            Err(error) => self.outbox.put(Outgoing::Show(MessageType::WARNING, error)),
        }
    }

    // Documents.

    fn next_generation(&mut self) -> Generation {
        self.generation += 1;
        self.generation
    }

    fn open(&mut self, item: TextDocumentItem, arrived: Instant) {
        let generation = self.next_generation();
        let uri = item.uri.clone();
        let document = Document::open(item, generation, arrived, &self.files);
        self.show(&uri, &document);
        if let Some(before) = self.documents.insert(uri.clone(), document) {
            before.close();
        }
        self.tell_text(&uri);
    }

    fn edit(
        &mut self,
        uri: Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        arrived: Instant,
    ) {
        let generation = self.next_generation();
        let Some(document) = self.documents.get_mut(&uri) else {
            let message = format!("An edit of {} was ignored: it is not open.", uri.as_str());
            self.outbox
                .put(Outgoing::Log(MessageType::WARNING, message));
            return;
        };
        document.edit(version, changes, self.encoding, generation, arrived);
        if let Some((_, preview)) = self.previews.get(&uri) {
            preview.show(document.page());
        }
        self.tell_text(&uri);
    }

    /// The text of a document has changed: so has what names it.
    fn tell_text(&mut self, uri: &Uri) {
        if let Some((key, text)) = self.documents.get(uri).and_then(Document::file) {
            self.files.open(key.clone(), text.clone());
            let changed = BTreeSet::from([key.clone()]);
            self.touch(&changed);
        }
    }

    /// Files have changed: whatever names one of them is analysed and shown again.
    fn touch(&mut self, files: &BTreeSet<PathBuf>) {
        for (uri, document) in &mut self.documents {
            if !document.asks_for(files) {
                continue;
            }
            self.generation += 1;
            document.touch(self.generation);
            if let Some((_, preview)) = self.previews.get(uri) {
                preview.show(document.page());
            }
        }
    }

    fn close(&mut self, uri: &Uri) {
        if let Some(document) = self.documents.remove(uri) {
            if let Some((key, _)) = document.file() {
                self.files.close(key);
                let changed = BTreeSet::from([key.clone()]);
                self.touch(&changed);
            }
            document.close();
            self.outbox
                .put(Outgoing::Diagnostics(uri.clone(), Vec::new(), None));
        }
        if self.previews.contains_key(uri) {
            // Editors that read a file again close and open it.
            let (handle, uri) = (self.handle.clone(), uri.clone());
            tokio::spawn(async move {
                tokio::time::sleep(LEAVING).await;
                handle.put(Event::Left(uri)).await;
            });
        }
    }

    /// Starts the analysis of each document that has a new text and none running.
    fn analyse(&mut self) {
        for document in self.documents.values_mut() {
            let Some(job) = document.next_job(self.encoding) else {
                continue;
            };
            let handle = self.handle.clone();
            tokio::task::spawn_blocking(move || {
                let (uri, generation) = (job.uri.clone(), job.generation);
                // A panic is ours to mend, but no reason to lose the author's other files.
                let snapshot = catch_unwind(AssertUnwindSafe(|| job.run()));
                let snapshot = snapshot.ok().flatten().map(Arc::new);
                let event = Event::Analysed(uri, generation, snapshot);
                handle.post(event);
            });
        }
    }

    fn analysed(&mut self, uri: &Uri, generation: Generation, snapshot: Option<Arc<Snapshot>>) {
        let failed = snapshot.is_none();
        let document = self.documents.get_mut(uri);
        let Some(document) = document.filter(|document| document.is_analysing(generation)) else {
            return;
        };
        if failed {
            let version = document.version();
            let message = format!(
                "The analysis of {} failed at version {version}; its diagnostics stay as they \
                 were. This is an error of the server.",
                uri.as_str()
            );
            self.outbox.put(Outgoing::Log(MessageType::ERROR, message));
        }
        if document.analysed(generation, snapshot) {
            // It may name a file from now on that is open.
            if let Some((_, preview)) = self.previews.get(uri)
                && let page = document.page()
                && !preview.knows(&page.open)
            {
                preview.show(page);
            }
            self.publish(uri);
            self.measure(uri);
        }
    }

    /// Sends the diagnostics of the newest version, if they are known.
    fn publish(&self, uri: &Uri) {
        if let Some(document) = self.documents.get(uri)
            && let Some(snapshot) = document.known()
        {
            let more = document.more_diagnostics(&self.settings);
            let diagnostics = diagnostics(snapshot, &more, document.problems());
            let version = Some(snapshot.version);
            self.outbox
                .put(Outgoing::Diagnostics(uri.clone(), diagnostics, version));
        }
    }

    fn measure(&mut self, uri: &Uri) {
        if let Some(document) = self.documents.get_mut(uri)
            && let Some(latency) = document.meter().answered()
            && let Some(snapshot) = document.known()
            && self.tracing
        {
            let (version, effort) = (snapshot.version, snapshot.effort.as_secs_f64() * 1e3);
            let message =
                format!("diagnostics of version {version}: {latency}, {effort:.3} ms of analysis");
            self.outbox.put(Outgoing::Trace(message));
        }
    }

    // Previews.

    fn show(&self, uri: &Uri, document: &Document) {
        if let Some((_, preview)) = self.previews.get(uri) {
            preview.show(document.page());
        }
    }

    fn open_preview(&mut self, uri: Uri) -> Result<(), String> {
        if let Some((_, preview)) = self.previews.get(&uri) {
            preview.focus();
            return Ok(());
        }
        let Some(document) = self.documents.get(&uri) else {
            return Err(format!("{} is not open in the editor.", uri.as_str()));
        };
        self.last_preview += 1;
        let id = self.last_preview;
        let tell = {
            let (handle, uri) = (self.handle.clone(), uri.clone());
            move |event| {
                let (handle, uri) = (handle.clone(), uri.clone());
                async move { handle.put(Event::Preview(uri, id, event)).await }
            }
        };
        let page = document.page();
        let settings = &self.settings.preview;
        let camera = settings.camera.as_deref().map(|camera| {
            camera::option(camera, page.path.as_ref()).unwrap_or_else(|refused| {
                self.outbox
                    .put(Outgoing::Show(MessageType::WARNING, refused));
                "off".into()
            })
        });
        let program = settings.path.as_deref();
        let (preview, supervisor) = Preview::start(program, camera, page, tell)?;
        while self.supervisors.try_join_next().is_some() {}
        self.supervisors.spawn(supervisor);
        self.previews.insert(uri, (id, preview));
        self.tell_previews();
        Ok(())
    }

    /// Tells the editor which documents have a preview: it asks for them again if this server ends
    /// and another one is started.
    fn tell_previews(&self) {
        let uris = self.previews.keys().cloned().collect();
        self.outbox.put(Outgoing::Previews(PreviewsParams { uris }));
    }

    fn close_preview(&mut self, uri: &Uri) {
        if let Some((_, preview)) = self.previews.remove(uri) {
            preview.close();
            self.tell_previews();
        }
        self.forget_problems(uri);
    }

    fn forget_problems(&mut self, uri: &Uri) {
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        let had_values = document.forget_observed();
        if document.clear_problems() || had_values {
            self.publish(uri);
        }
        if had_values {
            self.refresh_values();
        }
    }

    /// Lets the editor ask for the values in the text again, if it shows them.
    fn refresh_values(&self) {
        if self.settings.inlay_hints.values && self.refreshes_inlay_hints {
            self.outbox.put(Outgoing::RefreshInlayHints);
        }
    }

    fn heard(&mut self, uri: Uri, event: preview::Event) {
        match event {
            preview::Event::Message(message) => self.understood(uri, message),
            preview::Event::Noise(error) => {
                let message = format!("The preview of {}: {error}", uri.as_str());
                self.outbox
                    .put(Outgoing::Log(MessageType::WARNING, message));
            }
            preview::Event::Ended(ending) => {
                self.close_preview(&uri);
                if let Ending::Died { status, words } = ending {
                    let words = if words.is_empty() {
                        "It said nothing."
                    } else {
                        &words
                    };
                    let message = format!("The preview died ({status}).\n{words}");
                    self.outbox.put(Outgoing::Show(MessageType::ERROR, message));
                }
            }
        }
    }

    fn understood(&mut self, uri: Uri, message: FromPreview) {
        match message {
            FromPreview::Hello {
                protocol, program, ..
            } if protocol != PROTOCOL => {
                self.close_preview(&uri);
                let message = format!(
                    "{program} speaks version {protocol} of the protocol, this server version \
                     {PROTOCOL}: install both from one release."
                );
                self.outbox.put(Outgoing::Show(MessageType::ERROR, message));
            }
            FromPreview::Hello {
                program, adapter, ..
            } => {
                let adapter = adapter.as_deref().unwrap_or("the CPU");
                let message = format!("{program} draws {} on {adapter}", uri.as_str());
                self.outbox.put(Outgoing::Log(MessageType::INFO, message));
            }
            FromPreview::Receipt {
                version,
                stages,
                structural,
            } => {
                let total = stages.total();
                if self.tracing {
                    let stages: Vec<String> = stages
                        .by_name()
                        .into_iter()
                        .filter_map(|(name, time)| Some(format!("{name} {:.3}", time?)))
                        .collect();
                    let stages = stages.join(", ");
                    let message = format!("picture of version {version}: {total:.3} ms ({stages})");
                    self.outbox.put(Outgoing::Trace(message));
                }
                let document = self.documents.get_mut(&uri);
                if document.is_some_and(|document| document.shown(version)) {
                    self.publish(&uri);
                }
                self.outbox.put(Outgoing::Receipt(ReceiptParams {
                    uri,
                    version,
                    structural,
                    stages,
                    total,
                }));
            }
            FromPreview::Problems { version, problems } => {
                let document = self.documents.get_mut(&uri);
                if document.is_some_and(|document| document.set_problems(version, problems)) {
                    self.publish(&uri);
                }
            }
            FromPreview::Output { text } => {
                let text = text.trim_end().to_owned();
                self.outbox.put(Outgoing::Log(MessageType::LOG, text));
            }
            FromPreview::Values { version, values } => {
                let Some(document) = self.documents.get_mut(&uri) else {
                    return;
                };
                let before = document.more_diagnostics(&self.settings);
                let is_newest = document.observe(version, values);
                if is_newest && document.more_diagnostics(&self.settings) != before {
                    self.publish(&uri);
                }
                self.refresh_values();
            }
            // For clients of other kinds; an editor has no place for it.
            FromPreview::Status { .. } => {}
            // The window is gone: so is the process soon, or it is helped.
            FromPreview::Closed => self.close_preview(&uri),
        }
    }

    fn close_previews(&mut self) {
        for (_, (_, preview)) in self.previews.drain() {
            preview.close();
        }
    }

    fn end(&mut self, ended: oneshot::Sender<Announced>) {
        self.close_previews();
        let mut supervisors = std::mem::take(&mut self.supervisors);
        let announced = self.announced;
        tokio::spawn(async move {
            while supervisors.join_next().await.is_some() {}
            let _ = ended.send(announced);
        });
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::str::FromStr;
    use std::task::{Context, Waker};

    use super::*;

    #[tokio::test]
    async fn a_panic_costs_one_document() {
        let outbox = Outbox::unread();
        let handle = start(outbox.clone());
        let uri = |name: &str| Uri::from_str(&format!("file:///{name}.cindyscript")).unwrap();
        let open = |name: &str| {
            TextDocumentItem::new(uri(name), "cindyscript".to_owned(), 1, "a = 1;".to_owned())
        };
        handle.open(open("one")).await;
        handle.open(open("other")).await;
        handle.put(Event::Fault(uri("one"))).await;
        assert!(matches!(
            handle.read(uri("one")).await,
            Err(Unreadable::NotOpen)
        ));
        assert_eq!(handle.read(uri("other")).await.unwrap().0.version, 1);
        let said = outbox.take();
        let told = said.iter().any(|message| {
            matches!(message, Outgoing::Show(MessageType::ERROR, text) if text.contains("one.cindyscript"))
        });
        assert!(told, "{said:?}");
        handle.open(open("one")).await;
        assert_eq!(handle.read(uri("one")).await.unwrap().0.version, 1);
    }

    #[tokio::test]
    async fn who_hands_over_too_much_waits() {
        let handle = start(Outbox::unread());
        for _ in 0..ROOM {
            handle.post(Event::Trace(TraceValue::Off));
        }
        let mut last = std::pin::pin!(handle.trace(TraceValue::Off));
        let mut context = Context::from_waker(Waker::noop());
        assert!(last.as_mut().poll(&mut context).is_pending());
        last.await;
        assert!(*handle.waiting.borrow() <= ROOM);
    }

    #[tokio::test]
    async fn a_document_that_is_opened_again_waits_for_its_own_analysis() {
        let handle = start(Outbox::unread());
        let uri = Uri::from_str("file:///a.cindyscript").unwrap();
        for version in 1..50 {
            let text = format!("a = {version};").repeat(200);
            let item = TextDocumentItem::new(uri.clone(), "cindyscript".to_owned(), version, text);
            handle.open(item).await;
            if version % 2 == 0 {
                let (snapshot, _) = handle.read(uri.clone()).await.unwrap();
                assert_eq!(snapshot.version, version);
            }
            handle.close(uri.clone()).await;
        }
        assert!(matches!(handle.read(uri).await, Err(Unreadable::NotOpen)));
    }
}
