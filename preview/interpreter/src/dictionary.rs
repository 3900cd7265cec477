//! Dictionaries: `{"key": value}`.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use cindyscript_analysis::program::TermId;
use smol_str::SmolStr;

use crate::value::Value;

/// A dictionary; clones are the same dictionary.
///
/// It may contain itself, so whatever walks one bounds its depth.
#[derive(Clone, Default)]
pub struct Dictionary {
    entries: Arc<RwLock<BTreeMap<SmolStr, Entry>>>,
}

#[derive(Clone)]
struct Entry {
    /// Grows from entry to entry: loops go in order of insertion, printing in order of keys.
    age: u64,
    content: Content,
}

/// What a key stands for.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// A value.
    Value(Value),
    /// Code, evaluated at each read.
    Code(TermId),
}

impl Dictionary {
    /// Whether both are the same dictionary.
    #[must_use]
    pub fn is_same(&self, other: &Dictionary) -> bool {
        Arc::ptr_eq(&self.entries, &other.entries)
    }

    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.read(BTreeMap::len)
    }

    /// Whether there is no key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn get(&self, key: &str) -> Option<Content> {
        self.read(|entries| entries.get(key).map(|entry| entry.content.clone()))
    }

    /// Sets a key; setting undefined removes one that is there.
    pub(crate) fn set(&self, key: &str, content: Content) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        if matches!(content, Content::Value(Value::Undefined)) && entries.contains_key(key) {
            entries.remove(key);
            return;
        }
        let age = match entries.get(key) {
            Some(entry) => entry.age,
            None => entries
                .values()
                .map(|entry| entry.age + 1)
                .max()
                .unwrap_or(0),
        };
        entries.insert(key.into(), Entry { age, content });
    }

    /// Another dictionary with the same entries.
    pub(crate) fn copy(&self) -> Dictionary {
        Dictionary {
            entries: Arc::new(RwLock::new(self.read(BTreeMap::clone))),
        }
    }

    /// The keys in ascending order, and what they stand for.
    pub(crate) fn by_key(&self) -> Vec<(SmolStr, Content)> {
        self.read(|entries| {
            entries
                .iter()
                .map(|(key, entry)| (key.clone(), entry.content.clone()))
                .collect()
        })
    }

    /// The keys in order of insertion, and what they stand for.
    pub(crate) fn by_age(&self) -> Vec<(SmolStr, Content)> {
        let mut entries = self.read(|entries| {
            entries
                .iter()
                .map(|(key, entry)| (key.clone(), entry.clone()))
                .collect::<Vec<_>>()
        });
        entries.sort_by_key(|(_, entry)| entry.age);
        entries
            .into_iter()
            .map(|(key, entry)| (key, entry.content))
            .collect()
    }

    fn read<R>(&self, read: impl FnOnce(&BTreeMap<SmolStr, Entry>) -> R) -> R {
        read(&self.entries.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Dictionary {
    /// The keys only: a dictionary may contain itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.by_key().iter().map(|(key, _)| key))
            .finish()
    }
}
