//! Sorting, and what is among others.

use super::lists::{at, copies, declaration, name_of, named, zero};
use super::tuples::member;
use super::{Library, Op, Operand, call, infix};
use crate::repr::Repr;

/// Lists of at most so many numbers are sorted by a network: without branches.
const NETWORK: u32 = 16;
/// Longer lists are sorted by merging, which takes as much memory once more.
const INSERTION: u32 = 64;

impl Library {
    /// Whether `a` comes before `b`: numbers by size, complex ones by their real parts first, lists
    /// by the first elements that differ.
    fn before(&mut self, a: &Operand, b: &Operand) -> Option<Operand> {
        Some(match &a.repr {
            Repr::Unit => zero(&Repr::Bool),
            Repr::Bool => {
                let text = format!("!{} & {}", a.tight(), b.tight());
                Operand::compound(text, Repr::Bool)
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
        if len <= NETWORK && matches!(element, Repr::Int | Repr::Real) {
            self.define(&name, |_| {
                declaration(&name, &[a], "", &result, &network(&result, len))
            });
        } else {
            self.define_sort(&name, &[a])?;
        }
        Some(call(&name, &[a], result))
    }

    /// A list with its elements in the order of their keys, equal ones as they were.
    pub(crate) fn sort_by(&mut self, a: &Operand, keys: &Operand) -> Option<Operand> {
        let name = name_of(Op::Sort, &[a, keys]);
        self.define_sort(&name, &[a, keys])?;
        Some(call(&name, &[a, keys], a.repr.clone()))
    }

    /// A function that sorts lists of one length by the elements of the last one, and returns the first.
    fn define_sort(&mut self, name: &str, lists: &[&Operand]) -> Option<()> {
        let copied = named(lists, "");
        let keys = copied.last()?;
        let (len, key) = keys.repr.elements()?;
        let body = if len <= INSERTION {
            let held = Operand::atom(format!("held_{}", keys.text), key);
            let order = self.before(&held, &at(keys, "k - 1"))?;
            insertion(len, &copied, &order.text)
        } else {
            let order = self.before(&at(keys, "j"), &at(keys, "i"))?;
            merge(len, &copied, &order.text)
        };
        self.define(name, |_| {
            let body = format!("{}{body}    return a;\n", copies(lists));
            declaration(name, lists, "0", &lists[0].repr, &body)
        });
        Some(())
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

/// Insertion sort of lists; `order` says that the held element of the last one comes before that at
/// `k - 1`.
fn insertion(len: u32, lists: &[Operand], order: &str) -> String {
    let each = |line: &dyn Fn(&str) -> String| -> String {
        lists.iter().map(|list| line(&list.text)).collect()
    };
    let held = each(&|list| format!("        let held_{list} = {list}[i];\n"));
    let moved = each(&|list| format!("            {list}[k] = {list}[k - 1];\n"));
    let placed = each(&|list| format!("        {list}[k] = held_{list};\n"));
    format!(
        "    for (var i = 1; i < {len}; i += 1) {{\n        var k = i;\n{held}        \
         loop {{\n            if k == 0 {{\n                break;\n            }}\n            \
         if !({order}) {{\n                break;\n            }}\n\
         {moved}            k -= 1;\n        }}\n{placed}    }}\n"
    )
}

/// Merge sort of lists; `order` says that the element of the last one at `j` comes before that at `i`.
fn merge(len: u32, lists: &[Operand], order: &str) -> String {
    let each = |line: &dyn Fn(&Operand) -> String| -> String { lists.iter().map(line).collect() };
    let merged = each(&|list| format!("    var merged_{}: {};\n", list.text, list.repr));
    let take = |from: &str| {
        each(&|Operand { text, .. }| {
            format!("                    merged_{text}[k] = {text}[{from}];\n")
        })
    };
    let kept = each(&|Operand { text, .. }| format!("        {text} = merged_{text};\n"));
    let (first, second) = (take("i"), take("j"));
    format!(
        "{merged}    for (var width = 1; width < {len}; width *= 2) {{\n        \
         for (var low = 0; low < {len}; low += 2 * width) {{\n            \
         let middle = min(low + width, {len});\n            \
         let high = min(low + 2 * width, {len});\n            \
         var i = low;\n            var j = middle;\n            \
         for (var k = low; k < high; k += 1) {{\n                \
         var second = i == middle;\n                \
         if i < middle && j < high {{\n                    second = {order};\n                }}\n                \
         if second {{\n{second}                    j += 1;\n                \
         }} else {{\n{first}                    i += 1;\n                }}\n            \
         }}\n        }}\n{kept}    }}\n"
    )
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
