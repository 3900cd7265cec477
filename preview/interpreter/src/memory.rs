//! How much memory values may take.
//!
//! Everything large that scripts make — lists, strings, dictionaries — says how many bytes it
//! holds. What would be too large, or too much together with all the rest, is not made: its value
//! is undefined, and whoever evaluates it asks [`take_refusal`] why, and ends the run.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How deep lists may be nested: everything that walks a value recurses at most this deep.
pub(crate) const MAX_NESTING: u16 = 500;
/// How many values a list may hold, all levels together: it bounds what a walk over it takes.
pub(crate) const MAX_SIZE: usize = 1 << 23;
/// How long a string may be, in bytes.
pub(crate) const MAX_TEXT: usize = 1 << 24;
/// How many bytes all values together may hold.
const MAX_HELD: usize = 1 << 30;
/// What holds fewer bytes than this is not counted itself, but by what it is in.
const SMALL: usize = 1 << 9;

/// The bytes that are held, by all interpreters of the process: it is the process that has no
/// more.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// Why a value was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It would hold too many elements.
    Size,
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

/// Whether a string of so many bytes may be made.
pub(crate) fn fits_text(bytes: usize) -> bool {
    let fits = bytes <= MAX_TEXT;
    if !fits {
        refuse(Refusal::Text);
    }
    fits
}

/// Bytes that are held by what owns this.
#[derive(Debug, Default)]
pub(crate) struct Charge(usize);

impl Charge {
    /// Sets how many bytes are held; `false`, and nothing changes, if they would be too many.
    #[inline]
    pub(crate) fn set(&mut self, bytes: usize) -> bool {
        let bytes = if bytes < SMALL { 0 } else { bytes };
        bytes == self.0 || self.change(bytes)
    }

    #[cold]
    fn change(&mut self, bytes: usize) -> bool {
        if bytes > self.0 {
            let more = bytes - self.0;
            if HELD.fetch_add(more, Ordering::Relaxed) + more > MAX_HELD {
                HELD.fetch_sub(more, Ordering::Relaxed);
                refuse(Refusal::Memory);
                return false;
            }
        } else {
            HELD.fetch_sub(self.0 - bytes, Ordering::Relaxed);
        }
        self.0 = bytes;
        true
    }
}

impl Clone for Charge {
    /// The copy holds as much. It is not refused: what grows next is.
    fn clone(&self) -> Charge {
        if self.0 > 0 {
            HELD.fetch_add(self.0, Ordering::Relaxed);
        }
        Charge(self.0)
    }
}

impl Drop for Charge {
    #[inline]
    fn drop(&mut self) {
        if self.0 > 0 {
            HELD.fetch_sub(self.0, Ordering::Relaxed);
        }
    }
}
