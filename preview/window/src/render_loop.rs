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

use cindyscript_interpreter::{ConsoleOutput, OutputKind, fault};
use cindyscript_player::Session;
use cindyscript_player::parameters::SettableParameters;
use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::session::Cursor;
use cindyscript_player::source::Source;
use cindyscript_player::text::Fonts;
use cindyscript_player::view::{Canvas, Placement};
use cindyscript_protocol::{Admission, FromPreview, Problem};
use cindyscript_render::console::Console;
use cindyscript_render::frame_loop::ImageLimits;
use cindyscript_render::plots::Plots;
use cindyscript_render::presenter::PresentError;
use cindyscript_render::values::Values;
use cindyscript_render::{FrameLoop, Presenter};

use crate::camera::Camera;
use crate::clipboard::Clipboard;
use crate::controls::{Container, Controls, Hud, Panel};
use crate::host::Environment;
use crate::look::Look;
use crate::message::complain;
use crate::outbox::Outbox;
use crate::overlay::Stopped;
use crate::saved_applets::SavedApplets;
use crate::sound::Speaker;
use crate::surplus::Surplus;
use crate::title::Standing;
use crate::worker::Worker;

mod bar;
mod change;
mod clock;
mod commands;
mod debugger;
mod drops;
mod events;
mod fallback;
mod fault;
mod gpu_values;
mod heat;
mod input;
mod inspect;
mod job;
mod look;
mod loupe;
mod out;
mod pixel_probe;
mod plots;
mod points;
mod reveal;
mod samples;
mod saving;
mod selection;
mod show;
mod state;
mod view;
mod wait;
mod write_back;

use bar::Bar;
use clock::{Clock, FrameTimes};
use debugger::AttachedDebugger;
use drops::{Dropped, ScriptDrop};
pub use events::{EventReceiver, EventSender, LoopEvent};
use fault::Failures;
use heat::Heat;
use input::Pointer;
use inspect::Inspector;
use job::Job;
use saving::Saving;
use selection::Selection;
use state::State;
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
pub struct RenderLoopConfig<P> {
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
pub fn start<P: WindowProxy>(config: RenderLoopConfig<P>, events: EventReceiver) -> JoinHandle<()> {
    thread::spawn(move || {
        let RenderLoopConfig {
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
            let environment = environment(&worker, camera, precision);
            let renderer = Arc::clone(&environment.renderer);
            let gpu = presenter.gpu().cloned();
            let limits = Some(ImageLimits::WINDOW);
            let frames = FrameLoop::new(environment.clone(), renderer, canvas, gpu, limits);
            let mut render_loop = RenderLoop {
                presenter: Some(presenter),
                failures: Failures::new(recover),
                canvas,
                placement: canvas.place(None),
                own_size: None,
                fills: false,
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
                pointer: Pointer::default(),
                console: Console::default(),
                speaker: Speaker::default(),
                values: Values::default(),
                plots: Plots::default(),
                parameters: SettableParameters::default(),
                inspector: Inspector::default(),
                dropped: None,
                script_drop: None,
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
                grid: Grid::default(),
                heat: Heat::default(),
                painted_heat: Heat::default(),
                standing: Standing::default(),
                problems: Vec::new(),
                environment,
                times: FrameTimes::new(interval),
                surplus: Surplus::default(),
                precision_told: samples::Told::default(),
                debugger: None,
                admission: Admission::default(),
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

/// The services of an applet whose files the worker has.
fn environment(worker: &Worker, camera: Camera, precision: PrecisionSetting) -> Arc<Environment> {
    let environment = Environment {
        camera,
        files: worker.files().clone(),
        ..Environment::default()
    };
    worker.set_interrupt(Arc::clone(&environment.interrupt));
    environment.renderer.set_precision(precision);
    Arc::new(environment)
}

struct RenderLoop<P> {
    /// None only while it is made again.
    presenter: Option<Box<dyn Presenter>>,
    failures: Failures,
    /// The window.
    canvas: Canvas,
    /// The part of it that shows the applet.
    placement: Placement,
    /// The size of the applet in CSS pixels, if its page says one.
    own_size: Option<[f64; 2]>,
    /// True if the applet fills the window, whatever its shape is.
    fills: bool,
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
    pointer: Pointer,
    console: Console,
    speaker: Speaker,
    values: Values,
    plots: Plots,
    parameters: SettableParameters,
    inspector: Inspector,
    /// A file that was dropped, until it is known what for.
    dropped: Option<Dropped>,
    script_drop: Option<ScriptDrop>,
    selection: Selection,
    saving: Saving,
    bar: Bar,
    /// Those that are open.
    panels: BTreeSet<Panel>,
    /// What is being given out.
    jobs: Vec<Job>,
    clipboard: Clipboard,
    hud: Hud,
    grid: Grid,
    heat: Heat,
    /// The heat map of the last picture that was painted as a whole.
    painted_heat: Heat,
    /// As the title says.
    standing: Standing,
    /// As last reported.
    problems: Vec<Problem>,
    times: FrameTimes,
    /// What stays from one version to the next.
    environment: Arc<Environment>,
    /// What older versions have left.
    surplus: Surplus,
    precision_told: samples::Told,
    debugger: Option<AttachedDebugger>,
    /// The buttons and keys that the applet knows to be down.
    admission: Admission,
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
            if matches!(event, LoopEvent::Quit) {
                self.leave();
                return ControlFlow::Break(());
            }
            self.take(event);
            next = self.events.next();
        }
        self.move_pointer();
        self.follow_debugger();
        self.inspect();
        self.ask_about_dropped();
        self.run_ondrop();
        self.lay_out_controls();
        self.look_for_room();
        self.follow_sound();
        self.tell_output();
        self.tell_values();
        self.tell_plots();
        self.follow_samples();
        self.follow_heat();
        self.save_models();
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

    /// Asks whether a picture can be shown.
    fn look_for_room(&mut self) {
        let presenter = self.presenter.as_ref();
        let room = presenter.is_none_or(|presenter| presenter.has_room());
        self.state.set_room(room);
    }

    /// Plays only while time passes and somebody sees the window.
    fn follow_sound(&mut self) {
        let is_paused = self.clock.stopped() == Some(Stopped::Paused);
        self.speaker
            .hold(is_paused || self.state.is_hidden(Instant::now()));
        if let Some(failure) = self.speaker.take_failure() {
            self.console.take(&[ConsoleOutput {
                kind: OutputKind::Diagnostic,
                text: failure,
            }]);
        }
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
}
