//! The least fixed point by brute force, to hold the worklist against.
//!
//! Round after round, all of the applet is evaluated over types: what a round reads is what the
//! round before has written, the first reads ⊥ everywhere, and what a variable is assigned is
//! joined into it (the paper's F, applied to ⊥ until it is stationary). There are no slots, no
//! edges and no worklist; the rules for single operations are those of [`super::rules`].

use rustc_hash::{FxHashMap, FxHashSet};

use super::rules::{
    builtin_type, counter, element, field_type, guarded, indexed, iteration_type, number,
    of_undefined, part_of, stored, unknown_on, unknown_value, with_modifiers,
};
use super::solve::LIST_NESTING;
use super::{BodyId, BodyKind, Input, Role, Solution, Way as Parts};
use crate::analyse;
use crate::analysis::AppletAnalysis;
use crate::builtins::{Binds, Form, Mode, Side};
use crate::constants::constant;
use crate::document::Document;
use crate::names::NameId;
use crate::program::{
    Coordinate, FunctionId, IterationKind, PlotId, ScriptId, SpecialId, TermId, TermKind,
};
use crate::types::Type;

/// A body at one signature: what [`super::Body`] is to the worklist.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Context {
    Script(ScriptId),
    Plot(PlotId, Box<Context>),
    /// The context is the caller's where it binds what the function reads.
    Function(FunctionId, Vec<Type>, Vec<NameId>, Option<Box<Context>>),
    /// A loop in a context.
    Loop(Box<Context>, TermId),
}

/// A variable: a name that a context binds, at a term if that is not the whole context.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Variable {
    Global(NameId),
    Local(Context, Option<TermId>, NameId),
}

#[derive(Clone)]
struct Frame {
    is_plot: bool,
    /// The loop, if it is one.
    round: Option<TermId>,
    context: Context,
    names: Vec<(NameId, Variable)>,
}

/// How a value gets into a variable.
#[derive(Clone)]
enum Way {
    Join,
    Element,
    Parts(Parts),
}

struct Kleene<'a> {
    input: &'a Input<'a>,
    /// What the round before has found.
    before: FxHashMap<Variable, Type>,
    now: FxHashMap<Variable, Type>,
    results_before: FxHashMap<Context, Type>,
    results: FxHashMap<Context, Type>,
    /// The terms of scripts and colorplots.
    terms: FxHashMap<(Context, TermId), Type>,
    terms_before: FxHashMap<(Context, TermId), Type>,
    /// Functions whose bodies have been evaluated in this round.
    done: FxHashSet<Context>,
    /// Calls with arguments that have no value, and where they are.
    waiting: FxHashMap<(Context, TermId), Side>,
    forced: FxHashSet<(Context, TermId)>,
    /// The terms of U, and those of them whose types have settled and been given to the pixels.
    uniforms: FxHashSet<(Context, TermId)>,
    handed_over: FxHashMap<(Context, TermId), Type>,
    frames: Vec<Frame>,
    /// The outermost term of the script, function, colorplot or term of U that is evaluated.
    root: TermId,
    /// How many functions are being evaluated.
    depth: usize,
    /// What is given up: too deep, or never settled.
    hopeless: bool,
}

const ROUNDS: usize = 400;
const DEPTH: usize = 24;

impl<'a> Kleene<'a> {
    fn new(input: &'a Input<'a>) -> Self {
        Self {
            input,
            before: FxHashMap::default(),
            now: FxHashMap::default(),
            results_before: FxHashMap::default(),
            results: FxHashMap::default(),
            terms: FxHashMap::default(),
            terms_before: FxHashMap::default(),
            done: FxHashSet::default(),
            waiting: FxHashMap::default(),
            forced: FxHashSet::default(),
            uniforms: FxHashSet::default(),
            handed_over: FxHashMap::default(),
            frames: Vec::new(),
            root: TermId(0),
            depth: 0,
            hopeless: false,
        }
    }

    /// Rounds until nothing changes; `None` where that takes too long.
    fn run(mut self) -> Option<Self> {
        for _ in 0..ROUNDS {
            self.now.clone_from(&self.before);
            self.results.clone_from(&self.results_before);
            self.terms.clone_from(&self.terms_before);
            self.done.clear();
            self.waiting.clear();
            for (index, script) in self.input.program.scripts.iter().enumerate() {
                let context = Context::Script(ScriptId(index as u32));
                self.eval_whole(script.root, &context);
            }
            if self.hopeless {
                return None;
            }
            let settled = self.now == self.before
                && self.results == self.results_before
                && self.terms == self.terms_before;
            self.before.clone_from(&self.now);
            self.results_before.clone_from(&self.results);
            self.terms_before.clone_from(&self.terms);
            if settled && !self.next_stage() {
                return Some(self);
            }
        }
        None
    }

    /// First functions run on the CPU although some arguments have no value, then U is given to the
    /// pixels, then such functions run there.
    fn next_stage(&mut self) -> bool {
        self.force(Side::Cpu) || self.hand_over() || self.force(Side::Gpu)
    }

    fn force(&mut self, side: Side) -> bool {
        let count = self.forced.len();
        let waiting = self.waiting.iter().filter(|(_, at)| **at == side);
        self.forced.extend(waiting.map(|(key, _)| key.clone()));
        self.forced.len() > count
    }

    fn hand_over(&mut self) -> bool {
        let count = self.handed_over.len();
        for key in &self.uniforms {
            let ty = self.terms_before.get(key).cloned().unwrap_or_default();
            self.handed_over.entry(key.clone()).or_insert(ty);
        }
        self.handed_over.len() > count
    }

    fn is_pixel(&self) -> bool {
        self.frames.iter().any(|frame| frame.is_plot)
    }

    fn side(&self) -> Side {
        match self.is_pixel() {
            true => Side::Gpu,
            false => Side::Cpu,
        }
    }

    fn lookup(&self, name: NameId) -> Option<Variable> {
        for frame in self.frames.iter().rev() {
            if let Some((_, variable)) = frame.names.iter().rev().find(|(known, _)| *known == name)
            {
                return Some(variable.clone());
            }
            if frame.is_plot {
                return None;
            }
        }
        Some(Variable::Global(name))
    }

    fn read(&self, variable: &Variable) -> Type {
        let preset = match variable {
            Variable::Global(name) => self.input.presets.get(name).cloned(),
            Variable::Local(..) => None,
        };
        let known = self.before.get(variable).cloned().unwrap_or_default();
        known.join(&preset.unwrap_or_default())
    }

    fn write(&mut self, variable: Variable, ty: &Type, way: Way) {
        let known = self.read(&variable);
        let ty = match way {
            Way::Join => ty.clone(),
            Way::Element => element(ty),
            // Nothing can be stored into nothing.
            Way::Parts(Parts { path, .. }) if !path.is_empty() && known.is_unset() => return,
            Way::Parts(Parts { part, path }) => stored(&path, &part_of(ty, &part), &known),
        };
        let pixel = matches!(&variable, Variable::Local(..)) && self.is_pixel();
        let slot = self.now.entry(variable).or_default();
        *slot = bounded(slot, &ty, pixel);
    }

    fn local(&mut self, context: &Context, at: Option<TermId>, name: NameId) -> Variable {
        let variable = Variable::Local(context.clone(), at, name);
        if let Some(frame) = self.frames.last_mut() {
            frame.names.push((name, variable.clone()));
        }
        variable
    }

    fn push(&mut self, context: &Context, round: Option<TermId>) {
        self.frames.push(Frame {
            is_plot: false,
            round,
            context: context.clone(),
            names: Vec::new(),
        });
    }

    /// The type of what is evaluated whatever conditions there are around it.
    fn eval_whole(&mut self, root: TermId, context: &Context) -> Type {
        let around = std::mem::replace(&mut self.root, root);
        let ty = self.eval(root, context);
        self.root = around;
        ty
    }

    /// What a variable is not below, as far as the conditions say that it is evaluated under.
    fn bounds(&self, occurrence: TermId, context: &Context) -> impl Iterator<Item = &Type> {
        let whole = self.input.program.term(self.root).first..=self.root;
        let guards = self.input.guards.of(occurrence).iter();
        guards
            .filter(move |guard| whole.contains(&guard.comparison))
            .filter_map(|guard| self.terms.get(&(context.clone(), guard.bound)))
    }

    /// The type of a term in this round, which is never below that of the round before.
    fn eval(&mut self, term: TermId, context: &Context) -> Type {
        let ty = self.eval_fresh(term, context);
        let pixel = self.is_pixel();
        let key = (context.clone(), term);
        let known = self.terms.entry(key).or_default();
        *known = bounded(known, &ty, pixel);
        known.clone()
    }

    fn eval_fresh(&mut self, term: TermId, context: &Context) -> Type {
        let program = self.input.program;
        let kind = program.kind(term);
        if let Some(ty) = self.uniform(term, context) {
            return ty;
        }
        let pixel = self.is_pixel();
        let on_this_side = |ty: Type| bounded(&Type::Unset, &ty, pixel);
        let side = self.side();
        let ty = match kind {
            TermKind::Undefined | TermKind::Define(_) | TermKind::Undefine(_) => Type::Unset,
            TermKind::Number(value) => number(value),
            TermKind::Text(_) => Type::String,
            TermKind::Dictionary(operands) => {
                self.all(program.children(operands).to_vec(), context);
                Type::Dictionary
            }
            TermKind::UserData { base, key } => {
                self.all(vec![base, key], context);
                Type::Top
            }
            TermKind::Variable(name) => match self.lookup(name) {
                Some(variable) => {
                    let ty = self.read(&variable);
                    guarded(ty, self.bounds(term, context))
                }
                None => Type::Unset,
            },
            TermKind::Sequence(operands) => {
                let operands = program.children(operands).to_vec();
                self.all(operands, context).pop().unwrap_or_default()
            }
            TermKind::List(operands) => {
                let types = self.all(program.children(operands).to_vec(), context);
                Type::of_elements(types)
            }
            TermKind::Assign { target, value } => {
                let ty = self.eval(value, context);
                self.assign(target, &ty, Parts::default(), context);
                match program.kind(target) {
                    TermKind::Variable(name) if pixel => match self.lookup(name) {
                        Some(variable) => self.read(&variable),
                        None => Type::Unset,
                    },
                    _ => ty,
                }
            }
            TermKind::DefineLazy { target, body } => {
                let ty = self.eval(body, context);
                self.assign(target, &ty, Parts::default(), context);
                Type::Unset
            }
            TermKind::Index { base, index } => {
                let (base, ty) = (self.eval(base, context), self.eval(index, context));
                indexed(program, &base, &ty, index)
            }
            TermKind::Field { base, name } => {
                let base = self.eval(base, context);
                field_type(&base, program.names.text(name), side)
            }
            TermKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.eval(condition, context);
                let then = self.eval(then, context);
                let otherwise = otherwise.map(|otherwise| self.eval(otherwise, context));
                then.join(&otherwise.unwrap_or_default())
            }
            TermKind::While { condition, body } => {
                self.eval(condition, context);
                self.eval(body, context)
            }
            TermKind::Regional(names) => {
                for &name in program.children(names) {
                    self.declare(name, context);
                }
                Type::Unset
            }
            TermKind::Iterate(_) => self.iterate(term, context),
            TermKind::Special(id) => self.special(term, id, context),
            TermKind::Plot(plot) => {
                let row = program.plot(plot);
                program.for_each_operand(term, |operand| {
                    if operand != row.body {
                        self.eval(operand, context);
                    }
                });
                if !pixel {
                    self.plot(plot, context);
                }
                Type::Unset
            }
            TermKind::Call {
                callee,
                arguments,
                modifiers,
            } => {
                let operands = program.children(arguments).to_vec();
                let types = self.all(operands, context);
                let modifiers = program.modifiers(modifiers);
                let passed: Vec<(NameId, Type)> = modifiers
                    .iter()
                    .map(|modifier| (modifier.name, self.eval(modifier.value, context)))
                    .collect();
                let row = program.callee(callee);
                if row.definitions.is_empty() {
                    match row.builtin {
                        None => Type::Top,
                        Some(builtin)
                            if matches!(
                                builtin.row().form,
                                Form::Unavailable | Form::OutOfScope(_)
                            ) =>
                        {
                            Type::Top
                        }
                        Some(builtin)
                            if !modifiers.is_empty()
                                && let Some(ty) = with_modifiers(builtin, &types) =>
                        {
                            ty
                        }
                        Some(builtin) => {
                            let found = builtin_type(program, builtin, side, arguments, &types);
                            let undefined = found.as_ref().is_some_and(Type::is_unset);
                            let of_undefined = of_undefined(builtin, &types);
                            if undefined && side == Side::Cpu && of_undefined.is_some() {
                                let key = (context.clone(), term);
                                if !self.forced.contains(&key) {
                                    self.waiting.insert(key, side);
                                    return Type::Unset;
                                }
                                return of_undefined.unwrap_or_default();
                            }
                            found
                                .or_else(|| unknown_value(builtin, side))
                                .unwrap_or_default()
                        }
                    }
                } else {
                    self.call(term, &row.definitions, &types, &passed, context)
                }
            }
        };
        on_this_side(ty)
    }

    fn all(&mut self, terms: Vec<TermId>, context: &Context) -> Vec<Type> {
        terms
            .into_iter()
            .map(|term| self.eval(term, context))
            .collect()
    }

    /// A term of U: its type on the CPU, as a pixel program can have it.
    fn uniform(&mut self, term: TermId, context: &Context) -> Option<Type> {
        let program = self.input.program;
        let place = self.frames.iter().rposition(|frame| frame.is_plot)?;
        let Context::Plot(plot, _) = self.frames[place].context else {
            return None;
        };
        let is_local = match program.kind(term) {
            TermKind::Variable(name) => self.lookup(name).is_some(),
            _ => false,
        };
        if !program.plot(plot).uniforms.contains(&term) || is_local {
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
        if ty.has_top() || ty.is_unsized() {
            return Some(Type::Unset);
        }
        Some(ty.on_gpu())
    }

    fn plot(&mut self, plot: PlotId, context: &Context) {
        let program = self.input.program;
        let row = program.plot(plot);
        let inner = Context::Plot(plot, Box::new(context.clone()));
        self.push(&inner, None);
        if let Some(frame) = self.frames.last_mut() {
            frame.is_plot = true;
        }
        for pixel in &row.pixel {
            let variable = self.local(&inner, None, pixel.name);
            let ty = match pixel.coordinate {
                Coordinate::Vector => Type::list(2, Type::REAL),
                Coordinate::Complex => Type::COMPLEX,
                Coordinate::X | Coordinate::Y => Type::REAL,
            };
            self.write(variable, &ty, Way::Join);
        }
        for &name in &row.assigned {
            if row.pixel.iter().all(|pixel| pixel.name != name) {
                self.local(&inner, None, name);
            }
        }
        self.eval_whole(row.body, &inner);
        self.frames.pop();
    }

    fn call(
        &mut self,
        term: TermId,
        definitions: &[FunctionId],
        types: &[Type],
        modifiers: &[(NameId, Type)],
        context: &Context,
    ) -> Type {
        let program = self.input.program;
        let key = (context.clone(), term);
        if types.iter().any(Type::is_unset) && !self.forced.contains(&key) {
            let side = self.side();
            self.waiting.insert(key, side);
            return Type::Unset;
        }
        let mut result = Type::Unset;
        for &function in definitions {
            let (parent, visible) = self.captured(function, context);
            let names = modifiers.iter().map(|(name, _)| *name).collect();
            let inner = Context::Function(function, types.to_vec(), names, parent);
            if self.done.insert(inner.clone()) {
                if self.depth > DEPTH {
                    self.hopeless = true;
                    return Type::Unset;
                }
                self.depth += 1;
                let hidden = self.frames.split_off(visible);
                self.push(&inner, None);
                let data = program.function(function);
                for (parameter, ty) in data.parameters.iter().zip(types) {
                    let variable = self.local(&inner, None, parameter.name);
                    self.write(variable, ty, Way::Join);
                }
                for (name, ty) in modifiers {
                    let variable = self.local(&inner, None, *name);
                    self.write(variable, ty, Way::Join);
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
                    self.write(variable, ty, Way::Join);
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
            let captures = |name: &NameId| {
                !summary.binds.contains(name)
                    && (summary.reads.contains(name) || summary.writes.contains(name))
            };
            if frame.names.iter().any(|(name, _)| captures(name)) {
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

    fn declare(&mut self, term: TermId, context: &Context) {
        let Some(name) = self.input.program.name_of(term) else {
            return;
        };
        let place = self.frames.iter().rposition(|frame| frame.round.is_none());
        if let Some(place) = place {
            let variable = Variable::Local(context.clone(), Some(term), name);
            self.frames[place].names.push((name, variable));
        }
    }

    fn assign(&mut self, target: TermId, ty: &Type, parts: Parts, context: &Context) {
        let program = self.input.program;
        match program.kind(target) {
            TermKind::Variable(name) => {
                if let Some(variable) = self.lookup(name) {
                    self.write(variable, ty, Way::Parts(parts));
                }
            }
            TermKind::Index { base, index } => {
                self.eval(index, context);
                let mut path = vec![constant(program, index)];
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

    fn iterate(&mut self, term: TermId, context: &Context) -> Type {
        let program = self.input.program;
        let TermKind::Iterate(id) = program.kind(term) else {
            return Type::Unset;
        };
        let iteration = program.iteration(id);
        let domain = self.eval(iteration.domain, context);
        for modifier in program.modifiers(iteration.modifiers) {
            self.eval(modifier.value, context);
        }
        self.push(context, Some(term));
        let variable = self.local(context, Some(term), iteration.element);
        if iteration.kind == IterationKind::Repeat {
            let ty = counter(program, iteration.modifiers);
            self.write(variable, &ty, Way::Join);
        } else {
            self.write(variable, &domain, Way::Element);
        }
        if let Some(index) = iteration.index {
            let variable = self.local(context, Some(term), index);
            self.write(variable, &Type::NAT, Way::Join);
        }
        let body = self.eval(iteration.body, context);
        self.frames.pop();
        match iteration.kind {
            IterationKind::Repeat | IterationKind::ForAll => body,
            kind => iteration_type(kind, &domain, &body, self.side()).unwrap_or_default(),
        }
    }

    fn special(&mut self, term: TermId, id: SpecialId, context: &Context) -> Type {
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
                Binds::Hash(at) => (typed(at).filter(|_| place == 0), Way::Join, Type::REAL),
                Binds::Formula(at) => (typed(at).filter(|_| place == 0), Way::Element, Type::REAL),
                Binds::Graph(_) => (None, Way::Join, Type::REAL),
                Binds::Modifiers => (values.get(place).cloned(), Way::Join, Type::Unset),
                Binds::Nothing | Binds::Names => (None, Way::Join, Type::Unset),
            };
            self.write(variable.clone(), &ty, Way::Join);
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
        builtin_type(program, special.builtin, side, special.arguments, &types)
            .or_else(|| unknown_on(side))
            .unwrap_or_default()
    }
}

/// The least upper bound of what is known and what comes.
fn bounded(known: &Type, ty: &Type, pixel: bool) -> Type {
    if !pixel {
        return known.join(ty).no_deeper_than(LIST_NESTING);
    }
    let ty = known.join_on_gpu(ty);
    match ty.nesting() > LIST_NESTING {
        true => Type::Top,
        false => ty,
    }
}

/// What the worklist and the brute force disagree about; `None` where the latter gives up.
fn differences(applet: &AppletAnalysis) -> Option<Vec<String>> {
    let observed = FxHashMap::default();
    let input = applet.facts.input(&applet.program, &observed);
    let kleene = Kleene::new(&input).run()?;
    let solution = &*applet.solution;
    let program = &applet.program;
    let mut found = Vec::new();
    for (name, text) in program.names.iter() {
        let Some(slot) = solution.global(name) else {
            continue;
        };
        let theirs = kleene.read(&Variable::Global(name));
        let ours = solution.ty(slot);
        if *ours != theirs {
            found.push(format!("`{text}` is {ours}, by brute force {theirs}"));
        }
    }
    for &id in &solution.live {
        let Some(context) = context_of(solution, id) else {
            continue;
        };
        let body = solution.body(id);
        for (term, slot) in solution.evaluated(body) {
            // Targets are no values.
            let key = (context.clone(), term);
            let Some(theirs) = kleene.terms.get(&key) else {
                continue;
            };
            if slot.role != Role::Uniform && slot.ty != *theirs {
                let text = applet.text(term);
                found.push(format!("`{text}` is {}, by brute force {theirs}", slot.ty));
            }
        }
    }
    Some(found)
}

/// The scripts, and the colorplots in them.
fn context_of(solution: &Solution, id: BodyId) -> Option<Context> {
    match solution.body(id).kind {
        BodyKind::Script(script) => Some(Context::Script(script)),
        BodyKind::Plot(plot) => {
            let (&outer, _) = solution
                .inner
                .iter()
                .find(|(_, inner)| inner.contains(&id))?;
            let outer = context_of(solution, outer)?;
            Some(Context::Plot(plot, Box::new(outer)))
        }
        BodyKind::Function(_) | BodyKind::Uniform => None,
    }
}

#[cfg(test)]
#[path = "../../../../preview/interpreter/tests/random/generator.rs"]
#[allow(dead_code)]
mod generator;

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::{env, fs};

    use super::generator::{Random, script};
    use super::*;

    fn compare(name: &str, text: &str, at: &str, wrong: &mut Vec<String>) -> (usize, usize) {
        let (mut compared, mut hopeless) = (0, 0);
        for applet in &analyse(&Document::open(name, text)).applets {
            match differences(applet) {
                Some(found) => {
                    compared += 1;
                    wrong.extend(found.into_iter().map(|line| format!("{at}: {line}")));
                }
                None => hopeless += 1,
            }
        }
        (compared, hopeless)
    }

    fn verdict(what: &str, compared: usize, hopeless: usize, wrong: &[String]) {
        eprintln!("{what}: {compared} compared, {hopeless} too deep for brute force");
        assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
        assert!(compared > 10 * hopeless);
    }

    #[test]
    fn the_specification_has_the_least_types() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/types");
        let (mut compared, mut hopeless, mut wrong) = (0, 0, Vec::new());
        for entry in fs::read_dir(folder).expect("the folder of the specification") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a text");
            for (place, block) in text.split("```cindyscript\n").skip(1).enumerate() {
                let code = block.split("```").next().unwrap_or_default();
                let at = format!("{}, block {}", path.display(), place + 1);
                let (one, none) = compare("spec.cindyscript", code, &at, &mut wrong);
                compared += one;
                hopeless += none;
            }
        }
        verdict("specification", compared, hopeless, &wrong);
    }

    #[test]
    fn scripts_made_at_random_have_the_least_types() {
        let mut random = Random::new(1);
        let (mut compared, mut hopeless, mut wrong) = (0, 0, Vec::new());
        for number in 0..1000 {
            let text = format!("result = ({});", script(&mut random, 1 + number % 4));
            let (one, none) = compare("random.cindyscript", &text, &text, &mut wrong);
            compared += one;
            hopeless += none;
        }
        verdict("scripts made at random", compared, hopeless, &wrong);
    }

    #[test]
    fn the_gallery_has_the_least_types() {
        let Some(cindyjs) = env::var_os("CINDYJS_DIR").map(PathBuf::from) else {
            eprintln!("NOT RUN: the gallery's types by brute force: CINDYJS_DIR names no folder");
            return;
        };
        let (mut compared, mut hopeless, mut wrong) = (0, 0, Vec::new());
        for entry in fs::read_dir(cindyjs.join("examples/cindygl")).expect("the gallery") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "html") {
                continue;
            }
            let text = String::from_utf8_lossy(&fs::read(&path).expect("a page")).into_owned();
            let at = path.display().to_string();
            let (one, none) = compare("page.html", &text, &at, &mut wrong);
            compared += one;
            hopeless += none;
        }
        verdict("gallery", compared, hopeless, &wrong);
    }
}
