//! What a page plays: what its scripts draw, print and compute, and the picture.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::frame::DrawItem;
use cindyscript_player::source::ReceivedText;
use cindyscript_player::view::Canvas;
use cindyscript_render::FrameLoop;
use cindyscript_render::compile::{AtOnce, Compiler};
use cindyscript_render::frame_loop::{Readiness, Start};
use cindyscript_render::gpu::{Gpu, Pipelines};
use cindyscript_tests::lacking;
use cindyscript_window::host::Environment;
use cindyscript_window::reader::Reader;

/// Where pixels are evaluated.
const PLACES: [[f64; 2]; 4] = [[0.1, 0.2], [-1.5, 0.7], [3.0, -2.0], [-0.3, -4.0]];
/// The steps of one run of a script: longer ones end there, before and after.
const STEPS: u64 = 200_000;
/// The size of the picture, in pixels.
const SIZE: [f64; 2] = [120.0, 90.0];

/// Plays pages.
pub(crate) struct Player {
    gpu: Option<Gpu>,
}

/// Two frames of a page.
pub(crate) struct Played {
    /// What they draw, print and hand to colorplots, with some pixels of these.
    pub(crate) shown: String,
    /// What each variable is at the end.
    pub(crate) values: BTreeSet<String>,
    /// The picture of the last frame; none where nothing can paint it.
    pub(crate) picture: Option<Bitmap>,
}

impl Player {
    pub(crate) fn new() -> Self {
        let gpu = Gpu::headless();
        if let Err(error) = &gpu {
            lacking("pictures of renamed pages", &error.to_string());
        }
        Self { gpu: gpu.ok() }
    }

    pub(crate) fn play(&self, text: &str) -> Played {
        let text = ReceivedText {
            path: "page.html".to_owned(),
            text: text.to_owned(),
            version: 1,
            arrived: Instant::now(),
        };
        let compiler = Compiler::new(self.gpu.clone().map(Pipelines::new));
        let (source, stages) = Reader::default().read(text);
        let compiled = compiler.programs(source, stages).unwrap();
        let environment = Arc::new(Environment::default());
        let renderer = Arc::clone(&environment.renderer);
        let canvas = Canvas::new(SIZE, 1.0);
        let mut frames = FrameLoop::new(environment, renderer, canvas, self.gpu.clone(), None);
        let start = Start {
            seed: 1,
            clock: 0.0,
            held: false,
        };
        frames.load(compiled, start);
        frames.session_mut().unwrap().set_step_budget(STEPS);
        let mut shown = String::new();
        let mut picture = None;
        for time in [0.0, 0.1] {
            frames.run(time);
            let readiness = frames.prepare(&mut AtOnce).unwrap();
            assert_eq!(readiness, Readiness::Ready);
            show(&frames, &mut shown);
            if self.gpu.is_some() {
                picture = Some(frames.paint_whole().unwrap());
            }
        }
        let session = frames.session().unwrap();
        let globals = session.globals();
        let values = globals.map(|(name, value)| format!("{name} = {}", session.print(value)));
        Played {
            shown,
            values: values.collect(),
            picture,
        }
    }
}

/// What the frame that was prepared last draws, prints and hands to colorplots.
fn show(frames: &FrameLoop, shown: &mut String) {
    let (frame, session) = (frames.frame(), frames.session().unwrap());
    for item in &frame.items {
        let _ = match item {
            DrawItem::Plot(plot) => {
                let call = &plot.call;
                let mut pixels = session.evaluator(call);
                let colours = PLACES.map(|place| pixels.colour(place));
                writeln!(
                    shown,
                    "{:?} {:?} {:?} {colours:?}",
                    call.plot, call.uniforms, call.rectangle
                )
            }
            DrawItem::Drawing(drawing) => writeln!(shown, "{drawing:?}"),
            DrawItem::Space(drawing) => writeln!(shown, "{drawing:?}"),
        };
    }
    let _ = writeln!(shown, "{:?}", frame.output);
    for diagnostic in &frame.errors {
        let _ = writeln!(shown, "{}", diagnostic.message);
    }
}
