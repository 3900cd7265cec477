//! Pages through the preview: nothing panics, every shader is valid, no picture takes long.

use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use cindyscript_hir::program::PlotId;
use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::module::module;
use cindyscript_player::source::Text;
use cindyscript_player::view::Canvas;
use cindyscript_render::compile::{Compiler, PlotProgram, reasons};
use cindyscript_render::cpu::{Kind, Painting, PlotEvaluator, Until};
use cindyscript_render::gpu::{Gpu, GpuPicture, Pipelines};
use cindyscript_render::scene::scene;
use cindyscript_window::fonts::fonts;
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
    let text = || Text {
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
fn compile(text: Text) -> Result<(), String> {
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
fn play(gpu: &Gpu, text: Text) -> Result<(), String> {
    let compiler = Compiler::new(Some(Pipelines::new(gpu.clone())));
    let (source, stages) = Reader::default().read(text);
    let error = |error: &dyn std::error::Error| error.to_string();
    let compiled = compiler.programs(source.clone(), stages);
    let mut compiled = compiled.map_err(|lost| error(&lost))?;
    let canvas = Canvas {
        device: [40, 30],
        scale: 1.0,
    };
    let environment = Arc::new(Environment::default());
    environment.image_painter.set(compiled.clone());
    environment.image_painter.allow(PICTURE);
    let mut session = Session::new(source, canvas, environment.clone(), 0, 0.0);
    let interrupt = session.interrupt();
    let (done, wait) = mpsc::channel();
    let watch = thread::spawn(move || {
        if wait.recv_timeout(SCRIPTS).is_err() {
            interrupt.store(true, Ordering::Relaxed);
        }
    });
    let description = session.frame(0.0);
    done.send(()).ok();
    drop(watch.join());
    let troubles = environment.image_painter.take_troubles();
    blame(troubles.iter().map(|trouble| trouble.message.as_str()))?;
    for draw in description.plots() {
        let program = compiled.plots.get(draw.call.plot.index());
        let wanted = program.and_then(|program| program.respecialisation(&draw.call));
        if let Some(observed) = wanted {
            let made = compiled.respecialise(draw.call.plot, &observed);
            made.map_err(|lost| error(&lost))?;
        }
    }
    environment.image_painter.update(&mut compiled.plots);
    blame(reasons(&compiled.plots).map(|reason| reason.message.as_str()))?;
    let evaluator = |draw: &cindyscript_player::frame::PlotDraw| {
        let program = compiled.plots.get(draw.call.plot.index());
        PlotEvaluator::new(session.evaluator(&draw.call), &draw.call, program)
    };
    let on_cpu = |draw: &cindyscript_player::frame::PlotDraw| -> Bitmap {
        let (frame, region) = (draw.frame, draw.region);
        let mut painting = Painting::new(evaluator(draw), frame, region, Kind::Colour, false);
        painting.go_on(Until::Level(PICTURE / 10), || false);
        painting.bitmap()
    };
    let scene = scene(&description, &compiled.plots, &canvas, &fonts(), on_cpu);
    let mut picture = GpuPicture::new(gpu.clone());
    picture.begin(&scene);
    let began = Instant::now();
    let painted = picture.go_on(|| began.elapsed() > PICTURE);
    painted.map_err(|lost| error(&lost))?;
    // The same without the GPU, many pixels at a time.
    let plots = compiled.plots.iter();
    let has_shader = plots
        .clone()
        .any(|plot| matches!(plot, PlotProgram::Shader(_)));
    if has_shader {
        description.plots().for_each(|draw| drop(on_cpu(draw)));
    }
    Ok(())
}

fn blame<'a>(mut messages: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let ours = messages.find(|message| OUR_FAULT.iter().any(|fault| message.contains(fault)));
    ours.map_or(Ok(()), |message| Err(message.to_owned()))
}
