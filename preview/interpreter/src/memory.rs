//! How much memory values may take.
//!
//! Everything large that scripts make — lists, strings, dictionaries — says how many bytes it
//! holds. What would be too large, or too much together with all the rest, is not made: its value
//! is undefined, and whoever evaluates it asks [`take_refusal`] why, and ends the run.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};

/// How deep lists may be nested: everything that walks a value recurses at most this deep.
pub(crate) const MAX_NESTING: u16 = 500;
/// The most elements of one list. Elements of lists in it do not count here: [`MAX_HELD`] bounds
/// them.
pub(crate) const MAX_SIZE: usize = 1 << 23;
/// The most values that a walk over a list may meet, all levels together. Lists may share lists; a
/// walk meets a shared one several times.
pub(crate) const MAX_WALK: usize = 1 << 26;
/// How long a string may be, in bytes.
pub(crate) const MAX_TEXT: usize = 1 << 24;
/// How many bytes all values together may hold.
const MAX_HELD: usize = 1 << 30;
/// Values of fewer bytes than this are counted only while another value holds them: values that
/// come and go are too many to be counted.
const SMALL: usize = 1 << 9;
/// Each thread adds up this many bytes before it changes [`HELD`].
const BATCH: isize = 1 << 12;

/// The bytes that are held, by all interpreters of the process: it is the process that has no
/// more.
static HELD: AtomicIsize = AtomicIsize::new(0);

/// Why a value was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It would hold too many elements.
    Size,
    /// Making it would mean going through too many elements.
    Walk,
    /// It would be nested too deeply.
    Nesting,
    /// It would be too long a string.
    Text,
    /// All together would hold too much.
    Memory,
    /// Making it takes longer than the run may.
    Time,
    /// The host has asked to stop.
    Interrupted,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Size => write!(f, "a list of more than {} million elements", MAX_SIZE >> 20),
            Refusal::Walk => write!(
                f,
                "a walk through more than {} million elements",
                MAX_WALK >> 20
            ),
            Refusal::Nesting => write!(f, "lists in lists more than {MAX_NESTING} deep"),
            Refusal::Text => write!(
                f,
                "a string of more than {} million characters",
                MAX_TEXT >> 20
            ),
            Refusal::Memory => write!(
                f,
                "too much memory: what the scripts hold takes more than {} MiB",
                MAX_HELD >> 20
            ),
            Refusal::Time => write!(f, "something that takes too long"),
            Refusal::Interrupted => write!(f, "interrupted"),
        }
    }
}

thread_local! {
    static REFUSED: Cell<Option<Refusal>> = const { Cell::new(None) };
    /// Bytes that are not yet in [`HELD`].
    static BATCHED: Cell<isize> = const { Cell::new(0) };
}

/// Notes why a value is not made.
#[cold]
pub(crate) fn refuse(refusal: Refusal) {
    REFUSED.set(Some(refusal));
}

/// Why a value was not made on this thread since the last call.
#[inline]
pub(crate) fn take_refusal() -> Option<Refusal> {
    REFUSED.take()
}

/// Whether a value was not made on this thread since the last [`take_refusal`].
pub(crate) fn is_refused() -> bool {
    REFUSED.get().is_some()
}

/// Whether a list of so many elements may be made: asked before it is made, where the number is
/// known before.
pub(crate) fn fits(len: usize) -> bool {
    let fits = len <= MAX_SIZE;
    if !fits {
        refuse(Refusal::Size);
    }
    fits
}

/// True if a walk may meet so many values; ask before it begins.
pub(crate) fn fits_walk(extent: usize) -> bool {
    let fits = extent <= MAX_WALK;
    if !fits {
        refuse(Refusal::Walk);
    }
    fits
}

/// Whether a string of so many bytes may be made.
pub(crate) fn fits_text(bytes: usize) -> bool {
    let fits = bytes <= MAX_TEXT;
    if !fits {
        refuse(Refusal::Text);
    }
    fits
}

/// Counts bytes that are held from now on, or no longer; `false` if all together are too many.
fn count(bytes: isize) -> bool {
    let batched = BATCHED.get() + bytes;
    if batched.abs() < BATCH {
        BATCHED.set(batched);
        return true;
    }
    BATCHED.set(0);
    HELD.fetch_add(batched, Ordering::Relaxed) + batched <= MAX_HELD as isize || bytes <= 0
}

/// Bytes that are held by what owns this.
#[derive(Debug, Default)]
pub(crate) struct Charge(AtomicUsize);

impl Charge {
    /// Sets how many bytes are held; `false`, and nothing changes, if they would be too many.
    #[inline]
    pub(crate) fn set(&mut self, bytes: usize) -> bool {
        let bytes = if bytes < SMALL { 0 } else { bytes };
        let old = *self.0.get_mut();
        bytes == old || self.change(old, bytes)
    }

    /// Counts bytes of what is small from now on, too: another value holds it. `false` if they
    /// would be too many.
    #[inline]
    pub(crate) fn hold(&self, bytes: usize) -> bool {
        self.0.load(Ordering::Relaxed) > 0 || self.change(0, bytes)
    }

    #[cold]
    fn change(&self, old: usize, bytes: usize) -> bool {
        let more = bytes.cast_signed() - old.cast_signed();
        let order = Ordering::Relaxed;
        // Otherwise another thread counts the same bytes.
        if self.0.compare_exchange(old, bytes, order, order).is_err() || count(more) {
            return true;
        }
        self.0.store(old, order);
        count(-more);
        refuse(Refusal::Memory);
        false
    }
}

impl Clone for Charge {
    /// The copy holds as much. It is not refused: what grows next is.
    fn clone(&self) -> Charge {
        let bytes = self.0.load(Ordering::Relaxed);
        if bytes > 0 {
            count(bytes.cast_signed());
        }
        Charge(AtomicUsize::new(bytes))
    }
}

impl Drop for Charge {
    #[inline]
    fn drop(&mut self) {
        let bytes = *self.0.get_mut();
        if bytes > 0 {
            count(-bytes.cast_signed());
        }
    }
}
