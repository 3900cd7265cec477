//! Zooming into the Mandelbrot set, a notch of the wheel a frame, from the whole of it to 1e-50: the
//! longest frame in each precision, and where one takes the place of another. Programs of another
//! precision are made by the worker of the window, frames are painted as in the window, and nothing is
//! shown.
//!
//! `cargo bench -p cindyscript-window --bench zoom`, or with the size of the picture and the number of
//! rounds, `-- 1920 1080 256`

#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use cindyscript_player::exact::{decimal, exact};
use cindyscript_player::precision::ComputedIn;
use cindyscript_player::source::ReceivedText;
use cindyscript_player::view::Canvas;
use cindyscript_render::FrameLoop;
use cindyscript_render::frame_loop::{Budget, ImageLimits, Readiness, Start};
use cindyscript_render::gpu::Gpu;
use cindyscript_render::policy::{COARSE_PICTURE, PAINT_SLICE, PAINT_SLICE_BEHIND};
use cindyscript_shader::Precision;
use cindyscript_window::host::Environment;
use cindyscript_window::worker::{CompileOutcome, Worker};

/// What a notch of the wheel magnifies.
const NOTCH: f64 = 1.15;

/// The first magnification that is not reached.
const END: f64 = 1e50;

/// No frame is to take longer.
const MOST: Duration = Duration::from_millis(50);

/// Frames are so far apart, if they are in time.
const PERIOD: Duration = Duration::from_millis(16);

/// After a change of precision, so many frames count as a part of it: the first that the new program
/// paints.
const CHANGING: u32 = 8;

/// What is timed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// The first frames of all.
    Start,
    /// Frames of a precision.
    Steady(Precision),
    /// Frames in which another is being made or was just made.
    Change(Precision),
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let numbers = std::env::args().filter_map(|argument| argument.parse().ok());
    let numbers: Vec<u32> = numbers.collect();
    let (size, rounds) = match *numbers {
        [width, height, rounds] => ([width, height], rounds),
        _ => ([1920, 1080], 256),
    };
    let gpu = Gpu::headless()?;
    println!("{}: {} x {}, {rounds} rounds", gpu.name(), size[0], size[1]);
    let canvas = Canvas {
        device: size,
        scale: 1.0,
    };
    let (sender, outcomes) = channel();
    let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
    worker.use_gpu(Some(gpu.clone()));
    worker.read(ReceivedText {
        path: "zoom.cindyscript".to_owned(),
        text: format!(
            "colorplot(z = 0; n = 0; c = complex(#);
               repeat({rounds}, if(|z| < 4, z = z^2 + c; n = n + 1));
               hue(n/{rounds}));"
        ),
        version: 1,
        arrived: Instant::now(),
    });
    let environment = Arc::<Environment>::default();
    let renderer = Arc::clone(&environment.renderer);
    let limits = Some(ImageLimits::WINDOW);
    let frames = FrameLoop::new(environment, renderer, canvas, Some(gpu), limits);
    let mut zooming = Zooming {
        frames,
        worker: worker.clone(),
        outcomes,
        phase: Phase::Start,
        changing: CHANGING,
        frames_of: BTreeMap::new(),
    };
    zooming.load()?;
    zooming.run()?;
    worker.close();
    Ok(zooming.tell())
}

struct Zooming {
    frames: FrameLoop,
    worker: Worker,
    outcomes: Receiver<CompileOutcome>,
    phase: Phase,
    /// How many frames more count as a change.
    changing: u32,
    /// Of each phase: how long its frames took, and at what magnification.
    frames_of: BTreeMap<Phase, Vec<(Duration, f64)>>,
}

impl Zooming {
    /// Plays what the worker has compiled.
    fn load(&mut self) -> Result<(), Box<dyn Error>> {
        loop {
            match self.outcomes.recv()? {
                CompileOutcome::Compiled(compiled) => {
                    let start = Start {
                        seed: 0,
                        clock: 0.0,
                        held: false,
                    };
                    self.frames.load(*compiled, start);
                    break;
                }
                CompileOutcome::Recompiled(_) => {}
                other => return Err(format!("{other:?}").into()),
            }
        }
        // A point of the boundary: something is seen at any depth.
        let place = [exact(0.0), decimal("1")?];
        if let Some(session) = self.frames.session_mut() {
            session.look_at(&place, 1.0);
        }
        Ok(())
    }

    fn run(&mut self) -> Result<(), Box<dyn Error>> {
        let mut zoom = 1.0;
        let mut behind = false;
        while zoom < END {
            let began = Instant::now();
            self.take()?;
            let size = self.frames.session().map(|session| session.canvas().css());
            let middle = size.unwrap_or_default().map(|side| side / 2.0);
            if let Some(session) = self.frames.session_mut() {
                session.zoom(NOTCH, middle);
                zoom = session.magnification();
            }
            self.frames.run(0.0);
            if self.frames.prepare(&mut self.worker)? == Readiness::Ready {
                let hurry = AtomicBool::new(false);
                let before = Instant::now();
                self.frames.paint(Budget::Slice {
                    coarse: COARSE_PICTURE,
                    slice: if behind {
                        PAINT_SLICE_BEHIND
                    } else {
                        PAINT_SLICE
                    },
                    hurry: &hurry,
                })?;
                self.frames.finish()?;
                behind = before.elapsed() > PAINT_SLICE;
            }
            self.learn(began.elapsed(), zoom);
            std::thread::sleep(PERIOD.saturating_sub(began.elapsed()));
        }
        Ok(())
    }

    /// Takes the programs that have come.
    fn take(&mut self) -> Result<(), Box<dyn Error>> {
        while let Ok(outcome) = self.outcomes.try_recv() {
            match outcome {
                CompileOutcome::Recompiled(made) => {
                    self.frames.install(*made);
                }
                other => return Err(format!("{other:?}").into()),
            }
        }
        Ok(())
    }

    /// A frame has taken so long.
    fn learn(&mut self, took: Duration, zoom: f64) {
        let Some(plot) = self.frames.precision() else {
            return;
        };
        // What the CPU paints has one precision.
        let ComputedIn::Shader(precision) = plot.computed else {
            return;
        };
        let wants_more = plot.narrowest.is_some();
        let steady = Phase::Steady(precision);
        let is_new = !matches!(
            self.phase,
            Phase::Steady(now) | Phase::Change(now) if now == precision
        );
        if is_new && self.phase != Phase::Start || wants_more {
            self.phase = Phase::Change(precision);
            self.changing = CHANGING;
        } else if self.changing > 0 {
            self.changing -= 1;
        } else {
            self.phase = steady;
        }
        self.frames_of
            .entry(self.phase)
            .or_default()
            .push((took, zoom));
    }

    /// Says how long frames took; whether all were in time.
    fn tell(&self) -> ExitCode {
        println!(
            "{:24} {:>6} {:>12} {:>12}   at",
            "", "frames", "median", "longest"
        );
        let mut late = false;
        for (phase, frames) in &self.frames_of {
            let mut frames = frames.clone();
            frames.sort_by_key(|(took, _)| *took);
            let (median, _) = frames[frames.len() / 2];
            let Some((longest, zoom)) = frames.last() else {
                continue;
            };
            let is_late = *phase != Phase::Start && *longest > MOST;
            late |= is_late;
            let [median, longest] = [median, *longest].map(|time| time.as_secs_f64() * 1e3);
            let mark = if is_late { "   too long" } else { "" };
            let (name, count) = (format!("{phase:?}"), frames.len());
            println!("{name:24} {count:6} {median:9.1} ms {longest:9.1} ms   {zoom:.1e}{mark}");
        }
        match late {
            true => println!("some frames take longer than {} ms", MOST.as_millis()),
            false => println!("no frame takes longer than {} ms", MOST.as_millis()),
        }
        if late {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        }
    }
}
