//! Code as a value: what `cgllazy` makes.

use std::fmt;
use std::sync::Arc;

use super::Type;
use crate::ids::FunctionId;

/// The codes that a value may be, at least one, in the order of their functions.
///
/// Which code it is belongs to the type: then a call of it has the type of its body, and a pixel
/// program contains it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Codes(Arc<Vec<CodeType>>);

/// One code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CodeType {
    /// Its body and its parameters, in the program that the type is of.
    pub function: FunctionId,
    /// How many arguments it takes.
    pub arity: u32,
    /// The types of what it has captured, in the order of its modifiers.
    pub captured: Vec<Type>,
}

impl Codes {
    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[CodeType] {
        &self.0
    }

    /// The code, if there is only one that it may be.
    #[must_use]
    pub fn only(&self) -> Option<&CodeType> {
        match self.0.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether it may be this code.
    #[must_use]
    pub fn get(&self, function: FunctionId) -> Option<&CodeType> {
        let place = self.0.binary_search_by_key(&function, |code| code.function);
        self.0.get(place.ok()?)
    }

    pub(super) fn fits(&self, other: &Self) -> bool {
        self.0.iter().all(|code| {
            other.get(code.function).is_some_and(|wider| {
                let mut pairs = code.captured.iter().zip(&wider.captured);
                code.captured.len() == wider.captured.len() && pairs.all(|(a, b)| a.fits(b))
            })
        })
    }

    pub(super) fn join(&self, other: &Self) -> Self {
        let mut all = self.0.to_vec();
        for code in other.all() {
            match all.binary_search_by_key(&code.function, |known| known.function) {
                Ok(place) => {
                    let pairs = all[place].captured.iter().zip(&code.captured);
                    all[place].captured = pairs.map(|(a, b)| a.join(b)).collect();
                }
                Err(place) => all.insert(place, code.clone()),
            }
        }
        Self(Arc::new(all))
    }

    /// The code itself, if it is known which, and what it has captured is data.
    pub(super) fn on_gpu(&self) -> Type {
        let on_gpu = self.map(Type::on_gpu);
        let is_data = |ty: &Type| !ty.has_top() && !ty.has_string();
        match self.only().is_some() && on_gpu.captured().all(is_data) {
            true => Type::Code(on_gpu),
            false => Type::Top,
        }
    }

    /// The types of all that is captured.
    pub(super) fn captured(&self) -> impl Iterator<Item = &Type> {
        self.0.iter().flat_map(|code| &code.captured)
    }

    pub(super) fn map(&self, change: impl Fn(&Type) -> Type) -> Self {
        let codes = self.0.iter().map(|code| CodeType {
            captured: code.captured.iter().map(&change).collect(),
            ..*code
        });
        Self(Arc::new(codes.collect()))
    }
}

impl Type {
    /// One code, with the types of what it has captured.
    #[must_use]
    pub fn code(function: FunctionId, arity: u32, captured: Vec<Self>) -> Self {
        Self::Code(Codes(Arc::new(vec![CodeType {
            function,
            arity,
            captured,
        }])))
    }

    /// Whether it is seen when the applet runs only what a value of this type is at pixels.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let is_one_of_several = matches!(self, Self::Code(codes) if codes.only().is_none());
        is_one_of_several || self.is_mixed() || self.is_unsized()
    }

    /// What of a value of this type is there at a pixel: of code, the list of what it has captured,
    /// or nothing.
    #[must_use]
    pub fn data(&self) -> Self {
        self.map_leaves(&|leaf| match leaf {
            Self::Code(codes) => match codes.only() {
                Some(code) if code.captured.is_empty() => Self::Unset,
                Some(code) => Self::of_elements(code.captured.iter().map(Self::data).collect()),
                None => Self::Top,
            },
            other => other.clone(),
        })
    }
}

impl fmt::Display for Codes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut arities = self.0.iter().map(|code| code.arity);
        let first = arities.next().unwrap_or_default();
        match first {
            _ if arities.any(|other| other != first) => f.write_str("code"),
            0 => f.write_str("code without arguments"),
            1 => f.write_str("code of 1 argument"),
            arity => write!(f, "code of {arity} arguments"),
        }
    }
}
