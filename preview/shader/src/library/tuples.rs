//! Lists of unlike elements: structures, on whose members everything is written out.

use super::{Library, Op, Operand, call, infix};
use crate::repr::{Lane, Repr};

/// The name of a structure's member, by its 0-based place.
pub(crate) fn part(place: usize) -> String {
    format!("part{place}")
}

/// The declaration of a tuple's structure and of those inside of it.
pub(crate) fn declare(library: &mut Library, repr: &Repr) {
    match repr {
        Repr::Array(_, element) => declare(library, element),
        Repr::Tuple(parts) => {
            parts.iter().for_each(|part| declare(library, part));
            library.define(&repr.to_string(), |_| {
                let members = parts.iter().enumerate();
                let members: String = members
                    .map(|(place, repr)| format!("    {}: {repr},\n", part(place)))
                    .collect();
                format!("\nstruct {repr} {{\n{members}}}\n")
            });
        }
        _ => {}
    }
}

/// The element of a list at a place that is known.
pub(crate) fn member(list: &Operand, place: usize) -> Operand {
    let repr = list.repr.part(place).unwrap_or(Repr::Unit);
    let text = match list.repr {
        Repr::Tuple(_) => format!("{}.{}", list.tight(), part(place)),
        _ => format!("{}[{place}]", list.tight()),
    };
    Operand::atom(text, repr)
}

impl Library {
    /// A function of `parameters` whose result has what `element` says at each place.
    fn tuple_function(
        &mut self,
        name: &str,
        parameters: &[&Operand],
        result: &Repr,
        mut element: impl FnMut(&mut Self, &[Operand], usize, &Repr) -> Option<Operand>,
    ) -> Option<Operand> {
        let operands = super::lists::named(parameters, "");
        let mut elements = Vec::with_capacity(result.count());
        for place in 0..result.count() {
            let repr = result.part(place)?;
            let value = element(self, &operands, place, &repr)?;
            elements.push(self.convert(value, &repr).text);
        }
        self.define(name, |_| {
            let body = format!("    return {result}({});\n", elements.join(", "));
            super::lists::declaration(name, parameters, "", result, &body)
        });
        Some(call(name, parameters, result.clone()))
    }

    /// An operation on lists of which one is a tuple; `None` if it does not exist for them.
    pub(super) fn unlike(
        &mut self,
        op: Op,
        operands: &[Operand],
        result: &Repr,
    ) -> Option<Operand> {
        let parameters: Vec<&Operand> = operands.iter().collect();
        match (op, operands) {
            (Op::Equal | Op::Unequal, [a, b]) => self.unlike_equality(op, a, b),
            (Op::Reverse, [a]) => {
                let name = super::lists::name_of(op, &parameters);
                let last = a.repr.count().checked_sub(1)?;
                self.tuple_function(&name, &parameters, result, |_, operands, place, _| {
                    Some(member(&operands[0], last.checked_sub(place)?))
                })
            }
            (Op::Append, [a, b]) => {
                let operands = [a.clone(), super::only(b)];
                self.unlike(Op::Concatenate, &operands, result)
            }
            (Op::Prepend, [a, b]) => {
                let operands = [super::only(a), b.clone()];
                self.unlike(Op::Concatenate, &operands, result)
            }
            (Op::Concatenate, [a, b]) => self.concatenate_unlike(a, b, result),
            (
                Op::Add
                | Op::Sub
                | Op::Mul
                | Op::Div
                | Op::Quotient
                | Op::Neg
                | Op::Pos
                | Op::Floor
                | Op::Ceil
                | Op::Round
                | Op::Re
                | Op::Im
                | Op::Conjugate,
                _,
            ) => self.map_unlike(op, &parameters, result),
            _ => None,
        }
    }

    fn concatenate_unlike(&mut self, a: &Operand, b: &Operand, result: &Repr) -> Option<Operand> {
        let first = a.repr.count();
        // A list without elements is no parameter.
        if first == 0 {
            return Some(self.convert(b.clone(), result));
        }
        if b.repr.count() == 0 {
            return Some(self.convert(a.clone(), result));
        }
        let name = super::lists::name_of(Op::Concatenate, &[a, b]);
        self.tuple_function(&name, &[a, b], result, |_, operands, place, _| {
            Some(match place.checked_sub(first) {
                Some(place) => member(&operands[1], place),
                None => member(&operands[0], place),
            })
        })
    }

    /// An operation on each element; a number is an operand of all.
    fn map_unlike(&mut self, op: Op, parameters: &[&Operand], result: &Repr) -> Option<Operand> {
        let name = super::lists::name_of(op, parameters);
        self.tuple_function(
            &name,
            parameters,
            result,
            |library, operands, place, repr| {
                let number = innermost(repr);
                let own: Vec<Operand> = operands
                    .iter()
                    .map(|operand| match operand.repr.depth() {
                        0 => library.convert(operand.clone(), &number),
                        _ => member(operand, place),
                    })
                    .collect();
                library.apply(op, &own, repr)
            },
        )
    }

    fn unlike_equality(&mut self, op: Op, a: &Operand, b: &Operand) -> Option<Operand> {
        let name = super::lists::name_of(op, &[a, b]);
        let glue = if op == Op::Equal { "&" } else { "|" };
        let operands = super::lists::named(&[a, b], "");
        let mut both: Option<Operand> = None;
        for place in 0..a.repr.count() {
            let pair = [member(&operands[0], place), member(&operands[1], place)];
            let one = self.apply(op, &pair, &Repr::Bool)?;
            both = Some(match both {
                Some(both) => infix(&both, glue, &one, Repr::Bool),
                None => one,
            });
        }
        let both = both?;
        self.define(&name, |_| {
            let body = format!("    return {};\n", both.text);
            super::lists::declaration(&name, &[a, b], "", &Repr::Bool, &body)
        });
        Some(call(&name, &[a, b], Repr::Bool))
    }

    /// A tuple, or a list as one, or a tuple as a list.
    pub(super) fn convert_tuple(&mut self, value: &Operand, to: &Repr) -> Option<Operand> {
        if value.repr.count() != to.count() {
            return None;
        }
        let name = format!("convert_{}_{}", value.repr.suffix(), to.suffix());
        self.tuple_function(&name, &[value], to, |_, operands, place, _| {
            Some(member(&operands[0], place))
        })
    }
}

/// The numbers in a list, all of one kind.
fn innermost(repr: &Repr) -> Repr {
    match repr {
        Repr::Vector(_, Lane::Bool) => Repr::Bool,
        Repr::Vector(_, lane) => lane.repr(),
        Repr::Array(_, element) => innermost(element),
        // Its own elements say it again.
        Repr::Tuple(parts) => {
            let numbers = parts.iter().map(|part| innermost(part).single());
            let complex = numbers.clone().any(|number| number == Repr::Complex);
            let real = numbers.clone().any(|number| number == Repr::Real);
            let number = match (complex, real) {
                (true, _) => Repr::Complex,
                (_, true) => Repr::Real,
                _ => Repr::Int,
            };
            match repr.is_double() {
                true => number.doubled(),
                false => number,
            }
        }
        other => other.clone(),
    }
}
