//! The second tier of a colorplot's pipelines, with the clock, the thread and the GPU of a window.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::session::UserEvent;
use cindyscript_player::view::Canvas;
use cindyscript_render::FrameLoop;
use cindyscript_render::compile::{AtOnce, ShaderProgram};
use cindyscript_render::frame_loop::{Budget, Progress};
use cindyscript_render::gpu::{Gpu, PlotPipeline};
use cindyscript_tests::lacking;
use cindyscript_window::worker::Worker;

mod frames;

const CANVAS: Canvas = Canvas {
    device: [60, 40],
    scale: 1.0,
};

/// Frames of a window, without the window.
struct Frames {
    frames: FrameLoop,
    shader: Arc<ShaderProgram>,
    worker: Worker,
}

impl Frames {
    /// Paints the next one: with which pipeline, and what it shows.
    fn next(&mut self) -> (Arc<PlotPipeline>, Bitmap) {
        self.frames.run(0.0);
        self.frames.prepare(&mut AtOnce).unwrap();
        let progress = self.frames.paint(Budget::Complete).unwrap();
        assert_eq!(progress, Progress::Complete);
        self.worker.specialise(&self.shader);
        let call = &self.frames.frame().plots().next().unwrap().call;
        let contents = self.shader.uniforms(call).unwrap();
        let pipeline = self.shader.pipeline(&contents);
        (pipeline, self.frames.picture().read().unwrap())
    }
}

#[test]
fn the_second_tier_paints_after_a_quiet_second_until_a_uniform_moves() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => {
            return lacking("tiers", &error.to_string());
        }
    };
    let script = "s = mouse().x; k = 3; colorplot([|#| / 20, 0.5 + s / 40, k / 7]);";
    let frames = frames::frames(gpu, CANVAS, script);
    let [shader] = frames.shaders().try_into().unwrap();
    let mut frames = Frames {
        frames,
        shader,
        worker: Worker::start(drop),
    };
    let began = Instant::now();
    let (first, shown) = frames.next();
    let second = loop {
        let (pipeline, now) = frames.next();
        assert!(now == shown, "both tiers paint the same");
        if !Arc::ptr_eq(&pipeline, &first) {
            break pipeline;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "there is none");
        sleep(Duration::from_millis(16));
    };
    assert!(began.elapsed() > Duration::from_secs(1));
    assert!(Arc::ptr_eq(&frames.next().0, &second), "it goes on");
    frames
        .frames
        .session_mut()
        .unwrap()
        .input(UserEvent::PointerMoved([50.0, 10.0]));
    let (pipeline, moved) = frames.next();
    assert!(Arc::ptr_eq(&pipeline, &first));
    assert!(moved != shown);
    frames.worker.close();
}
