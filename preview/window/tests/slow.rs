//! Colorplots that take long, beside others: those are painted first, and go on.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::session::UserEvent;
use cindyscript_player::view::Canvas;
use cindyscript_render::FrameLoop;
use cindyscript_render::compile::{AtOnce, PlotProgram};
use cindyscript_render::frame_loop::{Budget, Progress, Readiness};
use cindyscript_render::gpu::Gpu;
use cindyscript_tests::lacking;

mod frames;

const CANVAS: Canvas = Canvas {
    device: [500, 500],
    scale: 1.0,
};

/// Every pixel runs until its rounds are used up.
const ENDLESS: &str = "colorplot(k = 0; while(|#| < 100, k = k + 1); [k, 0, 0], [-5, -5], [0, 5]);";

/// Short loops, moved by the pointer.
const GOOD: &str = "s = mouse().x; \
    colorplot(c = 0; repeat(9, i, c = c + |#.x + s| / 60); [0.2, c, 1], [0, -5], [5, 5]);";

/// Frames of a window, painted part by part.
struct Frames(FrameLoop);

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
        let frames = frames::frames(gpu, CANVAS, script);
        let is_shader = |plot: &PlotProgram| matches!(plot, PlotProgram::Shader(_));
        let compiled = frames.compiled().unwrap();
        assert!(compiled.plots.iter().all(is_shader), "{script}");
        Some(Frames(frames))
    }

    fn input(&mut self, event: UserEvent) {
        self.0.session_mut().unwrap().input(event);
    }

    /// Begins to paint what the scripts show now.
    fn begin(&mut self) {
        self.0.run(0.0);
        assert_eq!(self.0.prepare(&mut AtOnce).unwrap(), Readiness::Ready);
        self.0.begin(Budget::Complete).unwrap();
    }

    /// Paints so many parts of it; whether it is complete.
    fn steps(&mut self, count: usize) -> bool {
        let hurry = AtomicBool::new(false);
        let part = Budget::Slice {
            coarse: Duration::ZERO,
            slice: Duration::ZERO,
            hurry: &hurry,
        };
        (0..count).any(|_| self.0.paint(part).unwrap() == Progress::Complete)
    }

    /// Paints parts of it until this is so. The colorplot without end has many more.
    fn steps_until(&mut self, is_it: impl Fn(&Frames) -> bool) -> bool {
        (0..200).any(|_| {
            assert!(!self.steps(1), "the one without end is complete");
            is_it(self)
        })
    }

    fn seen(&self) -> Bitmap {
        self.0.picture().read().unwrap()
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
    frames.input(UserEvent::PointerMoved(pointer));
    frames.begin();
    assert_eq!(
        frames.0.paint(Budget::Complete).unwrap(),
        Progress::Complete
    );
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
            frames.input(UserEvent::PointerMoved(pointer));
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
        frames.input(UserEvent::PointerMoved([f64::from(frame), 0.0]));
        frames.begin();
        // The first of its tiles may be too short to tell.
        assert!(frames.steps_until(|frames| frames.0.time_left() > Duration::ZERO));
        let left = frames.0.time_left();
        frames.begin();
        assert_eq!(frames.0.time_left(), left, "frame {frame}");
    }
}

#[test]
fn what_is_given_up_keeps_no_picture_waiting() {
    let Some(mut frames) = Frames::new(&format!("{ENDLESS}{GOOD}")) else {
        return;
    };
    frames.begin();
    assert!(frames.steps_until(|frames| frames.0.time_left() > Duration::from_secs(4)));
    assert!(
        frames
            .0
            .find_endless_loops(Duration::from_secs(4), &AtomicBool::new(false))
    );
    assert!(frames.steps(200), "the picture is not complete");
    assert_eq!(frames.0.time_left(), Duration::ZERO);
    // Nor does the next one, which shows something else.
    frames.input(UserEvent::PanPressed);
    frames.input(UserEvent::PointerMoved([30.0, 30.0]));
    frames.begin();
    assert!(frames.steps(200), "the next picture is not complete");
}

#[test]
fn what_takes_long_is_seen_where_it_has_moved_to_until_it_is_painted() {
    // A disc of radius 2, 25 pixels each.
    let script = "colorplot(k = 0; repeat(600, k = k + 1/600); [if(|#| < 2, k, 0), 0, 0.5]);";
    let Some(mut frames) = Frames::new(script) else {
        return;
    };
    frames.begin();
    frames.0.paint(Budget::Complete).unwrap();
    let red = |frames: &Frames, at: [u32; 2]| frames.seen().pixel(at)[0] > 128;
    assert!(red(&frames, [290, 250]) && !red(&frames, [310, 250]));
    // Three times as large, then 100 pixels to the right: nothing of it is painted anew.
    frames.0.session_mut().unwrap().zoom(3.0, [250.0; 2]);
    frames.begin();
    assert!(!frames.steps(1));
    assert!(red(&frames, [390, 250]) && !red(&frames, [410, 250]));
    frames.0.session_mut().unwrap().pan([100.0, 0.0]);
    frames.begin();
    assert!(!frames.steps(1));
    assert!(red(&frames, [490, 250]) && !red(&frames, [190, 250]));
    assert!(red(&frames, [350, 380]) && !red(&frames, [350, 420]));
    // And what is painted then is there.
    frames.0.paint(Budget::Complete).unwrap();
    let moved = frames.seen();
    let mut anew = Frames::new(script).unwrap();
    anew.0.session_mut().unwrap().zoom(3.0, [250.0; 2]);
    anew.0.session_mut().unwrap().pan([100.0, 0.0]);
    anew.begin();
    anew.0.paint(Budget::Complete).unwrap();
    assert!(moved == anew.seen());
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
        frames.input(UserEvent::PointerMoved([f64::from(place), 0.0]));
        frames.begin();
        frames.steps(2);
    }
    while !frames.steps(1) {}
    assert!(right(&frames.seen()) == right(&whole(&slow, [39.0, 0.0]).unwrap()));
}
