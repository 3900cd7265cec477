//! A window without a window, and all that can be seen of it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::session::{Key, UserEvent, UserState};
use cindyscript_player::source;
use cindyscript_player::view::Canvas;
use cindyscript_render::FrameLoop;
use cindyscript_render::compile::{AtOnce, Compiled};
use cindyscript_render::frame_loop::{Budget, Loaded, Start};
use cindyscript_render::gpu::Gpu;
use cindyscript_window::headless::CLOCK;
use cindyscript_window::host::Environment;
use cindyscript_window::status::Status;
use cindyscript_window::worker::{CompileOutcome, Worker};

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
    outcomes: Receiver<CompileOutcome>,
    frames: FrameLoop,
    /// Whether a GPU paints each frame.
    on_gpu: bool,
    pub(crate) status: Option<Status>,
    version: i32,
    /// What the user had done when the applet began anew last.
    pub(crate) user: Option<UserState>,
    /// Whether it did with the text that was loaded last, or goes on since the one before.
    pub(crate) is_anew: bool,
    /// What went wrong in all frames since the text was loaded.
    pub(crate) heard: Vec<AppletDiagnostic>,
    /// What has happened since the applet began anew.
    pub(crate) since: Vec<Act>,
}

/// All that can be seen of an applet.
#[derive(Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) diagnostics: Vec<String>,
    pub(crate) runtime_diagnostics: Vec<AppletDiagnostic>,
    pub(crate) values: BTreeMap<String, String>,
    pub(crate) pixels: Vec<u8>,
    pub(crate) playing: bool,
}

impl Window {
    pub(crate) fn new(gpu: Option<&Gpu>) -> Window {
        let (sender, outcomes) = channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        worker.use_gpu(gpu.cloned());
        let canvas = Canvas {
            device: [40, 30],
            scale: 1.0,
        };
        let environment = Arc::<Environment>::default();
        let renderer = Arc::clone(&environment.renderer);
        Window {
            worker,
            outcomes,
            frames: FrameLoop::new(environment, renderer, canvas, gpu.cloned(), None),
            on_gpu: gpu.is_some(),
            status: None,
            version: 0,
            user: None,
            is_anew: false,
            heard: Vec::new(),
            since: Vec::new(),
        }
    }

    /// As the render loop does.
    pub(crate) fn read(&mut self, (path, text): &Text) {
        self.version += 1;
        self.worker.read(source::ReceivedText {
            path: path.clone(),
            text: text.clone(),
            version: self.version,
            arrived: Instant::now(),
        });
        match self.outcomes.recv_timeout(PATIENCE).unwrap() {
            CompileOutcome::Compiled(compiled) => self.load(*compiled),
            CompileOutcome::Broken(source) => self.status = Some(Status::of_unreadable(&source)),
            CompileOutcome::Recompiled(_) => unreachable!("programs are made at once"),
            CompileOutcome::Crashed(_, fault) => panic!("{fault}"),
            CompileOutcome::Exchanged(told) => panic!("{told}"),
            CompileOutcome::Failed(error, _) => panic!("{error}"),
        }
    }

    fn load(&mut self, compiled: Compiled) {
        self.status = Status::of(&compiled.source, &[]);
        let is_first = self.frames.session().is_none();
        let start = Start {
            seed: 5,
            clock: CLOCK,
            held: false,
        };
        assert_eq!(self.frames.load(compiled, start), Loaded::New);
        if let Some(session) = self.frames.session_mut().filter(|_| is_first) {
            session.set_step_budget(STEPS);
        }
        self.begin();
    }

    /// Does what was done to another window.
    pub(crate) fn replay(&mut self, user: UserState) {
        if let Some(session) = self.frames.session_mut() {
            session.replay(user);
        }
        self.begin();
    }

    fn begin(&mut self) {
        let session = self.frames.session();
        let anew = session.filter(|session| session.frames() == 0);
        self.is_anew = anew.is_some();
        self.heard.clear();
        if let Some(session) = anew {
            self.user = Some(session.user_state());
            self.since.clear();
        }
    }

    pub(crate) fn act(&mut self, act: &Act) {
        let Some(session) = self.frames.session_mut() else {
            return;
        };
        self.since.push(act.clone());
        match *act {
            Act::Frame(seconds) => self.frame(seconds),
            Act::Move(at) => session.input(UserEvent::PointerMoved(at)),
            Act::Press => session.input(UserEvent::PointerPressed),
            Act::Release => session.input(UserEvent::PointerReleased),
            Act::Zoom(factor) => session.input(UserEvent::Zoom(factor)),
            Act::Key(name) => {
                let code = name.chars().next().map_or(0, u32::from);
                let key = Key {
                    name: name.to_owned(),
                    code,
                    typed: (name.len() == 1).then_some(code),
                    ..Key::default()
                };
                // As the render loop does.
                if session.is_editing() || session.listens_to_keys() {
                    session.input(UserEvent::KeyPressed(key.clone()));
                }
                if session.listens_to_keys() {
                    session.input(UserEvent::KeyReleased(key));
                }
            }
        }
    }

    fn frame(&mut self, seconds: f64) {
        let Some(frame) = self.frames.run(seconds) else {
            return;
        };
        self.heard.extend(frame.errors.iter().cloned());
        self.frames.prepare(&mut AtOnce).unwrap();
        if self.on_gpu {
            self.frames.paint(Budget::Complete).unwrap();
        }
    }

    pub(crate) fn seen(&mut self) -> Seen {
        self.frames.paint(Budget::Complete).unwrap();
        let session = self.frames.session().unwrap();
        let picture = self.frames.picture().read().unwrap();
        let reasons = self.frames.reasons();
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
            runtime_diagnostics: (self.frames.diagnostics().chain(&reasons))
                .cloned()
                .collect(),
            values: globals.chain(elements).collect(),
            pixels: picture.rgba().to_vec(),
            playing: session.is_playing(),
        }
    }
}
