//! What the user has done to an applet: when it begins anew, that is done again, in the same order.
//!
//! Of what scripts have computed nothing is kept, for that comes from a text that may be gone. What
//! the user has done is kept: a button that was pressed is pressed again, and runs what its script
//! says now. So what is shown depends on the text and on what the user has done, and not on when
//! the text came to be as it is. Between the things that are done again no time passes and no
//! frame is drawn.

use std::collections::HashSet;

use cindyscript_applet::Event;
use cindyscript_interpreter::{Input, Playback, Snapshot};

use super::field::Focus;
use super::revision::{same_place, same_property};
use super::{PATIENCE, Player};
use crate::source::Source;
use crate::view::Navigation;

/// More than this is not done again: each edit waits for it.
const MOST: usize = 2_000;

/// One thing that the user has done.
#[derive(Clone, Debug)]
enum Deed {
    /// An element was dragged to where it is here.
    Moved(String, Snapshot),
    /// A button was pressed.
    Pressed(String),
    /// A text field was left with another text than before: its script has run.
    Entered(String),
    /// The text of a text field was changed to this.
    Typed(String, String),
    /// Scripts have run at an event, and have seen this of pointer and keys, and the element that
    /// was dragged.
    Event(Event, Input, Option<String>),
}

/// What makes an earlier deed of the same kind needless if nothing but such deeds lies between.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Passing<'a> {
    Moved(&'a str),
    Typed(&'a str),
    Event(Event),
}

impl Deed {
    /// Of the places that something passes through, and texts on the way to others, some may be
    /// left out.
    fn passing(&self) -> Option<Passing<'_>> {
        match self {
            Deed::Moved(name, _) => Some(Passing::Moved(name)),
            Deed::Typed(name, _) => Some(Passing::Typed(name)),
            Deed::Event(event, ..) => {
                let passes = matches!(
                    event,
                    Event::MouseMove | Event::MouseDrag | Event::MultiDrag
                );
                passes.then_some(Passing::Event(*event))
            }
            Deed::Pressed(_) | Deed::Entered(_) => None,
        }
    }

    /// Whether this comes in the place of the one before it. Scripts may paint or turn something
    /// with each place that the pointer is dragged to, but not with each that it only passes.
    fn replaces(&self, before: &Deed) -> bool {
        let passing = self.passing();
        passing.is_some()
            && passing == before.passing()
            && !matches!(self, Deed::Event(Event::MouseDrag | Event::MultiDrag, ..))
    }
}

/// What the user has done.
#[derive(Clone, Debug, Default)]
pub(super) struct Hands {
    deeds: Vec<Deed>,
    /// What was made of the animation.
    pub(super) playback: Option<Playback>,
    /// The speed that it was given.
    pub(super) speed: Option<f64>,
}

impl Hands {
    fn add(&mut self, deed: Deed) {
        match self.deeds.last_mut() {
            Some(last) if deed.replaces(last) => *last = deed,
            _ => self.deeds.push(deed),
        }
        if self.deeds.len() > MOST {
            self.thin();
        }
    }

    /// Leaves out every second of the places that something passed through, and what was done first
    /// if that is not enough.
    fn thin(&mut self) {
        let mut later: HashSet<Passing<'_>> = HashSet::new();
        let mut is_kept = vec![true; self.deeds.len()];
        for (deed, is_kept) in self.deeds.iter().zip(&mut is_kept).rev() {
            match deed.passing() {
                // The next before it is kept again.
                Some(passing) if later.remove(&passing) => *is_kept = false,
                Some(passing) => drop(later.insert(passing)),
                None => later.clear(),
            }
        }
        let mut is_kept = is_kept.into_iter();
        self.deeds.retain(|_| is_kept.next().unwrap_or(true));
        if self.deeds.len() > MOST / 4 * 3 {
            self.deeds.drain(..MOST / 2);
        }
    }

    /// Forgets what was done to what another version says anew.
    pub(super) fn keep(&mut self, before: &Source, now: &Source) {
        let (old, new) = (before.applet(), now.applet());
        self.deeds.retain(|deed| match deed {
            Deed::Moved(name, _) => same_place(old, new, name),
            Deed::Pressed(name) => same_property(old, new, name, "pressed"),
            Deed::Typed(name, _) | Deed::Entered(name) => same_property(old, new, name, "text"),
            Deed::Event(..) => true,
        });
        let autoplays = |source: &Source| source.applet().map(|applet| applet.animation.autoplay);
        if autoplays(before) != autoplays(now) {
            self.playback = None;
        }
        let speed = |source: &Source| source.applet().map(|applet| applet.animation.speed);
        if speed(before) != speed(now) {
            self.speed = None;
        }
    }
}

/// What the user has done to an applet so far, where the pointer is, and where keys go: for another
/// player to go on with.
#[derive(Clone, Debug)]
pub struct Doings {
    hands: Hands,
    input: Input,
    pointer: [f64; 2],
    focus: Option<Focus>,
    navigation: Navigation,
    /// The version that it was done to.
    source: Source,
}

impl Player {
    /// What the user has done so far.
    pub fn doings(&self) -> Doings {
        Doings {
            hands: self.hands.clone(),
            input: self.interpreter.input(),
            pointer: self.pointer,
            focus: self.focus.clone(),
            navigation: self.navigation,
            source: self.source.clone(),
        }
    }

    /// Begins anew, and does what the user has done to another player.
    pub fn do_again(&mut self, doings: Doings) {
        self.hands = doings.hands;
        self.hands.keep(&doings.source, &self.source);
        self.interpreter.set_input(&doings.input);
        self.pointer = doings.pointer;
        self.focus = doings.focus;
        self.navigation = doings.navigation;
        // What is seen of the canvas may be something else.
        self.begun = None;
        self.begin_anew();
    }

    /// Forgets what the user has done, and begins anew.
    pub fn start_again(&mut self) {
        self.hands = Hands::default();
        self.begin_anew();
    }

    /// Scripts run at an event.
    pub(super) fn note_event(&mut self, event: Event) {
        let scripts = &self.interpreter.program().scripts;
        if scripts.iter().any(|script| script.event == Some(event)) {
            let mover = self.interpreter.mover().map(ToOwned::to_owned);
            let input = self.interpreter.input();
            self.hands.add(Deed::Event(event, input, mover));
        }
    }

    /// An element has been dragged.
    pub(super) fn note_moved(&mut self, name: &str) {
        let mut position = self.interpreter.positions();
        position.retain(|other| other == name);
        self.hands.add(Deed::Moved(name.to_owned(), position));
    }

    /// A button has been pressed.
    pub(super) fn note_pressed(&mut self, name: &str) {
        self.hands.add(Deed::Pressed(name.to_owned()));
    }

    /// A text field has been left with another text.
    pub(super) fn note_entered(&mut self, name: &str) {
        self.hands.add(Deed::Entered(name.to_owned()));
    }

    /// The text of a text field has been changed.
    pub(super) fn note_typed(&mut self, name: &str, text: &str) {
        let deed = Deed::Typed(name.to_owned(), text.to_owned());
        self.hands.add(deed);
    }

    /// Does again what the user has done, in the time that one thing may take.
    pub(super) fn do_all_again(&mut self) {
        let deeds = std::mem::take(&mut self.hands.deeds);
        // What they print was printed when they were done first.
        let mut printed = self.interpreter.take_output();
        self.output.append(&mut printed);
        self.interpreter.allow(Some(PATIENCE));
        for deed in &deeds {
            if self.interpreter.is_late() || self.cut_short {
                break;
            }
            match deed {
                Deed::Moved(_, position) => self.interpreter.restore(position),
                Deed::Pressed(name) => {
                    self.interpreter.toggle(name);
                    self.run_widget_script(name);
                }
                Deed::Entered(name) => self.run_widget_script(name),
                Deed::Typed(name, text) => self.interpreter.set_text(name, text),
                Deed::Event(event, input, mover) => {
                    self.interpreter.set_input(input);
                    self.interpreter.set_mover(mover.as_deref());
                    self.run(*event);
                }
            }
        }
        drop(self.interpreter.take_output());
        self.hands.deeds = deeds;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(name: &str, text: &str) -> Deed {
        Deed::Typed(name.to_owned(), text.to_owned())
    }

    #[test]
    fn many_places_on_the_way_are_thinned_out_and_the_last_stays() {
        let mut hands = Hands::default();
        for round in 0..10 * MOST {
            // Neither follows itself, so none comes in the place of another.
            hands.add(typed("A", &round.to_string()));
            hands.add(typed("B", &round.to_string()));
            assert!(hands.deeds.len() <= MOST);
        }
        let rounds = |of: &str| -> Vec<usize> {
            let texts = hands.deeds.iter().filter_map(|deed| match deed {
                Deed::Typed(name, text) if name == of => text.parse().ok(),
                _ => None,
            });
            texts.collect()
        };
        for of in ["A", "B"] {
            let rounds = rounds(of);
            assert!(rounds.len() > MOST / 8, "{rounds:?}");
            assert_eq!(rounds.last(), Some(&(10 * MOST - 1)));
        }
    }

    #[test]
    fn what_is_not_on_the_way_is_forgotten_from_its_beginning() {
        let mut hands = Hands::default();
        for round in 0..3 * MOST {
            hands.add(Deed::Pressed(round.to_string()));
            assert!(hands.deeds.len() <= MOST);
        }
        let last = hands.deeds.last().map(|deed| format!("{deed:?}"));
        assert_eq!(last, Some(format!(r#"Pressed("{}")"#, 3 * MOST - 1)));
        assert!(hands.deeds.len() > MOST / 4);
    }
}
