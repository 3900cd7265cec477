//! Pictures of images on the GPU.

use cindyscript_player::paint::has_sharp_edges;
use cindyscript_player::region::Region;
use cindyscript_player::scene::PictureLayer;

use super::bound::Bound;
use super::device::Gpu;
use super::error::GpuError;
use super::fullscreen::{FullscreenPass, FullscreenPipeline, TEXTURE, UNIFORM};
use super::pass::{FORMAT, PREMULTIPLIED_OVER, limit};
use crate::placement::Map;

const WGSL: &str = "\
struct Sprite {
    // From device pixels to pixels of the picture: x is dot(row, (x, y, 1)).
    x: vec4f,
    y: vec4f,
    // Opacity; 1 where enlarged pixels blend into each other; 1 where colours are multiplied with
    // alpha; 1 where pixels are painted or not, no edge covers a part.
    look: vec4f,
}

@group(0) @binding(0) var<uniform> sprite: Sprite;
@group(0) @binding(1) var source: texture_2d<f32>;

fn pixel(at: vec2i) -> vec4f {
    let last = vec2i(textureDimensions(source)) - 1;
    let colour = textureLoad(source, clamp(at, vec2i(0), last), 0);
    // Colorplots write any numbers; what is none is 0.
    let shown = select(vec4f(0.0), clamp(colour, vec4f(0.0), vec4f(1.0)), colour == colour);
    return vec4f(shown.rgb * select(shown.a, 1.0, sprite.look.z == 1.0), shown.a);
}

@fragment
fn fragment(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let device = vec3f(position.xy, 1.0);
    let at = vec2f(dot(sprite.x.xyz, device), dot(sprite.y.xyz, device));
    // How much of the device pixel lies inside, from its distance to the edges.
    let step = vec2f(length(sprite.x.xy), length(sprite.y.xy));
    let size = vec2f(textureDimensions(source));
    var inside = clamp(at / step + 0.5, vec2f(0.0), vec2f(1.0))
        * clamp((size - at) / step + 0.5, vec2f(0.0), vec2f(1.0));
    if sprite.look.w == 1.0 {
        inside = floor(inside + 0.5);
    }
    var colour = pixel(vec2i(floor(at)));
    if sprite.look.y == 1.0 {
        let centre = at - 0.5;
        let corner = vec2i(floor(centre));
        let part = fract(centre);
        let upper = mix(pixel(corner), pixel(corner + vec2i(1, 0)), part.x);
        let lower = mix(pixel(corner + vec2i(0, 1)), pixel(corner + vec2i(1, 1)), part.x);
        colour = mix(upper, lower, part.y);
    }
    return colour * (sprite.look.x * inside.x * inside.y);
}
";

/// Paints pictures.
#[derive(Debug)]
pub(super) struct Sprites {
    pipeline: FullscreenPipeline,
}

/// A picture, or a bitmap, ready to draw.
#[derive(Debug)]
pub(super) struct Sprite {
    pub(super) bound: Bound,
    /// The pixels that it touches.
    pub(super) region: Region,
}

impl Sprite {
    /// Draws what lies in a tile. Its pipeline fills the target: without the limit a software device
    /// computes all pixels of that for each small sprite.
    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass<'_>, tile: Region) {
        if limit(pass, self.region.intersection(tile)) {
            self.bound.draw(pass);
        }
    }
}

impl Sprites {
    pub(super) fn new(gpu: &Gpu) -> Sprites {
        let filling = FullscreenPass {
            label: "picture",
            fragment: WGSL,
            bindings: &[UNIFORM, TEXTURE],
            format: FORMAT,
            blend: Some(PREMULTIPLIED_OVER),
        };
        let pipeline = gpu.fullscreen(&filling);
        Sprites { pipeline }
    }

    /// A picture on a target of a size, ready to draw; none if nothing of it is seen.
    ///
    /// # Errors
    /// The GPU does not take it.
    pub(super) fn prepare(
        &self,
        gpu: &Gpu,
        layer: &PictureLayer,
        size: [u32; 2],
    ) -> Result<Option<Sprite>, GpuError> {
        let region = layer.region.within(size);
        let Some([x, y]) = inverse(layer.transform).filter(|_| !region.is_empty()) else {
            return Ok(None);
        };
        let texture = gpu.image(&layer.painted, false)?;
        let sharp = has_sharp_edges(layer.transform, texture.size());
        let [smooth, plotted, sharp] =
            [layer.smooth, texture.is_plotted(), sharp].map(|is| f32::from(u8::from(is)));
        let words = [x, y, [layer.alpha as f32, smooth, plotted, sharp]];
        let uniform = bytemuck::bytes_of(&words);
        let bound = Bound::new(gpu, "picture", &self.pipeline, uniform, texture.view());
        Ok(Some(Sprite { bound, region }))
    }

    /// A picture on another of its size, where a map says which of its pixels is seen at each.
    pub(super) fn moved(&self, gpu: &Gpu, source: &wgpu::TextureView, map: &Map) -> Bound {
        let [x, y] = map.map(|[a, b, c]| [a, b, c, 0.0].map(|entry| entry as f32));
        // Opaque, pixels blend into each other, colours are multiplied with alpha.
        let words = [x, y, [1.0, 1.0, 1.0, 0.0]];
        let uniform = bytemuck::bytes_of(&words);
        Bound::new(gpu, "picture", &self.pipeline, uniform, source)
    }
}

/// The rows of the inverse map; none for a map that has none.
fn inverse([a, b, c, d, e, f]: [f64; 6]) -> Option<[[f32; 4]; 2]> {
    let determinant = a * d - b * c;
    let rows = [[d, -c, c * f - d * e, 0.0], [-b, a, b * e - a * f, 0.0]];
    let rows = rows.map(|row| row.map(|entry| (entry / determinant) as f32));
    let finite = rows.iter().flatten().all(|entry| entry.is_finite());
    finite.then_some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_inverted() {
        let [x, y] = inverse([0.0, 10.0, -10.0, 0.0, 30.0, 10.0]).unwrap_or_default();
        let at = |row: [f32; 4], p: [f32; 2]| row[0] * p[0] + row[1] * p[1] + row[2];
        // The corner, and a place below it.
        assert_eq!([at(x, [30.0, 10.0]), at(y, [30.0, 10.0])], [0.0, 0.0]);
        assert_eq!([at(x, [30.0, 20.0]), at(y, [30.0, 20.0])], [1.0, 0.0]);
        assert_eq!(inverse([1.0, 1.0, 1.0, 1.0, 0.0, 0.0]), None);
        assert_eq!(inverse([f64::NAN; 6]), None);
    }
}
