//! What other threads tell the window, which only its own may touch.

use cindyscript_player::session::Cursor;
use winit::event_loop::EventLoopProxy;

use crate::feed::FeedEvent;
use crate::render_loop::WindowProxy;
use crate::title::Standing;

/// What other threads tell the window.
#[derive(Debug)]
pub(super) enum Notification {
    /// What it has to know of the texts.
    Feed(FeedEvent),
    /// The pointer has another form.
    Cursor(Cursor),
    /// The title says something else.
    Stand(Standing),
    /// The window fills the screen, or no longer.
    ToggleFullScreen,
    /// The window does not fill the screen any more.
    LeaveFullScreen,
    /// The window stays above all others, or no longer.
    ToggleOnTop,
    /// Bars and panels have another size.
    Scaled(f64),
    /// Nothing can be shown; the reason.
    Failed(String),
}

/// The render loop's way to the window.
pub(super) struct ToWindow(EventLoopProxy<Notification>);

impl ToWindow {
    pub(super) fn new(proxy: EventLoopProxy<Notification>) -> ToWindow {
        ToWindow(proxy)
    }
}

impl WindowProxy for ToWindow {
    fn cursor(&self, cursor: Cursor) {
        drop(self.0.send_event(Notification::Cursor(cursor)));
    }

    fn stand(&self, standing: &Standing) {
        drop(self.0.send_event(Notification::Stand(standing.clone())));
    }

    fn toggle_full_screen(&self) {
        drop(self.0.send_event(Notification::ToggleFullScreen));
    }

    fn leave_full_screen(&self) {
        drop(self.0.send_event(Notification::LeaveFullScreen));
    }

    fn toggle_on_top(&self) {
        drop(self.0.send_event(Notification::ToggleOnTop));
    }

    fn scaled(&self, scale: f64) {
        drop(self.0.send_event(Notification::Scaled(scale)));
    }

    fn failed(&self, reason: &str) {
        drop(self.0.send_event(Notification::Failed(reason.to_owned())));
    }
}
