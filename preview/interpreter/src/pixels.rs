//! A colorplot evaluated on the CPU.

pub(crate) mod debugger;

use std::sync::Arc;
use std::time::Duration;

use cindyscript_applet::TextRange;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{PlotId, ScriptId, TermId, TermKind};
use cindyscript_infer::split::Coordinate;
use num_complex::Complex64;

use crate::builtins::BUILTINS;
use crate::code::revision::Revision;
use crate::code::trace::{Trace, traced};
use crate::code::watch::{self, WatchedValue};
use crate::digits::{self, DigitLoss};
use crate::display::PlotCall;
use crate::error::{ErrorSeverity, RuntimeError};
use crate::lanes::{LaneEvaluator, LaneProgram};
use crate::machine::plots::ImagePlot;
use crate::machine::state::State;
use crate::machine::variables::Binding;
use crate::machine::{Limits, Machine};
use crate::random::Random;
use crate::script_thread::Stack;
use crate::value::Value;
use crate::value::colour::{colour, components};
use crate::work::Deadline;

/// Rounds of loops and calls of functions in one pixel.
const STEPS: u64 = 1 << 20;
/// Small, for the stack is the caller's.
const STACK: Stack = Stack::of(256 << 10);

/// Evaluates one colorplot, pixel by pixel.
///
/// Clones are independent of each other: give one to each thread. The uniforms are those of the
/// [`PlotCall`] and not computed again.
#[derive(Clone)]
pub struct PixelEvaluator {
    revision: Revision,
    state: State,
    /// None if the program has changed since and has it no more.
    plot: Option<PlotId>,
    /// How long one pixel may take.
    patience: Option<Duration>,
    /// Rounds of loops in one pixel.
    rounds: u64,
    /// The seed of random numbers: that of the frame.
    seed: u32,
}

impl ImagePlot<'_> {
    /// Makes what evaluates it on the CPU.
    #[must_use]
    pub fn evaluator(&self) -> PixelEvaluator {
        PixelEvaluator::new(self.revision, self.state.clone(), self.call)
    }
}

impl PixelEvaluator {
    pub(crate) fn new(revision: &Revision, mut state: State, call: &PlotCall) -> PixelEvaluator {
        // The program may have grown since, or be another one.
        let redefined = call.redefined.as_ref();
        let redefined = redefined.map(|program| Revision::new(program.clone()));
        let revision = redefined.as_ref().unwrap_or(revision);
        let program = Arc::clone(&revision.program);
        state.grow(&program);
        let plot = revision.split.get(call.plot);
        let uniforms = plot
            .into_iter()
            .flat_map(|plot| plot.uniforms.iter().zip(&call.uniforms));
        // What the function binds that the colorplot stands in is what names mean to all of it.
        state.variables.settle();
        // Whoever ends scripts means none of the pixels, which others wait for.
        state.context.interrupt = Arc::default();
        state.context.deadline = None;
        state.context.at_pixels = true;
        state.context.graphics.set_system(call.system);
        let mut constants = Vec::new();
        for (name, picture) in &call.images {
            state.context.images.set(name, picture.clone(), true);
        }
        for (&term, value) in uniforms {
            match program.kind(term) {
                // A variable in a function may be local to one caller and global for another, so
                // its value becomes the global binding, which locals hide.
                TermKind::Variable(name) if value.is_undefined() => {
                    state.variables.set(name, Binding::Unset);
                }
                TermKind::Variable(name) => {
                    state.variables.set(name, Binding::Value(value.clone()));
                }
                _ => constants.push((term, value)),
            }
        }
        let code = revision.code.for_pixels(&program, &constants);
        let plot = plot.map(|_| call.plot);
        PixelEvaluator {
            revision: revision.with_code(code),
            state,
            plot,
            patience: None,
            rounds: STEPS,
            seed: 0,
        }
    }

    /// Sets the seed of random numbers, for which each pixel has its own: that of the frame.
    pub fn set_seed(&mut self, seed: u32) {
        self.seed = seed;
    }

    /// Limits the processor time that one pixel may take; `None` does not limit it. What takes longer is
    /// undefined, and an error.
    pub fn allow(&mut self, time: Option<Duration>) {
        self.patience = time;
    }

    /// Limits the rounds that the loops of one pixel may make, all together. What takes more is
    /// undefined, and an error.
    pub fn allow_rounds(&mut self, rounds: u64) {
        self.rounds = rounds;
    }

    /// Evaluates the same call many pixels at a time, with a program that
    /// [takes](LaneProgram::takes) its values; `None` if it lacks some.
    #[must_use]
    pub fn lanes(&self, program: &Arc<LaneProgram>, call: &PlotCall) -> Option<LaneEvaluator> {
        LaneEvaluator::new(program, call, &self.state.context)
    }

    /// The colour at a position in world coordinates: red, green, blue, alpha in 0..1. As in CindyGL,
    /// red, green and blue are to be taken as multiplied with alpha: they are added to what of the
    /// ground alpha leaves. What is no colour is transparent black.
    pub fn colour(&mut self, position: [f64; 2]) -> [f32; 4] {
        colour(&self.value(position))
    }

    /// What an image keeps of the value at a position in world coordinates: red, green, blue,
    /// alpha, any numbers. What is no colour is transparent black.
    pub fn texel(&mut self, position: [f64; 2]) -> [f32; 4] {
        let components = components(&self.value(position)).unwrap_or_default();
        components.map(|component| component as f32)
    }

    /// The value at a position in world coordinates; undefined if it took too long.
    pub fn value(&mut self, position: [f64; 2]) -> Value {
        let Some(body) = self.begin(position) else {
            return Value::Undefined;
        };
        let limits = Limits {
            steps: STEPS,
            rounds: self.rounds,
            stack: STACK,
        };
        let value =
            Machine::new(&self.revision, None, &BUILTINS, &mut self.state, limits).eval(body);
        self.state.variables.settle();
        match self.state.context.discarded {
            true => Value::Undefined,
            false => value.unwrap_or_default(),
        }
    }

    /// Gives the pixel its coordinates; the body of the colorplot, if the program has it.
    fn begin(&mut self, [x, y]: [f64; 2]) -> Option<TermId> {
        let plot = self.plot?;
        let body = self.revision.program.plot(plot).body;
        let plot = self.revision.split.of(plot);
        for &name in &plot.assigned {
            self.state.variables.set(name, Binding::Unset);
        }
        for pixel in &plot.pixel {
            let value = match pixel.coordinate {
                Coordinate::Vector => [x, y].into(),
                Coordinate::Complex => Complex64::new(x, y).into(),
                Coordinate::X => x.into(),
                Coordinate::Y => y.into(),
            };
            self.state.variables.set(pixel.name, Binding::Value(value));
        }
        if let Some(patience) = self.patience {
            self.state.context.deadline = Some(Deadline::running(patience));
        }
        self.state.context.random = Random::at(self.seed, [x, y]);
        self.state.context.discarded = false;
        self.state.sightings.clear();
        Some(body)
    }

    /// Which terms lose digits in single precision at some places, in world coordinates, where the next
    /// pixel is so far away: those that lose most first. Nothing of a place that takes too long.
    #[must_use]
    pub fn losses(&self, places: &[[f64; 2]], beside: [f64; 2]) -> Vec<DigitLoss> {
        let Revision { code, program, .. } = &self.revision;
        let traces = |is_rounded: bool, by: [f64; 2]| -> Vec<Option<Trace>> {
            let mut evaluator = self.clone();
            let code = traced(code, program, is_rounded);
            evaluator.revision = self.revision.with_code(code);
            let places = places.iter().map(|[x, y]| [x + by[0], y + by[1]]);
            let traces = places.map(|place| {
                evaluator.state.trace = Some(Trace::new(is_rounded));
                evaluator.value(place);
                let errors = evaluator.take_errors();
                let failed = errors
                    .iter()
                    .any(|error| error.severity == ErrorSeverity::Error);
                evaluator.state.trace.take().filter(|_| !failed)
            });
            traces.collect()
        };
        let plot = self.plot.map(|plot| self.revision.split.of(plot));
        let pixel = plot.into_iter().flat_map(|plot| &plot.pixel);
        let pixel: Vec<NameId> = pixel.map(|pixel| pixel.name).collect();
        let exact = traces(false, [0.0; 2]);
        let single = traces(true, [0.0; 2]);
        let beside = traces(false, beside);
        let all = exact.iter().zip(&single).zip(&beside);
        let losses = all.filter_map(|((exact, single), beside)| {
            let traces = [exact.as_ref()?, single.as_ref()?, beside.as_ref()?];
            Some(digits::losses(code, &pixel, traces))
        });
        digits::together(program, &losses.collect::<Vec<_>>())
    }

    /// Keeps from now on what variables have as values on the way to the value of a pixel.
    pub fn watch(&mut self) {
        let code = watch::watching(&self.revision.code, &self.revision.program);
        self.revision = self.revision.with_code(code);
    }

    /// Keeps the values of an expression as well, beside what is [watched](Self::watch) already: of the
    /// smallest term in whose range `contains` finds it, at the time of this number, from 1, or the last.
    /// Where that stands, if there is one.
    pub fn watch_expression(
        &mut self,
        contains: impl Fn(ScriptId, TextRange) -> bool,
        kept: Option<u64>,
    ) -> Option<(ScriptId, TextRange)> {
        let mut code = self.revision.code.as_ref().clone();
        let found = watch::watch_expression(&mut code, &self.revision.program, contains, kept);
        self.revision = self.revision.with_code(code);
        found
    }

    /// What they had at the last position, in the order of the program's text; nothing if they are
    /// not [watched](Self::watch).
    #[must_use]
    pub fn seen(&self) -> Vec<WatchedValue> {
        watch::seen(&self.revision.program, &self.state.sightings)
    }

    /// The value that a variable was left with at the last position.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Value> {
        let id = self.revision.program.names.get(name)?;
        match self.state.variables.get(id) {
            Binding::Value(value) => Some(value),
            Binding::Unset | Binding::Code(_) => None,
        }
    }

    /// The call that was evaluated last, for messages.
    #[must_use]
    pub fn term(&self) -> TermId {
        self.state.context.term
    }

    /// What went wrong since the last call, at most one report a term.
    pub fn take_errors(&mut self) -> Vec<RuntimeError> {
        self.state.context.reports.take()
    }
}
