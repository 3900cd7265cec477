//! MP4 and WebM: `ffmpeg` takes the pixels of each picture over a pipe.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use cindyscript_files::part_file::PartFile;
use cindyscript_player::bitmap::{BYTES, Bitmap};
use cindyscript_sound::SAMPLE_RATE;

use super::{Encoder, Format, Plan};
use crate::decoder::Decoder;

/// H.264 so good that no difference is seen, in the form that all players take.
const MP4: &[&str] = &[
    "-c:v",
    "libx264",
    "-crf",
    "16",
    "-movflags",
    "+faststart",
    "-f",
    "mp4",
];

/// VP9, likewise.
const WEBM: &[&str] = &[
    "-c:v",
    "libvpx-vp9",
    "-crf",
    "18",
    "-b:v",
    "0",
    "-row-mt",
    "1",
    "-cpu-used",
    "4",
    "-f",
    "webm",
];

/// AAC, and Opus, likewise. The pictures stay as they are.
const MP4_SOUND: &[&str] = &[
    "-c:a",
    "aac",
    "-b:a",
    "192k",
    "-movflags",
    "+faststart",
    "-f",
    "mp4",
];
const WEBM_SOUND: &[&str] = &["-c:a", "libopus", "-b:a", "128k", "-f", "webm"];

/// Colours are those of high definition, and say so.
const FILTER: &str = "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";

const COLOURS: &[&str] = &[
    "-colorspace",
    "bt709",
    "-color_primaries",
    "bt709",
    "-color_trc",
    "bt709",
];

/// What the program says about itself is shortened to so many bytes.
const LONGEST_REASON: u64 = 4096;

/// A program that encodes; it is ended when this goes.
pub(super) struct Encoded {
    process: Arc<Mutex<Child>>,
    input: Option<ChildStdin>,
    said: Option<JoinHandle<String>>,
    decoder: Decoder,
}

impl Encoded {
    /// Starts the program.
    pub(super) fn start(
        format: Format,
        part: &PartFile,
        plan: &Plan<'_>,
    ) -> anyhow::Result<Encoded> {
        let [width, height] = format.size(plan.size);
        let mut command = plan.ffmpeg.program();
        command
            .args(["-xerror", "-y", "-f", "rawvideo", "-pix_fmt", "rgba"])
            .args(["-s", &format!("{width}x{height}")])
            .args(["-r", &plan.rate.to_string(), "-i", "pipe:0"])
            .args(["-an", "-vf", FILTER])
            .args(COLOURS)
            .args(if format == Format::Mp4 { MP4 } else { WEBM });
        Encoded::run(command, part, plan.ffmpeg)
    }

    /// Starts a program that writes a file.
    fn run(mut command: Command, part: &PartFile, decoder: &Decoder) -> anyhow::Result<Encoded> {
        command
            .arg(url(part))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        // Who interrupts the preview leaves it to end its programs.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().map_err(|error| {
            let reason = decoder.failed(&error);
            anyhow::anyhow!("{reason}; or write a .gif or .apng, which need no other program")
        })?;
        let input = process.stdin.take();
        let said = process.stderr.take().map(|pipe| {
            thread::spawn(move || {
                let mut said = Vec::new();
                let mut pipe = pipe.take(LONGEST_REASON);
                drop(pipe.read_to_end(&mut said));
                // The program blocks until everything is read.
                drop(io::copy(pipe.get_mut(), &mut io::sink()));
                String::from_utf8_lossy(&said).trim().to_owned()
            })
        });
        let process = Arc::new(Mutex::new(process));
        let written_by = Arc::clone(&process);
        part.written_by(move || kill(&written_by));
        Ok(Encoded {
            process,
            input,
            said,
            decoder: decoder.clone(),
        })
    }

    /// Hands bytes on.
    ///
    /// # Errors
    /// The program takes no more; its reason.
    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let input = self.input.as_mut();
        let written = input.map_or(Ok(()), |pipe| pipe.write_all(bytes));
        if written.is_err() {
            // The program says why it has closed its pipe.
            self.end()?;
        }
        Ok(written?)
    }

    /// Waits for the end. The program reports only errors: after any of them there is no movie, whatever
    /// its status is.
    ///
    /// # Errors
    /// The program has failed; its reason.
    fn end(&mut self) -> anyhow::Result<()> {
        self.input = None;
        // The program closes the pipe when it ends.
        let said = self.said.take().and_then(|said| said.join().ok());
        let said = said.unwrap_or_default();
        let status = lock(&self.process).wait()?;
        if status.success() && said.is_empty() {
            return Ok(());
        }
        let name = self.decoder.name();
        let reason = said.lines().next_back().unwrap_or("it ended too early");
        if said.contains("Unknown encoder") {
            anyhow::bail!(
                "`{name}` was built without that encoder: name another one with --ffmpeg, or write a \
                 .gif or .apng ({reason})"
            );
        }
        anyhow::bail!("`{name}` writes no movie: {reason}")
    }
}

impl Encoder for Encoded {
    fn add(&mut self, picture: &Bitmap) -> anyhow::Result<()> {
        self.write(&even(picture))
    }

    fn finish(mut self: Box<Self>) -> anyhow::Result<()> {
        self.end()
    }
}

/// Writes a movie with sound into a file, from one that has none.
///
/// # Errors
/// The program has failed; its reason.
pub(super) fn add_sound(
    format: Format,
    [silent, part]: [&PartFile; 2],
    sound: &[[f32; 2]],
    decoder: &Decoder,
) -> anyhow::Result<()> {
    /// Number of samples in one write.
    const CHUNK: usize = 1 << 14;
    let mut command = decoder.program();
    command
        .args(["-xerror", "-y", "-i"])
        .arg(url(silent))
        .args(["-f", "f32le", "-ar", &SAMPLE_RATE.to_string(), "-ac", "2"])
        .args(["-i", "pipe:0", "-map", "0:v", "-map", "1:a", "-c:v", "copy"])
        .args(if format == Format::Mp4 {
            MP4_SOUND
        } else {
            WEBM_SOUND
        });
    let mut encoded = Encoded::run(command, part, decoder)?;
    for samples in sound.chunks(CHUNK) {
        let samples = samples.iter().flatten();
        let bytes: Vec<u8> = samples.copied().flat_map(f32::to_le_bytes).collect();
        encoded.write(&bytes)?;
    }
    encoded.end()
}

/// The name of a file for the program.
fn url(part: &PartFile) -> OsString {
    let mut url = OsString::from("file:");
    url.push(part.path());
    url
}

/// The pixels of a picture with even sides, as both want them: the last column and row are there twice
/// where a side is odd.
fn even(picture: &Bitmap) -> Cow<'_, [u8]> {
    let [width, height] = picture.size().map(|side| side as usize);
    if width % 2 == 0 && height % 2 == 0 {
        return Cow::Borrowed(picture.rgba());
    }
    let mut pixels = Vec::with_capacity((width + 1) * (height + 1) * BYTES);
    let rows = picture.rgba().chunks_exact(width.max(1) * BYTES);
    let last = rows.clone().next_back().filter(|_| height % 2 == 1);
    for row in rows.chain(last) {
        pixels.extend_from_slice(row);
        if width % 2 == 1 {
            pixels.extend_from_slice(row.get(row.len() - BYTES..).unwrap_or_default());
        }
    }
    Cow::Owned(pixels)
}

impl Drop for Encoded {
    fn drop(&mut self) {
        self.input = None;
        if self.said.is_some() {
            kill(&self.process);
        }
    }
}

fn kill(process: &Mutex<Child>) {
    let mut process = lock(process);
    drop(process.kill());
    drop(process.wait());
}

fn lock(process: &Mutex<Child>) -> MutexGuard<'_, Child> {
    process.lock().unwrap_or_else(PoisonError::into_inner)
}
