//! Colorplots on the CPU, many pixels at a time.
//!
//! A typed program, the one that shaders are made of, becomes a list of instructions on registers
//! that hold a number for each of 64 pixels (lanes). Every instruction is done for all lanes before
//! the next one, so that what there is to decide is decided once for all of them, and the
//! processor's vector units do the rest. Branches and loops are masks of the lanes that take part
//! (the execution masks of M. Pharr and W. R. Mark, *ispc: A SPMD Compiler for High-Performance CPU
//! Programming*, 2012). Numbers are those of the interpreter, 64 bits wide, and so are the results.
//!
//! Not every program has such instructions, and not every pixel comes to an end: whoever paints has
//! to be ready to evaluate pixels one by one, with [`PixelEvaluator`](crate::PixelEvaluator), which
//! can also say what is wrong with them.

mod builtin;
mod code;
mod compile;
mod control;
mod list;
mod operand;
mod run;
mod shape;
mod store;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use cindyscript_pixel::{PixelProgram, Uniform};
use num_complex::Complex64;

use self::code::Instruction;
use self::compile::{Compiled, Held, PLACE, VIEW_WIDTH, compile};
pub use self::run::LANES;
use self::run::{Column, Machine};
use self::shape::Shape;
use crate::builtins::image;
use crate::context::Context;
use crate::display::PlotCall;
use crate::random::Random;
use crate::value::Value;
use crate::value::colour::{clamped, components};
use crate::work::Deadline;

/// The instructions of a colorplot.
pub struct LaneProgram {
    compiled: Compiled,
    uniforms: Vec<Uniform>,
}

impl fmt::Debug for LaneProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instructions = self.compiled.code.len();
        write!(f, "LaneProgram({instructions} instructions)")
    }
}

impl LaneProgram {
    /// The instructions for a typed program; `None` if it has something that there are none for, or
    /// is too long.
    #[must_use]
    pub fn new(program: &PixelProgram) -> Option<LaneProgram> {
        let compiled = compile(program)?;
        let is_colour = match &compiled.result.shape {
            Shape::List(parts) => {
                let scalar = |part: &Shape| matches!(part, Shape::Real | Shape::Complex);
                matches!(parts.len(), 3 | 4) && parts.iter().all(scalar)
            }
            shape => *shape != Shape::Nothing,
        };
        is_colour.then(|| LaneProgram {
            compiled,
            uniforms: program.uniforms.clone(),
        })
    }

    /// Whether the values of a call have the types that the program was made for.
    #[must_use]
    pub fn takes(&self, call: &PlotCall) -> bool {
        self.uniforms.iter().all(|uniform| {
            let value = call.uniforms.get(uniform.source);
            value.is_some_and(|value| value.type_of().on_gpu().fits(&uniform.ty))
        })
    }
}

/// Evaluates a colorplot for the values of one call.
///
/// Clones are independent of each other: give one to each thread.
#[derive(Clone)]
pub struct LaneEvaluator {
    program: Arc<LaneProgram>,
    machine: Machine,
    /// How long one call may take.
    patience: Option<Duration>,
    /// The seed of random numbers: that of the frame.
    seed: u32,
}

impl LaneEvaluator {
    pub(crate) fn new(
        program: &Arc<LaneProgram>,
        call: &PlotCall,
        context: &Context,
    ) -> Option<LaneEvaluator> {
        let mut context = context.clone();
        let mut images = Vec::new();
        let mut uniforms = Vec::with_capacity(program.uniforms.len());
        for uniform in &program.uniforms {
            let mut numbers = Vec::new();
            let shape = Shape::of(&uniform.ty);
            let array = || {
                let (len, element) = uniform.ty.sized_list()?;
                Some((len, Shape::of(element)?))
            };
            let value = call.uniforms.get(uniform.source)?;
            let mut image = |name: &Value| {
                images.push(image::pixels(&mut context, name));
                images.len() as f64 - 1.0
            };
            match (shape, array()) {
                (Some(shape), _) => shape.flatten(value, &mut numbers, &mut image),
                // Too wide for registers.
                (None, Some((len, element))) => {
                    for place in 0..len as usize {
                        let item = value.list().and_then(|list| list.get(place));
                        element.flatten(&item.unwrap_or_default(), &mut numbers, &mut image);
                    }
                }
                (None, None) => return None,
            }
            uniforms.push(numbers);
        }
        let compiled = &program.compiled;
        let mut columns = vec![[0.0; LANES]; compiled.registers as usize];
        for &(register, held) in &compiled.held {
            let number = match held {
                Held::Number(number) => number,
                Held::Uniform { uniform, place } => *uniforms.get(uniform.index())?.get(place)?,
            };
            columns.get_mut(register as usize)?.fill(number);
        }
        let mut shared = Vec::new();
        for (uniform, start) in &compiled.arrays {
            debug_assert_eq!(shared.len(), *start as usize);
            shared.extend(uniforms.get(uniform.index())?);
        }
        let corners = context.graphics.lower_corners();
        let [left, right] = corners;
        let width = (right[0] - left[0]).hypot(right[1] - left[1]);
        columns.get_mut(VIEW_WIDTH as usize)?.fill(width);
        let mut code = compiled.code.iter();
        let draws = code.any(|instruction| matches!(instruction, Instruction::Random { .. }));
        Some(LaneEvaluator {
            program: Arc::clone(program),
            machine: Machine {
                columns,
                counters: vec![0; compiled.counters as usize],
                shared: shared.into(),
                images: images.into(),
                corners,
                randoms: match draws {
                    true => vec![Random::new(0); LANES],
                    false => Vec::new(),
                },
                context,
            },
            patience: None,
            seed: 0,
        })
    }

    /// Sets the seed of random numbers, as
    /// [`PixelEvaluator::set_seed`](crate::PixelEvaluator::set_seed) does.
    pub fn set_seed(&mut self, seed: u32) {
        self.seed = seed;
    }

    /// Limits the real time that one evaluation may take; `None` does not limit it.
    pub fn allow(&mut self, time: Option<Duration>) {
        self.patience = time;
    }

    /// The colours at positions in world coordinates, as
    /// [`PixelEvaluator::colour`](crate::PixelEvaluator::colour) has them, at most [`LANES`] at a
    /// time; `None` if that takes too long.
    pub fn colours(&mut self, positions: &[[f64; 2]]) -> Option<Vec<[f32; 4]>> {
        self.evaluate(positions, clamped)
    }

    /// What an image keeps of the values, as
    /// [`PixelEvaluator::texel`](crate::PixelEvaluator::texel) has it.
    pub fn texels(&mut self, positions: &[[f64; 2]]) -> Option<Vec<[f32; 4]>> {
        self.evaluate(positions, |parts| {
            parts.unwrap_or_default().map(|part| part as f32)
        })
    }

    fn evaluate(
        &mut self,
        positions: &[[f64; 2]],
        paint: impl Fn(Option<[f64; 4]>) -> [f32; 4],
    ) -> Option<Vec<[f32; 4]>> {
        let last = positions.last()?;
        for (axis, register) in PLACE.into_iter().enumerate() {
            let column = &mut self.machine.columns[register as usize];
            // Lanes without a pixel do what the last one does.
            let places = positions.iter().chain(std::iter::repeat(last));
            for (number, place) in column.iter_mut().zip(places) {
                *number = place[axis];
            }
        }
        for (random, position) in self.machine.randoms.iter_mut().zip(positions) {
            *random = Random::at(self.seed, *position);
        }
        let context = &mut self.machine.context;
        context.deadline = self.patience.map(Deadline::running);
        self.machine.run(&self.program.compiled.code).ok()?;
        let colour = |lane: usize| paint(self.colour(lane));
        Some((0..positions.len().min(LANES)).map(colour).collect())
    }

    /// Red, green, blue, alpha, if it is a colour.
    fn colour(&self, lane: usize) -> Option<[f64; 4]> {
        let compiled = &self.program.compiled;
        let result = &compiled.result;
        let number = |register: u32| {
            let column: &Column = self.machine.column(register);
            column[lane]
        };
        if compiled
            .discarded
            .is_some_and(|discarded| number(discarded) != 0.0)
        {
            return None;
        }
        match (&result.shape, result.registers.as_slice()) {
            (Shape::Boolean | Shape::Real, &[grey]) => {
                let grey = number(grey);
                Some([grey, grey, grey, 1.0])
            }
            (Shape::Complex, &[re, im]) => {
                components(&Complex64::new(number(re), number(im)).into())
            }
            (shape, registers) => {
                let mut numbers = registers.iter().map(|register| number(*register));
                components(&shape.value(&mut numbers))
            }
        }
    }
}
