//! Where users have left applets, by their files: kept from one opening to the next.

use std::path::absolute;

use cindyscript_player::session::{Left, LeftPoint, LeftView};
use serde::{Deserialize, Serialize};

use crate::state_file::StateFile;

/// Where users have left applets.
pub type LeftApplets = StateFile<LeftApplet>;

/// Where an applet was left.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LeftApplet {
    /// How the rest is written: [`FORMAT`], or it counts as nothing.
    format: u32,
    #[serde(default)]
    points: Vec<Point>,
    #[serde(default)]
    view: Option<View>,
    /// Whether its time stands still.
    #[serde(default)]
    pub paused: bool,
    /// The time that was seen, in seconds.
    #[serde(default)]
    pub seconds: f64,
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
pub(crate) fn of_user() -> LeftApplets {
    StateFile::of_user("applets.json", "where applets were left")
}

/// The name of a file by which it is found from any folder.
pub(crate) fn key(path: &str) -> String {
    let path = absolute(path).unwrap_or_else(|_| path.into());
    path.to_string_lossy().into_owned()
}

impl LeftApplet {
    /// An applet that was left so, at a time; none where that is as it is opened.
    pub(crate) fn new(left: Left, paused: bool, seconds: f64) -> Option<LeftApplet> {
        let points = left.points.into_iter().take(MOST);
        let points = points.map(|LeftPoint { name, written, at }| Point { name, written, at });
        let view = left.view;
        let left = LeftApplet {
            format: FORMAT,
            points: points.collect(),
            view: view.map(|LeftView { centre, zoom }| View { centre, zoom }),
            paused,
            seconds: seconds.clamp(0.0, LATEST),
        };
        let is_new = LeftApplet {
            format: FORMAT,
            ..LeftApplet::default()
        };
        (left != is_new).then_some(left)
    }

    /// What a session goes on from; none if it is written in a way that is not known.
    pub(crate) fn left(&self) -> Option<Left> {
        if self.format != FORMAT || !(0.0..=LATEST).contains(&self.seconds) {
            return None;
        }
        let points = self.points.iter().take(MOST);
        let points = points.map(|Point { name, written, at }| LeftPoint {
            name: name.clone(),
            written: written.clone(),
            at: *at,
        });
        let view = self.view.as_ref().map(|View { centre, zoom }| LeftView {
            centre: centre.clone(),
            zoom: *zoom,
        });
        Some(Left {
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
        let left = Left {
            points: vec![LeftPoint {
                name: "A".to_owned(),
                written: vec![1.0, 0.0, 1.0 / 3.0, 0.0, 1.0, 0.0],
                at: [0.1, -2.0],
            }],
            view: Some(LeftView {
                centre: ["-0.1234567890123456789012345678901234567890", "0"].map(str::to_owned),
                zoom: 1e90,
            }),
        };
        let kept = LeftApplet::new(left.clone(), true, 2.5).unwrap();
        let read = serde_json::to_string(&kept).unwrap();
        let read: LeftApplet = serde_json::from_str(&read).unwrap();
        assert_eq!(read, kept);
        assert_eq!(read.left(), Some(left));
    }

    #[test]
    fn an_applet_as_it_is_opened_is_not_kept() {
        assert_eq!(LeftApplet::new(Left::default(), false, 0.0), None);
        assert!(LeftApplet::new(Left::default(), true, 0.0).is_some());
        assert!(LeftApplet::new(Left::default(), false, 1.0).is_some());
    }

    #[test]
    fn what_another_program_has_written_counts_as_nothing() {
        for other in [
            r#"{"format": 2}"#,
            r#"{"format": 1, "seconds": -1}"#,
            r#"{"format": 1, "seconds": 1e99}"#,
        ] {
            let read: LeftApplet = serde_json::from_str(other).unwrap();
            assert_eq!(read.left(), None, "{other}");
        }
    }
}
