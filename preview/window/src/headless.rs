//! Pictures without a window: the same applet, the same painting, a clock that moves on by 1/60 s
//! a frame, and random numbers that are the same each time.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::diagnostic::Trouble;
use cindyscript_player::frame::FrameDescription;
use cindyscript_player::session::UserEvent;
use cindyscript_player::source::Text;
use cindyscript_player::view::Canvas;
use cindyscript_render::FrameLoop;
use cindyscript_render::compile::{AtOnce, Compiled, Compiler};
use cindyscript_render::frame_loop::{Budget, Progress, Start};
use cindyscript_render::gpu::{Gpu, GpuError, Pipelines};

use crate::camera::Camera;
use crate::decoder::Decoder;
use crate::host::Environment;
use crate::reader::Reader;

/// The time of one frame, in seconds.
pub const FRAME: f64 = 1.0 / 60.0;

/// What the local clock shows at the start: 2024-01-01 12:00, in milliseconds since 1970.
pub const CLOCK: f64 = 1_704_110_400_000.0;

const SEED: u64 = 0;

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
    let compiler = Compiler::new(device.clone().map(Pipelines::new));
    let compiled = compiler.programs(source, stages)?;
    let camera = Camera::choose(options.camera.as_deref(), decoder).map_err(RenderError::Camera)?;
    let environment = Arc::new(Environment {
        camera,
        ..Environment::default()
    });
    let renderer = Arc::clone(&environment.renderer);
    let mut frames = FrameLoop::new(environment, renderer, canvas, device, None);
    let start = Start {
        seed: SEED,
        clock: CLOCK,
        held: false,
    };
    frames.load(compiled.clone(), start);
    let mut troubles = Vec::new();
    let mut output = Vec::new();
    for frame in 1..=options.frame.max(1) {
        let Some(session) = frames.session_mut() else {
            break;
        };
        session.set_bare(options.bare);
        if frame == 2
            && let Some(mouse) = options.mouse
        {
            let size = canvas.css();
            let at = [0, 1].map(|axis| mouse[axis] * size[axis]);
            session.input(UserEvent::PointerMoved(at));
        }
        // An applet at rest has no more frames: its clock stands still as well.
        if frame > 1 && !session.is_outdated() && !session.is_playing() {
            break;
        }
        if let Some(frame) = frames.run(f64::from(frame) * FRAME) {
            output.extend(frame.output.iter().cloned());
            add(&mut troubles, &frame.errors);
        }
    }
    frames.prepare(&mut AtOnce)?;
    if options.specialised {
        frames.specialise();
    }
    let start = Instant::now();
    // A shader that ends a loop cannot say so.
    frames.tell_endless_loops();
    while frames.paint(Budget::Complete)? != Progress::Complete {}
    let picture = frames.picture().read()?;
    let paint_ms = start.elapsed().as_secs_f64() * 1e3;
    add(&mut troubles, frames.troubles());
    let description = FrameDescription {
        output,
        ..frames.frame().clone()
    };
    Ok(Rendered {
        picture,
        compiled: frames.compiled().unwrap_or(compiled),
        description,
        troubles,
        painter,
        no_gpu: None,
        paint_ms,
    })
}

/// Each thing once.
fn add<'a>(troubles: &mut Vec<Trouble>, more: impl IntoIterator<Item = &'a Trouble>) {
    for trouble in more {
        if !troubles.contains(trouble) {
            troubles.push(trouble.clone());
        }
    }
}
