//! The colours of a few pixels of a colorplot, painted by themselves.

use super::device::Gpu;
use super::error::GpuError;
use super::layer::PlotLayer;
use super::pass::{begin, target};
use super::plot::BoundPlot;

impl Gpu {
    /// The colours that a colorplot has at all pixels of a small target, row by row: red, green, blue,
    /// alpha, 0 to 255, over nothing. The layer's frame says where they lie. Waits for them.
    ///
    /// # Errors
    /// An image that it reads does not fit on the GPU, or what the device says.
    pub(crate) fn colours(
        &self,
        layer: &PlotLayer,
        size: [u32; 2],
    ) -> Result<Vec<[u8; 4]>, GpuError> {
        self.check()?;
        let mut bound = BoundPlot::new(self, layer);
        if let Some(refused) = bound.refused.take() {
            return Err(refused);
        }
        let target = target(self.pool(), "colours", size);
        let descriptor = wgpu::CommandEncoderDescriptor::default();
        let mut encoder = self.device.create_command_encoder(&descriptor);
        bound.draw(&mut begin(&mut encoder, &target.view));
        self.submit(encoder);
        let bytes = self.read(&target.texture)?;
        Ok(bytes.as_chunks().0.to_vec())
    }
}
