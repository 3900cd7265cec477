//! A version of a document with everything that is known about it.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use cindyscript_files::Beside;
use cindyscript_hir::document::Document;

use cindyscript_diagnostic::Diagnostic;
use cindyscript_ide::unused::unused;
use cindyscript_ide::{Analysis, analyse};
use cindyscript_lint::limit;
use text_size::{TextRange, TextSize};

use crate::lines::Lines;
use crate::platform::{self, Instant};
use crate::position::{self, Encoding};
use ropey::Rope;
use tower_lsp::ls_types::{Location, Position, Range, SemanticToken, Uri};

/// One text of one document. The editor's version numbers may repeat when a document is closed
/// and opened again; generations never do.
pub(crate) type Generation = u64;

/// The newest generation of a document and the semantic tokens that the server sent last, shared by all
/// snapshots of the document.
#[derive(Clone, Debug)]
pub(crate) struct Newest {
    generation: Arc<AtomicU64>,
    tokens: Arc<Mutex<Option<SentTokens>>>,
}

/// The semantic tokens that the editor has, with their generation.
#[derive(Clone, Debug)]
pub(crate) struct SentTokens {
    pub(crate) generation: Generation,
    pub(crate) tokens: Arc<[SemanticToken]>,
}

impl Newest {
    const CLOSED: Generation = Generation::MAX;

    pub(crate) fn new(generation: Generation) -> Self {
        Self {
            generation: Arc::new(AtomicU64::new(generation)),
            tokens: Arc::default(),
        }
    }

    pub(crate) fn set(&self, generation: Generation) {
        self.generation.store(generation, Ordering::Release);
    }

    pub(crate) fn close(&self) {
        self.set(Self::CLOSED);
    }

    fn is_closed(&self) -> bool {
        self.get() == Self::CLOSED
    }

    fn get(&self) -> Generation {
        self.generation.load(Ordering::Acquire)
    }
}

/// A version of a document that is to be analysed.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) uri: Uri,
    /// The name that tells the analysis a page from a script.
    pub(crate) name: Arc<str>,
    pub(crate) text: Rope,
    pub(crate) version: i32,
    pub(crate) generation: Generation,
    pub(crate) encoding: Encoding,
    /// Whether the editor fades what is not used.
    pub(crate) fades: bool,
    pub(crate) newest: Newest,
    /// The files beside it; none beside what has no file yet.
    pub(crate) beside: Option<Arc<Beside>>,
    /// An earlier version, of which the analysis keeps what did not change. It goes with the job:
    /// to free what is known of a long text takes time, and nobody should wait for that.
    pub(crate) earlier: Option<Arc<Snapshot>>,
}

impl Job {
    /// Parses and analyses; gives up when the document is closed. Takes as long as it takes: not for
    /// a thread that others wait for.
    pub(crate) fn run(&self) -> Option<Snapshot> {
        let start = Instant::now();
        let wanted = || (!self.newest.is_closed()).then_some(());
        wanted()?;
        let text = String::from(&self.text);
        let analysis = match &self.earlier {
            Some(earlier) => {
                let document = earlier.analysis.document.update(text);
                wanted()?;
                earlier.analysis.update(&document)
            }
            None => {
                let document = match &self.beside {
                    Some(beside) => Document::open_with(&self.name, text, Arc::clone(beside) as _),
                    None => Document::open(&self.name, text),
                };
                wanted()?;
                analyse(&document)
            }
        };
        wanted()?;
        let mut portability = analysis.portability();
        limit(&mut portability);
        let mut unused = match self.fades {
            true => unused(&analysis),
            false => Vec::new(),
        };
        limit(&mut unused);
        Some(Snapshot {
            uri: self.uri.clone(),
            beside: self.beside.clone(),
            version: self.version,
            generation: self.generation,
            portability,
            unused,
            analysis,
            text: self.text.clone(),
            lines: OnceLock::new(),
            asked: AtomicUsize::new(0),
            encoding: self.encoding,
            newest: self.newest.clone(),
            effort: start.elapsed(),
        })
    }
}

/// A version of a document with everything that is known about it. Never changes.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) uri: Uri,
    beside: Option<Arc<Beside>>,
    pub(crate) version: i32,
    pub(crate) generation: Generation,
    pub(crate) analysis: Analysis,
    /// Diagnostics of what CindyGL would not show, for those who want to know: computed with the
    /// analysis, off the task of the session.
    pub(crate) portability: Vec<Diagnostic>,
    /// Functions that nothing calls and variables that nothing reads, for an editor that fades them.
    pub(crate) unused: Vec<Diagnostic>,
    /// The time that parsing and analysing took.
    pub(crate) effort: Duration,
    text: Rope,
    /// Found when many positions have been asked for.
    lines: OnceLock<Lines>,
    /// How many have been.
    asked: AtomicUsize,
    encoding: Encoding,
    newest: Newest,
}

impl Snapshot {
    /// The index of the lines, if it is worth its cost, which is that of some hundred positions.
    fn index(&self) -> Option<&Lines> {
        const FEW: usize = 100;
        let new = || Lines::new(self.analysis.document.text());
        match self.lines.get() {
            None if self.asked.fetch_add(1, Ordering::Relaxed) < FEW => None,
            _ => Some(self.lines.get_or_init(new)),
        }
    }

    /// The file that a URL of the page means, if it is there. A page that has no file yet has nothing
    /// beside it.
    pub(crate) fn file_beside(&self, url: &str) -> Option<Uri> {
        platform::uri(&self.beside.as_ref()?.find(url)?)
    }

    /// Whether the document has not been edited or closed since.
    pub(crate) fn is_newest(&self) -> bool {
        self.newest.get() == self.generation
    }

    /// Keeps the semantic tokens that the editor is told now, and gives those that it was told
    /// before.
    pub(crate) fn replace_sent_tokens(&self, tokens: Arc<[SemanticToken]>) -> Option<SentTokens> {
        let sent = SentTokens {
            generation: self.generation,
            tokens,
        };
        let known = self.newest.tokens.lock();
        known.unwrap_or_else(PoisonError::into_inner).replace(sent)
    }

    /// Each part of a range that lies on one line.
    pub(crate) fn lines(&self, range: TextRange) -> impl Iterator<Item = Range> {
        let Range { start, end } = self.to_range(range);
        (start.line..=end.line).filter_map(move |line| {
            let first = if line == start.line {
                start.character
            } else {
                0
            };
            let last = if line == end.line {
                end.character
            } else {
                // Past the end of the line: what lies outside of it is clamped.
                self.to_position(self.to_offset(Position::new(line, u32::MAX)))
                    .character
            };
            let range = Range::new(Position::new(line, first), Position::new(line, last));
            (first < last).then_some(range)
        })
    }

    /// The end of the text.
    pub(crate) fn end(&self) -> TextSize {
        position::size(self.text.len_bytes())
    }

    /// Whether the text has a line of this number. Behind a last line end there is one more.
    pub(crate) fn has_line(&self, line: u32) -> bool {
        usize::try_from(line).is_ok_and(|line| line < self.text.len_lines())
    }

    pub(crate) fn to_offset(&self, position: Position) -> TextSize {
        position::to_offset(&self.text, self.encoding, position)
    }

    pub(crate) fn to_text_range(&self, range: Range) -> TextRange {
        position::to_text_range(&self.text, self.encoding, range)
    }

    pub(crate) fn to_position(&self, offset: TextSize) -> Position {
        match self.index() {
            Some(lines) => lines.to_position(self.analysis.document.text(), self.encoding, offset),
            None => position::to_position(&self.text, self.encoding, offset),
        }
    }

    /// A range of another text.
    pub(crate) fn range_in(&self, text: &str, range: TextRange) -> Range {
        Lines::new(text).to_range(text, self.encoding, range)
    }

    /// Ranges of another text.
    pub(crate) fn ranges_in(
        &self,
        text: &str,
        ranges: impl Iterator<Item = TextRange>,
    ) -> Vec<Range> {
        let lines = Lines::new(text);
        let ranges = ranges.map(|range| lines.to_range(text, self.encoding, range));
        ranges.collect()
    }

    /// The place of a part of the text, for other documents.
    pub(crate) fn location(&self, range: TextRange) -> Location {
        Location::new(self.uri.clone(), self.to_range(range))
    }

    pub(crate) fn to_range(&self, range: TextRange) -> Range {
        match self.index() {
            Some(lines) => lines.to_range(self.analysis.document.text(), self.encoding, range),
            None => Range::new(
                self.to_position(range.start()),
                self.to_position(range.end()),
            ),
        }
    }
}
