//! Why a term has its type: the chain of joins and signatures that raised it.

use rustc_hash::FxHashSet;
use text_size::TextRange;

use crate::analysis::AppletAnalysis;
use crate::check::if_real;
use crate::infer::{BodyKind, Guard, Raise, Role, SlotId, Solution, Subject};
use crate::names::NameId;
use crate::program::{Coordinate, PixelName, TermId, TermKind};
use crate::types::{Scalar, Type};

/// A step of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where, in bytes of the file.
    pub range: TextRange,
    /// What happens there, to follow *because*.
    pub text: String,
}

/// Tells why slots have their types.
pub(crate) struct Story<'a> {
    analysis: &'a AppletAnalysis,
    solution: &'a Solution,
}

/// Chains longer than this are cut where they are a part of something else: the author follows
/// them from place to place.
const SHORT: usize = 6;

/// No chain is longer.
const LONGEST: usize = 100;

impl<'a> Story<'a> {
    pub(crate) fn new(analysis: &'a AppletAnalysis, solution: &'a Solution) -> Self {
        Self { analysis, solution }
    }

    /// The chain of causes for the type of a slot, the nearest first. Empty where the type needs
    /// no reason: a number is what it is.
    pub(crate) fn why(&self, slot: SlotId) -> Vec<Step> {
        self.chain(slot, SHORT)
    }

    /// The chain to its end.
    pub(crate) fn whole(&self, slot: SlotId) -> Vec<Step> {
        self.chain(slot, LONGEST)
    }

    /// Whether the type is complex because a value from the CPU is, which may turn out to be real
    /// when the applet runs.
    pub(crate) fn hangs_on_uniform(&self, slot: SlotId) -> bool {
        let mut steps = Vec::new();
        let mut seen = FxHashSet::default();
        let mut next = Some(slot);
        while let Some(slot) = next.filter(|&slot| seen.insert(slot)) {
            let data = self.solution.slot(slot);
            if data.role == Role::Uniform {
                return if_real(&data.ty) != data.ty;
            }
            next = self.step(slot, &mut steps);
        }
        false
    }

    fn chain(&self, slot: SlotId, longest: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut seen = FxHashSet::default();
        let mut next = Some(slot);
        while let Some(slot) = next {
            if steps.len() >= longest || !seen.insert(slot) {
                break;
            }
            next = self.step(slot, &mut steps);
        }
        steps
    }

    fn place(&self, term: TermId) -> TextRange {
        self.analysis.range(term)
    }

    /// Adds the reason for one slot, and gives the slot where the search goes on.
    fn step(&self, slot: SlotId, steps: &mut Vec<Step>) -> Option<SlotId> {
        let solution = self.solution;
        let data = solution.slot(slot);
        match data.subject {
            Subject::Variable(name) => {
                // The raise that first brought the kind of type that it has now.
                let Some(raise) = self.deciding_raise(slot) else {
                    steps.extend(self.pixel(slot, name));
                    return None;
                };
                let name = self.analysis.program.names.text(name);
                let Subject::Term(term) = solution.slot(raise).subject else {
                    return Some(raise);
                };
                let ty = &data.ty;
                steps.push(Step {
                    range: self.place(term),
                    text: format!(
                        "`{name}` is {ty} because of `{}` in line {}",
                        self.analysis.text(term),
                        self.analysis.line(self.place(term).start()),
                    ),
                });
                Some(raise)
            }
            Subject::Term(term) => self.term(slot, term, steps),
        }
    }

    fn term(&self, slot: SlotId, term: TermId, steps: &mut Vec<Step>) -> Option<SlotId> {
        let program = &self.analysis.program;
        let solution = self.solution;
        let data = solution.slot(slot);
        let body = solution.body(data.body);
        if data.role == Role::Uniform {
            return data.link.is_some().then_some(data.link);
        }
        match program.kind(term) {
            TermKind::Variable(name) => {
                if data.link.is_some() && data.ty != *solution.ty(data.link) {
                    let guards = self.analysis.facts.guards.of(term).iter();
                    let holds = |guard: &&Guard| {
                        let body = solution.evaluates(data.body, guard.comparison);
                        body.is_some()
                    };
                    let guard = guards.rev().find(holds);
                    steps.extend(guard.map(|guard| self.guard(name, guard)));
                }
                data.link.is_some().then_some(data.link)
            }
            TermKind::Assign { value, .. } => Some(body.slot(value)),
            TermKind::Sequence(operands) => {
                program.children(operands).last().map(|&t| body.slot(t))
            }
            TermKind::If { .. } | TermKind::While { .. } | TermKind::Iterate(_)
                if data.role == Role::Joined =>
            {
                self.deciding_raise(slot)
            }
            TermKind::Call {
                callee, arguments, ..
            } => {
                let row = program.callee(callee);
                if !row.definitions.is_empty() {
                    let callee = *solution.calls.get(&slot)?.last()?;
                    let callee = solution.body(callee);
                    return Some(callee.slot(callee.root));
                }
                let operands = program.children(arguments);
                let own = weight(&data.ty);
                let widest = operands
                    .iter()
                    .copied()
                    .max_by_key(|&operand| weight(solution.ty(body.slot(operand))))?;
                let ty = solution.ty(body.slot(widest));
                let name = row
                    .builtin
                    .map_or(row.name.as_str(), |builtin| builtin.name());
                if weight(ty) < own {
                    steps.push(Step {
                        range: self.place(term),
                        text: widening(name, ty, &data.ty),
                    });
                }
                // A number in the text is its own reason.
                match program.kind(widest) {
                    TermKind::Number(_) => None,
                    _ => Some(body.slot(widest)),
                }
            }
            TermKind::List(operands) => {
                let widest = program
                    .children(operands)
                    .iter()
                    .copied()
                    .max_by_key(|&operand| weight(solution.ty(body.slot(operand))))?;
                Some(body.slot(widest))
            }
            TermKind::Index { base, .. } => Some(body.slot(base)),
            _ => None,
        }
    }

    /// Why a name is the whole pixel that does not look like it.
    fn pixel(&self, slot: SlotId, name: NameId) -> Option<Step> {
        let program = &self.analysis.program;
        let body = self.solution.body(self.solution.slot(slot).body);
        let BodyKind::Plot(plot) = body.kind else {
            return None;
        };
        let mut pixel = program.plot(plot).pixel.iter();
        let text = program.names.text(name);
        let is_whole = |pixel: &PixelName| {
            pixel.name == name && pixel.coordinate == Coordinate::Vector && text != "#"
        };
        pixel.find(|pixel| is_whole(pixel))?;
        let mut terms = (body.first.0..=body.root.0).map(TermId);
        let first = terms.find(|&term| program.name_of(term) == Some(name))?;
        Some(Step {
            range: self.place(first),
            text: format!("`{text}` is the pixel, [x, y]: no other name in this colorplot can be"),
        })
    }

    /// Why a variable is known not to be negative at one place.
    fn guard(&self, name: NameId, guard: &Guard) -> Step {
        let range = self.place(guard.comparison);
        Step {
            range,
            text: format!(
                "`{}` is not negative here, because of the condition `{}` in line {}",
                self.analysis.program.names.text(name),
                self.analysis.text(guard.comparison),
                self.analysis.line(range.start()),
            ),
        }
    }

    /// Where the type of a join comes from: the first raise after which it was what it is now, up
    /// to the sign.
    pub(crate) fn deciding_raise(&self, slot: SlotId) -> Option<SlotId> {
        let own = weight(self.solution.ty(slot));
        let deciding = self
            .solution
            .raises(slot)
            .take_while(|raise| weight(&raise.to) == own);
        deciding.last().map(|raise| raise.from)
    }

    /// The two slots that met in a join that became ⊤: first the one that had set the type before,
    /// then the one that did not fit.
    pub(crate) fn clash(&self, slot: SlotId) -> Option<(SlotId, SlotId)> {
        let (before, culprit) = self.collision(slot)?;
        Some((before.from, culprit.from))
    }

    /// The raises before and at the point where a join became ⊤.
    pub(crate) fn collision(&self, slot: SlotId) -> Option<(&'a Raise, &'a Raise)> {
        let mut raises = self
            .solution
            .raises(slot)
            .skip_while(|raise| !raise.to.has_top());
        let mut culprit = raises.next()?;
        for raise in raises {
            if !raise.to.has_top() {
                return Some((raise, culprit));
            }
            culprit = raise;
        }
        None
    }
}

/// Types in the order in which they are worth explaining.
fn weight(ty: &Type) -> u32 {
    match ty {
        Type::Unset => 0,
        Type::Scalar(scalar) => match scalar {
            Scalar::Boolean => 1,
            Scalar::Nat | Scalar::Int => 2,
            Scalar::NonNeg | Scalar::Real => 3,
            Scalar::Complex => 4,
        },
        Type::List(list) => 10 + weight(&list.element),
        Type::Tuple(tuple) => {
            let weights = tuple.components().iter().map(weight);
            10 + weights.max().unwrap_or(0)
        }
        Type::Top => 100,
        _ => 5,
    }
}

/// Why a builtin's value needs a larger type than its arguments.
fn widening(name: &str, from: &Type, to: &Type) -> String {
    let a = match *from == Type::INT || *from == Type::NAT {
        true => "an",
        false => "a",
    };
    match (name, to) {
        ("sqrt" | "√", Type::Scalar(Scalar::Complex)) => {
            format!("`{name}` of {a} {from} that may be negative is complex")
        }
        ("log", Type::Scalar(Scalar::Complex)) => {
            format!("`log` of {a} {from} that may be negative is complex")
        }
        ("arcsin" | "arccos", Type::Scalar(Scalar::Complex)) => {
            format!("`{name}` of {a} {from} that may lie outside of -1..1 is complex")
        }
        ("^", Type::Scalar(Scalar::Complex)) => {
            format!("a power of {a} {from} that may be negative is complex")
        }
        ("/", Type::Scalar(_)) => "a quotient is real".to_owned(),
        _ => format!("`{name}` of {from} is {to}"),
    }
}
