//! The thread that plays and paints. It owns session, screen and clock; showing a frame may block
//! it for as long as the frame takes, and never blocks the window or the compiler.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cindyscript_interpreter::fault;
use cindyscript_player::Session;
use cindyscript_player::diagnostic::Trouble;
use cindyscript_player::frame::FrameDescription;
use cindyscript_player::session::{Cursor, Key};
use cindyscript_player::text::Fonts;
use cindyscript_player::view::Canvas;
use cindyscript_protocol::{FromPreview, Problem};

use crate::camera::Camera;
use crate::host::Environment;
use crate::message::complain;
use crate::outbox::Outbox;
use crate::overlay::{Hud, Receipt};
use crate::screen::{Screen, ScreenError};
use crate::surplus::Surplus;
use crate::worker::Worker;
use cindyscript_render::compile::PlotProgram;
use cindyscript_render::cpu::Painting;
use cindyscript_render::endless::EndlessLoops;

mod bar;
mod change;
mod clock;
mod console;
mod fault;
mod inbox;
mod show;
mod values;

use bar::Bar;
use clock::{Clock, Pace};
use console::Console;
pub use inbox::{Happening, StageReceiver, StageSender};
use values::Values;

/// Two presses at the same place within this time are a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// What the stage tells the window.
pub trait Audience: Send + 'static {
    /// The pointer has another form.
    fn cursor(&self, cursor: Cursor);
    /// Nothing can be shown; the reason.
    fn failed(&self, error: &ScreenError);
}

/// How to go on after a device is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// With the device, opened again, if it can be.
    Reopen,
    /// Without it: it fails at what we ask of it.
    Cpu,
}

/// Makes another screen of one whose device is lost.
pub type Recover = Box<dyn FnMut(Screen, Remedy) -> Result<Screen, ScreenError> + Send>;

/// What the stage is given.
pub struct Setting<A> {
    /// Makes the screen; called on the stage's own thread.
    pub screen: Box<dyn FnOnce() -> Result<Screen, ScreenError> + Send>,
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
    /// The window.
    pub audience: A,
}

/// Starts the thread.
pub fn start<A: Audience>(setting: Setting<A>, inbox: StageReceiver) -> JoinHandle<()> {
    thread::spawn(move || {
        let audience = Rc::new(setting.audience);
        let setting = Setting {
            audience: Rc::clone(&audience),
            screen: setting.screen,
            recover: setting.recover,
            canvas: setting.canvas,
            painter: setting.painter,
            notice: setting.notice,
            interval: setting.interval,
            worker: setting.worker,
            outbox: setting.outbox,
            camera: setting.camera,
        };
        let played = catch_unwind(AssertUnwindSafe(|| play(setting, inbox)));
        if let Err(panic) = played {
            // Nothing is shown any more.
            audience.failed(&ScreenError::Fault(fault(panic.as_ref())));
        }
    })
}

/// Plays until the window closes, or nothing can be shown.
fn play<A: Audience>(setting: Setting<Rc<A>>, inbox: StageReceiver) {
    let Setting {
        screen,
        recover,
        canvas,
        painter,
        notice,
        interval,
        worker,
        outbox,
        camera,
        audience,
    } = setting;
    let screen = match screen() {
        Ok(screen) => screen,
        Err(error) => return audience.failed(&error),
    };
    let environment = Arc::new(Environment {
        camera,
        files: worker.files().clone(),
        ..Environment::default()
    });
    worker.set_interrupt(Arc::clone(&environment.interrupt));
    let mut stage = Stage {
        screen: Some(screen),
        recover,
        recoveries: Vec::new(),
        bereft: false,
        canvas,
        interval,
        worker,
        outbox,
        audience,
        inbox,
        fonts: environment.fonts.clone(),
        session: None,
        programs: Vec::new(),
        clock: Clock::default(),
        picture: Freshness::Current,
        overlay_changed: true,
        paintings: Vec::new(),
        fine: true,
        began: Instant::now(),
        behind: false,
        refused: Vec::new(),
        endless: EndlessLoops::default(),
        description: FrameDescription::default(),
        bar: Bar {
            notice,
            ..Bar::default()
        },
        panel: Panel::None,
        hud: Hud {
            painter,
            ..Hud::default()
        },
        cursor: Cursor::default(),
        stalled: false,
        withheld: false,
        moved_to: None,
        pressed: None,
        console: Console::default(),
        values: Values::default(),
        receipt_due: None,
        is_painted: false,
        problems: Vec::new(),
        environment,
        pace: Pace::default(),
        refusals: 0,
        hidden: None,
        faults: Vec::new(),
        surplus: Surplus::default(),
        ended: false,
    };
    stage.screen_mut(|screen| screen.resize(canvas.device));
    stage.run();
}

struct Stage<A> {
    /// None only while it is made again.
    screen: Option<Screen>,
    recover: Recover,
    /// When that was done.
    recoveries: Vec<Instant>,
    /// What was painted into images is gone.
    bereft: bool,
    canvas: Canvas,
    interval: Duration,
    worker: Worker,
    outbox: Outbox,
    audience: Rc<A>,
    inbox: StageReceiver,
    fonts: Fonts,
    session: Option<Session>,
    programs: Vec<PlotProgram>,
    clock: Clock,
    picture: Freshness,
    /// Where the pointer has moved to, not yet told to the session: of many places only the last
    /// matters.
    moved_to: Option<[f64; 2]>,
    /// When and where the main button went down last; none after a double click.
    pressed: Option<(Instant, [f64; 2])>,
    console: Console,
    values: Values,
    overlay_changed: bool,
    /// The colorplots of this frame that the CPU paints, in order.
    paintings: Vec<Painting>,
    /// Whether these are as they should be.
    fine: bool,
    /// When the picture was begun; since when it has not been complete, where one has followed the
    /// other before that.
    began: Instant,
    /// The frame before was not complete when this one was begun.
    behind: bool,
    /// What the GPU did not take of this frame.
    refused: Vec<Trouble>,
    /// Loops without end at some pixels.
    endless: EndlessLoops,
    /// The frame that is shown.
    description: FrameDescription,
    bar: Bar,
    panel: Panel,
    hud: Hud,
    cursor: Cursor,
    /// The last frame was given up because it took too long: there are no more by themselves until
    /// something changes.
    stalled: bool,
    /// The last frame was not painted because functions were redefined: the next one will be.
    withheld: bool,
    /// The version that has not been shown yet.
    receipt_due: Option<Receipt>,
    /// Whether the picture is one of that version.
    is_painted: bool,
    /// As last reported.
    problems: Vec<Problem>,
    pace: Pace,
    /// What stays from one version to the next.
    environment: Arc<Environment>,
    /// How often the device has refused pictures since it has shown one.
    refusals: u32,
    /// Nobody sees the window since then: no script runs.
    hidden: Option<Hidden>,
    /// When something failed that should not.
    faults: Vec<Instant>,
    /// What older versions have left.
    surplus: Surplus,
    /// Nothing can be shown any more.
    ended: bool,
}

/// Who says that nobody sees the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hidden {
    /// The window system, which says as well when somebody does.
    Told,
    /// It took no picture; it is asked again at this time.
    Found(Instant),
}

/// What lies over the upper left of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Panel {
    /// Nothing; while the clock stands still, a small mark.
    None,
    /// How it goes.
    Hud,
    /// The keys.
    Keys,
}

impl Panel {
    /// This panel, or nothing if it is open.
    fn toggled(self, panel: Panel) -> Panel {
        if self == panel { Panel::None } else { panel }
    }
}

/// Whether the picture shows what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Freshness {
    /// It does.
    Current,
    /// It shows the right frame, but coarsely.
    Coarse,
    /// It shows a part of the right frame.
    Partial,
    /// The scripts have to run again.
    Outdated,
}
impl<A: Audience> Stage<A> {
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
        let mut next = self.wait();
        // All that has piled up, before another picture of it.
        while let Some(happening) = next {
            if matches!(happening, Happening::Quit) {
                return ControlFlow::Break(());
            }
            self.take(happening);
            next = self.inbox.next();
        }
        self.move_pointer();
        self.tell_output();
        self.tell_values();
        if !self.ended
            && !self.is_hidden()
            && let Err(error) = self.show()
        {
            self.recover(error);
        }
        ControlFlow::Continue(())
    }

    /// Whether nobody would see a picture.
    fn is_hidden(&self) -> bool {
        match self.hidden {
            None => false,
            Some(Hidden::Told) => true,
            Some(Hidden::Found(again)) => Instant::now() < again,
        }
    }

    /// Waits until something happens or a frame is due.
    fn wait(&mut self) -> Option<Happening> {
        let unfinished = matches!(self.picture, Freshness::Coarse | Freshness::Partial);
        let due = if let Some(hidden) = self.hidden {
            match hidden {
                Hidden::Told => None,
                Hidden::Found(again) => Some(again.saturating_duration_since(Instant::now())),
            }
        } else if self.overlay_changed || unfinished {
            Some(Duration::ZERO)
        } else if self.picture == Freshness::Outdated || self.is_animated() || self.is_outdated() {
            Some(self.next_frame())
        } else {
            self.next_timer()
        };
        let due = [due, self.console.due(), self.values.due()];
        let due = due.into_iter().flatten().min();
        self.inbox.wait(due)
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
        if let Some(session) = &self.session
            && let Some((version, values)) = self.values.tell(session, &self.description)
        {
            self.outbox.send(&FromPreview::Values { version, values });
        }
    }

    /// How long until another frame may be shown.
    fn next_frame(&self) -> Duration {
        self.pace.last.map_or(Duration::ZERO, |last| {
            self.interval.saturating_sub(last.elapsed())
        })
    }

    /// How long until code is due that a script has put off.
    fn next_timer(&self) -> Option<Duration> {
        let due = self.session.as_ref()?.next_timer()?;
        if self.clock.paused.is_some() {
            return None;
        }
        let left = (due - self.clock.seconds()).max(0.0);
        Some(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX))
    }

    fn is_outdated(&mut self) -> bool {
        self.session.as_mut().is_some_and(Session::is_outdated)
    }

    fn is_animated(&self) -> bool {
        self.clock.paused.is_none()
            && !self.stalled
            && self.session.as_ref().is_some_and(Session::is_playing)
    }

    /// Something happens, after all that happened before. Places that the pointer only passes are
    /// skipped, as browsers do.
    fn take(&mut self, happening: Happening) {
        if let Happening::PointerMoved(at) = happening {
            self.moved_to = Some(at);
            return;
        }
        self.move_pointer();
        self.happen(happening);
        self.show_cursor();
    }

    fn move_pointer(&mut self) {
        let scale = self.canvas.scale;
        if let Some(at) = self.moved_to.take() {
            self.with_player(|session| session.pointer_moved(at.map(|place| place / scale)));
            self.show_cursor();
        }
    }

    fn show_cursor(&mut self) {
        let cursor = self
            .session
            .as_ref()
            .map(Session::cursor)
            .unwrap_or_default();
        if cursor != self.cursor {
            self.cursor = cursor;
            self.audience.cursor(cursor);
        }
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Outcome(outcome) => self.outcome(outcome),
            Happening::Unreadable(message) => {
                self.bar.unreadable = Some(message);
                self.overlay_changed = true;
            }
            Happening::Canvas(canvas) => {
                if self.canvas != canvas {
                    self.canvas = canvas;
                    self.screen_mut(|screen| screen.resize(canvas.device));
                    self.with_player(|session| session.set_canvas(canvas));
                }
            }
            Happening::PointerMoved(at) => self.moved_to = Some(at),
            Happening::Pressed => {
                self.forget_notice();
                self.stalled = false;
                let at = self.session.as_ref().map(Session::pointer);
                let again = self.pressed.is_some_and(|(when, place)| {
                    when.elapsed() < DOUBLE_CLICK && Some(place) == at
                });
                let at = at.filter(|_| !again);
                self.pressed = at.map(|at| (Instant::now(), at));
                self.with_player(if again {
                    Session::pointer_pressed_again
                } else {
                    Session::pointer_pressed
                });
            }
            Happening::PanPressed => self.with_player(Session::pan_pressed),
            Happening::Released => self.with_player(Session::pointer_released),
            Happening::Zoom(factor) => self.with_player(|session| session.zoom(factor)),
            Happening::KeyPressed(key) => {
                self.forget_notice();
                self.key_pressed(&key);
            }
            Happening::Touch { finger, touch, at } => {
                let at = at.map(|place| place / self.canvas.scale);
                self.with_player(|session| session.touch(finger, touch, at));
            }
            Happening::KeyReleased(key) => {
                if self.session.as_ref().is_some_and(Session::listens_to_keys) {
                    self.with_player(|session| session.key_released(&key));
                }
            }
            Happening::Expose => {
                self.overlay_changed = true;
                // The window system wants a picture: somebody sees it.
                self.hidden = None;
            }
            Happening::Hidden(hidden) => {
                self.hidden = hidden.then_some(Hidden::Told);
                self.overlay_changed |= !hidden;
            }
            Happening::Quit => {}
        }
    }

    fn with_player(&mut self, act: impl FnOnce(&mut Session)) {
        if let Some(session) = &mut self.session {
            act(session);
        }
    }

    fn screen_mut(&mut self, act: impl FnOnce(&mut Screen)) {
        if let Some(screen) = &mut self.screen {
            act(screen);
        }
    }

    fn forget_notice(&mut self) {
        self.overlay_changed |= self.bar.notice.take().is_some();
    }

    fn key_pressed(&mut self, key: &Key) {
        if key.name == "Escape" && self.panel != Panel::None {
            self.panel = Panel::None;
            self.overlay_changed = true;
            return;
        }
        // With Control it is meant for a text field or the window, whatever scripts do.
        let takes =
            |session: &Session| session.is_editing() || session.listens_to_keys() && !key.control;
        if self.session.as_ref().is_some_and(takes) {
            self.with_player(|session| session.key_pressed(key));
            return;
        }
        match key.name.as_str() {
            " " => {
                self.clock.toggle_pause();
                let paused = self.clock.paused.is_some();
                self.with_player(|session| session.hold(paused));
                self.hud.paused = paused;
                self.overlay_changed = true;
            }
            "h" | "H" => {
                self.panel = self.panel.toggled(Panel::Hud);
                self.overlay_changed = true;
            }
            "?" | "F1" => {
                self.panel = self.panel.toggled(Panel::Keys);
                self.overlay_changed = true;
            }
            "r" | "R" => self.with_player(Session::reset_view),
            "n" | "N" => {
                self.restart_clock();
                self.with_player(Session::start_again);
            }
            _ => {}
        }
    }
}
