//! A process that tries inputs, and who watches it: some faults end a process or never end.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use std::{env, io, thread};

use cindyscript_tests::{clock, memory};

/// The memory that a process may have.
const MEMORY: usize = 4 << 30;
/// One that waits longer without working will wait forever.
const STANDSTILL: Duration = Duration::from_secs(300);
/// How often a process is looked at.
const INTERVAL: Duration = Duration::from_millis(100);

/// What a process that tries inputs says, a line each on its standard output.
#[derive(Debug)]
pub(crate) enum Said {
    /// It begins with the input of this seed.
    Begin(u64),
    /// That one is wrong.
    Fault(String),
    /// It has ended, by itself or because it had to be.
    Ended(Option<String>),
}

/// A process that tries inputs.
pub(crate) struct Watched {
    child: Child,
    lines: Receiver<String>,
    limit: Duration,
    /// When the current input began, by the processor time of the process and by the clock.
    began: (Duration, Instant),
}

impl Watched {
    /// Starts this program again with other arguments. An input may take so much processor time.
    pub(crate) fn start(arguments: &[String], limit: Duration) -> io::Result<Watched> {
        let mut child = Command::new(env::current_exe()?)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (sender, lines) = channel();
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Watched {
            child,
            lines,
            limit,
            began: (Duration::ZERO, Instant::now()),
        })
    }

    /// What it says next; `None` at the deadline.
    pub(crate) fn next(&mut self, deadline: Option<Instant>) -> Option<Said> {
        loop {
            if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return None;
            }
            match self.lines.recv_timeout(INTERVAL) {
                Ok(line) => {
                    if let Some(seed) = line.strip_prefix("begin ") {
                        self.began = (clock::all_of(self.child.id()), Instant::now());
                        return Some(Said::Begin(seed.parse().unwrap_or_default()));
                    }
                    if let Some(what) = line.strip_prefix("fault ") {
                        return Some(Said::Fault(what.to_owned()));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let ended = self.child.wait().map_or_else(
                        |error| Some(error.to_string()),
                        |status| (!status.success()).then(|| format!("ended with {status}")),
                    );
                    return Some(Said::Ended(ended));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(why) = self.exceeded() {
                        drop(self.child.kill());
                        drop(self.child.wait());
                        return Some(Said::Ended(Some(why)));
                    }
                }
            }
        }
    }

    /// Why it has to end.
    fn exceeded(&self) -> Option<String> {
        let (work, since) = self.began;
        let took = clock::all_of(self.child.id()).saturating_sub(work);
        if took > self.limit {
            return Some(format!("took more than {:?} of processor time", self.limit));
        }
        if memory::of(self.child.id()) > MEMORY {
            return Some(format!("took more than {} GB", MEMORY >> 30));
        }
        (since.elapsed() > STANDSTILL).then(|| "stands still".to_owned())
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
