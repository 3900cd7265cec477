//! What functions do when they run: the names that they read, write and bind, and their effects.

use super::assigned_names;
use crate::builtins::{Binds, Effect};
use crate::few::Few;
use crate::names::NameId;
use crate::program::{CalleeId, FunctionId, Program, TermId, TermKind};

/// What running a function body can do, the functions that it calls included.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    /// Names that it reads and does not bind itself.
    pub(crate) reads: Few<NameId>,
    /// Names that it assigns and that are not its own.
    pub(crate) writes: Few<NameId>,
    /// Names that it binds: parameters, `regional`, running variables.
    pub(crate) binds: Few<NameId>,
    /// Names that some call binds for it, as modifiers.
    pub(crate) given: Few<NameId>,
    /// Whether it draws random numbers, prints, draws or changes the applet's state.
    pub(crate) effects: bool,
    /// The functions that it calls.
    pub(crate) calls: Few<CalleeId>,
}

/// The summaries of all functions.
#[derive(Debug)]
pub(crate) struct Summaries {
    functions: Vec<Summary>,
}

impl Summaries {
    pub(crate) fn new(program: &Program) -> Self {
        let mut functions: Vec<Summary> = program
            .functions
            .iter()
            .map(|function| {
                let mut summary = summarise(program, function.body);
                for parameter in &function.parameters {
                    summary.binds.insert(parameter.name);
                }
                let captured = program.modifiers(function.captured.unwrap_or_default());
                let captured = captured.iter().map(|modifier| modifier.name);
                summary.binds.extend(captured);
                summary
            })
            .collect();
        for term in &program.terms {
            if let TermKind::Call {
                callee, modifiers, ..
            } = term.kind
                && !modifiers.is_empty()
            {
                let names = program.modifiers(modifiers).iter();
                for &definition in &program.callee(callee).definitions {
                    let given = &mut functions[definition.index()].given;
                    given.extend(names.clone().map(|modifier| modifier.name));
                }
            }
        }
        // Close over calls; the sets only grow, so this ends.
        loop {
            let mut changed = false;
            for index in 0..functions.len() {
                let mut summary = std::mem::take(&mut functions[index]);
                for callee in summary.calls.iter() {
                    for &definition in &program.callee(callee).definitions {
                        let inner = &functions[definition.index()];
                        for name in inner.reads.difference(&inner.binds) {
                            changed |= summary.reads.insert(name);
                        }
                        for name in inner.writes.difference(&inner.binds) {
                            changed |= summary.writes.insert(name);
                        }
                        changed |= inner.effects && !summary.effects;
                        summary.effects |= inner.effects;
                    }
                }
                functions[index] = summary;
            }
            if !changed {
                return Self { functions };
            }
        }
    }

    pub(crate) fn function(&self, id: FunctionId) -> &Summary {
        &self.functions[id.index()]
    }
}

/// What evaluating a term does by itself, without the functions that it calls.
pub(super) fn summarise(program: &Program, root: TermId) -> Summary {
    let mut summary = Summary::default();
    let first = program.term(root).first;
    let mut terms: Vec<TermId> = (first.0..=root.0).map(TermId).collect();
    leave_out_code(program, &mut terms);
    for term in terms {
        match program.kind(term) {
            TermKind::Variable(name) => {
                summary.reads.insert(name);
            }
            TermKind::Assign { target, .. } => {
                let mut names = Vec::new();
                assigned_names(program, target, &mut names);
                summary.writes.extend(names);
            }
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                summary.binds.insert(iteration.element);
                summary.binds.extend(iteration.index);
            }
            TermKind::Regional(names) => {
                let names = program.children(names).iter();
                summary
                    .binds
                    .extend(names.filter_map(|&term| program.name_of(term)));
            }
            TermKind::Call { callee, .. } => {
                let row = program.callee(callee);
                if row.definitions.is_empty() {
                    summary.effects |= row
                        .builtin
                        .is_some_and(|id| id.row().effect != Effect::None);
                } else {
                    summary.calls.insert(callee);
                }
            }
            TermKind::Special(id) => {
                let special = program.special(id);
                summary.binds.extend(program.special_names(id));
                if special.binding.binds == Binds::Names {
                    let arguments = program.children(special.arguments).iter();
                    summary
                        .binds
                        .extend(arguments.filter_map(|&argument| program.name_of(argument)));
                }
                summary.effects |= special.builtin.row().effect != Effect::None;
            }
            TermKind::Plot(_) | TermKind::Define(_) | TermKind::DefineLazy { .. } => {
                summary.effects = true;
            }
            _ => {}
        }
    }
    summary
}

/// Leaves out the bodies of code, which do something where the code runs.
fn leave_out_code(program: &Program, terms: &mut Vec<TermId>) {
    let bodies: Vec<_> = terms
        .iter()
        .filter_map(|&term| match program.kind(term) {
            TermKind::Code(function) => {
                let body = program.function(function).body;
                Some(program.term(body).first..=body)
            }
            _ => None,
        })
        .collect();
    if !bodies.is_empty() {
        terms.retain(|term| !bodies.iter().any(|body| body.contains(term)));
    }
}
