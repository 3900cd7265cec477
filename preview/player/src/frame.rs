//! What a frame shows, as data.

use std::sync::{Arc, OnceLock};

use cindyscript_hir::program::TermId;
use cindyscript_interpreter::display::{Drawing, PictureInSpace};
use cindyscript_interpreter::{ConsoleOutput, NOWHERE, PlotCall, Value};
use cindyscript_shader::FrameUniforms;
use cindyscript_sound::SoundCommand;
use cindyscript_space::is_affordable;

use crate::bitmap::Bitmap;
use crate::diagnostic::AppletDiagnostic;
use crate::exact::Exact;
use crate::region::Region;

/// What a frame shows.
#[derive(Clone, Debug, Default)]
pub struct FrameDescription {
    /// What is painted, from back to front.
    pub items: Vec<DrawItem>,
    /// The term that drew each item, in the same order; [`NOWHERE`] for what no script drew. What has
    /// none, behind the last of them, was drawn by no script.
    pub terms: Vec<TermId>,
    /// What went wrong in the scripts of this frame.
    pub errors: Vec<AppletDiagnostic>,
    /// What the scripts printed.
    pub output: Vec<ConsoleOutput>,
    /// The sounds that the scripts asked for since the last frame, in their order.
    pub sounds: Vec<SoundCommand>,
    /// A script was stopped from outside; the frame is incomplete and not to be shown.
    pub interrupted: bool,
    /// A script was stopped because its time was over: the frame is incomplete.
    pub is_late: bool,
}

impl FrameDescription {
    /// The colorplots that the scripts executed, in order.
    pub fn plots(&self) -> impl Iterator<Item = &PlotDraw> {
        self.items.iter().filter_map(|item| match item {
            DrawItem::Plot(draw) => Some(draw),
            DrawItem::Space(_) | DrawItem::Drawing(_) => None,
        })
    }

    /// The term that drew an item, by its place among all.
    pub fn term(&self, item: usize) -> Option<TermId> {
        let term = self.terms.get(item).copied();
        term.filter(|term| *term != NOWHERE)
    }
}

/// Something to paint.
#[derive(Clone, Debug)]
pub enum DrawItem {
    /// A colorplot.
    Plot(PlotDraw),
    /// A picture in space.
    Space(Arc<SpaceDraw>),
    /// Anything else; never [`Drawing::Plot`].
    Drawing(Drawing),
}

/// A picture in space to paint.
#[derive(Debug)]
pub struct SpaceDraw {
    /// The scene and its camera.
    pub picture: PictureInSpace,
    /// The pixels to paint.
    pub region: Region,
    /// The pixels, painted at the first use.
    pub(crate) painted: OnceLock<Bitmap>,
}

impl SpaceDraw {
    /// A picture on a part of the target.
    pub fn new(picture: PictureInSpace, region: Region) -> SpaceDraw {
        SpaceDraw {
            picture,
            region,
            painted: OnceLock::new(),
        }
    }

    /// True if all of its shapes are painted.
    pub(crate) fn is_affordable(&self) -> bool {
        let PictureInSpace { scene, camera, .. } = &self.picture;
        is_affordable(scene, camera, [self.region.width, self.region.height])
    }
}

/// A colorplot to paint.
#[derive(Clone, Debug)]
pub struct PlotDraw {
    /// Which, and the values of its uniforms.
    pub call: PlotCall,
    /// Where the picture's pixels lie in the world.
    pub frame: FrameUniforms,
    /// Where the middle of the picture lies in the world, with all digits.
    pub centre: Arc<[Exact; 2]>,
    /// The pixels to paint.
    pub region: Region,
}

impl PlotDraw {
    /// Whether both certainly show the same, but for what random numbers make of it.
    pub fn is_like(&self, other: &PlotDraw) -> bool {
        let seed = self.frame.seed;
        let frame = FrameUniforms {
            seed,
            ..other.frame
        };
        let is_plain = |call: &PlotCall| call.redefined.is_none() && call.images.is_empty();
        let (own, others) = (&self.call, &other.call);
        own.plot == others.plot
            && is_plain(own)
            && is_plain(others)
            && self.frame == frame
            && self.centre == other.centre
            && self.region == other.region
            && own.uniforms.len() == others.uniforms.len()
            && own
                .uniforms
                .iter()
                .zip(&others.uniforms)
                .all(|(a, b)| are_same(a, b))
    }
}

/// Whether two values are the same; what is shared by reference never is.
fn are_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Undefined, Value::Undefined) => true,
        (Value::Boolean(a), Value::Boolean(b)) => a == b,
        (Value::Number(a), Value::Number(b)) | (Value::Angle(a), Value::Angle(b)) => a == b,
        (Value::String(a), Value::String(b)) => a == b,
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| are_same(&a, &b))
        }
        _ => false,
    }
}
