//! Sorting, and what is among others.

use super::lists::{at, copies, declaration, name_of, zero};
use super::tuples::member;
use super::{Library, Op, Operand, call, infix};
use crate::repr::Repr;

/// Lists of at most so many numbers are sorted by a network: without branches.
const NETWORK: u32 = 16;

impl Library {
    /// Whether `a` comes before `b`: numbers by size, complex ones by their real parts first, lists
    /// by the first elements that differ.
    fn before(&mut self, a: &Operand, b: &Operand) -> Option<Operand> {
        Some(match &a.repr {
            Repr::Unit => zero(&Repr::Bool),
            Repr::Bool => {
                let text = format!("!{} & {}", a.tight(), b.tight());
                Operand {
                    text,
                    compound: true,
                    repr: Repr::Bool,
                }
            }
            Repr::Int | Repr::Real => infix(a, "<", b, Repr::Bool),
            Repr::Double => self.helper("double_less", &[a, b], Repr::Bool),
            Repr::Complex
            | Repr::DoubleComplex
            | Repr::Vector(..)
            | Repr::Array(..)
            | Repr::Tuple(_) => {
                let name = format!("before_{}", a.repr.suffix());
                let body = self.before_in_list(&a.repr)?;
                self.define(&name, |_| {
                    let repr = &a.repr;
                    format!("\nfn {name}(a0: {repr}, b0: {repr}) -> bool {{\n{body}}}\n")
                });
                call(&name, &[a, b], Repr::Bool)
            }
        })
    }

    fn before_in_list(&mut self, repr: &Repr) -> Option<String> {
        let [a, b] = ["a", "b"].map(|name| Operand::atom(name, repr.clone()));
        let test = |library: &mut Self, indent: &str, a: &Operand, b: &Operand| {
            let (first, second) = (library.before(a, b)?, library.before(b, a)?);
            Some(format!(
                "{indent}if {} {{\n{indent}    return true;\n{indent}}}\n{indent}if {} {{\n\
                 {indent}    return false;\n{indent}}}\n",
                first.text, second.text
            ))
        };
        let mut body = copies(&[&a, &b]);
        match repr {
            Repr::Complex => {
                for lane in ["x", "y"] {
                    let part =
                        |z: &Operand| Operand::atom(format!("{}.{lane}", z.text), Repr::Real);
                    body += &test(self, "    ", &part(&a), &part(&b))?;
                }
            }
            Repr::DoubleComplex => {
                for (a, b) in self.parts(&a).iter().zip(&self.parts(&b)) {
                    body += &test(self, "    ", a, b)?;
                }
            }
            Repr::Tuple(parts) => {
                for place in 0..parts.len() {
                    body += &test(self, "    ", &member(&a, place), &member(&b, place))?;
                }
            }
            _ => {
                let (len, _) = repr.elements()?;
                body += &format!("    for (var k = 0; k < {len}; k += 1) {{\n");
                body += &test(self, "        ", &at(&a, "k"), &at(&b, "k"))?;
                body += "    }\n";
            }
        }
        body += "    return false;\n";
        Some(body)
    }

    /// A list with its elements in order.
    pub(super) fn sort(&mut self, a: &Operand, result: Repr) -> Option<Operand> {
        let (len, element) = a.repr.elements()?;
        let name = name_of(Op::Sort, &[a]);
        let x = Operand::atom("x", element.clone());
        let order = self.before(&x, &at(&Operand::atom("a", a.repr.clone()), "k - 1"))?;
        self.define(&name, |_| {
            if len <= NETWORK && matches!(element, Repr::Int | Repr::Real) {
                return declaration(&name, &[a], "", &result, &network(&result, len));
            }
            let body = format!(
                "{}{}    return a;\n",
                copies(&[a]),
                insertion(len, &order.text, &["a"])
            );
            declaration(&name, &[a], "0", &result, &body)
        });
        Some(call(&name, &[a], result))
    }

    /// A list with its elements in the order of their keys, equal ones as they were.
    pub(crate) fn sort_by(&mut self, a: &Operand, keys: &Operand) -> Option<Operand> {
        let (len, _) = a.repr.elements()?;
        let (_, key) = keys.repr.elements()?;
        let name = name_of(Op::Sort, &[a, keys]);
        let y = Operand::atom("y", key);
        let order = self.before(&y, &at(&Operand::atom("b", keys.repr.clone()), "k - 1"))?;
        self.define(&name, |_| {
            let body = format!(
                "{}{}    return a;\n",
                copies(&[a, keys]),
                insertion(len, &order.text, &["a", "b"])
            );
            declaration(&name, &[a, keys], "0", &a.repr, &body)
        });
        Some(call(&name, &[a, keys], a.repr.clone()))
    }

    /// Whether an element of a list equals `a`.
    pub(super) fn contains(&mut self, a: &Operand, list: &Operand) -> Option<Operand> {
        let (len, _) = list.repr.elements()?;
        let name = name_of(Op::Contains, &[a, list]);
        self.equality(Op::Equal, a, &at(list, "0"))?;
        Some(self.fold_function(
            &name,
            &[a, list],
            &Repr::Bool,
            len,
            |library, operands, k| {
                library
                    .equality(Op::Equal, &operands[0], &at(&operands[1], k))
                    .unwrap_or_else(|| zero(&Repr::Bool))
            },
            |_, a, b| infix(a, "|", b, Repr::Bool),
        ))
    }

    /// Comparison up to what f32 can tell apart.
    pub(super) fn fuzzy(&mut self, op: Op, a: &Operand, b: &Operand) -> Option<Operand> {
        let name = match op {
            Op::Near | Op::NotNear => return self.near(op, a, b),
            Op::FuzzyLess => "fuzzy_less",
            Op::FuzzyMore => "fuzzy_more",
            Op::FuzzyLessEqual => "fuzzy_less_equal",
            Op::FuzzyMoreEqual => "fuzzy_more_equal",
            _ => return None,
        };
        let (a, b) = (
            self.convert(a.clone(), &Repr::Real),
            self.convert(b.clone(), &Repr::Real),
        );
        Some(self.helper(name, &[&a, &b], Repr::Bool))
    }

    fn near(&mut self, op: Op, a: &Operand, b: &Operand) -> Option<Operand> {
        let near = match &a.repr {
            Repr::Real => self.helper("near", &[a, b], Repr::Bool),
            Repr::Complex => self.helper("complex_near", &[a, b], Repr::Bool),
            Repr::Unit | Repr::Bool | Repr::Int => self.equality(Op::Equal, a, b)?,
            Repr::Vector(len, _) | Repr::Array(len, _) => {
                let name = name_of(Op::Near, &[a, b]);
                self.near(Op::Near, &at(a, "0"), &at(b, "0"))?;
                self.fold_function(
                    &name,
                    &[a, b],
                    &Repr::Bool,
                    *len,
                    |library, operands, k| {
                        library
                            .near(Op::Near, &at(&operands[0], k), &at(&operands[1], k))
                            .unwrap_or_else(|| zero(&Repr::Bool))
                    },
                    |_, a, b| infix(a, "&", b, Repr::Bool),
                )
            }
            Repr::Double | Repr::DoubleComplex => {
                return self.apply(op, &[a.clone(), b.clone()], &Repr::Bool);
            }
            Repr::Tuple(_) => return None,
        };
        Some(match op {
            Op::NotNear => super::lists::not(&near),
            _ => near,
        })
    }
}

/// Insertion sort of `lists[0]`, the last of which is compared; `order` says that its element `x`
/// or `y` comes before the one at `k - 1`.
fn insertion(len: u32, order: &str, lists: &[&str]) -> String {
    let mut text = format!("    for (var i = 1; i < {len}; i += 1) {{\n        var k = i;\n");
    let held = ["x", "y"];
    for (list, held) in lists.iter().zip(held) {
        text += &format!("        let {held} = {list}[i];\n");
    }
    text += &format!(
        "        loop {{\n            if k == 0 {{\n                break;\n            }}\n            \
         if !({order}) {{\n                break;\n            }}\n"
    );
    for list in lists {
        text += &format!("            {list}[k] = {list}[k - 1];\n");
    }
    text += "            k -= 1;\n        }\n";
    for (list, held) in lists.iter().zip(held) {
        text += &format!("        {list}[k] = {held};\n");
    }
    text += "    }\n";
    text
}

/// Batcher's network (Knuth, *The Art of Computer Programming* 3, §5.2.2, algorithm M). NaN stays
/// where nothing is known to be smaller or larger.
fn network(result: &Repr, len: u32) -> String {
    let mut text: String = (0..len)
        .map(|k| format!("    var x{k} = a[{k}];\n"))
        .collect();
    let top = len.next_power_of_two() / 2;
    let mut p = top;
    let mut number = 0;
    while p > 0 {
        let (mut q, mut r, mut d) = (top, 0, p);
        loop {
            for i in (0..len - d).filter(|i| i & p == r) {
                let j = i + d;
                text += &format!(
                    "    let s{number} = x{j} < x{i};\n    let t{number} = x{i};\n    \
                     x{i} = select(x{i}, x{j}, s{number});\n    \
                     x{j} = select(x{j}, t{number}, s{number});\n"
                );
                number += 1;
            }
            if q == p {
                break;
            }
            (d, q, r) = (q - p, q / 2, p);
        }
        p /= 2;
    }
    let elements: Vec<_> = (0..len).map(|k| format!("x{k}")).collect();
    text + &format!("    return {result}({});\n", elements.join(", "))
}
