//! How an element is described before it exists: as the page or a script writes it.

use num_complex::Complex64;
use smol_str::SmolStr;

use crate::Vector;
use crate::algebra::{ONE, ZERO};

/// The value of an attribute (`pos`, `color`, `radius`, ...), from a page or a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute {
    /// A truth value.
    Boolean(bool),
    /// A number.
    Number(Complex64),
    /// A string.
    Text(SmolStr),
    /// A list.
    List(Vec<Attribute>),
    /// An object: names and values.
    Object(Vec<(SmolStr, Attribute)>),
}

impl Attribute {
    /// A list of real numbers.
    pub fn numbers(numbers: &[f64]) -> Attribute {
        Attribute::List(numbers.iter().map(|&n| Attribute::from(n)).collect())
    }

    /// The number: one, or an object `{r, i}` of its real and imaginary part.
    pub fn number(&self) -> Option<Complex64> {
        match self {
            Attribute::Number(number) => Some(*number),
            Attribute::Object(_) => {
                let part = |name| self.get(name).and_then(Attribute::real);
                let (re, im) = (part("r"), part("i"));
                (re.is_some() || im.is_some())
                    .then(|| Complex64::new(re.unwrap_or_default(), im.unwrap_or_default()))
            }
            _ => None,
        }
    }

    /// The number, if it is real.
    pub fn real(&self) -> Option<f64> {
        match self {
            Attribute::Number(number) if number.im == 0.0 => Some(number.re),
            _ => None,
        }
    }

    /// The truth value.
    pub fn boolean(&self) -> Option<bool> {
        match self {
            Attribute::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    /// What JavaScript takes it for in a condition.
    pub fn truthy(&self) -> bool {
        match self {
            Attribute::Boolean(value) => *value,
            Attribute::Number(number) => *number != ZERO && !number.is_nan(),
            Attribute::Text(text) => !text.is_empty(),
            Attribute::List(_) | Attribute::Object(_) => true,
        }
    }

    /// The string.
    pub fn text(&self) -> Option<&str> {
        match self {
            Attribute::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list.
    pub fn items(&self) -> Option<&[Attribute]> {
        match self {
            Attribute::List(items) => Some(items),
            _ => None,
        }
    }

    /// A list of exactly so many real numbers.
    pub fn reals<const N: usize>(&self) -> Option<[f64; N]> {
        let numbers: Option<Vec<f64>> = self.items()?.iter().map(Attribute::real).collect();
        numbers?.try_into().ok()
    }

    /// The value of a property of an object.
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        match self {
            Attribute::Object(properties) => {
                let property = properties.iter().rev().find(|(other, _)| other == name);
                property.map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// Homogeneous coordinates: a list of two or three numbers.
    pub fn vector(&self) -> Option<Vector> {
        let numbers: Option<Vec<Complex64>> = self.items()?.iter().map(Attribute::number).collect();
        match *numbers? {
            [x, y] => Some([x, y, ONE]),
            [x, y, z] => Some([x, y, z]),
            _ => None,
        }
    }
}

impl From<f64> for Attribute {
    fn from(number: f64) -> Attribute {
        Attribute::Number(Complex64::new(number, 0.0))
    }
}

impl From<bool> for Attribute {
    fn from(value: bool) -> Attribute {
        Attribute::Boolean(value)
    }
}

impl From<&str> for Attribute {
    fn from(text: &str) -> Attribute {
        Attribute::Text(text.into())
    }
}

impl From<Vector> for Attribute {
    fn from(vector: Vector) -> Attribute {
        Attribute::List(vector.map(Attribute::Number).to_vec())
    }
}

/// What an element shall be: an entry of the page's `geometry`, or the arguments and modifiers of
/// the language's `create`.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// Its name.
    pub name: SmolStr,
    /// CindyJS's `type`: `Free`, `Join`, `CircleMP`, ...
    pub type_name: SmolStr,
    /// The names of the elements it is computed from.
    pub args: Vec<SmolStr>,
    attributes: Vec<(SmolStr, Attribute)>,
}

impl Definition {
    /// An element without arguments and attributes.
    pub fn new(name: &str, type_name: &str) -> Definition {
        Definition {
            name: name.into(),
            type_name: type_name.into(),
            args: Vec::new(),
            attributes: Vec::new(),
        }
    }

    /// With these arguments.
    #[must_use]
    pub fn args<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Definition {
        self.args = names.into_iter().map(SmolStr::new).collect();
        self
    }

    /// With this attribute, in place of an earlier one of that name.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Attribute>) -> Definition {
        self.set(name, value.into());
        self
    }

    /// Sets an attribute, in place of an earlier one of that name.
    pub fn set(&mut self, name: &str, value: Attribute) {
        match self.attributes.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => self.attributes.push((name.into(), value)),
        }
    }

    /// An attribute.
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        let attribute = self.attributes.iter().find(|(other, _)| other == name);
        attribute.map(|(_, value)| value)
    }

    /// `pos` as homogeneous coordinates.
    pub fn position(&self) -> Option<Vector> {
        self.get("pos")?.vector()
    }

    pub(crate) fn real(&self, name: &str) -> Option<f64> {
        self.get(name)?.real()
    }

    pub(crate) fn text(&self, name: &str) -> Option<SmolStr> {
        self.get(name)?.text().map(SmolStr::new)
    }

    pub(crate) fn flag(&self, name: &str, default: bool) -> bool {
        self.get(name).map_or(default, Attribute::truthy)
    }
}
