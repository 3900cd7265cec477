//! Cameras of the machine, and what else the decoder captures, by name.
//!
//! What a name opens is looked up in tables: formats that capture a picture of this machine, and
//! sources that make one themselves. The decoder knows more, which read other files, call other
//! machines or load code.

use std::ffi::OsString;
use std::path::Path;

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

/// A camera of this machine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Device {
    /// What the system calls it, for people.
    pub(crate) name: String,
    pub(crate) input: Input,
}

/// The cameras of this machine, as far as they can be told without asking the decoder.
pub(crate) fn of_this_machine() -> Vec<Device> {
    let only = |input| {
        let name = "the camera".to_owned();
        vec![Device { name, input }]
    };
    match System::THIS {
        System::Mac => only(opened("avfoundation", "default:none")),
        // The only one of its interfaces that knows a first camera.
        System::Windows => only(opened("vfwcap", "0")),
        System::Other => listed(Path::new("/sys/class/video4linux"), Path::new("/dev")),
    }
}

/// The cameras that Linux lists in a folder, whose devices lie in another: those of a lower number
/// first.
fn listed(folder: &Path, devices: &Path) -> Vec<Device> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let said = |entry: &Path, what: &str| {
        let said = std::fs::read_to_string(entry.join(what));
        said.map(|said| said.trim().to_owned()).unwrap_or_default()
    };
    let mut found: Vec<(u32, Device)> = entries
        .filter_map(|entry| {
            let file = entry.file_name();
            let number = file.to_str()?.strip_prefix("video")?.parse().ok()?;
            // The others of a camera say what is in its pictures.
            let is_picture = matches!(said(&entry.path(), "index").as_str(), "0" | "");
            let device = devices.join(&file);
            let name = said(&entry.path(), "name");
            let camera = Device {
                name: if name.is_empty() {
                    device.display().to_string()
                } else {
                    name
                },
                input: opened("v4l2", &device),
            };
            (is_picture && device.exists()).then_some((number, camera))
        })
        .collect();
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, camera)| camera).collect()
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
    fn cameras_are_listed_by_their_numbers_and_other_devices_are_not() {
        let folder = std::env::temp_dir().join(format!("devices-{}", std::process::id()));
        for (file, name, index) in [
            ("video10", "Late\n", "0\n"),
            ("video2", "Front\n", "0\n"),
            ("video3", "Front\n", "1\n"),
            ("video4", "Gone\n", "0\n"),
            ("radio0", "Radio\n", "0\n"),
        ] {
            let entry = folder.join("class").join(file);
            std::fs::create_dir_all(&entry).unwrap();
            std::fs::write(entry.join("name"), name).unwrap();
            std::fs::write(entry.join("index"), index).unwrap();
            if file != "video4" {
                std::fs::write(folder.join(file), "").unwrap();
            }
        }
        let listed = listed(&folder.join("class"), &folder);
        let shown: Vec<_> = listed
            .iter()
            .map(|it| (it.name.as_str(), &it.input))
            .collect();
        let inputs = ["video2", "video10"].map(|file| opened("v4l2", folder.join(file)));
        assert_eq!(shown, [("Front", &inputs[0]), ("Late", &inputs[1])]);
        std::fs::remove_dir_all(&folder).unwrap();
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
