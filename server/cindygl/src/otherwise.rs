//! Other ways to write what CindyGL cannot do: indices and numbers of rounds that vary.

use cindyscript_diagnostic::{Code, Fix};
use cindyscript_hir::builtins::Effect;
use cindyscript_hir::program::{IterationId, Program, TermId, TermKind, assigned_names};
use cindyscript_hir::types::Type;
use cindyscript_infer::Body;

use crate::reader::Reader;

/// Elements are told apart by `if` up to so many.
const MOST_CASES: u32 = 4;

/// True if a term may be computed again: it is made of numbers, variables and operations.
fn is_pure(program: &Program, term: TermId) -> bool {
    let is_plain = match program.kind(term) {
        TermKind::Number(_)
        | TermKind::Variable(_)
        | TermKind::Sequence(_)
        | TermKind::Index { .. }
        | TermKind::Field { .. } => true,
        TermKind::Call { .. } => program
            .builtin_call(term)
            .is_some_and(|(builtin, _)| builtin.row().effect == Effect::None),
        _ => false,
    };
    let mut operands = Vec::new();
    program.for_each_operand(term, |operand| operands.push(operand));
    is_plain
        && operands
            .into_iter()
            .all(|operand| is_pure(program, operand))
}

impl Reader<'_> {
    /// Offers to tell the cases apart where an index, about which something was just said, may be
    /// computed several times.
    pub(crate) fn cases(&mut self, body: &Body, term: TermId, base: TermId, index: TermId) {
        let applet = self.applet;
        let program = &applet.program;
        let ty = |term: TermId| applet.solution.ty(body.slot(term));
        let (Some(_), Some(len @ 2..=MOST_CASES), Some(said)) = (
            program.name_of(base),
            ty(base).known_len(),
            self.found.last_mut(),
        ) else {
            return;
        };
        if said.code != Code::VaryingIndex
            || said.range != applet.range(index)
            || !is_pure(program, index)
        {
            return;
        }
        let (list, place) = (applet.written(base), applet.written(index));
        let place = match ty(index).fits(&Type::INT) {
            true => format!("({place})"),
            false => format!("floor({place})"),
        };
        let mut text = format!("{list}_{len}");
        for case in (1..len).rev() {
            text = format!("if({place} == {case}, {list}_{case}, {text})");
        }
        let title = format!("write `if(.. == 1, {list}_1, ..)`: for indices from 1 to {len}");
        said.help = Some(title.clone());
        said.fix = Some(Fix::new(applet.range(term), text, title));
    }

    /// Offers to write a loop, about whose number of rounds something was just said, with a bound
    /// that is known: where neither its value nor its running variable `#` is of importance, and it
    /// does not change itself how often it runs.
    pub(crate) fn bound(&mut self, term: TermId, id: IterationId) {
        let applet = self.applet;
        let program = &applet.program;
        let iteration = program.iteration(id);
        let is_plain =
            iteration.index.is_none() && program.modifiers(iteration.modifiers).is_empty();
        let within = |root: TermId| program.subtree(root);
        let names = |root| within(root).filter_map(|term| program.name_of(term));
        let mut assigned = Vec::new();
        for inner in within(iteration.body) {
            if let TermKind::Assign { target, .. } = program.kind(inner) {
                assigned_names(program, target, &mut assigned);
            }
        }
        let calls = within(iteration.body).any(|inner| match program.kind(inner) {
            TermKind::Call { callee, .. } => !program.callee(callee).definitions.is_empty(),
            _ => false,
        });
        let is_fixed = !calls && names(iteration.domain).all(|name| !assigned.contains(&name));
        let around = applet.parent(term).map(|outer| program.kind(outer));
        let is_statement = match around {
            Some(TermKind::Sequence(statements)) => {
                program.children(statements).last() != Some(&term)
            }
            _ => false,
        };
        if !(is_plain && is_fixed && is_statement) {
            return;
        }
        let counter = match iteration.element_term {
            Some(name) => applet.written(name).to_owned(),
            None if names(iteration.body).any(|name| name == iteration.element) => return,
            None => program.names.free(),
        };
        let (count, body) = (
            applet.written(iteration.domain),
            applet.written(iteration.body),
        );
        let Some(said) = self.found.last_mut() else {
            return;
        };
        if said.code == Code::VaryingCount && said.range == applet.range(iteration.domain) {
            let title = "write `repeat(100, .., if(..))`: at most 100 rounds".to_owned();
            said.help = Some(title.clone());
            said.fix = Some(Fix::new(
                applet.range(term),
                format!("repeat(100, {counter}, if({counter} <= ({count}), {body}))"),
                title,
            ));
        }
    }
}
