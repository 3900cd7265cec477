//! From a text to programs that can paint: analysis, typed pixel programs, WGSL, pipelines. Blocks;
//! the window does it on a thread of its own.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use cindyscript_analysis::pixel::Uniform;
use cindyscript_analysis::program::{PlotForm, PlotId, Program};
use cindyscript_analysis::types::Type;
use cindyscript_interpreter::picture::Picture;
use cindyscript_interpreter::{LaneProgram, PlotCall, Value};
use cindyscript_protocol::Stages;
use cindyscript_shader::{Filtering, Fixed, ImageSlot, Module, UniformLayout};

use crate::decoder::Decoder;
use crate::gpu::{GpuError, Pipelines, PlotPipeline, Target};
use crate::images::Images;
use crate::player::Trouble;
use crate::source::{Source, Text, milliseconds};
use crate::tier::{Steady, Tiers};

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

/// What was seen of a colorplot when it ran; nothing for a program made before anything did.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The types that the values of its uniforms had; none where nothing was seen.
    types: Vec<Option<Type>>,
    /// The program that it was of, where functions were not those of the text.
    redefined: Option<Arc<Program>>,
}

/// How a colorplot is painted.
#[derive(Clone, Debug)]
pub enum PlotProgram {
    /// By the GPU.
    Shader(Arc<ShaderProgram>),
    /// By the CPU.
    Interpreted {
        /// Why the GPU cannot; nothing if there is none.
        reasons: Vec<Trouble>,
        /// What it was made for.
        observed: Observed,
        /// What evaluates many pixels at a time; none where the interpreter has to evaluate each.
        lanes: Option<Arc<LaneProgram>>,
    },
}

/// A colorplot on the GPU.
#[derive(Debug)]
pub struct ShaderProgram {
    tiers: Tiers<Arc<PlotPipeline>>,
    layout: UniformLayout,
    images: Vec<ImageSlot>,
    uniforms: Vec<Uniform>,
    /// What it was made for.
    observed: Observed,
    /// The pipeline that serves other texts as well, if it is still to be built.
    general: Mutex<Option<Module>>,
    /// Where it comes from, redefinitions included: what the second tier is made of.
    source: Source,
    plot: PlotId,
    pipelines: Arc<Pipelines>,
}

/// A pipeline to be built in the background.
#[derive(Debug)]
pub enum Wanted {
    /// The one in which no number of the script stands: it is there when the author changes an
    /// index.
    General(Box<Module>),
    /// The second tier.
    Second(Steady),
}

impl ShaderProgram {
    /// The pipeline that paints with these contents of the uniform buffer.
    pub fn pipeline(&self, uniforms: &[u8]) -> Arc<PlotPipeline> {
        self.tiers.choose(&self.layout, uniforms, Instant::now())
    }

    /// After how many rounds the loops of a pixel end, whatever they have to do; none if it has
    /// none.
    pub fn rounds(&self) -> Option<u32> {
        self.tiers.first().rounds()
    }

    /// What there is to [`build`](Self::build) in the background, once, if it is time.
    pub fn wanted(&self) -> Option<Wanted> {
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
            Wanted::General(module) => {
                drop(self.pipelines.get(&module, target(&self.source, self.plot)));
            }
            Wanted::Second(steady) => self.specialise(steady),
        }
    }

    /// Builds the second tier, which paints from then on. Blocks. Where it cannot be built, the
    /// first goes on.
    pub fn specialise(&self, steady: Steady) {
        let fixed = Fixed::Values {
            contents: &steady.contents,
            uniforms: &steady.uniforms,
        };
        let filtering = self.pipelines.gpu().filtering();
        let module = filtered_module(
            &self.source,
            self.plot,
            &self.observed.types,
            filtering,
            fixed,
        );
        let pipeline = module.ok().and_then(|(module, _)| {
            let built = self.pipelines.get(&module, target(&self.source, self.plot));
            Some(built.ok()?.0)
        });
        self.tiers.install(pipeline, steady);
    }

    /// The contents of the uniform buffer for the values of a frame; none if one of them is not
    /// of the type that the shader was made for.
    pub fn uniforms(&self, call: &PlotCall) -> Option<Vec<u8>> {
        if !self.takes(call) {
            return None;
        }
        let mut bytes = vec![0; self.layout.size()];
        let mut numbers = Vec::new();
        for (index, uniform) in self.uniforms.iter().enumerate() {
            numbers.clear();
            if let Some(value) = call.uniforms.get(uniform.source) {
                flatten(value, &uniform.ty, &mut numbers);
            }
            self.layout.write(&mut bytes, index, &numbers);
        }
        Some(bytes)
    }

    /// What the textures show that it reads, by slot; none where there is no image of that name.
    pub fn images<'a>(&self, call: &'a PlotCall) -> impl Iterator<Item = Option<&'a Picture>> {
        self.images.iter().map(|slot| {
            let value = call.uniforms.get(slot.source)?;
            let name = match value {
                Value::List(list) => list.get(slot.element)?,
                value => value.clone(),
            };
            let Value::String(name) = name else {
                return None;
            };
            let mut images = call.images.iter();
            images.find_map(|(known, picture)| (*known == name).then_some(picture))
        })
    }

    fn takes(&self, call: &PlotCall) -> bool {
        self.observed.is_of(call) && takes(&self.uniforms, call)
    }
}

impl Observed {
    /// What is seen in a call. ⊥ is no observation: nothing was seen.
    fn new(call: &PlotCall) -> Observed {
        let ty = |value: &Value| Some(value.type_of()).filter(|ty| !ty.is_unset());
        Observed {
            types: call.uniforms.iter().map(ty).collect(),
            redefined: call.redefined.clone(),
        }
    }

    /// Whether the functions were those that they are in a call.
    fn is_of(&self, call: &PlotCall) -> bool {
        match (&self.redefined, &call.redefined) {
            (None, None) => true,
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            _ => false,
        }
    }
}

/// Whether the values of a call have the types of these uniforms.
fn takes(uniforms: &[Uniform], call: &PlotCall) -> bool {
    uniforms.iter().all(|uniform| {
        let value = call.uniforms.get(uniform.source);
        value.is_some_and(|value| value.type_of().on_gpu().fits(&uniform.ty))
    })
}

impl PlotProgram {
    /// What evaluates many pixels at a time on the CPU, if it takes the values of a call.
    pub fn lanes(&self, call: &PlotCall) -> Option<&Arc<LaneProgram>> {
        match self {
            PlotProgram::Shader(_) => None,
            PlotProgram::Interpreted {
                lanes, observed, ..
            } => {
                let lanes = lanes.as_ref().filter(|_| observed.is_of(call));
                lanes.filter(|program| program.takes(call))
            }
        }
    }

    /// The types to make it for again, if it does not take the values of a frame as it is, and
    /// nobody has tried with these.
    pub fn respecialisation(&self, call: &PlotCall) -> Option<Observed> {
        let tried = match self {
            PlotProgram::Shader(shader) if shader.takes(call) => return None,
            PlotProgram::Interpreted { .. } if self.lanes(call).is_some() => return None,
            PlotProgram::Shader(shader) => &shader.observed,
            PlotProgram::Interpreted { observed, .. } => observed,
        };
        let mut wanted = Observed::new(call);
        if tried.is_of(call) {
            wanted.types = joined(&tried.types, &wanted.types);
            if wanted.types == tried.types {
                return None;
            }
        }
        Some(wanted)
    }

    /// Whether the functions of a call, or the code that it is given, are others than those that it
    /// was made for.
    pub fn is_redefined(&self, call: &PlotCall) -> bool {
        let tried = match self {
            PlotProgram::Shader(shader) => &shader.observed,
            PlotProgram::Interpreted { observed, .. } => observed,
        };
        let mut pairs = tried.types.iter().zip(&call.uniforms);
        let is_other_code = |(tried, value): (&Option<Type>, &Value)| match (tried, value) {
            (Some(tried @ Type::Code(_)), Value::Code(_)) => !value.type_of().fits(tried),
            _ => false,
        };
        !tried.is_of(call) || pairs.any(is_other_code)
    }
}

/// Joins what was observed before with what is observed now; where both have no common type, now
/// counts.
fn joined(before: &[Option<Type>], now: &[Option<Type>]) -> Vec<Option<Type>> {
    let join = |index: usize, now: &Option<Type>| {
        let (Some(old), Some(new)) = (before.get(index)?.as_ref(), now.as_ref()) else {
            return None;
        };
        let both = old.join(new);
        let on_gpu = both.on_gpu();
        (!on_gpu.has_top() || new.on_gpu().has_top()).then_some(both)
    };
    now.iter()
        .enumerate()
        .map(|(index, now)| join(index, now).or_else(|| now.clone()))
        .collect()
}

/// A value's numbers, depth first: real and imaginary part.
fn flatten(value: &Value, ty: &Type, numbers: &mut Vec<[f64; 2]>) {
    match value {
        Value::Boolean(truth) => numbers.push([f64::from(u8::from(*truth)), 0.0]),
        Value::Number(number) | Value::Angle(number) => numbers.push([number.re, number.im]),
        // What is there of code is what it has captured.
        Value::Code(code) => {
            let data = ty.data();
            flatten(&Value::List(code.captured().clone()), &data, numbers);
        }
        // Lists are at most 500 deep.
        Value::List(list) => {
            for (place, item) in list.iter().enumerate() {
                let ty = ty.component(place).unwrap_or(&Type::Unset);
                flatten(&item, ty, numbers);
            }
        }
        // What is undefined is zero, and the others keep their places.
        Value::Undefined => zeros(ty, numbers),
        // Points come as their coordinates; nothing else fits the type of a uniform.
        Value::String(_) | Value::Dictionary(_) | Value::Element(_) | Value::Shape(_) => {}
    }
}

/// As many zeros as a value of a type has numbers.
fn zeros(ty: &Type, numbers: &mut Vec<[f64; 2]>) {
    match ty {
        Type::Scalar(_) => numbers.push([0.0; 2]),
        _ => {
            let len = ty.known_len().unwrap_or(0) as usize;
            let elements = (0..len).filter_map(|place| ty.component(place));
            elements.for_each(|element| zeros(element, numbers));
        }
    }
}

/// Compiles version after version.
#[derive(Debug)]
pub struct Compiler {
    pipelines: Option<Arc<Pipelines>>,
    images: Images,
    last: Option<Source>,
}

impl Compiler {
    /// With a GPU, or without one.
    pub fn new(pipelines: Option<Pipelines>) -> Compiler {
        Compiler {
            pipelines: pipelines.map(Arc::new),
            images: Images::default(),
            last: None,
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

    /// Decodes videos with this program from now on.
    pub fn set_decoder(&mut self, decoder: Decoder) {
        self.images.set_decoder(decoder);
    }

    /// Reads and analyses a text, and reads the images that it names; what can be used again of the
    /// last one is.
    pub fn read(&mut self, text: Text) -> (Source, Stages) {
        let (mut source, stages) = Source::new(text, self.last.as_ref());
        if let Some(applet) = source.applet() {
            let page = Path::new(source.document.name());
            source.images = self.images.read(page, applet);
        }
        self.last = Some(source.clone());
        (source, stages)
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
            let program = compiled.program(PlotId(plot), &Observed::default())?;
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
        let program = self.program(plot, observed)?;
        if let Some(place) = self.plots.get_mut(plot.index()) {
            *place = program;
        }
        Ok(())
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
                let (layout, images) = (module.layout, module.images);
                let shader = ShaderProgram {
                    tiers: Tiers::new(pipeline, uniforms.len()),
                    source: source.clone(),
                    plot,
                    pipelines: Arc::clone(pipelines),
                    layout,
                    images,
                    uniforms,
                    observed: observed.clone(),
                    general: Mutex::new(general),
                };
                Ok(PlotProgram::Shader(Arc::new(shader)))
            }
            Err(GpuError::Refused(message)) => {
                let message = format!("the driver refuses the shader: {message}");
                let range = source
                    .facts()
                    .and_then(|facts| source.range_of(facts.program.plot(plot).term));
                interpreted(vec![Trouble {
                    message,
                    range,
                    fatal: false,
                }])
            }
            Err(lost) => Err(lost),
        }
    }
}

/// What a colorplot paints.
fn target(source: &Source, plot: PlotId) -> Target {
    let form = source.facts().map(|facts| facts.program.plot(plot).form);
    match form {
        Some(PlotForm::Image { .. } | PlotForm::PlacedImage { .. }) => Target::Image,
        Some(PlotForm::View | PlotForm::Rectangle { .. }) | None => Target::View,
    }
}

/// What evaluates a colorplot on the CPU, many pixels at a time.
fn lanes(source: &Source, plot: PlotId, observed: &[Option<Type>]) -> Option<LaneProgram> {
    let program = source.facts()?.pixel_program(plot, observed).ok()?;
    LaneProgram::new(&program)
}

/// The shader module of a colorplot, and the uniforms that it wants.
///
/// # Errors
/// The reasons why it has none, with their places in the file.
pub fn module(
    source: &Source,
    plot: PlotId,
    observed: &[Option<Type>],
) -> Result<(Module, Vec<Uniform>), Vec<Trouble>> {
    filtered_module(
        source,
        plot,
        observed,
        Filtering::default(),
        Fixed::default(),
    )
}

fn filtered_module(
    source: &Source,
    plot: PlotId,
    observed: &[Option<Type>],
    filtering: Filtering,
    fixed: Fixed<'_>,
) -> Result<(Module, Vec<Uniform>), Vec<Trouble>> {
    let Some(facts) = source.facts() else {
        return Err(Vec::new());
    };
    let program = facts.pixel_program(plot, observed).map_err(|diagnostics| {
        let trouble = |diagnostic: cindyscript_analysis::Diagnostic| Trouble {
            message: diagnostic.message,
            range: Some(diagnostic.range),
            fatal: false,
        };
        diagnostics.into_iter().map(trouble).collect::<Vec<_>>()
    })?;
    let module =
        cindyscript_shader::compile_with(&program, filtering, fixed).map_err(|errors| {
            let trouble = |error: cindyscript_shader::ShaderError| Trouble {
                range: source.range_of(error.term),
                message: error.message,
                fatal: false,
            };
            errors.into_iter().map(trouble).collect::<Vec<_>>()
        })?;
    Ok((module, program.uniforms))
}

/// The shader module of a colorplot: for the static types, or where that is refused or does not
/// take the values of a call, for the types seen there.
///
/// # Errors
/// The reasons why it has none.
pub fn module_for(
    source: &Source,
    plot: PlotId,
    call: Option<&PlotCall>,
) -> Result<Module, Vec<Trouble>> {
    let redefined = call.and_then(|call| Some(source.redefined(call.redefined.as_ref()?, plot)));
    let source = redefined.as_ref().unwrap_or(source);
    let seen = |call| module(source, plot, &Observed::new(call).types);
    match (module(source, plot, &[]), call) {
        (Ok((module, uniforms)), Some(call)) if !takes(&uniforms, call) => {
            Ok(seen(call).map_or(module, |(module, _)| module))
        }
        (Ok((module, _)), _) => Ok(module),
        (Err(_), Some(call)) => Ok(seen(call)?.0),
        (Err(reasons), None) => Err(reasons),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_flattened_depth_first() {
        let value = Value::from([[1.0, 2.0], [3.0, 4.0]]);
        let mut numbers = Vec::new();
        let ty = value.type_of().on_gpu();
        flatten(&value, &ty, &mut numbers);
        assert_eq!(numbers, [[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [4.0, 0.0]]);
    }

    #[test]
    fn observations_are_joined_unless_nothing_is_common() {
        let join = |before: Type, now: Type| joined(&[Some(before)], &[Some(now)]);
        assert_eq!(join(Type::INT, Type::NONNEG), [Some(Type::REAL)]);
        assert_eq!(join(Type::REAL, Type::INT), [Some(Type::REAL)]);
        let (two, three) = (Type::list(2, Type::REAL), Type::list(3, Type::REAL));
        assert_eq!(join(two, three.clone()), [Some(three.clone())]);
        assert_eq!(joined(&[], &[Some(three.clone())]), [Some(three)]);
        assert_eq!(joined(&[Some(Type::INT)], &[None]), [None]);
    }
}
