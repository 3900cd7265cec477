//! A Web Worker: one thread, whose event loop does one thing after another.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::future::Ready;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use cindyscript_files::Files;
use tokio::sync::oneshot;
use tower_lsp::ls_types::Uri;
use tracing_subscriber::filter::Targets;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};

use super::PreviewEvent;
use super::{Panicked, Pieces};
use crate::preview::{Messages, PreviewPlace};

pub(crate) use web_time::Instant;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &js_sys::Function, milliseconds: f64);
}

/// A task that was started.
#[derive(Debug)]
pub(crate) struct Task<T>(oneshot::Receiver<T>);

impl<T> Task<T> {
    pub(crate) fn is_finished(&self) -> bool {
        !self.0.is_empty() || self.0.is_terminated()
    }
}

impl<T> Future for Task<T> {
    type Output = Result<T, Panicked>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let done = Pin::new(&mut self.0).poll(context);
        done.map(|done| done.map_err(|_| Panicked))
    }
}

/// Starts a task, which goes on if nobody waits for it.
pub(crate) fn spawn<T: Send + 'static>(task: impl Future<Output = T> + Send + 'static) -> Task<T> {
    let (sender, receiver) = oneshot::channel();
    wasm_bindgen_futures::spawn_local(async move { drop(sender.send(task.await)) });
    Task(receiver)
}

/// Starts a task that the server cannot do without. A panic ends the whole worker.
pub(crate) fn spawn_critical(_name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
    drop(spawn(task));
}

/// Waits; messages are taken meanwhile.
pub(crate) async fn sleep(time: Duration) {
    let (sender, awake) = oneshot::channel();
    {
        let wake = Closure::once_into_js(move || {
            let _ = sender.send(());
        });
        set_timeout(wake.unchecked_ref(), time.as_secs_f64() * 1e3);
    }
    drop(awake.await);
}

/// Computes something at once.
pub(crate) async fn compute<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    Ok(work())
}

/// Does some work piece by piece, and takes messages in between. False: it ends when nothing waits.
///
/// # Errors
/// None.
pub(crate) fn start(work: Arc<impl Pieces>) -> io::Result<bool> {
    drop(spawn(async move {
        loop {
            sleep(Duration::ZERO).await;
            if !work.do_next(false) {
                return;
            }
        }
    }));
    Ok(false)
}

/// The files of the editor, which `ask` asks for one.
///
/// # Errors
/// None.
pub(crate) fn files(
    _changed: impl FnMut(BTreeSet<PathBuf>) + Send + 'static,
    ask: impl Fn(&Path) + Send + Sync + 'static,
) -> Result<Files, String> {
    Ok(Files::of_client(ask))
}

/// The path by which the file of an address is known: `scheme:authority/folder/name`. A text that has no
/// file yet has none.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let path = uri.path().decode().to_string_lossy();
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let path = path.starts_with('/').then_some(path)?;
    Some(format!("{}:{authority}{path}", uri.scheme()).into())
}

/// The address of the file of a [`path`].
pub(crate) fn uri(path: &Path) -> Option<Uri> {
    let (scheme, rest) = path.to_str()?.split_once(':')?;
    let rest = String::from(js_sys::encode_uri(rest));
    let rest = rest.replace('#', "%23").replace('?', "%3F");
    Uri::from_str(&format!("{scheme}://{rest}")).ok()
}

/// Starts no preview.
///
/// # Errors
/// Always: there are no programs here.
pub(crate) fn start_preview<T>(
    _program: Option<&Path>,
    _place: PreviewPlace,
    _options: Vec<OsString>,
    _messages: Messages,
    _tell: impl Fn(PreviewEvent) -> T,
) -> Result<Ready<()>, String> {
    let why = "A browser opens no windows of other programs: open the preview beside the text.";
    Err(why.to_owned())
}

/// Serves nobody: a worker has no standard input.
///
/// # Errors
/// Always.
pub(crate) fn serve(_log: Targets) -> io::Result<ExitCode> {
    Err(io::ErrorKind::Unsupported.into())
}
