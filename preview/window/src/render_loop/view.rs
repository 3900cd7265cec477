//! What the user sees of the world: moved and magnified by key, and the grid over it.

use cindyscript_applet::View;
use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::text::Fonts;
use cindyscript_player::view::Canvas;

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

    /// Moves the picture by so many parts of its width and height.
    pub(super) fn pan(&mut self, parts: [f64; 2]) {
        let size = self.canvas.css();
        let by = [0, 1].map(|axis| parts[axis] * size[axis]);
        self.with_session(|session| session.pan(by));
    }
}
