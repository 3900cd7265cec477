//! What runs something: colorplots, calls, loops, assignments.

use cindyscript_hir::builtins::{Binds, Mode};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{
    CalleeId, FunctionId, Iteration, IterationKind, PlotId, SpecialId, TermId, TermKind,
};
use cindyscript_hir::types::{Tuple, Type};
use rustc_hash::FxHashMap;

use super::{Context, DEPTH, Kleene, Variable, Write};
use crate::code::callables;
use crate::rules::{axis, builtin_type, counter, iteration_type, key, rounds_type, unknown_on};
use crate::solver::flow::AccessPath as Parts;
use crate::solver::{MOST_ROUNDS, takes_unlike};
use crate::split::Coordinate;

impl Kleene<'_> {
    /// A term of U: its type on the CPU, as a pixel program can have it.
    pub(super) fn uniform(&mut self, term: TermId, context: &Context) -> Option<Type> {
        let program = self.input.program;
        let place = self.frames.iter().rposition(|frame| frame.is_plot)?;
        let Context::Plot(plot, _) = self.frames[place].context else {
            return None;
        };
        let is_local = match program.kind(term) {
            TermKind::Variable(name) => self.lookup(name).is_some(),
            _ => false,
        };
        if !self.input.split.of(plot).uniforms.contains(&term) || is_local {
            return None;
        }
        let around = self.frames.split_off(place);
        let outer = match &around[0].context {
            Context::Plot(_, outer) => (**outer).clone(),
            _ => context.clone(),
        };
        self.eval_whole(term, &outer);
        self.frames.extend(around);
        let key = (outer, term);
        let ty = self.handed_over.get(&key).cloned().unwrap_or_default();
        self.uniforms.insert(key);
        if ty.is_open() {
            return Some(Type::Unset);
        }
        Some(ty.on_gpu())
    }

    pub(super) fn plot(&mut self, plot: PlotId, context: &Context) {
        let program = self.input.program;
        let row = program.plot(plot);
        let inner = Context::Plot(plot, Box::new(context.clone()));
        self.push(&inner, None);
        if let Some(frame) = self.frames.last_mut() {
            frame.is_plot = true;
        }
        let split = self.input.split.of(plot);
        for pixel in &split.pixel {
            let variable = self.local(&inner, None, pixel.name);
            let ty = match pixel.coordinate {
                Coordinate::Vector => Type::list(2, Type::REAL),
                Coordinate::Complex => Type::COMPLEX,
                Coordinate::X | Coordinate::Y => Type::REAL,
            };
            self.write(variable, &ty, Write::Join);
        }
        for &name in &split.assigned {
            if split.pixel.iter().all(|pixel| pixel.name != name) {
                self.local(&inner, None, name);
            }
        }
        self.eval_whole(row.body, &inner);
        self.frames.pop();
    }

    pub(super) fn call(
        &mut self,
        term: TermId,
        callee: CalleeId,
        types: &[Type],
        modifiers: &[(NameId, Type)],
        context: &Context,
    ) -> Type {
        let program = self.input.program;
        let key = (context.clone(), term);
        if types.iter().any(Type::is_unset) && !self.resolved.contains(&key) {
            let side = self.side();
            self.waiting.insert(key, side);
            return Type::Unset;
        }
        let mut result = Type::Unset;
        for (function, captured) in callables(program, callee, types, self.side()) {
            let data = program.function(function);
            let names = program.captured(function).iter().map(|one| one.name);
            let own: Vec<_> = names.zip(captured.iter().cloned()).collect();
            let modifiers = match data.is_code() {
                true => own.as_slice(),
                false => modifiers,
            };
            let types = [types, &captured].concat();
            let (parent, visible) = self.captured(function, context);
            let names = modifiers.iter().map(|(name, _)| *name).collect();
            let inner = Context::Function(function, types.clone(), names, parent);
            if self.done.insert(inner.clone()) {
                if self.depth > DEPTH {
                    self.hopeless = true;
                    return Type::Unset;
                }
                self.depth += 1;
                let hidden = self.frames.split_off(visible);
                self.push(&inner, None);
                for (parameter, ty) in data.parameters.iter().zip(&types) {
                    let variable = self.local(&inner, None, parameter.name);
                    self.write(variable, ty, Write::Join);
                }
                for (name, ty) in modifiers {
                    let variable = self.local(&inner, None, *name);
                    self.write(variable, ty, Write::Join);
                }
                let ty = self.eval_whole(data.body, &inner);
                self.frames.pop();
                self.frames.extend(hidden);
                self.depth -= 1;
                let known = self.results.entry(inner.clone()).or_default();
                *known = known.join(&ty);
            } else {
                // Evaluated in this round; its modifiers may differ.
                for (name, ty) in modifiers {
                    let variable = Variable::Local(inner.clone(), None, *name);
                    self.write(variable, ty, Write::Join);
                }
            }
            let known = self.results_before.get(&inner).cloned();
            result = result.join(&known.unwrap_or_default());
        }
        result
    }

    /// The context of a function's free names, and how many of the frames it sees: the caller's,
    /// if between here and the edge of the program something binds a name that the function uses
    /// and does not bind; otherwise the colorplot's at pixels, or none.
    fn captured(&self, function: FunctionId, context: &Context) -> (Option<Box<Context>>, usize) {
        let summary = self.input.summaries.function(function);
        for (place, frame) in self.frames.iter().enumerate().rev() {
            if frame.is_plot {
                return (Some(Box::new(frame.context.clone())), place + 1);
            }
            // Functions of a shader do not see what their callers bind.
            if self.is_pixel() {
                continue;
            }
            if frame.names.iter().any(|(name, _)| summary.uses(*name)) {
                let innermost = self.frames.last().and_then(|frame| frame.round);
                let caller = Box::new(context.clone());
                let caller = match innermost {
                    Some(round) => Box::new(Context::Loop(caller, round)),
                    None => caller,
                };
                return (Some(caller), self.frames.len());
            }
        }
        (None, 0)
    }

    pub(super) fn declare(&mut self, term: TermId, context: &Context) {
        let Some(name) = self.input.program.name_of(term) else {
            return;
        };
        let place = self.frames.iter().rposition(|frame| frame.round.is_none());
        if let Some(place) = place {
            // It is the same variable in all rounds of a loop.
            let variable = Variable::Local(context.host().clone(), Some(term), name);
            self.frames[place].names.push((name, variable));
        }
    }

    pub(super) fn assign(&mut self, target: TermId, ty: &Type, parts: Parts, context: &Context) {
        let program = self.input.program;
        match program.kind(target) {
            TermKind::Variable(name) => {
                if let Some(variable) = self.lookup(name) {
                    self.write(variable, ty, Write::Parts(parts));
                }
            }
            TermKind::Index { base, index } => {
                self.eval(index, context);
                let mut path = vec![self.input.numbers().of(index)];
                path.extend(parts.path);
                let part = parts.part;
                self.assign(base, ty, Parts { part, path }, context);
            }
            TermKind::Field { base, name }
                if self.is_pixel()
                    && let Some(place) = axis(program.names.text(name))
                    && let Some(root) = program.root_of_elements(base)
                    && matches!(self.lookup(root), Some(Variable::Local(..))) =>
            {
                let mut path = vec![Some(place)];
                path.extend(parts.path);
                let part = parts.part;
                self.assign(base, ty, Parts { part, path }, context);
            }
            TermKind::List(targets) => {
                for (place, &target) in program.children(targets).iter().enumerate() {
                    let mut parts = parts.clone();
                    parts.part.push(place);
                    self.assign(target, ty, parts, context);
                }
            }
            _ => {
                self.eval(target, context);
            }
        }
    }

    pub(super) fn iterate(&mut self, term: TermId, context: &Context) -> Type {
        let program = self.input.program;
        let TermKind::Iterate(id) = program.kind(term) else {
            return Type::Unset;
        };
        let iteration = program.iteration(id);
        let domain = self.eval(iteration.domain, context);
        for modifier in program.modifiers(iteration.modifiers) {
            self.eval(modifier.value, context);
        }
        let written_out = match &domain {
            Type::Tuple(tuple) if self.is_pixel() && takes_unlike(program, iteration) => {
                let rounds = context.copies() * tuple.components().len();
                (rounds <= MOST_ROUNDS).then(|| tuple.clone())
            }
            _ => None,
        };
        if let Some(tuple) = written_out.as_ref().filter(|tuple| tuple.is_complete()) {
            return self.rounds(term, iteration, tuple, context);
        }
        let is_value = iteration.may_be_two_values() && domain.scalar().is_some();
        let around = self.lookup(iteration.element).filter(|_| is_value);
        let around = around.map(|variable| self.read(&variable));
        self.push(context, Some(term));
        let variable = self.local(context, Some(term), iteration.element);
        if is_value {
            self.write(variable, &around.unwrap_or_default(), Write::Join);
        } else if iteration.kind == IterationKind::Repeat {
            let ty = counter(self.input.numbers(), iteration.modifiers);
            self.write(variable, &ty, Write::Join);
        } else if written_out.is_none() {
            self.write(variable, &domain, Write::Element);
        }
        if let Some(index) = iteration.index {
            let variable = self.local(context, Some(term), index);
            self.write(variable, &key(&domain), Write::Join);
        }
        let body = self.eval(iteration.body, context);
        self.frames.pop();
        match iteration.kind {
            IterationKind::Repeat | IterationKind::ForAll => body,
            kind => iteration_type(kind, &domain, &body, self.side()).unwrap_or_default(),
        }
    }

    /// A loop over unlike elements.
    fn rounds(
        &mut self,
        term: TermId,
        iteration: &Iteration,
        tuple: &Tuple,
        context: &Context,
    ) -> Type {
        let count = tuple.components().len();
        let mut types = Vec::with_capacity(count);
        for (place, ty) in tuple.components().iter().enumerate() {
            let round = Context::Round(Box::new(context.clone()), term, place, count);
            self.push(&round, Some(term));
            let variable = self.local(&round, Some(term), iteration.element);
            self.write(variable, ty, Write::Join);
            if let Some(index) = iteration.index {
                let variable = self.local(&round, Some(term), index);
                self.write(variable, &Type::NAT, Write::Join);
            }
            types.push(self.eval(iteration.body, &round));
            self.frames.pop();
        }
        match iteration.kind {
            IterationKind::ForAll => types.pop().unwrap_or_default(),
            kind => rounds_type(kind, types, self.side()).unwrap_or_default(),
        }
    }

    pub(super) fn special(&mut self, term: TermId, id: SpecialId, context: &Context) -> Type {
        let program = self.input.program;
        let special = program.special(id);
        let arguments = program.children(special.arguments).to_vec();
        let mut types: FxHashMap<TermId, Type> = FxHashMap::default();
        let values: Vec<Type> = program
            .modifiers(special.modifiers)
            .iter()
            .map(|modifier| self.eval(modifier.value, context))
            .collect();
        let modes: Vec<(Mode, TermId)> = program.special_arguments(id).collect();
        for &(mode, argument) in &modes {
            if mode == Mode::Value {
                let ty = self.eval(argument, context);
                types.insert(argument, ty);
            }
        }
        let names: Vec<NameId> = program.special_names(id).collect();
        let typed = |place: u8| {
            let argument = arguments.get(usize::from(place))?;
            types.get(argument).cloned()
        };
        self.push(context, Some(term));
        for (place, &name) in names.iter().enumerate() {
            let variable = self.local(context, Some(term), name);
            let (source, way, ty) = match special.binding.binds {
                Binds::Hash(at) => (typed(at).filter(|_| place == 0), Write::Join, Type::REAL),
                Binds::Formula(at) => {
                    (typed(at).filter(|_| place == 0), Write::Element, Type::REAL)
                }
                Binds::Graph(_) => (None, Write::Join, Type::REAL),
                Binds::Modifiers => (values.get(place).cloned(), Write::Join, Type::Unset),
                Binds::Nothing | Binds::Names => (None, Write::Join, Type::Unset),
            };
            self.write(variable.clone(), &ty, Write::Join);
            if let Some(source) = source {
                self.write(variable, &source, way);
            }
        }
        for &(mode, argument) in &modes {
            if mode == Mode::Code {
                let ty = self.eval(argument, context);
                types.insert(argument, ty);
            }
        }
        self.frames.pop();
        for &(mode, argument) in &modes {
            if mode == Mode::Name && special.variable_term != Some(argument) {
                if special.binding.binds == Binds::Names {
                    self.declare(argument, context);
                }
                let ty = self.eval(argument, context);
                types.insert(argument, ty);
            }
        }
        let side = self.side();
        let types: Vec<Type> = arguments
            .iter()
            .map(|argument| types.get(argument).cloned().unwrap_or_default())
            .collect();
        if special.builtin.overloads(side).is_empty() {
            return match special.binding.binds {
                Binds::Nothing => types.into_iter().next_back(),
                _ => unknown_on(side),
            }
            .unwrap_or_default();
        }
        builtin_type(
            self.input.numbers(),
            special.builtin,
            side,
            special.arguments,
            &types,
        )
        .or_else(|| unknown_on(side))
        .unwrap_or_default()
    }
}
