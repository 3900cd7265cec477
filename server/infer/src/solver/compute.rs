//! The type of a term from those of its operands; calls of users' functions, at their signatures.

use std::sync::Arc;

use cindyscript_hir::builtins::{Binds, Form, Side};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{
    Callee, CalleeId, Children, FunctionId, IterationId, Modifier, SpecialId, TermId, TermKind,
};
use cindyscript_hir::types::Type;
use smallvec::SmallVec;

use super::Solver;
use crate::code::{callables, of_unknown_code};
use crate::element_variables;
use crate::rules::{
    builtin_type, field_type, guarded, indexed, iteration_type, number, of_undefined, rounds_type,
    unknown_on, unknown_value, with_modifiers,
};
use crate::solution::{BodyId, BodyKind, PixelBody, Role, ScopeId, Slot, SlotId};

/// With more signatures than this for one function, lengths of lists are forgotten; with twice as
/// many, everything is. Recursion over growing lists comes to an end thereby.
const SIGNATURES: usize = 64;

/// Calls of a function with more definitions than this share what they run, where they are alike:
/// otherwise each would lead to all definitions.
const MANY_DEFINITIONS: usize = 16;

/// Whether a function has so many definitions that its calls share what they run.
pub(super) fn has_many_definitions(callee: &Callee) -> bool {
    callee.definitions.len() > MANY_DEFINITIONS && !callee.runs_code()
}

/// The types of operands, which are few.
type Types = SmallVec<[Type; 4]>;

/// The key of a call among those that run the same bodies.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct CallKey {
    callee: CalleeId,
    pixel: Option<PixelBody>,
    scope: Option<ScopeId>,
    arguments: Types,
}

#[derive(PartialEq, Eq, Hash)]
pub(super) struct Instance {
    function: FunctionId,
    pixel: Option<PixelBody>,
    parent: Option<ScopeId>,
    arguments: Types,
    modifiers: Vec<NameId>,
}

/// A call in a body.
struct CallSite<'p> {
    slot: SlotId,
    body: BodyId,
    callee: CalleeId,
    arguments: Children,
    modifiers: &'p [Modifier],
}

impl Solver<'_> {
    fn operand_types(&self, body: BodyId, operands: Children) -> Types {
        let body = self.solution.body(body);
        let mut types = Types::new();
        for &operand in self.input.program.children(operands) {
            types.push(self.solution.ty(body.slot(operand)).clone());
        }
        types
    }

    /// The type of a term from those of its operands; `None` if nothing can be said (yet).
    pub(super) fn compute(&mut self, slot: SlotId, term: TermId) -> Option<Type> {
        let program = self.input.program;
        let body_id = self.solution.slot(slot).body;
        let body = self.solution.body(body_id);
        let side = body.side();
        let ty = |term: TermId| self.solution.ty(body.slot(term));
        match program.kind(term) {
            TermKind::Undefined
            | TermKind::Define(_)
            | TermKind::DefineLazy { .. }
            | TermKind::Undefine(_)
            | TermKind::Regional(_)
            | TermKind::Plot(_)
            | TermKind::If { .. }
            | TermKind::While { .. } => None,
            TermKind::Number(value) => Some(number(value)),
            TermKind::Text(_) => Some(Type::String),
            TermKind::Dictionary(_) => Some(Type::Dictionary),
            TermKind::Code(function) => Some(self.code_type(body_id, function)),
            TermKind::UserData { .. } => Some(Type::Top),
            TermKind::Variable(_) => self.variable_type(slot, term),
            TermKind::Sequence(operands) => program
                .children(operands)
                .last()
                .map(|&last| ty(last).clone()),
            TermKind::List(operands) => {
                let operands = program.children(operands).iter();
                let elements = operands.map(|&term| ty(term).clone());
                Some(Type::of_elements(elements.collect()))
            }
            TermKind::Assign { target, value } => match program.kind(target) {
                TermKind::Variable(_) if side == Side::Gpu => Some(ty(target).clone()),
                _ => Some(ty(value).clone()),
            },
            TermKind::Index { base, index } => {
                Some(indexed(self.input.numbers(), ty(base), ty(index), index))
            }
            TermKind::Field { base, name } => {
                let found = element_variables::field(program, self.input.found, base, name);
                let name = program.names.text(name);
                Some(found.unwrap_or_else(|| field_type(ty(base), name, side)))
            }
            TermKind::Iterate(id) => self.iteration(slot, body_id, id),
            TermKind::Special(id) => self.special_type(body_id, id),
            TermKind::Call {
                callee,
                arguments,
                modifiers,
            } => {
                let site = CallSite {
                    slot,
                    body: body_id,
                    callee,
                    arguments,
                    modifiers: program.modifiers(modifiers),
                };
                self.call_type(&site)
            }
        }
    }

    /// The type of a variable where it is read, as far as the conditions around it leave it.
    fn variable_type(&self, slot: SlotId, term: TermId) -> Option<Type> {
        let data = self.solution.slot(slot);
        let ty = data.link.is_some().then(|| self.solution.ty(data.link))?;
        if self.input.guards.of(term).is_empty() {
            return Some(ty.clone());
        }
        let bounds = self.bounds(data.body, term);
        let bounds = bounds.map(|bound| self.solution.ty(bound));
        Some(guarded(ty.clone(), bounds))
    }

    /// The type of code, with the types of the values that it takes along.
    fn code_type(&self, body: BodyId, function: FunctionId) -> Type {
        let program = self.input.program;
        let body = self.solution.body(body);
        let captured = program.captured(function).iter();
        let captured = captured.map(|modifier| self.solution.ty(body.slot(modifier.value)).clone());
        let arity = program.function(function).named_parameters().len() as u32;
        Type::code(function, arity, captured.collect())
    }

    /// The type of a loop, from the values of its rounds where each is a body of its own.
    fn iteration(&self, slot: SlotId, body: BodyId, id: IterationId) -> Option<Type> {
        let iteration = self.input.program.iteration(id);
        let body = self.solution.body(body);
        let ty = |term: TermId| self.solution.ty(body.slot(term));
        match self.solution.rounds.get(&slot) {
            Some(rounds) => {
                let rounds = rounds.iter().map(|&round| self.solution.body(round));
                let values = rounds.map(|round| self.solution.ty(round.slot(round.root)));
                rounds_type(iteration.kind, values.cloned().collect(), body.side())
            }
            None => iteration_type(
                iteration.kind,
                ty(iteration.domain),
                ty(iteration.body),
                body.side(),
            ),
        }
    }

    /// The type of a builtin with code or names among its arguments.
    fn special_type(&self, body: BodyId, id: SpecialId) -> Option<Type> {
        let special = self.input.program.special(id);
        let side = self.solution.body(body).side();
        let types = self.operand_types(body, special.arguments);
        let (builtin, arguments) = (special.builtin, special.arguments);
        if builtin.overloads(side).is_empty() {
            // A builtin with any number of arguments: only one that gives names back has a value.
            return match special.binding.binds {
                Binds::Nothing => types.into_iter().next_back(),
                _ => unknown_on(side),
            };
        }
        builtin_type(self.input.numbers(), builtin, side, arguments, &types)
            .or_else(|| unknown_on(side))
    }

    /// The type of a call, as far as it does not flow in from the bodies of functions.
    fn call_type(&mut self, site: &CallSite<'_>) -> Option<Type> {
        let program = self.input.program;
        let row = program.callee(site.callee);
        let side = self.solution.body(site.body).side();
        if row.runs_code() {
            let code = program.children(site.arguments).first();
            let body = self.solution.body(site.body);
            let code = code.map(|&code| self.solution.ty(body.slot(code)));
            let unknown = of_unknown_code(code, side);
            self.call(site);
            return unknown;
        }
        if !row.definitions.is_empty() {
            self.call(site);
            return None;
        }
        // A function that is not known here may return any value.
        let Some(builtin) = row.builtin else {
            return Some(Type::Top);
        };
        if matches!(builtin.row().form, Form::Unavailable | Form::OutOfScope(_)) {
            return Some(Type::Top);
        }
        let numbers = self.input.numbers();
        let types = self.operand_types(site.body, site.arguments);
        if !site.modifiers.is_empty()
            && let Some(ty) = with_modifiers(numbers, builtin, &types, site.modifiers)
        {
            return Some(ty);
        }
        let result = builtin_type(numbers, builtin, side, site.arguments, &types);
        if side == Side::Cpu {
            self.note_refused(site.slot, result.is_none());
        }
        if result.as_ref().is_some_and(Type::is_unset) && side == Side::Cpu {
            let of_undefined = of_undefined(builtin, &types).filter(|ty| !ty.is_unset());
            if of_undefined.is_some() && !self.resolved.contains(&site.slot) {
                // Perhaps the operands are not known yet.
                self.waiting.push(site.slot);
                return None;
            }
            return of_undefined;
        }
        // Reported at the term; what depends on it is not the author's mistake.
        result.or_else(|| unknown_value(builtin, side, &types))
    }

    /// Whether a builtin has no signature for the arguments that it has now.
    fn note_refused(&mut self, slot: SlotId, is_refused: bool) {
        let refused = &mut self.solution.refused;
        if is_refused {
            refused.insert(slot);
        } else if !refused.is_empty() {
            refused.remove(&slot);
        }
    }

    /// A call of a user's function: its value is that of every definition, at this signature.
    fn call(&mut self, site: &CallSite<'_>) {
        let program = self.input.program;
        let &CallSite {
            slot, body, callee, ..
        } = site;
        let types = self.operand_types(body, site.arguments);
        if types.iter().any(Type::is_unset) && !self.resolved.contains(&slot) {
            self.waiting.push(slot);
            return;
        }
        let pixel = self.solution.body(body).pixel;
        let side = self.solution.body(body).side();
        let is_shared = has_many_definitions(program.callee(callee))
            && site.modifiers.is_empty()
            && self.deferred.is_none();
        let alike = is_shared.then(|| CallKey {
            callee,
            pixel,
            scope: self.parent_scope_of_all(callee, body, slot),
            arguments: types.clone(),
        });
        if let Some(shared) = alike.as_ref().and_then(|alike| self.alike.get(alike)) {
            let shared = *shared;
            self.share(slot, shared);
            return;
        }
        let mut callees: SmallVec<[BodyId; 4]> = SmallVec::new();
        for (function, captured) in callables(program, callee, &types, side) {
            let mut types = types.clone();
            types.extend(captured);
            callees.push(self.callee_instance(site, function, types));
        }
        let callees: Arc<[BodyId]> = Arc::from(callees.as_slice());
        match alike {
            Some(alike) => {
                let shared = self.shared_call(slot, callees);
                self.alike.insert(alike, shared);
                self.share(slot, shared);
            }
            None => self.join_results(site, callees),
        }
    }

    /// The body of a function for the types of a call's arguments and of what its code has captured.
    fn callee_instance(
        &mut self,
        site: &CallSite<'_>,
        function: FunctionId,
        mut types: Types,
    ) -> BodyId {
        let program = self.input.program;
        let pixel = self.solution.body(site.body).pixel;
        let count = self.signatures.get(&(function, pixel)).copied();
        let count = count.unwrap_or(0);
        if count > SIGNATURES {
            if !self.solution.polymorphic.contains(&function) {
                self.solution.polymorphic.push(function);
            }
            for ty in &mut types {
                *ty = if count > 2 * SIGNATURES {
                    Type::Top
                } else {
                    ty.without_lengths()
                };
            }
        }
        let mut parent = self.parent_scope(function, site.body, site.slot);
        if count > 2 * SIGNATURES {
            // A loop around every recursive call binds names anew each time.
            parent = self.outermost(parent);
        }
        let modifiers = match program.function(function).is_code() {
            true => program.captured(function),
            false => site.modifiers,
        };
        let key = Instance {
            function,
            pixel,
            parent,
            arguments: types,
            modifiers: modifiers.iter().map(|modifier| modifier.name).collect(),
        };
        if let Some(&instance) = self.instances.get(&key) {
            return instance;
        }
        *self.signatures.entry((function, pixel)).or_default() += 1;
        let sources: Vec<(Type, SlotId)> = {
            let body = self.solution.body(site.body);
            let operands = program.children(site.arguments);
            let slots = operands.iter().map(|&operand| body.slot(operand));
            let code = operands.first().map_or(site.slot, |&code| body.slot(code));
            let slots = slots.chain(self.captured_slots(function, code));
            key.arguments.iter().cloned().zip(slots).collect()
        };
        // Known before its body is built: a recursive call finds it.
        let id = BodyId(self.solution.bodies.len() as u32);
        let names = key.modifiers.clone();
        self.instances.insert(key, id);
        let instance = self.instance(function, pixel, parent, &sources, &names);
        debug_assert_eq!(instance, id);
        instance
    }

    /// Lets the values of the bodies that a call runs flow into it, and its modifiers into them.
    fn join_results(&mut self, site: &CallSite<'_>, callees: Arc<[BodyId]>) {
        let known = self.solution.calls.insert(site.slot, Arc::clone(&callees));
        let known = known.unwrap_or_default();
        for &instance in &*callees {
            if known.contains(&instance) {
                continue;
            }
            let result = {
                let body = self.solution.body(instance);
                body.slot(body.root)
            };
            self.add_join(result, site.slot);
            if self.is_code(instance) {
                continue;
            }
            for modifier in site.modifiers {
                let source = self.solution.body(site.body).slot(modifier.value);
                self.add_modifier(instance, modifier.name, source);
            }
        }
    }

    /// A slot for the value of all calls that are like one.
    fn shared_call(&mut self, call: SlotId, callees: Arc<[BodyId]>) -> SlotId {
        let shared = SlotId(self.solution.slots.len() as u32);
        let data = self.solution.slot(call);
        let data = Slot::new(data.body, data.subject, Role::Joined);
        self.solution.slots.push(data);
        for &instance in &*callees {
            let body = self.solution.body(instance);
            let result = body.slot(body.root);
            self.add_join(result, shared);
        }
        self.solution.calls.insert(shared, callees);
        shared
    }

    /// Makes a call one of those that share a value.
    fn share(&mut self, call: SlotId, shared: SlotId) {
        let calls = &mut self.solution.calls;
        let Some(callees) = calls.get(&shared).map(Arc::clone) else {
            return;
        };
        let known = calls.insert(call, Arc::clone(&callees));
        if known.is_none_or(|known| !Arc::ptr_eq(&known, &callees)) {
            self.add_join(shared, call);
        }
    }

    /// Where what code has captured comes from: where the text says it, if that is in a script
    /// itself, otherwise with the code.
    fn captured_slots(
        &self,
        function: FunctionId,
        code: SlotId,
    ) -> impl Iterator<Item = SlotId> + use<'_> {
        let program = self.input.program;
        let captured = program.captured(function).iter();
        captured.map(move |modifier| {
            let script = program.term(modifier.value).script.index();
            let script = self.solution.scripts.get(script);
            let script = script.map(|&script| self.solution.body(script));
            let said = script
                .filter(|script| script.contains(modifier.value))
                .map(|script| script.slot(modifier.value));
            said.filter(|&slot| self.solution.slot(slot).role != Role::Idle)
                .unwrap_or(code)
        })
    }

    /// Whether a body is that of code.
    fn is_code(&self, body: BodyId) -> bool {
        match self.solution.body(body).kind {
            BodyKind::Function(function) => self.input.program.function(function).is_code(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::Inference;
    use cindyscript_hir::document::Document;

    #[test]
    fn calls_that_share_what_they_run_have_their_own_types() {
        let calls =
            "a = f(1); b = f(1); c = f([1, 2]); d = f(0.5); e = f(1); g(k) := f(k); h = g(1);";
        let types = |definitions: usize| -> Vec<String> {
            let definitions: String = (0..definitions)
                .map(|number| format!("f(x) := x + {number};\n"))
                .collect();
            let text = format!("{definitions}f(x) := x * 2.5;\n{calls}");
            let document = Document::open("test.cindyscript", text.as_str());
            let fresh = Inference::new(&document, 0, None);
            // What is changed afterwards has the types of what is opened so.
            let before =
                Document::open("test.cindyscript", text.replace("f(0.5)", "f(1)").as_str());
            let before = Inference::new(&before, 0, None);
            let updated = Inference::new(&document, 0, Some(&before));
            let names = ["a", "b", "c", "d", "e", "h"];
            let of = |inference: &Inference| -> Vec<String> {
                let ty = |name| inference.variable_type(name).map(ToString::to_string);
                names.iter().filter_map(|name| ty(name)).collect()
            };
            assert_eq!(of(&updated), of(&fresh));
            of(&fresh)
        };
        let many = types(MANY_DEFINITIONS + 4);
        assert_eq!(many, types(2));
        assert_eq!(many.len(), 6);
    }
}
