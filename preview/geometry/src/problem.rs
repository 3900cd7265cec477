//! What is wrong with the definition of an element.

use cindyscript_applet::TextRange;
use smol_str::SmolStr;
use thiserror::Error;

use crate::ElementKind;

/// Something wrong with an entry of a page's `geometry`.
#[derive(Clone, Debug, PartialEq)]
pub struct GeometryProblem {
    /// The entry, in bytes of the file.
    pub range: TextRange,
    /// The name of the element.
    pub name: SmolStr,
    /// What is wrong, for people.
    pub message: String,
}

/// Why an element cannot be.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DefinitionError {
    /// CindyJS has no such type either, or it is out of reach.
    #[error("`{0}` is no type of element that is known here")]
    UnknownType(SmolStr),
    /// It depends on an element that is not there (any more, or before it).
    #[error("there is no element `{0}` before this one")]
    UnknownElement(SmolStr),
    /// Too few or too many elements to compute it from.
    #[error("`{type_name}` is computed from {expected}, not {found}")]
    WrongCount {
        /// CindyJS's `type`.
        type_name: SmolStr,
        /// How many, in words: `2 elements`.
        expected: String,
        /// How many there are.
        found: usize,
    },
    /// Another kind of element is wanted.
    #[error("`{argument}` is {found}; `{type_name}` wants {expected} here")]
    WrongKind {
        /// CindyJS's `type`.
        type_name: SmolStr,
        /// The argument.
        argument: SmolStr,
        /// In words: `a line`.
        expected: ElementKind,
        /// In words: `a point`.
        found: ElementKind,
    },
    /// Something else about an argument does not fit.
    #[error("`{type_name}` wants {expected}")]
    Unfit {
        /// CindyJS's `type`.
        type_name: SmolStr,
        /// In words: `an arc`.
        expected: &'static str,
    },
    /// An attribute is missing, or it has another form.
    #[error("`{type_name}` needs `{attribute}`: {form}")]
    Missing {
        /// CindyJS's `type`.
        type_name: SmolStr,
        /// Its name.
        attribute: &'static str,
        /// What is wanted: `the radius, a number`.
        form: &'static str,
    },
    /// The names are taken, and what has it cannot be moved to where this one shall be.
    #[error("the name `{0}` is already taken by another element")]
    Exists(SmolStr),
}
