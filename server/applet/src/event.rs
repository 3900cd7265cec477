//! When a script runs.

use std::fmt;

macro_rules! events {
    ($($variant:ident $name:literal $doc:literal,)*) => {
        /// The event that a script runs at.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Event {
            $(#[doc = $doc] $variant,)*
            /// When a button of the construction is clicked, or a text entered: the `script` of that
            /// element. No script of the page is named after it.
            Widget,
        }

        impl Event {
            /// Every event that scripts are named after, in the order in which CindyJS compiles their scripts.
            pub const ALL: &'static [Event] = &[$(Event::$variant),*];

            /// The name as written in `scripts: {name: ...}`, `namescript: ...` and `// %% name`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Event::$variant => $name,)*
                    Event::Widget => "widget",
                }
            }

            /// One sentence about when the script runs.
            pub fn description(self) -> &'static str {
                match self {
                    $(Event::$variant => $doc,)*
                    Event::Widget => "When this button is clicked, or this text entered.",
                }
            }
        }
    };
}

events! {
    Move "move" "After an element has moved, and before each drawing.",
    KeyDown "keydown" "When a key is pressed; it repeats while the key is held.",
    KeyUp "keyup" "When a key is released.",
    KeyTyped "keytyped" "When a key is typed.",
    KeyType "keytype" "When a key is typed, under its older name.",
    MouseDown "mousedown" "When a mouse button or the first finger goes down.",
    MouseUp "mouseup" "When the mouse button or the first finger goes up.",
    MouseDrag "mousedrag" "When the mouse moves with its button held.",
    MouseMove "mousemove" "When the mouse moves.",
    MouseClick "mouseclick" "When the mouse is clicked.",
    MultiDown "multidown" "When any finger goes down.",
    MultiUp "multiup" "When any finger goes up.",
    MultiDrag "multidrag" "When any finger moves.",
    Init "init" "Once, before the first drawing.",
    Tick "tick" "Before each frame while the animation plays.",
    Draw "draw" "Each time the picture is drawn.",
    SimulationStep "simulationstep" "After each step of the physics simulation.",
    SimulationStart "simulationstart" "When the animation starts.",
    SimulationStop "simulationstop" "When the animation stops.",
    OnDrop "ondrop" "When files or text are dropped onto the canvas.",
}

impl Event {
    /// The event of that name (lower case, as CindyJS wants it).
    pub fn from_name(name: &str) -> Option<Event> {
        Event::ALL.iter().copied().find(|e| e.name() == name)
    }

    /// The event that the pattern of `scripts: "cs*"` gives to a script element's id.
    ///
    /// The first `*` stands for the event's name; a pattern without one matches nothing.
    pub fn from_id(pattern: &str, id: &str) -> Option<Event> {
        let (prefix, suffix) = pattern.split_once('*')?;
        Event::from_name(id.strip_prefix(prefix)?.strip_suffix(suffix)?)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The names of all events, for a message.
pub(crate) fn event_names() -> String {
    Event::ALL
        .iter()
        .map(|e| e.name())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Events as other systems call them, and those of CindyJS.
#[rustfmt::skip]
static ELSEWHERE: &[(&str, Event)] = &[
    ("animate", Event::Tick),
    ("click",   Event::MouseClick),
    ("frame",   Event::Tick),
    ("keypress", Event::KeyDown),
    ("load",    Event::Init),
    ("loop",    Event::Tick),
    ("paint",   Event::Draw),
    ("setup",   Event::Init),
    ("start",   Event::Init),
    ("step",    Event::Tick),
    ("update",  Event::Tick),
];

/// The event that was probably meant: another name of it, the same but for upper case, a suffix `script` or a prefix
/// `on`, or one letter.
pub(crate) fn similar_event(name: &str) -> Option<Event> {
    let lower = name.to_lowercase();
    let stem = lower.strip_suffix("script").unwrap_or(&lower);
    let bare = stem.strip_prefix("on").unwrap_or(stem);
    let elsewhere = || ELSEWHERE.iter().find(|(known, _)| *known == bare);
    let exact = Event::from_name(stem).or_else(|| Event::from_name(bare));
    let exact = exact.or_else(|| Some(elsewhere()?.1));
    exact.or_else(|| {
        Event::ALL
            .iter()
            .copied()
            .find(|e| one_letter_apart(e.name(), stem))
    })
}

/// Whether one insertion, deletion, replacement or swap of neighbours makes one the other.
fn one_letter_apart(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().min(b.len()) < 3 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[same..], &b[same..]);
    match (a, b) {
        ([], [_]) | ([_], []) => true,
        ([_, rest @ ..], longer) if rest == longer => true,
        (longer, [_, rest @ ..]) if rest == longer => true,
        ([_, x @ ..], [_, y @ ..]) if x == y => true,
        ([p, q, x @ ..], [r, s, y @ ..]) => p == s && q == r && x == y,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_found_again() {
        for &event in Event::ALL {
            assert_eq!(Event::from_name(event.name()), Some(event));
            assert_eq!(Event::from_id("cs*", &format!("cs{event}")), Some(event));
        }
    }

    #[test]
    fn events_of_other_systems_are_named_as_those_of_cindyjs() {
        assert_eq!(similar_event("click"), Some(Event::MouseClick));
        assert_eq!(similar_event("onclick"), Some(Event::MouseClick));
        assert_eq!(similar_event("step"), Some(Event::Tick));
        assert_eq!(similar_event("setup"), Some(Event::Init));
        assert_eq!(similar_event("foo"), None);
    }

    #[test]
    fn patterns() {
        assert_eq!(Event::from_id("*script", "drawscript"), Some(Event::Draw));
        assert_eq!(Event::from_id("a*b", "ainitb"), Some(Event::Init));
        assert_eq!(Event::from_id("cs*", "csinit2"), None);
        assert_eq!(Event::from_id("cs", "cs"), None);
        assert_eq!(Event::from_id("aa*a", "aaa"), None);
    }
}
