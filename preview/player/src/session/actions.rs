//! What the user has done to an applet: when it begins anew, that is done again, in the same order.
//!
//! Of what scripts have computed nothing is kept, for that comes from a text that may be gone. What
//! the user has done is kept: a button that was pressed is pressed again, and runs what its script
//! says now. So what is shown depends on the text and on what the user has done, and not on when
//! the text came to be as it is. Between the things that are done again no time passes and no
//! frame is drawn.

use std::collections::HashSet;

use cindyscript_applet::{Applet, ControlState, ControlTrigger, Event, GeometryEntry};
use cindyscript_hir::types::Type;
use cindyscript_interpreter::{Input, MovedCamera, Playback, SavePermission, Snapshot};

use super::Session;
use super::field::Focus;
use super::page_script::Cause;
use super::revision::{same_control, same_place, same_property};
use crate::policy::SCRIPT_TIME;
use crate::source::Source;
use crate::view::Navigation;

/// More than this is not done again: each edit waits for it.
const MOST: usize = 2_000;

/// One thing that the user has done.
#[derive(Clone, Debug)]
pub(super) enum UserAction {
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
    /// A control of the page got this state, and its handlers for these events ran.
    Operated {
        key: String,
        state: ControlState,
        triggers: Vec<ControlTrigger>,
    },
}

/// What makes an action needless when the same kind of action follows, to the same thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Passing<'a> {
    Moved(&'a str),
    Typed(&'a str),
    Event(Event),
    Operated(&'a str),
}

impl UserAction {
    /// The name of the element that something was done to, if it was one.
    fn element(&self) -> Option<&str> {
        match self {
            UserAction::Moved(name, _)
            | UserAction::Pressed(name)
            | UserAction::Entered(name)
            | UserAction::Typed(name, _) => Some(name),
            UserAction::Event(..) | UserAction::Operated { .. } => None,
        }
    }

    /// Of the places that something passes through, and texts on the way to others, some may be
    /// left out.
    fn passing(&self) -> Option<Passing<'_>> {
        match self {
            UserAction::Moved(name, _) => Some(Passing::Moved(name)),
            UserAction::Typed(name, _) => Some(Passing::Typed(name)),
            UserAction::Event(event, ..) => {
                let passes = matches!(
                    event,
                    Event::MouseMove | Event::MouseDrag | Event::MultiDrag
                );
                passes.then_some(Passing::Event(*event))
            }
            UserAction::Operated { key, triggers, .. } => {
                let passes = triggers.contains(&ControlTrigger::Input)
                    && !triggers.contains(&ControlTrigger::Change);
                passes.then_some(Passing::Operated(key))
            }
            UserAction::Pressed(_) | UserAction::Entered(_) => None,
        }
    }

    /// Whether this comes in the place of the one before it. Scripts may paint or turn something
    /// with each place that the pointer is dragged to, but not with each that it only passes.
    fn replaces(&self, before: &UserAction) -> bool {
        let passing = self.passing();
        passing.is_some()
            && passing == before.passing()
            && !matches!(
                self,
                UserAction::Event(Event::MouseDrag | Event::MultiDrag, ..)
            )
    }
}

/// What the user has done, in this order.
#[derive(Clone, Debug, Default)]
pub(super) struct UserActions {
    list: Vec<UserAction>,
    /// The elements that something was done to and that the text does not have at the moment, as it
    /// had them last: a name is half-typed, a line is cut to be pasted elsewhere.
    absent: Vec<GeometryEntry>,
    /// What was made of the animation.
    pub(super) playback: Option<Playback>,
    /// The speed that it was given.
    pub(super) speed: Option<f64>,
}

impl UserActions {
    pub(super) fn add(&mut self, action: UserAction) {
        match self.list.last_mut() {
            Some(last) if action.replaces(last) => *last = action,
            _ => self.list.push(action),
        }
        if self.list.len() > MOST {
            self.thin();
        }
    }

    /// Leaves out every second of the places that something passed through, and what was done first
    /// if that is not enough.
    fn thin(&mut self) {
        let mut later: HashSet<Passing<'_>> = HashSet::new();
        let mut is_kept = vec![true; self.list.len()];
        for (action, is_kept) in self.list.iter().zip(&mut is_kept).rev() {
            match action.passing() {
                // The next before it is kept again.
                Some(passing) if later.remove(&passing) => *is_kept = false,
                Some(passing) => drop(later.insert(passing)),
                None => later.clear(),
            }
        }
        let mut is_kept = is_kept.into_iter();
        self.list.retain(|_| is_kept.next().unwrap_or(true));
        if self.list.len() > MOST / 4 * 3 {
            self.list.drain(..MOST / 2);
        }
    }

    /// Whether something was done to an element that the text does not have at the moment.
    fn waits(&self, action: &UserAction) -> bool {
        let name = action.element();
        name.is_some_and(|name| self.absent.iter().any(|element| element.name == name))
    }

    /// Forgets what was done to what another version says anew. What was done to an element that it
    /// does not have waits for one that does.
    pub(super) fn keep(&mut self, before: &Source, now: &Source) {
        let absent = std::mem::take(&mut self.absent);
        let old = |name: &str| {
            let waiting = absent.iter().find(|element| element.name == name);
            waiting.or_else(|| before.applet()?.element(name))
        };
        let new = |name: &str| now.applet()?.element(name);
        let mut waiting: Vec<GeometryEntry> = Vec::new();
        self.list.retain(|action| {
            if let UserAction::Operated { key, .. } = action {
                return same_control(key, before.applet(), now.applet());
            }
            let Some(name) = action.element() else {
                return true;
            };
            match (old(name), new(name)) {
                (Some(old), None) => {
                    if !waiting.iter().any(|element| element.name == name) {
                        waiting.push(old.clone());
                    }
                    true
                }
                (old, new) => match action {
                    UserAction::Moved(..) => same_place(old, new),
                    UserAction::Pressed(_) => same_property(old, new, "pressed"),
                    UserAction::Typed(..) | UserAction::Entered(_) => {
                        same_property(old, new, "text")
                    }
                    UserAction::Event(..) | UserAction::Operated { .. } => true,
                },
            }
        });
        self.absent = waiting;
        let autoplays = |source: &Source| source.applet().map(|applet| applet.animation.autoplay);
        if autoplays(before) != autoplays(now) {
            self.playback = None;
        }
        let speed = |source: &Source| source.applet().map(Applet::speed);
        if speed(before) != speed(now) {
            self.speed = None;
        }
    }
}

/// What the user has done to an applet so far, where the pointer is, and where keys go: for another
/// session to go on with.
#[derive(Clone, Debug)]
pub struct UserState {
    actions: UserActions,
    input: Input,
    pointer: [f64; 2],
    focus: Option<Focus>,
    navigation: Navigation,
    cameras: Vec<MovedCamera>,
    /// The version that it was done to.
    source: Source,
}

impl UserState {
    /// The version that it was done to.
    pub fn source(&self) -> &Source {
        &self.source
    }
}

impl Session {
    /// What the user has done so far, for another session to [`replay`](Self::replay).
    pub fn user_state(&self) -> UserState {
        UserState {
            actions: self.actions.clone(),
            input: self.interpreter.input(),
            pointer: self.pointer,
            focus: self.focus.clone(),
            navigation: self.navigation.clone(),
            cameras: self.interpreter.moved_cameras().collect(),
            source: self.source.clone(),
        }
    }

    /// Begins anew, and does what the user has done to another session.
    pub fn replay(&mut self, user: UserState) {
        self.actions = user.actions;
        self.actions.keep(&user.source, &self.source);
        self.interpreter.set_input(&user.input);
        self.pointer = user.pointer;
        self.focus = user.focus;
        self.navigation = user.navigation;
        // What is seen of the canvas may be something else.
        self.begun = None;
        self.begin_anew_with(user.cameras);
    }

    /// Forgets what the user has done, and begins anew.
    pub fn start_again(&mut self) {
        self.actions = UserActions::default();
        self.begin_anew();
    }

    /// Brings what the user has dragged back to where it lies after init. Nothing else changes: time
    /// goes on.
    pub fn reset_moved(&mut self) {
        let mut moved: HashSet<String> = HashSet::new();
        self.actions.list.retain(|action| match action {
            UserAction::Moved(name, _) => {
                moved.insert(name.clone());
                false
            }
            _ => true,
        });
        if moved.is_empty() {
            return;
        }
        let mut positions = match &self.begun {
            Some(begun) => begun.positions(),
            None => self.written_positions(),
        };
        positions.retain(|name| moved.contains(name));
        self.interpreter.restore(&positions);
        self.outdated = true;
    }

    /// The points that the user has dragged, and where they lie, if that can be seen.
    pub fn dragged_points(&self) -> Vec<(&str, [f64; 2])> {
        let mut points: Vec<(&str, [f64; 2])> = Vec::new();
        for action in &self.actions.list {
            let UserAction::Moved(name, _) = action else {
                continue;
            };
            let is_known = points.iter().any(|(known, _)| known == name);
            let is_point = self.element(name).is_some_and(|(ty, _)| ty == Type::Point);
            if is_known || !is_point {
                continue;
            }
            let coordinate =
                |axis: &str| self.field(name, axis)?.real().filter(|it| it.is_finite());
            if let (Some(x), Some(y)) = (coordinate("x"), coordinate("y")) {
                points.push((name, [x, y]));
            }
        }
        points
    }

    /// Scripts run at an event.
    pub(super) fn note_event(&mut self, event: Event) {
        let scripts = &self.interpreter.program().scripts;
        if scripts.iter().any(|script| script.event == Some(event)) {
            let mover = self.interpreter.mover().map(ToOwned::to_owned);
            let input = self.interpreter.input();
            self.actions.add(UserAction::Event(event, input, mover));
        }
    }

    /// An element has been dragged.
    pub(super) fn note_moved(&mut self, name: &str) {
        let mut position = self.interpreter.positions();
        position.retain(|other| other == name);
        self.actions
            .add(UserAction::Moved(name.to_owned(), position));
    }

    /// A button has been pressed.
    pub(super) fn note_pressed(&mut self, name: &str) {
        self.actions.add(UserAction::Pressed(name.to_owned()));
    }

    /// A text field has been left with another text.
    pub(super) fn note_entered(&mut self, name: &str) {
        self.actions.add(UserAction::Entered(name.to_owned()));
    }

    /// The text of a text field has been changed.
    pub(super) fn note_typed(&mut self, name: &str, text: &str) {
        let action = UserAction::Typed(name.to_owned(), text.to_owned());
        self.actions.add(action);
    }

    /// Does again what the user has done, in the time that one thing may take.
    pub(super) fn replay_actions(&mut self) {
        let actions = std::mem::take(&mut self.actions.list);
        self.run_given_javascript(Cause::Page);
        // The user has seen and heard the effects of the actions already.
        let mut printed = self.interpreter.take_output();
        self.output.append(&mut printed);
        self.sounds = self.take_sounds();
        self.interpreter.allow(Some(SCRIPT_TIME));
        self.interpreter
            .set_save_permission(SavePermission::Repeated);
        for action in &actions {
            if self.interpreter.is_late() || self.cut_short {
                break;
            }
            if self.actions.waits(action) {
                continue;
            }
            match action {
                UserAction::Moved(_, position) => self.interpreter.restore(position),
                UserAction::Pressed(name) => {
                    self.interpreter.toggle(name);
                    self.run_widget_script(name);
                }
                UserAction::Entered(name) => self.run_widget_script(name),
                UserAction::Typed(name, text) => self.interpreter.set_text(name, text),
                UserAction::Operated {
                    key,
                    state,
                    triggers,
                } => self.operate_again(key, state, triggers),
                UserAction::Event(event, input, mover) => {
                    self.interpreter.set_input(input);
                    self.interpreter.set_mover(mover.as_deref());
                    self.run(*event);
                }
            }
            self.run_given_javascript(Cause::Replay);
        }
        drop(self.interpreter.take_output());
        drop(self.interpreter.take_sounds());
        self.interpreter
            .set_save_permission(SavePermission::Refused);
        self.actions.list = actions;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(name: &str, text: &str) -> UserAction {
        UserAction::Typed(name.to_owned(), text.to_owned())
    }

    #[test]
    fn many_places_on_the_way_are_thinned_out_and_the_last_stays() {
        let mut actions = UserActions::default();
        for round in 0..10 * MOST {
            // Neither follows itself, so none comes in the place of another.
            actions.add(typed("A", &round.to_string()));
            actions.add(typed("B", &round.to_string()));
            assert!(actions.list.len() <= MOST);
        }
        let rounds = |of: &str| -> Vec<usize> {
            let texts = actions.list.iter().filter_map(|action| match action {
                UserAction::Typed(name, text) if name == of => text.parse().ok(),
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
        let mut actions = UserActions::default();
        for round in 0..3 * MOST {
            actions.add(UserAction::Pressed(round.to_string()));
            assert!(actions.list.len() <= MOST);
        }
        let last = actions.list.last().map(|action| format!("{action:?}"));
        assert_eq!(last, Some(format!(r#"Pressed("{}")"#, 3 * MOST - 1)));
        assert!(actions.list.len() > MOST / 4);
    }
}
