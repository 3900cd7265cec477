//! Pictures in space, painted on the CPU.

use cindyscript_interpreter::display::PictureInSpace;
use cindyscript_interpreter::picture::Picture;
use cindyscript_space::Mipmap;

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
        let texture = texture.as_ref().and_then(|picture| read(picture, fonts));
        let pixels = cindyscript_space::paint(scene, camera, texture.as_ref(), size);
        Bitmap::from_rgba(offset, size, pixels).unwrap_or_default()
    })
}

/// A picture as a texture.
fn read(picture: &Picture, fonts: &Fonts) -> Option<Mipmap> {
    let pixels = super::pixels(picture, fonts)?;
    Mipmap::new(pixels.size(), &pixels.bytes())
}
