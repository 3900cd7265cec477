//! Why a term has no place in a pixel program, as data. Whoever speaks to authors finds the words.

use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{CalleeId, IterationKind, TermId};
use cindyscript_hir::types::Type;
use smol_str::SmolStr;

/// A term that has no place in a pixel program although its type is no error.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The term that cannot be.
    pub term: TermId,
    /// Why.
    pub reason: Reason,
}

/// Why a term has no place in a pixel program.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The type of the colour is not known before the applet runs.
    UnknownColour,
    /// Nor is that of a value from the CPU.
    UnknownValue,
    /// The arguments of a call have no value.
    UnknownArguments,
    /// Which code runs is not known before the applet runs.
    UnknownCode,
    /// A variable has no value.
    NoValue(NameId),
    /// Nothing defines what is called.
    UndefinedFunction(CalleeId),
    /// A function that calls itself.
    Recursion,
    /// A builtin that there is not at pixels.
    Builtin(BuiltinId),
    /// A builtin with code or names among its arguments that there is not at pixels.
    Special(BuiltinId),
    /// A builtin that is not defined for these values.
    Operands(BuiltinId),
    /// An operation that is not defined for so many values.
    OperandCount,
    /// A loop that makes no value of such elements.
    NoReduction(IterationKind),
    /// The modifier `element` of `max` and `min`.
    ElementModifier,
    /// A definition of a function.
    Definition,
    /// A colorplot in a colorplot.
    NestedPlot,
    /// A string or a dictionary.
    TextOrDictionary,
    /// A field that there is not at pixels.
    Field(SmolStr),
    /// What is no place in an image.
    ImagePlace,
    /// What is no whole number, as it has to be.
    NotWhole,
    /// What is no real number, as it has to be.
    NotReal,
    /// What is neither true nor false, as it has to be.
    NotBoolean,
    /// A modifier that is neither true nor false.
    NotBooleanModifier,
    /// A list of unknown length is assigned to a list of variables.
    UnpackedUnsized,
    /// An assignment to a field that is no coordinate.
    AssignedField(NameId),
    /// An assignment to what is neither a variable nor an element of one.
    AssignedValue,
    /// An assignment to an element of what is no variable.
    AssignedElement,
    /// An assignment to a variable before `regional` declares it, if it is one.
    BeforeRegional(Option<NameId>),
    /// Elements of a variable are of unlike types, and which of them is assigned to is not known.
    UnlikeElements(NameId),
    /// Nothing has given a variable elements before.
    NoElements(NameId),
    /// A variable is assigned an element of, and is of a type without any.
    NotAList(NameId, Type),
    /// How many elements a list has differs from pixel to pixel.
    Unsized,
    /// A list gets longer in every round of a loop.
    Growing,
    /// How long a list may become is not known.
    UnknownCapacity,
    /// A list whose length differs from pixel to pixel is sorted by what is no real number.
    UnsizedOrder,
}

impl Reason {
    /// Whether the running applet may settle it.
    #[must_use]
    pub fn is_open(&self) -> bool {
        match self {
            Self::UnknownColour
            | Self::UnknownValue
            | Self::UnknownArguments
            | Self::UnknownCode
            | Self::NoValue(_) => true,
            Self::UndefinedFunction(_)
            | Self::Recursion
            | Self::Builtin(_)
            | Self::Special(_)
            | Self::Operands(_)
            | Self::OperandCount
            | Self::NoReduction(_)
            | Self::ElementModifier
            | Self::Definition
            | Self::NestedPlot
            | Self::TextOrDictionary
            | Self::Field(_)
            | Self::ImagePlace
            | Self::NotWhole
            | Self::NotReal
            | Self::NotBoolean
            | Self::NotBooleanModifier
            | Self::UnpackedUnsized
            | Self::AssignedField(_)
            | Self::AssignedValue
            | Self::AssignedElement
            | Self::BeforeRegional(_)
            | Self::UnlikeElements(_)
            | Self::NoElements(_)
            | Self::NotAList(..)
            | Self::Unsized
            | Self::Growing
            | Self::UnknownCapacity
            | Self::UnsizedOrder => false,
        }
    }
}
