//! What is saved of applets when they are closed, by their files: kept from one opening to the next.

use std::path::absolute;

use cindyscript_player::session::{SavedPoint, SavedState, SavedView};
use serde::{Deserialize, Serialize};

use crate::state_file::StateFile;

/// The saved applets of a user.
pub type SavedApplets = StateFile<SavedApplet>;

/// What is saved of an applet, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedApplet {
    /// How the rest is written: [`FORMAT`], or it counts as nothing.
    format: u32,
    #[serde(default)]
    points: Vec<Point>,
    #[serde(default)]
    view: Option<View>,
    /// True if the user has paused it.
    #[serde(default)]
    paused: bool,
    /// The time at which it is paused, in seconds.
    #[serde(default)]
    seconds: f64,
    /// True if it fills windows of another shape.
    #[serde(default)]
    pub fills: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Point {
    name: String,
    written: Vec<f64>,
    at: [f64; 2],
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct View {
    centre: [String; 2],
    zoom: f64,
}

const FORMAT: u32 = 1;
/// Of more points, the first are kept.
const MOST: usize = 200;
/// No time is later than this, in seconds.
const LATEST: f64 = 1e9;

/// Those of the user.
pub(crate) fn of_user() -> SavedApplets {
    StateFile::of_user("applets.json", "where applets were left")
}

/// The name of a file by which it is found from any folder.
pub(crate) fn key(path: &str) -> String {
    let path = absolute(path).unwrap_or_else(|_| path.into());
    path.to_string_lossy().into_owned()
}

impl SavedApplet {
    /// An applet that was left so, `paused` at a time in seconds; none where that is as it is opened.
    pub(crate) fn new(state: SavedState, paused: Option<f64>, fills: bool) -> Option<SavedApplet> {
        let points = state.points.into_iter().take(MOST);
        let points = points.map(|SavedPoint { name, written, at }| Point { name, written, at });
        let view = state.view;
        let saved = SavedApplet {
            format: FORMAT,
            points: points.collect(),
            view: view.map(|SavedView { centre, zoom }| View { centre, zoom }),
            paused: paused.is_some(),
            seconds: paused.map_or(0.0, |seconds| seconds.clamp(0.0, LATEST)),
            fills,
        };
        let is_new = SavedApplet {
            format: FORMAT,
            ..SavedApplet::default()
        };
        (saved != is_new).then_some(saved)
    }

    /// The time in seconds at which the user has paused it. An applet that was playing begins anew.
    pub(crate) fn paused_at(&self) -> Option<f64> {
        self.paused.then_some(self.seconds)
    }

    /// What a session goes on from; none if it is written in a way that is not known.
    pub(crate) fn state(&self) -> Option<SavedState> {
        if self.format != FORMAT || !(0.0..=LATEST).contains(&self.seconds) {
            return None;
        }
        let points = self.points.iter().take(MOST);
        let points = points.map(|Point { name, written, at }| SavedPoint {
            name: name.clone(),
            written: written.clone(),
            at: *at,
        });
        let view = self.view.as_ref().map(|View { centre, zoom }| SavedView {
            centre: centre.clone(),
            zoom: *zoom,
        });
        Some(SavedState {
            points: points.collect(),
            view,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn what_is_kept_comes_back_as_it_was() {
        let state = SavedState {
            points: vec![SavedPoint {
                name: "A".to_owned(),
                written: vec![1.0, 0.0, 1.0 / 3.0, 0.0, 1.0, 0.0],
                at: [0.1, -2.0],
            }],
            view: Some(SavedView {
                centre: ["-0.1234567890123456789012345678901234567890", "0"].map(str::to_owned),
                zoom: 1e90,
            }),
        };
        let kept = SavedApplet::new(state.clone(), Some(2.5), true).unwrap();
        let read = serde_json::to_string(&kept).unwrap();
        let read: SavedApplet = serde_json::from_str(&read).unwrap();
        assert_eq!(read, kept);
        assert_eq!(read.state(), Some(state));
        assert_eq!(read.paused_at(), Some(2.5));
    }

    #[test]
    fn applet_that_was_playing_begins_anew() {
        let text = r#"{"format": 1, "paused": false, "seconds": 7.57}"#;
        let read: SavedApplet = serde_json::from_str(text).unwrap();
        assert_eq!(read.paused_at(), None);
    }

    #[test]
    fn an_applet_as_it_is_opened_is_not_kept() {
        let kept = |paused, fills| SavedApplet::new(SavedState::default(), paused, fills);
        assert_eq!(kept(None, false), None);
        assert!(kept(Some(0.0), false).is_some());
        assert!(kept(None, true).is_some());
    }

    #[test]
    fn what_another_program_has_written_counts_as_nothing() {
        for other in [
            r#"{"format": 2}"#,
            r#"{"format": 1, "seconds": -1}"#,
            r#"{"format": 1, "seconds": 1e99}"#,
        ] {
            let read: SavedApplet = serde_json::from_str(other).unwrap();
            assert_eq!(read.state(), None, "{other}");
        }
    }
}
