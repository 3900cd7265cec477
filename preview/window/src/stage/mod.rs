//! The thread that plays and paints. It owns player, screen and clock; showing a frame may block
//! it for as long as the frame takes, and never blocks the window or the compiler.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cindyscript_protocol::{FromPreview, Problem};

use crate::camera::Camera;
use crate::compile::{Compiled, PlotProgram};
use crate::cpu::Painting;
use crate::host::Studio;
use crate::outbox::Outbox;
use crate::overlay::{Hud, Receipt};
use crate::player::{Cursor, FrameDescription, Key, Player, Touch, Trouble};
use crate::run::complain;
use crate::screen::{Screen, ScreenError};
use crate::text::Fonts;
use crate::view::Canvas;
use crate::worker::{Outcome, Worker};

mod bar;
mod clock;
mod console;
mod show;
mod stuck;
mod values;

use bar::{Bar, first_error};
use clock::{Clock, Pace};
use console::Console;
use stuck::Stuck;
use values::Values;

/// What happens to the window, and what came of compiling.
#[derive(Debug)]
pub enum Happening {
    /// A text was compiled, or was not.
    Outcome(Outcome),
    /// The file cannot be read; the reason.
    Unreadable(String),
    /// The window's size in device pixels, and how many are a CSS pixel.
    Canvas(Canvas),
    /// The pointer, in device pixels.
    PointerMoved([f64; 2]),
    /// The main button.
    Pressed,
    /// The button that moves the view.
    PanPressed,
    /// Either button.
    Released,
    /// The wheel: a factor to zoom by.
    Zoom(f64),
    /// A key goes down, or repeats.
    KeyPressed(Key),
    /// A finger.
    Touch {
        /// Which of those that are down.
        finger: u64,
        /// What it does.
        touch: Touch,
        /// Where, in device pixels.
        at: [f64; 2],
    },
    /// A key goes up.
    KeyReleased(Key),
    /// The window system lost what was shown.
    Expose,
    /// The window closes.
    Quit,
}

/// Two presses at the same place within this time are a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// What colorplots into images may take on the CPU when an applet starts: later ones read them.
const START: Duration = Duration::from_secs(5);

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

/// Sends to the stage, and hurries it where that matters. Clones send to the same.
#[derive(Clone)]
pub struct StageSender {
    sender: Sender<Happening>,
    /// Ends the painting on the CPU of a picture that is already outdated.
    hurry: Arc<AtomicBool>,
}

impl StageSender {
    /// A sender, and where its stage will listen.
    pub fn channel() -> (StageSender, StageReceiver) {
        let (sender, receiver) = mpsc::channel();
        let hurry = Arc::new(AtomicBool::new(false));
        (
            StageSender {
                sender,
                hurry: Arc::clone(&hurry),
            },
            StageReceiver { receiver, hurry },
        )
    }

    /// Tells the stage. Ignored if it has ended.
    pub fn send(&self, happening: Happening) {
        self.hurry.store(true, Ordering::Relaxed);
        drop(self.sender.send(happening));
    }
}

/// Where a stage listens.
pub struct StageReceiver {
    receiver: Receiver<Happening>,
    hurry: Arc<AtomicBool>,
}

/// Starts the thread.
pub fn start<A: Audience>(setting: Setting<A>, inbox: StageReceiver) -> JoinHandle<()> {
    thread::spawn(move || {
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
            fonts: Fonts::default(),
            player: None,
            programs: Vec::new(),
            clock: Clock::default(),
            picture: Freshness::Current,
            overlay_changed: true,
            paintings: Vec::new(),
            fine: true,
            began: Instant::now(),
            behind: false,
            refused: Vec::new(),
            stuck: Stuck::default(),
            description: FrameDescription::default(),
            bar: Bar {
                notice,
                ..Bar::default()
            },
            show_hud: false,
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
            studio: Arc::new(Studio {
                camera,
                ..Studio::default()
            }),
            pace: Pace::default(),
            ended: false,
        };
        stage.screen_mut(|screen| screen.resize(canvas.device));
        stage.run();
    })
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
    audience: A,
    inbox: StageReceiver,
    fonts: Fonts,
    player: Option<Player>,
    programs: Vec<PlotProgram>,
    clock: Clock,
    picture: Freshness,
    /// Where the pointer has moved to, not yet told to the player: of many places only the last
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
    stuck: Stuck,
    /// The frame that is shown.
    description: FrameDescription,
    bar: Bar,
    show_hud: bool,
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
    studio: Arc<Studio>,
    /// Nothing can be shown any more.
    ended: bool,
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
        loop {
            match self.wait() {
                Some(Happening::Quit) => return,
                Some(happening) => self.take(happening),
                None => {}
            }
            // All that has piled up, before another picture of it.
            while let Ok(happening) = self.inbox.receiver.try_recv() {
                if matches!(happening, Happening::Quit) {
                    return;
                }
                self.take(happening);
            }
            self.move_pointer();
            self.tell_output();
            self.tell_values();
            if !self.ended
                && let Err(error) = self.show()
            {
                self.recover(error);
            }
            if self.ended {
                return;
            }
        }
    }

    /// Waits until something happens or a frame is due.
    fn wait(&mut self) -> Option<Happening> {
        let unfinished = matches!(self.picture, Freshness::Coarse | Freshness::Partial);
        let due = if self.overlay_changed || unfinished {
            Some(Duration::ZERO)
        } else if self.picture == Freshness::Outdated || self.is_animated() || self.is_outdated() {
            Some(self.next_frame())
        } else {
            self.next_timer()
        };
        let due = [due, self.console.due(), self.values.due()];
        let due = due.into_iter().flatten().min();
        let receiver = &self.inbox.receiver;
        let received = match due {
            Some(due) => receiver.recv_timeout(due),
            None => receiver.recv().map_err(RecvTimeoutError::from),
        };
        match received {
            Ok(happening) => Some(happening),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Happening::Quit),
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
        if let Some(player) = &self.player
            && let Some((version, values)) = self.values.tell(player, &self.description)
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
        let due = self.player.as_ref()?.next_timer()?;
        if self.clock.paused.is_some() {
            return None;
        }
        let left = (due - self.clock.seconds()).max(0.0);
        Some(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX))
    }

    fn is_outdated(&mut self) -> bool {
        self.player.as_mut().is_some_and(Player::is_outdated)
    }

    fn is_animated(&self) -> bool {
        self.clock.paused.is_none()
            && !self.stalled
            && self.player.as_ref().is_some_and(Player::is_playing)
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
            self.with_player(|player| player.pointer_moved(at.map(|place| place / scale)));
            self.show_cursor();
        }
    }

    fn show_cursor(&mut self) {
        let cursor = self.player.as_ref().map(Player::cursor).unwrap_or_default();
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
                    self.with_player(|player| player.set_canvas(canvas));
                }
            }
            Happening::PointerMoved(at) => self.moved_to = Some(at),
            Happening::Pressed => {
                self.forget_notice();
                self.stalled = false;
                let at = self.player.as_ref().map(Player::pointer);
                let again = self.pressed.is_some_and(|(when, place)| {
                    when.elapsed() < DOUBLE_CLICK && Some(place) == at
                });
                let at = at.filter(|_| !again);
                self.pressed = at.map(|at| (Instant::now(), at));
                self.with_player(if again {
                    Player::pointer_pressed_again
                } else {
                    Player::pointer_pressed
                });
            }
            Happening::PanPressed => self.with_player(Player::pan_pressed),
            Happening::Released => self.with_player(Player::pointer_released),
            Happening::Zoom(factor) => self.with_player(|player| player.zoom(factor)),
            Happening::KeyPressed(key) => {
                self.forget_notice();
                self.key_pressed(&key);
            }
            Happening::Touch { finger, touch, at } => {
                let at = at.map(|place| place / self.canvas.scale);
                self.with_player(|player| player.touch(finger, touch, at));
            }
            Happening::KeyReleased(key) => {
                if self.player.as_ref().is_some_and(Player::listens_to_keys) {
                    self.with_player(|player| player.key_released(&key));
                }
            }
            Happening::Expose => self.overlay_changed = true,
            Happening::Quit => {}
        }
    }

    fn with_player(&mut self, act: impl FnOnce(&mut Player)) {
        if let Some(player) = &mut self.player {
            act(player);
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
        // With Control it is meant for a text field or the window, whatever scripts do.
        let takes =
            |player: &Player| player.is_editing() || player.listens_to_keys() && !key.control;
        if self.player.as_ref().is_some_and(takes) {
            self.with_player(|player| player.key_pressed(key));
            return;
        }
        match key.name.as_str() {
            " " => {
                self.clock.toggle_pause();
                let paused = self.clock.paused.is_some();
                self.with_player(|player| player.hold(paused));
                self.hud.paused = paused;
                self.overlay_changed = true;
            }
            "h" | "H" => {
                self.show_hud = !self.show_hud;
                self.overlay_changed = true;
            }
            "r" | "R" => self.with_player(Player::reset_view),
            _ => {}
        }
    }

    fn outcome(&mut self, outcome: Outcome) {
        self.bar.unreadable = None;
        self.overlay_changed = true;
        match outcome {
            Outcome::Compiled(compiled) => self.load(*compiled),
            Outcome::Broken(source) => self.bar.broken = first_error(&source),
            Outcome::Failed(error, gpu) => {
                // That may be the one before, which both have found lost.
                let is_this = |screen: &Screen| screen.is_on(gpu.as_deref());
                if self.screen.as_ref().is_none_or(is_this) {
                    self.recover(error.into());
                }
            }
        }
    }

    fn load(&mut self, compiled: Compiled) {
        // Made for a device that is gone, and late: the text is on its way for this one.
        let device = self.screen.as_ref().and_then(Screen::device);
        if let (Some(pipelines), Some(device)) = (&compiled.pipelines, device)
            && !pipelines.gpu().is(device)
        {
            return;
        }
        let paints_images = compiled.image_plots().next().is_some();
        let restores = std::mem::take(&mut self.bereft) && paints_images;
        self.studio.easel.set(compiled.clone());
        let Compiled {
            source,
            plots,
            stages,
            structural,
            ..
        } = compiled;
        self.bar.broken = first_error(&source);
        self.bar.running = None;
        self.stalled = false;
        self.stuck = Stuck::default();
        self.studio.easel.allow(START);
        self.screen_mut(Screen::distrust);
        self.programs = plots;
        let receipt = Receipt {
            version: source.version,
            stages,
            structural,
        };
        let seed = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        // Local time would need the time zone; UTC does for what pictures need.
        let clock = seed.as_secs_f64() * 1e3;
        match &mut self.player {
            Some(player) => {
                player.interrupt().store(false, Ordering::Relaxed);
                let same = Arc::ptr_eq(&player.source().analysis, &source.analysis);
                if !same {
                    player.load(source);
                }
                if restores {
                    player.restore();
                }
                if !same || self.receipt_due.is_some() {
                    self.receipt_due = Some(receipt);
                    self.is_painted = false;
                }
            }
            None => {
                self.clock = Clock::default();
                let seed = seed.subsec_nanos().into();
                let studio = Arc::clone(&self.studio);
                let mut player = Player::new(source, self.canvas, studio, seed, clock);
                player.hold(self.clock.paused.is_some());
                self.player = Some(player);
                self.receipt_due = Some(receipt);
                self.is_painted = false;
            }
        }
        if let Some(player) = &self.player {
            self.worker.set_interrupt(player.interrupt());
        }
        self.picture = Freshness::Outdated;
    }

    /// After an error of the device: another screen, or the end if there is none.
    fn recover(&mut self, error: ScreenError) {
        /// So many in so much time are a device that fails at what we ask of it.
        const ATTEMPTS: usize = 3;
        const PERIOD: Duration = Duration::from_secs(300);
        self.recoveries
            .retain(|recovery| recovery.elapsed() < PERIOD);
        self.recoveries.push(Instant::now());
        // One that fails on the CPU as well has come to its end.
        let (remedy, is_last) = match self.recoveries.len() {
            0..=ATTEMPTS => (Remedy::Reopen, false),
            failures => (Remedy::Cpu, failures > ATTEMPTS + 1),
        };
        let recovered = match self.screen.take().filter(|_| !is_last) {
            Some(old) => {
                complain(&error);
                (self.recover)(old, remedy)
            }
            None => Err(error),
        };
        match recovered {
            Ok(mut screen) => {
                // Made for the device that is gone; others are on their way.
                self.programs.clear();
                self.paintings.clear();
                screen.resize(self.canvas.device);
                let notice = match screen.painter() {
                    Some(painter) => {
                        self.hud.painter = painter;
                        "the graphics device was lost and is opened again"
                    }
                    None => {
                        "CPU".clone_into(&mut self.hud.painter);
                        "the graphics device fails: drawing slowly, on the CPU"
                    }
                };
                self.bar.notice = Some(notice.to_owned());
                self.screen = Some(screen);
                self.bereft = true;
                self.picture = Freshness::Current;
                self.overlay_changed = true;
            }
            Err(error) => {
                self.audience.failed(&error);
                self.ended = true;
            }
        }
    }
}
