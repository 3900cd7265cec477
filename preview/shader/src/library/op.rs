//! The operations behind the builtins.

use cindyscript_hir::builtins::{BuiltinId, Intrinsic};

/// An operation on values; function forms and operators share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    Abs,
    Add,
    And,
    Append,
    Arccos,
    Arcsin,
    Arctan,
    Arctan2,
    Area,
    Blue,
    Ceil,
    Complex,
    Concatenate,
    Conjugate,
    Contains,
    Cos,
    Cross,
    Degree,
    Det,
    Distance,
    Div,
    Equal,
    Exp,
    Floor,
    FuzzyLess,
    FuzzyLessEqual,
    FuzzyMore,
    FuzzyMoreEqual,
    Gauss,
    Gray,
    Green,
    Hue,
    Im,
    Incident,
    Inverse,
    Less,
    LessEqual,
    LinearSolve,
    Log,
    Max,
    Min,
    Mod,
    More,
    MoreEqual,
    Mul,
    Near,
    Neg,
    Not,
    NotContains,
    NotNear,
    Or,
    Pos,
    Perpendicular,
    Pow,
    Prepend,
    Product,
    /// Division by what is not 0.
    Quotient,
    Random,
    RandomBool,
    RandomInt,
    RandomNormal,
    Re,
    Red,
    Reverse,
    Round,
    Sin,
    Sort,
    Sqrt,
    Sub,
    Sum,
    Tan,
    Transpose,
    Unequal,
    Xor,
}

impl Op {
    /// Whether it makes whole numbers of real ones.
    pub(crate) fn is_rounding(self) -> bool {
        matches!(self, Self::Floor | Self::Ceil | Self::Round)
    }

    /// True if, of two lists, it reads one element after the other and nothing else.
    pub(crate) fn reads_elements(self) -> bool {
        matches!(
            self,
            Self::Add
                | Self::Contains
                | Self::Distance
                | Self::Div
                | Self::Equal
                | Self::Mul
                | Self::NotContains
                | Self::Quotient
                | Self::Sub
                | Self::Unequal
        )
    }

    /// The comparison with its sides exchanged; none if it is not one of size.
    pub(crate) fn mirrored(self) -> Option<Self> {
        Some(match self {
            Self::Less => Self::More,
            Self::LessEqual => Self::MoreEqual,
            Self::More => Self::Less,
            Self::MoreEqual => Self::LessEqual,
            _ => return None,
        })
    }

    /// The operation that a builtin is at pixels.
    pub(crate) fn of(builtin: BuiltinId, arity: usize) -> Option<Self> {
        Some(match (builtin.intrinsic()?, arity) {
            (Intrinsic::Abs, 1) => Self::Abs,
            (Intrinsic::Add, 2) => Self::Add,
            (Intrinsic::And, 2) => Self::And,
            (Intrinsic::Append, 2) => Self::Append,
            (Intrinsic::Arccos, 1) => Self::Arccos,
            (Intrinsic::Arcsin, 1) => Self::Arcsin,
            (Intrinsic::Arctan, 1) => Self::Arctan,
            (Intrinsic::Arctan2, 1 | 2) => Self::Arctan2,
            (Intrinsic::Area, 3) => Self::Area,
            (Intrinsic::Blue, 1) => Self::Blue,
            (Intrinsic::Ceil, 1) => Self::Ceil,
            (Intrinsic::Complex, 1) => Self::Complex,
            (Intrinsic::Concatenate, 2) => Self::Concatenate,
            (Intrinsic::Conjugate, 1) => Self::Conjugate,
            (Intrinsic::Cos, 1) => Self::Cos,
            (Intrinsic::Cross, 2) => Self::Cross,
            (Intrinsic::Degree, 1) => Self::Degree,
            (Intrinsic::Det, 1 | 3) => Self::Det,
            (Intrinsic::Distance, 2) => Self::Distance,
            (Intrinsic::Divide, 2) => Self::Div,
            (Intrinsic::Equal, 2) => Self::Equal,
            (Intrinsic::Exp, 1) => Self::Exp,
            (Intrinsic::Floor, 1) => Self::Floor,
            (Intrinsic::FuzzyGreater, 2) => Self::FuzzyMore,
            (Intrinsic::FuzzyGreaterOrEqual, 2) => Self::FuzzyMoreEqual,
            (Intrinsic::FuzzyLess, 2) => Self::FuzzyLess,
            (Intrinsic::FuzzyLessOrEqual, 2) => Self::FuzzyLessEqual,
            (Intrinsic::Gauss, 1) => Self::Gauss,
            (Intrinsic::Gray, 1) => Self::Gray,
            (Intrinsic::Greater, 2) => Self::More,
            (Intrinsic::GreaterOrEqual, 2) => Self::MoreEqual,
            (Intrinsic::Green, 1) => Self::Green,
            (Intrinsic::Hue, 1) => Self::Hue,
            (Intrinsic::Im, 1) => Self::Im,
            (Intrinsic::In, 2) => Self::Contains,
            (Intrinsic::Inverse, 1) => Self::Inverse,
            (Intrinsic::Join | Intrinsic::Meet, 2) => Self::Incident,
            (Intrinsic::Less, 2) => Self::Less,
            (Intrinsic::LessOrEqual, 2) => Self::LessEqual,
            (Intrinsic::LinearSolve, 2) => Self::LinearSolve,
            (Intrinsic::Log, 1) => Self::Log,
            (Intrinsic::Max, 1 | 2) => Self::Max,
            (Intrinsic::Min, 1 | 2) => Self::Min,
            (Intrinsic::Mod, 2) => Self::Mod,
            (Intrinsic::Multiply, 2) => Self::Mul,
            (Intrinsic::Near, 2) => Self::Near,
            (Intrinsic::Negate, 1) => Self::Neg,
            (Intrinsic::Not, 1) => Self::Not,
            (Intrinsic::NotIn, 2) => Self::NotContains,
            (Intrinsic::NotNear, 2) => Self::NotNear,
            (Intrinsic::Or, 2) => Self::Or,
            (Intrinsic::Perpendicular, 1) => Self::Perpendicular,
            (Intrinsic::Plus, 1) => Self::Pos,
            (Intrinsic::Power, 2) => Self::Pow,
            (Intrinsic::Prepend, 2) => Self::Prepend,
            (Intrinsic::Product, 1) => Self::Product,
            (Intrinsic::Random, 0 | 1) => Self::Random,
            (Intrinsic::RandomBoolean, 0) => Self::RandomBool,
            (Intrinsic::RandomInteger, 1) => Self::RandomInt,
            (Intrinsic::RandomNormal, 0) => Self::RandomNormal,
            (Intrinsic::Re, 1) => Self::Re,
            (Intrinsic::Red, 1) => Self::Red,
            (Intrinsic::Reverse, 1) => Self::Reverse,
            (Intrinsic::Round, 1) => Self::Round,
            (Intrinsic::Sin, 1) => Self::Sin,
            (Intrinsic::Sort, 1) => Self::Sort,
            (Intrinsic::Sqrt, 1) => Self::Sqrt,
            (Intrinsic::Subtract, 2) => Self::Sub,
            (Intrinsic::Sum, 1) => Self::Sum,
            (Intrinsic::Tan, 1) => Self::Tan,
            (Intrinsic::Transpose, 1) => Self::Transpose,
            (Intrinsic::Unequal, 2) => Self::Unequal,
            (Intrinsic::Xor, 2) => Self::Xor,
            _ => return None,
        })
    }
}
