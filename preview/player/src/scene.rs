//! What one frame shows, as layers from back to front: plain data between those who decide what
//! is seen and those who paint it, on a GPU or on the CPU.

use std::sync::Arc;

use cindyscript_interpreter::display::Affine;

use crate::bitmap::Bitmap;
use crate::image_resource::ImageResource;
use crate::region::Region;

/// The layers of a picture; `P` is a colorplot as whoever paints it wants it. Sizes are in device
/// pixels.
#[derive(Clone, Debug)]
pub struct Scene<P> {
    /// Width and height of the picture.
    pub size: [u32; 2],
    /// From back to front.
    pub layers: Vec<Layer<P>>,
}

/// A layer of a [`Scene`].
#[derive(Clone, Debug)]
pub enum Layer<P> {
    /// What was painted on the CPU: lines, points, text, a colorplot that no shader can do.
    Bitmap(Bitmap),
    /// A picture of an image.
    Picture(PictureLayer),
    /// A colorplot that is not painted yet.
    Plot(P),
}

/// A picture of an image.
#[derive(Clone, Debug)]
pub struct PictureLayer {
    /// Its pixels.
    pub painted: Arc<ImageResource>,
    /// From its pixels to device pixels.
    pub transform: Affine,
    /// How opaque it is, 0 to 1.
    pub alpha: f64,
    /// Whether enlarged pixels blend into each other.
    pub smooth: bool,
    /// The part of the target that it touches.
    pub region: Region,
}
