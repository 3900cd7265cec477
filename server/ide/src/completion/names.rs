//! The names of an applet as they are used around a place.

use std::borrow::Cow;

use cindyscript_hir::program::ScriptId;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use crate::analysis::AppletAnalysis;
use crate::word_index::{Counts, Role, Uses, read};

/// The number of bytes beyond which a use of a name counts no more.
pub(super) const FAR: u32 = 1 << 13;

/// The names of an applet as they are used around a place.
#[derive(Debug)]
pub(super) struct Words<'a> {
    all: &'a Counts,
    /// Of these, what is being typed at the place: it does not count.
    here: Counts,
    /// How many bytes of the script lie between the place and the nearest use of each name, if that
    /// is near enough to matter.
    near: FxHashMap<Cow<'a, str>, u32>,
}

/// How a name is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    /// How often it stands in the scripts, but for the place that is being typed at.
    pub(super) count: u32,
    /// Whether it is given a value somewhere.
    pub(super) is_assigned: bool,
    /// How often brackets follow it.
    pub(super) calls: u32,
    /// How many bytes of the script lie between the place and the nearest of these, if it stands in
    /// the same script and is near.
    pub(super) distance: Option<u32>,
}

impl<'a> Words<'a> {
    /// The names of an applet as they are used around a place of a script.
    pub(super) fn new(applet: &'a AppletAnalysis, script: ScriptId, at: TextSize) -> Self {
        let mut words = Self {
            all: applet.words.counts(),
            here: Counts::default(),
            near: FxHashMap::default(),
        };
        let scripts = applet.document.parses(applet.applet);
        if let Some(script) = scripts.get(script.index()) {
            let (start, end) = (u32::from(at), u32::from(at));
            let part = TextRange::new(
                start.saturating_sub(FAR).into(),
                end.saturating_add(FAR).into(),
            );
            read(script, part, &mut |word, range| {
                if range.contains_inclusive(at) {
                    words.here.add(&word, true);
                } else if let Role::Name(_) = word.role {
                    let (from, to) = match range.end() <= at {
                        true => (range.end(), at),
                        false => (at, range.start().max(at)),
                    };
                    let distance = u32::from(to - from);
                    let known = words.near.entry(word.text).or_insert(distance);
                    *known = distance.min(*known);
                }
            });
        }
        words
    }

    /// The names, each as it is used.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'a str, Word)> {
        let names = self.all.names.iter();
        let words = names.map(|(name, uses)| (name.as_str(), self.word(name, *uses)));
        words.filter(|(_, word)| word.count > 0)
    }

    /// Fields, and keys of dictionaries.
    pub(super) fn fields(&self) -> impl Iterator<Item = &'a str> {
        apart(&self.all.fields, &self.here.fields)
    }

    /// Keys of user data.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'a str> {
        apart(&self.all.keys, &self.here.keys)
    }

    /// Modifiers of calls.
    pub(super) fn modifiers(&self) -> impl Iterator<Item = &'a str> {
        apart(&self.all.modifiers, &self.here.modifiers)
    }

    /// How a builtin is used, whose name is in lower case.
    pub(super) fn builtin(&self, name: &str) -> Word {
        let count = |counts: &Counts| counts.lower.get(name).copied().unwrap_or_default();
        let mut word = self.get(name);
        word.count += count(self.all).saturating_sub(count(&self.here));
        word
    }

    /// How a name is used.
    pub(super) fn get(&self, name: &str) -> Word {
        let uses = self.all.names.get(name).copied();
        self.word(name, uses.unwrap_or_default())
    }

    fn word(&self, name: &str, uses: Uses) -> Word {
        let here = match self.here.names.is_empty() {
            true => None,
            false => self.here.names.get(name).copied(),
        };
        let here = here.unwrap_or_default();
        Word {
            count: uses.count.saturating_sub(here.count),
            is_assigned: uses.assigned > here.assigned,
            calls: uses.calls.saturating_sub(here.calls),
            distance: self.near.get(name).copied(),
        }
    }
}

/// The words but for those that stand here alone.
fn apart<'a>(
    all: &'a FxHashMap<SmolStr, u32>,
    here: &FxHashMap<SmolStr, u32>,
) -> impl Iterator<Item = &'a str> {
    all.iter()
        .filter(|(word, count)| here.get(*word) != Some(*count))
        .map(|(word, _)| word.as_str())
}
