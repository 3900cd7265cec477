//! The process that decodes, and the thread that reads what it writes.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::process::{self, ChildStderr, ChildStdout};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use cindyscript_interpreter::picture::Picture;

use super::{Decoder, Input, pam};

/// As much is decoded ahead, in pictures and in bytes.
const AHEAD: usize = 8;
const AHEAD_BYTES: usize = 64 << 20;

/// What a program says about itself is shortened to so many bytes, and split into lines of so many.
const LONGEST_REASON: usize = 200;
const LONGEST_LINE: u64 = 4096;

/// A process that decodes; it ends when this goes.
#[derive(Debug)]
pub(super) struct Child {
    process: Arc<Mutex<process::Child>>,
    queue: Arc<Queue>,
}

impl Child {
    /// Starts the process.
    ///
    /// # Errors
    /// It does not start; the reason and the remedy in one line.
    pub(super) fn start(decoder: &Decoder, input: &Input) -> Result<Child, String> {
        let process = decoder.command(input).spawn();
        let mut process = process.map_err(|error| decoder.failed(&error))?;
        super::limit_memory(&process);
        let pipes = process.stdout.take().zip(process.stderr.take());
        let process = Arc::new(Mutex::new(process));
        let queue = Arc::new(Queue::new(input.is_live()));
        let child = Child {
            process: Arc::clone(&process),
            queue: Arc::clone(&queue),
        };
        let (pictures, messages) = pipes.ok_or("the decoder has no pipes")?;
        let run = move || {
            let useless = Arc::clone(&process);
            let said = thread::spawn(move || last_line(messages, &|| drop(lock(&useless).kill())));
            let read = hand_on(pictures, &queue);
            if read.is_err() {
                drop(lock(&process).kill());
            }
            let said = said.join().ok().flatten();
            {
                let mut process = lock(&process);
                // Of one that has closed its pipes and goes on there is nothing to expect.
                drop(process.kill());
                drop(process.wait());
            }
            queue.end(said.or(read.err()));
        };
        let thread = thread::Builder::new().name("decoder".to_owned()).spawn(run);
        thread.map_err(|error| error.to_string())?;
        Ok(child)
    }

    pub(super) fn queue(&self) -> &Queue {
        &self.queue
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.queue.close();
        // The thread waits for its end.
        drop(lock(&self.process).kill());
    }
}

/// Hands on pictures until there are no more.
///
/// # Errors
/// They are none, or nobody wants more: the process need not go on.
fn hand_on(pictures: ChildStdout, queue: &Queue) -> Result<(), String> {
    let mut pipe = BufReader::with_capacity(1 << 16, pictures);
    while let Some(pixels) = pam::read(&mut pipe).map_err(|error| error.to_string())? {
        if !queue.push(Picture::from_pixels(pixels)) {
            return Err("it was ended".to_owned());
        }
    }
    Ok(())
}

/// What the program says when it goes on in vain, and what that means: of pictures larger than
/// [`super::MOST_PIXELS`], before it says more, and where it has no more memory.
const IN_VAIN: [(&str, &str); 2] = [
    (
        "max pixel count",
        "its pictures are larger than 8192 × 4320 pixels: make it smaller",
    ),
    (
        "Cannot allocate memory",
        "decoding it takes too much memory: make it smaller",
    ),
];

/// The last line that says something, or what it means; what goes on in vain is ended.
fn last_line(messages: ChildStderr, end: &dyn Fn()) -> Option<String> {
    let mut last = None;
    let mut pipe = BufReader::new(messages);
    let mut line = Vec::new();
    let mut next = |line: &mut Vec<u8>| (&mut pipe).take(LONGEST_LINE).read_until(b'\n', line);
    while next(&mut line).is_ok_and(|read| read > 0) {
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if let Some((_, meaning)) = IN_VAIN.iter().find(|(said, _)| text.contains(said)) {
            // It would go on with the next picture, and begin again at its end.
            end();
            return Some((*meaning).to_owned());
        }
        if !text.is_empty() {
            let end = text.floor_char_boundary(LONGEST_REASON);
            last = text.get(..end).map(str::to_owned);
        }
        line.clear();
    }
    last
}

/// Pictures between the thread that reads them and those that show them.
#[derive(Debug)]
pub(super) struct Queue {
    inner: Mutex<Inner>,
    changed: Condvar,
    /// Only the newest picture counts.
    live: bool,
}

#[derive(Debug, Default)]
struct Inner {
    pictures: VecDeque<Picture>,
    /// Whether nobody takes pictures any more.
    closed: bool,
    /// Whether there will be no more, and why.
    ended: Option<Option<Arc<str>>>,
}

impl Queue {
    fn new(live: bool) -> Queue {
        Queue {
            inner: Mutex::default(),
            changed: Condvar::new(),
            live,
        }
    }

    /// Adds a picture: once there is room, or in place of an older one. Whether somebody wants more.
    fn push(&self, picture: Picture) -> bool {
        let [width, height] = picture.size().map(|side| side as usize);
        let room = (AHEAD_BYTES / (4 * width * height).max(1)).clamp(1, AHEAD);
        let mut inner = lock(&self.inner);
        if self.live {
            inner.pictures.clear();
        }
        let is_full = |inner: &mut Inner| inner.pictures.len() >= room && !inner.closed;
        inner = self
            .changed
            .wait_while(inner, is_full)
            .unwrap_or_else(PoisonError::into_inner);
        if inner.closed {
            return false;
        }
        inner.pictures.push_back(picture);
        self.changed.notify_all();
        true
    }

    /// Takes the next picture, if it is there.
    pub(super) fn take(&self) -> Option<Picture> {
        let picture = lock(&self.inner).pictures.pop_front();
        self.changed.notify_all();
        picture
    }

    /// Takes the next picture, waiting for it so long.
    pub(super) fn wait(&self, longest: Duration) -> Option<Picture> {
        let nothing = |inner: &mut Inner| inner.pictures.is_empty() && inner.ended.is_none();
        let waited = self
            .changed
            .wait_timeout_while(lock(&self.inner), longest, nothing);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        self.take()
    }

    /// Whether there will be no more pictures, and why if that can be said.
    pub(super) fn ended(&self) -> Option<Option<Arc<str>>> {
        let inner = lock(&self.inner);
        inner.ended.clone().filter(|_| inner.pictures.is_empty())
    }

    fn end(&self, reason: Option<String>) {
        lock(&self.inner).ended = Some(reason.map(Into::into));
        self.changed.notify_all();
    }

    fn close(&self) {
        let mut inner = lock(&self.inner);
        inner.closed = true;
        inner.pictures.clear();
        self.changed.notify_all();
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
