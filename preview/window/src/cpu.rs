//! Colorplots without a GPU: every pixel by the interpreter, on all cores.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use cindyscript_interpreter::PixelEvaluator;
use cindyscript_shader::Frame;

use crate::bitmap::{BYTES, Bitmap, to_byte};
use crate::scene::Region;

/// Rows that a thread takes at once.
const BAND: usize = 4;

/// Paints the pixels of a region. `step` is the side of the squares that are painted in one
/// colour, 1 for every pixel; a few coarse pictures come long before the fine one. The picture is
/// left incomplete once `stop` is set.
pub fn paint(
    evaluator: &PixelEvaluator,
    frame: &Frame,
    region: Region,
    step: u32,
    stop: &AtomicBool,
) -> Bitmap {
    let offset = [region.x.cast_signed(), region.y.cast_signed()];
    let mut bitmap = Bitmap::new(offset, [region.width, region.height]);
    let row_bytes = region.width as usize * BYTES;
    if region.is_empty() {
        return bitmap;
    }
    let step = step.max(1) as usize;
    let bands: Vec<_> = bitmap
        .rgba_mut()
        .chunks_mut(row_bytes * step * BAND)
        .map(|band| std::sync::Mutex::new(Some(band)))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut evaluator = evaluator.clone();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = bands.get(index) else { return };
            // Each band is taken once.
            let Some(band) = slot.lock().ok().and_then(|mut band| band.take()) else {
                return;
            };
            let top = region.y as usize + index * step * BAND;
            for (block, rows) in band.chunks_mut(row_bytes * step).enumerate() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let y = top + block * step;
                paint_rows(
                    &mut evaluator,
                    frame,
                    [region.x as usize, y],
                    step,
                    rows,
                    row_bytes,
                );
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    bitmap
}

/// What an image of a size shows of a colorplot: red, green, blue, alpha of each pixel, rows from
/// the top. Incomplete once `stop` is set.
pub fn texels(
    evaluator: &PixelEvaluator,
    frame: &Frame,
    [width, height]: [u32; 2],
    stop: &AtomicBool,
) -> Vec<f32> {
    let row = 4 * width as usize;
    let mut texels = vec![0.0; row * height as usize];
    if texels.is_empty() {
        return texels;
    }
    let rows = std::sync::Mutex::new(texels.chunks_mut(row).enumerate());
    let work = || {
        let mut evaluator = evaluator.clone();
        let next = || rows.lock().ok().and_then(|mut rows| rows.next());
        while let Some((index, row)) = next() {
            let y = index as f64 + 0.5;
            for (column, texel) in row.chunks_exact_mut(4).enumerate() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let x = column as f64 + 0.5;
                let at = |[a, b, c]: [f64; 3]| a * x + b * y + c;
                texel.copy_from_slice(&evaluator.texel([at(frame.world_x), at(frame.world_y)]));
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    texels
}

/// Paints up to `step` rows in squares; the colour is that of the middle of each.
fn paint_rows(
    evaluator: &mut PixelEvaluator,
    frame: &Frame,
    [left, top]: [usize; 2],
    step: usize,
    rows: &mut [u8],
    row_bytes: usize,
) {
    let middle = step as f64 / 2.0;
    let y = top as f64 + middle;
    for start in (0..row_bytes).step_by(step * BYTES) {
        let x = (left + start / BYTES) as f64 + middle;
        let at = |[a, b, c]: [f64; 3]| a * x + b * y + c;
        let colour = evaluator.colour([at(frame.world_x), at(frame.world_y)]);
        let pixel = premultiplied(colour);
        let end = (start + step * BYTES).min(row_bytes);
        for row in rows.chunks_mut(row_bytes) {
            for target in row[start..end].chunks_exact_mut(BYTES) {
                target.copy_from_slice(&pixel);
            }
        }
    }
}

fn premultiplied([r, g, b, a]: [f32; 4]) -> [u8; BYTES] {
    let (r, g, b, a) = (f64::from(r), f64::from(g), f64::from(b), f64::from(a));
    [to_byte(r * a), to_byte(g * a), to_byte(b * a), to_byte(a)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_multiplied_with_alpha() {
        assert_eq!(premultiplied([1.0, 0.5, 0.0, 0.5]), [128, 64, 0, 128]);
        assert_eq!(premultiplied([1.0, 1.0, 1.0, 0.0]), [0; 4]);
    }
}
