//! Pictures without a window: the same applet, the same painting, a clock that moves on by 1/60 s
//! a frame, and random numbers that are the same each time.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::diagnostic::Trouble;
use cindyscript_player::frame::FrameDescription;
use cindyscript_player::paint;
use cindyscript_player::source::Text;
use cindyscript_player::view::Canvas;

use crate::camera::Camera;
use crate::decoder::Decoder;
use crate::host::Environment;
use crate::reader::Reader;
use cindyscript_render::compile::{Compiled, Compiler, PlotProgram};
use cindyscript_render::cpu::{Kind, Painting, PlotEvaluator, Until, endless};
use cindyscript_render::gpu::{Gpu, GpuError, GpuPicture, Pipelines};
use cindyscript_render::scene::scene;
use cindyscript_render::tier::Steady;

/// The time of one frame, in seconds.
pub const FRAME: f64 = 1.0 / 60.0;

/// What the local clock shows at the start: 2024-01-01 12:00, in milliseconds since 1970.
pub const CLOCK: f64 = 1_704_110_400_000.0;

const SEED: u64 = 0;

/// How often a colorplot is made again for the types of one frame: once for the types seen, and
/// again where new types of its own values follow from that.
const ATTEMPTS: usize = 4;

/// What looking for a loop without end may take, at each colorplot.
const LOOK: Duration = Duration::from_millis(150);

/// How a picture is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Width and height in pixels of the applet; the port's if not given.
    pub size: Option<[u32; 2]>,
    /// Pixels of the picture per pixel of the applet.
    pub scale: f64,
    /// The number of the frame, from 1; an applet at rest ends at the last that it has.
    pub frame: u32,
    /// The pointer from the second frame on, as fractions of the canvas from the upper left.
    pub mouse: Option<[f64; 2]>,
    /// Do not use a GPU.
    pub cpu: bool,
    /// Paint the last frame with second tiers made for it: [`tier`](cindyscript_render::tier).
    pub specialised: bool,
    /// Only what lies on the canvas, without the buttons and text fields over it.
    pub bare: bool,
    /// What the camera sees, as [`Camera::choose`] reads it; none is a test card.
    pub camera: Option<PathBuf>,
    /// The program that decodes videos; none is `ffmpeg`.
    pub decoder: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            size: None,
            scale: 1.0,
            frame: 1,
            mouse: None,
            cpu: false,
            specialised: false,
            bare: false,
            camera: None,
            decoder: None,
        }
    }
}

/// A picture, and what there is to say about it.
#[derive(Debug)]
pub struct Rendered {
    /// The picture, transparent where nothing was drawn.
    pub picture: Bitmap,
    /// What was painted: the version, its programs.
    pub compiled: Compiled,
    /// What the last frame consisted of; its output is that of all frames.
    pub description: FrameDescription,
    /// What went wrong in any frame; each thing once.
    pub troubles: Vec<Trouble>,
    /// Who painted: adapter and backend, or the CPU.
    pub painter: String,
    /// Why the CPU had to, if it was not asked to.
    pub no_gpu: Option<GpuError>,
    /// Milliseconds for painting the last frame.
    pub paint_ms: f64,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The file has nothing to play.
    #[error("there is neither a script nor a construction in this file")]
    Nothing(Box<cindyscript_player::source::Source>),
    /// The image for the camera is none.
    #[error("{0}")]
    Camera(String),
    /// The device went away while it painted.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// Plays an applet up to a frame and paints that.
///
/// # Errors
/// The text has nothing to play, or the device was lost.
pub fn render(text: Text, options: &Options) -> Result<Rendered, RenderError> {
    match (!options.cpu).then(Gpu::headless) {
        None => render_on(None, text, options),
        Some(Ok(device)) => render_on(Some(device), text, options),
        Some(Err(error)) => {
            let rendered = render_on(None, text, options)?;
            let no_gpu = Some(error);
            Ok(Rendered { no_gpu, ..rendered })
        }
    }
}

/// As [`render`], on a device, or on none whatever the options say.
///
/// # Errors
/// As [`render`].
pub fn render_on(
    device: Option<Gpu>,
    text: Text,
    options: &Options,
) -> Result<Rendered, RenderError> {
    let painter = device.as_ref().map_or_else(|| "CPU".to_owned(), Gpu::name);
    let compiler = Compiler::new(device.clone().map(Pipelines::new));
    let decoder = Decoder::new(options.decoder.clone()).patient();
    let mut reader = Reader::default();
    reader.set_decoder(decoder.clone());
    let (source, stages) = reader.read(text);
    let Some(applet) = source.applet().filter(|applet| !applet.is_empty()) else {
        return Err(RenderError::Nothing(Box::new(source)));
    };
    let canvas = match options.size {
        Some(size) => Canvas::new(size.map(f64::from), options.scale),
        None => Canvas::of(applet, options.scale),
    };
    let mut compiled = compiler.programs(source.clone(), stages)?;
    let camera = Camera::choose(options.camera.as_deref(), decoder).map_err(RenderError::Camera)?;
    let environment = Arc::new(Environment {
        camera,
        ..Environment::default()
    });
    environment.image_painter.set(compiled.clone());
    let mut session = Session::new(source, canvas, environment.clone(), SEED, CLOCK);
    session.set_bare(options.bare);
    let mut troubles = Vec::new();
    let mut description = FrameDescription::default();
    for frame in 1..=options.frame.max(1) {
        if frame == 2
            && let Some(mouse) = options.mouse
        {
            let size = canvas.css();
            session.pointer_moved([0, 1].map(|axis| mouse[axis] * size[axis]));
        }
        // An applet at rest has no more frames: its clock stands still as well.
        if frame > 1 && !session.is_outdated() && !session.is_playing() {
            break;
        }
        let mut printed = std::mem::take(&mut description.output);
        description = session.frame(f64::from(frame) * FRAME);
        printed.append(&mut description.output);
        description.output = printed;
        let painted = environment.image_painter.take_troubles();
        let painted = painted.into_iter().map(|error| session.trouble(error));
        for trouble in description.errors.iter().cloned().chain(painted) {
            add(&mut troubles, trouble);
        }
    }
    environment.image_painter.update(&mut compiled.plots);
    specialise(&mut compiled, &description)?;
    if options.specialised {
        for draw in description.plots() {
            if let Some(PlotProgram::Shader(shader)) = compiled.plots.get(draw.call.plot.index())
                && let Some(contents) = shader.uniforms(&draw.call)
            {
                shader.specialise(Steady::all(contents));
            }
        }
    }
    let start = Instant::now();
    let scene = scene(
        &description,
        &compiled.plots,
        &canvas,
        &environment.fonts,
        |draw| {
            let program = compiled.plots.get(draw.call.plot.index());
            let evaluator = PlotEvaluator::new(session.evaluator(&draw.call), &draw.call, program);
            let mut painting =
                Painting::new(evaluator, draw.frame, draw.region, Kind::Colour, true);
            painting.go_on(Until::Done, || false);
            if let Some(error) = painting.trouble() {
                add(&mut troubles, session.trouble(error));
            }
            painting.bitmap()
        },
    );
    let picture = match device {
        Some(device) => {
            // A shader that ends a loop cannot say so.
            for draw in description.plots() {
                if let Some(PlotProgram::Shader(shader)) =
                    compiled.plots.get(draw.call.plot.index())
                    && let Some(rounds) = shader.rounds()
                    && let evaluator = session.evaluator(&draw.call)
                    && let Some(error) = endless(evaluator, rounds, &draw.frame, draw.region, LOOK)
                {
                    add(&mut troubles, session.trouble(error));
                }
            }
            let mut picture = GpuPicture::new(device);
            picture.paint(&scene)?;
            let refused = picture.take_refusals().into_iter();
            troubles.extend(refused.map(|(plot, why)| session.trouble_of_plot(plot, why)));
            picture.read()?
        }
        None => paint::flatten(&scene),
    };
    let paint_ms = start.elapsed().as_secs_f64() * 1e3;
    Ok(Rendered {
        picture,
        compiled,
        description,
        troubles,
        painter,
        no_gpu: None,
        paint_ms,
    })
}

/// Each thing once.
fn add(troubles: &mut Vec<Trouble>, trouble: Trouble) {
    if !troubles.contains(&trouble) {
        troubles.push(trouble);
    }
}

/// Makes the programs again that do not take the values of a frame.
fn specialise(compiled: &mut Compiled, description: &FrameDescription) -> Result<(), GpuError> {
    for draw in description.plots() {
        for _ in 0..ATTEMPTS {
            let program = compiled.plots.get(draw.call.plot.index());
            let wanted = program.and_then(|program| program.respecialisation(&draw.call));
            let Some(observed) = wanted else { break };
            compiled.respecialise(draw.call.plot, &observed)?;
        }
    }
    Ok(())
}
