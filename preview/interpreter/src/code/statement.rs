//! The statements of a program, and the code that notes them as they run.
//!
//! As for [watched](super::watch) terms, nodes are replaced in a copy of the code: without a debugger,
//! nothing is slower.

use cindyscript_hir::program::{FunctionId, PlotId, Program, ScriptId, TermId, TermKind};
use rustc_hash::FxHashMap;

use super::{Code, Node};

/// A node that notifies the recorder.
#[derive(Clone)]
pub(crate) struct Recorded {
    pub(crate) node: Node,
    pub(crate) mark: Mark,
}

/// The roles of a term for a recorder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    /// True if it is a statement: an operand of a sequence, or the body of a script, function or loop,
    /// or a branch.
    pub(crate) is_statement: bool,
    /// The code of which it is the body.
    pub(crate) opens: Option<CodeId>,
    /// True if it is a loop.
    pub(crate) is_loop: bool,
    /// True if it is the body of a loop: it begins a round.
    pub(crate) is_round: bool,
    /// True if it makes names local to the function around.
    pub(crate) declares: bool,
}

/// Code that has a stack frame of its own while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeId {
    /// A script.
    Script(ScriptId),
    /// A function.
    Function(FunctionId),
    /// The code of a variable, `x := body`, by the term of its target.
    Variable(TermId),
    /// A colorplot, at one pixel.
    Plot(PlotId),
}

/// The statements of a program, at which a debugger can stop, in the order of their terms.
#[must_use]
pub fn statements(program: &Program) -> Vec<TermId> {
    let marks = marks(program).into_iter();
    let statements = marks.filter(|(_, mark)| mark.is_statement);
    let mut statements: Vec<TermId> = statements.map(|(term, _)| term).collect();
    statements.sort_unstable();
    statements
}

/// The marked terms of a program.
pub(crate) type Marks = FxHashMap<TermId, Mark>;

/// All statements of a program, all code that has a frame, and what binds names.
pub(crate) fn marks(program: &Program) -> Marks {
    let mut marks = Marks::default();
    for (script, id) in program.scripts.iter().zip((0..).map(ScriptId)) {
        open(&mut marks, program, script.root, CodeId::Script(id));
    }
    for (function, id) in program.functions.iter().zip((0..).map(FunctionId)) {
        open(&mut marks, program, function.body, CodeId::Function(id));
    }
    for &id in &program.actions {
        match program.kind(id) {
            TermKind::Iterate(iteration) => {
                mark_loop(&mut marks, program, id, program.iteration(iteration).body);
            }
            TermKind::While { body, .. } => mark_loop(&mut marks, program, id, body),
            TermKind::If {
                then, otherwise, ..
            } => {
                mark_block(&mut marks, program, then);
                if let Some(otherwise) = otherwise {
                    mark_block(&mut marks, program, otherwise);
                }
            }
            TermKind::DefineLazy { target, body } => {
                open(&mut marks, program, body, CodeId::Variable(target));
            }
            TermKind::Plot(plot) => {
                let body = program.plot(plot).body;
                open(&mut marks, program, body, CodeId::Plot(plot));
            }
            TermKind::Regional(_) => marks.entry(id).or_default().declares = true,
            _ => {}
        }
    }
    marks
}

fn open(marks: &mut Marks, program: &Program, body: TermId, code: CodeId) {
    marks.entry(body).or_default().opens = Some(code);
    mark_block(marks, program, body);
}

fn mark_loop(marks: &mut Marks, program: &Program, id: TermId, body: TermId) {
    marks.entry(id).or_default().is_loop = true;
    marks.entry(body).or_default().is_round = true;
    mark_block(marks, program, body);
}

/// Marks the statements of a block: those of its sequence, or the block itself.
fn mark_block(marks: &mut Marks, program: &Program, block: TermId) {
    let mut pending = vec![block];
    while let Some(term) = pending.pop() {
        match program.kind(term) {
            TermKind::Sequence(statements) => pending.extend(program.children(statements)),
            TermKind::Undefined => {}
            _ => marks.entry(term).or_default().is_statement = true,
        }
    }
}

/// The same code, which notifies a recorder of marked terms.
pub(crate) fn recorded(code: &Code, marks: &Marks) -> Code {
    let mut recorded = code.clone();
    for (&id, &mark) in marks {
        if let Some(node) = recorded.nodes.get_mut(id.index()) {
            let inner = Recorded {
                node: node.clone(),
                mark,
            };
            *node = Node::Recorded(Box::new(inner));
        }
    }
    recorded
}
