//! What the user has the window do, by key or with the controls: time and its passing, the view,
//! what lies over the picture.

use std::time::Instant;

use cindyscript_player::Session;
use cindyscript_player::session::UserEvent;

use super::{RenderLoop, WindowProxy, debugger};
use crate::controls::{
    self, Command, ControlsContent, ControlsOutcome, Hud, Panel, PanelContent, PlaybackState,
    RecordingOptions, SaveStatus,
};
use crate::headless::FRAME;
use crate::overlay::Stopped;
use crate::policy::SEEK_SLICE;

impl<P: WindowProxy> RenderLoop<P> {
    /// Lays the controls out, and does what the user wants there.
    pub(super) fn lay_out_controls(&mut self) {
        let ControlsOutcome {
            commands, operated, ..
        } = self.lay_out_once();
        if commands.is_empty() && operated.is_empty() {
            return;
        }
        for command in commands {
            self.obey(command);
        }
        for (control, input) in operated {
            self.input(UserEvent::Operated(control, input));
        }
        self.lay_out_once();
    }

    /// What the user wants.
    fn lay_out_once(&mut self) -> ControlsOutcome {
        let shown = self.shown();
        let outcome = self
            .controls
            .lay_out(&shown, self.own_canvas(), Instant::now());
        if outcome.changed {
            self.state.overlay_changed();
        }
        outcome
    }

    /// What the controls show.
    fn shown(&mut self) -> ControlsContent {
        let panels: Vec<Panel> = self.panels.iter().copied().collect();
        let panels = panels
            .into_iter()
            .map(|panel| self.content(panel))
            .collect();
        let loops = self.debugged_loops();
        let Some(session) = self.frames.session() else {
            return ControlsContent {
                panels,
                ..ControlsContent::default()
            };
        };
        ControlsContent {
            panels,
            loops,
            playback: session.is_playing().then(|| PlaybackState {
                seconds: self.seeking.unwrap_or_else(|| self.clock.seconds()),
                paused: self.clock.is_paused(),
                speed: self.clock.speed(),
                range: self.clock.range(),
                backwards: session.follows_time(),
            }),
            waits_to_play: session.waits_to_play(),
            moved: session.has_moved_view(),
            has_page_controls: session.has_page_controls(),
        }
    }

    fn content(&mut self, panel: Panel) -> PanelContent {
        match panel {
            Panel::Hud => PanelContent::Hud(Box::new(Hud {
                paused: self.stopped().is_some(),
                ..self.hud.clone()
            })),
            Panel::Keys => {
                let session = self.frames.session();
                let listens = session.is_some_and(Session::listens_to_keys);
                PanelContent::Keys(self.proxy.container(), listens)
            }
            Panel::Console => PanelContent::Console(self.console.text()),
            Panel::Page => {
                let session = self.frames.session();
                PanelContent::Page(session.map(Session::page_controls).unwrap_or_default())
            }
            Panel::Parameters => PanelContent::Parameters(self.settings()),
            Panel::Save => PanelContent::Save(SaveStatus {
                size: self.placement.canvas.device,
                is_playing: self.is_playing(),
                is_busy: self.has_long_job(),
                has_scene: self.has_scene(),
            }),
            Panel::Probe => PanelContent::Probe(self.inspector.shown(), self.selection.told.drawn),
        }
    }

    pub(super) fn obey(&mut self, command: Command) {
        self.saving.touch();
        if self.state.holds_scripts() && command.runs_scripts() {
            return self.note(debugger::STOPPED.to_owned());
        }
        match command {
            Command::Play => self.play(),
            Command::TogglePause if self.waits_to_play() => self.play(),
            Command::TogglePause => {
                self.stop((!self.clock.is_paused()).then_some(Stopped::Paused));
            }
            Command::Step => {
                self.stop(Some(Stopped::Paused));
                self.seek(self.clock.seconds() + FRAME);
            }
            Command::StartAnew => self.start_anew(),
            Command::ToggleMute => self.toggle_mute(),
            Command::Seek(seconds) => self.seek(seconds),
            Command::SeekBy(seconds) if self.is_playing() => self.seek(self.time() + seconds),
            Command::SeekBy(_) => {}
            Command::Faster => {
                let now = self.clock.speed();
                self.change_speed(self.speeds().find(|speed| *speed > now));
            }
            Command::Slower => {
                let now = self.clock.speed();
                self.change_speed(self.speeds().filter(|speed| *speed < now).last());
            }
            Command::Speed(speed) => self.set_speed(Some(speed)),
            Command::ToggleLoop => {
                let ends = self.clock.range().is_some() || !self.is_playing();
                let range = (!ends).then(|| [0.0, self.time()]);
                self.clock.set_range(range);
            }
            Command::LoopFromHere => self.loop_from_here(),
            Command::LoopToHere => self.loop_to_here(),
            Command::Loop(range) => self.play_again(range),
            Command::ResetPoints => self.with_session(Session::reset_moved),
            Command::NextCamera => {
                self.bar.notice = Some(self.environment.camera.choose_next());
                self.state.overlay_changed();
            }
            Command::NextApplet => self.show_next_applet(),
            Command::ResetView => self.with_session(Session::reset_view),
            Command::FitView => self.with_session(Session::fit_view),
            Command::Zoom(factor) => self.zoom(factor),
            Command::Pan(parts) => self.pan(parts),
            Command::ToggleGrid => self.toggle_grid(),
            Command::ToggleFill => self.toggle_fill(),
            Command::NextHeat => self.next_heat(),
            Command::ToggleFullScreen => self.proxy.toggle_full_screen(),
            Command::ToggleOnTop => self.proxy.toggle_on_top(),
            Command::Larger => self.rescale(self.look.larger()),
            Command::Smaller => self.rescale(self.look.smaller()),
            Command::UsualSize => self.rescale(1.0),
            Command::Toggle(panel) => self.toggle_panel(panel),
            // What is to be ended first.
            Command::HidePanels if self.cancel_job() => {}
            Command::HidePanels if self.panels.is_empty() => self.proxy.leave_full_screen(),
            Command::HidePanels => {
                self.panels.clear();
                self.place();
            }
            Command::SavePicture => self.save_picture(),
            Command::SavePictureAs(options) if options.is_as_seen() => self.save_picture(),
            Command::SavePictureAs(options) => self.save_picture_as(options),
            Command::SaveModel(format) => self.save_scene(format),
            Command::CopyView => self.copy_view(),
            Command::CopyConstants => self.copy_constants(),
            Command::NextPrecision => self.next_precision(),
            Command::CopyPicture => self.copy_picture(),
            Command::Record => self.record(RecordingOptions::default()),
            Command::RecordAs(options) => self.record(options),
            Command::ClearOutput => self.console.clear(),
            Command::TakeImagesBack => self.take_images_back(),
            Command::CopyOutput => self.copy_output(),
            Command::Set(parameter, setting) => self.parameters.set(parameter, setting),
            Command::ToggleRestarts => self.with_session(|session| {
                session.set_restarts(!session.restarts());
            }),
            Command::PlacePoint(point, at) => self.place_point(point, at),
            Command::Write => self.write(),
            Command::DebugPixel(kept) => self.debug_pixel(kept),
            Command::GoToRound(place, round) => self.go_to_round(place, round),
            Command::KeepProbe => self.keep_probe(),
            Command::Reveal => self.reveal_under_pointer(),
            Command::RevealRange(start, end) => self.reveal_bytes(start, end),
            Command::DrawSelection => self.toggle_selection(),
            Command::DrawValue(time) => self.draw_value(time),
            Command::NextValue => self.draw_value(self.selection.told.value_after(1)),
            Command::PreviousValue => self.draw_value(self.selection.told.value_after(-1)),
            Command::DropProbe(index) => {
                self.inspector.drop_kept(index);
                self.state.overlay_changed();
            }
        }
    }

    /// Mutes the sound, or unmutes it.
    fn toggle_mute(&mut self) {
        let said = match self.speaker.toggle_mute() {
            true => "sound off",
            false => "sound on",
        };
        self.note(said.to_owned());
    }

    /// Runs the applet from its start, as if the user had done nothing.
    fn start_anew(&mut self) {
        self.restart_clock();
        self.frames.forget_picture();
        self.worker.forget();
        self.with_session(|session| {
            session.start_again();
            session.reset_view();
        });
    }

    /// Sets another speed, if there is one, and notes the speed.
    fn change_speed(&mut self, speed: Option<f64>) {
        self.set_speed(speed);
        self.note(self.said_of_speed());
    }

    /// Sets the start of the loop.
    fn loop_from_here(&mut self) {
        let now = self.time();
        let end = self.clock.range().map(|[_, end]| end);
        // Before there is an end, as far as the scale of the time goes.
        let end = end.filter(|end| *end > now);
        self.play_again([now, end.unwrap_or_else(|| controls::scale(now))]);
    }

    /// Sets the end of the loop.
    fn loop_to_here(&mut self) {
        let now = self.time();
        let begin = self.clock.range().map(|[begin, _]| begin);
        self.play_again([begin.filter(|begin| *begin < now).unwrap_or(0.0), now]);
    }

    /// Opens a panel, or closes it.
    fn toggle_panel(&mut self, panel: Panel) {
        if !self.panels.remove(&panel) {
            self.panels.insert(panel);
        }
        self.place();
        self.inspector.changed();
        self.state.overlay_changed();
    }

    /// Keeps the pixel under the pointer in the pixel inspector.
    fn keep_probe(&mut self) {
        self.panels.insert(Panel::Probe);
        if let Some(session) = self.frames.session() {
            self.inspector.keep(session);
        }
        self.state.overlay_changed();
    }

    /// Shows the next applet of the file, or says why there is none.
    fn show_next_applet(&mut self) {
        let Some(source) = self.frames.session().map(Session::source) else {
            return;
        };
        let (shown, count) = source.shown_of_all();
        let ports = source.applet().map_or(0, |applet| applet.ports.len());
        if count > 1 {
            self.worker.choose_applet((shown + 1) % count);
            return;
        }
        self.bar.notice = Some(match ports {
            0 | 1 => "there is one applet in this file".to_owned(),
            _ => {
                "there is one applet in this file; of its ports CindyJS shows the first".to_owned()
            }
        });
        self.state.overlay_changed();
    }

    /// Time stands still from now on, or goes on.
    pub(super) fn stop(&mut self, stopped: Option<Stopped>) {
        self.clock.stop(stopped);
        let paused = stopped.is_some();
        if paused && let Some(session) = self.frames.session() {
            // At the frame that is seen, from which the next is counted.
            self.clock
                .seek(self.seeking.unwrap_or_else(|| session.seconds()));
        }
        self.with_session(|session| session.hold(paused));
        self.state.overlay_changed();
    }

    /// Has an applet play that does not do so by itself.
    fn play(&mut self) {
        self.stop(None);
        self.with_session(Session::press_play);
    }

    fn waits_to_play(&self) -> bool {
        self.frames.session().is_some_and(Session::waits_to_play)
    }

    /// Says how to have an applet play that shows its first step only.
    pub(super) fn say_that_it_waits(&mut self) {
        let waits = self.waits_to_play();
        if self.bar.wait_to_play(waits) {
            self.state.overlay_changed();
        }
    }

    pub(super) fn is_playing(&self) -> bool {
        self.frames.session().is_some_and(Session::is_playing)
    }

    /// The time that is seen, or that is gone to.
    pub(super) fn time(&self) -> f64 {
        self.seeking.unwrap_or_else(|| self.clock.seconds())
    }

    /// Plays a part of the time again and again: from and to, in seconds.
    fn play_again(&mut self, [begin, end]: [f64; 2]) {
        if self.is_playing() && end > begin {
            self.clock.set_range(Some([begin.max(0.0), end]));
        }
    }

    /// The speeds that there are, from the slowest.
    fn speeds(&self) -> impl Iterator<Item = f64> + use<P> {
        controls::speeds(self.follows_time())
    }

    pub(super) fn follows_time(&self) -> bool {
        let session = self.frames.session();
        session.is_some_and(Session::follows_time)
    }

    fn set_speed(&mut self, speed: Option<f64>) {
        if let Some(speed) = speed {
            self.clock.set_speed(speed);
        }
    }

    /// How fast time passes, and whether it could be faster or slower.
    fn said_of_speed(&self) -> String {
        if !self.is_playing() {
            return "nothing moves here, at any speed".to_owned();
        }
        let speed = self.clock.speed();
        let is_end = |end: Option<f64>| end == Some(speed);
        let remark = match (is_end(self.speeds().next()), is_end(self.speeds().last())) {
            (true, _) => ", the least that there is",
            (_, true) => ", the most that there is",
            _ => "",
        };
        format!("speed {}{remark}", controls::speed_in_words(speed))
    }

    /// Goes to a time, or begins to: where a script may go on with what it has left in the last
    /// frame, there is no way but through all frames before it.
    pub(super) fn seek(&mut self, seconds: f64) {
        let seconds = seconds.max(0.0);
        self.clock.seek(seconds);
        // Sounds of frames on the way are not played.
        self.speaker.stop();
        if self.follows_time() {
            self.seeking = None;
            self.state.frame_is_due();
            return;
        }
        self.seeking = Some(seconds);
        if self
            .frames
            .session()
            .is_some_and(|session| session.seconds() >= seconds)
        {
            // One frame more at a time is not the frame that was at that time.
            self.with_session(Session::rewind);
        }
        self.state.frame_is_due();
    }

    /// Runs the scripts of the next frame; whether there was something to run.
    pub(super) fn run_frame(&mut self) -> bool {
        if self.clock.speed() < 0.0 && !self.follows_time() {
            // It did before the last edit.
            self.clock.set_speed(-self.clock.speed());
        }
        let seconds = self.clock.seconds();
        if self.seeking.is_none()
            && self
                .frames
                .session()
                .is_some_and(|session| session.seconds() > seconds)
        {
            // A range is played again.
            self.seek(seconds);
        }
        if let Some(target) = self.seeking {
            return self.run_towards(target);
        }
        let Some(frame) = self.frames.run(seconds) else {
            return false;
        };
        self.console.take(&frame.output);
        if let Some(debugger) = &mut self.debugger {
            debugger.note_frame(frame);
        }
        self.speaker.play(&frame.sounds);
        true
    }

    /// Runs frames on the way to a time, at least one and as many as there is time for.
    fn run_towards(&mut self, target: f64) -> bool {
        let began = Instant::now();
        self.with_session(|session| session.hold(false));
        loop {
            let Some(session) = self.frames.session() else {
                return false;
            };
            let seconds = (session.seconds() + FRAME).min(target);
            let Some(frame) = self.frames.run(seconds) else {
                return false;
            };
            self.console.take(&frame.output);
            if let Some(debugger) = &mut self.debugger {
                debugger.note_frame(frame);
            }
            if self.has_hit_breakpoint() {
                break;
            }
            if seconds >= target || self.frames.scripts_failed() {
                self.seeking = None;
                break;
            }
            if began.elapsed() > SEEK_SLICE {
                break;
            }
        }
        let paused = self.clock.is_paused();
        self.with_session(|session| session.hold(paused));
        self.clock.seek(target);
        true
    }
}
