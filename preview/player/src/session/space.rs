//! Pictures in space: their places, and their cameras, which the user moves.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use cindyscript_hir::program::TermId;
use cindyscript_interpreter::display::PictureInSpace;
use cindyscript_interpreter::{MODEL_CANVAS, NOWHERE};
use cindyscript_space::{Motion, SpaceScene};

use super::Session;
use crate::diagnostic::AppletDiagnostic;
use crate::frame::{DrawItem, FrameDescription, SpaceDraw};
use crate::layout::CanvasPlace;
use crate::region::Region;
use crate::view::Canvas;

/// Units of the wheel in a factor of e, as Cindy3D counts them.
const ROLL: f64 = 100.0;

/// The message for a picture that would take too long to paint.
const LEFT_OUT: &str = "a picture in space takes too long to paint; its last shapes are left out: \
                        draw fewer or smaller ones";

impl Session {
    /// The canvas of the port: all of it, or the part that other canvases leave.
    pub(super) fn plane(&self) -> Canvas {
        match &self.layout {
            Some(layout) => Canvas::new(layout.port, self.canvas.scale),
            None => self.canvas,
        }
    }

    /// The name of the canvas of the picture in space at a place, in CSS pixels.
    pub(super) fn space_canvas_at(&self, at: [f64; 2]) -> Option<Arc<str>> {
        match &self.layout {
            Some(layout) => Some(layout.canvas_at(at)?.id.as_str().into()),
            // A construction in front of a picture takes the pointer.
            None if self.reads_pointer() || self.interpreter.pick(self.place_of(at)).is_some() => {
                None
            }
            None => Some(self.interpreter.pictures_in_space().next()?.canvas),
        }
    }

    /// Turns or moves the camera as the pointer moves.
    pub(super) fn drag_in_space(&mut self, canvas: &str, pans: bool, by: [f64; 2]) {
        let motion = match (pans, self.shift) {
            (true, _) => Motion::Pan(by),
            (false, true) => Motion::Turn(by),
            (false, false) => Motion::Orbit(by),
        };
        self.move_camera(canvas, motion);
    }

    /// Brings the camera nearer by a factor, or rolls it if Shift is held.
    pub(super) fn zoom_in_space(&mut self, canvas: &str, factor: f64) {
        let motion = match self.shift {
            true => Motion::Roll(-factor.ln() * ROLL),
            false => Motion::Approach(factor),
        };
        self.move_camera(canvas, motion);
    }

    /// The first scene in space that scripts have shown, which models for 3D printers are made of.
    pub fn scene_in_space(&self) -> Option<Arc<SpaceScene>> {
        let mut pictures = self.interpreter.pictures_in_space();
        let picture = pictures.find(|picture| *picture.canvas != *MODEL_CANVAS)?;
        Some(picture.scene)
    }

    /// Sets if the user holds Shift.
    pub fn set_shift(&mut self, shift: bool) {
        self.shift = shift;
    }

    fn move_camera(&mut self, canvas: &str, motion: Motion) {
        self.interpreter.move_camera(canvas, motion);
        self.camera_moved = true;
    }

    /// The items of a frame, and what drew each, with the pictures in space: on canvases of their own, or
    /// behind everything where the page has none.
    pub(super) fn with_pictures_in_space(
        &self,
        items: Vec<DrawItem>,
        terms: Vec<TermId>,
    ) -> (Vec<DrawItem>, Vec<TermId>) {
        let (mut items, mut terms) = (items, terms);
        let mut pictures = self.interpreter.pictures_in_space();
        let Some(layout) = &self.layout else {
            // The first one hides the others.
            if let Some(picture) = pictures.next() {
                let draw = SpaceDraw::new(picture, Region::all(self.canvas.device));
                items.insert(0, DrawItem::Space(Arc::new(draw)));
                terms.insert(0, NOWHERE);
            }
            return (items, terms);
        };
        if !layout.shows_port {
            items.clear();
            terms.clear();
        }
        for picture in pictures {
            let mut places = layout.canvases.iter();
            if let Some(place) = places.find(|place| place.id == *picture.canvas) {
                items.push(self.at_place(picture, place));
            }
        }
        (items, terms)
    }

    /// A picture in space on its canvas.
    fn at_place(&self, picture: PictureInSpace, place: &CanvasPlace) -> DrawItem {
        let scale = self.canvas.scale;
        let end = [0, 1].map(|axis| scale * (place.corner[axis] + place.size[axis]));
        let corner = place.corner.map(|side| scale * side);
        let region = Region::between(corner, end, self.canvas.device);
        DrawItem::Space(Arc::new(SpaceDraw::new(picture, region)))
    }

    /// Reports pictures in space that are not painted as a whole.
    pub(super) fn note_left_out(&mut self, items: &[DrawItem]) {
        let is_cut = |item: &DrawItem| match item {
            DrawItem::Space(draw) => !draw.is_affordable(),
            DrawItem::Plot(_) | DrawItem::Drawing(_) => false,
        };
        if items.iter().any(is_cut) {
            self.diagnostics.push(AppletDiagnostic {
                message: LEFT_OUT.to_owned(),
                range: None,
                fatal: false,
            });
        }
    }

    /// Keeps a frame that may be shown again: one with pictures in space, or of a page whose JavaScript
    /// runs between frames.
    pub(super) fn keep(&mut self, frame: &FrameDescription) {
        self.camera_moved = false;
        let has_space = self.interpreter.pictures_in_space().next().is_some();
        let is_shown_again = has_space || self.next_page_timer().is_some();
        self.last = is_shown_again.then(|| frame.clone());
    }

    /// True if no script has to draw at a time, unless the JavaScript of the page that is due changes that.
    pub(super) fn may_repaint(&mut self, seconds: f64) -> bool {
        let code = self.interpreter.next_timer();
        let is_code_due = code.is_some_and(|due| due <= seconds);
        let is_paced = self.camera_moved || self.next_page_timer().is_some();
        is_paced && self.last.is_some() && !is_code_due && self.stays()
    }

    /// True if nothing has happened since the last frame, cameras aside.
    pub(super) fn stays(&mut self) -> bool {
        !self.needs_draw() && !self.is_playing()
    }

    /// The last frame as the cameras see it now: no script runs.
    pub(super) fn repainted(&mut self) -> Option<FrameDescription> {
        let mut frame = self.last.clone()?;
        // As in CindyJS, the next frame clears what was drawn meanwhile.
        drop(self.interpreter.take_drawn());
        let pictures: Vec<PictureInSpace> = self.interpreter.pictures_in_space().collect();
        for item in &mut frame.items {
            let DrawItem::Space(draw) = item else {
                continue;
            };
            let mut pictures = pictures.iter();
            let moved = pictures.find(|picture| {
                let same_canvas = picture.canvas == draw.picture.canvas;
                same_canvas && picture.camera != draw.picture.camera
            });
            if let Some(picture) = moved {
                *draw = Arc::new(SpaceDraw::new(picture.clone(), draw.region));
            }
        }
        frame.errors.retain(|error| error.message != LEFT_OUT);
        self.note_left_out(&frame.items);
        for diagnostic in self.take_diagnostics() {
            if !frame.errors.contains(&diagnostic) {
                frame.errors.push(diagnostic);
            }
        }
        frame.output = self.take_output();
        frame.sounds = self.take_sounds();
        frame.interrupted = self.interpreter.interrupt().load(Ordering::Relaxed);
        self.camera_moved = false;
        self.last = Some(frame.clone());
        Some(frame)
    }
}
