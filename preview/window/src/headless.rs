//! Pictures without a window: the same applet, the same painting, a clock that moves on by 1/60 s
//! a frame, and random numbers that are the same each time.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::ConsoleOutput;
use cindyscript_player::Session;
use cindyscript_player::bitmap::{BYTES, Bitmap};
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::exact::Exact;
use cindyscript_player::frame::FrameDescription;
use cindyscript_player::last_parsed::LastParsed;
use cindyscript_player::plot_view::Shown;
use cindyscript_player::precision::{PlotPrecision, PrecisionSetting};
use cindyscript_player::session::{UserEvent, UserState};
use cindyscript_player::source::ReceivedText;
use cindyscript_player::view::{Canvas, Placement, own_size};
use cindyscript_render::FrameLoop;
use cindyscript_render::compile::{AtOnce, Compiled, Compiler};
use cindyscript_render::frame_loop::Start;
use cindyscript_render::gpu::{Gpu, GpuError, Pipelines};
use cindyscript_sound::Track;
use rustc_hash::FxHashSet;

use crate::camera::Camera;
use crate::decoder::Decoder;
use crate::host::Environment;
use crate::reader::Reader;

/// The time of one frame, in seconds.
pub const FRAME: f64 = 1.0 / 60.0;

/// Between two frames of which samples are compared with exact values: half a second.
const COMPARED: u32 = 30;

/// What the local clock shows at the start: 2024-01-01 12:00, in milliseconds since 1970.
pub const CLOCK: f64 = 1_704_110_400_000.0;

const SEED: u64 = 0;

/// How a picture is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadlessOptions {
    /// Width and height in pixels of the applet; the port's if not given.
    pub size: Option<[u32; 2]>,
    /// True if an applet fills `size` whatever its own shape is. Otherwise it is magnified until it
    /// fits, and lies in the middle.
    pub fills: bool,
    /// Pixels of the picture per pixel of the applet.
    pub scale: f64,
    /// So many pixels wide and high is what each pixel of the picture is the mean of.
    pub supersample: u32,
    /// The number of the frame, from 1; an applet at rest ends at the last that it has.
    pub frame: u32,
    /// The pointer from the second frame on, as fractions of the canvas from the upper left.
    pub mouse: Option<[f64; 2]>,
    /// Do not use a GPU.
    pub cpu: bool,
    /// How precisely the GPU computes colorplots.
    pub precision: PrecisionSetting,
    /// Paint the last frame with second tiers made for it: [`tier`](cindyscript_render::tier).
    pub specialised: bool,
    /// Only what lies on the canvas, without the buttons and text fields over it.
    pub bare: bool,
    /// What colorplots show.
    pub shown: Shown,
    /// What of the world lies in the middle; as the applet has it if not given.
    pub centre: Option<[Exact; 2]>,
    /// How much that is magnified.
    pub zoom: f64,
    /// What the camera sees, as [`Camera::choose`] reads it; none is a test card.
    pub camera: Option<PathBuf>,
    /// The program that decodes videos; none is `ffmpeg`.
    pub decoder: Option<PathBuf>,
}

impl Default for HeadlessOptions {
    fn default() -> HeadlessOptions {
        HeadlessOptions {
            size: None,
            fills: false,
            scale: 1.0,
            supersample: 1,
            frame: 1,
            mouse: None,
            cpu: false,
            precision: PrecisionSetting::default(),
            specialised: false,
            bare: false,
            shown: Shown::Result,
            centre: None,
            zoom: 1.0,
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
    pub diagnostics: Vec<AppletDiagnostic>,
    /// Who painted: adapter and backend, or the CPU.
    pub painter: String,
    /// Why the CPU had to, if it was not asked to.
    pub no_gpu: Option<GpuError>,
    /// Milliseconds for painting the last frame.
    pub paint_ms: f64,
    /// How precisely each colorplot of the last frame is computed, in the order in which they are
    /// painted.
    pub precisions: Vec<(PlotId, PlotPrecision)>,
    /// What was asked for.
    pub precision: PrecisionSetting,
    /// True if every picture so far is transparent all over.
    pub is_blank: bool,
}

impl Rendered {
    /// True if the text has errors, or an error ended a script.
    pub(crate) fn has_failed(&self) -> bool {
        has_failed(&self.compiled, &self.diagnostics)
    }

    /// The remark about a picture on which nothing is seen.
    pub(crate) fn remark(&self) -> Option<&'static str> {
        let is_empty = self.compiled.source.document.text().trim().is_empty();
        let remark = match self.description.items.is_empty() {
            true if is_empty => "the file is empty",
            true => {
                "nothing is drawn: scripts draw with draw(..), drawtext(..) or colorplot(..); \
                 `eval` runs a script without a picture"
            }
            false => "nothing is seen: all that is drawn is transparent or outside of the picture",
        };
        self.is_blank.then_some(remark)
    }
}

fn has_failed(compiled: &Compiled, diagnostics: &[AppletDiagnostic]) -> bool {
    let has_errors = compiled.source.errors().next().is_some();
    has_errors || diagnostics.iter().any(|diagnostic| diagnostic.fatal)
}

/// The most bytes of a picture while it is painted, with the pixels of which each is a mean: 3840 × 2160
/// with 8 × 8 each.
const LARGEST: u64 = 1 << 31;

/// The bytes of so many pixels.
fn bytes(width: u32, height: u32) -> u64 {
    u64::from(width) * u64::from(height) * BYTES as u64
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
    /// The picture takes more memory than it may.
    #[error(
        "a picture of {0} × {1} pixels takes {taken} MiB while it is painted, and {most} MiB are the \
         most; make it smaller with --size, --scale or --supersample",
        taken = bytes(*.0, *.1) >> 20,
        most = LARGEST >> 20
    )]
    TooLarge(u32, u32),
    /// The device went away while it painted.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// Plays an applet up to a frame and paints that.
///
/// # Errors
/// The text has nothing to play, the picture is too large, or the device was lost.
pub fn render(text: ReceivedText, options: &HeadlessOptions) -> Result<Rendered, RenderError> {
    render_telling(text, options, &mut |_| {})
}

/// As [`render`]; `tell` gets the share of a large picture that is painted, from 0 to 1.
///
/// # Errors
/// As [`render`].
pub fn render_telling(
    text: ReceivedText,
    options: &HeadlessOptions,
    tell: &mut dyn FnMut(f64),
) -> Result<Rendered, RenderError> {
    match (!options.cpu).then(Gpu::headless) {
        None => play(None, text, options, tell),
        Some(Ok(device)) => play_safely(device, text, options, tell),
        Some(Err(error)) => play_without(error, text, options, tell),
    }
}

/// As [`render`], on a device, or on none whatever the options say.
///
/// # Errors
/// As [`render`].
pub fn render_on(
    device: Option<Gpu>,
    text: ReceivedText,
    options: &HeadlessOptions,
) -> Result<Rendered, RenderError> {
    match device {
        Some(device) => play_safely(device, text, options, &mut |_| {}),
        None => play(None, text, options, &mut |_| {}),
    }
}

/// Plays on a device; if that is lost or fails, from the start on the CPU.
fn play_safely(
    device: Gpu,
    text: ReceivedText,
    options: &HeadlessOptions,
    tell: &mut dyn FnMut(f64),
) -> Result<Rendered, RenderError> {
    match play(Some(device), text.clone(), options, tell) {
        Err(RenderError::Gpu(error)) => play_without(error, text, options, tell),
        played => played,
    }
}

/// Plays on the CPU because of what is wrong with the GPU.
fn play_without(
    error: GpuError,
    text: ReceivedText,
    options: &HeadlessOptions,
    tell: &mut dyn FnMut(f64),
) -> Result<Rendered, RenderError> {
    let rendered = play(None, text, options, tell)?;
    let no_gpu = Some(error);
    Ok(Rendered { no_gpu, ..rendered })
}

fn play(
    device: Option<Gpu>,
    text: ReceivedText,
    options: &HeadlessOptions,
    tell: &mut dyn FnMut(f64),
) -> Result<Rendered, RenderError> {
    let mut applet = Offline::open(device, text, options, None)?;
    while applet.number() < options.frame.max(1) && applet.advance() {}
    let (picture, paint_ms) = applet.paint_telling(options.specialised, tell)?;
    Ok(applet.rendered(picture, paint_ms))
}

/// Diagnostics in the order in which they were added, each once.
#[derive(Default)]
struct Diagnostics {
    all: Vec<AppletDiagnostic>,
    known: FxHashSet<AppletDiagnostic>,
}

impl Diagnostics {
    fn add<'a>(&mut self, more: impl IntoIterator<Item = &'a AppletDiagnostic>) {
        for diagnostic in more {
            if self.known.insert(diagnostic.clone()) {
                self.all.push(diagnostic.clone());
            }
        }
    }
}

/// The output of all frames has no more bytes.
const MOST_OUTPUT: usize = 16 << 20;

/// Output of frames, up to a limit.
#[derive(Default)]
struct Output {
    all: Vec<ConsoleOutput>,
    bytes: usize,
    /// The lines behind the limit.
    left_out: usize,
}

impl Output {
    fn add(&mut self, more: &[ConsoleOutput]) {
        for output in more {
            self.bytes += output.text.len() + size_of::<ConsoleOutput>();
            if self.bytes <= MOST_OUTPUT {
                self.all.push(output.clone());
            } else {
                self.left_out += output.lines();
            }
        }
    }

    fn into_all(mut self) -> Vec<ConsoleOutput> {
        if self.left_out > 0 {
            self.all.push(ConsoleOutput::left_out(self.left_out));
        }
        self.all
    }
}

/// An applet that is played frame by frame, without a window.
pub struct Offline {
    frames: FrameLoop,
    compiled: Compiled,
    /// Width and height of the pictures in pixels.
    size: [u32; 2],
    /// The part of them that shows the applet.
    placement: Placement,
    bare: bool,
    mouse: Option<[f64; 2]>,
    supersample: u32,
    /// The number of the frame that ran last, from 1.
    number: u32,
    /// The number of the frame of which samples were compared last.
    compared: Option<u32>,
    /// True if no picture so far has a pixel that is not transparent.
    is_blank: bool,
    diagnostics: Diagnostics,
    output: Output,
    track: Track,
    painter: String,
}

impl Offline {
    /// Reads and compiles an applet, and does to it what the user has done to another, if that is
    /// given. No frame has run then.
    ///
    /// # Errors
    /// As [`render`].
    pub fn open(
        device: Option<Gpu>,
        text: ReceivedText,
        options: &HeadlessOptions,
        user: Option<UserState>,
    ) -> Result<Offline, RenderError> {
        let painter = device.as_ref().map_or_else(|| "CPU".to_owned(), Gpu::name);
        let decoder = Decoder::new(options.decoder.clone()).patient();
        let mut reader = Reader::default();
        reader.set_decoder(decoder.clone());
        let (source, stages) = reader.read(text);
        // What that plays of a text which is broken.
        let mut source = match &user {
            Some(user) => LastParsed::of(user.source())
                .take(source, None)
                .into_source(),
            None => source,
        };
        source.shown = options.shown.clone();
        let Some(applet) = source.applet().filter(|applet| !applet.is_empty()) else {
            return Err(RenderError::Nothing(Box::new(source)));
        };
        let supersample = options.supersample.max(1);
        let canvas = match options.size {
            Some(size) => Canvas::new(size.map(f64::from), options.scale),
            None => Canvas::of(applet, options.scale),
        };
        let placement = canvas.place(own_size(applet).filter(|_| !options.fills));
        let size = canvas.device;
        let canvas = placement.canvas.magnified(supersample);
        let [width, height] = size.map(|side| side.saturating_mul(supersample));
        if bytes(width, height) > LARGEST {
            return Err(RenderError::TooLarge(width, height));
        }
        let compiler = Compiler::new(device.clone().map(Pipelines::new));
        let compiled = compiler.programs(source, stages)?;
        let camera =
            Camera::choose(options.camera.as_deref(), decoder).map_err(RenderError::Camera)?;
        let environment = Arc::new(Environment {
            camera,
            ..Environment::default()
        });
        let renderer = Arc::clone(&environment.renderer);
        renderer.set_precision(options.precision);
        let mut frames = FrameLoop::new(environment, renderer, canvas, device, None);
        let start = Start {
            seed: SEED,
            clock: CLOCK,
            held: false,
        };
        frames.load(compiled.clone(), start);
        if let Some(session) = frames.session_mut()
            && let Some(user) = user
        {
            session.replay(user);
        }
        if let Some(session) = frames.session_mut()
            && (options.centre.is_some() || options.zoom != 1.0)
        {
            let centre = options.centre.clone().unwrap_or_else(|| session.centre());
            session.look_at(&centre, options.zoom);
        }
        Ok(Offline {
            frames,
            compiled,
            size,
            placement,
            bare: options.bare,
            mouse: options.mouse,
            supersample,
            number: 0,
            compared: None,
            is_blank: true,
            diagnostics: Diagnostics::default(),
            output: Output::default(),
            track: Track::default(),
            painter,
        })
    }

    /// The number of the frame that ran last, from 1; 0 before the first.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Width and height of the pictures in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The colour behind the pictures: red, green, blue, 0 to 1.
    pub fn background(&self) -> [f64; 3] {
        self.frames.session().map_or([1.0; 3], Session::background)
    }

    /// The sound of frames, from the first to the last; empty if no frame so far has played any.
    pub fn sound(&mut self, [first, last]: [u32; 2]) -> Vec<[f32; 2]> {
        match self.track.is_empty() {
            true => Vec::new(),
            false => {
                let range = [first.saturating_sub(1), last];
                self.track
                    .samples(range.map(|frame| f64::from(frame) * FRAME))
            }
        }
    }

    /// True if errors are all that came of the pictures so far.
    pub(crate) fn came_to_nothing(&self) -> bool {
        self.is_blank && has_failed(&self.compiled, &self.diagnostics.all)
    }

    /// The session that plays.
    pub fn session(&self) -> Option<&Session> {
        self.frames.session()
    }

    /// The user does something before the next frame.
    pub fn input(&mut self, event: UserEvent) {
        if let Some(session) = self.frames.session_mut() {
            session.input(event);
        }
    }

    /// Leaves frames out, so that this one is the next, where none needs what others before it have
    /// left.
    pub fn skip_to(&mut self, frame: u32) {
        let skips =
            self.mouse.is_none() && self.frames.session().is_some_and(Session::follows_time);
        if skips {
            self.number = self.number.max(frame.saturating_sub(1));
        }
    }

    /// Runs the scripts of the next frame. False, and nothing is run, where there is none: an applet
    /// at rest has no more frames, and its clock stands still as well.
    pub fn advance(&mut self) -> bool {
        let Some(session) = self.frames.session_mut() else {
            return false;
        };
        let next = self.number + 1;
        session.set_bare(self.bare);
        if next == 2
            && let Some(mouse) = self.mouse
        {
            let size = self.placement.canvas.css();
            let at = [0, 1].map(|axis| mouse[axis] * size[axis]);
            session.input(UserEvent::PointerMoved(at));
        }
        let is_at_rest = !session.is_playing() && session.next_timer().is_none();
        if next > 1 && !session.is_outdated() && is_at_rest {
            return false;
        }
        self.number = next;
        if let Some(frame) = self.frames.run(f64::from(next) * FRAME) {
            self.track.play(f64::from(next - 1) * FRAME, &frame.sounds);
            self.output.add(&frame.output);
            self.diagnostics.add(&frame.errors);
        }
        true
    }

    /// Paints the frame that ran last, with second tiers made for it if it is to be `specialised`.
    /// Also the milliseconds that this took.
    ///
    /// # Errors
    /// The device was lost.
    pub fn paint(&mut self, specialised: bool) -> Result<(Bitmap, f64), GpuError> {
        self.paint_telling(specialised, &mut |_| {})
    }

    /// As [`Offline::paint`]; `tell` gets the share of a large picture that is painted, from 0 to 1.
    fn paint_telling(
        &mut self,
        specialised: bool,
        tell: &mut dyn FnMut(f64),
    ) -> Result<(Bitmap, f64), GpuError> {
        self.frames.prepare(&mut AtOnce)?;
        let is_due = |number: u32| self.number >= number + COMPARED;
        if self.compared.is_none_or(is_due) {
            self.compared = Some(self.number);
            if self.frames.compare_all_samples()? {
                self.frames.prepare(&mut AtOnce)?;
            }
        }
        if specialised {
            self.frames.specialise();
        }
        let start = Instant::now();
        // A shader that ends a loop cannot say so.
        self.frames.tell_endless_loops();
        let picture = self.frames.paint_whole_telling(tell)?;
        let picture = match self.supersample {
            1 => picture,
            factor => picture.shrunk(factor),
        };
        let picture = match picture.size() == self.size {
            true => picture,
            false => {
                // As seen from the corner of the applet.
                let corner = self.placement.corner.map(|at| -at.cast_signed());
                let mut whole = Bitmap::new(corner, self.size);
                whole.draw(&picture);
                whole.moved([0, 0])
            }
        };
        let paint_ms = start.elapsed().as_secs_f64() * 1e3;
        self.is_blank = self.is_blank && picture.rgba().iter().all(|byte| *byte == 0);
        self.diagnostics.add(self.frames.diagnostics());
        Ok((picture, paint_ms))
    }

    /// A picture, with all there is to say about what was played.
    pub fn rendered(self, picture: Bitmap, paint_ms: f64) -> Rendered {
        let description = FrameDescription {
            output: self.output.into_all(),
            ..self.frames.frame().clone()
        };
        Rendered {
            picture,
            compiled: self.frames.compiled().unwrap_or(self.compiled),
            description,
            diagnostics: self.diagnostics.all,
            painter: self.painter,
            no_gpu: None,
            paint_ms,
            precisions: self.frames.precisions(),
            precision: self.frames.precision_setting(),
            is_blank: self.is_blank,
        }
    }
}
