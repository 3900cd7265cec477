//! Tasks, clocks, threads, other programs and files that change: a program of its own and a Web Worker
//! of a browser have them in different ways. The rest of the crate asks for them here.

#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(target_family = "wasm")]
mod web;

use std::pin::pin;
use std::time::Duration;

use cindyscript_protocol::FromPreview;

#[cfg(not(target_family = "wasm"))]
pub(crate) use native::*;
#[cfg(target_family = "wasm")]
pub(crate) use web::*;

/// Work that other threads, or later turns of the event loop, do piece by piece.
pub(crate) trait Pieces: Send + Sync + 'static {
    /// Does a piece; if `waits`, stays until there is one. False at the end.
    fn do_next(&self, waits: bool) -> bool;
}

/// A message from the supervisor of a preview.
#[derive(Debug)]
#[cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "no preview is supervised in a browser")
)]
pub(crate) enum PreviewEvent {
    /// A message.
    Message(FromPreview),
    /// The error in a line that is not a message.
    Noise(String),
    /// The preview ended.
    Ended(Ending),
}

/// The way in which a preview ended.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "no preview is supervised in a browser")
)]
pub(crate) enum Ending {
    /// As asked for, by the editor or in the window.
    Closed,
    /// By itself: the status and the end of its standard error.
    Died { status: String, words: String },
}

/// A panic, of which the place is on standard error.
#[derive(Debug)]
pub(crate) struct Panicked;

/// The output of a future, if it comes within this time.
pub(crate) async fn timeout<T>(time: Duration, future: impl Future<Output = T>) -> Option<T> {
    let future = pin!(future);
    tokio::select! {
        biased;
        output = future => Some(output),
        () = sleep(time) => None,
    }
}

/// The number of heaps that all threads share: few of them allocate at the same time.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ARENAS: i32 = 2;

/// Has the allocator keep few heaps. To be called before there are threads.
///
/// The allocator of GNU gives threads heaps of their own, eight for each processor, and memory that was
/// freed in one is of no use to the others: after many edits of a long text, most of it was free.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn limit_arenas() {
    // SAFETY: it sets a number, and nothing else runs yet.
    #[allow(unsafe_code)]
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, ARENAS);
    }
}

/// Other allocators are left as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn limit_arenas() {}
