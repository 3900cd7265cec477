//! Pipelines that are built on a thread of their own while others paint: a new text never waits for
//! them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cindyscript_interpreter::fault;
use cindyscript_render::compile::{ShaderProgram, Wanted};

use crate::message::complain;
use crate::policy::GENERAL_AFTER;
use crate::vital;

/// Hands pipelines to the thread. Clones hand them to the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Background(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    waiting: Mutex<Waiting<Pipeline>>,
    changed: Condvar,
}

/// A colorplot, and which other pipeline of it is to be built.
type Pipeline = (Arc<ShaderProgram>, Wanted);

impl Background {
    /// Starts the thread.
    pub(super) fn start(&self) -> JoinHandle<()> {
        let background = self.clone();
        vital::spawn("what builds the faster pipelines", move || {
            while let Some((program, wanted)) = background.next() {
                // Of a text that has gone, it would be for nothing.
                if matches!(wanted, Wanted::General(_)) && Arc::strong_count(&program) == 1 {
                    continue;
                }
                // Without it, what paints goes on.
                let built = catch_unwind(AssertUnwindSafe(|| program.build(wanted)));
                if let Err(panic) = built {
                    complain(fault(panic.as_ref()));
                }
            }
        })
    }

    /// Has the pipeline of a colorplot built that it is time for, if it is.
    pub(super) fn build(&self, program: &Arc<ShaderProgram>) {
        let Some(wanted) = program.wanted() else {
            return;
        };
        let mut waiting = self.lock();
        let pipeline = (Arc::clone(program), wanted);
        match pipeline.1 {
            Wanted::General(_) => waiting.in_quiet.push_back(pipeline),
            Wanted::Second(_) | Wanted::Values(_) => waiting.at_once.push_back(pipeline),
        }
        drop(waiting);
        self.0.changed.notify_one();
    }

    /// A text has come.
    pub(super) fn text_has_come(&self) {
        self.lock().newest_text = Some(Instant::now());
    }

    /// Nothing more is built than what was begun.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.0.changed.notify_one();
    }

    /// Waits for a pipeline to build; none once this is closed.
    fn next(&self) -> Option<Pipeline> {
        let mut waiting = self.lock();
        loop {
            waiting = match waiting.next(Instant::now()) {
                Next::Build(pipeline) => return Some(pipeline),
                Next::Closed => return None,
                Next::Nothing => self
                    .0
                    .changed
                    .wait(waiting)
                    .unwrap_or_else(PoisonError::into_inner),
                Next::In(left) => {
                    let waited = self.0.changed.wait_timeout(waiting, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<Pipeline>> {
        self.0
            .waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Pipelines that are to be built.
#[derive(Debug)]
struct Waiting<P> {
    /// What is looked at now gains by these.
    at_once: VecDeque<P>,
    /// The texts to come may gain by these. Drivers build one pipeline after the other: that of the next
    /// text would wait for them.
    in_quiet: VecDeque<P>,
    newest_text: Option<Instant>,
    is_closed: bool,
}

impl<P> Default for Waiting<P> {
    fn default() -> Waiting<P> {
        Waiting {
            at_once: VecDeque::new(),
            in_quiet: VecDeque::new(),
            newest_text: None,
            is_closed: false,
        }
    }
}

/// What there is to do.
#[derive(Debug, PartialEq)]
enum Next<P> {
    Build(P),
    /// Something after so long, if no text comes meanwhile.
    In(Duration),
    Nothing,
    Closed,
}

impl<P> Waiting<P> {
    fn next(&mut self, now: Instant) -> Next<P> {
        if self.is_closed {
            return Next::Closed;
        }
        if let Some(pipeline) = self.at_once.pop_front() {
            return Next::Build(pipeline);
        }
        if self.in_quiet.is_empty() {
            return Next::Nothing;
        }
        let quiet = self.newest_text.map(|text| now.duration_since(text));
        let left = quiet.map_or(Duration::ZERO, |quiet| GENERAL_AFTER.saturating_sub(quiet));
        match self.in_quiet.pop_front_if(|_| left.is_zero()) {
            Some(pipeline) => Next::Build(pipeline),
            None => Next::In(left),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipelines_for_texts_to_come_wait_until_none_comes() {
        let began = Instant::now();
        let millisecond = Duration::from_millis(1);
        let mut waiting = Waiting::default();
        assert_eq!(waiting.next(began), Next::Nothing);
        waiting.newest_text = Some(began);
        waiting.in_quiet.extend(["general", "another"]);
        assert_eq!(
            waiting.next(began + millisecond),
            Next::In(GENERAL_AFTER - millisecond)
        );
        // What tells the values under the pointer does not wait behind them.
        waiting.at_once.push_back("values");
        assert_eq!(waiting.next(began + millisecond), Next::Build("values"));
        // Nor do they keep to the time that they were put in at.
        let text = began + GENERAL_AFTER - millisecond;
        waiting.newest_text = Some(text);
        assert_eq!(
            waiting.next(began + GENERAL_AFTER),
            Next::In(GENERAL_AFTER - millisecond)
        );
        let quiet = text + GENERAL_AFTER;
        assert_eq!(waiting.next(quiet), Next::Build("general"));
        assert_eq!(waiting.next(quiet), Next::Build("another"));
        assert_eq!(waiting.next(quiet), Next::Nothing);
        waiting.in_quiet.push_back("late");
        waiting.is_closed = true;
        assert_eq!(waiting.next(quiet), Next::Closed);
    }
}
