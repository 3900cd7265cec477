//! The analysis of a document, in the order of its stages: inference, diagnostics of the scripts and of
//! the file. A caller who wants them asks for the differences of CindyGL as well.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cindyscript_analysis::{Doubt, InferredApplet};
use cindyscript_diagnostic::Diagnostic;
use cindyscript_hir::document::Document;
use cindyscript_hir::program::PlotId;
use cindyscript_infer::split_program::SplitProgram;
use cindyscript_lint::Findings;

use crate::occurrences::Occurrences;
use crate::word_index::Words;

/// The analysis of a file. A value; independent of the document's later versions.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The file.
    pub document: Document,
    /// One for each applet of the document.
    pub applets: Vec<AppletAnalysis>,
    /// Everything that is said to the author, in the order of the ranges.
    pub diagnostics: Vec<Diagnostic>,
}

/// The analysis of one applet: its inference, its diagnostics, and the names in its scripts.
#[derive(Clone, Debug)]
pub struct AppletAnalysis {
    /// Program, split and types, and where they stand in the file.
    pub inferred: InferredApplet,
    /// The diagnostics of the applet's scripts.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The types that are guesses because of some of them.
    pub(crate) doubt: Doubt,
    /// How often each word stands in the scripts.
    pub(crate) words: Words,
    /// Where names stand, found when it is first asked for.
    occurrences: OnceLock<Arc<Occurrences>>,
    /// Where they stood in the last version before of which that was asked.
    earlier_occurrences: Arc<Mutex<Option<Arc<Occurrences>>>>,
}

/// Analyses all applets of a document.
#[must_use]
pub fn analyse(document: &Document) -> Analysis {
    Analysis::after(document, &[])
}

impl Analysis {
    /// Analyses a later version of the same document. The result is that of [`analyse`]; what the
    /// edit cannot have changed is taken from this analysis.
    #[must_use]
    pub fn update(&self, document: &Document) -> Self {
        Self::after(document, &self.applets)
    }

    fn after(document: &Document, earlier: &[AppletAnalysis]) -> Self {
        let applets: Vec<AppletAnalysis> = (0..document.applets().len())
            .map(|index| AppletAnalysis::new(document, index, earlier.get(index)))
            .collect();
        let of_scripts = applets.iter().flat_map(|applet| &applet.diagnostics);
        let diagnostics = cindyscript_lint::of_document(document, of_scripts);
        Self {
            document: document.clone(),
            applets,
            diagnostics,
        }
    }

    /// Diagnostics of what the published page would not show as this preview does, in the order of
    /// the text.
    #[must_use]
    pub fn portability(&self) -> Vec<Diagnostic> {
        self.in_order(|applet| {
            cindyscript_cindygl::portability(applet, &applet.diagnostics, &applet.doubt)
        })
    }

    /// Diagnostics of the values for which CindyGL compiles its shader again, in the order of the
    /// text.
    #[must_use]
    pub fn recompilation(&self) -> Vec<Diagnostic> {
        self.in_order(|applet| cindyscript_cindygl::recompilation(applet))
    }

    fn in_order(&self, of: impl Fn(&AppletAnalysis) -> Vec<Diagnostic>) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = self.applets.iter().flat_map(of).collect();
        found.sort_by_key(|diagnostic| (diagnostic.range.start(), diagnostic.range.end()));
        found
    }

    /// Finds where names stand, before anybody asks: what later versions have in common with this
    /// one they take from it.
    pub fn find_names(&self) {
        for applet in &self.applets {
            applet.occurrences();
        }
    }
}

impl Deref for AppletAnalysis {
    type Target = InferredApplet;

    fn deref(&self) -> &InferredApplet {
        &self.inferred
    }
}

impl AppletAnalysis {
    fn new(document: &Document, index: usize, earlier: Option<&Self>) -> Self {
        let inference = earlier.map(|earlier| &earlier.inference);
        let inferred = InferredApplet::new(document, index, inference);
        let Findings { diagnostics, doubt } = cindyscript_lint::check(&inferred);
        let scripts = document.parses(index);
        let words = match earlier {
            Some(earlier) => earlier
                .words
                .update(earlier.document.parses(index), scripts),
            None => Words::new(scripts),
        };
        Self {
            inferred,
            diagnostics,
            doubt,
            words,
            occurrences: OnceLock::new(),
            earlier_occurrences: Arc::new(Mutex::new(earlier.and_then(Self::known_occurrences))),
        }
    }

    /// The analysis of the same applet with a [redefined](SplitProgram::redefined) program, for a
    /// colorplot; without diagnostics.
    #[must_use]
    pub fn redefined(&self, redefined: &SplitProgram, plot: PlotId) -> Self {
        Self {
            inferred: self.inferred.redefined(redefined, plot),
            diagnostics: Vec::new(),
            doubt: Doubt::default(),
            words: self.words.clone(),
            occurrences: OnceLock::new(),
            earlier_occurrences: Arc::default(),
        }
    }

    /// Where names stand, of this version or of the last one before of which that is known.
    fn known_occurrences(&self) -> Option<Arc<Occurrences>> {
        let known = self.occurrences.get().cloned();
        known.or_else(|| lock(&self.earlier_occurrences).clone())
    }

    /// Where each name of the applet stands.
    pub(crate) fn occurrences(&self) -> &Occurrences {
        self.occurrences.get_or_init(|| {
            // Nobody needs them any more then.
            let earlier = lock(&self.earlier_occurrences).take();
            let earlier = earlier.as_deref();
            let found = Occurrences::new(&self.inference, &self.document, self.applet, earlier);
            Arc::new(found)
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
