//! What operations are in WGSL: an expression, often a call of a function that the module then
//! contains.

mod double;
mod functions;
mod lists;
mod matrices;
mod op;
mod order;
mod tuples;

use std::collections::HashSet;
use std::rc::Rc;

use crate::repr::{DoubleFormat, Lane, Repr};

pub(crate) use op::Op;
pub(crate) use tuples::{declare, member, part};

/// An expression in WGSL and its representation. What is made of it contains it once.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    /// The text.
    pub(crate) text: String,
    /// Whether it must stand in parentheses before it becomes an operand of an operator.
    pub(crate) compound: bool,
    /// What it is.
    pub(crate) repr: Repr,
    /// If it is a list that stays in the buffer of uniforms, what it lies in; the text is then its first
    /// place there. Only operations that [read elements](Op::reads_elements) take it.
    pub(crate) buffer: Option<Rc<BufferList>>,
}

/// A list in the buffer of uniforms. What lies at place `k` is `{before}k{after}` in WGSL.
#[derive(Debug)]
pub(crate) struct BufferList {
    /// The name, a part of those of functions.
    pub(crate) name: String,
    pub(crate) before: String,
    pub(crate) after: String,
}

impl Operand {
    /// A name, a call, an element: whatever binds tightest.
    pub(crate) fn atom(text: impl Into<String>, repr: Repr) -> Self {
        Self {
            text: text.into(),
            compound: false,
            repr,
            buffer: None,
        }
    }

    /// An operation: what must stand in parentheses before it becomes an operand of an operator.
    pub(crate) fn compound(text: String, repr: Repr) -> Self {
        Self {
            compound: true,
            ..Self::atom(text, repr)
        }
    }

    /// A list that stays in the buffer.
    pub(crate) fn in_buffer(buffer: BufferList, repr: Repr) -> Self {
        Self {
            buffer: Some(Rc::new(buffer)),
            ..Self::atom("0", repr)
        }
    }

    /// The part of a function's name that tells a parameter.
    fn suffix(&self) -> String {
        let repr = self.repr.suffix();
        match &self.buffer {
            Some(buffer) => format!("{}_{repr}", buffer.name),
            None => repr,
        }
    }

    /// The text as an operand of an operator.
    pub(crate) fn tight(&self) -> String {
        if self.compound {
            format!("({})", self.text)
        } else {
            self.text.clone()
        }
    }
}

fn infix(a: &Operand, operator: &str, b: &Operand, repr: Repr) -> Operand {
    Operand::compound(format!("{} {operator} {}", a.tight(), b.tight()), repr)
}

fn call(function: &str, arguments: &[&Operand], repr: Repr) -> Operand {
    let arguments: Vec<_> = arguments
        .iter()
        .map(|argument| argument.text.as_str())
        .collect();
    Operand::atom(format!("{function}({})", arguments.join(", ")), repr)
}

/// The functions that a module needs, each once.
#[derive(Debug, Default)]
pub(crate) struct Library {
    /// What numbers of double precision are in it.
    format: DoubleFormat,
    text: String,
    written: HashSet<String>,
}

impl Library {
    /// Nothing has been asked for yet.
    pub(crate) fn new(format: DoubleFormat) -> Self {
        Self {
            format,
            ..Self::default()
        }
    }

    /// What numbers of double precision are in it.
    pub(crate) fn format(&self) -> DoubleFormat {
        self.format
    }

    /// The declarations of all that has been asked for.
    pub(crate) fn into_text(self) -> String {
        self.text
    }

    /// Asks for a function of [`functions`] by name.
    pub(crate) fn require(&mut self, name: &'static str) -> &'static str {
        if !self.written.contains(name)
            && let Some(function) =
                functions::find(name).or_else(|| double::find(name, self.format))
        {
            self.written.insert(name.to_owned());
            for need in function.needs {
                self.require(need);
            }
            self.text += function.text;
        }
        name
    }

    /// Adds a function that was written for this module, unless it is there.
    pub(crate) fn define(&mut self, name: &str, text: impl FnOnce(&mut Self) -> String) {
        if self.written.insert(name.to_owned()) {
            let text = text(self);
            self.text += &text;
        }
    }

    fn helper(&mut self, name: &'static str, arguments: &[&Operand], repr: Repr) -> Operand {
        call(self.require(name), arguments, repr)
    }

    /// A value in a larger representation: a number embedded, a list element by element. What has
    /// no value becomes zero.
    pub(crate) fn convert(&mut self, value: Operand, to: &Repr) -> Operand {
        if value.repr == *to {
            return value;
        }
        declare(self, to);
        if value.repr.is_empty() {
            return Operand::atom(to.zero(), to.clone());
        }
        let repr = to.clone();
        if let Some(converted) = self.convert_double(&value, to) {
            return converted;
        }
        match (&value.repr, to) {
            (Repr::Bool | Repr::Int | Repr::Real, Repr::Bool | Repr::Int | Repr::Real) => {
                call(&to.to_string(), &[&value], repr)
            }
            (_, Repr::Complex) if value.repr.depth() == 0 => {
                let real = self.convert(value, &Repr::Real);
                Operand::atom(format!("vec2f({}, 0.0)", real.text), repr)
            }
            (Repr::Complex, Repr::Real) => Operand::atom(format!("{}.x", value.tight()), repr),
            (Repr::Vector(n, _), Repr::Vector(m, _)) if n == m => {
                call(&to.to_string(), &[&value], repr)
            }
            (Repr::Tuple(_), _) | (_, Repr::Tuple(_)) => self
                .convert_tuple(&value, to)
                .unwrap_or_else(|| Operand::atom(to.zero(), repr)),
            _ => match (value.repr.elements(), to.elements()) {
                (Some((n, _)), Some((m, _))) if n == m => self.convert_list(&value, to),
                _ => Operand::atom(to.zero(), repr),
            },
        }
    }

    /// Applies an operation to operands of the representations that its signature names; `None`
    /// if it does not exist for them.
    pub(crate) fn apply(&mut self, op: Op, operands: &[Operand], result: &Repr) -> Option<Operand> {
        let result = result.clone();
        let listless = matches!(
            op,
            Op::Concatenate
                | Op::Append
                | Op::Prepend
                | Op::Equal
                | Op::Unequal
                | Op::Product
                | Op::NotContains
        );
        if !listless && operands.iter().any(|operand| operand.repr == Repr::Unit) {
            // Sums over nothing, elementwise operations on nothing.
            return Some(Operand::atom(result.zero(), result));
        }
        let is_tuple = |operand: &Operand| matches!(operand.repr, Repr::Tuple(_));
        if matches!(result, Repr::Tuple(_)) || operands.iter().any(is_tuple) {
            return self.unlike(op, operands, &result);
        }
        if result.is_double() || operands.iter().any(|operand| operand.repr.is_double()) {
            return self.apply_double(op, operands, &result);
        }
        self.apply_plainly(op, operands, &result)
    }

    /// The same for operands that are no tuples, and are numbers of single precision or lists.
    fn apply_plainly(&mut self, op: Op, operands: &[Operand], result: &Repr) -> Option<Operand> {
        let result = result.clone();
        match operands {
            [] => self.nullary(op, result),
            [a] => self.unary(op, a, result),
            [a, b] => self.binary(op, a, b, result),
            [a, b, c] => self.of_points(op, [a, b, c], result),
            _ => None,
        }
    }

    fn nullary(&mut self, op: Op, result: Repr) -> Option<Operand> {
        Some(match op {
            Op::Random => self.helper("random_real", &[], result),
            Op::RandomNormal => self.helper("random_normal", &[], result),
            Op::RandomBool => {
                let random = self.helper("random_real", &[], Repr::Real);
                infix(&random, ">", &Operand::atom("0.5", Repr::Real), result)
            }
            _ => return None,
        })
    }

    fn unary(&mut self, op: Op, a: &Operand, result: Repr) -> Option<Operand> {
        use Repr::{Bool, Complex, Int, Real};
        if a.repr.depth() > 0 || a.repr == Repr::Unit {
            return self.of_list(op, a, result);
        }
        Some(match (op, &a.repr) {
            (Op::Pos, _) | (Op::Re, Int | Real) => self.convert(a.clone(), &result),
            (Op::Neg, Int | Real | Complex) => negative(a, result),
            (Op::Not, Bool) => Operand::compound(format!("!{}", a.tight()), result),
            (Op::Degree, Real | Complex) => {
                infix(a, "*", &Operand::atom("0.017453292", Real), result)
            }
            (Op::Abs, Int | Real) => call("abs", &[a], result),
            (Op::Floor | Op::Ceil | Op::Round, Real | Complex) => {
                return self.rounded(op, a, result);
            }
            (Op::Sqrt, Real) if result == Real => {
                let positive = call("max", &[a, &Operand::atom("0.0", Real)], Real);
                call("sqrt", &[&positive], Real)
            }
            // Of what is not negative, the logarithm has no imaginary part.
            (Op::Log, Real) if result == Real => {
                let logarithm = self.helper("real_log", &[a], Complex);
                Operand::atom(format!("{}.x", logarithm.tight()), result)
            }
            (Op::Re, Complex) => Operand::atom(format!("{}.x", a.tight()), result),
            (Op::Im, Complex) => Operand::atom(format!("{}.y", a.tight()), result),
            (Op::Conjugate, Complex) => {
                infix(a, "*", &Operand::atom("vec2f(1.0, -1.0)", Complex), result)
            }
            (Op::Complex | Op::Gauss, Complex) => with_repr(a, result),
            (Op::Red | Op::Green | Op::Blue | Op::Gray, Real) => {
                let part = self.helper("colour_part", &[a], Real);
                colour(op, &part, result)
            }
            (Op::Random, Real) => {
                let random = self.helper("random_real", &[], Real);
                infix(a, "*", &random, result)
            }
            (_, Real) => match elementary(op).filter(|_| result == Real) {
                Some(function) => call(function, &[a], result),
                None => self.helper(of_real(op)?, &[a], result),
            },
            (_, Complex) => self.helper(of_complex(op)?, &[a], result),
            _ => return None,
        })
    }

    fn of_list(&mut self, op: Op, a: &Operand, result: Repr) -> Option<Operand> {
        use Repr::Vector;
        match (op, &a.repr) {
            (Op::Pos, _) => Some(self.convert(a.clone(), &result)),
            (Op::Neg, Vector(_, Lane::Int | Lane::Real)) => Some(negative(a, result)),
            (Op::Neg | Op::Floor | Op::Ceil | Op::Round | Op::Re | Op::Im | Op::Conjugate, _) => {
                self.map(op, &[a], result)
            }
            (Op::Abs, Vector(_, Lane::Real)) => Some(call("length", &[a], result)),
            (Op::Abs, _) => self.norm(a, result),
            (Op::Sum | Op::Product | Op::Min | Op::Max, _) => self.fold(op, a, result),
            (Op::Reverse, _) => Some(self.reverse(a, result)),
            (Op::Transpose, _) => self.transpose(a, result),
            (Op::Sort, _) => self.sort(a, result),
            (Op::Det, _) => self.determinant(a, result),
            (Op::Inverse, _) => self.inverse(a, result),
            (Op::Perpendicular, _) => self.turned(a, result),
            (Op::Complex | Op::Gauss, Vector(2, Lane::Real)) => Some(with_repr(a, result)),
            (Op::Arctan2, Vector(2, Lane::Real)) => Some(self.helper("argument", &[a], result)),
            _ => None,
        }
    }

    /// To whole numbers; halves go up.
    fn rounded(&mut self, op: Op, a: &Operand, result: Repr) -> Option<Operand> {
        let whole = match op {
            Op::Floor => call("floor", &[a], a.repr.clone()),
            Op::Ceil => call("ceil", &[a], a.repr.clone()),
            _ => {
                let half = infix(a, "+", &Operand::atom("0.5", Repr::Real), a.repr.clone());
                call("floor", &[&half], a.repr.clone())
            }
        };
        match result {
            Repr::Int => Some(self.helper("to_int", &[&whole], result)),
            _ => Some(whole),
        }
    }

    fn binary(&mut self, op: Op, a: &Operand, b: &Operand, result: Repr) -> Option<Operand> {
        Some(match op {
            Op::And => infix(a, "&", b, result),
            Op::Or => infix(a, "|", b, result),
            // The larger of truth values is true if one of them is.
            Op::Min if result == Repr::Bool => infix(a, "&", b, result),
            Op::Max if result == Repr::Bool => infix(a, "|", b, result),
            Op::Xor => infix(a, "!=", b, result),
            Op::Less => infix(a, "<", b, result),
            Op::LessEqual => infix(a, "<=", b, result),
            Op::More => infix(a, ">", b, result),
            Op::MoreEqual => infix(a, ">=", b, result),
            Op::Equal | Op::Unequal => return self.equality(op, a, b),
            Op::Concatenate => return Some(self.concatenate(a, b, &result)),
            Op::Append => return Some(self.concatenate(a, &only(b), &result)),
            Op::Prepend => return Some(self.concatenate(&only(a), b, &result)),
            Op::Contains => return self.contains(a, b),
            Op::NotContains if b.repr == Repr::Unit => Operand::atom("true", result),
            Op::NotContains => lists::not(&self.contains(a, b)?),
            Op::Near
            | Op::NotNear
            | Op::FuzzyLess
            | Op::FuzzyLessEqual
            | Op::FuzzyMore
            | Op::FuzzyMoreEqual => return self.fuzzy(op, a, b),
            Op::Incident => return self.incident(a, b, result),
            Op::LinearSolve => return self.linear_solve(a, b, result),
            Op::Cross => return self.cross(a, b, result),
            Op::Distance => {
                let difference = self.binary(Op::Sub, a, b, a.repr.clone())?;
                return self.unary(Op::Abs, &difference, result);
            }
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Quotient if result.is_boolean() => {
                return None;
            }
            Op::Add | Op::Sub if matches!(result, Repr::Array(..)) => {
                return self.map(op, &[a, b], result);
            }
            Op::Add => infix(a, "+", b, result),
            Op::Sub => infix(a, "-", b, result),
            Op::Mul => return self.product(a, b, result),
            Op::Div | Op::Quotient => return self.scale(op, a, b, result),
            Op::Mod => self.modulo(a, b, result),
            Op::Arctan2 if result == Repr::Real => self.helper("angle", &[a, b], result),
            Op::Arctan2 => self.helper("complex_arctan2", &[a, b], result),
            Op::Pow => self.power(a, b, result),
            Op::Min => call("min", &[a, b], result),
            Op::Max => call("max", &[a, b], result),
            _ => return None,
        })
    }

    /// A product of numbers, vectors and matrices.
    fn product(&mut self, a: &Operand, b: &Operand, result: Repr) -> Option<Operand> {
        match (a.repr.depth(), b.repr.depth()) {
            (0, _) | (_, 0) => self.scale(Op::Mul, a, b, result),
            (1, 1) => self.dot(a, b, result),
            (1, _) => self.combine_rows(a, b, result),
            _ => self.map(Op::Mul, &[a, b], result),
        }
    }

    fn modulo(&mut self, a: &Operand, b: &Operand, result: Repr) -> Operand {
        let function = match result {
            Repr::Int => "int_mod",
            Repr::Real => "real_mod",
            _ => "complex_mod",
        };
        self.helper(function, &[a, b], result)
    }

    /// `base ^ exponent` with an exponent that is computed.
    fn power(&mut self, base: &Operand, exponent: &Operand, result: Repr) -> Operand {
        match (&base.repr, &exponent.repr, &result) {
            (Repr::Real, Repr::Int, Repr::Real) => {
                self.helper("real_power", &[base, exponent], result)
            }
            (Repr::Real, Repr::Real, Repr::Real) => {
                self.helper("nonneg_pow", &[base, exponent], result)
            }
            _ => {
                let base = self.convert(base.clone(), &Repr::Complex);
                let exponent = self.convert(exponent.clone(), &Repr::Complex);
                self.helper("complex_pow", &[&base, &exponent], result)
            }
        }
    }

    /// `base ^ exponent` with an exponent from the text, where repeated squaring has become too
    /// long to write down. The base is of the result's representation.
    pub(crate) fn integer_power(&mut self, base: &Operand, exponent: i32) -> Operand {
        let function = match base.repr {
            Repr::Int => "int_power",
            Repr::Real => "real_power",
            Repr::Double => "double_power",
            Repr::DoubleComplex => "double_complex_power",
            _ => "complex_integer_power",
        };
        let exponent = Operand::atom(exponent.to_string(), Repr::Int);
        self.helper(function, &[base, &exponent], base.repr.clone())
    }

    /// Compares the size of a complex number or short vector with a real number: without a root,
    /// where the squares are within reach of f32.
    pub(crate) fn modulus_order(
        &mut self,
        op: Op,
        z: &Operand,
        bound: &Operand,
    ) -> Option<Operand> {
        let (word, sign) = match op {
            Op::Less => ("less", "<"),
            Op::LessEqual => ("less_equal", "<="),
            Op::More => ("more", ">"),
            Op::MoreEqual => ("more_equal", ">="),
            _ => return None,
        };
        if z.repr == Repr::DoubleComplex {
            return Some(self.double_modulus_order(word, sign, z, bound));
        }
        let (prefix, repr) = match &z.repr {
            Repr::Complex => ("complex_abs".to_owned(), "vec2f".to_owned()),
            vector => (format!("{vector}_length"), vector.to_string()),
        };
        let name = format!("{prefix}_{word}");
        self.define(&name, |library| {
            let modulus = match z.repr {
                Repr::Complex => library.require("complex_abs"),
                _ => "length",
            };
            format!(
                "\nfn {name}(z: {repr}, bound: f32) -> bool {{\n    \
                 if bound > 1e-15 && bound < 1e18 {{\n        \
                 return dot(z, z) {sign} bound * bound;\n    }}\n    \
                 return {modulus}(z) {sign} bound;\n}}\n"
            )
        });
        Some(call(&name, &[z, bound], Repr::Bool))
    }

    /// One through a power that is not an int. For a base of 0, CindyGL has 0 where the exponent is
    /// odd or the base complex, and an infinite number otherwise.
    pub(crate) fn reciprocal(&mut self, power: &Operand, exponent: i32) -> Operand {
        let repr = power.repr.clone();
        match power.repr {
            Repr::Complex => self.helper("complex_reciprocal", &[power], repr),
            Repr::DoubleComplex => self.helper("double_complex_reciprocal", &[power], repr),
            Repr::Double if exponent % 2 == 0 => {
                let one = Operand::atom(self.format.real(1.0), Repr::Double);
                self.helper("double_div", &[&one, power], repr)
            }
            Repr::Double => self.helper("double_reciprocal", &[power], repr),
            _ if exponent % 2 == 0 => self.quotient(&Operand::atom("1.0", Repr::Real), power, repr),
            _ => self.helper("real_reciprocal", &[power], repr),
        }
    }

    /// Products and quotients of which at least one side is a number.
    fn scale(&mut self, op: Op, a: &Operand, b: &Operand, result: Repr) -> Option<Operand> {
        match (op, &result) {
            (Op::Mul, Repr::Complex) => Some(self.helper("complex_mul", &[a, b], result)),
            (_, Repr::Complex) if b.repr == Repr::Real => Some(self.quotient(a, b, result)),
            (_, Repr::Complex) => Some(self.helper("complex_div", &[a, b], result)),
            (_, Repr::Array(..)) => self.map(op, &[a, b], result),
            (Op::Mul, _) => Some(infix(a, "*", b, result)),
            (Op::Quotient, _) => Some(infix(a, "/", b, result)),
            _ => Some(self.quotient(a, b, result)),
        }
    }

    /// A number, or a short list of real ones, through a real number. Through 0 it is infinite or,
    /// of 0, no number, as in CindyGL. WGSL leaves to drivers what they make of `a / b` then, and
    /// they take 0 times anything for 0: so `a` is multiplied with the infinite number of the sign
    /// of `b` where it is not 0.
    fn quotient(&mut self, a: &Operand, b: &Operand, result: Repr) -> Operand {
        let name = format!("div_{}", result.suffix());
        self.define(&name, |_| {
            format!(
                "\nfn {name}(a: {result}, b: f32) -> {result} {{\n    \
                 let infinite = a * bitcast<f32>(bitcast<u32>(b) | 0x7f800000u);\n    \
                 let by_zero = select(infinite, {result}(frame.nan), a == {result}());\n    \
                 return select(a / b, by_zero, b == 0.0);\n}}\n"
            )
        });
        call(&name, &[a, b], result)
    }
}

/// The list of one element.
fn only(element: &Operand) -> Operand {
    let repr = Repr::list(1, element.repr.clone());
    Operand::atom(format!("{repr}({})", element.text), repr)
}

fn negative(a: &Operand, result: Repr) -> Operand {
    Operand::compound(format!("-{}", a.tight()), result)
}

/// The same text as a value of another representation.
fn with_repr(a: &Operand, repr: Repr) -> Operand {
    Operand { repr, ..a.clone() }
}

/// The library's functions of one real number.
fn of_real(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Arccos => "real_arccos",
        Op::Arcsin => "real_arcsin",
        Op::Arctan => "real_arctan",
        Op::Hue => "hue",
        Op::Log => "real_log",
        Op::RandomInt => "random_int",
        Op::Sqrt => "real_sqrt",
        _ => return None,
    })
}

/// The library's functions of one complex number.
fn of_complex(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Abs => "complex_abs",
        Op::Arccos => "complex_arccos",
        Op::Arcsin => "complex_arcsin",
        Op::Arctan => "complex_arctan",
        Op::Arctan2 => "argument",
        Op::Cos => "complex_cos",
        Op::Exp => "complex_exp",
        Op::Log => "complex_log",
        Op::Sin => "complex_sin",
        Op::Sqrt => "complex_sqrt",
        Op::Tan => "complex_tan",
        _ => return None,
    })
}

/// The functions from real numbers to real numbers that WGSL has.
fn elementary(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Exp => "exp",
        Op::Sin => "sin",
        Op::Cos => "cos",
        Op::Tan => "tan",
        _ => return None,
    })
}

fn colour(op: Op, part: &Operand, result: Repr) -> Operand {
    let value = &part.text;
    let text = match op {
        Op::Red => format!("vec3f({value}, 0.0, 0.0)"),
        Op::Green => format!("vec3f(0.0, {value}, 0.0)"),
        Op::Blue => format!("vec3f(0.0, 0.0, {value})"),
        _ => format!("vec3f({value})"),
    };
    Operand::atom(text, result)
}
