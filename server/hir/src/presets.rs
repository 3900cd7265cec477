//! The variables that have values from the start: one table. All can be overwritten.

use crate::types::Type;

/// A variable that has a value from the start.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: PresetValue,
    /// What it is, for the author.
    pub doc: &'static str,
    /// A script that uses it.
    pub example: &'static str,
    /// Whether authors take the name for variables of their own: `i` counts, `tab` is a page.
    pub is_reused: bool,
}

/// What a preset variable is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PresetValue {
    /// A real number that is not negative.
    Number(f64),
    /// The imaginary unit.
    ImaginaryUnit,
    /// A truth value.
    Boolean(bool),
    /// The list without elements.
    EmptyList,
    /// A string.
    Text(&'static str),
}

/// The variables that have values from the start.
pub static PRESETS: [Preset; 8] = [
    pi("pi", "println(sin(pi / 6))"),
    pi("π", "println(cos(π / 3))"),
    preset(
        "i",
        PresetValue::ImaginaryUnit,
        "the imaginary unit; a variable of this name hides it",
        "println((1 + 2*i) * (1 - 2*i))",
    )
    .reused(),
    preset(
        "true",
        PresetValue::Boolean(true),
        "the result of a condition that holds",
        "odd = true; forall([3, 5, 8], k, odd = odd & isodd(k)); println(odd)",
    ),
    preset(
        "false",
        PresetValue::Boolean(false),
        "the result of a condition that does not hold",
        "found = false; forall(1..9, k, if(k^2 == 49, found = true)); println(found)",
    ),
    preset(
        "nil",
        PresetValue::EmptyList,
        "the empty list",
        "squares = nil; repeat(5, k, squares = append(squares, k^2)); println(squares)",
    ),
    preset(
        "newline",
        PresetValue::Text("\n"),
        "the line break",
        r#"drawtext([0, 0], "above" + newline + "below")"#,
    )
    .reused(),
    preset(
        "tab",
        PresetValue::Text("\t"),
        "the tab character",
        r#"println(tokenize("x" + tab + "y", tab))"#,
    )
    .reused(),
];

/// The preset variable of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

/// The truth value that is written so.
#[must_use]
pub fn truth(name: &str) -> Option<bool> {
    match find(name)?.value {
        PresetValue::Boolean(truth) => Some(truth),
        PresetValue::Number(_)
        | PresetValue::ImaginaryUnit
        | PresetValue::EmptyList
        | PresetValue::Text(_) => None,
    }
}

impl PresetValue {
    /// Its type.
    #[must_use]
    pub fn ty(self) -> Type {
        match self {
            Self::Number(_) => Type::NONNEG,
            Self::ImaginaryUnit => Type::COMPLEX,
            Self::Boolean(_) => Type::BOOLEAN,
            Self::EmptyList => Type::list(0, Type::Unset),
            Self::Text(_) => Type::String,
        }
    }

    /// Whether it is a number, be it complex.
    #[must_use]
    pub fn is_number(self) -> bool {
        matches!(self, Self::Number(_) | Self::ImaginaryUnit)
    }

    /// Whether it is a string.
    #[must_use]
    pub fn is_text(self) -> bool {
        matches!(self, Self::Text(_))
    }
}

impl Preset {
    const fn reused(mut self) -> Self {
        self.is_reused = true;
        self
    }
}

const fn preset(
    name: &'static str,
    value: PresetValue,
    doc: &'static str,
    example: &'static str,
) -> Preset {
    Preset {
        name,
        value,
        doc,
        example,
        is_reused: false,
    }
}

const fn pi(name: &'static str, example: &'static str) -> Preset {
    preset(
        name,
        PresetValue::Number(std::f64::consts::PI),
        "half the circumference of the unit circle, 3.14159…",
        example,
    )
}
