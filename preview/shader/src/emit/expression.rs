//! Expressions: lists and their elements, builtins, powers, calls.

use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_pixel::{NodeId, NodeKind};

use super::{Emitter, Sink, Value, depth_above};
use crate::library::{Op, Operand};
use crate::repr::{Lane, Repr};

/// Powers with at most this exponent are written out as products.
const MAX_WRITTEN_EXPONENT: u32 = 64;

impl Emitter<'_> {
    pub(super) fn list(&mut self, items: &[NodeId], repr: &Repr) -> Value {
        if repr.count() == 0 {
            items.iter().for_each(|item| self.run(*item, Sink::Discard));
            return Value::zero(repr);
        }
        let values = self.values(items).into_iter().enumerate();
        let values: Vec<_> = values
            .map(|(place, value)| {
                let element = repr.part(place).unwrap_or(Repr::Unit);
                self.convert(value, &element)
            })
            .collect();
        let texts: Vec<_> = values.iter().map(Value::text).collect();
        let operand = Operand::atom(format!("{repr}({})", texts.join(", ")), repr.clone());
        let literal = values.iter().all(|value| value.literal);
        let list = self.combine(operand, &values.iter().collect::<Vec<_>>());
        Value {
            literal: literal && !list.is_name(),
            ..list
        }
    }

    /// A variable of its own for a value.
    pub(super) fn copy(&mut self, value: &Value) -> String {
        let name = self.temporary("t");
        self.writer.line(&format!("var {name} = {};", value.text()));
        name
    }

    /// A node that calls a builtin, with its value in a representation.
    pub(super) fn builtin(
        &mut self,
        id: NodeId,
        builtin: BuiltinId,
        arguments: &[NodeId],
        repr: &Repr,
    ) -> Value {
        if *repr == Repr::Unit {
            arguments
                .iter()
                .for_each(|argument| self.run(*argument, Sink::Discard));
            return Value::zero(repr);
        }
        if let Some(order) = self.order_of_squares(builtin, arguments) {
            return order;
        }
        let op = match (Op::of(builtin, arguments.len()), arguments) {
            (Some(Op::Div), &[_, divisor]) if self.is_nonzero(divisor) => Some(Op::Quotient),
            (op, _) => op,
        };
        let reads_elements = op.is_some_and(Op::reads_elements)
            && !arguments.iter().any(|id| self.repr(*id).has_tuple());
        let values = self.values_by(arguments, |emitter, argument| {
            let list = emitter.list_in_buffer(argument);
            list.filter(|_| reads_elements)
                .unwrap_or_else(|| emitter.value(argument))
        });
        let values: Vec<_> = values
            .into_iter()
            .map(|value| {
                let value = self.operand(id, value);
                self.spill_literal(value)
            })
            .collect();
        let operands: Vec<_> = values.iter().map(|value| value.operand.clone()).collect();
        let applied = op.and_then(|op| self.library.apply(op, &operands, repr));
        let Some(operand) = applied else {
            let types: Vec<_> = arguments
                .iter()
                .map(|id| self.program.node(*id).ty.to_string())
                .collect();
            self.error(format!(
                "{}({}) is not available on the GPU",
                builtin.name(),
                types.join(", ")
            ));
            return Value::zero(repr);
        };
        let value = self.combine(operand, &values.iter().collect::<Vec<_>>());
        if self.has_effects(id) && !value.is_name() {
            self.spill(value)
        } else {
            value
        }
    }

    /// A uniform that is a long list, without loading it.
    fn list_in_buffer(&self, id: NodeId) -> Option<Value> {
        let NodeKind::Uniform(uniform) = self.program.node(id).kind else {
            return None;
        };
        if self.images.first(uniform).is_some() || self.literals[uniform.index()].is_some() {
            return None;
        }
        let operand = self.layout.list(uniform.index())?;
        (operand.repr == *self.repr(id)).then_some(Value {
            operand,
            depth: 0,
            stable: true,
            literal: false,
        })
    }

    /// The value of an operand, with as many digits as the node takes.
    fn operand(&mut self, id: NodeId, value: Value) -> Value {
        if self.usage.takes_all[id.index()] || !value.operand.repr.is_double() {
            return value;
        }
        let single = value.operand.repr.single();
        self.convert(value, &single)
    }

    /// Whether a real number is known not to be 0: it is in the text, or a sum of what is not
    /// negative and such a number.
    fn is_nonzero(&self, id: NodeId) -> bool {
        if let Some(number) = self.number(id) {
            return number as f32 != 0.0;
        }
        match &self.program.node(id).kind {
            NodeKind::Convert(operand) => self.is_nonzero(*operand),
            NodeKind::Builtin { builtin, arguments } => {
                let &[a, b] = arguments.as_slice() else {
                    return false;
                };
                Op::of(*builtin, 2) == Some(Op::Add)
                    && self.is_nonnegative(a)
                    && self.is_nonnegative(b)
                    && (self.is_nonzero(a) || self.is_nonzero(b))
            }
            _ => false,
        }
    }

    fn is_nonnegative(&self, id: NodeId) -> bool {
        let ty = &self.program.node(id).ty;
        matches!(ty, Type::Scalar(Scalar::Nat | Scalar::NonNeg))
            || self.number(id).is_some_and(|number| number >= 0.0)
    }

    /// `|z| < c` and the like without a root, where the squares are within reach.
    fn order_of_squares(&mut self, builtin: BuiltinId, arguments: &[NodeId]) -> Option<Value> {
        let op = Op::of(builtin, arguments.len())?;
        let [left, right] = *<&[NodeId; 2]>::try_from(arguments).ok()?;
        let (of, bound, op) = match (self.modulus(left), self.modulus(right)) {
            (Some(of), _) => (of, right, op),
            (None, Some(of)) => (of, left, op.mirrored()?),
            (None, None) => return None,
        };
        let plain = |id: NodeId| self.usage.plain[id.index()];
        if !plain(of) || !plain(bound) {
            return None;
        }
        let of = self.value(of);
        let real = match of.operand.repr.is_double() {
            true => Repr::Double,
            false => Repr::Real,
        };
        let bound = self.value_as(bound, &real);
        let bound = self.spill_literal(bound);
        let order = self
            .library
            .modulus_order(op, &of.operand, &bound.operand)?;
        Some(self.combine(order, &[&of, &bound]))
    }

    /// What a node is the modulus of: a complex number, or a short vector.
    fn modulus(&self, id: NodeId) -> Option<NodeId> {
        match &self.program.node(id).kind {
            NodeKind::Convert(operand) if matches!(self.repr(id), Repr::Real | Repr::Double) => {
                self.modulus(*operand)
            }
            NodeKind::Builtin { builtin, arguments } => {
                let &[of] = arguments.as_slice() else {
                    return None;
                };
                let is_abs = Op::of(*builtin, 1) == Some(Op::Abs);
                let repr = self.repr(of);
                let has_square = matches!(
                    repr,
                    Repr::Complex | Repr::DoubleComplex | Repr::Vector(_, Lane::Real)
                );
                (is_abs && has_square).then_some(of)
            }
            _ => None,
        }
    }

    /// A power by repeated squaring.
    pub(super) fn power(&mut self, base: NodeId, exponent: i32, repr: &Repr) -> Value {
        if exponent > 0
            && exponent % 2 == 0
            && matches!(repr, Repr::Real | Repr::Double)
            && let Some(of) = self.modulus(base)
        {
            let of = self.value(of);
            let of = self.named(of);
            let square = self.library.square_of_modulus(&of.operand);
            let square = self.library.convert(square, repr);
            let square = self.combine(square, &[&of]);
            return self.repeated_squares(square, exponent / 2, repr);
        }
        if exponent == 0 {
            self.run(base, Sink::Discard);
            return Value::literal(self.constant(1.0, repr), repr.clone());
        }
        let base = self.value_as(base, repr);
        let base = self.spill_literal(base);
        self.repeated_squares(base, exponent, repr)
    }

    /// A power with an exponent other than 0.
    fn repeated_squares(&mut self, base: Value, exponent: i32, repr: &Repr) -> Value {
        if exponent == 1 {
            return base;
        }
        let magnitude = exponent.unsigned_abs();
        if magnitude > MAX_WRITTEN_EXPONENT {
            let operand = self.library.integer_power(&base.operand, exponent);
            return self.combine(operand, &[&base]);
        }
        let mut square = self.named(base);
        let mut power: Option<Value> = None;
        let mut rest = magnitude;
        loop {
            if rest & 1 == 1 {
                power = Some(match power {
                    Some(power) => self.multiply(&power, &square, repr),
                    None => square.clone(),
                });
            }
            rest >>= 1;
            if rest == 0 {
                break;
            }
            let next = self.multiply(&square, &square, repr);
            // The last square is used once.
            square = if rest == 1 && power.is_none() {
                next
            } else {
                self.named(next)
            };
        }
        let power = power.unwrap_or(square);
        if exponent > 0 {
            return power;
        }
        let operand = self.library.reciprocal(&power.operand, exponent);
        self.combine(operand, &[&power])
    }

    fn multiply(&mut self, a: &Value, b: &Value, repr: &Repr) -> Value {
        let operands = [a.operand.clone(), b.operand.clone()];
        let product = self.library.apply(Op::Mul, &operands, repr);
        self.combine(product.unwrap_or_else(|| a.operand.clone()), &[a, b])
    }

    /// A value that may be written twice.
    fn named(&mut self, value: Value) -> Value {
        if value.is_name() {
            value
        } else {
            self.spill(value)
        }
    }

    pub(super) fn call(&mut self, function: usize, arguments: &[NodeId]) -> Value {
        let program = self.program;
        let values = self.values(arguments);
        let mut parts = Vec::with_capacity(values.len());
        for (value, parameter) in values
            .into_iter()
            .zip(&program.functions[function].parameters)
        {
            let repr = self.variable(*parameter).clone();
            parts.push(self.convert(value, &repr));
        }
        let texts: Vec<_> = parts.iter().map(Value::text).collect();
        let text = format!("{}({})", self.functions[function], texts.join(", "));
        let result = self.usage.results[function].clone();
        let depth = depth_above(&parts.iter().collect::<Vec<_>>());
        Value {
            operand: Operand::atom(text, result),
            depth,
            stable: false,
            literal: false,
        }
    }
}
