//! Functions that use what their callers bind. Scripts look a name up where the function is called,
//! so that it sees the parameters, the `regional` and the running variables of all its callers. The
//! functions of a shader, CindyGL's and ours, see their own and what belongs to the whole colorplot.

use rustc_hash::FxHashMap;

use super::Reader;
use crate::check::own_names;
use crate::diagnostic::Related;
use crate::infer::BodyKind;
use crate::names::NameId;
use crate::program::{CalleeId, FunctionId, Program, TermId, TermKind};

/// Who binds a name.
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

/// A call, and the running variables around it.
struct Call {
    of: FunctionId,
    term: TermId,
    running: Vec<NameId>,
}

/// What the text of a function or colorplot does with names.
#[derive(Default)]
struct Uses {
    /// Names that it does not bind itself, where they first stand.
    free: Vec<(NameId, TermId)>,
    calls: Vec<Call>,
}

impl Uses {
    /// `own` are the names that are bound throughout.
    fn of(program: &Program, root: TermId, own: &[NameId]) -> Self {
        let mut uses = Self::default();
        uses.walk(program, root, own, &mut Vec::new());
        uses
    }

    fn walk(&mut self, program: &Program, term: TermId, own: &[NameId], running: &mut Vec<NameId>) {
        match program.kind(term) {
            TermKind::Variable(name) => {
                let is_known = self.free.iter().any(|(known, _)| *known == name);
                if !is_known && !own.contains(&name) && !running.contains(&name) {
                    self.free.push((name, term));
                }
            }
            // The text of these runs elsewhere, or nowhere.
            TermKind::Define(_) | TermKind::DefineLazy { .. } | TermKind::Plot(_) => {}
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                self.walk(program, iteration.domain, own, running);
                for modifier in program.modifiers(iteration.modifiers) {
                    self.walk(program, modifier.value, own, running);
                }
                let around = running.len();
                running.push(iteration.element);
                running.extend(iteration.index);
                self.walk(program, iteration.body, own, running);
                running.truncate(around);
            }
            kind => {
                if let TermKind::Call { callee, .. } = kind {
                    let definitions = program.callee(callee).definitions.iter();
                    self.calls.extend(definitions.map(|&of| Call {
                        of,
                        term,
                        running: running.clone(),
                    }));
                }
                let mut operands = Vec::new();
                program.for_each_operand(term, |operand| operands.push(operand));
                for operand in operands {
                    self.walk(program, operand, own, running);
                }
            }
        }
    }
}

/// What calls give each function as modifiers.
fn given(program: &Program) -> FxHashMap<CalleeId, Vec<NameId>> {
    let mut given: FxHashMap<CalleeId, Vec<NameId>> = FxHashMap::default();
    for term in &program.terms {
        if let TermKind::Call {
            callee, modifiers, ..
        } = term.kind
        {
            for modifier in program.modifiers(modifiers) {
                given.entry(callee).or_default().push(modifier.name);
            }
        }
    }
    given
}

/// The running variables of the loops of a function or colorplot, `root`, that a term in it lies in.
pub(crate) fn running_at(program: &Program, root: TermId, term: TermId) -> Vec<NameId> {
    let mut names = Vec::new();
    for outer in (program.term(root).first.0..=root.0).map(TermId) {
        if let TermKind::Iterate(id) = program.kind(outer) {
            let iteration = program.iteration(id);
            if (program.term(iteration.body).first..=iteration.body).contains(&term) {
                names.push(iteration.element);
                names.extend(iteration.index);
            }
        }
    }
    names
}

impl Reader<'_> {
    /// Says where a function that runs at pixels uses a name that one of its callers binds.
    pub(super) fn callers(&mut self) {
        let applet = self.applet;
        let program = &applet.program;
        let solution = &*applet.solution;
        let given = given(program);
        let mut functions: FxHashMap<FunctionId, (Vec<NameId>, Uses)> = FxHashMap::default();
        for &id in &solution.live {
            let body = solution.body(id);
            if let (BodyKind::Function(function), Some(_)) = (body.kind, body.pixel) {
                functions.entry(function).or_insert_with(|| {
                    let row = program.function(function);
                    let mut own = own_names(program, function);
                    own.extend(given.get(&row.callee).into_iter().flatten());
                    let uses = Uses::of(program, row.body, &own);
                    (own, uses)
                });
            }
        }
        if functions.is_empty() {
            return;
        }
        let mut visible: FxHashMap<FunctionId, Vec<Bound>> = FxHashMap::default();
        let mut pending: Vec<FunctionId> = Vec::new();
        // Tells a function what is bound where it is called.
        let tell = |call: &Call,
                    around: Vec<Bound>,
                    visible: &mut FxHashMap<FunctionId, Vec<Bound>>,
                    pending: &mut Vec<FunctionId>| {
            if !functions.contains_key(&call.of) {
                return;
            }
            let known = visible.entry(call.of).or_default();
            let before = known.len();
            for bound in around {
                if known.iter().all(|one| one.name != bound.name) {
                    known.push(bound);
                }
            }
            if known.len() > before {
                pending.push(call.of);
            }
        };
        let running = |call: &Call| {
            let names = call.running.iter().rev();
            let bound = names.map(|&name| Bound {
                name,
                by: Binder::Loop,
                call: call.term,
            });
            bound.collect::<Vec<_>>()
        };
        for plot in solution.plots.keys() {
            let root = program.plot(*plot).body;
            for call in Uses::of(program, root, &[]).calls {
                tell(&call, running(&call), &mut visible, &mut pending);
            }
        }
        let mut order: Vec<FunctionId> = functions.keys().copied().collect();
        order.sort_unstable();
        pending.extend(&order);
        // The lists only grow, and no name is in one twice, so this ends.
        while let Some(function) = pending.pop() {
            let Some((own, uses)) = functions.get(&function) else {
                continue;
            };
            for call in &uses.calls {
                let mut around = running(call);
                around.extend(own.iter().map(|&name| Bound {
                    name,
                    by: Binder::Function(function),
                    call: call.term,
                }));
                around.extend(visible.get(&function).into_iter().flatten());
                tell(call, around, &mut visible, &mut pending);
            }
        }
        for function in order {
            let (Some((_, uses)), Some(visible)) =
                (functions.get(&function), visible.get(&function))
            else {
                continue;
            };
            for &(name, term) in &uses.free {
                if let Some(bound) = visible.iter().find(|bound| bound.name == name) {
                    self.callers_variable(function, term, bound);
                }
            }
        }
    }

    fn callers_variable(&mut self, function: FunctionId, term: TermId, bound: &Bound) {
        let applet = self.applet;
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
            "on the CPU `{}` sees the `{text}` of {whose}, at pixels it does not",
            callee(function)
        );
        if self.say(term, "callers-variable", message, None)
            && let Some(said) = self.found.last_mut()
        {
            said.help = Some(format!(
                "at pixels `{text}` is the colorplot's or the applet's: hand it over as a parameter"
            ));
            said.related.push(Related {
                range: applet.range(bound.call),
                message: format!("called here, where `{text}` is bound"),
            });
        }
    }
}
