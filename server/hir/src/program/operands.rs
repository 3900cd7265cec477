//! The operands of terms, and what names mean in them.

use super::{
    Children, FunctionId, IterationId, ModifierRange, Program, SpecialId, TermId, TermKind,
};
use crate::builtins::{Binds, Mode};
use crate::names::NameId;

/// What binds names in an operand that mean something else around its term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandScope {
    /// Nothing: they mean the same.
    Same,
    /// A loop, whose body this is: its running variables.
    Loop(IterationId),
    /// A builtin that runs this code: [`Program::special_names`].
    Code(SpecialId),
    /// The definition of a function, whose body this is: its parameters.
    Function(FunctionId),
}

impl Program {
    /// The names that mean something else in an operand than around its term.
    pub fn bound_in(&self, scope: OperandScope) -> impl Iterator<Item = NameId> {
        let (mut running, mut parameters, mut special) = ([None; 2], &[][..], None);
        match scope {
            OperandScope::Same => {}
            OperandScope::Loop(id) => {
                let iteration = self.iteration(id);
                running = [Some(iteration.element), iteration.index];
            }
            OperandScope::Code(id) => special = Some(id),
            OperandScope::Function(id) => parameters = &self.function(id).parameters,
        }
        let parameters = parameters.iter().map(|parameter| parameter.name);
        let special = special.into_iter().flat_map(|id| self.special_names(id));
        running
            .into_iter()
            .flatten()
            .chain(parameters)
            .chain(special)
    }

    /// The names that a function binds before its body runs: its parameters, and what code has
    /// captured.
    pub fn bound_by_function(&self, id: FunctionId) -> impl Iterator<Item = NameId> {
        let parameters = self.function(id).parameters.iter();
        let captured = self.captured(id).iter();
        parameters
            .map(|parameter| parameter.name)
            .chain(captured.map(|modifier| modifier.name))
    }

    /// The parameters of a function, and what it declares: a few.
    #[must_use]
    pub fn own_names(&self, function: FunctionId) -> Vec<NameId> {
        let mut own: Vec<NameId> = self.bound_by_function(function).collect();
        let body = self.function(function).body;
        for &term in self.actions_within(self.term(body).first..=body) {
            own.extend(self.declared_by(term));
        }
        own
    }

    /// The names that a term binds in its operands, or for the function around; but for the
    /// parameters of what it defines.
    pub fn bound_by(&self, term: TermId) -> impl Iterator<Item = NameId> {
        let scope = match self.kind(term) {
            TermKind::Iterate(id) => OperandScope::Loop(id),
            TermKind::Special(id) => OperandScope::Code(id),
            _ => OperandScope::Same,
        };
        self.bound_in(scope).chain(self.declared_by(term))
    }

    /// The names that a term makes variables of the function around, from there on: `regional(a)`,
    /// `local(a)`.
    pub fn declared_by(&self, term: TermId) -> impl Iterator<Item = NameId> {
        let names = match self.kind(term) {
            TermKind::Regional(names) => names,
            TermKind::Special(id) if self.special(id).binding.binds == Binds::Names => {
                self.special(id).arguments
            }
            _ => Children::default(),
        };
        let names = self.children(names).iter();
        names.filter_map(|&name| self.name_of(name))
    }

    /// Calls `visit` with each direct operand of a term, modifiers included, in evaluation order;
    /// names that are only declared are none, and the body of code is none.
    pub fn for_each_operand(&self, id: TermId, mut visit: impl FnMut(TermId)) {
        self.for_each_scoped_operand(id, |operand, _| visit(operand));
    }

    /// The same, with what binds names in each operand.
    pub fn for_each_scoped_operand(
        &self,
        id: TermId,
        mut scoped: impl FnMut(TermId, OperandScope),
    ) {
        match self.kind(id) {
            TermKind::Define(function) => {
                let body = self.function(function).body;
                scoped(body, OperandScope::Function(function));
            }
            TermKind::Iterate(id) => {
                let iteration = self.iteration(id);
                let modifiers = self.modifier_values(iteration.modifiers);
                for operand in [iteration.domain].into_iter().chain(modifiers) {
                    scoped(operand, OperandScope::Same);
                }
                scoped(iteration.body, OperandScope::Loop(id));
            }
            TermKind::Special(special) => self.for_each_special_operand(special, scoped),
            kind => self.for_each_plain_operand(kind, |it| scoped(it, OperandScope::Same)),
        }
    }

    /// Calls `visit` with the operands of a term that binds no names in them.
    fn for_each_plain_operand(&self, kind: TermKind, mut visit: impl FnMut(TermId)) {
        match kind {
            TermKind::Define(_) | TermKind::Iterate(_) | TermKind::Special(_) => {}
            TermKind::Undefined
            | TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::Variable(_)
            | TermKind::Undefine(_) => {}
            TermKind::Sequence(operands)
            | TermKind::List(operands)
            | TermKind::Dictionary(operands)
            | TermKind::Regional(operands) => {
                self.children(operands).iter().copied().for_each(visit);
            }
            // Its body runs where it is called.
            TermKind::Code(function) => {
                let captured = self.captured(function).iter();
                captured.for_each(|modifier| visit(modifier.value));
            }
            TermKind::Assign { target, value } => [value, target].into_iter().for_each(visit),
            TermKind::DefineLazy { target, body } => [target, body].into_iter().for_each(visit),
            TermKind::Index { base, index } => [base, index].into_iter().for_each(visit),
            TermKind::UserData { base, key } => [base, key].into_iter().for_each(visit),
            TermKind::While { condition, body } => [condition, body].into_iter().for_each(visit),
            TermKind::Field { base, .. } => visit(base),
            TermKind::Call {
                arguments,
                modifiers,
                ..
            } => {
                let arguments = self.children(arguments).iter().copied();
                arguments
                    .chain(self.modifier_values(modifiers))
                    .for_each(visit);
            }
            TermKind::If {
                condition,
                then,
                otherwise,
            } => {
                [condition, then]
                    .into_iter()
                    .chain(otherwise)
                    .for_each(visit);
            }
            TermKind::Plot(plot) => {
                let plot = self.plot(plot);
                plot.form.operands().chain([plot.body]).for_each(visit);
            }
        }
    }

    /// Calls `scoped` with the operands of a special form: modifiers, values, and code, in this order.
    fn for_each_special_operand(
        &self,
        special: SpecialId,
        mut scoped: impl FnMut(TermId, OperandScope),
    ) {
        let (same, code) = (OperandScope::Same, OperandScope::Code(special));
        self.modifier_values(self.special(special).modifiers)
            .for_each(|value| scoped(value, same));
        for (wanted, scope) in [(Mode::Value, same), (Mode::Code, code)] {
            self.special_arguments(special)
                .filter(|(mode, _)| *mode == wanted)
                .for_each(|(_, argument)| scoped(argument, scope));
        }
    }

    fn modifier_values(&self, modifiers: ModifierRange) -> impl Iterator<Item = TermId> {
        self.modifiers(modifiers)
            .iter()
            .map(|modifier| modifier.value)
    }
}
