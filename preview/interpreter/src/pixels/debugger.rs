//! The program of a colorplot at one pixel, recorded: exactly, and in single precision.

use std::sync::Arc;
use std::time::Duration;

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::TermId;
use cindyscript_infer::split_program::SplitProgram;

use super::PixelEvaluator;
use crate::builtins::BUILTINS;
use crate::code::revision::Revision;
use crate::code::statement::{Marks, marks};
use crate::code::trace::{Trace, traced};
use crate::display::PlotCall;
use crate::error::RuntimeError;
use crate::machine::breakpoints::{DebuggerFlags, StopSettings, Stops, expression};
use crate::machine::log::Log;
use crate::machine::recorder::{Mode, Recorder, Seek};
use crate::machine::state::State;
use crate::machine::{Limits, Machine};
use crate::recording::{EvaluatedText, Recording, StackFrame};
use crate::script_thread::ScriptThread;
use crate::value::Value;
use crate::value::print::print;
use crate::work::Deadline;

/// The time that one pixel may take.
const PIXEL_TIME: Duration = Duration::from_secs(10);

/// Records one pixel of a colorplot.
pub struct PixelDebugger {
    program: SplitProgram,
    state: State,
    call: PlotCall,
    seed: u32,
    place: [f64; 2],
    settings: StopSettings,
    flags: DebuggerFlags,
}

/// The recording of a pixel.
#[derive(Debug)]
pub struct RecordedPixel {
    /// The value of the colorplot at the pixel; undefined if an error ended it.
    pub value: Value,
    /// Errors and warnings.
    pub errors: Vec<RuntimeError>,
    /// True if a pause has ended it: it stops at its last statement.
    pub is_ended: bool,
    /// The steps; none if the colorplot has no statement.
    pub recording: Recording,
}

impl PixelDebugger {
    /// Debugs a call at a place in world coordinates, with the random numbers of a frame.
    pub(crate) fn new(
        program: SplitProgram,
        state: State,
        call: &PlotCall,
        seed: u32,
        place: [f64; 2],
        (settings, flags): (StopSettings, DebuggerFlags),
    ) -> PixelDebugger {
        PixelDebugger {
            program: call.redefined.clone().unwrap_or(program),
            state,
            // The program is that already.
            call: PlotCall {
                redefined: None,
                ..call.clone()
            },
            seed,
            place,
            settings,
            flags,
        }
    }

    /// Has other things stop from now on.
    pub fn set_stops(&mut self, settings: StopSettings) {
        self.settings = settings;
    }

    /// Records the pixel; with `is_rounded`, each value is rounded to 32 bits, as GPUs have it. None if the
    /// program has no such colorplot.
    #[must_use]
    pub fn record(&self, is_rounded: bool) -> Option<RecordedPixel> {
        let (stops, program) = Stops::new(&self.settings, &self.program);
        let marks = self.marks();
        let mode = Mode::Record(Log::new(0));
        let mut recorder = Recorder::new(Arc::clone(&marks), Arc::new(stops), mode);
        recorder.pause = Some(0);
        recorder.end = self.flags.clone();
        recorder.ends_run = true;
        let mut ran = self.run(&program, recorder, is_rounded)?;
        let errors = ran.state.context.reports.take();
        let Recorder {
            mode: Mode::Record(log),
            scopes,
            messages,
            is_ended,
            ..
        } = *ran.recorder
        else {
            return None;
        };
        let mut recording = Recording::new(program.program, log, scopes, messages, marks);
        if is_ended {
            recording.pause_at_end();
        }
        Some(RecordedPixel {
            value: ran.value,
            errors,
            is_ended,
            recording,
        })
    }

    /// The value of a text in a stack frame at the current step of the exact recording.
    ///
    /// # Errors
    /// The first mistake of its syntax, or the step is not reached.
    pub fn evaluate(
        &self,
        recording: &Recording,
        frame: &StackFrame,
        text: &str,
    ) -> Result<EvaluatedText, String> {
        let (_, mut program) = Stops::new(&self.settings, &self.program);
        let root = expression(text, &mut program)?;
        let seek = Seek::evaluation(recording.position(), frame.scope, root);
        let recorder = Recorder::new(self.marks(), Arc::default(), Mode::Seek(seek));
        let ran = self.run(&program, recorder, false);
        let ran = ran.ok_or("the colorplot is gone")?;
        let outcome = match ran.recorder.mode {
            Mode::Seek(seek) => seek.outcome,
            Mode::Search(_) | Mode::Record(_) => None,
        };
        let (value, errors) = outcome.ok_or("this step is not reached again")?;
        Ok(EvaluatedText {
            printed: print(&value, Some(&ran.state.context.geometry)),
            value,
            errors,
            output: Vec::new(),
        })
    }

    /// The names of the pixel's coordinates.
    #[must_use]
    pub fn coordinates(&self) -> Vec<NameId> {
        let plot = self.program.split.get(self.call.plot);
        let pixel = plot.into_iter().flat_map(|plot| &plot.pixel);
        pixel.map(|pixel| pixel.name).collect()
    }

    fn marks(&self) -> Arc<Marks> {
        Arc::new(marks(&self.program.program))
    }

    /// Evaluates the pixel with a recorder, on a thread with a deep stack.
    fn run(
        &self,
        program: &SplitProgram,
        mut recorder: Recorder,
        is_rounded: bool,
    ) -> Option<PixelRun> {
        let revision = Revision::new(program.clone());
        let mut evaluator = PixelEvaluator::new(&revision, self.state.clone(), &self.call);
        evaluator.set_seed(self.seed);
        let mut revision = evaluator.revision.clone();
        if is_rounded {
            let code = traced(&revision.code, &program.program, true);
            revision = revision.with_code(code);
            evaluator.state.trace = Some(Trace::new(true));
        }
        let revision = recorder.recorded(revision);
        let body: TermId = evaluator.begin(self.place)?;
        let state = &mut evaluator.state;
        state.context.console.take();
        state.recorder.set(Box::new(recorder));
        let (steps, rounds) = (super::STEPS, evaluator.rounds);
        let value = ScriptThread::default().run(|stack| {
            let limits = Limits {
                steps,
                rounds,
                stack,
            };
            // The clock of another thread.
            state.context.deadline = Some(Deadline::running(PIXEL_TIME));
            let mut machine = Machine::new(&revision, None, &BUILTINS, state, limits);
            machine.eval(body).unwrap_or_default()
        });
        let mut recorder = state.recorder.take()?;
        recorder.finish(&state.context, &state.variables);
        state.variables.settle();
        Some(PixelRun {
            value: value.unwrap_or_default(),
            recorder,
            state: evaluator.state,
        })
    }
}

/// A run of the program of a colorplot at one pixel.
struct PixelRun {
    value: Value,
    recorder: Box<Recorder>,
    state: State,
}
