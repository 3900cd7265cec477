//! The orbit that an iteration is computed as the difference to, as the shader reads it.

/// Real numbers of any size, x · 2^exponent each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled<const N: usize> {
    /// The numbers, none of them beyond 4.
    pub mantissas: [f32; N],
    /// The power of 2 that they are multiplied with.
    pub exponent: i32,
}

/// Real and imaginary part: near an axis one is far smaller than the other.
pub type OrbitPoint = [Scaled<1>; 2];

/// The orbit of the pixel in the middle, and what another pixel differs in.
#[derive(Clone, Debug, PartialEq)]
pub struct Orbit {
    /// z at first minus the one of the middle: a matrix, by rows, for the pixels from the middle.
    pub start: Scaled<4>,
    /// The same for what is added in each round.
    pub add: Scaled<4>,
    /// What the power is multiplied with.
    pub factor: [f32; 2],
    /// The middle, in pixels.
    pub middle: [f32; 2],
    /// z of the pixel in the middle, from the first on.
    pub own: Vec<OrbitPoint>,
    /// z from 0 on; none where that is the same.
    pub critical: Vec<OrbitPoint>,
}

/// Before the points of both orbits, in vectors.
const HEAD: usize = 5;

impl Orbit {
    /// The most points of both orbits together.
    pub const POINTS: usize = 1 << 14;

    /// In bytes.
    pub(crate) const SIZE: usize = 16 * (HEAD + Orbit::POINTS);

    /// Writes it as what [`members`] declares.
    pub(crate) fn write(&self, room: &mut [u8]) {
        let [own, critical] = [&self.own, &self.critical].map(Vec::len);
        let begin = if critical == 0 { 0 } else { own };
        let ends = [own, own + critical].map(|end| end as i32 - 1);
        let numbers = [self.start.exponent, self.add.exponent, ends[0], ends[1]];
        let [fx, fy] = self.factor;
        let [mx, my] = self.middle;
        let head = [
            self.start.mantissas.map(f32::to_bits),
            self.add.mantissas.map(f32::to_bits),
            [fx, fy, mx, my].map(f32::to_bits),
            numbers.map(i32::cast_unsigned),
            [begin as u32, 0, 0, 0],
        ];
        let points = self.own.iter().chain(&self.critical).map(|point| {
            let [[x], [y]] = point.map(|part| part.mantissas.map(f32::to_bits));
            let [ex, ey] = point.map(|part| part.exponent.cast_unsigned());
            [x, y, ex, ey]
        });
        let vectors = head.into_iter().chain(points);
        for (chunk, word) in room.chunks_exact_mut(4).zip(vectors.flatten()) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
    }
}

/// The members of the buffer that hold an orbit.
pub(crate) fn members() -> String {
    format!(
        "    orbit_start: vec4f,\n    orbit_add: vec4f,\n    orbit_factor: vec4f,\n    \
         orbit_numbers: vec4i,\n    orbit_begin: vec4i,\n    orbit: array<vec4u, {}>,\n",
        Orbit::POINTS
    )
}
