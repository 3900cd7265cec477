//! Pictures in space, painted on the CPU.

use cindyscript_interpreter::display::PictureInSpace;

use super::raster;
use crate::bitmap::Bitmap;
use crate::frame::SpaceDraw;
use crate::text::Fonts;

/// The pixels of a picture; paints them when they are wanted first.
pub(super) fn bitmap<'a>(draw: &'a SpaceDraw, fonts: &Fonts) -> &'a Bitmap {
    draw.painted.get_or_init(|| {
        let PictureInSpace {
            scene,
            texture,
            camera,
            ..
        } = &draw.picture;
        let region = draw.region;
        let size = [region.width, region.height];
        let offset = [region.x, region.y].map(u32::cast_signed);
        let texture = texture.as_ref().map(|it| raster::painted(it, fonts));
        let texture = texture.as_ref().and_then(|it| it.mipmap());
        let pixels = cindyscript_space::paint(scene, camera, texture, size);
        Bitmap::from_rgba(offset, size, pixels).unwrap_or_default()
    })
}
