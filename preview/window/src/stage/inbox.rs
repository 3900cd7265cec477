//! What a stage is told, and by whom.
//!
//! Scripts may take seconds for each thing that the user does, so what waits is kept small: of what
//! follows one another, such as places of the pointer, the last counts; a key that is held counts
//! once; of versions, the newest. Where that is not enough, what begins something is left out, and
//! what ends something never.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cindyscript_player::session::{Key, Touch};
use cindyscript_player::view::Canvas;

use crate::worker::Outcome;

/// Of what users do, no more waits.
const MOST: usize = 100;

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
    /// Whether nothing of the window can be seen.
    Hidden(bool),
    /// The window closes.
    Quit,
}

/// Sends to the stage, and hurries it where that matters. Clones send to the same.
pub struct StageSender {
    inbox: Arc<Inbox>,
    /// Ends the painting on the CPU of a picture that is already outdated.
    hurry: Arc<AtomicBool>,
}

/// What waits.
#[derive(Debug, Default)]
struct Inbox {
    waiting: Mutex<VecDeque<Happening>>,
    changed: Condvar,
    senders: AtomicUsize,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Happening>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for StageSender {
    fn clone(&self) -> StageSender {
        self.inbox.senders.fetch_add(1, Ordering::Relaxed);
        StageSender {
            inbox: Arc::clone(&self.inbox),
            hurry: Arc::clone(&self.hurry),
        }
    }
}

impl Drop for StageSender {
    fn drop(&mut self) {
        // Under the lock: whoever is about to wait has seen it, or is woken.
        let _waiting = self.inbox.lock();
        self.inbox.senders.fetch_sub(1, Ordering::Relaxed);
        self.inbox.changed.notify_all();
    }
}

impl StageSender {
    /// A sender, and where its stage will listen.
    pub fn channel() -> (StageSender, StageReceiver) {
        let inbox = Arc::new(Inbox {
            senders: AtomicUsize::new(1),
            ..Inbox::default()
        });
        let hurry = Arc::new(AtomicBool::new(false));
        (
            StageSender {
                inbox: Arc::clone(&inbox),
                hurry: Arc::clone(&hurry),
            },
            StageReceiver { inbox, hurry },
        )
    }

    /// Tells the stage. Ignored if it has ended.
    pub fn send(&self, happening: Happening) {
        self.hurry.store(true, Ordering::Relaxed);
        put(&mut self.inbox.lock(), happening);
        self.inbox.changed.notify_all();
    }
}

/// Where a stage listens.
pub struct StageReceiver {
    inbox: Arc<Inbox>,
    pub(super) hurry: Arc<AtomicBool>,
}

impl StageReceiver {
    /// What has happened, and is not taken yet.
    pub(super) fn next(&self) -> Option<Happening> {
        self.inbox.lock().pop_front()
    }

    /// Waits until something happens, or for so long. Nobody who could tell anything is
    /// [`Happening::Quit`].
    pub(super) fn wait(&self, time: Option<Duration>) -> Option<Happening> {
        let inbox = &*self.inbox;
        let is_quiet = |waiting: &mut VecDeque<Happening>| {
            waiting.is_empty() && inbox.senders.load(Ordering::Relaxed) > 0
        };
        let mut waiting = match time {
            Some(time) => {
                let waited = inbox
                    .changed
                    .wait_timeout_while(inbox.lock(), time, is_quiet);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => {
                let waited = inbox.changed.wait_while(inbox.lock(), is_quiet);
                waited.unwrap_or_else(PoisonError::into_inner)
            }
        };
        let quit = || (inbox.senders.load(Ordering::Relaxed) == 0).then_some(Happening::Quit);
        waiting.pop_front().or_else(quit)
    }
}

/// Adds to what waits, or changes that.
fn put(waiting: &mut VecDeque<Happening>, new: Happening) {
    match (&new, waiting.back_mut()) {
        (Happening::Quit, _) => waiting.clear(),
        (Happening::Outcome(outcome), _) => {
            // A version that nobody has seen yet is as if it had never been.
            let goes_on = |old: &Outcome| match outcome {
                Outcome::Compiled(_) => matches!(old, Outcome::Failed(..)),
                Outcome::Broken(_) => !matches!(old, Outcome::Broken(_)),
                _ => true,
            };
            waiting.retain(|old| match old {
                Happening::Outcome(old) => goes_on(old),
                _ => true,
            });
        }
        (Happening::PointerMoved(_), Some(Happening::PointerMoved(_)))
        | (Happening::Released, Some(Happening::Released)) => {
            waiting.pop_back();
        }
        (Happening::Zoom(factor), Some(Happening::Zoom(before))) => {
            *before *= factor;
            return;
        }
        (
            Happening::Touch {
                finger,
                touch: Touch::Moved,
                ..
            },
            _,
        ) => {
            let moves = waiting.iter().rev().take_while(|old| {
                matches!(
                    old,
                    Happening::Touch {
                        touch: Touch::Moved,
                        ..
                    }
                )
            });
            let is_it = |old: &Happening| matches!(old, Happening::Touch { finger: other, .. } if other == finger);
            let place = moves.enumerate().find(|(_, old)| is_it(old));
            if let Some((place, _)) = place {
                let place = waiting.len() - 1 - place;
                waiting[place] = new;
                return;
            }
        }
        // Held: it is down since then.
        (Happening::KeyPressed(key), _) => {
            let of_key = waiting.iter().rev().find(|old| {
                matches!(old, Happening::KeyPressed(other) | Happening::KeyReleased(other)
                    if other.name == key.name)
            });
            if matches!(of_key, Some(Happening::KeyPressed(_))) {
                return;
            }
        }
        (
            Happening::Canvas(_)
            | Happening::Unreadable(_)
            | Happening::Expose
            | Happening::Hidden(_),
            _,
        ) => {
            let kind = std::mem::discriminant(&new);
            waiting.retain(|old| std::mem::discriminant(old) != kind);
        }
        _ => {}
    }
    if waiting.len() >= MOST && begins(&new) {
        return;
    }
    waiting.push_back(new);
    if waiting.len() > 2 * MOST {
        // What ends something that was left out.
        let place = waiting.iter().position(ends);
        place.and_then(|place| waiting.remove(place));
    }
}

/// Whether the user begins something, or goes on with it.
fn begins(happening: &Happening) -> bool {
    matches!(
        happening,
        Happening::PointerMoved(_)
            | Happening::Pressed
            | Happening::PanPressed
            | Happening::Zoom(_)
            | Happening::KeyPressed(_)
            | Happening::Touch {
                touch: Touch::Down | Touch::Moved,
                ..
            }
    )
}

/// Whether the user ends something.
fn ends(happening: &Happening) -> bool {
    matches!(
        happening,
        Happening::Released
            | Happening::KeyReleased(_)
            | Happening::Touch {
                touch: Touch::Up,
                ..
            }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> Key {
        Key {
            name: name.to_owned(),
            ..Key::default()
        }
    }

    fn touch(finger: u64, touch: Touch, x: f64) -> Happening {
        Happening::Touch {
            finger,
            touch,
            at: [x, 0.0],
        }
    }

    /// What is left of what was sent.
    fn left(sent: impl IntoIterator<Item = Happening>) -> Vec<String> {
        let (sender, receiver) = StageSender::channel();
        sent.into_iter()
            .for_each(|happening| sender.send(happening));
        let left = std::iter::from_fn(|| receiver.next());
        left.map(|happening| match happening {
            Happening::KeyPressed(key) => format!("{} down", key.name),
            Happening::KeyReleased(key) => format!("{} up", key.name),
            Happening::Touch { finger, touch, at } => format!("{finger} {touch:?} {}", at[0]),
            other => format!("{other:?}"),
        })
        .collect()
    }

    #[test]
    fn of_what_follows_one_another_the_last_counts() {
        let moves = (0..1000).map(|x| Happening::PointerMoved([f64::from(x), 0.0]));
        assert_eq!(left(moves), ["PointerMoved([999.0, 0.0])"]);
        assert_eq!(left([2.0, 0.5, 4.0].map(Happening::Zoom)), ["Zoom(4.0)"]);
        let fingers = (0..1000).map(|x| touch(x % 2, Touch::Moved, x as f64));
        assert_eq!(left(fingers), ["0 Moved 998", "1 Moved 999"]);
        let hidden = [true, false, true].map(Happening::Hidden);
        assert_eq!(left(hidden), ["Hidden(true)"]);
    }

    #[test]
    fn a_key_that_is_held_counts_once_and_one_that_is_pressed_again_again() {
        let held = (0..1000).map(|_| Happening::KeyPressed(key("a")));
        let typed = [
            Happening::KeyReleased(key("a")),
            Happening::KeyPressed(key("b")),
            Happening::KeyPressed(key("a")),
        ];
        assert_eq!(
            left(held.chain(typed)),
            ["a down", "a up", "b down", "a down"]
        );
    }

    #[test]
    fn of_very_much_the_beginnings_are_left_out() {
        let clicks = (0..100_000).flat_map(|x| {
            let at = Happening::PointerMoved([f64::from(x), 0.0]);
            [
                Happening::Pressed,
                at,
                Happening::Zoom(2.0),
                Happening::Released,
            ]
        });
        let keys = (0..100_000).flat_map(|index| {
            let name = format!("{index}");
            [
                Happening::KeyPressed(key(&name)),
                Happening::KeyReleased(key(&name)),
                touch(index, Touch::Down, 0.0),
                touch(index, Touch::Up, 0.0),
            ]
        });
        for left in [left(clicks), left(keys)] {
            assert!(left.len() <= 2 * MOST, "{}", left.len());
            assert!(!left.is_empty());
        }
    }

    #[test]
    fn whoever_waits_hears_what_comes_and_when_nobody_is_left() {
        let (sender, receiver) = StageSender::channel();
        assert!(receiver.wait(Some(Duration::ZERO)).is_none());
        let other = sender.clone();
        let thread = std::thread::spawn(move || {
            other.send(Happening::Expose);
        });
        assert!(matches!(receiver.wait(None), Some(Happening::Expose)));
        assert!(thread.join().is_ok());
        drop(sender);
        assert!(matches!(receiver.wait(None), Some(Happening::Quit)));
    }
}
