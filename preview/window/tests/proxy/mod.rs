//! Who a render loop plays to in tests.

use cindyscript_player::session::Cursor;
use cindyscript_window::render_loop::WindowProxy;
use cindyscript_window::title::Standing;

/// Is told each form of the pointer before the next frame, and fails if nothing can be shown.
pub(crate) struct Watcher<F>(pub(crate) F);

impl<F: Fn(Cursor) + Send + 'static> WindowProxy for Watcher<F> {
    fn cursor(&self, cursor: Cursor) {
        (self.0)(cursor);
    }

    fn stand(&self, _: &Standing) {}

    fn toggle_full_screen(&self) {}

    fn leave_full_screen(&self) {}

    fn toggle_on_top(&self) {}

    fn failed(&self, reason: &str) {
        panic!("{reason}");
    }
}
