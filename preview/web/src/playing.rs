//! The applet that plays: messages from and to the page, and one turn after the other.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cindyscript_interpreter::platform::{Delivery, Instant};
use cindyscript_interpreter::{ConsoleOutput, OutputKind};
use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::parameters::SettableParameters;
use cindyscript_player::selection::Selection;
use cindyscript_player::session::{Cursor, UserEvent};
use cindyscript_player::view::{Canvas, Placement, own_size};
use cindyscript_protocol::{FromPreview, Problem, Version};
use cindyscript_render::compile::{Build, Compiled, milliseconds};
use cindyscript_render::console::Console;
use cindyscript_render::frame_loop::{Budget, ImageLimits, Loaded, Progress, Readiness, Start};
use cindyscript_render::gpu::{Gpu, GpuError, Presented};
use cindyscript_render::lossy::ToldLossy;
use cindyscript_render::plots::Plots;
use cindyscript_render::policy::{COARSE_PICTURE, PAINT_SLICE_BEHIND};
use cindyscript_render::presenter::PresentError;
use cindyscript_render::values::{ToldPixel, Values};
use cindyscript_render::{FrameLoop, Presenter};
use web_sys::HtmlCanvasElement;

use crate::clock::Clock;
use crate::host::Environment;
use crate::images::{Images, Media};
use crate::pointer::{self, Pointer};
use crate::screen::Screen;
use crate::sound::Speaker;
use crate::worker::{Outcome, Worker};

mod commands;
mod inspector;
mod messages;

use commands::Panel;
use inspector::Inspector;
use messages::Status;

/// Scripts that fail after so long are not run again by themselves.
const FAILED_SCRIPTS_RETRIED: Duration = Duration::from_millis(500);
/// A turn that takes longer is followed by a rest.
const LONG_TURN: Duration = Duration::from_secs(1);
/// The browser answers its user meanwhile.
const REST: Duration = Duration::from_millis(100);

/// The applet that plays in a canvas.
pub(crate) struct Playing {
    canvas: HtmlCanvasElement,
    presenter: Box<dyn Presenter>,
    environment: Arc<Environment>,
    frames: FrameLoop,
    worker: Worker,
    clock: Clock,
    /// The canvas.
    size: Canvas,
    /// The part of it that shows the applet.
    placement: Placement,
    /// The bars beside it, in the colour that the page gives the canvas.
    bars: Vec<Bitmap>,
    /// The size that the page gives the applet, in CSS pixels.
    own_size: Option<[f64; 2]>,
    events: Vec<UserEvent>,
    pub(crate) pointer: Pointer,
    /// True if the pointer is over the canvas.
    pub(crate) has_pointer: bool,
    cursor: Cursor,
    picture: Picture,
    /// True if a frame was given up because its scripts took too long.
    is_stalled: bool,
    /// True if one frame runs though time stands still.
    steps: bool,
    /// A version whose picture is not shown yet.
    owed: Option<Owed>,
    /// The picture that was shown last: when it was submitted, and when the GPU has painted it.
    on_its_way: Option<(Instant, Delivery<Instant>)>,
    /// The changes of the picture up to that.
    shown: Option<u64>,
    problems: Vec<Problem>,
    console: Console,
    pub(crate) speaker: Speaker,
    values: Values,
    /// The time of the last complete picture, if it is not the current one.
    incomplete: Option<Instant>,
    status: Status,
    plots: Plots,
    lossy: ToldLossy,
    parameters: SettableParameters,
    selection: Selection,
    inspector: Inspector,
    told_pixel: ToldPixel,
    panel: Panel,
    messages: Vec<FromPreview>,
    /// True while no device paints.
    is_lost: bool,
}

/// The state of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Picture {
    /// The canvas shows it.
    Shown,
    /// The picture is painted, and not shown.
    Painted,
    /// A part of it is painted.
    Painting,
    /// The scripts have to run.
    Outdated,
}

/// A version whose picture is not shown yet.
#[derive(Clone, Copy, Debug)]
struct Owed {
    /// The number of the version; a draft has none.
    version: Option<Version>,
    build: Build,
    /// The beginning of its first frame.
    began: Option<Instant>,
    /// True if its picture was handed to the canvas.
    is_shown: bool,
}

impl Playing {
    pub(crate) fn new(canvas: HtmlCanvasElement, screen: Screen, media: Option<Media>) -> Playing {
        let environment = Arc::<Environment>::default();
        let gpu = screen.presenter.gpu().cloned();
        let size = size_of(&canvas);
        let renderer = Arc::clone(&environment.renderer);
        let limits = Some(ImageLimits::WINDOW);
        let frames = FrameLoop::new(environment.clone(), renderer, size, gpu.clone(), limits);
        let mut playing = Playing {
            canvas,
            worker: Worker::new(gpu, environment.files.clone(), Images::new(media)),
            presenter: screen.presenter,
            environment,
            frames,
            clock: Clock::default(),
            size: Canvas {
                device: [0; 2],
                scale: 1.0,
            },
            placement: size.place(None),
            bars: Vec::new(),
            own_size: None,
            events: Vec::new(),
            pointer: Pointer::default(),
            has_pointer: false,
            cursor: Cursor::default(),
            picture: Picture::Painted,
            is_stalled: false,
            steps: false,
            owed: None,
            on_its_way: None,
            shown: None,
            problems: Vec::new(),
            console: Console::default(),
            speaker: Speaker::default(),
            values: Values::default(),
            incomplete: None,
            status: Status::new(),
            plots: Plots::default(),
            lossy: ToldLossy::default(),
            parameters: SettableParameters::default(),
            selection: Selection::default(),
            inspector: Inspector::default(),
            told_pixel: ToldPixel::default(),
            panel: Panel::default(),
            messages: Vec::new(),
            is_lost: false,
        };
        playing.greet(screen.no_gpu);
        playing
    }

    /// Takes the messages for the editor.
    pub(crate) fn take_messages(&mut self) -> Vec<FromPreview> {
        std::mem::take(&mut self.messages)
    }

    /// Plays frames 1/60 s apart, and stands still at the frame of this number.
    pub(crate) fn play_to(&mut self, frame: u32) {
        let last = match self.clock {
            Clock::Frames(last, _) => last,
            Clock::Real(..) => 0,
        };
        self.clock = Clock::Frames(last, frame);
    }

    /// The user does something at a place in CSS pixels of the canvas.
    pub(crate) fn input(&mut self, event: UserEvent) {
        if let UserEvent::PointerMoved(at) = event {
            self.inspector.point(self.on_canvas(at));
            self.has_pointer = true;
        }
        self.panel.changed();
        match (&event, self.events.last_mut()) {
            (UserEvent::PointerMoved(_), Some(last @ UserEvent::PointerMoved(_))) => *last = event,
            (UserEvent::Zoom(factor), Some(UserEvent::Zoom(before))) => *before *= factor,
            _ => self.events.push(event),
        }
    }

    /// True if keys reach the applet.
    pub(crate) fn takes_keys(&self) -> bool {
        let session = self.frames.session();
        session.is_some_and(|session| session.is_editing() || session.listens_to_keys())
    }

    /// True if a device has to be opened.
    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// The canvas.
    pub(crate) fn canvas(&self) -> &HtmlCanvasElement {
        &self.canvas
    }

    /// Paints on another device from now on, or in memory.
    pub(crate) fn set_screen(&mut self, screen: Screen) {
        self.is_lost = false;
        self.presenter = screen.presenter;
        let gpu = self.presenter.gpu().cloned();
        self.frames.set_device(gpu.clone());
        self.worker.use_gpu(gpu);
        self.size.device = [0; 2];
        self.greet(screen.no_gpu);
    }

    /// Does the work that is due. Returns the time until there is more; none if only an event brings some.
    pub(crate) fn turn(&mut self) -> Option<Duration> {
        if self.is_lost {
            return None;
        }
        let began = Instant::now();
        let is_lost = self.presenter.gpu().is_some_and(Gpu::is_lost);
        let done = match is_lost {
            true => Err(GpuError::Lost.into()),
            false => self.go_on(began),
        };
        if let Err(error) = done {
            self.recover(error);
        }
        self.show_cursor();
        let rest = match began.elapsed() > LONG_TURN {
            true => REST,
            false => Duration::ZERO,
        };
        self.next_turn().map(|due| due.max(rest))
    }

    fn go_on(&mut self, began: Instant) -> Result<(), PresentError> {
        self.fit();
        self.take_events();
        self.follow_parameters();
        self.worker.follow_films(&self.environment.camera);
        while let Some(outcome) = self.worker.go_on()? {
            match outcome {
                Outcome::Compiled(compiled) => self.load(compiled),
                Outcome::Broken => {
                    self.parameters.lose();
                    self.panel.changed();
                }
                Outcome::Recompiled(made) => {
                    if self.frames.install(made) {
                        let build = self.frames.build();
                        if let Some(owed) = &mut self.owed {
                            owed.build = build;
                        }
                        self.prepare(Instant::now())?;
                    }
                }
            }
        }
        // After a long init, the page answers before the first frame runs.
        if self.is_ahead_of_gpu() || began.elapsed() > LONG_TURN {
            return Ok(());
        }
        self.tell_receipt();
        let began = Instant::now();
        if self.is_frame_due() {
            self.picture = Picture::Outdated;
        }
        if self.picture == Picture::Outdated {
            self.run(began)?;
        }
        if self.picture == Picture::Painting {
            self.paint()?;
            self.tell_problems();
            let changes = self.frames.picture().changes();
            if changes.is_none() || changes != self.shown || self.picture == Picture::Painted {
                self.shown = changes;
                self.present(began, true)?;
            }
        } else if self.picture == Picture::Painted {
            self.present(began, false)?;
        }
        self.find_endless_loops();
        self.inspect();
        self.tell_all();
        Ok(())
    }

    /// Looks for loops without end.
    fn find_endless_loops(&mut self) {
        let waited = self
            .incomplete
            .map_or(Duration::ZERO, |since| since.elapsed());
        let hurry = AtomicBool::new(false);
        if self.frames.find_endless_loops(waited, &hurry) {
            self.tell_problems();
        }
    }

    /// True if the GPU has still to paint the picture that was shown last.
    fn is_ahead_of_gpu(&mut self) -> bool {
        if let Some((submitted, answer)) = &self.on_its_way {
            let Some(painted) = answer.get() else {
                return true;
            };
            self.status.milliseconds += milliseconds(*submitted, *painted);
            self.on_its_way = None;
        }
        false
    }

    /// Follows the size of the canvas in the page.
    fn fit(&mut self) {
        let size = size_of(&self.canvas);
        if size == self.size {
            return;
        }
        self.size = size;
        let [width, height] = size.device;
        self.canvas.set_width(width);
        self.canvas.set_height(height);
        self.presenter.resize(size.device);
        self.place();
    }

    fn place(&mut self) {
        self.placement = self.size.place(self.own_size);
        self.frames.set_canvas(self.placement.canvas);
        self.bars = self.letterbox();
        if self.picture == Picture::Shown {
            self.picture = Picture::Painted;
        }
    }

    /// The bars beside an applet that keeps its shape; none where the page gives no colour.
    fn letterbox(&self) -> Vec<Bitmap> {
        let Some(colour) = background_of(&self.canvas) else {
            return Vec::new();
        };
        let bars = self.placement.bars(self.size.device);
        let bars = bars.filter_map(|bar| {
            let pixels = colour.repeat(bar.width as usize * bar.height as usize);
            let corner = [bar.x, bar.y].map(u32::cast_signed);
            Bitmap::from_rgba(corner, [bar.width, bar.height], pixels)
        });
        bars.collect()
    }

    fn take_events(&mut self) {
        for event in std::mem::take(&mut self.events) {
            self.is_stalled = false;
            let at = |at: [f64; 2]| self.on_canvas(at);
            let event = match event {
                UserEvent::PointerMoved(place) => UserEvent::PointerMoved(at(place)),
                UserEvent::Touch {
                    finger,
                    touch,
                    at: place,
                } => UserEvent::Touch {
                    finger,
                    touch,
                    at: at(place),
                },
                other => other,
            };
            if let Some(session) = self.frames.session_mut() {
                session.input(event);
            }
        }
    }

    /// A place in CSS pixels of the element, on the canvas of the applet.
    fn on_canvas(&self, at: [f64; 2]) -> [f64; 2] {
        self.placement
            .on_canvas(at.map(|place| place * self.size.scale))
    }

    fn load(&mut self, compiled: Compiled) {
        let chosen = compiled.source.shown_of_all().0;
        let is_other =
            |session: &Session| session.has_failed() || session.source().shown_of_all().0 != chosen;
        if self.frames.session().is_none_or(is_other) {
            self.clock.restart();
        }
        let start = match self.clock {
            Clock::Real(..) => Start {
                seed: now() as u64,
                clock: now(),
                held: self.clock.is_at_end(),
            },
            Clock::Frames(..) => Start {
                seed: 0,
                clock: 1_704_110_400_000.0,
                held: false,
            },
        };
        match compiled.source.kept.is_empty() {
            true => self.parameters.load(&compiled.source),
            // Nobody knows where they stand in a script that cannot be parsed.
            false => self.parameters.lose(),
        }
        let version = (!compiled.source.is_draft).then_some(compiled.source.version);
        self.own_size = compiled.source.applet().and_then(own_size);
        self.place();
        let loaded = self.frames.load(compiled, start);
        self.is_stalled = false;
        self.picture = Picture::Outdated;
        self.follow_selection();
        self.panel.changed();
        if loaded == Loaded::New || self.owed.is_some() {
            self.owed = Some(Owed {
                version,
                build: self.frames.build(),
                began: None,
                is_shown: false,
            });
        }
    }

    fn with_session<T>(&mut self, act: impl FnOnce(&mut Session) -> T) -> Option<T> {
        self.frames.session_mut().map(act)
    }

    fn is_animated(&self) -> bool {
        let session = self.frames.session();
        !self.is_stalled && !self.clock.is_at_end() && session.is_some_and(Session::is_playing)
    }

    /// True if another frame is due, as soon as it may be shown.
    fn is_frame_due(&mut self) -> bool {
        if self.frames.awaits_programs() && self.worker.is_busy() {
            return false;
        }
        self.is_animated()
            || self.next_timer().is_some_and(|left| left.is_zero())
            || self.frames.session_mut().is_some_and(Session::is_outdated)
    }

    /// The time until code is due that a script has put off.
    fn next_timer(&self) -> Option<Duration> {
        if matches!(self.clock, Clock::Real(_, None)) {
            return None;
        }
        let due = self.frames.session()?.next_timer()?;
        let left = (due - self.clock.now()).max(0.0);
        Some(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX))
    }

    /// Runs the scripts of a frame.
    fn run(&mut self, began: Instant) -> Result<(), GpuError> {
        self.picture = Picture::Shown;
        if self.frames.session().is_none() {
            return Ok(());
        }
        let seconds = self.clock.next();
        let steps = std::mem::take(&mut self.steps);
        if steps {
            self.with_session(|session| session.hold(false));
        }
        if let Some(frame) = self.frames.run(seconds) {
            self.console.take(&frame.output);
            if let Err(reason) = self.speaker.play(&frame.sounds) {
                self.console.take(&[ConsoleOutput {
                    kind: OutputKind::Diagnostic,
                    text: reason.to_owned(),
                }]);
            }
        }
        if steps {
            self.with_session(|session| session.hold(true));
        }
        self.panel.changed();
        self.is_stalled = self.frames.scripts_failed() && began.elapsed() > FAILED_SCRIPTS_RETRIED;
        self.prepare(began)
    }

    /// Has programs made for the frame that ran last, and begins to paint it once they are there.
    fn prepare(&mut self, began: Instant) -> Result<(), GpuError> {
        if self.frames.prepare(&mut self.worker)? == Readiness::Ready {
            self.picture = Picture::Painting;
            self.incomplete.get_or_insert(began);
            self.values.changed();
            self.inspector.changed();
            if let Some(owed) = &mut self.owed {
                owed.began.get_or_insert(began);
            }
        }
        Ok(())
    }

    /// Paints more of the frame.
    fn paint(&mut self) -> Result<(), GpuError> {
        let progress = self.frames.paint(Budget::Slice {
            coarse: COARSE_PICTURE,
            slice: PAINT_SLICE_BEHIND,
            hurry: &AtomicBool::new(false),
        })?;
        self.plots.changed();
        if progress == Progress::Complete {
            self.picture = Picture::Painted;
            self.incomplete = None;
        }
        Ok(())
    }

    /// Shows the picture.
    fn present(&mut self, began: Instant, painted: bool) -> Result<(), PresentError> {
        let background = self.frames.session().map_or([1.0; 3], Session::background);
        let presented = self.presenter.present(
            self.frames.picture(),
            self.placement.corner,
            &self.bars,
            background,
        )?;
        if presented != Presented::Shown {
            return Ok(());
        }
        let gpu = self.presenter.gpu();
        self.on_its_way = gpu.map(|gpu| (Instant::now(), gpu.answer()));
        if self.picture == Picture::Painted {
            self.picture = Picture::Shown;
            if let Some(owed) = &mut self.owed {
                owed.is_shown |= owed.began.is_some();
            }
        }
        if painted {
            self.count_frame(milliseconds(began, Instant::now()));
        }
        Ok(())
    }

    fn show_cursor(&mut self) {
        let cursor = self
            .frames
            .session()
            .map(Session::cursor)
            .unwrap_or_default();
        if cursor != self.cursor {
            self.cursor = cursor;
            let style = self.canvas.style();
            drop(style.set_property("cursor", pointer::form(cursor)));
        }
    }

    /// After an error of the device: another one is opened, or the picture stays.
    fn recover(&mut self, error: PresentError) {
        if let PresentError::Gpu(GpuError::Refused(_)) = &error {
            self.picture = Picture::Shown;
            self.frames.refuse(AppletDiagnostic {
                message: error.to_string(),
                range: None,
                fatal: true,
            });
            return self.tell_problems();
        }
        self.frames.lose_device();
        self.on_its_way = None;
        self.is_lost = true;
    }

    fn next_turn(&mut self) -> Option<Duration> {
        if self.is_lost {
            return None;
        }
        let now = self.worker.is_busy()
            || self.picture != Picture::Shown
            || self.on_its_way.is_some()
            || self.owed.is_some_and(|owed| owed.is_shown)
            || self.frames.goes_on_searching()
            || self.is_frame_due();
        if now {
            return Some(Duration::ZERO);
        }
        let due = [
            self.next_timer(),
            self.console.due(),
            self.values.due(),
            self.plots_due(),
            self.pixel_due(),
            self.panel.due(),
        ];
        due.into_iter().flatten().min()
    }
}

/// The canvas as the page lays it out.
fn size_of(canvas: &HtmlCanvasElement) -> Canvas {
    let scale = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio());
    let size = [canvas.client_width(), canvas.client_height()].map(f64::from);
    Canvas::new(size, scale)
}

/// The background of the canvas in the page, if it is opaque.
fn background_of(canvas: &HtmlCanvasElement) -> Option<[u8; 4]> {
    let style = web_sys::window()?.get_computed_style(canvas).ok()??;
    let colour = style.get_property_value("background-color").ok()?;
    let parts = colour.strip_prefix("rgb(")?.strip_suffix(')')?.split(", ");
    let parts: Option<Vec<u8>> = parts.map(|part| part.parse().ok()).collect();
    let [red, green, blue] = parts?.try_into().ok()?;
    Some([red, green, blue, 255])
}

/// Local time, in milliseconds since 1970.
fn now() -> f64 {
    js_sys::Date::now() - js_sys::Date::new_0().get_timezone_offset() * 6e4
}
