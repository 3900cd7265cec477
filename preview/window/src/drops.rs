//! Files that are dropped upon a tab of the editor, which may be on another machine: what is in them is
//! kept in a folder of this process, for as long as it runs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use cindyscript_files::part_file;
use cindyscript_protocol::LARGEST_FILE;

/// The files, of which each has a folder of its own: what was dropped before may still be shown.
#[derive(Debug, Default)]
pub(crate) struct Drops {
    /// There is one once a file was dropped.
    folder: Option<PathBuf>,
    count: usize,
}

impl Drops {
    /// Keeps a file of this name, whose bytes come in base64. Where it lies then.
    ///
    /// # Errors
    /// It is too large, no base64, or cannot be written: the reason, in one line.
    pub(crate) fn keep(&mut self, name: &str, data: &str) -> Result<PathBuf, String> {
        let name = tame(name);
        let too_large = || format!("{name} has more than {} MiB", LARGEST_FILE >> 20);
        if data.len() > LARGEST_FILE.div_ceil(3) * 4 {
            return Err(too_large());
        }
        let bytes = BASE64_STANDARD.decode(data);
        let bytes = bytes.map_err(|error| format!("{name} did not arrive whole: {error}"))?;
        if bytes.len() > LARGEST_FILE {
            return Err(too_large());
        }
        let written = self.write(&name, &bytes);
        written.map_err(|error| format!("{name} cannot be kept: {error}"))
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        let folder = match &self.folder {
            Some(folder) => folder,
            None => self.folder.insert(new_folder(&std::env::temp_dir())?),
        };
        self.count += 1;
        let folder = folder.join(self.count.to_string());
        fs::create_dir(&folder)?;
        let path = folder.join(name);
        part_file::write(&path, bytes).map_err(io::Error::other)?;
        Ok(path)
    }
}

impl Drop for Drops {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            drop(fs::remove_dir_all(folder));
        }
    }
}

/// A folder that was not there before, and that nobody else can read.
fn new_folder(parent: &Path) -> io::Result<PathBuf> {
    let mut number = 0_u32;
    loop {
        let name = format!("cindyscript-drops-{}-{number}", std::process::id());
        let folder = parent.join(name);
        match private_folder(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            created => return created.map(|()| folder),
        }
    }
}

#[cfg(unix)]
fn private_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn private_folder(folder: &Path) -> io::Result<()> {
    // What is temporary belongs to the user there.
    fs::create_dir(folder)
}

/// A name that all systems take for a file: without the folders that it may hold, and its beginning
/// only where it is long. The ending stays.
fn tame(name: &str) -> String {
    const LONGEST: usize = 80;
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let tame = |c: char| match c.is_alphanumeric() || " ._-".contains(c) {
        true => c,
        false => '_',
    };
    let tamed: String = name.chars().map(tame).collect();
    let tamed = tamed.trim_matches([' ', '.']);
    let count = tamed.chars().count();
    match tamed {
        "" => "file".to_owned(),
        _ => tamed.chars().skip(count.saturating_sub(LONGEST)).collect(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn files_are_kept_until_the_end() {
        let mut drops = Drops::default();
        let data = BASE64_STANDARD.encode(b"pixels");
        let kept: Vec<PathBuf> = (0..2)
            .map(|_| drops.keep("../a b.png", &data).unwrap())
            .collect();
        for path in &kept {
            assert_eq!(fs::read(path).unwrap(), b"pixels");
            assert_eq!(path.file_name().unwrap(), "a b.png");
        }
        assert_ne!(kept[0], kept[1]);
        drop(drops);
        assert!(!kept[0].exists() && !kept[1].parent().unwrap().parent().unwrap().exists());
    }

    #[test]
    fn what_is_no_file_is_told() {
        let mut drops = Drops::default();
        let error = drops.keep("a.png", "?").unwrap_err();
        assert!(error.starts_with("a.png did not arrive whole"), "{error}");
        let large = BASE64_STANDARD.encode(vec![0; LARGEST_FILE + 1]);
        let error = drops.keep("a.png", &large).unwrap_err();
        assert_eq!(error, "a.png has more than 32 MiB");
        assert!(drops.folder.is_none());
    }

    #[test]
    fn names_are_those_of_files() {
        let check = |name: &str, expected: &str| assert_eq!(tame(name), expected);
        check("a.png", "a.png");
        check("Grüße 2.jpeg", "Grüße 2.jpeg");
        check("/etc/passwd", "passwd");
        check("..", "file");
        check("C:\\a\\b.png", "b.png");
        check("a\nb?.png", "a_b_.png");
        check(
            &format!("{}.png", "x".repeat(300)),
            &format!("{}.png", "x".repeat(76)),
        );
    }
}
