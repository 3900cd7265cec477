//! Where windows were and how large, by the file that they showed: kept in the user's state folder
//! from one opening to the next.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::message::complain;
use crate::part_file::PartFile;

/// Where a window was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The upper left corner of its frame on the desktop, in device pixels, where that is known.
    pub position: Option<[i32; 2]>,
    /// Width and height of the picture in CSS pixels.
    pub size: [f64; 2],
    /// What the applet asked for then: where it asks for something else, that counts.
    pub asked: [f64; 2],
    /// What the user had chosen for its camera, if that is not what `--camera` says.
    #[serde(default)]
    pub camera: Option<String>,
}

/// The places of windows, in a file.
#[derive(Clone, Debug)]
pub struct Places(Option<PathBuf>);

/// The file, as it is written.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Contents {
    /// The last that was closed comes last.
    windows: Vec<Entry>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    path: String,
    #[serde(flatten)]
    place: Place,
}

/// Of more windows, the places of those are forgotten that were closed first.
const MOST: usize = 200;

impl Places {
    /// Those of the user; of one without a folder for them, none are kept.
    pub fn of_user() -> Places {
        Places(state_folder().map(|folder| folder.join("windows.json")))
    }

    /// Where the window of a file was. A file of places that cannot be read counts as empty, and is
    /// complained about.
    pub fn find(&self, path: &str) -> Option<Place> {
        let contents = match self.read() {
            Ok(contents) => contents,
            Err(error) => {
                let file = self.0.as_deref().unwrap_or(Path::new(""));
                complain(format_args!(
                    "{}: the windows' places cannot be read: {error}",
                    file.display()
                ));
                return None;
            }
        };
        let found = contents.windows.into_iter().find(|it| it.path == path)?;
        let Place { size, asked, .. } = &found.place;
        let is_size = |side: &f64| side.is_finite() && *side >= 1.0;
        size.iter().chain(asked).all(is_size).then_some(found.place)
    }

    /// Keeps where the window of a file is. Complains if that cannot be written.
    pub fn keep(&self, path: &str, place: Place) {
        let Some(file) = &self.0 else { return };
        // What is broken there was complained about when the window opened.
        let mut contents = self.read().unwrap_or_default();
        contents.windows.retain(|entry| entry.path != path);
        contents.windows.push(Entry {
            path: path.to_owned(),
            place,
        });
        let surplus = contents.windows.len().saturating_sub(MOST);
        contents.windows.drain(..surplus);
        if let Err(error) = write(file, &contents) {
            complain(format_args!("the window's place is not kept: {error:#}"));
        }
    }

    fn read(&self) -> io::Result<Contents> {
        let Some(file) = &self.0 else {
            return Ok(Contents::default());
        };
        match fs::read(file) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Contents::default()),
            Err(error) => Err(error),
        }
    }
}

/// Writes the whole file or nothing of it: another window may read it meanwhile.
fn write(file: &Path, contents: &Contents) -> anyhow::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut part = PartFile::create(file)?;
    let written = part.take_file()?.write_all(&serde_json::to_vec(contents)?);
    written.map_err(|error| part.explained(error.into()))?;
    part.finish()
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

    fn places(name: &str) -> (Places, PathBuf) {
        let folder = std::env::temp_dir().join(format!("places-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&folder));
        (Places(Some(folder.join("a/windows.json"))), folder)
    }

    fn place(x: i32) -> Place {
        Place {
            position: Some([x, -4]),
            size: [500.0, 333.5],
            asked: [500.0, 500.0],
            camera: Some("a test card".to_owned()),
        }
    }

    #[test]
    fn the_last_place_of_each_file_is_kept_and_the_oldest_are_forgotten() {
        let (places, folder) = places("kept");
        assert_eq!(places.find("a.html"), None);
        places.keep("a.html", place(1));
        places.keep("b.html", place(2));
        places.keep("a.html", place(3));
        assert_eq!(places.find("a.html"), Some(place(3)));
        assert_eq!(places.find("b.html"), Some(place(2)));
        for index in 0..MOST - 1 {
            places.keep(&index.to_string(), place(0));
        }
        assert_eq!(places.find("b.html"), None);
        assert_eq!(places.find("a.html"), Some(place(3)));
        drop(fs::remove_dir_all(folder));
    }

    #[test]
    fn what_cannot_be_read_counts_as_empty_and_is_written_anew() {
        let (places, folder) = places("broken");
        places.keep("a.html", place(1));
        let file = folder.join("a/windows.json");
        for broken in [
            "",
            "{\"windows\": 3}",
            "{\"windows\": [{\"path\": \"a.html\", \"size\": [0, -1], \"asked\": [1, 1]}]}",
        ] {
            fs::write(&file, broken).unwrap();
            assert_eq!(places.find("a.html"), None, "{broken}");
        }
        places.keep("a.html", place(2));
        assert_eq!(places.find("a.html"), Some(place(2)));
        // A folder that is none.
        let nowhere = Places(Some(file.join("windows.json")));
        nowhere.keep("a.html", place(3));
        assert_eq!(nowhere.find("a.html"), None);
        drop(fs::remove_dir_all(folder));
    }
}
