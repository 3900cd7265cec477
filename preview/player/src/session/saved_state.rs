//! What is saved of an applet when it is closed, as plain data: the points that the user has dragged and
//! what is seen of the world. Another session, perhaps much later, goes on from it.

use num_complex::Complex64;

use super::Session;
use crate::exact::{Exact, decimal, digits, nearest};

/// What another session needs to go on where one was closed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedState {
    /// The points, in the order in which they were dragged first.
    pub points: Vec<SavedPoint>,
    /// What is seen, if it is not what the text says.
    pub view: Option<SavedView>,
}

/// A point that was dragged.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedPoint {
    /// Its name.
    pub name: String,
    /// Where the text has it: real and imaginary parts of its coordinates, one after the other.
    pub written: Vec<f64>,
    /// Where it lies in the plane.
    pub at: [f64; 2],
}

/// What is seen of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedView {
    /// What lies in the middle: decimal numbers of any length.
    pub centre: [String; 2],
    /// How much that is magnified.
    pub zoom: f64,
}

/// A place in the world has so many digits behind the point,
const DIGITS: usize = 150;
/// is written with no more characters,
const LONGEST: usize = 250;
/// and lies no further from the origin.
const FURTHEST: f64 = 1e30;

impl Session {
    /// What is to be saved of it.
    pub fn saved_state(&self) -> SavedState {
        let points = self.dragged_points().into_iter();
        let points = points.map(|(name, at)| SavedPoint {
            name: name.to_owned(),
            written: self.written(name),
            at,
        });
        let view = self.has_moved_view().then(|| SavedView {
            centre: self.centre().map(|place| digits(&place, DIGITS)),
            zoom: self.magnification(),
        });
        SavedState {
            points: points.collect(),
            view,
        }
    }

    /// Goes on where another session was closed: points that the text still puts where it did then are
    /// dragged to where they were.
    pub fn go_on_from(&mut self, saved: &SavedState) {
        for point in &saved.points {
            if self.written(&point.name) == point.written {
                self.place_point(&point.name, point.at);
            }
        }
        if let Some(SavedView { centre, zoom }) = &saved.view
            && let [Some(x), Some(y)] = [&centre[0], &centre[1]].map(|place| coordinate(place))
            && zoom.is_finite()
            && *zoom > 0.0
        {
            self.look_at(&[x, y], *zoom);
        }
    }

    /// Where the text has an element.
    fn written(&self, name: &str) -> Vec<f64> {
        let element = self.applet().and_then(|applet| applet.element(name));
        let position = element.and_then(|element| element.position);
        let parts = position.into_iter().flatten();
        parts.flat_map(|Complex64 { re, im }| [re, im]).collect()
    }
}

/// A coordinate of a place that may be looked at.
fn coordinate(text: &str) -> Option<Exact> {
    let is_plain = |text: &&str| text.len() <= LONGEST && !text.contains(['e', 'E']);
    let number = decimal(Some(text).filter(is_plain)?).ok()?;
    (nearest(&number).abs() <= FURTHEST).then_some(number)
}
