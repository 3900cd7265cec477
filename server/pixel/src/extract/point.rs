//! Which lists of three numbers are points: their `.x` and `.y` are those in the plane.
//!
//! On the CPU, values know that of themselves. Here it is read from the text, as far as that goes:
//! what `meet` and `point` make, and variables that are assigned nothing else.

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::{Callee, TermId, TermKind};
use cindyscript_infer::BodyId;

use super::Extractor;

/// Variables are followed so often.
const DEPTH: usize = 8;

impl Extractor<'_> {
    /// Whether a term's value is known to be a point in homogeneous coordinates.
    pub(super) fn is_point(&self, body: BodyId, term: TermId) -> bool {
        let callees = &self.program.callees;
        let any = callees.iter().any(makes_points);
        any && self.makes_point(body, term, DEPTH)
    }

    fn makes_point(&self, body: BodyId, term: TermId, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        match self.program.kind(term) {
            TermKind::Call { callee, .. } => makes_points(self.program.callee(callee)),
            TermKind::Sequence(operands) => {
                let last = self.program.children(operands).last();
                last.is_some_and(|&last| self.makes_point(body, last, depth))
            }
            TermKind::If {
                then,
                otherwise: Some(otherwise),
                ..
            } => [then, otherwise]
                .iter()
                .all(|&branch| self.makes_point(body, branch, depth)),
            TermKind::Variable(_) => {
                let data = self.solution.body(body);
                let variable = self.solution.slot(data.slot(term)).link;
                let mut assigned = false;
                for (id, other) in (0..).map(BodyId).zip(&self.solution.bodies) {
                    if !variable.is_some() || other.pixel != data.pixel {
                        continue;
                    }
                    for (term, _) in self.solution.evaluated(other) {
                        if let TermKind::Assign { target, value } = self.program.kind(term)
                            && self.solution.slot(other.slot(target)).link == variable
                            && self.program.name_of(target).is_some()
                        {
                            assigned = true;
                            if !self.makes_point(id, value, depth) {
                                return false;
                            }
                        }
                    }
                }
                assigned
            }
            _ => false,
        }
    }
}

fn makes_points(callee: &Callee) -> bool {
    matches!(callee.intrinsic(), Some(Intrinsic::Meet | Intrinsic::Point))
}
