//! A place for one letter: a newer one replaces what lies there unread.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Hands the newest of what many threads put in to one that takes it out.
#[derive(Debug)]
pub struct Mailbox<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<T> {
    letter: Option<T>,
    closed: bool,
}

impl<T> Default for Mailbox<T> {
    fn default() -> Mailbox<T> {
        let state = State {
            letter: None,
            closed: false,
        };
        Mailbox {
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }
}

impl<T> Mailbox<T> {
    /// Replaces what lies there. Ignored once the mailbox is closed.
    pub fn put(&self, letter: T) {
        self.merge(|_| letter);
    }

    /// Puts in what `merge` makes of the letter that lies there unread.
    pub fn merge(&self, merge: impl FnOnce(Option<T>) -> T) {
        let mut state = self.lock();
        if !state.closed {
            let old = state.letter.take();
            state.letter = Some(merge(old));
            drop(state);
            self.changed.notify_one();
        }
    }

    /// Lets `read` look at the letter that lies there unread.
    pub fn peek<R>(&self, read: impl FnOnce(Option<&T>) -> R) -> R {
        read(self.lock().letter.as_ref())
    }

    /// Waits for a letter and takes it; none once the mailbox is closed and empty.
    pub fn take(&self) -> Option<T> {
        let waiting = |state: &mut State<T>| state.letter.is_none() && !state.closed;
        let state = self.changed.wait_while(self.lock(), waiting);
        state.unwrap_or_else(PoisonError::into_inner).letter.take()
    }

    /// No more letters: whoever waits gets none.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;

    use super::*;

    #[test]
    fn the_newest_letter_is_read() {
        let mailbox = Mailbox::default();
        for letter in 0..5 {
            mailbox.put(letter);
        }
        assert_eq!(mailbox.take(), Some(4));
        mailbox.merge(|old| old.unwrap_or(10) + 1);
        mailbox.merge(|old| old.unwrap_or(10) + 1);
        mailbox.close();
        mailbox.put(99);
        assert_eq!(mailbox.take(), Some(12));
        assert_eq!(mailbox.take(), None);
    }

    #[test]
    fn a_reader_sees_ascending_letters_and_the_last() {
        let mailbox = Arc::new(Mailbox::default());
        let writer = Arc::clone(&mailbox);
        let thread = thread::spawn(move || {
            for letter in 0..1000 {
                writer.put(letter);
            }
            writer.close();
        });
        let read: Vec<i32> = std::iter::from_fn(|| mailbox.take()).collect();
        assert!(thread.join().is_ok());
        assert!(read.is_sorted());
        assert_eq!(read.last(), Some(&999));
    }
}
