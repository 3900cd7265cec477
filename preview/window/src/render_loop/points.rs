//! Points that the user moves: to the grid while Shift is down, and to places that are written in the
//! panel of what can be set.

use super::{RenderLoop, WindowProxy};
use crate::controls::{Parameters, PointRow};

/// Of more points, the first are listed.
const MOST: usize = 50;

impl<P: WindowProxy> RenderLoop<P> {
    /// What can be set, by hand or by pointer.
    pub(super) fn settings(&self) -> Parameters {
        let mut shown = Parameters {
            rows: self.parameters.rows(),
            points: Vec::new(),
            pixel: 1.0,
            unreadable: self.parameters.base().is_none(),
            restarts: false,
            unwritten: !self.outbox.has_reader() && self.parameters.has_unwritten(),
        };
        if let Some(session) = self.frames.session() {
            let points = session.movable_points().into_iter().take(MOST);
            shown.points = points.map(|(name, at)| PointRow { name, at }).collect();
            shown.restarts = session.restarts();
            shown.pixel = 1.0 / session.view().scale;
            shown.unwritten |= !session.dragged_points().is_empty();
        }
        shown
    }

    /// Moves a point, by its place in the list.
    pub(super) fn place_point(&mut self, index: usize, at: [f64; 2]) {
        self.with_session(|session| {
            let points = session.movable_points();
            if let Some((name, _)) = points.get(index) {
                session.place_point(name, at);
            }
        });
    }

    /// The Shift key goes down, or up.
    pub(super) fn shift(&mut self, is_down: bool) {
        self.pointer.shift_is_down = is_down;
        self.tell_snap();
        self.with_session(|session| session.set_shift(is_down));
    }

    /// Tells the applet whether points come to the grid as it is on this canvas.
    pub(super) fn tell_snap(&mut self) {
        let step = match self.pointer.shift_is_down {
            true => self.grid_spacing(),
            false => None,
        };
        self.with_session(|session| session.set_snap(step));
    }
}
