//! The values that scripts compute, on their way to the editor: often enough to follow, of bounded
//! size, and only what has changed.

use std::collections::HashMap;
use std::time::Duration;

use cindyscript_applet::TextRange;
use cindyscript_hir::program::{Program, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_interpreter::Value;
use cindyscript_interpreter::platform::Instant;
use cindyscript_player::Session;
use cindyscript_player::diagnostic::byte_range;
use cindyscript_player::frame::FrameDescription;
use cindyscript_player::session::Probe;
use cindyscript_protocol::{
    LONGEST_VALUE, ListNumbers, MOST_NUMBERS, MOST_VALUES, Observation, PixelValue, Subject,
    Version,
};

use crate::policy::VALUES_PERIOD;

/// Of lists with more numbers in them than this, neither type nor value is told: it would take
/// longer than a frame may.
const LARGEST: usize = 4096;
/// Of lists with more, only the type, and a plot.
const LONG: usize = 64;

/// What was seen and told of the version that plays.
#[derive(Debug, Default)]
pub struct Values {
    version: Option<Version>,
    known: HashMap<Subject, Known>,
    /// The fields that the text names: of what, and which.
    fields: Vec<(String, String)>,
    /// A frame has run since the last message.
    pending: bool,
    told: Option<Instant>,
}

/// What was told of one thing.
#[derive(Clone, Debug, Default, PartialEq)]
struct Known {
    /// That of all values so far.
    ty: Type,
    value: String,
    numbers: Option<ListNumbers>,
}

impl Values {
    /// A frame has run.
    pub fn changed(&mut self) {
        self.pending = true;
    }

    /// How long until there may be something to tell.
    pub fn due(&self) -> Option<Duration> {
        let left = || {
            let passed = self.told.map(|told| told.elapsed());
            passed.map_or(Duration::ZERO, |passed| {
                VALUES_PERIOD.saturating_sub(passed)
            })
        };
        self.pending.then(left)
    }

    /// What is to be told now, with the version that it belongs to.
    pub fn tell(
        &mut self,
        session: &Session,
        frame: &FrameDescription,
    ) -> Option<(Version, Vec<Observation>)> {
        if !self.due()?.is_zero() {
            return None;
        }
        self.pending = false;
        if session.source().is_draft {
            // Of a text that nobody else has.
            return None;
        }
        self.told = Some(Instant::now());
        let version = session.source().version;
        let facts = session.source().facts()?;
        if self.version.replace(version) != Some(version) {
            self.known.clear();
            self.fields = named_fields(&facts.program);
        }
        let print = |value: &Value| session.print(value);
        let mut changed = Vec::new();
        for (name, value) in session.globals() {
            self.see(
                Subject::Global(name.to_owned()),
                value,
                &print,
                &mut changed,
            );
        }
        for draw in frame.plots() {
            for (range, value) in session.uniforms(draw) {
                let subject = Subject::Uniform(byte_range(range));
                self.see(subject, value, &print, &mut changed);
            }
        }
        let fields = std::mem::take(&mut self.fields);
        for (element, field) in &fields {
            if let Some(value) = session.field(element, field) {
                let (element, field) = (element.clone(), field.clone());
                self.see(
                    Subject::Field { element, field },
                    &value,
                    &print,
                    &mut changed,
                );
            }
        }
        self.fields = fields;
        for name in session.elements() {
            self.element(session, name, &mut changed);
        }
        (!changed.is_empty()).then_some((version, changed))
    }

    /// Where an element of the construction lies.
    fn element(&mut self, session: &Session, name: &str, changed: &mut Vec<Observation>) {
        let Some((ty, fields)) = session.element(name) else {
            return;
        };
        let values = fields
            .iter()
            .filter_map(|field| Some((*field, session.field(name, field)?)));
        let shown: Vec<String> = match fields {
            [_] => values.map(|(_, value)| session.print(&value)).collect(),
            _ => values
                .map(|(field, value)| format!("{field} {}", session.print(&value)))
                .collect(),
        };
        if !shown.is_empty() {
            let subject = Subject::Element(name.to_owned());
            let value = cut(&shown.join(", "));
            self.note(
                subject,
                Known {
                    ty,
                    value,
                    numbers: None,
                },
                changed,
            );
        }
    }

    fn see(
        &mut self,
        subject: Subject,
        value: &Value,
        print: &dyn Fn(&Value) -> String,
        changed: &mut Vec<Observation>,
    ) {
        let size = value.list().map_or(0, cindyscript_interpreter::List::size);
        if size <= LARGEST {
            let seen = Known {
                ty: value.type_of(),
                value: shown(value, print),
                numbers: numbers(value),
            };
            self.note(subject, seen, changed);
        }
    }

    fn note(&mut self, subject: Subject, seen: Known, changed: &mut Vec<Observation>) {
        let is_known = self.known.contains_key(&subject);
        // So that what is told once can be told again when it changes.
        if changed.len() >= MOST_VALUES || !is_known && self.known.len() >= MOST_VALUES {
            return;
        }
        let known = self.known.entry(subject.clone()).or_default();
        let joined = Known {
            ty: known.ty.join(&seen.ty),
            ..seen
        };
        if is_known && *known == joined {
            return;
        }
        known.clone_from(&joined);
        changed.push(Observation {
            subject,
            ty: joined.ty.to_string(),
            value: joined.value,
            numbers: joined.numbers,
        });
    }
}

/// What a plot of a list of real numbers takes.
fn numbers(value: &Value) -> Option<ListNumbers> {
    let list = value.list()?;
    let (count, told) = (list.len(), list.len().min(MOST_NUMBERS));
    let last = told.saturating_sub(1).max(1);
    let places = (0..told).map(|place| place * count.saturating_sub(1) / last);
    let numbers = places.map(|place| list.get(place)?.real());
    let some: Option<Vec<f64>> = numbers.collect();
    let some = some.filter(|some| some.iter().all(|number| number.is_finite()))?;
    Some(ListNumbers { count, some })
}

/// The fields of variables that a program names, such as `A.xy`, each once.
fn named_fields(program: &Program) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for term in &program.terms {
        if let TermKind::Field { base, name } = term.kind
            && let Some(element) = program.name_of(base)
        {
            let [element, field] = [element, name].map(|name| program.names.text(name).to_owned());
            found.push((element, field));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// A value as it is printed, cut where it is long.
pub fn shown(value: &Value, print: &dyn Fn(&Value) -> String) -> String {
    match value {
        Value::List(list) if list.size() > LONG => "[…]".to_owned(),
        Value::Dictionary(_) => "{…}".to_owned(),
        Value::String(text) => {
            let text: String = text.to_string().chars().take(LONGEST_VALUE).collect();
            cut(&format!("\"{text}\""))
        }
        value => cut(&print(value)),
    }
}

/// The values at a pixel of the last message, with their version and the time.
#[derive(Debug, Default)]
pub struct ToldPixel(Option<(Version, Vec<PixelValue>, Instant)>);

impl ToldPixel {
    /// The time until the next message may have these values; none if the editor knows them.
    pub fn due(&self, version: Version, wanted: &[PixelValue]) -> Option<Duration> {
        let told = self.0.as_ref();
        let known = match told {
            Some((of, values, _)) => values == wanted && (*of == version || wanted.is_empty()),
            None => wanted.is_empty(),
        };
        let passed = told.map_or(VALUES_PERIOD, |(_, _, when)| when.elapsed());
        (!known).then(|| VALUES_PERIOD.saturating_sub(passed))
    }

    /// True if these values go to the editor now.
    pub fn tell(&mut self, version: Version, wanted: &[PixelValue]) -> bool {
        let is_due = self.due(version, wanted).is_some_and(|due| due.is_zero());
        if is_due {
            self.0 = Some((version, wanted.to_vec(), Instant::now()));
        }
        is_due
    }
}

/// The values that colorplots compute at a pixel, as the editor shows them. Of a term that several
/// compute, the value in the front one.
pub fn pixel_values(session: &Session, probes: &[Probe]) -> Vec<PixelValue> {
    let mut values: Vec<PixelValue> = Vec::new();
    let mut add = |range: TextRange, whole: TextRange, value: &Value| {
        let range = byte_range(range);
        if values.len() < MOST_VALUES && values.iter().all(|known| known.range != range) {
            values.push(PixelValue {
                range,
                end: whole.end().into(),
                ty: value.type_of().to_string(),
                value: shown(value, &|value| session.print(value)),
            });
        }
    };
    for probe in probes.iter().rev() {
        if let Some(range) = probe.range {
            add(range, range, &probe.value);
        }
        let own = probe
            .variables
            .iter()
            .filter(|variable| !variable.is_uniform);
        let own = own.chain(&probe.selected);
        own.for_each(|variable| add(variable.range, variable.whole, &variable.value));
    }
    values
}

/// A text on one line, and not too long.
fn cut(text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST_VALUE).collect();
    if short.len() < text.len() {
        short.pop();
        short.push('…');
    }
    short.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use cindyscript_player::services::Alone;
    use cindyscript_player::source::{ReceivedText, Source};
    use cindyscript_player::view::Canvas;

    use super::*;

    fn see(values: &mut Values, value: &Value) -> Vec<String> {
        let mut changed = Vec::new();
        let subject = Subject::Global("a".to_owned());
        values.see(subject, value, &Value::to_string, &mut changed);
        let shown = changed
            .iter()
            .map(|seen| format!("{} {}", seen.ty, seen.value));
        shown.collect()
    }

    #[test]
    fn only_what_changes_is_told_and_types_join() {
        let mut values = Values::default();
        assert_eq!(see(&mut values, &Value::from(1.0)), ["int 1"]);
        assert!(see(&mut values, &Value::from(1.0)).is_empty());
        assert_eq!(see(&mut values, &Value::from(0.5)), ["real 0.5"]);
        assert_eq!(see(&mut values, &Value::from(1.0)), ["real 1"]);
        assert_eq!(
            see(&mut values, &Value::from("a\nb")),
            ["real or string \"a b\""]
        );
    }

    #[test]
    fn what_is_told_is_bounded() {
        let long = Value::from("x".repeat(1000));
        let told = see(&mut Values::default(), &long);
        assert_eq!(told[0].chars().count(), "string ".len() + LONGEST_VALUE);
        let list = |count: usize| (0..count).map(|_| 0.5).collect::<Value>();
        let told = see(&mut Values::default(), &list(100));
        assert_eq!(told, ["list(100, real) […]"]);
        assert!(see(&mut Values::default(), &list(LARGEST + 1)).is_empty());

        let mut values = Values::default();
        let mut changed = Vec::new();
        for index in 0..2 * MOST_VALUES {
            let subject = Subject::Global(format!("a{index}"));
            values.see(subject, &Value::from(1.0), &Value::to_string, &mut changed);
        }
        assert_eq!(changed.len(), MOST_VALUES);
    }

    #[test]
    fn of_long_lists_some_numbers_are_told() {
        let told = numbers(&(0..1000).map(f64::from).collect::<Value>()).expect("numbers");
        assert_eq!((told.count, told.some.len()), (1000, MOST_NUMBERS));
        assert_eq!((told.some[0], told.some[1]), (0.0, 15.0));
        assert_eq!(told.some[MOST_NUMBERS - 1], 999.0);
        let told = numbers(&[0.5, 2.0].into_iter().collect::<Value>()).expect("numbers");
        assert_eq!((told.count, told.some), (2, vec![0.5, 2.0]));
        for other in [Value::from(1.0), [1.0, f64::NAN].into_iter().collect()] {
            assert_eq!(numbers(&other), None);
        }
    }

    const PAGE: &str = r#"<canvas id="c"></canvas>
<script id="csinit" type="text/x-cindyscript">n = 0; s = "a"; p = A; f(x) := x + 1;</script>
<script id="csdraw" type="text/x-cindyscript">n = n + 1; colorplot(|#|*n - A.x + 2 + C.radius);</script>
<script>CindyJS({scripts: "cs*", ports: [{id: "c", width: 40, height: 20}],
  geometry: [{name: "A", type: "Free", pos: [1, 1.5]}, {name: "B", type: "Free", pos: [-1, 1.5]},
             {name: "a", type: "Join", args: ["A", "B"]},
             {name: "C", type: "CircleMP", args: ["A", "B"]}]});</script>"#;

    /// A session of the page after that many frames, and the last of them.
    fn played(text: &str, version: Version, frames: u32) -> (Session, FrameDescription) {
        let text = ReceivedText {
            path: "a.html".to_owned(),
            text: text.to_owned(),
            version,
            arrived: Instant::now(),
        };
        let canvas = Canvas {
            device: [40, 20],
            scale: 1.0,
        };
        let services = Arc::<Alone>::default();
        let document = Source::read(&text, None, services.clone());
        let source = Source::new(&text, document, None);
        let mut session = Session::new(source, canvas, services, 0, 0.0);
        let mut frame = FrameDescription::default();
        for time in 0..frames {
            frame = session.frame(time.into());
            assert_eq!(frame.errors, []);
        }
        (session, frame)
    }

    /// What is told of a page, one line a thing: what, its type, its value.
    fn told(values: &mut Values, (session, frame): &(Session, FrameDescription)) -> Vec<String> {
        // As if the time between two messages had passed.
        values.told = None;
        values.changed();
        let Some((version, seen)) = values.tell(session, frame) else {
            return Vec::new();
        };
        assert_eq!(version, session.source().version);
        let text = session.source().document.text();
        let line = |seen: &Observation| {
            let subject = match &seen.subject {
                Subject::Global(name) => name.clone(),
                Subject::Uniform(range) => {
                    text[range.start as usize..range.end as usize].to_owned()
                }
                Subject::Element(name) => format!("element {name}"),
                Subject::Field { element, field } => format!("field {element}.{field}"),
            };
            format!("{subject}: {} = {}", seen.ty, seen.value)
        };
        seen.iter().map(line).collect()
    }

    #[test]
    fn variables_uniforms_and_elements_are_told_by_their_version() {
        let mut values = Values::default();
        assert_eq!(values.due(), None, "nothing has run");
        let mut first = told(&mut values, &played(PAGE, 1, 1));
        first.sort_unstable();
        assert_eq!(
            first,
            [
                "A.x: int = 1",
                "C.radius: int = 2",
                "element A: point = [1, 1.5]",
                "element B: point = [-1, 1.5]",
                "element C: circle = center [1, 1.5], radius 2",
                "element a: line = [0, -0.6667, 1]",
                "field A.x: int = 1",
                "field C.radius: int = 2",
                "n: int = 1",
                "n: int = 1",
                "p: point = A",
                "s: string = \"a\"",
            ]
        );
        // Of the next frame, what has changed; of another version, everything.
        assert_eq!(told(&mut values, &played(PAGE, 1, 1)), [""; 0]);
        assert_eq!(told(&mut values, &played(PAGE, 1, 2)), ["n: int = 2"; 2]);
        assert_eq!(told(&mut values, &played(PAGE, 2, 1)).len(), first.len());
    }

    #[test]
    fn not_more_often_than_that() {
        let mut values = Values::default();
        let (session, frame) = played(PAGE, 1, 1);
        values.changed();
        assert_eq!(values.due(), Some(Duration::ZERO));
        assert!(values.tell(&session, &frame).is_some());
        assert_eq!(values.due(), None);
        values.changed();
        assert!(
            values
                .due()
                .is_some_and(|due| !due.is_zero() && due <= VALUES_PERIOD)
        );
        assert!(values.tell(&session, &frame).is_none());
    }
}
