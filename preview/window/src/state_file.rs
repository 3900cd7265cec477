//! What is kept of files from one opening to the next, in a file of the user's state folder: of each, by
//! its path, one thing.

use std::fs::{self, File, TryLockError};
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use cindyscript_files::part_file;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::message::complain;

/// What is kept of files, in a file.
#[derive(Debug)]
pub struct StateFile<T> {
    /// None where there is no folder for it.
    file: Option<PathBuf>,
    /// What it is, for complaints.
    what: &'static str,
    kept: PhantomData<fn(T) -> T>,
}

impl<T> Clone for StateFile<T> {
    fn clone(&self) -> StateFile<T> {
        StateFile {
            file: self.file.clone(),
            what: self.what,
            kept: PhantomData,
        }
    }
}

/// The file, as it is written.
#[derive(Debug, Serialize, Deserialize)]
struct Contents<T> {
    /// What was kept last comes last.
    #[serde(alias = "windows")]
    files: Vec<Entry<T>>,
}

impl<T> Default for Contents<T> {
    fn default() -> Contents<T> {
        Contents { files: Vec::new() }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry<T> {
    path: String,
    #[serde(flatten)]
    kept: T,
}

/// Of more files, those are forgotten of which nothing was kept for longest.
const MOST: usize = 200;

impl<T: Serialize + DeserializeOwned> StateFile<T> {
    /// That of the user, of this name; of one without a folder for such files, nothing is kept.
    pub fn of_user(name: &str, what: &'static str) -> StateFile<T> {
        StateFile::at(state_folder().map(|folder| folder.join(name)), what)
    }

    /// One in which nothing is kept.
    pub fn nowhere() -> StateFile<T> {
        StateFile::at(None, "")
    }

    /// That of this path.
    pub fn at(file: Option<PathBuf>, what: &'static str) -> StateFile<T> {
        StateFile {
            file,
            what,
            kept: PhantomData,
        }
    }

    /// What is kept of a file. What cannot be read counts as empty, and is complained about.
    pub fn find(&self, path: &str) -> Option<T> {
        let contents = self.read().unwrap_or_else(|error| {
            let file = self.file.as_deref().unwrap_or(Path::new(""));
            let (file, what) = (file.display(), self.what);
            complain(format_args!("{file}: {what} cannot be read: {error}"));
            Contents::default()
        });
        let found = contents
            .files
            .into_iter()
            .find(|entry| entry.path == path)?;
        Some(found.kept)
    }

    /// Keeps this of a file, or nothing any more. Complains if that cannot be written.
    pub fn keep(&self, path: &str, kept: Option<T>) {
        if let Some(file) = &self.file
            && let Err(error) = self.change(file, path, kept)
        {
            let what = self.what;
            complain(format_args!("{what} cannot be kept: {error:#}"));
        }
    }

    fn change(&self, file: &Path, path: &str, kept: Option<T>) -> anyhow::Result<()> {
        let folder = file.parent().unwrap_or(Path::new(""));
        if kept.is_none() && !folder.exists() {
            return Ok(());
        }
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let _lock = lock(file);
        // The error of a broken file was reported when it was read first.
        let mut contents = self.read().unwrap_or_default();
        let before = contents.files.len();
        contents.files.retain(|entry| entry.path != path);
        if kept.is_none() && contents.files.len() == before {
            return Ok(());
        }
        contents.files.extend(kept.map(|kept| Entry {
            path: path.to_owned(),
            kept,
        }));
        let surplus = contents.files.len().saturating_sub(MOST);
        contents.files.drain(..surplus);
        Ok(part_file::write(file, &serde_json::to_vec(&contents)?)?)
    }

    fn read(&self) -> io::Result<Contents<T>> {
        let Some(file) = &self.file else {
            return Ok(Contents::default());
        };
        match fs::read(file) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Contents::default()),
            Err(error) => Err(error),
        }
    }
}

/// The longest time for which the file may stay as it is while another window has the lock.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Keeps other windows from changing the file until the lock is dropped. None if there can be no lock,
/// or if another window has it and writes nothing.
fn lock(file: &Path) -> Option<File> {
    let mut name = file.file_name()?.to_owned();
    name.push(".lock");
    let mut options = File::options();
    let lock = options.create(true).write(true).truncate(false);
    let lock = lock.open(file.with_file_name(name)).ok()?;
    let modified = || fs::metadata(file).and_then(|it| it.modified()).ok();
    let mut last = (modified(), Instant::now());
    loop {
        match lock.try_lock() {
            Ok(()) => return Some(lock),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            Err(TryLockError::Error(_)) => return None,
        }
        let now = modified();
        if now != last.0 {
            last = (now, Instant::now());
        } else if last.1.elapsed() >= LONGEST_WAIT {
            return None;
        }
    }
}

/// The folder for what programs keep of their state, with one of ours in it.
fn state_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        let folder = PathBuf::from(std::env::var_os(name)?);
        folder.is_absolute().then_some(folder)
    };
    let all = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_vendor = "apple") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        let home = || folder("HOME").map(|home| home.join(".local/state"));
        folder("XDG_STATE_HOME").or_else(home)
    };
    all.map(|all| all.join("cindyscript"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// One that is not there yet, and the folder that it is in.
    fn state_file(name: &str) -> (StateFile<Kept>, PathBuf) {
        let folder = std::env::temp_dir().join(format!("kept-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&folder));
        let file = Some(folder.join("a/files.json"));
        (StateFile::at(file, "what is tested"), folder)
    }

    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    struct Kept {
        number: i32,
    }

    fn kept(number: i32) -> Option<Kept> {
        Some(Kept { number })
    }

    #[test]
    fn the_last_of_each_file_is_kept_and_the_oldest_are_forgotten() {
        let (file, folder) = state_file("last");
        assert_eq!(file.find("a.html"), None);
        file.keep("a.html", None);
        assert!(!folder.exists(), "nothing is written where nothing is kept");
        file.keep("a.html", kept(1));
        file.keep("b.html", kept(2));
        file.keep("a.html", kept(3));
        assert_eq!(file.find("a.html"), kept(3));
        assert_eq!(file.find("b.html"), kept(2));
        for index in 0..MOST as i32 - 1 {
            file.keep(&index.to_string(), kept(0));
        }
        assert_eq!(file.find("b.html"), None);
        assert_eq!(file.find("a.html"), kept(3));
        file.keep("a.html", None);
        assert_eq!(file.find("a.html"), None);
        drop(fs::remove_dir_all(folder));
    }

    #[test]
    fn windows_that_close_at_once_lose_no_entry() {
        let (file, folder) = state_file("together");
        let paths: Vec<String> = (0..MOST).map(|index| format!("{index}.html")).collect();
        thread::scope(|scope| {
            for paths in paths.chunks(MOST / 8) {
                let file = file.clone();
                scope.spawn(move || {
                    for path in paths {
                        file.keep(path, kept(1));
                    }
                });
            }
        });
        let lost: Vec<_> = paths
            .iter()
            .filter(|path| file.find(path).is_none())
            .collect();
        assert!(lost.is_empty(), "{lost:?}");
        drop(fs::remove_dir_all(folder));
    }

    #[test]
    fn what_cannot_be_read_counts_as_empty_and_is_written_anew() {
        let (file, folder) = state_file("broken");
        file.keep("a.html", kept(1));
        let path = folder.join("a/files.json");
        for broken in [
            "",
            "{\"files\": 3}",
            "{\"files\": [{\"path\": \"a.html\"}]}",
        ] {
            fs::write(&path, broken).unwrap();
            assert_eq!(file.find("a.html"), None, "{broken}");
        }
        file.keep("a.html", kept(2));
        assert_eq!(file.find("a.html"), kept(2));
        // A folder that is none.
        let nowhere = StateFile::at(Some(path.join("files.json")), "what is tested");
        nowhere.keep("a.html", kept(3));
        assert_eq!(nowhere.find("a.html"), None);
        drop(fs::remove_dir_all(folder));
    }
}
