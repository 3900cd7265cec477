//! Videos and cameras: decoded by `ffmpeg`, a process of its own whose pictures come over a pipe.
//!
//! The codecs of videos are C libraries larger than the preview, some of them patented, and each
//! system has its own way to a camera. Who has such videos has `ffmpeg`; and a decoder that crashes
//! on a damaged file costs the picture and never the preview.
//!
//! This knows how the process is called, started and ended ([`child`]), what it writes ([`pam`]),
//! and which of its pictures is due ([`stream`]); it deliberately knows nothing of pages, scripts
//! and what the user may choose.

mod child;
mod pam;
mod stream;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

pub(crate) use stream::VideoStream;

/// Pictures of a video in a second.
const RATE: u32 = 30;

/// Larger pictures are not decoded: 8192 × 4320, so that a process takes about 1 GB at most.
const MOST_PIXELS: u32 = 8192 * 4320;

/// No block of memory is larger, in bytes: about twice the largest picture with 16 bits a channel.
const LARGEST_BLOCK: u32 = 1 << 29;

/// All of a process, in bytes, where the system sees to it.
const MOST_MEMORY: u64 = 3 << 30;

/// Each thread keeps pictures of its own.
const MOST_THREADS: &str = "4";

/// What videos come in. The decoder knows other formats that name further files, or addresses.
const CONTAINERS: &str = "apng,asf,av1,avi,dv,flv,gif,h261,h263,h264,hevc,ivf,m4v,matroska,mjpeg,mov,\
    mpeg,mpegts,mpegvideo,mxf,nut,obu,ogg,rm,vc1,webm,wtv,yuv4mpegpipe";

/// The program that decodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decoder {
    /// None is `ffmpeg`, on `PATH`.
    program: Option<PathBuf>,
    patient: bool,
}

impl Decoder {
    /// A program that takes the arguments of `ffmpeg`; without one that, from `PATH`.
    pub fn new(program: Option<PathBuf>) -> Decoder {
        Decoder {
            program,
            patient: false,
        }
    }

    /// The same, where nobody waits for a frame: the picture that is due is waited for, however
    /// long decoding takes.
    #[must_use]
    pub fn patient(self) -> Decoder {
        Decoder {
            patient: true,
            ..self
        }
    }

    /// The program that was named, if one was.
    pub(crate) fn chosen(&self) -> Option<PathBuf> {
        self.program.clone()
    }

    /// What the user can do where there is no such program.
    fn remedy(&self) -> String {
        match &self.program {
            None => "install it, or name it with --ffmpeg".to_owned(),
            Some(_) => "--ffmpeg names it".to_owned(),
        }
    }

    /// How the program is called.
    pub(crate) fn name(&self) -> String {
        let program = self.program.as_deref();
        program.map_or_else(|| "ffmpeg".to_owned(), |path| path.display().to_string())
    }

    /// Why the program does not start, and what to do.
    pub(crate) fn failed(&self, error: &std::io::Error) -> String {
        let name = self.name();
        match error.kind() {
            ErrorKind::NotFound => {
                format!("`{name}` is needed, and not found: {}", self.remedy())
            }
            _ => format!("`{name}` is needed, and does not start: {error}"),
        }
    }

    /// Whether the program starts.
    pub(crate) fn starts(&self) -> bool {
        let mut command = self.program();
        command
            .arg("-version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// The program, silent but for errors.
    pub(crate) fn program(&self) -> Command {
        let program = self.program.as_deref();
        let mut command = Command::new(program.unwrap_or("ffmpeg".as_ref()));
        command.args(["-nostdin", "-hide_banner", "-loglevel", "error"]);
        without_console(&mut command);
        command
    }

    /// The program with its arguments, its pipes open.
    fn command(&self, input: &Input) -> Command {
        let mut command = self.program();
        command.args(["-protocol_whitelist", "file"]);
        command.args(["-max_pixels", &MOST_PIXELS.to_string()]);
        command.args(["-max_alloc", &LARGEST_BLOCK.to_string()]);
        command.args(input.arguments());
        if !input.is_live() {
            // Its direct way to `rgba` takes each colour of four pixels for all of them, and rounds
            // all down; this one is that of browsers, and takes four times as long.
            let filter = format!("fps={RATE},format=gbrap");
            command.args(["-vf", &filter]);
        }
        command.args(["-an", "-sn", "-c:v", "pam", "-pix_fmt", "rgba"]);
        command.args(["-f", "image2pipe", "pipe:1"]);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

/// Limits the memory of a process that has just been started: what it asks for beyond that it does
/// not get, and says so.
#[cfg(target_os = "linux")]
fn limit_memory(process: &Child) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let limit = Rlimit {
        current: Some(MOST_MEMORY),
        maximum: Some(MOST_MEMORY),
    };
    // It may have ended already.
    let _ = prlimit(Some(Pid::from_child(process)), Resource::As, limit);
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_: &Child) {}

/// An editor's preview has no console, and a child of it would open one.
#[cfg(windows)]
fn without_console(command: &mut Command) {
    use std::os::windows::process::CommandExt;

    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(CREATE_NO_WINDOW);
}

#[cfg(not(windows))]
fn without_console(_: &mut Command) {}

/// What is decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// A video, which begins again at its end.
    File(PathBuf),
    /// What one of the program's formats opens: a device, or pictures that it makes itself.
    Opened {
        /// The format, as `v4l2` or `lavfi`.
        format: String,
        /// What it opens.
        name: OsString,
    },
}

impl Input {
    /// Whether its pictures come when they come; those of others come as fast as they are taken.
    fn is_live(&self) -> bool {
        matches!(self, Input::Opened { format, .. } if format != "lavfi")
    }

    fn arguments(&self) -> Vec<OsString> {
        let words = |words: &[&str]| -> Vec<OsString> { words.iter().map(Into::into).collect() };
        match self {
            Input::File(path) => {
                // A playlist may name addresses: nothing comes from the network.
                let mut arguments = words(&["-format_whitelist", CONTAINERS]);
                arguments.extend(words(&["-threads", MOST_THREADS]));
                arguments.extend(words(&["-stream_loop", "-1", "-i"]));
                // Otherwise a colon in its name would end the name of a protocol.
                let mut url = OsString::from("file:");
                url.push(path);
                arguments.push(url);
                arguments
            }
            Input::Opened { format, name } => {
                // Each thread more is a picture that comes later.
                let mut arguments = words(&["-format_whitelist", format]);
                arguments.extend(words(&["-threads", "1", "-f", format]));
                if format == "avfoundation" {
                    // Its own default is a rate that most cameras do not have.
                    arguments.extend(words(&["-framerate", "30"]));
                }
                arguments.extend([OsString::from("-i"), name.clone()]);
                arguments
            }
        }
    }
}
