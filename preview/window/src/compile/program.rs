//! The programs of colorplots: what they were made for, which values they take, and how these reach
//! the GPU.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use cindyscript_hir::program::PlotId;
use cindyscript_hir::types::Type;
use cindyscript_infer::split_program::SplitProgram;
use cindyscript_interpreter::picture::Picture;
use cindyscript_interpreter::{LaneProgram, PlotCall, Value};
use cindyscript_pixel::Uniform;
use cindyscript_player::diagnostic::Trouble;
use cindyscript_player::source::Source;
use cindyscript_shader::{Fixed, ImageSlot, Module, UniformLayout};

use super::{filtered_module, target};
use crate::gpu::{Pipelines, PlotPipeline};
use crate::tier::{Steady, Tiers};

/// What was seen of a colorplot when it ran; nothing for a program made before anything did.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The types that the values of its uniforms had; none where nothing was seen.
    pub(super) types: Vec<Option<Type>>,
    /// The program that it was of, where functions were not those of the text.
    pub(super) redefined: Option<SplitProgram>,
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
    pub(super) tiers: Tiers<Arc<PlotPipeline>>,
    pub(super) layout: UniformLayout,
    pub(super) images: Vec<ImageSlot>,
    pub(super) uniforms: Vec<Uniform>,
    /// What it was made for.
    pub(super) observed: Observed,
    /// The pipeline that serves other texts as well, if it is still to be built.
    pub(super) general: Mutex<Option<Module>>,
    /// Where it comes from, redefinitions included: what the second tier is made of.
    pub(super) source: Source,
    pub(super) plot: PlotId,
    pub(super) pipelines: Arc<Pipelines>,
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
    pub(super) fn new(call: &PlotCall) -> Observed {
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
            (Some(before), Some(now)) => Arc::ptr_eq(&before.program, &now.program),
            _ => false,
        }
    }
}

/// Whether the values of a call have the types of these uniforms.
pub(super) fn takes(uniforms: &[Uniform], call: &PlotCall) -> bool {
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
