//! Tubes along paths.

use std::f64::consts::{PI, TAU};

use super::round::{RodFrame, profile, widening};
use super::{SIDES, Solid, SolidError, SolidOptions, direction};
use crate::vector::{cross, dot, length, minus, plus, scaled};

/// The sides of a tube, unless chosen.
const TUBE_SIDES: u32 = 32;

impl Solid {
    /// A tube along a path, with round ends unless the path is closed. Points at the place of the one before
    /// are left out.
    ///
    /// # Errors
    /// Nothing can be printed, or there are too many triangles.
    pub fn of_tube(
        path: &[[f64; 3]],
        radius: f64,
        is_closed: bool,
        options: &SolidOptions,
    ) -> Result<Solid, SolidError> {
        let mut solid = Solid::new(options);
        let radius = radius * options.radius_factor;
        let chosen = options.rod_sides.unwrap_or(TUBE_SIDES);
        let sides = chosen.clamp(SIDES[0], SIDES[1]);
        let limit = f64::from(f32::MAX) / (4.0 * options.scale.abs()).max(1.0);
        let fits = |point: &&[f64; 3]| point.iter().all(|entry| entry.abs() < limit);
        let mut points: Vec<[f64; 3]> = path.iter().filter(fits).copied().collect();
        solid.left_out = path.len() - points.len();
        if !(radius > 0.0 && radius < limit) {
            return Err(SolidError::Empty);
        }
        let least = radius * 1e-4;
        points.dedup_by(|b, a| length(minus(*b, *a)) <= least);
        if is_closed && points.len() > 1 {
            let is_again = length(minus(points[points.len() - 1], points[0])) <= least;
            points.truncate(points.len() - usize::from(is_again));
        }
        match (points[..]).len() {
            0 => return Err(SolidError::Empty),
            1 | 2 => {
                let ends = [points[0], points[points.len() - 1]];
                solid.add_rod(ends, radius, sides)?;
                return solid.checked();
            }
            count => solid.reserve((count + sides as usize) * 2 * sides as usize)?,
        }
        solid.add_tube(&points, radius, is_closed, sides);
        solid.checked()
    }

    fn add_tube(&mut self, points: &[[f64; 3]], radius: f64, is_closed: bool, sides: u32) {
        let frames = frames(points, radius, is_closed, sides);
        let wide = widening(sides);
        let circles = points.iter().zip(&frames);
        let circles: Vec<u32> = circles
            .map(|(point, frame)| self.add_circle(*point, frame, wide))
            .collect();
        for pair in circles.windows(2) {
            self.add_band([pair[0], pair[1]], sides, 0);
        }
        let last = circles.len() - 1;
        if is_closed {
            let turn = turn(&frames[last], &frames[0]);
            return self.add_band([circles[last], circles[0]], sides, turn);
        }
        for (at, starts) in [(0, true), (last, false)] {
            self.add_end(points[at], &frames[at], circles[at], starts);
        }
    }

    /// Adds a round end to a circle.
    fn add_end(&mut self, point: [f64; 3], frame: &RodFrame, circle: u32, starts: bool) {
        let rings = profile(frame.sides);
        let way = if starts { -frame.radius } else { frame.radius };
        let mut before = circle;
        for [height, wide] in rings.iter().rev().skip(1) {
            let centre = plus(point, scaled(frame.axis, way * height));
            let next = self.add_circle(centre, frame, *wide);
            let pair = if starts {
                [next, before]
            } else {
                [before, next]
            };
            self.add_band(pair, frame.sides, 0);
            before = next;
        }
        let height = super::round::pole(&rings, frame.sides);
        let pole = self.add_point(plus(point, scaled(frame.axis, way * height)));
        self.add_fan(pole, before, frame.sides, starts);
    }
}

/// The directions of a path at its points, each turned as little as possible from the one before.
fn frames(points: &[[f64; 3]], radius: f64, is_closed: bool, sides: u32) -> Vec<RodFrame> {
    let count = points.len();
    let mut frames: Vec<RodFrame> = Vec::with_capacity(count);
    for at in 0..count {
        let [before, after] = match is_closed {
            true => [(at + count - 1) % count, (at + 1) % count],
            false => [at.saturating_sub(1), (at + 1).min(count - 1)],
        };
        let axis = direction(minus(points[after], points[before]));
        // The path may turn back.
        let axis = axis.or_else(|| direction(minus(points[after], points[at])));
        let axis = axis.unwrap_or([0.0, 0.0, 1.0]);
        let mut frame = RodFrame::new(axis, radius, sides);
        if let Some(last) = frames.last() {
            let x = last.across[0];
            let x = direction(minus(x, scaled(axis, dot(x, axis))));
            let x = x.unwrap_or(frame.across[0]);
            frame.across = [x, cross(axis, x)];
        }
        frames.push(frame);
    }
    frames
}

/// The sides by which the second circle is turned back to lie as the first one.
fn turn(from: &RodFrame, to: &RodFrame) -> u32 {
    let [x, y] = to.across.map(|across| dot(across, from.across[0]));
    let angle = y.atan2(x).rem_euclid(2.0 * PI);
    (angle / TAU * f64::from(to.sides)).round() as u32 % to.sides
}
