//! Animated applets on the GPU, 1200 × 900 pixels: frames a second, what the scripts of a frame take,
//! and what is gained where they run while the GPU paints the frame before.
//!
//! `cargo bench -p cindyscript-window --bench frames`, with the names of some of the applets for those
//! alone.

#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cindyscript_player::source::ReceivedText;
use cindyscript_player::view::Canvas;
use cindyscript_render::FrameLoop;
use cindyscript_render::compile::{AtOnce, Compiler};
use cindyscript_render::frame_loop::{Budget, Progress, Start};
use cindyscript_render::gpu::{Gpu, Pipelines};
use cindyscript_window::host::Environment;
use cindyscript_window::reader::Reader;

const CANVAS: Canvas = Canvas {
    device: [1200, 900],
    scale: 1.0,
};

const APPLETS: [&str; 3] = ["bodies", "fluid", "wave"];

/// Of each applet, played by turns waiting for each frame and not.
const FRAMES: u32 = 60;
const TURNS: u32 = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let gpu = Gpu::headless()?;
    println!("{}", gpu.name());
    let named: Vec<String> = env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let is_wanted = |name: &&str| named.is_empty() || named.iter().any(|other| other == name);
    for name in APPLETS.into_iter().filter(is_wanted) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/applets");
        let path = folder.join(name).with_extension("html");
        let (source, stages) = Reader::default().read(ReceivedText {
            path: path.display().to_string(),
            text: fs::read_to_string(&path)?,
            version: 1,
            arrived: Instant::now(),
        });
        let compiler = Compiler::new(Some(Pipelines::new(gpu.clone())));
        let compiled = compiler.programs(source, stages)?;
        let environment = Arc::<Environment>::default();
        let renderer = Arc::clone(&environment.renderer);
        let mut frames = FrameLoop::new(environment, renderer, CANVAS, Some(gpu.clone()), None);
        let start = Start {
            seed: 0,
            clock: 0.0,
            held: false,
        };
        frames.load(compiled, start);
        let mut number = 0;
        play(&mut frames, &mut number, true)?;
        let (mut waited, mut overlapped) = (Duration::ZERO, Duration::ZERO);
        let mut scripts = Duration::ZERO;
        for _ in 0..TURNS {
            let times = play(&mut frames, &mut number, true)?;
            waited += times.all;
            scripts += times.scripts;
            overlapped += play(&mut frames, &mut number, false)?.all;
        }
        let frames = f64::from(TURNS * FRAMES);
        println!(
            "{name}: {:.1} frames/s, {:.1} where each is waited for; scripts {:.2} ms a frame",
            frames / overlapped.as_secs_f64(),
            frames / waited.as_secs_f64(),
            scripts.as_secs_f64() * 1e3 / frames
        );
    }
    Ok(())
}

struct Times {
    all: Duration,
    scripts: Duration,
}

/// Plays some frames at 60 a second of the applet's time, as fast as they come.
fn play(frames: &mut FrameLoop, number: &mut u32, wait: bool) -> Result<Times, Box<dyn Error>> {
    let began = Instant::now();
    let mut scripts = Duration::ZERO;
    for _ in 0..FRAMES {
        *number += 1;
        let begun = Instant::now();
        frames.run(f64::from(*number) / 60.0);
        scripts += begun.elapsed();
        frames.prepare(&mut AtOnce)?;
        let budget = Budget::Slice {
            coarse: Duration::MAX,
            slice: Duration::MAX,
            hurry: &AtomicBool::new(false),
        };
        while frames.paint(budget)? != Progress::Complete {}
        if wait {
            frames.finish()?;
        }
    }
    frames.finish()?;
    Ok(Times {
        all: began.elapsed(),
        scripts,
    })
}
