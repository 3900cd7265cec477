//! Pixels in memory.

use crate::region::Region;

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

    /// The same at another place.
    pub fn moved(self, offset: [i32; 2]) -> Bitmap {
        Bitmap { offset, ..self }
    }

    /// What it covers of a picture of a size.
    pub fn region(&self, picture: [u32; 2]) -> Region {
        let corner = self.offset.map(f64::from);
        let end = [0, 1].map(|axis| corner[axis] + f64::from(self.size[axis]));
        Region::between(corner, end, picture)
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
        self.scale_by(mask, |alpha| alpha);
    }

    /// Leaves so much of each pixel as another bitmap is transparent there; both offsets count from
    /// the same corner.
    pub fn cut_out(&mut self, mask: &Bitmap) {
        self.scale_by(mask, |alpha| u8::MAX - alpha);
    }

    /// Multiplies each pixel by a share that is computed of another bitmap's alpha there.
    fn scale_by(&mut self, mask: &Bitmap, share: impl Fn(u8) -> u8) {
        let [left, top] = self.offset;
        let width = (self.size[0] as usize).max(1);
        for (index, pixel) in self.pixels.chunks_exact_mut(BYTES).enumerate() {
            let (x, y) = ((index % width) as i32, (index / width) as i32);
            let place = [
                left.wrapping_add(x).wrapping_sub(mask.offset[0]),
                top.wrapping_add(y).wrapping_sub(mask.offset[1]),
            ];
            // What lies to the left or above becomes a place far outside.
            let [.., alpha] = mask.pixel(place.map(i32::cast_unsigned));
            let share = u32::from(share(alpha));
            for component in pixel {
                // Divides by 255, rounded.
                let product = u32::from(*component) * share + 127;
                *component = (product / 255) as u8;
            }
        }
    }

    /// What of it lies in a region of the picture, whose upper left corner the offset of the result
    /// counts from.
    pub fn part(&self, region: Region) -> Bitmap {
        let corner = [region.x, region.y].map(i64::from);
        let side = [region.width, region.height].map(i64::from);
        let offset = [0, 1].map(|axis| i64::from(self.offset[axis]) - corner[axis]);
        let [start, end] = [
            [0, 1].map(|axis| offset[axis].clamp(0, side[axis])),
            [0, 1].map(|axis| (offset[axis] + i64::from(self.size[axis])).clamp(0, side[axis])),
        ];
        let size = [0, 1].map(|axis| (end[axis] - start[axis]) as u32);
        let mut part = Bitmap::new(start.map(|edge| edge as i32), size);
        let row = size[0] as usize * BYTES;
        if row == 0 {
            return part;
        }
        let width = self.size[0] as usize;
        let left = (start[0] - offset[0]) as usize;
        let rows = (start[1] - offset[1]) as usize..;
        for (y, target) in rows.zip(part.pixels.chunks_exact_mut(row)) {
            let from = (y * width + left) * BYTES;
            if let Some(source) = self.pixels.get(from..from + row) {
                target.copy_from_slice(source);
            }
        }
        part
    }

    /// The same in a picture of which each pixel is the mean of `factor` by `factor` pixels of this
    /// one; what is left over at the right and below is left out.
    pub fn shrunk(&self, factor: u32) -> Bitmap {
        let factor = factor.max(1);
        let size = self.size.map(|side| side / factor);
        let offset = self.offset.map(|place| place / factor.cast_signed());
        let mut shrunk = Bitmap::new(offset, size);
        let (factor, width) = (factor as usize, self.size[0] as usize);
        let row = size[0] as usize * BYTES;
        let area = (factor * factor) as u32;
        if row == 0 {
            return shrunk;
        }
        let mut sums = vec![0_u32; row];
        let bands = self.pixels.chunks_exact(width * factor * BYTES);
        for (target, band) in shrunk.pixels.chunks_exact_mut(row).zip(bands) {
            sums.fill(0);
            for line in band.chunks_exact(width * BYTES) {
                let groups = line.chunks_exact(factor * BYTES);
                for (sum, group) in sums.chunks_exact_mut(BYTES).zip(groups) {
                    for pixel in group.chunks_exact(BYTES) {
                        for (sum, component) in sum.iter_mut().zip(pixel) {
                            *sum += u32::from(*component);
                        }
                    }
                }
            }
            for (component, sum) in target.iter_mut().zip(&sums) {
                *component = ((sum + area / 2) / area) as u8;
            }
        }
        shrunk
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

    /// Rows of pixels, each all of one byte.
    fn grey<const W: usize>(offset: [i32; 2], rows: &[[u8; W]]) -> Bitmap {
        let pixels = rows.iter().flatten().flat_map(|grey| [*grey; BYTES]);
        let size = [W as u32, rows.len() as u32];
        Bitmap::from_rgba(offset, size, pixels.collect()).unwrap()
    }

    #[test]
    fn what_a_bitmap_covers_lies_in_the_picture() {
        let region = |offset| Bitmap::new(offset, [4, 3]).region([10, 10]);
        let of = |x, y, width, height| Region {
            x,
            y,
            width,
            height,
        };
        assert_eq!(region([2, 5]), of(2, 5, 4, 3));
        assert_eq!(region([-1, 8]), of(0, 8, 3, 2));
        assert!(region([-4, 0]).is_empty());
        assert!(region([10, 0]).is_empty());
        assert!(region([i32::MAX, i32::MIN]).is_empty());
    }

    #[test]
    fn parts_are_cut_out() {
        let bitmap = grey([1, -1], &[[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
        let part = |x, y, width, height| {
            bitmap.part(Region {
                x,
                y,
                width,
                height,
            })
        };
        assert_eq!(part(0, 0, 3, 1), grey([1, 0], &[[4, 5]]));
        assert_eq!(part(2, 1, 9, 9), grey([0, 0], &[[8, 9]]));
        assert!(part(5, 5, 2, 2).is_empty());
        assert!(part(0, 0, 0, 0).is_empty());
    }

    #[test]
    fn a_shrunk_bitmap_has_means() {
        let bitmap = grey([0, 0], &[[0, 10, 1], [20, 31, 1], [9, 9, 9]]);
        assert_eq!(bitmap.shrunk(2), grey([0, 0], &[[15]]));
        assert_eq!(bitmap.shrunk(1), bitmap);
        assert!(bitmap.shrunk(4).is_empty());
    }

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
