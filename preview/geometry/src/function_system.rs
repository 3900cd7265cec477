//! Iterated function systems: transformations of which one at a time, chosen at random, takes a
//! point to its next place.

use num_complex::Complex64 as C;

use crate::algebra::{is_almost_real, normalize, product};
use crate::operations::moebius::{compose, inverse};
use crate::{Attribute, Construction, Definition, Element, ElementId, ElementValue, Moebius};

/// The weight and colour of a transformation of an iterated function system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generator {
    /// The share of the steps that use it, relative to the others.
    pub weight: f64,
    /// The colour of the places it leads to, mixed with those before: red, green, blue, 0 to 1.
    pub color: [f64; 3],
}

impl Generator {
    /// Those of `args`, as `ifs` says: `[{prob: 2, color: [1, 0, 0]}, ...]`.
    pub(crate) fn all(definition: &Definition) -> Vec<Generator> {
        let settings = definition.get("ifs").and_then(Attribute::items);
        let settings = settings.unwrap_or_default();
        let generator = |index: usize| {
            let setting = |name| settings.get(index)?.get(name);
            let mut generator = Generator {
                weight: 1.0,
                color: setting("color")
                    .and_then(Attribute::reals)
                    .unwrap_or_default(),
            };
            generator.set_weight(setting("prob").and_then(Attribute::real).unwrap_or(1.0));
            generator
        };
        (0..definition.args.len()).map(generator).collect()
    }

    /// Sets the weight. As in CindyJS, 0 counts as 1.
    pub fn set_weight(&mut self, weight: f64) {
        self.weight = match weight == 0.0 || weight.is_nan() {
            true => 1.0,
            false => weight,
        };
    }
}

/// A map of the plane with real coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlaneMap {
    /// Acts on homogeneous coordinates; by rows.
    Projective([[f64; 3]; 3]),
    /// `p -> (a p + b) / (c p + d)` of complex numbers, with `p` conjugated before if `anti`.
    Moebius {
        /// True if it reverses angles.
        anti: bool,
        /// The real and imaginary part of each of a, b, c, d.
        coefficients: [[f64; 2]; 4],
    },
}

impl PlaneMap {
    /// The image of a point in homogeneous coordinates.
    pub fn image(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        match self {
            PlaneMap::Projective(matrix) => matrix.map(|[a, b, c]| a * x + b * y + c * z),
            PlaneMap::Moebius { anti, coefficients } => {
                let y = if *anti { -y } else { y };
                let [a, b, c, d] = *coefficients;
                let affine = |factor: [f64; 2], summand: [f64; 2]| {
                    [
                        factor[0] * x - factor[1] * y + summand[0] * z,
                        factor[1] * x + factor[0] * y + summand[1] * z,
                    ]
                };
                let ([p, q], [r, s]) = (affine(a, b), affine(c, d));
                [p * r + q * s, q * r - p * s, r * r + s * s]
            }
        }
    }
}

/// A transformation of an iterated function system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedMap {
    /// The map; none if its coefficients are complex: then it is never used.
    pub map: Option<PlaneMap>,
    /// The weight and colour.
    pub generator: Generator,
}

impl Construction {
    /// The maps of an iterated function system in other coordinates, to which `frame` leads, a
    /// similarity `[a, b, c, d, e, f]`: (x, y) goes to (a x + c y + e, b x + d y + f).
    pub fn function_system(&self, id: ElementId, frame: [f64; 6]) -> Vec<WeightedMap> {
        let Some(element) = self.get(id) else {
            return Vec::new();
        };
        let arguments = element.args.iter().map(|id| self.get(*id));
        let maps = arguments.map(|argument| plane_map(argument?, frame));
        let generators = element.generators.iter().copied();
        maps.zip(generators)
            .map(|(map, generator)| WeightedMap { map, generator })
            .collect()
    }

    /// The weight and colour of a transformation, to be changed.
    pub fn generator_mut(&mut self, id: ElementId, index: usize) -> Option<&mut Generator> {
        let element = self.index(id)?;
        self.elements.get_mut(element)?.generators.get_mut(index)
    }
}

fn plane_map(element: &Element, [a, b, c, d, e, f]: [f64; 6]) -> Option<PlaneMap> {
    match element.value {
        ElementValue::Transformation(transformation) => {
            let real = |row: [f64; 3]| row.map(C::from);
            let there = [[a, c, e], [b, d, f], [0.0, 0.0, 1.0]].map(real);
            let back = [
                [d, -c, c * f - d * e],
                [-b, a, b * e - a * f],
                [0.0, 0.0, a * d - b * c],
            ];
            let inner = product(transformation.matrix, back.map(real));
            let matrix = normalize(product(there, inner));
            is_almost_real(&matrix)
                .then(|| PlaneMap::Projective(matrix.map(|row| row.map(|entry| entry.re))))
        }
        ElementValue::Moebius(moebius) => {
            let there = Moebius {
                anti: a * d < b * c,
                coefficients: [[a, b], [e, f], [0.0, 0.0], [1.0, 0.0]].map(|it| it.map(C::from)),
            };
            let moebius = compose(compose(inverse(there), moebius), there);
            let coefficients = normalize(moebius.coefficients);
            is_almost_real(&coefficients).then(|| PlaneMap::Moebius {
                anti: moebius.anti,
                coefficients: coefficients.map(|it| it.map(|part| part.re)),
            })
        }
        _ => None,
    }
}
