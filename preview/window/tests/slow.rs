//! Colorplots that take long, beside others: those are painted first, and go on.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::time::{Duration, Instant};

use cindyscript_hir::program::PlotId;
use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::source::Text;
use cindyscript_player::view::Canvas;
use cindyscript_render::compile::{Compiler, PlotProgram};
use cindyscript_render::gpu::{Gpu, GpuPicture, Pipelines};
use cindyscript_render::scene::scene;
use cindyscript_tests::lacking;
use cindyscript_window::fonts::fonts;
use cindyscript_window::host::Environment;
use cindyscript_window::reader::Reader;

const CANVAS: Canvas = Canvas {
    device: [500, 500],
    scale: 1.0,
};

/// Every pixel runs until its rounds are used up.
const ENDLESS: &str = "colorplot(k = 0; while(|#| < 100, k = k + 1); [k, 0, 0], [-5, -5], [0, 5]);";

/// Short loops, moved by the pointer.
const GOOD: &str = "s = mouse().x; \
    colorplot(c = 0; repeat(9, i, c = c + |#.x + s| / 60); [0.2, c, 1], [0, -5], [5, 5]);";

/// Frames of a window, without the window.
struct Frames {
    session: Session,
    programs: Vec<PlotProgram>,
    picture: GpuPicture,
}

impl Frames {
    /// None where there is no device.
    fn new(script: &str) -> Option<Frames> {
        let gpu = match Gpu::headless() {
            Ok(gpu) => gpu,
            Err(error) => {
                lacking("what takes long", &error.to_string());
                return None;
            }
        };
        let compiler = Compiler::new(Some(Pipelines::new(gpu.clone())));
        let (source, stages) = Reader::default().read(Text {
            path: "a.cindyscript".to_owned(),
            text: script.to_owned(),
            version: 1,
            arrived: Instant::now(),
        });
        let compiled = compiler.programs(source.clone(), stages).unwrap();
        let is_shader = |plot: &PlotProgram| matches!(plot, PlotProgram::Shader(_));
        assert!(compiled.plots.iter().all(is_shader), "{script}");
        Some(Frames {
            session: Session::new(
                source,
                CANVAS,
                std::sync::Arc::<Environment>::default(),
                0,
                0.0,
            ),
            programs: compiled.plots,
            picture: GpuPicture::new(gpu),
        })
    }

    /// Begins to paint what the scripts show now.
    fn begin(&mut self) {
        let description = self.session.frame(0.0);
        let fonts = fonts();
        let scene = scene(&description, &self.programs, &CANVAS, &fonts, |_| {
            panic!("painted on the CPU")
        });
        self.picture.begin(&scene);
    }

    /// Paints so many parts of it; whether it is complete.
    fn steps(&mut self, count: usize) -> bool {
        (0..count).any(|_| self.picture.go_on(|| true).unwrap())
    }

    /// Paints parts of it until this is so. The colorplot without end has many more.
    fn steps_until(&mut self, is_it: impl Fn(&Frames) -> bool) -> bool {
        (0..200).any(|_| {
            assert!(!self.steps(1), "the one without end is complete");
            is_it(self)
        })
    }

    fn seen(&self) -> Bitmap {
        self.picture.read().unwrap()
    }
}

/// What is painted right of the middle.
fn right(picture: &Bitmap) -> Vec<[u8; 4]> {
    let [width, height] = CANVAS.device;
    let rows = 0..height;
    rows.flat_map(|y| (width / 2 + 1..width).map(move |x| [x, y]))
        .map(|place| picture.pixel(place))
        .collect()
}

/// What a script shows when it is painted to its end, the pointer at a place.
fn whole(script: &str, pointer: [f64; 2]) -> Option<Bitmap> {
    let mut frames = Frames::new(script)?;
    frames.session.pointer_moved(pointer);
    frames.begin();
    while !frames.picture.go_on(|| false).unwrap() {}
    Some(frames.seen())
}

#[test]
fn a_good_colorplot_does_not_wait_for_one_without_end() {
    // Whichever is first.
    for script in [format!("{ENDLESS}{GOOD}"), format!("{GOOD}{ENDLESS}")] {
        let Some(mut frames) = Frames::new(&script) else {
            return;
        };
        for pointer in [[40.0, 0.0], [90.0, 0.0], [220.0, 0.0]] {
            let good = right(&whole(GOOD, pointer).unwrap());
            frames.session.pointer_moved(pointer);
            frames.begin();
            let there = frames.steps_until(|frames| right(&frames.seen()) == good);
            assert!(there, "{pointer:?}: {script}");
        }
    }
}

#[test]
fn what_shows_the_same_is_not_painted_again() {
    let Some(mut frames) = Frames::new(&format!("{ENDLESS}{GOOD}")) else {
        return;
    };
    for frame in 0..5 {
        frames.session.pointer_moved([f64::from(frame), 0.0]);
        frames.begin();
        frames.steps(2);
        let left = frames.picture.time_left();
        assert!(left > Duration::ZERO);
        frames.begin();
        assert_eq!(frames.picture.time_left(), left, "frame {frame}");
    }
}

#[test]
fn what_is_given_up_keeps_no_picture_waiting() {
    let Some(mut frames) = Frames::new(&format!("{ENDLESS}{GOOD}")) else {
        return;
    };
    frames.begin();
    assert!(frames.steps_until(|frames| frames.picture.time_left() > Duration::from_secs(4)));
    frames.picture.give_up(PlotId(0));
    assert!(frames.steps(200), "the picture is not complete");
    assert_eq!(frames.picture.time_left(), Duration::ZERO);
    // Nor does the next one, which shows something else.
    frames.session.pan_pressed();
    frames.session.pointer_moved([30.0, 30.0]);
    frames.begin();
    assert!(frames.steps(200), "the next picture is not complete");
}

#[test]
fn what_never_rests_is_complete_when_it_does() {
    // A few hundred times as long as the good one.
    let slow = GOOD
        .replace("repeat(9,", "repeat(9000,")
        .replace("/ 60", "/ 60000");
    let Some(mut frames) = Frames::new(&slow) else {
        return;
    };
    for place in 0..40 {
        frames.session.pointer_moved([f64::from(place), 0.0]);
        frames.begin();
        frames.steps(2);
    }
    while !frames.steps(1) {}
    assert!(right(&frames.seen()) == right(&whole(&slow, [39.0, 0.0]).unwrap()));
}
