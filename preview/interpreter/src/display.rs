//! The display list: what scripts draw, in the order in which they draw it.
//!
//! Plain data between the interpreter, which decides what is drawn, and the host, which paints.
//! Places and lengths are in pixels of the target, x to the right and y down from its upper left
//! corner: CSS pixels of the canvas, or pixels of a picture. Transformations of the coordinate
//! system, defaults and modifiers have been applied.

pub mod picture;

use std::sync::Arc;

use cindyscript_hir::program::{PlotId, TermId};
use cindyscript_infer::split_program::SplitProgram;
use cindyscript_space::{SpaceCamera, SpaceScene};

use crate::display::picture::Picture;
use crate::value::Value;
use crate::value::text::Text;

/// Red, green, blue, alpha: 0 to 1, not multiplied.
pub type Colour = [f64; 4];

/// An affine map `[a, b, c, d, e, f]`: (x, y) goes to (a x + c y + e, b x + d y + f).
pub type Affine = [f64; 6];

/// An entry of the display list with what put it there.
#[derive(Clone, Debug)]
pub struct DisplayEntry {
    /// The entry.
    pub drawing: Drawing,
    /// The call that drew it; [`NOWHERE`](crate::NOWHERE) for the construction.
    pub term: TermId,
}

/// An entry of the display list.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// A colorplot.
    Plot(PlotCall),
    /// An area.
    Fill {
        /// Its outline.
        path: Path,
        /// What is inside.
        rule: FillRule,
        /// Its colour.
        colour: Colour,
    },
    /// A line along a path.
    Stroke {
        /// The path.
        path: Path,
        /// How the line looks.
        stroke: Stroke,
        /// Its colour.
        colour: Colour,
    },
    /// A line of text.
    Text(TextDrawing),
    /// A picture.
    Picture(PictureDrawing),
    /// From here on, only what lies inside all of these areas is painted; none of them: everything.
    Clip(Arc<[(Path, FillRule)]>),
    /// Everything so far is wiped away: the target is transparent.
    Clear,
}

/// A colorplot that a script has executed: an entry of the display list.
#[derive(Clone, Debug)]
pub struct PlotCall {
    /// Which.
    pub plot: PlotId,
    /// The program that it is of, where functions are not those of the text: the same as long as
    /// the same definitions are in force.
    pub redefined: Option<SplitProgram>,
    /// The values of `Plot::uniforms`, in the same order.
    pub uniforms: Vec<Value>,
    /// What the images that these name show: a name, its picture.
    pub images: Vec<(Text, Picture)>,
    /// Two opposite corners in the script's coordinates; `None` is the whole view.
    pub rectangle: Option<([f64; 2], [f64; 2])>,
    /// From the script's coordinates, which the pixels are counted in, to the world.
    pub system: Affine,
}

/// Which points are inside of an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FillRule {
    /// Those around which it winds.
    #[default]
    NonZero,
    /// Those around which it winds an odd number of times.
    EvenOdd,
}

/// Lines and curves. Coordinates may be anything, also not finite: then nothing is painted.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Path {
    /// The pieces, in order.
    pub segments: Vec<PathSegment>,
}

/// A piece of a [`Path`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathSegment {
    /// Begins anew at a place.
    Move([f64; 2]),
    /// A straight line to a place.
    Line([f64; 2]),
    /// A quadratic Bézier curve: control point, end.
    Quadratic([f64; 2], [f64; 2]),
    /// A cubic Bézier curve: control points, end.
    Cubic([f64; 2], [f64; 2], [f64; 2]),
    /// A straight line to where this part began.
    Close,
}

/// How a line looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Its width in pixels.
    pub width: f64,
    /// Lengths of dashes and gaps in turn, in pixels; empty for a solid line.
    pub dashes: Arc<[f64]>,
    /// How it ends.
    pub cap: Cap,
    /// How it turns.
    pub join: Join,
    /// How much longer than wide a pointed turn may become before it is cut off.
    pub miter_limit: f64,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs)] // as in every drawing library
pub enum Cap {
    Butt,
    #[default]
    Round,
    Square,
}

/// How a line turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs)] // as in every drawing library
pub enum Join {
    Miter,
    #[default]
    Round,
    Bevel,
}

/// A line of text. Between `$` it is a formula: sub- and superscripts, Greek letters.
#[derive(Clone, Debug, PartialEq)]
pub struct TextDrawing {
    /// The text, without line breaks.
    pub text: Arc<str>,
    /// How it looks.
    pub style: TextStyle,
    /// The left end of its baseline.
    pub origin: [f64; 2],
    /// Turned by this around the origin: radians, counterclockwise as seen.
    pub angle: f64,
    /// Its colour.
    pub colour: Colour,
    /// The line around its letters, which it lies upon.
    pub outline: Option<Outline>,
}

/// A line around letters.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// How it looks; half of its width is outside of the letters.
    pub stroke: Stroke,
    /// Its colour.
    pub colour: Colour,
}

/// How text looks.
#[derive(Clone, Debug, PartialEq)]
pub struct TextStyle {
    /// Height of the em in pixels.
    pub size: f64,
    /// The family, as CSS names it.
    pub family: Arc<str>,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it is slanted.
    pub italic: bool,
}

/// The room that a line of text takes, in pixels; all are positive.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct TextExtent {
    /// How far the next text would begin to the right.
    pub width: f64,
    /// Above the baseline.
    pub ascent: f64,
    /// Below the baseline.
    pub descent: f64,
}

/// A picture in space.
#[derive(Clone, Debug)]
pub struct PictureInSpace {
    /// The id of the canvas that it is painted on.
    pub canvas: Arc<str>,
    /// The shapes and lights.
    pub scene: Arc<SpaceScene>,
    /// The texture of its triangles.
    pub texture: Option<Picture>,
    /// The camera.
    pub camera: SpaceCamera,
}

/// A picture to paint.
#[derive(Clone, Debug)]
pub struct PictureDrawing {
    /// What it shows now: drawing into the image later does not change it.
    pub picture: Picture,
    /// From pixels of the picture to pixels of the target.
    pub transform: Affine,
    /// How opaque it is, 0 to 1.
    pub alpha: f64,
    /// Whether enlarged pixels blend into each other; otherwise they are squares.
    pub smooth: bool,
}
