//! Where the user has left an applet, as plain data: for another session, perhaps much later, to go on
//! from.

use num_complex::Complex64;

use super::Session;
use crate::exact::{Exact, decimal, digits, nearest};

/// Where an applet was left: the points that were dragged, and what is seen of the world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Left {
    /// The points, in the order in which they were dragged first.
    pub points: Vec<LeftPoint>,
    /// What is seen, if it is not what the text says.
    pub view: Option<LeftView>,
}

/// A point that was dragged.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftPoint {
    /// Its name.
    pub name: String,
    /// Where the text has it: real and imaginary parts of its coordinates, one after the other.
    pub written: Vec<f64>,
    /// Where it lies in the plane.
    pub at: [f64; 2],
}

/// What is seen of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftView {
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
    /// Where the user leaves it.
    pub fn left(&self) -> Left {
        let points = self.dragged_points().into_iter();
        let points = points.map(|(name, at)| LeftPoint {
            name: name.to_owned(),
            written: self.written(name),
            at,
        });
        let view = self.has_moved_view().then(|| LeftView {
            centre: self.centre().map(|place| digits(&place, DIGITS)),
            zoom: self.magnification(),
        });
        Left {
            points: points.collect(),
            view,
        }
    }

    /// Goes on where the user has left another session: points that the text still puts where it did
    /// then are dragged to where they were.
    pub fn go_on_from(&mut self, left: &Left) {
        for point in &left.points {
            if self.written(&point.name) == point.written {
                self.place_point(&point.name, point.at);
            }
        }
        if let Some(LeftView { centre, zoom }) = &left.view
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
