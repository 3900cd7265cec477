//! The buttons of the animation, where a page asks for them: a slider for the speed, and below it
//! play, pause and stop. Where CindyJS has them, and with the same effects.

use cindyscript_applet::Constant;
use cindyscript_interpreter::Playback;
use cindyscript_interpreter::display::{Colour, Drawing, Path};

use super::Session;
use crate::shape::{filled, polygon, rounded};

/// In CSS pixels.
const MARGIN: f64 = 5.0;
const BUTTON: [f64; 2] = [34.0, 26.0];
const SLIDER: f64 = 10.0;
const WIDTH: f64 = 3.0 * BUTTON[0];

const PANEL: Colour = [0.09, 0.10, 0.12, 0.72];
const TRACK: Colour = [1.0, 1.0, 1.0, 0.25];
const BLUE: Colour = [0.38, 0.66, 0.96, 1.0];
const WHITE: Colour = [0.96, 0.97, 0.98, 1.0];

/// A part of the controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// The slider of the speed.
    Speed,
    /// A button, which leads to a state.
    Button(Playback),
}

const BUTTONS: [Playback; 3] = [Playback::Playing, Playback::Paused, Playback::Stopped];

impl Session {
    /// The upper left corner of the controls, if the page has any.
    fn controls_corner(&self) -> Option<[f64; 2]> {
        let shown = self.applet()?.animation.controls;
        let [_, height] = self.plane().css();
        let top = height - MARGIN - SLIDER - BUTTON[1];
        shown.then_some([MARGIN, top])
    }

    /// The part of the controls at a place, in CSS pixels.
    pub(super) fn control_at(&self, at: [f64; 2]) -> Option<Control> {
        let [left, top] = self.controls_corner()?;
        let [x, y] = [at[0] - left, at[1] - top];
        if !(0.0..WIDTH).contains(&x) || !(0.0..SLIDER + BUTTON[1]).contains(&y) {
            return None;
        }
        if y < SLIDER {
            return Some(Control::Speed);
        }
        // `x` is less than three buttons.
        let button = BUTTONS.get((x / BUTTON[0]) as usize)?;
        Some(Control::Button(*button))
    }

    /// Has the animation play, also where the page has no button for that.
    pub fn press_play(&mut self) {
        self.use_control(Control::Button(Playback::Playing));
    }

    /// A press on the controls, or, of the slider, a movement with the button down.
    pub(super) fn use_control(&mut self, control: Control) {
        if let Control::Button(playback) = control {
            self.actions.playback = Some(playback);
        }
        match control {
            Control::Button(Playback::Playing) => self.play(),
            Control::Button(Playback::Paused) => self.pause(),
            Control::Button(Playback::Stopped) => self.stop(),
            Control::Speed => {
                let [low, high] = self.speeds();
                let share = ((self.pointer[0] - MARGIN) / WIDTH).clamp(0.0, 1.0);
                let speed = low + share * (high - low);
                self.actions.speed = Some(speed);
                self.interpreter.set_speed(speed);
                self.outdated = true;
            }
        }
    }

    /// The speeds at the ends of the slider.
    fn speeds(&self) -> [f64; 2] {
        let animation = self.applet().and_then(|applet| {
            let others = applet.others.iter();
            let mut found = others.filter(|(name, _)| name == "animation");
            found.next().map(|(_, value)| value)
        });
        let range = animation
            .and_then(|animation| animation.get("speedRange"))
            .and_then(Constant::as_numbers);
        match range.as_deref() {
            Some(&[low, high]) if low.is_finite() && high.is_finite() && low != high => [low, high],
            _ => [0.0, 1.0],
        }
    }

    /// How they look.
    pub(super) fn controls(&self) -> Vec<Drawing> {
        let Some([left, top]) = self.controls_corner() else {
            return Vec::new();
        };
        let [low, high] = self.speeds();
        let share = ((self.interpreter.speed() - low) / (high - low)).clamp(0.0, 1.0);
        let [inset, thickness] = [5.0, 4.0];
        let track = [left + inset, top + 4.0];
        let length = WIDTH - 2.0 * inset;
        let mut drawn = vec![
            filled(
                rounded([left, top], [WIDTH, SLIDER + BUTTON[1]], 6.0),
                PANEL,
            ),
            filled(rounded(track, [length, thickness], 2.0), TRACK),
        ];
        if share > 0.0 {
            drawn.push(filled(
                rounded(track, [share * length, thickness], 2.0),
                BLUE,
            ));
        }
        let state = self.interpreter.playback();
        for (place, button) in BUTTONS.into_iter().enumerate() {
            let middle = [
                left + (place as f64 + 0.5) * BUTTON[0],
                top + SLIDER + BUTTON[1] / 2.0,
            ];
            let colour = if button == state { BLUE } else { WHITE };
            drawn.extend(sign(button, middle).map(|path| filled(path, colour)));
        }
        drawn
    }
}

/// The sign of a button around its middle.
fn sign(button: Playback, [x, y]: [f64; 2]) -> impl Iterator<Item = Path> {
    let bar = |left: f64, width: f64| rounded([x + left, y - 6.0], [width, 12.0], 1.0);
    let paths = match button {
        Playback::Playing => vec![polygon(&[
            [x - 4.5, y - 6.5],
            [x + 6.5, y],
            [x - 4.5, y + 6.5],
        ])],
        Playback::Paused => vec![bar(-5.0, 3.5), bar(1.5, 3.5)],
        Playback::Stopped => vec![bar(-6.0, 12.0)],
    };
    paths.into_iter()
}
