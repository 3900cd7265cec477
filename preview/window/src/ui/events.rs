//! What the window system and other threads tell the window, passed on to whom it concerns.

use cindyscript_player::session::{Cursor, Touch, UserEvent};
use winit::application::ApplicationHandler;
use winit::event::{
    ElementState, KeyEvent, MouseButton, MouseScrollDelta, TouchPhase, WindowEvent,
};
use winit::event_loop::ActiveEventLoop;
use winit::window::{CursorIcon, WindowId, WindowLevel};

use super::keys::described;
use super::notification::Notification;
use super::preferences::scheme;
use super::{App, LARGEST, SMALLEST};
use crate::controls::Command;
use crate::feed::FeedEvent;
use crate::policy::ZOOM_A_LINE;
use crate::render_loop::LoopEvent;

impl ApplicationHandler<Notification> for App {
    fn resumed(&mut self, _: &ActiveEventLoop) {}

    fn user_event(&mut self, event_loop: &ActiveEventLoop, notification: Notification) {
        match notification {
            Notification::Feed(FeedEvent::Show { path, size }) => {
                (self.path, self.asked) = (path, size.map(|side| side.clamp(SMALLEST, LARGEST)));
                self.set_title();
                if self.window.is_none()
                    && let Err(message) = self.open(event_loop)
                {
                    self.failure = Some(message);
                    event_loop.exit();
                }
            }
            Notification::Stand(standing) => {
                self.standing = standing;
                self.set_title();
            }
            Notification::ToggleFullScreen => self.fill_screen(|fills| !fills),
            Notification::LeaveFullScreen => self.fill_screen(|_| false),
            Notification::ToggleOnTop => self.toggle_on_top(can_be_kept_on_top(event_loop)),
            Notification::Scaled(scale) => self.look_file.keep_scale(scale),
            Notification::Feed(FeedEvent::Focus) => {
                if let Some(window) = &self.window {
                    window.set_minimized(false);
                    window.focus_window();
                }
            }
            Notification::Cursor(cursor) => {
                if let Some(window) = &self.window {
                    window.set_cursor(cursor_icon(cursor));
                }
            }
            Notification::Feed(FeedEvent::Leave) => event_loop.exit(),
            // A window has no tab.
            Notification::Feed(FeedEvent::Tab(_)) => {}
            Notification::Failed(message) => {
                self.failure = Some(message);
                event_loop.exit();
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Resized(size) => {
                self.tell_canvas(size);
                self.tell_hidden(false);
            }
            WindowEvent::ThemeChanged(theme) if self.scheme.is_none() => {
                self.sender.send(LoopEvent::Scheme(scheme(theme)));
            }
            WindowEvent::Occluded(occluded) => self.tell_hidden(occluded),
            WindowEvent::Focused(_) => self.tell_hidden(self.occluded),
            // On a screen with finer pixels, a window that fills it may have as many as before.
            WindowEvent::ScaleFactorChanged { .. } => {
                if let Some(size) = self.window.as_ref().map(|window| window.inner_size()) {
                    self.tell_canvas(size);
                }
            }
            WindowEvent::RedrawRequested => {
                self.hidden = false;
                self.sender.send(LoopEvent::Expose);
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.sender
                    .input(UserEvent::PointerMoved([position.x, position.y]));
            }
            WindowEvent::HoveredFile(path) => self.sender.send(LoopEvent::Hover(Some(path))),
            WindowEvent::HoveredFileCancelled => self.sender.send(LoopEvent::Hover(None)),
            WindowEvent::DroppedFile(path) => self.sender.send(LoopEvent::Dropped(Ok(path))),
            WindowEvent::CursorLeft { .. } => self.sender.send(LoopEvent::PointerLeft),
            WindowEvent::MouseInput { state, button, .. } => {
                let control = self.modifiers.control_key() || self.modifiers.super_key();
                if control && (state, button) == (ElementState::Pressed, MouseButton::Left) {
                    return self.sender.send(LoopEvent::Command(Command::Reveal));
                }
                if let Some(event) = self.held.change(state, button) {
                    self.sender.input(event);
                }
            }
            WindowEvent::Touch(touch) => self.sender.input(UserEvent::Touch {
                finger: touch.id,
                touch: match touch.phase {
                    TouchPhase::Started => Touch::Down,
                    TouchPhase::Moved => Touch::Moved,
                    TouchPhase::Ended | TouchPhase::Cancelled => Touch::Up,
                },
                at: [touch.location.x, touch.location.y],
            }),
            WindowEvent::MouseWheel { delta, .. } => {
                let scale = self.window.as_ref().map(|window| window.scale_factor());
                let lines = lines(delta, scale.unwrap_or(1.0));
                self.sender.input(UserEvent::Zoom(ZOOM_A_LINE.powf(lines)));
            }
            WindowEvent::ModifiersChanged(modifiers) => {
                self.modifiers = modifiers.state();
                self.sender
                    .send(LoopEvent::Shift(self.modifiers.shift_key()));
            }
            WindowEvent::KeyboardInput {
                event,
                is_synthetic: false,
                ..
            } => {
                self.key(event_loop, &event);
            }
            _ => {}
        }
    }
}

/// A line of a wheel is as much as so many CSS pixels of a touchpad.
const PIXELS_A_LINE: f64 = 40.0;

/// The lines that a wheel or a touchpad has turned by. A touchpad counts in device pixels, of which
/// `scale` are a CSS pixel.
fn lines(delta: MouseScrollDelta, scale: f64) -> f64 {
    match delta {
        MouseScrollDelta::LineDelta(_, y) => f64::from(y),
        MouseScrollDelta::PixelDelta(by) => by.y / (PIXELS_A_LINE * scale),
    }
}

/// The button of the pointer that is down. Others do nothing until it goes up.
#[derive(Debug, Default)]
pub(super) struct HeldButton(Option<MouseButton>);

impl HeldButton {
    /// A button goes down or up: what that is for the applet.
    fn change(&mut self, state: ElementState, button: MouseButton) -> Option<UserEvent> {
        let is_own = self.0 == Some(button);
        let pressed = match button {
            MouseButton::Left => UserEvent::PointerPressed,
            MouseButton::Middle | MouseButton::Right => UserEvent::PanPressed,
            MouseButton::Back | MouseButton::Forward | MouseButton::Other(_) => return None,
        };
        match state {
            ElementState::Pressed if is_own || self.0.is_none() => {
                self.0 = Some(button);
                Some(pressed)
            }
            ElementState::Released if is_own => {
                self.0 = None;
                Some(UserEvent::PointerReleased)
            }
            ElementState::Pressed | ElementState::Released => None,
        }
    }
}

impl App {
    /// The window stays above all others, or no longer; it is said, for it may not be seen.
    fn toggle_on_top(&mut self, can_be: bool) {
        self.on_top = can_be && !self.on_top;
        if let Some(window) = &self.window {
            window.set_window_level(match self.on_top {
                true => WindowLevel::AlwaysOnTop,
                false => WindowLevel::Normal,
            });
        }
        let said = match (can_be, self.on_top) {
            (false, _) => "Wayland has no windows that stay on top",
            (true, true) => "always on top",
            (true, false) => "no longer on top",
        };
        self.sender.send(LoopEvent::Notice(said.to_owned()));
    }

    fn key(&mut self, event_loop: &ActiveEventLoop, event: &KeyEvent) {
        let key = described(&event.logical_key, self.modifiers);
        if event.state == ElementState::Released {
            self.sender.input(UserEvent::KeyReleased(key));
            return;
        }
        if key.control && key.name.eq_ignore_ascii_case("w") {
            event_loop.exit();
            return;
        }
        self.sender.input(UserEvent::KeyPressed(key));
    }
}

/// Whether a window can have itself kept above all others.
#[cfg(target_os = "linux")]
fn can_be_kept_on_top(event_loop: &ActiveEventLoop) -> bool {
    use winit::platform::wayland::ActiveEventLoopExtWayland;
    !event_loop.is_wayland()
}

#[cfg(not(target_os = "linux"))]
fn can_be_kept_on_top(_: &ActiveEventLoop) -> bool {
    true
}

/// What the window system calls a form of the pointer.
fn cursor_icon(cursor: Cursor) -> CursorIcon {
    match cursor {
        Cursor::Arrow => CursorIcon::Default,
        Cursor::Grab => CursorIcon::Grab,
        Cursor::Grabbing => CursorIcon::Grabbing,
        Cursor::Hand => CursorIcon::Pointer,
        Cursor::Text => CursorIcon::Text,
    }
}

#[cfg(test)]
mod tests {
    use winit::dpi::PhysicalPosition;

    use super::*;

    #[test]
    fn second_button_during_a_drag_does_nothing() {
        use ElementState::{Pressed, Released};
        use MouseButton::{Back, Left, Middle, Right};
        let mut held = HeldButton::default();
        for (state, button, expected) in [
            (Pressed, Left, Some(UserEvent::PointerPressed)),
            (Pressed, Right, None),
            (Released, Right, None),
            (Pressed, Back, None),
            (Released, Back, None),
            (Released, Left, Some(UserEvent::PointerReleased)),
            (Released, Right, None),
            (Pressed, Middle, Some(UserEvent::PanPressed)),
            (Pressed, Left, None),
            (Released, Left, None),
            (Released, Middle, Some(UserEvent::PointerReleased)),
            // A release that the window system has kept for itself.
            (Pressed, Left, Some(UserEvent::PointerPressed)),
            (Pressed, Left, Some(UserEvent::PointerPressed)),
            (Released, Left, Some(UserEvent::PointerReleased)),
        ] {
            let event = held.change(state, button);
            assert_eq!(event, expected, "{state:?} {button:?}");
        }
    }

    #[test]
    fn touchpad_zooms_alike_on_every_display() {
        let pixels = |y| MouseScrollDelta::PixelDelta(PhysicalPosition::new(0.0, y));
        assert_eq!(lines(pixels(80.0), 1.0), 2.0);
        assert_eq!(lines(pixels(160.0), 2.0), 2.0);
        assert_eq!(lines(MouseScrollDelta::LineDelta(0.0, 2.0), 2.0), 2.0);
    }
}
