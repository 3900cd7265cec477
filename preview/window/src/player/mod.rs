//! The applet being played: its scripts, its clock, what the user does to it. It says what a frame
//! shows and paints nothing: no GPU, no window, no time but the one it is told, so that the window,
//! files and tests play the same applet.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cindyscript_applet::{Applet, Event, Port, TextRange, View};
use cindyscript_interpreter::display::Drawing;
use cindyscript_interpreter::{
    Interpreter, PixelEvaluator, Playback, PlotCall, Point, RuntimeError, Severity, World,
};

use crate::host::PageHost;
use crate::source::Source;
use crate::view::{self, Canvas, Navigation};

mod frame;
mod points;
#[cfg(test)]
mod tests;
mod user;

pub use frame::{FrameDescription, Mark, PlotDraw, Trouble};
use user::Grip;

/// The pointer's position, in world coordinates, before it has moved; CindyJS's.
const MOUSE_AT_START: [f64; 2] = [100.0, 100.0];

/// An applet, playing.
pub struct Player {
    source: Source,
    interpreter: Interpreter,
    canvas: Canvas,
    navigation: Navigation,
    /// In CSS pixels.
    pointer: [f64; 2],
    grip: Grip,
    frames: u64,
    seconds: f64,
    /// Names of points that the user has moved.
    moved: Vec<String>,
    /// What went wrong since the last frame, outside of it.
    troubles: Vec<Trouble>,
}

impl Player {
    /// Starts an applet: runs its init script at time 0. `clock` is the local time in milliseconds
    /// since 1970.
    pub fn new(source: Source, canvas: Canvas, seed: u64, clock: f64) -> Player {
        let mut interpreter = Interpreter::new(world(&source, seed, clock));
        interpreter.set_mouse(MOUSE_AT_START);
        let mut player = Player {
            interpreter,
            source,
            canvas,
            navigation: Navigation::default(),
            pointer: [0.0; 2],
            grip: Grip::default(),
            frames: 0,
            seconds: 0.0,
            moved: Vec::new(),
            troubles: Vec::new(),
        };
        player.start();
        player
    }

    /// Loads the program and begins: init, and the animation if it plays by itself.
    fn start(&mut self) {
        self.tell_view();
        self.interpreter.load(self.source.program());
        self.run(Event::Init);
        if self
            .applet()
            .is_some_and(|applet| applet.animation.autoplay)
        {
            self.interpreter.set_playback(Playback::Playing);
            self.run(Event::SimulationStart);
        }
    }

    /// Goes on with another version of the text. Variables keep their values, points that the user
    /// moved stay where they are, the animation goes on; init runs again only if its text changed,
    /// or the construction did.
    pub fn load(&mut self, source: Source, seed: u64, clock: f64) {
        let init = |source: &Source| {
            let script = source.applet()?.script(Event::Init)?;
            Some(script.source.shared_text())
        };
        let geometry = |source: &Source| -> Vec<_> {
            let elements = source.applet().map_or(&[][..], |applet| &applet.geometry);
            // Without ranges: an edit above the construction moves it in the file only.
            elements
                .iter()
                .map(|e| {
                    (
                        e.name.clone(),
                        e.kind.clone(),
                        e.position,
                        e.size,
                        e.color,
                        e.alpha,
                    )
                })
                .zip(elements.iter().map(|e| (e.labeled, e.visible, e.pinned)))
                .collect()
        };
        let rebuilt = geometry(&self.source) != geometry(&source);
        let begin_again = init(&self.source) != init(&source);
        let autoplay = |source: &Source| source.applet().map(|applet| applet.animation.autoplay);
        let other_autoplay = autoplay(&self.source) != autoplay(&source);
        self.source = source;
        if rebuilt {
            let kept: Vec<_> = self.positions().into_iter().collect();
            let playback = self.interpreter.playback();
            self.interpreter = Interpreter::new(world(&self.source, seed, clock));
            self.interpreter
                .set_mouse(self.view().to_world(self.pointer));
            self.interpreter.set_time(self.seconds);
            self.start();
            for (name, position) in kept {
                self.interpreter.move_point(&name, position);
            }
            if playback != Playback::Stopped && !other_autoplay {
                self.interpreter.set_playback(playback);
            }
            return;
        }
        self.tell_view();
        self.interpreter.load(self.source.program());
        if begin_again {
            self.run(Event::Init);
        }
        if other_autoplay {
            let autoplay = self
                .applet()
                .is_some_and(|applet| applet.animation.autoplay);
            let playback = if autoplay {
                Playback::Playing
            } else {
                Playback::Stopped
            };
            self.interpreter.set_playback(playback);
        }
    }

    /// The version that plays.
    pub fn source(&self) -> &Source {
        &self.source
    }

    fn applet(&self) -> Option<&Applet> {
        self.source.applet()
    }

    /// The points that the user has moved, and where they are.
    fn positions(&self) -> Vec<(String, [f64; 2])> {
        let moved = |point: &&Point| self.moved.iter().any(|name| *name == point.name);
        let points = self.interpreter.points();
        let points = points.iter().filter(moved);
        points
            .filter_map(|point| Some((point.name.to_string(), point.xy()?)))
            .collect()
    }

    /// The canvas.
    pub fn canvas(&self) -> Canvas {
        self.canvas
    }

    /// Takes another canvas.
    pub fn set_canvas(&mut self, canvas: Canvas) {
        self.canvas = canvas;
        self.tell_view();
    }

    /// Where the world lies on the canvas, in CSS pixels.
    pub fn view(&self) -> View {
        let port = self
            .applet()
            .and_then(|applet| applet.ports.first().cloned());
        let port = port.unwrap_or_else(|| Port::new(TextRange::default()));
        self.navigation.view(&port, &self.canvas)
    }

    fn tell_view(&mut self) {
        self.interpreter.set_view(self.view(), self.canvas.css());
    }

    /// The colour behind the picture: red, green, blue, 0 to 1; the port's on white.
    pub fn background(&self) -> [f64; 3] {
        let background = self
            .applet()
            .and_then(|applet| applet.ports.first()?.background);
        let [r, g, b, a] = background.unwrap_or([1.0; 4]);
        [r, g, b].map(|component| component * a + 1.0 - a)
    }

    /// Whether frames follow each other by themselves.
    pub fn is_playing(&self) -> bool {
        self.interpreter.playback() == Playback::Playing
    }

    /// Setting this ends a script that runs too long.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        self.interpreter.interrupt()
    }

    /// Runs the scripts of a frame at a time, in seconds since the start, and says what it shows.
    pub fn frame(&mut self, seconds: f64) -> FrameDescription {
        self.seconds = seconds;
        self.interpreter.set_time(seconds);
        if self.is_playing() {
            self.run(Event::Tick);
        }
        // What earlier scripts drew is cleared away.
        self.interpreter.begin_frame();
        self.run(Event::Move);
        self.run(Event::Draw);
        self.interpreter.end_frame();
        let (view, canvas) = (self.view(), self.canvas);
        // Any fixed sequence will do: it is hashed together with the pixel.
        let seed = (self.frames as u32).wrapping_mul(0x9E37_79B9);
        self.frames += 1;
        let drawings = self.interpreter.take_display_list().into_iter();
        let mut marks: Vec<Mark> = drawings
            .map(|drawing| match drawing {
                Drawing::Plot(mut call) => {
                    for value in &mut call.uniforms {
                        *value = self.interpreter.plain(value);
                    }
                    let frame = view::frame(&view, &canvas, seed);
                    let region = view::region(&view, &canvas, call.rectangle);
                    Mark::Plot(PlotDraw {
                        call,
                        frame,
                        region,
                    })
                }
                drawing => Mark::Drawing(drawing),
            })
            .collect();
        marks.extend(self.points(&view).into_iter().map(Mark::Drawing));
        FrameDescription {
            marks,
            errors: self.take_troubles(),
            output: self.interpreter.take_output(),
            interrupted: self.interpreter.interrupt().load(Ordering::Relaxed),
        }
    }

    /// What went wrong since the last frame, and the images that are missing.
    fn take_troubles(&mut self) -> Vec<Trouble> {
        let missing = self.source.missing_images();
        let mut troubles: Vec<Trouble> = missing
            .map(|(reason, range)| Trouble {
                message: reason.to_owned(),
                range: Some(range),
                fatal: false,
            })
            .collect();
        troubles.append(&mut self.troubles);
        troubles
    }

    /// Whether a script has asked for another frame since the last question.
    pub fn wants_repaint(&mut self) -> bool {
        self.interpreter.take_requests().repaint
    }

    /// What evaluates a colorplot of the last frame on the CPU.
    pub fn evaluator(&self, call: &PlotCall) -> PixelEvaluator {
        self.interpreter.pixel_evaluator(call)
    }

    fn run(&mut self, event: Event) {
        let errors = self.interpreter.run_event(event);
        let troubles = errors.into_iter().map(|error| trouble(&self.source, error));
        self.troubles.extend(troubles.collect::<Vec<_>>());
    }

    /// The points of the construction.
    fn points(&self, view: &View) -> Vec<Drawing> {
        let Some(applet) = self.applet() else {
            return Vec::new();
        };
        // Sizes count in virtual pixels.
        let [width, height] = self.canvas.css();
        let port = applet.ports.first();
        let pixels = port.map_or(1.0, |port| port.virtual_pixels(width, height));
        let points = self.interpreter.points();
        let visible = points.iter().filter(|point| point.appearance.visible);
        visible
            .filter_map(|point| Some((point, view.to_pixel(point.xy()?))))
            .flat_map(|(point, centre)| points::drawn(point, centre, pixels, applet))
            .collect()
    }
}

fn world(source: &Source, seed: u64, clock: f64) -> World {
    let nothing;
    let applet = match source.applet() {
        Some(applet) => applet,
        None => {
            nothing = Applet::new(TextRange::default());
            &nothing
        }
    };
    let mut world = World::new(applet);
    world.seed = seed;
    world.clock = clock;
    world.images = Arc::clone(&source.images);
    world.host = Arc::new(PageHost::new(source.document.name()));
    world
}

fn trouble(source: &Source, error: RuntimeError) -> Trouble {
    Trouble {
        range: source.range_of(error.term),
        fatal: error.severity == Severity::Error,
        message: error.message,
    }
}
