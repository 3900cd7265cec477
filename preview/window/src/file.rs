//! Reading a file that the user named.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Instant;

use cindyscript_player::source::Text;
use cindyscript_protocol::Version;

/// Why a file cannot be played, in one line that begins with its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FileError(String);

/// Reads a file as text.
///
/// # Errors
/// It is not there, cannot be read, or is not UTF-8.
pub fn read(path: &Path, version: Version) -> Result<Text, FileError> {
    let name = path.display();
    let arrived = Instant::now();
    let bytes = std::fs::read(path).map_err(|error| {
        FileError(match error.kind() {
            ErrorKind::NotFound => format!("{name}: there is no such file"),
            ErrorKind::IsADirectory => format!("{name}: this is a folder"),
            ErrorKind::PermissionDenied => format!("{name}: the file may not be read"),
            _ => format!("{name}: {error}"),
        })
    })?;
    let text = cindyscript_applet::decode(&bytes).map_err(|error| {
        FileError(format!(
            "{name}:{}:{}: {}",
            error.line, error.column, error.message
        ))
    })?;
    Ok(Text {
        path: name.to_string(),
        text,
        version,
        arrived,
    })
}
