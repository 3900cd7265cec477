//! The interpreter, as its host sees it.

mod construction;
mod debugger;
mod model;
mod sound;
mod space;
mod time;

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cindyscript_applet::{Event, TextRange, View};
use cindyscript_diagnostic::Diagnostic;
use cindyscript_hir::builtins::{BuiltinId, Intrinsic};
use cindyscript_hir::names::{NameId, Names};
use cindyscript_hir::program::{Program, TermId};
use cindyscript_infer::split_program::SplitProgram;
use rustc_hash::FxHashMap;
use typed_arena::Arena;

use crate::builtins::BUILTINS;
use crate::builtins::image::CAMERA;
use crate::code::revision::{self, Revision};
use crate::code::watch::Sightings;
use crate::context::Context;
use crate::context::console::ConsoleOutput;
use crate::context::dropped_files::{Drop, DroppedFile};
use crate::context::feedback::Feedback;
use crate::context::input::Input;
use crate::display::picture::Picture;
use crate::display::{DisplayEntry, Drawing, PlotCall};
use crate::error::{ErrorSeverity, NOWHERE, RuntimeError};
use crate::machine::breakpoints::StopSettings;
use crate::machine::plots::PlotHost;
use crate::machine::recorder::{Recorder, RecorderSlot};
use crate::machine::snippets::Snippets;
use crate::machine::state::State;
use crate::machine::variables::{Binding, Variables};
use crate::machine::{Limits, Machine, Scripts};
use crate::pixels::PixelEvaluator;
use crate::pixels::debugger::PixelDebugger;
use crate::redefine::Redefinitions;
use crate::script_thread::ScriptThread;
use crate::value::Value;
use crate::value::dictionary::journal;
use crate::value::lazy::{Generation, Relocated, kept_functions};
use crate::value::print::ElementNames;
use crate::work::Deadline;
use crate::world::World;

use debugger::{DebuggerSlot, Job, Ran};

/// Rounds of loops and calls of functions in one run, unless the host says otherwise.
const DEFAULT_STEPS: u64 = 200_000_000;

/// What is said of a panic, in one line.
#[must_use]
pub fn fault(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    let text = text
        .and_then(|text| text.lines().next())
        .unwrap_or("no reason given");
    format!("an error inside the preview stopped the script here ({text})")
}

/// What came of a text that was run.
#[derive(Clone, Debug)]
pub struct TextRun {
    /// The value of its last statement; undefined if the run was stopped.
    pub value: Value,
    /// What went wrong, and where in the text: at its start if elsewhere.
    pub errors: Vec<(TextRange, RuntimeError)>,
}

/// Runs the scripts of one applet.
///
/// It owns everything that scripts can change. The host sets time, mouse and keys, runs events,
/// and takes what came of them. Scripts run on a thread of its own. It can be sent to another
/// thread.
#[derive(Clone)]
pub struct Interpreter {
    revision: Revision,
    /// Paints colorplots into images.
    host: Arc<dyn PlotHost>,
    state: State,
    thread: ScriptThread,
    debugger: DebuggerSlot,
    steps: u64,
    /// The panic that ended a script: what it has left behind is not run on.
    failure: Option<RuntimeError>,
}

impl Interpreter {
    /// An interpreter without a program.
    #[must_use]
    pub fn new(world: World) -> Interpreter {
        Interpreter {
            revision: Revision::new(SplitProgram::default()),
            host: Arc::clone(&world.host),
            state: State {
                variables: Variables::default(),
                functions: Vec::new(),
                elements: Vec::new(),
                elements_version: None,
                context: world.into_context(),
                generation: Generation::default(),
                relocated: Relocated::default(),
                derived: FxHashMap::default(),
                snippets: Snippets::default(),
                redefinitions: Redefinitions::default(),
                adopted: FxHashMap::default(),
                sightings: Sightings::default(),
                trace: None,
                recorder: RecorderSlot::default(),
            },
            thread: ScriptThread::default(),
            debugger: DebuggerSlot::default(),
            steps: DEFAULT_STEPS,
            failure: None,
        }
    }

    /// Forgets all that scripts and the user have done, as if just made; the flag that interrupts
    /// stays. What was there before.
    pub fn begin_anew(&mut self, world: World) -> Interpreter {
        let fresh = Interpreter {
            steps: self.steps,
            ..Interpreter::new(world)
        };
        self.go_back_to(fresh)
    }

    /// Goes back to the state of another interpreter: [`Interpreter::begin_anew`].
    pub fn go_back_to(&mut self, other: Interpreter) -> Interpreter {
        let mut left = std::mem::replace(self, other);
        std::mem::swap(&mut self.thread, &mut left.thread);
        std::mem::swap(&mut self.debugger, &mut left.debugger);
        self.state.context.interrupt = Arc::clone(&left.state.context.interrupt);
        let (now, before) = (&mut self.state.context, &mut left.state.context);
        now.geometry.keep_system_picture(&mut before.geometry);
        left
    }

    /// Replaces the program. Values and code of variables are kept by name, and so is code that
    /// waits; of functions that are defined, the definition at the same place among those of that
    /// name stays in force. Nothing is run: whether `init` runs again is the host's decision.
    pub fn load(&mut self, program: SplitProgram) {
        let empty = Names::default();
        let old = &*self.revision.program;
        let old_names = if old.terms.is_empty() {
            &empty
        } else {
            &old.names
        };
        let mut program = program;
        self.state.functions = kept_functions(old, &self.state.functions, &mut program);
        let variables = std::mem::take(&mut self.state.variables);
        self.state.variables = variables.renamed(old_names, &program.program.names);
        self.state.generation = self.state.generation.next();
        self.state.relocated.clear();
        self.state.derived.clear();
        self.state.adopted.clear();
        self.state.elements_version = None;
        self.state.context.graphics.drawings.clear();
        self.state.context.reports.forget_texts();
        self.state.snippets = Snippets::default();
        self.state.redefinitions = Redefinitions::default();
        self.revision = Revision::new(program);
        self.debugger.forget();
        if self.camera_call().is_none() {
            // Nobody looks any more: it is switched off.
            self.state.context.images.remove(CAMERA);
        }
    }

    /// The program loaded, and behind it what has come since.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.revision.program
    }

    /// The variables of the whole applet that have values, those included that the language sets.
    pub fn globals(&self) -> impl Iterator<Item = (NameId, &Value)> {
        self.state.variables.values()
    }

    /// Runs the scripts of an event; what went wrong, at most one report a term.
    pub fn run_event(&mut self, event: Event) -> Vec<RuntimeError> {
        if event == Event::Draw {
            self.state.context.feedback = Feedback::default();
        }
        let program = Arc::clone(&self.revision.program);
        let scripts = program
            .scripts
            .iter()
            .filter(|script| script.event == Some(event));
        for script in scripts {
            self.evaluate(script.root);
        }
        self.state.context.reports.take()
    }

    /// True if colorplots of the last draw event go on from images that the one before painted.
    #[must_use]
    pub fn has_feedback(&self) -> bool {
        self.state.context.feedback.is_found
    }

    /// Evaluates a term as a script of its own would: its value, undefined if the run was
    /// stopped, and what went wrong.
    pub fn run(&mut self, root: TermId) -> (Value, Vec<RuntimeError>) {
        let value = self.evaluate(root);
        (value, self.state.context.reports.take())
    }

    /// Runs a text behind the program, as a script of its own: what it defines stays.
    ///
    /// # Errors
    /// Its syntax is wrong; then nothing of it has run.
    pub fn run_text(&mut self, text: &str) -> Result<TextRun, Vec<Diagnostic>> {
        let before = self.revision.clone();
        let first = before.program.terms.len();
        let extended = before.split_program().extended(text);
        if extended.errors.iter().any(Diagnostic::is_error) {
            return Err(extended.errors);
        }
        let program = Arc::clone(&extended.program.program);
        self.state.grow(&program);
        self.revision = Revision::new(extended.program);
        let behind = TermId(first as u32);
        self.state.context.reports.begin_host_text(behind);
        let (value, errors) = self.run(extended.root);
        let place = |error: &RuntimeError| {
            let term = program.terms.get(error.term.index());
            let term = term.filter(|_| error.term.index() >= first);
            term.map(|term| term.range).unwrap_or_default()
        };
        let errors = errors.into_iter().map(|error| (place(&error), error));
        let errors = errors.collect();
        // Unless it, or what it has run, is there after it.
        if Arc::ptr_eq(&self.revision.program, &program) && !revision::stays(&program, first) {
            self.state.shrink(&program, &before.program);
            self.state.context.reports.end_text(behind);
            self.revision = before;
        }
        Ok(TextRun { value, errors })
    }

    /// Runs a text as `parse` does; errors in it are [`NOWHERE`].
    pub fn run_snippet(&mut self, text: &str) -> Vec<RuntimeError> {
        self.evaluate_snippet(text).1
    }

    /// As [`Interpreter::run_snippet`], with the value of the last statement.
    pub fn evaluate_snippet(&mut self, text: &str) -> (Value, Vec<RuntimeError>) {
        self.state.context.term = NOWHERE;
        let value = self.execute(Job::Text(text.into()));
        (value, self.state.context.reports.take())
    }

    /// The text of a file of JavaScript beside the page.
    ///
    /// # Errors
    /// Why it cannot be had, in one line.
    pub fn script_file(&self, address: &str) -> Result<String, String> {
        self.host.script(address)
    }

    fn evaluate(&mut self, root: TermId) -> Value {
        self.state.context.term = root;
        self.execute(Job::Term(root))
    }

    /// Whether a script has failed by a fault of the interpreter: then none runs any more, for what
    /// they left may be half-changed, and every run says so. Begin with another interpreter.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// One run, on the thread for scripts.
    fn execute(&mut self, job: Job) -> Value {
        if let Some(failure) = &self.failure {
            self.state.context.reports.repeat(failure);
            return Value::Undefined;
        }
        match self.debugger.take() {
            Some(mut debugger) => {
                let value = debugger.execute(self, job);
                self.debugger.set(debugger);
                value
            }
            None => self.run_job(&job, None).value,
        }
    }

    /// The same, with a recorder that is notified of statements.
    fn run_job(&mut self, job: &Job, recorder: Option<Box<Recorder>>) -> Ran {
        let (revision, steps) = (self.revision.clone(), self.steps);
        let (state, host) = (&mut self.state, &self.host);
        let is_recorded = recorder.is_some();
        let ran = self.thread.run(|stack| {
            let limits = Limits {
                steps,
                rounds: steps,
                stack,
            };
            if let Some(deadline) = &mut state.context.deadline {
                deadline.resume();
            }
            let revision = match recorder {
                Some(mut recorder) => {
                    let revision = recorder.recorded(revision);
                    state.recorder.set(recorder);
                    journal::begin();
                    revision
                }
                None => revision,
            };
            let revisions = Arena::with_capacity(0);
            let scripts = Scripts {
                revisions: &revisions,
                host: &**host,
            };
            let scripts = Some(scripts);
            let mut machine = Machine::new(&revision, scripts, &BUILTINS, state, limits);
            let value = job.run(&mut machine);
            let rounds = machine.rounds_so_far();
            let (revision, went_deep) = (machine.revision.clone(), machine.went_deep());
            drop(machine);
            let mut recorder = state.recorder.take();
            if let Some(recorder) = &mut recorder {
                recorder.finish(&state.context, &state.variables);
            }
            state.variables.settle();
            if let Some(deadline) = &mut state.context.deadline {
                deadline.pause();
            }
            let value = value.unwrap_or_default();
            let writes = match is_recorded {
                true => journal::end(),
                false => Vec::new(),
            };
            let ran = Ran {
                value,
                recorder,
                writes,
                rounds,
                program: Arc::clone(&revision.program),
            };
            (ran, revision, went_deep)
        });
        match ran {
            Ok((ran, revision, went_deep)) => {
                if went_deep {
                    self.thread.end();
                }
                self.revision = revision;
                ran
            }
            Err(panic) => {
                self.fail(panic.as_ref());
                Ran::default()
            }
        }
    }

    /// A panic has ended a script.
    fn fail(&mut self, panic: &(dyn Any + Send)) {
        // The journal of its thread goes with that.
        self.thread.end();
        let context = &mut self.state.context;
        let failure = RuntimeError {
            term: context.reports.place(context.term),
            severity: ErrorSeverity::Error,
            message: format!(
                "{}; the scripts run again once the text changes",
                fault(panic)
            ),
        };
        context.reports.repeat(&failure);
        self.failure = Some(failure);
    }

    /// Begins a frame: what was drawn before is gone, the coordinate system is that of the view.
    pub fn begin_frame(&mut self) {
        self.debugger.begin_frame();
        self.state.context.graphics.begin_frame();
    }

    /// Ends a frame, after its scripts have run: colours, sizes and the coordinate system are
    /// those of the start again.
    pub fn end_frame(&mut self) {
        self.debugger.end_frame();
        let context = &mut self.state.context;
        context.graphics.end_frame();
        context.images.settle(&*context.host);
        let now = context.animation.now();
        if context.images.arrive(now) {
            // As a browser does when a camera begins to show something.
            context.animation.starts = true;
            context.wants_frame = true;
        }
    }

    /// Draws the construction, over what the scripts have drawn: after [`Interpreter::end_frame`].
    /// Buttons and text fields are left to the host. Texts that are computed are: what went wrong.
    pub fn draw_geometry(&mut self) -> Vec<RuntimeError> {
        let context = &mut self.state.context;
        let mut errors = Vec::new();
        let Context { geometry, host, .. } = context;
        geometry.draw(&mut context.graphics, host.as_ref());
        for id in geometry.texts() {
            // Those before it may have removed it.
            let Some(content) = self.state.context.geometry.content(id) else {
                continue;
            };
            let value = match &content.code {
                Some(code) => self.execute(Job::Text(code.as_str().into())),
                None => Value::Undefined,
            };
            let context = &mut self.state.context;
            let text = content.with(|| context.print(&value));
            // Its code may have drawn as well.
            context.graphics.term = NOWHERE;
            let Context { geometry, host, .. } = context;
            let name = geometry.name(id).unwrap_or_default();
            errors.extend(
                context
                    .reports
                    .take()
                    .into_iter()
                    .map(|error| RuntimeError {
                        message: format!("{name}: {}", error.message),
                        ..error
                    }),
            );
            geometry.draw_text(&mut context.graphics, host.as_ref(), id, &text);
        }
        let Context {
            geometry, graphics, ..
        } = &mut self.state.context;
        let grows = geometry.draw_function_systems(graphics);
        self.state.context.wants_frame |= grows;
        errors
    }

    /// What scripts have drawn since the last call, in order.
    pub fn take_display_list(&mut self) -> Vec<Drawing> {
        let drawn = self.take_drawn().into_iter();
        drawn.map(|drawn| drawn.drawing).collect()
    }

    /// The same, with the calls that drew it.
    pub fn take_drawn(&mut self) -> Vec<DisplayEntry> {
        self.state.context.graphics.take()
    }

    /// What the image of a name shows now; none if there is none.
    pub fn image(&mut self, name: &str) -> Option<Picture> {
        self.state.context.images.picture(name).cloned()
    }

    /// What has gone wrong with the film of a name since it was opened, in one line.
    #[must_use]
    pub fn film_failure(&self, name: &str) -> Option<Arc<str>> {
        self.state.context.images.film_failure(name)
    }

    /// What has gone wrong with the camera.
    #[must_use]
    pub fn camera_failure(&self) -> Option<RuntimeError> {
        let reason = self.film_failure(CAMERA)?;
        Some(RuntimeError {
            term: self.camera_call().unwrap_or(NOWHERE),
            severity: ErrorSeverity::Warning,
            message: reason.as_ref().to_owned(),
        })
    }

    /// The first call of the program that asks for the camera.
    fn camera_call(&self) -> Option<TermId> {
        let program = &self.revision.program;
        let terms = (0..program.terms.len() as u32).map(TermId);
        let asks = |(builtin, _): (BuiltinId, &[_])| builtin.is(Intrinsic::CameraVideo);
        terms
            .into_iter()
            .find(|term| program.builtin_call(*term).is_some_and(asks))
    }

    /// Keeps all that scripts print from now on; without that, old output is forgotten. What is kept
    /// counts as memory that scripts hold.
    pub fn keep_output(&mut self) {
        self.state.context.console.keep_all();
    }

    /// What scripts have printed since the last call.
    pub fn take_output(&mut self) -> Vec<ConsoleOutput> {
        self.state.context.console.take()
    }

    /// The JavaScript that scripts have given to the page since the last call, and the calls of
    /// `javascript`.
    pub fn take_javascript(&mut self) -> Vec<(String, TermId)> {
        let given = self.state.context.javascript.iter_mut();
        let given = given.flat_map(std::mem::take);
        given.map(|(code, term)| (code.to_string(), term)).collect()
    }

    /// Whether scripts have asked for another frame since the last call, as `repaint()` does.
    pub fn take_wants_frame(&mut self) -> bool {
        std::mem::take(&mut self.state.context.wants_frame)
    }

    /// Sets the mouse position, in world coordinates.
    pub fn set_mouse(&mut self, position: [f64; 2]) {
        self.state.context.input.mouse = position;
    }

    /// Sets where the pointer (0) or a finger (from 1) holds the canvas, in world coordinates;
    /// `None` once it is up.
    pub fn set_touch(&mut self, id: u32, position: Option<[f64; 2]>) {
        let touches = &mut self.state.context.input.touches;
        match position {
            Some(position) => drop(touches.insert(id, position)),
            None => drop(touches.remove(&id)),
        }
    }

    /// Sets the files that scripts find dropped, and where, in world coordinates; none when the script
    /// `ondrop` has run.
    pub fn set_dropped(&mut self, drop: Option<(Arc<[DroppedFile]>, [f64; 2])>) {
        self.state.context.input.drop = drop.map(|(files, at)| Drop { files, at });
    }

    /// Sets which touch the next scripts are about.
    pub fn set_current_touch(&mut self, id: u32) {
        self.state.context.input.touch = id;
    }

    /// Sets the element that is being dragged, by name.
    pub fn set_mover(&mut self, name: Option<&str>) {
        let context = &mut self.state.context;
        context.input.mover = name.and_then(|name| context.geometry.find(name));
    }

    /// The element that is being dragged.
    #[must_use]
    pub fn mover(&self) -> Option<&str> {
        let context = &self.state.context;
        let element = context.geometry.get(context.input.mover?)?;
        Some(&element.name)
    }

    /// What scripts see of pointer, fingers and keys.
    #[must_use]
    pub fn input(&self) -> Input {
        self.state.context.input.clone()
    }

    /// Lets scripts see what they have seen before, or those of another interpreter. Nothing is
    /// dragged then.
    pub fn set_input(&mut self, input: &Input) {
        self.state.context.input = Input {
            // Another interpreter may have other elements.
            mover: None,
            ..input.clone()
        };
    }

    /// Sets the last key: what it types or its name, and its code.
    pub fn set_key(&mut self, text: &str, code: u32) {
        let input = &mut self.state.context.input;
        input.key = text.into();
        input.key_code = code;
    }

    /// Sets where world coordinates lie on the canvas, and the canvas' size in the same pixels.
    pub fn set_view(&mut self, view: View, size: [f64; 2]) {
        self.state.context.graphics.set_view(view, size);
    }

    /// Sets the number of device pixels per CSS pixel, 1 at the start.
    pub fn set_density(&mut self, density: f64) {
        self.state.context.graphics.density = density;
    }

    /// Limits the rounds of loops and calls of functions in one run.
    pub fn set_step_budget(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// Limits the time that all runs from now on may take together, until it is set again; `None`
    /// does not limit it. The processor time of scripts counts, and real time while the host paints
    /// for them. [`Interpreter::set_time`] is another time.
    pub fn allow(&mut self, time: Option<Duration>) {
        self.state.context.deadline = time.map(Deadline::new);
    }

    /// Whether the time is over that [`Interpreter::allow`] has set.
    #[must_use]
    pub fn is_late(&self) -> bool {
        let deadline = &self.state.context.deadline;
        deadline.as_ref().is_some_and(Deadline::has_passed)
    }

    /// While this is set, runs end with an error soon after they begin. Clear it to go on.
    #[must_use]
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.state.context.interrupt)
    }

    /// A value in which elements of the construction have become what a shader sees of them: points
    /// their coordinates, lines their homogeneous ones.
    #[must_use]
    pub fn for_pixels(&self, value: &Value) -> Value {
        self.state.context.for_pixels(value)
    }

    /// The value of a variable, if it has one.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Value> {
        let id = self.revision.program.names.get(name)?;
        match self.state.variables.get(id) {
            Binding::Value(value) => Some(value),
            Binding::Unset | Binding::Code(_) => None,
        }
    }

    /// The printed form of a value, with the names of elements.
    #[must_use]
    pub fn print(&self, value: &Value) -> String {
        self.state.context.print(value)
    }

    /// Another interpreter in the same state, for another thread. Dictionaries stay shared;
    /// interrupting one interrupts both.
    #[must_use]
    pub fn fork(&self) -> Interpreter {
        self.clone()
    }

    /// What evaluates a colorplot on the CPU.
    #[must_use]
    pub fn pixel_evaluator(&self, call: &PlotCall) -> PixelEvaluator {
        let mut state = self.state.clone();
        state.context.graphics.drawings.clear();
        PixelEvaluator::new(&self.revision, state, call)
    }

    /// The debugger of a colorplot at a place in world coordinates, with the random numbers of a frame.
    #[must_use]
    pub fn pixel_debugger(
        &self,
        call: &PlotCall,
        seed: u32,
        place: [f64; 2],
        settings: StopSettings,
    ) -> PixelDebugger {
        let mut state = self.state.clone();
        state.context.graphics.drawings.clear();
        let program = self.revision.split_program();
        let settings = (settings, self.debugger_flags());
        PixelDebugger::new(program, state, call, seed, place, settings)
    }

    /// Whether the host has asked to stop.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.state.context.interrupt.load(Ordering::Relaxed)
    }
}
