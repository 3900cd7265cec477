//! Runs that stop: each is watched, and when something stops it, it is run once more and recorded.
//!
//! Scripts are deterministic: the same run from the same state has the same steps. So nothing waits in
//! the middle of a script. A run is recorded to its end, and the host goes back and forth in that.

mod evaluation;
mod history;
mod past_runs;
mod prepared;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cindyscript_applet::View;
use cindyscript_hir::program::{Program, TermId};

use past_runs::{PastRun, RecordedRun};
use prepared::Prepared;

use super::Interpreter;
use crate::code::statement::Marks;
use crate::error::NOWHERE;
use crate::machine::breakpoints::{DebuggerFlags, StopCount, StopSettings};
use crate::machine::log::{Log, LogMessage, MAX_STEPS};
use crate::machine::recorder::{Mode, Recorder, StopSearch};
use crate::machine::{Evaluated, Machine};
use crate::recording::{EvaluatedText, LoopRound, MotionStart, Recording, StackFrame, StepMotion};
use crate::value::Value;
use crate::value::dictionary::journal::{self, DictionaryWrite};
use crate::value::lazy::Lazy;
use crate::work::Deadline;

/// Half of the steps that a recording may have.
const HALF: u64 = MAX_STEPS as u64 / 2;

/// The steps that are recorded on both sides of a pause: the user waits for them.
const NEAR: u64 = 1 << 15;

/// The time that a recorded run may take: it is slower than others.
const RECORD_TIME: Duration = Duration::from_secs(10);

/// The code that a run evaluates.
#[derive(Clone)]
pub(super) enum Job {
    /// A term of the program.
    Term(TermId),
    /// A text, as `parse` does.
    Text(Arc<str>),
    /// Code that waited.
    Code(Lazy),
    /// The physics, for so many seconds.
    Simulation(f64),
}

impl Job {
    pub(super) fn run(&self, machine: &mut Machine<'_>) -> Evaluated {
        match self {
            Job::Term(root) => machine.eval(*root),
            Job::Text(text) => machine.run_text(NOWHERE, text),
            Job::Code(code) => machine.eval_lazy(NOWHERE, code),
            Job::Simulation(seconds) => machine.simulate(*seconds),
        }
    }
}

/// The result of a run.
#[derive(Default)]
pub(super) struct Ran {
    pub(super) value: Value,
    pub(super) recorder: Option<Box<Recorder>>,
    /// The writes into dictionaries, if a recorder was there.
    pub(super) writes: Vec<DictionaryWrite>,
    /// The number of rounds of loops and calls.
    pub(super) rounds: u64,
    /// The program at the end, with the texts that scripts have added to it.
    pub(super) program: Arc<Program>,
}

/// The place of a debugger in an interpreter. A copy of an interpreter has none.
#[derive(Default)]
pub(super) struct DebuggerSlot(Option<Box<Debugger>>);

impl Clone for DebuggerSlot {
    fn clone(&self) -> DebuggerSlot {
        DebuggerSlot::default()
    }
}

impl DebuggerSlot {
    pub(super) fn take(&mut self) -> Option<Box<Debugger>> {
        self.0.take()
    }

    pub(super) fn set(&mut self, debugger: Box<Debugger>) {
        self.0 = Some(debugger);
    }

    /// Frames are counted while a debugger is there.
    pub(super) fn begin_frame(&mut self) {
        if let Some(debugger) = &mut self.0 {
            debugger.frame += 1;
            debugger.is_in_frame = true;
        }
    }

    pub(super) fn end_frame(&mut self) {
        if let Some(debugger) = &mut self.0 {
            debugger.is_in_frame = false;
            debugger.muted = debugger.muted.filter(|muted| *muted > debugger.frame);
        }
    }

    /// There is another program: breakpoints and recordings are of the old one.
    pub(super) fn forget(&mut self) {
        if let Some(debugger) = &mut self.0 {
            let flags = debugger.flags.clone();
            **debugger = Debugger {
                flags,
                ..Debugger::default()
            };
        }
    }
}

/// Watches the runs of an interpreter.
#[derive(Default)]
pub(super) struct Debugger {
    settings: StopSettings,
    /// The hits and failures of each breakpoint so far.
    counts: Vec<StopCount>,
    flags: DebuggerFlags,
    prepared: Option<Prepared>,
    messages: Vec<LogMessage>,
    /// The last runs.
    runs: Vec<PastRun>,
    /// The number of those that the host is done with. The next one, if there is one, is stopped.
    done: usize,
    /// The place of an earlier run that the user looks at.
    visited: Option<usize>,
    /// The number of frames that have begun.
    frame: u64,
    /// True until the frame ends: scripts draw its picture.
    is_in_frame: bool,
    /// The frame in which nothing stops.
    muted: Option<u64>,
    /// True if the first runs are not there any more.
    is_cut: bool,
    /// True if the stops of these are those of earlier settings.
    has_old_stops: bool,
}

impl Debugger {
    /// One run: watched, and recorded if something stops it.
    pub(super) fn execute(&mut self, interpreter: &mut Interpreter, job: Job) -> Value {
        let start = interpreter.clone();
        let program = &interpreter.revision.program;
        let is_known = |it: &Prepared| Arc::ptr_eq(&it.base.program, program);
        let prepared = match self.prepared.take().filter(is_known) {
            Some(prepared) => prepared,
            None => match Prepared::new(&interpreter.revision, &self.settings, &[]) {
                Ok(prepared) => prepared,
                Err(_) => return interpreter.run_job(&job, None).value,
            },
        };
        let value = self.watch(interpreter, &prepared, start, job);
        self.prepared = Some(prepared);
        value
    }

    fn watch(
        &mut self,
        interpreter: &mut Interpreter,
        prepared: &Prepared,
        start: Interpreter,
        job: Job,
    ) -> Value {
        if self.pauses() {
            interpreter.interrupt().store(false, Ordering::Relaxed);
            return self.record(interpreter, prepared, start, job, Some(0));
        }
        let watch = StopSearch {
            is_mute: self.muted == Some(self.frame),
            ..StopSearch::default()
        };
        let marks = &prepared.watched;
        let mut ran = self.run(interpreter, prepared, &job, watch.into(), marks, None);
        let Some(recorder) = ran.recorder.take() else {
            return ran.value;
        };
        let is_stopped = !matches!(
            recorder.mode,
            Mode::Search(StopSearch { stopped: None, .. })
        );
        let is_paused = !is_stopped && interpreter.is_interrupted() && self.pauses();
        if !is_stopped && !is_paused {
            let counts = std::mem::replace(&mut self.counts, recorder.counts);
            self.messages.extend(recorder.messages);
            self.note_run(start, job, counts, ran.writes);
            return ran.value;
        }
        journal::undo(&mut ran.writes);
        go_back(interpreter, &start);
        let mut pause = None;
        if is_paused {
            interpreter.interrupt().store(false, Ordering::Relaxed);
            let rounds = Some(ran.rounds);
            pause = self.first_stop(
                interpreter,
                prepared,
                &job,
                StopSearch {
                    rounds,
                    ..StopSearch::default()
                },
                None,
            );
            go_back(interpreter, &start);
        }
        self.record(interpreter, prepared, start, job, pause)
    }

    fn pauses(&self) -> bool {
        self.flags.pause.load(Ordering::Relaxed)
    }

    fn leaves(&self) -> bool {
        self.flags.leave.load(Ordering::Relaxed)
    }

    /// Runs a job from the state of an interpreter.
    fn run(
        &self,
        interpreter: &mut Interpreter,
        prepared: &Prepared,
        job: &Job,
        mode: Mode,
        marks: &Arc<Marks>,
        pause: Option<u64>,
    ) -> Ran {
        prepared.enter(interpreter);
        let mut recorder = Recorder::new(Arc::clone(marks), Arc::clone(&prepared.stops), mode);
        if self.counts.len() == recorder.counts.len() {
            recorder.counts.clone_from(&self.counts);
        }
        recorder.edits = Arc::clone(&prepared.edits);
        recorder.pause = pause;
        let context = &mut interpreter.state.context;
        let (deadline, interrupt) = (context.deadline, Arc::clone(&context.interrupt));
        let is_slow = !Arc::ptr_eq(marks, &prepared.watched);
        if is_slow {
            // A pause is for the run that is watched; only who leaves ends this one.
            context.interrupt = Arc::clone(&self.flags.leave);
            recorder.rest = deadline.map(|deadline| deadline.allowed);
            recorder.end = self.flags.clone();
            let longer = |deadline: Deadline| Deadline::new(RECORD_TIME.max(deadline.allowed));
            context.deadline = deadline.map(longer);
        }
        let ran = interpreter.run_job(job, Some(Box::new(recorder)));
        if is_slow {
            let context = &mut interpreter.state.context;
            (context.deadline, context.interrupt) = (deadline, interrupt);
        }
        prepared.leave(interpreter);
        ran
    }

    /// Records a run; `pause` is a step at which it stops.
    fn record(
        &mut self,
        interpreter: &mut Interpreter,
        prepared: &Prepared,
        start: Interpreter,
        job: Job,
        pause: Option<u64>,
    ) -> Value {
        // A pause that comes from now on is another one.
        let is_asked = pause.is_some() && self.flags.pause.swap(false, Ordering::Relaxed);
        // The number of the first step, and how far it is from what stops.
        let near = pause.filter(|stop| *stop > HALF);
        let (mut from, mut before) = (near.map_or(0, |stop| stop - NEAR), None);
        loop {
            let mut log = Log::beside(from, self.bytes());
            if near.is_some() && before.is_none() {
                log = log.of_steps(2 * NEAR as usize);
            }
            let mode = Mode::Record(log);
            let mut ran = self.run(interpreter, prepared, &job, mode, &prepared.marks, pause);
            let Some(recorder) = ran.recorder.take() else {
                return ran.value;
            };
            if self.leaves() {
                journal::undo(&mut ran.writes);
                go_back(interpreter, &start);
                return interpreter.run_job(&job, None).value;
            }
            if !recorder.is_full_before_stop() || before == Some(0) {
                if self.pauses() {
                    // The user has asked again meanwhile.
                    interpreter.interrupt().store(false, Ordering::Relaxed);
                } else if is_asked {
                    // Without a stop, it is for the next run.
                    self.flags.pause.store(true, Ordering::Relaxed);
                }
                self.keep(prepared, start, job, *recorder, (ran.writes, ran.program));
                return ran.value;
            }
            // The next one needs its memory.
            drop(recorder);
            journal::undo(&mut ran.writes);
            go_back(interpreter, &start);
            let (stop, next) = match before {
                None => {
                    let watch = StopSearch::default();
                    let stop = self.first_stop(interpreter, prepared, &job, watch, pause);
                    go_back(interpreter, &start);
                    (stop.unwrap_or_default(), HALF)
                }
                Some(before) => (from + before, before / 16),
            };
            from = stop.saturating_sub(next);
            before = Some(stop - from);
        }
    }

    /// Keeps what was recorded of a run, if something has stopped it.
    fn keep(
        &mut self,
        prepared: &Prepared,
        start: Interpreter,
        job: Job,
        recorder: Recorder,
        (writes, program): (Vec<DictionaryWrite>, Arc<Program>),
    ) {
        let Recorder {
            mode: Mode::Record(log),
            scopes,
            messages,
            counts,
            ..
        } = recorder
        else {
            return;
        };
        let earlier = std::mem::replace(&mut self.counts, counts);
        if log.hits.is_empty() {
            self.messages.extend(messages);
            return self.note_run(start, job, earlier, writes);
        }
        self.flags.pause.store(false, Ordering::Relaxed);
        let marks = Arc::clone(&prepared.marks);
        let recorded = RecordedRun {
            recording: Recording::new(program, log, scopes, messages, marks),
            settings: self.settings.clone(),
        };
        self.add_run(PastRun {
            writes,
            start,
            job,
            frame: self.frame,
            is_in_frame: self.is_in_frame,
            counts: earlier,
            edits: Vec::new(),
            recorded: Some(recorded),
            bytes: 0,
        });
    }

    /// The number of the step at which a run stops first.
    fn first_stop(
        &self,
        interpreter: &mut Interpreter,
        prepared: &Prepared,
        job: &Job,
        watch: StopSearch,
        pause: Option<u64>,
    ) -> Option<u64> {
        let marks = &prepared.marks;
        let mut ran = self.run(interpreter, prepared, job, watch.into(), marks, pause);
        journal::undo(&mut ran.writes);
        match ran.recorder?.mode {
            Mode::Search(watch) => watch.stopped,
            Mode::Record(_) | Mode::Seek(_) => None,
        }
    }
}

/// Gives an interpreter the state of another one.
fn go_back(interpreter: &mut Interpreter, start: &Interpreter) {
    let mut start = start.clone();
    std::mem::swap(&mut start.thread, &mut interpreter.thread);
    std::mem::swap(&mut start.debugger, &mut interpreter.debugger);
    *interpreter = start;
}

impl Interpreter {
    /// Has runs stop from now on, until [`Interpreter::end_debugging`]; the hits of breakpoints are counted anew. Which of the breakpoints have
    /// expressions that cannot be read, and why: these are never hit.
    pub fn set_stops(&mut self, settings: StopSettings) -> Vec<(usize, String)> {
        let breakpoints = settings.breakpoints.iter().enumerate();
        let wrong = breakpoints.filter_map(|(index, it)| Some((index, it.check().err()?)));
        let wrong = wrong.collect();
        let mut debugger = self.debugger.take().unwrap_or_default();
        if debugger.settings != settings {
            debugger.counts = vec![StopCount::default(); settings.breakpoints.len()];
            debugger.settings = settings;
            debugger.prepared = None;
            debugger.has_old_stops = debugger.done < debugger.runs.len();
        }
        self.debugger.set(debugger);
        wrong
    }

    /// Has flags reach the debugger.
    pub fn set_debugger_flags(&mut self, flags: DebuggerFlags) {
        let mut debugger = self.debugger.take().unwrap_or_default();
        debugger.flags = flags;
        self.debugger.set(debugger);
    }

    /// Has no breakpoint stop the runs of the next frame: it repeats one that has stopped.
    pub fn mute_stops(&mut self) {
        if let Some(debugger) = &mut self.debugger.0 {
            debugger.muted = Some(debugger.frame + 1);
        }
    }

    /// The flags that reach the debugger.
    pub(crate) fn debugger_flags(&self) -> DebuggerFlags {
        let debugger = self.debugger.0.as_ref();
        debugger.map_or_else(DebuggerFlags::default, |it| it.flags.clone())
    }

    /// Forgets breakpoints and recordings: runs are not watched any more.
    pub fn end_debugging(&mut self) {
        drop(self.debugger.take());
    }

    /// The first run that something has stopped, of those that are not yet [done](Self::end_recording), or an
    /// earlier one after [`Interpreter::leave_run`]: the current run.
    pub fn recording(&mut self) -> Option<&mut Recording> {
        self.debugger.0.as_mut()?.recording()
    }

    /// Searches the stops of the recordings, if breakpoints have changed since they were made.
    pub fn update_stops(&mut self) {
        if let Some(mut debugger) = self.debugger.take() {
            debugger.update_stops();
            self.debugger.set(debugger);
        }
    }

    /// Records the current run anew, around another step, and goes there, or to the nearest
    /// step that has room in a recording.
    pub fn record_around(&mut self, step: u64) {
        if let Some(mut debugger) = self.debugger.take() {
            debugger.record_around(step);
            self.debugger.set(debugger);
        }
    }

    /// Records the current run anew where a motion ends that leads out of the recording at a step, as
    /// [`Recording::beyond`] says. False if it leads out of the run. Statements are in one line if `line` says the
    /// same of them.
    pub fn record_beyond(
        &mut self,
        motion: StepMotion,
        start: &MotionStart,
        step: u64,
        line: &mut dyn FnMut(TermId) -> u32,
    ) -> bool {
        let Some(mut debugger) = self.debugger.take() else {
            return false;
        };
        let is_found = debugger.record_beyond(motion, start, step, line);
        self.debugger.set(debugger);
        is_found
    }

    /// Records the current run anew, around a round of a loop.
    pub fn record_round(&mut self, at: &LoopRound, round: u32) {
        if let Some(mut debugger) = self.debugger.take() {
            debugger.record_round(at, round);
            self.debugger.set(debugger);
        }
    }

    /// The host is done with the run that is stopped: the next one that waits takes its place.
    pub fn end_recording(&mut self) {
        if let Some(debugger) = &mut self.debugger.0 {
            debugger.end_run();
        }
    }

    /// Goes from the current run to the end or the beginning of one before or after it, where a motion leads
    /// out of it: up to the run that is stopped. False if the motion does not end there. Statements are in one
    /// line if `line` says the same of them.
    pub fn leave_run(&mut self, motion: StepMotion, line: &mut dyn FnMut(TermId) -> u32) -> bool {
        let Some(mut debugger) = self.debugger.take() else {
            return false;
        };
        let has_left = debugger.leave_run(motion, line);
        self.debugger.set(debugger);
        has_left
    }

    /// The number of frames that lie between the current run and the one that is stopped; none if that is the
    /// current one.
    #[must_use]
    pub fn frames_ago(&self) -> Option<u64> {
        self.debugger.0.as_ref()?.frames_ago()
    }

    /// A copy of the interpreter at the end of the frame of the current run, with all that this frame has
    /// drawn. The canvas has this size in CSS pixels. None if the current run is the one that is stopped, or
    /// if the runs that drew the frame are not kept.
    #[must_use]
    pub fn past_picture(&mut self, view: View, size: [f64; 2]) -> Option<Interpreter> {
        let mut debugger = self.debugger.take()?;
        let picture = debugger.past_picture(view, size);
        self.debugger.set(debugger);
        picture
    }

    /// True if runs before the first that is kept are forgotten.
    #[must_use]
    pub fn has_forgotten_runs(&self) -> bool {
        self.debugger.0.as_ref().is_some_and(|it| it.is_cut)
    }

    /// The messages of breakpoints in runs that nothing has stopped, since the last call.
    pub fn take_messages(&mut self) -> Vec<LogMessage> {
        let debugger = self.debugger.0.as_mut();
        debugger.map_or_else(Vec::new, |debugger| std::mem::take(&mut debugger.messages))
    }

    /// The value of a text in a stack frame at the current step of the current run. It is evaluated
    /// in a copy, so nothing that it changes stays. None if there is no recording.
    ///
    /// # Errors
    /// The first mistake of its syntax.
    pub fn evaluate_at(
        &mut self,
        frame: &StackFrame,
        text: &str,
    ) -> Result<Option<EvaluatedText>, String> {
        let Some(mut debugger) = self.debugger.take() else {
            return Ok(None);
        };
        let evaluation = debugger.evaluate(frame, text);
        self.debugger.set(debugger);
        evaluation
    }

    /// Runs a text in the innermost stack frame before the current step of the run that is stopped, and
    /// records the run anew from there on. The recording is at the same step then; recordings that came
    /// after it are gone, and the interpreter is in the state in which the run ends.
    ///
    /// # Errors
    /// The first mistake of its syntax. Then nothing has changed.
    pub fn change_at(&mut self, text: &str) -> Result<(), String> {
        let Some(mut debugger) = self.debugger.take() else {
            return Ok(());
        };
        let changed = debugger.change(self, text);
        self.debugger.set(debugger);
        changed
    }
}
