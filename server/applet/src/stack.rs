//! A stack that is deep enough for JavaScript that nests deeply. Its parser and the visitors of its
//! trees are a library's, and recursive: what is deeper than that stack is not read, and what most
//! pages hold needs no stack of its own.

use std::{panic, thread};

/// Scripts that nest no deeper are read on any stack.
pub(crate) const SHALLOW: usize = 40;

/// Enough for the deepest script that is read, without optimisation; only what is used becomes
/// memory.
const BYTES: usize = 512 << 20;

/// Runs something about a text that nests so deep; nothing comes of it if the system has no stack
/// for that.
pub(crate) fn with_stack<R: Send>(depth: usize, run: impl FnOnce() -> R + Send) -> Option<R> {
    if depth <= SHALLOW {
        return Some(run());
    }
    thread::scope(|scope| {
        let builder = thread::Builder::new()
            .name("page".to_owned())
            .stack_size(BYTES);
        let thread = builder.spawn_scoped(scope, run).ok()?;
        Some(
            thread
                .join()
                .unwrap_or_else(|cause| panic::resume_unwind(cause)),
        )
    })
}
