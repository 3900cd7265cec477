//! Places in scripts that refactorings are about: what is selected, where a statement can be put
//! in front of a term, and what may be evaluated at another moment.

use cindyscript_hir::builtins::{Effect, Mode};
use cindyscript_hir::program::{ScriptId, TermId, TermKind};
use cindyscript_syntax::{SyntaxKind, SyntaxNode};
use text_size::{TextRange, TextSize};

use crate::analysis::AppletAnalysis;

/// A part of a script.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) script: ScriptId,
    /// In bytes of the script.
    pub(super) range: TextRange,
}

impl Part {
    /// The part of a script that a part of the file is, if it is one of a script of the file,
    /// without white space around it.
    pub(super) fn new(applet: &AppletAnalysis, range: TextRange) -> Option<Self> {
        let scripts = applet.source().scripts.iter().enumerate();
        let mut own = scripts.filter(|(_, script)| !script.is_library);
        own.find_map(|(index, script)| {
            let source = &script.source;
            let start = source.to_script(range.start())?;
            let end = source.to_script(range.end()).filter(|end| start <= *end)?;
            let range = trimmed(source.text(), TextRange::new(start, end));
            let script = ScriptId(index as u32);
            Some(Self { script, range })
        })
    }

    /// Its text.
    pub(super) fn text<'a>(&self, applet: &'a AppletAnalysis) -> &'a str {
        let text = applet.script_text(self.script);
        text.get(std::ops::Range::<usize>::from(self.range))
            .unwrap_or_default()
    }

    /// The expression that it is: a term, perhaps in parentheses.
    pub(super) fn term(&self, applet: &AppletAnalysis) -> Option<TermId> {
        let text = applet.script_text(self.script);
        let mut range = self.range;
        while !range.is_empty() {
            if let Some(term) = term_at(applet, self.script, range) {
                return Some(term);
            }
            let inside = text.get(std::ops::Range::<usize>::from(range))?;
            inside.strip_prefix('(')?.strip_suffix(')')?;
            let bracket = TextSize::of('(');
            range = trimmed(
                text,
                TextRange::new(range.start() + bracket, range.end() - bracket),
            );
        }
        None
    }
}

/// The outermost term that is exactly this part of a script.
fn term_at(applet: &AppletAnalysis, script: ScriptId, range: TextRange) -> Option<TermId> {
    let terms = applet
        .program
        .terms
        .iter()
        .rposition(|term| term.script == script && term.range == range);
    terms.map(|index| TermId(index as u32))
}

fn trimmed(text: &str, range: TextRange) -> TextRange {
    let inside = text
        .get(std::ops::Range::<usize>::from(range))
        .unwrap_or_default();
    let start = range.start() + TextSize::of(inside) - TextSize::of(inside.trim_start());
    TextRange::at(start, TextSize::of(inside.trim()))
}

/// The place before a term at which a statement can be put such that it is run when the term would
/// have been evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Before a statement.
    Statement(TermId),
    /// Before what an argument is: `if(a, here b)`.
    Argument(TermId),
    /// Before the body of a function, which needs parentheses then.
    Body(TermId),
}

impl Before {
    /// What the statement is put in front of.
    pub(super) fn term(self) -> TermId {
        let (Self::Statement(term) | Self::Argument(term) | Self::Body(term)) = self;
        term
    }

    /// The place before a term; `None` if the term is none that is evaluated there.
    pub(super) fn new(applet: &AppletAnalysis, term: TermId) -> Option<Self> {
        let program = &applet.program;
        let mut inner = term;
        loop {
            let outer = applet.parent(inner)?;
            match program.kind(outer) {
                TermKind::Sequence(_) => return Some(Self::Statement(inner)),
                TermKind::Assign { target, .. } if target == inner => return None,
                TermKind::Assign { .. }
                | TermKind::List(_)
                | TermKind::Dictionary(_)
                | TermKind::Index { .. }
                | TermKind::Field { .. }
                | TermKind::UserData { .. }
                | TermKind::Call { .. } => {}
                TermKind::If { condition, .. } if condition == inner => {}
                TermKind::If { .. } | TermKind::While { .. } => return Some(Self::Argument(inner)),
                TermKind::Iterate(id) => {
                    let iteration = program.iteration(id);
                    if iteration.body == inner {
                        return Some(Self::Argument(inner));
                    }
                    let names = [iteration.element_term, iteration.index_term];
                    if names.contains(&Some(inner)) {
                        return None;
                    }
                }
                TermKind::Plot(id) if program.plot(id).body == inner => {
                    return Some(Self::Argument(inner));
                }
                TermKind::Plot(_) => {}
                TermKind::Special(id) => {
                    let mut arguments = program.special_arguments(id);
                    match arguments.find(|(_, argument)| *argument == inner) {
                        Some((Mode::Code, _)) => return Some(Self::Argument(inner)),
                        Some((Mode::Name, _)) => return None,
                        Some((Mode::Value, _)) | None => {}
                    }
                }
                TermKind::Code(_) => return Some(Self::Argument(inner)),
                TermKind::Define(_) => return Some(Self::Body(inner)),
                TermKind::DefineLazy { body, .. } if body == inner => {
                    return Some(Self::Body(inner));
                }
                _ => return None,
            }
            inner = outer;
        }
    }
}

/// Whether evaluating a term does nothing but make a value, the same one whenever it is evaluated
/// in a frame while the variables that it reads have the same values.
pub(super) fn is_pure(applet: &AppletAnalysis, term: TermId) -> bool {
    let program = &applet.program;
    let mut terms = program.subtree(term);
    terms.all(|term| match program.kind(term) {
        TermKind::Undefined
        | TermKind::Number(_)
        | TermKind::Text(_)
        | TermKind::Variable(_)
        | TermKind::List(_)
        | TermKind::Index { .. }
        | TermKind::Field { .. }
        | TermKind::If { .. }
        | TermKind::Iterate(_) => true,
        TermKind::Call { callee, .. } => {
            let builtin = program.callee(callee).plain_builtin();
            builtin.is_some_and(|builtin| builtin.row().effect == Effect::None)
        }
        _ => false,
    })
}

/// Whether a function of the applet, or code, runs when a term is evaluated.
pub(super) fn calls_functions(applet: &AppletAnalysis, term: TermId) -> bool {
    let program = &applet.program;
    let mut terms = program.subtree(term);
    terms.any(|term| match program.kind(term) {
        TermKind::Call { callee, .. } => program.callee(callee).plain_builtin().is_none(),
        _ => false,
    })
}

/// A name that nothing in the applet has yet.
pub(super) fn fresh_name(applet: &AppletAnalysis, wanted: &str) -> String {
    let is_taken = |name: &str| {
        let program = &applet.program;
        let mut callees = program.callees.iter();
        program.names.get(name).is_some()
            || callees.any(|callee| callee.name.eq_ignore_ascii_case(name))
            || applet.source().element(name).is_some()
    };
    let numbered = (2..).map(|number| format!("{wanted}{number}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

/// The innermost node of a kind that is exactly this part of a script.
pub(super) fn node_at(applet: &AppletAnalysis, part: Part, kind: SyntaxKind) -> Option<SyntaxNode> {
    let parse = applet
        .document
        .parses(applet.applet)
        .get(part.script.index())?;
    let root = parse.syntax();
    if !root.text_range().contains_range(part.range) {
        return None;
    }
    let inside = root.covering_element(part.range);
    let mut nodes = inside.ancestors();
    nodes.find(|node| node.kind() == kind && node.text_range() == part.range)
}
