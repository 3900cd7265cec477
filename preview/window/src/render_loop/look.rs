//! What the user wants the window to look like: light or dark, larger, or without motion.

use cindyscript_player::view::Canvas;

use super::{RenderLoop, WindowProxy};
use crate::look::Scheme;
use crate::overlay::Stopped;

/// What is said of an applet that would play by itself.
const WOULD_PLAY: &str = "nothing moves by itself here, as your system asks for; space plays";

impl<P: WindowProxy> RenderLoop<P> {
    /// Bars and panels are light or dark from now on.
    pub(super) fn show_in(&mut self, scheme: Scheme) {
        self.look.scheme = scheme;
        self.controls.show_in(scheme);
        self.state.overlay_changed();
    }

    /// Bars and panels have another size from now on.
    pub(super) fn rescale(&mut self, scale: f64) {
        if scale != self.look.scale {
            self.look.scale = scale;
            self.proxy.scaled(scale);
            self.state.overlay_changed();
        }
        if self.look.scale_on(&self.canvas) < scale {
            self.note("this window is too small for larger bars and panels".to_owned());
        }
    }

    /// The canvas as bars and panels see it.
    pub(super) fn own_canvas(&self) -> Canvas {
        self.look.canvas(self.canvas)
    }

    /// No applet plays from now on until the user has it play.
    pub(super) fn move_less(&mut self) {
        self.look.less_motion = true;
        if !self.clock.is_paused() {
            self.stop(Some(Stopped::Unplayed));
            self.say_that_it_would_play();
        }
    }

    /// Says how to have an applet play that would do so by itself.
    pub(super) fn say_that_it_would_play(&mut self) {
        if self.stopped() == Some(Stopped::Unplayed) {
            self.bar.unplayed = Some(WOULD_PLAY.to_owned());
            self.state.overlay_changed();
        }
    }

    /// Why time stands still, if it does: by itself only where an applet would play.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        if self.state.holds_scripts() {
            return Some(Stopped::Paused);
        }
        self.clock.stopped().filter(|stopped| match stopped {
            Stopped::Paused => true,
            Stopped::Unplayed => self.is_playing(),
        })
    }
}
