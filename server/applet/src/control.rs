//! Buttons, sliders and other controls of a page whose handlers run CindyScript.

mod handler;
mod markup;

use cindyscript_diagnostic::{Code, Diagnostic};
use text_size::TextRange;

use crate::SourceText;
use crate::javascript::Scope;
use crate::page::Builder;

/// A page has no more controls than this; the rest is not read.
pub(crate) const MAX_CONTROLS: usize = 500;

/// A button, slider or other element of the page that the user operates.
#[derive(Debug, Clone, PartialEq)]
pub struct PageControl {
    /// The id or, without one, the kind and the place among those of that kind: the same while the
    /// rest of the page is edited.
    pub key: String,
    /// The text of its `label`, its own text, or that beside it; may be empty.
    pub label: String,
    /// The kind, with what can be chosen.
    pub kind: ControlKind,
    /// The state at the start.
    pub initial: ControlState,
    /// The actions for this applet, in the order in which a browser runs them.
    pub handlers: Vec<ControlHandler>,
    /// The start tag, in bytes of the file.
    pub range: TextRange,
}

impl PageControl {
    /// True if the elements of the page are the same to the user, wherever they stand.
    pub fn is_same(&self, other: &PageControl) -> bool {
        self.key == other.key && self.kind == other.kind && self.initial == other.initial
    }

    /// True if one of its handlers runs CindyScript.
    fn runs_code(&self) -> bool {
        let mut actions = self.handlers.iter().flat_map(|handler| &handler.actions);
        actions.any(ControlAction::runs_code)
    }

    /// True if one of its handlers runs at an event.
    pub fn handles(&self, trigger: ControlTrigger) -> bool {
        self.handlers
            .iter()
            .any(|handler| handler.trigger == trigger)
    }
}

/// The state of a control, as JavaScript reads it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ControlState {
    /// `value`
    pub value: String,
    /// `checked`
    pub is_checked: bool,
}

/// The kind of a control.
#[derive(Debug, Clone, PartialEq)]
pub enum ControlKind {
    /// A button, a link, or another element that is clicked.
    Button,
    /// `<input type="checkbox">`
    Checkbox,
    /// `<input type="radio">`, of a group with this name.
    Radio(String),
    /// `<input type="range">`
    Range(NumberRange),
    /// `<input type="number">`
    Number(NumberRange),
    /// A field for a line of text.
    Text,
    /// `<textarea>`
    TextArea,
    /// `<input type="color">`
    Colour,
    /// `<select>`
    Select(Vec<ControlOption>),
    /// A text that scripts of the page write.
    Output,
}

/// The numbers that an input takes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct NumberRange {
    /// The least number.
    pub min: Option<f64>,
    /// The greatest number.
    pub max: Option<f64>,
    /// The distance of two numbers; none for any.
    pub step: Option<f64>,
}

/// Something that a `select` offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControlOption {
    /// The text that the user reads.
    pub label: String,
    /// The value for scripts.
    pub value: String,
}

/// The actions at an event.
#[derive(Debug, Clone, PartialEq)]
pub struct ControlHandler {
    /// The event.
    pub trigger: ControlTrigger,
    /// The actions, in order.
    pub actions: Vec<ControlAction>,
}

/// The event of a handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ControlTrigger {
    /// The user clicks or taps it: `onclick`, `onmousedown`, `ontouchend`, ...
    Press,
    /// The value changes, also on the way to another: `oninput`.
    Input,
    /// The value has changed: `onchange`.
    Change,
    /// A key goes down or up while it has the focus: `onkeypress`, ...
    Key,
    /// Enter goes down or up, likewise.
    Enter,
}

/// A part of a handler that the preview can run.
#[derive(Debug, Clone, PartialEq)]
pub enum ControlAction {
    /// Runs CindyScript, and draws: `cdy.evokeCS(..)`.
    Run(CodeTemplate),
    /// Runs CindyScript: `cdy.evalcs(..)`.
    Evaluate(CodeTemplate),
    /// Starts the animation: `cdy.play()`.
    Play,
    /// Pauses it: `cdy.pause()`.
    Pause,
    /// Stops it: `cdy.stop()`.
    Stop,
    /// Gives a control another value: `document.getElementById("a").value = ..`.
    SetValue {
        /// The id of the control.
        id: String,
        /// The value.
        value: CodeTemplate,
    },
}

/// A text that is put together when a handler runs.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeTemplate {
    /// The pieces, in order.
    pub pieces: Vec<TemplatePiece>,
    /// The expression, in bytes of the file.
    pub range: TextRange,
}

/// A piece of a [`CodeTemplate`].
#[derive(Debug, Clone, PartialEq)]
pub enum TemplatePiece {
    /// A text of the page.
    Text(SourceText),
    /// A property of a control.
    Property(ControlProperty),
}

/// A property of a control as a piece of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct ControlProperty {
    /// The id of the control; none for that of the handler.
    pub of: Option<String>,
    /// The property, and its form.
    pub read: ControlRead,
    /// The expression, in bytes of the file.
    pub range: TextRange,
}

/// A property of a control that a handler reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ControlRead {
    /// `value`
    Value,
    /// `value` as a number: `Number(this.value)`.
    Number,
    /// `checked`
    Checked,
}

impl ControlRead {
    fn text(self, state: &ControlState) -> String {
        match self {
            ControlRead::Value => state.value.clone(),
            ControlRead::Checked => state.is_checked.to_string(),
            ControlRead::Number => match state.value.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => number.to_string(),
                _ => "NaN".to_owned(),
            },
        }
    }
}

impl CodeTemplate {
    /// The text, with the states of controls; none for the id is that of the handler.
    pub fn filled(&self, state: impl Fn(Option<&str>) -> ControlState) -> SourceText {
        let pieces = self.pieces.iter().map(|piece| match piece {
            TemplatePiece::Text(text) => text.clone(),
            TemplatePiece::Property(property) => {
                let text = property.read.text(&state(property.of.as_deref()));
                SourceText::inserted(&text, property.range)
            }
        });
        let pieces: Vec<SourceText> = pieces.filter(|piece| !piece.text().is_empty()).collect();
        match pieces.as_slice() {
            [] => SourceText::contiguous("", self.range.start()),
            [only] => only.clone(),
            pieces => SourceText::concat_all(pieces),
        }
    }

    /// The properties that it reads.
    fn reads(&self) -> impl Iterator<Item = &ControlProperty> {
        self.pieces.iter().filter_map(|piece| match piece {
            TemplatePiece::Property(property) => Some(property),
            TemplatePiece::Text(_) => None,
        })
    }
}

impl ControlAction {
    /// True if it runs CindyScript.
    fn runs_code(&self) -> bool {
        matches!(self, ControlAction::Run(_) | ControlAction::Evaluate(_))
    }

    /// True if it calls a method of an applet.
    fn is_call(&self) -> bool {
        !matches!(self, ControlAction::SetValue { .. })
    }

    /// The ids of the other controls that it reads.
    fn reads(&self) -> impl Iterator<Item = &str> {
        let template = match self {
            ControlAction::Run(template)
            | ControlAction::Evaluate(template)
            | ControlAction::SetValue {
                value: template, ..
            } => Some(template),
            ControlAction::Play | ControlAction::Pause | ControlAction::Stop => None,
        };
        let reads = template.into_iter().flat_map(CodeTemplate::reads);
        reads.filter_map(|property| property.of.as_deref())
    }
}

/// All controls of a page, in its order and without handlers.
#[must_use]
pub fn page_controls(text: &str) -> Vec<PageControl> {
    let (elements, _) = markup::controls(text);
    let controls = elements.iter().map(|element| element.control(Vec::new()));
    controls.collect()
}

/// The files of CindyJS and its plugins, in lower case.
const CINDYJS_FILES: &[&str] = &[
    "cindy.js",
    "cindy.plain.js",
    "cindy3d.js",
    "cindygl.js",
    "cindyjs.js",
    "cindyleap.js",
    "cindyprint.js",
    "cindyxr.js",
];

/// True if a page may have a script of this address in its folder or below: CindyJS and other libraries
/// are elsewhere.
#[must_use]
pub fn is_own_script(address: &str) -> bool {
    let address = address.strip_prefix("./").unwrap_or(address);
    let leads_out = address.contains([':', '\\', '%']) || address.contains("..");
    let is_elsewhere = leads_out || address.starts_with(['/', '.']);
    let name = address.rsplit('/').next().unwrap_or_default();
    let is_of_cindyjs = CINDYJS_FILES.contains(&&*name.to_lowercase());
    !is_elsewhere && !name.is_empty() && !is_of_cindyjs
}

impl Builder<'_> {
    /// Gives the applets of the page their controls.
    pub(crate) fn bind_controls(&mut self, scope: &Scope<'_>, scripts: &[&str]) {
        let count = self.page.applets.len();
        let mut reader = handler::Reader::new(scope, self.text, count);
        let at_start: Vec<_> = (0..count)
            .flat_map(|applet| reader.at_start(applet))
            .collect();
        let (elements, rest) = match handler::may_run_scripts(self.text) {
            true => markup::controls(self.text),
            false => Default::default(),
        };
        if let Some(rest) = rest {
            let message = format!("the preview shows the first {MAX_CONTROLS} controls of a page");
            let problem = Diagnostic::new(Code::HandlerNotRun, rest, message);
            self.page.problems.push(problem);
        }
        let mut found = Vec::with_capacity(elements.len());
        for element in &elements {
            found.push(reader.handlers(element));
        }
        let known = at_start.iter().filter(|(_, action)| action.is_call());
        let calls: usize = scripts.iter().map(|text| handler::calls(text)).sum();
        let mut files = self.page.external.iter();
        self.page.needs_javascript = !reader.problems.is_empty()
            || calls > known.count()
            || files.any(|file| is_own_script(&file.url));
        self.page.problems.append(&mut reader.problems);
        for (index, applet) in self.page.applets.iter_mut().enumerate() {
            let handlers = |at: usize| found[at].iter().filter(|(of, _)| *of == index);
            let own = (0..elements.len()).flat_map(handlers);
            let actions = own.flat_map(|(_, handler)| &handler.actions);
            let actions = actions.chain(at_start.iter().map(|(_, action)| action));
            let mut read: Vec<&str> = actions.flat_map(ControlAction::reads).collect();
            read.sort_unstable();
            let is_read = |element: &markup::ControlElement| {
                let id = element.id.as_deref();
                id.is_some_and(|id| read.binary_search(&id).is_ok())
            };
            let controls = elements.iter().enumerate().filter_map(|(at, element)| {
                let handlers: Vec<_> = handlers(at).map(|(_, it)| it.clone()).collect();
                let is_listed = !handlers.is_empty() || is_read(element);
                is_listed.then(|| element.control(handlers))
            });
            applet.controls = controls.collect();
            let at_start = at_start.iter().filter(|(of, _)| *of == index);
            applet.at_start = at_start.map(|(_, action)| action.clone()).collect();
            let runs_code = applet.at_start.iter().any(ControlAction::runs_code);
            applet.host.runs_code |=
                runs_code || applet.controls.iter().any(PageControl::runs_code);
        }
    }
}

#[cfg(test)]
mod tests;
