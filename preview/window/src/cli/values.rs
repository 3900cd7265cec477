//! What stands behind options: numbers, sizes, places.

use std::path::{Path, PathBuf};

use cindyscript_player::exact::{Exact, decimal};
use cindyscript_player::view::ZOOMS;
use cindyscript_space::SolidFormat;

use crate::frames::{FramesTarget, Numbered};
use crate::look::Scheme;
use crate::movie::{FRAME_RATE, Format};
use crate::picture_file::MAX_SIDE;

pub(super) fn scheme(text: &str) -> Result<Scheme, String> {
    match text {
        "light" => Ok(Scheme::Light),
        "dark" => Ok(Scheme::Dark),
        _ => Err(format!("`--theme` is light or dark, not `{text}`")),
    }
}

/// Where a picture goes: its name promises no other format than it will have.
pub(super) fn png(path: PathBuf) -> Result<PathBuf, String> {
    of_format(path, "png", "pictures are written as PNG: `--png")
}

/// The path of a file of one format: its name promises no other one.
fn of_format(path: PathBuf, ending: &str, said: &str) -> Result<PathBuf, String> {
    match path.extension() {
        _ if path == Path::new("-") => {
            Err(format!("a file, not standard output: {said} OUT.{ending}`"))
        }
        Some(other) if !other.eq_ignore_ascii_case(ending) => {
            let name = path.with_extension(ending);
            Err(format!("{said} {}`", name.display()))
        }
        _ => Ok(path),
    }
}

fn wav(path: PathBuf) -> Result<PathBuf, String> {
    of_format(path, "wav", "sound is written as WAV: `--sound")
}

/// The path of a model for 3D printers.
pub(super) fn mesh(path: PathBuf) -> Result<PathBuf, String> {
    match SolidFormat::of(&path.to_string_lossy()) {
        Some(_) => Ok(path),
        None => Err("`--mesh` ends with .stl or .obj: `--mesh OUT.stl`".to_owned()),
    }
}

/// The path of a page, likewise.
pub(super) fn html(path: PathBuf) -> Result<PathBuf, String> {
    let is_htm = path.extension().is_some_and(|ending| ending == "htm");
    match is_htm {
        true => Ok(path),
        false => of_format(path, "html", "a page is written as HTML: `--html"),
    }
}

/// Where frames go.
pub(super) fn target(
    png: Option<PathBuf>,
    movie: Option<PathBuf>,
    sound: Option<PathBuf>,
) -> Result<FramesTarget, String> {
    match (png, movie, sound) {
        (None, None, None) => Err(
            "where to? `--png OUT-%04d.png` for pictures, `--movie OUT.gif` for one file, `--sound OUT.wav` \
             for the sound"
                .to_owned(),
        ),
        (None, Some(movie), None) => Format::of(&movie).map(|_| FramesTarget::Movie(movie)),
        (None, None, Some(sound)) => wav(sound).map(FramesTarget::Sound),
        (Some(png), None, None) => png
            .to_str()
            .and_then(Numbered::read)
            .map(FramesTarget::Pictures)
            .ok_or_else(|| {
                "many pictures need a place for their numbers: `--png OUT-%04d.png`".to_owned()
            }),
        (Some(_), Some(_), _) => Err("`--png` or `--movie`, not both".to_owned()),
        (.., Some(_)) => Err("`--sound` or pictures, not both".to_owned()),
    }
}

/// The most pixels of which one is the mean, on each side.
const MOST_SAMPLES: u32 = 8;

pub(super) fn supersample(text: &str) -> Result<u32, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (1..=MOST_SAMPLES).contains(number))
        .ok_or_else(|| {
            format!("`--supersample` takes a number from 1 to {MOST_SAMPLES}, not `{text}`")
        })
}

/// The last frame there is: after more than a day.
const LAST_FRAME: u32 = 6_000_000;

/// The error for a frame behind the last one.
fn behind_the_last(text: &str) -> Result<(), String> {
    match text.parse::<f64>() {
        Ok(number) if number > LAST_FRAME.into() => Err(format!(
            "at most {LAST_FRAME} frames are played, and `{text}` is behind them"
        )),
        _ => Ok(()),
    }
}

pub(super) fn range(text: &str) -> Result<[u32; 2], String> {
    let number = |text: &str| text.parse().ok().filter(|n| (1..=LAST_FRAME).contains(n));
    let ends = text.split_once("..");
    if let Some((_, last)) = ends {
        behind_the_last(last)?;
    }
    ends.and_then(|(first, last)| Some([number(first)?, number(last)?]))
        .filter(|[first, last]| first <= last)
        .ok_or_else(|| {
            format!("frames are written as 1..300, the first and the last, not as `{text}`")
        })
}

pub(super) fn fps(text: &str) -> Result<u32, String> {
    let number = text.parse().ok();
    number
        .filter(|rate: &u32| *rate > 0 && FRAME_RATE.is_multiple_of(*rate))
        .ok_or_else(|| {
            format!("`--fps` takes 60, 30, 20, 15, 12, 10 or another part of 60, not `{text}`")
        })
}

const SCALES: std::ops::RangeInclusive<f64> = 0.25..=4.0;

pub(super) fn centre(text: &str) -> Result<[Exact; 2], String> {
    let place = text.split_once(',').ok_or("it is two numbers");
    let place = place.map_err(str::to_owned);
    let read = place.and_then(|(x, y)| Ok([decimal(x)?, decimal(y)?]));
    read.map_err(|error| format!("a centre is written as -0.75,0.1, not as `{text}`: {error}"))
}

pub(super) fn zoom(text: &str) -> Result<f64, String> {
    let zoom = text.parse().ok().filter(|zoom| ZOOMS.contains(zoom));
    zoom.ok_or_else(|| {
        let (least, most) = (ZOOMS.start(), ZOOMS.end());
        format!("a zoom is a number from {least:e} to {most:e}, not `{text}`")
    })
}

pub(super) fn size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| {
        text.parse()
            .ok()
            .filter(|side| (1..=MAX_SIDE).contains(side))
    };
    let sides = text.split_once(['x', 'X', '×']);
    sides
        .and_then(|(width, height)| Some([side(width)?, side(height)?]))
        .ok_or_else(|| {
            format!("a size is written as 640x480, sides from 1 to {MAX_SIDE}, not as `{text}`")
        })
}

pub(super) fn scale(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|scale| SCALES.contains(scale));
    number.ok_or_else(|| {
        let (least, most) = (SCALES.start(), SCALES.end());
        format!("a scale is a number from {least} to {most}, not `{text}`")
    })
}

pub(super) fn frame(text: &str) -> Result<u32, String> {
    behind_the_last(text)?;
    let number = text.parse().ok().filter(|number| *number >= 1);
    number.ok_or_else(|| format!("frames count from 1: `{text}` is none"))
}

pub(super) fn mouse(text: &str) -> Result<[f64; 2], String> {
    let part = |text: &str| text.trim().parse().ok().filter(|v: &f64| v.is_finite());
    let parts = text.split_once(',');
    parts
        .and_then(|(u, v)| Some([part(u)?, part(v)?]))
        .ok_or_else(|| format!("a pointer is written as 0.5,0.5, not as `{text}`"))
}

pub(super) fn colour(text: &str) -> Result<[f64; 3], String> {
    let colour = csscolorparser::parse(text).map_err(|_| format!("`{text}` is no CSS colour"))?;
    Ok([colour.r, colour.g, colour.b].map(f64::from))
}
