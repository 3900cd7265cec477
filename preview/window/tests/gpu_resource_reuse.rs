//! What is kept on the GPU from frame to frame.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cindyscript_player::view::Canvas;
use cindyscript_render::FrameLoop;
use cindyscript_render::compile::AtOnce;
use cindyscript_render::frame_loop::{Budget, Progress, Readiness};
use cindyscript_render::gpu::Gpu;
use cindyscript_tests::lacking;

mod frames;

const CANVAS: Canvas = Canvas {
    device: [300, 200],
    scale: 1.0,
};

/// Frames at 60 a second, as a window paints them; how many things the GPU had made by then.
fn play(frames: &mut FrameLoop, gpu: &Gpu, numbers: std::ops::Range<u32>) -> u64 {
    for number in numbers {
        frames.run(f64::from(number) / 60.0);
        assert_eq!(frames.prepare(&mut AtOnce).unwrap(), Readiness::Ready);
        loop {
            let budget = Budget::Slice {
                coarse: Duration::MAX,
                slice: Duration::MAX,
                hurry: &AtomicBool::new(false),
            };
            if frames.paint(budget).unwrap() == Progress::Complete {
                break;
            }
        }
    }
    gpu.resources_made()
}

/// Nothing is made for the frames of an animation once it has run for a while.
#[test]
fn a_running_applet_makes_no_buffers_textures_and_bind_groups() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => return lacking("what is kept on the GPU", &error.to_string()),
    };
    let applet = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/applets");
        let path = folder.join(name).with_extension("html");
        (
            path.display().to_string(),
            fs::read_to_string(&path).unwrap(),
        )
    };
    let script = |text: &str| ("a.cindyscript".to_owned(), text.to_owned());
    let texts = [
        // Numbers, and a drawing that moves.
        script("t = seconds(); colorplot([t, #.x, 0]); draw([cos(t), sin(t)], size -> 9);"),
        // Clipped, with images.
        script(
            "t = seconds(); clip(circle([0, 0], 2)); colorplot([|#| - t, 0, 0]); \
             if(isundefined(made), createimage(\"a\", 64, 64); made = true); \
             colorplot(\"a\", imagergb(\"a\", #) + [t, 0, 0]); drawimage([t, 0], \"a\");",
        ),
        applet("bodies"),
        applet("fluid"),
        applet("wave"),
    ];
    for (path, text) in texts {
        let mut frames = frames::page(gpu.clone(), CANVAS, &path, &text);
        let before = play(&mut frames, &gpu, 0..30);
        let made = play(&mut frames, &gpu, 30..40) - before;
        assert_eq!(made, 0, "in ten frames of {path}: {text}");
        frames.finish().unwrap();
    }
}
