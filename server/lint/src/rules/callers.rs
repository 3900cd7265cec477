//! Functions that use what their callers bind. Scripts look a name up where the function is called,
//! so that it sees the parameters, the `regional` and the running variables of all its callers. The
//! functions of a shader, CindyGL's and ours, see their own and what belongs to the whole colorplot.

use std::rc::Rc;

use cindyscript_analysis::InferredApplet;
use cindyscript_diagnostic::{Code, Diagnostic};
use cindyscript_hir::names::{NameId, NameSet};
use cindyscript_hir::program::{CalleeId, FunctionId, PlotId, Program, TermId, TermKind};
use cindyscript_infer::BodyKind;
use cindyscript_infer::closure::CallGraph;
use cindyscript_infer::shared_names::SharedNames;
use cindyscript_infer::small_set::SmallSet;
use rustc_hash::{FxHashMap, FxHashSet};

/// The binder of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binder {
    Function(FunctionId),
    Loop,
}

/// A name that somebody binds, and the call that leads from there to a function which does not.
#[derive(Clone, Copy, Debug)]
struct Bound {
    name: NameId,
    by: Binder,
    call: TermId,
}

/// A call, and the running variables around it, the innermost last.
struct Call {
    of: CalleeId,
    term: TermId,
    running: Rc<[NameId]>,
}

impl Call {
    /// The loop around the call that binds a name, if one does.
    fn running(&self, name: NameId) -> Option<Bound> {
        self.running.contains(&name).then_some(Bound {
            name,
            by: Binder::Loop,
            call: self.term,
        })
    }
}

/// The uses of names in the text of a function or colorplot.
#[derive(Default)]
struct Uses {
    /// Names that it does not bind itself, where they first stand.
    free: Vec<(NameId, TermId)>,
    /// Its calls of functions of the applet, of those with the same running variables the first.
    calls: Vec<Call>,
}

/// Reads the text of a function or colorplot.
struct Walk<'a> {
    program: &'a Program,
    /// The names that are bound throughout.
    own: FxHashSet<NameId>,
    running: Vec<NameId>,
    known: FxHashSet<NameId>,
    called: FxHashSet<(CalleeId, Rc<[NameId]>)>,
    uses: Uses,
}

impl Uses {
    /// `own` are the names that are bound throughout.
    fn of(program: &Program, root: TermId, own: &[NameId]) -> Self {
        let mut walk = Walk {
            program,
            own: own.iter().copied().collect(),
            running: Vec::new(),
            known: FxHashSet::default(),
            called: FxHashSet::default(),
            uses: Self::default(),
        };
        walk.walk(root);
        walk.uses
    }
}

/// The names that each function binds, and what it does with others.
type Functions = FxHashMap<FunctionId, (FxHashSet<NameId>, Uses)>;

/// The names that are bound where functions are called.
#[derive(Default)]
struct Visible {
    bounds: FxHashMap<CalleeId, FxHashMap<NameId, Bound>>,
    /// Those that have been told of more since they were looked at.
    pending: Vec<CalleeId>,
}

impl Visible {
    /// The names where functions are called, by colorplots or by one another.
    fn of(program: &Program, functions: &Functions, calls: &[&Call]) -> Self {
        let wanted = Wanted::new(program, functions, calls.iter().copied());
        let mut visible = Self::default();
        for call in calls {
            let bounds = wanted.by(call.of).into_iter();
            let bounds = bounds.filter_map(|name| call.running(name)).collect();
            visible.add(call.of, bounds);
        }
        let mut order: Vec<FunctionId> = functions.keys().copied().collect();
        order.sort_unstable();
        let callees = order
            .iter()
            .map(|&function| program.function(function).callee);
        let mut listed = FxHashSet::default();
        let callees = callees.filter(|&callee| listed.insert(callee));
        visible.pending.extend(callees);
        // The set of visible names only grows, and no name is there twice, so this ends.
        while let Some(callee) = visible.pending.pop() {
            for function in &program.callee(callee).definitions {
                if let Some((own, uses)) = functions.get(function) {
                    visible.pass_on(callee, *function, own, uses, &wanted);
                }
            }
        }
        visible
    }

    /// Adds what a function binds, or its callers do, to what it calls.
    fn pass_on(
        &mut self,
        callee: CalleeId,
        function: FunctionId,
        own: &FxHashSet<NameId>,
        uses: &Uses,
        wanted: &Wanted,
    ) {
        for call in &uses.calls {
            let by_function = |name| {
                own.contains(&name).then_some(Bound {
                    name,
                    by: Binder::Function(function),
                    call: call.term,
                })
            };
            let bounds = wanted.by(call.of).into_iter().filter_map(|name| {
                let bound = call.running(name).or_else(|| by_function(name));
                bound.or_else(|| self.get(callee, name))
            });
            let bounds = bounds.collect();
            self.add(call.of, bounds);
        }
    }

    fn get(&self, callee: CalleeId, name: NameId) -> Option<Bound> {
        self.bounds.get(&callee)?.get(&name).copied()
    }

    /// Adds what is bound where a function is called; what was known of a name stays.
    fn add(&mut self, callee: CalleeId, bounds: Vec<Bound>) {
        if bounds.is_empty() {
            return;
        }
        let known = self.bounds.entry(callee).or_default();
        let before = known.len();
        for bound in bounds {
            known.entry(bound.name).or_insert(bound);
        }
        if known.len() > before {
            self.pending.push(callee);
        }
    }
}

/// Names that functions, or those that they call, want to be bound by their callers: only of these
/// it is of interest who does.
struct Wanted(FxHashMap<CalleeId, SharedNames>);

impl Wanted {
    /// `calls` are further calls.
    fn new<'a>(
        program: &Program,
        functions: &'a Functions,
        calls: impl Iterator<Item = &'a Call>,
    ) -> Self {
        let own = functions.values().flat_map(|(own, _)| own);
        let inner = functions.values().flat_map(|(_, uses)| &uses.calls);
        let running = calls.chain(inner).flat_map(|call| call.running.iter());
        let bound: NameSet = own.chain(running).copied().collect();
        // The functions, and behind them the callees, each of which leads to its definitions.
        let mut order: Vec<FunctionId> = functions.keys().copied().collect();
        order.sort_unstable();
        let place = |function: &FunctionId| order.binary_search(function).ok();
        let count = order.len() as u32;
        let rows = order.iter().filter_map(|function| functions.get(function));
        let (mut free, mut binds, mut calls) = (Vec::new(), Vec::new(), Vec::new());
        for (own, uses) in rows {
            let names = uses.free.iter().map(|&(name, _)| name);
            free.push(names.filter(|name| bound.contains(*name)).collect());
            binds.push(own.iter().copied().collect());
            calls.push(uses.calls.iter().map(|call| count + call.of.0).collect());
        }
        for callee in &program.callees {
            let definitions = callee.definitions.iter().filter_map(place);
            calls.push(definitions.map(|place| place as u32).collect());
        }
        free.resize(calls.len(), SmallSet::default());
        binds.resize(calls.len(), SmallSet::default());
        let closed = CallGraph::new(calls).close(&free, &binds).into_iter();
        let by_callee = closed.skip(order.len()).zip((0..).map(CalleeId));
        let by_callee = by_callee.filter(|(closed, _)| !closed.outer.is_empty());
        Self(
            by_callee
                .map(|(closed, callee)| (callee, closed.outer))
                .collect(),
        )
    }

    fn by(&self, callee: CalleeId) -> Vec<NameId> {
        self.0
            .get(&callee)
            .map(SharedNames::names)
            .unwrap_or_default()
    }
}

impl Walk<'_> {
    fn walk(&mut self, term: TermId) {
        let program = self.program;
        match program.kind(term) {
            TermKind::Variable(name) => {
                let is_bound = self.own.contains(&name) || self.running.contains(&name);
                if !is_bound && self.known.insert(name) {
                    self.uses.free.push((name, term));
                }
            }
            // The text of these runs elsewhere, or nowhere.
            TermKind::Define(_) | TermKind::DefineLazy { .. } | TermKind::Plot(_) => {}
            kind => {
                if let TermKind::Call { callee, .. } = kind
                    && !program.callee(callee).definitions.is_empty()
                {
                    let running: Rc<[NameId]> = self.running.as_slice().into();
                    if self.called.insert((callee, Rc::clone(&running))) {
                        self.uses.calls.push(Call {
                            of: callee,
                            term,
                            running,
                        });
                    }
                }
                program.for_each_scoped_operand(term, |operand, scope| {
                    let around = self.running.len();
                    self.running.extend(program.bound_in(scope));
                    self.walk(operand);
                    self.running.truncate(around);
                });
            }
        }
    }
}

/// The names of modifiers that calls give each function.
fn given(program: &Program) -> FxHashMap<CalleeId, Vec<NameId>> {
    let mut given: FxHashMap<CalleeId, Vec<NameId>> = FxHashMap::default();
    for &term in &program.actions {
        if let TermKind::Call {
            callee, modifiers, ..
        } = program.kind(term)
        {
            for modifier in program.modifiers(modifiers) {
                given.entry(callee).or_default().push(modifier.name);
            }
        }
    }
    given
}

/// The places where a function that runs at pixels uses a name that one of its callers binds.
pub(crate) fn callers(applet: &InferredApplet) -> Vec<Diagnostic> {
    let program = &applet.program;
    let functions = functions_at_pixels(applet);
    if functions.is_empty() {
        return Vec::new();
    }
    let plots = applet.solution.plots.keys();
    let plots = plots.map(|&plot| (plot, Uses::of(program, program.plot(plot).body, &[])));
    let mut plots: Vec<(PlotId, Uses)> = plots.collect();
    plots.sort_unstable_by_key(|(plot, _)| *plot);
    let calls: Vec<&Call> = plots.iter().flat_map(|(_, uses)| &uses.calls).collect();
    let visible = Visible::of(program, &functions, &calls);
    let mut order: Vec<FunctionId> = functions.keys().copied().collect();
    order.sort_unstable();
    let mut found = Vec::new();
    for function in order {
        let callee = program.function(function).callee;
        let Some((_, uses)) = functions.get(&function) else {
            continue;
        };
        for &(name, term) in &uses.free {
            if let Some(bound) = visible.get(callee, name) {
                found.push(callers_variable(applet, function, term, &bound));
            }
        }
    }
    found
}

/// The functions that run at pixels.
fn functions_at_pixels(applet: &InferredApplet) -> Functions {
    let program = &applet.program;
    let solution = &*applet.solution;
    let given = given(program);
    let mut functions: Functions = FxHashMap::default();
    for &id in &solution.reachable {
        let body = solution.body(id);
        if let (BodyKind::Function(function), Some(_)) = (body.kind, body.pixel) {
            functions.entry(function).or_insert_with(|| {
                let row = program.function(function);
                let mut own = program.own_names(function);
                own.extend(given.get(&row.callee).into_iter().flatten());
                let uses = Uses::of(program, row.body, &own);
                (own.into_iter().collect(), uses)
            });
        }
    }
    functions
}

/// A use of a variable that a caller binds.
fn callers_variable(
    applet: &InferredApplet,
    function: FunctionId,
    term: TermId,
    bound: &Bound,
) -> Diagnostic {
    let program = &applet.program;
    let text = program.names.text(bound.name);
    let callee = |function: FunctionId| {
        let callee = program.function(function).callee;
        program.callee(callee).name.as_str()
    };
    let whose = match bound.by {
        Binder::Function(caller) => format!("its caller `{}`", callee(caller)),
        Binder::Loop => "the loop that calls it".to_owned(),
    };
    let message = format!(
        "on the CPU `{}` sees the `{text}` of {whose}, but not at pixels",
        callee(function)
    );
    let called = applet.range(bound.call);
    applet
        .diagnostic(term, Code::CallersVariable, message)
        .help(format!(
            "at pixels `{text}` is the variable of the colorplot or the global one: pass it as an argument"
        ))
        .related(called, format!("called here, where `{text}` is bound"))
}
