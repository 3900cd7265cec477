//! Names that have a value at times only, as their readers know: those that are asked for with
//! `isundefined`, and those that modifiers of some calls of the applet's functions give.

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{FunctionId, Program, TermId, TermKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ranges::Ranges;

/// Where names that nothing assigns may have a value, or may be without one on purpose.
#[derive(Debug, Default)]
pub(super) struct Optional {
    /// Names that are asked for, with the terms that are evaluated in the light of the answer.
    asked: FxHashMap<NameId, Ranges<TermId>>,
    /// Names that modifiers of calls give.
    given: FxHashSet<NameId>,
    /// The bodies of the functions that run in such calls.
    within: Ranges<TermId>,
}

/// What a condition says about a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// It has no value.
    Missing,
    /// It has one, or perhaps.
    Possible,
}

/// So many parts of a condition are looked at; it bounds the stack as well.
const MOST: usize = 64;

impl Optional {
    pub(super) fn new(program: &Program) -> Self {
        let mut optional = Self::default();
        if program
            .callees
            .iter()
            .any(|row| row.is(Intrinsic::IsUndefined))
        {
            optional.ask(program);
        }
        if !program.modifiers.is_empty() {
            optional.give(program);
        }
        optional
    }

    /// Whether a name that nothing assigns may do without at this place.
    pub(super) fn covers(&self, term: TermId, name: NameId) -> bool {
        let is_asked = self.asked.get(&name).is_some_and(|at| at.contains(term));
        is_asked || self.given.contains(&name) && self.within.contains(term)
    }

    fn ask(&mut self, program: &Program) {
        let flags = flags(program);
        let subtree = |term: TermId| (program.term(term).first, term);
        let mut asked: FxHashMap<NameId, Vec<(TermId, TermId)>> = FxHashMap::default();
        for &term in &program.actions {
            if let Some(name) = asked_name(program, term) {
                asked.entry(name).or_default().push(subtree(term));
            }
            let (condition, then, otherwise) = match program.kind(term) {
                TermKind::If {
                    condition,
                    then,
                    otherwise,
                } => (condition, then, otherwise),
                TermKind::While { condition, body } => (condition, body, None),
                _ => continue,
            };
            for (holds, branch) in [(true, Some(then)), (false, otherwise)] {
                let (mut left, mut answers) = (MOST, Vec::new());
                said(program, &flags, condition, holds, &mut left, &mut answers);
                for (name, answer) in answers {
                    let places = asked.entry(name).or_default();
                    places.push(subtree(condition));
                    places.extend(branch.filter(|_| answer == Answer::Possible).map(subtree));
                }
            }
        }
        let asked = asked.into_iter();
        self.asked = asked
            .map(|(name, places)| (name, places.into_iter().collect()))
            .collect();
    }

    fn give(&mut self, program: &Program) {
        let mut pending: Vec<FunctionId> = Vec::new();
        for &term in &program.actions {
            if let TermKind::Call {
                callee, modifiers, ..
            } = program.kind(term)
                && !modifiers.is_empty()
                && !program.callee(callee).runs_code()
            {
                let definitions = &program.callee(callee).definitions;
                pending.extend(definitions);
                if !definitions.is_empty() {
                    let names = program.modifiers(modifiers).iter();
                    self.given.extend(names.map(|modifier| modifier.name));
                }
            }
        }
        // What a function binds, the functions that it calls see as well.
        let mut seen = vec![false; program.functions.len()];
        let mut within = Vec::new();
        while let Some(function) = pending.pop() {
            if std::mem::replace(&mut seen[function.index()], true) {
                continue;
            }
            let body = program.function(function).body;
            let first = program.term(body).first;
            for &term in program.actions_within(first..=body) {
                if let TermKind::Call { callee, .. } = program.kind(term) {
                    pending.extend(&program.callee(callee).definitions);
                }
            }
            within.push((first, body));
        }
        self.within = within.into_iter().collect();
    }
}

/// The name that a call of `isundefined` asks for.
fn asked_name(program: &Program, term: TermId) -> Option<NameId> {
    let TermKind::Call { arguments, .. } = program.kind(term) else {
        return None;
    };
    match *program.children(arguments) {
        [name] if program.intrinsic(term) == Some(Intrinsic::IsUndefined) => program.name_of(name),
        _ => None,
    }
}

/// Variables with the only value that they are set to: `has = !isundefined(Z)`.
fn flags(program: &Program) -> FxHashMap<NameId, Option<TermId>> {
    let mut flags = FxHashMap::default();
    for &term in &program.actions {
        if let TermKind::Assign { target, value } = program.kind(term)
            && let Some(name) = program.name_of(target)
        {
            let known = flags.entry(name).or_insert(Some(value));
            if *known != Some(value) {
                *known = None;
            }
        }
    }
    flags
}

/// What is known about names where a condition holds, or where it does not.
fn said(
    program: &Program,
    flags: &FxHashMap<NameId, Option<TermId>>,
    condition: TermId,
    holds: bool,
    left: &mut usize,
    answers: &mut Vec<(NameId, Answer)>,
) {
    match left.checked_sub(1) {
        Some(fewer) => *left = fewer,
        None => return,
    }
    if let Some(name) = asked_name(program, condition) {
        let answer = match holds {
            true => Answer::Missing,
            false => Answer::Possible,
        };
        answers.push((name, answer));
        return;
    }
    match program.kind(condition) {
        TermKind::Sequence(operands) => {
            if let Some(&last) = program.children(operands).last() {
                said(program, flags, last, holds, left, answers);
            }
        }
        TermKind::Variable(name) => {
            if let Some(&Some(value)) = flags.get(&name) {
                said(program, flags, value, holds, left, answers);
            }
        }
        TermKind::Call { arguments, .. } => {
            let intrinsic = program.intrinsic(condition);
            let operands = program.children(arguments);
            let holds_inside = match intrinsic {
                Some(Intrinsic::Not) => !holds,
                Some(Intrinsic::And | Intrinsic::Or) => holds,
                _ => return,
            };
            let before = answers.len();
            for &operand in operands {
                said(program, flags, operand, holds_inside, left, answers);
            }
            // Of `a & b` that does not hold, and of `a % b` that does, one side is enough.
            let is_certain = match intrinsic {
                Some(Intrinsic::And) => holds,
                Some(Intrinsic::Or) => !holds,
                _ => true,
            };
            if !is_certain {
                for (_, answer) in &mut answers[before..] {
                    *answer = Answer::Possible;
                }
            }
        }
        _ => {}
    }
}
