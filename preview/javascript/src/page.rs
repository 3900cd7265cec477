//! Messages between a page and the preview, as plain data.

use serde::Deserialize;

/// A place in the JavaScript of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The script file, as the page names it; none is the page itself.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters, from 1.
    pub column: usize,
}

impl Place {
    /// The first place in the page or one of its script files that the stack of an error names.
    pub(crate) fn in_stack(stack: &str, page: &str, files: &[String]) -> Option<Place> {
        stack.lines().find_map(|call| {
            let place = call.trim().strip_prefix("at ")?;
            let place = match place.rsplit_once(" (") {
                Some((_, place)) => place.strip_suffix(')')?,
                None => place,
            };
            let number_at_end = |text| {
                let (rest, number): (&str, &str) = str::rsplit_once(text, ':')?;
                Some((rest, number.parse().ok()?))
            };
            let (rest, last) = number_at_end(place)?;
            let (name, [line, column]) = match number_at_end(rest) {
                Some((name, line)) => (name, [line, last]),
                None => (rest, [last, 1]),
            };
            let file = files.iter().find(|file| *file == name).cloned();
            let is_known = file.is_some() || name == page;
            is_known.then_some(Place { file, line, column })
        })
    }
}

/// Something that happens to a page.
#[derive(Clone, Debug, PartialEq)]
pub enum PageEvent {
    /// Runs the scripts.
    Load,
    /// Starts the applets: calls their `oninit`.
    Start,
    /// Sends `DOMContentLoaded` and `load`.
    Ready,
    /// Sets the time, in milliseconds since the start, and runs timers.
    Time(f64),
    /// The user does something to an element.
    Operate(Operation),
    /// An applet, by the number of its call, runs JavaScript: `javascript(...)`.
    Run {
        /// The number of the call of `CindyJS`.
        applet: usize,
        /// The JavaScript.
        code: String,
    },
    /// Something happens to the element of an id, or without one to the window.
    Happen {
        /// The id; empty for the window.
        id: String,
        /// The type of the event.
        name: String,
        /// The properties of the event, as a JSON object.
        properties: String,
    },
}

/// Something that the user does to an element.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// The element: [`ShownElement::at`].
    pub at: i64,
    /// The value that it gets.
    pub value: String,
    /// True if a checkbox is checked then.
    pub is_checked: bool,
    /// The parts, in order.
    pub acts: Vec<Act>,
}

/// A part of an [`Operation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A click.
    Press,
    /// The value is typed.
    Type,
    /// The value is chosen.
    Input,
    /// The key Enter.
    Enter,
    /// The value stays.
    Change,
}

impl Act {
    /// The name for scripts.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Act::Press => "press",
            Act::Type => "type",
            Act::Input => "input",
            Act::Enter => "enter",
            Act::Change => "change",
        }
    }
}

/// The state of a page after an event.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct PageReport {
    /// The elements that the user can operate, and those whose text scripts have written, in the
    /// order of the page.
    pub controls: Vec<ShownElement>,
    /// When a timer is due, in milliseconds since the start.
    pub next: Option<f64>,
    /// The events over the pictures that scripts listen to.
    pub heard: Vec<String>,
}

/// An element that a page shows.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ShownElement {
    /// The start of its tag in bytes of the page; a number below 0 if a script has made it.
    pub at: i64,
    /// The name of the element, in lower case.
    pub tag: String,
    /// The type: `checkbox` and the like.
    #[serde(rename = "type")]
    pub kind: String,
    /// The text in it.
    pub text: String,
    /// True if a script has written that.
    pub is_written: bool,
    /// The attribute `name`.
    pub name: String,
    /// `value`
    pub value: String,
    /// `checked`
    pub is_checked: bool,
    /// The attribute `min`, if it is a number.
    pub min: Option<f64>,
    /// The attribute `max`, if it is a number.
    pub max: Option<f64>,
    /// The attribute `step`, if it is a number.
    pub step: Option<f64>,
    /// The options of a `select`.
    pub options: Option<Vec<ShownOption>>,
}

/// An option of a `select`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ShownOption {
    /// The text that the user reads.
    pub label: String,
    /// The value for scripts.
    pub value: String,
}

/// A call of a page that plays, pauses or stops an applet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaybackCall {
    /// `play()`
    Play,
    /// `pause()`
    Pause,
    /// `stop()`
    Stop,
}

/// The applets of a page, and its surroundings.
pub trait ScriptHost {
    /// Runs CindyScript in an applet, by the number of its call, and draws: `evokeCS`.
    fn evoke(&mut self, applet: usize, code: &str, at: Option<Place>);
    /// Runs CindyScript: `evalcs`. Returns JSON: CindyJS's `value`, and its `text` as printed.
    fn evaluate(&mut self, applet: usize, code: &str, at: Option<Place>) -> String;
    /// Plays, pauses or stops an applet.
    fn play(&mut self, applet: usize, playback: PlaybackCall);
    /// Prints a line on the console.
    fn print(&mut self, line: &str);
    /// Reports an error that ended a function of the page.
    fn fail(&mut self, message: &str, at: Option<Place>);
    /// The text of a script beside the page.
    ///
    /// # Errors
    /// The file cannot be read, or may not be.
    fn script(&mut self, address: &str) -> Result<String, String>;
}
