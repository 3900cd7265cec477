//! What the window says to whoever started it.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use cindyscript_protocol::{FromPreview, encode};

/// Takes messages from any thread. Clones write to the same place.
#[derive(Clone, Default)]
pub struct Outbox(Option<Arc<Outlet>>);

struct Outlet {
    writer: Mutex<Box<dyn Write + Send>>,
    /// Everything, or only receipts.
    everything: bool,
}

impl Outbox {
    /// All messages, to standard output.
    pub fn protocol() -> Outbox {
        Outbox::new(io::stdout(), true)
    }

    /// Receipts only, to standard error.
    pub fn receipts() -> Outbox {
        Outbox::new(io::stderr(), false)
    }

    /// All messages, to somewhere else.
    pub fn everything(writer: impl Write + Send + 'static) -> Outbox {
        Outbox::new(writer, true)
    }

    fn new(writer: impl Write + Send + 'static, everything: bool) -> Outbox {
        Outbox(Some(Arc::new(Outlet {
            writer: Mutex::new(Box::new(writer)),
            everything,
        })))
    }

    /// Whether somebody reads everything that is said.
    pub fn has_reader(&self) -> bool {
        self.0.as_ref().is_some_and(|outlet| outlet.everything)
    }

    /// Sends a message. If nobody is there any more, the end of standard input will say so.
    pub fn send(&self, message: &FromPreview) {
        let Some(outlet) = &self.0 else { return };
        if !outlet.everything && !matches!(message, FromPreview::Receipt { .. }) {
            return;
        }
        if let Ok(line) = encode(message) {
            let mut writer = outlet.writer.lock().unwrap_or_else(PoisonError::into_inner);
            // One write, so that lines of several threads stay whole.
            drop(writer.write_all(&line).and_then(|()| writer.flush()));
        }
    }
}
