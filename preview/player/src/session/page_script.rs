//! The JavaScript of the page, where it runs CindyScript in ways that [`super::page_controls`] does not
//! read: an engine runs all of it, handlers of controls too.
//!
//! The engine restarts with the applet. It has the page without CindyScript, so an edit of that alone does
//! not restart it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use cindyscript_applet::{
    ControlKind, ControlOption, ControlState, ControlTrigger, PageControl, TextRange, TextSize,
    is_own_script, page_controls,
};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::{Program, TermId};
use cindyscript_interpreter::{ConsoleOutput, NOWHERE, OutputKind, Value};
use cindyscript_javascript::{
    Act, Engine, Operation, PageEvent, PageReport, Place, PlaybackCall, ScriptHost, ShownElement,
};

use super::page_value::described;
use super::{Session, diagnostic};
use crate::diagnostic::AppletDiagnostic;
use crate::policy::{SCRIPT_TIME, START_TIME};
use crate::source::Source;

/// Lines on the console of a page between two frames.
const MOST_LINES: usize = 1_000;
/// Bytes of a line, and of an error.
const LONGEST_LINE: usize = 10_000;
/// Errors of a page between two frames.
const MOST_ERRORS: usize = 100;

/// The JavaScript of a page that plays.
pub(super) struct PageScript {
    /// The engine; none if it has ended.
    engine: Option<Engine>,
    /// The page as the engine has it.
    text: String,
    /// The controls as the page has them.
    written: Vec<PageControl>,
    /// The controls as they are, each with the element of the engine.
    controls: Vec<(i64, PageControl)>,
    /// The time of the first frame; that of the engine counts from there.
    first: Option<f64>,
    /// When a timer is due, in seconds of the engine.
    next: Option<f64>,
    /// The events over the picture that scripts listen to.
    heard: Vec<String>,
}

/// The cause of a run of scripts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// The user.
    User,
    /// The user, some time ago: what plays is known.
    Replay,
    /// The page.
    Page,
}

/// The text of a page without its CindyScript.
pub(super) fn page_text(source: &Source) -> String {
    let text = source.document.text();
    let mut end = 0;
    let mut kept = String::with_capacity(text.len());
    for content in &source.document.page().contents {
        kept += text.get(end..content.start().into()).unwrap_or_default();
        end = content.end().into();
    }
    kept + text.get(end..).unwrap_or_default()
}

/// True if the JavaScript of a page runs in an engine: what the page does needs it, or a script gives it
/// some.
pub(super) fn needs_engine(source: &Source) -> bool {
    let gives_some = |program: &Program| {
        let mut terms = program.term_ids().map(TermId);
        terms.any(|term| program.intrinsic(term) == Some(Intrinsic::JavaScript))
    };
    source.document.page().needs_javascript
        || source.facts().is_some_and(|it| gives_some(&it.program))
}

/// The place in the file of one in [`page_text`].
fn in_file(source: &Source, offset: usize) -> TextSize {
    let mut at = TextSize::try_from(offset).unwrap_or_default();
    for content in &source.document.page().contents {
        if content.start() > at {
            break;
        }
        at += content.len();
    }
    at
}

/// The offset of a place in a text.
fn offset(text: &str, place: &Place) -> usize {
    let mut lines = text.split_inclusive('\n');
    let above = lines.by_ref().take(place.line.saturating_sub(1));
    let start: usize = above.map(str::len).sum();
    let line = lines.next().unwrap_or_default().trim_end();
    let mut characters = line.char_indices();
    let column = characters.nth(place.column.saturating_sub(1));
    start + column.map_or(line.len(), |(at, _)| at)
}

impl PageScript {
    pub(super) fn controls(&self) -> impl Iterator<Item = &PageControl> {
        self.controls.iter().map(|(_, control)| control)
    }

    /// Takes over how the page is.
    fn follow(&mut self, report: PageReport) {
        self.next = report.next.map(|milliseconds| milliseconds / 1000.0);
        self.heard = report.heard;
        let controls = report.controls.into_iter();
        let controls = controls.map(|element| (element.at, self.control(element)));
        self.controls = controls.collect();
    }

    /// An element as a control.
    fn control(&self, element: ShownElement) -> PageControl {
        let mut written = self.written.iter();
        let start = |control: &&PageControl| i64::from(u32::from(control.range.start()));
        let written = written.find(|control| start(control) == element.at);
        let mut control = written.cloned().unwrap_or_else(|| made(&element));
        control.initial = ControlState {
            value: element.value,
            is_checked: element.is_checked,
        };
        match &mut control.kind {
            ControlKind::Button if element.is_written => control.label = element.text,
            ControlKind::Range(range) | ControlKind::Number(range) => {
                (range.min, range.max) = (element.min, element.max);
                range.step = element.step.or(range.step);
            }
            ControlKind::Output => control.initial.value = element.text,
            ControlKind::Select(options) => {
                let shown = element.options.unwrap_or_default().into_iter();
                let shown = shown.map(|option| ControlOption {
                    label: option.label,
                    value: option.value,
                });
                *options = shown.collect();
            }
            _ => {}
        }
        control
    }
}

/// The control of an element that the page does not have as one.
fn made(element: &ShownElement) -> PageControl {
    let kind = match (&*element.tag, &*element.kind) {
        ("select", _) => ControlKind::Select(Vec::new()),
        ("textarea", _) => ControlKind::TextArea,
        ("input", "checkbox") => ControlKind::Checkbox,
        ("input", "radio") => ControlKind::Radio(element.name.clone()),
        ("input", "range") => ControlKind::Range(Default::default()),
        ("input", "number") => ControlKind::Number(Default::default()),
        ("input", "color") => ControlKind::Colour,
        ("input", "button" | "submit") | ("button", _) => ControlKind::Button,
        ("input", _) => ControlKind::Text,
        _ if element.is_written => ControlKind::Output,
        _ => ControlKind::Button,
    };
    let label = match kind {
        ControlKind::Button => element.text.clone(),
        _ => String::new(),
    };
    PageControl {
        key: format!("element {}", element.at),
        label,
        kind,
        initial: ControlState::default(),
        handlers: Vec::new(),
        range: TextRange::default(),
    }
}

/// Converts the events of handlers to the parts of an operation.
fn acts(control: &PageControl, triggers: &[ControlTrigger]) -> Vec<Act> {
    use ControlTrigger::{Change, Enter, Input, Key, Press};
    let is_typed = matches!(
        control.kind,
        ControlKind::Text | ControlKind::TextArea | ControlKind::Number(_)
    );
    let acts = triggers.iter().filter_map(|trigger| match trigger {
        Press => Some(Act::Press),
        Input if is_typed => Some(Act::Type),
        Input => Some(Act::Input),
        Change => Some(Act::Change),
        Enter => Some(Act::Enter),
        Key => None,
    });
    acts.collect()
}

impl Session {
    /// Begins with the JavaScript of the page, if it needs an engine and there is one.
    pub(super) fn open_page(&mut self) {
        self.page = None;
        if !Engine::EXISTS || !needs_engine(&self.source) {
            return;
        }
        let text = page_text(&self.source);
        let start = [self.clock, self.seed as f64];
        let Some(engine) = Engine::start(&text, start, self.interpreter.interrupt()) else {
            let message = "there is no room to run the JavaScript of this page: others hang";
            return self.fail(message.to_owned(), None, true);
        };
        self.page = Some(PageScript {
            engine: Some(engine),
            written: page_controls(&text),
            text,
            controls: Vec::new(),
            first: None,
            next: None,
            heard: Vec::new(),
        });
        self.run_page(PageEvent::Load, START_TIME, Cause::Page);
        self.run_page(PageEvent::Start, START_TIME, Cause::Page);
    }

    /// The applet has begun.
    pub(super) fn page_is_ready(&mut self) {
        self.run_page(PageEvent::Ready, SCRIPT_TIME, Cause::Page);
    }

    /// Runs the timers of the page that are due.
    pub(super) fn run_page_timers(&mut self) {
        let seconds = self.seconds;
        let Some(page) = &mut self.page else { return };
        let now = seconds - *page.first.get_or_insert(seconds);
        if page.next.is_some_and(|next| next <= now) {
            self.run_page(PageEvent::Time(1000.0 * now), SCRIPT_TIME, Cause::Page);
        }
    }

    /// Runs the JavaScript that scripts have given to the page with `javascript(...)`.
    pub(super) fn run_given_javascript(&mut self, cause: Cause) {
        let given = self.interpreter.take_javascript();
        if given.is_empty() {
            return;
        }
        let (applet, _) = self.source.shown_of_all();
        let spent = |session: &Session| {
            let engine = session.page.as_ref()?.engine.as_ref()?;
            Some(engine.spent())
        };
        let start = spent(self);
        for (code, term) in given {
            let range = self.source.range_of(term);
            let used = spent(self).zip(start).map(|(now, start)| now - start);
            let left = used.map(|used| SCRIPT_TIME.saturating_sub(used));
            let Some(left) = left.filter(|left| !left.is_zero() && !self.cut_short) else {
                let reason = match left {
                    Some(_) => "earlier calls of `javascript` took all the time",
                    None => "no JavaScript runs in this page",
                };
                return self.fail(format!("not run: {reason}"), range, false);
            };
            self.run_page_at(PageEvent::Run { applet, code }, left, cause, range);
        }
    }

    /// When a timer of the page is due, in seconds since the start.
    pub(super) fn next_page_timer(&self) -> Option<f64> {
        let page = self.page.as_ref()?;
        Some(page.first? + page.next?)
    }

    /// True if scripts of the page listen to one of these events over the picture.
    pub(super) fn page_hears(&self, names: &[&str]) -> bool {
        let mut heard = self.page.iter().flat_map(|page| &page.heard);
        heard.any(|heard| names.contains(&heard.as_str()))
    }

    /// Something happens over the picture.
    pub(super) fn run_page_event(&mut self, event: PageEvent) {
        self.interpreter.allow(Some(SCRIPT_TIME));
        self.run_page(event, SCRIPT_TIME, Cause::User);
    }

    /// The user does something to a control of a page whose JavaScript runs, or has done so before.
    pub(super) fn operate_page(
        &mut self,
        control: &PageControl,
        state: ControlState,
        triggers: &[ControlTrigger],
        is_again: bool,
    ) {
        let mut elements = self.page.iter().flat_map(|page| &page.controls);
        let Some(&(at, _)) = elements.find(|(_, it)| it.key == control.key) else {
            return;
        };
        let operation = Operation {
            at,
            value: state.value,
            is_checked: state.is_checked,
            acts: acts(control, triggers),
        };
        let cause = match is_again {
            true => Cause::Replay,
            false => Cause::User,
        };
        self.run_page(PageEvent::Operate(operation), SCRIPT_TIME, cause);
    }

    /// Runs the scripts of the page at an event.
    fn run_page(&mut self, event: PageEvent, limit: Duration, cause: Cause) {
        self.run_page_at(event, limit, cause, None);
    }

    /// Runs the scripts of the page at an event, which has a place in the file.
    fn run_page_at(
        &mut self,
        event: PageEvent,
        limit: Duration,
        cause: Cause,
        range: Option<TextRange>,
    ) {
        let Some(mut engine) = self.page.as_mut().and_then(|page| page.engine.take()) else {
            return;
        };
        let mut host = PageHost {
            session: self,
            cause,
            range,
        };
        let ran = engine.run(event, limit, &mut host);
        let is_interrupted = self.interpreter.interrupt().load(Ordering::Relaxed);
        self.cut_short |= is_interrupted;
        let Some(page) = &mut self.page else { return };
        match ran {
            Ok(report) => {
                page.engine = Some(engine);
                page.follow(report);
            }
            Err(message) => {
                (page.next, page.controls, page.heard) = (None, Vec::new(), Vec::new());
                self.fail(message, range, true);
            }
        }
        self.control_states.forget();
    }

    fn fail(&mut self, mut message: String, range: Option<TextRange>, fatal: bool) {
        message.truncate(message.floor_char_boundary(LONGEST_LINE));
        let said = AppletDiagnostic {
            message,
            range,
            fatal,
        };
        let has_room = self.diagnostics.len() < MOST_ERRORS;
        if has_room && !self.diagnostics.contains(&said) {
            self.diagnostics.push(said);
        }
    }
}

/// The applets of a page for its JavaScript: the one that plays.
struct PageHost<'s> {
    session: &'s mut Session,
    cause: Cause,
    /// The place of what the page itself has no place for.
    range: Option<TextRange>,
}

impl PageHost<'_> {
    /// A message with its place: in its words if that is in another file, else as a range of the page.
    fn placed(&self, message: &str, at: Option<Place>) -> (String, Option<TextRange>) {
        let page = self.session.page.as_ref();
        let (Some(at), Some(page)) = (at, page) else {
            return (message.to_owned(), self.range);
        };
        if let Some(file) = at.file {
            let place = format!("{file}:{}:{}", at.line, at.column);
            return (format!("{place}: {message}"), None);
        }
        let at = in_file(&self.session.source, offset(&page.text, &at));
        (message.to_owned(), Some(TextRange::empty(at)))
    }

    /// Runs CindyScript in the applet; returns its value.
    fn run(&mut self, code: &str, at: Option<Place>) -> Value {
        let (value, errors) = self.session.interpreter.evaluate_snippet(code);
        self.session.cut_short |= self.session.interpreter.is_interrupted();
        for error in errors {
            let is_of_page = error.term == NOWHERE;
            let said = diagnostic(&self.session.source, error);
            let (message, range) = match said.range.filter(|_| !is_of_page) {
                Some(range) => (said.message, Some(range)),
                None => self.placed(&said.message, at.clone()),
            };
            self.session.fail(message, range, said.fatal);
        }
        value
    }

    fn plays(&self, applet: usize) -> bool {
        let (shown, _) = self.session.source.shown_of_all();
        shown == applet
    }
}

impl ScriptHost for PageHost<'_> {
    fn evoke(&mut self, applet: usize, code: &str, at: Option<Place>) {
        if self.plays(applet) {
            self.run(code, at);
            self.session.outdated = true;
        }
    }

    fn evaluate(&mut self, applet: usize, code: &str, at: Option<Place>) -> String {
        if !self.plays(applet) {
            return described(&Default::default(), String::new());
        }
        let value = self.run(code, at);
        let text = self.session.print(&value);
        described(&value, text)
    }

    fn play(&mut self, applet: usize, playback: PlaybackCall) {
        use super::controls::Control::Button;
        use cindyscript_interpreter::Playback::{Paused, Playing, Stopped};
        if !self.plays(applet) || self.cause == Cause::Replay {
            return;
        }
        let to = match playback {
            PlaybackCall::Play => Playing,
            PlaybackCall::Pause => Paused,
            PlaybackCall::Stop => Stopped,
        };
        match (self.cause, to) {
            (Cause::User, _) => self.session.use_control(Button(to)),
            // The user has made something else of the animation.
            _ if self.session.actions.playback.is_some() => {}
            (_, Playing) => self.session.play(),
            (_, Paused) => self.session.pause(),
            (_, Stopped) => self.session.stop(),
        }
    }

    fn print(&mut self, line: &str) {
        if self.cause == Cause::Replay {
            return;
        }
        if self.session.output.len() >= MOST_LINES {
            self.session.lines_left_out += 1;
        } else {
            let end = line.floor_char_boundary(LONGEST_LINE);
            let line = &line[..end];
            self.session.output.push(ConsoleOutput {
                kind: OutputKind::Print,
                text: format!("{line}\n"),
            });
        }
    }

    fn fail(&mut self, message: &str, at: Option<Place>) {
        let (message, range) = self.placed(message, at);
        self.session.fail(message, range, true);
    }

    fn script(&mut self, address: &str) -> Result<String, String> {
        if !is_own_script(address) {
            // CindyJS is here, other libraries are missed where they are used.
            return Err(String::new());
        }
        self.session.interpreter.script_file(address)
    }
}
