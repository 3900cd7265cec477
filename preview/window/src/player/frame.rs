//! What a frame shows, as data.

use cindyscript_applet::TextRange;
use cindyscript_interpreter::{Output, PlotCall};
use cindyscript_shader::Frame;

use crate::scene::Region;

/// What a frame shows, from back to front: colorplots, then points.
#[derive(Clone, Debug, Default)]
pub struct FrameDescription {
    /// The colorplots that the scripts executed, in order.
    pub plots: Vec<PlotDraw>,
    /// The points of the construction, in order.
    pub points: Vec<PointMark>,
    /// What went wrong in the scripts of this frame.
    pub errors: Vec<Trouble>,
    /// What the scripts printed.
    pub output: Vec<Output>,
    /// A script was stopped from outside; the frame is incomplete and not to be shown.
    pub interrupted: bool,
}

/// A colorplot to paint.
#[derive(Clone, Debug)]
pub struct PlotDraw {
    /// Which, and the values of its uniforms.
    pub call: PlotCall,
    /// Where the picture's pixels lie in the world.
    pub frame: Frame,
    /// The pixels to paint.
    pub region: Region,
}

/// A point to paint. Places and lengths are in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct PointMark {
    /// Its centre.
    pub centre: [f64; 2],
    /// Its radius.
    pub radius: f64,
    /// Red, green, blue, alpha, 0 to 1.
    pub colour: [f64; 4],
    /// The name beside it, if it is shown.
    pub label: Option<Label>,
}

/// The name beside a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Height of the em in CSS pixels.
    pub size: f64,
    /// Red, green, blue, alpha, 0 to 1.
    pub colour: [f64; 4],
}

/// Something that went wrong while a script ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What, in one line.
    pub message: String,
    /// Where, in bytes of the file.
    pub range: Option<TextRange>,
    /// Whether the script ended there.
    pub fatal: bool,
}
