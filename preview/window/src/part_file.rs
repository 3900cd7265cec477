//! A file that is being written. It lies beside its place, under another name, until it is whole: what
//! is interrupted leaves no broken file behind, and what was there before stays until then.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file that is being written; it goes if it is not [finished](Self::finish).
#[derive(Debug)]
pub(crate) struct PartFile {
    /// Where it is going to be.
    place: PathBuf,
    /// Where it is written; the place itself, where that is no file: a pipe, a device.
    path: PathBuf,
    file: Option<File>,
    is_finished: bool,
}

impl PartFile {
    /// Begins a file, in place of one that is there; a link stays, and leads to the new one.
    ///
    /// # Errors
    /// The place cannot be written; which, why and what to do in one line.
    pub(crate) fn create(place: &Path) -> anyhow::Result<PartFile> {
        let place = place.canonicalize().unwrap_or_else(|_| place.to_owned());
        let is_file = fs::metadata(&place).map_or(true, |there| there.is_file());
        let path = match (is_file, place.file_name()) {
            (true, Some(name)) => {
                let mut part = OsString::from(".");
                part.push(name);
                part.push(format!(".{}.part", std::process::id()));
                place.with_file_name(part)
            }
            _ => place.clone(),
        };
        let file = File::create(&path).map_err(|error| unwritable(&place, &error))?;
        Ok(PartFile {
            place,
            path,
            file: Some(file),
            is_finished: false,
        })
    }

    /// What is written to; the first asker has it.
    pub(crate) fn take_file(&mut self) -> anyhow::Result<File> {
        let again = || File::options().write(true).open(&self.path);
        let file = self.file.take().map_or_else(again, Ok);
        file.map_err(|error| unwritable(&self.place, &error))
    }

    /// Where it is written, for a program that opens it itself.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What went wrong while it was written, as the user is told: with its place if that is the reason.
    pub(crate) fn explained(&self, error: anyhow::Error) -> anyhow::Error {
        match error.downcast::<io::Error>() {
            Ok(error) => unwritable(&self.place, &error),
            Err(error) => error,
        }
    }

    /// It is whole: it takes its place.
    ///
    /// # Errors
    /// The place cannot be written; as [`PartFile::create`].
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.file = None;
        if self.path != self.place {
            fs::rename(&self.path, &self.place).map_err(|error| unwritable(&self.place, &error))?;
        }
        self.is_finished = true;
        Ok(())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.is_finished && self.path != self.place {
            self.file = None;
            drop(fs::remove_file(&self.path));
        }
    }
}

/// That a file cannot be written, why, and what to do.
pub(crate) fn unwritable(place: &Path, error: &io::Error) -> anyhow::Error {
    let remedy = match error.kind() {
        io::ErrorKind::NotFound => "; make its folder first",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; take a folder in which you may write"
        }
        io::ErrorKind::IsADirectory => "; name a file in it",
        io::ErrorKind::StorageFull => "; make room on the disk, or name another",
        _ => "",
    };
    anyhow::anyhow!("{}: cannot be written: {error}{remedy}", place.display())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::io::Write;

    use super::*;

    #[test]
    fn what_is_not_finished_leaves_what_was_there() {
        let folder = std::env::temp_dir().join(format!("parts-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let place = folder.join("a.txt");
        let names = || fs::read_dir(&folder).unwrap().count();
        fs::write(&place, "before").unwrap();
        let mut part = PartFile::create(&place).unwrap();
        part.take_file().unwrap().write_all(b"half").unwrap();
        assert_eq!(names(), 2);
        drop(part);
        assert_eq!(
            (names(), fs::read(&place).unwrap()),
            (1, b"before".to_vec())
        );
        let mut part = PartFile::create(&place).unwrap();
        part.take_file().unwrap().write_all(b"whole").unwrap();
        part.finish().unwrap();
        assert_eq!((names(), fs::read(&place).unwrap()), (1, b"whole".to_vec()));
        let refused = PartFile::create(&folder.join("no/a.txt")).unwrap_err();
        assert!(
            refused.to_string().ends_with("make its folder first"),
            "{refused}"
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
