//! One image, decoded: how large it may be, and what is wrong with it.

use std::io::Cursor;

use cindyscript_interpreter::ImageMemory;
use cindyscript_interpreter::picture::{Picture, Pixels};
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits};

/// Wider or higher images are refused, in pixels.
pub(crate) const LARGEST_SIDE: u32 = 1 << 14;

/// Images that take more memory while they are decoded are refused, in bytes.
const LARGEST_MEMORY: u64 = 1 << 30;

/// What images may take.
pub(crate) fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    limits.max_alloc = Some(LARGEST_MEMORY);
    limits
}

/// Why there is no image, in one line.
pub(crate) fn failed(error: ImageError) -> String {
    match error {
        ImageError::Unsupported(_) => "this is none of PNG, JPEG, GIF and WebP".to_owned(),
        ImageError::Limits(_) => format!(
            "this image is too large: at most {LARGEST_SIDE} × {LARGEST_SIDE} pixels are read, and \
             {} MB while it is decoded; make it smaller",
            LARGEST_MEMORY >> 20
        ),
        error => format!("this image is damaged: {error}"),
    }
}

/// The picture in the bytes of a file, decoded if there is room for it.
///
/// # Errors
/// It is no picture, or too large; the reason in one line.
pub(crate) fn picture(bytes: Vec<u8>, room: &mut ImageMemory) -> Result<Picture, String> {
    let start = String::from_utf8_lossy(bytes.get(..256.min(bytes.len())).unwrap_or_default());
    if start.contains("<svg") || start.trim_start().starts_with("<?xml") {
        return Err("SVG images are not available in the preview".to_owned());
    }
    let mut reader = ImageReader::new(Cursor::new(bytes));
    reader.limits(limits());
    let reader = reader
        .with_guessed_format()
        .map_err(|error| error.to_string())?;
    let mut decoder = reader.into_decoder().map_err(failed)?;
    room.take(decoder.dimensions().into())?;
    // Cameras write pictures as they were held.
    let orientation = decoder.orientation().map_err(failed)?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(failed)?;
    image.apply_orientation(orientation);
    let image = image.into_rgba8();
    let size = [image.width(), image.height()];
    let pixels = Pixels::new(size, image.into_raw());
    pixels
        .map(Picture::from_pixels)
        .ok_or_else(|| "this image is damaged".to_owned())
}
