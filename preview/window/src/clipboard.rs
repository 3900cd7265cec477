//! What the user copies: to the clipboard of this machine, or to that of the editor whose tab shows
//! the pictures, which may be another machine's.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use arboard::ImageData;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_protocol::{Copied, FromPreview, TabNotice};

use crate::encoding::in_base64;
use crate::outbox::Outbox;
use crate::picture_file::{straight, write_png};
use crate::policy::{COPY_PATIENCE, JOB_POLL};

/// A picture of more bytes is not copied: whoever reads the messages keeps a line in memory.
const LARGEST: usize = 32 << 20;

/// Takes what the user copies. Clones are the same clipboard.
#[derive(Clone)]
pub enum Clipboard {
    /// That of this machine, once it was asked for. Where other programs ask for what was copied when
    /// they want it, as under X11, they get it as long as this is there.
    Machine(Arc<Mutex<Option<arboard::Clipboard>>>),
    /// That of the editor.
    Editor(Arc<Mutex<EditorClipboard>>),
}

/// The way to the clipboard of the editor.
pub struct EditorClipboard {
    outbox: Outbox,
    answers: Receiver<Result<(), String>>,
}

/// Tells what came of what was copied.
pub type Answers = Sender<Result<(), String>>;

impl Default for Clipboard {
    fn default() -> Clipboard {
        Clipboard::Machine(Arc::default())
    }
}

impl Clipboard {
    /// That of the editor that reads these messages, and where its answers are told.
    pub fn of_editor(outbox: Outbox) -> (Clipboard, Answers) {
        let (sender, answers) = channel();
        let editor = EditorClipboard { outbox, answers };
        (Clipboard::Editor(Arc::new(Mutex::new(editor))), sender)
    }

    /// Takes a text. Waits for whoever is to keep it, until that is cancelled.
    ///
    /// # Errors
    /// It is not taken; the reason.
    pub fn take_text(&self, text: String, cancelled: &AtomicBool) -> Result<(), String> {
        match self {
            Clipboard::Machine(machine) => {
                with_machine(machine, |clipboard| clipboard.set_text(text))
            }
            Clipboard::Editor(editor) => lock(editor).take(Copied::Text { text }, cancelled),
        }
    }

    /// Takes a picture. Waits as [`Clipboard::take_text`] does.
    ///
    /// # Errors
    /// It is not taken; the reason.
    pub fn take_picture(&self, picture: &Bitmap, cancelled: &AtomicBool) -> Result<(), String> {
        match self {
            Clipboard::Machine(machine) => {
                let [width, height] = picture.size().map(|side| side as usize);
                let bytes = straight(picture).into();
                with_machine(machine, |clipboard| {
                    clipboard.set_image(ImageData {
                        width,
                        height,
                        bytes,
                    })
                })
            }
            Clipboard::Editor(editor) => {
                let mut png = Vec::new();
                write_png(picture, &mut png).map_err(|error| error.to_string())?;
                if png.len() > LARGEST {
                    return Err(format!("it has more than {} MiB", LARGEST >> 20));
                }
                let data = in_base64(&png);
                lock(editor).take(Copied::Png { data }, cancelled)
            }
        }
    }
}

fn with_machine(
    machine: &Mutex<Option<arboard::Clipboard>>,
    give: impl FnOnce(&mut arboard::Clipboard) -> Result<(), arboard::Error>,
) -> Result<(), String> {
    let mut shared = lock(machine);
    let clipboard = match &mut *shared {
        Some(clipboard) => Ok(clipboard),
        none => arboard::Clipboard::new().map(|clipboard| none.insert(clipboard)),
    };
    clipboard.and_then(give).map_err(|error| error.to_string())
}

impl EditorClipboard {
    fn take(&mut self, copied: Copied, cancelled: &AtomicBool) -> Result<(), String> {
        // Of what was given up.
        while self.answers.try_recv().is_ok() {}
        let notice = TabNotice::Copy(copied);
        self.outbox.send(&FromPreview::Notice { notice });
        let end = Instant::now() + COPY_PATIENCE;
        while Instant::now() < end && !cancelled.load(Ordering::Relaxed) {
            match self.answers.recv_timeout(JOB_POLL) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Err("the editor does not answer".to_owned())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
