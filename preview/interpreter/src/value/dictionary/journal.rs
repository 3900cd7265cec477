//! The writes of a run into dictionaries, so that they can be undone: dictionaries are the only values
//! that are shared by reference, so a copy of the variables does not bring their entries back.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::{Dictionary, Entry};

thread_local! {
    static IS_KEPT: Cell<bool> = const { Cell::new(false) };
    static JOURNAL: RefCell<Vec<DictionaryWrite>> = const { RefCell::new(Vec::new()) };
    /// The number of writes so far.
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// The size at which the journal is compacted next.
    static BOUND: Cell<usize> = const { Cell::new(FEW) };
}

/// A journal with fewer writes is not compacted.
const FEW: usize = 1 << 17;

/// A write into a dictionary.
#[derive(Clone, Debug)]
pub(crate) struct DictionaryWrite {
    /// The number of the write in its run, from 0.
    pub(crate) number: usize,
    pub(crate) dictionary: Dictionary,
    pub(crate) key: SmolStr,
    /// The entry on the other side of the write: the old one while the write is done.
    pub(crate) other: Option<Entry>,
}

impl DictionaryWrite {
    /// Undoes the write, or does it again.
    fn exchange(&mut self) {
        self.other = self.dictionary.exchange(&self.key, self.other.take());
    }
}

/// Begins the journal of this thread.
pub(crate) fn begin() {
    IS_KEPT.set(true);
    BOUND.set(FEW);
    COUNT.set(0);
    JOURNAL.take();
}

/// True if the writes of this thread are noted.
#[inline]
pub(crate) fn is_kept() -> bool {
    IS_KEPT.get()
}

/// Notes a write, with the entry that stood there.
#[cold]
pub(crate) fn note(dictionary: &Dictionary, key: &SmolStr, before: Option<Entry>) {
    JOURNAL.with_borrow_mut(|journal| {
        let number = COUNT.replace(COUNT.get() + 1);
        journal.push(DictionaryWrite {
            number,
            dictionary: dictionary.clone(),
            key: key.clone(),
            other: before,
        });
        if journal.len() >= BOUND.get() {
            compact(journal);
            BOUND.set(FEW.max(2 * journal.len()));
        }
    });
}

/// Keeps only the first write of each entry: that undoes all of them.
fn compact(journal: &mut Vec<DictionaryWrite>) {
    let mut seen = FxHashSet::default();
    journal.retain(|write| seen.insert((write.dictionary.identity(), write.key.clone())));
}

/// The number of writes so far.
pub(crate) fn len() -> usize {
    COUNT.get()
}

/// Ends the journal of this thread.
pub(crate) fn end() -> Vec<DictionaryWrite> {
    IS_KEPT.set(false);
    JOURNAL.take()
}

/// The state of the journal before [`keep_all`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    number: usize,
    bound: usize,
}

/// All writes from now on are kept, until [`undo_from`] or [`keep_first`].
pub(crate) fn keep_all() -> Kept {
    let bound = BOUND.replace(usize::MAX);
    let number = len();
    Kept { number, bound }
}

/// Undoes the writes of this thread since [`keep_all`], and forgets them.
pub(crate) fn undo_from(kept: Kept) {
    JOURNAL.with_borrow_mut(|journal| {
        let start = journal.partition_point(|write| write.number < kept.number);
        undo(&mut journal[start..]);
        journal.truncate(start);
    });
    COUNT.set(kept.number);
    BOUND.set(kept.bound);
}

/// Writes may be compacted again.
pub(crate) fn keep_first() {
    JOURNAL.with_borrow(|journal| BOUND.set(FEW.max(2 * journal.len())));
}

/// Undoes writes.
pub(crate) fn undo(writes: &mut [DictionaryWrite]) {
    writes.iter_mut().rev().for_each(DictionaryWrite::exchange);
}

/// Does writes again.
pub(crate) fn redo(writes: &mut [DictionaryWrite]) {
    writes.iter_mut().for_each(DictionaryWrite::exchange);
}

/// Undoes in a copy of a dictionary the writes from a number on.
pub(crate) fn undo_in_copy(
    writes: &[DictionaryWrite],
    number: usize,
    dictionary: &Dictionary,
    copy: &Dictionary,
) {
    let start = writes.partition_point(|write| write.number < number);
    let own = writes[start..].iter().rev();
    for write in own.filter(|write| write.dictionary.is_same(dictionary)) {
        copy.exchange(&write.key, write.other.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;
    use crate::value::dictionary::EntryContent;

    fn printed(dictionary: &Dictionary) -> String {
        Value::Dictionary(dictionary.clone()).to_string()
    }

    #[test]
    fn undone_writes_are_done_again() {
        let dictionary = Dictionary::default();
        let set = |key: &str, value: Value| dictionary.set(key, EntryContent::Value(value));
        set("a", 1.0.into());
        set("a key that is too long for the map itself", 2.0.into());
        let before = printed(&dictionary);
        begin();
        set("a", 3.0.into());
        set(
            "a key that is too long for the map itself",
            Value::Undefined,
        );
        let middle = (len(), printed(&dictionary));
        set("b", 4.0.into());
        set("a", 5.0.into());
        let after = printed(&dictionary);
        let mut writes = end();
        set("a", 5.0.into());
        let copy = dictionary.copy();
        undo_in_copy(&writes, middle.0, &dictionary, &copy);
        assert_eq!(printed(&copy), middle.1);
        undo(&mut writes);
        assert_eq!(printed(&dictionary), before);
        redo(&mut writes);
        assert_eq!(printed(&dictionary), after);
    }

    #[test]
    fn journal_of_many_writes_keeps_the_first_of_each_entry() {
        let dictionary = Dictionary::default();
        dictionary.set("a", EntryContent::Value(1.0.into()));
        begin();
        for round in 0..3 * FEW {
            dictionary.set("a", EntryContent::Value((round as f64).into()));
        }
        assert_eq!(len(), 3 * FEW);
        let mut writes = end();
        assert!(writes.len() <= FEW);
        undo(&mut writes);
        assert_eq!(printed(&dictionary), "{a:1}");
    }
}
