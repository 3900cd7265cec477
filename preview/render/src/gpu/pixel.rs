//! One pixel of a picture, brought back while others are painted: nobody waits for it.

use std::sync::{Arc, OnceLock};

use super::device::{Gpu, GpuError};

/// A pixel on its way back.
#[derive(Debug)]
pub struct PixelRead {
    gpu: Gpu,
    buffer: wgpu::Buffer,
    /// Whether it can be read, once that is known.
    mapped: Arc<OnceLock<bool>>,
}

impl PixelRead {
    /// Asks for a pixel of four bytes; none if it lies outside of the texture.
    pub(super) fn new(gpu: &Gpu, texture: &wgpu::Texture, [x, y]: [u32; 2]) -> Option<PixelRead> {
        if x >= texture.width() || y >= texture.height() {
            return None;
        }
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("pixel"),
            size: wgpu::COPY_BYTES_PER_ROW_ALIGNMENT.into(),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut source = texture.as_image_copy();
        source.origin = wgpu::Origin3d { x, y, z: 0 };
        encoder.copy_texture_to_buffer(
            source,
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT),
                    rows_per_image: None,
                },
            },
            wgpu::Extent3d::default(),
        );
        gpu.submit(encoder);
        let mapped = Arc::new(OnceLock::new());
        let told = Arc::clone(&mapped);
        let tell = move |result: Result<_, _>| {
            // It is told once.
            let _ = told.set(result.is_ok());
        };
        buffer.slice(..).map_async(wgpu::MapMode::Read, tell);
        Some(PixelRead {
            gpu: gpu.clone(),
            buffer,
            mapped,
        })
    }

    /// Red, green, blue, alpha, once they are there.
    ///
    /// # Errors
    /// What the device says.
    pub fn get(&self) -> Result<Option<[u8; 4]>, GpuError> {
        self.gpu.check()?;
        let refused = || GpuError::Refused("a pixel did not come back".to_owned());
        match self.mapped.get() {
            None => Ok(None),
            Some(false) => Err(refused()),
            Some(true) => {
                let bytes = self.buffer.slice(..4).get_mapped_range();
                let bytes = bytes.map_err(|error| GpuError::Refused(error.to_string()))?;
                let pixel = bytes.get(..4).and_then(|bytes| bytes.try_into().ok());
                pixel.map(Some).ok_or_else(refused)
            }
        }
    }
}
