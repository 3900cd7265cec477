//! Drawing: from commands in world coordinates to a display list in pixels.
//!
//! Everything is computed in the pixels that scripts count in, CSS pixels unless the port has a
//! virtual size. What a canvas context of a browser keeps, the map to the target's pixels and
//! the clip, is applied when a drawing enters the list.

mod conic;
mod image;
mod line;
mod matrix;
mod path;
mod pen;
mod plot;
mod state;
mod text;

use std::sync::Arc;

use cindyscript_applet::{Port, Transform, View};
use cindyscript_hir::program::TermId;

use crate::display::{Affine, Cap, Colour, DisplayEntry, Drawing, FillRule, Join, Path, Stroke};
use crate::error::NOWHERE;
use image::Outer;
use matrix::ViewMatrix;
use path::IDENTITY;

pub(crate) use image::PictureStyle;
pub(crate) use line::Use;
use path::growth;
pub(crate) use pen::{CONIC, Family, LINE, PLOT, POINT, Pen, Style, TABLE, TEXT};
pub(crate) use plot::Graph;
pub(crate) use state::GraphicsState;
pub(crate) use text::{TableLayout, TextBox};

/// How much one frame may draw: entries of the display list and segments of paths.
const MAX_WEIGHT: usize = 1_000_000;
/// How many graphics states may be kept by `gsave`.
const MAX_SAVED: usize = 10_000;

/// The clip: only what lies inside all of these areas is painted.
type Areas = Arc<[(Path, FillRule)]>;

/// What a canvas context keeps besides colours and sizes.
#[derive(Clone, Debug)]
struct Surface {
    /// From the pixels that scripts count in to the target's.
    map: Affine,
    clip: Areas,
    /// How the last line looked, as far as what comes next looks the same: solid, of the width in
    /// the pixels that scripts count in.
    line: Stroke,
    line_colour: Colour,
}

impl Surface {
    fn new(map: Affine) -> Surface {
        Surface {
            map,
            clip: Arc::default(),
            line: Stroke {
                width: 1.0,
                dashes: Arc::default(),
                cap: Cap::Butt,
                join: Join::Miter,
                miter_limit: 10.0,
            },
            line_colour: [0.0, 0.0, 0.0, 1.0],
        }
    }
}

/// The canvas that is drawn on, and the state of drawing.
#[derive(Clone, Debug)]
pub(crate) struct Graphics {
    pub(crate) state: GraphicsState,
    saved: Vec<GraphicsState>,
    surface: Surface,
    saved_surfaces: Vec<Surface>,
    /// What is drawn on again after the picture that is drawn on now.
    outer: Vec<Outer>,
    /// The coordinate system at the start of a frame.
    initial: ViewMatrix,
    /// Width and height of the canvas in the pixels that scripts count in.
    size: [f64; 2],
    /// The size in CSS pixels of what scripts count in.
    unit: f64,
    /// Pixels of the screen or the picture per CSS pixel.
    pub(crate) density: f64,
    port: Port,
    /// How finely graphs are drawn, 1 at 25 pixels to the unit.
    plot_scale: f64,
    default_text_size: f64,
    /// The drawings so far, in order.
    pub(crate) drawings: Vec<DisplayEntry>,
    /// The call that draws now.
    pub(crate) term: TermId,
    /// How much has been drawn in this frame.
    weight: usize,
    /// Whether something was left out because it was too much.
    overflow: bool,
}

impl Graphics {
    pub(crate) fn new(port: Port, default_text_size: f64, view: View, size: [f64; 2]) -> Graphics {
        let initial = ViewMatrix::of(&view, 1.0);
        let mut graphics = Graphics {
            state: GraphicsState::new(),
            saved: Vec::new(),
            surface: Surface::new(IDENTITY),
            saved_surfaces: Vec::new(),
            outer: Vec::new(),
            initial,
            size,
            unit: 1.0,
            density: 1.0,
            plot_scale: plot_scale(&port),
            port,
            default_text_size,
            drawings: Vec::new(),
            term: NOWHERE,
            weight: 0,
            overflow: false,
        };
        graphics.set_view(view, size);
        graphics
    }

    /// Where the world lies on the canvas, and the canvas' size, both in CSS pixels.
    pub(crate) fn set_view(&mut self, view: View, size: [f64; 2]) {
        let [width, height] = size;
        self.unit = 1.0 / self.port.virtual_pixels(width, height);
        self.size = [width / self.unit, height / self.unit];
        self.initial = ViewMatrix::of(&view, self.unit);
        self.state.system = ViewMatrix::WORLD;
        self.surface.map = self.canvas_map();
    }

    fn canvas_map(&self) -> Affine {
        [self.unit, 0.0, 0.0, self.unit, 0.0, 0.0]
    }

    /// What was drawn before is gone, the coordinate system is that of the start. Colours and
    /// sizes set since the last frame's end stay.
    pub(crate) fn begin_frame(&mut self) {
        self.drawings.clear();
        self.term = NOWHERE;
        self.weight = 0;
        self.state.system = ViewMatrix::WORLD;
        self.surface = Surface::new(self.canvas_map());
        self.saved_surfaces.clear();
    }

    /// Scripts have drawn what they draw: the graphics state is that of the start. The clip stays,
    /// for what comes on top.
    pub(crate) fn end_frame(&mut self) {
        self.term = NOWHERE;
        self.state = GraphicsState::new();
        self.saved.clear();
    }

    /// `gsave`; whether there was room.
    pub(crate) fn save(&mut self) -> bool {
        if self.saved.len().max(self.saved_surfaces.len()) >= MAX_SAVED {
            return false;
        }
        self.saved.push(self.state);
        self.saved_surfaces.push(self.surface.clone());
        true
    }

    /// `grestore`. Without a state to restore, the state stays, but not the clip.
    pub(crate) fn restore(&mut self) {
        if let Some(state) = self.saved.pop() {
            self.state = state;
        }
        let clip = match self.saved_surfaces.pop() {
            Some(surface) => {
                self.surface.line = surface.line;
                self.surface.line_colour = surface.line_colour;
                surface.clip
            }
            None => Arc::default(),
        };
        self.set_clip(clip);
    }

    /// `greset`.
    pub(crate) fn reset(&mut self) {
        for _ in 0..self.saved.len() {
            self.restore();
        }
        self.state = GraphicsState::new();
    }

    fn set_clip(&mut self, clip: Areas) {
        let old = &self.surface.clip;
        if Arc::ptr_eq(old, &clip) || old.is_empty() && clip.is_empty() {
            return;
        }
        self.push(Drawing::Clip(Arc::clone(&clip)));
        self.surface.clip = clip;
    }

    /// What lies outside of a path, in the pixels that scripts count in, is not painted any more.
    pub(crate) fn clip(&mut self, path: Path) {
        if self.weight > MAX_WEIGHT {
            // The frame takes no more drawings: the clip would only take memory.
            self.overflow = true;
            return;
        }
        let area = (path.transformed(self.surface.map), FillRule::NonZero);
        let areas = self.surface.clip.iter().cloned();
        self.set_clip(areas.chain([area]).collect());
    }

    /// The pen for a style.
    pub(crate) fn pen(&self, style: Style) -> Pen {
        Pen::new(style, &self.state)
    }

    /// The lower left and the lower right corner of the canvas in the coordinate system.
    pub(crate) fn lower_corners(&self) -> [[f64; 2]; 2] {
        let [width, height] = self.size;
        [[0.0, height], [width, height]].map(|corner| self.matrix().to_world(corner))
    }

    /// The coordinate system.
    pub(crate) fn matrix(&self) -> ViewMatrix {
        self.initial.with(self.state.system)
    }

    /// The map from the coordinate system to that of the start.
    pub(crate) fn system(&self) -> Affine {
        self.state.system.to_affine()
    }

    /// Sets the coordinate system that [`Graphics::system`] has returned.
    pub(crate) fn set_system(&mut self, system: Affine) {
        self.state.system = ViewMatrix::from_affine(system);
    }

    /// Pixels, as scripts count them, of a unit at the start of a frame.
    pub(crate) fn scale(&self) -> f64 {
        self.initial.scale()
    }

    /// The pixel of a place in the world, as scripts count them.
    pub(crate) fn to_pixel(&self, place: [f64; 2]) -> [f64; 2] {
        self.matrix().to_pixel(place)
    }

    /// The place in the world at a CSS pixel of the canvas.
    pub(crate) fn to_world(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        self.matrix().to_world([x / self.unit, y / self.unit])
    }

    /// The corners of the canvas in the coordinate system of the start, from the upper left one
    /// clockwise.
    pub(crate) fn screen(&self) -> [[f64; 2]; 4] {
        let [width, height] = self.size;
        let corners = [[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]];
        corners.map(|corner| self.initial.to_world(corner))
    }

    /// The size of the canvas in CSS pixels.
    pub(crate) fn canvas_size(&self) -> [f64; 2] {
        self.size.map(|side| side * self.unit)
    }

    /// The height of text.
    pub(crate) fn text_size(&self, style: &Style) -> f64 {
        let default = self.state.text_size.unwrap_or(self.default_text_size);
        style.size.unwrap_or(default)
    }

    /// Whether something was left out since the last question.
    pub(crate) fn take_overflow(&mut self) -> bool {
        std::mem::take(&mut self.overflow)
    }

    /// The map from the world at the start of a frame to CSS pixels of the canvas.
    pub(crate) fn canvas_frame(&self) -> Affine {
        let [origin, x, y] =
            [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|place| self.initial.to_pixel(place));
        let frame = [
            x[0] - origin[0],
            x[1] - origin[1],
            y[0] - origin[0],
            y[1] - origin[1],
            origin[0],
            origin[1],
        ];
        frame.map(|entry| entry * self.unit)
    }

    /// What has been drawn.
    pub(crate) fn take(&mut self) -> Vec<DisplayEntry> {
        self.weight = 0;
        std::mem::take(&mut self.drawings)
    }

    /// Adds to the display list.
    pub(crate) fn push(&mut self, drawing: Drawing) {
        self.weight += weight(&drawing);
        if self.weight > MAX_WEIGHT {
            self.overflow = true;
        } else {
            let term = self.term;
            self.drawings.push(DisplayEntry { drawing, term });
        }
    }

    /// Fills a path.
    pub(crate) fn fill(&mut self, path: Path, rule: FillRule, colour: Colour) {
        let path = path.transformed(self.surface.map);
        self.push(Drawing::Fill { path, rule, colour });
    }

    /// Lines look like this from now on, those included that say nothing about that themselves. As
    /// on a canvas, no width is no news: the line is as wide as the last one.
    fn set_line(&mut self, stroke: &mut Stroke, colour: Colour) {
        let last = &mut self.surface.line;
        if stroke.width > 0.0 {
            last.width = stroke.width;
        } else {
            stroke.width = last.width;
        }
        (last.cap, last.join, last.miter_limit) = (stroke.cap, stroke.join, stroke.miter_limit);
        self.surface.line_colour = colour;
    }

    /// Draws along a path.
    pub(crate) fn stroke(&mut self, path: Path, mut stroke: Stroke, colour: Colour) {
        self.set_line(&mut stroke, colour);
        let growth = growth(self.surface.map);
        if growth != 1.0 {
            stroke.width *= growth;
            stroke.dashes = stroke.dashes.iter().map(|length| length * growth).collect();
        }
        self.push(Drawing::Stroke {
            path: path.transformed(self.surface.map),
            stroke,
            colour,
        });
    }
}

/// How finely graphs are drawn: CindyJS looks at the last transformation that says a scale, and
/// takes 1 for a visible rectangle.
fn plot_scale(port: &Port) -> f64 {
    let scale = port
        .transforms
        .iter()
        .rev()
        .find_map(|transform| match transform {
            Transform::Scale(scale) => Some(*scale),
            Transform::ScaleAndOrigin { scale, .. } => Some(scale / 25.0),
            Transform::VisibleRect { .. } => Some(1.0),
            Transform::Translate(_) => None,
        });
    scale.unwrap_or(1.0)
}

/// How much an entry of the display list counts.
pub(crate) fn weight(drawing: &Drawing) -> usize {
    1 + match drawing {
        Drawing::Fill { path, .. } | Drawing::Stroke { path, .. } => path.segments.len(),
        Drawing::Clip(areas) => {
            let segments = areas.iter().map(|(path, _)| path.segments.len());
            areas.len() + segments.sum::<usize>()
        }
        Drawing::Text(text) => text.text.len(),
        Drawing::Plot(_) | Drawing::Picture(_) | Drawing::Clear => 0,
    }
}
