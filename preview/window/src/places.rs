//! Where windows were and how large, by the file that they showed: kept from one opening to the next.

use serde::{Deserialize, Serialize};

use crate::state_file::StateFile;

/// Where a window was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowPlace {
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

/// The places of windows.
#[derive(Clone, Debug)]
pub struct WindowPlaces(StateFile<WindowPlace>);

impl WindowPlaces {
    /// Those of the user; of one without a folder for them, none are kept.
    pub fn of_user() -> WindowPlaces {
        WindowPlaces(StateFile::of_user("windows.json", "where windows were"))
    }

    /// Where the window of a file was.
    pub fn find(&self, path: &str) -> Option<WindowPlace> {
        let found = self.0.find(path)?;
        let is_size = |side: &f64| side.is_finite() && *side >= 1.0;
        let has_size = found.size.iter().chain(&found.asked).all(is_size);
        has_size.then_some(found)
    }

    /// Keeps where the window of a file is.
    pub fn keep(&self, path: &str, place: WindowPlace) {
        self.0.keep(path, Some(place));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs;

    use super::*;

    #[test]
    fn a_place_is_found_again_unless_it_is_none() {
        let folder = std::env::temp_dir().join(format!("places-{}", std::process::id()));
        let file = folder.join("windows.json");
        let places = WindowPlaces(StateFile::at(Some(file.clone()), "where windows were"));
        let place = WindowPlace {
            position: Some([3, -4]),
            size: [500.0, 333.5],
            asked: [500.0, 500.0],
            camera: Some("a test card".to_owned()),
        };
        places.keep("a.html", place.clone());
        assert_eq!(places.find("a.html"), Some(place));
        // As it was written before there was more than this, and one without a size.
        let windows = |size: &str| {
            format!(
                "{{\"windows\": [{{\"path\": \"a.html\", \"size\": {size}, \"asked\": [1, 1]}}]}}"
            )
        };
        fs::write(&file, windows("[4, 5]")).unwrap();
        assert_eq!(places.find("a.html").unwrap().size, [4.0, 5.0]);
        fs::write(&file, windows("[0, -1]")).unwrap();
        assert_eq!(places.find("a.html"), None);
        drop(fs::remove_dir_all(folder));
    }
}
