//! What a render loop says, for tests.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

use cindyscript_protocol::{FromPreview, Received, decode};
use cindyscript_window::outbox::Outbox;

/// An outbox, and where the messages come out that are put into it.
pub(crate) fn outbox() -> (Outbox, Receiver<FromPreview>) {
    let (sender, messages) = channel();
    (Outbox::everything(Lines(sender, Vec::new())), messages)
}

/// Takes the messages of a render loop, one a line.
struct Lines(Sender<FromPreview>, Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend(bytes);
        while let Some(end) = self.1.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            if let Ok(Received::Known(message)) = decode(&line) {
                drop(self.0.send(message));
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
