//! The pool of threads that analyse documents.
//!
//! All documents share a few threads. Of what waits, the newest text comes first: an edit does not wait
//! for thousands of documents that were opened before it. A text that is replaced while it waits is
//! withdrawn.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::outbox::Progress;
use crate::platform::{self, Pieces};
use crate::snapshot::{Generation, Job, Snapshot};

/// The fewest threads: a long text does not keep the others waiting on a machine with one processor.
const FEWEST: usize = 2;

/// Dropped when an analysis has ended; nothing where the editor does not show it.
type Running = Option<Progress>;

/// Takes each job with its result: nothing if the analysis panicked, or was given up since the document
/// is closed.
type Done = Box<dyn Fn(&Job, Option<Arc<Snapshot>>) + Send + Sync>;

/// Something for a thread to do.
enum Task {
    Analyse(Box<Job>, Running),
    /// Find the names of a text that was just opened: the first question about a name does not wait
    /// for those of the whole text.
    FindNames(Arc<Snapshot>),
}

/// The threads, which end with it and with what they do then. They start when they are needed.
pub(crate) struct Analysts {
    shared: Arc<Shared>,
    threads: usize,
    most: usize,
}

impl fmt::Debug for Analysts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { threads, most, .. } = self;
        write!(f, "Analysts({threads} of {most})")
    }
}

struct Shared {
    queue: Mutex<Queue>,
    /// Notified when there is a task, and at the end.
    changed: Condvar,
    done: Done,
}

#[derive(Default)]
struct Queue {
    /// The last is the next: analyses come before names, and newer texts before older ones.
    tasks: BTreeMap<(bool, Generation), Task>,
    /// The threads that wait for a task.
    idle: usize,
    is_closed: bool,
}

impl Analysts {
    /// A pool for this machine, without a thread.
    pub(crate) fn new(done: impl Fn(&Job, Option<Arc<Snapshot>>) + Send + Sync + 'static) -> Self {
        let processors = thread::available_parallelism().map_or(FEWEST, std::num::NonZero::get);
        Self {
            shared: Arc::new(Shared {
                queue: Mutex::default(),
                changed: Condvar::new(),
                done: Box::new(done),
            }),
            threads: 0,
            most: processors.max(FEWEST),
        }
    }

    /// Analyses a version when a thread is free.
    ///
    /// # Errors
    /// The system gives no thread, and there is none yet.
    pub(crate) fn analyse(&mut self, job: Job, running: Running) -> io::Result<()> {
        let generation = job.generation;
        let is_short = {
            let mut queue = self.shared.lock();
            queue.add(Task::Analyse(Box::new(job), running), generation);
            queue.tasks.len() > queue.idle
        };
        self.shared.changed.notify_one();
        if is_short && self.threads < self.most {
            match platform::start(Arc::clone(&self.shared)) {
                Ok(stays) => self.threads += usize::from(stays),
                Err(error) if self.threads == 0 => {
                    drop(self.withdraw(generation));
                    return Err(error);
                }
                // The others do it later.
                Err(error) => tracing::warn!(%error, "no further thread for the analysis"),
            }
        }
        Ok(())
    }

    /// Takes back the analysis of a text, if it has not begun.
    pub(crate) fn withdraw(&self, generation: Generation) -> Option<Job> {
        match self.shared.lock().tasks.remove(&(true, generation))? {
            Task::Analyse(job, _) => Some(*job),
            Task::FindNames(_) => None,
        }
    }
}

impl Drop for Analysts {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
    }
}

impl Queue {
    fn add(&mut self, task: Task, generation: Generation) {
        let is_analysis = matches!(task, Task::Analyse(..));
        self.tasks.insert((is_analysis, generation), task);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn perform(&self, task: Task) {
        // A panic is ours to mend, but no reason to lose the author's other files.
        match task {
            Task::Analyse(job, _running) => {
                let snapshot = catch_unwind(AssertUnwindSafe(|| job.run()));
                let snapshot = snapshot.ok().flatten().map(Arc::new);
                (self.done)(&job, snapshot.clone());
                if let Some(first) = snapshot.filter(|_| job.earlier.is_none()) {
                    self.lock().add(Task::FindNames(first), job.generation);
                }
            }
            Task::FindNames(snapshot) => {
                let find = AssertUnwindSafe(|| snapshot.analysis.find_names());
                drop(catch_unwind(find));
            }
        }
    }

    /// The next task; none at the end of the pool.
    fn next(&self) -> Option<Task> {
        let mut queue = self.lock();
        queue.idle += 1;
        let mut queue = self
            .changed
            .wait_while(queue, |queue| !queue.is_closed && queue.tasks.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        queue.idle -= 1;
        if queue.is_closed {
            return None;
        }
        Some(queue.tasks.pop_last()?.1)
    }
}

impl Pieces for Shared {
    fn do_next(&self, waits: bool) -> bool {
        let task = match waits {
            true => self.next(),
            false => self.lock().tasks.pop_last().map(|(_, task)| task),
        };
        task.map(|task| self.perform(task)).is_some()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::str::FromStr;
    use std::sync::mpsc;
    use std::time::Duration;

    use ropey::Rope;
    use tower_lsp::ls_types::Uri;

    use super::*;
    use crate::position::Encoding;
    use crate::snapshot::Newest;

    fn job(generation: Generation) -> Job {
        Job {
            uri: Uri::from_str(&format!("file:///{generation}.cindyscript")).unwrap(),
            name: "a.cindyscript".into(),
            text: Rope::from_str("a = 1;"),
            version: 1,
            generation,
            encoding: Encoding::default(),
            fades: false,
            newest: Newest::new(generation),
            beside: None,
            earlier: None,
        }
    }

    /// A pool of one thread, which reports each job and waits for permission to go on.
    fn pool() -> (
        Analysts,
        mpsc::Receiver<(Generation, bool)>,
        mpsc::Sender<()>,
    ) {
        let (report, reports) = mpsc::channel();
        let (allow, allowed) = mpsc::channel::<()>();
        let allowed = Mutex::new(allowed);
        let mut analysts = Analysts::new(move |job, snapshot| {
            report.send((job.generation, snapshot.is_some())).unwrap();
            allowed.lock().unwrap().recv().unwrap();
        });
        analysts.most = 1;
        (analysts, reports, allow)
    }

    fn analyse(analysts: &mut Analysts, generation: Generation) {
        analysts.analyse(job(generation), None).unwrap();
    }

    const PATIENCE: Duration = Duration::from_secs(60);

    #[test]
    fn newest_text_that_waits_is_analysed_first() {
        let (mut analysts, reports, allow) = pool();
        analyse(&mut analysts, 1);
        assert_eq!(reports.recv_timeout(PATIENCE), Ok((1, true)));
        for generation in [2, 3, 4] {
            analyse(&mut analysts, generation);
        }
        for expected in [4, 3, 2] {
            allow.send(()).unwrap();
            assert_eq!(reports.recv_timeout(PATIENCE), Ok((expected, true)));
        }
        allow.send(()).unwrap();
    }

    #[test]
    fn text_that_waits_can_be_withdrawn() {
        let (mut analysts, reports, allow) = pool();
        analyse(&mut analysts, 1);
        assert_eq!(reports.recv_timeout(PATIENCE), Ok((1, true)));
        analyse(&mut analysts, 2);
        analyse(&mut analysts, 3);
        // The thread analyses it already.
        assert!(analysts.withdraw(1).is_none());
        assert_eq!(analysts.withdraw(3).unwrap().generation, 3);
        assert!(analysts.withdraw(3).is_none());
        allow.send(()).unwrap();
        assert_eq!(reports.recv_timeout(PATIENCE), Ok((2, true)));
        allow.send(()).unwrap();
    }

    #[test]
    fn ten_thousand_documents_share_a_few_threads() {
        let (report, reports) = mpsc::channel();
        let mut analysts = Analysts::new(move |job, _| report.send(job.generation).unwrap());
        for generation in 0..10_000 {
            analyse(&mut analysts, generation);
        }
        let found = (0..10_000).map(|_| reports.recv_timeout(PATIENCE).unwrap());
        let mut found: Vec<Generation> = found.collect();
        found.sort_unstable();
        assert!(found.into_iter().eq(0..10_000));
        assert!(analysts.threads <= analysts.most);
    }
}
