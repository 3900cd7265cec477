//! Operations on lists: functions written for the representations at hand, element by element.
//! Short lists are written out, longer ones are loops.

use std::rc::Rc;

use super::{Library, Op, Operand, call, infix};
use crate::repr::{Lane, Repr};

/// Lists of at most so many elements are written out.
const UNROLLED: u32 = 8;

impl Library {
    /// A function of `parameters` whose result is the list of what `element` says at each index.
    fn list_function(
        &mut self,
        name: &str,
        parameters: &[&Operand],
        result: &Repr,
        len: u32,
        mut element: impl FnMut(&mut Self, &[Operand], &str) -> Operand,
    ) -> Operand {
        self.define(name, |library| {
            let mut body = String::new();
            if len <= UNROLLED {
                let operands = named(parameters, "");
                let elements: Vec<_> = (0..len)
                    .map(|k| element(library, &operands, &k.to_string()).text)
                    .collect();
                body += &format!("    return {result}({});\n", elements.join(", "));
                return declaration(name, parameters, "", result, &body);
            }
            let operands = named(parameters, "");
            body += &copies(parameters);
            let value = element(library, &operands, "k").text;
            body += &format!(
                "    var list: {result};\n    for (var k = 0; k < {len}; k += 1) {{\n        \
                 list[k] = {value};\n    }}\n    return list;\n"
            );
            declaration(name, parameters, "0", result, &body)
        });
        call(name, parameters, result.clone())
    }

    /// A value that may have to be taken out of the buffer of uniforms.
    fn loaded(&mut self, list: Operand) -> Operand {
        let (Some(_), Some((len, _))) = (&list.buffer, list.repr.elements()) else {
            return list;
        };
        let name = format!("load_{}", list.suffix());
        self.list_function(&name, &[&list], &list.repr, len, |library, operands, k| {
            library.loaded(at(&operands[0], k))
        })
    }

    /// A function of `parameters` whose result is what `step` makes of all elements in order.
    pub(super) fn fold_function(
        &mut self,
        name: &str,
        parameters: &[&Operand],
        result: &Repr,
        len: u32,
        mut element: impl FnMut(&mut Self, &[Operand], &str) -> Operand,
        mut step: impl FnMut(&mut Self, &Operand, &Operand) -> Operand,
    ) -> Operand {
        self.define(name, |library| {
            let operands = named(parameters, "");
            let first = element(library, &operands, "0");
            let first = library.loaded(first);
            if len <= UNROLLED {
                let value = (1..len).fold(first, |value, k| {
                    let next = element(library, &operands, &k.to_string());
                    step(library, &value, &next)
                });
                let body = format!("    return {};\n", value.text);
                return declaration(name, parameters, "", result, &body);
            }
            let next = element(library, &operands, "k");
            let next = step(library, &Operand::atom("value", result.clone()), &next);
            let body = format!(
                "{}    var value = {};\n    for (var k = 1; k < {len}; k += 1) {{\n        \
                 value = {};\n    }}\n    return value;\n",
                copies(parameters),
                first.text,
                next.text,
            );
            declaration(name, parameters, "0", result, &body)
        });
        call(name, parameters, result.clone())
    }

    /// The element of a short list at a place that is a uniform, chosen among all.
    pub(crate) fn element(&mut self, list: &Operand, place: &str) -> Operand {
        let (len, element) = list.repr.elements().unwrap_or((0, Repr::Unit));
        let name = format!("element_{}", list.repr.suffix());
        self.define(&name, |_| {
            let chosen = (1..len).fold("list[0]".to_owned(), |before, k| {
                format!("select({before}, list[{k}], place == {k})")
            });
            let repr = &list.repr;
            format!(
                "\nfn {name}(list: {repr}, place: i32) -> {element} {{\n    return {chosen};\n}}\n"
            )
        });
        Operand::atom(format!("{name}({}, {place})", list.text), element)
    }

    /// The same list with another element at this place.
    pub(crate) fn with_element(&mut self, list: &Operand, place: &str, new: &Operand) -> Operand {
        let (len, element) = list.repr.elements().unwrap_or((0, Repr::Unit));
        let repr = &list.repr;
        let name = format!("with_element_{}", repr.suffix());
        self.define(&name, |_| {
            let elements: Vec<_> = (0..len)
                .map(|k| format!("select(list[{k}], value, place == {k})"))
                .collect();
            format!(
                "\nfn {name}(list: {repr}, place: i32, value: {element}) -> {repr} {{\n    \
                 return {repr}({});\n}}\n",
                elements.join(", ")
            )
        });
        let text = format!("{name}({}, {place}, {})", list.text, new.text);
        Operand::atom(text, repr.clone())
    }

    pub(super) fn convert_list(&mut self, value: &Operand, to: &Repr) -> Operand {
        let (Some((len, _)), Some((_, element))) = (value.repr.elements(), to.elements()) else {
            return Operand::atom(to.zero(), to.clone());
        };
        let name = format!("convert_{}_{}", value.suffix(), to.suffix());
        self.list_function(&name, &[value], to, len, |library, operands, k| {
            library.convert(at(&operands[0], k), &element)
        })
    }

    /// The operation on the elements of the lists among the operands that are lists of the
    /// result's length; the others are the same for all elements.
    pub(super) fn map(&mut self, op: Op, operands: &[&Operand], result: Repr) -> Option<Operand> {
        let (len, element) = result.elements()?;
        // A list on the right of a list of lists is combined with each of its rows as a whole,
        // as are numbers; sums take both apart.
        let whole = |position: usize, operand: &Operand| {
            operand.repr.depth() == 0
                || (op == Op::Mul && position == 1 && operands[0].repr.depth() > 0)
        };
        let pick = |position: usize, operand: &Operand, k: &str| {
            if whole(position, operands[position]) {
                operand.clone()
            } else {
                at(operand, k)
            }
        };
        let probe: Vec<_> = operands
            .iter()
            .enumerate()
            .map(|(i, o)| pick(i, o, "0"))
            .collect();
        self.apply(op, &probe, &element)?;
        let name = name_of(op, operands);
        Some(
            self.list_function(&name, operands, &result, len, |library, operands, k| {
                let elements: Vec<_> = operands
                    .iter()
                    .enumerate()
                    .map(|(i, operand)| pick(i, operand, k))
                    .collect();
                library
                    .apply(op, &elements, &element)
                    .unwrap_or_else(|| zero(&element))
            }),
        )
    }

    /// `sum`, `product`, `min` or `max` of a list. Of the empty one there is only the product.
    pub(super) fn fold(&mut self, op: Op, list: &Operand, result: Repr) -> Option<Operand> {
        let Some((len, element)) = list.repr.elements() else {
            return (list.repr == Repr::Unit).then(|| self.one(&result));
        };
        let step = match op {
            Op::Sum => Op::Add,
            Op::Product => Op::Mul,
            other => other,
        };
        let probe = [zero(&element), zero(&element)];
        self.apply(step, &probe, &result)?;
        let name = name_of(op, &[list]);
        let folded = self.fold_function(
            &name,
            &[list],
            &element,
            len,
            |_, operands, k| at(&operands[0], k),
            |library, a, b| {
                library
                    .apply(step, &[a.clone(), b.clone()], &element)
                    .unwrap_or_else(|| a.clone())
            },
        );
        Some(self.convert(folded, &result))
    }

    /// The number 1; of what is no number, zero.
    pub(super) fn one(&self, repr: &Repr) -> Operand {
        let text = match repr {
            Repr::Int => "1".to_owned(),
            Repr::Real => "1.0".to_owned(),
            Repr::Complex => "vec2f(1.0, 0.0)".to_owned(),
            Repr::Double => self.format().real(1.0),
            Repr::DoubleComplex => self.format().complex(1.0),
            other => return zero(other),
        };
        Operand::atom(text, repr.clone())
    }

    /// The scalar product of two lists of numbers.
    pub(super) fn dot(&mut self, a: &Operand, b: &Operand, result: Repr) -> Option<Operand> {
        if matches!(a.repr, Repr::Vector(_, Lane::Real)) && a.repr == b.repr {
            return Some(call("dot", &[a, b], result));
        }
        self.product_sum("dot", a, b, result)
    }

    /// A list of numbers times a matrix: the rows, weighted.
    pub(super) fn combine_rows(
        &mut self,
        a: &Operand,
        b: &Operand,
        result: Repr,
    ) -> Option<Operand> {
        self.product_sum("mul", a, b, result)
    }

    fn product_sum(
        &mut self,
        name: &str,
        a: &Operand,
        b: &Operand,
        result: Repr,
    ) -> Option<Operand> {
        let (len, _) = a.repr.elements()?;
        self.apply(Op::Mul, &[at(a, "0"), at(b, "0")], &result)?;
        let name = format!("{name}_{}_{}", a.suffix(), b.suffix());
        Some(self.fold_function(
            &name,
            &[a, b],
            &result,
            len,
            |library, operands, k| {
                let factors = [at(&operands[0], k), at(&operands[1], k)];
                library
                    .apply(Op::Mul, &factors, &result)
                    .unwrap_or_else(|| zero(&result))
            },
            |library, a, b| {
                library
                    .apply(Op::Add, &[a.clone(), b.clone()], &result)
                    .unwrap_or_else(|| a.clone())
            },
        ))
    }

    /// The Euclidean norm of an array.
    pub(super) fn norm(&mut self, a: &Operand, result: Repr) -> Option<Operand> {
        let (len, element) = a.repr.elements()?;
        if element.depth() > 0 {
            return None;
        }
        let name = format!("square_sum_{}", a.suffix());
        let sum = self.fold_function(
            &name,
            &[a],
            &Repr::Real,
            len,
            |_, operands, k| {
                let z = at(&operands[0], k);
                match z.repr {
                    Repr::Complex => call("dot", &[&z, &z], Repr::Real),
                    _ => infix(&z, "*", &z, Repr::Real),
                }
            },
            |_, a, b| infix(a, "+", b, Repr::Real),
        );
        Some(call("sqrt", &[&sum], result))
    }

    pub(super) fn equality(&mut self, op: Op, a: &Operand, b: &Operand) -> Option<Operand> {
        let operator = if op == Op::Equal { "==" } else { "!=" };
        Some(match a.repr {
            Repr::Unit => Operand::atom(if op == Op::Equal { "true" } else { "false" }, Repr::Bool),
            // NaN differs from everything; `!=` may not know that.
            Repr::Real if op == Op::Unequal => not(&infix(a, "==", b, Repr::Bool)),
            Repr::Bool | Repr::Int | Repr::Real => infix(a, operator, b, Repr::Bool),
            Repr::Double | Repr::DoubleComplex => {
                let equal = self.double_equality(a, b);
                if op == Op::Equal { equal } else { not(&equal) }
            }
            Repr::Complex | Repr::Vector(..) => {
                let lanes = infix(a, "==", b, Repr::Bool);
                let equal = call("all", &[&lanes], Repr::Bool);
                if op == Op::Equal { equal } else { not(&equal) }
            }
            Repr::Array(len, _) => {
                let name = name_of(op, &[a, b]);
                let (glue, op) = if op == Op::Equal {
                    ("&", op)
                } else {
                    ("|", op)
                };
                self.equality(op, &at(a, "0"), &at(b, "0"))?;
                self.fold_function(
                    &name,
                    &[a, b],
                    &Repr::Bool,
                    len,
                    |library, operands, k| {
                        library
                            .equality(op, &at(&operands[0], k), &at(&operands[1], k))
                            .unwrap_or_else(|| zero(&Repr::Bool))
                    },
                    |_, a, b| infix(a, glue, b, Repr::Bool),
                )
            }
            Repr::Tuple(_) => return self.unlike(op, &[a.clone(), b.clone()], &Repr::Bool),
        })
    }

    pub(super) fn reverse(&mut self, a: &Operand, result: Repr) -> Operand {
        let Some((len, _)) = a.repr.elements() else {
            return a.clone();
        };
        let name = name_of(Op::Reverse, &[a]);
        self.list_function(&name, &[a], &result, len, |_, operands, k| {
            let last = len - 1;
            let index = match k.parse::<u32>() {
                Ok(k) => (last - k).to_string(),
                Err(_) => format!("{last} - {k}"),
            };
            at(&operands[0], &index)
        })
    }

    pub(super) fn transpose(&mut self, a: &Operand, result: Repr) -> Option<Operand> {
        let (rows, _) = a.repr.elements()?;
        let (columns, column) = result.elements()?;
        let name = name_of(Op::Transpose, &[a]);
        if rows.max(columns) <= UNROLLED {
            return Some(
                self.list_function(&name, &[a], &result, columns, |_, operands, k| {
                    let elements: Vec<_> = (0..rows)
                        .map(|row| format!("{}[{row}][{k}]", operands[0].text))
                        .collect();
                    Operand::atom(format!("{column}({})", elements.join(", ")), column.clone())
                }),
            );
        }
        self.define(&name, |_| {
            let body = format!(
                "{}    var list: {result};\n    for (var row = 0; row < {rows}; row += 1) {{\n        \
                 for (var k = 0; k < {columns}; k += 1) {{\n            \
                 list[k][row] = a[row][k];\n        }}\n    }}\n    return list;\n",
                copies(&[a]),
            );
            declaration(&name, &[a], "0", &result, &body)
        });
        Some(call(&name, &[a], result))
    }

    pub(super) fn concatenate(&mut self, a: &Operand, b: &Operand, result: &Repr) -> Operand {
        let Some((len, element)) = result.elements() else {
            return zero(result);
        };
        // The operands may be lists of smaller elements, or empty.
        let length = |list: &Operand| list.repr.elements().map_or(0, |(len, _)| len);
        let (first, second) = (length(a), length(b));
        let a = self.convert(a.clone(), &Repr::list(first, element.clone()));
        let b = self.convert(b.clone(), &Repr::list(second, element.clone()));
        if first == 0 {
            return b;
        }
        if second == 0 {
            return a;
        }
        let name = name_of(Op::Concatenate, &[&a, &b]);
        if len <= UNROLLED {
            return self.list_function(&name, &[&a, &b], result, len, |_, operands, k| {
                match k.parse::<u32>() {
                    Ok(k) if k >= first => at(&operands[1], &(k - first).to_string()),
                    _ => at(&operands[0], k),
                }
            });
        }
        self.define(&name, |_| {
            let body = format!(
                "{}    var list: {result};\n    for (var k = 0; k < {first}; k += 1) {{\n        \
                 list[k] = a[k];\n    }}\n    for (var k = 0; k < {second}; k += 1) {{\n        \
                 list[{first} + k] = b[k];\n    }}\n    return list;\n",
                copies(&[&a, &b]),
            );
            declaration(&name, &[&a, &b], "0", result, &body)
        });
        call(&name, &[&a, &b], result.clone())
    }

    pub(super) fn cross(&mut self, a: &Operand, b: &Operand, result: Repr) -> Option<Operand> {
        if a.repr.count() == 2 || b.repr.count() == 2 {
            return self.incident(a, b, result);
        }
        if a.repr == Repr::Vector(3, Lane::Real) && a.repr == b.repr {
            return Some(call("cross", &[a, b], result));
        }
        let (_, element) = result.elements()?;
        let probe = [at(a, "0"), at(b, "0")];
        self.apply(Op::Mul, &probe, &element)?;
        let name = name_of(Op::Cross, &[a, b]);
        Some(
            self.list_function(&name, &[a, b], &result, 3, |library, operands, k| {
                let (i, j) = match k {
                    "0" => ("1", "2"),
                    "1" => ("2", "0"),
                    _ => ("0", "1"),
                };
                let mut product = |i, j| {
                    let factors = [at(&operands[0], i), at(&operands[1], j)];
                    library
                        .apply(Op::Mul, &factors, &element)
                        .unwrap_or_else(|| zero(&element))
                };
                let difference = [product(i, j), product(j, i)];
                library
                    .apply(Op::Sub, &difference, &element)
                    .unwrap_or_else(|| zero(&element))
            }),
        )
    }
}

pub(super) fn not(truth: &Operand) -> Operand {
    Operand::compound(format!("!{}", truth.tight()), Repr::Bool)
}

/// A list's element.
pub(super) fn at(list: &Operand, index: &str) -> Operand {
    let repr = list
        .repr
        .elements()
        .map_or(Repr::Unit, |(_, element)| element);
    let Some(buffer) = &list.buffer else {
        return Operand::atom(format!("{}[{index}]", list.tight()), repr);
    };
    let place = match (list.text.as_str(), repr.places()) {
        ("0", 1) => index.to_owned(),
        ("0", places) => format!("{places} * {index}"),
        (first, 1) => format!("{first} + {index}"),
        (first, places) => format!("{first} + {places} * {index}"),
    };
    match repr {
        Repr::Array(..) => Operand {
            buffer: Some(Rc::clone(buffer)),
            ..Operand::compound(place, repr)
        },
        _ => Operand::atom(format!("{}{place}{}", buffer.before, buffer.after), repr),
    }
}

pub(super) fn zero(repr: &Repr) -> Operand {
    Operand::atom(repr.zero(), repr.clone())
}

const PARAMETERS: [&str; 2] = ["a", "b"];

/// The parameters as seen from inside the function.
pub(super) fn named(parameters: &[&Operand], suffix: &str) -> Vec<Operand> {
    parameters
        .iter()
        .zip(PARAMETERS)
        .map(|(parameter, name)| Operand {
            buffer: parameter.buffer.clone(),
            ..Operand::atom(format!("{name}{suffix}"), parameter.repr.clone())
        })
        .collect()
}

/// Parameters as variables, whose elements can be chosen at run time.
pub(super) fn copies(parameters: &[&Operand]) -> String {
    parameters
        .iter()
        .zip(PARAMETERS)
        .map(|(_, name)| format!("    var {name} = {name}0;\n"))
        .collect()
}

pub(super) fn declaration(
    name: &str,
    parameters: &[&Operand],
    suffix: &str,
    result: &Repr,
    body: &str,
) -> String {
    let parameters: Vec<_> = named(parameters, suffix)
        .iter()
        .map(|parameter| match parameter.buffer {
            Some(_) => format!("{}: {}", parameter.text, Repr::Int),
            None => format!("{}: {}", parameter.text, parameter.repr),
        })
        .collect();
    format!(
        "\nfn {name}({}) -> {result} {{\n{body}}}\n",
        parameters.join(", ")
    )
}

/// `mul_real_list5_real`: an operation and what it is applied to.
pub(super) fn name_of(op: Op, operands: &[&Operand]) -> String {
    let mut name = format!("{op:?}").to_lowercase();
    for operand in operands {
        name += "_";
        name += &operand.suffix();
    }
    name
}
