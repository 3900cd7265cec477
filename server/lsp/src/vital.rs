//! Tasks without which the server is none.

use std::io::{self, Write};
use std::process;

/// The status of a server that has lost a part of itself, so that the editor can offer to start it
/// again.
const BROKEN: i32 = 70;

/// Runs a task that the server cannot do without: should it panic, the server says so and leaves,
/// since one that stays and does not answer cannot be told from one that thinks.
pub(crate) fn spawn(name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(async move {
        let ended = tokio::spawn(task).await;
        if ended.is_err_and(|error| error.is_panic()) {
            let _ = writeln!(
                io::stderr(),
                "cindyscript-server: an error of the server: {name} is gone, so the server leaves. \
                 Start it again."
            );
            process::exit(BROKEN);
        }
    });
}
