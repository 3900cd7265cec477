//! An applet with its inference, and the places in the file of what that is about.

use std::ops::Deref;

use cindyscript_applet::library_path;
use cindyscript_diagnostic::{Code, Diagnostic};
use cindyscript_hir::document::Document;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{PlotId, ScriptId, Term, TermId, TermKind};
use cindyscript_infer::Inference;
use cindyscript_infer::split_program::SplitProgram;
use cindyscript_syntax::{Parse, tokens};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use crate::lookup::{ByName, Lookup};

/// An applet of a document with its inference. A value; independent of the document's later versions.
#[derive(Clone, Debug)]
pub struct InferredApplet {
    /// Program, split and types.
    pub inference: Inference,
    /// The file.
    pub document: Document,
    /// The place of the applet among those of the document.
    pub applet: usize,
    /// The range that stands for all of [`ScriptId::RUN_TIME`].
    run_time: TextRange,
    /// Indices of the program's terms.
    lookup: Lookup,
}

impl Deref for InferredApplet {
    type Target = Inference;

    fn deref(&self) -> &Inference {
        &self.inference
    }
}

impl InferredApplet {
    /// Infers an applet of a document; what an edit cannot have changed is taken from an earlier
    /// inference.
    #[must_use]
    pub fn new(document: &Document, applet: usize, earlier: Option<&Inference>) -> Self {
        Self {
            inference: Inference::new(document, applet, earlier),
            document: document.clone(),
            applet,
            run_time: TextRange::default(),
            lookup: Lookup::default(),
        }
    }

    /// The same applet with a [redefined](SplitProgram::redefined) program, for a colorplot: what
    /// stands in no script of the file stands where that does.
    #[must_use]
    pub fn redefined(&self, redefined: &SplitProgram, plot: PlotId) -> Self {
        let inference = Inference::of_redefined(&self.document, self.applet, redefined);
        let place = redefined.program.plots.get(plot.index());
        let place = place.map(|plot| redefined.program.term(plot.term));
        let place = place.map(|term| self.to_file(term.script, term.range));
        Self {
            inference,
            document: self.document.clone(),
            applet: self.applet,
            run_time: place.unwrap_or_default(),
            lookup: Lookup::default(),
        }
    }

    /// Removes diagnostics of libraries: a fix where the page names the library would change the name.
    /// The libraries' own files show them.
    pub fn leave_out_libraries(&self, diagnostics: &mut Vec<Diagnostic>) {
        let libraries: FxHashSet<TextRange> = self.libraries().collect();
        diagnostics.retain(|diagnostic| !libraries.contains(&diagnostic.range));
    }

    /// The part of the file that holds this part of a script; of a library, where it is named.
    #[must_use]
    pub fn to_file(&self, script: ScriptId, range: TextRange) -> TextRange {
        if script == ScriptId::RUN_TIME {
            return self.run_time;
        }
        let scripts = &self.source().scripts;
        let behind = script.index().checked_sub(scripts.len());
        let imported = self.document.imported(self.applet);
        match (scripts.get(script.index()), behind) {
            (Some(script), _) => script.source.to_file(range),
            (None, Some(behind)) => imported.get(behind).map_or(range, |library| library.range),
            (None, None) => range,
        }
    }

    /// True if the text of a script is that of another file.
    pub fn is_library(&self, script: ScriptId) -> bool {
        let script = self.source().scripts.get(script.index());
        script.is_none_or(|script| script.is_library)
    }

    /// The URL, relative to the page, and the text of a script that is that of another file.
    pub fn library(&self, script: ScriptId) -> Option<(String, &str)> {
        let scripts = &self.source().scripts;
        if let Some(script) = scripts.get(script.index()) {
            let url = script.id.clone();
            return script.is_library.then(|| (url, script.source.text()));
        }
        let behind = script.index().checked_sub(scripts.len())?;
        let library = self.document.imported(self.applet).get(behind)?;
        Some((library_path(&library.name), library.text()))
    }

    /// The places in the file that name libraries.
    fn libraries(&self) -> impl Iterator<Item = TextRange> {
        let scripts = self.source().scripts.iter();
        let imported = self.document.imported(self.applet).iter();
        scripts
            .filter(|script| script.is_library)
            .map(|script| script.source.file_range())
            .chain(imported.map(|library| library.range))
    }

    /// The place of a term within its library, to be put in front of a message.
    #[must_use]
    pub fn place_in_library(&self, term: TermId) -> Option<String> {
        let term = self.program.terms.get(term.index())?;
        let script = self.source().scripts.get(term.script.index())?;
        script.is_library.then(|| {
            let before = script.source.text().get(..term.range.start().into());
            let lines = before.unwrap_or_default().split('\n');
            let (lines, last) = lines.fold((0, ""), |(count, _), line| (count + 1, line));
            format!("{}:{lines}:{}", script.id, last.chars().count() + 1)
        })
    }

    /// The applet as the file describes it.
    pub fn source(&self) -> &cindyscript_applet::Applet {
        &self.document.applets()[self.applet]
    }

    /// True if the page or a script asks for a plugin of CindyJS.
    pub fn uses_plugin(&self, name: &str) -> bool {
        let of_page = self.source().uses.iter().map(String::as_str);
        let of_scripts = self.program.texts.iter().map(SmolStr::as_str);
        of_page
            .chain(of_scripts)
            .any(|used| used.eq_ignore_ascii_case(name))
    }

    /// The text of a script.
    pub fn script_text(&self, script: ScriptId) -> &str {
        let scripts = &self.source().scripts;
        scripts
            .get(script.index())
            .map_or("", |script| script.source.text())
    }

    /// The tree of a script.
    pub fn parse(&self, script: ScriptId) -> Option<&Parse> {
        self.document.parses(self.applet).get(script.index())
    }

    /// The range of a term in the file.
    #[must_use]
    pub fn range(&self, term: TermId) -> TextRange {
        let term = self.program.term(term);
        self.to_file(term.script, term.range)
    }

    /// The line of an offset of the file, from 1.
    pub fn line(&self, offset: TextSize) -> usize {
        self.document.line(offset)
    }

    /// A term as its script says it. In a string of JavaScript that is not how it stands there.
    pub fn written(&self, term: TermId) -> &str {
        let Term { script, range, .. } = *self.program.term(term);
        let script = self.source().scripts.get(script.index());
        let bytes = std::ops::Range::<usize>::from;
        let text = script.and_then(|script| script.source.text().get(bytes(range)));
        text.or_else(|| self.document.text().get(bytes(self.range(term))))
            .unwrap_or_default()
    }

    /// A term as it is written, on one line and not too long.
    pub fn text(&self, term: TermId) -> String {
        self.shortened(term, 40)
    }

    /// A term as it is written but for comments, on one line and of no more characters than that.
    pub fn shortened(&self, term: TermId, longest: usize) -> String {
        let text = self.written(term);
        let (mut short, mut length) = (String::new(), 0);
        let mut is_apart = false;
        for (kind, range) in tokens(text) {
            if kind.is_trivia() {
                is_apart = true;
                continue;
            }
            // At the beginning, behind a bracket: there space only breaks the line.
            let is_inside = short.is_empty() || short.ends_with(['(', '[', '{']);
            if std::mem::take(&mut is_apart) && !is_inside {
                short.push(' ');
                length += 1;
            }
            let token = text.get(std::ops::Range::<usize>::from(range));
            for character in token.unwrap_or_default().chars() {
                let character = if character.is_whitespace() {
                    ' '
                } else {
                    character
                };
                short.push(character);
                length += 1;
            }
            if length > longest {
                break;
            }
        }
        if length > longest {
            short = short.chars().take(longest.saturating_sub(1)).collect();
            short.push('…');
        }
        short
    }

    /// A diagnostic about a term.
    pub fn diagnostic(&self, term: TermId, code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.range(term), message)
    }

    /// The term around a term.
    pub fn parent(&self, term: TermId) -> Option<TermId> {
        let parents = self.lookup.parents(&self.program);
        let parent = parents.get(term.index()).copied();
        parent.filter(|parent| *parent != term)
    }

    /// The terms around a term, the innermost first.
    pub fn around(&self, term: TermId) -> impl Iterator<Item = TermId> {
        std::iter::successors(self.parent(term), |&outer| self.parent(outer))
    }

    /// The running variables of the loops of a function or colorplot, `root`, around a term in it.
    pub fn running_at(&self, root: TermId, term: TermId) -> Vec<NameId> {
        let program = &self.program;
        let mut names = Vec::new();
        for outer in self.around(term).take_while(|&outer| outer <= root) {
            if let TermKind::Iterate(id) = program.kind(outer) {
                let iteration = program.iteration(id);
                if (program.term(iteration.body).first..=iteration.body).contains(&term) {
                    names.push(iteration.element);
                    names.extend(iteration.index);
                }
            }
        }
        names
    }

    /// The terms of each name.
    pub fn variables(&self) -> &ByName {
        self.lookup.variables(&self.program)
    }

    /// The assignments to each name, or to a part of it.
    pub fn assignments(&self) -> &ByName {
        self.lookup.assignments(&self.program)
    }

    /// The values that are assigned to a name as a whole between two terms, in the order of the
    /// text.
    pub fn values_of(
        &self,
        name: NameId,
        first: TermId,
        last: TermId,
    ) -> impl Iterator<Item = TermId> {
        let assignments = self.assignments().within(name, first, last).iter();
        assignments.filter_map(move |&assignment| match self.program.kind(assignment) {
            TermKind::Assign { target, value } if self.program.name_of(target) == Some(name) => {
                Some(value)
            }
            _ => None,
        })
    }
}
