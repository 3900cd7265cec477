//! The least fixed point by brute force, to hold the worklist against.
//!
//! Round after round, all of the applet is evaluated over types: what a round reads is what the
//! round before has written, the first reads ⊥ everywhere, and what a variable is assigned is
//! joined into it (the paper's F, applied to ⊥ until it is stationary). There are no slots, no
//! edges and no worklist; the rules for single operations are those of [`super::rules`].

mod eval;
mod runs;
mod tests;

use cindyscript_hir::builtins::Side;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{FunctionId, PlotId, ScriptId, TermId};
use cindyscript_hir::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};

use super::rules::{element, part_of, stored};
use crate::input::InferenceInput;
use crate::solver::LIST_NESTING;
use crate::solver::flow::AccessPath as Parts;

/// A body at one signature: what [`super::Body`] is to the worklist.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Context {
    Script(ScriptId),
    Plot(PlotId, Box<Context>),
    /// The context is the caller's where it binds what the function reads.
    Function(FunctionId, Vec<Type>, Vec<NameId>, Option<Box<Context>>),
    /// A loop in a context.
    Loop(Box<Context>, TermId),
    /// In a context, a loop over unlike elements: the place of one of them, and how many there are.
    Round(Box<Context>, TermId, usize, usize),
}

impl Context {
    /// The context itself, then, as long as it is a round of a loop, that of the loop.
    fn outward(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |context| match context {
            Self::Round(of, ..) => Some(&**of),
            _ => None,
        })
    }

    /// What a round of a loop stands in.
    fn host(&self) -> &Self {
        self.outward().last().unwrap_or(self)
    }

    /// How often it is written out.
    fn copies(&self) -> usize {
        let counts = self.outward().map(|context| match context {
            Self::Round(.., count) => *count,
            _ => 1,
        });
        counts.product()
    }
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
enum Write {
    Join,
    Element,
    Parts(Parts),
}

struct Kleene<'a> {
    input: &'a InferenceInput<'a>,
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
    resolved: FxHashSet<(Context, TermId)>,
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
    fn new(input: &'a InferenceInput<'a>) -> Self {
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
            resolved: FxHashSet::default(),
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
        self.resolve_waiting(Side::Cpu)
            || self.raise_pixel_copies()
            || self.resolve_waiting(Side::Gpu)
    }

    fn resolve_waiting(&mut self, side: Side) -> bool {
        let count = self.resolved.len();
        let waiting = self.waiting.iter().filter(|(_, at)| **at == side);
        self.resolved.extend(waiting.map(|(key, _)| key.clone()));
        self.resolved.len() > count
    }

    fn raise_pixel_copies(&mut self) -> bool {
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
        let given = match variable {
            Variable::Global(name) => self.input.given.get(name).cloned(),
            Variable::Local(..) => None,
        };
        let known = self.before.get(variable).cloned().unwrap_or_default();
        known.join(&given.unwrap_or_default())
    }

    fn write(&mut self, variable: Variable, ty: &Type, how: Write) {
        let known = self.read(&variable);
        let ty = match how {
            Write::Join => ty.clone(),
            Write::Element => element(ty),
            // Nothing can be stored into nothing.
            Write::Parts(Parts { path, .. }) if !path.is_empty() && known.is_unset() => return,
            Write::Parts(Parts { part, path }) => stored(&path, &part_of(ty, &part), &known),
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
            .filter_map(|guard| {
                let mut contexts = context.outward().cloned();
                contexts.find_map(|context| self.terms.get(&(context, guard.bound)))
            })
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
