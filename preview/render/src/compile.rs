//! From a version to programs that can paint: typed pixel programs, WGSL, pipelines. Blocks; the
//! window does it on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::fault;
use cindyscript_player::diagnostic::Trouble;
use cindyscript_player::interface::Interface;
use cindyscript_player::module::{Target, filtered_module, lanes, target};
use cindyscript_player::observed::Observed;
use cindyscript_player::source::Source;
use cindyscript_protocol::Stages;
use cindyscript_shader::Fixed;

use crate::gpu::{GpuError, Pipelines};
use crate::tier::Tiers;

mod program;

pub use program::{PlotProgram, ShaderProgram, Wanted};

/// A version that can be played.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The version.
    pub source: Source,
    /// How each colorplot is painted, by [`PlotId`].
    pub plots: Vec<PlotProgram>,
    /// Where the time went so far.
    pub stages: Stages,
    /// Whether a pipeline was built.
    pub structural: bool,
    /// Where the pipelines come from; none without a GPU.
    pub pipelines: Option<Arc<Pipelines>>,
}

/// Compiles version after version.
#[derive(Debug)]
pub struct Compiler {
    pipelines: Option<Arc<Pipelines>>,
}

impl Compiler {
    /// With a GPU, or without one.
    pub fn new(pipelines: Option<Pipelines>) -> Compiler {
        Compiler {
            pipelines: pipelines.map(Arc::new),
        }
    }

    /// The pipelines, if there is a GPU.
    pub fn pipelines(&self) -> Option<&Pipelines> {
        self.pipelines.as_deref()
    }

    /// Uses another GPU from now on, or none.
    pub fn set_pipelines(&mut self, pipelines: Option<Pipelines>) {
        self.pipelines = pipelines.map(Arc::new);
    }

    /// Makes programs for all colorplots of a version.
    ///
    /// # Errors
    /// The device is lost, or hangs. A shader that the driver refuses is painted by the
    /// interpreter instead.
    pub fn programs(&self, source: Source, stages: Stages) -> Result<Compiled, GpuError> {
        let mut compiled = Compiled {
            source,
            plots: Vec::new(),
            stages,
            structural: false,
            pipelines: self.pipelines.clone(),
        };
        let count = compiled
            .source
            .facts()
            .map_or(0, |facts| facts.program.plots.len());
        for plot in 0..count as u32 {
            let program = compiled.program_or_fault(PlotId(plot), &Observed::default())?;
            compiled.plots.push(program);
        }
        Ok(compiled)
    }
}

impl Compiled {
    /// The programs of colorplots into images, and their places among all.
    pub fn image_plots(&self) -> impl Iterator<Item = (usize, &PlotProgram)> {
        let plots = self.plots.iter().enumerate();
        plots.filter(|(index, _)| target(&self.source, PlotId(*index as u32)) == Target::Image)
    }

    /// Makes a program for one colorplot again, for what was seen of it.
    ///
    /// # Errors
    /// The device is lost, or hangs.
    pub fn respecialise(&mut self, plot: PlotId, observed: &Observed) -> Result<(), GpuError> {
        let program = self.program_or_fault(plot, observed)?;
        if let Some(place) = self.plots.get_mut(plot.index()) {
            *place = program;
        }
        Ok(())
    }

    /// A program for one colorplot; where making it fails by a fault of ours, none, and why.
    fn program_or_fault(
        &mut self,
        plot: PlotId,
        observed: &Observed,
    ) -> Result<PlotProgram, GpuError> {
        let made = catch_unwind(AssertUnwindSafe(|| self.program(plot, observed)));
        made.unwrap_or_else(|panic| {
            let facts = self.source.facts();
            let term = facts.map(|facts| facts.program.plot(plot).term);
            Ok(PlotProgram::Interpreted {
                reasons: vec![Trouble {
                    message: fault(panic.as_ref()),
                    range: term.and_then(|term| self.source.range_of(term)),
                    fatal: false,
                }],
                observed: observed.clone(),
                lanes: None,
            })
        })
    }

    fn program(&mut self, plot: PlotId, observed: &Observed) -> Result<PlotProgram, GpuError> {
        let Compiled {
            source,
            stages,
            structural,
            pipelines,
            ..
        } = self;
        let redefined;
        let source = match &observed.redefined {
            Some(program) => {
                redefined = source.redefined(program, plot);
                &redefined
            }
            None => &*source,
        };
        let types = &observed.types;
        let interpreted = |reasons| {
            Ok(PlotProgram::Interpreted {
                reasons,
                observed: observed.clone(),
                lanes: lanes(source, plot, types).map(Arc::new),
            })
        };
        let Some(pipelines) = pipelines else {
            return interpreted(Vec::new());
        };
        let start = Instant::now();
        let filtering = pipelines.gpu().filtering();
        let target = target(source, plot);
        let module = |fixed| filtered_module(source, plot, types, filtering, fixed);
        let (own, uniforms) = match module(Fixed::Indices) {
            Ok(module) => module,
            Err(reasons) => return interpreted(reasons),
        };
        // Where a pipeline has to be built, the general one may be there from another text.
        let general = (own.has_values && !pipelines.has(&own, target))
            .then(|| module(Fixed::Nothing).ok())
            .flatten();
        let (module, general) = match general {
            Some((general, _)) if pipelines.has(&general, target) => (general, None),
            general => (own, general.map(|(general, _)| general)),
        };
        let trouble = |message| Trouble {
            message,
            range: source
                .facts()
                .and_then(|facts| source.range_of(facts.program.plot(plot).term)),
            fatal: false,
        };
        let (loops, most) = (module.loops(), pipelines.gpu().most_loops());
        if loops > most {
            return interpreted(vec![trouble(format!(
                "there are {loops} loops in this colorplot and what it calls: software Vulkan \
                 takes too long to compile more than {most}"
            ))]);
        }
        let written = Instant::now();
        let naga = module.validation.as_secs_f64() * 1e3;
        *stages.wgsl.get_or_insert_default() += milliseconds(start, written) - naga;
        *stages.naga.get_or_insert_default() += naga;
        match pipelines.get(&module, target) {
            Ok((pipeline, built)) => {
                if built {
                    *structural = true;
                    *stages.pipeline.get_or_insert_default() +=
                        milliseconds(written, Instant::now());
                }
                let shader = ShaderProgram {
                    tiers: Tiers::new(pipeline, uniforms.len()),
                    source: source.clone(),
                    plot,
                    pipelines: Arc::clone(pipelines),
                    interface: Interface {
                        layout: module.layout,
                        images: module.images,
                        uniforms,
                        observed: observed.clone(),
                    },
                    general: Mutex::new(general),
                };
                Ok(PlotProgram::Shader(Arc::new(shader)))
            }
            Err(GpuError::Refused(message)) => interpreted(vec![trouble(format!(
                "the driver refuses the shader: {message}"
            ))]),
            Err(lost) => Err(lost),
        }
    }
}

/// Why colorplots are painted by the interpreter though there is a GPU.
pub fn reasons(programs: &[PlotProgram]) -> impl Iterator<Item = &Trouble> {
    programs.iter().flat_map(|program| match program {
        PlotProgram::Shader(_) => &[][..],
        PlotProgram::Interpreted { reasons, .. } => reasons,
    })
}

/// Milliseconds from one moment to a later one.
pub fn milliseconds(from: Instant, to: Instant) -> f64 {
    to.saturating_duration_since(from).as_secs_f64() * 1e3
}
