//! Some rows of a picture, with several samples a pixel.

use std::ops::Range;

/// The way that a shape is painted over others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// The nearest shape hides the others.
    Opaque,
    /// Each shape is mixed with those before.
    Blended,
    /// Each shape is mixed with those behind it.
    DepthBlended,
}

/// Some rows of a picture.
#[derive(Debug)]
pub(super) struct Band {
    pub(super) pass: Pass,
    rows: Range<u32>,
    width: u32,
    samples: usize,
    /// True if the target has no alpha, and depths of 16 bits.
    is_coarse: bool,
    /// Red, green, blue, alpha of each sample.
    colours: Vec<[f32; 4]>,
    /// 0 to 1, likewise.
    depths: Vec<f32>,
}

/// Places of the samples of a pixel, from its middle.
const PATTERN: [[f64; 2]; 4] = [
    [-0.125, 0.375],
    [0.375, 0.125],
    [-0.375, -0.125],
    [0.125, -0.375],
];

impl Band {
    pub(super) fn new(rows: Range<u32>, width: u32, samples: usize, background: [f64; 3]) -> Band {
        let all = rows.len() * width as usize * samples;
        let [r, g, b] = background.map(|component| component as f32);
        Band {
            pass: Pass::Opaque,
            rows,
            width,
            samples,
            is_coarse: false,
            colours: vec![[r, g, b, 1.0]; all],
            depths: vec![1.0; all],
        }
    }

    /// The same without alpha, and with depths of 16 bits.
    pub(super) fn coarse(mut self) -> Band {
        self.is_coarse = true;
        self
    }

    /// True if a shape on these rows may be seen here.
    pub(super) fn touches(&self, rows: &Range<u32>) -> bool {
        rows.start < self.rows.end && self.rows.start < rows.end
    }

    /// Those of these rows that are here.
    pub(super) fn common(&self, rows: &Range<u32>) -> Range<u32> {
        rows.start.max(self.rows.start)..rows.end.min(self.rows.end)
    }

    /// The samples of a pixel, from its middle.
    pub(super) fn pattern(&self) -> &'static [[f64; 2]] {
        if self.samples == 1 {
            &[[0.0; 2]]
        } else {
            &PATTERN
        }
    }

    /// Paints on those samples of a pixel whose bits are set in `mask`; `colour` is not asked for if
    /// nothing of it is seen.
    pub(super) fn paint(
        &mut self,
        [x, y]: [u32; 2],
        mask: u8,
        depth: f64,
        colour: impl FnOnce() -> [f64; 4],
    ) {
        let pixel = (y - self.rows.start) as usize * self.width as usize + x as usize;
        let all = pixel * self.samples..(pixel + 1) * self.samples;
        let mut depth = depth.clamp(0.0, 1.0);
        if self.is_coarse {
            depth = (depth * f64::from(u16::MAX)).round() / f64::from(u16::MAX);
        }
        let depth = depth as f32;
        let tests = self.pass != Pass::Blended;
        let is_hit =
            |sample: usize, here: f32| mask >> sample & 1 == 1 && (!tests || depth <= here);
        let depths = &mut self.depths[all.clone()];
        let mut hits = depths.iter().enumerate();
        if !hits.any(|(sample, here)| is_hit(sample, *here)) {
            return;
        }
        let colour = colour().map(|component| component as f32);
        let samples = self.colours[all].iter_mut().zip(depths).enumerate();
        for (sample, (there, here)) in samples {
            if !is_hit(sample, *here) {
                continue;
            }
            if tests {
                *here = depth;
            }
            let alpha = colour[3];
            let channels = if self.is_coarse { 3 } else { 4 };
            for (there, component) in there.iter_mut().zip(colour).take(channels) {
                *there = match self.pass {
                    Pass::Opaque => component,
                    Pass::Blended | Pass::DepthBlended => *there + alpha * (component - *there),
                };
            }
        }
    }

    /// The bytes of all pixels.
    pub(super) fn resolve(&self, pixels: &mut [u8]) {
        let weight = 255.0 / self.samples as f32;
        let samples = self.colours.chunks_exact(self.samples);
        for (pixel, samples) in pixels.chunks_exact_mut(4).zip(samples) {
            let sum = |channel: usize| samples.iter().map(|it| it[channel]).sum::<f32>();
            let alpha = sum(3);
            for (channel, byte) in pixel.iter_mut().enumerate() {
                // A colour is at most as bright as its alpha.
                *byte = (sum(channel).min(alpha) * weight).round() as u8;
            }
        }
    }
}
