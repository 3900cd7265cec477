//! The numbers that a colorplot computes at one pixel, brought back while others are painted.

use cindyscript_player::region::Region;

use super::device::Gpu;
use super::error::GpuError;
use super::layer::PlotLayer;
use super::part::PartRead;
use super::pass::begin;
use super::pipeline::NUMBERS;
use super::plot::BoundPlot;
use super::pool::TextureKey;

/// Numbers on their way back.
#[derive(Debug)]
pub struct NumbersRead(PartRead);

impl NumbersRead {
    /// The numbers, once they are there: complex ones.
    ///
    /// # Errors
    /// What the device says.
    pub fn get(&self) -> Result<Option<Vec<[f64; 2]>>, GpuError> {
        let bytes = self.0.bytes()?;
        Ok(bytes.map(|bytes| bytes.as_chunks().0.iter().map(number).collect()))
    }
}

fn number(bytes: &[u8; 16]) -> [f64; 2] {
    let words = bytes.as_chunks::<4>().0;
    let mut halves = words
        .iter()
        .map(|word| f64::from(f32::from_le_bytes(*word)));
    let mut part = || halves.by_ref().take(2).sum();
    [part(), part()]
}

impl Gpu {
    /// Has a colorplot whose module paints numbers tell so many of them, at the pixel that lies there
    /// in its target. Nobody waits for them.
    ///
    /// # Errors
    /// An image that it reads does not fit on the GPU, or what the device says of earlier work.
    pub(crate) fn numbers(
        &self,
        layer: &PlotLayer,
        pixel: [f64; 2],
        columns: u32,
    ) -> Result<NumbersRead, GpuError> {
        self.check()?;
        let frame = layer.frame.to_bytes_at(pixel);
        let mut bound = BoundPlot::with_frame(self, layer, &frame);
        if let Some(refused) = bound.refused.take() {
            return Err(refused);
        }
        let size = [columns, 1];
        let target = self.pool().plain_texture(TextureKey {
            purpose: "numbers",
            size: wgpu::Extent3d {
                width: columns,
                height: 1,
                depth_or_array_layers: 1,
            },
            format: NUMBERS,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        });
        let descriptor = wgpu::CommandEncoderDescriptor::default();
        let mut encoder = self.device.create_command_encoder(&descriptor);
        bound.draw(&mut begin(&mut encoder, &target.view));
        self.submit(encoder);
        PartRead::new(self, &target.texture, Region::all(size))
            .map(NumbersRead)
            .ok_or_else(|| GpuError::Refused("there is nothing to tell".to_owned()))
    }
}
