//! Expressions: lists and their elements, builtins, powers, calls.

use cindyscript_analysis::pixel::{NodeId, NodeKind, UniformId};

use super::{Emitter, Sink, Value};
use crate::layout::Element;
use crate::library::{Op, Operand, part};
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

    /// An element; zero where there is none and the index is known, the nearest one where it is
    /// not.
    pub(super) fn index(&mut self, base: NodeId, index: NodeId, repr: &Repr) -> Value {
        if let Repr::Tuple(_) = self.repr(base) {
            return self.part(base, index, repr);
        }
        let Some((len, element)) = self.repr(base).elements() else {
            self.run(base, Sink::Discard);
            self.run(index, Sink::Discard);
            return Value::zero(repr);
        };
        let place = match self.program.node(base).kind {
            NodeKind::Uniform(uniform) => self.uniform_element(uniform),
            _ => None,
        };
        if let NodeKind::Constant(number) = self.program.node(index).kind {
            let Some(index) = zero_based(number, len) else {
                self.run(base, Sink::Discard);
                return Value::zero(repr);
            };
            let value = match place {
                Some(place) => Value::constant(place.at(&index.to_string()), element),
                None => {
                    let list = self.value(base);
                    let text = list.operand.tight();
                    let text = match (&list.operand.repr, "xyzw".get(index..=index)) {
                        (Repr::Vector(..), Some(lane)) => format!("{text}.{lane}"),
                        _ => format!("{text}[{index}]"),
                    };
                    let operand = Operand::atom(text, element);
                    Value {
                        operand,
                        depth: list.depth + 1,
                        ..list
                    }
                }
            };
            return self.convert(value, repr);
        }

        let list = match place {
            Some(_) => None,
            None => Some(self.indexable(base, index)),
        };
        let position = self.value_as(index, &Repr::Int);
        let function = self.library.require("list_index");
        let at = format!("{function}({}, {len})", position.text());
        let value = match list {
            Some((name, stable)) => {
                let stable = stable && position.stable;
                let operand = Operand::atom(format!("{name}[{at}]"), element);
                Value {
                    operand,
                    depth: position.depth + 1,
                    stable,
                    literal: false,
                }
            }
            None => {
                let text = place.map_or_else(|| repr.zero(), |place| place.at(&at));
                let operand = Operand::atom(text, element);
                Value {
                    operand,
                    literal: false,
                    ..position
                }
            }
        };
        self.convert(value, repr)
    }

    /// An element of a tuple, whose index is always known.
    fn part(&mut self, base: NodeId, index: NodeId, repr: &Repr) -> Value {
        let len = self.repr(base).count() as u32;
        let place = match self.program.node(index).kind {
            NodeKind::Constant(number) => zero_based(number, len),
            _ => None,
        };
        let element = place.and_then(|place| Some((place, self.repr(base).part(place)?)));
        let Some((place, element)) = element else {
            self.run(base, Sink::Discard);
            self.run(index, Sink::Discard);
            return Value::zero(repr);
        };
        let value = match self.program.node(base).kind {
            NodeKind::Uniform(uniform) => self.layout.load_part(uniform.index(), place),
            _ => None,
        };
        let value = match value {
            Some(text) => Value::constant(text, element),
            None => {
                let tuple = self.value(base);
                let text = format!("{}.{}", tuple.operand.tight(), part(place));
                Value {
                    operand: Operand::atom(text, element),
                    depth: tuple.depth + 1,
                    ..tuple
                }
            }
        };
        self.convert(value, repr)
    }

    /// How to get at one element of a uniform; `None` where only the whole can be had.
    pub(super) fn uniform_element(&mut self, uniform: UniformId) -> Option<Element> {
        if self.images.first(uniform).is_some() {
            return None;
        }
        let element = self.layout.element(uniform.index())?;
        if let Element::Function { name, text } = &element {
            self.library.define(name, |_| text.clone());
        }
        Some(element)
    }

    /// The name of a variable that holds a node's list, and whether nobody will change it.
    fn indexable(&mut self, base: NodeId, index: NodeId) -> (String, bool) {
        let list = self.value(base);
        let in_variable = match self.program.node(base).kind {
            NodeKind::Load(id) | NodeKind::Store { variable: id, .. } => {
                self.usage.assigned[id.index()] && self.exists(id)
            }
            _ => false,
        };
        if in_variable && !self.has_effects(index) {
            return (list.operand.text, false);
        }
        (self.copy(&list), true)
    }

    /// A variable of its own for a value.
    pub(super) fn copy(&mut self, value: &Value) -> String {
        let name = self.temporary("t");
        self.writer.line(&format!("var {name} = {};", value.text()));
        name
    }

    pub(super) fn builtin(
        &mut self,
        name: &str,
        arguments: &[NodeId],
        repr: &Repr,
        effects: bool,
    ) -> Value {
        if *repr == Repr::Unit {
            arguments
                .iter()
                .for_each(|argument| self.run(*argument, Sink::Discard));
            return Value::zero(repr);
        }
        if let Some(order) = self.order_of_squares(name, arguments) {
            return order;
        }
        let values = self.values(arguments);
        let values: Vec<_> = values
            .into_iter()
            .map(|value| self.spill_literal(value))
            .collect();
        let operands: Vec<_> = values.iter().map(|value| value.operand.clone()).collect();
        let applied =
            Op::of(name, arguments.len()).and_then(|op| self.library.apply(op, &operands, repr));
        let Some(operand) = applied else {
            let types: Vec<_> = arguments
                .iter()
                .map(|id| self.program.node(*id).ty.to_string())
                .collect();
            self.error(format!(
                "{name}({}) is not available on the GPU",
                types.join(", ")
            ));
            return Value::zero(repr);
        };
        let value = self.combine(operand, &values.iter().collect::<Vec<_>>());
        if effects && !value.is_name() {
            self.spill(value)
        } else {
            value
        }
    }

    /// `|z| < c` and the like without a root, where the squares are within reach.
    fn order_of_squares(&mut self, name: &str, arguments: &[NodeId]) -> Option<Value> {
        let op = Op::of(name, arguments.len())?;
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
        let bound = self.value_as(bound, &Repr::Real);
        let bound = self.spill_literal(bound);
        let order = self
            .library
            .modulus_order(op, &of.operand, &bound.operand)?;
        Some(self.combine(order, &[&of, &bound]))
    }

    /// What a node is the modulus of: a complex number, or a short vector.
    fn modulus(&self, id: NodeId) -> Option<NodeId> {
        match &self.program.node(id).kind {
            NodeKind::Convert(operand) if *self.repr(id) == Repr::Real => self.modulus(*operand),
            NodeKind::Builtin { builtin, arguments } => {
                let &[of] = arguments.as_slice() else {
                    return None;
                };
                let is_abs = Op::of(builtin.name(), 1) == Some(Op::Abs);
                let repr = self.repr(of);
                let has_square = matches!(repr, Repr::Complex | Repr::Vector(_, Lane::Real));
                (is_abs && has_square).then_some(of)
            }
            _ => None,
        }
    }

    /// A power by repeated squaring.
    pub(super) fn power(&mut self, base: NodeId, exponent: i32, repr: &Repr) -> Value {
        if exponent > 0
            && exponent % 2 == 0
            && *repr == Repr::Real
            && let Some(of) = self.modulus(base)
        {
            let of = self.value(of);
            let of = self.named(of);
            let square = Operand::atom(format!("dot({0}, {0})", of.text()), Repr::Real);
            let square = self.combine(square, &[&of]);
            return self.repeated_squares(square, exponent / 2, repr);
        }
        if exponent == 0 {
            self.run(base, Sink::Discard);
            return Value::literal(one(repr), repr.clone());
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
        let operand = self.library.reciprocal(&power.operand);
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
        let result = Repr::of(&program.functions[function].result).unwrap_or(Repr::Unit);
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0) + 1;
        Value {
            operand: Operand::atom(text, result),
            depth,
            stable: false,
            literal: false,
        }
    }
}

fn one(repr: &Repr) -> &'static str {
    match repr {
        Repr::Int => "1",
        Repr::Real => "1.0",
        _ => "vec2f(1.0, 0.0)",
    }
}

/// The 0-based place of a 1-based index, which counts from the end where it is negative.
pub(super) fn zero_based(index: f64, len: u32) -> Option<usize> {
    let index = index.round();
    let place = if index < 0.0 {
        index + f64::from(len)
    } else {
        index - 1.0
    };
    (place >= 0.0 && place < f64::from(len)).then_some(place as usize)
}
