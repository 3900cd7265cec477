//! The thread that plays and paints. It owns player, screen and clock; showing a frame may block
//! it for as long as the frame takes, and never blocks the window or the compiler.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cindyscript_protocol::{ByteRange, FromPreview, Problem, Severity};
use cindyscript_shader::Frame;

use crate::bitmap::Bitmap;
use crate::compile::{Compiled, PlotProgram};
use crate::cpu;
use crate::gpu::Presented;
use crate::outbox::Outbox;
use crate::overlay::{self, Hud, Receipt, Tone};
use crate::paint;
use crate::player::{FrameDescription, Player, Trouble};
use crate::screen::{Screen, ScreenError};
use crate::source::{Source, milliseconds};
use crate::text::Fonts;
use crate::view::Canvas;
use crate::worker::{Outcome, Worker};

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
    /// A key: its text, its code for scripts, and what it means to the window.
    Key {
        /// What it types.
        text: String,
        /// CindyJS's `keycode()`.
        code: u32,
        /// Whether Control is held: then it is meant for the window whatever scripts do.
        control: bool,
    },
    /// The window system lost what was shown.
    Expose,
    /// The window closes.
    Quit,
}

/// What the stage tells the window.
pub trait Audience: Send + 'static {
    /// The pointer is over something to drag, or no longer.
    fn over_point(&self, over: bool);
    /// Nothing can be shown; the reason.
    fn failed(&self, error: &ScreenError);
}

/// What the stage is given.
pub struct Setting<A> {
    /// Makes the screen; called on the stage's own thread.
    pub screen: Box<dyn FnOnce() -> Result<Screen, ScreenError> + Send>,
    /// Makes another one when the device is lost.
    pub recover: Box<dyn FnMut(Screen) -> Result<Screen, ScreenError> + Send>,
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
            audience,
        } = setting;
        let screen = match screen() {
            Ok(screen) => screen,
            Err(error) => return audience.failed(&error),
        };
        let mut stage = Stage {
            screen: Some(screen),
            recover,
            recoveries: 0,
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
            refinement: Refinement::default(),
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
            over_point: false,
            receipt_due: None,
            problems: Vec::new(),
            pace: Pace::default(),
        };
        stage.screen_mut(|screen| screen.resize(canvas.device));
        stage.run();
    })
}

struct Stage<A> {
    /// None only while it is made again.
    screen: Option<Screen>,
    recover: Box<dyn FnMut(Screen) -> Result<Screen, ScreenError> + Send>,
    recoveries: u32,
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
    overlay_changed: bool,
    refinement: Refinement,
    /// The frame that is shown.
    description: FrameDescription,
    bar: Bar,
    show_hud: bool,
    hud: Hud,
    over_point: bool,
    /// The version that has not been shown yet.
    receipt_due: Option<Receipt>,
    /// As last reported.
    problems: Vec<Problem>,
    pace: Pace,
}

/// Whether the picture shows what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Freshness {
    /// It does.
    Current,
    /// It shows the right frame, but coarsely.
    Coarse,
    /// The scripts have to run again.
    Outdated,
}

/// What the bar may say, most urgent first.
#[derive(Clone, Debug, Default)]
struct Bar {
    /// The file cannot be read.
    unreadable: Option<String>,
    /// The first error of the newest text.
    broken: Option<String>,
    /// The first error of the scripts as they ran.
    running: Option<String>,
    /// Something worth knowing, until something happens.
    notice: Option<String>,
}

impl Bar {
    fn content(&self) -> Option<(Tone, &str)> {
        let errors = [&self.unreadable, &self.broken, &self.running];
        let error = errors.into_iter().flatten().next();
        let error = error.map(|text| (Tone::Error, text.as_str()));
        error.or(self.notice.as_deref().map(|text| (Tone::Note, text)))
    }
}

/// The applet's time: real time, without pauses.
#[derive(Debug)]
struct Clock {
    started: Instant,
    paused: Option<Instant>,
    lost: Duration,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            started: Instant::now(),
            paused: None,
            lost: Duration::ZERO,
        }
    }
}

impl Clock {
    fn seconds(&self) -> f64 {
        let now = self.paused.unwrap_or_else(Instant::now);
        now.saturating_duration_since(self.started)
            .saturating_sub(self.lost)
            .as_secs_f64()
    }

    fn toggle_pause(&mut self) {
        match self.paused.take() {
            Some(since) => self.lost += since.elapsed(),
            None => self.paused = Some(Instant::now()),
        }
    }
}

/// The squares that colorplots are painted in on the CPU: coarse while things move, fine at rest.
#[derive(Clone, Copy, Debug)]
struct Refinement {
    /// The side of the squares for a first picture.
    first: u32,
    /// The side of those of the picture shown.
    shown: u32,
}

impl Default for Refinement {
    fn default() -> Refinement {
        Refinement { first: 8, shown: 1 }
    }
}

impl Refinement {
    const COARSEST: u32 = 16;
    /// A first picture may take this long.
    const PATIENCE: Duration = Duration::from_millis(60);

    /// Learns from how long a first picture took.
    fn learn(&mut self, took: Duration) {
        if took > 2 * Refinement::PATIENCE {
            self.first = (self.first * 2).min(Refinement::COARSEST);
        } else if took < Refinement::PATIENCE / 4 {
            self.first = (self.first / 2).max(1);
        }
    }
}

/// When frames were shown, and how long they took.
#[derive(Debug, Default)]
struct Pace {
    last: Option<Instant>,
    /// Since the last status: when it was, frames, milliseconds.
    since: Option<Instant>,
    frames: u32,
    milliseconds: f64,
}

impl<A: Audience> Stage<A> {
    fn run(&mut self) {
        loop {
            match self.wait() {
                Some(Happening::Quit) => return,
                Some(happening) => self.happen(happening),
                None => {}
            }
            // All that has piled up, before another picture of it.
            while let Ok(happening) = self.inbox.receiver.try_recv() {
                if matches!(happening, Happening::Quit) {
                    return;
                }
                self.happen(happening);
            }
            if let Err(error) = self.show()
                && !self.recover(error)
            {
                return;
            }
        }
    }

    /// Waits until something happens or a frame is due.
    fn wait(&self) -> Option<Happening> {
        let receiver = &self.inbox.receiver;
        if self.picture != Freshness::Current || self.overlay_changed {
            return receiver.try_recv().ok();
        }
        let received = if self.is_animated() {
            let due = self.pace.last.map_or(Duration::ZERO, |last| {
                self.interval.saturating_sub(last.elapsed())
            });
            receiver.recv_timeout(due)
        } else {
            receiver.recv().map_err(RecvTimeoutError::from)
        };
        match received {
            Ok(happening) => Some(happening),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Happening::Quit),
        }
    }

    fn is_animated(&self) -> bool {
        self.clock.paused.is_none() && self.player.as_ref().is_some_and(Player::is_playing)
    }

    fn happen(&mut self, happening: Happening) {
        let scale = self.canvas.scale;
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
                    self.with_player(|player| {
                        player.set_canvas(canvas);
                        true
                    });
                }
            }
            Happening::PointerMoved(at) => {
                self.with_player(|player| player.pointer_moved(at.map(|place| place / scale)));
                let over = self.player.as_ref().is_some_and(Player::is_over_point);
                if over != self.over_point {
                    self.over_point = over;
                    self.audience.over_point(over);
                }
            }
            Happening::Pressed => {
                self.forget_notice();
                self.with_player(Player::pointer_pressed);
            }
            Happening::PanPressed => self.with_player(|player| {
                player.pan_pressed();
                false
            }),
            Happening::Released => self.with_player(Player::pointer_released),
            Happening::Zoom(factor) => self.with_player(|player| {
                player.zoom(factor);
                true
            }),
            Happening::Key {
                text,
                code,
                control,
            } => {
                self.forget_notice();
                self.key(&text, code, control);
            }
            Happening::Expose => self.overlay_changed = true,
            Happening::Quit => {}
        }
    }

    fn with_player(&mut self, act: impl FnOnce(&mut Player) -> bool) {
        if self.player.as_mut().is_some_and(act) {
            self.picture = Freshness::Outdated;
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

    fn key(&mut self, text: &str, code: u32, control: bool) {
        let listens = self.player.as_ref().is_some_and(Player::listens_to_keys);
        if listens && !control {
            self.with_player(|player| player.key_pressed(text, code));
            return;
        }
        match text {
            " " => {
                self.clock.toggle_pause();
                self.hud.paused = self.clock.paused.is_some();
                self.overlay_changed = true;
            }
            "h" | "H" => {
                self.show_hud = !self.show_hud;
                self.overlay_changed = true;
            }
            "r" | "R" => self.with_player(|player| {
                player.reset_view();
                true
            }),
            _ => {}
        }
    }

    fn outcome(&mut self, outcome: Outcome) {
        self.bar.unreadable = None;
        self.overlay_changed = true;
        match outcome {
            Outcome::Compiled(compiled) => self.load(*compiled),
            Outcome::Broken(source) => self.bar.broken = first_error(&source),
            Outcome::Failed(error) => {
                if !self.recover(error.into()) {
                    self.screen = None;
                }
            }
        }
    }

    fn load(&mut self, compiled: Compiled) {
        let Compiled {
            source,
            plots,
            stages,
            structural,
        } = compiled;
        self.bar.broken = first_error(&source);
        self.bar.running = None;
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
                    player.load(source, seed.subsec_nanos().into(), clock);
                }
                if !same || self.receipt_due.is_some() {
                    self.receipt_due = Some(receipt);
                }
            }
            None => {
                self.clock = Clock::default();
                let seed = seed.subsec_nanos().into();
                self.player = Some(Player::new(source, self.canvas, seed, clock));
                self.receipt_due = Some(receipt);
            }
        }
        if let Some(player) = &self.player {
            self.worker.set_interrupt(player.interrupt());
        }
        self.picture = Freshness::Outdated;
    }

    /// Paints what is outdated, and shows it.
    fn show(&mut self) -> Result<(), ScreenError> {
        let began = Instant::now();
        if self.is_animated()
            && self
                .pace
                .last
                .is_none_or(|last| last.elapsed() >= self.interval)
        {
            self.picture = Freshness::Outdated;
        }
        match self.picture {
            Freshness::Outdated => {
                if !self.play() {
                    return Ok(());
                }
                let step = self.refinement.first;
                self.paint(step)?;
                if self
                    .description
                    .plots
                    .iter()
                    .any(|draw| self.is_interpreted(draw))
                {
                    self.refinement.learn(began.elapsed());
                }
            }
            // What lies over the picture need not wait for a finer one.
            Freshness::Coarse if self.overlay_changed => {}
            Freshness::Coarse => {
                let step = self.refinement.shown / 2;
                self.paint(step)?;
            }
            Freshness::Current if self.overlay_changed => {}
            Freshness::Current => return Ok(()),
        }
        self.present(began)
    }

    /// Runs the scripts of a frame; whether there is something to paint.
    fn play(&mut self) -> bool {
        let Some(player) = &mut self.player else {
            self.picture = Freshness::Current;
            return self.overlay_changed;
        };
        let description = player.frame(self.clock.seconds());
        if description.interrupted {
            // What interrupted it is on its way.
            self.picture = Freshness::Current;
            return false;
        }
        let version = player.source().version;
        for draw in &description.plots {
            let program = self.programs.get(draw.call.plot.index());
            if let Some(observed) = program.and_then(|p| p.respecialisation(&draw.call)) {
                self.worker.respecialise(version, draw.call.plot, observed);
                // The picture stays until the program has come.
                self.picture = Freshness::Current;
                self.pace.last = Some(Instant::now());
                return false;
            }
        }
        self.description = description;
        self.report_problems();
        true
    }

    fn is_interpreted(&self, draw: &crate::player::PlotDraw) -> bool {
        let program = self.programs.get(draw.call.plot.index());
        !matches!(program, Some(PlotProgram::Shader(_)))
    }

    fn paint(&mut self, step: u32) -> Result<(), ScreenError> {
        let (Some(player), Some(screen)) = (&mut self.player, &mut self.screen) else {
            self.picture = Freshness::Current;
            return Ok(());
        };
        let hurry = &self.inbox.hurry;
        hurry.store(false, Ordering::Relaxed);
        // The first picture of a frame is never given up, or dragging would show nothing.
        let never = AtomicBool::new(false);
        let stop = if self.picture == Freshness::Outdated {
            &never
        } else {
            hurry.as_ref()
        };
        let mut interpreted = false;
        let scene = paint::scene(
            &self.description,
            &self.programs,
            &self.canvas,
            &self.fonts,
            |draw| {
                interpreted = true;
                let frame: &Frame = &draw.frame;
                cpu::paint(
                    &player.evaluator(&draw.call),
                    frame,
                    draw.region,
                    step,
                    stop,
                )
            },
        );
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        screen.paint(&scene)?;
        self.refinement.shown = step;
        let repaint = player.wants_repaint();
        self.picture = if repaint {
            Freshness::Outdated
        } else if interpreted && step > 1 {
            Freshness::Coarse
        } else {
            Freshness::Current
        };
        Ok(())
    }

    fn present(&mut self, began: Instant) -> Result<(), ScreenError> {
        let background = self.player.as_ref().map_or([1.0; 3], Player::background);
        self.hud.size = self.canvas.device;
        let overlays = self.overlays();
        let Some(screen) = &mut self.screen else {
            return Ok(());
        };
        let presented = screen.present(&overlays, background)?;
        let now = Instant::now();
        self.overlay_changed = false;
        self.pace.last = Some(began);
        match presented {
            Presented::Shown => {}
            Presented::Again => {
                self.overlay_changed = true;
                return Ok(());
            }
            Presented::Hidden => {
                // Nobody waits for the next one.
                thread::sleep(self.interval);
                return Ok(());
            }
        }
        self.hud.frame_ms = milliseconds(began, now);
        if let Some(mut receipt) = self.receipt_due.take() {
            receipt.stages.present = Some(milliseconds(began, now));
            self.hud.receipt = Some(receipt);
            self.overlay_changed |= self.show_hud;
            let Receipt {
                version,
                stages,
                structural,
            } = receipt;
            self.outbox.send(&FromPreview::Receipt {
                version,
                stages,
                structural,
            });
        }
        self.count_frame(now);
        Ok(())
    }

    fn overlays(&self) -> Vec<Bitmap> {
        let bar = self
            .bar
            .content()
            .map(|(tone, text)| overlay::bar(tone, text, &self.canvas, &self.fonts));
        let hud = self
            .show_hud
            .then(|| overlay::hud(&self.hud, &self.canvas, &self.fonts));
        hud.into_iter().chain(bar).collect()
    }

    /// Once a second while the animation runs: how it goes.
    fn count_frame(&mut self, now: Instant) {
        if !self.is_animated() {
            self.hud.frames_per_second = None;
            self.pace.since = None;
            return;
        }
        let since = *self.pace.since.get_or_insert(now);
        self.pace.frames += 1;
        self.pace.milliseconds += self.hud.frame_ms;
        let seconds = now.saturating_duration_since(since).as_secs_f64();
        if seconds >= 1.0 {
            let frames = f64::from(self.pace.frames);
            self.hud.frames_per_second = Some(frames / seconds);
            self.outbox.send(&FromPreview::Status {
                frames_per_second: frames / seconds,
                frame_ms: self.pace.milliseconds / frames,
            });
            (self.pace.since, self.pace.frames, self.pace.milliseconds) = (Some(now), 0, 0.0);
        }
    }

    /// Tells what goes wrong at run time, if that has changed.
    fn report_problems(&mut self) {
        let Some(player) = &self.player else { return };
        let source = player.source();
        let fatal = self.description.errors.iter().find(|trouble| trouble.fatal);
        let running = fatal.map(|trouble| in_line(source, trouble));
        if running != self.bar.running {
            self.bar.running = running;
            self.overlay_changed = true;
        }
        let reasons = crate::headless::reasons(&self.programs);
        let problems: Vec<Problem> = self
            .description
            .errors
            .iter()
            .chain(reasons)
            .map(problem)
            .collect();
        if problems != self.problems {
            let version = source.version;
            self.outbox.send(&FromPreview::Problems {
                version,
                problems: problems.clone(),
            });
            if !self.outbox.has_reader() {
                for trouble in &self.description.errors {
                    crate::run::complain(source.located(trouble.range, &trouble.message));
                }
            }
            self.problems = problems;
        }
    }

    /// After an error of the device: another screen. Whether there is one.
    fn recover(&mut self, error: ScreenError) -> bool {
        const ATTEMPTS: u32 = 3;
        self.recoveries += 1;
        let Some(screen) = self.screen.take().filter(|_| self.recoveries <= ATTEMPTS) else {
            self.audience.failed(&error);
            return false;
        };
        crate::run::complain(&error);
        // Made for the device that is gone.
        self.programs.clear();
        match (self.recover)(screen) {
            Ok(mut screen) => {
                screen.resize(self.canvas.device);
                self.screen = Some(screen);
                self.picture = Freshness::Current;
                self.overlay_changed = true;
                true
            }
            Err(error) => {
                self.audience.failed(&error);
                false
            }
        }
    }
}

/// The first error of a text, with its line.
fn first_error(source: &Source) -> Option<String> {
    let error = source.errors().next()?;
    let line = source.place(error.range.start()).line;
    Some(format!("line {line}: {}", error.message))
}

fn in_line(source: &Source, trouble: &Trouble) -> String {
    match trouble.range {
        Some(range) => format!(
            "line {}: {}",
            source.place(range.start()).line,
            trouble.message
        ),
        None => trouble.message.clone(),
    }
}

fn problem(trouble: &Trouble) -> Problem {
    Problem {
        message: trouble.message.clone(),
        range: trouble.range.map(|range| ByteRange {
            start: range.start().into(),
            end: range.end().into(),
        }),
        severity: if trouble.fatal {
            Severity::Error
        } else {
            Severity::Warning
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paused_clock_stands_still_and_goes_on_from_there() {
        let mut clock = Clock::default();
        clock.toggle_pause();
        let stopped = clock.seconds();
        thread::sleep(Duration::from_millis(20));
        assert!((clock.seconds() - stopped).abs() < 1e-9);
        clock.toggle_pause();
        assert!(clock.seconds() - stopped < 0.015);
    }

    #[test]
    fn the_bar_says_what_is_most_urgent() {
        let mut bar = Bar {
            notice: Some("slow".to_owned()),
            ..Bar::default()
        };
        assert_eq!(bar.content(), Some((Tone::Note, "slow")));
        bar.running = Some("a".to_owned());
        bar.broken = Some("b".to_owned());
        assert_eq!(bar.content(), Some((Tone::Error, "b")));
    }

    #[test]
    fn slow_pictures_begin_coarsely() {
        let mut refinement = Refinement::default();
        refinement.learn(Duration::from_secs(1));
        refinement.learn(Duration::from_secs(1));
        assert_eq!(refinement.first, Refinement::COARSEST);
        for _ in 0..10 {
            refinement.learn(Duration::from_millis(1));
        }
        assert_eq!(refinement.first, 1);
    }
}
