//! The file that the user named: read, and written.

use std::path::Path;
use std::time::Instant;

use cindyscript_files::{PageError, part_file, read_page};
use cindyscript_player::source::ReceivedText;
use cindyscript_protocol::Version;

/// Why a file cannot be played, in one line that begins with its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FileError(String);

/// Reads a file as text, or standard input for `-`.
///
/// # Errors
/// As [`read_page`].
pub fn read(path: &Path, version: Version) -> Result<ReceivedText, FileError> {
    let name = path.display();
    let arrived = Instant::now();
    let text = read_page(path).map_err(|error| {
        FileError(match error {
            PageError::Unreadable(reason) => format!("{name}: {reason}"),
            PageError::Encoding(error) => {
                format!("{name}:{}:{}: {}", error.line, error.column, error.message)
            }
        })
    })?;
    Ok(ReceivedText {
        path: name.to_string(),
        text,
        version,
        arrived,
    })
}

/// Writes another text into a file, all at once, if it still holds the old one.
///
/// # Errors
/// It holds another text by now, or cannot be read or written: it stays as it is.
pub fn replace(path: &Path, old: &str, new: &str) -> Result<(), FileError> {
    let name = path.display();
    if read(path, 0)?.text != old {
        return Err(FileError(format!(
            "{name}: the file has changed meanwhile, and stays as it is"
        )));
    }
    part_file::write(path, new.as_bytes()).map_err(|error| FileError(error.to_string()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs;

    use super::*;

    #[test]
    fn only_what_was_read_is_replaced() {
        let folder = std::env::temp_dir().join(format!("cindyscript-file-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.cindyscript");
        fs::write(&path, "a = 1;").unwrap();
        replace(&path, "a = 1;", "a = 2;").unwrap();
        let refused = replace(&path, "a = 1;", "a = 3;").unwrap_err().to_string();
        assert!(refused.contains("has changed meanwhile"), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "a = 2;");
        let left: Vec<_> = fs::read_dir(&folder).unwrap().collect();
        assert_eq!(left.len(), 1, "{left:?}");
        fs::remove_dir_all(&folder).unwrap();
        assert!(replace(&path, "a = 2;", "").is_err());
    }
}
