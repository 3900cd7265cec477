//! The rows of a program's tables: terms, what they are made of, and what they refer to.

use cindyscript_applet::Event;
use smol_str::SmolStr;
use text_size::TextRange;

pub use crate::builtins::IterationKind;
use crate::builtins::{Binding, BuiltinId, Category, Intrinsic};
use crate::ids::{CalleeId, FunctionId, IterationId, PlotId, ScriptId, SpecialId, TermId, TextId};
use crate::names::NameId;

/// Consecutive entries of [`Program::children`](super::Program::children).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Children {
    /// The place of the first.
    pub start: u32,
    /// How many there are.
    pub len: u32,
}

impl Children {
    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// Consecutive entries of [`Program::modifiers`](super::Program::modifiers).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ModifierRange {
    /// The place of the first.
    pub start: u32,
    /// How many there are.
    pub len: u32,
}

impl ModifierRange {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// `name -> value` in a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Modifier {
    /// The modifier's name.
    pub name: NameId,
    /// Where the name stands in its script.
    pub range: TextRange,
    /// Its value, evaluated in the caller's scope.
    pub value: TermId,
}

/// An expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Where it stands in its script, without surrounding space.
    pub range: TextRange,
    /// The script it stands in.
    pub script: ScriptId,
    /// The first term of its subtree.
    pub first: TermId,
}

/// The kinds of terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TermKind {
    /// An empty slot or broken syntax; the undefined value.
    Undefined,
    /// A number.
    Number(f64),
    /// A string literal.
    Text(TextId),
    /// A variable, `#` included.
    Variable(NameId),
    /// `a; b; c`: the value of the last operand.
    Sequence(Children),
    /// `[a, b]` or `(a, b)`.
    List(Children),
    /// `{"key": value}`: keys ([`TermKind::Text`]) and values alternate.
    Dictionary(Children),
    /// `target = value`; the target is a variable, index, field, user datum, or a list of these.
    Assign {
        /// The variable, or part of one, that is assigned to.
        target: TermId,
        /// The value.
        value: TermId,
    },
    /// `f(x, y) := body`.
    Define(FunctionId),
    /// `cgllazy((x, y), body)`: the function as a value.
    Code(FunctionId),
    /// `x := body`: evaluated anew at each read.
    DefineLazy {
        /// The variable or field.
        target: TermId,
        /// The code.
        body: TermId,
    },
    /// `f(x) := _`.
    Undefine(CalleeId),
    /// `base_index`; 1-based, negative from the end.
    Index {
        /// The list.
        base: TermId,
        /// The index, or a list of indices.
        index: TermId,
    },
    /// `base.name`.
    Field {
        /// The list, element or dictionary.
        base: TermId,
        /// The field's name.
        name: NameId,
    },
    /// `base:key`.
    UserData {
        /// The element, list or dictionary.
        base: TermId,
        /// The key.
        key: TermId,
    },
    /// A call or an operator whose arguments are all evaluated first.
    Call {
        /// What is called.
        callee: CalleeId,
        /// The arguments.
        arguments: Children,
        /// The modifiers.
        modifiers: ModifierRange,
    },
    /// `if(condition, then, otherwise)`.
    If {
        /// Must be a boolean.
        condition: TermId,
        /// The value where it is true.
        then: TermId,
        /// The value where it is false.
        otherwise: Option<TermId>,
    },
    /// `while(condition, body)`.
    While {
        /// Tested before each round.
        condition: TermId,
        /// The body.
        body: TermId,
    },
    /// A loop with a running variable.
    Iterate(IterationId),
    /// `regional(a, b)`: these names are local to the function from here on.
    Regional(Children),
    /// `colorplot(..)`.
    Plot(PlotId),
    /// Any other builtin with code or names among its arguments: `plot`, `d`, `eval`, `local`.
    Special(SpecialId),
}

/// A loop with a running variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// Says what becomes of the values of the body.
    pub kind: IterationKind,
    /// The list, or the number of rounds.
    pub domain: TermId,
    /// The running variable: `#` if the call names none.
    pub element: NameId,
    /// The term that names it, if the call does.
    pub element_term: Option<TermId>,
    /// The argument in the place of that name, if it is no name. It is not evaluated, and the running
    /// variable is `#`.
    pub ignored: Option<TermId>,
    /// The variable for the 1-based index (or the key) in four-argument forms.
    pub index: Option<NameId>,
    /// The term that names it.
    pub index_term: Option<TermId>,
    /// The body.
    pub body: TermId,
    /// `start`, `stop`, `step` and the like.
    pub modifiers: ModifierRange,
}

impl Iteration {
    /// Whether it is `max(a, b)` or `min(a, b)` with `#` in `b`: that is a loop if `a` is a list;
    /// otherwise it is the larger or smaller of two values, and `#` what it is around.
    #[must_use]
    pub fn may_be_two_values(&self) -> bool {
        matches!(self.kind, IterationKind::Max | IterationKind::Min) && self.is_unnamed()
    }

    /// True if the call has no argument between domain and body.
    #[must_use]
    pub fn is_unnamed(&self) -> bool {
        self.element_term.is_none() && self.ignored.is_none()
    }
}

/// A call of a builtin with code or names among its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Special {
    /// What is called.
    pub builtin: BuiltinId,
    /// How the arguments are treated: that of the builtin's row.
    pub binding: &'static Binding,
    /// The arguments; [`Binding::mode`] says which are values, code and names.
    pub arguments: Children,
    /// The modifiers, evaluated in the caller's scope.
    pub modifiers: ModifierRange,
    /// The variable that the code runs with, if it is one: see [`Binds`](crate::builtins::Binds).
    pub variable: Option<NameId>,
    /// The argument that names it, if one does.
    pub variable_term: Option<TermId>,
}

/// A definition `f(x, y) := body`, or the code `cgllazy((x, y), body)`.
///
/// A code is a definition of `cgleval` of one argument more that applies where the first argument,
/// a parameter without a name, is this code.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name and arity.
    pub callee: CalleeId,
    /// The parameters, bound by value.
    pub parameters: Vec<FunctionParameter>,
    /// The body.
    pub body: TermId,
    /// Where the name stands.
    pub name_range: TextRange,
    /// The script of the definition.
    pub script: ScriptId,
    /// Of code, what it captures when it is made: names, with their values.
    pub captured: Option<ModifierRange>,
}

impl Function {
    /// Whether it is code, which has no name.
    #[must_use]
    pub fn is_code(&self) -> bool {
        self.captured.is_some()
    }

    /// The parameters that have names.
    #[must_use]
    pub fn named_parameters(&self) -> &[FunctionParameter] {
        let skipped = usize::from(self.is_code());
        self.parameters.get(skipped..).unwrap_or_default()
    }
}

/// A function's parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionParameter {
    /// The name.
    pub name: NameId,
    /// Where it stands.
    pub range: TextRange,
}

/// A name and an arity that something calls or defines.
#[derive(Clone, Debug, PartialEq)]
pub struct Callee {
    /// As written where it was first seen.
    pub name: SmolStr,
    /// The number of arguments.
    pub arity: u32,
    /// The builtin of that name and arity. User functions shadow it.
    pub builtin: Option<BuiltinId>,
    /// All definitions of that name and arity; what runs is the last one executed. Of `cgleval`, the
    /// code that is its first argument runs, and these are all there are.
    pub definitions: Vec<FunctionId>,
}

impl Callee {
    /// Whether it runs the code that is its first argument.
    #[must_use]
    pub fn runs_code(&self) -> bool {
        self.builtin.is_some_and(BuiltinId::runs_code)
    }

    /// The builtin that it is, if no function of the applet shadows it.
    #[must_use]
    pub fn plain_builtin(&self) -> Option<BuiltinId> {
        self.builtin.filter(|_| self.definitions.is_empty())
    }

    /// Which builtin it is, if that is one that some pass has a rule for.
    #[must_use]
    pub fn intrinsic(&self) -> Option<Intrinsic> {
        self.plain_builtin().and_then(BuiltinId::intrinsic)
    }

    /// Whether it is an operator, whichever.
    #[must_use]
    pub fn is_operator(&self) -> bool {
        let builtin = self.plain_builtin();
        builtin.is_some_and(|builtin| builtin.row().category == Category::Operator)
    }

    /// Which operator it is, as it is written, if that is one that some pass has a rule for.
    #[must_use]
    pub fn operator(&self) -> Option<Intrinsic> {
        self.plain_builtin().and_then(BuiltinId::operator)
    }

    /// Whether it is this builtin.
    #[must_use]
    pub fn is(&self, intrinsic: Intrinsic) -> bool {
        self.intrinsic() == Some(intrinsic)
    }

    /// Whether it is a builtin that draws.
    pub fn draws(&self) -> bool {
        let draws = |builtin: BuiltinId| builtin.row().category == Category::Drawing;
        self.plain_builtin().is_some_and(draws)
    }
}

/// A `colorplot(..)` in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plot {
    /// The whole call.
    pub term: TermId,
    /// The place that it paints.
    pub form: PlotForm,
    /// The expression evaluated at every pixel.
    pub body: TermId,
}

/// The place that a colorplot paints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotForm {
    /// The whole view.
    View,
    /// An axis-parallel rectangle, given by two opposite corners.
    Rectangle {
        /// One corner.
        from: TermId,
        /// The opposite one.
        to: TermId,
    },
    /// An image, whose lower corners are those of the view.
    Image {
        /// Its name.
        image: TermId,
    },
    /// An image, placed by its lower corners.
    PlacedImage {
        /// Lower left corner.
        left: TermId,
        /// Lower right corner.
        right: TermId,
        /// Its name.
        image: TermId,
    },
}

impl PlotForm {
    /// The operands beside the body: corners and the image.
    pub fn operands(self) -> impl Iterator<Item = TermId> {
        let operands = match self {
            Self::View => [None; 3],
            Self::Rectangle { from, to } => [Some(from), Some(to), None],
            Self::Image { image } => [Some(image), None, None],
            Self::PlacedImage { left, right, image } => [Some(left), Some(right), Some(image)],
        };
        operands.into_iter().flatten()
    }
}

/// A script, lowered.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptBody {
    /// When it runs; none for the text of a library that scripts import while they run: it is
    /// here for what it defines.
    pub event: Option<Event>,
    /// Its root, a [`TermKind::Sequence`].
    pub root: TermId,
}
