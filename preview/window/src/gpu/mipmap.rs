//! Smaller sizes of a texture, each half as wide and high as the one before: for images that are
//! seen from far away.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::device::{Gpu, GpuError};
use super::filling::{Bound, Filling, TEXTURE};
use super::texture::Texture;

const WGSL: &str = "\
@group(0) @binding(0) var source: texture_2d<f32>;

@fragment
fn fragment(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let last = vec2i(textureDimensions(source)) - 1;
    let corner = 2 * vec2i(position.xy);
    var sum = vec4f();
    for (var y = 0; y < 2; y += 1) {
        for (var x = 0; x < 2; x += 1) {
            sum += textureLoad(source, min(corner + vec2i(x, y), last), 0);
        }
    }
    return 0.25 * sum;
}
";

/// What halves textures, by their format.
#[derive(Debug, Default)]
pub(super) struct Halvers(Mutex<HashMap<wgpu::TextureFormat, wgpu::RenderPipeline>>);

impl Halvers {
    fn get(&self, gpu: &Gpu, format: wgpu::TextureFormat) -> wgpu::RenderPipeline {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        made.entry(format)
            .or_insert_with(|| halver(gpu, format))
            .clone()
    }
}

fn halver(gpu: &Gpu, format: wgpu::TextureFormat) -> wgpu::RenderPipeline {
    let filling = Filling {
        label: "mipmap",
        fragment: WGSL,
        bindings: &[TEXTURE],
        format,
        blend: None,
    };
    filling.pipeline(gpu)
}

impl Gpu {
    /// The same picture in all sizes down to one pixel; its own format must be one that can be
    /// painted.
    ///
    /// # Errors
    /// The GPU cannot hold it.
    pub(crate) fn mipmapped(&self, source: &Texture) -> Result<Texture, GpuError> {
        let target = self.sizes(source)?;
        let levels = target.levels();
        let halver = self.halvers().get(self, target.format());
        self.encode(|encoder| {
            encoder.copy_texture_to_texture(source.place(), target.place(), target.extent());
            let views: Vec<_> = (0..levels).map(|level| target.level(level)).collect();
            for (larger, smaller) in views.iter().zip(views.iter().skip(1)) {
                let bound = Bound::new(self, &halver, None, larger);
                bound.draw(&mut super::picture::begin(encoder, smaller));
            }
        });
        Ok(target)
    }
}
