//! Pixels in memory.

/// A rectangle of pixels: red, green, blue, alpha, a byte each, multiplied with alpha; rows from
/// the top. Its offset places it in a larger picture.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bitmap {
    offset: [i32; 2],
    size: [u32; 2],
    pixels: Vec<u8>,
}

/// The bytes of a pixel.
pub const BYTES: usize = 4;

impl Bitmap {
    /// A transparent bitmap.
    pub fn new(offset: [i32; 2], size: [u32; 2]) -> Bitmap {
        let [width, height] = size.map(|side| side as usize);
        Bitmap {
            offset,
            size,
            pixels: vec![0; width * height * BYTES],
        }
    }

    /// A bitmap of these pixels; none if their number does not fit.
    pub fn from_rgba(offset: [i32; 2], size: [u32; 2], pixels: Vec<u8>) -> Option<Bitmap> {
        let [width, height] = size.map(|side| side as usize);
        (pixels.len() == width * height * BYTES).then_some(Bitmap {
            offset,
            size,
            pixels,
        })
    }

    /// Its upper left corner in the picture.
    pub fn offset(&self) -> [i32; 2] {
        self.offset
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Whether it has no pixels.
    pub fn is_empty(&self) -> bool {
        self.pixels.is_empty()
    }

    /// The bytes of all pixels.
    pub fn rgba(&self) -> &[u8] {
        &self.pixels
    }

    /// The bytes of all pixels, to write.
    pub fn rgba_mut(&mut self) -> &mut [u8] {
        &mut self.pixels
    }

    /// Red, green, blue, alpha at a place in the bitmap; transparent outside.
    pub fn pixel(&self, [x, y]: [u32; 2]) -> [u8; BYTES] {
        let inside = x < self.size[0] && y < self.size[1];
        let start = (y as usize * self.size[0] as usize + x as usize) * BYTES;
        let bytes = self.pixels.get(start..start + BYTES).filter(|_| inside);
        bytes
            .and_then(|bytes| bytes.try_into().ok())
            .unwrap_or_default()
    }

    /// Paints another bitmap over this one; both offsets count from the same corner.
    pub fn draw(&mut self, above: &Bitmap) {
        let [dx, dy] =
            [0, 1].map(|axis| i64::from(above.offset[axis]) - i64::from(self.offset[axis]));
        let [width, height] = self.size.map(i64::from);
        let [above_width, above_height] = above.size.map(i64::from);
        let (first, last) = (dx.clamp(0, width), (dx + above_width).clamp(0, width));
        for y in dy.clamp(0, height)..(dy + above_height).clamp(0, height) {
            let from = (((y - dy) * above_width + first - dx) as usize) * BYTES;
            let to = ((y * width + first) as usize) * BYTES;
            let length = ((last - first) as usize) * BYTES;
            let source = above.pixels[from..from + length].chunks_exact(BYTES);
            let target = self.pixels[to..to + length].chunks_exact_mut(BYTES);
            for (below, above) in target.zip(source) {
                over(below, above);
            }
        }
    }

    /// Leaves so much of each pixel as another bitmap is opaque there; both offsets count from the
    /// same corner.
    pub fn keep_within(&mut self, mask: &Bitmap) {
        let [left, top] = self.offset;
        let width = (self.size[0] as usize).max(1);
        for (index, pixel) in self.pixels.chunks_exact_mut(BYTES).enumerate() {
            let (x, y) = ((index % width) as i32, (index / width) as i32);
            let place = [
                left.wrapping_add(x).wrapping_sub(mask.offset[0]),
                top.wrapping_add(y).wrapping_sub(mask.offset[1]),
            ];
            // What lies to the left or above becomes a place far outside.
            let [.., share] = mask.pixel(place.map(i32::cast_unsigned));
            for component in pixel {
                // Divides by 255, rounded.
                let product = u32::from(*component) * u32::from(share) + 127;
                *component = (product / 255) as u8;
            }
        }
    }

    /// All of it on an opaque background: red, green, blue, 0 to 1.
    pub fn on_background(&self, background: [f64; 3]) -> Bitmap {
        let [r, g, b] = background.map(to_byte);
        let mut opaque = Bitmap {
            pixels: Vec::with_capacity(self.pixels.len()),
            ..*self
        };
        for pixel in self.pixels.chunks_exact(BYTES) {
            let mut below = [r, g, b, 255];
            over(&mut below, pixel);
            opaque.pixels.extend(below);
        }
        opaque
    }
}

/// A component from 0 to 1 as a byte; NaN is 0.
#[inline]
pub fn to_byte(component: f64) -> u8 {
    (component * 255.0).round() as u8
}

/// One pixel over another, both multiplied with alpha.
pub fn over(below: &mut [u8], above: &[u8]) {
    let Some(&alpha) = above.get(3) else { return };
    let rest = 255 - u32::from(alpha);
    for (below, &above) in below.iter_mut().zip(above) {
        // Divides by 255, rounded.
        let product = u32::from(*below) * rest + 127;
        *below = above.saturating_add((product / 255) as u8);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn filled(offset: [i32; 2], size: [u32; 2], colour: [u8; 4]) -> Bitmap {
        let count = (size[0] * size[1]) as usize;
        Bitmap::from_rgba(offset, size, colour.repeat(count)).unwrap()
    }

    #[test]
    fn drawing_blends_and_cuts() {
        let mut below = filled([0, 0], [3, 2], [255, 255, 255, 255]);
        below.draw(&filled([2, -1], [5, 2], [128, 0, 0, 128]));
        assert_eq!(below.pixel([2, 0]), [255, 127, 127, 255]);
        assert_eq!(below.pixel([1, 0]), [255; 4]);
        assert_eq!(below.pixel([2, 1]), [255; 4]);
        below.draw(&filled([-9, -9], [2, 2], [0, 0, 0, 255]));
        below.draw(&filled([9, 9], [2, 2], [0, 0, 0, 255]));
        assert_eq!(below.pixel([0, 0]), [255; 4]);
        assert_eq!(below.pixel([7, 0]), [0; 4]);
    }

    #[test]
    fn offsets_count_from_the_same_corner() {
        let mut below = Bitmap::new([10, 10], [2, 2]);
        below.draw(&filled([11, 10], [1, 1], [1, 2, 3, 255]));
        assert_eq!(below.pixel([1, 0]), [1, 2, 3, 255]);
        assert_eq!(below.pixel([0, 0]), [0; 4]);
    }

    #[test]
    fn masks_keep_what_they_cover() {
        let mut bitmap = filled([1, 1], [3, 1], [200, 100, 0, 255]);
        bitmap.keep_within(&filled([2, 0], [1, 2], [128; 4]));
        assert_eq!(bitmap.pixel([0, 0]), [0; 4]);
        assert_eq!(bitmap.pixel([1, 0]), [100, 50, 0, 128]);
        assert_eq!(bitmap.pixel([2, 0]), [0; 4]);
    }

    #[test]
    fn backgrounds_are_opaque() {
        let picture = filled([0, 0], [1, 1], [0, 0, 0, 0]).on_background([1.0, 0.5, 0.0]);
        assert_eq!(picture.pixel([0, 0]), [255, 128, 0, 255]);
    }
}
