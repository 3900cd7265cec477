//! The preview without a window, told texts as an editor tells them.

use std::io::{BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use cindyscript_protocol::{
    FromPreview, MessageReader, Received, Stages, TabEvent, ToPreview, Version, write,
};
use cindyscript_tests::programs::Program;

/// How long a picture is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// A version that is shown.
#[derive(Debug)]
pub(crate) struct Shown {
    /// From the write of the message to the receipt.
    pub(crate) after: Duration,
    pub(crate) stages: Stages,
    pub(crate) structural: bool,
    /// The memory of the GPU that the preview has then, if the driver says so.
    pub(crate) gpu_bytes: Option<u64>,
}

/// A preview without a window; ended when dropped.
pub(crate) struct Preview {
    pub(crate) child: Child,
    sent: Sender<Vec<u8>>,
    messages: Receiver<FromPreview>,
    path: String,
    version: Version,
}

impl Preview {
    pub(crate) fn start(page: &Path) -> Self {
        Self::distant(page, Duration::ZERO)
    }

    /// One that each message is on its way to, and from, for so long.
    pub(crate) fn distant(page: &Path, way: Duration) -> Self {
        let mut child = Command::new(Program::Preview.path().unwrap())
            .args(["--stdio", "--no-window", "--camera", "off"])
            // Where nothing can be kept.
            .env("XDG_STATE_HOME", "/dev/null")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sent, outgoing) = delayed::<Vec<u8>>(way);
        thread::spawn(move || {
            for message in outgoing {
                if stdin.write_all(&message).is_err() {
                    return;
                }
            }
        });
        let (sender, messages) = delayed(way);
        thread::spawn(move || {
            for message in MessageReader::<_, FromPreview>::new(stdout) {
                if let Ok(Received::Known(message)) = message
                    && sender.send(message).is_err()
                {
                    return;
                }
            }
        });
        let path = page.display().to_string();
        Self {
            child,
            sent,
            messages,
            path,
            version: 0,
        }
    }

    /// Shows a text; `None` where it has no receipt in time.
    pub(crate) fn show(&mut self, text: &str) -> Option<Shown> {
        self.version += 1;
        let message = ToPreview::Open {
            path: self.path.clone(),
            text: text.to_owned(),
            version: self.version,
            open: Vec::new(),
        };
        let start = Instant::now();
        self.send(&message);
        loop {
            let left = PATIENCE.saturating_sub(start.elapsed());
            match self.messages.recv_timeout(left).ok()? {
                FromPreview::Receipt {
                    version,
                    stages,
                    structural,
                    gpu_bytes,
                } if version == self.version => {
                    return Some(Shown {
                        after: start.elapsed(),
                        stages,
                        structural,
                        gpu_bytes,
                    });
                }
                FromPreview::Picture(picture) => self.tell(TabEvent::Taken {
                    number: picture.number,
                }),
                _ => {}
            }
        }
    }

    /// Has the pictures sent, as a tab of 800 x 600 does that is looked at.
    pub(crate) fn watch(&mut self) {
        self.tell(TabEvent::Resized {
            size: [800, 600],
            scale: 1.0,
        });
        self.tell(TabEvent::Watched { watched: true });
    }

    pub(crate) fn tell(&mut self, event: TabEvent) {
        self.send(&ToPreview::Tab { event });
    }

    /// Where the process has ended, no message comes any more.
    fn send(&self, message: &ToPreview) {
        let mut written = Vec::new();
        write(&mut written, message).unwrap();
        drop(self.sent.send(written));
    }

    /// Waits for the next picture and takes it; the bytes of its message.
    pub(crate) fn picture(&mut self) -> Option<usize> {
        loop {
            if let FromPreview::Picture(picture) = self.messages.recv_timeout(PATIENCE).ok()? {
                self.tell(TabEvent::Taken {
                    number: picture.number,
                });
                return Some(picture.data.len());
            }
        }
    }

    /// Takes what comes for a while; how many pictures, and their bytes.
    pub(crate) fn pass(&mut self, time: Duration) -> [usize; 2] {
        let end = Instant::now() + time;
        let (mut count, mut bytes) = (0, 0);
        while let Ok(message) = self
            .messages
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            if let FromPreview::Picture(picture) = message {
                count += 1;
                bytes += picture.data.len();
                self.tell(TabEvent::Taken {
                    number: picture.number,
                });
            }
        }
        [count, bytes]
    }
}

/// A channel in which everything is on its way for so long.
fn delayed<T: Send + 'static>(way: Duration) -> (Sender<T>, Receiver<T>) {
    let (sender, receiver) = channel();
    if way.is_zero() {
        return (sender, receiver);
    }
    let (stamped, leaving) = channel();
    thread::spawn(move || {
        for message in receiver {
            if stamped.send((Instant::now() + way, message)).is_err() {
                return;
            }
        }
    });
    let (arrived, there) = channel();
    thread::spawn(move || {
        for (due, message) in leaving {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if arrived.send(message).is_err() {
                return;
            }
        }
    });
    (sender, there)
}

impl Drop for Preview {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
