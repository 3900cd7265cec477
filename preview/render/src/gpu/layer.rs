//! A colorplot of a scene as the GPU takes it.

use std::sync::Arc;

use cindyscript_hir::program::PlotId;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::exact::Exact;
use cindyscript_player::image_resource::ImageResource;
use cindyscript_player::region::Region;
use cindyscript_player::scene;
use cindyscript_shader::FrameUniforms;

use super::pipeline::PlotPipeline;
use crate::placement::Placed;

/// What the GPU paints.
pub type GpuScene = scene::Scene<PlotLayer>;

/// A layer of a [`GpuScene`].
pub(super) type Layer = scene::Layer<PlotLayer>;

/// A colorplot for the GPU.
#[derive(Clone, Debug)]
pub struct PlotLayer {
    /// Which it is.
    pub plot: PlotId,
    /// Its pipeline.
    pub pipeline: Arc<PlotPipeline>,
    /// Where its pixels lie in the world.
    pub frame: FrameUniforms,
    /// What of the world lies in the middle of the picture, with all digits; none on an image, which is
    /// not moved about.
    pub centre: Option<Arc<[Exact; 2]>>,
    /// Where the upper left corner of the target lies in the picture that it is a part of, in pixels.
    pub corner: [f64; 2],
    /// The values of its uniforms, laid out as its module wants it.
    pub uniforms: Vec<u8>,
    /// The points of the orbits that it is computed as the difference to, if it is.
    pub orbit: Option<Arc<Vec<u8>>>,
    /// The images that it reads, by slot; none where there is none of that name.
    pub images: Vec<Option<Arc<ImageResource>>>,
    /// The part of the picture that it paints.
    pub region: Region,
    /// Of that part, how opaque it is; everywhere as it is by itself if there is none.
    pub mask: Option<Bitmap>,
}

impl PlotLayer {
    /// Where its pixels lie; none on an image.
    pub(super) fn placed(&self) -> Option<Placed> {
        let centre = self.centre.clone()?;
        Some(Placed::new(self.plot, self.frame, centre))
    }

    /// Whether both are of the same text: they differ in values, and in what they lie on.
    pub(super) fn has_same_program(&self, other: &PlotLayer) -> bool {
        self.plot == other.plot && Arc::ptr_eq(&self.pipeline, &other.pipeline)
    }

    /// Whether both show the same.
    pub(super) fn is_like(&self, other: &PlotLayer) -> bool {
        // A seed makes a difference only where it is used.
        let seed = match self.pipeline.is_random() {
            true => other.frame.seed,
            false => self.frame.seed,
        };
        let orbit = match (&self.orbit, &other.orbit) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        };
        let image =
            |(a, b): (&Option<Arc<ImageResource>>, &Option<Arc<ImageResource>>)| match (a, b) {
                (Some(a), Some(b)) => Arc::ptr_eq(a, b),
                (a, b) => a.is_none() && b.is_none(),
            };
        self.has_same_program(other)
            && self.frame
                == FrameUniforms {
                    seed,
                    ..other.frame
                }
            && self.corner == other.corner
            && self.uniforms == other.uniforms
            && orbit
            && self.images.len() == other.images.len()
            && self.images.iter().zip(&other.images).all(image)
            && self.region == other.region
            && self.mask == other.mask
    }
}
