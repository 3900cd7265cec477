//! Instructions: each does the same to all lanes of its registers.

use num_complex::Complex64;

use crate::machine::builtin::Row;

use super::shape::Shape;

/// A place for a number of each lane.
pub(super) type Register = u32;
/// A number that is the same in all lanes: the rounds of a loop.
pub(super) type Counter = u32;
/// A place in the code.
pub(super) type Label = u32;

/// Truth is 1, and falsehood 0.
///
/// Where nothing else is said, the target is behind all operands, and no operand is the target of
/// anything else.
#[derive(Clone, Debug)]
pub(super) enum Instruction {
    Unary {
        operation: Unary,
        of: Register,
        to: Register,
    },
    Binary {
        operation: Binary,
        of: [Register; 2],
        to: Register,
    },
    /// Where the condition is true the first, otherwise the second.
    Select {
        condition: Register,
        of: [Register; 2],
        to: Register,
    },
    /// A product of complex numbers, to two registers.
    Multiply {
        of: [[Register; 2]; 2],
        to: Register,
    },
    /// The modulus of a complex number.
    Modulus { of: [Register; 2], to: Register },
    /// A function that is evaluated lane by lane, where a mask is true.
    Real {
        function: fn(f64) -> f64,
        of: Register,
        to: Register,
        mask: Option<Register>,
    },
    /// The same for complex numbers, to two registers.
    Complex {
        function: fn(Complex64) -> Complex64,
        of: [Register; 2],
        to: Register,
        mask: Option<Register>,
    },
    /// The same for two complex numbers.
    ComplexPair {
        function: fn(Complex64, Complex64) -> Complex64,
        of: [[Register; 2]; 2],
        to: Register,
        mask: Option<Register>,
    },
    /// A builtin as scripts on the CPU have it, lane by lane, where a mask is true.
    Builtin(Box<Builtin>),
    /// To any register.
    Move { from: Register, to: Register },
    /// To any register, where a mask is true.
    Blend {
        from: Register,
        to: Register,
        mask: Register,
    },
    /// One of these for each lane, by an index from 1, or from -1 at the end.
    Pick {
        of: Box<[Register]>,
        index: Register,
        to: Register,
    },
    /// The same from an array that all lanes share.
    PickShared {
        of: Shared,
        index: Register,
        to: Register,
    },
    /// One of these, by the number of the round.
    Element {
        of: Box<[Register]>,
        counter: Counter,
        to: Register,
    },
    /// The same from an array that all lanes share.
    ElementShared {
        of: Shared,
        counter: Counter,
        to: Register,
    },
    /// To one of these, by the number of the round.
    Put {
        from: Register,
        to: Box<[Register]>,
        counter: Counter,
    },
    /// The number of the round, from 1.
    Round { counter: Counter, to: Register },
    /// A random number.
    Random { normal: bool, to: Register },
    /// The colour of an image, to four registers.
    Sample(Box<Sample>),
    /// The first round of a loop is the next.
    Begin { counter: Counter },
    /// Once for each round: rounds are limited.
    Spend,
    /// The next round, if there are so many.
    Next {
        counter: Counter,
        rounds: Option<u32>,
        back: Label,
    },
    /// Goes on elsewhere if a mask is true nowhere.
    SkipUnless { mask: Register, label: Label },
}

/// Every so-manieth number from a place on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    pub(super) start: u32,
    pub(super) stride: u32,
    pub(super) len: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Negate,
    Not,
    Abs,
    /// Of what is not negative; of what is, 0.
    Sqrt,
    Floor,
    Ceil,
    /// To the larger of two that are as near.
    Round,
    /// To the one further from 0 of two that are as near, as indices are.
    Nearest,
    /// To 0..1.
    Clamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    /// By 0, it is not a number.
    Divide,
    Less,
    LessOrEqual,
    Equal,
    Unequal,
    And,
    AndNot,
    Or,
    Min,
    Max,
}

#[derive(Clone, Debug)]
pub(super) struct Builtin {
    pub(super) row: &'static Row,
    /// What the arguments are, and where.
    pub(super) arguments: Vec<(Shape, Vec<Register>)>,
    pub(super) result: Shape,
    pub(super) to: Register,
    pub(super) mask: Option<Register>,
}

/// Where an image lies.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// Its lower corners are those of the view.
    View,
    /// Its lower corners.
    Corners([[Register; 2]; 2]),
    /// From 0 to 1 in both directions.
    Unit,
}

#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) frame: Frame,
    /// Its number.
    pub(super) image: Register,
    pub(super) place: [Register; 2],
    pub(super) interpolate: Register,
    pub(super) repeat: Register,
    pub(super) to: Register,
    pub(super) mask: Option<Register>,
}
