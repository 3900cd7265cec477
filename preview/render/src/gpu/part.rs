//! A few pixels of a texture, brought back while others are painted: nobody waits for them.

use std::sync::{Arc, OnceLock};

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::region::Region;

use super::device::Gpu;
use super::error::GpuError;

/// Pixels on their way back.
#[derive(Debug)]
pub struct PartRead {
    gpu: Gpu,
    region: Region,
    buffer: wgpu::Buffer,
    /// The bytes from one row in the buffer to the next.
    row: u32,
    /// The bytes of a pixel.
    pixel: u32,
    /// Whether it can be read, once that is known.
    mapped: Arc<OnceLock<bool>>,
}

impl PartRead {
    /// Asks for what lies in a region of a texture; none if that is nothing.
    pub(super) fn new(gpu: &Gpu, texture: &wgpu::Texture, region: Region) -> Option<PartRead> {
        let all = Region::all([texture.width(), texture.height()]);
        let region = region.intersection(all);
        if region.is_empty() {
            return None;
        }
        let pixel = texture.format().block_copy_size(None)?;
        let row = (region.width * pixel).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("pixels"),
            size: u64::from(row) * u64::from(region.height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut source = texture.as_image_copy();
        source.origin = wgpu::Origin3d {
            x: region.x,
            y: region.y,
            z: 0,
        };
        encoder.copy_texture_to_buffer(
            source,
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(row),
                    rows_per_image: None,
                },
            },
            wgpu::Extent3d {
                width: region.width,
                height: region.height,
                depth_or_array_layers: 1,
            },
        );
        gpu.submit(encoder);
        let mapped = Arc::new(OnceLock::new());
        let told = Arc::clone(&mapped);
        let tell = move |result: Result<_, _>| {
            // It is told once.
            let _ = told.set(result.is_ok());
        };
        buffer.slice(..).map_async(wgpu::MapMode::Read, tell);
        Some(PartRead {
            gpu: gpu.clone(),
            region,
            buffer,
            row,
            pixel,
            mapped,
        })
    }

    /// The pixels, once they are there, at their place in the picture: four bytes each.
    ///
    /// # Errors
    /// What the device says.
    pub fn get(&self) -> Result<Option<Bitmap>, GpuError> {
        let Some(pixels) = self.bytes()? else {
            return Ok(None);
        };
        let Region {
            x,
            y,
            width,
            height,
        } = self.region;
        let corner = [x, y].map(u32::cast_signed);
        Bitmap::from_rgba(corner, [width, height], pixels)
            .map(Some)
            .ok_or_else(refused)
    }

    /// The bytes of the pixels, row by row, once they are there.
    ///
    /// # Errors
    /// What the device says.
    pub(super) fn bytes(&self) -> Result<Option<Vec<u8>>, GpuError> {
        self.gpu.check()?;
        match self.mapped.get() {
            None => Ok(None),
            Some(false) => Err(refused()),
            Some(true) => {
                let bytes = self.buffer.slice(..).get_mapped_range();
                let bytes = bytes.map_err(|error| GpuError::Refused(error.to_string()))?;
                let length = (self.region.width * self.pixel) as usize;
                let rows = bytes.chunks(self.row as usize);
                let rows = rows.map(|row| row.get(..length).unwrap_or_default());
                Ok(Some(rows.collect::<Vec<_>>().concat()))
            }
        }
    }
}

fn refused() -> GpuError {
    GpuError::Refused("pixels did not come back".to_owned())
}
