//! The recorder of a run: it searches the first stop, notes every step, or runs up to a step.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cindyscript_hir::program::{Program, TermId, TermKind};
use rustc_hash::FxHashSet;

use super::breakpoints::{BreakpointPlace, DebuggerFlags, StopCount, StopPart, Stops};
use super::log::{Before, Hit, HitCause, Log, LogMessage, ScopeId, Scopes, Step};
use super::variables::Variables;
use super::{Evaluated, Machine};
use crate::code::revision::Revision;
use crate::code::statement::{CodeId, Mark, Marks, Recorded, recorded};
use crate::code::{Code, Node};
use crate::context::Context;
use crate::error::{ErrorSeverity, Halt, RuntimeError};
use crate::memory;
use crate::platform::thread_time;
use crate::value::Value;
use crate::value::dictionary::journal;
use crate::work::{self, Deadline};

/// The time that an expression of a breakpoint may take.
const EXPRESSION_TIME: Duration = Duration::from_millis(500);
/// The time that all expressions of breakpoints in a run may take without being counted for the run.
const EXPRESSIONS_TIME: Duration = Duration::from_secs(10);
/// The rounds of loops and calls that an expression may take.
const EXPRESSION_STEPS: u64 = 1 << 20;

/// The place of a recorder in the state. A copy of the state has none: who evaluates pixels is not
/// recorded.
#[derive(Default)]
pub(crate) struct RecorderSlot(Option<Box<Recorder>>);

impl Clone for RecorderSlot {
    fn clone(&self) -> RecorderSlot {
        RecorderSlot::default()
    }
}

impl RecorderSlot {
    pub(crate) fn set(&mut self, recorder: Box<Recorder>) {
        self.0 = Some(recorder);
    }

    pub(crate) fn take(&mut self) -> Option<Box<Recorder>> {
        self.0.take()
    }

    pub(crate) fn get_mut(&mut self) -> Option<&mut Recorder> {
        self.0.as_deref_mut()
    }
}

/// Is notified of the marked terms of a run.
pub(crate) struct Recorder {
    /// The terms that notify it.
    pub(crate) marks: Arc<Marks>,
    /// The code for the last program.
    code: Option<(Arc<Program>, Arc<Code>)>,
    pub(crate) stops: Arc<Stops>,
    /// The hits and failures of each breakpoint so far.
    pub(crate) counts: Vec<StopCount>,
    /// Texts that run before steps, with the numbers of these.
    pub(crate) edits: Arc<[(u64, TermId)]>,
    pub(crate) mode: Mode,
    /// The number of the next step.
    pub(crate) count: u64,
    pub(crate) scopes: Scopes,
    pub(crate) messages: Vec<LogMessage>,
    /// The time that the run may take once nothing of it is recorded any more.
    pub(crate) rest: Option<Duration>,
    /// The number of a step that stops.
    pub(crate) pause: Option<u64>,
    /// Flags that end the recording once it has a stop.
    pub(crate) end: DebuggerFlags,
    /// True if they end the run as well.
    pub(crate) ends_run: bool,
    /// True if they have ended it.
    pub(crate) is_ended: bool,
    /// The errors and warnings that were there at the last step.
    troubles: usize,
    /// The rest of [`EXPRESSIONS_TIME`].
    expressions_time: Duration,
}

/// The task of a recorder.
#[derive(Debug)]
pub(crate) enum Mode {
    /// Ends the run at the first stop.
    Search(StopSearch),
    /// Notes every step.
    Record(Log),
    /// Ends the run at a step, where it evaluates a text.
    Seek(Seek),
}

/// The way to the first stop.
#[derive(Debug, Default)]
pub(crate) struct StopSearch {
    /// The run stops at the first step at which so many rounds of loops and calls have been made.
    pub(crate) rounds: Option<u64>,
    /// The number of the step at which it has stopped.
    pub(crate) stopped: Option<u64>,
    /// True if hits are counted and nothing stops.
    pub(crate) is_mute: bool,
}

impl From<StopSearch> for Mode {
    fn from(search: StopSearch) -> Mode {
        Mode::Search(search)
    }
}

/// The end of a run that seeks.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// A step, by its number.
    Step(u64),
    /// The first step of a round of a loop, by its scope.
    Round(ScopeId, u32),
    /// The first step in a stack frame, or the first stop before that.
    Frame(FrameGoal),
}

/// The first step after another one, in one of some stack frames.
#[derive(Clone, Debug)]
pub(crate) struct FrameGoal {
    pub(crate) after: u64,
    pub(crate) frames: Vec<ScopeId>,
    /// Statements that do not count.
    pub(crate) passed: FxHashSet<TermId>,
}

/// The way to a step.
#[derive(Debug)]
pub(crate) struct Seek {
    pub(crate) goal: Goal,
    /// The number of the step at which the run has come to the goal.
    pub(crate) reached: Option<u64>,
    /// The scope of the stack frame in which names are looked up.
    pub(crate) frame: ScopeId,
    /// The text; none only goes there.
    pub(crate) root: Option<TermId>,
    /// The value and what went wrong, once it is evaluated.
    pub(crate) outcome: Option<(Value, Vec<RuntimeError>)>,
}

impl Seek {
    /// The way to a step where a text is evaluated in a frame.
    pub(crate) fn evaluation(step: u64, frame: ScopeId, root: TermId) -> Seek {
        Seek {
            goal: Goal::Step(step),
            reached: None,
            frame,
            root: Some(root),
            outcome: None,
        }
    }

    /// The way to the end of a run.
    pub(crate) fn end() -> Seek {
        Seek::to(Goal::Step(u64::MAX))
    }

    /// The way to a goal where nothing is evaluated.
    pub(crate) fn to(goal: Goal) -> Seek {
        Seek {
            goal,
            reached: None,
            frame: ScopeId::NONE,
            root: None,
            outcome: None,
        }
    }

    /// True if a step is the goal.
    fn is_goal(&self, step: u64, term: TermId, scopes: &Scopes) -> bool {
        match &self.goal {
            Goal::Step(wanted) => step == *wanted,
            Goal::Round(scope, round) => scopes
                .get(*scope)
                .is_some_and(|scope| scope.rounds >= *round),
            Goal::Frame(goal) => {
                let scope = scopes.get(scopes.innermost());
                let is_in = scope.is_some_and(|scope| goal.frames.contains(&scope.frame));
                step > goal.after && is_in && !goal.passed.contains(&term)
            }
        }
    }
}

impl Recorder {
    pub(crate) fn new(marks: Arc<Marks>, stops: Arc<Stops>, mode: Mode) -> Recorder {
        Recorder {
            marks,
            code: None,
            counts: vec![StopCount::default(); stops.all.len()],
            stops,
            edits: Arc::default(),
            mode,
            count: 0,
            scopes: Scopes::default(),
            messages: Vec::new(),
            rest: None,
            pause: None,
            end: DebuggerFlags::default(),
            ends_run: false,
            is_ended: false,
            troubles: 0,
            expressions_time: EXPRESSIONS_TIME,
        }
    }

    /// The same program with code that notifies a recorder of its marked terms.
    pub(crate) fn recorded(&mut self, revision: Revision) -> Revision {
        let known = self.code.as_ref();
        let known = known.filter(|(program, _)| Arc::ptr_eq(program, &revision.program));
        let code = match known {
            Some((_, code)) => Arc::clone(code),
            None => Arc::new(recorded(&revision.code, &self.marks)),
        };
        self.code = Some((Arc::clone(&revision.program), Arc::clone(&code)));
        Revision { code, ..revision }
    }

    /// The run has ended.
    pub(crate) fn finish(&mut self, context: &Context, variables: &Variables) {
        // An interruption by the host is no mistake of the run.
        if !context.interrupt.load(Ordering::Relaxed) {
            self.note_trouble(context);
        }
        if let Mode::Record(log) = &mut self.mode {
            log.finish(drawn(context), printed(context), variables);
        }
    }

    /// True if what was recorded ends before the first stop.
    pub(crate) fn is_full_before_stop(&self) -> bool {
        match &self.mode {
            Mode::Record(log) => log.is_full && log.hits.is_empty(),
            Mode::Search(_) | Mode::Seek(_) => false,
        }
    }

    /// A statement is about to run.
    fn step(&mut self, machine: &mut Machine<'_>, id: TermId) -> Result<(), Halt> {
        self.note_trouble(&machine.state.context);
        for &(step, root) in Arc::clone(&self.edits).iter() {
            if step == self.count {
                machine.eval(root)?;
            }
        }
        self.scopes.enter_step(self.count, id);
        if self.note_step(&machine.state.context, &machine.state.variables, id)
            && let Some(rest) = self.rest
        {
            let deadline = Some(Deadline::running(rest));
            machine.state.context.deadline = deadline;
            work::set_deadline(deadline);
        }
        self.check(machine, BreakpointPlace::Statement(id))?;
        let number = self.count;
        if self.pause == Some(number) {
            self.hit(HitCause::Pause, number)?;
        }
        match &mut self.mode {
            Mode::Search(watch) => {
                let rounds = machine.steps;
                if watch.rounds.is_some_and(|wanted| rounds >= wanted) {
                    watch.stopped = Some(number);
                    return Err(Halt);
                }
            }
            Mode::Seek(seek) if seek.is_goal(number, id, &self.scopes) => {
                seek.reached = Some(number);
                let (root, frame) = (seek.root, seek.frame);
                let outcome = root.map(|root| self.evaluate(machine, root, frame));
                if let Mode::Seek(seek) = &mut self.mode {
                    seek.outcome = outcome;
                }
                return Err(Halt);
            }
            // The stop is too far away: the host records from a later step on.
            Mode::Record(log) if log.is_full && log.hits.is_empty() => return Err(Halt),
            Mode::Record(_) if self.ends_run && self.end.is_set() => {
                self.is_ended = true;
                return Err(Halt);
            }
            Mode::Record(_) | Mode::Seek(_) => {}
        }
        self.count += 1;
        Ok(())
    }

    /// Notes a step, if it is one of those that are recorded. True if it is the last of them.
    fn note_step(&mut self, context: &Context, variables: &Variables, id: TermId) -> bool {
        let Mode::Record(log) = &mut self.mode else {
            return false;
        };
        if !log.takes(self.count) {
            return false;
        }
        if log.steps.is_empty() {
            journal::keep_all();
            self.scopes.keep_all();
        }
        let step = Step {
            term: id,
            scope: self.scopes.innermost(),
            round: self.scopes.round(),
            changes: 0,
            drawn: drawn(context),
            printed: printed(context),
            written: journal::len() as u32,
        };
        log.add(step, variables);
        log.is_full |= !self.ends_run && !log.hits.is_empty() && self.end.is_set();
        if log.is_full {
            journal::keep_first();
            self.scopes.keep_no_more();
        }
        log.is_full
    }

    /// Evaluates a term as if it stood in a stack frame that is further out. The run ends after that.
    fn evaluate(
        &self,
        machine: &mut Machine<'_>,
        root: TermId,
        frame: ScopeId,
    ) -> (Value, Vec<RuntimeError>) {
        let mut scope = self.scopes.innermost();
        while let Some(inner) = self.scopes.get(scope).filter(|inner| inner.frame != frame) {
            for hidden in inner.hidden.iter().rev() {
                let variables = &mut machine.state.variables;
                variables.set(hidden.name, hidden.binding.clone());
            }
            scope = inner.parent;
        }
        machine.state.context.reports.take();
        machine.state.context.console.take();
        machine.begin_expression();
        let value = machine.eval(root).unwrap_or_default();
        (value, machine.state.context.reports.take())
    }

    /// Looks for breakpoints at a place. What they ask for is evaluated; the run ends if one stops that
    /// is watched for.
    fn check(&mut self, machine: &mut Machine<'_>, place: BreakpointPlace) -> Result<(), Halt> {
        let stops = Arc::clone(&self.stops);
        let mut stopping = Vec::new();
        for &index in stops.at(place) {
            let stop = &stops.all[index];
            if let Some(condition) = stop.condition
                && !self.holds(machine, index, condition)
            {
                continue;
            }
            let count = &mut self.counts[index];
            count.hits += 1;
            if !stop.stops_at(count.hits) {
                continue;
            }
            match &stop.message {
                Some(parts) => self.write(machine, index, parts),
                None => stopping.push(index),
            }
        }
        for index in stopping {
            self.hit(HitCause::Breakpoint(index), self.count)?;
        }
        Ok(())
    }

    /// True if the condition of a breakpoint holds. Where it is neither true nor false, the console says so once.
    fn holds(&mut self, machine: &mut Machine<'_>, breakpoint: usize, condition: TermId) -> bool {
        let (holds, trouble) = self.aside(machine, condition, |machine, value| match value {
            Value::Boolean(holds) => Ok(holds),
            other => Err(machine.state.context.print(&other)),
        });
        if let Err(printed) = &holds {
            let trouble = trouble
                .unwrap_or_else(|| format!("it is {printed}, which is neither true nor false"));
            self.complain(
                breakpoint,
                &format!("the condition of a breakpoint fails: {trouble}"),
            );
        }
        holds == Ok(true)
    }

    /// Writes the message of a breakpoint.
    fn write(&mut self, machine: &mut Machine<'_>, breakpoint: usize, parts: &[StopPart]) {
        let mut text = String::new();
        for part in parts {
            match part {
                StopPart::Text(part) => text.push_str(part),
                StopPart::Expression(root) => {
                    let print =
                        |machine: &mut Machine<'_>, value| machine.state.context.print(&value);
                    let (printed, trouble) = self.aside(machine, *root, print);
                    text.push_str(&printed);
                    if let Some(trouble) = trouble {
                        let said = format!("the message of a breakpoint fails: {trouble}");
                        self.complain(breakpoint, &said);
                    }
                }
            }
        }
        self.tell(breakpoint, text);
    }

    /// Tells once that an expression of a breakpoint fails.
    fn complain(&mut self, breakpoint: usize, text: &str) {
        if !std::mem::replace(&mut self.counts[breakpoint].has_failed, true) {
            self.tell(breakpoint, text.to_owned());
        }
    }

    fn tell(&mut self, breakpoint: usize, text: String) {
        self.messages.push(LogMessage {
            step: self.count,
            breakpoint,
            text,
        });
    }

    /// Evaluates a term of which nothing stays, as if it stood here. What `read` makes of the value, which
    /// is undefined if it takes too long, and the first error or warning. The time is not counted for the
    /// run, up to [`EXPRESSIONS_TIME`].
    fn aside<R>(
        &mut self,
        machine: &mut Machine<'_>,
        root: TermId,
        read: impl FnOnce(&mut Machine<'_>, Value) -> R,
    ) -> (R, Option<String>) {
        let began = thread_time();
        let result = machine.aside(root, self.stops.is_pure(root), read);
        let spent = thread_time()
            .saturating_sub(began)
            .min(self.expressions_time);
        self.expressions_time -= spent;
        if let Some(deadline) = &mut machine.state.context.deadline {
            deadline.excuse(spent);
            work::set_deadline(Some(*deadline));
        }
        result
    }

    /// Something stops at a step.
    fn hit(&mut self, cause: HitCause, step: u64) -> Result<(), Halt> {
        match &mut self.mode {
            Mode::Search(watch) if watch.is_mute => Ok(()),
            Mode::Search(watch) => {
                watch.stopped.get_or_insert(step);
                Err(Halt)
            }
            Mode::Record(log) => {
                if log.is_full {
                    log.later_hit.get_or_insert(step);
                } else if step >= log.from {
                    log.hits.push(Hit { step, cause });
                }
                Ok(())
            }
            Mode::Seek(seek) => match &seek.goal {
                Goal::Frame(goal) if step > goal.after => {
                    seek.reached.get_or_insert(step);
                    Err(Halt)
                }
                _ => Ok(()),
            },
        }
    }

    /// Notes what went wrong in the statement of the last step.
    fn note_trouble(&mut self, context: &Context) {
        let found = context.reports.all();
        let new = found.get(self.troubles..).unwrap_or_default();
        let (errors, warnings) = (self.stops.errors, self.stops.warnings);
        let mut stopping = new.iter().filter(|error| match error.severity {
            ErrorSeverity::Error => errors,
            ErrorSeverity::Warning => warnings,
        });
        let stopping = stopping.next().cloned();
        self.troubles = found.len();
        if let Some(error) = stopping {
            // A run that is only watched need not end for it: its host records it afterwards.
            let _ = self.hit(HitCause::Error(error), self.count.saturating_sub(1));
        }
    }
}

fn drawn(context: &Context) -> u32 {
    context.graphics.drawings.len() as u32
}

fn printed(context: &Context) -> u32 {
    context.console.printed() as u32
}

impl Machine<'_> {
    /// The value of a term that notifies a recorder. `is_used` is false if nobody needs the value.
    #[inline(never)]
    pub(crate) fn recorded(&mut self, id: TermId, recorded: &Recorded, is_used: bool) -> Evaluated {
        let Mark {
            is_statement,
            opens,
            is_loop,
            is_round,
            declares,
        } = recorded.mark;
        let code = match opens {
            Some(code) => self.open_code(code)?,
            None => None,
        };
        if is_round && let Some(recorder) = self.state.recorder.get_mut() {
            recorder.scopes.begin_round();
        }
        if is_statement && let Some(mut recorder) = self.state.recorder.take() {
            let stepped = recorder.step(self, id);
            self.state.recorder.set(recorder);
            stepped?;
        }
        let looped = match is_loop {
            true => self.open_loop(id),
            false => None,
        };
        let value = match &recorded.node {
            Node::Iterate(iteration) if !is_used => {
                self.check_stack(id)?;
                self.iterate(id, *iteration, false)?
            }
            Node::Sequence(statements) if !is_used => {
                self.check_stack(id)?;
                for &statement in self.program.children(*statements) {
                    self.run(statement)?;
                }
                Value::Undefined
            }
            node => self.eval_node(id, node)?,
        };
        if let Some(recorder) = self.state.recorder.get_mut() {
            for before in looped.into_iter().chain(code) {
                recorder.scopes.close(before);
            }
        }
        if declares && let Some(mut recorder) = self.state.recorder.take() {
            let bytes = recorder
                .scopes
                .declare(&self.state.variables, recorder.count);
            recorder.charge(bytes);
            self.state.recorder.set(recorder);
        }
        Ok(value)
    }

    fn open_code(&mut self, code: CodeId) -> Result<Option<Before>, Halt> {
        let Some(mut recorder) = self.state.recorder.take() else {
            return Ok(None);
        };
        let variables = &self.state.variables;
        let (bytes, before) = recorder.scopes.open_code(code, variables, recorder.count);
        recorder.charge(bytes);
        let checked = match code {
            CodeId::Function(function) => recorder.check(self, BreakpointPlace::Function(function)),
            CodeId::Script(_) | CodeId::Variable(_) | CodeId::Plot(_) => Ok(()),
        };
        self.state.recorder.set(recorder);
        checked.map(|()| Some(before))
    }

    fn open_loop(&mut self, id: TermId) -> Option<Before> {
        let mut recorder = self.state.recorder.take()?;
        let iteration = match self.program.kind(id) {
            TermKind::Iterate(iteration) => Some(self.program.iteration(iteration)),
            _ => None,
        };
        let names = iteration.into_iter();
        let names = names.flat_map(|it| [it.element].into_iter().chain(it.index));
        let variables = &self.state.variables;
        let (bytes, before) = recorder
            .scopes
            .open_loop(id, names, variables, recorder.count);
        recorder.charge(bytes);
        self.state.recorder.set(recorder);
        Some(before)
    }

    /// Evaluates a term of which nothing stays, as if it stood here: see [`Recorder::aside`].
    fn aside<R>(
        &mut self,
        root: TermId,
        is_pure: bool,
        read: impl FnOnce(&mut Self, Value) -> R,
    ) -> (R, Option<String>) {
        let saved = (!is_pure).then(|| (self.state.clone(), journal::keep_all()));
        let reports = std::mem::take(&mut self.state.context.reports);
        let (revision, limits) = (self.revision, self.limits);
        let (steps, rounds) = (self.steps, self.rounds);
        let (innermost, texts) = (self.innermost_loop, self.texts);
        let deadline = self.state.context.deadline;
        self.begin_expression();
        let value = self.eval(root).unwrap_or_default();
        memory::take_refusal();
        let trouble = self.state.context.reports.all().first();
        let trouble = trouble.map(|trouble| trouble.message.clone());
        let result = read(self, value);
        if let Some((state, kept)) = saved {
            journal::undo_from(kept);
            *self.state = state;
        }
        self.enter(revision);
        self.limits = limits;
        (self.steps, self.rounds) = (steps, rounds);
        (self.innermost_loop, self.texts) = (innermost, texts);
        self.state.context.reports = reports;
        self.state.context.deadline = deadline;
        work::set_deadline(deadline);
        (result, trouble)
    }

    /// An expression of the debugger is about to be evaluated: it has limits of its own.
    fn begin_expression(&mut self) {
        self.limits.steps = self.steps + EXPRESSION_STEPS;
        self.limits.rounds = self.limits.steps;
        let deadline = Some(Deadline::running(EXPRESSION_TIME));
        self.state.context.deadline = deadline;
        work::set_deadline(deadline);
    }

    /// The rounds of loops and calls so far.
    pub(crate) fn rounds_so_far(&self) -> u64 {
        self.steps
    }
}

impl Recorder {
    fn charge(&mut self, bytes: usize) {
        if let Mode::Record(log) = &mut self.mode
            && self.scopes.keeps_new()
        {
            log.charge(bytes);
        }
    }
}
