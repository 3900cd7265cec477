//! The orbit of one place, point by point, with many digits.

use cindyscript_shader::{OrbitPoint, PolynomialIteration, ScaledPoint};
use num_complex::Complex64;

use super::critical::at;
use super::point::Point;
use super::scaled;
use crate::exact::nearest;

/// Once the orbit is farther away than this, it does not come back.
const FAR: f64 = 1e6;

/// The least number that f32 has room for, with what is multiplied with it.
const LEAST: f64 = 1e-30;

/// So many points are made before it is asked whether there are enough.
const TURN: usize = 32;

/// An orbit on its way.
pub(super) struct Run<'a> {
    pub(super) iteration: &'a PolynomialIteration,
    /// What is multiplied with, unless it is 1.
    pub(super) factor: Option<Point>,
    pub(super) add: Point,
    /// Whether what is added and multiplied with are numbers.
    pub(super) is_finite: bool,
    /// The factors of all powers from 0 on, where it is not one power alone.
    pub(super) polynomial: Vec<Point>,
    pub(super) criticals: &'a [Point],
    /// The most points.
    pub(super) most: usize,
    /// Asked from time to time: whether to leave it at what there is.
    pub(super) enough: &'a dyn Fn() -> bool,
}

/// How an orbit ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It goes away and does not come back.
    Escapes,
    /// There are as many points as were asked for.
    Most,
    /// It took too long.
    GivenUp,
    /// It is no number any more.
    Undefined,
}

impl End {
    /// Why an orbit of so many rounds does not serve all of the view; `is_short` if more rounds are
    /// wanted.
    pub(super) fn failure(self, rounds: usize, is_short: bool) -> Option<String> {
        match self {
            End::Undefined => Some(format!("the orbit is no number after {rounds} rounds")),
            End::GivenUp => Some(format!(
                "the orbit has taken too long: it is known for {rounds} rounds only, and what goes \
                 on after them is not seen"
            )),
            End::Most if is_short => Some(format!(
                "the orbit is known for {rounds} rounds only, and what goes on after them is not seen"
            )),
            End::Most | End::Escapes => None,
        }
    }
}

impl Run<'_> {
    /// The points from the first on, two at least.
    pub(super) fn points(&self, first: Point) -> (Vec<OrbitPoint>, End) {
        let mut points = Vec::new();
        let mut z = first;
        let end = loop {
            let near = z.nearest();
            if !near.is_finite() {
                break End::Undefined;
            }
            let image = self.image(&z);
            points.push(self.point(&z, near, &image));
            if near.norm() > FAR {
                break End::Escapes;
            }
            if !self.is_finite {
                break End::Undefined;
            }
            if points.len() >= self.most {
                break End::Most;
            }
            if points.len().is_multiple_of(TURN) && (self.enough)() {
                break End::GivenUp;
            }
            z = self.next(image);
        };
        // A loop needs a point to begin at, and one to go on to. What is no number is not near 0 either.
        while points.len() < 2 {
            let zero = OrbitPoint::default();
            let needs_images = self.iteration.needs_images();
            points.push(OrbitPoint {
                z: [2.0 * FAR, 0.0].map(|part| scaled([part])),
                image: zero.image.filter(|_| needs_images),
                is_last: false,
                ..zero
            });
        }
        if let Some(last) = points.last_mut() {
            last.is_last = true;
        }
        (points, end)
    }

    fn point(&self, z: &Point, near: Complex64, image: &Point) -> OrbitPoint {
        let distance = |place: &usize| (near - self.criticals[*place].nearest()).norm();
        let critical = (0..self.criticals.len())
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .unwrap_or_default();
        let from = match self.criticals.get(critical) {
            Some(point) if !self.iteration.is_power() => z.minus(point),
            _ => z.clone(),
        };
        // A power of z stands in what is multiplied with d.
        let inner = self.iteration.degree().saturating_sub(1).max(1);
        let least = LEAST.powf(1.0 / f64::from(inner));
        let is_large = |point: &Point, least: f64, folds: bool| {
            let [x, y] = [0, 1].map(|axis: usize| nearest(&point.0[axis]).abs());
            match folds {
                true => x.min(y) > LEAST && x.max(y) > least,
                false => x.max(y) > least,
            }
        };
        let PolynomialIteration { before, after, .. } = self.iteration;
        let is_plain = is_large(&from, least, before.folds())
            && (!after.folds() || is_large(image, LEAST, true));
        OrbitPoint {
            z: scaled_point(&from),
            critical: critical as u32,
            image: self.iteration.needs_images().then(|| scaled_point(image)),
            is_plain,
            is_last: false,
        }
    }

    /// Q of z.
    fn image(&self, z: &Point) -> Point {
        let before = self.iteration.before;
        let z = match before.folds() {
            true => z.clone().absolute(before.absolute),
            false => z.clone(),
        };
        let z = match before.conjugate {
            true => z.conjugate(),
            false => z,
        };
        match self.polynomial.as_slice() {
            [] => z.power(self.iteration.degree()),
            polynomial => at(polynomial, &z),
        }
    }

    fn next(&self, image: Point) -> Point {
        let after = self.iteration.after;
        let image = image.absolute(after.absolute);
        let image = match after.conjugate {
            true => image.conjugate(),
            false => image,
        };
        let product = match &self.factor {
            Some(factor) => image.times(factor),
            None => image,
        };
        product.plus(&self.add)
    }
}

fn scaled_point(point: &Point) -> ScaledPoint {
    [0, 1].map(|axis: usize| scaled([nearest(&point.0[axis])]))
}
