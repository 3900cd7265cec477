//! Keys, buttons and fingers that are down, for queues of user events that may leave events out.

use std::collections::VecDeque;

/// The most that are remembered: more than a user has hands for.
const MOST: usize = 100;

/// A key, a button or a finger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// A button of the pointer.
    Button,
    /// A finger, by its number.
    Finger(u64),
    /// A key, by JavaScript's `keyCode`, or by its name where that is 0.
    Key(u32, String),
}

impl Held {
    /// A key. Its name may change while it is down, with Shift; its code does not.
    pub fn key(code: u32, name: &str) -> Held {
        match code {
            0 => Held::Key(0, name.to_owned()),
            _ => Held::Key(code, String::new()),
        }
    }
}

/// Part of a user's action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Something goes down.
    Press(Held),
    /// Something moves.
    Move,
    /// Something goes up.
    Release(Held),
}

/// Decides which user events a full queue takes. A release is taken if its press was taken: what an
/// action has begun always ends.
#[derive(Debug, Default)]
pub struct Admission {
    down: VecDeque<Held>,
}

impl Admission {
    /// True if the queue takes the event. Presses that were taken add at most 100 releases to a full
    /// queue.
    pub fn takes(&mut self, phase: Phase, is_full: bool) -> bool {
        match phase {
            Phase::Press(held) => {
                // A key that is held repeats.
                if !is_full && !self.down.contains(&held) {
                    self.down.push_back(held);
                    if self.down.len() > MOST {
                        self.down.pop_front();
                    }
                }
                !is_full
            }
            Phase::Move => !is_full,
            Phase::Release(held) => {
                let place = self.down.iter().position(|other| *other == held);
                let was_taken = place.and_then(|place| self.down.remove(place)).is_some();
                was_taken || !is_full
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_queue_takes_the_releases_of_presses_that_it_took() {
        let mut admission = Admission::default();
        let key = |name: &str| Held::key(0, name);
        assert!(admission.takes(Phase::Press(key("a")), false));
        assert!(!admission.takes(Phase::Press(key("b")), true));
        assert!(!admission.takes(Phase::Move, true));
        assert!(!admission.takes(Phase::Release(key("b")), true));
        assert!(admission.takes(Phase::Release(key("a")), true));
        assert!(!admission.takes(Phase::Release(key("a")), true));
        // The release of a press that nobody saw.
        assert!(admission.takes(Phase::Release(key("c")), false));
        let (plus, equals) = (Held::key(187, "+"), Held::key(187, "="));
        assert!(admission.takes(Phase::Press(plus), false));
        assert!(admission.takes(Phase::Release(equals), true));
    }

    #[test]
    fn presses_without_releases_are_forgotten() {
        let mut admission = Admission::default();
        for finger in 0..10_000 {
            assert!(admission.takes(Phase::Press(Held::Finger(finger)), false));
        }
        assert_eq!(admission.down.len(), MOST);
    }
}
