//! Files that are written beside their target and renamed to it once they are whole. The target keeps
//! its old contents until then, whatever happens: a full disk, a signal, a loss of power.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A part is named `.cindyscript-PROCESS-NUMBER.part`: that is short, however long its target's name is.
const PREFIX: &str = ".cindyscript-";
const SUFFIX: &str = ".part";

/// Longer chains of links are taken for a cycle, as systems do.
const MOST_LINKS: usize = 40;

/// A file that is being written. Unless it is [finished](Self::finish), it is deleted when dropped.
#[derive(Debug)]
pub struct PartFile {
    /// The target as the user named it, for messages.
    named: PathBuf,
    /// The target without links.
    target: PathBuf,
    /// The file that is written. None if the target is a pipe or a device, which is written itself.
    part: Option<PathBuf>,
    /// Holds the lock by which other processes know that the part is in use.
    file: File,
}

/// A file cannot be written: its name, the reason and what to do, in one line.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot be written: {}{}", named.display(), in_words(reason), remedy(reason))]
pub struct WriteError {
    named: PathBuf,
    reason: io::Error,
}

impl WriteError {
    /// The error of a file that the user named so.
    #[must_use]
    pub fn new(named: &Path, reason: io::Error) -> WriteError {
        WriteError {
            named: named.to_owned(),
            reason,
        }
    }
}

/// The message of an error, without the number that the standard library puts behind it.
#[must_use]
pub fn in_words(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::AlreadyExists => return "there is one already".to_owned(),
        ErrorKind::NotFound => return "there is no such folder".to_owned(),
        ErrorKind::NotADirectory => return "its path leads through a file".to_owned(),
        _ => {}
    }
    let text = error.to_string();
    let message = text.split(" (os error").next();
    message.map_or_else(String::new, str::to_owned)
}

fn remedy(reason: &io::Error) -> &'static str {
    match reason.kind() {
        ErrorKind::NotFound => "; make its folder first",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "; take a folder in which you may write"
        }
        ErrorKind::IsADirectory => "; name a file in it",
        ErrorKind::NotADirectory => "; name a folder",
        ErrorKind::AlreadyExists => "; choose another name",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "; make room on the disk, or name another"
        }
        _ => "",
    }
}

/// Replaces the contents of a file, or creates it.
///
/// # Errors
/// As [`PartFile::create`]. The file is then as it was.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), WriteError> {
    let mut part = PartFile::create(path)?;
    part.write_all(contents)
        .map_err(|error| part.failed(error))?;
    part.finish()
}

/// Writes a file where none is.
///
/// # Errors
/// There is a file, a folder or a link of that name, which stays as it is, or the file cannot be
/// written.
pub fn write_new(path: &Path, contents: &[u8]) -> Result<(), WriteError> {
    let created = File::create_new(path).and_then(|mut file| {
        let written = file.write_all(contents);
        written.inspect_err(|_| drop(fs::remove_file(path)))
    });
    created.map_err(|error| WriteError::new(path, error))
}

impl PartFile {
    /// Begins a file. A link to a file stays; its target is replaced.
    ///
    /// # Errors
    /// The target or its folder cannot be written.
    pub fn create(named: &Path) -> Result<PartFile, WriteError> {
        let old = fs::metadata(named).ok();
        let target = match &old {
            // The links of an open pipe lead to no path.
            Some(old) if !old.is_file() => Ok(named.to_owned()),
            _ => without_links(named),
        };
        let begun = target.and_then(|target| PartFile::begin(named, target, old));
        begun.map_err(|error| WriteError::new(named, error))
    }

    /// Begins a file. A link is replaced itself: its target stays as it is.
    ///
    /// # Errors
    /// As [`PartFile::create`].
    pub fn create_in_place_of_a_link(named: &Path) -> Result<PartFile, WriteError> {
        let old = fs::symlink_metadata(named).ok();
        let old = old.filter(|old| !old.is_symlink());
        let begun = PartFile::begin(named, named.to_owned(), old);
        begun.map_err(|error| WriteError::new(named, error))
    }

    fn begin(named: &Path, target: PathBuf, old: Option<Metadata>) -> io::Result<PartFile> {
        let mut options = File::options();
        options.write(true);
        if let Some(old) = &old {
            // A file that the user may not write is not replaced either.
            let file = options.open(&target)?;
            if !old.is_file() {
                let named = named.to_owned();
                return Ok(PartFile {
                    named,
                    target,
                    part: None,
                    file,
                });
            }
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut parts = parts();
        if parts.swept.insert(folder.to_owned()) {
            remove_abandoned(folder);
        }
        options.read(true).create_new(true);
        let (path, file) = loop {
            parts.count += 1;
            let name = format!("{PREFIX}{}-{}{SUFFIX}", process::id(), parts.count);
            let path = folder.join(name);
            let file = match options.open(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                opened => opened?,
            };
            // Some file systems have no locks: there, parts are never taken for abandoned.
            drop(file.lock());
            // Another process may have found it before it was locked.
            if path.exists() {
                break (path, file);
            }
        };
        parts.living.push(Living {
            path: path.clone(),
            end: None,
        });
        drop(parts);
        let part = PartFile {
            named: named.to_owned(),
            target,
            part: Some(path),
            file,
        };
        if let Some(old) = old {
            keep_owner(&part.file, &old);
            part.file.set_permissions(old.permissions())?;
        }
        Ok(part)
    }

    /// Another handle of the file.
    ///
    /// # Errors
    /// The process has too many open files.
    pub fn handle(&self) -> Result<File, WriteError> {
        self.file.try_clone().map_err(|error| self.failed(error))
    }

    /// The path of the part, for a program that writes it.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.part.as_deref().unwrap_or(&self.target)
    }

    /// Has a signal that ends this process end the program that writes the part, too.
    pub fn written_by(&self, end: impl FnMut() + Send + 'static) {
        let mut parts = parts();
        let mut living = parts.living.iter_mut();
        if let Some(part) = living.find(|part| Some(&part.path) == self.part.as_ref()) {
            part.end = Some(Box::new(end));
        }
    }

    /// The error that something failed while the part was written.
    #[must_use]
    pub fn failed(&self, reason: io::Error) -> WriteError {
        WriteError::new(&self.named, reason)
    }

    /// Gives the whole file its name.
    ///
    /// # Errors
    /// The disk did not take all of it, or the target cannot be replaced. The target is as it was.
    pub fn finish(self) -> Result<(), WriteError> {
        let Some(part) = &self.part else {
            return Ok(());
        };
        let finished = self.file.sync_all().and_then(|()| {
            let mut parts = parts();
            fs::rename(part, &self.target)?;
            parts.forget(part);
            Ok(())
        });
        finished.map_err(|error| self.failed(error))
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            let mut parts = parts();
            if parts.forget(part) {
                drop(fs::remove_file(part));
            }
        }
    }
}

/// The file that a path leads to, which need not exist.
fn without_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&path) else {
            return Ok(path);
        };
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    // The system's own error for a cycle.
    fs::metadata(&path).map(|_| path)
}

/// Gives a file the owner and group of another as far as the user may.
#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let (user, group) = (Some(old.uid()), Some(old.gid()));
    if fchown(file, user, group).is_err() {
        drop(fchown(file, None, group));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// The parts of this process.
struct Parts {
    living: Vec<Living>,
    /// The number of all parts so far.
    count: u64,
    /// The folders from which abandoned parts were removed.
    swept: BTreeSet<PathBuf>,
}

struct Living {
    path: PathBuf,
    /// Ends the program that writes it.
    end: Option<Box<dyn FnMut() + Send>>,
}

impl Parts {
    /// Forgets a part. False if it is not known.
    fn forget(&mut self, path: &Path) -> bool {
        let before = self.living.len();
        self.living.retain(|part| part.path != path);
        self.living.len() < before
    }
}

static PARTS: Mutex<Parts> = Mutex::new(Parts {
    living: Vec::new(),
    count: 0,
    swept: BTreeSet::new(),
});

fn parts() -> MutexGuard<'static, Parts> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Deletes all parts of this process, and has `end` end it: that gets the number of parts. No part
/// begins or is finished meanwhile.
pub fn delete_all(end: impl FnOnce(usize)) {
    let mut parts = parts();
    for part in &mut parts.living {
        if let Some(end) = &mut part.end {
            end();
        }
        drop(fs::remove_file(&part.path));
    }
    end(parts.living.len());
}

/// Deletes the parts in a folder that no process writes any more: those of processes that were killed.
pub fn remove_abandoned(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let is_part = entry.file_name().to_str().is_some_and(is_part_name);
        // A pipe would be waited for.
        if is_part && entry.file_type().is_ok_and(|it| it.is_file()) {
            let path = entry.path();
            if let Some(_lock) = abandoned(&path) {
                drop(fs::remove_file(&path));
            }
        }
    }
}

fn is_part_name(name: &str) -> bool {
    let inner = name.strip_prefix(PREFIX);
    let numbers = inner.and_then(|rest| rest.strip_suffix(SUFFIX)?.split_once('-'));
    let is_number = |text: &str| text.parse::<u64>().is_ok();
    numbers.is_some_and(|(process, count)| is_number(process) && is_number(count))
}

/// The lock of a part that no process holds.
#[cfg(unix)]
fn abandoned(path: &Path) -> Option<File> {
    let file = File::options().write(true).open(path).ok()?;
    file.try_lock().is_ok().then_some(file)
}

/// There, a lock would keep other programs from writing the part.
#[cfg(not(unix))]
fn abandoned(_: &Path) -> Option<File> {
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// An empty folder of a test's own.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("part-file-{name}-{}", process::id()));
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn new_file_replaces_nothing() {
        let folder = folder("new");
        let target = folder.join("a.txt");
        write_new(&target, b"first").unwrap();
        let refused = write_new(&target, b"second").unwrap_err().to_string();
        assert!(refused.ends_with("choose another name"), "{refused}");
        assert!(!refused.contains("os error"), "{refused}");
        assert_eq!(fs::read(&target).unwrap(), b"first");
        let refused = write_new(&folder.join("no/a.txt"), b"").unwrap_err();
        let refused = refused.to_string();
        assert!(refused.ends_with("make its folder first"), "{refused}");
        let refused = write_new(&target.join("b.txt"), b"").unwrap_err();
        let refused = refused.to_string();
        assert!(
            refused.ends_with("its path leads through a file; name a folder"),
            "{refused}"
        );
        assert_eq!(names(&folder), ["a.txt"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn unfinished_file_leaves_the_old_one() {
        let folder = folder("unfinished");
        let target = folder.join("a.txt");
        write(&target, b"before").unwrap();
        let mut part = PartFile::create(&target).unwrap();
        part.write_all(b"half").unwrap();
        assert_eq!(names(&folder).len(), 2);
        drop(part);
        assert_eq!(names(&folder), ["a.txt"]);
        assert_eq!(fs::read(&target).unwrap(), b"before");
        write(&target, b"whole").unwrap();
        assert_eq!(names(&folder), ["a.txt"]);
        assert_eq!(fs::read(&target).unwrap(), b"whole");
        let refused = write(&folder.join("no/a.txt"), b"").unwrap_err();
        let refused = refused.to_string();
        assert!(refused.ends_with("make its folder first"), "{refused}");
        let refused = write(&folder, b"").unwrap_err().to_string();
        assert!(refused.ends_with("name a file in it"), "{refused}");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn names_as_long_as_the_system_allows_are_written() {
        let folder = folder("names");
        for length in [1, 240, 245, 255] {
            let target = folder.join("n".repeat(length));
            write(&target, b"one").unwrap();
            write(&target, b"two").unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"two");
        }
        assert_eq!(names(&folder).len(), 4);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn two_parts_of_a_target_do_not_meet() {
        let folder = folder("two");
        let target = folder.join("a.txt");
        let mut parts = [(); 2].map(|()| PartFile::create(&target).unwrap());
        for (part, text) in parts.iter_mut().zip(["first", "second"]) {
            part.write_all(text.as_bytes()).unwrap();
        }
        for (part, text) in parts.into_iter().zip(["first", "second"]) {
            part.finish().unwrap();
            assert_eq!(fs::read_to_string(&target).unwrap(), text);
        }
        assert_eq!(names(&folder), ["a.txt"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_of_the_target_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("kept");
        fs::create_dir(folder.join("in")).unwrap();
        let target = folder.join("in/a.txt");
        write(&target, b"one").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        symlink("in/a.txt", folder.join("b.txt")).unwrap();
        symlink("b.txt", folder.join("c.txt")).unwrap();
        symlink("in/new.txt", folder.join("d.txt")).unwrap();
        for expected in [0o600, 0o640, 0o755, 0o666] {
            fs::set_permissions(&target, fs::Permissions::from_mode(expected)).unwrap();
            write(&folder.join("c.txt"), b"two").unwrap();
            assert_eq!(mode(&target), expected);
        }
        assert_eq!(fs::read(&target).unwrap(), b"two");
        // The file that a link leads to may be new.
        write(&folder.join("d.txt"), b"three").unwrap();
        assert_eq!(fs::read(folder.join("in/new.txt")).unwrap(), b"three");
        for link in ["b.txt", "c.txt", "d.txt"] {
            let link = fs::symlink_metadata(folder.join(link)).unwrap();
            assert!(link.is_symlink());
        }
        let part = PartFile::create_in_place_of_a_link(&folder.join("c.txt")).unwrap();
        part.finish().unwrap();
        assert!(
            fs::symlink_metadata(folder.join("c.txt"))
                .unwrap()
                .is_file()
        );
        assert_eq!(fs::read(&target).unwrap(), b"two");
        symlink("cycle", folder.join("cycle")).unwrap();
        assert!(write(&folder.join("cycle"), b"").is_err());
        assert_eq!(names(&folder.join("in")), ["a.txt", "new.txt"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn abandoned_parts_are_removed_and_those_in_use_stay() {
        let folder = folder("abandoned");
        let used = PartFile::create(&folder.join("a.txt")).unwrap();
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        let kept = [
            name(used.path()),
            ".cindyscript-notes.part".to_owned(),
            ".other-1-2.part".to_owned(),
        ];
        for name in &kept[1..] {
            fs::write(folder.join(name), "").unwrap();
        }
        fs::write(folder.join(".cindyscript-1-2.part"), "").unwrap();
        remove_abandoned(&folder);
        assert_eq!(names(&folder), kept);
        drop(used);
        fs::remove_dir_all(&folder).unwrap();
    }
}
