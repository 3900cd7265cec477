//! Interned variable names.

use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap};
use smol_str::SmolStr;

pub use crate::ids::NameId;

/// The name of the running variable that has no other.
pub const HASH: &str = "#";

/// The table of all names of one applet. Cheap to clone: the versions of an applet share it until
/// one of them has a further name.
#[derive(Clone, Debug, Default)]
pub struct Names(Arc<Table>);

#[derive(Clone, Debug, Default)]
struct Table {
    texts: Vec<SmolStr>,
    ids: FxHashMap<SmolStr, NameId>,
}

impl Names {
    /// No names, with room for so many.
    #[must_use]
    pub fn with_capacity(count: usize) -> Self {
        Self(Arc::new(Table {
            texts: Vec::with_capacity(count),
            ids: FxHashMap::with_capacity_and_hasher(count, FxBuildHasher),
        }))
    }

    /// The id of `text`, new or known.
    pub fn intern(&mut self, text: &str) -> NameId {
        if let Some(id) = self.get(text) {
            return id;
        }
        let Table { texts, ids } = Arc::make_mut(&mut self.0);
        let id = NameId(texts.len() as u32);
        let text = SmolStr::new(text);
        texts.push(text.clone());
        ids.insert(text, id);
        id
    }

    /// The id of `text` if it occurs in the applet.
    #[must_use]
    pub fn get(&self, text: &str) -> Option<NameId> {
        self.0.ids.get(text).copied()
    }

    /// The text of a name.
    #[must_use]
    pub fn text(&self, id: NameId) -> &str {
        &self.0.texts[id.index()]
    }

    /// A name for a running variable, which the applet has not.
    #[must_use]
    pub fn free(&self) -> String {
        let short = ["k", "j", "n", "m", "e"].map(str::to_owned);
        let numbered = (1..).map(|number| format!("k{number}"));
        let mut names = short.into_iter().chain(numbered);
        names
            .find(|name| self.get(name).is_none())
            .unwrap_or_default()
    }

    /// Whether both are the same table in memory: then they have the same names.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// How many names there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.texts.len()
    }

    /// Whether there is no name at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.texts.is_empty()
    }

    /// All names with their ids, in order of first occurrence.
    pub fn iter(&self) -> impl Iterator<Item = (NameId, &str)> {
        self.0
            .texts
            .iter()
            .enumerate()
            .map(|(index, text)| (NameId(index as u32), text.as_str()))
    }
}

/// A set of names of one applet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NameSet(Vec<u64>);

impl NameSet {
    /// Adds a name; whether it is new.
    pub fn insert(&mut self, name: NameId) -> bool {
        let (word, bit) = (name.index() / 64, 1 << (name.index() % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    /// Whether a name is in it.
    #[must_use]
    pub fn contains(&self, name: NameId) -> bool {
        let word = self.0.get(name.index() / 64);
        word.is_some_and(|word| word & (1 << (name.index() % 64)) != 0)
    }

    /// The names from `64 * place` on, a bit each.
    #[must_use]
    pub fn word(&self, place: usize) -> u64 {
        self.0.get(place).copied().unwrap_or(0)
    }

    /// The names, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = NameId> {
        let words = self.0.iter().zip(0..);
        words.flat_map(|(&word, place)| {
            let bits = (0..64).filter(move |bit| word & (1 << bit) != 0);
            bits.map(move |bit| NameId(place * 64 + bit))
        })
    }
}

impl Extend<NameId> for NameSet {
    fn extend<I: IntoIterator<Item = NameId>>(&mut self, names: I) {
        for name in names {
            self.insert(name);
        }
    }
}

impl FromIterator<NameId> for NameSet {
    fn from_iter<I: IntoIterator<Item = NameId>>(names: I) -> Self {
        let mut set = Self::default();
        set.extend(names);
        set
    }
}
