//! What is constant in JavaScript: literals, and what can be folded from them.

use text_size::TextRange;

use crate::SourceText;

/// A JavaScript value known without running anything, and where it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Constant {
    /// The value.
    pub value: ConstantValue,
    /// The expression, in bytes of the file.
    pub range: TextRange,
}

/// The value of a [`Constant`].
#[derive(Debug, Clone, PartialEq)]
pub enum ConstantValue {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// Any number, `NaN` and infinities included.
    Number(f64),
    /// A string, with the map to where each of its bytes is written.
    String(SourceText),
    /// An array; a hole is [`ConstantValue::Unknown`].
    Array(Vec<Constant>),
    /// An object, in the order written; a later property wins over an earlier one of its name.
    Object(Vec<Property>),
    /// An expression that is known only when it runs.
    Unknown,
}

/// A property of an object literal.
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Where the name is written, quotes included.
    pub name_range: TextRange,
    /// Its value.
    pub value: Constant,
}

impl Constant {
    /// The number, if it is one.
    pub fn as_number(&self) -> Option<f64> {
        match self.value {
            ConstantValue::Number(n) => Some(n),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            ConstantValue::Bool(b) => Some(b),
            _ => None,
        }
    }

    /// The string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            ConstantValue::String(s) => Some(s.text()),
            _ => None,
        }
    }

    /// The items, if it is an array.
    pub fn as_array(&self) -> Option<&[Constant]> {
        match &self.value {
            ConstantValue::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The properties, if it is an object.
    pub fn as_object(&self) -> Option<&[Property]> {
        match &self.value {
            ConstantValue::Object(properties) => Some(properties),
            _ => None,
        }
    }

    /// The value of a property, if it is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Constant> {
        self.property(name).map(|p| &p.value)
    }

    /// A property, if it is an object that has it.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.as_object()?.iter().rev().find(|p| p.name == name)
    }

    /// The numbers, if it is an array of numbers only.
    pub fn as_numbers(&self) -> Option<Vec<f64>> {
        self.as_array()?.iter().map(Constant::as_number).collect()
    }

    /// What JavaScript takes the value for in a condition; none if it is unknown.
    pub fn truthy(&self) -> Option<bool> {
        match &self.value {
            ConstantValue::Null => Some(false),
            ConstantValue::Bool(b) => Some(*b),
            ConstantValue::Number(n) => Some(*n != 0.0 && !n.is_nan()),
            ConstantValue::String(s) => Some(!s.text().is_empty()),
            ConstantValue::Array(_) | ConstantValue::Object(_) => Some(true),
            ConstantValue::Unknown => None,
        }
    }
}
