//! Strings.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::dictionary::Dictionary;
use crate::memory::{self, Charge};

/// A string; clones share it, and it is copied when one of them changes.
#[derive(Clone, Default)]
pub struct Text(Arc<Inner>);

#[derive(Clone, Default)]
struct Inner {
    text: String,
    charge: Charge,
    /// What scripts attach: `s:"key"`.
    data: Option<Dictionary>,
}

impl Text {
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
        memory::fits_text(inner.text.len()) && inner.charge.set(inner.text.capacity())
    }

    /// Whether both are one string in memory: then they are equal.
    pub(crate) fn is_same(&self, other: &Text) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
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
        let data = None;
        Text(Arc::new(Inner { text, charge, data }))
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
