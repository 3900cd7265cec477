//! A recorded run of scripts, in which a debugger goes forwards and backwards.
//!
//! A recording is a list of steps, one for each statement that ran, and of changes of variables between
//! them. Going to a step undoes or redoes these changes; nothing is run for that.

mod motion;
mod precision;
mod rounds;
mod trails;

use std::ops::RangeInclusive;
use std::sync::Arc;

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Program, TermId};
use rustc_hash::FxHashMap;

pub use motion::{MotionStart, StepMotion};
pub use rounds::{LoopRound, WayPart};
pub use trails::{TrailPlace, VariableTrail};

use crate::code::statement::{CodeId, Marks};
use crate::context::console::ConsoleOutput;
use crate::error::{NOWHERE, RuntimeError};
use crate::machine::log::{
    Hidden, Hit, HitCause, Log, LogMessage, RecordedScope, ScopeId, ScopeKind, Scopes,
};
use crate::machine::variables::Binding;
use crate::value::Value;

/// The steps of a run, and a position among them.
#[derive(Debug)]
pub struct Recording {
    program: Arc<Program>,
    log: Log,
    scopes: Scopes,
    messages: Vec<LogMessage>,
    marks: Arc<Marks>,
    /// The place of the current step.
    place: usize,
    /// The number of changes up to that.
    changed: usize,
    /// True if the run went on behind the last step.
    is_cut: bool,
}

/// A stack frame: code that runs, and the statement at which it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// The code.
    pub code: CodeId,
    /// The statement.
    pub term: TermId,
    /// The number of the step of this statement.
    pub step: u64,
    /// The number of the first step of the frame.
    pub first: u64,
    pub(crate) scope: ScopeId,
    /// The innermost scope at the statement.
    inner: ScopeId,
}

/// The meaning of a name in a stack frame.
#[derive(Clone, Debug)]
pub struct VisibleVariable {
    /// The name.
    pub name: NameId,
    /// The value; none for code, `x := ...`.
    pub value: Option<Value>,
    /// The stack frame whose variable it is, counted from the innermost; none for a global variable.
    pub owner: Option<usize>,
    /// True if it is the variable of a loop.
    pub is_of_loop: bool,
}

/// The value of a text at a step of a recording.
#[derive(Clone, Debug)]
pub struct EvaluatedText {
    /// The value. Dictionaries in it are copies.
    pub value: Value,
    /// Errors and warnings.
    pub errors: Vec<RuntimeError>,
    /// The output of the text.
    pub output: Vec<ConsoleOutput>,
    /// The printed form of the value.
    pub printed: String,
}

impl Recording {
    /// The recording of what a log has noted, at its last step.
    pub(crate) fn new(
        program: Arc<Program>,
        log: Log,
        scopes: Scopes,
        messages: Vec<LogMessage>,
        marks: Arc<Marks>,
    ) -> Recording {
        Recording {
            program,
            place: log.steps.len().saturating_sub(1),
            changed: log.changes.len(),
            is_cut: log.is_full,
            log,
            scopes,
            messages,
            marks,
        }
    }

    /// The program that ran.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The numbers of all steps.
    #[must_use]
    pub fn steps(&self) -> RangeInclusive<u64> {
        let len = self.log.steps.len() as u64;
        let end = u64::from(!self.is_cut);
        self.log.from..=(self.log.from + len).saturating_sub(1 + end)
    }

    /// True if the run went on behind the last step: the recording had no room for more.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Replaces the stops by those of another run of the same code, and the messages that are to come.
    pub(crate) fn set_stops(&mut self, mut hits: Vec<Hit>, messages: Vec<LogMessage>) {
        let (now, last) = (self.position(), *self.steps().end());
        let later = hits.iter().find(|hit| hit.step > last && self.is_cut);
        self.log.later_hit = later.map(|hit| hit.step);
        hits.retain(|hit| hit.step <= last);
        self.log.hits = hits;
        self.messages = messages;
        self.messages.retain(|message| message.step > now);
    }

    /// Moves the pause to the last statement.
    pub(crate) fn pause_at_end(&mut self) {
        let step = *self.steps().end();
        let hits = &mut self.log.hits;
        hits.retain(|hit| hit.cause != HitCause::Pause);
        hits.push(Hit {
            step,
            cause: HitCause::Pause,
        });
    }

    /// The step at which a debugger stops first: where the host has asked for it, else at the first stop.
    #[must_use]
    pub fn entry(&self) -> u64 {
        let mut hits = self.log.hits.iter();
        let pause = hits.find(|hit| hit.cause == HitCause::Pause);
        pause.or(self.log.hits.first()).map_or(0, |hit| hit.step)
    }

    /// The bytes that it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.log.bytes()
    }

    /// The stops, in the order of their steps.
    #[must_use]
    pub fn hits(&self) -> &[Hit] {
        &self.log.hits
    }

    /// The number of the first stop that has no room in the recording.
    #[must_use]
    pub fn later_hit(&self) -> Option<u64> {
        self.log.later_hit
    }

    /// The messages of breakpoints, in the order of their steps.
    #[must_use]
    pub fn messages(&self) -> &[LogMessage] {
        &self.messages
    }

    /// Forgets the messages of breakpoints.
    pub(crate) fn forget_messages(&mut self) {
        self.messages.clear();
    }

    /// Takes the messages of breakpoints up to the current step.
    pub fn take_messages_until_now(&mut self) -> Vec<LogMessage> {
        let now = self.position();
        let written = self.messages.partition_point(|message| message.step <= now);
        self.messages.drain(..written).collect()
    }

    /// The number of the current step.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.log.from + self.place as u64
    }

    /// Goes to a step, or to the nearest that there is. One past the last step is the end of the run.
    pub fn go_to(&mut self, step: u64) {
        let last = self.log.steps.len().saturating_sub(1);
        let target = usize::try_from(step.saturating_sub(self.log.from)).unwrap_or(last);
        let target = target.min(last);
        while self.place > target {
            for _ in 0..self.log.steps[self.place].changes {
                self.changed -= 1;
                self.exchange(self.changed);
            }
            self.place -= 1;
        }
        while self.place < target {
            self.place += 1;
            for _ in 0..self.log.steps[self.place].changes {
                self.exchange(self.changed);
                self.changed += 1;
            }
        }
    }

    /// Undoes a change, or does it again.
    fn exchange(&mut self, change: usize) {
        let change = &mut self.log.changes[change];
        let binding = &mut self.log.bindings[change.name.index()];
        std::mem::swap(binding, &mut change.other);
    }

    /// The statement of a step; [`NOWHERE`] at the end of the run.
    #[must_use]
    pub fn term(&self, step: u64) -> TermId {
        self.step(step).map_or(NOWHERE, |step| step.term)
    }

    fn step(&self, step: u64) -> Option<&crate::machine::log::Step> {
        let place = usize::try_from(step.checked_sub(self.log.from)?).ok()?;
        self.log.steps.get(place)
    }

    /// The length of the display list before a step.
    #[must_use]
    pub fn drawn(&self, step: u64) -> usize {
        self.step(step).map_or(0, |step| step.drawn as usize)
    }

    /// The number of bytes printed before a step, since the host took the output.
    #[must_use]
    pub fn printed(&self, step: u64) -> usize {
        self.step(step).map_or(0, |step| step.printed as usize)
    }

    /// The number of writes into dictionaries before a step.
    pub(crate) fn written(&self, step: u64) -> usize {
        self.step(step).map_or(0, |step| step.written as usize)
    }

    /// The stack frames at the current step, innermost first.
    #[must_use]
    pub fn frames(&self) -> Vec<StackFrame> {
        let mut frames = Vec::new();
        let mut step = self.position();
        while let Some(at) = self.step(step)
            && let Some(frame) = self.frame_of(at.scope)
            && let Some(ScopeKind::Code(code)) = self.scopes.get(frame).map(|it| it.kind)
        {
            let scope = self.scopes.get(frame);
            frames.push(StackFrame {
                code,
                term: at.term,
                step,
                first: scope.map_or(step, |scope| scope.first),
                scope: frame,
                inner: at.scope,
            });
            match scope.and_then(|scope| scope.caller) {
                Some(caller) => step = caller,
                None => break,
            }
        }
        frames
    }

    fn frame_of(&self, scope: ScopeId) -> Option<ScopeId> {
        self.scopes.get(scope).map(|scope| scope.frame)
    }

    /// A scope and those around it, innermost first.
    fn chain(&self, scope: ScopeId) -> impl Iterator<Item = (ScopeId, &RecordedScope)> {
        let entry = |id: ScopeId| self.scopes.get(id).map(|scope| (id, scope));
        std::iter::successors(entry(scope), move |(_, scope)| entry(scope.parent))
    }

    /// The variables that a stack frame sees, of all scopes around its statement: those of its own first,
    /// then those of its callers, which dynamic scoping lets it see, then global ones.
    #[must_use]
    pub fn variables(&self, frame: &StackFrame) -> Vec<VisibleVariable> {
        let frames = self.frames();
        let now = self.position();
        let mut found: Vec<VisibleVariable> = Vec::new();
        for (_, scope) in self.chain(frame.inner) {
            let hidden = scope.hidden.iter().filter(|hidden| hidden.since <= now);
            for hidden in hidden {
                let is_known = found.iter().any(|known| known.name == hidden.name);
                // Names that have come in texts of which nothing stays have no text here.
                if is_known || hidden.name.index() >= self.program.names.len() {
                    continue;
                }
                found.push(VisibleVariable {
                    name: hidden.name,
                    value: self.value(frame, hidden.name),
                    owner: frames.iter().position(|it| it.scope == scope.frame),
                    is_of_loop: matches!(scope.kind, ScopeKind::Loop(_)),
                });
            }
        }
        let mut is_local = vec![false; self.log.bindings.len()];
        for known in &found {
            is_local[known.name.index()] = true;
        }
        let names = (0..self.program.names.len().min(is_local.len()) as u32).map(NameId);
        for name in names.filter(|name| !is_local[name.index()]) {
            let value = match self.binding(frame, name) {
                Binding::Unset => continue,
                Binding::Value(value) => Some(value.clone()),
                Binding::Code(_) => None,
            };
            found.push(VisibleVariable {
                name,
                value,
                owner: None,
                is_of_loop: false,
            });
        }
        found
    }

    /// The binding of a name in a stack frame.
    fn binding(&self, frame: &StackFrame, name: NameId) -> &Binding {
        static UNSET: Binding = Binding::Unset;
        let now = self.position();
        let top = self.step(now).map_or(ScopeId::NONE, |step| step.scope);
        let inner = self.chain(top);
        let inner = inner.take_while(|(_, scope)| scope.frame != frame.scope);
        let is_it = |hidden: &&Hidden| hidden.name == name && hidden.since <= now;
        let hidden = inner.filter_map(|(_, scope)| scope.hidden.iter().find(is_it));
        // The outermost of them hides what the frame sees: first what its callee put aside.
        match hidden.last() {
            Some(hidden) => &hidden.binding,
            None => self.log.bindings.get(name.index()).unwrap_or(&UNSET),
        }
    }

    /// The value of a name in a stack frame, unless it is unset or stands for code.
    #[must_use]
    pub fn value(&self, frame: &StackFrame, name: NameId) -> Option<Value> {
        match self.binding(frame, name) {
            Binding::Value(value) => Some(value.clone()),
            Binding::Unset | Binding::Code(_) => None,
        }
    }

    /// For each of some stack frames, the values of the names that `wanted` gives for it, as it sees them.
    pub fn values_in(
        &self,
        frames: &[StackFrame],
        wanted: impl Fn(&StackFrame) -> Vec<NameId>,
    ) -> Vec<Vec<Option<Value>>> {
        let now = self.position();
        let mut scope = self.step(now).map_or(ScopeId::NONE, |step| step.scope);
        // The bindings of names outside of the scopes passed so far.
        let mut outside: FxHashMap<NameId, &Binding> = FxHashMap::default();
        let value = |binding: Option<&Binding>| match binding {
            Some(Binding::Value(value)) => Some(value.clone()),
            _ => None,
        };
        let values = frames.iter().map(|frame| {
            while let Some(inner) = self.scopes.get(scope)
                && inner.frame != frame.scope
            {
                let hidden = inner.hidden.iter().filter(|it| it.since <= now);
                // The first of a name is the one that the caller sees.
                outside.extend(hidden.rev().map(|it| (it.name, &it.binding)));
                scope = inner.parent;
            }
            let names = wanted(frame).into_iter();
            let current = |name: NameId| self.log.bindings.get(name.index());
            let values = names.map(|name| value(outside.get(&name).copied().or(current(name))));
            values.collect()
        });
        values.collect()
    }

    /// True if code that the frame has called hides a name from it.
    #[must_use]
    pub fn is_hidden(&self, frame: &StackFrame, name: NameId) -> bool {
        let now = self.position();
        let top = self.step(now).map_or(ScopeId::NONE, |step| step.scope);
        let inner = self.chain(top);
        let mut inner = inner.take_while(|(_, scope)| scope.frame != frame.scope);
        inner.any(|(_, scope)| scope.hidden.iter().any(|it| it.name == name))
    }

    /// The value that a name stands for at the current step, whichever scope is open.
    #[must_use]
    pub fn current(&self, name: NameId) -> Option<&Value> {
        match self.log.bindings.get(name.index())? {
            Binding::Value(value) => Some(value),
            Binding::Unset | Binding::Code(_) => None,
        }
    }
}
