//! Constants that the user sets while the applet plays: it goes on with what its scripts have computed.

use cindyscript_applet::{Event, Script};
use cindyscript_hir::names::{NameId, NameSet};
use cindyscript_hir::program::{Program, TermId, TermKind, assigned_names};
use cindyscript_syntax::{SyntaxKind, tokens};

use super::Session;
use super::revision::same_surroundings;
use crate::policy::SCRIPT_TIME;
use crate::source::Source;

/// The effect of other constants on scripts that have run when the applet began.
#[derive(Debug, Default)]
struct ChangedInit {
    /// The statements that have to run again.
    statements: Vec<TermId>,
    /// True if another statement of such a script reads what they assign.
    is_read: bool,
}

impl Session {
    /// Has the applet begin anew, or go on, when a constant is set that its init scripts read.
    pub fn set_restarts(&mut self, restarts: bool) {
        self.restarts = restarts;
    }

    /// See [`Session::set_restarts`].
    pub fn restarts(&self) -> bool {
        self.restarts
    }

    /// Goes on with another version in which only constants are others that the user has set, if it is
    /// one; whether it is.
    pub(super) fn set_constants(&mut self, source: &Source) -> bool {
        let is_set = self.source.is_draft || source.is_draft;
        if !is_set || self.cut_short || !same_surroundings(&self.source, source) {
            return false;
        }
        let changed = changed_init(&self.source, source);
        let Some(changed) = changed.filter(|it| !it.is_read || !self.restarts) else {
            return false;
        };
        self.source = source.clone();
        self.load_program();
        // Init would come to something else now.
        self.begun = None;
        self.interpreter.allow(Some(SCRIPT_TIME));
        for statement in changed.statements {
            let (_, errors) = self.interpreter.run(statement);
            self.note(errors);
        }
        true
    }
}

/// Compares the init scripts of two versions; `None` if scripts differ in more than constants, or if
/// more depends on these than variables and functions.
fn changed_init(before: &Source, now: &Source) -> Option<ChangedInit> {
    let (old, new) = (before.applet()?, now.applet()?);
    let is_like = |(old, new): (&Script, &Script)| masked(old) == masked(new);
    let mut pairs = old.scripts.iter().zip(&new.scripts);
    if old.scripts.len() != new.scripts.len() || !pairs.all(is_like) {
        return None;
    }
    let [olds, news] = [before, now].map(|source| source.facts().map(|facts| &facts.program));
    let (olds, news) = (olds?, news?);
    let mut changed = ChangedInit::default();
    let mut names = NameSet::default();
    let mut others = Vec::new();
    for (index, script) in new.scripts.iter().enumerate() {
        if script.event != Event::Init || !now.can_parse(index) {
            continue;
        }
        let (was, is) = (statements(olds, index)?, statements(news, index)?);
        let old = old.scripts[index].source.text();
        let new = script.source.text();
        for (&was, &is) in was.iter().zip(is) {
            let [was, now] = [(old, olds.term(was).range), (new, news.term(is).range)]
                .map(|(text, range)| text.get(std::ops::Range::<usize>::from(range)));
            let kind = news.kind(is);
            if was == now {
                // A definition reads nothing yet.
                others.extend((!matches!(kind, TermKind::Define(_))).then_some(is));
                continue;
            }
            match (kind, kind.target()) {
                (TermKind::Define(_), _) => {}
                (_, Some(target)) => {
                    let mut assigned: Vec<NameId> = Vec::new();
                    assigned_names(news, target, &mut assigned);
                    names.extend(assigned);
                }
                _ => return None,
            }
            changed.statements.push(is);
        }
    }
    changed.is_read = others.iter().any(|&statement| {
        let terms = news.term(statement).first.0..=statement.0;
        let mut read = terms.filter_map(|term| news.name_of(TermId(term)));
        read.any(|name| names.contains(name))
    });
    Some(changed)
}

/// The tokens of a script, with the same for all numbers and truth values, whatever their signs.
fn masked(script: &Script) -> Vec<&str> {
    let text = script.source.text();
    let tokens = tokens(text).filter(|(kind, _)| !kind.is_trivia());
    let texts = tokens.map(|(kind, range)| match &text[range] {
        "true" | "false" => "0",
        _ if kind == SyntaxKind::NUMBER => "0",
        text => text,
    });
    texts.filter(|text| *text != "-").collect()
}

fn statements(program: &Program, script: usize) -> Option<&[TermId]> {
    let root = program.scripts.get(script)?.root;
    match program.terms.get(root.index())?.kind {
        TermKind::Sequence(children) => Some(program.children(children)),
        _ => None,
    }
}
