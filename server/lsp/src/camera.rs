//! The setting `preview.camera`, and which of its values are passed on.
//!
//! Settings may come with the files that are looked at, from somebody else. So they choose among
//! cameras and the files beside the page, and nothing else: of what the decoder could open besides,
//! much reads other files, calls other machines, or loads code.

use std::ffi::OsString;
use std::path::Path;

/// The value of the preview's option `--camera` that a setting means for a page.
///
/// # Errors
/// It is none of what a setting may say; the message is for the user.
pub(crate) fn option(setting: &str, page: &Path) -> Result<OsString, String> {
    if matches!(setting, "on" | "off") || is_device(setting) {
        return Ok(setting.into());
    }
    let refused = |reason: String| {
        format!(
            "The setting `preview.camera` is not followed, and the camera is off: {reason}. It may \
             be `on`, `off`, a device as `/dev/video1` or `device:NAME`, or an image, a folder of \
             images or a video beside the page."
        )
    };
    if setting.starts_with('-') {
        return Err(refused(format!("`{setting}` begins with `-`")));
    }
    if !page.is_absolute() {
        return Err(refused(format!(
            "`{setting}` is not beside the page, which is not saved yet"
        )));
    }
    let folder = page.parent().unwrap_or(page);
    // A path of this system that leads there is as good as one from there.
    let relative = Path::new(setting).strip_prefix(folder);
    let name = relative.ok().and_then(Path::to_str).unwrap_or(setting);
    // In a path there is nothing to be unescaped.
    let name = name
        .replace('%', "%25")
        .replace('?', "%3F")
        .replace('#', "%23");
    let path = cindyscript_applet::locate(page, &name).map_err(refused)?;
    match path.metadata() {
        Ok(metadata) if metadata.is_file() || metadata.is_dir() => Ok(path.into()),
        Ok(_) => Err(refused(format!(
            "`{setting}` is neither a file nor a folder"
        ))),
        Err(_) => Err(refused(format!(
            "there is no file `{setting}` beside the page"
        ))),
    }
}

/// Whether this names a camera, as the preview reads it.
fn is_device(setting: &str) -> bool {
    let name = |name: &str| {
        !name.is_empty()
            && !name.starts_with('-')
            && !name.contains([':', '/', '\\'])
            && !name.chars().any(char::is_control)
    };
    if let Some(device) = setting.strip_prefix("device:") {
        return name(device);
    }
    let Some(device) = setting.strip_prefix("/dev/") else {
        return false;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let by = |folder| {
        device
            .strip_prefix(folder)
            .is_some_and(|id: &str| !id.is_empty() && id != ".." && !id.contains('/'))
    };
    device.strip_prefix("video").is_some_and(is_number) || by("v4l/by-id/") || by("v4l/by-path/")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn settings_choose_cameras_and_files_beside_the_page() {
        let folder = std::env::temp_dir().join(format!("camera-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("in")).unwrap();
        for file in ["me.gif", "in/100% me?.mp4"] {
            std::fs::write(folder.join(file), "").unwrap();
        }
        let page = folder.join("page.html");
        for device in [
            "on",
            "off",
            "/dev/video0",
            "/dev/video12",
            "/dev/v4l/by-id/usb-cam-index0",
            "device:FaceTime HD Camera",
        ] {
            assert_eq!(option(device, &page), Ok(device.into()));
        }
        let there = |name: &str| Ok(folder.join(name).into_os_string());
        assert_eq!(option("me.gif", &page), there("me.gif"));
        assert_eq!(option("in/100% me?.mp4", &page), there("in/100% me?.mp4"));
        assert_eq!(option("in", &page), there("in"));
        let absolute = folder.join("me.gif");
        assert_eq!(option(absolute.to_str().unwrap(), &page), there("me.gif"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/dev/zero", folder.join("zero.mp4")).unwrap();
            assert!(option("zero.mp4", &page).unwrap_err().contains("link"));
        }
        assert!(option("no.gif", &page).unwrap_err().contains("no file"));
        std::fs::remove_dir_all(&folder).unwrap();
        let unsaved = option("me.gif", Path::new("untitled:Untitled-1"));
        assert!(unsaved.unwrap_err().contains("not saved"));
    }

    /// Each of these would reach the decoder, which would read, call or load it.
    #[test]
    fn settings_open_nothing_else() {
        for setting in [
            "lavfi:ladspa=file=./evil.so:plugin=x",
            "lavfi:testsrc",
            "lavfi:movie=http\\://a.b/c",
            "movie=http://a.b/c",
            "concat:/etc/passwd",
            "http://a.b/c.mp4",
            "mpegts:http://a.b/c",
            "hls:http://a.b/c.m3u8",
            "file:/etc/passwd",
            "subfile,,start,0,end,9,,:/etc/passwd",
            "x11grab::0",
            "v4l2:/etc/passwd",
            "dshow:video=Webcam",
            "-i",
            "-f",
            "device:-i",
            "device:",
            "device:a:b",
            "device:../../etc/passwd",
            "/etc/passwd",
            "/dev/zero",
            "/dev/../etc/passwd",
            "/dev/video",
            "/dev/video0/../../etc/passwd",
            "/dev/v4l/by-id/..",
            "../../../../../../../../etc/passwd",
            "..%2f..%2fetc/passwd",
            "\\\\host\\share\\x.mp4",
            "C:\\x.mp4",
            "\0",
        ] {
            let refused = option(setting, Path::new("/no/such/folder/page.html"));
            let reason = refused.expect_err(setting);
            assert!(reason.contains("the camera is off"), "{setting}: {reason}");
        }
    }
}
