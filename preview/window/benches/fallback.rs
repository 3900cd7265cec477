//! Colorplots without a GPU, 800 × 600 pixels on all cores: what a person waits for the first
//! picture, which is coarse, and for all of it.
//!
//! `cargo bench -p cindyscript-window --bench fallback`

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use cindyscript_player::Session;
use cindyscript_player::source::ReceivedText;
use cindyscript_player::view::Canvas;
use cindyscript_render::compile::Compiler;
use cindyscript_render::cpu::{PixelKind, PlotEvaluator, RenderJob, Until};
use cindyscript_window::host::Environment;
use cindyscript_window::reader::Reader;

const CANVAS: Canvas = Canvas {
    device: [800, 600],
    scale: 1.0,
};

/// What a window allows for the first picture.
const FIRST: Duration = Duration::from_millis(40);

const PROGRAMS: [(&str, &str); 3] = [
    (
        "mandelbrot, 256 iterations",
        "colorplot(c = complex(#) / 2; z = 0; n = 0;
            repeat(256, if(|z| < 2, z = z * z + c; n = n + 1));
            [n / 256, n / 128, n / 64]);",
    ),
    (
        "phase portrait",
        "f(z) := (z^2 - 1) * (z - 2 - i)^2 / (z^2 + 2 + 2 * i);
            colorplot(w = f(complex(#)); hue(arctan2(re(w), im(w)) / 2 / pi));",
    ),
    (
        "recursion",
        "f(n, x) := if(n < 1, x, f(n - 1, sin(x) + 1)); colorplot(f(20, #.x * #.y));",
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{} cores",
        thread::available_parallelism().map_or(1, usize::from)
    );
    for (name, script) in PROGRAMS {
        let text = ReceivedText {
            path: "bench.cindyscript".to_owned(),
            text: script.to_owned(),
            version: 1,
            arrived: Instant::now(),
        };
        let compiler = Compiler::new(None);
        let (source, stages) = Reader::default().read(text);
        let compiled = compiler.programs(source.clone(), stages)?;
        let mut session = Session::new(source, CANVAS, Arc::<Environment>::default(), 0, 0.0);
        let description = session.frame(0.0);
        let draw = description.plots().next().ok_or("nothing is painted")?;
        // Many pixels at a time, and each by the interpreter.
        for program in [compiled.plots.first(), None] {
            let began = Instant::now();
            let evaluator = PlotEvaluator::new(session.evaluator(&draw.call), &draw.call, program);
            let mut painting =
                RenderJob::new(evaluator, draw.frame, draw.region, PixelKind::Colour, false);
            painting.go_on(Until::Level(FIRST), || false);
            let first = began.elapsed();
            painting.go_on(Until::Done, || false);
            let all = began.elapsed();
            let lanes = program.and_then(|program| program.lanes(&draw.call));
            let is_alone = lanes.is_none();
            let how = if is_alone { "alone" } else { "together" };
            println!(
                "{name}, pixels {how}: first picture {:.0} ms, all {:.0} ms",
                first.as_secs_f64() * 1e3,
                all.as_secs_f64() * 1e3
            );
            if is_alone {
                break;
            }
        }
    }
    Ok(())
}
