//! Frames of a window, without the window.

use std::sync::Arc;
use std::time::Instant;

use cindyscript_player::source::ReceivedText;
use cindyscript_player::view::Canvas;
use cindyscript_render::FrameLoop;
use cindyscript_render::compile::Compiler;
use cindyscript_render::frame_loop::Start;
use cindyscript_render::gpu::{Gpu, Pipelines};
use cindyscript_window::host::Environment;
use cindyscript_window::reader::Reader;

/// A script, compiled and begun.
#[allow(dead_code)] // not in all tests
pub(crate) fn frames(gpu: Gpu, canvas: Canvas, script: &str) -> FrameLoop {
    page(gpu, canvas, "a.cindyscript", script)
}

/// A file, compiled and begun.
pub(crate) fn page(gpu: Gpu, canvas: Canvas, path: &str, text: &str) -> FrameLoop {
    let compiler = Compiler::new(Some(Pipelines::new(gpu.clone())));
    let (source, stages) = Reader::default().read(ReceivedText {
        path: path.to_owned(),
        text: text.to_owned(),
        version: 1,
        arrived: Instant::now(),
    });
    let compiled = compiler.programs(source, stages).unwrap();
    let environment = Arc::<Environment>::default();
    let renderer = Arc::clone(&environment.renderer);
    let mut frames = FrameLoop::new(environment, renderer, canvas, Some(gpu), None);
    let start = Start {
        seed: 0,
        clock: 0.0,
        held: false,
    };
    frames.load(compiled, start);
    frames
}
