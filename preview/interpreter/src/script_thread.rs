//! The thread that scripts run on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use rayon_core::{ThreadPool, ThreadPoolBuilder};

use crate::platform::HAS_THREADS;

/// The part of the stack that a run may use, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stack {
    /// Beyond this, the run is noted as a deep one.
    pub(crate) usual: usize,
    /// Beyond this, the run ends.
    pub(crate) most: usize,
}

impl Stack {
    /// So much, and all of it is usual.
    pub(crate) const fn of(most: usize) -> Stack {
        Stack { usual: most, most }
    }
}

/// Bytes of the thread's stack; only what is used becomes memory.
const STACK: usize = 256 << 20;

/// What scripts may use of it: the rest is for builtins, which walk values. A thread keeps the
/// memory of its stack: one that is used deeper than most scripts do is not kept.
const OWN: Stack = Stack {
    usual: 8 << 20,
    most: STACK - (4 << 20),
};

/// What scripts may use of the caller's stack, if there is no thread to be had.
const BORROWED: Stack = Stack::of(256 << 10);

/// A thread with a deep stack, which runs one script after another. It starts with the first of
/// them, and ends when this is dropped.
#[derive(Default)]
pub(crate) struct ScriptThread {
    /// The one thread, once it has started.
    pool: Option<ThreadPool>,
}

/// A clone starts a thread of its own: what runs on one does not wait for what runs on another.
impl Clone for ScriptThread {
    fn clone(&self) -> ScriptThread {
        ScriptThread::default()
    }
}

impl ScriptThread {
    /// Runs a script, which is told what it may use of the stack, and waits for its end; the panic
    /// that ended it, if one did.
    pub(crate) fn run<R: Send>(
        &mut self,
        script: impl FnOnce(Stack) -> R + Send,
    ) -> thread::Result<R> {
        if self.pool.is_none() && HAS_THREADS {
            let builder = ThreadPoolBuilder::new().num_threads(1).stack_size(STACK);
            self.pool = builder.thread_name(|_| "script".to_owned()).build().ok();
        }
        catch_unwind(AssertUnwindSafe(|| match &self.pool {
            Some(pool) => pool.install(|| script(OWN)),
            None => script(BORROWED),
        }))
    }

    /// Ends the thread; the next script starts another.
    pub(crate) fn end(&mut self) {
        self.pool = None;
    }
}
