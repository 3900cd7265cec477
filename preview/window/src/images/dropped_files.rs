//! Files that the user drops upon the window: each takes the place of an image of the applet, in the
//! preview alone, until it is taken back.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use cindyscript_interpreter::ImageMemory;

use crate::decoder::Decoder;
use crate::film;
use crate::resource;
use crate::still::picture;

use super::{Decoded, Shown};

/// What videos are called.
const VIDEOS: [&str; 10] = [
    "mp4", "m4v", "mov", "webm", "mkv", "avi", "ogv", "mpg", "mpeg", "3gp",
];

/// What becomes of the images of an applet.
#[derive(Clone, Debug)]
pub enum Exchange {
    /// The image of a name shows what is in a file.
    Replace(String, PathBuf),
    /// All show again what the page says.
    TakeBack,
}

/// What a file is called, without its folder.
pub fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Whether a file looks like one that can take the place of an image.
pub fn is_media(path: &Path) -> bool {
    is_video(path) || has_format(path).unwrap_or(false)
}

fn is_video(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    path.is_file()
        && VIDEOS
            .iter()
            .any(|video| ending.eq_ignore_ascii_case(video))
}

fn has_format(path: &Path) -> std::io::Result<bool> {
    // A pipe would be waited for.
    if !path.is_file() {
        return Ok(false);
    }
    let mut start = Vec::new();
    File::open(path)?.take(64).read_to_end(&mut start)?;
    Ok(image::guess_format(&start).is_ok())
}

/// What is in a file.
pub(super) fn read(path: &Path, decoder: &Decoder, room: &mut ImageMemory) -> Decoded {
    let name = name_of(path);
    let shown = if is_video(path) {
        let film = film::video(path, decoder, room);
        film.map(|(film, first)| Shown::Film(film, first))
    } else {
        let bytes = resource::contents(path);
        bytes
            .and_then(|bytes| picture(bytes, room))
            .map(Shown::Still)
    };
    shown.map_err(|reason| format!("`{name}`: {reason}").into())
}
