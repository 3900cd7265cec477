//! Pictures as they are sent: encoded, and only what has changed of them.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use cindyscript_player::bitmap::{BYTES, Bitmap};
use cindyscript_player::region::Region;
use cindyscript_protocol::PictureFormat;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder, ImageResult};

/// How good what is sent with losses is, from 1 to 100.
const QUALITY: u8 = 80;

/// A part of an opaque picture, encoded.
pub(crate) fn encoded(
    picture: &Bitmap,
    region: Region,
    format: PictureFormat,
) -> ImageResult<Vec<u8>> {
    let colours = colours(picture, region);
    let Region { width, height, .. } = region;
    let mut encoded = Vec::with_capacity(colours.len() / 4);
    let kind = ExtendedColorType::Rgb8;
    match format {
        PictureFormat::Webp => {
            WebPEncoder::new_lossless(&mut encoded).write_image(&colours, width, height, kind)?;
        }
        PictureFormat::Jpeg => JpegEncoder::new_with_quality(&mut encoded, QUALITY)
            .write_image(&colours, width, height, kind)?,
    }
    Ok(encoded)
}

/// Bytes as text.
pub(crate) fn in_base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

/// The least region with all pixels in it that differ in two pictures of one size.
pub(crate) fn changed(a: &Bitmap, b: &Bitmap) -> Region {
    let [width, height] = b.size();
    let stride = width as usize * BYTES;
    if stride == 0 || a.size() != b.size() {
        return Region::all(b.size());
    }
    let rows = || {
        a.rgba()
            .chunks_exact(stride)
            .zip(b.rgba().chunks_exact(stride))
    };
    let differs = |(a, b): (&[u8], &[u8])| a != b;
    let Some(top) = rows().position(differs) else {
        return Region::default();
    };
    let bottom = rows().rposition(differs).unwrap_or(top);
    let (mut left, mut right) = (width as usize, 0);
    for (a, b) in rows().skip(top).take(bottom + 1 - top) {
        let mut pixels = a.chunks_exact(BYTES).zip(b.chunks_exact(BYTES));
        // Only what lies beyond what is known already.
        if let Some(first) = pixels.by_ref().take(left).position(differs) {
            left = first;
        }
        let mut beyond = a.chunks_exact(BYTES).zip(b.chunks_exact(BYTES)).skip(right);
        if let Some(last) = beyond.rposition(differs) {
            right += last + 1;
        }
    }
    Region {
        x: left as u32,
        y: top as u32,
        width: right.saturating_sub(left) as u32,
        height: (bottom + 1 - top) as u32,
    }
    .within([width, height])
}

/// Red, green and blue of the pixels of a region.
fn colours(picture: &Bitmap, region: Region) -> Vec<u8> {
    let Region {
        x,
        y,
        width,
        height,
    } = region;
    let stride = picture.size()[0] as usize * BYTES;
    let rows = picture.rgba().chunks_exact(stride.max(1));
    let mut colours = Vec::with_capacity(width as usize * height as usize * 3);
    for row in rows.skip(y as usize).take(height as usize) {
        let pixels = row
            .chunks_exact(BYTES)
            .skip(x as usize)
            .take(width as usize);
        for pixel in pixels {
            if let [r, g, b, _] = *pixel {
                colours.extend([r, g, b]);
            }
        }
    }
    colours
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// A picture in which no pixel is like its neighbours, and two of its pixels changed.
    fn pictures(places: [[u32; 2]; 2]) -> (Bitmap, Bitmap) {
        let size = [7_u8, 5];
        let pixels = (0..size[0] * size[1]).flat_map(|at| [at, 2 * at, 255 - at, 255]);
        let before = Bitmap::from_rgba([0, 0], size.map(u32::from), pixels.collect()).unwrap();
        let mut after = before.clone();
        for [x, y] in places {
            let at = (y as usize * 7 + x as usize) * BYTES;
            after.rgba_mut()[at] ^= 1;
        }
        (before, after)
    }

    #[test]
    fn what_changed_is_found() {
        let check = |places: [[u32; 2]; 2], [x, y, width, height]: [u32; 4]| {
            let (before, after) = pictures(places);
            let region = Region {
                x,
                y,
                width,
                height,
            };
            assert_eq!(changed(&before, &after), region);
        };
        check([[1, 2], [4, 3]], [1, 2, 4, 2]);
        check([[4, 1], [1, 4]], [1, 1, 4, 4]);
        check([[0, 0], [6, 4]], [0, 0, 7, 5]);
        check([[6, 4], [6, 3]], [6, 3, 1, 2]);
        // Changed twice: not at all.
        let (before, after) = pictures([[3, 3], [3, 3]]);
        assert!(changed(&before, &after).is_empty());
        assert_eq!(
            changed(&Bitmap::new([0, 0], [2, 2]), &before),
            Region::all([7, 5])
        );
    }

    #[test]
    fn without_losses_each_pixel_comes_back() {
        let (picture, _) = pictures([[0, 0]; 2]);
        let region = Region {
            x: 2,
            y: 1,
            width: 4,
            height: 3,
        };
        let bytes = encoded(&picture, region, PictureFormat::Webp).unwrap();
        let back = image::load_from_memory(&bytes).unwrap().to_rgba8();
        for (x, y, pixel) in back.enumerate_pixels() {
            assert_eq!(pixel.0, picture.pixel([x + 2, y + 1]));
        }
        let jpeg = encoded(&picture, region, PictureFormat::Jpeg).unwrap();
        let back = image::load_from_memory(&jpeg).unwrap();
        assert_eq!((back.width(), back.height()), (4, 3));
    }
}
