//! Files that a page names: the pictures beside it. Nothing comes from the network.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use cindyscript_applet::locate;

/// Larger files are refused.
const LARGEST: u64 = 64 << 20;

/// The bytes of the file that a URL of a page means.
///
/// # Errors
/// It is not beside the page, not there, or cannot be read; the reason in one line.
pub fn read(page: &Path, url: &str) -> Result<Vec<u8>, String> {
    let path = locate(page, url)?;
    if !path.exists() {
        return Err(format!("there is no file `{url}` beside the page"));
    }
    contents(&path).map_err(|reason| format!("`{url}` {reason}"))
}

/// The bytes of a file.
///
/// # Errors
/// What is wrong with it, as the end of a sentence.
pub(crate) fn contents(path: &Path) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("cannot be read: {error}");
    // A pipe would be waited for.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err("is not a file".to_owned());
    }
    let file = File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("is larger than {} MiB", LARGEST >> 20));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_file_is_named() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("page.html");
        let message = |url| read(&here, url).err().unwrap_or_default();
        assert_eq!(
            message("no.png"),
            "there is no file `no.png` beside the page"
        );
        assert_eq!(message("src"), "`src` is not a file");
        assert!(read(&here, "Cargo.toml").is_ok());
    }
}
