//! The layers of a frame, each colorplot with what paints it: the GPU with the pipeline that takes its
//! values, or else the interpreter, at once.

use std::sync::Arc;

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::frame::{FrameDescription, PlotDraw};
use cindyscript_player::interface::Contents;
use cindyscript_player::paint;
use cindyscript_player::scene::Layer;
use cindyscript_player::text::Fonts;
use cindyscript_player::view::Canvas;

use crate::compile::PlotProgram;
use crate::gpu::{GpuScene, PlotLayer};

/// The layers of a frame. `interpret` paints a colorplot that has no shader, or one that cannot
/// take this frame's values.
pub fn scene(
    description: &FrameDescription,
    programs: &[PlotProgram],
    canvas: &Canvas,
    fonts: &Fonts,
    mut interpret: impl FnMut(&PlotDraw) -> Bitmap,
) -> GpuScene {
    paint::scene(description, canvas, fonts, |draw, mask| {
        if let Some(PlotProgram::Shader(shader)) = programs.get(draw.call.plot.index())
            && let Some(Contents {
                uniforms,
                reference,
            }) = shader.contents_of(draw)
        {
            let pipeline = shader.pipeline(&uniforms);
            return Layer::Plot(PlotLayer {
                plot: draw.call.plot,
                pipeline,
                frame: draw.frame,
                centre: Some(Arc::clone(&draw.centre)),
                corner: [0.0; 2],
                uniforms,
                orbit: reference.map(|reference| Arc::clone(&reference.points)),
                images: paint::images(shader.images(&draw.call), fonts),
                region: draw.region,
                mask,
            });
        }
        let mut bitmap = interpret(draw);
        if let Some(mask) = mask {
            bitmap.keep_within(&mask);
        }
        Layer::Bitmap(bitmap)
    })
}
