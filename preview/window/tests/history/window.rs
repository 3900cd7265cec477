//! A window without a window, and all that can be seen of it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::diagnostic::Trouble;
use cindyscript_player::frame::FrameDescription;
use cindyscript_player::paint;
use cindyscript_player::session::{Key, UserState};
use cindyscript_player::source;
use cindyscript_player::view::Canvas;
use cindyscript_render::compile::{Compiled, reasons};
use cindyscript_render::cpu::{Kind, Painting, PlotEvaluator, Until};
use cindyscript_render::gpu::Scene;
use cindyscript_render::gpu::{Gpu, GpuPicture};
use cindyscript_render::scene::scene;
use cindyscript_window::fonts::fonts;
use cindyscript_window::headless::CLOCK;
use cindyscript_window::host::Environment;
use cindyscript_window::status::Status;
use cindyscript_window::worker::{Outcome, Worker};

use crate::texts::Text;

const PATIENCE: Duration = Duration::from_secs(120);

/// Rounds and calls of one run of a script: what takes more, endless loops above all, ends there,
/// and not when the clock says so.
const STEPS: u64 = 100_000;

/// Something that happens to a window.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// A frame, at a time in seconds.
    Frame(f64),
    /// The pointer is at a place.
    Move([f64; 2]),
    Press,
    Release,
    /// A key goes down and up again.
    Key(&'static str),
    Zoom(f64),
}

/// What came of the texts that were sent to a window.
pub(crate) struct Window {
    worker: Worker,
    outcomes: Receiver<Outcome>,
    environment: Arc<Environment>,
    session: Option<Session>,
    compiled: Option<Compiled>,
    description: FrameDescription,
    /// What went wrong in colorplots into images.
    painted: Vec<Trouble>,
    /// What is painted with a GPU.
    picture: Option<GpuPicture>,
    pub(crate) status: Option<Status>,
    version: i32,
    /// What the user had done when the applet began anew last.
    pub(crate) user: Option<UserState>,
    /// Whether it did with the text that was loaded last, or goes on since the one before.
    pub(crate) is_anew: bool,
    /// What went wrong in all frames since the text was loaded.
    pub(crate) heard: Vec<String>,
    /// What has happened since the applet began anew.
    pub(crate) since: Vec<Act>,
}

/// All that can be seen of an applet.
#[derive(Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) diagnostics: Vec<String>,
    pub(crate) troubles: Vec<String>,
    pub(crate) values: BTreeMap<String, String>,
    pub(crate) pixels: Vec<u8>,
    pub(crate) playing: bool,
}

impl Window {
    pub(crate) fn new(gpu: Option<&Gpu>) -> Window {
        let (sender, outcomes) = channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        worker.use_gpu(gpu.cloned());
        Window {
            worker,
            outcomes,
            environment: Arc::default(),
            session: None,
            compiled: None,
            description: FrameDescription::default(),
            painted: Vec::new(),
            picture: gpu.cloned().map(GpuPicture::new),
            status: None,
            version: 0,
            user: None,
            is_anew: false,
            heard: Vec::new(),
            since: Vec::new(),
        }
    }

    /// As the stage does.
    pub(crate) fn read(&mut self, (path, text): &Text) {
        self.version += 1;
        self.worker.read(source::Text {
            path: path.clone(),
            text: text.clone(),
            version: self.version,
            arrived: Instant::now(),
        });
        match self.outcomes.recv_timeout(PATIENCE).unwrap() {
            Outcome::Compiled(compiled) => self.load(*compiled),
            Outcome::Broken(source) => self.status = Some(Status::of_unreadable(&source)),
            Outcome::Crashed(_, fault) => panic!("{fault}"),
            Outcome::Failed(error, _) => panic!("{error}"),
        }
    }

    fn load(&mut self, compiled: Compiled) {
        let source = compiled.source.clone();
        self.status = Status::of(&source, &[]);
        self.environment.image_painter.set(compiled.clone());
        self.compiled = Some(compiled);
        match &mut self.session {
            Some(session) => session.load(source),
            None => {
                let canvas = Canvas {
                    device: [40, 30],
                    scale: 1.0,
                };
                let environment = Arc::clone(&self.environment);
                let mut session = Session::new(source, canvas, environment, 5, CLOCK);
                session.set_step_budget(STEPS);
                self.session = Some(session);
            }
        }
        self.begin();
    }

    /// Does what was done to another window.
    pub(crate) fn replay(&mut self, user: UserState) {
        if let Some(session) = &mut self.session {
            session.replay(user);
        }
        self.begin();
    }

    fn begin(&mut self) {
        let anew = self
            .session
            .as_ref()
            .filter(|session| session.frames() == 0);
        self.is_anew = anew.is_some();
        self.heard.clear();
        if let Some(session) = anew {
            self.user = Some(session.user_state());
            self.since.clear();
        }
    }

    pub(crate) fn act(&mut self, act: &Act) {
        let Some(session) = &mut self.session else {
            return;
        };
        self.since.push(act.clone());
        match *act {
            Act::Frame(seconds) => self.frame(seconds),
            Act::Move(at) => session.pointer_moved(at),
            Act::Press => session.pointer_pressed(),
            Act::Release => session.pointer_released(),
            Act::Zoom(factor) => session.zoom(factor),
            Act::Key(name) => {
                let code = name.chars().next().map_or(0, u32::from);
                let key = Key {
                    name: name.to_owned(),
                    code,
                    typed: (name.len() == 1).then_some(code),
                    ..Key::default()
                };
                // As the stage does.
                if session.is_editing() || session.listens_to_keys() {
                    session.key_pressed(&key);
                }
                if session.listens_to_keys() {
                    session.key_released(&key);
                }
            }
        }
    }

    fn frame(&mut self, seconds: f64) {
        let (Some(session), Some(compiled)) = (&mut self.session, &mut self.compiled) else {
            return;
        };
        self.description = session.frame(seconds);
        let errors = self.description.errors.iter();
        self.heard.extend(errors.map(|error| format!("{error:?}")));
        let painted = self.environment.image_painter.take_troubles();
        self.painted = painted
            .into_iter()
            .map(|error| session.trouble(error))
            .collect();
        for draw in self.description.plots() {
            let plot = draw.call.plot;
            for _ in 0..4 {
                let program = compiled.plots.get(plot.index());
                let wanted = program.and_then(|program| program.respecialisation(&draw.call));
                let Some(observed) = wanted else { break };
                compiled.respecialise(plot, &observed).unwrap();
            }
        }
        self.environment.image_painter.update(&mut compiled.plots);
        if self.picture.is_some() {
            let (scene, _) = self.scene();
            if let Some(picture) = &mut self.picture {
                picture.distrust();
                picture.paint(&scene).unwrap();
            }
        }
    }

    /// What the last frame shows, and what went wrong where the CPU paints it.
    fn scene(&self) -> (Scene, Vec<Trouble>) {
        let (session, compiled) = (
            self.session.as_ref().unwrap(),
            self.compiled.as_ref().unwrap(),
        );
        let mut troubles = Vec::new();
        let scene = scene(
            &self.description,
            &compiled.plots,
            &session.canvas(),
            &fonts(),
            |draw| -> Bitmap {
                let program = compiled.plots.get(draw.call.plot.index());
                let evaluator =
                    PlotEvaluator::new(session.evaluator(&draw.call), &draw.call, program);
                let mut painting =
                    Painting::new(evaluator, draw.frame, draw.region, Kind::Colour, true);
                painting.go_on(Until::Done, || false);
                troubles.extend(painting.trouble().map(|error| session.trouble(error)));
                painting.bitmap()
            },
        );
        (scene, troubles)
    }

    pub(crate) fn seen(&self) -> Seen {
        let (session, compiled) = (
            self.session.as_ref().unwrap(),
            self.compiled.as_ref().unwrap(),
        );
        let (scene, painted) = self.scene();
        let picture = match &self.picture {
            Some(picture) => picture.read().unwrap(),
            None => paint::flatten(&scene),
        };
        let troubles = self.description.errors.iter().chain(&self.painted);
        let globals = session
            .globals()
            .map(|(name, value)| (name.to_owned(), session.print(value)));
        let elements = session.elements().map(|name| {
            let (_, fields) = session.element(name).unwrap();
            let values = fields.iter().filter_map(|field| session.field(name, field));
            let values: Vec<_> = values.map(|value| session.print(&value)).collect();
            (format!("element {name}"), values.join(" "))
        });
        Seen {
            diagnostics: (session.source().analysis.diagnostics.iter())
                .map(|found| format!("{found:?}"))
                .collect(),
            troubles: troubles
                .chain(&painted)
                .chain(reasons(&compiled.plots))
                .map(|trouble| format!("{trouble:?}"))
                .collect(),
            values: globals.chain(elements).collect(),
            pixels: picture.rgba().to_vec(),
            playing: session.is_playing(),
        }
    }
}
