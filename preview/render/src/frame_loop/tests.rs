//! Frames on the CPU.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;

use cindyscript_interpreter::platform::Instant;
use cindyscript_player::plot_view::Shown;
use cindyscript_player::precision::{ComputedIn, PrecisionSetting};
use cindyscript_player::source::Source;
use cindyscript_protocol::Stages;
use cindyscript_shader::Precision;
use cindyscript_tests::lacking;

use super::*;
use crate::compile::{AtOnce, Compiler, Recompilation};
use crate::fixture::{Machine, source};
use crate::gpu::Pipelines;
use crate::policy::TIMES_PERIOD;

mod disagreement;
mod orbits;
mod samples;
mod values;

const CANVAS: Canvas = Canvas {
    device: [60, 40],
    scale: 1.0,
};

/// A script, begun, on the CPU.
fn frames(script: &str) -> FrameLoop {
    frames_on(script, None)
}

fn frames_on(script: &str, gpu: Option<Gpu>) -> FrameLoop {
    frames_of(source(script), gpu)
}

fn frames_of(source: Source, gpu: Option<Gpu>) -> FrameLoop {
    let compiler = Compiler::new(gpu.clone().map(Pipelines::new));
    let compiled = compiler.programs(source, Stages::default());
    let machine = Arc::new(Machine::default());
    let renderer = Arc::clone(&machine.renderer);
    let mut frames = FrameLoop::new(machine, renderer, CANVAS, gpu, None);
    let start = Start {
        seed: 0,
        clock: 0.0,
        held: false,
    };
    assert_eq!(frames.load(compiled.unwrap(), start), Loaded::New);
    frames
}

fn paint(frames: &mut FrameLoop, seconds: f64) {
    let frame = frames.run(seconds).unwrap();
    assert_eq!(frame.errors, []);
    assert_eq!(frames.prepare(&mut AtOnce).unwrap(), Readiness::Ready);
    let painted = frames.paint(Budget::Complete).unwrap();
    assert_eq!(painted, Progress::Complete);
}

/// Makes no programs, and says what was asked for.
#[derive(Default)]
struct Later(Vec<Recompilation>);

impl Recompile for Later {
    fn recompile(&mut self, request: Recompilation) -> Result<Option<Recompiled>, GpuError> {
        self.0.push(request);
        Ok(None)
    }
}

#[test]
fn scripts_that_take_too_long_leave_the_picture_of_the_version_before() {
    let mut frames = frames("colorplot([1, 0, 0]);");
    frames.limits = Some(ImageLimits::WINDOW);
    paint(&mut frames, 0.0);
    let before = frames.picture().read().unwrap();
    let start = Start {
        seed: 0,
        clock: 0.0,
        held: false,
    };
    let endless = source("while(true, 1); colorplot([0, 1, 0]);");
    let compiled = Compiler::new(None).programs(endless, Stages::default());
    assert_eq!(frames.load(compiled.unwrap(), start), Loaded::New);
    let shown = |frames: &mut FrameLoop| {
        frames.run(0.1).unwrap();
        assert_eq!(frames.prepare(&mut AtOnce).unwrap(), Readiness::Ready);
        let painted = frames.paint(Budget::Complete).unwrap();
        assert_eq!(painted, Progress::Complete);
        assert!(frames.diagnostics().any(|it| it.fatal));
        frames.picture().read().unwrap()
    };
    assert_eq!(shown(&mut frames).rgba(), before.rgba());
    assert!(frames.shows_earlier());
    // Restarted, it is what it is.
    frames.forget_picture();
    assert_ne!(shown(&mut frames).rgba(), before.rgba());
    assert!(!frames.shows_earlier());
}

#[test]
fn a_frame_waits_for_its_program_and_runs_its_scripts_once() {
    // Which of the two types a value has only a run tells.
    let script = "// %% init\nn = 0;\n// %% draw\nn = n + 1; \
                  v = if(n > 0, [n / 9, 0, 0], 0.5); colorplot(v + [#.x, 0, 0]);";
    let mut frames = frames(script);
    let mut later = Later::default();
    assert_eq!(frames.prepare(&mut later).unwrap(), Readiness::Dropped);
    frames.run(0.0).unwrap();
    assert_eq!(frames.prepare(&mut later).unwrap(), Readiness::Awaiting);
    let request = later.0.pop().unwrap();
    assert_eq!(frames.paint(Budget::Complete).unwrap(), Progress::Complete);
    assert_eq!(frames.frame().plots().count(), 0, "the one before stays");
    assert!(frames.install(request.run().unwrap()));
    assert_eq!(frames.prepare(&mut later).unwrap(), Readiness::Ready);
    assert_eq!(frames.paint(Budget::Complete).unwrap(), Progress::Complete);
    assert_eq!(frames.frame().plots().count(), 1);
    let session = frames.session().unwrap();
    let value = session.globals().find(|(name, _)| *name == "n").unwrap();
    assert_eq!(session.print(value.1), "1");
}

#[test]
fn one_program_is_made_where_a_call_tells_which_definition_it_sees() {
    let script = "// %% init\nf(x) := x;\n// %% draw\nf(x) := 1 - x;\n\
                  colorplot([f(#.x / 60), 0, 0]);";
    let mut frames = frames(script);
    let mut later = Later::default();
    frames.run(0.0).unwrap();
    for _ in 0..3 {
        // However often it is looked for: nothing is painted by what is made for none of them.
        assert_eq!(frames.prepare(&mut later).unwrap(), Readiness::Awaiting);
    }
    let request = later.0.pop().unwrap();
    assert!(request.observed.redefined.is_some());
    assert!(frames.install(request.run().unwrap()));
    later.0.clear();
    assert_eq!(frames.prepare(&mut later).unwrap(), Readiness::Ready);
    assert_eq!(later.0.len(), 0);
}

#[test]
fn on_the_cpu_a_picture_is_coarse_before_it_is_complete() {
    let script = "colorplot([mod(#.x, 1), mod(#.y, 1), 0.5]);";
    let mut frames = frames(script);
    frames.run(0.0).unwrap();
    frames.prepare(&mut AtOnce).unwrap();
    let hurry = AtomicBool::new(false);
    let slice = Budget::Slice {
        coarse: Duration::ZERO,
        slice: Duration::ZERO,
        hurry: &hurry,
    };
    assert_eq!(frames.paint(slice).unwrap(), Progress::Coarse);
    let coarse = frames.picture().read().unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    while frames.paint(slice).unwrap() != Progress::Complete {
        assert!(Instant::now() < end);
    }
    let fine = frames.picture().read().unwrap();
    assert!(coarse != fine && coarse.size() == CANVAS.device);
    paint(&mut frames, 0.0);
    assert!(frames.picture().read().unwrap() == fine);
}

#[test]
fn what_the_cpu_has_painted_is_seen_where_it_has_moved_to() {
    // As a function that only the interpreter knows: it is painted pixel by pixel.
    let script = "colorplot([mod(#.x, 1), mod(#.y, 1), length(\"a\" + #.x) / 9]);";
    let mut frames = frames(script);
    paint(&mut frames, 0.0);
    let before = frames.picture().read().unwrap();
    let hurry = AtomicBool::new(false);
    let slice = Budget::Slice {
        coarse: Duration::ZERO,
        slice: Duration::ZERO,
        hurry: &hurry,
    };
    let mut begin = |by: &dyn Fn(&mut Session)| {
        by(frames.session_mut().unwrap());
        frames.run(0.0).unwrap();
        frames.prepare(&mut AtOnce).unwrap();
        assert_eq!(frames.paint(slice).unwrap(), Progress::Coarse);
        frames.picture().read().unwrap()
    };
    // Twice as large about the middle, at once.
    let twice = begin(&|session| session.zoom(2.0, [30.0, 20.0]));
    for at in [[3, 5], [31, 20], [58, 39]] {
        let [x, y] = at;
        let from = before.pixel([15 + x / 2, 10 + y / 2]);
        assert_eq!(twice.pixel(at), from, "{at:?}");
    }
    // In another frame of the same as well.
    let again = begin(&|_| {});
    assert!(again == twice);
    // And moved, though nothing was painted anew.
    let moved = begin(&|session| session.pan([7.0, 0.0]));
    assert_eq!(moved.pixel([38, 20]), twice.pixel([31, 20]));
    // What was not seen has squares.
    assert_eq!(moved.pixel([0, 0]), moved.pixel([6, 39]));
    let end = Instant::now() + Duration::from_secs(60);
    while frames.paint(slice).unwrap() != Progress::Complete {
        assert!(Instant::now() < end);
    }
    let fine = frames.picture().read().unwrap();
    paint(&mut frames, 0.0);
    assert!(frames.picture().read().unwrap() == fine);
}

#[test]
fn parts_of_a_picture_are_the_picture() {
    let script = "createimage(\"i\", 9, 9); colorplot(\"i\", [#.x, 0.5, #.y]);\n\
                  colorplot([sin(#.x), |#| / 3, 0.3], [-9, -9], [0, 9]);\n\
                  fillcircle([0, 0], 0.7, color -> [1, 1, 1], alpha -> 0.5);\n\
                  drawimage([-1, 0], [1, 0.3], \"i\");\n\
                  draw([-1, -1], [9, 4], size -> 3); drawtext([-0.8, -0.8], \"text\");";
    let gpu = Gpu::headless().ok();
    if gpu.is_none() {
        lacking("parts of a picture on the GPU", "there is no Vulkan driver");
    }
    for device in [gpu, None] {
        let mut frames = frames_on(script, device);
        paint(&mut frames, 0.0);
        let whole = frames.paint_whole().unwrap();
        assert_eq!(whole.size(), CANVAS.device);
        let mut shares = Vec::new();
        let parts = frames.paint_parts(17, &mut |share| shares.push(share));
        let parts = parts.unwrap();
        assert!(shares.is_sorted() && shares.len() > 4, "{shares:?}");
        assert_eq!(shares.last(), Some(&1.0));
        let differ = whole.rgba().iter().zip(parts.rgba());
        let worst = differ.map(|(a, b)| a.abs_diff(*b)).max();
        assert!(worst <= Some(2), "{worst:?}");
    }
}

const TIMED: &str = "createimage(\"i\", 40, 40); colorplot(\"i\", [#.x, 0.5, #.y]);\n\
                     colorplot([sin(#.x), |#| / 3, 0.3], [-9, -9], [0, 9]);\n\
                     fillcircle([0, 0], 0.7, color -> [1, 1, 1], alpha -> 0.5);\n\
                     colorplot(imagergb(\"i\", #) * 0.5, [-9, -9], [0, 9]);\n\
                     if(1 > 2, colorplot([1, 0, 0]));";

/// The lines of the colorplots that have run, with what paints each and whether its time is known.
fn costs(frames: &FrameLoop) -> Vec<(usize, Painter, bool)> {
    let source = frames.session().unwrap().source();
    let costs = frames.plot_costs().into_iter();
    let program = &source.facts().unwrap().program;
    let line = |cost: &PlotCost| {
        let range = source.range_of(program.plot(cost.plot).term).unwrap();
        source.place(range.start()).line
    };
    costs
        .map(|cost| (line(&cost), cost.painter.clone(), cost.time.is_some()))
        .collect()
}

#[test]
fn each_colorplot_is_timed_and_the_picture_is_the_same() {
    let Ok(gpu) = Gpu::headless() else {
        return lacking("times of the GPU", "there is no Vulkan driver");
    };
    let modest = Gpu::modest(crate::gpu::Demand {
        timestamps: false,
        ..crate::gpu::Demand::ALL
    });
    let untimed = [modest.unwrap(), gpu].map(|gpu| {
        let has_timestamps = gpu.has_timestamps();
        let painter = match gpu.is_software() {
            true => Painter::Software,
            false => Painter::Gpu,
        };
        let mut frames = frames_on(TIMED, Some(gpu));
        let began = Instant::now();
        paint(&mut frames, 0.0);
        let end = Instant::now() + Duration::from_secs(60);
        while frames.awaits_times() && !frames.collect_times() {
            assert!(Instant::now() < end, "they do not come");
        }
        // What did not run is not told of.
        let all = [1, 2, 4].map(|line| (line, painter.clone(), has_timestamps));
        assert_eq!(costs(&frames), all);
        let first = frames.picture().read().unwrap();
        // Of the next frame, nothing is timed, unless it comes late.
        paint(&mut frames, 0.0);
        assert!(!frames.awaits_times() || began.elapsed() >= TIMES_PERIOD);
        assert!(frames.picture().read().unwrap() == first);
        first
    });
    let [without, with] = untimed;
    assert!(without == with);
}

#[test]
fn what_the_cpu_paints_is_timed_once_it_is_done() {
    let mut frames = frames(TIMED);
    frames.run(0.0).unwrap();
    let image = (1, Painter::Cpu(None), true);
    assert_eq!(costs(&frames), std::slice::from_ref(&image));
    frames.prepare(&mut AtOnce).unwrap();
    frames.paint(Budget::Complete).unwrap();
    let others = [2, 4].map(|line| (line, Painter::Cpu(None), true));
    let all: Vec<_> = std::iter::once(image).chain(others).collect();
    assert_eq!(costs(&frames), all);
    let Ok(gpu) = Gpu::headless() else {
        return lacking(
            "what the CPU paints beside a GPU",
            "there is no Vulkan driver",
        );
    };
    let mut frames = frames_on("colorplot(length(\"a\" + #.x));", Some(gpu));
    paint(&mut frames, 0.0);
    let [(1, Painter::Cpu(Some(why)), true)] = &costs(&frames)[..] else {
        panic!("{:?}", frames.plot_costs());
    };
    assert!(why.contains("string"), "{why}");
}

#[test]
fn rounds_of_loops_are_shown_alike_on_both() {
    let script = "colorplot(n = 0; while(n < 40 & n < |#| * 20, n = n + 1); [n / 40, 0, 0]);";
    let gpu = Gpu::headless().ok();
    if gpu.is_none() {
        lacking("rounds of loops on the GPU", "there is no Vulkan driver");
    }
    let pictures = [None, gpu].map(|gpu| {
        let mut frames = frames_on(script, gpu.clone());
        paint(&mut frames, 0.0);
        let most = frames.most_rounds().unwrap();
        assert_eq!(most, 40);
        let result = frames.picture().read().unwrap();
        let compiler = Compiler::new(gpu.map(Pipelines::new));
        let source = Source {
            shown: Shown::Rounds { most },
            ..source(script)
        };
        let compiled = compiler.programs(source, Stages::default()).unwrap();
        let start = Start {
            seed: 0,
            clock: 0.0,
            held: false,
        };
        frames.load(compiled, start);
        paint(&mut frames, 0.0);
        let rounds = frames.picture().read().unwrap();
        assert!(rounds != result);
        rounds
    });
    let [cpu, gpu] = pictures;
    let differ = cpu.rgba().iter().zip(gpu.rgba());
    let far = differ.filter(|(a, b)| a.abs_diff(**b) > 2).count();
    // A pixel at the edge of a round may fall to either side.
    assert!(far * 50 < cpu.rgba().len(), "{far}");
    let lightest = cpu.rgba().chunks_exact(4).map(|pixel| pixel[1]).max();
    assert!(lightest > Some(245), "{lightest:?}");
}

/// The pixel at a place once it has come back.
fn pixel(picture: &FramePicture, at: [u32; 2]) -> [u8; 4] {
    let pixel = picture.pixel(at);
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(pixel) = pixel.get().unwrap() {
            return pixel;
        }
        assert!(Instant::now() < end, "it does not come");
    }
}

#[test]
fn a_pixel_comes_back_from_wherever_the_picture_is() {
    let script = "colorplot([mod(7 * #.x, 1), mod(#.y, 1), 0.6]);";
    let gpu = Gpu::headless().ok();
    if gpu.is_none() {
        lacking("a pixel of the GPU", "there is no Vulkan driver");
    }
    for gpu in [None, gpu] {
        let mut frames = frames_on(script, gpu.clone());
        paint(&mut frames, 0.0);
        let picture = frames.picture();
        assert_eq!(picture.gpu().is_some(), gpu.is_some());
        let all = picture.read().unwrap();
        let places = [[0, 0], [20, 10], [59, 39]];
        let pixels = places.map(|at| pixel(picture, at));
        assert_eq!(pixels, places.map(|at| all.pixel(at)));
        assert_ne!(pixels[0], pixels[2]);
        assert_eq!(pixel(picture, [60, 0]), [0; 4]);
    }
}

#[test]
fn no_frame_waits_for_another_precision() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => return lacking("precisions", &error.to_string()),
    };
    let mut frames = frames_on("colorplot([#.x + 0.25, 0, 0]);", Some(gpu.clone()));
    paint(&mut frames, 0.0);
    let precision = |frames: &FrameLoop| frames.precision().map(|plot| plot.computed);
    assert_eq!(
        precision(&frames),
        Some(ComputedIn::Shader(Precision::Single)),
        "as far as pixels go"
    );
    frames.set_precision(PrecisionSetting::Double);
    let mut later = Later::default();
    frames.run(1.0).unwrap();
    assert_eq!(frames.prepare(&mut later).unwrap(), Readiness::Ready);
    assert_eq!(frames.paint(Budget::Complete).unwrap(), Progress::Complete);
    assert_eq!(
        precision(&frames),
        Some(ComputedIn::Shader(Precision::Single))
    );
    assert!(frames.install(later.0.pop().unwrap().run().unwrap()));
    frames.run(2.0).unwrap();
    assert_eq!(frames.prepare(&mut later).unwrap(), Readiness::Ready);
    assert_eq!(frames.paint(Budget::Complete).unwrap(), Progress::Complete);
    let double = match gpu.prefers_f64() {
        true => Precision::Native,
        false => Precision::Double,
    };
    assert_eq!(precision(&frames), Some(ComputedIn::Shader(double)));
    assert!(later.0.is_empty(), "it has what it wants");
    frames.set_precision(PrecisionSetting::Auto);
    paint(&mut frames, 3.0);
    assert_eq!(
        precision(&frames),
        Some(ComputedIn::Shader(Precision::Single)),
        "it was not needed"
    );
}

#[test]
fn it_is_known_where_a_precision_ends() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => return lacking("precisions", &error.to_string()),
    };
    let mut frames = frames_on("colorplot([#.x + 0.25, 0, 0]);", Some(gpu));
    frames.set_precision(PrecisionSetting::Single);
    let narrowest = |frames: &FrameLoop| frames.precision().unwrap().narrowest;
    paint(&mut frames, 0.0);
    assert_eq!(narrowest(&frames), None);
    frames.session_mut().unwrap().zoom(1e7, [0.0; 2]);
    paint(&mut frames, 1.0);
    assert!(narrowest(&frames).is_some());
    frames.set_precision(PrecisionSetting::Double);
    paint(&mut frames, 2.0);
    assert_eq!(narrowest(&frames), None, "double precision goes further");
}

#[test]
fn picture_is_empty_once_its_colours_mean_something_else() {
    let gpu = Gpu::headless().ok().map(Some);
    for gpu in [None].into_iter().chain(gpu) {
        let script = "colorplot(n = 0; while(n < 40 & n < |#| * 20, n = n + 1); [1, n / 40, 0]);";
        let mut frames = frames_on(script, gpu.clone());
        paint(&mut frames, 0.0);
        let is_painted = |frames: &FrameLoop| {
            let picture = frames.picture().read().unwrap();
            picture.rgba().iter().any(|byte| *byte > 0)
        };
        let compiler = Compiler::new(gpu.map(Pipelines::new));
        let mut load = |shown| {
            let mut source = source(script);
            source.shown = shown;
            let compiled = compiler.programs(source, Stages::default());
            let start = Start {
                seed: 0,
                clock: 0.0,
                held: false,
            };
            frames.load(compiled.unwrap(), start);
            is_painted(&frames)
        };
        assert!(load(Shown::Result));
        assert!(!load(Shown::Rounds { most: 100 }));
        paint(&mut frames, 0.0);
        assert!(is_painted(&frames));
    }
}
