//! What tells the values that a colorplot has on the GPU at one pixel: a program beside the one that
//! paints, made in the background once somebody asks.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cindyscript_applet::TextRange;
use cindyscript_interpreter::PlotCall;
use cindyscript_player::interface::Interface;
use cindyscript_player::module::{ProgramTarget, telling_values, validated};
use cindyscript_player::plot_view::values::{Noted, NotedValue};
use cindyscript_shader::{ModuleOptions, Precision};

use super::{ShaderProgram, Wanted};
use crate::gpu::PlotPipeline;

/// What tells values at a pixel.
#[derive(Debug)]
pub struct ValuesProgram {
    pub(crate) pipeline: Arc<PlotPipeline>,
    pub(crate) interface: Interface,
    /// How precisely it computes them: as they are painted.
    pub precision: Precision,
    noted: Vec<Noted>,
}

/// The program of a colorplot, as far as it is made.
#[derive(Debug, Default)]
pub(crate) struct Telling(Mutex<Made>);

#[derive(Debug, Default)]
struct Made {
    /// For which expression it was asked for last.
    asked: Option<Option<TextRange>>,
    /// Nobody makes that yet.
    is_due: bool,
    /// It is made, or cannot be.
    is_done: bool,
    /// The one that was made last.
    program: Option<Arc<ValuesProgram>>,
}

/// What there is of it.
#[derive(Clone, Debug)]
pub enum ValuesState {
    /// It will be there; until then there may be the one for another expression.
    Making(Option<Arc<ValuesProgram>>),
    /// It is there.
    Made(Arc<ValuesProgram>),
    /// It cannot be made.
    Refused,
}

impl Telling {
    /// What is to be made, once.
    pub(super) fn wanted(&self) -> Option<Wanted> {
        let mut made = self.lock();
        let asked = made.asked?;
        std::mem::take(&mut made.is_due).then_some(Wanted::Values(asked))
    }

    fn lock(&self) -> MutexGuard<'_, Made> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ShaderProgram {
    /// What tells its values at a pixel, and that of the smallest expression around a range of the file.
    /// Where it is not there yet, it is [wanted](Self::wanted) from now on.
    pub fn values(&self, selected: Option<TextRange>) -> ValuesState {
        let mut made = self.telling.lock();
        if made.asked != Some(selected) {
            made.asked = Some(selected);
            made.is_due = true;
            made.is_done = false;
        }
        match (made.program.clone(), made.is_done) {
            (Some(program), true) => ValuesState::Made(program),
            (None, true) => ValuesState::Refused,
            (before, false) => ValuesState::Making(before),
        }
    }

    /// Makes that program. Blocks.
    pub(super) fn build_values(&self, selected: Option<TextRange>) {
        let program = self.values_program(selected).map(Arc::new);
        let mut made = self.telling.lock();
        if made.asked == Some(selected) {
            made.is_done = true;
            made.program = program;
        }
    }

    fn values_program(&self, selected: Option<TextRange>) -> Option<ValuesProgram> {
        let precision = self.precision();
        if precision == Precision::Perturbed {
            // What surrounds the iteration has no digits that tell pixels apart.
            return None;
        }
        let options = ModuleOptions {
            filtering: self.pipelines.gpu().filtering(),
            precision,
            most: self.pipelines.gpu().folds_beyond(),
            ..ModuleOptions::default()
        };
        let observed = &self.interface.observed;
        let told = telling_values(&self.source, self.plot, &observed.types, selected, options);
        let (text, uniforms, noted) = told.ok()?;
        let (layout, images) = (text.layout.clone(), text.images.clone());
        let found = self.pipelines.find(&text, ProgramTarget::Numbers);
        let pipeline = match found {
            Some(pipeline) => pipeline,
            None => {
                let module = validated(&self.source, text).ok()?;
                self.pipelines.build(module, ProgramTarget::Numbers).ok()?
            }
        };
        Some(ValuesProgram {
            pipeline,
            interface: Interface {
                layout,
                images,
                uniforms,
                observed: observed.clone(),
                perturbation: None,
            },
            precision,
            noted,
        })
    }
}

impl ValuesProgram {
    /// How many numbers it tells.
    pub(crate) fn columns(&self) -> u32 {
        self.noted.iter().map(Noted::columns).sum::<usize>() as u32
    }

    /// The contents of the uniform buffer for the values of a frame; none if it does not take them.
    pub(crate) fn uniforms(&self, call: &PlotCall) -> Option<Vec<u8>> {
        self.interface.contents(call)
    }

    /// The values that such numbers are; what had none is left out.
    pub(crate) fn values(&self, numbers: Vec<[f64; 2]>) -> Vec<NotedValue> {
        let mut numbers = numbers.into_iter();
        let mut values = Vec::with_capacity(self.noted.len());
        for noted in &self.noted {
            let mut own = numbers.by_ref().take(noted.columns());
            values.extend(noted.read(&mut own));
            own.for_each(drop);
        }
        values
    }
}
