//! Threads without which the preview is none.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::thread::{self, JoinHandle};

use cindyscript_files::part_file::delete_all;

use crate::message::complain;

/// The status of a preview that has lost a part of itself, so that the editor can offer to open it
/// again.
const BROKEN: i32 = 70;

/// Starts a thread that the preview cannot do without: should it panic, the preview says so and
/// leaves, since one that stays and shows nothing new cannot be told from one that is busy.
pub(crate) fn spawn(name: &'static str, body: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    thread::spawn(move || {
        if catch_unwind(AssertUnwindSafe(body)).is_err() {
            complain(format_args!(
                "cindyscript-preview: a fault of the preview: {name} is gone, so the window \
                 closes. Open it again."
            ));
            delete_all(|_| process::exit(BROKEN));
        }
    })
}
