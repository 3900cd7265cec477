//! Code actions at a place: the fixes of the diagnostics there, and changes that the author may
//! want without anything being wrong.
//!
//! A diagnostic that knows its remedy carries it as [`Diagnostic::fix`], and others that are as simple
//! as [`Diagnostic::alternatives`]. Remedies that need the types, or change several places, are found
//! here when they are asked for: [`FIXERS`].

mod add_point;
mod add_slider;
mod clock;
mod convert;
mod coordinates;
mod define;
mod extract_function;
mod extract_variable;
mod fix_all;
mod hand_over;
mod init_script;
mod inline_variable;
mod loops;
mod name_variable;
mod once;
mod pixel;
mod place;
mod regional;
mod remove_variable;
mod rename;
mod wrap_colorplot;

use cindyscript_diagnostic::{Code, Diagnostic, Fix};
use cindyscript_hir::document::Document;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, Role};
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
pub use fix_all::fix_all;

/// The purpose of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// It mends what a diagnostic complains about.
    QuickFix,
    /// It gives a part a name.
    Extract,
    /// It writes what a name stands for in its place.
    Inline,
    /// It writes the same in another way.
    Rewrite,
    /// It mends all that can be mended without asking.
    FixAll,
}

/// A change that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeAction {
    /// The effect, for a menu.
    pub title: String,
    /// The purpose.
    pub kind: ActionKind,
    /// The replacements, none of which overlap, in bytes of the file, escaped where that is needed.
    pub edits: Vec<FileEdit>,
    /// The diagnostic that it mends.
    pub diagnostic: Option<Diagnostic>,
    /// Whether it is what is meant, most likely: an editor may apply it without asking.
    pub is_preferred: bool,
    /// The replacement that begins with a name that was made up, by its place among them: authors
    /// want another one there.
    pub made_up: Option<usize>,
}

impl CodeAction {
    /// A change where nothing is wrong.
    fn refactoring(kind: ActionKind, title: impl Into<String>, edits: Vec<FileEdit>) -> Self {
        Self {
            title: title.into(),
            kind,
            edits,
            diagnostic: None,
            is_preferred: false,
            made_up: None,
        }
    }

    /// The same where the replacement at a place among them begins with a name that was made up.
    fn naming(mut self, edit: usize) -> Self {
        self.made_up = Some(edit);
        self
    }

    /// Where the name that was made up stands in the text after the action.
    #[must_use]
    pub fn name_to_choose(&self) -> Option<TextSize> {
        let place = self.made_up?;
        let start = self.edits.get(place)?.range.start();
        let before = self.edits.iter().enumerate();
        let before = before.filter(|(other, edit)| (edit.range.start(), *other) < (start, place));
        let size = |before: TextSize, (_, edit): (usize, &FileEdit)| {
            before + TextSize::of(edit.text.as_str()) - edit.range.len()
        };
        // Replacements do not overlap: what those before it replace lies before it.
        Some(before.fold(start, size))
    }
}

/// A replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdit {
    /// The part that is replaced, in bytes of the file.
    pub range: TextRange,
    /// The new text.
    pub text: String,
}

/// A text after replacements, none of which overlap.
#[must_use]
pub fn applied(text: &str, edits: &[FileEdit]) -> String {
    let mut in_order: Vec<&FileEdit> = edits.iter().collect();
    in_order.sort_by_key(|edit| edit.range.start());
    let mut new = String::with_capacity(text.len());
    let mut end = 0;
    for edit in in_order {
        let kept = text.get(end..edit.range.start().into());
        new.push_str(kept.unwrap_or_default());
        new.push_str(&edit.text);
        end = edit.range.end().into();
    }
    new.push_str(text.get(end..).unwrap_or_default());
    new
}

/// The actions at a part of the file: preferred fixes, other fixes, refactorings. `more` are diagnostics beside
/// those of the analysis: hints that the author has asked for, what was seen when the applet ran.
#[must_use]
pub fn code_actions(analysis: &Analysis, more: &[Diagnostic], range: TextRange) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for diagnostic in diagnostics_at(analysis, more, range) {
        let fixes = diagnostic.fix.iter().chain(&diagnostic.alternatives);
        let fixes = fixes.cloned().map(Remedy::from);
        let remedies = fixes.chain(remedies(analysis, diagnostic)).enumerate();
        actions.extend(remedies.map(|(place, remedy)| CodeAction {
            title: remedy.title,
            kind: ActionKind::QuickFix,
            edits: remedy.edits,
            diagnostic: Some(diagnostic.clone()),
            is_preferred: place == 0 && diagnostic.fix.is_some(),
            made_up: None,
        }));
    }
    for applet in &analysis.applets {
        for rewrite in REFACTORINGS.iter().flat_map(|find| find(applet, range)) {
            // It may be the fix of a diagnostic.
            if actions.iter().all(|known| known.edits != rewrite.edits) {
                actions.push(rewrite);
            }
        }
    }
    for edit in actions.iter_mut().flat_map(|action| &mut action.edits) {
        edit.text = as_written(&analysis.document, edit);
    }
    // Others keep their order.
    actions.sort_by_key(|action| !action.is_preferred);
    actions
}

/// The diagnostics at a part of the file; if a cursor is at none, the nearest ones of its line.
fn diagnostics_at<'a>(
    analysis: &'a Analysis,
    more: &'a [Diagnostic],
    range: TextRange,
) -> Vec<&'a Diagnostic> {
    let all = analysis.diagnostics.iter().chain(more);
    let here = all
        .clone()
        .filter(|one| one.extent().intersect(range).is_some());
    let here: Vec<&Diagnostic> = here.collect();
    if !here.is_empty() || !range.is_empty() {
        return here;
    }
    let cursor = range.start();
    let line = |offset| analysis.document.line(offset);
    let distance = |one: &Diagnostic| {
        let [start, end, cursor] =
            [one.extent().start(), one.extent().end(), cursor].map(u32::from);
        start.saturating_sub(cursor) + cursor.saturating_sub(end)
    };
    let in_line = all.filter(|one| line(one.extent().start()) == line(cursor));
    let in_line: Vec<&Diagnostic> = in_line.collect();
    let nearest = in_line.iter().map(|one| distance(one)).min();
    let is_nearest = |one: &&Diagnostic| Some(distance(one)) == nearest;
    in_line.into_iter().filter(is_nearest).collect()
}

/// The new text as it has to be written: in an HTML page, a script may be a string of JavaScript.
pub(crate) fn as_written(document: &Document, edit: &FileEdit) -> String {
    let place = edit.range.start();
    let scripts = document.applets().iter().flat_map(|applet| &applet.scripts);
    let sources = scripts.filter(|script| !script.is_library);
    let mut sources = sources.map(|script| &script.source);
    match sources.find(|source| source.to_script(place).is_some()) {
        Some(source) => {
            let text = source.written_at(document.text(), place, &edit.text);
            text.into_owned()
        }
        None => edit.text.clone(),
    }
}

/// Finds changes at a part of the file, without anything being wrong there.
type Refactoring = fn(&AppletAnalysis, TextRange) -> Vec<CodeAction>;

/// The changes that are offered where nothing is wrong.
const REFACTORINGS: &[Refactoring] = &[
    extract_variable::extract_variable,
    extract_function::extract_function,
    inline_variable::inline_variable,
    name_variable::name_running_variable,
    coordinates::other_way,
    loops::repeat_or_apply,
    wrap_colorplot::wrap_in_colorplot,
    regional::rewrites,
];

/// A change with its name.
#[derive(Debug)]
struct Remedy {
    title: String,
    edits: Vec<FileEdit>,
}

impl From<Fix> for Remedy {
    fn from(fix: Fix) -> Self {
        let Fix {
            range, text, title, ..
        } = fix;
        Self {
            title,
            edits: vec![FileEdit { range, text }],
        }
    }
}

impl Remedy {
    /// Puts a part of the file between two texts.
    fn wrap(title: impl Into<String>, range: TextRange, before: &str, after: &str) -> Self {
        let insert = |offset, text: &str| FileEdit {
            range: TextRange::empty(offset),
            text: text.to_owned(),
        };
        Self {
            title: title.into(),
            edits: vec![insert(range.start(), before), insert(range.end(), after)],
        }
    }
}

/// Finds the remedies for the diagnostic about a term.
type Fixer = fn(&AppletAnalysis, TermId) -> Vec<Remedy>;

/// The fixers for the diagnostics of each code.
const FIXERS: &[(Code, Fixer)] = &[
    (Code::CallersVariable, hand_over::to_function),
    (Code::LeakingVariable, regional::own),
    (Code::LostFeedback, once::in_init_script),
    (Code::MistypedPixel, define::variable),
    (Code::NameInCindyGL, rename::portable),
    (Code::NoCommonType, convert::to_one_type),
    (Code::NoSignature, pixel::coordinate),
    (Code::NoSignature, convert::to_signature),
    (Code::NoValueYet, pixel::own_name),
    (Code::NotAColour, pixel::coordinate),
    (Code::NotAColour, convert::to_colour),
    (Code::NotACondition, convert::to_condition),
    (Code::OwnCopy, regional::own),
    (Code::OwnCopy, rename::of_the_pixel),
    (Code::ResetCounter, once::in_init_script),
    (Code::TimeSince1970, clock::reset),
    (Code::UndefinedFunction, define::function),
    (Code::UndefinedName, add_point::point),
    (Code::UndefinedName, define::variable),
    (Code::UndefinedName, add_slider::slider),
    (Code::UnusedVariable, remove_variable::unread),
    (Code::WrongArity, define::function),
];

/// The codes that [`FIXERS`] has remedies for.
pub fn remedied() -> impl Iterator<Item = Code> {
    FIXERS.iter().map(|(code, _)| *code)
}

fn remedies(analysis: &Analysis, diagnostic: &Diagnostic) -> Vec<Remedy> {
    let mut found: Vec<Remedy> = Vec::new();
    let fixers = FIXERS.iter().filter(|(code, _)| *code == diagnostic.code);
    for (_, fixer) in fixers {
        for (applet, source) in analysis.applets.iter().zip(analysis.document.applets()) {
            let scripts = source
                .scripts
                .iter()
                .map(|script| script.source.file_range());
            if scripts
                .clone()
                .all(|script| script.intersect(diagnostic.extent()).is_none())
            {
                continue;
            }
            for term in applet.terms_at(diagnostic.extent()) {
                for remedy in fixer(applet, term) {
                    if found.iter().all(|known| known.edits != remedy.edits) {
                        found.push(remedy);
                    }
                }
            }
        }
    }
    found
}

/// The bodies that evaluate a term, those that run at every pixel first.
fn bodies(applet: &AppletAnalysis, term: TermId) -> Vec<&Body> {
    let solution = &*applet.solution;
    let live = solution.reachable.iter().map(|&id| solution.body(id));
    let mut bodies: Vec<&Body> = live
        .filter(|body| body.contains(term) && solution.slot(body.slot(term)).role != Role::Idle)
        .collect();
    bodies.sort_by_key(|body| body.pixel.is_none());
    bodies
}

/// The type of a term in a body.
fn ty<'a>(applet: &'a AppletAnalysis, body: &Body, term: TermId) -> &'a Type {
    let solution = &applet.solution;
    if body.contains(term) {
        solution.ty(body.slot(term))
    } else {
        &Type::Unset
    }
}

/// The term whose value is that of a term: the last of a sequence.
fn value_of(applet: &AppletAnalysis, mut term: TermId) -> TermId {
    let program = &applet.program;
    while let TermKind::Sequence(operands) = program.kind(term)
        && let Some(&last) = program.children(operands).last()
    {
        term = last;
    }
    term
}

#[cfg(test)]
mod tests;
