//! Builtins that some pass has a rule for, of which a row says no more than which one it is.

use std::sync::LazyLock;

use super::{BuiltinId, all};

macro_rules! intrinsics {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// A builtin that some pass has a rule for. An operator and the function that is another
        /// name of it are the same one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Intrinsic {
            $($(#[$doc])* $name,)*
        }

        impl Intrinsic {
            /// All of them.
            const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

intrinsics! {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `+a`
    Plus,
    /// `-a`
    Negate,
    /// `a * b`
    Multiply,
    /// `a × b`
    Cross,
    /// `a / b`
    Divide,
    /// `a ^ b`
    Power,
    /// `a°`
    Degree,
    /// `a..b`
    Range,
    /// `a == b`
    Equal,
    /// `a != b`
    Unequal,
    /// `a < b`
    Less,
    /// `a > b`
    Greater,
    /// `a <= b`
    LessOrEqual,
    /// `a >= b`
    GreaterOrEqual,
    /// `a ~= b`
    Near,
    /// `a ~!= b`
    NotNear,
    /// `a ~< b`
    FuzzyLess,
    /// `a ~> b`
    FuzzyGreater,
    /// `a ~<= b`
    FuzzyLessOrEqual,
    /// `a ~>= b`
    FuzzyGreaterOrEqual,
    /// `!a`
    Not,
    /// `a & b`
    And,
    /// `a % b`
    Or,
    /// `xor(a, b)`
    Xor,
    /// `a ∈ list`
    In,
    /// `a ∉ list`
    NotIn,
    /// `list ++ list`
    Concatenate,
    /// `list :> a`
    Append,
    /// `a <: list`
    Prepend,
    /// `|a|`
    Abs,
    /// `|a, b|`
    Distance,
    /// `re(z)`
    Re,
    /// `im(z)`
    Im,
    /// `conjugate(z)`
    Conjugate,
    /// `complex(vector)`
    Complex,
    /// `gauss(z)`
    Gauss,
    /// `exp(z)`
    Exp,
    /// `log(z)`
    Log,
    /// `sqrt(z)`
    Sqrt,
    /// `sin(z)`
    Sin,
    /// `cos(z)`
    Cos,
    /// `tan(z)`
    Tan,
    /// `arcsin(z)`
    Arcsin,
    /// `arccos(z)`
    Arccos,
    /// `arctan(z)`
    Arctan,
    /// `arctan2(x, y)`, `arctan2(vector)`
    Arctan2,
    /// `floor(z)`
    Floor,
    /// `round(z)`
    Round,
    /// `ceil(z)`
    Ceil,
    /// `mod(a, b)`
    Mod,
    /// `max(list)`, `max(a, b)`
    Max,
    /// `min(list)`, `min(a, b)`
    Min,
    /// `sum(list)`
    Sum,
    /// `product(list)`
    Product,
    /// `random()`, `random(n)`
    Random,
    /// `randominteger(n)`, `randomint(n)`
    RandomInteger,
    /// `randomnormal()`
    RandomNormal,
    /// `randombool()`
    RandomBoolean,
    /// `isundefined(a)`
    IsUndefined,
    /// `take(list, place)`
    Take,
    /// `length(list)`
    Length,
    /// `contains(list, a)`
    Contains,
    /// `sort(list)`
    Sort,
    /// `reverse(list)`
    Reverse,
    /// `flatten(list)`
    Flatten,
    /// `zerovector(n)`
    ZeroVector,
    /// `zeromatrix(m, n)`
    ZeroMatrix,
    /// `transpose(matrix)`
    Transpose,
    /// `det(matrix)`, `det(a, b, c)`
    Det,
    /// `inverse(matrix)`
    Inverse,
    /// `linearsolve(matrix, vector)`
    LinearSolve,
    /// `tokenize(text, separators)`
    Tokenize,
    /// `text(a)`
    Text,
    /// `point(a)`
    Point,
    /// `line(a)`
    Line,
    /// `join(a, b)`
    Join,
    /// `meet(a, b)`
    Meet,
    /// `area(a, b, c)`
    Area,
    /// `perp(vector)`
    Perpendicular,
    /// `allpoints()`
    AllPoints,
    /// `createpoint(name, place)`
    CreatePoint,
    /// `create(names, kind, arguments)`
    Create,
    /// `mouse()`
    Mouse,
    /// `seconds()`
    Seconds,
    /// `simulationtime()`
    SimulationTime,
    /// `timestamp()`
    Timestamp,
    /// `resetclock()`
    ResetClock,
    /// `import(file)`
    Import,
    /// `print(a)`, `println(a)`
    Print,
    /// `err(a)`, `errc(a)`: they write the name of a variable as well
    Diagnose,
    /// `draw(a)`, `draw(a, b)`
    Draw,
    /// `drawtext(place, text)`
    DrawText,
    /// `plot(code)`
    Plot,
    /// `color(rgb)`
    Color,
    /// `hue(h)`
    Hue,
    /// `red(brightness)`
    Red,
    /// `green(brightness)`
    Green,
    /// `blue(brightness)`
    Blue,
    /// `gray(brightness)`
    Gray,
    /// `canvas(left, right, image, code)`
    Canvas,
    /// `cameravideo()`
    CameraVideo,
    /// `cgldiscard()`
    Discard,
    /// `javascript(code)`
    JavaScript,
}

/// The rows of each intrinsic, in the order of the table: operators come first.
static ROWS: LazyLock<Vec<Vec<BuiltinId>>> = LazyLock::new(|| {
    let mut rows = vec![Vec::new(); Intrinsic::ALL.len()];
    for id in all() {
        if let Some(intrinsic) = id.row().intrinsic {
            rows[intrinsic as usize].push(id);
        }
    }
    rows
});

impl Intrinsic {
    /// The builtin with so many arguments; the operator where there is one.
    #[must_use]
    pub fn builtin(self, arity: usize) -> Option<BuiltinId> {
        let mut rows = ROWS.get(self as usize)?.iter().copied();
        rows.find(|id| id.row().arity.map(usize::from) == Some(arity))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_a_row() {
        for &intrinsic in Intrinsic::ALL {
            assert!(!ROWS[intrinsic as usize].is_empty(), "{intrinsic:?}");
        }
    }

    #[test]
    fn one_operator_is_found_for_each_number_of_arguments() {
        for &intrinsic in Intrinsic::ALL {
            for id in &ROWS[intrinsic as usize] {
                let Some(arity) = id.row().arity else {
                    continue;
                };
                let found = intrinsic.builtin(usize::from(arity)).expect("itself");
                if let Some(operator) = id.row().alias_of {
                    assert_eq!(found.name(), operator);
                }
            }
        }
    }
}
