//! What statements have to do with others: the names that they mention and assign to, the functions
//! that they call and define.

use std::ops::Range;

use crate::draft::Statement;
use crate::names::NameId;
use crate::program::{Callee, CalleeId, Function, Program, TermKind};
use crate::split::assigned_names;

/// What a statement has to do with others.
#[derive(Clone, Copy)]
pub(super) enum Use {
    /// It mentions a name.
    Name(NameId),
    /// It assigns to a variable.
    Assigned(NameId),
    /// It calls a function.
    Called(CalleeId),
    /// It defines one.
    Defined(CalleeId),
}

/// Calls `visit` with all that a statement has to do with others.
///
/// A name that a function binds for itself is nobody else's but of the functions that it calls,
/// and these hang together with it anyway.
pub(super) fn for_each_use(program: &Program, statement: &Statement, mut visit: impl FnMut(Use)) {
    let own = own_names(program, statement);
    let is_own = |name: NameId, term: usize| {
        // Inner functions are defined before outer ones are.
        let around = own.iter().find(|(body, _)| body.contains(&term));
        around.is_some_and(|(_, names)| names.contains(&name))
    };
    let mut targets = Vec::new();
    for (place, term) in statement.terms().zip(&program.terms[statement.terms()]) {
        match term.kind {
            TermKind::Variable(name) if is_own(name, place) => {}
            TermKind::Variable(name) => visit(Use::Name(name)),
            TermKind::Call { callee, .. } if may_be_own(program.callee(callee)) => {
                visit(Use::Called(callee));
            }
            TermKind::Define(function) | TermKind::Code(function) => {
                visit(Use::Defined(program.function(function).callee));
            }
            TermKind::Assign { target, .. } | TermKind::DefineLazy { target, .. } => {
                assigned_names(program, target, &mut targets);
                let names = targets.drain(..).filter(|&name| !is_own(name, place));
                names.for_each(|name| visit(Use::Assigned(name)));
            }
            _ => {}
        }
    }
}

/// Whether a call is one of a function of the applet, or of one that it lacks.
fn may_be_own(callee: &Callee) -> bool {
    callee.builtin.is_none() || !callee.definitions.is_empty()
}

/// The names that the functions in a statement bind before they do anything with them, each with
/// the terms of the function's body.
fn own_names(program: &Program, statement: &Statement) -> Vec<(Range<usize>, Vec<NameId>)> {
    // Functions are numbered in the order of their bodies.
    let behind = |function: &Function| function.body < statement.first;
    let functions = &program.functions[program.functions.partition_point(behind)..];
    let functions = functions
        .iter()
        .take_while(|function| function.body <= statement.root);
    let own = functions.map(|function| {
        let body = program.term(function.body).first.index()..function.body.index() + 1;
        let mut own: Vec<NameId> = function.parameters.iter().map(|one| one.name).collect();
        let steps = match program.kind(function.body) {
            TermKind::Sequence(steps) => program.children(steps),
            _ => &[],
        };
        for &step in steps {
            let TermKind::Regional(names) = program.kind(step) else {
                continue;
            };
            let before = body.start..program.term(step).first.index();
            let names = program.children(names).iter();
            own.extend(
                names
                    .filter_map(|&name| program.name_of(name))
                    .filter(|&name| {
                        let mut before = program.terms[before.clone()].iter();
                        !before.any(|term| term.kind == TermKind::Variable(name))
                    }),
            );
        }
        (body, own)
    });
    own.collect()
}

/// Statements by numbers that they have to do with.
pub(super) struct Index {
    /// Where the statements of each number begin.
    starts: Vec<u32>,
    statements: Vec<u32>,
}

impl Index {
    pub(super) fn new(numbers: usize, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; numbers + 1];
        for &(number, _) in pairs {
            starts[number as usize + 1] += 1;
        }
        for number in 0..numbers {
            starts[number + 1] += starts[number];
        }
        let mut next = starts.clone();
        let mut statements = vec![0; pairs.len()];
        for &(number, statement) in pairs {
            let place = &mut next[number as usize];
            statements[*place as usize] = statement;
            *place += 1;
        }
        Self { starts, statements }
    }

    pub(super) fn of(&self, number: u32) -> Vec<u32> {
        let number = number as usize;
        self.statements[self.starts[number] as usize..self.starts[number + 1] as usize].to_vec()
    }
}
