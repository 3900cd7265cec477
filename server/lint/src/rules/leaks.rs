//! Helper variables that functions share without meaning to. A variable that a function assigns
//! belongs to the whole applet unless `regional` says otherwise, so that a call overwrites what the
//! caller keeps under the same name.

use std::collections::VecDeque;

use cindyscript_diagnostic::{Code, Related};
use cindyscript_hir::names::{NameId, NameSet};
use cindyscript_hir::program::{
    Branch, CalleeId, Evaluation, Followed, FunctionId, Program, TermId, TermKind, assigned_names,
    evaluate,
};
use cindyscript_infer::closure::{CallGraph, TransitiveNames};
use cindyscript_infer::small_set::SmallSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::context::Context;
use crate::sink::Sink;

/// Variables that a function uses for itself, and with which it overwrites what its caller reads
/// afterwards.
pub(crate) fn leaks(cx: &Context, sink: &mut Sink) {
    let program = &*cx.applet.program;
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
        lost.extend(Flow::new(program, program.own_names(function), Some(&helpers)).run(body));
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
            "`{text}` is not local to `{callee}`: this overwrites the `{text}` of its caller"
        );
        let places = [
            (assigned, "this value is lost"),
            (call, "by this call"),
            (read, "here it is used again"),
        ];
        let related = places.map(|(term, words)| Related {
            range: cx.applet.range(term),
            message: words.to_owned(),
        });
        sink.report(leak.target, Code::LeakingVariable, message)
            .help(format!("`regional({text})` makes it local to the function"))
            .related(related);
    }
}

/// True if a function assigns to a variable that is not its own.
fn may_leak(program: &Program, function: FunctionId) -> bool {
    let body = program.function(function).body;
    let first = program.term(body).first;
    let mut targets = Vec::new();
    for &term in program.actions_within(first..=body) {
        if let TermKind::Assign { target, .. } = program.kind(term) {
            assigned_names(program, target, &mut targets);
        }
    }
    !targets.is_empty() && {
        let own: SmallSet<NameId> = program.own_names(function).into_iter().collect();
        targets.iter().any(|target| !own.contains(target))
    }
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
    overwritten: Vec<TransitiveNames>,
    calls: Vec<Vec<FunctionId>>,
    own: Vec<SmallSet<NameId>>,
}

impl Helpers {
    fn new(program: &Program) -> Self {
        let (mut direct, mut calls, mut own) = (Vec::new(), Vec::new(), Vec::new());
        for function in (0..program.functions.len() as u32).map(FunctionId) {
            let names = program.own_names(function);
            own.push(names.iter().copied().collect());
            let mut flow = Flow::new(program, names, None);
            evaluate(program, program.function(function).body, &mut flow);
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
        let overwritten = CallGraph::new(graph.collect()).close(&names, &own);
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

/// The state of a variable so far.
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

/// The earlier states of variables that have changed.
type Changes = FxHashMap<NameId, Option<State>>;

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
    /// The states before each change, the latest at the end.
    log: Vec<(NameId, Option<State>)>,
    /// The branches around: how long the log was before each, and what the first branch came to,
    /// once that is over.
    branches: Vec<(usize, Changes)>,
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
            branches: Vec::new(),
            used: FxHashMap::default(),
            inherited: FxHashSet::default(),
            calls: Vec::new(),
            lost: Vec::new(),
        }
    }

    fn run(mut self, root: TermId) -> Vec<Lost> {
        evaluate(self.program, root, &mut self);
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
    fn undo(&mut self, length: usize) -> Changes {
        let mut changed = Changes::default();
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

    fn is_own(&self, name: NameId) -> bool {
        self.own.contains(name) || self.bound.contains(&name)
    }

    /// Goes on from the ends of two branches.
    fn join(&mut self, a: &Changes, b: &Changes) {
        let names: FxHashSet<NameId> = a.keys().chain(b.keys()).copied().collect();
        for name in names {
            let now = self.states.get(&name).copied();
            let end = |branch: &Changes| branch.get(&name).copied().unwrap_or(now);
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

impl Evaluation for Flow<'_> {
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

    fn write(&mut self, name: NameId, target: TermId, _: TermId) {
        if !self.is_own(name) {
            self.assigned.insert(name);
            self.set(name, Some(State::Assigned(target)));
        }
    }

    fn bind(&mut self, names: &[NameId]) {
        self.bound.extend(names);
    }

    fn unbind(&mut self, names: &[NameId]) {
        self.bound.truncate(self.bound.len() - names.len());
    }

    fn branch(&mut self, branch: Branch) {
        match branch {
            Branch::Then => self.branches.push((self.log.len(), Changes::default())),
            Branch::Otherwise => {
                let length = self.branches.pop().map_or(0, |(length, _)| length);
                let after_then = self.undo(length);
                self.branches.push((length, after_then));
            }
            Branch::End => {
                let (length, after_then) = self.branches.pop().unwrap_or_default();
                let after_else = self.undo(length);
                self.join(&after_then, &after_else);
            }
        }
    }

    fn call(&mut self, call: TermId, callee: CalleeId) -> Option<Followed> {
        let row = self.program.callee(callee);
        // Which code runs is not in the text.
        let function = *row.definitions.last().filter(|_| !row.runs_code())?;
        self.calls.push(function);
        let helpers = self.helpers?;
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
        None
    }

    // Each pixel has variables of its own.
    fn skips(&self, term: TermId) -> bool {
        matches!(self.program.kind(term), TermKind::Plot(_))
    }
}
