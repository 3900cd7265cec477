//! The programs of colorplots: by the GPU, in two tiers, or by the CPU.

mod values;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use cindyscript_applet::TextRange;
use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::picture::Picture;
use cindyscript_interpreter::platform::Instant;
use cindyscript_interpreter::{LaneProgram, PlotCall};
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::frame::PlotDraw;
use cindyscript_player::interface::{Contents, Interface};
use cindyscript_player::module::{
    ProgramTarget, lanes, perturbation, target, translation, validated,
};
use cindyscript_player::observations::Observed;
use cindyscript_player::orbit::{Perturbation, Reach};
use cindyscript_player::plot_view::Shown;
use cindyscript_player::source::Source;
use cindyscript_shader::{ModuleOptions, Precision, ShaderText, Specialization};

use crate::gpu::{Pipelines, PlotPipeline};
use crate::policy::ORBIT;
use crate::tier::{SpecialisationKey, Tiers};

pub(super) use values::Telling;
pub use values::{ValuesProgram, ValuesState};

/// What was seen before a program was made.
static NOTHING: Observed = Observed::NOTHING;

/// How a colorplot is painted.
#[derive(Clone, Debug)]
pub enum PlotProgram {
    /// By the GPU.
    Shader(Arc<ShaderProgram>),
    /// By the CPU.
    Interpreted {
        /// Why the GPU cannot; nothing if there is none.
        reasons: Vec<AppletDiagnostic>,
        /// What it was made for.
        observed: Observed,
        /// What evaluates many pixels at a time; none where the interpreter has to evaluate each.
        lanes: Option<Arc<LaneProgram>>,
    },
    /// By the interpreter, until a call tells which of several definitions of a function it sees: a
    /// program for all of them would be of use to none.
    Unmade,
}

/// A colorplot on the GPU.
#[derive(Debug)]
pub struct ShaderProgram {
    pub(super) tiers: Tiers<Arc<PlotPipeline>>,
    pub(super) interface: Interface,
    /// The precision that it is computed in.
    pub(super) precision: Precision,
    /// The precision that was asked for.
    pub(super) asked: Precision,
    /// Why it has fewer digits than that.
    pub(super) lacking: Option<AppletDiagnostic>,
    /// The pipeline that serves other texts as well, if it is still to be built.
    pub(super) general: Mutex<Option<ShaderText>>,
    /// Where it comes from, redefinitions included: what the second tier is made of.
    pub(super) source: Source,
    pub(super) plot: PlotId,
    pub(super) pipelines: Arc<Pipelines>,
    /// What tells its values at a pixel.
    pub(super) telling: Telling,
    /// What evaluates it on the CPU, once somebody has asked for it; none if nothing can.
    pub(super) lanes: OnceLock<Option<Arc<LaneProgram>>>,
    /// The iteration that it is, once somebody has asked for it; none if it is none.
    pub(super) iterates: OnceLock<Option<Perturbation>>,
}

/// A pipeline to be built in the background.
#[derive(Debug)]
pub enum Wanted {
    /// The one in which no number of the script stands: it is there when the author changes an
    /// index.
    General(Box<ShaderText>),
    /// The second tier.
    Second(SpecialisationKey),
    /// What tells values at a pixel, that of an expression among them.
    Values(Option<TextRange>),
}

impl ShaderProgram {
    /// The pipeline that paints with these contents of the uniform buffer.
    pub fn pipeline(&self, uniforms: &[u8]) -> Arc<PlotPipeline> {
        self.tiers
            .choose(&self.interface.layout, uniforms, Instant::now())
    }

    /// What it shows.
    pub(super) fn shown(&self) -> &Shown {
        &self.source.shown
    }

    /// How precisely it is computed.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Why it is computed in less precision than was asked for.
    pub fn lacking(&self) -> Option<&AppletDiagnostic> {
        self.lacking.as_ref()
    }

    /// What evaluates it on the CPU, many pixels at a time; none if nothing can. Made when it is asked
    /// for first.
    pub(crate) fn lanes(&self) -> Option<Arc<LaneProgram>> {
        let make = || {
            let types = &self.interface.observed.types;
            lanes(&self.source, self.plot, types).map(Arc::new)
        };
        self.lanes.get_or_init(make).clone()
    }

    /// How large what its iteration begins with is, in parts of the distance of pixels there; 0 where it
    /// is none.
    pub(crate) fn size(&self, draw: &PlotDraw) -> f64 {
        let find = || perturbation(&self.source, self.plot, &self.interface.observed.types);
        let PlotDraw {
            call,
            frame,
            centre,
            ..
        } = draw;
        let found = self.iterates.get_or_init(find).as_ref();
        found.map_or(0.0, |found| {
            found.size(&self.interface.uniforms, call, frame, centre)
        })
    }

    /// The pipeline that takes all values from the uniform buffer.
    pub(crate) fn first_pipeline(&self) -> Arc<PlotPipeline> {
        Arc::clone(self.tiers.first())
    }

    /// Whether the colour of a pixel is one that the interpreter has as well: none of random numbers or
    /// of images, which both see in their own way, and nothing else than the colorplot's own result.
    pub(crate) fn is_comparable(&self) -> bool {
        self.source.shown == Shown::Result
            && self.interface.images.is_empty()
            && !self.tiers.first().is_random()
            && target(&self.source, self.plot) == ProgramTarget::View
    }

    /// Where it comes from, redefinitions included.
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// Whether it takes the values of a call.
    pub(crate) fn takes(&self, call: &PlotCall) -> bool {
        self.interface.takes(call)
    }

    /// The precision that was asked for.
    pub(crate) fn asked(&self) -> Precision {
        self.asked
    }

    /// After how many rounds the loops of a pixel end, whatever they have to do; none if it has
    /// none.
    pub fn rounds(&self) -> Option<u32> {
        self.tiers.first().rounds()
    }

    /// What there is to [`build`](Self::build) in the background, once, if it is time.
    pub fn wanted(&self) -> Option<Wanted> {
        if let Some(wanted) = self.telling.wanted() {
            return Some(wanted);
        }
        let mut general = self.general.lock().unwrap_or_else(PoisonError::into_inner);
        match general.take() {
            Some(general) => Some(Wanted::General(Box::new(general))),
            None => Some(Wanted::Second(self.tiers.wanted(Instant::now())?)),
        }
    }

    /// Builds another pipeline. Blocks. Where that cannot be, the one that paints goes on.
    pub fn build(&self, wanted: Wanted) {
        match wanted {
            // It is kept for the texts to come.
            Wanted::General(text) => drop(self.pipeline_of(*text)),
            Wanted::Second(key) => self.specialise(key),
            Wanted::Values(selected) => self.build_values(selected),
        }
    }

    /// Builds the second tier, which paints from then on. Blocks. Where it cannot be built, the
    /// first goes on.
    pub fn specialise(&self, key: SpecialisationKey) {
        let specialization = Specialization::Values {
            contents: &key.contents,
            uniforms: &key.uniforms,
        };
        let options = ModuleOptions {
            filtering: self.pipelines.gpu().filtering(),
            specialization,
            precision: self.precision(),
            most: self.pipelines.gpu().folds_beyond(),
            ..ModuleOptions::default()
        };
        let types = &self.interface.observed.types;
        let text = translation(&self.source, self.plot, types, options);
        let pipeline = text.ok().and_then(|(text, _)| self.pipeline_of(text));
        self.tiers.install(pipeline, key);
    }

    /// The pipeline of a text of this colorplot, which is built unless it is there; none if that
    /// cannot be.
    fn pipeline_of(&self, text: ShaderText) -> Option<Arc<PlotPipeline>> {
        let target = target(&self.source, self.plot);
        self.pipelines.find(&text, target).or_else(|| {
            let module = validated(&self.source, text).ok()?;
            self.pipelines.build(module, target).ok()
        })
    }

    /// The contents of the uniform buffer for the values of a frame; none if one of them is not
    /// of the type that the shader was made for.
    pub fn uniforms(&self, call: &PlotCall) -> Option<Vec<u8>> {
        self.interface.contents(call)
    }

    /// The same for a colorplot of a frame, with the orbits that it is computed as the difference to, if
    /// it is. Where those that were made last do not serve the frame, others are made: that blocks.
    pub fn contents_of(&self, draw: &PlotDraw) -> Option<Contents> {
        let PlotDraw {
            call,
            frame,
            centre,
            ..
        } = draw;
        self.interface
            .contents_at(call, frame, centre, &is_over(ORBIT))
    }

    /// Whether the orbits that were made last serve a frame; none if it is computed without.
    pub(super) fn reach(&self, draw: &PlotDraw) -> Option<Reach> {
        self.interface.reach(&draw.call, &draw.frame, &draw.centre)
    }

    /// Makes orbits near a frame, if it is computed as the difference to some. Blocks.
    pub(super) fn make_orbits(&self, draw: &PlotDraw) {
        let PlotDraw {
            call,
            frame,
            centre,
            ..
        } = draw;
        self.interface
            .make_orbits(call, frame, centre, &is_over(ORBIT));
    }

    /// What is wrong with the picture for the sake of the orbits that were made last.
    pub fn orbit_diagnostic(&self) -> Option<AppletDiagnostic> {
        let reference = self.interface.perturbation.as_ref()?.reference()?;
        Some(AppletDiagnostic {
            message: reference.failure.clone()?,
            range: None,
            fatal: false,
        })
    }

    /// Whether something is computed beside the differences to an orbit that has the range of f32 alone.
    pub fn carries(&self) -> bool {
        let perturbation = self.interface.perturbation.as_ref();
        perturbation.is_some_and(Perturbation::carries)
    }

    /// What the textures show that it reads, by slot; none where there is no image of that name.
    pub fn images<'a>(&self, call: &'a PlotCall) -> impl Iterator<Item = Option<&'a Picture>> {
        self.interface.images(call)
    }
}

/// Whether a time is over, from now on.
fn is_over(time: Duration) -> impl Fn() -> bool {
    let began = Instant::now();
    move || began.elapsed() > time
}

impl PlotProgram {
    /// What evaluates many pixels at a time on the CPU, if it takes the values of a call.
    pub fn lanes(&self, call: &PlotCall) -> Option<&Arc<LaneProgram>> {
        match self {
            PlotProgram::Shader(_) | PlotProgram::Unmade => None,
            PlotProgram::Interpreted {
                lanes, observed, ..
            } => {
                let lanes = lanes.as_ref().filter(|_| observed.is_of(call));
                lanes.filter(|program| program.takes(call))
            }
        }
    }

    /// The precision that was asked for; none of what is not painted by a shader, which is computed in
    /// f64.
    pub fn precision(&self) -> Option<Precision> {
        match self {
            PlotProgram::Shader(shader) => Some(shader.asked),
            PlotProgram::Interpreted { .. } | PlotProgram::Unmade => None,
        }
    }

    /// The program in single precision, if it is one that was asked for in that.
    pub(crate) fn single(&self) -> Option<&Arc<ShaderProgram>> {
        match self {
            PlotProgram::Shader(shader) => {
                (shader.precision == Precision::Single).then_some(shader)
            }
            PlotProgram::Interpreted { .. } | PlotProgram::Unmade => None,
        }
    }

    /// The types to make it for again, if it does not take the values of a frame as it is, and
    /// nobody has tried with these.
    pub fn respecialisation(&self, call: &PlotCall) -> Option<Observed> {
        match self {
            PlotProgram::Shader(shader) if shader.interface.takes(call) => None,
            PlotProgram::Interpreted { .. } if self.lanes(call).is_some() => None,
            PlotProgram::Unmade if call.redefined.is_none() => Some(Observed::NOTHING),
            PlotProgram::Unmade => Some(Observed::new(call)),
            PlotProgram::Shader(_) | PlotProgram::Interpreted { .. } => {
                self.observed().widened(call)
            }
        }
    }

    /// What it was made for.
    pub fn observed(&self) -> &Observed {
        match self {
            PlotProgram::Shader(shader) => &shader.interface.observed,
            PlotProgram::Interpreted { observed, .. } => observed,
            PlotProgram::Unmade => &NOTHING,
        }
    }

    /// Whether it was made for other functions than those of a call, or for other code than the call
    /// is given.
    pub fn is_made_for_others(&self, call: &PlotCall) -> bool {
        let is_made = !matches!(self, PlotProgram::Unmade);
        is_made && self.observed().is_redefined(call)
    }
}
