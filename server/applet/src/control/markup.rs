//! The elements of a page that a user can operate, with their labels.

use std::borrow::Cow;
use std::collections::HashMap;

use html5gum::{Token, Tokenizer};
use text_size::TextRange;

use super::{
    ControlHandler, ControlKind, ControlOption, ControlState, MAX_CONTROLS, NumberRange,
    PageControl,
};
use crate::tag::{Attribute, Tag, Tags};

/// A label has no more characters.
const LONGEST_LABEL: usize = 80;

/// An element that may be a control.
#[derive(Debug)]
pub(super) struct ControlElement<'t> {
    pub(super) id: Option<String>,
    key: String,
    label: String,
    kind: ControlKind,
    initial: ControlState,
    /// The option of a `select` that is chosen at first.
    selected: usize,
    /// The attributes whose names begin with `on`.
    pub(super) handlers: Vec<Attribute<'t>>,
    range: TextRange,
}

impl ControlElement<'_> {
    /// The control with some of its handlers.
    pub(super) fn control(&self, handlers: Vec<ControlHandler>) -> PageControl {
        PageControl {
            key: self.key.clone(),
            label: self.label.clone(),
            kind: self.kind.clone(),
            initial: self.initial.clone(),
            handlers,
            range: self.range,
        }
    }
}

/// The controls of a page, in its order; of more than [`MAX_CONTROLS`], the first, and the tag behind
/// them.
pub(super) fn controls(text: &str) -> (Vec<ControlElement<'_>>, Option<TextRange>) {
    let mut finder = Finder {
        found: Vec::new(),
        labels: HashMap::new(),
        label: None,
        before: String::new(),
        behind: None,
        open: None,
        counts: HashMap::new(),
    };
    let (mut end, mut rest) = (0, None);
    for tag in Tags::new(text) {
        let between = text.get(end..tag.range.start().into()).unwrap_or_default();
        finder.text(between);
        end = tag.range.end().into();
        if finder.found.len() >= MAX_CONTROLS && finder.open.is_none() && kind(&tag).is_some() {
            rest = Some(tag.range);
            break;
        }
        match tag.is_end {
            true => finder.end(&tag),
            false => finder.start(tag),
        }
    }
    (finder.finish(), rest)
}

/// Elements that end the text before a control.
const BREAKS: [&str; 16] = [
    "br", "p", "div", "tr", "table", "form", "hr", "li", "ul", "fieldset", "h1", "h2", "h3", "h4",
    "canvas", "script",
];

/// A control whose content is read.
struct OpenControl<'t> {
    index: usize,
    /// The name of its element.
    name: Cow<'t, str>,
    /// True if the text is the value of the last option as well.
    is_value: bool,
}

/// The tags of a page, read one after the other.
struct Finder<'t> {
    found: Vec<ControlElement<'t>>,
    /// Texts of labels, by the ids that they are for.
    labels: HashMap<String, String>,
    /// The open label: the id that it is for, its text, and its control.
    label: Option<(Option<String>, String, Option<usize>)>,
    /// The text since the last control or line.
    before: String,
    /// The checkbox or radio button that the text belongs to.
    behind: Option<usize>,
    /// The control whose content is read.
    open: Option<OpenControl<'t>>,
    /// Controls of each kind that have no id.
    counts: HashMap<&'static str, usize>,
}

impl<'t> Finder<'t> {
    fn text(&mut self, raw: &str) {
        if raw.trim().is_empty() {
            return;
        }
        if let Some(open) = &self.open {
            let element = &mut self.found[open.index];
            match &mut element.kind {
                ControlKind::Select(options) => {
                    let Some(option) = options.last_mut() else {
                        return;
                    };
                    append(&mut option.label, raw);
                    if open.is_value {
                        option.value.clone_from(&option.label);
                    }
                }
                ControlKind::TextArea => element.initial.value.push_str(&decoded(raw)),
                _ => append(&mut element.label, raw),
            }
            return;
        }
        if let Some((_, text, _)) = &mut self.label {
            append(text, raw);
        } else if let Some(index) = self.behind {
            append(&mut self.found[index].label, raw);
        } else {
            append(&mut self.before, raw);
        }
    }

    fn line(&mut self) {
        self.before.clear();
        self.behind = None;
    }

    fn start(&mut self, tag: Tag<'t>) {
        if BREAKS.contains(&&*tag.name) {
            self.line();
        }
        match (&*tag.name, &self.open) {
            ("label", None) => {
                let of = tag.attribute("for").map(|it| it.value.to_string());
                self.label = Some((of, String::new(), None));
            }
            ("option", Some(_)) => self.option(&tag),
            (_, Some(_)) => {}
            _ => self.control(tag),
        }
    }

    fn end(&mut self, tag: &Tag<'_>) {
        if BREAKS.contains(&&*tag.name) {
            self.line();
        }
        let open = self.open.take_if(|open| open.name == tag.name);
        if open.is_some() {
            self.before.clear();
        }
        if tag.name == "label"
            && let Some((of, text, control)) = self.label.take()
        {
            match (of, control) {
                (Some(of), _) => {
                    self.labels.insert(of, text);
                }
                (None, Some(control)) => self.found[control].label = text,
                (None, None) => append(&mut self.before, &text),
            }
            self.behind = None;
        }
    }

    fn control(&mut self, tag: Tag<'t>) {
        let Some(kind) = kind(&tag) else { return };
        let value = tag.attribute("value").map(|it| it.value.to_string());
        let id = tag.attribute("id").map(|it| it.value.to_string());
        let id = id.filter(|id| !id.is_empty());
        let name = name(&kind);
        let key = id.clone().unwrap_or_else(|| {
            let count = self.counts.entry(name).or_default();
            *count += 1;
            format!("{name} {count}")
        });
        let index = self.found.len();
        let is_button = kind == ControlKind::Button;
        let label = match (is_button, &value) {
            (true, Some(value)) => value.clone(),
            (true, None) => String::new(),
            (false, _) => std::mem::take(&mut self.before),
        };
        self.line();
        let is_marked = matches!(kind, ControlKind::Checkbox | ControlKind::Radio(_));
        if let Some((_, _, control)) = &mut self.label {
            control.get_or_insert(index);
        }
        if is_marked && self.label.is_none() {
            self.behind = Some(index);
        }
        let has_content = match &kind {
            ControlKind::Button => tag.name != "input",
            ControlKind::Select(_) | ControlKind::TextArea => true,
            _ => false,
        };
        if has_content {
            self.open = Some(OpenControl {
                index,
                name: tag.name.clone(),
                is_value: false,
            });
        }
        self.found.push(ControlElement {
            initial: initial(&kind, value, tag.attribute("checked").is_some()),
            selected: 0,
            range: tag.range,
            handlers: tag
                .attributes
                .into_iter()
                .filter(|it| it.name.starts_with("on"))
                .collect(),
            id,
            key,
            label,
            kind,
        });
    }

    fn finish(mut self) -> Vec<ControlElement<'t>> {
        for element in &mut self.found {
            let label = element.id.as_ref().and_then(|id| self.labels.remove(id));
            element.label = shortened(&label.unwrap_or_else(|| std::mem::take(&mut element.label)));
            if let ControlKind::Select(options) = &element.kind {
                let selected = options.get(element.selected).or(options.first());
                element.initial.value = selected.map(|it| it.value.clone()).unwrap_or_default();
            }
        }
        self.found
    }

    fn option(&mut self, tag: &Tag<'_>) {
        let Some(open) = &mut self.open else { return };
        let element = &mut self.found[open.index];
        let ControlKind::Select(options) = &mut element.kind else {
            return;
        };
        let value = tag.attribute("value").map(|it| it.value.to_string());
        if tag.attribute("selected").is_some() {
            element.selected = options.len();
        }
        open.is_value = value.is_none();
        options.push(ControlOption {
            label: String::new(),
            value: value.unwrap_or_default(),
        });
    }
}

/// The kind of an element; none if it is no control.
fn kind(tag: &Tag<'_>) -> Option<ControlKind> {
    let attribute = |name: &str| tag.attribute(name).map(|it| &*it.value);
    let number = |name: &str| {
        let number = attribute(name)?.trim().parse::<f64>().ok();
        number.filter(|number| number.is_finite())
    };
    let range = || NumberRange {
        min: number("min"),
        max: number("max"),
        step: match attribute("step").map(str::trim) {
            Some("any") => None,
            step => step
                .and_then(|step| step.parse().ok())
                .filter(|step| *step > 0.0)
                .or(Some(1.0)),
        },
    };
    Some(match &*tag.name {
        "button" => ControlKind::Button,
        "textarea" => ControlKind::TextArea,
        "select" => ControlKind::Select(Vec::new()),
        "input" => match &*attribute("type").unwrap_or("text").to_ascii_lowercase() {
            "button" | "submit" | "reset" | "image" => ControlKind::Button,
            "checkbox" => ControlKind::Checkbox,
            "radio" => ControlKind::Radio(attribute("name").unwrap_or_default().to_owned()),
            "range" => ControlKind::Range(NumberRange {
                min: number("min").or(Some(0.0)),
                max: number("max").or(Some(100.0)),
                ..range()
            }),
            "number" => ControlKind::Number(range()),
            "color" => ControlKind::Colour,
            "hidden" | "file" => return None,
            _ => ControlKind::Text,
        },
        _ if attribute("onclick").is_some() => ControlKind::Button,
        _ => return None,
    })
}

/// The name of a kind, for keys.
fn name(kind: &ControlKind) -> &'static str {
    match kind {
        ControlKind::Button => "button",
        ControlKind::Checkbox => "checkbox",
        ControlKind::Radio(_) => "radio",
        ControlKind::Range(_) => "range",
        ControlKind::Number(_) => "number",
        ControlKind::Text => "text",
        ControlKind::TextArea => "textarea",
        ControlKind::Colour => "color",
        ControlKind::Select(_) => "select",
        ControlKind::Output => "output",
    }
}

/// The state that a browser gives an element (HTML standard, *value sanitization algorithm*).
fn initial(kind: &ControlKind, value: Option<String>, is_checked: bool) -> ControlState {
    let value = match kind {
        ControlKind::Checkbox | ControlKind::Radio(_) => value.unwrap_or_else(|| "on".to_owned()),
        ControlKind::Range(range) => {
            let written = value.and_then(|value| value.trim().parse::<f64>().ok());
            range.nearest(written).to_string()
        }
        ControlKind::Colour => value.unwrap_or_else(|| "#000000".to_owned()),
        ControlKind::Select(_) => String::new(),
        _ => value.unwrap_or_default(),
    };
    ControlState { value, is_checked }
}

impl NumberRange {
    /// The ends of a slider.
    #[must_use]
    pub fn ends(&self) -> [f64; 2] {
        let low = self.min.unwrap_or(0.0);
        [low, self.max.unwrap_or(100.0).max(low)]
    }

    /// The number of a slider that is set to a number, or to none.
    #[must_use]
    pub fn nearest(&self, number: Option<f64>) -> f64 {
        let [low, high] = self.ends();
        let number = number.filter(|it| it.is_finite());
        let number = number.unwrap_or(low + (high - low) / 2.0).clamp(low, high);
        let Some(step) = self.step else { return number };
        let steps = ((number - low) / step).round();
        let most = ((high - low) / step).floor();
        let nearest = low + steps.min(most) * step;
        // Without the digits that come of binary fractions.
        let digits = 10f64.powi(12);
        let rounded = (nearest * digits).round() / digits;
        if rounded.is_finite() {
            rounded
        } else {
            nearest
        }
    }
}

/// Appends a text of the page, with a space between words.
fn append(text: &mut String, raw: &str) {
    let more = plain(raw);
    if text.len() < 4 * LONGEST_LABEL && !more.is_empty() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&more);
    }
}

/// A text of the page as a reader sees it: character references decoded, in one line.
fn plain(raw: &str) -> String {
    let text = decoded(raw);
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

fn decoded(raw: &str) -> String {
    if !raw.contains('&') {
        return raw.to_owned();
    }
    let strings = Tokenizer::new(raw)
        .flatten()
        .filter_map(|token| match token {
            Token::String(text) => Some(String::from_utf8_lossy(&text).into_owned()),
            _ => None,
        });
    strings.collect()
}

/// A label without what only separates it from its control.
fn shortened(label: &str) -> String {
    let label = label.trim().trim_end_matches([':', '=', ',']).trim_end();
    match label.char_indices().nth(LONGEST_LABEL) {
        Some((end, _)) => format!("{}…", &label[..end]),
        None => label.to_owned(),
    }
}
