//! Films from files: animated images, and images that are numbered or lie in a folder.
//!
//! What a page names as a video and cannot be decoded ([`decoder`](crate::decoder)) is looked for
//! beside it in a form that can be shown.

use std::ffi::OsStr;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{Film, ImageMemory, Sequence};
use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::{AnimationDecoder, ImageDecoder, ImageFormat, ImageResult};

use crate::decoder::{Decoder, Input, VideoStream};
use crate::resource;
use crate::still::{failed, limits, picture};

/// Images of a sequence that are shown in a second.
const RATE: f64 = 25.0;

/// A picture that says it takes less time is shown for so long, as in browsers.
const SHORTEST: Duration = Duration::from_millis(11);
const USUAL: f64 = 0.1;

/// What an image may be called.
const IMAGES: [&str; 6] = ["gif", "png", "apng", "webp", "jpg", "jpeg"];

/// A video or what stands for it, and the first picture.
pub(crate) type Video = (Arc<dyn Film>, Picture);

/// The video in a file: decoded, or else images. Those are the file itself, one beside it of the
/// same name with the ending of one, or those of the folder of that name.
///
/// # Errors
/// There is nothing that can be shown; the reason and the remedy in one line.
pub(crate) fn video(
    path: &Path,
    decoder: &Decoder,
    room: &mut ImageMemory,
) -> Result<Video, String> {
    let images = match source(path) {
        Source::Images(images) => images,
        Source::Encoded => {
            let stream = VideoStream::open(decoder, Input::File(path.to_owned()));
            match stream.and_then(|stream| Ok((stream.first()?, stream))) {
                Ok((first, stream)) => return Ok((Arc::new(stream), first)),
                Err(reason) => beside(path).ok_or_else(|| {
                    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                    format!(
                        "this video cannot be decoded: {reason}; in its place, an animated image \
                         `{stem}.gif`, `{stem}.png` or `{stem}.webp` is shown, or a folder \
                         `{stem}` of images"
                    )
                })?,
            }
        }
        Source::Missing => return Err("there is no such file".to_owned()),
        Source::NoFile => return Err("this is not a file".to_owned()),
    };
    open(&images, room).map(sequence)
}

/// A sequence as a video.
pub(crate) fn sequence(images: Sequence) -> Video {
    let first = images.picture(0.0).clone();
    (Arc::new(images), first)
}

/// The file or folder that a video is read from, as far as that can be said without decoding it.
pub(crate) fn file(path: PathBuf) -> PathBuf {
    match source(&path) {
        Source::Images(images) => images,
        Source::Encoded | Source::Missing | Source::NoFile => path,
    }
}

enum Source {
    /// A file or folder.
    Images(PathBuf),
    /// The file itself, which is no image.
    Encoded,
    Missing,
    /// A pipe, which would be waited for, or a device, which may have no end.
    NoFile,
}

fn source(path: &Path) -> Source {
    if is_images(path) {
        Source::Images(path.to_owned())
    } else if path.is_file() {
        Source::Encoded
    } else if path.exists() {
        Source::NoFile
    } else {
        beside(path).map_or(Source::Missing, Source::Images)
    }
}

/// Whether a path names an image or a folder.
pub(crate) fn is_images(path: &Path) -> bool {
    path.is_dir() || is_image(path)
}

/// What stands for a video.
fn beside(path: &Path) -> Option<PathBuf> {
    let endings = IMAGES.iter().map(|ending| path.with_extension(ending));
    let folder = path.with_extension("");
    endings
        .chain([folder])
        .find(|other| other.exists() && other != path && !leads_out(other))
}

/// Whether a file is a link to another folder: what is shown with a film lies there.
fn leads_out(file: &Path) -> bool {
    let folder = file.parent();
    folder.is_none_or(|folder| cindyscript_applet::leads_out(folder, file))
}

/// The film in an image, in the images that are numbered like it from there on, or in a folder.
///
/// # Errors
/// There are no images, or one cannot be read; the reason in one line.
pub(crate) fn open(path: &Path, room: &mut ImageMemory) -> Result<Sequence, String> {
    let files = if path.is_dir() {
        files_in(path)?
    } else {
        numbered_like(path)
    };
    if let [file] = files.as_slice() {
        return decode(resource::contents(file)?, room);
    }
    let pictures = files.iter().map(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let picture = resource::contents(file).and_then(|bytes| picture(bytes, room));
        let picture = picture.map_err(|reason| format!("`{name}` {reason}"))?;
        Ok((picture, 1.0 / RATE))
    });
    let pictures: Vec<_> = pictures.collect::<Result<_, String>>()?;
    Sequence::new(pictures).ok_or_else(|| "has no images".to_owned())
}

/// The film in the bytes of an image; of one picture if that does not move.
///
/// # Errors
/// It is no image; the reason in one line.
pub(crate) fn decode(bytes: Vec<u8>, room: &mut ImageMemory) -> Result<Sequence, String> {
    let frames = match image::guess_format(&bytes).ok() {
        Some(ImageFormat::Gif) => {
            limited(GifDecoder::new(Cursor::new(&bytes)), room)?.into_frames()
        }
        Some(ImageFormat::Png) => {
            let decoder = limited(PngDecoder::new(Cursor::new(&bytes)), room)?;
            if !decoder.is_apng().map_err(failed)? {
                return picture(bytes, room).map(Sequence::still);
            }
            decoder.apng().map_err(failed)?.into_frames()
        }
        Some(ImageFormat::WebP) => {
            let decoder = limited(WebPDecoder::new(Cursor::new(&bytes)), room)?;
            if !decoder.has_animation() {
                return picture(bytes, room).map(Sequence::still);
            }
            decoder.into_frames()
        }
        _ => return picture(bytes, room).map(Sequence::still),
    };
    let pictures = frames.map(|frame| {
        let frame = frame.map_err(failed)?;
        let delay = Duration::from(frame.delay());
        let seconds = if delay < SHORTEST {
            USUAL
        } else {
            delay.as_secs_f64()
        };
        let image = frame.into_buffer();
        let size = [image.width(), image.height()];
        room.take(size)?;
        let pixels = Pixels::new(size, image.into_raw()).ok_or("this image is damaged")?;
        Ok((Picture::from_pixels(pixels), seconds))
    });
    let pictures: Vec<_> = pictures.collect::<Result<_, String>>()?;
    Sequence::new(pictures).ok_or_else(|| "this image is empty".to_owned())
}

/// A decoder that refuses images that are too large.
fn limited<D: ImageDecoder>(decoder: ImageResult<D>, room: &mut ImageMemory) -> Result<D, String> {
    let mut decoder = decoder.map_err(failed)?;
    room.look(decoder.dimensions().into())?;
    decoder.set_limits(limits()).map_err(failed)?;
    Ok(decoder)
}

fn is_image(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| {
        IMAGES
            .iter()
            .any(|image| image.eq_ignore_ascii_case(ending))
    })
}

/// The images in a folder, in the order of the numbers at the ends of their names, then of the
/// names.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("cannot be read: {error}"))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut images: Vec<PathBuf> = paths
        .filter(|path| is_image(path) && !leads_out(path))
        .collect();
    images.sort_by_cached_key(|path| (numbered(path).map(|(_, number)| number), path.clone()));
    Ok(images)
}

/// A file and those after it: beside it, with the same name but for a higher number at its end.
fn numbered_like(path: &Path) -> Vec<PathBuf> {
    let alone = vec![path.to_owned()];
    let (Some((name, first)), Some(folder)) = (numbered(path), path.parent()) else {
        return alone;
    };
    let Ok(files) = files_in(folder) else {
        return alone;
    };
    let follows = |other: &PathBuf| {
        let ending = other.extension() == path.extension();
        ending && numbered(other).is_some_and(|(other, number)| other == name && number > first)
    };
    alone
        .into_iter()
        .chain(files.into_iter().filter(follows))
        .collect()
}

/// The name of a file without its ending, and the number at its end.
fn numbered(path: &Path) -> Option<(&str, u64)> {
    let stem = path.file_stem()?.to_str()?;
    let name = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    Some((name, stem.get(name.len()..)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use image::codecs::gif::GifEncoder;
    use image::{Delay, Frame, RgbaImage};

    use super::*;

    fn image(side: u32) -> RgbaImage {
        RgbaImage::from_pixel(side, side, image::Rgba([255, 0, 0, 255]))
    }

    #[test]
    fn animated_images_are_films() {
        let mut gif = Vec::new();
        let mut encoder = GifEncoder::new(&mut gif);
        for delay in [200, 0, 300] {
            let delay = Delay::from_numer_denom_ms(delay, 1);
            let frame = Frame::from_parts(image(3), 0, 0, delay);
            encoder.encode_frame(frame).unwrap();
        }
        drop(encoder);
        let film = decode(gif, &mut ImageMemory::default()).unwrap();
        assert!((film.seconds() - 0.6).abs() < 1e-9, "{}", film.seconds());
        assert_eq!(film.picture(0.25).size(), [3, 3]);
        assert!(!film.picture(0.1).is_same(film.picture(0.25)));
        assert!(decode(b"no image".to_vec(), &mut ImageMemory::default()).is_err());
    }

    #[test]
    fn files_are_numbered() {
        let folder = std::env::temp_dir().join(format!("films-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = |name: &str| folder.join(name);
        for (name, side) in [
            ("a8.png", 8),
            ("a9.png", 9),
            ("a10.png", 10),
            ("b11.png", 11),
        ] {
            image(side).save(path(name)).unwrap();
        }
        let sides = |file: &Path| {
            let film = open(file, &mut ImageMemory::default()).unwrap();
            let count = (film.seconds() * RATE).round() as u32;
            (0..count.max(1))
                .map(|index| film.picture((f64::from(index) + 0.5) / RATE).size()[0])
                .collect::<Vec<_>>()
        };
        assert_eq!(sides(&path("a8.png")), [8, 9, 10]);
        assert_eq!(sides(&path("a9.png")), [9, 10]);
        assert_eq!(sides(&path("b11.png")), [11]);
        assert_eq!(sides(&folder), [8, 9, 10, 11]);
        // What stands for a video.
        let nobody = Decoder::new(Some(path("no decoder")));
        let seen = |name: &str| match video(&path(name), &nobody, &mut ImageMemory::default()) {
            Ok((_, first)) => Ok(first.size()[0]),
            Err(reason) => Err(reason),
        };
        assert_eq!(seen("b11.mp4"), Ok(11));
        assert_eq!(seen("c.mp4").unwrap_err(), "there is no such file");
        fs::write(path("c.mp4"), "no video").unwrap();
        let reason = seen("c.mp4").unwrap_err();
        assert!(reason.contains("`c.gif`"), "{reason}");
        assert!(reason.contains("not found"), "{reason}");
        fs::create_dir(path("c")).unwrap();
        assert_eq!(seen("c.mp4").unwrap_err(), "has no images");
        fs::rename(path("a8.png"), path("c/a8.png")).unwrap();
        assert_eq!(seen("c.mp4"), Ok(8));
        fs::remove_dir_all(&folder).unwrap();
    }
}
