//! The controls beside the canvas: their state, and what the user does with them.

use std::time::Duration;

use cindyscript_interpreter::platform::Instant;
use cindyscript_player::Session;
use cindyscript_player::diagnostic::byte_range;
use cindyscript_player::parameters::{ParameterRow, ParameterValue, SettableValue};
use cindyscript_player::position_edits::{places, replacement};
use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::session::UserEvent;
use cindyscript_player::source::Source;
use cindyscript_protocol::{
    FromPreview, PanelCommand, PanelPrecision, PanelState, SetValue, Slider, SliderValue,
};
use cindyscript_render::policy::PIXEL_PATIENCE;

use super::{Picture, Playing};

/// Between two messages for the controls.
const PANEL_PERIOD: Duration = Duration::from_millis(100);

/// The state of the last message to the controls.
#[derive(Debug, Default)]
pub(super) struct Panel {
    /// True if there may be another state.
    is_outdated: bool,
    looked: Option<Instant>,
    told: Option<PanelState>,
}

impl Panel {
    /// There may be another state.
    pub(super) fn changed(&mut self) {
        self.is_outdated = true;
    }

    /// The time until the next message to the controls.
    pub(super) fn due(&self) -> Option<Duration> {
        let passed = self.looked.map_or(PANEL_PERIOD, |looked| looked.elapsed());
        self.is_outdated
            .then(|| PANEL_PERIOD.saturating_sub(passed))
    }
}

impl Playing {
    /// Takes the state of the controls if it is another one than before.
    pub(crate) fn take_panel(&mut self) -> Option<PanelState> {
        if !self.panel.due()?.is_zero() {
            return None;
        }
        (self.panel.is_outdated, self.panel.looked) = (false, Some(Instant::now()));
        let state = self.panel_state();
        let is_news = self.panel.told.as_ref() != Some(&state);
        is_news.then(|| self.panel.told.insert(state).clone())
    }

    fn panel_state(&self) -> PanelState {
        let mut state = PanelState {
            paused: self.clock.is_at_end(),
            precision: match self.frames.precision_setting() {
                PrecisionSetting::Auto => PanelPrecision::Auto,
                PrecisionSetting::Single => PanelPrecision::Single,
                PrecisionSetting::Double => PanelPrecision::Double,
            },
            sliders: self.parameters.rows().into_iter().map(slider).collect(),
            pixel: self.inspector.pixel().cloned(),
            ..PanelState::default()
        };
        if let Some(session) = self.frames.session() {
            state.playing = session.is_playing();
            state.waits_to_play = session.waits_to_play();
            state.moved = session.has_moved_view();
            state.dragged = !session.dragged_points().is_empty();
            state.takes_keys = self.takes_keys();
            state.controls = session.page_controls();
            state.applet = session.source().shown_of_all().into();
        }
        state
    }

    /// Does something that the user wants.
    pub(crate) fn obey(&mut self, command: PanelCommand) {
        self.panel.changed();
        self.is_stalled = false;
        let middle = self.placement.canvas.css().map(|side| side / 2.0);
        match command {
            PanelCommand::Play => {
                self.pause(false);
                self.with_session(Session::press_play);
            }
            PanelCommand::Pause { paused } => self.pause(paused),
            PanelCommand::Step => {
                self.pause(true);
                self.clock.step();
                (self.steps, self.picture) = (true, Picture::Outdated);
            }
            PanelCommand::Restart => self.restart(),
            PanelCommand::ResetView => drop(self.with_session(Session::reset_view)),
            PanelCommand::FitView => drop(self.with_session(Session::fit_view)),
            PanelCommand::Zoom { factor } => {
                let at = match self.has_pointer {
                    true => self.pointed(),
                    false => middle,
                };
                self.with_session(|session| session.zoom(factor, at));
            }
            PanelCommand::Pan { parts } => {
                let by = [0, 1].map(|axis: usize| 2.0 * parts[axis] * middle[axis]);
                self.with_session(|session| session.pan(by));
            }
            PanelCommand::ResetPoints => drop(self.with_session(Session::reset_moved)),
            PanelCommand::WritePoints => self.write_points(),
            PanelCommand::Precision { precision } => {
                self.frames.set_precision(setting(precision));
                self.picture = Picture::Outdated;
            }
            PanelCommand::Set { index, value } => self.parameters.set(
                index,
                match value {
                    SetValue::Switch(on) => ParameterValue::Switch(on),
                    SetValue::Number(number) => ParameterValue::Number(number),
                    SetValue::Colour(rgba) => ParameterValue::Colour(rgba),
                },
            ),
            PanelCommand::LetGo => self.parameters.let_go(),
            PanelCommand::Operate { index, input } => {
                self.with_session(|session| session.input(UserEvent::Operated(index, input)));
            }
            PanelCommand::Inspect { on } => self.inspector.turn(on),
            PanelCommand::Reveal => self.reveal(),
            PanelCommand::NextApplet => self.show_next_applet(),
        }
    }

    fn restart(&mut self) {
        self.clock.restart();
        self.frames.forget_picture();
        self.worker.forget();
        self.worker.read_files_again();
        self.with_session(|session| {
            session.start_again();
            session.reset_view();
        });
    }

    fn show_next_applet(&mut self) {
        let source = self.frames.session().map(Session::source);
        if let Some((shown, count)) = source.map(Source::shown_of_all)
            && count > 1
        {
            self.worker.choose_applet((shown + 1) % count);
        }
    }

    fn pause(&mut self, paused: bool) {
        self.clock.pause(paused);
        self.speaker.hold(paused);
        self.with_session(|session| session.hold(paused));
    }

    /// Has the values shown that the user sets, and the text changed once they are let go.
    pub(super) fn follow_parameters(&mut self) {
        // The picture of a value is shown before the next one is compiled.
        let is_done = self.picture == Picture::Shown && !self.frames.awaits_programs();
        if (is_done || self.owed.is_none())
            && let Some(draft) = self.parameters.take_draft(Instant::now())
        {
            self.worker.set(draft);
        }
        if let Some((version, replacements)) = self.parameters.ask() {
            self.messages.push(FromPreview::Edit {
                version,
                replacements,
            });
        }
    }

    /// Has the text changed to where points were dragged.
    fn write_points(&mut self) {
        let (Some(base), Some(session)) = (self.parameters.base(), self.frames.session()) else {
            return;
        };
        let edits = places(session, base);
        let replacements = edits.iter().filter_map(|edit| replacement(base, edit));
        let replacements: Vec<_> = replacements.collect();
        if !replacements.is_empty() {
            self.messages.push(FromPreview::Edit {
                version: base.version,
                replacements,
            });
        }
    }

    /// Has the editor show what paints under the pointer.
    fn reveal(&mut self) {
        let Some(session) = self.frames.session() else {
            return;
        };
        let at = self.pointed();
        if let Some(range) = session.source_at(self.frames.frame(), at, Some(PIXEL_PATIENCE)) {
            self.messages.push(FromPreview::Reveal {
                version: session.source().version,
                range: byte_range(range),
            });
        }
    }
}

fn slider(row: ParameterRow) -> Slider {
    let value = match row.value {
        SettableValue::Number(value, scale) => SliderValue::Number {
            value,
            from: scale.from,
            to: scale.to,
            step: scale.step,
            logarithmic: scale.logarithmic,
        },
        SettableValue::Colour { rgba, has_opacity } => SliderValue::Colour { rgba, has_opacity },
        SettableValue::Switch(on) => SliderValue::Switch { on },
    };
    Slider {
        name: row.name,
        value,
    }
}

fn setting(precision: PanelPrecision) -> PrecisionSetting {
    match precision {
        PanelPrecision::Auto => PrecisionSetting::Auto,
        PanelPrecision::Single => PrecisionSetting::Single,
        PanelPrecision::Double => PrecisionSetting::Double,
    }
}
