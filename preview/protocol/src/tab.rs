//! A preview without a window, whose pictures an editor shows in a tab of its own.
//!
//! The tab says how large it is and that it is looked at; then it is sent pictures, each the whole
//! or a part of what the last one left. It acknowledges each that it shows: no more than a few wait
//! for that, so that a slow link makes the pictures fewer and never older.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::held::{Admission, Held, Phase};

/// No side of a tab has more device pixels.
pub const LARGEST_SIDE: u32 = 4096;

/// No file that is dropped upon a tab has more bytes.
pub const LARGEST_FILE: usize = 32 << 20;

/// A picture, or the part of it that has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabPicture {
    /// Counts the pictures: what [`TabEvent::Taken`] names.
    pub number: u64,
    /// Width and height of the whole, in device pixels.
    pub size: [u32; 2],
    /// The part that this one replaces: its left and upper edge, its width and height. All of it
    /// where the tab has nothing of this size.
    pub region: [u32; 4],
    /// How the part is encoded.
    pub format: PictureFormat,
    /// The encoded part, in base64 with padding (RFC 4648).
    pub data: String,
}

/// How a picture is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PictureFormat {
    /// Each pixel as it is.
    Webp,
    /// With losses, while much changes on a slow link. The same follows as [`PictureFormat::Webp`]
    /// once it stands still.
    Jpeg,
}

/// The form of the pointer, by its name in CSS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CursorForm {
    /// An arrow.
    Default,
    /// An open hand: what is below can be moved.
    Grab,
    /// A closed hand: it is being moved.
    Grabbing,
    /// A finger: what is below can be pressed.
    Pointer,
    /// A bar between letters.
    Text,
}

/// What a tab is told besides pictures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TabNotice {
    /// What the title of the tab says besides the name of the file. Until it is told, nothing.
    Standing {
        /// What is wrong, in a line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
        /// Which applet of the file is shown, counted from 1, and how many there are; none of a
        /// single one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        applet: Option<[usize; 2]>,
        /// Whether time stands still.
        paused: bool,
    },
    /// What the user can have the preview do by key, whatever the applet is. Told once.
    Controls {
        /// In the order in which they are listed.
        controls: Vec<TabControl>,
    },
    /// The user copies something: the editor has the clipboard. It answers with
    /// [`TabEvent::Copied`], and then the next may follow.
    Copy(Copied),
    /// The user has had a file written, on the machine where the preview runs.
    Written {
        /// Its path, absolute where that of the document is.
        path: String,
    },
    /// Something that this version does not know.
    #[serde(other)]
    Unknown,
}

/// Something that a preview does for the user. Where scripts listen to keys, its key with Control is
/// meant for the preview all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabControl {
    /// The name of its key, as browsers have it: for [`TabKey::name`].
    pub key: String,
    /// How the key is called.
    pub shown: String,
    /// What it does, in a few words.
    pub meaning: String,
    /// The title of the keys that it belongs to.
    pub group: String,
}

/// What is copied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Copied {
    /// A text.
    Text {
        /// It.
        text: String,
    },
    /// A picture.
    Png {
        /// The file, in base64 with padding (RFC 4648).
        data: String,
    },
}

/// What happens to the tab. Places are in device pixels of the picture, from its upper left corner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TabEvent {
    /// The tab has this size.
    Resized {
        /// Width and height in device pixels. Where one is 0, the tab stays as it was; none is
        /// larger than [`LARGEST_SIDE`].
        size: [u32; 2],
        /// Device pixels per CSS pixel.
        scale: f64,
    },
    /// Whether somebody looks at the tab. If so, it is empty: the next picture is a whole one, and
    /// those before need not be acknowledged. If not, none is sent, and the applet rests.
    Watched {
        /// Whether somebody does.
        watched: bool,
    },
    /// What the editor looks like, and its user prefers.
    Look {
        /// Whether it is light.
        light: bool,
        /// Whether things may move that the user has not made move.
        motion: bool,
    },
    /// A picture is shown, and with it all before.
    Taken {
        /// Its number.
        number: u64,
    },
    /// The pointer is at a place.
    PointerMoved {
        /// The place.
        at: [f64; 2],
    },
    /// The pointer is outside of the tab.
    PointerLeft,
    /// A button of the pointer goes down.
    PointerPressed {
        /// Whether it is not the main one: the picture is moved with it.
        #[serde(default)]
        pans: bool,
        /// Whether Control or Command is held: the user wants to see what paints the place.
        #[serde(default)]
        control: bool,
    },
    /// A button of the pointer goes up.
    PointerReleased,
    /// The wheel turns.
    Wheel {
        /// How far, in lines; away from the user is positive.
        lines: f64,
    },
    /// A finger touches the tab.
    Touch {
        /// Tells it from others.
        finger: u64,
        /// What it does.
        phase: TouchPhase,
        /// Where.
        at: [f64; 2],
    },
    /// A key goes down.
    KeyPressed(TabKey),
    /// A key goes up.
    KeyReleased(TabKey),
    /// A file is dropped upon the tab, at the place where the pointer is.
    Dropped {
        /// What it is called, without its folder.
        name: String,
        /// What is in it, in base64 with padding (RFC 4648): of at most [`LARGEST_FILE`] bytes.
        data: String,
    },
    /// What the user copied is in the clipboard of the editor, or is not.
    Copied {
        /// Why not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// Something that this version does not know.
    #[serde(other)]
    Unknown,
}

/// What a finger does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TouchPhase {
    /// It comes down.
    Down,
    /// It moves.
    Moved,
    /// It goes up.
    Up,
}

/// A key, as browsers describe it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabKey {
    /// `key`: what it types, or its name.
    pub name: String,
    /// `keyCode`.
    #[serde(default)]
    pub code: u32,
    /// Whether Shift is held.
    #[serde(default)]
    pub shift: bool,
    /// Whether Control is held, or Command.
    #[serde(default)]
    pub control: bool,
}

/// The most events that wait for a preview that does not read.
const MOST: usize = 1000;
/// The number of waiting events from which on no action begins. The rest of the room is for the ends of
/// actions.
const FULL: usize = MOST / 2;

/// What waits for a preview to read it. Of what follows one another, such as places of the pointer,
/// the last counts. A full queue leaves out presses and moves, and never a release whose press it took.
#[derive(Debug, Default)]
pub struct TabEvents {
    waiting: VecDeque<TabEvent>,
    admission: Admission,
}

impl TabEvents {
    /// Adds to what waits.
    pub fn push(&mut self, event: TabEvent) {
        match (&event, self.waiting.back_mut()) {
            (TabEvent::PointerMoved { .. }, Some(last @ TabEvent::PointerMoved { .. })) => {
                *last = event;
                return;
            }
            (TabEvent::Wheel { lines }, Some(TabEvent::Wheel { lines: before })) => {
                *before += lines;
                return;
            }
            (
                TabEvent::Resized { .. }
                | TabEvent::Watched { .. }
                | TabEvent::Look { .. }
                | TabEvent::Taken { .. }
                | TabEvent::PointerLeft
                | TabEvent::Dropped { .. }
                | TabEvent::Copied { .. },
                Some(_),
            ) => {
                let kind = std::mem::discriminant(&event);
                self.waiting
                    .retain(|old| std::mem::discriminant(old) != kind);
            }
            _ => {}
        }
        let is_full = self.waiting.len() >= FULL;
        if phase(&event).is_none_or(|phase| self.admission.takes(phase, is_full)) {
            self.waiting.push_back(event);
        }
    }

    /// Takes all that waits, in its order.
    pub fn take(&mut self) -> VecDeque<TabEvent> {
        std::mem::take(&mut self.waiting)
    }
}

/// The part of an action that an event is. None if it tells the state of the tab, of which the last
/// counts.
fn phase(event: &TabEvent) -> Option<Phase> {
    let key = |key: &TabKey| Held::key(key.code, &key.name);
    Some(match event {
        TabEvent::PointerPressed { .. } => Phase::Press(Held::Button),
        TabEvent::PointerReleased => Phase::Release(Held::Button),
        TabEvent::KeyPressed(pressed) => Phase::Press(key(pressed)),
        TabEvent::KeyReleased(released) => Phase::Release(key(released)),
        TabEvent::Touch { finger, phase, .. } => match phase {
            TouchPhase::Down => Phase::Press(Held::Finger(*finger)),
            TouchPhase::Moved => Phase::Move,
            TouchPhase::Up => Phase::Release(Held::Finger(*finger)),
        },
        TabEvent::PointerMoved { .. } | TabEvent::Wheel { .. } | TabEvent::Unknown => Phase::Move,
        TabEvent::Resized { .. }
        | TabEvent::Watched { .. }
        | TabEvent::Look { .. }
        | TabEvent::Taken { .. }
        | TabEvent::PointerLeft
        | TabEvent::Dropped { .. }
        | TabEvent::Copied { .. } => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(events: impl IntoIterator<Item = TabEvent>) -> Vec<TabEvent> {
        let mut waiting = TabEvents::default();
        events.into_iter().for_each(|event| waiting.push(event));
        waiting.take().into()
    }

    fn moved(x: f64) -> TabEvent {
        TabEvent::PointerMoved { at: [x, 0.0] }
    }

    #[test]
    fn of_what_follows_one_another_the_last_counts() {
        let pressed = TabEvent::PointerPressed {
            pans: false,
            control: false,
        };
        let taken = |number| TabEvent::Taken { number };
        let wheel = |lines| TabEvent::Wheel { lines };
        let check = |events: &[TabEvent], expected: &[TabEvent]| {
            assert_eq!(left(events.to_vec()), expected);
        };
        check(&[moved(1.0), moved(2.0)], &[moved(2.0)]);
        check(
            &[moved(1.0), pressed.clone(), moved(2.0)],
            &[moved(1.0), pressed.clone(), moved(2.0)],
        );
        check(&[taken(1), moved(1.0), taken(2)], &[moved(1.0), taken(2)]);
        check(&[wheel(1.0), wheel(0.5)], &[wheel(1.5)]);
        let dropped = |name: &str| TabEvent::Dropped {
            name: name.to_owned(),
            data: String::new(),
        };
        check(
            &[dropped("a"), moved(1.0), dropped("b")],
            &[moved(1.0), dropped("b")],
        );
    }

    #[test]
    fn what_waits_does_not_grow_and_what_ends_something_stays() {
        let presses = (0..3000_u32).flat_map(|x| {
            [
                moved(f64::from(x)),
                TabEvent::PointerPressed {
                    pans: x % 2 == 0,
                    control: false,
                },
            ]
        });
        let number = 7;
        let last = [TabEvent::Taken { number }, TabEvent::PointerReleased];
        let left = left(presses.chain(last.clone()));
        assert!(left.len() <= MOST, "{}", left.len());
        assert!(left.ends_with(&last));
    }

    #[test]
    fn a_drag_that_began_ends_however_many_events_follow() {
        let pressed = TabEvent::PointerPressed {
            pans: false,
            control: false,
        };
        let released_key = |index: u32| {
            TabEvent::KeyReleased(TabKey {
                name: format!("{index}"),
                ..TabKey::default()
            })
        };
        let mut waiting = TabEvents::default();
        waiting.push(pressed.clone());
        assert_eq!(waiting.take(), [pressed]);
        waiting.push(TabEvent::PointerReleased);
        (0..10_000).for_each(|index| waiting.push(released_key(index)));
        let left = waiting.take();
        assert!(left.len() <= MOST, "{}", left.len());
        assert_eq!(left.front(), Some(&TabEvent::PointerReleased));
    }
}
