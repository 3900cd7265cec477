//! `dap`: the Debug Adapter Protocol on standard input and output. The applet plays without a window.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use cindyscript_applet::Applet;
use cindyscript_debug::{
    Adapter, Debuggee, FramingError, LaunchArguments, read_message, write_message,
};
use cindyscript_interpreter::{ConsoleOutput, DebuggerFlags};
use cindyscript_player::Session;
use cindyscript_player::frame::FrameDescription;
use cindyscript_player::session::DebugSettings;
use cindyscript_player::source::Source;
use cindyscript_player::view::Canvas;
use cindyscript_render::compile::Compiler;
use serde_json::Value as Json;

use crate::file;
use crate::headless::{CLOCK, FRAME};
use crate::host::Environment;
use crate::message::complain;
use crate::reader::Reader;
use crate::report::{NOTHING, nothing};

/// Flags that end or stop running scripts: the thread that reads sets them.
#[derive(Clone, Debug, Default)]
struct Flags {
    debugger: DebuggerFlags,
    interrupt: Arc<AtomicBool>,
}

impl Flags {
    /// Does at once what cannot wait until a script has ended.
    fn take(&self, message: &Json) {
        match message["command"].as_str() {
            Some("pause") => {
                self.debugger.pause.store(true, Ordering::Relaxed);
                self.interrupt.store(true, Ordering::Relaxed);
            }
            Some("disconnect" | "terminate") => self.leave(),
            _ => {}
        }
    }

    /// Nobody waits for a script any more.
    fn leave(&self) {
        self.debugger.leave.store(true, Ordering::Relaxed);
        self.interrupt.store(true, Ordering::Relaxed);
    }
}

/// A message of the client, or what is wrong with it.
type Received = Result<Json, FramingError>;

/// Reads messages on a thread of its own. It ends with the stream.
fn read(flags: Flags) -> Receiver<Received> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin());
        loop {
            let message = match read_message(&mut input) {
                Ok(Some(message)) => {
                    flags.take(&message);
                    Ok(message)
                }
                Ok(None) => break,
                Err(error) => Err(error),
            };
            let is_last = matches!(message, Err(FramingError::Io(_) | FramingError::Header));
            if sender.send(message).is_err() || is_last {
                break;
            }
        }
        flags.leave();
    });
    receiver
}

/// The applet that is debugged.
struct Program {
    environment: Arc<Environment>,
    flags: Flags,
    path: PathBuf,
    source: Option<Source>,
    session: Option<Session>,
    frames: u64,
    frame: FrameDescription,
    /// True if no frame follows.
    ends: bool,
}

impl Program {
    fn new(flags: Flags) -> Program {
        let environment = Environment {
            interrupt: Arc::clone(&flags.interrupt),
            ..Environment::default()
        };
        Program {
            environment: Arc::new(environment),
            flags,
            path: PathBuf::new(),
            source: None,
            session: None,
            frames: 0,
            frame: FrameDescription::default(),
            ends: false,
        }
    }

    /// Runs the scripts of the next frame. Returns false and runs nothing if no frame is due.
    fn advance(&mut self, most: Option<u64>) -> bool {
        let Some(session) = &mut self.session else {
            return false;
        };
        let is_at_rest = !session.is_playing() && session.next_timer().is_none();
        let is_last = self.ends || most.is_some_and(|most| self.frames >= most);
        if is_last || self.frames > 0 && !session.is_outdated() && is_at_rest {
            return false;
        }
        self.frames += 1;
        self.environment.renderer.begin_frame();
        self.frame = session.frame(self.frames as f64 * FRAME);
        true
    }
}

/// True if two paths name the same file.
pub(crate) fn is_same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

impl Debuggee for Program {
    fn plays_already(&self) -> bool {
        false
    }

    fn open(&mut self, arguments: &LaunchArguments) -> Result<(), String> {
        let path = Path::new(&arguments.program);
        let text = file::read(path, 0).map_err(|error| error.to_string())?;
        let (source, stages) = Reader::default().read(text);
        if source.applet().is_none_or(Applet::is_empty) {
            return Err(nothing(&source));
        }
        let compiled = Compiler::new(None).programs(source, stages);
        let compiled = compiled.map_err(|error| error.to_string())?;
        self.path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.source = Some(compiled.source.clone());
        self.environment.renderer.load(compiled);
        Ok(())
    }

    fn is_program(&self, path: &str) -> bool {
        self.source.is_some() && is_same_file(Path::new(path), &self.path)
    }

    fn is_library(&self, name: &str, path: &str) -> bool {
        is_same_file(Path::new(path), Path::new(&self.library_path(name)))
    }

    fn library_path(&self, name: &str) -> String {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        folder.join(name).display().to_string()
    }

    fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    fn start(
        &mut self,
        settings: DebugSettings,
        launch: &LaunchArguments,
    ) -> Result<Option<String>, String> {
        let source = self.source.clone().ok_or(NOTHING)?;
        let applet = source.applet().ok_or(NOTHING)?;
        if launch.stop_on_entry && !launch.no_debug && launch.pixel.is_none() {
            self.flags.debugger.pause.store(true, Ordering::Relaxed);
        }
        let canvas = Canvas::of(applet, 1.0);
        let services = Arc::clone(&self.environment);
        let flags = self.flags.debugger.clone();
        let start = (0, CLOCK);
        let Some(pixel) = launch.pixel else {
            let session = Session::debugged(source, canvas, services, start, settings, flags);
            self.session = Some(session);
            return Ok(None);
        };
        let (seed, clock) = start;
        let mut session = Session::new(source, canvas, services, seed, clock);
        let frames = launch.frames.unwrap_or(1).max(1);
        let mut frame = FrameDescription::default();
        for number in 1..=frames {
            self.environment.renderer.begin_frame();
            frame = session.frame(number as f64 * FRAME);
        }
        session.set_debugger_flags(flags);
        session.set_debugging(settings);
        self.ends = true;
        let printed = session.debug_pixel(&frame, pixel, None);
        self.session = Some(session);
        let [x, y] = pixel;
        Ok(Some(format!("the colorplot at {x}, {y} is {}", printed?)))
    }

    fn session(&mut self) -> Option<&mut Session> {
        self.session.as_mut()
    }

    fn take_printed(&mut self) -> Vec<ConsoleOutput> {
        let session = self.session.as_mut();
        session.map(Session::take_printed).unwrap_or_default()
    }

    fn cancel_pause(&mut self) {
        self.flags.debugger.pause.store(false, Ordering::Relaxed);
        self.flags.interrupt.store(false, Ordering::Relaxed);
    }
}

/// Serves one client until it has gone.
///
/// # Errors
/// Standard output is closed.
pub(crate) fn serve() -> anyhow::Result<ExitCode> {
    let flags = Flags::default();
    let messages = read(flags.clone());
    let mut program = Program::new(flags);
    let mut adapter = Adapter::default();
    let mut output = io::stdout().lock();
    let mut due = Instant::now();
    while !adapter.is_gone() {
        let received = match adapter.is_running() {
            true => messages.recv_timeout(due.saturating_duration_since(Instant::now())),
            false => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let answers = match received {
            Ok(Ok(message)) => adapter.receive(&message, &mut program),
            Ok(Err(error)) => {
                complain(format_args!("cindyscript-preview dap: {error}"));
                match error {
                    FramingError::Json(_) => continue,
                    FramingError::Io(_) | FramingError::Header => return Ok(ExitCode::FAILURE),
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                due = Instant::now() + Duration::from_secs_f64(FRAME);
                match program.advance(adapter.launch().frames) {
                    true => {
                        let frame = std::mem::take(&mut program.frame);
                        adapter.after_run(&frame.output, &frame.errors, &mut program)
                    }
                    false if adapter.launch().stay_open => Vec::new(),
                    false => adapter.end(),
                }
            }
        };
        for answer in answers {
            write_message(&mut output, &answer)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
