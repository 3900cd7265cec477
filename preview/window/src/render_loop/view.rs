//! What the user sees of the world: moved and magnified by key, and the grid over it.

use cindyscript_applet::View;
use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::text::Fonts;
use cindyscript_player::view::Canvas;

use super::job::Job;
use super::{RenderLoop, WindowProxy};
use crate::grid;

/// The grid over the picture, and the coordinates at the pointer.
#[derive(Debug, Default)]
pub(super) struct Grid {
    is_shown: bool,
    /// Whether the pointer is in the window.
    has_pointer: bool,
    /// As painted last, with what it was painted for.
    painted: Option<(View, Canvas, Vec<Bitmap>)>,
}

impl Grid {
    /// What lies over a picture.
    fn bitmaps(&mut self, session: &Session, canvas: &Canvas, fonts: &Fonts) -> Vec<Bitmap> {
        if !self.is_shown {
            return Vec::new();
        }
        let view = session.view();
        let painted = self.painted.take();
        let painted = painted.filter(|(of, on, _)| (of, on) == (&view, canvas));
        let (.., lines) = self
            .painted
            .insert(painted.unwrap_or_else(|| (view, *canvas, grid::grid(&view, canvas, fonts))));
        let readout = self
            .has_pointer
            .then(|| grid::readout(session.pointer_place(), &view, canvas, fonts));
        lines.iter().cloned().chain(readout).collect()
    }
}

/// What is seen of the world, as a port says it: left, top, right, bottom, with digits enough to tell
/// pixels apart.
fn visible_rect(view: &View, canvas: &Canvas) -> String {
    let [left, top] = view.to_world([0.0, 0.0]);
    let [right, bottom] = view.to_world(canvas.css());
    // A hundredth of a pixel.
    let decimals = (view.scale * canvas.scale).log10() + 2.0;
    let decimals = decimals.ceil().clamp(0.0, 17.0) as usize;
    let sides = [left, top, right, bottom].map(|side| format!("{side:.decimals$}"));
    format!("visibleRect: [{}]", sides.join(", "))
}

impl<P: WindowProxy> RenderLoop<P> {
    pub(super) fn toggle_grid(&mut self) {
        self.grid.is_shown = !self.grid.is_shown;
        self.grid.painted = None;
        self.state.overlay_changed();
    }

    /// The pointer is in the window and has moved there, or has left it.
    pub(super) fn point(&mut self, has_pointer: bool) {
        self.grid.has_pointer = has_pointer;
        if self.grid.is_shown {
            self.state.overlay_changed();
        }
    }

    pub(super) fn grid_bitmaps(&mut self) -> Vec<Bitmap> {
        let session = self.frames.session();
        let bitmaps = session.map(|session| self.grid.bitmaps(session, &self.canvas, &self.fonts));
        bitmaps.unwrap_or_default()
    }

    /// Magnifies by a factor, at the pointer if it is in the window.
    pub(super) fn zoom(&mut self, factor: f64) {
        let middle = self.canvas.css().map(|side| side / 2.0);
        let has_pointer = self.grid.has_pointer;
        self.with_session(|session| {
            let at = if has_pointer {
                session.pointer()
            } else {
                middle
            };
            session.zoom(factor, at);
        });
    }

    /// Gives where the picture lies in the world to the clipboard, as a port takes it.
    pub(super) fn copy_view(&mut self) {
        if let Some(session) = self.frames.session() {
            let line = visible_rect(&session.view(), &self.canvas);
            let clipboard = self.clipboard.clone();
            self.jobs.push(Job::copy_line(clipboard, line));
        }
    }

    /// Computes colorplots more or less precisely from the next frame on.
    pub(super) fn next_precision(&mut self) {
        let setting = self.frames.precision_setting().next();
        self.frames.set_precision(setting);
        self.bar.notice = Some(match setting {
            PrecisionSetting::Auto => {
                "precision of colorplots: double where single cannot tell pixels apart".to_owned()
            }
            setting => format!("precision of colorplots: {setting}"),
        });
        self.state.frame_is_due();
        self.state.overlay_changed();
    }

    /// Moves the picture by so many parts of its width and height.
    pub(super) fn pan(&mut self, parts: [f64; 2]) {
        let size = self.canvas.css();
        let by = [0, 1].map(|axis| parts[axis] * size[axis]);
        self.with_session(|session| session.pan(by));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_is_copied_with_the_digits_that_it_needs() {
        let canvas = Canvas {
            device: [1000, 500],
            scale: 2.0,
        };
        let rect = |scale, origin| visible_rect(&View { scale, origin }, &canvas);
        assert_eq!(
            rect(25.0, [250.0, 125.0]),
            "visibleRect: [-10.0000, 5.0000, 10.0000, -5.0000]"
        );
        // Around (-0.75, 0.1), 1e-9 wide.
        let scale = 500.0 / 1e-9;
        let deep = rect(scale, [250.0 + 0.75 * scale, 125.0 + 0.1 * scale]);
        assert_eq!(
            deep,
            "visibleRect: [-0.75000000050000, 0.10000000025000, -0.74999999950000, 0.09999999975000]"
        );
    }
}
