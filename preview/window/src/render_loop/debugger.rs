//! A debugger that is attached to the applet. While a script or a pixel is stopped, no script runs, time
//! stands still and the picture stays; the window answers.

use std::path::Path;
use std::sync::atomic::Ordering;

use cindyscript_debug::{Adapter, Debuggee, LaunchArguments};
use cindyscript_interpreter::{ConsoleOutput, DebuggerFlags};
use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::frame::FrameDescription;
use cindyscript_player::session::{DebugSettings, PixelTrails, ShownLoop, StopPlace, UserEvent};
use cindyscript_player::source::Source;
use cindyscript_player::view::Canvas;
use cindyscript_protocol::FromPreview;
use cindyscript_render::FrameLoop;
use cindyscript_render::console::Console;
use serde_json::Value as Json;

use super::{RenderLoop, WindowProxy};
use crate::controls::LoopRow;
use crate::dap::is_same_file;
use crate::trails;

/// A client of the Debug Adapter Protocol, and the state of its session.
#[derive(Default)]
pub(super) struct AttachedDebugger {
    adapter: Adapter,
    /// True while the applet runs with breakpoints.
    is_started: bool,
    pixel: Option<DebuggedPixel>,
    /// True after an edit, until the pixel is recorded again.
    pixel_is_due: bool,
    /// Output and errors of frames that the adapter has not seen yet.
    output: Vec<ConsoleOutput>,
    errors: Vec<AppletDiagnostic>,
    /// Buttons and keys that the user has released while a script is stopped.
    released: Vec<UserEvent>,
    /// The number of frames between the picture and the frame that is stopped, if the picture is earlier.
    frames_ago: Option<u64>,
    /// The step of the pixel whose values lie over the picture.
    drawn_step: Option<u64>,
    /// The loops around that step.
    loops: Vec<LoopRow>,
    /// These values on a canvas, and what was painted of them.
    painted: Option<(PixelTrails, Canvas, Bitmap)>,
}

/// The pixel that is debugged.
#[derive(Clone, Copy, Debug)]
struct DebuggedPixel {
    /// In CSS pixels of the canvas.
    at: [f64; 2],
    /// The colorplot, by its place among those of the frame; none is the front one.
    plot: Option<usize>,
}

/// A version that has played while a debugger was attached.
pub(super) struct LeftVersion {
    text: String,
    /// The place at which a script was stopped.
    stop: Option<StopPlace>,
}

impl AttachedDebugger {
    /// Keeps the output of a frame for the client.
    pub(super) fn note_frame(&mut self, frame: &FrameDescription) {
        if self.is_started {
            self.output.extend_from_slice(&frame.output);
            self.errors.extend_from_slice(&frame.errors);
        }
    }
}

/// The applet that plays, as the adapter sees it.
struct Playing<'l> {
    frames: &'l mut FrameLoop,
    console: &'l mut Console,
    flags: DebuggerFlags,
    is_started: &'l mut bool,
    pixel: &'l mut Option<DebuggedPixel>,
    /// The pixel that the inspector shows, in CSS pixels of the canvas.
    inspected: Option<[f64; 2]>,
}

impl Playing<'_> {
    /// The pixel that a client wants.
    fn chosen_pixel(&self, launch: &LaunchArguments) -> Result<DebuggedPixel, String> {
        let plot = match launch.colorplot {
            None => None,
            Some(line) => Some(self.frames.plot_in_line(line).ok_or_else(|| {
                format!("the picture shows no colorplot that begins in line {line}")
            })?),
        };
        let is_painted = |at: &[f64; 2]| plot.is_none_or(|plot| self.frames.paints(plot, *at));
        let at = launch.pixel.or(self.inspected).filter(is_painted);
        let at = at.or_else(|| self.frames.middle_of_plot(plot));
        let at = at.ok_or("there is no colorplot in the picture")?;
        Ok(DebuggedPixel { at, plot })
    }
}

impl Debuggee for Playing<'_> {
    fn plays_already(&self) -> bool {
        true
    }

    fn open(&mut self, arguments: &LaunchArguments) -> Result<(), String> {
        match self.source() {
            None => Err("no applet plays yet".to_owned()),
            Some(_) if self.is_program(&arguments.program) => Ok(()),
            Some(source) => {
                let name = source.document.name();
                Err(format!(
                    "this preview plays {name}, not {}",
                    arguments.program
                ))
            }
        }
    }

    fn is_program(&self, path: &str) -> bool {
        let source = self.source();
        source.is_some_and(|it| is_same_file(Path::new(path), Path::new(it.document.name())))
    }

    fn is_library(&self, name: &str, path: &str) -> bool {
        is_same_file(Path::new(path), Path::new(&self.library_path(name)))
    }

    fn library_path(&self, name: &str) -> String {
        let page = self.source().map_or("", |source| source.document.name());
        let folder = Path::new(page).parent().unwrap_or(Path::new(""));
        folder.join(name).display().to_string()
    }

    fn source(&self) -> Option<&Source> {
        self.frames.session().map(Session::source)
    }

    fn start(
        &mut self,
        settings: DebugSettings,
        launch: &LaunchArguments,
    ) -> Result<Option<String>, String> {
        *self.is_started = true;
        let is_pixel = launch.is_at_pixel();
        let stops_at_once = launch.stop_on_entry && !launch.no_debug && !is_pixel;
        self.flags.pause.store(stops_at_once, Ordering::Relaxed);
        self.flags.leave.store(false, Ordering::Relaxed);
        let session = self.frames.session_mut().ok_or("no applet plays")?;
        session.set_debugger_flags(self.flags.clone());
        session.set_debugging(settings);
        if !is_pixel {
            return Ok(None);
        }
        let pixel = self.chosen_pixel(launch)?;
        *self.pixel = Some(pixel);
        let printed = self.frames.debug_pixel(pixel.at, pixel.plot)?;
        let [x, y] = pixel.at;
        let [x, y] = [x, y].map(|place| (place * 10.0).round() / 10.0);
        Ok(Some(format!("the colorplot at {x}, {y} is {printed}")))
    }

    fn session(&mut self) -> Option<&mut Session> {
        self.frames.session_mut().filter(|_| *self.is_started)
    }

    fn take_printed(&mut self) -> Vec<ConsoleOutput> {
        let session = self.frames.session_mut();
        let printed = session.map(Session::take_printed).unwrap_or_default();
        self.console.take(&printed);
        printed
    }

    fn cancel_pause(&mut self) {
        self.flags.pause.store(false, Ordering::Relaxed);
    }
}

/// True for requests after which a script may have to stop.
fn sets_stops(command: &str) -> bool {
    let commands = [
        "configurationDone",
        "setBreakpoints",
        "setFunctionBreakpoints",
    ];
    commands.contains(&command)
}

impl<P: WindowProxy> RenderLoop<P> {
    /// A message of a client.
    pub(super) fn debug(&mut self, content: &Json) {
        // A script that a pause was to end has ended.
        self.environment.interrupt.store(false, Ordering::Relaxed);
        if content["command"] == "initialize" {
            // Whoever was attached has gone without a word.
            self.detach();
        }
        self.with_adapter(|adapter, playing| adapter.receive(content, playing));
        if self
            .debugger
            .as_ref()
            .is_some_and(|it| it.adapter.is_gone())
        {
            return self.detach();
        }
        self.follow_debugger();
        let is_paused = self.events.debugger_flags().pause.load(Ordering::Relaxed);
        let command = content["command"].as_str();
        if (is_paused || command.is_some_and(sets_stops)) && !self.state.holds_scripts() {
            // An applet at rest runs for that.
            self.state.frame_is_due();
        }
    }

    /// Has the adapter do something, and sends its messages to the client.
    fn with_adapter(&mut self, act: impl FnOnce(&mut Adapter, &mut Playing<'_>) -> Vec<Json>) {
        let session = self.frames.session();
        let inspected = session.and_then(|session| self.inspector.pixel(session));
        let AttachedDebugger {
            adapter,
            is_started,
            pixel,
            ..
        } = self.debugger.get_or_insert_default();
        let mut playing = Playing {
            frames: &mut self.frames,
            console: &mut self.console,
            flags: self.events.debugger_flags(),
            is_started,
            pixel,
            inspected,
        };
        for content in act(adapter, &mut playing) {
            self.outbox.send(&FromPreview::Debug { content });
        }
    }

    /// Stops where scripts have hit a breakpoint, and goes on where the client wants that.
    pub(super) fn follow_debugger(&mut self) {
        let Some(debugger) = self.debugger.as_mut().filter(|it| it.is_started) else {
            return;
        };
        let output = std::mem::take(&mut debugger.output);
        let errors = std::mem::take(&mut debugger.errors);
        self.with_adapter(|adapter, playing| adapter.after_run(&output, &errors, playing));
        let has_left_pixel = |debugger: &AttachedDebugger| {
            let adapter = &debugger.adapter;
            !debugger.pixel_is_due && adapter.is_running() && adapter.launch().is_at_pixel()
        };
        if self.debugger.as_ref().is_some_and(has_left_pixel) {
            self.with_adapter(|adapter, _| adapter.end());
        }
        match self.debugger.as_ref().map(|it| &it.adapter) {
            Some(adapter) if adapter.is_stopped() => self.hold_scripts(),
            Some(adapter) if adapter.is_running() => self.release_scripts(),
            _ => self.end_debugging(),
        }
        self.follow_step();
        self.follow_frame_shown();
    }

    /// Has the picture of the frame painted that the debugger has come to.
    fn follow_frame_shown(&mut self) {
        let debugger = self.debugger.as_mut().filter(|it| it.is_started);
        let session = self.frames.session_mut();
        let Some((debugger, session)) = debugger.zip(session) else {
            return;
        };
        let ago = session.frames_ago().filter(|ago| *ago > 0);
        if std::mem::replace(&mut debugger.frames_ago, ago) == ago || !self.state.holds_scripts() {
            return;
        }
        let past = session.past_frame();
        self.frames.look_at(past);
        self.prepare_again();
    }

    /// Shows the values and the loops of a pixel anew if the debugger has come to another step.
    fn follow_step(&mut self) {
        let session = self.frames.session_mut();
        let mut session = session.filter(|session| session.is_at_pixel());
        let recording = session.as_mut().and_then(|session| session.recording());
        let step = recording.map(|recording| recording.position());
        let Some(debugger) = &mut self.debugger else {
            return;
        };
        if std::mem::replace(&mut debugger.drawn_step, step) != step {
            let loops = session.map(Session::loops_nearby).unwrap_or_default();
            debugger.loops = loops.iter().map(loop_row).collect();
            self.state.overlay_changed();
        }
    }

    /// The loops whose rounds the user can go to.
    pub(super) fn debugged_loops(&self) -> Vec<LoopRow> {
        let debugger = self.debugger.as_ref();
        let debugger = debugger.filter(|it| it.is_started && it.adapter.is_stopped());
        debugger.map_or_else(Vec::new, |debugger| debugger.loops.clone())
    }

    /// Has the debugger go to a round of one of these loops.
    pub(super) fn go_to_round(&mut self, place: usize, round: u32) {
        self.with_adapter(|adapter, playing| adapter.choose_round(place, round, playing));
        self.follow_debugger();
    }

    /// Another version is about to play: what was recorded of this one is done.
    pub(super) fn leave_version(&mut self) -> Option<LeftVersion> {
        self.debugger.as_ref().filter(|it| it.is_started)?;
        let text = self.frames.session()?.source().document.text().to_owned();
        let mut stop = None;
        self.with_adapter(|adapter, playing| {
            stop = adapter.stopped_at(playing);
            Vec::new()
        });
        let session = self.frames.session_mut()?;
        while session.recording().is_some() {
            session.end_recording();
        }
        Some(LeftVersion { text, stop })
    }

    /// Another version plays. A script that was stopped runs again up to the same statement.
    pub(super) fn debug_version_after(&mut self, left: &LeftVersion) {
        let flags = self.events.debugger_flags();
        self.with_session(|session| session.set_debugger_flags(flags));
        let LeftVersion { text, stop } = left;
        let stop = stop.clone();
        self.with_adapter(|adapter, playing| adapter.after_edit(text, stop, playing));
        if let Some(debugger) = &mut self.debugger {
            debugger.pixel_is_due = debugger.pixel.is_some() && debugger.adapter.awaits_stop();
        }
        self.follow_debugger();
        self.state.frame_is_due();
    }

    /// The scripts of a frame have run.
    pub(super) fn follow_frame(&mut self) {
        self.follow_debugger();
        let is_script = |debugger: &AttachedDebugger| debugger.is_started && !debugger.pixel_is_due;
        if self.debugger.as_ref().is_some_and(is_script) {
            self.with_adapter(|adapter, playing| adapter.after_edited_frame(playing));
        }
    }

    /// A frame is about to be painted. The first one after an edit has the pixel that was debugged.
    pub(super) fn debug_pixel_again(&mut self) {
        let Some(debugger) = self.debugger.as_mut().filter(|it| it.pixel_is_due) else {
            return;
        };
        debugger.pixel_is_due = false;
        let Some(pixel) = debugger.pixel else { return };
        let recorded = self.frames.debug_pixel(pixel.at, pixel.plot);
        self.with_adapter(|adapter, playing| adapter.after_edited_pixel(recorded, playing));
        self.follow_debugger();
    }

    /// The places of variables at the pixel that is stopped.
    pub(super) fn trails(&mut self) -> Option<Bitmap> {
        let debugger = self.debugger.as_mut();
        let debugger = debugger.filter(|it| it.is_started && it.adapter.is_stopped())?;
        let shown = self.frames.session_mut()?.pixel_trails()?;
        let canvas = self.placement.canvas;
        let painted = debugger.painted.take();
        let painted = painted.filter(|(of, on, _)| (of, on) == (&shown, &canvas));
        let (.., bitmap) = debugger.painted.insert(painted.unwrap_or_else(|| {
            let bitmap = trails::bitmap(&shown, &canvas, &self.fonts);
            (shown, canvas, bitmap)
        }));
        Some(bitmap.clone())
    }

    /// True if a script that was just run is to stop.
    pub(super) fn has_hit_breakpoint(&mut self) -> bool {
        let session = self.frames.session_mut();
        session.is_some_and(|session| session.recording().is_some())
    }

    fn hold_scripts(&mut self) {
        if !self.state.holds_scripts() {
            self.state.hold_scripts(true);
            self.clock.freeze(true);
            self.state.overlay_changed();
        }
    }

    fn release_scripts(&mut self) {
        if !self.state.holds_scripts() {
            return;
        }
        self.state.hold_scripts(false);
        self.clock.freeze(false);
        self.state.overlay_changed();
        self.frames.look_at_newest();
        if self.frames.awaits_programs() {
            // The frame in which a script was stopped.
            self.prepare_again();
        }
        let debugger = self.debugger.as_mut();
        let released = debugger.map(|debugger| std::mem::take(&mut debugger.released));
        for event in released.into_iter().flatten() {
            self.input(event);
        }
    }

    /// The applet runs without breakpoints.
    fn end_debugging(&mut self) {
        let DebuggerFlags { pause, leave } = self.events.debugger_flags();
        pause.store(false, Ordering::Relaxed);
        leave.store(false, Ordering::Relaxed);
        self.with_session(Session::end_debugging);
        self.release_scripts();
        if let Some(debugger) = &mut self.debugger {
            debugger.is_started = false;
            debugger.pixel = None;
            debugger.pixel_is_due = false;
        }
    }

    /// The client has gone.
    fn detach(&mut self) {
        if self.debugger.is_some() {
            self.end_debugging();
            self.debugger = None;
        }
    }

    /// The user releases a button or a key that went down before a script was stopped.
    pub(super) fn release_later(&mut self, event: UserEvent) {
        if let Some(debugger) = &mut self.debugger {
            debugger.released.push(event);
        }
    }

    /// Says why the applet does not react to what the user does.
    pub(super) fn say_that_it_is_stopped(&mut self, event: &UserEvent) {
        let moves = matches!(
            event,
            UserEvent::PointerMoved(_) | UserEvent::PointerReleased | UserEvent::KeyReleased(_)
        );
        if !moves {
            self.note(STOPPED.to_owned());
        }
    }

    /// Has the editor debug a pixel that is kept, or the one under the pointer.
    pub(super) fn debug_pixel(&mut self, kept: Option<usize>) {
        let session = self.frames.session();
        let pixel = match kept {
            Some(index) => session.and_then(|it| self.inspector.kept(it).get(index).copied()),
            None => self.pointer_on_canvas(),
        };
        match pixel {
            Some(pixel) if self.outbox.has_reader() => {
                self.outbox.send(&FromPreview::DebugPixel { pixel });
            }
            Some(_) => self.note("no editor is there to debug a pixel".to_owned()),
            None => self.note("point at a pixel of a colorplot first".to_owned()),
        }
    }
}

fn loop_row(shown: &ShownLoop) -> LoopRow {
    LoopRow {
        name: format!("{}, line {}", shown.name, shown.place.line),
        round: shown.round,
        rounds: shown.rounds,
    }
}

/// The remark of the window when the user does something to an applet that is stopped.
pub(super) const STOPPED: &str = "stopped in the debugger: continue or disconnect there";
