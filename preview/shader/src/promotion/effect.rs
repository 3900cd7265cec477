//! What operations do to the digits of their operands.

use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_pixel::{NodeId, PixelProgram};

use crate::library::Op;

/// What a builtin does to the digits of real and complex numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Its result consists of parts of its operands.
    Moves,
    /// The relative error of its result is about that of its operands.
    Keeps,
    /// That of its result may be much larger.
    Loses,
}

pub(super) fn effect(program: &PixelProgram, builtin: BuiltinId, arguments: &[NodeId]) -> Effect {
    let Some(op) = Op::of(builtin, arguments.len()) else {
        return Effect::Loses;
    };
    let types: Vec<_> = arguments.iter().map(|id| &program.node(*id).ty).collect();
    let is_nonnegative = |ty: &&Type| {
        matches!(
            ty,
            Type::Scalar(Scalar::Nat | Scalar::NonNeg | Scalar::Boolean)
        )
    };
    let is_list = |ty: &&Type| ty.sized_list().is_some() || matches!(ty, Type::Tuple(_));
    // Of a product of complex numbers the modulus is precise, but its parts may cancel.
    let if_real = match types.iter().any(|ty| has_complex(ty)) {
        true => Effect::Loses,
        false => Effect::Keeps,
    };
    match op {
        Op::And
        | Op::Append
        | Op::Complex
        | Op::Concatenate
        | Op::Conjugate
        | Op::Gauss
        | Op::Im
        | Op::Max
        | Op::Min
        | Op::Neg
        | Op::Not
        | Op::Or
        | Op::Perpendicular
        | Op::Pos
        | Op::Prepend
        | Op::Re
        | Op::Reverse
        | Op::Sort
        | Op::Transpose
        | Op::Xor => Effect::Moves,
        Op::Abs | Op::Blue | Op::Gray | Op::Green | Op::Red => Effect::Keeps,
        Op::Arctan2 if types.len() == 1 => Effect::Keeps,
        Op::Random | Op::RandomBool | Op::RandomInt | Op::RandomNormal => Effect::Keeps,
        // Exponents beyond 88 are infinite numbers.
        Op::Arctan
        | Op::Arctan2
        | Op::Degree
        | Op::Div
        | Op::Exp
        | Op::Product
        | Op::Quotient
        | Op::Sqrt => if_real,
        Op::Mul if types.iter().filter(|ty| is_list(ty)).count() < 2 => if_real,
        Op::Add if types.iter().all(is_nonnegative) => Effect::Keeps,
        Op::Add
        | Op::Arccos
        | Op::Arcsin
        | Op::Area
        | Op::Ceil
        | Op::Contains
        | Op::Cos
        | Op::Cross
        | Op::Det
        | Op::Distance
        | Op::Equal
        | Op::Floor
        | Op::FuzzyLess
        | Op::FuzzyLessEqual
        | Op::FuzzyMore
        | Op::FuzzyMoreEqual
        | Op::Hue
        | Op::Incident
        | Op::Inverse
        | Op::Less
        | Op::LessEqual
        | Op::LinearSolve
        | Op::Log
        | Op::Mod
        | Op::More
        | Op::MoreEqual
        | Op::Mul
        | Op::Near
        | Op::NotContains
        | Op::NotNear
        | Op::Pow
        | Op::Round
        | Op::Sin
        | Op::Sub
        | Op::Sum
        | Op::Tan
        | Op::Unequal => Effect::Loses,
    }
}

/// Whether there are complex numbers in a value.
pub(super) fn has_complex(ty: &Type) -> bool {
    match ty {
        Type::Scalar(scalar) => *scalar == Scalar::Complex,
        Type::Tuple(tuple) => tuple.components().iter().any(has_complex),
        Type::Code(_) => has_complex(&ty.data()),
        _ => match ty.sized_list() {
            Some((_, element)) => has_complex(element),
            None => false,
        },
    }
}
