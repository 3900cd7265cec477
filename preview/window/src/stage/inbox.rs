//! What a stage is told, and by whom.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use crate::player::{Key, Touch};
use crate::view::Canvas;
use crate::worker::Outcome;

/// What happens to the window, and what came of compiling.
#[derive(Debug)]
pub enum Happening {
    /// A text was compiled, or was not.
    Outcome(Outcome),
    /// The file cannot be read; the reason.
    Unreadable(String),
    /// The window's size in device pixels, and how many are a CSS pixel.
    Canvas(Canvas),
    /// The pointer, in device pixels.
    PointerMoved([f64; 2]),
    /// The main button.
    Pressed,
    /// The button that moves the view.
    PanPressed,
    /// Either button.
    Released,
    /// The wheel: a factor to zoom by.
    Zoom(f64),
    /// A key goes down, or repeats.
    KeyPressed(Key),
    /// A finger.
    Touch {
        /// Which of those that are down.
        finger: u64,
        /// What it does.
        touch: Touch,
        /// Where, in device pixels.
        at: [f64; 2],
    },
    /// A key goes up.
    KeyReleased(Key),
    /// The window system lost what was shown.
    Expose,
    /// The window closes.
    Quit,
}

/// Sends to the stage, and hurries it where that matters. Clones send to the same.
#[derive(Clone)]
pub struct StageSender {
    sender: Sender<Happening>,
    /// Ends the painting on the CPU of a picture that is already outdated.
    hurry: Arc<AtomicBool>,
}

impl StageSender {
    /// A sender, and where its stage will listen.
    pub fn channel() -> (StageSender, StageReceiver) {
        let (sender, receiver) = mpsc::channel();
        let hurry = Arc::new(AtomicBool::new(false));
        (
            StageSender {
                sender,
                hurry: Arc::clone(&hurry),
            },
            StageReceiver { receiver, hurry },
        )
    }

    /// Tells the stage. Ignored if it has ended.
    pub fn send(&self, happening: Happening) {
        self.hurry.store(true, Ordering::Relaxed);
        drop(self.sender.send(happening));
    }
}

/// Where a stage listens.
pub struct StageReceiver {
    pub(super) receiver: Receiver<Happening>,
    pub(super) hurry: Arc<AtomicBool>,
}
