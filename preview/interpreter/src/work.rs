//! What builtins do is counted, so that those that take long end when the run has to.
//!
//! A run reads the clock every so many steps; a builtin is one step, whatever it does. So whoever
//! goes through many elements or bytes says so with [`spend`], before or while it does, and stops
//! when that is answered with `false`: then why is noted as [`Refusal`], and the run ends.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::memory::{self, Refusal};
use crate::platform::thread_time;

/// Elements or bytes between two looks at the clock: a millisecond at most.
const WORK_BETWEEN_LOOKS: usize = 1 << 14;

/// Limits the processor time that runs may use together. Programs beside them do not change it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    /// The time at the start.
    pub(crate) allowed: Duration,
    /// The time left at `since`.
    left: Duration,
    /// The clock of the running thread when the count began; none between two runs.
    since: Option<Duration>,
}

impl Deadline {
    /// A deadline that counts nothing before it is [resumed](Self::resume).
    pub(crate) fn new(allowed: Duration) -> Deadline {
        Deadline {
            allowed,
            left: allowed,
            since: None,
        }
    }

    /// A deadline that counts the time of this thread from now on.
    pub(crate) fn running(allowed: Duration) -> Deadline {
        let mut deadline = Deadline::new(allowed);
        deadline.resume();
        deadline
    }

    /// Counts the time of this thread.
    pub(crate) fn resume(&mut self) {
        self.since = Some(thread_time());
    }

    /// Stops the count, on the thread that began it.
    pub(crate) fn pause(&mut self) {
        self.left = self.left();
        self.since = None;
    }

    /// Counts time that another thread or a device needed.
    pub(crate) fn count(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time);
    }

    /// Does not count time that this thread has just needed.
    pub(crate) fn excuse(&mut self, time: Duration) {
        self.left += time;
    }

    pub(crate) fn has_passed(&self) -> bool {
        self.left().is_zero()
    }

    fn left(&self) -> Duration {
        let used = |since| thread_time().saturating_sub(since);
        self.left
            .saturating_sub(self.since.map_or(Duration::ZERO, used))
    }
}

/// A switch that ends the run on this thread from outside.
#[derive(Default)]
struct Limit {
    interrupt: Option<Arc<AtomicBool>>,
    deadline: Option<Deadline>,
}

thread_local! {
    static SPENT: Cell<usize> = const { Cell::new(0) };
    static LIMIT: RefCell<Limit> = const {
        RefCell::new(Limit {
            interrupt: None,
            deadline: None,
        })
    };
}

/// While this is there, [`spend`] knows when the run on this thread has to end; after that, what
/// held before does again.
pub(crate) struct Watch {
    before: Limit,
    spent: usize,
}

/// Watches over a run on this thread.
pub(crate) fn watch(interrupt: &Arc<AtomicBool>, deadline: Option<Deadline>) -> Watch {
    let limit = Limit {
        interrupt: Some(Arc::clone(interrupt)),
        deadline,
    };
    Watch {
        before: LIMIT.replace(limit),
        spent: SPENT.replace(0),
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        LIMIT.replace(std::mem::take(&mut self.before));
        SPENT.set(self.spent);
        // What was not made is nobody's concern any more.
        memory::take_refusal();
    }
}

/// Replaces the deadline of the run on this thread.
pub(crate) fn set_deadline(deadline: Option<Deadline>) {
    LIMIT.with_borrow_mut(|limit| limit.deadline = deadline);
}

/// So many elements or bytes are gone through now; `false` if the run has to end, and what is made
/// is not asked for any more.
#[inline]
pub(crate) fn spend(work: usize) -> bool {
    let spent = SPENT.get().saturating_add(work);
    SPENT.set(spent);
    spent < WORK_BETWEEN_LOOKS || look()
}

/// Adds work that is done already: the next [`spend`] looks at the clock if it was much.
#[inline]
pub(crate) fn owe(work: usize) {
    SPENT.set(SPENT.get().saturating_add(work));
}

/// As long as the answer is no, it is asked for again every time.
#[cold]
fn look() -> bool {
    let ended = LIMIT.with_borrow(|limit| {
        let interrupt = limit.interrupt.as_ref();
        if interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Refusal::Interrupted);
        }
        let late = limit.deadline.as_ref().is_some_and(Deadline::has_passed);
        late.then_some(Refusal::Time)
    });
    match ended {
        Some(refusal) => {
            memory::refuse(refusal);
            false
        }
        None => {
            SPENT.set(0);
            true
        }
    }
}

/// Sorts, and keeps the order of what is equal; in no order if the run has to end before that.
pub(crate) fn sort_by<T>(
    mut items: Vec<T>,
    compare: &impl Fn(&T, &T) -> std::cmp::Ordering,
) -> Vec<T> {
    if items.len() < 2 || memory::is_refused() {
        return items;
    }
    let right = items.split_off(items.len() / 2);
    let sorted = [items, right].map(|half| sort_by(half, compare));
    let [mut left, mut right] = sorted.map(|half| half.into_iter().peekable());
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        if !spend(1) {
            break;
        }
        let next = if compare(a, b).is_le() {
            &mut left
        } else {
            &mut right
        };
        merged.extend(next.next());
    }
    merged.extend(left);
    merged.extend(right);
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_when_it_is_interrupted_and_what_held_before_holds_again() {
        let interrupt = Arc::new(AtomicBool::new(false));
        let watch = watch(&interrupt, None);
        assert!(spend(WORK_BETWEEN_LOOKS));
        interrupt.store(true, Ordering::Relaxed);
        assert!(spend(1), "not looked at every time");
        assert!(!spend(WORK_BETWEEN_LOOKS));
        assert!(!spend(1), "as long as it lasts");
        assert_eq!(memory::take_refusal(), Some(Refusal::Interrupted));
        drop(watch);
        assert!(spend(WORK_BETWEEN_LOOKS));
    }

    #[test]
    fn the_time_is_looked_at() {
        let watch = watch(&Arc::default(), Some(Deadline::running(Duration::ZERO)));
        assert!(!spend(WORK_BETWEEN_LOOKS));
        assert_eq!(memory::take_refusal(), Some(Refusal::Time));
        set_deadline(Some(Deadline::running(Duration::from_secs(1000))));
        assert!(spend(1));
        drop(watch);
    }

    #[test]
    fn deadline_between_runs_counts_what_devices_need_alone() {
        let mut deadline = Deadline::running(Duration::from_secs(1000));
        deadline.pause();
        let left = deadline.left();
        assert!(left <= deadline.allowed);
        assert_eq!(deadline.left(), left);
        deadline.count(Duration::from_secs(999));
        deadline.resume();
        assert!(!deadline.has_passed());
        deadline.count(Duration::from_secs(1));
        assert!(deadline.has_passed());
    }

    #[test]
    fn sorting_keeps_the_order_of_what_is_equal() {
        let items: Vec<(i32, i32)> = (0..1000).map(|index| (index * 7919 % 10, index)).collect();
        let mut expected = items.clone();
        expected.sort_by_key(|(key, _)| *key);
        assert_eq!(sort_by(items, &|a, b| a.0.cmp(&b.0)), expected);
    }
}
