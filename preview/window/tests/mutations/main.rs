//! Right texts gone wrong: whatever is written, nothing panics, every shader is valid, and no
//! picture takes long.
//!
//! The texts are the applets of the repository and, where `CINDYJS_DIR` names a checkout of
//! CindyJS, the gallery of CindyGL. `RANDOM_TEXTS` says how many are tried (400; one of
//! `PAINTED_EVERY`, 8, is painted, too), `RANDOM_SEED` where they begin (1).

#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod mutator;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use cindyscript_analysis::program::PlotId;
use cindyscript_window::bitmap::Bitmap;
use cindyscript_window::compile::{Compiler, PlotProgram, module};
use cindyscript_window::cpu::{Brush, Kind, Painting, Until};
use cindyscript_window::gpu::{Gpu, GpuPicture, Pipelines};
use cindyscript_window::headless::reasons;
use cindyscript_window::host::Studio;
use cindyscript_window::paint;
use cindyscript_window::player::Player;
use cindyscript_window::source::{Source, Text};
use cindyscript_window::text::Fonts;
use cindyscript_window::view::Canvas;

use mutator::{Random, mutated};

/// What may not be said of any text: it is our fault.
const OUR_FAULT: [&str; 4] = [
    "the shader is not valid",
    "has crashed",
    "the driver refuses",
    "the shader compiler failed",
];

/// The processor time that a text may take, in a build without optimisation.
const PATIENCE: Duration = Duration::from_secs(15);
/// Scripts that run longer are interrupted, as by the next keystroke.
const SCRIPTS: Duration = Duration::from_secs(2);
/// What is seen of a picture.
const PICTURE: Duration = Duration::from_millis(500);

fn number<T: FromStr>(variable: &str, otherwise: T) -> T {
    let given = env::var(variable).ok().and_then(|text| text.parse().ok());
    given.unwrap_or(otherwise)
}

/// The pages of folders.
fn pages() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/applets");
    let gallery = env::var_os("CINDYJS_DIR").map(|root| Path::new(&root).join("examples/cindygl"));
    let mut pages: Vec<_> = [Some(own), gallery]
        .into_iter()
        .flatten()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension() == Some("html".as_ref()))
        .collect();
    pages.sort();
    assert!(!pages.is_empty());
    pages
}

/// What is wrong with how a text is compiled.
fn compile(text: Text) -> Result<(), String> {
    let (source, _) = Source::new(text, None);
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
    let mut compiler = Compiler::new(Some(Pipelines::new(gpu.clone())));
    let (source, stages) = compiler.read(text);
    let error = |error: &dyn std::error::Error| error.to_string();
    let compiled = compiler.programs(source.clone(), stages);
    let mut compiled = compiled.map_err(|lost| error(&lost))?;
    let canvas = Canvas {
        device: [40, 30],
        scale: 1.0,
    };
    let studio = Arc::new(Studio::default());
    studio.easel.set(compiled.clone());
    studio.easel.allow(PICTURE);
    let mut player = Player::new(source, canvas, Arc::clone(&studio), 0, 0.0);
    let interrupt = player.interrupt();
    let (done, wait) = mpsc::channel();
    let watch = thread::spawn(move || {
        if wait.recv_timeout(SCRIPTS).is_err() {
            interrupt.store(true, Ordering::Relaxed);
        }
    });
    let description = player.frame(0.0);
    done.send(()).ok();
    watch.join().unwrap();
    let troubles = studio.easel.take_troubles();
    blame(troubles.iter().map(|trouble| trouble.message.as_str()))?;
    for draw in description.plots() {
        let program = compiled.plots.get(draw.call.plot.index());
        let wanted = program.and_then(|program| program.respecialisation(&draw.call));
        if let Some(observed) = wanted {
            let made = compiled.respecialise(draw.call.plot, &observed);
            made.map_err(|lost| error(&lost))?;
        }
    }
    studio.easel.update(&mut compiled.plots);
    blame(reasons(&compiled.plots).map(|reason| reason.message.as_str()))?;
    let brush = |draw: &cindyscript_window::player::PlotDraw| {
        let program = compiled.plots.get(draw.call.plot.index());
        Brush::new(player.evaluator(&draw.call), &draw.call, program)
    };
    let on_cpu = |draw: &cindyscript_window::player::PlotDraw| -> Bitmap {
        let (frame, region) = (draw.frame, draw.region);
        let mut painting = Painting::new(brush(draw), frame, region, Kind::Colour, false);
        painting.go_on(Until::Level(PICTURE / 10), || false);
        painting.bitmap()
    };
    let scene = paint::scene(
        &description,
        &compiled.plots,
        &canvas,
        &Fonts::default(),
        on_cpu,
    );
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

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or_default())
}

/// The processor time of this process so far, where the system tells: other processes do not count.
fn processor_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name, which may have spaces: in hundredths of a second, those of the system last.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

/// Tries one; what is wrong with it.
fn try_one(gpu: Option<&Gpu>, page: &Path, text: &str) -> Result<(), String> {
    let text = || Text {
        path: page.to_str().unwrap().to_owned(),
        text: text.to_owned(),
        version: 1,
        arrived: Instant::now(),
    };
    let began = processor_time();
    let tried = catch_unwind(AssertUnwindSafe(|| {
        compile(text())?;
        gpu.map_or(Ok(()), |gpu| play(gpu, text()))
    }));
    tried.unwrap_or_else(|panic| Err(panic_message(&*panic)))?;
    let took = processor_time().saturating_sub(began);
    if took > PATIENCE {
        return Err(format!("took {:.1} s", took.as_secs_f64()));
    }
    Ok(())
}

#[test]
fn nothing_that_people_write_is_too_long_for_a_gpu() {
    for page in pages() {
        let text = fs::read(&page).unwrap();
        let text = Text {
            path: page.to_str().unwrap().to_owned(),
            text: String::from_utf8_lossy(&text).into_owned(),
            version: 1,
            arrived: Instant::now(),
        };
        let (source, _) = Source::new(text, None);
        let plots = source.facts().map_or(0, |facts| facts.program.plots.len());
        for plot in 0..plots as u32 {
            let reasons = module(&source, PlotId(plot), &[]).err().unwrap_or_default();
            let mut messages = reasons.iter().map(|reason| reason.message.as_str());
            let long = messages.find(|message| message.contains("written out for the GPU"));
            assert_eq!(long, None, "{}", page.display());
        }
    }
}

#[test]
fn whatever_is_written_nothing_panics_hangs_or_is_refused() {
    let gpu = Gpu::headless();
    if let Err(error) = &gpu {
        eprintln!("nothing is painted: {error}");
    }
    let (seed, count) = (number("RANDOM_SEED", 1), number("RANDOM_TEXTS", 400));
    let every: u64 = number("PAINTED_EVERY", 8);
    let pages: Vec<(PathBuf, String)> = pages()
        .into_iter()
        .map(|path| {
            let text = fs::read(&path).unwrap();
            let text = String::from_utf8_lossy(&text).into_owned();
            (path, text)
        })
        .collect();
    let mut wrong = Vec::new();
    for number in seed..seed + count {
        let mut random = Random::new(number);
        let (page, text) = random.pick(&pages).unwrap();
        let text = mutated(text, &mut random);
        let gpu = gpu.as_ref().ok();
        let gpu = gpu.filter(|_| every > 0 && number.is_multiple_of(every));
        let name = page.file_stem().unwrap().to_string_lossy();
        let kept = env::temp_dir().join(format!("mutation-{number}-{name}.html"));
        // Some faults end the process.
        fs::write(&kept, &text).unwrap();
        match try_one(gpu, page, &text) {
            Ok(()) => fs::remove_file(&kept).unwrap(),
            Err(what) => {
                eprintln!("{}: {what}", kept.display());
                wrong.push((number, what));
            }
        }
    }
    assert_eq!(wrong, []);
}
