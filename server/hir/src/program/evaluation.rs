//! What a term does, in the order of evaluation.
//!
//! Loops are taken to run once. What is only defined does not run; nor does code, but where a
//! builtin runs it.

use super::{CalleeId, OperandScope, Program, TermId, TermKind};
use crate::names::NameId;

/// Receives, in order, what happens when a term is evaluated: see [`evaluate`].
pub trait Evaluation {
    /// A variable is read.
    fn read(&mut self, name: NameId, term: TermId);

    /// A variable is assigned; `target` is where the assignment names it.
    fn write(&mut self, name: NameId, target: TermId, assignment: TermId);

    /// From here on, these names mean something else.
    fn bind(&mut self, names: &[NameId]);

    /// The innermost binding of these names ends: they mean again what they meant before.
    fn unbind(&mut self, names: &[NameId]);

    /// A branch of a condition begins or ends.
    fn branch(&mut self, branch: Branch);

    /// A call, once its operands have been evaluated. A function that is returned is followed as if its
    /// body stood here, with its names bound.
    fn call(&mut self, call: TermId, callee: CalleeId) -> Option<Followed>;

    /// Whether a term, and all in it, is passed over.
    fn skips(&self, term: TermId) -> bool;
}

/// A boundary between the branches of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// The branch for a true condition begins.
    Then,
    /// The branch for a false condition begins; it may be empty.
    Otherwise,
    /// Both branches have ended.
    End,
}

/// A function that is followed where it is called.
#[derive(Clone, Debug)]
pub struct Followed {
    /// Its body.
    pub body: TermId,
    /// The names that are bound in it.
    pub names: Vec<NameId>,
}

/// A step of the evaluation that is still to be done.
enum Step {
    Term(TermId),
    /// Of an assignment.
    Target(TermId, TermId),
    Bind(OperandScope),
    Unbind(OperandScope),
    Branch(Branch),
    Call(TermId, CalleeId),
    Return(Vec<NameId>),
}

/// Follows the evaluation of a term. No recursion: functions that are followed call one another as
/// deep as texts are long.
pub fn evaluate(program: &Program, root: TermId, evaluation: &mut impl Evaluation) {
    let names = |scope| -> Vec<NameId> { program.bound_in(scope).collect() };
    let mut pending = vec![Step::Term(root)];
    while let Some(step) = pending.pop() {
        let behind = pending.len();
        match step {
            Step::Term(term) if evaluation.skips(term) => {}
            Step::Term(term) => match program.kind(term) {
                TermKind::Variable(name) => evaluation.read(name, term),
                kind => steps(program, term, kind, &mut pending),
            },
            Step::Target(target, assignment) => match program.kind(target) {
                TermKind::Variable(name) => evaluation.write(name, target, assignment),
                TermKind::List(targets) => {
                    let targets = program.children(targets).iter();
                    pending.extend(targets.map(|&target| Step::Target(target, assignment)));
                }
                // A part of a list changes what was there before.
                _ => pending.push(Step::Term(target)),
            },
            Step::Bind(scope) => evaluation.bind(&names(scope)),
            Step::Unbind(scope) => evaluation.unbind(&names(scope)),
            Step::Branch(branch) => evaluation.branch(branch),
            Step::Call(call, callee) => {
                if let Some(Followed { body, names }) = evaluation.call(call, callee) {
                    pending.extend([Step::Term(body), Step::Return(names)]);
                }
            }
            Step::Return(names) => evaluation.unbind(&names),
        }
        // The first comes first.
        pending[behind..].reverse();
    }
}

/// The steps of a term, in order.
fn steps(program: &Program, term: TermId, kind: TermKind, steps: &mut Vec<Step>) {
    match kind {
        TermKind::Assign { target, value } => {
            steps.extend([Step::Term(value), Step::Target(target, term)]);
        }
        TermKind::If {
            condition,
            then,
            otherwise,
        } => {
            steps.extend([Step::Term(condition), Step::Branch(Branch::Then)]);
            steps.extend([Step::Term(then), Step::Branch(Branch::Otherwise)]);
            steps.extend(otherwise.map(Step::Term));
            steps.push(Step::Branch(Branch::End));
        }
        TermKind::Define(_) | TermKind::DefineLazy { .. } | TermKind::Regional(_) => {}
        _ => {
            program.for_each_scoped_operand(term, |operand, scope| match scope {
                OperandScope::Same => steps.push(Step::Term(operand)),
                scope => {
                    steps.extend([Step::Bind(scope), Step::Term(operand), Step::Unbind(scope)]);
                }
            });
            if let TermKind::Call { callee, .. } = kind {
                steps.push(Step::Call(term, callee));
            }
        }
    }
}
