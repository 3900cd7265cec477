//! From a colorplot to a shader program: in which precision, and from a text to a pipeline.

use std::sync::{Arc, Mutex, OnceLock};

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::platform::Instant;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::interface::Interface;
use cindyscript_player::module::{target, translation, validated};
use cindyscript_player::observations::Observed;
use cindyscript_player::orbit::Perturbation;
use cindyscript_player::source::Source;
use cindyscript_shader::{ModuleOptions, Precision, ShaderText, Specialization};

use super::program::ShaderProgram;
use super::program::Telling;
use super::{Build, milliseconds};
use crate::gpu::{Gpu, GpuError, Pipelines, PlotPipeline};
use crate::tier::Tiers;

/// What to compute a colorplot in that is to have a precision: what comes first, if that can be. Better
/// with few digits than slowly.
pub(super) fn candidates(precision: Precision, gpu: &Gpu) -> Vec<Precision> {
    use Precision::{Double, Native, Perturbed, Single};
    let mut candidates = match precision {
        Single => vec![Single],
        Double if gpu.prefers_f64() => vec![Native, Double, Single],
        Double => vec![Double, Single],
        // Where an iteration has no orbit, the digits of f64 may do.
        Perturbed => vec![Perturbed, Native, Double, Single],
        Native => vec![Native, Double, Single],
    };
    candidates.retain(|candidate| *candidate != Native || gpu.has_f64());
    candidates
}

/// A shader program that is being made.
pub(super) struct Making<'a> {
    pub(super) source: &'a Source,
    pub(super) plot: PlotId,
    pub(super) observed: &'a Observed,
    pub(super) pipelines: &'a Arc<Pipelines>,
}

impl Making<'_> {
    /// The program in a precision, or the reasons why there is none.
    pub(super) fn shader(
        &self,
        precision: Precision,
        build: &mut Build,
    ) -> Result<Result<ShaderProgram, Vec<AppletDiagnostic>>, GpuError> {
        let Making {
            source,
            plot,
            observed,
            pipelines,
        } = *self;
        let start = Instant::now();
        let translated = |specialization| {
            let options = self.options(precision, specialization);
            translation(source, plot, &observed.types, options)
        };
        let (own, uniforms) = match translated(Specialization::Indices) {
            Ok(translated) => translated,
            Err(reasons) => return Ok(Err(reasons)),
        };
        let general = || Some(translated(Specialization::None).ok()?.0);
        let (text, found, general) = self.chosen(own, general);
        *build.stages.wgsl.get_or_insert_default() += milliseconds(start, Instant::now());
        let (layout, images) = (text.layout.clone(), text.images.clone());
        let perturbation = text.iteration.clone().map(Perturbation::new);
        let pipeline = match found {
            Some(pipeline) => pipeline,
            None => match self.built(text, build)? {
                Ok(pipeline) => pipeline,
                Err(reasons) => return Ok(Err(reasons)),
            },
        };
        Ok(Ok(ShaderProgram {
            tiers: Tiers::new(pipeline, uniforms.len()),
            source: source.clone(),
            plot,
            pipelines: Arc::clone(pipelines),
            interface: Interface {
                layout,
                images,
                uniforms,
                observed: observed.clone(),
                perturbation,
            },
            precision,
            asked: precision,
            lacking: None,
            general: Mutex::new(general),
            telling: Telling::default(),
            lanes: OnceLock::new(),
            iterates: OnceLock::new(),
        }))
    }

    /// The program's own text or, where only that has a pipeline already, the general one; that pipeline;
    /// and the general text if it may replace the own one later.
    fn chosen(
        &self,
        own: ShaderText,
        general: impl FnOnce() -> Option<ShaderText>,
    ) -> (ShaderText, Option<Arc<PlotPipeline>>, Option<ShaderText>) {
        let target = target(self.source, self.plot);
        let found = self.pipelines.find(&own, target);
        if found.is_some() || !own.has_values {
            return (own, found, None);
        }
        // Another text may have had the general one built.
        let Some(general) = general() else {
            return (own, None, None);
        };
        match self.pipelines.find(&general, target) {
            Some(found) => (general, Some(found), None),
            None => (own, None, Some(general)),
        }
    }

    /// The options of a text for this device.
    fn options(
        &self,
        precision: Precision,
        specialization: Specialization<'static>,
    ) -> ModuleOptions<'static> {
        let gpu = self.pipelines.gpu();
        ModuleOptions {
            filtering: gpu.filtering(),
            specialization,
            precision,
            most: gpu.folds_beyond(),
            ..ModuleOptions::default()
        }
    }

    /// The pipeline of a text that has none yet, or why the GPU cannot run it.
    fn built(
        &self,
        text: ShaderText,
        build: &mut Build,
    ) -> Result<Result<Arc<PlotPipeline>, Vec<AppletDiagnostic>>, GpuError> {
        let start = Instant::now();
        let module = match validated(self.source, text) {
            Ok(module) => module,
            Err(reasons) => return Ok(Err(reasons)),
        };
        let validated = Instant::now();
        *build.stages.naga.get_or_insert_default() += milliseconds(start, validated);
        let (loops, most) = (module.loops(), self.pipelines.gpu().most_loops());
        if loops > most {
            return Ok(Err(vec![self.diagnostic(format!(
                "there are {loops} loops in this colorplot and what it calls: software Vulkan \
                 takes too long to compile more than {most}"
            ))]));
        }
        let (bytes, most) = (
            module.array_bytes(),
            self.pipelines.gpu().most_array_bytes(),
        );
        if bytes > most {
            return Ok(Err(vec![self.diagnostic(format!(
                "the lists in this colorplot and what it calls take {bytes} bytes at each pixel, \
                 and this graphics driver can take {most}"
            ))]));
        }
        match self.pipelines.build(module, target(self.source, self.plot)) {
            Ok(pipeline) => {
                build.structural = true;
                *build.stages.pipeline.get_or_insert_default() +=
                    milliseconds(validated, Instant::now());
                Ok(Ok(pipeline))
            }
            Err(GpuError::Refused(message)) => {
                Ok(Err(vec![self.diagnostic(format!(
                    "the driver refuses the shader: {message}"
                ))]))
            }
            Err(lost) => Err(lost),
        }
    }

    /// What is wrong with the colorplot as a whole.
    fn diagnostic(&self, message: String) -> AppletDiagnostic {
        let facts = self.source.facts();
        let term = facts.map(|facts| facts.program.plot(self.plot).term);
        AppletDiagnostic {
            message,
            range: term.and_then(|term| self.source.range_of(term)),
            fatal: false,
        }
    }
}
