//! Operations that lose digits of their operands.

use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_pixel::{NodeId, PixelProgram};

use crate::library::Op;

/// True if the relative error of a builtin's result may be much larger than that of its operands.
pub(super) fn loses_digits(
    program: &PixelProgram,
    builtin: BuiltinId,
    arguments: &[NodeId],
) -> bool {
    let Some(op) = Op::of(builtin, arguments.len()) else {
        return true;
    };
    let mut types = arguments.iter().map(|id| &program.node(*id).ty);
    match op {
        Op::Abs
        | Op::And
        | Op::Append
        | Op::Blue
        | Op::Complex
        | Op::Concatenate
        | Op::Conjugate
        | Op::Gauss
        | Op::Gray
        | Op::Green
        | Op::Im
        | Op::Max
        | Op::Min
        | Op::Neg
        | Op::Not
        | Op::Or
        | Op::Perpendicular
        | Op::Pos
        | Op::Prepend
        | Op::Random
        | Op::RandomBool
        | Op::RandomInt
        | Op::RandomNormal
        | Op::Re
        | Op::Red
        | Op::Reverse
        | Op::Sort
        | Op::Transpose
        | Op::Xor => false,
        Op::Arctan2 if arguments.len() == 1 => false,
        Op::Mul if types.clone().filter(|ty| is_list(ty)).count() > 1 => true,
        // A product of complex numbers has a precise modulus, but its parts may cancel.
        // Exponents beyond 88 are infinite numbers.
        Op::Arctan
        | Op::Arctan2
        | Op::Degree
        | Op::Div
        | Op::Exp
        | Op::Mul
        | Op::Product
        | Op::Quotient
        | Op::Sqrt => types.any(has_complex),
        Op::Add => !types.all(is_nonnegative),
        _ => true,
    }
}

fn is_list(ty: &Type) -> bool {
    ty.sized_list().is_some() || matches!(ty, Type::Tuple(_))
}

fn is_nonnegative(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Scalar(Scalar::Nat | Scalar::NonNeg | Scalar::Boolean)
    )
}

/// True if there are complex numbers in a value.
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
