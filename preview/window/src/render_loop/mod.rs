//! The thread that plays and paints. It owns frame loop, presenter and clock; showing a frame may
//! block it for as long as the frame takes, and never blocks the window or the compiler.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cindyscript_interpreter::fault;
use cindyscript_player::Session;
use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::session::{Cursor, Key, UserEvent};
use cindyscript_player::source::Source;
use cindyscript_player::text::Fonts;
use cindyscript_player::view::Canvas;
use cindyscript_protocol::{FromPreview, Problem};
use cindyscript_render::frame_loop::ImageLimits;
use cindyscript_render::presenter::PresentError;
use cindyscript_render::{FrameLoop, Presenter};

use crate::camera::Camera;
use crate::clipboard::Clipboard;
use crate::controls::{self, Command, Container, Controls, Hud, Panel};
use crate::host::Environment;
use crate::look::Look;
use crate::message::complain;
use crate::outbox::Outbox;
use crate::policy::DOUBLE_CLICK;
use crate::saved_applets::SavedApplets;
use crate::surplus::Surplus;
use crate::title::Standing;
use crate::worker::Worker;

mod bar;
mod change;
mod clock;
mod commands;
mod compared;
mod console;
mod drops;
mod events;
mod fault;
mod heat;
mod inspect;
mod job;
mod look;
mod looked;
mod loupe;
mod out;
mod parameters;
mod plots;
mod points;
mod reveal;
mod samples;
mod saving;
mod selection;
mod show;
mod state;
mod values;
mod view;
mod written;

use bar::Bar;
use clock::{Clock, FrameTimes};
use console::Console;
use drops::Dropped;
pub use events::{Event, EventReceiver, EventSender};
use heat::Heat;
use inspect::Inspector;
use job::Job;
use parameters::Parameters;
use plots::Plots;
use saving::Saving;
use selection::Selection;
use state::{State, Wait};
use values::Values;
use view::Grid;

/// The way to the window.
pub trait WindowProxy: Send + 'static {
    /// The pointer has another form.
    fn cursor(&self, cursor: Cursor);
    /// The title says something else.
    fn stand(&self, standing: &Standing);
    /// The window fills the screen, or no longer.
    fn toggle_full_screen(&self);
    /// The window does not fill the screen any more, if it did.
    fn leave_full_screen(&self);
    /// The window stays above all others, or no longer.
    fn toggle_on_top(&self);
    /// Bars and panels have another size, to be kept where sizes are.
    fn scaled(&self, _scale: f64) {}
    /// Nothing can be shown; the reason.
    fn failed(&self, reason: &str);
    /// What it is.
    fn container(&self) -> Container {
        Container::Window
    }
    /// What takes what the user copies.
    fn clipboard(&self) -> Clipboard {
        Clipboard::default()
    }
    /// The user has had a file written.
    fn written(&self, _: &Path) {}
}

/// How to go on after a device is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// With the device, opened again, if it can be.
    Reopen,
    /// Without it: it fails at what we ask of it.
    Cpu,
}

/// Makes another presenter of one whose device is lost.
pub type Recover =
    Box<dyn FnMut(Box<dyn Presenter>, Remedy) -> Result<Box<dyn Presenter>, PresentError> + Send>;

/// What the render loop is given.
pub struct Config<P> {
    /// Makes what shows the pictures; called on the render loop's own thread.
    pub presenter: Box<dyn FnOnce() -> Result<Box<dyn Presenter>, PresentError> + Send>,
    /// Makes another one when the device is lost.
    pub recover: Recover,
    /// The canvas at the start.
    pub canvas: Canvas,
    /// The adapter, or that there is none; shown in the HUD.
    pub painter: String,
    /// Something to say in the window at the start.
    pub notice: Option<String>,
    /// The shortest time between two frames.
    pub interval: Duration,
    /// Who compiles.
    pub worker: Worker,
    /// Who is told about versions and problems.
    pub outbox: Outbox,
    /// What `cameravideo()` shows.
    pub camera: Camera,
    /// Where users have left applets.
    pub saved: SavedApplets,
    /// How precisely colorplots are computed at the start.
    pub precision: PrecisionSetting,
    /// What the user wants it to look like.
    pub look: Look,
    /// The window.
    pub proxy: P,
}

/// Starts the thread.
pub fn start<P: WindowProxy>(config: Config<P>, events: EventReceiver) -> JoinHandle<()> {
    thread::spawn(move || {
        let Config {
            presenter,
            recover,
            canvas,
            painter,
            notice,
            interval,
            worker,
            outbox,
            camera,
            saved,
            precision,
            look,
            proxy,
        } = config;
        let proxy = Rc::new(proxy);
        let start = || {
            let mut presenter = presenter().map_err(|error| error.to_string())?;
            presenter.resize(canvas.device);
            let environment = Arc::new(Environment {
                camera,
                files: worker.files().clone(),
                ..Environment::default()
            });
            worker.set_interrupt(Arc::clone(&environment.interrupt));
            let renderer = Arc::clone(&environment.renderer);
            renderer.set_precision(precision);
            let gpu = presenter.gpu().cloned();
            let limits = Some(ImageLimits::WINDOW);
            let frames = FrameLoop::new(environment.clone(), renderer, canvas, gpu, limits);
            let mut render_loop = RenderLoop {
                presenter: Some(presenter),
                recover,
                recoveries: Vec::new(),
                canvas,
                interval,
                worker,
                outbox,
                proxy: Rc::clone(&proxy),
                events,
                fonts: environment.fonts.clone(),
                frames,
                state: State::default(),
                clock: Clock::default(),
                seeking: None,
                controls: Controls::new(environment.fonts.clone()),
                look: Look::default(),
                unplayed: false,
                moved_to: None,
                pointer: None,
                bar_area: None,
                pressed: None,
                shift_is_down: false,
                console: Console::default(),
                values: Values::default(),
                plots: Plots::default(),
                parameters: Parameters::default(),
                inspector: Inspector::default(),
                dropped: None,
                selection: Selection::default(),
                saving: Saving::new(saved),
                bar: Bar {
                    notice,
                    ..Bar::default()
                },
                panels: BTreeSet::new(),
                jobs: Vec::new(),
                clipboard: proxy.clipboard(),
                hud: Hud {
                    painter,
                    ..Hud::default()
                },
                cursor: Cursor::default(),
                grid: Grid::default(),
                heat: Heat::default(),
                standing: Standing::default(),
                problems: Vec::new(),
                environment,
                times: FrameTimes::default(),
                faults: Vec::new(),
                surplus: Surplus::default(),
                precision_told: samples::Told::default(),
                ended: false,
            };
            render_loop.show_in(look.scheme);
            render_loop.look.scale = look.scale;
            if look.less_motion {
                render_loop.move_less();
            }
            render_loop.run();
            Ok(())
        };
        let ended = catch_unwind(AssertUnwindSafe(start));
        let ended = ended.unwrap_or_else(|panic| Err(fault(panic.as_ref())));
        if let Err(reason) = ended {
            // Nothing is shown any more.
            proxy.failed(&reason);
        }
    })
}

struct RenderLoop<P> {
    /// None only while it is made again.
    presenter: Option<Box<dyn Presenter>>,
    recover: Recover,
    /// When that was done.
    recoveries: Vec<Instant>,
    canvas: Canvas,
    interval: Duration,
    worker: Worker,
    outbox: Outbox,
    proxy: Rc<P>,
    events: EventReceiver,
    fonts: Fonts,
    frames: FrameLoop,
    state: State,
    clock: Clock,
    /// The time that is gone to, in seconds: the frames before it are run first.
    seeking: Option<f64>,
    controls: Controls,
    look: Look,
    /// Time stands still because nothing is to move by itself, and the user has not changed that.
    unplayed: bool,
    /// Where the pointer has moved to, not yet told to the session: of many places only the last
    /// matters.
    moved_to: Option<[f64; 2]>,
    /// Where the pointer is, in CSS pixels; none outside of the window.
    pointer: Option<[f64; 2]>,
    /// Where the bar with the first error is, if it is shown: its least and its greatest place, in CSS
    /// pixels.
    bar_area: Option<[[f64; 2]; 2]>,
    /// When and where the main button went down last; none after a double click.
    pressed: Option<(Instant, [f64; 2])>,
    shift_is_down: bool,
    console: Console,
    values: Values,
    plots: Plots,
    parameters: Parameters,
    inspector: Inspector,
    /// A file that was dropped, until it is known what for.
    dropped: Option<Dropped>,
    selection: Selection,
    saving: Saving,
    bar: Bar,
    /// Those that are open.
    panels: BTreeSet<Panel>,
    /// What is being given out.
    jobs: Vec<Job>,
    clipboard: Clipboard,
    hud: Hud,
    cursor: Cursor,
    grid: Grid,
    heat: Heat,
    /// As the title says.
    standing: Standing,
    /// As last reported.
    problems: Vec<Problem>,
    times: FrameTimes,
    /// What stays from one version to the next.
    environment: Arc<Environment>,
    /// When something failed that should not.
    faults: Vec<Instant>,
    /// What older versions have left.
    surplus: Surplus,
    precision_told: samples::Told,
    /// Nothing can be shown any more.
    ended: bool,
}

impl<P: WindowProxy> RenderLoop<P> {
    fn run(&mut self) {
        while !self.ended {
            match catch_unwind(AssertUnwindSafe(|| self.turn())) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return,
                Err(panic) => self.fail(panic.as_ref()),
            }
        }
    }

    /// Waits for what happens, and shows what comes of it.
    fn turn(&mut self) -> ControlFlow<()> {
        self.follow_parameters();
        let mut next = self.wait();
        // All that has piled up, before another picture of it.
        while let Some(event) = next {
            if matches!(event, Event::Quit) {
                self.leave();
                return ControlFlow::Break(());
            }
            self.take(event);
            next = self.events.next();
        }
        self.move_pointer();
        self.inspect();
        self.ask_about_dropped();
        self.lay_out_controls();
        self.look_for_room();
        self.tell_output();
        self.tell_values();
        self.tell_plots();
        self.follow_samples();
        self.follow_heat();
        self.tell_jobs();
        self.tell_standing();
        self.write_down();
        if !self.ended
            && !self.state.is_hidden(Instant::now())
            && let Err(error) = self.show()
        {
            self.recover(error);
        }
        ControlFlow::Continue(())
    }

    /// Waits until something happens or a frame is due.
    fn wait(&mut self) -> Option<Event> {
        self.look_for_room();
        let due = self.is_animated() || self.is_outdated() || self.seeking.is_some();
        let due = match self.state.wait(due) {
            Wait::No => Some(Duration::ZERO),
            Wait::Frame => Some(self.next_frame()),
            Wait::Timer => self.next_timer(),
            Wait::Until(time) => Some(time.saturating_duration_since(Instant::now())),
            Wait::Event => None,
        };
        let controls = self.controls.due(Instant::now());
        let due = [
            due,
            self.console.due(),
            self.values.due(),
            self.plots_due(),
            controls,
            self.jobs_due(),
            self.inspection_due(),
            self.samples_due(),
            self.dropped.as_ref().and_then(Dropped::due),
            self.saving.due(),
        ];
        let due = due.into_iter().flatten().min();
        self.events.wait(due)
    }

    /// Asks whether a picture can be shown.
    fn look_for_room(&mut self) {
        let presenter = self.presenter.as_ref();
        let room = presenter.is_none_or(|presenter| presenter.has_room());
        self.state.set_room(room);
    }

    /// Tells what the scripts have printed.
    fn tell_output(&mut self) {
        let Some(text) = self.console.tell() else {
            return;
        };
        if self.outbox.has_reader() {
            self.outbox.send(&FromPreview::Output { text });
        } else {
            complain(text.trim_end());
        }
    }

    /// Tells what values variables and uniforms have.
    fn tell_values(&mut self) {
        if let Some(session) = self.frames.session()
            && let Some((version, values)) = self.values.tell(session, self.frames.frame())
        {
            self.outbox.send(&FromPreview::Values { version, values });
        }
    }

    /// Tells what the title says.
    fn tell_standing(&mut self) {
        let error = self.bar.error().map(|error| error.text);
        let source = self.frames.session().map(Session::source);
        let applet = source.map(Source::shown_of_all);
        let standing = Standing {
            error,
            applet: applet.filter(|(_, count)| *count > 1),
            paused: self.stopped().is_some(),
        };
        if standing != self.standing {
            self.proxy.stand(&standing);
            self.standing = standing;
        }
    }

    /// How long until another frame may be shown.
    fn next_frame(&self) -> Duration {
        self.times.last.map_or(Duration::ZERO, |last| {
            self.interval.saturating_sub(last.elapsed())
        })
    }

    /// How long until code is due that a script has put off.
    fn next_timer(&self) -> Option<Duration> {
        let due = self.frames.session()?.next_timer()?;
        if self.clock.is_paused() {
            return None;
        }
        let left = (due - self.clock.seconds()).max(0.0);
        Some(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX))
    }

    fn is_outdated(&mut self) -> bool {
        self.frames.session_mut().is_some_and(Session::is_outdated)
    }

    /// Time went backwards, and the picture of the start is there.
    fn is_over(&self) -> bool {
        let is_shown = |session: &Session| session.seconds() <= 0.0;
        self.clock.is_at_start() && self.frames.session().is_some_and(is_shown)
    }

    fn is_animated(&self) -> bool {
        !self.clock.is_paused()
            && !self.is_over()
            && self.state.is_running()
            && self.frames.session().is_some_and(Session::is_playing)
    }

    /// Something happens, after all that happened before. Places that the pointer only passes are
    /// skipped, as browsers do.
    fn take(&mut self, event: Event) {
        if let Event::User(UserEvent::PointerMoved(at)) = event {
            self.moved_to = Some(at);
            return;
        }
        self.move_pointer();
        self.happen(event);
        self.show_cursor();
    }

    fn move_pointer(&mut self) {
        if let Some(at) = self.moved_to.take() {
            let at = self.in_css(at);
            self.pointer = Some(at);
            if self
                .dropped
                .as_ref()
                .is_some_and(|dropped| dropped.due().is_some())
            {
                self.choose_at_pointer();
            }
            let scale = self.look.scale;
            self.controls
                .pointer_moved(Some(at.map(|place| place / scale)));
            self.point(true);
            let holds = self.frames.session().is_some_and(Session::has_grip);
            if holds {
                self.controls.hide();
            }
            if holds || !self.controls.have_pointer() {
                self.inspector.point(at);
                self.tell_snap();
                self.input(UserEvent::PointerMoved(at));
            }
            self.show_cursor();
        }
    }

    /// A place in CSS pixels.
    fn in_css(&self, at: [f64; 2]) -> [f64; 2] {
        at.map(|place| place / self.canvas.scale)
    }

    fn show_cursor(&mut self) {
        let session = self
            .frames
            .session()
            .filter(|_| !self.controls.have_pointer());
        let cursor = match self.place_at_pointer() {
            Some(_) => Cursor::Hand,
            None => session.map(Session::cursor).unwrap_or_default(),
        };
        if cursor != self.cursor {
            self.cursor = cursor;
            self.proxy.cursor(cursor);
        }
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Outcome(outcome) => self.outcome(outcome),
            Event::Unreadable(message) => {
                self.bar.unreadable = Some(message);
                self.state.overlay_changed();
            }
            Event::Canvas(canvas) => {
                if self.canvas != canvas {
                    self.canvas = canvas;
                    if let Some(presenter) = &mut self.presenter {
                        presenter.resize(canvas.device);
                    }
                    self.frames.set_canvas(canvas);
                }
            }
            Event::User(event) => self.do_as_user(event),
            Event::Command(command) => self.obey(command),
            Event::Shift(is_down) => self.shift(is_down),
            Event::Scheme(scheme) => self.show_in(scheme),
            Event::LessMotion => self.move_less(),
            Event::Hover(path) => self.hover(path.as_deref()),
            Event::Dropped(Ok(path)) => self.dropped(path),
            Event::Dropped(Err(reason)) => {
                self.bar.notice = Some(reason);
                self.state.overlay_changed();
            }
            Event::Selected(version, range) => self.select(version, range),
            Event::PointerLeft => {
                self.pointer = None;
                self.controls.pointer_moved(None);
                self.point(false);
            }
            Event::Expose => self.state.exposed(),
            Event::Hidden(hidden) => self.state.hidden(hidden),
            Event::Room | Event::Quit => {}
        }
    }

    /// The user does something, to the window or to the applet.
    fn do_as_user(&mut self, event: UserEvent) {
        self.saving.touch();
        match event {
            UserEvent::PointerMoved(at) => self.moved_to = Some(at),
            // A slider takes no press that ends before it was laid out with it.
            UserEvent::PointerPressed if self.controls.press() => self.lay_out_controls(),
            UserEvent::PointerReleased if self.controls.release() => self.lay_out_controls(),
            UserEvent::Zoom(factor) if self.controls.have_pointer() => {
                self.controls.wheel(factor);
            }
            UserEvent::PointerPressed => {
                if let Some((version, range)) = self.place_at_pointer() {
                    return self.reveal(version, range);
                }
                if self.dropped.is_some() {
                    return self.choose_at_pointer();
                }
                self.forget_notice();
                self.state.touched();
                let at = self.frames.session().map(Session::pointer);
                let again = self.pressed.is_some_and(|(when, place)| {
                    when.elapsed() < DOUBLE_CLICK && Some(place) == at
                });
                let at = at.filter(|_| !again);
                self.pressed = at.map(|at| (Instant::now(), at));
                self.input(match again {
                    true => UserEvent::PointerPressedAgain,
                    false => UserEvent::PointerPressed,
                });
            }
            UserEvent::KeyPressed(key) => {
                self.forget_notice();
                self.key_pressed(key);
            }
            UserEvent::KeyReleased(_) => {
                if self.frames.session().is_some_and(Session::listens_to_keys) {
                    self.input(event);
                }
            }
            UserEvent::Touch { finger, touch, at } => {
                let at = self.in_css(at);
                self.input(UserEvent::Touch { finger, touch, at });
            }
            UserEvent::PointerPressedAgain
            | UserEvent::PanPressed
            | UserEvent::PointerReleased
            | UserEvent::Zoom(_) => self.input(event),
        }
    }

    fn input(&mut self, event: UserEvent) {
        self.with_session(|session| session.input(event));
    }

    fn with_session(&mut self, act: impl FnOnce(&mut Session)) {
        if let Some(session) = self.frames.session_mut() {
            act(session);
        }
    }

    fn forget_notice(&mut self) {
        if self.bar.clear() {
            self.state.overlay_changed();
        }
    }

    fn key_pressed(&mut self, key: Key) {
        if self.answers_dropped(&key) {
            return;
        }
        // What the next key is meant for may depend on what comes of this one.
        let is_for_panel = !self.panels.is_empty() && self.controls.takes(&key);
        if is_for_panel || self.controls.take_keys() {
            self.controls.key_pressed(&key);
            return self.lay_out_controls();
        }
        // Before the applet has it: nothing else takes a panel away that lies over a text field,
        // or ends a recording.
        let is_wanted = !self.panels.is_empty() || self.has_long_job();
        let command = controls::of_key(&key, self.proxy.container());
        if is_wanted && command == Some(Command::HidePanels) {
            self.obey(Command::HidePanels);
            return;
        }
        if controls::is_for_window(&key) {
            if let Some(command) = command {
                self.obey(command);
            }
            return;
        }
        // With Control it is meant for a text field or the window, whatever scripts do.
        let takes =
            |session: &Session| session.is_editing() || session.listens_to_keys() && !key.control;
        if self.frames.session().is_some_and(takes) {
            self.input(UserEvent::KeyPressed(key));
            return;
        }
        if let Some(command) = command {
            self.obey(command);
        }
    }
}
