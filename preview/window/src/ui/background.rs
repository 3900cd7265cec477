//! A window that opens beside an editor leaves the keyboard to the editor, also where winit cannot ask
//! for that.
//!
//! On X11 a window says before it is shown when the user has last done something in it, and at 0 a
//! window manager does not give it the keyboard (Extended Window Manager Hints 1.5,
//! `_NET_WM_USER_TIME`). On Wayland, the compositor gives it to windows that bring a token of the
//! program which the user has last done something in: none is asked for.

use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

/// Whether the window has to be made ready by [`prepare`] before it is shown.
#[cfg(not(any(windows, target_vendor = "apple")))]
pub(super) fn has_to_be_prepared(event_loop: &ActiveEventLoop) -> bool {
    use winit::platform::x11::ActiveEventLoopExtX11;

    event_loop.is_x11()
}

#[cfg(any(windows, target_vendor = "apple"))]
pub(super) fn has_to_be_prepared(_: &ActiveEventLoop) -> bool {
    false
}

/// Lets a window that is not shown yet leave the keyboard where it is. Where that cannot be said,
/// the window manager decides.
#[cfg(not(any(windows, target_vendor = "apple")))]
pub(super) fn prepare(window: &Window) {
    use winit::raw_window_handle::{HasWindowHandle, RawWindowHandle};
    use x11rb::connection::Connection;
    use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, PropMode};
    use x11rb::wrapper::ConnectionExt as _;

    let id = match window.window_handle().map(|handle| handle.as_raw()) {
        Ok(RawWindowHandle::Xlib(handle)) => u32::try_from(handle.window).ok(),
        Ok(RawWindowHandle::Xcb(handle)) => Some(handle.window.get()),
        _ => None,
    };
    let say = |id| -> Result<(), Box<dyn std::error::Error>> {
        let (connection, _) = x11rb::connect(None)?;
        let atom = connection.intern_atom(false, b"_NET_WM_USER_TIME")?;
        let atom = atom.reply()?.atom;
        connection.change_property32(PropMode::REPLACE, id, atom, AtomEnum::CARDINAL, &[0])?;
        connection.flush()?;
        // It is there before the window is shown on another connection.
        connection.sync()?;
        Ok(())
    };
    drop(id.map(say));
}

#[cfg(any(windows, target_vendor = "apple"))]
pub(super) fn prepare(_: &Window) {}
