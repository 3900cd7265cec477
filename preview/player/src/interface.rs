//! How the values of a frame reach the program of a colorplot.

use std::sync::Arc;

use cindyscript_hir::types::Type;
use cindyscript_interpreter::picture::Picture;
use cindyscript_interpreter::{PlotCall, Value};
use cindyscript_pixel::Uniform;
use cindyscript_shader::{FrameUniforms, ImageSlot, UniformLayout};

use crate::exact::Exact;
use crate::observations::Observed;
use crate::orbit::{Perturbation, Reach, Reference};

/// What a shader module wants of a call, and where.
#[derive(Clone, Debug)]
pub struct Interface {
    /// Where the uniforms lie in their buffer.
    pub layout: UniformLayout,
    /// The images that it reads.
    pub images: Vec<ImageSlot>,
    /// The values that it reads, by their places in the layout.
    pub uniforms: Vec<Uniform>,
    /// What it was made for.
    pub observed: Observed,
    /// The orbits that it is computed as the difference to, if it is.
    pub perturbation: Option<Perturbation>,
}

/// What a program is given for a frame.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The contents of its uniform buffer.
    pub uniforms: Vec<u8>,
    /// The orbits that it is computed as the difference to, if it is.
    pub reference: Option<Arc<Reference>>,
}

impl Interface {
    /// The contents of the uniform buffer for the values of a frame; none if one of them is not
    /// of the type that the module was made for.
    pub fn contents(&self, call: &PlotCall) -> Option<Vec<u8>> {
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

    /// The same, and the orbits that the module is computed as the difference to. If those that were made
    /// last do not serve the frame, others are made, as far as it goes until there are `enough`.
    pub fn contents_at(
        &self,
        call: &PlotCall,
        frame: &FrameUniforms,
        centre: &Arc<[Exact; 2]>,
        enough: &dyn Fn() -> bool,
    ) -> Option<Contents> {
        let mut uniforms = self.contents(call)?;
        let mut reference = None;
        if let Some(perturbation) = &self.perturbation {
            let place = perturbation.place(&self.uniforms, call, frame, centre);
            if perturbation.reach(&place) == Reach::Out {
                perturbation.make(&place, enough);
            }
            reference = perturbation.reference();
            if let Some(reference) = &reference {
                self.layout
                    .write_orbit(&mut uniforms, &reference.head(&place));
            }
        }
        Some(Contents {
            uniforms,
            reference,
        })
    }

    /// Whether the orbits that were made last serve a frame; none if it is computed without.
    pub fn reach(
        &self,
        call: &PlotCall,
        frame: &FrameUniforms,
        centre: &Arc<[Exact; 2]>,
    ) -> Option<Reach> {
        let perturbation = self.perturbation.as_ref()?;
        let place = perturbation.place(&self.uniforms, call, frame, centre);
        Some(perturbation.reach(&place))
    }

    /// Makes orbits for a frame if it is computed as the difference to some and the last are not near, as
    /// far as it goes until there are `enough`. Blocks.
    pub fn make_orbits(
        &self,
        call: &PlotCall,
        frame: &FrameUniforms,
        centre: &Arc<[Exact; 2]>,
        enough: &dyn Fn() -> bool,
    ) {
        if let Some(perturbation) = &self.perturbation {
            let place = perturbation.place(&self.uniforms, call, frame, centre);
            if perturbation.reach(&place) != Reach::Near {
                perturbation.make(&place, enough);
            }
        }
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

    /// Whether the values of a call have the types that the module was made for.
    pub fn takes(&self, call: &PlotCall) -> bool {
        self.observed.is_of(call) && takes(&self.uniforms, call)
    }
}

/// Whether the values of a call have the types of these uniforms.
pub(crate) fn takes(uniforms: &[Uniform], call: &PlotCall) -> bool {
    uniforms.iter().all(|uniform| {
        let value = call.uniforms.get(uniform.source);
        value.is_some_and(|value| value.type_of().on_gpu().fits(&uniform.ty))
    })
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
        Type::List(_) | Type::Tuple(_) => {
            let len = ty.known_len().unwrap_or(0) as usize;
            let elements = (0..len).filter_map(|place| ty.component(place));
            elements.for_each(|element| zeros(element, numbers));
        }
        // Points come as their coordinates; nothing else is the type of a uniform.
        Type::Unset
        | Type::String
        | Type::ScalarOrString(_)
        | Type::Dictionary
        | Type::Point
        | Type::Line
        | Type::Circle
        | Type::Element
        | Type::Shape
        | Type::Code(_)
        | Type::Top => {}
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
}
