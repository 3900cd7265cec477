//! From a version to programs that can paint: typed pixel programs, WGSL, pipelines. Blocks; the
//! window does it on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::platform::Instant;
use cindyscript_interpreter::{PlotCall, fault};
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::frame::PlotDraw;
use cindyscript_player::module::{ProgramTarget, lanes, shown, target};
use cindyscript_player::observations::Observed;
use cindyscript_player::orbit::Reach;
use cindyscript_player::plot_view::{NotShown, Shown, ShownExpression};
use cindyscript_player::source::Source;
use cindyscript_protocol::Stages;
use cindyscript_shader::Precision;

use crate::gpu::{Gpu, GpuError, Pipelines, Settlement};

mod making;
mod program;

pub use program::{PlotProgram, ShaderProgram, ValuesProgram, ValuesState, Wanted};

use making::{Making, candidates};

/// A version that can be played.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The version.
    pub source: Source,
    /// How each colorplot is painted, by [`PlotId`]. Whoever paints a frame shares them.
    pub plots: Arc<Vec<PlotProgram>>,
    /// What making them took.
    pub build: Build,
    /// What made them, and makes others.
    pub compiler: Compiler,
}

/// What making programs took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Build {
    /// Where the time went so far.
    pub stages: Stages,
    /// Whether a pipeline was built.
    pub structural: bool,
}

/// Makes programs for one version after the other. Clones use the same pipelines.
#[derive(Clone, Debug, Default)]
pub struct Compiler {
    pipelines: Option<Arc<Pipelines>>,
}

/// A colorplot whose values have other types than its program was made for, or whose pixels want
/// another precision: what to make one for that takes them.
#[derive(Clone, Debug)]
pub struct Recompilation {
    /// The version.
    pub source: Source,
    /// The colorplot.
    pub plot: PlotId,
    /// What was seen of it.
    pub observed: Observed,
    /// How precisely it is to be computed.
    pub precision: Precision,
    /// Whether the program that is there takes the values as well, but in another precision, or with
    /// orbits that are far away.
    pub is_refinement: bool,
    /// The frame that it is for: orbits are made near it.
    pub draw: Option<Box<PlotDraw>>,
    /// The program, where only orbits are to be made.
    pub program: Option<Arc<ShaderProgram>>,
    /// What makes the program.
    pub compiler: Compiler,
}

/// The program that was made.
#[derive(Clone, Debug)]
pub struct Recompiled {
    /// What it was made of.
    pub request: Recompilation,
    /// How the colorplot is painted from now on.
    pub program: PlotProgram,
    /// What that took.
    pub build: Build,
}

/// Who makes programs for types that nobody has expected.
pub trait Recompile {
    /// The program, if it is made at once; if not, it comes later.
    ///
    /// # Errors
    /// The device is lost, or hangs.
    fn recompile(&mut self, request: Recompilation) -> Result<Option<Recompiled>, GpuError>;
}

/// Makes programs at once.
#[derive(Clone, Copy, Debug)]
pub struct AtOnce;

impl Recompile for AtOnce {
    fn recompile(&mut self, request: Recompilation) -> Result<Option<Recompiled>, GpuError> {
        request.run().map(Some)
    }
}

impl Recompilation {
    /// Makes the program. Blocks.
    ///
    /// # Errors
    /// The device is lost, or hangs.
    pub fn run(self) -> Result<Recompiled, GpuError> {
        let mut build = Build::default();
        let Recompilation {
            source,
            plot,
            observed,
            precision,
            is_refinement: _,
            draw,
            program,
            compiler,
        } = &self;
        let key = (observed, *precision);
        let program = match program {
            Some(program) => PlotProgram::Shader(Arc::clone(program)),
            None => compiler.program_or_fault(source, *plot, key, &mut build)?,
        };
        if let (PlotProgram::Shader(shader), Some(draw)) = (&program, draw) {
            shader.make_orbits(draw);
        }
        Ok(Recompiled {
            request: self,
            program,
            build,
        })
    }
}

impl Compiled {
    /// Whether a colorplot of it paints into an image.
    pub fn paints_images(&self) -> bool {
        let mut plots = 0..self.plots.len() as u32;
        plots.any(|plot| target(&self.source, PlotId(plot)) == ProgramTarget::Image)
    }

    /// What to make of a colorplot that does not take the values of a call, is of another precision than
    /// is wanted, or has no orbits near the frame that it is drawn in; none if there is nothing, or if
    /// nobody can make it.
    pub fn recompilation(
        &self,
        call: &PlotCall,
        wanted: Precision,
        draw: Option<&PlotDraw>,
    ) -> Option<Recompilation> {
        let program = self.plots.get(call.plot.index())?;
        let other = program.respecialisation(call);
        let mut is_refinement = other.is_none();
        let mut made = None;
        let observed = other.or_else(|| {
            let is_other = program.precision().is_some_and(|own| own != wanted);
            is_other.then(|| program.observed().clone())
        });
        let observed = observed.or_else(|| {
            let PlotProgram::Shader(shader) = program else {
                return None;
            };
            let reach = shader.reach(draw?)?;
            is_refinement = reach != Reach::Out;
            made = Some(Arc::clone(shader));
            (reach != Reach::Near).then(|| program.observed().clone())
        });
        Some(Recompilation {
            observed: observed?,
            precision: wanted,
            is_refinement,
            draw: draw.cloned().map(Box::new),
            program: made,
            source: self.source.clone(),
            plot: call.plot,
            compiler: self.compiler.clone(),
        })
    }

    /// The expression that is shown where colorplots compute it.
    ///
    /// # Errors
    /// Why none is; no reason where none was to be.
    pub fn shown(&self) -> Result<ShownExpression, Option<NotShown>> {
        if self.source.shown == Shown::Result {
            return Err(None);
        }
        let mut reason = NotShown::Elsewhere;
        for (plot, program) in (0..).map(PlotId).zip(&*self.plots) {
            match (
                shown(&self.source, plot, &program.observed().types),
                program,
            ) {
                (Ok(_), PlotProgram::Interpreted { .. })
                    if self.source.shown == Shown::Disagreement =>
                {
                    reason = NotShown::Exact;
                }
                (Ok(_), PlotProgram::Interpreted { lanes: None, .. }) => {
                    reason = NotShown::Interpreted;
                }
                (Ok(_), PlotProgram::Shader(shader)) if shader.shown() != &self.source.shown => {
                    reason = NotShown::TooMuch;
                }
                (Ok(shown), _) => return Ok(shown),
                (Err(Some(other)), _) if reason == NotShown::Elsewhere => reason = other,
                (Err(_), _) => {}
            }
        }
        Err(Some(reason))
    }

    /// Takes a program that was made of this version; whether it was.
    pub fn install(&mut self, made: Recompiled) -> bool {
        let Recompiled {
            request,
            program,
            build,
        } = made;
        let is_of_this =
            request.source.is_same(&self.source) && request.compiler.is_same(&self.compiler);
        let is_of_this = is_of_this && request.source.shown == self.source.shown;
        if let Some(place) = Arc::make_mut(&mut self.plots).get_mut(request.plot.index())
            && is_of_this
        {
            *place = program;
            self.build.add(build);
        }
        is_of_this
    }
}

impl Build {
    /// More was made.
    fn add(&mut self, more: Build) {
        let plus = |sum: &mut Option<f64>, more: Option<f64>| {
            if let Some(more) = more {
                *sum.get_or_insert_default() += more;
            }
        };
        plus(&mut self.stages.wgsl, more.stages.wgsl);
        plus(&mut self.stages.naga, more.stages.naga);
        plus(&mut self.stages.pipeline, more.stages.pipeline);
        self.structural |= more.structural;
    }
}

impl Compiler {
    /// With a GPU, or without one.
    pub fn new(pipelines: Option<Pipelines>) -> Compiler {
        Compiler {
            pipelines: pipelines.map(Arc::new),
        }
    }

    /// The GPU, if there is one.
    pub fn gpu(&self) -> Option<&Gpu> {
        self.pipelines.as_deref().map(Pipelines::gpu)
    }

    /// Takes the driver's answers to new pipelines: [`Pipelines::settle`].
    pub fn settle(&self) -> Settlement {
        let pipelines = self.pipelines.as_deref();
        pipelines.map_or(Settlement::Accepted, Pipelines::settle)
    }

    /// How many pipelines are kept, if there is a GPU.
    pub(crate) fn pipelines(&self) -> Option<usize> {
        self.pipelines.as_deref().map(Pipelines::kept)
    }

    /// Whether both use the same pipelines.
    fn is_same(&self, other: &Compiler) -> bool {
        match (&self.pipelines, &other.pipelines) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        }
    }

    /// Makes programs for all colorplots of a version that was read in some time, unless only their
    /// calls tell what of.
    ///
    /// # Errors
    /// The device is lost, or hangs. A shader that the driver refuses is painted by the
    /// interpreter instead.
    pub fn programs(&self, source: Source, stages: Stages) -> Result<Compiled, GpuError> {
        let mut build = Build {
            stages,
            structural: false,
        };
        let facts = source.facts();
        let count = facts.map_or(0, |facts| facts.program.plots.len()) as u32;
        let has_alternatives = facts.is_some_and(|facts| facts.split_program().has_alternatives());
        let key = (&Observed::NOTHING, Precision::default());
        let plots = (0..count)
            .map(|plot| match has_alternatives {
                true => Ok(PlotProgram::Unmade),
                false => self.program_or_fault(&source, PlotId(plot), key, &mut build),
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Compiled {
            source,
            plots: Arc::new(plots),
            build,
            compiler: self.clone(),
        })
    }

    /// A program for one colorplot; where making it fails by a fault of ours, none, and why.
    fn program_or_fault(
        &self,
        source: &Source,
        plot: PlotId,
        (observed, precision): (&Observed, Precision),
        build: &mut Build,
    ) -> Result<PlotProgram, GpuError> {
        let key = (observed, precision);
        let made = AssertUnwindSafe(|| self.program(source, plot, key, build));
        catch_unwind(made).unwrap_or_else(|panic| {
            let facts = source.facts();
            let term = facts.map(|facts| facts.program.plot(plot).term);
            Ok(PlotProgram::Interpreted {
                reasons: vec![AppletDiagnostic {
                    message: fault(panic.as_ref()),
                    range: term.and_then(|term| source.range_of(term)),
                    fatal: false,
                }],
                observed: observed.clone(),
                lanes: None,
            })
        })
    }

    fn program(
        &self,
        source: &Source,
        plot: PlotId,
        (observed, precision): (&Observed, Precision),
        build: &mut Build,
    ) -> Result<PlotProgram, GpuError> {
        let redefined;
        let source = match &observed.redefined {
            Some(program) => {
                redefined = source.redefined(program, plot);
                &redefined
            }
            None => source,
        };
        let interpreted = |reasons| {
            Ok(PlotProgram::Interpreted {
                reasons,
                observed: observed.clone(),
                lanes: lanes(source, plot, &observed.types).map(Arc::new),
            })
        };
        let Some(pipelines) = &self.pipelines else {
            return interpreted(Vec::new());
        };
        let making = Making {
            source,
            plot,
            observed,
            pipelines,
        };
        let mut reason = None;
        for candidate in candidates(precision, pipelines.gpu()) {
            let reasons = match making.shader(candidate, build)? {
                Ok(shader) => {
                    let is_less = candidate < precision;
                    return Ok(PlotProgram::Shader(Arc::new(ShaderProgram {
                        asked: precision,
                        lacking: reason.filter(|_| is_less),
                        ..shader
                    })));
                }
                Err(reasons) => reasons,
            };
            if source.shown == Shown::Disagreement {
                // In one precision it may be within the limits.
                let mut source = source.clone();
                source.shown = Shown::Result;
                return self.program(&source, plot, (observed, precision), build);
            }
            if candidate == Precision::Single {
                return interpreted(reasons);
            }
            reason = reason.or_else(|| reasons.into_iter().next());
        }
        interpreted(Vec::new())
    }
}

/// Why colorplots are painted by the interpreter though there is a GPU.
pub fn reasons(programs: &[PlotProgram]) -> impl Iterator<Item = &AppletDiagnostic> {
    programs.iter().flat_map(|program| match program {
        PlotProgram::Shader(_) | PlotProgram::Unmade => &[][..],
        PlotProgram::Interpreted { reasons, .. } => reasons,
    })
}

/// Milliseconds from one moment to a later one.
pub fn milliseconds(from: Instant, to: Instant) -> f64 {
    to.saturating_duration_since(from).as_secs_f64() * 1e3
}
