//! The engine: QuickJS on a thread of its own, which asks the caller for what the page wants.

#[cfg_attr(target_family = "wasm", path = "engine/nothing.rs")]
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::page::Place;
use crate::{PageEvent, PageReport, PlaybackCall, ScriptHost};

/// The stack of the thread; scripts get a part of it.
const STACK: usize = 4 << 20;
/// Real time after an interrupt until the engine counts as hung: native functions of QuickJS cannot be
/// interrupted.
const PATIENCE: Duration = Duration::from_secs(2);
/// The same after the deadline of an event: scripts after one that was stopped run, too.
const LONG_PATIENCE: Duration = Duration::from_secs(5);
/// The time between two looks at the interrupt.
const LOOK: Duration = Duration::from_millis(100);
/// No more engines run at a time, those included that hang and that nobody waits for.
const MOST_ENGINES: usize = 8;

/// The engines that run.
static ENGINES: AtomicUsize = AtomicUsize::new(0);

/// An event for the thread, and its deadline.
struct Command {
    event: PageEvent,
    deadline: Instant,
}

/// A request of the thread. The caller answers each, except `Done`, with a text.
enum Request {
    Evoke(usize, String, Option<Place>),
    Evaluate(usize, String, Option<Place>),
    Play(usize, PlaybackCall),
    Print(String),
    Fail(String, Option<Place>),
    Script(String),
    Done(PageReport),
}

/// The line from the thread to the caller.
struct Line {
    asked: Sender<Request>,
    answered: Receiver<Result<String, String>>,
}

/// Runs the JavaScript of a page.
#[derive(Debug)]
pub struct Engine {
    commands: Sender<Command>,
    requests: Receiver<Request>,
    answers: Sender<Result<String, String>>,
    interrupt: Arc<AtomicBool>,
    spent: Duration,
}

/// Counts an engine while it lives.
struct Counted;

impl Counted {
    /// Adds one; none if there are [`MOST_ENGINES`].
    fn new() -> Option<Counted> {
        let counted = Counted;
        (ENGINES.fetch_add(1, Ordering::Relaxed) < MOST_ENGINES).then_some(counted)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ENGINES.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Engine {
    /// False in a browser, where no engine starts.
    pub const EXISTS: bool = !cfg!(target_family = "wasm");

    /// Makes an engine for a page, in which nothing has run. `start` is the time in milliseconds since
    /// 1970, UTC, and the seed of random numbers. Setting `interrupt` ends what runs. None if the system
    /// has no thread, or too many engines hang.
    #[must_use]
    pub fn start(page: &str, start: [f64; 2], interrupt: Arc<AtomicBool>) -> Option<Engine> {
        let (commands, received) = mpsc::channel();
        let (asked, requests) = mpsc::channel();
        let (answers, answered) = mpsc::channel();
        let page = page.to_owned();
        let line = Line { asked, answered };
        let counted = Counted::new()?;
        let stop = Arc::clone(&interrupt);
        let work = move || {
            let _counted = counted;
            worker::run(&page, start, stop, &received, line);
        };
        let builder = thread::Builder::new().name("javascript".to_owned());
        builder.stack_size(STACK).spawn(work).ok()?;
        Some(Engine {
            commands,
            requests,
            answers,
            interrupt,
            spent: Duration::ZERO,
        })
    }

    /// The real time that all events took.
    #[must_use]
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// Runs what happens at an event, for at most so long in real time.
    ///
    /// # Errors
    /// The engine has ended, or does not end: it runs nothing any more.
    pub fn run(
        &mut self,
        event: PageEvent,
        limit: Duration,
        host: &mut dyn ScriptHost,
    ) -> Result<PageReport, String> {
        let start = Instant::now();
        let report = self.report(event, start + limit, host);
        self.spent += start.elapsed();
        report
    }

    /// The state of the page after an event.
    fn report(
        &mut self,
        event: PageEvent,
        deadline: Instant,
        host: &mut dyn ScriptHost,
    ) -> Result<PageReport, String> {
        let ended = || "the JavaScript of this page no longer runs".to_owned();
        let command = Command { event, deadline };
        self.commands.send(command).map_err(|_| ended())?;
        let mut end = deadline + LONG_PATIENCE;
        let mut is_interrupted = false;
        loop {
            if !is_interrupted && self.interrupt.load(Ordering::Relaxed) {
                is_interrupted = true;
                end = end.min(Instant::now() + PATIENCE);
            }
            let left = end.saturating_duration_since(Instant::now());
            let request = match self.requests.recv_timeout(left.min(LOOK)) {
                Ok(request) => request,
                Err(RecvTimeoutError::Timeout) if left > LOOK => continue,
                Err(RecvTimeoutError::Timeout) => return Err(format!("{}: it hangs", ended())),
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            };
            let answer = match request {
                Request::Done(report) => return Ok(report),
                Request::Evoke(applet, code, at) => {
                    host.evoke(applet, &code, at);
                    Ok(String::new())
                }
                Request::Evaluate(applet, code, at) => Ok(host.evaluate(applet, &code, at)),
                Request::Play(applet, playback) => {
                    host.play(applet, playback);
                    Ok(String::new())
                }
                Request::Print(line) => {
                    host.print(&line);
                    Ok(String::new())
                }
                Request::Fail(message, at) => {
                    host.fail(&message, at);
                    Ok(String::new())
                }
                Request::Script(address) => host.script(&address),
            };
            self.answers.send(answer).map_err(|_| ended())?;
        }
    }
}

#[cfg(test)]
mod tests;
