//! The applet being played: its scripts, its clock, what the user does to it. It says what a frame
//! shows and paints nothing: no GPU, no window, no time but the one it is told, so that the window,
//! files and tests play the same applet.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cindyscript_applet::{Applet, Event, Port, TextRange, View};
use cindyscript_interpreter::{
    Interpreter, Output, PixelEvaluator, Playback, PlotCall, Point, RuntimeError, Severity, Value,
    World,
};
use cindyscript_shader::Frame;

use crate::scene::Region;
use crate::source::Source;
use crate::view::{self, Canvas, Navigation};

/// A press within this many CSS pixels of a point's centre takes it, however small it is.
const REACH: f64 = 12.0;

/// The pointer's position, in world coordinates, before it has moved; CindyJS's.
const MOUSE_AT_START: [f64; 2] = [100.0, 100.0];

/// What a frame shows, from back to front: colorplots, then points.
#[derive(Clone, Debug, Default)]
pub struct FrameDescription {
    /// The colorplots that the scripts executed, in order.
    pub plots: Vec<PlotDraw>,
    /// The points of the construction, in order.
    pub points: Vec<PointMark>,
    /// What went wrong in the scripts of this frame.
    pub errors: Vec<Trouble>,
    /// What the scripts printed.
    pub output: Vec<Output>,
    /// A script was stopped from outside; the frame is incomplete and not to be shown.
    pub interrupted: bool,
}

/// A colorplot to paint.
#[derive(Clone, Debug)]
pub struct PlotDraw {
    /// Which, and the values of its uniforms.
    pub call: PlotCall,
    /// Where the picture's pixels lie in the world.
    pub frame: Frame,
    /// The pixels to paint.
    pub region: Region,
}

/// A point to paint. Places and lengths are in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct PointMark {
    /// Its centre.
    pub centre: [f64; 2],
    /// Its radius.
    pub radius: f64,
    /// Red, green, blue, alpha, 0 to 1.
    pub colour: [f64; 4],
    /// The name beside it, if it is shown.
    pub label: Option<Label>,
}

/// The name beside a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Height of the em in CSS pixels.
    pub size: f64,
    /// Red, green, blue, alpha, 0 to 1.
    pub colour: [f64; 4],
}

/// Something that went wrong while a script ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What, in one line.
    pub message: String,
    /// Where, in bytes of the file.
    pub range: Option<TextRange>,
    /// Whether the script ended there.
    pub fatal: bool,
}

/// What a press of the pointer took hold of.
#[derive(Clone, Debug, Default)]
enum Grip {
    /// The pointer is up.
    #[default]
    Nothing,
    /// A point, which lies this far from the pointer, in CSS pixels.
    Point { name: String, offset: [f64; 2] },
    /// The background, which moves along.
    Background,
    /// Nothing that moves: the scripts listen.
    Scripts,
}

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
        let points = self.interpreter.points().iter().filter(moved);
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
        drop(self.interpreter.take_display_list());
        self.run(Event::Move);
        self.run(Event::Draw);
        let (view, canvas) = (self.view(), self.canvas);
        // Any fixed sequence will do: it is hashed together with the pixel.
        let seed = (self.frames as u32).wrapping_mul(0x9E37_79B9);
        self.frames += 1;
        let calls = self.interpreter.take_display_list().into_iter();
        let plots = calls.map(|mut call| {
            for value in &mut call.uniforms {
                self.place(value);
            }
            let frame = view::frame(&view, &canvas, seed);
            let region = view::region(&view, &canvas, call.rectangle);
            PlotDraw {
                call,
                frame,
                region,
            }
        });
        FrameDescription {
            plots: plots.collect(),
            points: self.marks(&view),
            errors: std::mem::take(&mut self.troubles),
            output: self.interpreter.take_output(),
            interrupted: self.interpreter.interrupt().load(Ordering::Relaxed),
        }
    }

    /// Replaces points of the construction by their coordinates: all that a pixel sees of them.
    fn place(&self, value: &mut Value) {
        match value {
            Value::Element(_) => {
                let name = self.interpreter.print(value);
                let mut points = self.interpreter.points().iter();
                let position = points.find(|point| point.name == name).and_then(Point::xy);
                *value = position.map_or(Value::Undefined, Value::from);
            }
            Value::List(list) if list.items().iter().any(holds_elements) => {
                let mut items = list.items().to_vec();
                items.iter_mut().for_each(|item| self.place(item));
                *value = items.into_iter().collect();
            }
            _ => {}
        }
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

    fn marks(&self, view: &View) -> Vec<PointMark> {
        let Some(applet) = self.applet() else {
            return Vec::new();
        };
        let defaults = &applet.default_appearance;
        // Sizes count in virtual pixels.
        let [width, height] = self.canvas.css();
        let pixels = applet
            .ports
            .first()
            .map_or(1.0, |port| port.virtual_pixels(width, height));
        let points = self
            .interpreter
            .points()
            .iter()
            .filter(|point| point.visible);
        points
            .filter_map(|point| {
                let [r, g, b] = point.color.unwrap_or(defaults.point_color);
                let alpha = point.alpha.unwrap_or(defaults.alpha);
                let [text_r, text_g, text_b] = defaults.text_color;
                Some(PointMark {
                    centre: view.to_pixel(point.xy()?),
                    radius: point.size.unwrap_or(defaults.point_size).max(0.0) / pixels,
                    colour: [r, g, b, alpha],
                    label: point.labeled.then(|| Label {
                        text: point.name.to_string(),
                        size: defaults.text_size / pixels,
                        colour: [text_r, text_g, text_b, alpha],
                    }),
                })
            })
            .collect()
    }
}

/// What the user does.
impl Player {
    /// The pointer is at a place, in CSS pixels. Whether the picture may change by it.
    pub fn pointer_moved(&mut self, at: [f64; 2]) -> bool {
        let by = [0, 1].map(|axis| at[axis] - self.pointer[axis]);
        self.pointer = at;
        let view = self.view();
        self.interpreter.set_mouse(view.to_world(at));
        match self.grip.clone() {
            Grip::Nothing => {
                let listens = self.listens_to(Event::MouseMove);
                self.run(Event::MouseMove);
                listens || self.reads_mouse()
            }
            Grip::Point { name, offset } => {
                let place = [0, 1].map(|axis| at[axis] + offset[axis]);
                self.interpreter.move_point(&name, view.to_world(place));
                if !self.moved.contains(&name) {
                    self.moved.push(name);
                }
                self.run(Event::MouseDrag);
                true
            }
            Grip::Background => {
                self.navigation.pan(by);
                self.tell_view();
                true
            }
            Grip::Scripts => {
                self.run(Event::MouseDrag);
                true
            }
        }
    }

    /// The main button goes down: takes a point, or the background unless scripts listen. Whether
    /// the picture may change by it.
    pub fn pointer_pressed(&mut self) -> bool {
        const OWN: [Event; 4] = [
            Event::MouseDown,
            Event::MouseDrag,
            Event::MouseUp,
            Event::MouseClick,
        ];
        self.grip = match self.point_at(self.pointer) {
            Some((name, centre)) => {
                let offset = [0, 1].map(|axis| centre[axis] - self.pointer[axis]);
                Grip::Point { name, offset }
            }
            None if OWN.into_iter().any(|event| self.listens_to(event)) => Grip::Scripts,
            None => Grip::Background,
        };
        let listens = self.listens_to(Event::MouseDown);
        self.run(Event::MouseDown);
        listens
    }

    /// A button goes down that moves the view whatever the scripts do.
    pub fn pan_pressed(&mut self) {
        self.grip = Grip::Background;
    }

    /// The button goes up. Whether the picture may change by it.
    pub fn pointer_released(&mut self) -> bool {
        let grip = std::mem::take(&mut self.grip);
        if matches!(grip, Grip::Background | Grip::Nothing) {
            return false;
        }
        self.run(Event::MouseUp);
        self.run(Event::MouseClick);
        self.listens_to(Event::MouseUp) || self.listens_to(Event::MouseClick)
    }

    /// Whether some script runs at keys.
    pub fn listens_to_keys(&self) -> bool {
        let keys = [
            Event::KeyDown,
            Event::KeyUp,
            Event::KeyTyped,
            Event::KeyType,
        ];
        keys.into_iter().any(|event| self.listens_to(event))
    }

    /// A key goes down. Whether the picture may change by it.
    pub fn key_pressed(&mut self, text: &str, code: u32) -> bool {
        self.interpreter.set_key(text, code);
        let mut listens = false;
        for event in [Event::KeyDown, Event::KeyTyped, Event::KeyType] {
            listens |= self.listens_to(event);
            self.run(event);
        }
        listens
    }

    /// Magnifies, keeping what is under the pointer there.
    pub fn zoom(&mut self, factor: f64) {
        self.navigation.zoom(factor, self.pointer, &self.canvas);
        self.tell_view();
    }

    /// Forgets pan and zoom.
    pub fn reset_view(&mut self) {
        self.navigation = Navigation::default();
        self.tell_view();
    }

    /// Whether the pointer is over something that can be dragged.
    pub fn is_over_point(&self) -> bool {
        self.point_at(self.pointer).is_some()
    }

    /// The movable point nearest to a place, within reach: its name and centre, in CSS pixels.
    fn point_at(&self, at: [f64; 2]) -> Option<(String, [f64; 2])> {
        let view = self.view();
        let movable = self
            .interpreter
            .points()
            .iter()
            .filter(|p| p.visible && !p.pinned);
        let near = movable.filter_map(|point| {
            let centre = view.to_pixel(point.xy()?);
            let distance = (centre[0] - at[0]).hypot(centre[1] - at[1]);
            let reach = REACH.max(1.5 * point.size.unwrap_or_default());
            (distance <= reach).then(|| (distance, point.name.to_string(), centre))
        });
        let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((nearest.1, nearest.2))
    }

    fn listens_to(&self, event: Event) -> bool {
        self.applet()
            .is_some_and(|applet| applet.script(event).is_some())
    }

    /// Whether some script asks where the mouse is.
    fn reads_mouse(&self) -> bool {
        let callees = &self.interpreter.program().callees;
        callees
            .iter()
            .any(|callee| callee.name.eq_ignore_ascii_case("mouse"))
    }
}

/// Lists are at most 500 deep.
fn holds_elements(value: &Value) -> bool {
    match value {
        Value::Element(_) => true,
        Value::List(list) => list.items().iter().any(holds_elements),
        _ => false,
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
    world
}

fn trouble(source: &Source, error: RuntimeError) -> Trouble {
    Trouble {
        range: source.range_of(error.term),
        fatal: error.severity == Severity::Error,
        message: error.message,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::source::Text;

    const PAGE: &str = r#"<canvas id="c"></canvas>
<script id="csinit" type="text/x-cindyscript">n = 0; f(x) := x + 1;</script>
<script id="csdraw" type="text/x-cindyscript">n = n + 1; colorplot(|#| - |A|);</script>
<script id="cstick" type="text/x-cindyscript">t = seconds();</script>
<script>CindyJS({scripts: "cs*", animation: {autoplay: true},
  ports: [{id: "c", width: 400, height: 200, background: "rgba(0, 0, 0, 0.5)",
           transform: [{visibleRect: [-4, 2, 4, -2]}]}],
  geometry: [{name: "A", type: "Free", pos: [1, 1], size: 4, labeled: true},
             {name: "P", type: "Free", pos: [-1, 1], pinned: true}]});</script>"#;

    fn source(text: &str) -> Source {
        let text = Text {
            path: "a.html".to_owned(),
            text: text.to_owned(),
            version: 1,
            arrived: Instant::now(),
        };
        Source::new(text, None).0
    }

    fn player() -> Player {
        let canvas = Canvas {
            device: [400, 200],
            scale: 1.0,
        };
        Player::new(source(PAGE), canvas, 0, 0.0)
    }

    fn number(player: &Player, name: &str) -> f64 {
        player
            .interpreter
            .variable(name)
            .and_then(Value::real)
            .unwrap_or(f64::NAN)
    }

    fn centre(player: &mut Player, index: usize) -> [f64; 2] {
        player.frame(0.0).points[index].centre
    }

    #[test]
    fn a_frame_has_plots_and_points() {
        let mut player = player();
        let frame = player.frame(0.5);
        assert_eq!(frame.errors, []);
        assert_eq!((frame.plots.len(), frame.points.len()), (1, 2));
        assert_eq!(frame.points[0].centre, [250.0, 50.0]);
        assert_eq!(frame.points[0].radius, 4.0);
        assert_eq!(
            frame.points[0].label.as_ref().map(|label| &*label.text),
            Some("A")
        );
        assert_eq!(frame.points[1].label, None);
        assert_eq!(frame.plots[0].region, Region::all([400, 200]));
        assert_eq!(player.background(), [0.5; 3]);
        // Points have become coordinates.
        let uniforms = &frame.plots[0].call.uniforms;
        assert!(!uniforms.iter().any(holds_elements));
        assert_eq!(number(&player, "t"), 0.5);
    }

    #[test]
    fn points_are_dragged_and_pinned_ones_stay() {
        let mut player = player();
        // Two pixels beside the centre: it stays two pixels beside the pointer.
        player.pointer_moved([252.0, 50.0]);
        assert!(player.is_over_point());
        player.pointer_pressed();
        assert!(player.pointer_moved([302.0, 100.0]));
        player.pointer_released();
        assert!(!player.pointer_moved([10.0, 10.0]));
        assert_eq!(centre(&mut player, 0), [300.0, 100.0]);
        player.pointer_moved([150.0, 50.0]);
        assert!(!player.is_over_point());
    }

    #[test]
    fn the_background_is_dragged_and_zoomed() {
        let mut player = player();
        player.pointer_moved([20.0, 20.0]);
        player.pointer_pressed();
        player.pointer_moved([30.0, 25.0]);
        player.pointer_released();
        assert_eq!(centre(&mut player, 0), [260.0, 55.0]);
        player.pointer_moved([260.0, 55.0]);
        player.zoom(2.0);
        assert_eq!(centre(&mut player, 0), [260.0, 55.0]);
        player.reset_view();
        assert_eq!(centre(&mut player, 0), [250.0, 50.0]);
    }

    #[test]
    fn edits_keep_variables_points_and_animation() {
        let mut player = player();
        player.pointer_moved([250.0, 50.0]);
        player.pointer_pressed();
        player.pointer_moved([200.0, 100.0]);
        player.pointer_released();
        player.frame(1.0);
        player.frame(1.1);
        assert_eq!(number(&player, "n"), 2.0);
        player.load(source(&PAGE.replace("|#| - |A|", "|#|")), 0, 0.0);
        player.frame(1.2);
        assert_eq!(number(&player, "n"), 3.0);
        assert_eq!(centre(&mut player, 0), [200.0, 100.0]);
        assert!(player.is_playing());
        // Another init runs again, and only it.
        player.load(source(&PAGE.replace("n = 0", "n = 40")), 0, 0.0);
        player.frame(1.3);
        assert_eq!(number(&player, "n"), 41.0);
        assert_eq!(centre(&mut player, 0), [200.0, 100.0]);
        // Another construction keeps what the user moved.
        player.load(
            source(&PAGE.replace("pos: [-1, 1]", "pos: [-2, 1]")),
            0,
            0.0,
        );
        assert_eq!(centre(&mut player, 0), [200.0, 100.0]);
        assert_eq!(centre(&mut player, 1), [100.0, 50.0]);
        assert!(player.is_playing());
    }

    #[test]
    fn errors_have_their_place_in_the_file() {
        let page = PAGE.replace("n = n + 1;", "n = n + 1; if(3, 1);");
        let canvas = Canvas {
            device: [400, 200],
            scale: 1.0,
        };
        let mut player = Player::new(source(&page), canvas, 0, 0.0);
        let frame = player.frame(0.0);
        let range = frame.errors.first().and_then(|trouble| trouble.range);
        assert_eq!(
            range.map(|range| &page[range]),
            Some("if(3, 1)"),
            "{:?}",
            frame.errors
        );
    }

    #[test]
    fn the_same_frames_are_the_same() {
        let (mut a, mut b) = (player(), player());
        for frame in 0..3 {
            let (a, b) = (a.frame(f64::from(frame)), b.frame(f64::from(frame)));
            assert_eq!(format!("{a:?}"), format!("{b:?}"));
        }
    }
}
