//! Helper variables that functions share without meaning to. A variable that a function assigns
//! belongs to the whole applet unless `regional` says otherwise, so that a call overwrites what the
//! caller keeps under the same name.

use std::collections::VecDeque;

use cindyscript_hir::names::{NameId, NameSet};
use cindyscript_hir::program::assigned_names;
use cindyscript_hir::program::{CalleeId, FunctionId, Program, TermId, TermKind};
use cindyscript_infer::closure::{Calls, Closed};
use cindyscript_infer::small_set::SmallSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use crate::diagnostic::{Related, Severity};

impl Checker<'_> {
    /// Variables that a function uses for itself, and with which it overwrites what its caller reads
    /// afterwards.
    pub(super) fn leaks(&mut self) {
        let program = &*self.analysis.program;
        let functions = (0..program.functions.len() as u32).map(FunctionId);
        if !functions
            .clone()
            .any(|function| may_leak(program, function))
        {
            return;
        }
        let helpers = Helpers::new(program);
        if helpers.direct.iter().all(FxHashMap::is_empty) {
            return;
        }
        let mut lost: Vec<Lost> = Vec::new();
        for function in functions {
            let body = program.function(function).body;
            lost.extend(Flow::new(program, own_names(program, function), Some(&helpers)).run(body));
        }
        for script in &program.scripts {
            let flow = Flow::new(program, Vec::new(), Some(&helpers));
            lost.extend(flow.run(script.root));
        }
        for Lost {
            name,
            assigned,
            call,
            read,
            callee,
        } in lost
        {
            let Some(leak) = helpers.leak(callee, name) else {
                continue;
            };
            let text = program.names.text(name);
            let function = program.function(leak.function);
            let callee = &program.callee(function.callee).name;
            let message = format!(
                "`{text}` is not `{callee}`'s own: this overwrites the `{text}` of whoever calls it"
            );
            let places = [
                (assigned, "this value is lost"),
                (call, "by this call"),
                (read, "here it is wanted again"),
            ];
            let related = places.map(|(term, words)| Related {
                range: self.analysis.range(term),
                message: words.to_owned(),
            });
            let Some(said) = self.say(leak.target, "leaking-variable", Severity::Hint, message)
            else {
                continue;
            };
            said.help = Some(format!("`regional({text})` makes it the function's own"));
            said.related.extend(related);
        }
    }
}

/// Whether a function assigns to a variable that is not its own.
fn may_leak(program: &Program, function: FunctionId) -> bool {
    let body = program.function(function).body;
    let first = program.term(body).first;
    let mut targets = Vec::new();
    for term in &program.terms[first.index()..=body.index()] {
        if let TermKind::Assign { target, .. } = term.kind {
            assigned_names(program, target, &mut targets);
        }
    }
    !targets.is_empty() && {
        let own: SmallSet<NameId> = own_names(program, function).into_iter().collect();
        targets.iter().any(|target| !own.contains(target))
    }
}

/// The parameters of a function, and what it declares: a few.
pub(crate) fn own_names(program: &Program, function: FunctionId) -> Vec<NameId> {
    let captured = program.captured(function).iter().map(|one| one.name);
    let function = program.function(function);
    let mut own: Vec<NameId> = function.parameters.iter().map(|one| one.name).collect();
    own.extend(captured);
    let first = program.term(function.body).first;
    for term in &program.terms[first.index()..=function.body.index()] {
        if let TermKind::Regional(names) = term.kind {
            let names = program.children(names).iter();
            own.extend(names.filter_map(|&name| program.name_of(name)));
        }
    }
    own
}

/// An assignment in a function to a variable that is not its own.
#[derive(Clone, Copy, Debug)]
struct Leak {
    function: FunctionId,
    target: TermId,
}

/// The variables that are overwritten when functions are called.
struct Helpers {
    /// For each function, those that it uses for itself, each with an assignment.
    direct: Vec<FxHashMap<NameId, TermId>>,
    /// For each function, these and those of the functions that it calls, but for its own.
    overwritten: Vec<Closed>,
    calls: Vec<Vec<FunctionId>>,
    own: Vec<SmallSet<NameId>>,
}

impl Helpers {
    fn new(program: &Program) -> Self {
        let (mut direct, mut calls, mut own) = (Vec::new(), Vec::new(), Vec::new());
        for function in (0..program.functions.len() as u32).map(FunctionId) {
            let names = own_names(program, function);
            own.push(names.iter().copied().collect());
            let mut flow = Flow::new(program, names, None);
            flow.walk(program.function(function).body);
            flow.used.retain(|name, _| !flow.inherited.contains(name));
            direct.push(flow.used);
            calls.push(flow.calls);
        }
        let names: Vec<SmallSet<NameId>> = direct
            .iter()
            .map(|helpers| helpers.keys().copied().collect())
            .collect();
        let graph = calls.iter().map(|calls| {
            let calls = calls.iter();
            calls.map(|function: &FunctionId| function.0).collect()
        });
        let overwritten = Calls::new(graph.collect()).close(&names, &own);
        Self {
            direct,
            overwritten,
            calls,
            own,
        }
    }

    /// Which function overwrites a variable where one is called: the nearest to it.
    fn leak(&self, called: FunctionId, name: NameId) -> Option<Leak> {
        let mut seen: FxHashSet<FunctionId> = [called].into_iter().collect();
        let mut pending: VecDeque<FunctionId> = [called].into_iter().collect();
        while let Some(function) = pending.pop_front() {
            if let Some(&target) = self.direct[function.index()].get(&name) {
                return Some(Leak { function, target });
            }
            if !self.own[function.index()].contains(&name) {
                let calls = self.calls[function.index()].iter().copied();
                pending.extend(calls.filter(|&callee| seen.insert(callee)));
            }
        }
        None
    }
}

/// A value that a call overwrites before it is read.
struct Lost {
    name: NameId,
    assigned: TermId,
    call: TermId,
    read: TermId,
    /// The function that is called.
    callee: FunctionId,
}

/// What became of a variable so far.
#[derive(Clone, Copy, Debug)]
enum State {
    /// It has the value of this assignment.
    Assigned(TermId),
    /// It may have.
    Perhaps,
    /// A call has overwritten that.
    Overwritten {
        assigned: TermId,
        call: TermId,
        callee: FunctionId,
    },
}

/// Follows the variables of one function or script in the order of evaluation.
///
/// Loops are taken to run once, and calls to run the last definition: what is found is certain
/// enough for a hint.
struct Flow<'a> {
    program: &'a Program,
    /// Names that nobody else sees.
    own: NameSet,
    /// Names that mean something else in the code where we are.
    bound: Vec<NameId>,
    helpers: Option<&'a Helpers>,
    states: FxHashMap<NameId, State>,
    /// Variables that have been assigned somewhere.
    assigned: NameSet,
    /// What the states were before each change, the last last.
    log: Vec<(NameId, Option<State>)>,
    /// Variables that are read after they were assigned, with the assignment's target.
    used: FxHashMap<NameId, TermId>,
    /// Variables that are read before.
    inherited: FxHashSet<NameId>,
    calls: Vec<FunctionId>,
    lost: Vec<Lost>,
}

impl<'a> Flow<'a> {
    fn new(program: &'a Program, own: Vec<NameId>, helpers: Option<&'a Helpers>) -> Self {
        Self {
            program,
            own: own.into_iter().collect(),
            bound: Vec::new(),
            helpers,
            states: FxHashMap::default(),
            assigned: NameSet::default(),
            log: Vec::new(),
            used: FxHashMap::default(),
            inherited: FxHashSet::default(),
            calls: Vec::new(),
            lost: Vec::new(),
        }
    }

    fn run(mut self, root: TermId) -> Vec<Lost> {
        self.walk(root);
        self.lost
    }

    fn set(&mut self, name: NameId, state: Option<State>) {
        let before = match state {
            Some(state) => self.states.insert(name, state),
            None => self.states.remove(&name),
        };
        self.log.push((name, before));
    }

    /// Takes back all changes since the log had this length, and gives what they had come to.
    fn undo(&mut self, length: usize) -> FxHashMap<NameId, Option<State>> {
        let mut changed = FxHashMap::default();
        while self.log.len() > length
            && let Some((name, before)) = self.log.pop()
        {
            let after = match before {
                Some(before) => self.states.insert(name, before),
                None => self.states.remove(&name),
            };
            changed.entry(name).or_insert(after);
        }
        changed
    }

    fn walk(&mut self, term: TermId) {
        let program = self.program;
        match program.kind(term) {
            TermKind::Variable(name) => self.read(name, term),
            TermKind::Assign { target, value } => {
                self.walk(value);
                self.write(target);
            }
            TermKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.walk(condition);
                let length = self.log.len();
                self.walk(then);
                let after_then = self.undo(length);
                if let Some(otherwise) = otherwise {
                    self.walk(otherwise);
                }
                let after_else = self.undo(length);
                self.join(&after_then, &after_else);
            }
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                self.walk(iteration.domain);
                for modifier in program.modifiers(iteration.modifiers) {
                    self.walk(modifier.value);
                }
                let names = iteration.index.into_iter().chain([iteration.element]);
                self.within(names, iteration.body);
            }
            TermKind::Special(id) => {
                let special = program.special(id);
                for modifier in program.modifiers(special.modifiers) {
                    self.walk(modifier.value);
                }
                for (_, argument) in program.special_arguments(id) {
                    self.within(program.special_names(id), argument);
                }
            }
            // Each pixel has variables of its own, and what is only defined does not run here.
            TermKind::Plot(_)
            | TermKind::Define(_)
            | TermKind::DefineLazy { .. }
            | TermKind::Regional(_)
            | TermKind::Undefine(_) => {}
            TermKind::Call { callee, .. } => {
                program.for_each_operand(term, |operand| self.walk(operand));
                self.call(callee, term);
            }
            _ => program.for_each_operand(term, |operand| self.walk(operand)),
        }
    }

    /// Walks code in which some names mean something else.
    fn within(&mut self, names: impl Iterator<Item = NameId>, code: TermId) {
        let depth = self.bound.len();
        self.bound.extend(names);
        self.walk(code);
        self.bound.truncate(depth);
    }

    fn is_own(&self, name: NameId) -> bool {
        self.own.contains(name) || self.bound.contains(&name)
    }

    fn read(&mut self, name: NameId, read: TermId) {
        if self.is_own(name) {
            return;
        }
        match self.states.get(&name) {
            None | Some(State::Perhaps) => {
                self.inherited.insert(name);
            }
            Some(&State::Assigned(target)) => {
                self.used.entry(name).or_insert(target);
            }
            Some(&State::Overwritten {
                assigned,
                call,
                callee,
            }) => self.lost.push(Lost {
                name,
                assigned,
                call,
                read,
                callee,
            }),
        }
    }

    fn write(&mut self, target: TermId) {
        let program = self.program;
        match program.kind(target) {
            TermKind::Variable(name) if !self.is_own(name) => {
                self.assigned.insert(name);
                self.set(name, Some(State::Assigned(target)));
            }
            TermKind::Variable(_) => {}
            TermKind::List(targets) => {
                for &target in program.children(targets) {
                    self.write(target);
                }
            }
            // A part of a list changes what was there before.
            _ => self.walk(target),
        }
    }

    fn call(&mut self, callee: CalleeId, call: TermId) {
        let row = self.program.callee(callee);
        // Which code runs is not in the text.
        let Some(&function) = row.definitions.last().filter(|_| !row.runs_code()) else {
            return;
        };
        self.calls.push(function);
        let Some(helpers) = self.helpers else { return };
        let overwritten = &helpers.overwritten[function.index()].outer;
        let mut lost = overwritten.common(&self.assigned);
        lost.retain(|name| !self.is_own(*name));
        for name in lost {
            if let Some(&State::Assigned(assigned)) = self.states.get(&name) {
                let state = State::Overwritten {
                    assigned,
                    call,
                    callee: function,
                };
                self.set(name, Some(state));
            }
        }
    }

    /// Goes on from the ends of two branches.
    fn join(&mut self, a: &FxHashMap<NameId, Option<State>>, b: &FxHashMap<NameId, Option<State>>) {
        let names: FxHashSet<NameId> = a.keys().chain(b.keys()).copied().collect();
        for name in names {
            let now = self.states.get(&name).copied();
            let end = |branch: &FxHashMap<NameId, Option<State>>| {
                branch.get(&name).copied().unwrap_or(now)
            };
            let joined = match (end(a), end(b)) {
                (lost @ Some(State::Overwritten { .. }), _)
                | (_, lost @ Some(State::Overwritten { .. })) => lost,
                (assigned @ Some(State::Assigned(_)), Some(State::Assigned(_))) => assigned,
                (None, None) => None,
                _ => Some(State::Perhaps),
            };
            self.set(name, joined);
        }
    }
}
