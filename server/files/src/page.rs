//! The page or script that a user names to a command.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use cindyscript_applet::{EncodingError, LARGEST_FILE, decode, too_large};

use crate::part_file;

/// The name of standard input.
pub const STANDARD_INPUT: &str = "-";

/// The reason why a page cannot be read, without its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageError {
    /// The file cannot be read, in one line.
    Unreadable(String),
    /// The file is not UTF-8.
    Encoding(EncodingError),
}

/// Reads the text of a file, or standard input for `-`.
///
/// # Errors
/// The file does not exist, is a folder, a device or a pipe, has the name of another kind of file, may
/// not be read, is larger than [`LARGEST_FILE`], or is not UTF-8.
pub fn read_page(path: &Path) -> Result<String, PageError> {
    let bytes = match path.as_os_str() == STANDARD_INPUT {
        true => limited(io::stdin().lock(), 0),
        false => open(path).and_then(|(file, length)| limited(file, length)),
    };
    decode(&bytes.map_err(PageError::Unreadable)?).map_err(PageError::Encoding)
}

/// A file and its length; neither a folder nor anything that has no end, such as a device or a pipe.
fn open(path: &Path) -> Result<(File, u64), String> {
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => no_such_file(path),
        _ => in_words(&error),
    })?;
    if metadata.is_dir() {
        return Err("this is a folder; name a file in it".to_owned());
    }
    if !metadata.is_file() {
        return Err("this is no file; `-` reads standard input".to_owned());
    }
    if let Some(reason) = other_kind(path) {
        return Err(reason);
    }
    let file = File::open(path).map_err(|error| in_words(&error))?;
    Ok((file, metadata.len()))
}

/// Says that a file does not exist, and names one beside it that was probably meant: the same name
/// with the extension of a page or a script.
fn no_such_file(path: &Path) -> String {
    let mut extensions = ["html", "htm", "cindyscript", "cjs"].into_iter();
    let meant = extensions.find_map(|extension| {
        let meant = path.with_added_extension(extension);
        meant.is_file().then_some(meant)
    });
    let meant = meant.or_else(|| file_before_place(path).map(Path::to_owned));
    match meant {
        Some(meant) => format!("there is no such file: did you mean `{}`?", meant.display()),
        None => "there is no such file".to_owned(),
    }
}

/// The file that a name begins with, if a place such as `:3` stands behind it; none if the name is
/// that of a file.
#[must_use]
pub fn file_before_place(name: &Path) -> Option<&Path> {
    let text = name.to_str().filter(|_| !name.exists())?;
    let colons = text.match_indices(':');
    let mut files = colons.filter_map(|(at, _)| text.get(..at)).map(Path::new);
    files.find(|file| file.is_file())
}

/// Why a file with this name is neither a page nor a script; none if it may be one.
fn other_kind(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_string_lossy().to_ascii_lowercase();
    match extension.as_str() {
        "html" | "htm" | "xhtml" | "cindyscript" | "cjs" | "txt" => None,
        "cdy" => Some(
            "this is a file of Cinderella: export it there as a web page, and open that page"
                .to_owned(),
        ),
        _ => Some(format!(
            "a file `.{extension}` is neither a page (.html, .htm, .xhtml) nor a script \
             (.cindyscript, .cjs, .txt); if this one is, rename it"
        )),
    }
}

/// All bytes, if they are not too many. The length is checked before memory is taken; what is read
/// is counted as well.
fn limited(input: impl Read, length: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    if let Some(reason) = too_large(length) {
        return Err(reason);
    }
    input
        .take(LARGEST_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| in_words(&error))?;
    match bytes.len() as u64 > LARGEST_FILE {
        true => Err(format!(
            "this has more than {} MiB, and is not read",
            LARGEST_FILE >> 20
        )),
        false => Ok(bytes),
    }
}

fn in_words(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "the file may not be read".to_owned(),
        _ => format!("cannot be read: {}", part_file::in_words(error)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn refusal(path: &Path) -> String {
        match read_page(path) {
            Err(PageError::Unreadable(reason)) => reason,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn page_over_the_limit_is_refused_with_its_size() {
        let path = std::env::temp_dir().join(format!("cindyscript-large-{}", std::process::id()));
        fs::write(&path, vec![b' '; LARGEST_FILE as usize]).unwrap();
        assert_eq!(read_page(&path).unwrap().len() as u64, LARGEST_FILE);
        let file = File::options().write(true).open(&path).unwrap();
        file.set_len(3 * LARGEST_FILE).unwrap();
        assert!(refusal(&path).starts_with("this file has 48.0 MiB"));
        fs::remove_file(&path).unwrap();
        assert_eq!(refusal(&path), "there is no such file");
    }

    #[test]
    fn file_of_another_kind_is_refused() {
        let folder = std::env::temp_dir().join(format!("cindyscript-kinds-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = |name: &str| {
            let path = folder.join(name);
            fs::write(&path, "a = 1").unwrap();
            path
        };
        for name in [
            "a.html",
            "a.HTM",
            "a.xhtml",
            "a.cindyscript",
            "a.cjs",
            "a.txt",
            "a",
        ] {
            assert_eq!(read_page(&path(name)).unwrap(), "a = 1", "{name}");
        }
        for name in [
            "a.md",
            "a.png",
            "a.json",
            "a.js",
            "a.css",
            "a.rs",
            "a.html.bak",
        ] {
            let extension = name.rsplit('.').next().unwrap();
            let expected = format!(
                "a file `.{extension}` is neither a page (.html, .htm, .xhtml) nor a script \
                 (.cindyscript, .cjs, .txt); if this one is, rename it"
            );
            assert_eq!(refusal(&path(name)), expected);
        }
        assert!(refusal(&path("a.cdy")).contains("export it"));
        assert_eq!(refusal(&folder.join("b.md")), "there is no such file");
        assert_eq!(refusal(&folder.join("a.cjs/b")), "there is no such file");
        let page = folder.join("a.html");
        let expected = format!("there is no such file: did you mean `{}`?", page.display());
        assert_eq!(refusal(&folder.join("a.html:17:3")), expected);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn missing_extension_is_suggested() {
        let folder = std::env::temp_dir().join(format!("cindyscript-meant-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (name, written) in [("wave", "wave.html"), ("a.b", "a.b.cindyscript")] {
            fs::write(folder.join(written), "").unwrap();
            let expected = format!(
                "there is no such file: did you mean `{}`?",
                folder.join(written).display()
            );
            assert_eq!(refusal(&folder.join(name)), expected);
        }
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(refusal(&folder.join("wave")), "there is no such file");
    }

    #[test]
    fn endless_input_is_refused() {
        assert_eq!(
            limited(io::repeat(b'a'), 0).unwrap_err(),
            "this has more than 16 MiB, and is not read"
        );
    }

    #[test]
    fn folder_is_refused() {
        assert_eq!(
            refusal(&std::env::temp_dir()),
            "this is a folder; name a file in it"
        );
    }

    #[test]
    #[cfg(unix)]
    fn device_is_refused() {
        for device in ["/dev/zero", "/dev/null"] {
            assert_eq!(
                refusal(Path::new(device)),
                "this is no file; `-` reads standard input"
            );
        }
    }
}
