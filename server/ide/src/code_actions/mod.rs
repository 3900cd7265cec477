//! Code actions at a place: the fixes of the diagnostics there, and changes that the author may
//! want without anything being wrong.
//!
//! A diagnostic that knows its one remedy carries it as [`Diagnostic::fix`]. Remedies that need the
//! types, or of which there are several, are found here when they are asked for: [`FIXERS`].

mod clock;
mod convert;
mod coordinates;
mod define;
mod extract_function;
mod extract_variable;
mod hand_over;
mod inline_variable;
mod name_variable;
mod pixel;
mod place;
mod regional;
mod rename;
mod wrap_colorplot;

use cindyscript_diagnostic::{Code, Diagnostic, Fix};
use cindyscript_hir::document::Document;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, Role};
use text_size::TextRange;

use crate::analysis::{Analysis, AppletAnalysis};

/// The purpose of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It mends what a diagnostic complains about.
    QuickFix,
    /// It gives a part a name.
    Extract,
    /// It writes what a name stands for in its place.
    Inline,
    /// It writes the same in another way.
    Rewrite,
}

/// A change that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeAction {
    /// The effect, for a menu.
    pub title: String,
    /// The purpose.
    pub kind: Kind,
    /// The replacements, none of which overlap, in bytes of the file, escaped where that is needed.
    pub edits: Vec<Edit>,
    /// The diagnostic that it mends.
    pub diagnostic: Option<Diagnostic>,
    /// Whether it is what is meant, most likely: an editor may apply it without asking.
    pub is_preferred: bool,
}

/// A replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The part that is replaced, in bytes of the file.
    pub range: TextRange,
    /// The new text.
    pub text: String,
}

/// The actions at a part of the file, those for diagnostics first. `more` are diagnostics beside
/// those of the analysis: hints that the author has asked for, what was seen when the applet ran.
#[must_use]
pub fn code_actions(analysis: &Analysis, more: &[Diagnostic], range: TextRange) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for diagnostic in analysis.diagnostics.iter().chain(more) {
        if diagnostic.extent().intersect(range).is_none() {
            continue;
        }
        let fix = diagnostic.fix.as_ref().map(|fix| Remedy::from(fix.clone()));
        let is_only = fix.is_some();
        let found = remedies(analysis, diagnostic);
        actions.extend(fix.into_iter().chain(found).map(|remedy| CodeAction {
            title: remedy.title,
            kind: Kind::QuickFix,
            edits: remedy.edits,
            diagnostic: Some(diagnostic.clone()),
            is_preferred: is_only,
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
    actions
}

/// The new text as it has to be written: in an HTML page, a script may be a string of JavaScript.
pub(crate) fn as_written(document: &Document, edit: &Edit) -> String {
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
    wrap_colorplot::wrap_in_colorplot,
    regional::rewrites,
];

/// A change with its name.
#[derive(Debug)]
struct Remedy {
    title: String,
    edits: Vec<Edit>,
}

impl From<Fix> for Remedy {
    fn from(fix: Fix) -> Self {
        let Fix { range, text, title } = fix;
        Self {
            title,
            edits: vec![Edit { range, text }],
        }
    }
}

impl Remedy {
    /// Puts a part of the file between two texts.
    fn wrap(title: impl Into<String>, range: TextRange, before: &str, after: &str) -> Self {
        let insert = |offset, text: &str| Edit {
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
    (Code::TimeSince1970, clock::reset),
    (Code::UndefinedFunction, define::function),
    (Code::WrongArity, define::function),
];

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
            for term in terms_at(applet, diagnostic.extent()) {
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

/// The terms that are exactly this part of the file.
fn terms_at(applet: &AppletAnalysis, range: TextRange) -> impl Iterator<Item = TermId> {
    let ids = (0..applet.program.terms.len() as u32).map(TermId);
    ids.filter(move |&id| applet.range(id) == range)
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
