//! The orbits that an iteration is computed as the difference to, as the shader reads them: what changes
//! from frame to frame lies behind the uniforms ([`OrbitHead`]), the points in a buffer of their own
//! ([`OrbitPoint`]).

use crate::iteration::PolynomialIteration;

/// Real numbers of any size, x · 2^exponent each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled<const N: usize> {
    /// The numbers, none of them beyond 4.
    pub mantissas: [f32; N],
    /// The power of 2 that they are multiplied with.
    pub exponent: i32,
}

/// Real and imaginary part: near an axis one is far smaller than the other.
pub type ScaledPoint = [Scaled<1>; 2];

/// How a number of the iteration changes with the pixel: a matrix, by rows, for the pixels from the
/// middle, and what is added.
pub type Change = Scaled<6>;

/// Where a pixel begins, as the difference to where the orbit does.
#[derive(Clone, Debug, PartialEq)]
pub struct OrbitHead {
    /// Of z at first.
    pub start: Change,
    /// Of what is added in each round.
    pub add: Change,
    /// Of what is multiplied with.
    pub factor_change: Change,
    /// What is multiplied with at the orbit's own place.
    pub factor: [f32; 2],
    /// The middle of the target, in pixels.
    pub middle: [f32; 2],
    /// The critical points, and where the orbits that begin there do among all points.
    pub criticals: Vec<([f32; 2], u32)>,
    /// For each critical point, what Q is multiplied from, from the second power of the distance on.
    pub coefficients: Vec<Vec<[f32; 2]>>,
}

/// A point of an orbit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitPoint {
    /// z, from the nearest critical point.
    pub z: ScaledPoint,
    /// Which critical point that is.
    pub critical: u32,
    /// Q of it, where that [is needed](PolynomialIteration::needs_images).
    pub image: Option<ScaledPoint>,
    /// Whether f32 has room for what is computed with it.
    pub is_plain: bool,
    /// Whether no other point follows.
    pub is_last: bool,
}

/// In vectors: what stands before the critical points.
const FIXED: usize = 7;

impl OrbitHead {
    /// In bytes.
    pub(crate) fn size(iteration: &PolynomialIteration) -> usize {
        let criticals = iteration.criticals();
        16 * (FIXED + criticals + coefficients(iteration))
    }

    /// Writes it as what [`members`] declares.
    pub(crate) fn write(&self, room: &mut [u8]) {
        let matrix = |change: &Change| {
            let [a, b, c, d, ..] = change.mantissas;
            [a, b, c, d].map(f32::to_bits)
        };
        let constant = |change: &Change| {
            let [.., x, y] = change.mantissas;
            [x, y]
        };
        let both = |[a, b]: [f32; 2], [c, d]: [f32; 2]| [a, b, c, d].map(f32::to_bits);
        let exponents = [&self.start, &self.add, &self.factor_change].map(|of| of.exponent);
        let [start, add, factor] = exponents.map(i32::cast_unsigned);
        let head = [
            matrix(&self.start),
            matrix(&self.add),
            matrix(&self.factor_change),
            both(constant(&self.start), constant(&self.add)),
            both(constant(&self.factor_change), self.middle),
            both(self.factor, [0.0; 2]),
            [start, add, factor, 0],
        ];
        let criticals = self.criticals.iter().map(|([x, y], begin)| {
            let [x, y] = [x, y].map(|part| part.to_bits());
            [x, y, *begin, 0]
        });
        let coefficients = self.coefficients.iter().flatten();
        let coefficients = coefficients.map(|own| both(*own, [0.0; 2]));
        let vectors = head.into_iter().chain(criticals).chain(coefficients);
        for (chunk, word) in room.chunks_exact_mut(4).zip(vectors.flatten()) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
    }
}

impl Default for OrbitPoint {
    /// 0, with an image: as many bytes as there can be.
    fn default() -> OrbitPoint {
        let zero = Scaled {
            mantissas: [0.0],
            exponent: 0,
        };
        OrbitPoint {
            z: [zero; 2],
            critical: 0,
            image: Some([zero; 2]),
            is_plain: false,
            is_last: true,
        }
    }
}

impl OrbitPoint {
    /// The most points of all orbits together.
    pub const MOST: usize = 1 << 18;

    /// The contents of the buffer that holds points.
    #[must_use]
    pub fn bytes(points: &[OrbitPoint]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for point in points {
            let is_plain = point.is_plain && !point.is_last;
            let plain = |[x, y]: &ScaledPoint| match is_plain {
                true => [x, y].map(|part| plain(part).to_bits()),
                false => [0; 2],
            };
            let mantissas = |[x, y]: &ScaledPoint| [x, y].map(|part| part.mantissas[0].to_bits());
            let exponents = |[x, y]: &ScaledPoint| [x, y].map(|part| part.exponent.cast_unsigned());
            let words = [
                plain(&point.z),
                mantissas(&point.z),
                exponents(&point.z),
                [point.critical, u32::from(point.is_last)],
            ];
            let image = point.image.as_ref();
            let image = image.map(|image| [plain(image), mantissas(image), exponents(image)]);
            let words = words.iter().chain(image.iter().flatten()).flatten();
            bytes.extend(words.flat_map(|word| word.to_le_bytes()));
        }
        bytes
    }
}

fn plain(number: &Scaled<1>) -> f32 {
    let Scaled {
        mantissas: [mantissa],
        exponent,
    } = number;
    (f64::from(*mantissa) * 2_f64.powi(*exponent)) as f32
}

/// How many coefficients there are: those of a power are known.
fn coefficients(iteration: &PolynomialIteration) -> usize {
    match iteration.degree() {
        2 => 0,
        _ if iteration.is_power() => 0,
        degree => iteration.criticals() * (degree as usize - 1),
    }
}

/// The members of the uniform buffer that hold the head.
pub(crate) fn members(iteration: &PolynomialIteration) -> String {
    let criticals = iteration.criticals();
    let coefficients = match coefficients(iteration) {
        0 => String::new(),
        count => format!("    orbit_coefficients: array<vec4f, {count}>,\n"),
    };
    format!(
        "    orbit_start: vec4f,\n    orbit_add: vec4f,\n    orbit_factor_change: vec4f,\n    \
         orbit_constants: vec4f,\n    orbit_more: vec4f,\n    orbit_factor: vec4f,\n    \
         orbit_exponents: vec4i,\n    orbit_criticals: array<vec4u, {criticals}>,\n{coefficients}"
    )
}

/// The buffer of the points. What f32 has no room for, and the last point, is 0 there.
pub(crate) fn points(iteration: &PolynomialIteration) -> String {
    let images = "    image: vec2f,\n    image_mantissas: vec2f,\n    image_exponents: vec2i,\n";
    let images = if iteration.needs_images() { images } else { "" };
    format!(
        "
struct OrbitPoint {{
    plain: vec2f,
    mantissas: vec2f,
    exponents: vec2i,
    critical: u32,
    is_last: u32,
{images}}}

@group(0) @binding(2) var<storage, read> orbit: array<OrbitPoint>;
"
    )
}
