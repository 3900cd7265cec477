//! Strings.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

use crate::memory::{self, Charge};
use crate::value::dictionary::Dictionary;
use crate::work;

/// A string; clones share it, and it is copied when one of them changes.
#[derive(Clone, Default)]
pub struct Text(Arc<Inner>);

#[derive(Clone, Default)]
struct Inner {
    text: String,
    charge: Charge,
    /// Made when a script first asks for a part of it.
    units: OnceLock<Units>,
    /// What scripts attach: `s:"key"`.
    data: Option<Dictionary>,
}

/// The UTF-16 units of a string: positions count them, as everywhere in the language.
#[derive(Clone)]
enum Units {
    /// Each byte is one.
    Bytes,
    Wide {
        units: Vec<u16>,
        _charge: Charge,
    },
}

impl Text {
    fn units(&self) -> &Units {
        self.0.units.get_or_init(|| {
            work::spend(self.len());
            if self.is_ascii() {
                return Units::Bytes;
            }
            let units: Vec<u16> = self.encode_utf16().collect();
            let mut charge = Charge::default();
            charge.set(size_of_val(units.as_slice()));
            Units::Wide {
                units,
                _charge: charge,
            }
        })
    }

    /// The number of UTF-16 units.
    pub(crate) fn len_utf16(&self) -> usize {
        match self.units() {
            Units::Bytes => self.len(),
            Units::Wide { units, .. } => units.len(),
        }
    }

    /// The UTF-16 units in a range, as a string.
    pub(crate) fn part(&self, range: Range<usize>) -> Option<String> {
        match self.units() {
            Units::Bytes => self.get(range).map(str::to_owned),
            Units::Wide { units, .. } => units.get(range).map(String::from_utf16_lossy),
        }
    }

    /// Appends, in place if nobody else holds the string; `false` if it takes too much memory.
    pub(crate) fn push_str(&mut self, text: &str) -> bool {
        memory::fits_text(self.len() + text.len()) && self.append(|end| end.push_str(text))
    }

    /// Appends what is written, in place if nobody else holds the string; `false` if it takes too
    /// much memory.
    pub(crate) fn append(&mut self, write: impl FnOnce(&mut String)) -> bool {
        let inner = Arc::make_mut(&mut self.0);
        write(&mut inner.text);
        inner.data = None;
        inner.units = OnceLock::new();
        memory::fits_text(inner.text.len()) && inner.charge.set(inner.text.capacity())
    }

    /// Whether both are one string in memory: then they are equal.
    pub(crate) fn is_same(&self, other: &Text) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Counts what it holds, however small: another value holds it.
    pub(crate) fn hold(&self) -> bool {
        self.0
            .charge
            .hold(size_of::<Inner>() + self.0.text.capacity())
    }

    /// What scripts attached to it.
    pub(crate) fn data(&self) -> Option<&Dictionary> {
        self.0.data.as_ref()
    }

    /// The same string with something else attached.
    pub(crate) fn with_data(mut self, data: Dictionary) -> Text {
        Arc::make_mut(&mut self.0).data = Some(data);
        self
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0.text
    }
}

impl From<String> for Text {
    /// The string itself, however much memory there is: ask before it is made.
    fn from(text: String) -> Text {
        let mut charge = Charge::default();
        charge.set(text.capacity());
        Text(Arc::new(Inner {
            text,
            charge,
            ..Inner::default()
        }))
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        text.to_owned().into()
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        **self == **other
    }
}

impl Eq for Text {}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}
