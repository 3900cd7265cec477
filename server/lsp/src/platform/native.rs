//! A program of its own.

mod child;
mod critical;
mod stdio;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use cindyscript_files::Files;
use tokio::task::JoinSet;
use tower_lsp::ls_types::Uri;

pub(crate) use child::start_preview;
pub(crate) use critical::spawn as spawn_critical;
pub(crate) use std::time::Instant;
pub(crate) use stdio::serve;
pub(crate) use tokio::spawn;
pub(crate) use tokio::task::JoinHandle as Task;
pub(crate) use tokio::time::sleep;

use super::{Panicked, Pieces};

/// The stack of a thread, in bytes: what the analysis needs does not depend on the text.
const STACK: usize = 2 << 20;

/// Computes something on a thread that may take its time. What has not begun when nobody waits for it
/// any more is not done.
pub(crate) async fn compute<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Panicked> {
    let mut set = JoinSet::new();
    set.spawn_blocking(work);
    let done = set.join_next().await;
    done.and_then(Result::ok).ok_or(Panicked)
}

/// Starts a thread for some work. True: it stays until that is closed.
///
/// # Errors
/// The system gives no thread.
pub(crate) fn start(work: Arc<impl Pieces>) -> io::Result<bool> {
    let thread = thread::Builder::new().name("analysis".to_owned());
    thread
        .stack_size(STACK)
        .spawn(move || while work.do_next(true) {})?;
    Ok(true)
}

/// The files of this machine; `changed` takes the keys of those that change. The editor is not asked.
///
/// # Errors
/// The system follows no files; the reason in one line.
pub(crate) fn files(
    changed: impl FnMut(BTreeSet<PathBuf>) + Send + 'static,
    _ask: impl Fn(&Path) + Send + Sync + 'static,
) -> Result<Files, String> {
    Files::followed(changed)
}

/// The path of the file of an address. Only addresses of files of this machine have one.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let is_file = uri.scheme().as_str().eq_ignore_ascii_case("file");
    let path = is_file.then(|| uri.to_file_path()).flatten()?;
    path.is_absolute().then(|| path.into_owned())
}

/// The address of the file of a path.
pub(crate) fn uri(path: &Path) -> Option<Uri> {
    path.is_absolute().then(|| Uri::from_file_path(path))?
}
