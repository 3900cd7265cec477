//! The revisions of a program: with code, and with what came while scripts ran.

use std::sync::Arc;

use cindyscript_hir::builtins::LATER;
use cindyscript_hir::program::{Program, Term, TermId, TermKind};
use cindyscript_infer::split::Split;
use cindyscript_infer::split_program::SplitProgram;

use super::Code;
use crate::memory::Charge;
use crate::work;

/// A program may grow to so many terms.
pub(crate) const MAX_TERMS: usize = 1 << 20;
/// A program made ready to run.
#[derive(Clone)]
pub(crate) struct Revision {
    pub(crate) program: Arc<Program>,
    pub(crate) split: Arc<Split>,
    pub(crate) code: Arc<Code>,
    /// The memory that it takes, if it came while scripts ran.
    pub(crate) charge: Arc<Charge>,
}

impl Revision {
    pub(crate) fn new(SplitProgram { program, split }: SplitProgram) -> Revision {
        Revision {
            code: Arc::new(Code::new(&program)),
            program,
            split,
            charge: Arc::default(),
        }
    }

    /// The program.
    pub(crate) fn split_program(&self) -> SplitProgram {
        SplitProgram {
            program: Arc::clone(&self.program),
            split: Arc::clone(&self.split),
        }
    }

    /// The same program with other code.
    pub(crate) fn with_code(&self, code: Code) -> Revision {
        Revision {
            code: Arc::new(code),
            ..self.clone()
        }
    }

    /// A revision that came while scripts ran; none, and a reason in [`take_refusal`](crate::memory::take_refusal), if
    /// it takes too much memory or time.
    pub(crate) fn grown(grown: SplitProgram) -> Option<Revision> {
        let program = &grown.program;
        let mut charge = Charge::default();
        let terms = program.terms.len();
        // About: a term, its node, its operands, its part of the tables.
        let bytes = terms * (size_of::<Term>() + Code::BYTES_A_TERM)
            + program.children.len() * size_of::<TermId>()
            + program.names.len() * NAME_BYTES;
        let fits = work::spend(terms) && charge.set(bytes);
        fits.then(|| Revision {
            charge: Arc::new(charge),
            ..Revision::new(grown)
        })
    }
}

/// About the bytes that a name takes in all tables.
const NAME_BYTES: usize = 128;

/// True if code from a term on may run after its text has run.
pub(crate) fn stays(program: &Program, first: usize) -> bool {
    let mut terms = program.terms.iter().skip(first);
    terms.any(|term| leaves_something(program, term.kind))
}

/// True if the term's code may run after the term.
fn leaves_something(program: &Program, kind: TermKind) -> bool {
    match kind {
        TermKind::Define(_)
        | TermKind::Code(_)
        | TermKind::DefineLazy { .. }
        | TermKind::Plot(_) => true,
        TermKind::Special(special) => program.special(special).builtin.row().form == LATER,
        TermKind::Undefined
        | TermKind::Number(_)
        | TermKind::Text(_)
        | TermKind::Variable(_)
        | TermKind::Sequence(_)
        | TermKind::List(_)
        | TermKind::Dictionary(_)
        | TermKind::Assign { .. }
        | TermKind::Undefine(_)
        | TermKind::Index { .. }
        | TermKind::Field { .. }
        | TermKind::UserData { .. }
        | TermKind::Call { .. }
        | TermKind::If { .. }
        | TermKind::While { .. }
        | TermKind::Iterate(_)
        | TermKind::Regional(_) => false,
    }
}
