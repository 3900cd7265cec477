//! What functions do when they run: the names that they read, write and bind, and their effects.

use cindyscript_hir::builtins::Effect;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{CalleeId, FunctionId, Program, TermId, TermKind, assigned_names};

use crate::closure::{CallGraph, TransitiveNames};
use crate::shared_names::SharedNames;
use crate::small_set::SmallSet;

/// What evaluating a term does by itself, without the functions that it calls.
#[derive(Clone, Debug, Default)]
pub struct OwnEffects {
    /// Names that it reads.
    pub reads: SmallSet<NameId>,
    /// Names that it assigns.
    pub writes: SmallSet<NameId>,
    /// Names that it binds: parameters, `regional`, running variables.
    pub binds: SmallSet<NameId>,
    /// Whether it draws random numbers, prints, draws or changes the applet's state.
    effects: bool,
    /// The functions that it calls.
    pub calls: SmallSet<CalleeId>,
}

/// What running a function body can do.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// By itself.
    pub own: OwnEffects,
    /// Names that some call binds for it, as modifiers.
    pub given: SmallSet<NameId>,
    /// Names that it or a function that it calls reads, and that are not its own.
    pub reads: SharedNames,
    /// Names that it or a function that it calls assigns.
    pub writes: TransitiveNames,
    /// Whether it or a function that it calls draws random numbers, prints, draws or changes the
    /// applet's state.
    pub effects: bool,
}

impl Summary {
    /// Whether it reads or assigns a variable that is not its own.
    pub fn uses(&self, name: NameId) -> bool {
        self.reads.contains(name) || self.writes.outer.contains(name)
    }

    /// Whether it reads or assigns some of these, where they are not its own.
    pub fn uses_some(&self, names: &SharedNames) -> bool {
        self.reads.intersects(names) || self.writes.outer.intersects(names)
    }
}

/// The summaries of all functions.
#[derive(Debug)]
pub struct Summaries {
    functions: Vec<Summary>,
}

impl Summaries {
    /// Summarises the functions of a program, those that call one another together.
    pub fn new(program: &Program) -> Self {
        let functions = program.functions.iter().zip((0..).map(FunctionId));
        let own = functions.map(|(function, id)| {
            let mut own = summarise(program, function.body);
            own.binds.extend(program.bound_by_function(id));
            own
        });
        let own: Vec<OwnEffects> = own.collect();
        let calls = graph(program, &own);
        // Callees, which stand behind the functions, do nothing by themselves.
        let nothing = program.callees.len();
        let none = SmallSet::default();
        let names = |of: fn(&OwnEffects) -> &SmallSet<NameId>| -> Vec<&SmallSet<NameId>> {
            let names = own.iter().map(of);
            names.chain(std::iter::repeat_n(&none, nothing)).collect()
        };
        let binds = names(|one| &one.binds);
        let reads = calls.close(&names(|one| &one.reads), &binds);
        let writes = calls.close(&names(|one| &one.writes), &binds);
        let effects = own.iter().map(|one| one.effects);
        let effects: Vec<bool> = effects.chain(std::iter::repeat_n(false, nothing)).collect();
        let effects = calls.any(&effects);
        let closed = own.into_iter().zip(reads).zip(writes).zip(effects);
        let summaries = closed.map(|(((own, reads), writes), effects)| Summary {
            own,
            given: SmallSet::default(),
            reads: reads.outer,
            writes,
            effects,
        });
        let mut functions: Vec<Summary> = summaries.collect();
        for &term in &program.actions {
            if let TermKind::Call {
                callee, modifiers, ..
            } = program.kind(term)
                && !modifiers.is_empty()
            {
                let names = program.modifiers(modifiers).iter();
                for &definition in &program.callee(callee).definitions {
                    let given = &mut functions[definition.index()].given;
                    for modifier in names.clone() {
                        given.insert(modifier.name);
                    }
                }
            }
        }
        Self { functions }
    }

    /// The summary of a function.
    pub fn function(&self, id: FunctionId) -> &Summary {
        &self.functions[id.index()]
    }
}

/// The graph of calls: the functions, and behind them the callees, each of which leads to its
/// definitions. Where there are many calls of many definitions, that is far smaller.
fn graph(program: &Program, own: &[OwnEffects]) -> CallGraph {
    let functions = own.len() as u32;
    let callees = own.iter().map(|one| {
        let callees = one.calls.iter();
        callees.map(|callee| functions + callee.0).collect()
    });
    let definitions = program.callees.iter().map(|row| {
        let definitions = row.definitions.iter();
        definitions.map(|definition| definition.0).collect()
    });
    CallGraph::new(callees.chain(definitions).collect())
}

pub(super) fn summarise(program: &Program, root: TermId) -> OwnEffects {
    let mut found = OwnEffects::default();
    let (mut reads, mut writes, mut binds, mut calls) = (vec![], vec![], vec![], vec![]);
    for_each_term(program, root, |term| match program.kind(term) {
        TermKind::Variable(name) => reads.push(name),
        TermKind::Assign { target, .. } => assigned_names(program, target, &mut writes),
        TermKind::Iterate(_) | TermKind::Regional(_) => binds.extend(program.bound_by(term)),
        TermKind::Call { callee, .. } => {
            let row = program.callee(callee);
            if row.definitions.is_empty() {
                found.effects |= row
                    .builtin
                    .is_some_and(|id| id.row().effect != Effect::None);
            } else {
                calls.push(callee);
            }
        }
        TermKind::Special(id) => {
            let special = program.special(id);
            binds.extend(program.bound_by(term));
            found.effects |= special.builtin.row().effect != Effect::None;
        }
        TermKind::Plot(_) | TermKind::Define(_) | TermKind::DefineLazy { .. } => {
            found.effects = true;
        }
        _ => {}
    });
    found.reads = reads.into();
    found.writes = writes.into();
    found.binds = binds.into();
    found.calls = calls.into();
    found
}

/// Visits a term and all in it, the last first, but for the bodies of code, which do something
/// where the code runs.
fn for_each_term(program: &Program, root: TermId, mut visit: impl FnMut(TermId)) {
    let first = program.term(root).first.0;
    let mut end = root.0 + 1;
    // Bodies of code that are still to come.
    let mut bodies: Vec<TermId> = Vec::new();
    while end > first {
        let term = TermId(end - 1);
        if bodies.last() == Some(&term) {
            bodies.pop();
            end = program.term(term).first.0;
            continue;
        }
        visit(term);
        if let TermKind::Code(function) = program.kind(term) {
            bodies.push(program.function(function).body);
        }
        end = term.0;
    }
}
