//! What a render loop is told, and by whom.
//!
//! Scripts may take seconds for each thing that the user does, so what waits is kept small: of what
//! follows one another, such as places of the pointer, the last counts; a key that is held counts
//! once; of versions, the newest. A full queue leaves out presses and moves, and never a release whose
//! press it took.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cindyscript_interpreter::DebuggerFlags;
use cindyscript_player::session::{Touch, UserEvent};
use cindyscript_player::view::Canvas;
use cindyscript_protocol::{Admission, ByteRange, Held, MOST_DEBUG_MESSAGES, Phase, Version};
use serde_json::Value as Json;

use crate::controls::Command;
use crate::look::Scheme;
use crate::worker::CompileOutcome;

/// Of what users do, no more waits.
const MOST: usize = 100;

/// What happens to the window, and what came of compiling.
#[derive(Debug)]
pub enum LoopEvent {
    /// A text was compiled, or was not.
    Outcome(CompileOutcome),
    /// The file cannot be read; the reason.
    Unreadable(String),
    /// The window's size in device pixels, and how many are a CSS pixel.
    Canvas(Canvas),
    /// The user does something; places are in device pixels.
    User(UserEvent),
    /// Something is selected in the editor, in a version: where that is.
    Selected(Version, Option<ByteRange>),
    /// The user wants something of the window that has no key of its own.
    Command(Command),
    /// The window has something to say, until something happens.
    Notice(String),
    /// Whether the Shift key is down.
    Shift(bool),
    /// A file of this place is held over the window, or none any more.
    Hover(Option<PathBuf>),
    /// A file is dropped upon the window: where it lies, or why it cannot be had.
    Dropped(Result<PathBuf, String>),
    /// What the system's colours are like, or those of the editor.
    Scheme(Scheme),
    /// Nothing is to move by itself.
    LessMotion,
    /// The pointer is outside of the window.
    PointerLeft,
    /// A message of a client of the debugger.
    Debug(Json),
    /// The window system lost what was shown.
    Expose,
    /// Whether nothing of the window can be seen.
    Hidden(bool),
    /// Whoever shows the pictures takes one again.
    Room,
    /// The window closes.
    Quit,
}

/// Sends to the render loop, and hurries it where that matters. Clones send to the same.
pub struct EventSender {
    queue: Arc<Queue>,
    /// Ends the painting on the CPU of a picture that is already outdated.
    hurry: Arc<AtomicBool>,
}

/// What waits.
#[derive(Debug, Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    senders: AtomicUsize,
    /// The flags of a debugger.
    debugger: DebuggerFlags,
}

/// The events that wait, and the actions that they begin.
#[derive(Debug, Default)]
struct Waiting {
    events: VecDeque<LoopEvent>,
    admission: Admission,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for EventSender {
    fn clone(&self) -> EventSender {
        self.queue.senders.fetch_add(1, Ordering::Relaxed);
        EventSender {
            queue: Arc::clone(&self.queue),
            hurry: Arc::clone(&self.hurry),
        }
    }
}

impl Drop for EventSender {
    fn drop(&mut self) {
        // Under the lock: whoever is about to wait has seen it, or is woken.
        let _waiting = self.queue.lock();
        self.queue.senders.fetch_sub(1, Ordering::Relaxed);
        self.queue.changed.notify_all();
    }
}

impl EventReceiver {
    /// Another sender of events to this receiver.
    pub(super) fn sender(&self) -> EventSender {
        self.queue.senders.fetch_add(1, Ordering::Relaxed);
        EventSender {
            queue: Arc::clone(&self.queue),
            hurry: Arc::clone(&self.hurry),
        }
    }
}

impl EventSender {
    /// A sender, and where its render loop will listen.
    pub fn channel() -> (EventSender, EventReceiver) {
        let queue = Arc::new(Queue {
            senders: AtomicUsize::new(1),
            ..Queue::default()
        });
        let hurry = Arc::new(AtomicBool::new(false));
        (
            EventSender {
                queue: Arc::clone(&queue),
                hurry: Arc::clone(&hurry),
            },
            EventReceiver { queue, hurry },
        )
    }

    /// Tells the render loop. Ignored if it has ended.
    pub fn send(&self, event: LoopEvent) {
        // That there is room makes no picture outdated, and neither does what is selected by itself.
        if !matches!(
            event,
            LoopEvent::Room | LoopEvent::Selected(..) | LoopEvent::Debug(_)
        ) {
            self.hurry.store(true, Ordering::Relaxed);
        }
        self.queue.lock().put(event);
        self.queue.changed.notify_all();
    }

    /// A client of the debugger says something. If it wants a pause, the script that runs stops as soon as
    /// it is interrupted. If it leaves, what is recorded is given up.
    pub fn debug(&self, content: Json) {
        let DebuggerFlags { pause, leave } = &self.queue.debugger;
        match content["command"].as_str() {
            Some("pause") => pause.store(true, Ordering::Relaxed),
            Some("disconnect" | "terminate") => leave.store(true, Ordering::Relaxed),
            _ => {}
        }
        self.send(LoopEvent::Debug(content));
    }

    /// The user does something; places are in device pixels.
    pub fn input(&self, event: UserEvent) {
        self.send(LoopEvent::User(event));
    }
}

/// Where a render loop listens.
pub struct EventReceiver {
    queue: Arc<Queue>,
    pub(super) hurry: Arc<AtomicBool>,
}

impl EventReceiver {
    /// The flags of a debugger.
    pub(super) fn debugger_flags(&self) -> DebuggerFlags {
        self.queue.debugger.clone()
    }

    /// What has happened, and is not taken yet.
    pub(super) fn next(&self) -> Option<LoopEvent> {
        self.queue.lock().events.pop_front()
    }

    /// Waits until something happens, or for so long. Nobody who could tell anything is
    /// [`LoopEvent::Quit`].
    pub(super) fn wait(&self, time: Option<Duration>) -> Option<LoopEvent> {
        let queue = &*self.queue;
        let is_quiet = |waiting: &mut Waiting| {
            waiting.events.is_empty() && queue.senders.load(Ordering::Relaxed) > 0
        };
        let mut waiting = match time {
            Some(time) => {
                let waited = queue
                    .changed
                    .wait_timeout_while(queue.lock(), time, is_quiet);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => {
                let waited = queue.changed.wait_while(queue.lock(), is_quiet);
                waited.unwrap_or_else(PoisonError::into_inner)
            }
        };
        let quit = || (queue.senders.load(Ordering::Relaxed) == 0).then_some(LoopEvent::Quit);
        waiting.events.pop_front().or_else(quit)
    }
}

impl Waiting {
    /// Adds to what waits, or changes that.
    fn put(&mut self, new: LoopEvent) {
        let waiting = &mut self.events;
        match &new {
            LoopEvent::Quit => waiting.clear(),
            LoopEvent::Outcome(outcome) => {
                // A version that nobody has seen yet is as if it had never been.
                let goes_on = |old: &CompileOutcome| match outcome {
                    CompileOutcome::Compiled(_) => matches!(
                        old,
                        CompileOutcome::Failed(..) | CompileOutcome::Exchanged(_)
                    ),
                    CompileOutcome::Broken(_) => !matches!(old, CompileOutcome::Broken(_)),
                    CompileOutcome::Recompiled(_)
                    | CompileOutcome::Crashed(..)
                    | CompileOutcome::Exchanged(_)
                    | CompileOutcome::Failed(..) => true,
                };
                waiting.retain(|old| match old {
                    LoopEvent::Outcome(old) => goes_on(old),
                    _ => true,
                });
            }
            LoopEvent::User(event) if is_part_of_another(waiting, event) => return,
            LoopEvent::Debug(_) => {
                let debugs = waiting
                    .iter()
                    .filter(|it| matches!(it, LoopEvent::Debug(_)));
                if debugs.count() >= MOST_DEBUG_MESSAGES {
                    return;
                }
            }
            LoopEvent::Canvas(_)
            | LoopEvent::Selected(..)
            | LoopEvent::Unreadable(_)
            | LoopEvent::Expose
            | LoopEvent::Hidden(_)
            | LoopEvent::Hover(_)
            | LoopEvent::Shift(_)
            | LoopEvent::Scheme(_)
            | LoopEvent::LessMotion
            | LoopEvent::Room => {
                let kind = std::mem::discriminant(&new);
                waiting.retain(|old| std::mem::discriminant(old) != kind);
            }
            LoopEvent::User(_)
            | LoopEvent::Command(_)
            | LoopEvent::Notice(_)
            | LoopEvent::Dropped(_)
            | LoopEvent::PointerLeft => {}
        }
        let is_full = waiting.len() >= MOST;
        let phase = match &new {
            LoopEvent::User(event) => phase(event),
            _ => None,
        };
        if phase.is_none_or(|phase| self.admission.takes(phase, is_full)) {
            waiting.push_back(new);
        }
    }
}

/// Whether what the user does goes on with something that waits, which is changed so that it is
/// both.
fn is_part_of_another(waiting: &mut VecDeque<LoopEvent>, new: &UserEvent) -> bool {
    match (new, waiting.back_mut()) {
        (UserEvent::PointerMoved(at), Some(LoopEvent::User(UserEvent::PointerMoved(before)))) => {
            *before = *at;
            true
        }
        (UserEvent::PointerReleased, Some(LoopEvent::User(UserEvent::PointerReleased))) => true,
        (UserEvent::Zoom(factor), Some(LoopEvent::User(UserEvent::Zoom(before)))) => {
            *before *= factor;
            true
        }
        (
            UserEvent::Touch {
                finger,
                touch: Touch::Moved,
                at,
            },
            _,
        ) => {
            let mut moves = waiting.iter_mut().rev().map_while(|old| match old {
                LoopEvent::User(UserEvent::Touch {
                    finger,
                    touch: Touch::Moved,
                    at,
                }) => Some((*finger, at)),
                _ => None,
            });
            let own = moves.find(|(other, _)| other == finger);
            own.map(|(_, before)| *before = *at).is_some()
        }
        // Held: it is down since then. A key may be let go under another name than it was pressed,
        // when Shift is let go before it, so any that is let go may be this.
        (UserEvent::KeyPressed(key), _) => {
            let is_down = waiting.iter().rev().find_map(|old| match old {
                LoopEvent::User(UserEvent::KeyPressed(other)) if other.name == key.name => {
                    Some(true)
                }
                LoopEvent::User(UserEvent::KeyReleased(_)) => Some(false),
                _ => None,
            });
            is_down == Some(true)
        }
        _ => false,
    }
}

/// The part of a user's action that an event is. None if it is no such part.
pub(super) fn phase(event: &UserEvent) -> Option<Phase> {
    Some(match event {
        UserEvent::PointerPressed | UserEvent::PointerPressedAgain | UserEvent::PanPressed => {
            Phase::Press(Held::Button)
        }
        UserEvent::PointerReleased => Phase::Release(Held::Button),
        UserEvent::KeyPressed(key) => Phase::Press(Held::key(key.code, &key.name)),
        UserEvent::KeyReleased(key) => Phase::Release(Held::key(key.code, &key.name)),
        UserEvent::Touch { finger, touch, .. } => match touch {
            Touch::Down => Phase::Press(Held::Finger(*finger)),
            Touch::Moved => Phase::Move,
            Touch::Up => Phase::Release(Held::Finger(*finger)),
        },
        UserEvent::PointerMoved(_) | UserEvent::Zoom(_) => Phase::Move,
        UserEvent::Operated(..) | UserEvent::Dropped(..) => return None,
    })
}

#[cfg(test)]
mod tests {
    use cindyscript_player::session::Key;

    use super::*;

    fn key(name: &str) -> Key {
        Key {
            name: name.to_owned(),
            ..Key::default()
        }
    }

    fn touch(finger: u64, touch: Touch, x: f64) -> UserEvent {
        UserEvent::Touch {
            finger,
            touch,
            at: [x, 0.0],
        }
    }

    /// What is left of what was sent.
    fn left_of(sent: impl IntoIterator<Item = LoopEvent>) -> Vec<String> {
        let (sender, receiver) = EventSender::channel();
        sent.into_iter().for_each(|event| sender.send(event));
        let left = std::iter::from_fn(|| receiver.next());
        left.map(|event| match event {
            LoopEvent::User(UserEvent::KeyPressed(key)) => format!("{} down", key.name),
            LoopEvent::User(UserEvent::KeyReleased(key)) => format!("{} up", key.name),
            LoopEvent::User(UserEvent::Touch { finger, touch, at }) => {
                format!("{finger} {touch:?} {}", at[0])
            }
            LoopEvent::User(other) => format!("{other:?}"),
            other => format!("{other:?}"),
        })
        .collect()
    }

    /// What is left of what the user did.
    fn left(done: impl IntoIterator<Item = UserEvent>) -> Vec<String> {
        left_of(done.into_iter().map(LoopEvent::User))
    }

    #[test]
    fn of_what_follows_one_another_the_last_counts() {
        let moves = (0..1000).map(|x| UserEvent::PointerMoved([f64::from(x), 0.0]));
        assert_eq!(left(moves), ["PointerMoved([999.0, 0.0])"]);
        assert_eq!(left([2.0, 0.5, 4.0].map(UserEvent::Zoom)), ["Zoom(4.0)"]);
        let fingers = (0..1000).map(|x| touch(x % 2, Touch::Moved, x as f64));
        assert_eq!(left(fingers), ["0 Moved 998", "1 Moved 999"]);
        let hidden = [true, false, true].map(LoopEvent::Hidden);
        assert_eq!(left_of(hidden), ["Hidden(true)"]);
    }

    #[test]
    fn a_key_that_is_held_counts_once_and_one_that_is_pressed_again_again() {
        let held = (0..1000).map(|_| UserEvent::KeyPressed(key("a")));
        let typed = [
            UserEvent::KeyReleased(key("a")),
            UserEvent::KeyPressed(key("b")),
            UserEvent::KeyPressed(key("a")),
        ];
        assert_eq!(
            left(held.chain(typed)),
            ["a down", "a up", "b down", "a down"]
        );
    }

    #[test]
    fn a_key_that_is_let_go_after_shift_can_be_pressed_again() {
        let typed = [
            UserEvent::KeyPressed(key("+")),
            UserEvent::KeyReleased(key("=")),
            UserEvent::KeyPressed(key("+")),
        ];
        assert_eq!(left(typed), ["+ down", "= up", "+ down"]);
    }

    #[test]
    fn of_very_much_the_beginnings_are_left_out() {
        let clicks = (0..100_000).flat_map(|x| {
            let at = UserEvent::PointerMoved([f64::from(x), 0.0]);
            [
                UserEvent::PointerPressed,
                at,
                UserEvent::Zoom(2.0),
                UserEvent::PointerReleased,
            ]
        });
        let keys = (0..100_000).flat_map(|index| {
            let name = format!("{index}");
            [
                UserEvent::KeyPressed(key(&name)),
                UserEvent::KeyReleased(key(&name)),
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
    fn a_drag_that_began_ends_however_many_events_follow() {
        let (sender, receiver) = EventSender::channel();
        sender.input(UserEvent::PointerPressed);
        assert!(receiver.next().is_some());
        sender.input(UserEvent::PointerReleased);
        for index in 0..10_000 {
            sender.input(UserEvent::KeyReleased(key(&index.to_string())));
        }
        let first = receiver.next();
        assert!(
            matches!(first, Some(LoopEvent::User(UserEvent::PointerReleased))),
            "{first:?}"
        );
    }

    #[test]
    fn whoever_waits_hears_what_comes_and_when_nobody_is_left() {
        let (sender, receiver) = EventSender::channel();
        assert!(receiver.wait(Some(Duration::ZERO)).is_none());
        let other = sender.clone();
        let thread = std::thread::spawn(move || {
            other.send(LoopEvent::Expose);
        });
        assert!(matches!(receiver.wait(None), Some(LoopEvent::Expose)));
        assert!(thread.join().is_ok());
        drop(sender);
        assert!(matches!(receiver.wait(None), Some(LoopEvent::Quit)));
    }
}
