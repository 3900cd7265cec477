//! A thread that analyses the versions of one document, one after the other.
//!
//! Each document has its own for as long as it is open: an allocator keeps what a thread has freed for
//! that thread, so analyses that ran now on one, now on another would take several times the memory.

use std::convert::Infallible;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::thread;

use tokio::sync::oneshot;

use crate::snapshot::{Job, Snapshot};

/// The sending end of the thread's queue; the thread ends with it, and with what it does then.
#[derive(Debug)]
pub(crate) struct Analyst(mpsc::Sender<(Job, Running)>);

/// Dropped when an analysis has ended.
type Running = oneshot::Sender<Infallible>;

impl Analyst {
    /// Starts the thread. It hands over each job with its result: nothing if the analysis panicked, or
    /// was given up since the document is closed.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(crate) fn start(
        done: impl Fn(&Job, Option<Arc<Snapshot>>) + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, jobs) = mpsc::channel::<(Job, Running)>();
        let thread = thread::Builder::new().name("analysis".to_owned());
        thread.spawn(move || {
            for (job, _running) in jobs {
                // A panic is ours to mend, but no reason to lose the author's other files.
                let snapshot = catch_unwind(AssertUnwindSafe(|| job.run()));
                let snapshot = snapshot.ok().flatten().map(Arc::new);
                done(&job, snapshot.clone());
                // The first question about a name does not wait for those of the whole text.
                if let Some(first) = snapshot.filter(|_| job.earlier.is_none()) {
                    let find = AssertUnwindSafe(|| first.analysis.find_names());
                    drop(catch_unwind(find));
                }
            }
        })?;
        Ok(Self(sender))
    }

    /// Analyses a version when those before it are done.
    pub(crate) fn analyse(&self, job: Job, running: Running) {
        // The thread takes jobs until it cannot get any more.
        let _ = self.0.send((job, running));
    }
}
