//! What loops may cost: a shader that runs for seconds is ended by the driver, and takes the device
//! along. Where the text says how many rounds there are, and these are few, loops run as they are.
//! All others share a supply of rounds, which is the smaller the more one of their rounds does.
//!
//! Drivers write each call out: where functions call others twice, and these others, the text of
//! the shader grows beyond all bounds, and they never come to an end with it. So what is written
//! out is limited, too.

use std::ops::AddAssign;

use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::program::IterationKind;
use cindyscript_pixel::{NodeId, NodeKind, PixelFunctionId};

use super::{Emitter, Refusal};
use crate::library::Op;
use crate::options::{LEAST_ROUNDS, MOST_ROUNDS, WrittenOut};
use crate::repr::Repr;
use crate::usage::VariableScope;

/// Loops with no more rounds, all that stand in each other together, are not counted.
const FEW: f64 = LEAST_ROUNDS as f64;
/// As many within a loop that is counted: they are a part of the work of its round.
const FEW_WITHIN: f64 = 64.0;
/// The nodes that all rounds together may evaluate.
const WORK: f64 = (1u64 << 26) as f64;
/// The nodes that there may be once all calls are written out.
const LONGEST: f64 = (1u64 << 15) as f64;
/// So many nodes a loop counts there: drivers look at each in many ways.
const LOOP: f64 = 64.0;
/// How deep functions may call one another: drivers follow calls by recursion, and what they take
/// for it grows faster than the depth.
const DEEPEST: u32 = 200;

/// Which loops are counted.
#[derive(Debug, Default)]
pub(super) struct Budget {
    /// By node.
    counted: Vec<bool>,
    /// The supply that they share.
    pub(super) rounds: u32,
    /// True if there are more loops than may stand one behind the other.
    pub(super) has_long_row: bool,
}

impl Budget {
    pub(super) fn is_counted(&self, id: NodeId) -> bool {
        self.counted.get(id.index()).copied().unwrap_or_default()
    }

    /// Whether any loop is counted.
    pub(super) fn is_needed(&self) -> bool {
        self.counted.contains(&true)
    }
}

/// The loops around a node.
#[derive(Clone, Copy, Debug)]
struct Nest {
    /// Whether one of them is counted.
    counted: bool,
    /// The rounds of those that are not, multiplied.
    rounds: f64,
}

impl Nest {
    const NONE: Nest = Nest {
        counted: false,
        rounds: 1.0,
    };

    /// With another loop in it, if that need not be counted.
    fn with(self, rounds: Option<f64>, few: f64) -> Option<Nest> {
        let rounds = self.rounds * rounds?.max(1.0);
        (rounds <= few).then_some(Nest { rounds, ..self })
    }
}

/// The reason why a program is too long with all its calls written out.
pub const TOO_MANY_CALLS: &str =
    "written out for the GPU, the calls of functions in this colorplot are too many";

impl Emitter<'_> {
    /// Which loops are counted.
    ///
    /// # Errors
    /// The program is too long with all its calls written out, or they are nested too deeply. Where calls
    /// are folded there are too many: loops that are counted may end early, and those over calls must not.
    pub(super) fn budget(&self, most: WrittenOut, is_folded: bool) -> Result<Budget, Refusal> {
        let (budget, cost, functions) = self.budget_with(FEW, is_folded);
        if cost.depth > DEEPEST {
            let message = format!(
                "the functions in this colorplot call one another more than {DEEPEST} deep, which \
                 is too deep for the GPU"
            );
            return Err(Refusal::of_plot(self.program, message));
        }
        // Few rounds may be much work.
        let budget = match cost.work > WORK {
            true => self.budget_with(FEW_WITHIN, is_folded).0,
            false => budget,
        };
        let is_long = cost.length > LONGEST
            || cost.loops > most.loops as f64
            || cost.array_bytes > most.array_bytes as f64
            || (is_folded && self.counts_calls(&budget));
        if is_long {
            let lengths = functions.iter().map(|function| function.length).collect();
            return Err(Refusal::TooLong(lengths));
        }
        Ok(Budget {
            has_long_row: cost.loops > most.loops_in_a_row as f64,
            ..budget
        })
    }

    /// Returns the loops that are counted, and the costs of the program and of its functions.
    fn budget_with(&self, few: f64, is_folded: bool) -> (Budget, Cost, Vec<Cost>) {
        let mut counting = Counting {
            emitter: self,
            few,
            is_folded,
            counted: vec![false; self.program.nodes.len()],
            functions: vec![Nest::NONE; self.program.functions.len()],
        };
        // Callers first: what they call stands in their loops.
        counting.visit(self.program.body, Nest::NONE);
        for (index, function) in self.program.functions.iter().enumerate().rev() {
            counting.visit(function.body, counting.functions[index]);
        }
        let mut weighing = Weighing {
            emitter: self,
            counted: &counting.counted,
            functions: Vec::new(),
            heaviest: 1.0,
        };
        // Callees first.
        for (index, function) in self.program.functions.iter().enumerate() {
            let mut cost = weighing.cost(function.body);
            cost.array_bytes += self.array_bytes(Some(PixelFunctionId(index as u32)));
            weighing.functions.push(cost);
        }
        let mut cost = weighing.cost(self.program.body);
        cost.array_bytes += self.array_bytes(None);
        let (rounds, functions) = (WORK / weighing.heaviest, weighing.functions);
        let budget = Budget {
            rounds: rounds.clamp(LEAST_ROUNDS.into(), MOST_ROUNDS.into()) as u32,
            counted: counting.counted,
            has_long_row: false,
        };
        (budget, cost, functions)
    }

    /// True if a loop over calls is counted.
    fn counts_calls(&self, budget: &Budget) -> bool {
        let mut nodes = (0..self.program.nodes.len() as u32).map(NodeId);
        nodes.any(|id| budget.is_counted(id) && self.has_number_of_rounds(id))
    }

    /// True if the rounds of a loop are a number in the program: those of loops over calls are.
    fn has_number_of_rounds(&self, id: NodeId) -> bool {
        match self.program.node(id).kind {
            NodeKind::Iterate { domain, .. } => {
                matches!(self.program.node(domain).kind, NodeKind::Constant(_))
            }
            _ => false,
        }
    }

    /// True if the text says how many rounds a loop over this domain has.
    fn is_bounded(&self, id: NodeId, domain: NodeId) -> bool {
        self.repr(domain).elements().is_some() || self.has_number_of_rounds(id)
    }

    /// The bytes of the arrays among the variables of a function.
    fn array_bytes(&self, function: Option<PixelFunctionId>) -> f64 {
        let scopes = self.usage.scopes.iter().zip(&self.usage.variables);
        let own = scopes.filter(|(scope, repr)| {
            **scope == VariableScope::Local(function) && matches!(repr, Repr::Array(..))
        });
        own.map(|(_, repr)| 4.0 * repr.leaves() as f64).sum()
    }
}

/// Finds the loops that are counted.
struct Counting<'a> {
    emitter: &'a Emitter<'a>,
    /// So many rounds are not counted.
    few: f64,
    /// True if the program has loops over calls.
    is_folded: bool,
    counted: Vec<bool>,
    /// The loops around calls of functions.
    functions: Vec<Nest>,
}

impl Counting<'_> {
    fn visit(&mut self, id: NodeId, nest: Nest) {
        let kind = &self.emitter.program.node(id).kind;
        match kind {
            NodeKind::While { .. } | NodeKind::Iterate { .. } => {
                // The calls of a round are a part of its work, whether in a loop or one by one.
                let is_over_calls = self.is_folded && self.emitter.has_number_of_rounds(id);
                let few_within = if is_over_calls { FEW } else { FEW_WITHIN };
                let few = if nest.counted { few_within } else { self.few };
                let within = nest.with(self.emitter.most_rounds(id), few);
                self.counted[id.index()] |= within.is_none();
                let within = within.unwrap_or(Nest {
                    counted: true,
                    rounds: 1.0,
                });
                kind.for_each_operand(|operand| {
                    let is_outside =
                        matches!(kind, NodeKind::Iterate { domain, .. } if *domain == operand);
                    self.visit(operand, if is_outside { nest } else { within });
                });
            }
            NodeKind::Call { function, .. } => {
                let called = &mut self.functions[function.index()];
                called.counted |= nest.counted;
                called.rounds = called.rounds.max(nest.rounds);
                kind.for_each_operand(|operand| self.visit(operand, nest));
            }
            NodeKind::Undefined
            | NodeKind::Discard
            | NodeKind::Uniform(_)
            | NodeKind::Constant(_)
            | NodeKind::Load(_)
            | NodeKind::Store { .. }
            | NodeKind::StoreElement { .. }
            | NodeKind::Convert(_)
            | NodeKind::Sequence(_)
            | NodeKind::List(_)
            | NodeKind::Index { .. }
            | NodeKind::Builtin { .. }
            | NodeKind::Power { .. }
            | NodeKind::If { .. }
            | NodeKind::Sample(_) => {
                kind.for_each_operand(|operand| self.visit(operand, nest));
            }
        }
    }
}

/// What it costs to evaluate a node, at most.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    /// The nodes that are evaluated, those of lists as often as these have elements; but for the
    /// rounds of loops that are counted.
    work: f64,
    /// The nodes that there are with all calls written out.
    length: f64,
    /// The loops among them whose rounds are no number in the text.
    loops: f64,
    /// The bytes of the arrays in variables, with all calls written out.
    array_bytes: f64,
    /// How deep calls are nested.
    depth: u32,
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.work += other.work;
        self.length += other.length;
        self.loops += other.loops;
        self.array_bytes += other.array_bytes;
        self.depth = self.depth.max(other.depth);
    }
}

/// Finds what nodes cost.
struct Weighing<'a> {
    emitter: &'a Emitter<'a>,
    counted: &'a [bool],
    /// What calls cost.
    functions: Vec<Cost>,
    /// The work of the heaviest round of a loop that is counted.
    heaviest: f64,
}

impl Weighing<'_> {
    fn cost(&mut self, id: NodeId) -> Cost {
        let kind = &self.emitter.program.node(id).kind;
        let elements = |id: NodeId| self.emitter.repr(id).count().max(1) as f64;
        let mut cost = Cost {
            work: elements(id),
            length: 1.0,
            ..Cost::default()
        };
        match kind {
            NodeKind::While { condition, body } => {
                cost.length += LOOP;
                cost.loops += 1.0;
                cost += self.rounds(id, &[*condition, *body]);
            }
            NodeKind::Iterate {
                kind, domain, body, ..
            } => {
                cost.length += LOOP;
                if self.counted[id.index()] || !self.emitter.is_bounded(id, *domain) {
                    cost.loops += 1.0;
                }
                if *kind == IterationKind::Sort {
                    cost.work += elements(*domain).powi(2);
                }
                cost += self.cost(*domain);
                cost += self.rounds(id, &[*body]);
            }
            NodeKind::Builtin { builtin, arguments } => {
                if let ([list], true) = (arguments.as_slice(), is_sort(*builtin)) {
                    cost.work += elements(*list).powi(2);
                }
                kind.for_each_operand(|operand| cost += self.cost(operand));
            }
            NodeKind::Call { function, .. } => {
                cost += self.called(*function);
                kind.for_each_operand(|operand| cost += self.cost(operand));
            }
            NodeKind::Undefined
            | NodeKind::Discard
            | NodeKind::Uniform(_)
            | NodeKind::Constant(_)
            | NodeKind::Load(_)
            | NodeKind::Store { .. }
            | NodeKind::StoreElement { .. }
            | NodeKind::Convert(_)
            | NodeKind::Sequence(_)
            | NodeKind::List(_)
            | NodeKind::Index { .. }
            | NodeKind::Power { .. }
            | NodeKind::If { .. }
            | NodeKind::Sample(_) => {
                kind.for_each_operand(|operand| cost += self.cost(operand));
            }
        }
        cost
    }

    /// The cost of a call without its arguments.
    fn called(&self, function: PixelFunctionId) -> Cost {
        let called = self.functions.get(function.index()).copied();
        let called = called.unwrap_or_default();
        Cost {
            depth: called.depth + 1,
            ..called
        }
    }

    /// All rounds of a loop; of one that is counted they are counted by themselves.
    fn rounds(&mut self, id: NodeId, round: &[NodeId]) -> Cost {
        let mut cost = Cost::default();
        round.iter().for_each(|id| cost += self.cost(*id));
        if self.counted[id.index()] {
            self.heaviest = self.heaviest.max(cost.work);
            cost.work = 1.0;
        } else {
            cost.work *= self.emitter.most_rounds(id).unwrap_or(1.0);
        }
        cost
    }
}

fn is_sort(builtin: BuiltinId) -> bool {
    matches!(Op::of(builtin, 1), Some(Op::Sort))
}
