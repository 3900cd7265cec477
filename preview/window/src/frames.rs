//! `render FILE --frames A..B`: many frames, as pictures with numbers or as a movie.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use cindyscript_files::part_file;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_protocol::visible_lines;
use cindyscript_render::compile::reasons;
use cindyscript_render::gpu::Gpu;
use cindyscript_sound::{SAMPLE_RATE, wav};

use crate::decoder::Decoder;
use crate::file;
use crate::headless::{HeadlessOptions, Offline, RenderError};
use crate::message::{NO_DRIVER, complain};
use crate::movie::{FRAME_RATE, Format, Movie, Plan};
use crate::own_files::OwnFiles;
use crate::picture_file;
use crate::progress::{Progress, duration};
use crate::recording::{Cut, Stage, record};
use crate::report::{
    NOT_WRITTEN, nothing_to_play, print, say_diagnostics, say_other_diagnostics, say_output,
};

/// Which frames, and what becomes of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Frames {
    /// The first and the last, from 1.
    pub range: [u32; 2],
    /// Where they go.
    pub target: FramesTarget,
    /// Pictures in a second, of which 60 are a multiple; none is what the target has by itself.
    pub rate: Option<u32>,
    /// The colour behind the pictures: red, green, blue, 0 to 1; none is transparent, or the applet's
    /// own where the target has no transparency.
    pub background: Option<[f64; 3]>,
}

/// Where frames go.
#[derive(Clone, Debug, PartialEq)]
pub enum FramesTarget {
    /// A picture each.
    Pictures(Numbered),
    /// One file.
    Movie(PathBuf),
    /// A WAV file of their sound; no picture is painted.
    Sound(PathBuf),
}

/// A path with a place for a number, as `frame-%04d.png`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    before: String,
    digits: usize,
    after: String,
}

impl Numbered {
    /// Reads a path. None if it has not one place for a number.
    pub fn read(path: &str) -> Option<Numbered> {
        let (before, rest) = path.split_once('%')?;
        let (digits, after) = rest.split_once('d')?;
        let is_number = digits.chars().all(|c| c.is_ascii_digit()) && digits.len() <= 2;
        if !is_number || after.contains('%') {
            return None;
        }
        Some(Numbered {
            before: before.to_owned(),
            digits: digits.parse().unwrap_or(0),
            after: after.to_owned(),
        })
    }

    fn path(&self, number: u32) -> PathBuf {
        let Numbered {
            before,
            digits,
            after,
        } = self;
        format!("{before}{number:0digits$}{after}").into()
    }
}

/// Writes frames.
///
/// # Errors
/// There is nothing to play, the device was lost, or a file cannot be written.
pub(crate) fn run(
    path: &Path,
    frames: &Frames,
    options: &HeadlessOptions,
) -> anyhow::Result<ExitCode> {
    let text = file::read(path, 0)?;
    protect(&OwnFiles::of(&text), frames)?;
    let start = Instant::now();
    let device = (!options.cpu).then(Gpu::headless);
    if let Some(Err(_)) = device {
        complain(NO_DRIVER);
    }
    let mut applet = match Offline::open(device.and_then(Result::ok), text, options, None) {
        Ok(applet) => applet,
        Err(RenderError::Nothing(source)) => {
            return Err(nothing_to_play(&source));
        }
        Err(error) => return Err(error.into()),
    };
    let written = match &frames.target {
        FramesTarget::Sound(path) => write_sound(&mut applet, frames.range, path)?,
        target => write_pictures(&mut applet, frames, target, options)?,
    };
    let rendered = applet.rendered(Bitmap::default(), 0.0);
    say_output(&rendered.description.output);
    let source = &rendered.compiled.source;
    say_diagnostics(source);
    let reasons = reasons(&rendered.compiled.plots);
    say_other_diagnostics(source, rendered.diagnostics.iter().chain(reasons));
    let (painter, time) = (&rendered.painter, duration(start.elapsed().as_secs_f64()));
    let is_sound = matches!(frames.target, FramesTarget::Sound(_));
    let Some(written) = written else {
        anyhow::bail!(source.located(None, if is_sound { SILENT } else { NOT_WRITTEN }));
    };
    if let Some(remark) = rendered.remark().filter(|_| !is_sound) {
        complain(source.located(None, remark));
    }
    print(&visible_lines(&format!("{written}, {painter}, {time}\n")))?;
    Ok(if rendered.has_failed() {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// Refuses a target that replaces files of the applet.
fn protect(own_files: &OwnFiles, frames: &Frames) -> anyhow::Result<()> {
    let [first, last] = frames.range;
    match &frames.target {
        FramesTarget::Pictures(numbered) => (first..=last)
            .try_for_each(|number| own_files.protect(&numbered.path(number), "--png OUT-%04d.png")),
        FramesTarget::Movie(path) => own_files.protect(path, "--movie OUT"),
        FramesTarget::Sound(path) => own_files.protect(path, "--sound OUT.wav"),
    }
}

/// The error of frames whose sound is to be written.
const SILENT: &str = "no sound is played in these frames";

/// Writes the sound of frames. What was written, in words; nothing is written without sound.
fn write_sound(
    applet: &mut Offline,
    range: [u32; 2],
    path: &Path,
) -> anyhow::Result<Option<String>> {
    for _ in 0..range[1] {
        applet.advance();
    }
    let samples = applet.sound(range);
    if samples.is_empty() {
        return Ok(None);
    }
    part_file::write(path, &wav(&samples))?;
    let seconds = samples.len() as f64 / f64::from(SAMPLE_RATE);
    let name = path.display();
    Ok(Some(format!("{name}: {seconds:.2} s of sound")))
}

/// Writes frames as pictures or as a movie. What was written, in words; no movie is written if errors
/// are all that came of it.
fn write_pictures(
    applet: &mut Offline,
    frames: &Frames,
    target: &FramesTarget,
    options: &HeadlessOptions,
) -> anyhow::Result<Option<String>> {
    let [first, last] = frames.range;
    let format = match target {
        FramesTarget::Movie(path) => Some(Format::of(path).map_err(anyhow::Error::msg)?),
        FramesTarget::Pictures(_) | FramesTarget::Sound(_) => None,
    };
    let rate = frames.rate.or(format.map(Format::rate));
    let cut = Cut {
        first,
        last,
        rate: rate.unwrap_or(FRAME_RATE),
    };
    let is_opaque = format.is_some_and(|format| !format.has_alpha());
    let own = is_opaque.then(|| applet.background());
    let background = frames.background.or(own);
    let mut progress = Progress::start();
    let goes_on = |stage| {
        progress.tell(|progress| match stage {
            Stage::Before(frame) => format!("before frame {first}: {frame}"),
            Stage::Painted(done) => {
                let (count, left) = (cut.count(), progress.left(cut.share(stage)));
                format!("{done} of {count} pictures, {left}")
            }
        });
        true
    };
    let name = match target {
        FramesTarget::Pictures(numbered) => {
            let write =
                |frame, picture: &Bitmap| picture_file::write(&numbered.path(frame), picture);
            record(applet, cut, background, goes_on, write)?;
            let [first, last] = [first, last].map(|number| numbered.path(number));
            format!("{} to {}", first.display(), last.display())
        }
        FramesTarget::Movie(path) | FramesTarget::Sound(path) => {
            let ffmpeg = Decoder::new(options.decoder.clone());
            let plan = Plan {
                size: applet.size(),
                count: cut.count(),
                rate: cut.rate,
                ffmpeg: &ffmpeg,
            };
            let mut movie = Movie::create(path, &plan)?;
            record(applet, cut, background, goes_on, |_, picture| {
                movie.add(picture)
            })?;
            if applet.came_to_nothing() {
                return Ok(None);
            }
            movie.finish(&applet.sound(frames.range))?;
            path.display().to_string()
        }
    };
    let size = applet.size();
    let [width, height] = format.map_or(size, |format| format.size(size));
    let (count, rate) = (cut.count(), cut.rate);
    let pictures = if count == 1 { "picture" } else { "pictures" };
    Ok(Some(format!(
        "{name}: {count} {pictures}, {rate} a second, {width} × {height}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_place_in_paths() {
        let path = |text: &str| Numbered::read(text).map(|numbered| numbered.path(7));
        assert_eq!(path("a-%04d.png"), Some("a-0007.png".into()));
        assert_eq!(path("%d/a.png"), Some("7/a.png".into()));
        for wrong in [
            "a.png",
            "%s.png",
            "%-4d.png",
            "%d%d.png",
            "%999d.png",
            "100%.png",
        ] {
            assert_eq!(path(wrong), None, "{wrong}");
        }
    }
}
