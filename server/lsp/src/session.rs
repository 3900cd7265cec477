//! The one owner of all state. Handlers hand it events before they wait for anything, so that edits
//! apply in the order in which they were sent (see `in_order`); readers get snapshots that never
//! change.
//!
//! The owner waits for nobody: not for the analysis ([`Analysts`]), not for the editor ([`Outbox`]),
//! not for a preview ([`Preview`]). Edits that arrive during an analysis go into the next one, and the
//! newest text wins. Those who hand over events wait while there are too many.

mod edits;
mod handle;
mod prepared;
mod previews;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cindyscript_files::Files;

use crate::analyst::Analysts;
use crate::client_features::ClientFeatures;
use crate::diagnostics::diagnostics;
use crate::document::{Document, SnapshotReceiver, SnapshotSender, Unreadable};
use crate::latency::{Latencies, Outcome};
use crate::outbox::{Outbox, Outgoing, Progress};
use crate::platform::{self, Instant, Task};
use crate::position::Encoding;
use crate::preview::Preview;
use crate::settings::Settings;
use crate::snapshot::{Generation, Snapshot};
use ropey::Rope;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};
use tower_lsp::ls_types::{
    MessageType, TextDocumentContentChangeEvent, TextDocumentItem, TraceValue, Uri,
};

pub(crate) use handle::{Announced, Handle, RequestContext, Start, WorkspaceContext};
use handle::{Event, PreviewId};
use prepared::Preparation;

/// The time after which the preview of a closed document is closed: editors that read a file again
/// close and open it.
const LEAVING: Duration = Duration::from_millis(500);

/// The time between two changes of code lenses that the editor is told of.
const LENSES: Duration = Duration::from_secs(1);
/// Changes that come together are told of at once: so long the first waits for the others.
const LENSES_TOGETHER: Duration = Duration::from_millis(100);

/// From an edit until its diagnostics are known: that is metered with the requests.
const DIAGNOSTICS: &str = "diagnostics after an edit";

/// What takes longer is shown to be going on.
pub(crate) const SLOW: Duration = Duration::from_millis(500);

/// The most messages without sense that are spoken of.
const MOST_TOLD: usize = 100;

/// The state.
#[derive(Debug)]
struct Session {
    handle: Handle,
    outbox: Outbox,
    encoding: Encoding,
    settings: Settings,
    tracing: bool,
    /// The user knows that the editor shows no places.
    told_of_places: bool,
    features: ClientFeatures,
    generation: Generation,
    files: Files,
    documents: HashMap<Uri, Document>,
    analysts: Analysts,
    previews: HashMap<Uri, (PreviewId, Preview)>,
    last_preview: PreviewId,
    preparation: Preparation,
    /// The preview that was prepared and has shown no picture yet.
    unproven: Option<PreviewId>,
    /// The documents whose previews have shown no picture yet, to an editor that shows that.
    starting: HashMap<Uri, Progress>,
    /// The tasks that run the previews, those included that are asked to leave.
    supervisors: Vec<Task<()>>,
    announced: Announced,
    /// Whether the editor will soon be told that code lenses have changed.
    lenses_change: bool,
    /// When it was told last.
    lenses_told: Option<Instant>,
    /// What was said of messages that made no sense, each of which is said once.
    told: HashSet<String>,
}

/// Starts the owner of the state.
pub(crate) fn start(outbox: Outbox) -> Handle {
    let (sender, events) = mpsc::unbounded_channel();
    let handle = Handle {
        latencies: Latencies::default(),
        events: sender,
        waiting: Arc::new(watch::Sender::new(0)),
    };
    let session = Session::new(handle.clone(), outbox);
    platform::spawn_critical("the owner of the documents", session.run(events));
    handle
}

impl Session {
    fn new(handle: Handle, outbox: Outbox) -> Self {
        let files = {
            let (changes, answers, outbox) = (handle.clone(), handle.clone(), outbox.clone());
            platform::files(
                move |changed| changes.post(Event::Changed(changed)),
                move |key| ask_for_file(key, &answers, &outbox),
            )
        };
        let files = files.unwrap_or_else(|error| {
            let message = format!("Changes of imported files are not seen until an edit: {error}.");
            outbox.put(Outgoing::Log(MessageType::WARNING, message));
            Files::default()
        });
        let analysts = {
            let handle = handle.clone();
            Analysts::new(move |job, snapshot| {
                handle.post(Event::Analysed(job.uri.clone(), job.generation, snapshot));
            })
        };
        Session {
            handle,
            outbox,
            analysts,
            files,
            encoding: Encoding::default(),
            settings: Settings::default(),
            tracing: false,
            told_of_places: false,
            features: ClientFeatures::default(),
            told: HashSet::new(),
            generation: 0,
            documents: HashMap::new(),
            previews: HashMap::new(),
            last_preview: 0,
            preparation: Preparation::default(),
            unproven: None,
            starting: HashMap::new(),
            supervisors: Vec::new(),
            announced: Announced(false),
            lenses_change: false,
            lenses_told: None,
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
        let document = match &event {
            Event::Preview(id, _) => self.shown_by(*id).cloned(),
            event => event.document().cloned(),
        };
        if catch_unwind(AssertUnwindSafe(|| self.handle(event))).is_ok() {
            return;
        }
        // The document may be in the middle of a change: it is dropped.
        let message = match document {
            Some(uri) => {
                self.remove(&uri);
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
            Event::Start(start) => self.start(start),
            Event::Configure(settings) => self.configure(settings),
            Event::Trace(value) => self.tracing = value != TraceValue::Off,
            Event::Open(item, arrived) => self.open(item, arrived),
            Event::Edit(uri, version, changes, arrived) => {
                self.edit(uri, version, changes, arrived);
            }
            Event::Close(uri) => self.close(&uri),
            Event::Read(uri, context, reader) => self.read(&uri, context, reader),
            Event::ReadAll(answer) => self.read_all(answer),
            Event::Analysed(uri, generation, snapshot) => {
                self.analysed(&uri, generation, snapshot);
            }
            Event::Changed(files) => {
                self.files.changed(&files);
                self.invalidate(&files);
            }
            Event::FileRead(key, text) => self.file_read(key, text),
            Event::OpenPreview(uri, place, answer) => {
                drop(answer.send(self.open_preview(uri, place)));
            }
            Event::Tab(uri, event) => self.tab_event(&uri, event),
            Event::Debug(uri, content) => self.debug(uri, content),
            Event::Selected(uri, version, range) => self.select(&uri, version, range),
            Event::Refused(why) => {
                self.warn_once(format!("A message was refused: {why}."), Outgoing::Log);
            }
            Event::AskedPastEnd(uri) => self.warn_past_end(&uri),
            Event::DrawSelection(uri, answer) => drop(answer.send(self.draw_selection(&uri))),
            Event::ClosePreview(uri) => self.close_preview(&uri),
            Event::LensesChanged => self.lenses_changed(),
            Event::Left(uri) => {
                if !self.documents.contains_key(&uri) {
                    self.close_preview(&uri);
                }
                self.end_unneeded_preparation();
            }
            Event::Prepare => self.prepare_next(),
            Event::FromHosted(uri, message) => self.on_hosted_message(uri, message),
            Event::Preview(id, event) => match self.shown_by(id).cloned() {
                Some(uri) => self.on_preview_event(uri, event),
                None => self.on_prepared_event(id, event),
            },
            Event::NotWritten(uri, version, why) => self.not_written(&uri, version, &why),
            Event::WorkspaceContext(reader) => drop(reader.send(self.workspace_context())),
            Event::Shutdown => {
                self.announced = Announced(true);
                self.close_previews();
            }
            Event::End(ended) => self.end(ended),
            #[cfg(test)]
            Event::Fault(_) => panic!("on purpose"),
        }
    }

    fn start(&mut self, start: Start) {
        self.encoding = start.encoding;
        self.tracing = start.trace != TraceValue::Off;
        // The editor has asked for nothing yet, so there is nothing to refresh.
        self.configure(start.settings.unwrap_or_default());
        self.features = start.features;
    }

    fn warn_past_end(&mut self, uri: &Uri) {
        let message = format!(
            "Requests about lines past the end of {} have empty answers.",
            uri.as_str()
        );
        self.warn_once(message, Outgoing::Log);
    }

    fn workspace_context(&self) -> WorkspaceContext {
        WorkspaceContext {
            files: self.files.clone(),
            settings: self.settings.clone(),
            encoding: self.encoding,
        }
    }

    fn file_read(&mut self, key: PathBuf, text: Option<String>) {
        let files = BTreeSet::from([key.clone()]);
        self.files.answer(key, text.map(Rope::from));
        self.invalidate(&files);
    }

    fn lenses_changed(&mut self) {
        self.lenses_change = false;
        self.lenses_told = Some(Instant::now());
        self.outbox.put(Outgoing::RefreshCodeLenses);
    }

    fn read(
        &mut self,
        uri: &Uri,
        context: oneshot::Sender<RequestContext>,
        reader: SnapshotSender,
    ) {
        let document = self.documents.get(uri);
        // A cancelled request does not wait for the answer.
        let _ = context.send(RequestContext {
            settings: self.settings.clone(),
            observed: document.map(Document::observed).unwrap_or_default(),
            history: document
                .map(|it| it.history(Instant::now()))
                .unwrap_or_default(),
            problems: document.map_or_else(Vec::new, |it| it.problems().to_vec()),
            frame: document.and_then(|it| it.frame_time.shown()),
            plots: document.map(|it| it.plots.clone()).unwrap_or_default(),
            has_preview: self.previews.contains_key(uri),
        });
        match self.documents.get_mut(uri) {
            Some(document) => document.read(reader),
            None => {
                drop(reader.send(Err(Unreadable::NotOpen)));
                let message = format!(
                    "Requests about {} have empty answers: it is not open.",
                    uri.as_str()
                );
                self.warn_once(message, Outgoing::Log);
            }
        }
    }

    fn read_all(&mut self, answer: oneshot::Sender<Vec<SnapshotReceiver>>) {
        let mut open: Vec<(&Uri, &mut Document)> = self.documents.iter_mut().collect();
        open.sort_by(|(a, _), (b, _)| a.as_str().cmp(b.as_str()));
        let reads = open.into_iter().map(|(_, document)| {
            let (reader, read) = oneshot::channel();
            document.read(reader);
            read
        });
        // A cancelled request does not wait for the answer.
        let _ = answer.send(reads.collect());
    }

    fn configure(&mut self, settings: Value) {
        match Settings::read(settings) {
            Ok(Some(settings)) => {
                tracing::debug!(?settings);
                let hints = settings.inlay_hints != self.settings.inlay_hints;
                let lenses = settings.code_lens != self.settings.code_lens;
                let diagnostics = settings.portability != self.settings.portability
                    || settings.recompilation != self.settings.recompilation;
                let previews = settings.preview != self.settings.preview;
                self.settings = settings;
                if previews {
                    self.prepare_again();
                }
                if diagnostics {
                    self.documents.keys().for_each(|uri| self.publish(uri));
                }
                if hints && self.features.inlay_hint_refresh {
                    self.outbox.put(Outgoing::RefreshInlayHints);
                }
                if lenses {
                    self.refresh_lenses();
                }
            }
            Ok(None) => {}
            Err(error) => self.warn_once(error, Outgoing::Show),
        }
    }

    /// Lets the editor ask for the code lenses again, once a second at most.
    fn refresh_lenses(&mut self) {
        if !self.features.code_lens_refresh || std::mem::replace(&mut self.lenses_change, true) {
            return;
        }
        let passed = self.lenses_told.map_or(LENSES, |told| told.elapsed());
        let wait = LENSES.saturating_sub(passed).max(LENSES_TOGETHER);
        let handle = self.handle.clone();
        platform::spawn(async move {
            platform::sleep(wait).await;
            handle.put(Event::LensesChanged).await;
        });
    }

    /// Warns of a message that makes no sense, unless the same was said before: editors may send it
    /// again and again.
    fn warn_once(&mut self, text: String, how: fn(MessageType, String) -> Outgoing) {
        if self.told.len() < MOST_TOLD && self.told.insert(text.clone()) {
            tracing::warn!("{text}");
            self.outbox.put(how(MessageType::WARNING, text));
        }
    }

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
            self.warn_once(message, Outgoing::Log);
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
            self.invalidate(&changed);
        }
    }

    /// Files have changed: whatever names one of them is analysed and shown again.
    fn invalidate(&mut self, files: &BTreeSet<PathBuf>) {
        let mut touched = false;
        for (uri, document) in &mut self.documents {
            if !document.asks_for(files) {
                continue;
            }
            touched = true;
            self.generation += 1;
            document.touch(self.generation);
            if let Some((_, preview)) = self.previews.get(uri) {
                preview.show(document.page());
            }
        }
        if touched && self.features.pulls_diagnostics {
            self.outbox.put(Outgoing::RefreshDiagnostics);
        }
    }

    /// A document is no longer open: what names it has it as it was saved. Whether it was open.
    fn remove(&mut self, uri: &Uri) -> bool {
        let Some(document) = self.documents.remove(uri) else {
            return false;
        };
        if let Some((key, _)) = document.file() {
            self.files.close(key);
            let changed = BTreeSet::from([key.clone()]);
            self.invalidate(&changed);
        }
        document.close();
        true
    }

    fn close(&mut self, uri: &Uri) {
        if self.remove(uri) && !self.features.pulls_diagnostics {
            self.outbox
                .put(Outgoing::Diagnostics(uri.clone(), Vec::new(), None));
        }
        let is_prepared = matches!(self.preparation, Preparation::Waiting(_));
        if is_prepared || self.previews.contains_key(uri) {
            // Editors that read a file again close and open it.
            let (handle, uri) = (self.handle.clone(), uri.clone());
            platform::spawn(async move {
                platform::sleep(LEAVING).await;
                handle.put(Event::Left(uri)).await;
            });
        }
    }

    /// Starts the analysis of each document that has a new text and none running.
    fn analyse(&mut self) {
        for document in self.documents.values_mut() {
            document.withdraw(|generation| self.analysts.withdraw(generation));
            let Some(job) = document.next_job(self.encoding, self.features.fades) else {
                continue;
            };
            let progress = self.features.work_done_progress.then(|| {
                let file = job.name.rsplit(['/', '\\']).next().unwrap_or_default();
                self.outbox.show_progress(format!("Analysing {file}"), SLOW)
            });
            let (uri, generation) = (job.uri.clone(), job.generation);
            if let Err(error) = self.analysts.analyse(job, progress) {
                tracing::error!(%error, "no thread for the analysis");
                self.handle.post(Event::Analysed(uri, generation, None));
            }
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
            if !self.features.pulls_diagnostics {
                self.push(uri);
            }
            self.measure(uri);
            self.prepare_preview();
        }
    }

    /// The diagnostics of the newest version are others without an edit: they are sent if they are
    /// known, or the editor is told to ask again.
    fn publish(&self, uri: &Uri) {
        if self.features.pulls_diagnostics {
            self.outbox.put(Outgoing::RefreshDiagnostics);
        } else {
            self.push(uri);
        }
    }

    /// Sends the diagnostics of the newest version, if they are known.
    fn push(&self, uri: &Uri) {
        if let Some(document) = self.documents.get(uri)
            && let Some(snapshot) = document.known()
        {
            let more = document.more_diagnostics(&self.settings);
            let diagnostics = diagnostics(snapshot, &more, document.problems(), self.features);
            let version = Some(snapshot.version);
            self.outbox
                .put(Outgoing::Diagnostics(uri.clone(), diagnostics, version));
        }
    }

    fn measure(&mut self, uri: &Uri) {
        if let Some(document) = self.documents.get_mut(uri)
            && let Some(latency) = document.meter().answered()
            && let Some(snapshot) = document.known()
        {
            self.handle
                .latencies
                .note(DIAGNOSTICS, Outcome::Answered, latency.longest);
            tracing::debug!(uri = uri.as_str(), version = snapshot.version, ?latency);
            if !self.tracing {
                return;
            }
            let (version, effort) = (snapshot.version, snapshot.effort.as_secs_f64() * 1e3);
            let message =
                format!("diagnostics of version {version}: {latency}, {effort:.3} ms of analysis");
            self.outbox.put(Outgoing::Trace(message));
        }
    }

    fn end(&mut self, ended: oneshot::Sender<Announced>) {
        self.close_previews();
        let supervisors = std::mem::take(&mut self.supervisors);
        let announced = self.announced;
        platform::spawn(async move {
            for supervisor in supervisors {
                let _ = supervisor.await;
            }
            let _ = ended.send(announced);
        });
    }
}

/// Asks the editor for the text of a file.
fn ask_for_file(key: &Path, handle: &Handle, outbox: &Outbox) {
    let (sender, answer) = oneshot::channel();
    let (key, handle) = (key.to_owned(), handle.clone());
    if let Some(uri) = platform::uri(&key) {
        outbox.put(Outgoing::ReadFile(uri, sender));
    }
    platform::spawn(async move {
        let text = answer.await.ok().flatten();
        handle.post(Event::FileRead(key, text));
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::str::FromStr;
    use std::task::{Context, Waker};

    use super::handle::ROOM;
    use super::*;

    #[tokio::test]
    async fn a_library_that_is_lost_counts_as_it_was_saved() {
        let folder = std::env::temp_dir().join(format!("cindyscript-lost-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("lib.cjs"), "f(x) := x;").unwrap();
        let uri = |name: &str| Uri::from_file_path(folder.join(name)).unwrap();
        let (page, library) = (uri("page.cindyscript"), uri("lib.cjs"));
        let open = |uri: &Uri, text: &str| {
            TextDocumentItem::new(uri.clone(), "cindyscript".to_owned(), 1, text.to_owned())
        };
        let handle = start(Outbox::unread());
        handle.open(open(&library, "g(x) := x;")).await;
        handle.open(open(&page, "import(\"lib\"); a = f(1);")).await;
        let said = async || {
            let (snapshot, _) = handle.read(page.clone()).await.unwrap();
            snapshot.analysis.diagnostics.len()
        };
        assert_eq!(said().await, 1);
        handle.put(Event::Fault(library)).await;
        assert_eq!(said().await, 0);
        std::fs::remove_dir_all(&folder).unwrap();
    }

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
