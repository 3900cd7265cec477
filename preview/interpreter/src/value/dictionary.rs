//! Dictionaries: `{"key": value}`.

pub(crate) mod journal;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use smol_str::SmolStr;

use crate::memory::Charge;
use crate::value::Value;
use crate::value::lazy::Lazy;
use crate::value::number::real_text;
use crate::work;

/// A dictionary; clones are the same dictionary.
///
/// It may contain itself, so whatever walks one bounds its depth.
#[derive(Clone, Default)]
pub struct Dictionary {
    entries: Arc<RwLock<Entries>>,
}

#[derive(Clone, Default)]
struct Entries {
    by_key: BTreeMap<SmolStr, Entry>,
    /// The age of the next entry.
    age: u64,
    /// Bytes of keys that are too long to stand in the map itself.
    long_keys: usize,
    charge: Charge,
}

/// About the bytes that a map takes for an entry, with the room that its nodes keep free.
const ENTRY: usize = 2 * size_of::<(SmolStr, Entry)>();

#[derive(Clone)]
pub(crate) struct Entry {
    /// Grows from entry to entry: loops go in order of insertion, printing in order of keys.
    age: u64,
    /// The key, if it is no string: see [`Dictionary::key_of`].
    key: Option<Value>,
    content: EntryContent,
}

/// What a key stands for.
#[derive(Clone, Debug)]
pub(crate) enum EntryContent {
    /// A value.
    Value(Value),
    /// Code, evaluated at each read.
    Code(Lazy),
}

impl Dictionary {
    /// Whether both are the same dictionary.
    #[must_use]
    pub fn is_same(&self, other: &Dictionary) -> bool {
        Arc::ptr_eq(&self.entries, &other.entries)
    }

    /// A number that no other dictionary has while this one is there.
    pub(crate) fn identity(&self) -> usize {
        Arc::as_ptr(&self.entries) as usize
    }

    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.read(std::collections::BTreeMap::len)
    }

    /// Whether there is no key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn get(&self, key: &str) -> Option<EntryContent> {
        self.read(|entries| entries.get(key).map(|entry| entry.content.clone()))
    }

    /// Sets a key; setting undefined removes one that is there.
    pub(crate) fn set(&self, key: &str, content: EntryContent) {
        self.insert(key, None, content);
    }

    /// The entry of any value. Strings are the keys of [`Dictionary::get`].
    pub(crate) fn get_value(&self, key: &Value) -> Option<EntryContent> {
        match key {
            Value::String(text) => self.get(text),
            _ => self.get(&Self::key_of(key)),
        }
    }

    /// Sets the entry of any value, as `put` does.
    pub(crate) fn set_value(&self, key: &Value, content: EntryContent) {
        match key {
            Value::String(text) => self.set(text, content),
            _ => self.insert(&Self::key_of(key), Some(key.clone()), content),
        }
    }

    /// The string under which a value that is no string stands: it begins with a character that
    /// sorts before all others, and has the parts in CindyJS's order.
    fn key_of(key: &Value) -> String {
        match key {
            Value::Number(z) | Value::Angle(z) => {
                format!("\0n{},{}", real_text(z.re), real_text(z.im))
            }
            Value::Undefined => "\0undef".to_owned(),
            other => format!("\0{other}"),
        }
    }

    /// Sets an entry. If that takes too much memory, the run ends: see
    /// [`memory::take_refusal`](crate::memory::take_refusal).
    fn insert(&self, key: &str, value: Option<Value>, content: EntryContent) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        let Entries {
            by_key,
            age,
            long_keys,
            charge,
        } = &mut *entries;
        work::spend(key.len());
        let mut key = SmolStr::new(key);
        if journal::is_kept() {
            journal::note(self, &key, by_key.get(&key).cloned());
        }
        let held = held_by(&key);
        if matches!(content, EntryContent::Value(Value::Undefined)) && by_key.remove(&key).is_some()
        {
            *long_keys -= held;
        } else {
            if let EntryContent::Value(value) = &content {
                value.hold();
            }
            if let Some(value) = &value {
                value.hold();
            }
            match by_key.get_mut(&key) {
                Some(entry) => {
                    entry.key = value;
                    entry.content = content;
                }
                None => {
                    *long_keys += held;
                    let entry = Entry {
                        age: *age,
                        key: value,
                        content,
                    };
                    *age += 1;
                    by_key.insert(std::mem::take(&mut key), entry);
                }
            }
        }
        charge.set(by_key.len() * ENTRY + *long_keys);
    }

    /// Puts an entry, or none, in the place of a key's; what stood there.
    pub(crate) fn exchange(&self, key: &SmolStr, entry: Option<Entry>) -> Option<Entry> {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        let is_there = entry.is_some();
        let before = match entry {
            Some(entry) => entries.by_key.insert(key.clone(), entry),
            None => entries.by_key.remove(key),
        };
        match (before.is_some(), is_there) {
            (false, true) => entries.long_keys += held_by(key),
            (true, false) => entries.long_keys -= held_by(key),
            (true, true) | (false, false) => {}
        }
        let bytes = entries.by_key.len() * ENTRY + entries.long_keys;
        entries.charge.set(bytes);
        before
    }

    /// Another dictionary with the same entries.
    pub(crate) fn copy(&self) -> Dictionary {
        work::spend(self.len());
        let entries = self.entries().clone();
        Dictionary {
            entries: Arc::new(RwLock::new(entries)),
        }
    }

    /// The keys in ascending order, and what they stand for.
    pub(crate) fn by_key(&self) -> Vec<(SmolStr, EntryContent)> {
        work::spend(self.len());
        self.read(|entries| {
            entries
                .iter()
                .map(|(key, entry)| (key.clone(), entry.content.clone()))
                .collect()
        })
    }

    /// The keys as values in ascending order, and what they stand for.
    pub(crate) fn by_value(&self) -> Vec<(Value, EntryContent)> {
        work::spend(self.len());
        self.read(|entries| {
            let entry = |(key, entry): (&SmolStr, &Entry)| {
                let value = entry.key.clone();
                let value = value.unwrap_or_else(|| key.as_str().into());
                (value, entry.content.clone())
            };
            entries.iter().map(entry).collect()
        })
    }

    /// The keys as values in JavaScript's order, and what they stand for: whole numbers in ascending
    /// order, then all others in the order in which they were set.
    pub(crate) fn by_age(&self) -> Vec<(Value, EntryContent)> {
        work::spend(self.len());
        let mut entries = self.read(|entries| {
            let entry = |(key, entry): (&SmolStr, &Entry)| (key.clone(), entry.clone());
            entries.iter().map(entry).collect::<Vec<_>>()
        });
        entries.sort_by_key(|(key, entry)| (array_index(key).unwrap_or(u32::MAX), entry.age));
        entries
            .into_iter()
            .map(|(key, entry)| {
                (
                    entry.key.unwrap_or_else(|| key.as_str().into()),
                    entry.content,
                )
            })
            .collect()
    }

    fn entries(&self) -> RwLockReadGuard<'_, Entries> {
        self.entries.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<R>(&self, read: impl FnOnce(&BTreeMap<SmolStr, Entry>) -> R) -> R {
        read(&self.entries().by_key)
    }
}

/// The bytes of a key that do not stand in the map itself.
fn held_by(key: &SmolStr) -> usize {
    match key.is_heap_allocated() {
        true => key.len(),
        false => 0,
    }
}

/// The whole number that a key is written as, as the index of an array is.
fn array_index(key: &str) -> Option<u32> {
    let index = key.parse().ok()?;
    (index != u32::MAX && u32::to_string(&index) == key).then_some(index)
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.content.fmt(f)
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
