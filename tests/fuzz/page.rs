//! Pages through the preview: nothing panics, every shader is valid, no picture takes long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use cindyscript_hir::program::PlotId;
use cindyscript_player::Session;
use cindyscript_player::module::module;
use cindyscript_player::source::ReceivedText;
use cindyscript_player::view::Canvas;
use cindyscript_render::FrameLoop;
use cindyscript_render::compile::{AtOnce, Compiler};
use cindyscript_render::cpu::{PixelKind, PlotEvaluator, RenderJob, Until};
use cindyscript_render::frame_loop::{Budget, ImageLimits, Start};
use cindyscript_render::gpu::{Gpu, GpuError, Pipelines};
use cindyscript_window::host::Environment;
use cindyscript_window::reader::{Reader, read};

use crate::kind::Input;

/// What may not be said of any text: it is our fault.
const OUR_FAULT: [&str; 4] = [
    "the shader is not valid",
    "has crashed",
    "the driver refuses",
    "the shader compiler failed",
];

/// Scripts that run longer are interrupted, as by the next keystroke.
const SCRIPTS: Duration = Duration::from_secs(2);
/// What is seen of a picture.
const PICTURE: Duration = Duration::from_millis(500);

/// What pages are painted on.
pub(crate) struct Device {
    /// Opened when it is first used; none where there is none.
    gpu: Option<Option<Gpu>>,
    /// One text of so many is painted, all are compiled.
    every: usize,
}

impl Device {
    pub(crate) fn new(every: usize) -> Device {
        Device { gpu: None, every }
    }

    fn gpu(&mut self) -> Option<Gpu> {
        let gpu = self.gpu.get_or_insert_with(|| {
            let gpu = Gpu::headless();
            if let Err(error) = &gpu {
                cindyscript_tests::lacking("pictures of mutated pages", &error.to_string());
            }
            gpu.ok()
        });
        gpu.clone()
    }
}

/// What is wrong with how a page is compiled and painted.
pub(crate) fn check(device: &mut Device, input: &Input) -> Result<(), String> {
    let text = || ReceivedText {
        path: input.path.to_string_lossy().into_owned(),
        text: input.text.clone(),
        version: 1,
        arrived: Instant::now(),
    };
    compile(text())?;
    let is_painted = input.text.len().is_multiple_of(device.every.max(1));
    match is_painted.then(|| device.gpu()).flatten() {
        Some(gpu) => play(&gpu, text()),
        None => Ok(()),
    }
}

/// What is wrong with how a text is compiled.
fn compile(text: ReceivedText) -> Result<(), String> {
    let (source, _) = read(text, None);
    let plots = source.facts().map_or(0, |facts| facts.program.plots.len());
    for plot in 0..plots as u32 {
        if let Err(reasons) = module(&source, PlotId(plot), &[]) {
            blame(reasons.iter().map(|reason| reason.message.as_str()))?;
        }
    }
    Ok(())
}

/// What is wrong with how a frame of a text is painted, as in a window.
fn play(gpu: &Gpu, text: ReceivedText) -> Result<(), String> {
    let compiler = Compiler::new(Some(Pipelines::new(gpu.clone())));
    let (source, stages) = Reader::default().read(text);
    let lost = |lost: GpuError| lost.to_string();
    let compiled = compiler.programs(source, stages).map_err(lost)?;
    let canvas = Canvas {
        device: [40, 30],
        scale: 1.0,
    };
    let environment = Arc::new(Environment::default());
    let renderer = Arc::clone(&environment.renderer);
    let limits = ImageLimits {
        at_start: PICTURE,
        per_frame: PICTURE,
    };
    let mut frames = FrameLoop::new(
        environment,
        renderer,
        canvas,
        Some(gpu.clone()),
        Some(limits),
    );
    let start = Start {
        seed: 0,
        clock: 0.0,
        held: false,
    };
    frames.load(compiled, start);
    let interrupt = frames.session().map(Session::interrupt);
    let (done, wait) = mpsc::channel();
    let watch = thread::spawn(move || {
        if wait.recv_timeout(SCRIPTS).is_err()
            && let Some(interrupt) = interrupt
        {
            interrupt.store(true, Ordering::Relaxed);
        }
    });
    frames.run(0.0);
    done.send(()).ok();
    drop(watch.join());
    frames.prepare(&mut AtOnce).map_err(lost)?;
    let hurry = AtomicBool::new(false);
    let slice = Budget::Slice {
        coarse: PICTURE / 10,
        slice: PICTURE,
        hurry: &hurry,
    };
    frames.paint(slice).map_err(lost)?;
    let reasons = frames.reasons();
    let said = frames.diagnostics().chain(&reasons);
    blame(said.map(|said| said.message.as_str()))?;
    // The same without the GPU, many pixels at a time.
    if let (false, Some(session)) = (frames.shaders().is_empty(), frames.session()) {
        for draw in frames.frame().plots() {
            let evaluator = PlotEvaluator::new(session.evaluator(&draw.call), &draw.call, None);
            let (frame, region) = (draw.frame, draw.region);
            let mut job = RenderJob::new(evaluator, frame, region, PixelKind::Colour, false);
            job.go_on(Until::Level(PICTURE / 10), || false);
        }
    }
    Ok(())
}

fn blame<'a>(mut messages: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let ours = messages.find(|message| OUR_FAULT.iter().any(|fault| message.contains(fault)));
    ours.map_or(Ok(()), |message| Err(message.to_owned()))
}
