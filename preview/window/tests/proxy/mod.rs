//! Who a render loop plays to in tests.

use cindyscript_player::session::Cursor;
use cindyscript_window::render_loop::WindowProxy;

/// Is told each form of the pointer before the next frame, and fails if nothing can be shown.
pub(crate) struct Watcher<F>(pub(crate) F);

impl<F: Fn(Cursor) + Send + 'static> WindowProxy for Watcher<F> {
    fn cursor(&self, cursor: Cursor) {
        (self.0)(cursor);
    }

    fn failed(&self, reason: &str) {
        panic!("{reason}");
    }
}
