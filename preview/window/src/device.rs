//! Cameras of the machine, and what else the decoder captures, by name.
//!
//! What a name opens is looked up in tables: formats that capture a picture of this machine, and
//! sources that make one themselves. The decoder knows more, which read other files, call other
//! machines or load code.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::decoder::Input;

/// Formats that capture what a device or a screen shows.
const CAPTURING: [&str; 9] = [
    "android_camera",
    "avfoundation",
    "decklink",
    "dshow",
    "gdigrab",
    "kmsgrab",
    "v4l2",
    "vfwcap",
    "x11grab",
];

/// Sources of the format `lavfi` that make a picture out of nothing.
const SOURCES: [&str; 10] = [
    "allrgb",
    "color",
    "gradients",
    "mandelbrot",
    "pal75bars",
    "rgbtestsrc",
    "smptebars",
    "smptehdbars",
    "testsrc",
    "testsrc2",
];

/// What a word names if it names a device: a path as `/dev/video1`, `device:NAME` on all systems, or
/// `FORMAT:INPUT` as the decoder takes it. None if it may be the name of a file.
pub(crate) fn named(word: &str) -> Option<Result<Input, String>> {
    named_on(System::THIS, word)
}

/// How the systems differ here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Mac,
    Windows,
    Other,
}

impl System {
    const THIS: System = if cfg!(target_os = "macos") {
        System::Mac
    } else if cfg!(windows) {
        System::Windows
    } else {
        System::Other
    };
}

fn named_on(system: System, word: &str) -> Option<Result<Input, String>> {
    if word.starts_with("/dev/") {
        return Some(if is_video(word) {
            Ok(opened("v4l2", word))
        } else {
            Err("this is no camera: those are called `/dev/video0` and so on".to_owned())
        });
    }
    let (format, input) = word.split_once(':')?;
    // One letter is a drive.
    let is_format = format.len() > 1
        && format
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_format || Path::new(word).exists() {
        return None;
    }
    Some(match format {
        _ if input.is_empty() || input.starts_with('-') || input.chars().any(char::is_control) => {
            Err(format!("`{}` names no input", word.escape_debug()))
        }
        "device" => device(system, input),
        "lavfi" => {
            let source = input.split('=').next().unwrap_or_default();
            let is_alone = !input.contains([',', ';', '[', ']', '\\', '\'']);
            if SOURCES.contains(&source) && is_alone {
                Ok(opened("lavfi", input))
            } else {
                let sources = SOURCES.join(", ");
                Err(format!("of lavfi there are only the sources {sources}"))
            }
        }
        _ if CAPTURING.contains(&format) => Ok(opened(format, input)),
        _ => {
            let formats = CAPTURING.join(", ");
            Err(format!(
                "`{format}` captures nothing; the formats that do are {formats}"
            ))
        }
    })
}

fn opened(format: &str, name: impl Into<OsString>) -> Input {
    Input::Opened {
        format: format.to_owned(),
        name: name.into(),
    }
}

/// Whether a path is one that Linux gives to cameras.
fn is_video(path: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let by = |folder| {
        let id = path.strip_prefix(folder);
        id.is_some_and(|id| !id.is_empty() && id != ".." && !id.contains('/'))
    };
    path.strip_prefix("/dev/video").is_some_and(is_number)
        || by("/dev/v4l/by-id/")
        || by("/dev/v4l/by-path/")
}

/// The camera that the system calls so.
fn device(system: System, name: &str) -> Result<Input, String> {
    // Behind a colon, the formats take the name of a microphone.
    if name.contains([':', '/', '\\']) {
        return Err(format!("`{name}` is no name of a camera"));
    }
    match system {
        System::Mac => Ok(opened("avfoundation", format!("{name}:none"))),
        System::Windows => Ok(opened("dshow", format!("video={name}"))),
        System::Other => {
            let called = |path: &Path| {
                let said = std::fs::read_to_string(path.join("name"));
                said.is_ok_and(|said| said.trim() == name)
            };
            let devices = std::fs::read_dir("/sys/class/video4linux");
            let mut paths = devices.into_iter().flatten().flatten().map(|d| d.path());
            let found = paths.find(|path| called(path));
            let file = found.as_deref().and_then(Path::file_name);
            let file = file.ok_or_else(|| format!("there is no camera `{name}`"))?;
            Ok(opened("v4l2", Path::new("/dev").join(file)))
        }
    }
}

/// The camera of this machine; none if it is known to have none.
pub(crate) fn of_this_machine() -> Option<Input> {
    match System::THIS {
        System::Mac => Some(opened("avfoundation", "default:none")),
        // The only one of its interfaces that knows a first camera.
        System::Windows => Some(opened("vfwcap", "0")),
        System::Other => {
            let devices = (0..10).map(|number| PathBuf::from(format!("/dev/video{number}")));
            let device = devices.into_iter().find(|device| device.exists())?;
            Some(opened("v4l2", device))
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn cameras_have_names() {
        let named = |system, word| named_on(system, word).unwrap().unwrap();
        assert_eq!(
            named(System::Mac, "device:FaceTime HD"),
            opened("avfoundation", "FaceTime HD:none")
        );
        assert_eq!(
            named(System::Windows, "device:Webcam"),
            opened("dshow", "video=Webcam")
        );
        let here = named_on(System::Other, "device:none such");
        assert!(here.unwrap().unwrap_err().contains("no camera"));
        let here = |word| named(System::Other, word);
        assert_eq!(here("/dev/video7"), opened("v4l2", "/dev/video7"));
        assert_eq!(here("x11grab::0"), opened("x11grab", ":0"));
        assert_eq!(
            here("lavfi:testsrc=size=4x4:rate=3"),
            opened("lavfi", "testsrc=size=4x4:rate=3")
        );
        for file in ["me.gif", "C:\\me.gif", "a b:c.gif"] {
            assert_eq!(named_on(System::Windows, file), None, "{file}");
        }
    }

    #[test]
    fn what_reads_calls_or_loads_is_refused() {
        for word in [
            "lavfi:ladspa=file=./evil.so:plugin=x",
            "lavfi:movie=http\\://a.b/c",
            "lavfi:testsrc,ladspa=./evil.so",
            "lavfi:testsrc[a];movie=/etc/passwd[b]",
            "movie:http://a.b/c",
            "concat:/etc/passwd",
            "http://a.b/c.mp4",
            "mpegts:http://a.b/c",
            "hls:http://a.b/c.m3u8",
            "file:/etc/passwd",
            "v4l2:-i",
            "v4l2:",
            "device:-i",
            "device:a:b",
            "device:../../etc/passwd",
            "/dev/zero",
            "/dev/video0/../../etc/passwd",
            "/dev/v4l/by-id/..",
        ] {
            for system in [System::Mac, System::Windows, System::Other] {
                let named = named_on(system, word);
                assert!(named.is_some_and(|input| input.is_err()), "{word}");
            }
        }
    }
}
