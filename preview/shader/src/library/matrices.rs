//! Square matrices: determinants, inverses, systems of linear equations.
//!
//! By Gaussian elimination with partial pivoting (Golub, van Loan, *Matrix Computations*, §3.4),
//! but for small determinants.

use super::lists::{at, declaration, named, zero};
use super::{Library, Op, Operand, call};
use crate::repr::Repr;

impl Library {
    /// The determinant of a square matrix.
    pub(super) fn determinant(&mut self, a: &Operand, result: Repr) -> Option<Operand> {
        let (size, row) = a.repr.elements()?;
        let (width, element) = row.elements()?;
        if size != width || element != result {
            return None;
        }
        let name = super::lists::name_of(Op::Det, &[a]);
        let arithmetic = Arithmetic::new(&element)?;
        self.define(&name, |library| {
            let matrix = &named(&[a], "")[0];
            let entry = |row: usize, column: usize| entry(matrix, row, column);
            let body = match size {
                1 => format!("    return {};\n", entry(0, 0).text),
                2 | 3 => {
                    let value = library.expansion(&entry, size as usize, &element);
                    format!("    return {};\n", value.text)
                }
                _ => {
                    let one = library.one(&element).text;
                    let product = arithmetic.apply(library, Op::Mul, "value", "m[k][k]");
                    format!(
                        "    var m = a;\n    var value = {one};\n{}        \
                         if pivot != k {{\n            value = -value;\n        }}\n        \
                         value = {};\n    }}\n    return value;\n",
                        arithmetic.elimination(library, size, "", ""),
                        product.text,
                    )
                }
            };
            declaration(&name, &[a], "", &result, &body)
        });
        Some(call(&name, &[a], result))
    }

    /// A determinant of 2 or 3 rows, along the first.
    fn expansion(
        &mut self,
        entry: &impl Fn(usize, usize) -> Operand,
        size: usize,
        element: &Repr,
    ) -> Operand {
        let mut apply = |op, a: &Operand, b: &Operand| self.of_numbers(op, a, b, element);
        let mut minor = |rows: [usize; 2], columns: [usize; 2]| {
            let [(a, d), (b, c)] = [
                (entry(rows[0], columns[0]), entry(rows[1], columns[1])),
                (entry(rows[0], columns[1]), entry(rows[1], columns[0])),
            ];
            let (down, up) = (apply(Op::Mul, &a, &d), apply(Op::Mul, &b, &c));
            apply(Op::Sub, &down, &up)
        };
        if size == 2 {
            return minor([0, 1], [0, 1]);
        }
        let minors = [[1, 2], [0, 2], [0, 1]].map(|columns| minor([1, 2], columns));
        let [a, b, c] = [0, 1, 2].map(|column| apply(Op::Mul, &entry(0, column), &minors[column]));
        let difference = apply(Op::Sub, &a, &b);
        apply(Op::Add, &difference, &c)
    }

    /// An operation on two numbers of one kind that makes another.
    fn of_numbers(&mut self, op: Op, a: &Operand, b: &Operand, element: &Repr) -> Operand {
        let applied = self.apply(op, &[a.clone(), b.clone()], element);
        applied.unwrap_or_else(|| zero(element))
    }

    /// The inverse of a square matrix; not finite if there is none.
    pub(super) fn inverse(&mut self, a: &Operand, result: Repr) -> Option<Operand> {
        let (size, row) = a.repr.elements()?;
        let (width, element) = row.elements()?;
        if size != width || a.repr != result {
            return None;
        }
        let name = super::lists::name_of(Op::Inverse, &[a]);
        let solve = self.solver(&a.repr, &result)?;
        let one = self.one(&element).text;
        self.define(&name, |_| {
            let body = format!(
                "    var unit: {result};\n    for (var k = 0; k < {size}; k += 1) {{\n        \
                 unit[k][k] = {one};\n    }}\n    return {solve}(a, unit);\n"
            );
            declaration(&name, &[a], "", &result, &body)
        });
        Some(call(&name, &[a], result))
    }

    /// What a square matrix maps to a list of numbers; not finite if the matrix is singular.
    pub(super) fn linear_solve(
        &mut self,
        a: &Operand,
        b: &Operand,
        result: Repr,
    ) -> Option<Operand> {
        let (size, row) = a.repr.elements()?;
        let (width, _) = row.elements()?;
        if size != width || row != b.repr || row != result {
            return None;
        }
        let solve = self.solver(&a.repr, &result)?;
        Some(call(&solve, &[a, b], result))
    }

    /// The name of the function that solves equations with right sides that are numbers, or rows
    /// of a matrix.
    fn solver(&mut self, matrix: &Repr, right: &Repr) -> Option<String> {
        let (size, row) = matrix.elements()?;
        let (_, element) = row.elements()?;
        let (_, side) = right.elements()?;
        let name = format!("solve_{}_{}", matrix.suffix(), right.suffix());
        let arithmetic = Arithmetic::new(&element)?;
        let number = |text: &str| Operand::atom(text, element.clone());
        let value = |text: &str| Operand::atom(text, side.clone());
        let times = |library: &mut Self, factor: &str, text: &str| {
            let product = library.apply(Op::Mul, &[number(factor), value(text)], &side)?;
            Some(product.tight())
        };
        let below = times(self, "factor", "r[k]")?;
        let right_of = times(self, "m[k][c]", "r[c]")?;
        let quotient = self.apply(Op::Div, &[value("r[k]"), number("m[k][k]")], &side)?;
        let minus = |library: &mut Self, from: &str, what: &str| {
            let operands = [value(from), value(what)];
            library.apply(Op::Sub, &operands, &side)
        };
        let below = minus(self, "r[j]", &below)?;
        let right_of = minus(self, "r[k]", &right_of)?;
        self.define(&name, |library| {
            let exchange = "        let right = r[pivot];\n        r[pivot] = r[k];\n        \
                            r[k] = right;\n";
            let below = format!("            r[j] = {};\n", below.text);
            format!(
                "\nfn {name}(a: {matrix}, b: {right}) -> {right} {{\n    var m = a;\n    \
                 var r = b;\n{}    }}\n    for (var k = {}; k >= 0; k -= 1) {{\n        \
                 for (var c = k + 1; c < {size}; c += 1) {{\n            r[k] = {};\n        \
                 }}\n        r[k] = {};\n    }}\n    return r;\n}}\n",
                arithmetic.elimination(library, size, exchange, &below),
                size - 1,
                right_of.text,
                quotient.text,
            )
        });
        Some(name)
    }

    /// Two or three coordinates as three, homogeneous ones.
    pub(super) fn homogeneous(&mut self, a: &Operand) -> Option<Operand> {
        let (len, element) = a.repr.elements()?;
        let three = Repr::list(3, element.clone());
        match len {
            3 => Some(a.clone()),
            2 => {
                let one = self.convert(Operand::atom("1", Repr::Int), &element);
                let repr = Repr::list(1, element);
                let one = Operand::atom(format!("{repr}({})", one.text), repr);
                Some(self.concatenate(a, &one, &three))
            }
            _ => None,
        }
    }

    /// A vector turned by 90 degrees.
    pub(super) fn turned(&mut self, a: &Operand, result: Repr) -> Option<Operand> {
        let name = super::lists::name_of(Op::Perpendicular, &[a]);
        let (_, element) = result.elements()?;
        let a = self.convert(a.clone(), &result);
        let parameter = &named(&[&a], "")[0];
        let y = self.apply(Op::Neg, &[at(parameter, "1")], &element)?;
        self.define(&name, |_| {
            let x = at(parameter, "0");
            let body = format!("    return {result}({}, {});\n", y.text, x.text);
            declaration(&name, &[&a], "", &result, &body)
        });
        Some(call(&name, &[&a], result))
    }

    /// The line through two points, the point on two lines.
    pub(super) fn incident(&mut self, a: &Operand, b: &Operand, result: Repr) -> Option<Operand> {
        let (a, b) = (self.homogeneous(a)?, self.homogeneous(b)?);
        let (a, b) = (self.convert(a, &result), self.convert(b, &result));
        self.cross(&a, &b, result)
    }

    /// The determinant of three points, or the area of the triangle between them.
    pub(super) fn of_points(
        &mut self,
        op: Op,
        points: [&Operand; 3],
        result: Repr,
    ) -> Option<Operand> {
        let three = Repr::list(3, result.clone());
        let mut rows = Vec::with_capacity(3);
        for point in points {
            let point = self.homogeneous(point)?;
            rows.push(self.convert(point, &three));
        }
        let name = super::lists::name_of(op, &[&rows[0]]);
        let matrix = Repr::list(3, three.clone());
        let parameter = Operand::atom("m", matrix.clone());
        let determinant = self.determinant(&parameter, result.clone())?;
        let value = if op == Op::Area {
            let last = |row: usize| entry(&parameter, row, 2);
            let mut scale = Operand::atom("2.0", Repr::Real);
            scale = self.convert(scale, &result);
            for row in 0..3 {
                scale = self.apply(Op::Mul, &[scale, last(row)], &result)?;
            }
            self.apply(Op::Div, &[determinant, scale], &result)?
        } else {
            determinant
        };
        self.define(&name, |_| {
            format!(
                "\nfn {name}(a: {three}, b: {three}, c: {three}) -> {result} {{\n    \
                 let m = {matrix}(a, b, c);\n    return {};\n}}\n",
                value.text
            )
        });
        Some(call(&name, &rows.iter().collect::<Vec<_>>(), result))
    }
}

/// The entry of a matrix at a place that is known.
fn entry(matrix: &Operand, row: usize, column: usize) -> Operand {
    at(&at(matrix, &row.to_string()), &column.to_string())
}

/// What elimination does with numbers of one kind.
struct Arithmetic {
    element: Repr,
}

impl Arithmetic {
    /// None of what are no real or complex numbers.
    fn new(element: &Repr) -> Option<Self> {
        match element {
            Repr::Real | Repr::Complex | Repr::Double | Repr::DoubleComplex => Some(Self {
                element: element.clone(),
            }),
            _ => None,
        }
    }

    fn number(&self, text: &str) -> Operand {
        Operand::atom(text, self.element.clone())
    }

    fn apply(&self, library: &mut Library, op: Op, a: &str, b: &str) -> Operand {
        library.of_numbers(op, &self.number(a), &self.number(b), &self.element)
    }

    /// How large a number is, as an f32.
    fn size(&self, library: &Library, number: &str) -> String {
        let number = self.number(number);
        match self.element {
            Repr::Complex => format!("max(abs({0}.x), abs({0}.y))", number.text),
            Repr::Double | Repr::DoubleComplex => library.double_size(&number),
            _ => format!("abs({})", number.text),
        }
    }

    /// The loop that makes `m` an upper triangular matrix, its last brace left open: `exchange` is
    /// done besides when the rows `k` and `pivot` are exchanged, `below` when `factor` times the
    /// row `k` is subtracted from the row `j`.
    fn elimination(&self, library: &mut Library, size: u32, exchange: &str, below: &str) -> String {
        let [here, best, diagonal] =
            ["m[j][k]", "m[pivot][k]", "m[k][k]"].map(|number| self.size(library, number));
        let factor = self.apply(library, Op::Quotient, "m[j][k]", "m[k][k]");
        let product = self.apply(library, Op::Mul, "factor", "m[k][c]");
        let entry = self.number("m[j][c]");
        let rest = library.of_numbers(Op::Sub, &entry, &product, &self.element);
        let (factor, rest) = (factor.text, rest.text);
        format!(
            "    for (var k = 0; k < {size}; k += 1) {{
        var pivot = k;
        for (var j = k + 1; j < {size}; j += 1) {{
            if {here} > {best} {{
                pivot = j;
            }}
        }}
        let row = m[pivot];
        m[pivot] = m[k];
        m[k] = row;
{exchange}        for (var j = k + 1; j < {size}; j += 1) {{
            if {diagonal} == 0.0 {{
                break;
            }}
            let factor = {factor};
            for (var c = k + 1; c < {size}; c += 1) {{
                m[j][c] = {rest};
            }}
{below}        }}
"
        )
    }
}
