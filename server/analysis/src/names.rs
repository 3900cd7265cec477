//! Interned variable names.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::id::id;

id! {
    /// A variable's name: CindyScript distinguishes case in variables, not in functions.
    NameId
}

/// The table of all names of one applet.
#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: Vec<SmolStr>,
    ids: FxHashMap<SmolStr, NameId>,
}

impl Names {
    /// An empty table with room for so many names.
    pub(crate) fn with_capacity(names: usize) -> Self {
        Self {
            texts: Vec::with_capacity(names),
            ids: FxHashMap::with_capacity_and_hasher(names, Default::default()),
        }
    }

    /// The id of `text`, new or known.
    pub fn intern(&mut self, text: &str) -> NameId {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = NameId(self.texts.len() as u32);
        let text = SmolStr::new(text);
        self.texts.push(text.clone());
        self.ids.insert(text, id);
        id
    }

    /// The id of `text` if it occurs in the applet.
    #[must_use]
    pub fn get(&self, text: &str) -> Option<NameId> {
        self.ids.get(text).copied()
    }

    /// The text of a name.
    #[must_use]
    pub fn text(&self, id: NameId) -> &str {
        &self.texts[id.index()]
    }

    /// How many names there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is no name at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// All names with their ids, in order of first occurrence.
    pub fn iter(&self) -> impl Iterator<Item = (NameId, &str)> {
        self.texts
            .iter()
            .enumerate()
            .map(|(index, text)| (NameId(index as u32), text.as_str()))
    }
}
