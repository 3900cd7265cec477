//! Debugging of scripts: breakpoints by lines of the file, stack frames and values of a stopped run.
//!
//! The session is never in the middle of a script. A run that something stops is recorded to its end
//! ([`Recording`]), and the host shows that until the debugger has left it. Meanwhile it runs no frame.

mod again;
mod pixel;
mod places;
mod rounds;
mod trails;

use std::ops::Range;
use std::sync::Arc;

use cindyscript_applet::Event;
use cindyscript_hir::names::NameId;
use cindyscript_hir::presets;
use cindyscript_hir::program::{FunctionId, Program, TermId};
use cindyscript_interpreter::{
    Breakpoint, BreakpointPlace, CodeId, ConsoleOutput, DebuggerFlags, Dictionary, EvaluatedText,
    HitCause, HitCondition, LogMessage, MessagePart, Recording, RuntimeError, StackFrame,
    StepMotion, StopSettings, Value,
};
use rustc_hash::FxHashMap;

use places::ScriptFile;

use super::{Session, diagnostic};
use crate::diagnostic::AppletDiagnostic;
use crate::frame::FrameDescription;
use crate::services::Services;
use crate::source::Source;
use crate::view::Canvas;

pub use again::StopPlace;
pub(super) use pixel::PixelRun;
pub use places::{CodePlace, breakable_places};
pub use rounds::ShownLoop;
pub use trails::{PixelTrail, PixelTrails};

/// Everything that stops the scripts of a session.
#[derive(Clone, Debug, Default)]
pub struct DebugSettings {
    /// Breakpoints in the file.
    pub lines: Vec<LineBreakpoint>,
    /// Breakpoints at calls of functions.
    pub functions: Vec<FunctionBreakpoint>,
    /// True if an error stops that ends a script.
    pub errors: bool,
    /// True if a warning stops: a value is undefined, and the script goes on.
    pub warnings: bool,
    /// True if, at a pixel, a variable stops that becomes NaN or infinite.
    pub not_finite: bool,
    /// At a pixel, a variable stops that differs by more than this in single precision, relative to numbers
    /// beyond 1.
    pub difference: Option<f64>,
    /// The last frames that are kept, to go back to them.
    pub past_frames: usize,
}

/// A breakpoint at a line.
#[derive(Clone, Debug)]
pub struct LineBreakpoint {
    /// The library in which the line is, by its name in the page; none for the file itself.
    pub library: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The column in UTF-16 code units, from 1, from which on a statement is looked for.
    pub column: Option<usize>,
    /// The hits that stop.
    pub rules: BreakpointRules,
}

/// A breakpoint at the calls of a function.
#[derive(Clone, Debug)]
pub struct FunctionBreakpoint {
    /// The name of the function, of any number of arguments.
    pub name: String,
    /// The hits that stop.
    pub rules: BreakpointRules,
}

/// The hits of a breakpoint that stop.
#[derive(Clone, Debug, Default)]
pub struct BreakpointRules {
    /// An expression that has to be `true`.
    pub condition: Option<String>,
    /// The hits that count.
    pub hits: HitCondition,
    /// The message that is written instead of a stop.
    pub message: Option<Vec<MessagePart>>,
}

/// The place of a breakpoint, or the reason why it is never hit.
pub type BreakpointState = Result<CodePlace, String>;

/// The reason of a stop.
#[derive(Clone, Debug, PartialEq)]
pub enum StopReason {
    /// A breakpoint of [`DebugSettings::lines`], by its place there.
    Line(usize),
    /// A breakpoint of [`DebugSettings::functions`], by its place there.
    Function(usize),
    /// An error or a warning.
    Error(AppletDiagnostic),
    /// The user wants to stop.
    Pause,
    /// Something about the numbers of a pixel, in one line.
    Numbers(String),
}

/// The breakpoints of a session.
pub(super) struct Debugging {
    settings: DebugSettings,
    /// The breakpoint of the settings for each of the interpreter.
    owners: Vec<StopReason>,
}

/// A stack frame as the user sees it.
#[derive(Clone, Debug)]
pub struct CallFrame {
    /// The event of a script, the name of a function or the variable whose code runs.
    pub name: String,
    /// The arguments of a function, with the names of its parameters.
    pub arguments: Vec<(String, Value)>,
    /// The place of the statement.
    pub place: CodePlace,
    /// The frame in the recording.
    pub frame: StackFrame,
}

impl Session {
    /// Starts an applet as [`Session::new`] does, with a debugger that sees init as well.
    pub fn debugged(
        source: Source,
        canvas: Canvas,
        services: Arc<dyn Services>,
        (seed, clock): (u64, f64),
        settings: DebugSettings,
        flags: DebuggerFlags,
    ) -> Session {
        let mut session = Session::unstarted(source, canvas, services, seed, clock);
        session.interpreter.set_debugger_flags(flags);
        session.debugging = Some(Debugging {
            settings,
            owners: Vec::new(),
        });
        session.start();
        session
    }

    /// Has other things stop the scripts from now on: the state of each breakpoint, of lines and then of
    /// functions.
    pub fn set_debugging(&mut self, settings: DebugSettings) -> Vec<BreakpointState> {
        self.debugging = Some(Debugging {
            settings,
            owners: Vec::new(),
        });
        let states = self.set_stops();
        self.set_pixel_stops();
        states
    }

    /// Has flags reach the debugger while scripts run.
    pub fn set_debugger_flags(&mut self, flags: DebuggerFlags) {
        self.interpreter.set_debugger_flags(flags);
    }

    /// Runs without a debugger from now on. A run that is stopped has run to its end.
    pub fn end_debugging(&mut self) {
        self.debugging = None;
        self.pixel = None;
        self.interpreter.end_debugging();
    }

    /// Gives the interpreter the breakpoints for the program that it has.
    pub(super) fn set_stops(&mut self) -> Vec<BreakpointState> {
        let Some(debugging) = &mut self.debugging else {
            return Vec::new();
        };
        let resolved = Resolved::new(&self.source, &debugging.settings);
        let mut states = resolved.states;
        let wrong = self.interpreter.set_stops(StopSettings {
            breakpoints: resolved.breakpoints,
            errors: debugging.settings.errors,
            warnings: debugging.settings.warnings,
            past_frames: debugging.settings.past_frames,
        });
        for (stop, message) in wrong {
            let state = resolved.owners.get(stop).map(|(_, state)| *state);
            if let Some(state) = state.and_then(|state| states.get_mut(state)) {
                *state = Err(format!("the expression cannot be read: {message}"));
            }
        }
        let owners = resolved.owners.into_iter();
        debugging.owners = owners.map(|(owner, _)| owner).collect();
        states
    }

    /// The run that is stopped, if one is.
    pub fn recording(&mut self) -> Option<&mut Recording> {
        match &mut self.pixel {
            Some(pixel) => Some(&mut pixel.exact),
            None => self.interpreter.recording(),
        }
    }

    /// Leaves the run that is stopped, at its end. The next one that something has stopped takes its
    /// place.
    pub fn end_recording(&mut self) {
        if self.pixel.take().is_none() {
            self.interpreter.end_recording();
        }
    }

    /// Moves in the recorded run, or into an earlier one that is kept; false if that leads out of these. A run with more statements than a recording
    /// holds is recorded anew, a few times at most: the motion then ends where it has come to.
    pub fn move_in_recording(&mut self, motion: StepMotion) -> bool {
        let source = self.source.clone();
        self.interpreter.update_stops();
        let Some(start) = self.recording().map(|recording| recording.motion_start()) else {
            return false;
        };
        // A motion may pass each statement many times.
        let mut lines: FxHashMap<TermId, u32> = FxHashMap::default();
        for _ in 0..MOST_RECORDINGS {
            let is_pixel = self.is_at_pixel();
            let Some(recording) = self.recording() else {
                return false;
            };
            let mut line = |term| {
                let line = || CodePlace::new(&source, term).line as u32;
                *lines.entry(term).or_insert_with(line)
            };
            if let Some(target) = recording.target(motion, &start, &mut line) {
                recording.go_to(target);
                return true;
            }
            let beyond = recording.beyond(motion, &start).filter(|_| !is_pixel);
            let is_found = beyond.is_some_and(|step| {
                self.interpreter
                    .record_beyond(motion, &start, step, &mut line)
            });
            if !is_found {
                return !is_pixel && self.interpreter.leave_run(motion, &mut line);
            }
        }
        false
    }

    /// The number of frames that lie between the recorded run and the one that is stopped; none if that is
    /// shown.
    pub fn frames_ago(&self) -> Option<u64> {
        let ago = self.interpreter.frames_ago();
        ago.filter(|_| !self.is_at_pixel())
    }

    /// The earlier frame that is shown, as a whole: its scripts run again in a copy. None if that is the one
    /// that is stopped, or if the runs that drew it are not kept.
    pub fn past_frame(&mut self) -> Option<FrameDescription> {
        let ago = self.frames_ago().filter(|ago| *ago > 0)?;
        let Some(number) = self.frames.checked_sub(ago + 1) else {
            // Init: nothing is drawn yet.
            return Some(FrameDescription::default());
        };
        let (view, size) = (self.view(), self.plane().css());
        let past = self.interpreter.past_picture(view, size)?;
        let present = std::mem::replace(&mut self.interpreter, past);
        let (items, terms) = self.items_of_frame(number);
        self.interpreter = present;
        Some(FrameDescription {
            items,
            terms,
            ..FrameDescription::default()
        })
    }

    /// True if runs before the first that is kept are forgotten.
    pub fn has_forgotten_runs(&self) -> bool {
        self.interpreter.has_forgotten_runs()
    }

    /// The reasons to stop at the current step of the recorded run.
    pub fn stop_reasons(&mut self) -> Vec<StopReason> {
        let Some(recording) = self.recording() else {
            return Vec::new();
        };
        let now = recording.position();
        let hits = recording.hits().iter().filter(|hit| hit.step == now);
        let causes: Vec<HitCause> = hits.map(|hit| hit.cause.clone()).collect();
        let program = Arc::clone(recording.program());
        let owners = self.debugging.as_ref().map_or(&[][..], |it| &it.owners);
        let reason = |cause: HitCause| match cause {
            HitCause::Breakpoint(index) => owners.get(index).cloned(),
            HitCause::Error(error) => Some(StopReason::Error(diagnostic(&self.source, error))),
            HitCause::Pause => Some(StopReason::Pause),
            HitCause::NotFinite(name) => {
                let name = program.names.text(name);
                let text = format!("`{name}` becomes NaN or infinite here");
                Some(StopReason::Numbers(text))
            }
            HitCause::NotFiniteInSinglePrecision(name) => {
                let name = program.names.text(name);
                let text = format!("`{name}` becomes NaN or infinite here in single precision");
                Some(StopReason::Numbers(text))
            }
            HitCause::Difference(name) => {
                let name = program.names.text(name);
                let text = format!("`{name}` differs in single precision after this");
                Some(StopReason::Numbers(text))
            }
            HitCause::OtherWay => {
                let text = "single precision takes another way after this";
                Some(StopReason::Numbers(text.to_owned()))
            }
        };
        causes.into_iter().filter_map(reason).collect()
    }

    /// The number of stack frames at the current step of the recorded run.
    pub fn depth(&mut self) -> usize {
        self.stack_frames().len()
    }

    /// A stack frame at the current step of the recorded run, counted from the innermost.
    pub fn stack_frame(&mut self, index: usize) -> Option<StackFrame> {
        self.stack_frames().get(index).copied()
    }

    fn stack_frames(&mut self) -> Vec<StackFrame> {
        let recording = self.recording();
        recording.map_or_else(Vec::new, |recording| recording.frames())
    }

    /// Some stack frames at the current step of the recorded run, counted from the innermost.
    pub fn call_frames(&mut self, range: Range<usize>) -> Vec<CallFrame> {
        let frames = self.stack_frames();
        let range = range.start.min(frames.len())..range.end.min(frames.len());
        let source = self.source.clone();
        match self.recording() {
            Some(recording) => call_frames(&source, recording, &frames[range]),
            None => Vec::new(),
        }
    }

    /// The value of a text in a stack frame of the recorded run, by its place among these. Nothing that
    /// it changes stays.
    ///
    /// # Errors
    /// There is no such frame, or the text cannot be read.
    pub fn evaluate_in_frame(&mut self, frame: usize, text: &str) -> Result<EvaluatedText, String> {
        let frame = self.stack_frame(frame).ok_or(NO_FRAME)?;
        if let Some(PixelRun {
            debugger, exact, ..
        }) = &self.pixel
        {
            return debugger.evaluate(exact, &frame, text);
        }
        let evaluation = self.interpreter.evaluate_at(&frame, text)?;
        evaluation.ok_or_else(|| NO_FRAME.to_owned())
    }

    /// Runs a text before the current step of the recorded run, which is then run anew from there on. What
    /// has run after it is gone; a frame is due.
    ///
    /// # Errors
    /// The text cannot be read, an error ends it, or the run is that of a pixel. Then nothing has changed.
    pub fn change_run(&mut self, text: &str) -> Result<(), String> {
        if self.is_at_pixel() {
            return Err("values at a pixel cannot be changed".to_owned());
        }
        if self.frames_ago().is_some() {
            return Err("values of an earlier run cannot be changed".to_owned());
        }
        self.evaluate_in_frame(0, text)
            .and_then(|evaluation| fatal(&evaluation.errors))?;
        self.interpreter.change_at(text)?;
        if !self.outdated && !self.is_playing() {
            // The next frame shows the change, and nothing else has happened.
            self.interpreter.mute_stops();
        }
        self.outdated = true;
        Ok(())
    }

    /// The keys of a dictionary and their values at the current step of the recorded run. Entries that
    /// are code have no value.
    pub fn entries(&self, dictionary: &Dictionary) -> Vec<(Value, Option<Value>)> {
        self.interpreter.entries_at(dictionary)
    }

    /// The messages of breakpoints in runs that nothing has stopped, since the last call.
    pub fn take_messages(&mut self) -> Vec<LogMessage> {
        self.interpreter.take_messages()
    }

    /// The messages of breakpoints that were written up to the current step of the recorded run, since the
    /// last call.
    pub fn messages_until_now(&mut self) -> Vec<String> {
        let Some(recording) = self.recording() else {
            return Vec::new();
        };
        let messages = recording.take_messages_until_now().into_iter();
        messages.map(|message| message.text).collect()
    }

    /// True if a name of the recorded run is a variable of scripts, and no constant of the language.
    pub fn is_assigned(&mut self, name: NameId) -> bool {
        let recording = self.recording().map(|it| Arc::clone(it.program()));
        let is_constant = recording.is_some_and(|program| {
            let text = program.names.text(name);
            text.starts_with('#') || presets::find(text).is_some()
        });
        !is_constant || self.assigned.contains(name)
    }

    /// Takes what the scripts have printed since the last frame.
    pub fn take_printed(&mut self) -> Vec<ConsoleOutput> {
        self.take_output()
    }
}

/// The breakpoints of some settings in a version.
struct Resolved {
    breakpoints: Vec<Breakpoint>,
    /// For each of them, the breakpoint of the settings and the place of its state.
    owners: Vec<(StopReason, usize)>,
    states: Vec<BreakpointState>,
}

impl Resolved {
    fn new(source: &Source, settings: &DebugSettings) -> Resolved {
        let (mut breakpoints, mut owners, mut states) = (Vec::new(), Vec::new(), Vec::new());
        let mut files: FxHashMap<Option<&str>, ScriptFile<'_>> = FxHashMap::default();
        for (index, wanted) in settings.lines.iter().enumerate() {
            let library = wanted.library.as_deref();
            let file = files
                .entry(library)
                .or_insert_with(|| ScriptFile::new(source, library));
            let found = file.statement_at(wanted.line, wanted.column);
            states.push(found.map(|term| {
                let place = BreakpointPlace::Statement(term);
                breakpoints.push(breakpoint(place, &wanted.rules));
                owners.push((StopReason::Line(index), index));
                CodePlace::new(source, term)
            }));
        }
        for (index, wanted) in settings.functions.iter().enumerate() {
            let (functions, imported): (Vec<_>, Vec<_>) = functions(source, &wanted.name)
                .into_iter()
                .partition(|(_, place)| is_in_page(source, place));
            let (state, name) = (states.len(), &wanted.name);
            states.push(match (functions.first(), imported.first()) {
                (Some((_, place)), _) => Ok(place.clone()),
                (None, Some(_)) => Err(format!(
                    "a script imports `{name}` while it runs: it cannot stop there"
                )),
                (None, None) => Err(format!("no script defines a function `{name}`")),
            });
            for (function, _) in functions {
                let place = BreakpointPlace::Function(function);
                breakpoints.push(breakpoint(place, &wanted.rules));
                owners.push((StopReason::Function(index), state));
            }
        }
        Resolved {
            breakpoints,
            owners,
            states,
        }
    }
}

/// The state of each breakpoint in a version that does not run yet: of lines and then of functions.
pub fn breakpoint_states(source: &Source, settings: &DebugSettings) -> Vec<BreakpointState> {
    let Resolved {
        breakpoints,
        owners,
        mut states,
    } = Resolved::new(source, settings);
    for (breakpoint, (_, state)) in breakpoints.iter().zip(owners) {
        if let Err(message) = breakpoint.check()
            && let Some(state) = states.get_mut(state)
        {
            *state = Err(format!("the expression cannot be read: {message}"));
        }
    }
    states
}

/// The most recordings that are made for one motion.
const MOST_RECORDINGS: usize = 4;

/// There is no such frame.
const NO_FRAME: &str = "no script is stopped here";

/// The error that has ended an evaluation, if one has.
fn fatal(errors: &[RuntimeError]) -> Result<(), String> {
    let mut errors = errors.iter();
    let is_fatal =
        |error: &&RuntimeError| error.severity == cindyscript_interpreter::ErrorSeverity::Error;
    match errors.find(is_fatal) {
        Some(error) => Err(error.message.clone()),
        None => Ok(()),
    }
}

fn breakpoint(place: BreakpointPlace, rules: &BreakpointRules) -> Breakpoint {
    Breakpoint {
        place,
        condition: rules.condition.clone(),
        hits: rules.hits,
        message: rules.message.clone(),
    }
}

/// True if a place is in the page or in a library that the page names itself. What scripts import while they run is
/// compiled then.
fn is_in_page(source: &Source, place: &CodePlace) -> bool {
    place.library.as_ref().is_none_or(|name| {
        let mut scripts = source.applet().into_iter().flat_map(|it| &it.scripts);
        scripts.any(|script| script.is_library && script.id == *name)
    })
}

/// The functions of a name, and where that stands.
fn functions(source: &Source, name: &str) -> Vec<(FunctionId, CodePlace)> {
    let Some(facts) = source.facts() else {
        return Vec::new();
    };
    let program = &facts.program;
    let functions = program.functions.iter().zip((0..).map(FunctionId));
    let name = name.to_lowercase();
    let named = functions.filter(|(function, id)| {
        !function.is_code() && program.function_name(*id).to_lowercase() == name
    });
    let placed = named.map(|(function, id)| {
        let place = CodePlace::in_script(source, function.script, function.name_range);
        (id, place)
    });
    placed.collect()
}

fn call_frames(source: &Source, recording: &Recording, frames: &[StackFrame]) -> Vec<CallFrame> {
    let program = recording.program();
    let parameters = |frame: &StackFrame| match frame.code {
        CodeId::Function(function) => {
            let parameters = program.function(function).named_parameters().iter();
            parameters.map(|parameter| parameter.name).collect()
        }
        CodeId::Script(_) | CodeId::Variable(_) | CodeId::Plot(_) => Vec::new(),
    };
    let values = recording.values_in(frames, parameters);
    let frames = frames.iter().zip(values).map(|(frame, values)| {
        let arguments = parameters(frame).into_iter().zip(values);
        let arguments = arguments
            .filter_map(|(name, value)| Some((program.names.text(name).to_owned(), value?)));
        CallFrame {
            name: code_name(source, program, frame.code),
            arguments: arguments.collect(),
            place: CodePlace::new(source, frame.term),
            frame: *frame,
        }
    });
    frames.collect()
}

fn code_name(source: &Source, program: &Program, code: CodeId) -> String {
    match code {
        CodeId::Script(script) => {
            let script = program.scripts.get(script.index());
            let event = script.and_then(|script| script.event);
            event.map_or("script", Event::name).to_owned()
        }
        CodeId::Function(function) => program.function_name(function).to_owned(),
        CodeId::Plot(_) => "colorplot".to_owned(),
        CodeId::Variable(target) => CodePlace::new(source, target).text(source).to_owned(),
    }
}
