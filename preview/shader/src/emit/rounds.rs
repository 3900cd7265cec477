//! How many rounds a loop has at most, where the text says it.

use cindyscript_hir::types::{Scalar, Type};
use cindyscript_pixel::{Access, NodeId, NodeKind, VariableId};

use super::Emitter;
use crate::library::Op;
use crate::repr::Repr;
use crate::usage::{VariableScope, for_each_node};

impl Emitter<'_> {
    /// The most rounds of a loop; none if they are not known to the text.
    pub(super) fn most_rounds(&self, id: NodeId) -> Option<f64> {
        match self.program.node(id).kind {
            NodeKind::While { condition, body } => self.most_while_rounds(condition, body),
            NodeKind::Iterate { domain, .. } => match self.repr(domain).elements() {
                Some((len, _)) => Some(f64::from(len)),
                None if *self.repr(domain) == Repr::Unit => Some(0.0),
                None => self.number(domain),
            },
            _ => None,
        }
    }

    /// Of a `while` loop that goes on only while a variable that is not negative, and to which
    /// every round adds a number known to the text, is below another such number.
    fn most_while_rounds(&self, condition: NodeId, body: NodeId) -> Option<f64> {
        let mut conditions = vec![condition];
        while let Some(id) = conditions.pop() {
            let NodeKind::Builtin { builtin, arguments } = &self.program.node(id).kind else {
                continue;
            };
            let &[left, right] = arguments.as_slice() else {
                continue;
            };
            let (variable, bound) = match Op::of(*builtin, 2) {
                Some(Op::And) => {
                    conditions.extend([left, right]);
                    continue;
                }
                Some(Op::Less | Op::LessEqual) => (left, right),
                Some(Op::More | Op::MoreEqual) => (right, left),
                _ => continue,
            };
            if let (Some(variable), Some(bound)) = (self.variable_of(variable), self.number(bound))
                && let Some(step) = self.step(variable, condition, body)
            {
                return Some((bound / step).max(0.0) + 2.0);
            }
        }
        None
    }

    /// What every round of a loop adds to a variable that is not negative, if that is more than
    /// nothing and the round does nothing else to it.
    fn step(&self, variable: VariableId, condition: NodeId, body: NodeId) -> Option<f64> {
        let is_counter = matches!(
            self.program.variable(variable).ty,
            Type::Scalar(Scalar::Nat | Scalar::NonNeg)
        );
        let is_local = matches!(self.usage.scopes[variable.index()], VariableScope::Local(_));
        if !is_counter || !is_local {
            return None;
        }
        let (mut writes, mut is_bound) = (0, false);
        for root in [condition, body] {
            for_each_node(self.program, root, |id| {
                let accesses = self.program.node(id).kind.accesses();
                for (_, access) in accesses.filter(|(accessed, _)| *accessed == variable) {
                    match access {
                        Access::Read => {}
                        Access::Write => writes += 1,
                        Access::Bind => is_bound = true,
                    }
                }
            });
        }
        if writes != 1 || is_bound {
            return None;
        }
        let mut always = vec![body];
        while let Some(id) = always.pop() {
            match &self.program.node(id).kind {
                NodeKind::Sequence(items) => always.extend(items),
                NodeKind::Store {
                    variable: to,
                    value,
                } if *to == variable => {
                    return self.added(variable, *value).filter(|step| *step > 0.0);
                }
                _ => {}
            }
        }
        None
    }

    /// The number in `variable + number`.
    fn added(&self, variable: VariableId, sum: NodeId) -> Option<f64> {
        match &self.program.node(sum).kind {
            NodeKind::Convert(sum) => self.added(variable, *sum),
            NodeKind::Builtin { builtin, arguments }
                if Op::of(*builtin, arguments.len()) == Some(Op::Add) =>
            {
                let &[left, right] = arguments.as_slice() else {
                    return None;
                };
                if self.variable_of(left) == Some(variable) {
                    self.number(right)
                } else if self.variable_of(right) == Some(variable) {
                    self.number(left)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    fn variable_of(&self, id: NodeId) -> Option<VariableId> {
        match self.program.node(id).kind {
            NodeKind::Load(variable) => Some(variable),
            NodeKind::Convert(operand) => self.variable_of(operand),
            _ => None,
        }
    }

    /// A real number that stands in the text.
    pub(super) fn number(&self, id: NodeId) -> Option<f64> {
        match self.program.node(id).kind {
            NodeKind::Constant(number) => Some(number),
            NodeKind::Uniform(uniform) => self.literals.get(uniform.index())?.as_ref()?.number,
            NodeKind::Convert(operand) => self.number(operand),
            _ => None,
        }
    }
}
