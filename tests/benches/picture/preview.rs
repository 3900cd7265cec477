//! The preview without a window, told texts as an editor tells them.

use std::io::BufReader;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
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
    stdin: ChildStdin,
    messages: Receiver<FromPreview>,
    path: String,
    version: Version,
}

impl Preview {
    pub(crate) fn start(page: &Path) -> Self {
        let mut child = Command::new(Program::Preview.path().unwrap())
            .args(["--stdio", "--no-window", "--camera", "off"])
            // Where nothing can be kept.
            .env("XDG_STATE_HOME", "/dev/null")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
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
            stdin,
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
        write(&mut self.stdin, &message).ok()?;
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
        write(&mut self.stdin, &ToPreview::Tab { event }).unwrap();
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

    /// Takes what comes for a while.
    pub(crate) fn pass(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Ok(message) = self
            .messages
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            if let FromPreview::Picture(picture) = message {
                self.tell(TabEvent::Taken {
                    number: picture.number,
                });
            }
        }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
