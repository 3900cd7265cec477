//! How builtins treat their arguments: which are values, which are code, which are names.

/// How the arguments of a builtin are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All arguments are evaluated, then the builtin is applied.
    Strict,
    /// A control structure with a term of its own ([`TermKind`](crate::program::TermKind)).
    Control(Control),
    /// The first argument is code ([`TermKind::Code`](crate::program::TermKind::Code)), which is
    /// run with the values of the others.
    Evaluate,
    /// Some arguments are code, which the builtin itself evaluates never, once or many times, or
    /// names: [`TermKind::Special`](crate::program::TermKind::Special).
    Special(&'static Binding),
    /// Part of the grammar, with a term of its own: `a = b`, `a_b`, `a; b`. It is a row for what is
    /// said of it.
    Notation,
    /// Known to CindyJS, not available in the preview.
    Unavailable,
    /// Known to CindyJS, and deliberately not available in the preview, which has no such thing:
    /// sound, say.
    OutOfScope(&'static str),
}

/// A control structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// `if(condition, then, otherwise)`
    If,
    /// `while(condition, body)`
    While,
    /// A loop with a running variable: `apply(list, variable, body)`.
    Loop(IterationKind),
    /// `regional(a, b)`
    Regional,
    /// `colorplot(..)`
    Plot,
    /// Code as a value.
    Code,
}

/// What a loop does with the values of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IterationKind {
    /// `repeat`: the domain is a count; the last value.
    Repeat,
    /// `forall`: the last value.
    ForAll,
    /// `apply`: the list of the values.
    Apply,
    /// `select`: the elements whose value is true.
    Select,
    /// `sum`: the sum of the values.
    Sum,
    /// `product`: the product of the values.
    Product,
    /// `sort`: the elements, ordered by the values.
    Sort,
    /// `max`: the largest value.
    Max,
    /// `min`: the smallest value.
    Min,
}

impl IterationKind {
    /// The name of the builtin, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Repeat => "repeat",
            Self::ForAll => "forall",
            Self::Apply => "apply",
            Self::Select => "select",
            Self::Sum => "sum",
            Self::Product => "product",
            Self::Sort => "sort",
            Self::Max => "max",
            Self::Min => "min",
        }
    }

    /// The builtin with so many arguments.
    #[must_use]
    pub fn builtin(self, arity: usize) -> Option<super::BuiltinId> {
        super::find(self.name(), arity)
    }
}

/// The builtin whose value is the code that is its last argument.
pub(crate) const LAZY: &str = "cgllazy";

/// The builtin that runs such code.
pub(crate) const EVALUATE: &str = "cgleval";

/// The builtin that makes variables those of the function around.
pub(crate) const REGIONAL: &str = "regional";

/// Arguments that are not values, and the names that mean something in them.
#[derive(Debug, PartialEq, Eq)]
pub struct Binding {
    /// How each argument is treated; the last entry stands for all that follow.
    pub arguments: &'static [Mode],
    /// What is bound while the code runs.
    pub binds: Binds,
}

/// How one argument is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It is evaluated first, once.
    Value,
    /// It is code.
    Code,
    /// It is the name of a variable; what is none is left alone.
    Name,
}

/// The names that a builtin binds while its code runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binds {
    /// None.
    Nothing,
    /// `#`: a number like the argument at this place.
    Hash(u8),
    /// The variable of a graph: the argument at this place where that is a name, otherwise the
    /// first of `x`, `y`, `z`, `t` that stands in the code, or else `#`. A real number.
    Graph(u8),
    /// The variable of a function's formula: the argument of a call such as `f(y)`, or else `x`.
    /// A number like the elements of the argument at this place.
    Formula(u8),
    /// The modifiers' names, with their values.
    Modifiers,
    /// The arguments that are names, from here to the end of the function around.
    Names,
}

impl Binding {
    /// How the argument at a place is treated.
    #[must_use]
    pub fn mode(&self, place: usize) -> Mode {
        let last = self.arguments.last().copied().unwrap_or(Mode::Value);
        self.arguments.get(place).copied().unwrap_or(last)
    }
}

/// `plot(code)`, `plot(code, variable)`.
pub(super) const GRAPH: Form = Form::Special(&Binding {
    arguments: &[Mode::Code, Mode::Name],
    binds: Binds::Graph(1),
});

/// `d(code, point)`: `#` is a number near the point.
pub(super) const NEAR: Form = Form::Special(&Binding {
    arguments: &[Mode::Code, Mode::Value],
    binds: Binds::Hash(1),
});

/// `autodiff(code, points, order)`.
pub(super) const FORMULA: Form = Form::Special(&Binding {
    arguments: &[Mode::Code, Mode::Value, Mode::Value],
    binds: Binds::Formula(1),
});

/// `eval(code, name -> value)`.
pub(super) const WITH: Form = Form::Special(&Binding {
    arguments: &[Mode::Code],
    binds: Binds::Modifiers,
});

/// `parse(text)`: what the text says is known at run time only.
pub(super) const TEXT: Form = Form::Special(&Binding {
    arguments: &[Mode::Value],
    binds: Binds::Nothing,
});

/// `canvas(a, b, image, code)`.
pub(super) const CANVAS_4: Form = Form::Special(&Binding {
    arguments: &[Mode::Value, Mode::Value, Mode::Value, Mode::Code],
    binds: Binds::Nothing,
});

/// `canvas(a, b, c, image, code)`.
pub(super) const CANVAS_5: Form = Form::Special(&Binding {
    arguments: &[
        Mode::Value,
        Mode::Value,
        Mode::Value,
        Mode::Value,
        Mode::Code,
    ],
    binds: Binds::Nothing,
});

/// `settimeout(seconds, code)`.
pub const LATER: Form = Form::Special(&Binding {
    arguments: &[Mode::Value, Mode::Code],
    binds: Binds::Nothing,
});

/// `playanimation()`: no arguments, but scripts of the applet run.
pub(super) const SCRIPTS: Form = Form::Special(&Binding {
    arguments: &[],
    binds: Binds::Nothing,
});

/// `diff(code, variable, code with #)`: the derivative stands in the place of `#`.
pub(super) const DERIVED: Form = Form::Special(&Binding {
    arguments: &[Mode::Code, Mode::Name, Mode::Code],
    binds: Binds::Nothing,
});

/// `simplify(code, code with #)`.
pub(super) const SIMPLER: Form = Form::Special(&Binding {
    arguments: &[Mode::Code, Mode::Code],
    binds: Binds::Nothing,
});

/// `degree(code, variable, variable)`.
pub(super) const DEGREE: Form = Form::Special(&Binding {
    arguments: &[Mode::Code, Mode::Name],
    binds: Binds::Nothing,
});

/// `addcindy3dprintuitubes(file, function, count, radius, closed)`.
pub(super) const TUBE: Form = Form::Special(&Binding {
    arguments: &[Mode::Value, Mode::Name, Mode::Value],
    binds: Binds::Nothing,
});

/// `saveisomeshtofile(file, function, gradient, value, ..)`.
pub(super) const SAVED_SURFACE: Form = Form::Special(&Binding {
    arguments: &[Mode::Value, Mode::Name, Mode::Name, Mode::Value],
    binds: Binds::Nothing,
});

/// `updatepreviewcdygl(function, gradient, value, ..)`.
pub(super) const SHOWN_SURFACE: Form = Form::Special(&Binding {
    arguments: &[Mode::Name, Mode::Name, Mode::Value],
    binds: Binds::Nothing,
});

/// `local(a, b)`: fresh variables.
pub(super) const FRESH: Form = Form::Special(&Binding {
    arguments: &[Mode::Name],
    binds: Binds::Names,
});

/// `release(a, b)`: the variables that were before.
pub(super) const RELEASED: Form = Form::Special(&Binding {
    arguments: &[Mode::Name],
    binds: Binds::Nothing,
});
