//! What the user sees of the world: moved and magnified by key, and the grid over it.

use cindyscript_player::Session;
use cindyscript_player::bitmap::{Bitmap, to_byte};
use cindyscript_player::exact::{digits, nearest};
use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::text::Fonts;
use cindyscript_player::view::{Canvas, ExactView, Placement};

use super::job::Job;
use super::{RenderLoop, WindowProxy};
use crate::controls::{Panel, ROOM};
use crate::grid::{self, Room};
use crate::look::Palette;

/// The grid over the picture, and the coordinates at the pointer.
#[derive(Debug, Default)]
pub(super) struct Grid {
    is_shown: bool,
    /// Whether the pointer is in the window.
    has_pointer: bool,
    /// As painted last, with what it was painted for.
    painted: Option<(ExactView, Placement, Vec<Bitmap>)>,
}

impl Grid {
    /// The bitmaps over a window: the grid on the canvas of the applet, and the coordinates. Both are
    /// as large as bars and panels, which see the window as `own`.
    fn bitmaps(
        &mut self,
        session: &Session,
        placement: &Placement,
        fonts: &Fonts,
        (own, palette, room): (&Canvas, &Palette, Room),
    ) -> Vec<Bitmap> {
        let (view, canvas) = on_own_canvas(session, own);
        let readout = || {
            let (place, decimals) = (session.exact_pointer_place(), view.decimals(canvas.scale));
            grid::readout(&place, &view, decimals, room, own, fonts, palette)
        };
        let readout = self.has_readout(&view, &canvas).then(readout);
        if !self.is_shown {
            return readout.into_iter().collect();
        }
        let painted = self.painted.take();
        let painted = painted.filter(|(of, on, _)| (of, on) == (&view, placement));
        let paint = || {
            let lines = grid::grid(&view, &canvas, fonts).into_iter();
            let lines = lines.map(|line| on_window(line, placement));
            (view, *placement, lines.collect())
        };
        let (.., lines) = self.painted.insert(painted.unwrap_or_else(paint));
        lines.iter().cloned().chain(readout).collect()
    }

    /// Whether the coordinates at the pointer are shown: with the grid, and in views where a place
    /// needs so many digits that nobody knows them.
    fn has_readout(&self, view: &ExactView, canvas: &Canvas) -> bool {
        self.has_pointer && (self.is_shown || view.decimals(canvas.scale) > DECIMALS_KNOWN)
    }
}

/// The view and the canvas of an applet in the pixels of bars and panels, which see the window as `own`.
fn on_own_canvas(session: &Session, own: &Canvas) -> (ExactView, Canvas) {
    let Canvas { device, scale } = session.canvas();
    let view = session.exact_view().in_pixels_of(own.scale / scale);
    let canvas = Canvas {
        device,
        scale: own.scale,
    };
    (view, canvas)
}

/// A bitmap on the canvas of an applet, where it lies in the window.
fn on_window(bitmap: Bitmap, placement: &Placement) -> Bitmap {
    let offset = bitmap.offset();
    let corner = placement.corner.map(u32::cast_signed);
    bitmap.moved([0, 1].map(|axis| offset[axis] + corner[axis]))
}

/// Coordinates with more decimals are shown without the grid as well.
const DECIMALS_KNOWN: i32 = 6;

/// How many decimals say where the picture lies, to a hundredth of a pixel.
fn decimals(view: &ExactView, canvas: &Canvas) -> usize {
    usize::try_from(view.decimals(canvas.scale) + 2).unwrap_or(0)
}

/// Whether numbers of scripts tell the pixels of a view apart.
fn is_within_f64(view: &ExactView, canvas: &Canvas) -> bool {
    let sides = [view.to_world([0.0; 2]), view.to_world(view.size)];
    let largest = sides.iter().flatten().map(|side| nearest(side).abs());
    let last_digit = largest.fold(0.0, f64::max) * f64::EPSILON;
    last_digit * view.scale * canvas.scale < 0.25
}

/// What is seen of the world, as a port says it: left, top, right, bottom, with digits enough to tell
/// pixels apart.
fn visible_rect(view: &ExactView, canvas: &Canvas) -> String {
    let [left, top] = view.to_world([0.0; 2]);
    let [right, bottom] = view.to_world(view.size);
    let decimals = decimals(view, canvas);
    let sides = [left, top, right, bottom].map(|side| digits(&side, decimals));
    format!("visibleRect: [{}]", sides.join(", "))
}

/// The same as options of `render`, for the magnification of what the port shows.
fn options(view: &ExactView, canvas: &Canvas, zoom: f64) -> String {
    let [x, y] = written_centre(view, canvas);
    format!("--centre {x},{y} --zoom {zoom:?}")
}

/// The same as constants of a script.
fn constants(view: &ExactView, canvas: &Canvas, zoom: f64) -> String {
    let [x, y] = written_centre(view, canvas);
    format!("centre = [{x}, {y}]; zoom = {zoom:?};")
}

fn written_centre(view: &ExactView, canvas: &Canvas) -> [String; 2] {
    let decimals = decimals(view, canvas);
    [0, 1].map(|axis: usize| digits(&view.centre[axis], decimals))
}

impl<P: WindowProxy> RenderLoop<P> {
    pub(super) fn toggle_grid(&mut self) {
        self.grid.is_shown = !self.grid.is_shown;
        self.grid.painted = None;
        self.state.overlay_changed();
    }

    /// The pointer is in the window and has moved there, or has left it.
    pub(super) fn point(&mut self, has_pointer: bool) {
        let view = self.frames.session().map(Session::exact_view);
        let has_readout = |grid: &Grid| {
            let view = view.as_ref();
            view.is_some_and(|view| grid.has_readout(view, &self.placement.canvas))
        };
        let had_readout = has_readout(&self.grid);
        self.grid.has_pointer = has_pointer;
        if had_readout || has_readout(&self.grid) {
            self.state.overlay_changed();
        }
    }

    pub(super) fn grid_bitmaps(&mut self) -> Vec<Bitmap> {
        let (left, right) = (
            self.controls.reach_at_left(),
            self.controls.width_at_right(),
        );
        let own = self.own_canvas();
        let room = Room::beside(&own, self.has_precision_note(), left, right);
        let Some(session) = self.frames.session() else {
            return Vec::new();
        };
        let look = (&own, self.look.scheme.palette(), room);
        self.grid
            .bitmaps(session, &self.placement, &self.fonts, look)
    }

    /// Lines of the grid are so far apart in the world; none where there is no grid.
    pub(super) fn grid_spacing(&self) -> Option<f64> {
        let session = self.frames.session()?;
        let (view, _) = on_own_canvas(session, &self.own_canvas());
        grid::spacing(&view, &self.fonts)
    }

    /// Places the applet in the window.
    pub(super) fn place(&mut self) {
        let size = self.own_size.filter(|_| !self.fills);
        let mut room = self.canvas;
        let beside = (ROOM * self.own_canvas().scale).round() as u32;
        // The controls of the page stand beside its picture where half of the window is left for that.
        if self.panels.contains(&Panel::Page) && size.is_some() && 2 * beside <= room.device[0] {
            room.device[0] -= beside;
        }
        let placement = room.place(size);
        if placement.canvas != self.placement.canvas {
            self.frames.set_canvas(placement.canvas);
        }
        self.placement = placement;
        self.state.overlay_changed();
    }

    /// The applet fills the window from now on, or keeps its shape.
    pub(super) fn fill(&mut self, fills: bool) {
        if self.fills != fills {
            self.fills = fills;
            self.place();
        }
    }

    /// The same as a command of the user.
    pub(super) fn toggle_fill(&mut self) {
        self.fill(!self.fills);
        let said = match (self.own_size, self.fills) {
            (None, _) => "the page says no size: its picture fills every window",
            (Some(_), true) => "the picture fills the window",
            (Some(_), false) => "the picture has the shape that it has on its page",
        };
        self.note(said.to_owned());
    }

    /// A bitmap on the canvas of the applet, where it lies in the window.
    pub(super) fn on_window(&self, bitmap: Bitmap) -> Bitmap {
        on_window(bitmap, &self.placement)
    }

    /// The bars beside an applet that keeps its shape.
    pub(super) fn letterbox(&self) -> impl Iterator<Item = Bitmap> + use<P> {
        let colour = self.look.scheme.palette().mat.map(to_byte);
        let bars = self.placement.bars(self.canvas.device);
        bars.filter_map(move |bar| {
            let pixels = colour.repeat(bar.width as usize * bar.height as usize);
            let corner = [bar.x, bar.y].map(u32::cast_signed);
            Bitmap::from_rgba(corner, [bar.width, bar.height], pixels)
        })
    }

    /// Magnifies by a factor, at the pointer if it is in the window.
    pub(super) fn zoom(&mut self, factor: f64) {
        let middle = self.placement.canvas.css().map(|side| side / 2.0);
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

    /// Gives where the picture lies in the world to the clipboard: as a port takes it, and where the
    /// numbers of a port cannot tell, as `render` does.
    pub(super) fn copy_view(&mut self) {
        self.copy(|view, canvas, zoom| match is_within_f64(view, canvas) {
            true => visible_rect(view, canvas),
            false => options(view, canvas, zoom),
        });
    }

    /// The same as constants of a script.
    pub(super) fn copy_constants(&mut self) {
        self.copy(constants);
    }

    fn copy(&mut self, written: impl Fn(&ExactView, &Canvas, f64) -> String) {
        if let Some(session) = self.frames.session() {
            let line = written(
                &session.exact_view(),
                &self.placement.canvas,
                session.magnification(),
            );
            let clipboard = self.clipboard.clone();
            self.jobs.push(Job::copy_line(clipboard, line));
        }
    }

    /// Computes colorplots more or less precisely from the next frame on.
    pub(super) fn next_precision(&mut self) {
        let setting = self.frames.precision_setting().next();
        self.frames.set_precision(setting);
        self.bar.notice = Some(match setting {
            PrecisionSetting::Auto => "precision of colorplots: double where single is not \
                                       enough, beyond that differences to an exact orbit"
                .to_owned(),
            setting => format!("precision of colorplots: {setting}"),
        });
        self.state.frame_is_due();
        self.state.overlay_changed();
    }

    /// Moves the picture by so many parts of its width and height.
    pub(super) fn pan(&mut self, parts: [f64; 2]) {
        let size = self.placement.canvas.css();
        let by = [0, 1].map(|axis| parts[axis] * size[axis]);
        self.with_session(|session| session.pan(by));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use cindyscript_player::exact::decimal;

    use super::*;

    #[test]
    fn the_view_is_copied_with_the_digits_that_it_needs() {
        let canvas = Canvas {
            device: [1000, 500],
            scale: 2.0,
        };
        let view = |scale, centre: [&str; 2]| ExactView {
            centre: centre.map(|place| decimal(place).unwrap()),
            scale,
            size: canvas.css(),
        };
        let near = view(25.0, ["0", "0"]);
        assert_eq!(
            visible_rect(&near, &canvas),
            "visibleRect: [-10.0000, 5.0000, 10.0000, -5.0000]"
        );
        assert_eq!(
            constants(&near, &canvas, 1.0),
            "centre = [0.0000, 0.0000]; zoom = 1.0;"
        );
        // 1e-9 wide.
        let deep = view(500.0 / 1e-9, ["-0.75", "0.1"]);
        assert_eq!(
            visible_rect(&deep, &canvas),
            "visibleRect: [-0.75000000050000, 0.10000000025000, -0.74999999950000, 0.09999999975000]"
        );
        assert!(is_within_f64(&near, &canvas) && is_within_f64(&deep, &canvas));
        let place = "-0.123456789012345678901234567890123456789012345678901234567";
        let deeper = view(500.0 / 1e-50, [place, "1"]);
        assert!(!is_within_f64(&deeper, &canvas));
        let one = "1.0000000000000000000000000000000000000000000000000000000";
        let place = "-0.1234567890123456789012345678901234567890123456789012346";
        assert_eq!(
            options(&deeper, &canvas, 2e51),
            format!("--centre {place},{one} --zoom 2e51")
        );
        assert_eq!(
            constants(&deeper, &canvas, 2e51),
            format!("centre = [{place}, {one}]; zoom = 2e51;")
        );
    }
}
