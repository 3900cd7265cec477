//! A document that is open in the editor.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cindyscript_diagnostic::Diagnostic;
use cindyscript_files::{Beside, Files, key};
use cindyscript_ide::observations::{History, ListNumbers, Observations, Subject};
use cindyscript_protocol::{
    self as protocol, ByteRange, LossyPlot, Observation, PixelValue, Problem,
};

use crate::diagnostics::{more_diagnostics, text_range};
use crate::frame_time::FrameTime;
use crate::lossy::lossy;
use crate::meter::Meter;
use crate::platform::{self, Instant};
use crate::plot_times::PlotTimes;
use crate::position::{self, Encoding};
use crate::preview::Page;
use crate::settings::Settings;
use crate::snapshot::{Generation, Job, Newest, Snapshot};
use ropey::Rope;
use text_size::TextSize;
use tokio::sync::oneshot;
use tower_lsp::ls_types::{Range, TextDocumentContentChangeEvent, TextDocumentItem, TextEdit, Uri};

/// Why a document cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// It is not open.
    NotOpen,
    /// It was edited or closed before it was analysed.
    Modified,
    /// The analysis failed.
    Failed,
}

/// The end of a [`SnapshotSender`] that gets the answer.
pub(crate) type SnapshotReceiver = oneshot::Receiver<Result<Arc<Snapshot>, Unreadable>>;

/// The answer to a request that waits for a version of a document to be analysed.
pub(crate) type SnapshotSender = oneshot::Sender<Result<Arc<Snapshot>, Unreadable>>;

/// The state of the analysis of the newest text.
#[derive(Debug)]
enum State {
    /// It is known.
    Known(Arc<Snapshot>),
    /// It could not be found out.
    Failed,
    /// The text was changed since the last analysis began.
    Changed,
    /// It is being found out.
    Running,
}

/// A document that is open in the editor: its text, and what is known and asked about it.
#[derive(Debug)]
pub(crate) struct Document {
    uri: Uri,
    name: Arc<str>,
    /// The file that it is, by its key, and those beside it; none of what has no file yet.
    file: Option<(PathBuf, Arc<Beside>)>,
    text: Rope,
    version: i32,
    generation: Generation,
    newest: Newest,
    state: State,
    /// The text that is being analysed, this one or an older one.
    analysing: Option<Generation>,
    /// The last snapshot, of whatever version: the next analysis takes it and starts from it.
    last: Option<Arc<Snapshot>>,
    readers: Vec<SnapshotSender>,
    /// The preview's problems and the version that they belong to.
    problems: Option<(i32, Vec<Problem>)>,
    /// The preview's observations, and the version that they belong to.
    observed: (i32, Arc<Observations>),
    /// How the values of the last seconds have changed.
    history: Arc<History>,
    /// True if the last analysed version has something to play.
    plays: bool,
    /// From when on their times are counted.
    opened: Instant,
    /// How long the preview takes for a picture of it.
    pub(crate) frame_time: FrameTime,
    /// What paints its colorplots in the preview.
    pub(crate) plots: PlotTimes,
    meter: Meter,
}

impl Document {
    pub(crate) fn open(
        item: TextDocumentItem,
        generation: Generation,
        arrived: Instant,
        files: &Files,
    ) -> Self {
        let mut meter = Meter::default();
        meter.edit(arrived);
        let name = name(&item.uri, &item.language_id);
        let path = platform::path(&item.uri).map(|_| Path::new(&*name));
        let file = path.map(|path| (key(path), Beside::new(path, files.clone())));
        Self {
            name,
            file,
            uri: item.uri,
            text: Rope::from_str(&item.text),
            version: item.version,
            generation,
            newest: Newest::new(generation),
            state: State::Changed,
            analysing: None,
            last: None,
            readers: Vec::new(),
            problems: None,
            observed: (0, Arc::default()),
            history: Arc::default(),
            plays: false,
            opened: arrived,
            frame_time: FrameTime::default(),
            plots: PlotTimes::default(),
            meter,
        }
    }

    /// Applies an edit. Whoever waits for the text before it is told that it is gone.
    pub(crate) fn edit(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
        generation: Generation,
        arrived: Instant,
    ) {
        for change in changes {
            match change.range {
                Some(range) => {
                    let old = position::to_text_range(&self.text, encoding, range);
                    self.plots.replaced(old, TextSize::of(&*change.text));
                    replace(&mut self.text, encoding, range, &change.text);
                }
                None => {
                    self.plots = PlotTimes::default();
                    self.text = Rope::from_str(&change.text);
                }
            }
        }
        self.version = version;
        self.generation = generation;
        self.newest.set(generation);
        self.state = State::Changed;
        self.meter.edit(arrived);
        self.tell_readers(Unreadable::Modified);
    }

    /// Files beside it have changed: the same text is analysed again.
    pub(crate) fn touch(&mut self, generation: Generation) {
        self.generation = generation;
        self.newest.set(generation);
        self.state = State::Changed;
    }

    /// The file that it is, by its key, and its text.
    pub(crate) fn file(&self) -> Option<(&PathBuf, &Rope)> {
        let (key, _) = self.file.as_ref()?;
        Some((key, &self.text))
    }

    /// Whether it names one of these files, by their keys.
    pub(crate) fn asks_for(&self, keys: &BTreeSet<PathBuf>) -> bool {
        let file = self.file.as_ref();
        file.is_some_and(|(_, beside)| beside.asks_for(keys))
    }

    /// The document is no longer open.
    pub(crate) fn close(mut self) {
        self.newest.close();
        self.tell_readers(Unreadable::Modified);
    }

    /// Answers now or when the newest text is analysed.
    pub(crate) fn read(&mut self, reader: SnapshotSender) {
        // That nobody waits any more is no error: a request can be cancelled.
        let _ = match &self.state {
            State::Known(snapshot) => reader.send(Ok(Arc::clone(snapshot))),
            State::Failed => reader.send(Err(Unreadable::Failed)),
            State::Changed | State::Running => {
                self.readers.push(reader);
                return;
            }
        };
    }

    /// Takes back the analysis of a text that has changed since, if it has not begun: `withdraw` gives
    /// what had to be done.
    pub(crate) fn withdraw(&mut self, withdraw: impl FnOnce(Generation) -> Option<Job>) {
        if let State::Changed = self.state
            && let Some(job) = self.analysing.and_then(withdraw)
        {
            self.analysing = None;
            self.last = job.earlier;
        }
    }

    /// The analysis to be run next; none if one is running or the newest text is known.
    pub(crate) fn next_job(&mut self, encoding: Encoding, fades: bool) -> Option<Job> {
        if self.analysing.is_some() || !matches!(self.state, State::Changed) {
            return None;
        }
        self.analysing = Some(self.generation);
        self.state = State::Running;
        Some(Job {
            uri: self.uri.clone(),
            name: Arc::clone(&self.name),
            text: self.text.clone(),
            version: self.version,
            generation: self.generation,
            encoding,
            fades,
            newest: self.newest.clone(),
            beside: self.file.as_ref().map(|(_, beside)| Arc::clone(beside)),
            earlier: self.last.take(),
        })
    }

    /// Whether a text is being analysed that is one of this document, and not of one that was open
    /// under its name before.
    pub(crate) fn is_analysing(&self, generation: Generation) -> bool {
        self.analysing == Some(generation)
    }

    /// An analysis has ended, with nothing if it failed. Whether the newest text is known now.
    pub(crate) fn analysed(
        &mut self,
        generation: Generation,
        snapshot: Option<Arc<Snapshot>>,
    ) -> bool {
        self.analysing = None;
        self.last.clone_from(&snapshot);
        if let Some(snapshot) = &snapshot {
            let applets = snapshot.analysis.document.applets();
            self.plays = applets.iter().any(|applet| !applet.is_empty());
        }
        if generation != self.generation {
            return false;
        }
        match snapshot {
            Some(snapshot) => {
                for reader in self.readers.drain(..) {
                    let _ = reader.send(Ok(Arc::clone(&snapshot)));
                }
                self.state = State::Known(snapshot);
                true
            }
            None => {
                self.state = State::Failed;
                self.tell_readers(Unreadable::Failed);
                false
            }
        }
    }

    /// True if the document has something to play.
    pub(crate) fn plays(&self) -> bool {
        self.plays
    }

    /// The preview's problems of a version. Whether that is the newest and known.
    pub(crate) fn set_problems(&mut self, version: i32, problems: Vec<Problem>) -> bool {
        self.problems = Some((version, problems));
        self.known()
            .is_some_and(|snapshot| snapshot.version == version)
    }

    /// A version is shown. The preview's problems are its own until others are told. Whether that
    /// changes the diagnostics of the newest version.
    pub(crate) fn shown(&mut self, shown: i32) -> bool {
        match self.problems.take() {
            Some((version, problems)) if version != shown && !problems.is_empty() => {
                self.set_problems(shown, problems)
            }
            problems => {
                self.problems = problems;
                false
            }
        }
    }

    /// The preview has no problems any more. Whether it had some of the newest version.
    pub(crate) fn clear_problems(&mut self) -> bool {
        let had = self.problems.take();
        had.is_some_and(|(version, problems)| version == self.version && !problems.is_empty())
    }

    /// The preview's problems of the newest version.
    pub(crate) fn problems(&self) -> &[Problem] {
        match &self.problems {
            Some((version, problems)) if *version == self.version => problems,
            _ => &[],
        }
    }

    /// How the values of the last seconds have changed, and the time that it is now.
    pub(crate) fn history(&self, now: Instant) -> (Arc<History>, f64) {
        (Arc::clone(&self.history), self.seconds(now))
    }

    /// A time as the history counts it.
    fn seconds(&self, now: Instant) -> f64 {
        now.saturating_duration_since(self.opened).as_secs_f64()
    }

    /// Values that were seen in the preview at a time. Whether they are those of the newest version, and it
    /// is known.
    pub(crate) fn observe(&mut self, version: i32, values: Vec<Observation>, now: Instant) -> bool {
        let seconds = self.seconds(now);
        let mut history = std::mem::take(&mut self.history);
        let noted = Arc::make_mut(&mut history);
        let observed = self.observations_of(version);
        for observation in values {
            let Observation {
                subject,
                ty,
                value,
                numbers,
            } = observation;
            let subject = match subject {
                protocol::Subject::Global(name) => Subject::Global(name),
                protocol::Subject::Uniform(range) => Subject::Uniform(text_range(range)),
                protocol::Subject::Element(name) => Subject::Element(name),
                protocol::Subject::Field { element, field } => Subject::Field(element, field),
            };
            noted.note(&subject, &value, seconds);
            let numbers = numbers.map(|list| ListNumbers {
                count: list.count,
                some: list.some,
            });
            observed.note(subject, &ty, value, numbers);
        }
        self.history = history;
        self.known()
            .is_some_and(|snapshot| snapshot.version == version)
    }

    /// The colorplots of a version for which single precision is not enough. Whether that is the newest
    /// version, and it is known.
    pub(crate) fn observe_lossy(&mut self, version: i32, plots: Vec<LossyPlot>) -> bool {
        self.observations_of(version).note_lossy(lossy(plots));
        self.known()
            .is_some_and(|snapshot| snapshot.version == version)
    }

    /// What was observed of a version; nothing of one before it.
    fn observations_of(&mut self, version: i32) -> &mut Observations {
        let (known, observed) = &mut self.observed;
        if std::mem::replace(known, version) != version {
            *observed = Arc::default();
        }
        Arc::make_mut(observed)
    }

    /// What has values at the pixel that the user looks at in the preview.
    pub(crate) fn observe_pixel(&mut self, version: i32, values: Vec<PixelValue>) {
        let values = values.into_iter().map(|value| {
            let range = text_range(value.range);
            (range, TextSize::new(value.end), value.ty, value.value)
        });
        self.observations_of(version).note_pixel(values);
    }

    /// The preview's observations, as far as they are of use for the newest version.
    pub(crate) fn observed(&self) -> Arc<Observations> {
        match &self.observed {
            (version, observed) if *version == self.version => Arc::clone(observed),
            (_, observed) => Arc::new(observed.without_places()),
        }
    }

    /// Further diagnostics beside those of the newest version, if that is known. Of an older
    /// version's values nothing is said: the variables may be others now.
    pub(crate) fn more_diagnostics(&self, settings: &Settings) -> Vec<Diagnostic> {
        let nothing = Observations::default();
        let observed = match &self.observed {
            (version, observed) if *version == self.version => &**observed,
            _ => &nothing,
        };
        let known = self.known();
        known.map_or_else(Vec::new, |snapshot| {
            more_diagnostics(snapshot, settings, observed)
        })
    }

    /// A place that the preview names, as the editor counts. It is clamped: the text may be another by
    /// now.
    pub(crate) fn place(&self, range: ByteRange, encoding: Encoding) -> Range {
        let range = text_range(range);
        let [start, end] = [range.start(), range.end()]
            .map(|offset| position::to_position(&self.text, encoding, offset));
        Range::new(start, end)
    }

    /// A place of this text in bytes. It is clamped.
    pub(crate) fn bytes(&self, range: Range, encoding: Encoding) -> ByteRange {
        let range = position::to_text_range(&self.text, encoding, range);
        ByteRange {
            start: range.start().into(),
            end: range.end().into(),
        }
    }

    /// Nothing runs any more. Whether something was seen that was of use for the newest version.
    pub(crate) fn forget_observed(&mut self) -> bool {
        let was_of_use = !self.observed().is_empty();
        self.history = Arc::default();
        self.observed = Default::default();
        was_of_use
    }

    /// The newest version, if it is analysed.
    pub(crate) fn known(&self) -> Option<&Arc<Snapshot>> {
        match &self.state {
            State::Known(snapshot) => Some(snapshot),
            State::Failed | State::Changed | State::Running => None,
        }
    }

    /// What the preview asks to be replaced in this text, as the editor counts; none if something
    /// else stands there.
    pub(crate) fn edits(
        &self,
        replacements: &[protocol::Replacement],
        encoding: Encoding,
    ) -> Option<Vec<TextEdit>> {
        let edit = |replacement: &protocol::Replacement| {
            let range = text_range(replacement.range);
            let bytes = std::ops::Range::<usize>::from(range);
            let there = self.text.get_byte_slice(bytes)?;
            (there == replacement.old.as_str()).then(|| TextEdit {
                range: Range::new(
                    position::to_position(&self.text, encoding, range.start()),
                    position::to_position(&self.text, encoding, range.end()),
                ),
                new_text: replacement.new.clone(),
            })
        };
        replacements.iter().map(edit).collect()
    }

    pub(crate) fn version(&self) -> i32 {
        self.version
    }

    pub(crate) fn meter(&mut self) -> &mut Meter {
        &mut self.meter
    }

    /// The page as a preview shows it.
    pub(crate) fn page(&self) -> Page {
        Page {
            path: self.name.to_string(),
            text: self.text.clone(),
            version: self.version,
            open: self
                .file
                .as_ref()
                .map_or_else(Vec::new, |(_, beside)| beside.opened()),
        }
    }

    fn tell_readers(&mut self, why: Unreadable) {
        for reader in self.readers.drain(..) {
            let _ = reader.send(Err(why));
        }
    }
}

/// Replaces a range of the text, which may lie outside of it.
fn replace(text: &mut Rope, encoding: Encoding, range: Range, new: &str) {
    let a = position::to_char(text, encoding, range.start);
    let b = position::to_char(text, encoding, range.end);
    text.remove(a.min(b)..a.max(b));
    text.insert(a.min(b), new);
}

/// The path of a file, or the URI of what is none. An unsaved document gets the extension that
/// the editor's language stands for, since the extension tells a page from a script.
fn name(uri: &Uri, language: &str) -> Arc<str> {
    let mut name = match platform::path(uri) {
        Some(path) => path.to_string_lossy().into_owned(),
        None => uri.as_str().to_owned(),
    };
    let extension = match language {
        "cindyscript" => ".cindyscript",
        "html" => ".html",
        _ => "",
    };
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    if !last.contains('.') {
        name.push_str(extension);
    }
    name.into()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::str::FromStr;

    use proptest::prelude::*;
    use tower_lsp::ls_types::Position;

    use super::*;

    proptest! {
        #[test]
        fn edits_anywhere_apply(
            text in "[a\\n\\r😀ä]{0,12}",
            new in "[b\\n\\r😀]{0,4}",
            numbers in proptest::array::uniform4(0..6_u32),
        ) {
            let [a, b, c, d] = numbers;
            let range = Range::new(Position::new(a, b), Position::new(c, d));
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                let mut rope = Rope::from_str(&text);
                let bytes = position::to_text_range(&rope, encoding, range);
                let mut expected = text.clone();
                expected.replace_range(std::ops::Range::<usize>::from(bytes), &new);
                replace(&mut rope, encoding, range, &new);
                prop_assert_eq!(rope.to_string(), expected);
            }
        }
    }

    #[test]
    fn what_is_closed_is_not_analysed() {
        let uri = Uri::from_str("file:///a.cindyscript").unwrap();
        let item = TextDocumentItem::new(uri, "cindyscript".to_owned(), 1, "a = 1;".to_owned());
        let mut document = Document::open(item, 1, Instant::now(), &Files::default());
        let job = document.next_job(Encoding::Utf16, false).unwrap();
        assert!(job.run().is_some());
        document.close();
        assert!(job.run().is_none());
    }

    #[test]
    fn names_tell_the_kind_of_file() {
        let check = |uri, language, expected| {
            assert_eq!(&*name(&Uri::from_str(uri).unwrap(), language), expected);
        };
        check("file:///a%20b/wave.html", "html", "/a b/wave.html");
        check("file:///a.b/wave", "cindyscript", "/a.b/wave.cindyscript");
        check(
            "untitled:Untitled-1",
            "cindyscript",
            "untitled:Untitled-1.cindyscript",
        );
        check("untitled:Untitled-1", "plaintext", "untitled:Untitled-1");
    }
}
