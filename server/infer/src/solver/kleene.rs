//! The Kleene iteration as the paper has it: ⊥, F(⊥), F²(⊥) and so on, where each application of F
//! takes all types at once from those before it. The worklist reaches the same fixed point with
//! less work; this is for looking at the way there.

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::{ScriptId, TermId, TermKind};
use cindyscript_hir::types::Type;
use rustc_hash::FxHashSet;

use super::{Solver, cause};
use crate::input::InferenceInput;
use crate::solution::{Role, SlotId, SlotSubject, Solution};

/// The ascending chain of an applet.
#[derive(Debug)]
pub struct KleeneIteration {
    /// The fixed point.
    pub solution: Solution,
    /// The types of all slots after each application of F, ⊥ first, the fixed point last. A slot
    /// that came later than a step is ⊥ in it, and beyond its end.
    pub steps: Vec<Vec<Type>>,
    /// Whether the end was reached; otherwise it took too long.
    pub is_complete: bool,
}

impl KleeneIteration {
    /// Applies F until nothing changes, but no more than `most` times.
    pub fn new(input: &InferenceInput<'_>, most: usize) -> Self {
        let mut solver = Solver::new(input);
        solver.deferred = Some(Vec::new());
        for script in 0..input.program.scripts.len() as u32 {
            solver.script(ScriptId(script));
        }
        let mut steps = vec![types(&solver)];
        let mut is_complete = false;
        while steps.len() <= most {
            if solver.step() {
                steps.push(types(&solver));
            } else if !solver.next_stage() {
                is_complete = true;
                break;
            }
        }
        solver.solution.finish();
        Self {
            solution: solver.solution,
            steps,
            is_complete,
        }
    }
}

fn types(solver: &Solver<'_>) -> Vec<Type> {
    let slots = solver.solution.slots.iter();
    slots.map(|slot| slot.ty.clone()).collect()
}

impl Solver<'_> {
    /// Applies F once. Whether there was anything to do.
    fn step(&mut self) -> bool {
        self.store();
        let flows = self.deferred.replace(Vec::new()).unwrap_or_default();
        let marked = self.take_marked();
        if flows.is_empty() && marked.is_empty() {
            return false;
        }
        // All new types from the old ones, then all at once.
        let mut raises: Vec<(SlotId, Type, Option<SlotId>)> = Vec::new();
        let mut seen = FxHashSet::default();
        for (source, target, flow) in flows {
            if seen.insert((source, target, flow))
                && let Some(ty) = self.flowing(source, target, flow)
            {
                let cause = cause(source, flow, &ty);
                raises.push((target, ty, cause));
            }
        }
        for slot in marked {
            if let SlotSubject::Term(term) = self.solution.slot(slot).subject
                && self.solution.slot(slot).role == Role::Computed
                && let Some(ty) = self.compute(slot, term)
            {
                raises.push((slot, ty, None));
            }
        }
        for (slot, ty, from) in raises {
            self.raise(slot, ty, from);
        }
        self.settle();
        true
    }

    /// An occurrence of a variable is the variable, and `-2` a number: what is no term of its own
    /// in the paper takes no step of its own.
    fn settle(&mut self) {
        loop {
            let marked = self.take_marked();
            let (now, later): (Vec<SlotId>, Vec<SlotId>) = marked
                .into_iter()
                .partition(|&slot| self.is_transparent(slot));
            for slot in later {
                self.mark(slot);
            }
            if now.is_empty() {
                return;
            }
            for slot in now {
                self.visit(slot);
            }
        }
    }

    fn is_transparent(&self, slot: SlotId) -> bool {
        match self.solution.slot(slot).subject {
            SlotSubject::Variable(_) => false,
            SlotSubject::Term(term) => is_transparent(self.input.program, term),
        }
    }
}

/// Whether a term is another in the paper's eyes.
pub fn is_transparent(program: &cindyscript_hir::program::Program, term: TermId) -> bool {
    match program.kind(term) {
        TermKind::Variable(_) | TermKind::Sequence(_) => true,
        TermKind::Call { arguments, .. } => {
            signed_number(program, term, program.children(arguments))
        }
        _ => false,
    }
}

fn signed_number(
    program: &cindyscript_hir::program::Program,
    term: TermId,
    arguments: &[TermId],
) -> bool {
    let is_sign = matches!(
        program.intrinsic(term),
        Some(Intrinsic::Negate | Intrinsic::Plus)
    );
    let [operand] = arguments else { return false };
    is_sign && matches!(program.kind(*operand), TermKind::Number(_))
}
