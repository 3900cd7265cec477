//! The end of a preview.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::policy::THREADS_END;
use crate::render_loop::{EventSender, LoopEvent};
use crate::worker::Worker;

/// Gives the other threads a moment to end by themselves: drivers crash when a process ends under
/// them.
pub(crate) fn end(sender: &EventSender, worker: &Worker, render_loop: Option<&JoinHandle<()>>) {
    sender.send(LoopEvent::Quit);
    worker.interrupt();
    worker.close();
    let is_busy = || render_loop.is_some_and(|it| !it.is_finished()) || !worker.is_finished();
    let asked = Instant::now();
    while is_busy() && asked.elapsed() < THREADS_END {
        thread::sleep(Duration::from_millis(1));
    }
}
