//! What is not the same in a program of its own and in a Web Worker of a browser: tasks, clocks, threads,
//! other programs, files that change. The rest of the crate asks for it here.

#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(target_family = "wasm")]
mod web;

use std::pin::pin;
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
pub(crate) use native::*;
#[cfg(target_family = "wasm")]
pub(crate) use web::*;

/// Work that is done piece by piece, elsewhere than where it was asked for.
pub(crate) trait Pieces: Send + Sync + 'static {
    /// Does a piece, once there is one if `waits`. False if there is none, or if it is closed.
    fn do_next(&self, waits: bool) -> bool;
}

/// A panic, of which the place is on standard error.
#[derive(Debug)]
pub(crate) struct Panicked;

/// What a future gives, if that takes no longer than this.
pub(crate) async fn timeout<T>(time: Duration, future: impl Future<Output = T>) -> Option<T> {
    let future = pin!(future);
    tokio::select! {
        biased;
        output = future => Some(output),
        () = sleep(time) => None,
    }
}
