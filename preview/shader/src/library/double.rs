//! Operations in double precision: which there are, and which function does each. All others are
//! computed in single precision. What a number is stands in [`pair`] and [`native`], whose functions have
//! the same names.

mod native;
mod pair;
mod shared;

use cindyscript_infer::split::Coordinate;

use super::functions::Function;
use super::{Library, Op, Operand, call, infix, lists};
use crate::repr::{DoubleFormat, Lane, Repr};

/// The function of that name for numbers of a format.
pub(super) fn find(name: &str, format: DoubleFormat) -> Option<&'static Function> {
    let own = match format {
        DoubleFormat::Pair => pair::find(name),
        DoubleFormat::Native => native::find(name),
    };
    own.or_else(|| shared::find(name))
}

/// The function for an operation on real numbers whose result is one, or a truth value.
fn real(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Abs => "double_abs",
        Op::Add => "double_add",
        Op::Arctan => "double_arctan",
        Op::Arctan2 => "double_angle",
        Op::Ceil => "double_ceil",
        Op::Cos => "double_cos",
        Op::Degree => "double_degree",
        Op::Div | Op::Quotient => "double_div",
        Op::Exp => "double_exp",
        Op::Floor => "double_floor",
        Op::Less => "double_less",
        Op::LessEqual => "double_less_equal",
        Op::Log => "double_ln",
        Op::Max => "double_max",
        Op::Min => "double_min",
        Op::Mod => "double_mod",
        Op::More => "double_more",
        Op::MoreEqual => "double_more_equal",
        Op::Mul => "double_mul",
        Op::Pow => "double_nonneg_pow",
        Op::Round => "double_round",
        Op::Sin => "double_sin",
        Op::Sqrt => "double_sqrt",
        Op::Sub => "double_sub",
        Op::Tan => "double_tan",
        _ => return None,
    })
}

/// The function for an operation on complex numbers; what its result is.
fn complex(op: Op, result: &Repr) -> Option<(&'static str, Repr)> {
    let name = match op {
        Op::Abs => return Some(("double_complex_abs", Repr::Double)),
        Op::Arctan2 if result == &Repr::Double => return Some(("double_argument", Repr::Double)),
        Op::Arctan2 => "double_complex_arctan2",
        Op::Arccos => "double_complex_arccos",
        Op::Arcsin => "double_complex_arcsin",
        Op::Arctan => "double_complex_arctan",
        Op::Degree => "double_complex_degree",
        Op::Mod => "double_complex_mod",
        Op::Add => "double_complex_add",
        Op::Cos => "double_complex_cos",
        Op::Div | Op::Quotient => "double_complex_div",
        Op::Exp => "double_complex_exp",
        Op::Log => "double_complex_log",
        Op::Mul => "double_complex_mul",
        Op::Pow => "double_complex_pow",
        Op::Sin => "double_complex_sin",
        Op::Sqrt => "double_complex_sqrt",
        Op::Sub => "double_complex_sub",
        Op::Tan => "double_complex_tan",
        _ => return None,
    };
    Some((name, Repr::DoubleComplex))
}

/// The function for operands of just these types, which takes them without conversion.
fn specialised(op: Op, operands: &[Operand], result: &Repr) -> Option<&'static str> {
    use Repr::{Double, DoubleComplex, Int};
    Some(match (op, operands) {
        (Op::Conjugate, [a]) if a.repr == DoubleComplex => "double_conjugate",
        (_, [a]) if (&a.repr, result) == (&Double, &DoubleComplex) => match op {
            Op::Sqrt => "double_real_sqrt",
            Op::Log => "double_log",
            Op::Arcsin => "double_real_arcsin",
            Op::Arccos => "double_real_arccos",
            _ => return None,
        },
        (Op::Pow, [a, b]) if (&a.repr, &b.repr, result) == (&Double, &Int, &Double) => {
            "double_power"
        }
        (Op::Div | Op::Quotient, [a, b]) if (&a.repr, &b.repr) == (&DoubleComplex, &Double) => {
            "double_complex_over"
        }
        _ => return None,
    })
}

/// The operator between an excess and 0 for a comparison with tolerance.
fn fuzzy(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Near => "==",
        Op::NotNear => "!=",
        Op::FuzzyLess => "<",
        Op::FuzzyLessEqual => "<=",
        Op::FuzzyMore => ">",
        Op::FuzzyMoreEqual => ">=",
        _ => return None,
    })
}

impl Library {
    /// A coordinate of the pixel, from its place: `world`, or `double_place` in double precision.
    pub(crate) fn coordinate(&self, coordinate: Coordinate, is_double: bool) -> Operand {
        if !is_double {
            let (text, repr) = match coordinate {
                Coordinate::Vector => ("world", Repr::Vector(2, Lane::Real)),
                Coordinate::Complex => ("world", Repr::Complex),
                Coordinate::X => ("world.x", Repr::Real),
                Coordinate::Y => ("world.y", Repr::Real),
            };
            return Operand::atom(text, repr);
        }
        let place = Operand::atom("double_place", Repr::DoubleComplex);
        let [x, y] = self.parts(&place);
        match coordinate {
            Coordinate::Vector => {
                let repr = Repr::list(2, Repr::Double);
                Operand::atom(format!("{repr}({}, {})", x.text, y.text), repr)
            }
            Coordinate::Complex => place,
            Coordinate::X => x,
            Coordinate::Y => y,
        }
    }

    /// Real and imaginary part of a complex number.
    pub(super) fn parts(&self, z: &Operand) -> [Operand; 2] {
        let lanes = match self.format() {
            DoubleFormat::Pair => ["xz", "yw"],
            DoubleFormat::Native => ["x", "y"],
        };
        lanes.map(|lanes| Operand::atom(format!("{}.{lanes}", z.tight()), Repr::Double))
    }

    /// Whether two numbers are the same.
    pub(super) fn double_equality(&self, a: &Operand, b: &Operand) -> Operand {
        let lanes = infix(a, "==", b, Repr::Bool);
        match (&a.repr, self.format()) {
            (Repr::Double, DoubleFormat::Native) => lanes,
            _ => call("all", &[&lanes], Repr::Bool),
        }
    }

    /// The size of a number, about, to choose a pivot by: what WGSL compares.
    pub(super) fn double_size(&self, x: &Operand) -> String {
        let is_complex = x.repr == Repr::DoubleComplex;
        let size = match (self.format(), is_complex) {
            (_, true) => "max(abs($.x), abs($.y))",
            (DoubleFormat::Pair, false) => "abs($.x)",
            (DoubleFormat::Native, false) => "abs($)",
        };
        size.replace('$', &x.tight())
    }

    /// A number in another representation, where one of both is of double precision.
    pub(super) fn convert_double(&mut self, value: &Operand, to: &Repr) -> Option<Operand> {
        let mut helper = |name| self.helper(name, &[value], to.clone());
        Some(match (&value.repr, to) {
            (Repr::Real, Repr::Double) => helper("double_of"),
            (Repr::Int, Repr::Double) => helper("double_of_int"),
            (Repr::Double, Repr::Real) => helper("double_single"),
            (Repr::Double, Repr::Int) => helper("double_to_int"),
            (Repr::Double, Repr::DoubleComplex) => helper("double_complex_of_real"),
            (Repr::DoubleComplex, Repr::Double) => {
                let [re, _] = self.parts(value);
                re
            }
            (Repr::DoubleComplex, Repr::Complex) => helper("double_complex_single"),
            (Repr::Complex, Repr::DoubleComplex) => helper("double_complex_of_single"),
            // By way of the real number of the same precision.
            (Repr::Bool, Repr::Double) | (Repr::DoubleComplex, Repr::Real) => {
                let middle = to.single();
                let half = match value.repr {
                    Repr::Bool => self.convert(value.clone(), &middle),
                    _ => self.convert(value.clone(), &Repr::Double),
                };
                self.convert(half, to)
            }
            (Repr::Bool | Repr::Int | Repr::Real, Repr::DoubleComplex)
            | (Repr::DoubleComplex, Repr::Bool | Repr::Int) => {
                let real = self.convert(value.clone(), &Repr::Double);
                self.convert(real, to)
            }
            (Repr::Double, Repr::Bool | Repr::Complex) | (Repr::Complex, Repr::Double) => {
                let real = self.convert(value.clone(), &Repr::Real);
                self.convert(real, to)
            }
            _ => return None,
        })
    }

    /// Applies an operation to operands of which one, or whose result, is of double precision.
    pub(super) fn apply_double(
        &mut self,
        op: Op,
        operands: &[Operand],
        result: &Repr,
    ) -> Option<Operand> {
        let doubled: Vec<_> = operands
            .iter()
            .map(|operand| self.convert(operand.clone(), &operand.repr.doubled()))
            .collect();
        let wanted = result.doubled();
        let is_scalar = |operand: &Operand| operand.repr.depth() == 0;
        let applied = if doubled.iter().all(is_scalar) && wanted.depth() == 0 {
            self.on_numbers(op, &doubled, &wanted)
        } else if is_of_elements(op) {
            self.apply_plainly(op, &doubled, &wanted)
        } else {
            self.on_lists(op, &doubled, &wanted)
        };
        if let Some(applied) = applied {
            return Some(self.convert(applied, result));
        }
        let single: Vec<_> = operands
            .iter()
            .map(|operand| self.convert(operand.clone(), &operand.repr.single()))
            .collect();
        let applied = self.apply(op, &single, &result.single())?;
        Some(self.convert(applied, result))
    }

    fn on_numbers(&mut self, op: Op, operands: &[Operand], result: &Repr) -> Option<Operand> {
        use Repr::{Double, DoubleComplex};
        match (op, operands) {
            (Op::Equal | Op::Unequal, [a, b]) => self.equality(op, a, b),
            (Op::Append | Op::Prepend | Op::Concatenate, _) => {
                self.apply_plainly(op, operands, result)
            }
            (Op::Pos | Op::Complex | Op::Gauss, [a]) => Some(self.convert(a.clone(), result)),
            (Op::Re, [a]) if a.repr == Double => Some(a.clone()),
            (Op::Re | Op::Im, [a]) if a.repr == DoubleComplex => {
                let [re, im] = self.parts(a);
                let part = if op == Op::Re { re } else { im };
                Some(self.convert(part, result))
            }
            (Op::Neg, [a]) => Some(Operand::compound(format!("-{}", a.tight()), result.clone())),
            (Op::Mul, [a, b]) if a.text == b.text && a.repr == b.repr => {
                let name = match a.repr {
                    Double => "double_square",
                    DoubleComplex => "double_complex_square",
                    _ => return None,
                };
                Some(self.helper(name, &[a], result.clone()))
            }
            (Op::Distance, [a, b]) => {
                let larger = match [a, b].iter().any(|operand| operand.repr == DoubleComplex) {
                    true => DoubleComplex,
                    false => Double,
                };
                let difference = self.apply(Op::Sub, operands, &larger)?;
                self.apply(Op::Abs, &[difference], result)
            }
            _ => match (fuzzy(op), operands) {
                (Some(operator), [a, b]) => self.fuzzy_doubles(operator, a, b),
                _ => self.by_function(op, operands, result),
            },
        }
    }

    /// Compares real numbers with tolerance, by an operator between their excess and 0.
    fn fuzzy_doubles(&mut self, operator: &str, a: &Operand, b: &Operand) -> Option<Operand> {
        if [a, b].iter().any(|own| own.repr == Repr::DoubleComplex) {
            return None;
        }
        let [a, b] = [a, b].map(|operand| self.convert(operand.clone(), &Repr::Double));
        let excess = self.helper("double_excess", &[&a, &b], Repr::Real);
        let nothing = Operand::atom("0.0", Repr::Real);
        Some(infix(&excess, operator, &nothing, Repr::Bool))
    }

    /// Applies a function of the library: the specialised one, or that of [`real`] or [`complex`] to
    /// converted operands.
    fn by_function(&mut self, op: Op, operands: &[Operand], result: &Repr) -> Option<Operand> {
        use Repr::{Double, DoubleComplex};
        if let Some(name) = specialised(op, operands, result) {
            let operands: Vec<_> = operands.iter().collect();
            return Some(self.helper(name, &operands, result.clone()));
        }
        let is_complex = |operand: &Operand| operand.repr == DoubleComplex;
        let (name, own, made) = if operands.iter().any(is_complex) || is_complex_repr(result) {
            let (name, made) = complex(op, result)?;
            (name, DoubleComplex, made)
        } else if matches!(op, Op::Less | Op::LessEqual | Op::More | Op::MoreEqual) {
            (real(op)?, Double, Repr::Bool)
        } else {
            (real(op)?, Double, Double)
        };
        let converted: Vec<_> = operands
            .iter()
            .map(|operand| self.convert(operand.clone(), &own))
            .collect();
        let made = call(
            self.require(name),
            &converted.iter().collect::<Vec<_>>(),
            made,
        );
        Some(self.convert(made, result))
    }

    /// The operations on lists that are not made of those on their elements.
    fn on_lists(&mut self, op: Op, operands: &[Operand], result: &Repr) -> Option<Operand> {
        let pair = Repr::list(2, Repr::Double);
        match (op, operands) {
            (Op::Abs, [a]) => self.double_norm(a),
            (Op::Distance, [a, b]) if a.repr == b.repr => {
                let difference = self.apply(Op::Sub, operands, &a.repr)?;
                self.apply(Op::Abs, &[difference], result)
            }
            (Op::Gauss, [a]) if (&a.repr, result) == (&Repr::DoubleComplex, &pair) => {
                Some(self.helper("double_gauss", &[a], pair))
            }
            (Op::Complex | Op::Gauss | Op::Arctan2, [a]) if a.repr == pair => {
                let name = match op {
                    Op::Arctan2 => "double_angle_of",
                    _ => "double_complex_of",
                };
                let function = match op {
                    Op::Arctan2 => self.require("double_angle"),
                    _ => self.require("double_complex"),
                };
                self.define(name, |_| {
                    let body = format!("    return {function}(a[0], a[1]);\n");
                    lists::declaration(name, &[a], "", result, &body)
                });
                Some(call(name, &[a], result.clone()))
            }
            _ => None,
        }
    }

    /// The square of the modulus of a complex number, or of the length of a short vector: a real
    /// number of its precision. The text contains that of the operand twice.
    pub(crate) fn square_of_modulus(&mut self, z: &Operand) -> Operand {
        match z.repr {
            Repr::DoubleComplex => self.helper("double_square_of_modulus", &[z], Repr::Double),
            _ => call("dot", &[z, z], Repr::Real),
        }
    }

    /// Compares the modulus of a complex number with a real number; in double precision only where
    /// single precision does not tell.
    pub(super) fn double_modulus_order(
        &mut self,
        word: &str,
        sign: &str,
        z: &Operand,
        bound: &Operand,
    ) -> Operand {
        let name = format!("double_complex_abs_{word}");
        self.define(&name, |library| {
            let modulus = library.require("double_complex_abs");
            let order = match word {
                "less" => library.require("double_less"),
                "less_equal" => library.require("double_less_equal"),
                "more" => library.require("double_more"),
                _ => library.require("double_more_equal"),
            };
            if library.format() == DoubleFormat::Native {
                let square = library.require("double_square_of_modulus");
                return format!(
                    "\nfn {name}(z: vec2<f64>, bound: f64) -> bool {{\n    \
                     if bound > 1e-140lf && bound < 1e150lf {{\n        \
                     return {square}(z) {sign} bound * bound;\n    }}\n    \
                     return {order}({modulus}(z), bound);\n}}\n"
                );
            }
            format!(
                "\nfn {name}(z: vec4f, bound: vec2f) -> bool {{\n    \
                 let square = dot(z.xy, z.xy);\n    \
                 let limit = bound.x * bound.x;\n    \
                 if bound.x > 1e-15 && bound.x < 1e18 && abs(square - limit) > 1e-6 * limit {{\n        \
                 return square {sign} limit;\n    }}\n    \
                 return {order}({modulus}(z), bound);\n}}\n"
            )
        });
        call(&name, &[z, bound], Repr::Bool)
    }

    /// The Euclidean norm of a list of numbers.
    fn double_norm(&mut self, a: &Operand) -> Option<Operand> {
        let (len, element) = a.repr.elements()?;
        if element.depth() > 0 {
            return None;
        }
        let name = format!("square_sum_{}", a.suffix());
        let sum = self.fold_function(
            &name,
            &[a],
            &Repr::Double,
            len,
            |library, operands, k| {
                let number = lists::at(&operands[0], k);
                let name = match number.repr {
                    Repr::DoubleComplex => "double_square_of_modulus",
                    _ => "double_square",
                };
                library.helper(name, &[&number], Repr::Double)
            },
            |library, a, b| library.helper("double_add", &[a, b], Repr::Double),
        );
        Some(self.helper("double_sqrt", &[&sum], Repr::Double))
    }
}

fn is_complex_repr(repr: &Repr) -> bool {
    *repr == Repr::DoubleComplex
}

/// Whether an operation on lists is made of operations on their elements, or moves these about.
fn is_of_elements(op: Op) -> bool {
    matches!(
        op,
        Op::Add
            | Op::Append
            | Op::Area
            | Op::Ceil
            | Op::Concatenate
            | Op::Conjugate
            | Op::Contains
            | Op::Cross
            | Op::Det
            | Op::Div
            | Op::Equal
            | Op::Floor
            | Op::Im
            | Op::Incident
            | Op::Inverse
            | Op::LinearSolve
            | Op::Max
            | Op::Min
            | Op::Mul
            | Op::Near
            | Op::Neg
            | Op::NotContains
            | Op::NotNear
            | Op::Perpendicular
            | Op::Pos
            | Op::Prepend
            | Op::Product
            | Op::Quotient
            | Op::Re
            | Op::Reverse
            | Op::Round
            | Op::Sort
            | Op::Sub
            | Op::Sum
            | Op::Transpose
            | Op::Unequal
    )
}
