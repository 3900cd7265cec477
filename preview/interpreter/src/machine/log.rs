//! The statements that ran, and what they changed.

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::TermId;
use rustc_hash::FxHashMap;

use super::variables::{Binding, Variables};
use crate::code::statement::CodeId;
use crate::error::{NOWHERE, RuntimeError};
use crate::value::dictionary::journal;
use crate::value::{List, Value};

/// The most steps that a log holds.
pub(crate) const MAX_STEPS: usize = 1 << 20;
/// The most bytes that a log holds, with the values that only it keeps.
const MAX_BYTES: usize = 256 << 20;
/// The most writes into dictionaries between its first and its last step.
const MAX_WRITES: usize = 1 << 19;
/// Lists in lists are measured so deep.
const MEASURED: usize = 8;

/// A step: a statement is about to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The statement; [`NOWHERE`] for the end of the run.
    pub(crate) term: TermId,
    /// The innermost open scope.
    pub(crate) scope: ScopeId,
    /// The round of that, if it is a loop.
    pub(crate) round: u32,
    /// The number of changes between the step before and this one.
    pub(crate) changes: u32,
    /// The length of the display list.
    pub(crate) drawn: u32,
    /// The number of bytes printed.
    pub(crate) printed: u32,
    /// The number of writes into dictionaries.
    pub(crate) written: u32,
}

/// A change of what a name stands for.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) name: NameId,
    /// The binding on the other side of the change: the old one while the change is done.
    pub(crate) other: Binding,
}

/// A scope of a run, by the order in which they were opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ScopeId(pub(crate) u32);

impl ScopeId {
    /// No scope is open.
    pub(crate) const NONE: ScopeId = ScopeId(u32::MAX);
}

/// Code that runs, or a loop.
#[derive(Clone, Debug)]
pub(crate) struct RecordedScope {
    pub(crate) parent: ScopeId,
    /// The scope of the code around, which has a stack frame: the scope itself if it is code.
    pub(crate) frame: ScopeId,
    /// The number of stack frames, with that of this scope.
    pub(crate) depth: u32,
    pub(crate) kind: ScopeKind,
    /// The number of the first step in it.
    pub(crate) first: u64,
    /// The number of the last step of the code around before that.
    pub(crate) caller: Option<u64>,
    /// The statement of that step, or [`NOWHERE`].
    pub(crate) call: TermId,
    /// The round of its parent in which it was opened, if that is a loop.
    pub(crate) outer_round: u32,
    /// The number of rounds that a loop has begun so far.
    pub(crate) rounds: u32,
    /// The bindings that it hides.
    pub(crate) hidden: Vec<Hidden>,
}

/// The kinds of scopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ScopeKind {
    Code(CodeId),
    /// A loop, by its term.
    Loop(TermId),
}

/// A binding that a scope hides.
#[derive(Clone, Debug)]
pub(crate) struct Hidden {
    /// The number of the step from which on it is hidden.
    pub(crate) since: u64,
    pub(crate) name: NameId,
    pub(crate) binding: Binding,
}

/// The scopes of a run that are open, and those that recorded steps are in.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    pub(crate) all: FxHashMap<ScopeId, RecordedScope>,
    open: Vec<OpenScope>,
    next: u32,
    /// The part of the variables that are hidden which belongs to open scopes.
    hidden: usize,
    /// The part of them that the running code does not see.
    aside: usize,
    /// Scopes below this are kept when they are closed.
    kept: u32,
}

/// A scope that is open.
#[derive(Clone, Copy, Debug)]
struct OpenScope {
    id: ScopeId,
    /// The place of its frame among the open scopes.
    frame: usize,
    /// The number of the last step of a frame, and its statement.
    step: Option<(u64, TermId)>,
}

/// The state of [`Scopes`] before a scope was opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    hidden: usize,
    aside: usize,
}

impl Scopes {
    /// Keeps all scopes from now on, those that are open and those that come. Only callers see what a scope
    /// hides, and those of open scopes have no recorded step: these values are not kept.
    pub(crate) fn keep_all(&mut self) {
        self.kept = u32::MAX;
        for hidden in self.all.values_mut().flat_map(|scope| &mut scope.hidden) {
            hidden.binding = Binding::Unset;
        }
    }

    /// Keeps none of those that come from now on.
    pub(crate) fn keep_no_more(&mut self) {
        self.kept = self.kept.min(self.next);
    }

    /// True if scopes that are opened now are kept.
    pub(crate) fn keeps_new(&self) -> bool {
        self.next < self.kept
    }

    /// The innermost open scope.
    pub(crate) fn innermost(&self) -> ScopeId {
        self.open.last().map_or(ScopeId::NONE, |open| open.id)
    }

    /// The round of the innermost scope, if it is a loop.
    pub(crate) fn round(&self) -> u32 {
        self.get(self.innermost()).map_or(0, |scope| scope.rounds)
    }

    /// A round of the innermost scope begins.
    pub(crate) fn begin_round(&mut self) {
        let innermost = self.innermost();
        if let Some(scope) = self.all.get_mut(&innermost) {
            scope.rounds = scope.rounds.saturating_add(1);
        }
    }

    /// A step begins in the innermost scope.
    pub(crate) fn enter_step(&mut self, number: u64, statement: TermId) {
        let frame = self.open.last().map(|open| open.frame);
        let frame = frame.and_then(|frame| self.open.get_mut(frame));
        if let Some(frame) = frame {
            frame.step = Some((number, statement));
        }
    }

    /// A scope, unless it is forgotten.
    pub(crate) fn get(&self, id: ScopeId) -> Option<&RecordedScope> {
        self.all.get(&id)
    }

    fn push(&mut self, kind: ScopeKind, first: u64, hidden: Vec<Hidden>) -> usize {
        let id = ScopeId(self.next);
        self.next += 1;
        let parent = self.innermost();
        let outer = self.get(parent);
        let (frame, depth) = match (kind, outer) {
            (ScopeKind::Code(_), outer) => (id, outer.map_or(0, |outer| outer.depth) + 1),
            (ScopeKind::Loop(_), Some(outer)) => (outer.frame, outer.depth),
            (ScopeKind::Loop(_), None) => (id, 0),
        };
        let around = self.open.last().map(|open| open.frame);
        let place = match (kind, around) {
            (ScopeKind::Loop(_), Some(around)) => around,
            _ => self.open.len(),
        };
        let caller = around.and_then(|around| self.open.get(around)?.step);
        let bytes = size_of::<(ScopeId, RecordedScope)>() + hidden.len() * size_of::<Hidden>();
        let scope = RecordedScope {
            parent,
            frame,
            depth,
            kind,
            first,
            caller: caller.map(|(number, _)| number),
            call: caller.map_or(NOWHERE, |(_, statement)| statement),
            outer_round: self.round(),
            rounds: 0,
            hidden,
        };
        self.all.insert(id, scope);
        self.open.push(OpenScope {
            id,
            frame: place,
            step: None,
        });
        bytes
    }

    /// Code begins to run, with its parameters bound. The bytes that are kept for it, and what is to
    /// be given to [`Scopes::close`].
    pub(crate) fn open_code(
        &mut self,
        code: CodeId,
        variables: &Variables,
        since: u64,
    ) -> (usize, Before) {
        let before = Before {
            hidden: self.hidden,
            aside: self.aside,
        };
        let entry = |(name, binding): &(NameId, Binding)| Hidden {
            since,
            name: *name,
            binding: binding.clone(),
        };
        let aside = variables.put_aside();
        let mut hidden: Vec<Hidden> = Vec::new();
        for put in aside.get(before.aside..).unwrap_or_default() {
            if hidden.iter().all(|other| other.name != put.0) {
                hidden.push(entry(put));
            }
        }
        let own = variables.hidden().get(before.hidden..).unwrap_or_default();
        hidden.extend(own.iter().map(entry));
        self.hidden = variables.hidden().len();
        self.aside = aside.len();
        (self.push(ScopeKind::Code(code), since, hidden), before)
    }

    /// A loop is about to bind its variables. As [`Scopes::open_code`].
    pub(crate) fn open_loop(
        &mut self,
        id: TermId,
        names: impl Iterator<Item = NameId>,
        variables: &Variables,
        since: u64,
    ) -> (usize, Before) {
        let before = Before {
            hidden: self.hidden,
            aside: self.aside,
        };
        let hidden = names.map(|name| Hidden {
            since,
            name,
            binding: variables.get(name).clone(),
        });
        let hidden = hidden.collect();
        (self.push(ScopeKind::Loop(id), since, hidden), before)
    }

    /// Names were made local to the running code. The bytes that are kept for them.
    pub(crate) fn declare(&mut self, variables: &Variables, since: u64) -> usize {
        let own = variables.hidden().get(self.hidden..).unwrap_or_default();
        self.hidden = variables.hidden().len();
        let innermost = self.innermost();
        let frame = self.get(innermost).map_or(innermost, |scope| scope.frame);
        if let Some(scope) = self.all.get_mut(&frame) {
            let hidden = own.iter().map(|(name, binding)| Hidden {
                since,
                name: *name,
                binding: binding.clone(),
            });
            scope.hidden.extend(hidden);
        }
        own.len() * size_of::<Hidden>()
    }

    /// The innermost scope has ended.
    pub(crate) fn close(&mut self, before: Before) {
        if let Some(open) = self.open.pop()
            && open.id.0 >= self.kept
        {
            self.all.remove(&open.id);
        }
        self.hidden = before.hidden;
        self.aside = before.aside;
    }
}

/// Something that stops the debugger at a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The number of the step.
    pub step: u64,
    /// The reason.
    pub cause: HitCause,
}

/// The reason of a [`Hit`].
#[derive(Clone, Debug, PartialEq)]
pub enum HitCause {
    /// A breakpoint, by its place in the settings.
    Breakpoint(usize),
    /// Something went wrong in the statement of the step.
    Error(RuntimeError),
    /// The host has asked to stop here.
    Pause,
    /// The statement makes a variable NaN or infinite.
    NotFinite(NameId),
    /// The same in single precision alone.
    NotFiniteInSinglePrecision(NameId),
    /// After the statement, a variable differs in single precision.
    Difference(NameId),
    /// After the statement, single precision takes another way.
    OtherWay,
}

/// A message that a breakpoint has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogMessage {
    /// The number of the step.
    pub step: u64,
    /// The breakpoint, by its place in the settings.
    pub breakpoint: usize,
    /// The message, without a line end.
    pub text: String,
}

/// The steps of a run from one on, as long as there is room.
#[derive(Debug)]
pub(crate) struct Log {
    /// The number of the first step that is kept.
    pub(crate) from: u64,
    pub(crate) steps: Vec<Step>,
    pub(crate) changes: Vec<Change>,
    /// The bindings of all names at the last step.
    pub(crate) bindings: Vec<Binding>,
    pub(crate) hits: Vec<Hit>,
    /// The step of the first hit for which there was no room.
    pub(crate) later_hit: Option<u64>,
    bytes: usize,
    /// The most bytes that it may hold.
    most: usize,
    /// The most steps that it may hold.
    most_steps: usize,
    /// True if only hits are noted, and no steps.
    has_hits_only: bool,
    /// True if there was no room for the steps that followed.
    pub(crate) is_full: bool,
}

impl Log {
    pub(crate) fn new(from: u64) -> Log {
        Log {
            from,
            steps: Vec::new(),
            changes: Vec::new(),
            bindings: Vec::new(),
            hits: Vec::new(),
            later_hit: None,
            bytes: 0,
            most: MAX_BYTES,
            most_steps: MAX_STEPS,
            has_hits_only: false,
            is_full: false,
        }
    }

    /// The same in less memory: others hold so many bytes already.
    pub(crate) fn beside(from: u64, bytes: usize) -> Log {
        Log {
            most: MAX_BYTES.saturating_sub(bytes).max(MAX_BYTES / 16),
            ..Log::new(from)
        }
    }

    /// The same with no more steps than these.
    pub(crate) fn of_steps(self, most_steps: usize) -> Log {
        Log { most_steps, ..self }
    }

    /// A log of the hits from a step on, without steps.
    pub(crate) fn of_hits(from: u64) -> Log {
        Log {
            has_hits_only: true,
            ..Log::new(from)
        }
    }

    /// The bytes that it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Counts bytes that are kept beside the steps.
    pub(crate) fn charge(&mut self, bytes: usize) {
        self.bytes += bytes;
    }

    /// True if a step of a number is kept.
    pub(crate) fn takes(&self, number: u64) -> bool {
        number >= self.from && !self.is_full && !self.has_hits_only
    }

    /// Adds a step.
    pub(crate) fn add(&mut self, mut step: Step, variables: &Variables) {
        let start = self.changes.len();
        let now = variables.bindings();
        if self.steps.is_empty() {
            self.bindings = now.to_vec();
        }
        for (index, (known, binding)) in self.bindings.iter_mut().zip(now).enumerate() {
            if !known.is_same(binding) {
                self.bytes += size_of::<Change>() + measure_binding(known, binding);
                let other = std::mem::replace(known, binding.clone());
                let name = NameId(index as u32);
                self.changes.push(Change { name, other });
            }
        }
        // Names that have come since.
        let known = self.bindings.len();
        self.bindings.extend_from_slice(&now[known..]);
        step.changes = (self.changes.len() - start) as u32;
        self.bytes += size_of::<Step>();
        self.steps.push(step);
        let written = self.steps[0].written;
        self.is_full = self.steps.len() >= self.most_steps
            || self.bytes > self.most
            || (step.written - written) as usize > MAX_WRITES;
    }

    /// Adds the end of the run.
    pub(crate) fn finish(&mut self, drawn: u32, printed: u32, variables: &Variables) {
        if !self.is_full && !self.has_hits_only {
            let end = Step {
                term: NOWHERE,
                scope: ScopeId::NONE,
                round: 0,
                changes: 0,
                drawn,
                printed,
                written: journal::len() as u32,
            };
            self.add(end, variables);
        }
    }
}

/// The bytes of bindings that are kept beside the same ones later.
pub(crate) fn measure_bindings(before: &[Binding], after: &[Binding]) -> usize {
    let changed = before.iter().zip(after).filter(|(a, b)| !a.is_same(b));
    let values = changed.map(|(before, after)| measure_binding(before, after));
    size_of_val(before) + values.sum::<usize>()
}

/// The bytes that are kept for a binding because it is replaced by another one.
fn measure_binding(before: &Binding, after: &Binding) -> usize {
    match (before, after) {
        (Binding::Value(before), Binding::Value(after)) => measure(before, Some(after), MEASURED),
        (Binding::Value(before), _) => measure(before, None, MEASURED),
        (Binding::Unset | Binding::Code(_), _) => 0,
    }
}

/// The bytes of a value that another one does not share.
fn measure(before: &Value, after: Option<&Value>, depth: usize) -> usize {
    match (before, after) {
        (before, Some(after)) if before.is_same(after) => 0,
        (Value::String(text), _) => text.len(),
        (Value::List(list), after) => {
            let other = after.and_then(Value::list);
            let bytes = list.bytes();
            match list.is_numeric() || depth == 0 {
                true => bytes,
                false => bytes + measure_items(list, other, depth - 1),
            }
        }
        (Value::Shape(_) | Value::Code(_), _) => size_of::<[Value; 16]>(),
        _ => 0,
    }
}

fn measure_items(list: &List, other: Option<&List>, depth: usize) -> usize {
    let items = list.iter().enumerate();
    let bytes = items.map(|(index, item)| {
        let after = other.and_then(|other| other.get(index));
        measure(&item, after.as_ref(), depth)
    });
    bytes.sum()
}

#[cfg(test)]
mod tests {
    use cindyscript_hir::names::Names;

    use super::*;

    #[test]
    fn values_hidden_before_the_first_step_are_not_kept() {
        let mut names = Names::with_capacity(1);
        let name = names.intern("l");
        let mut variables = Variables::default();
        variables.grow(&names);
        let mut scopes = Scopes::default();
        for value in [1.0, 2.0] {
            variables.set(name, Binding::Value(value.into()));
            scopes.open_loop(NOWHERE, std::iter::once(name), &variables, 0);
            if value == 1.0 {
                scopes.keep_all();
            }
        }
        let kept = |scope: u32| {
            let scope = scopes.get(ScopeId(scope));
            scope.map(|scope| {
                matches!(
                    scope.hidden[..],
                    [Hidden {
                        binding: Binding::Value(_),
                        ..
                    }]
                )
            })
        };
        assert_eq!([kept(0), kept(1)], [Some(false), Some(true)]);
    }
}
