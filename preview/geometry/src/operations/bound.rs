//! Points that one can move on a line, a segment, a circle, or an arc.

use num_complex::Complex64 as C;

use super::free::{position, snap};
use crate::ElementKind;
use crate::algebra::{
    EPSILON, II, INFINITY, ONE, ZERO, add, apply, cross, cross_ratio, dehomogenize, distance, dot,
    inverse, is_almost_zero, negate, norm, normalize, scale, sub,
};
use crate::conic::{
    circle_center, circle_through, meet_line, other_intersection, point_reflection,
};
use crate::inputs::{Inputs, Parameter};
use crate::moving::{Mover, Parameters, Progress, Situation, half_circle, parameters, straight};
use crate::operation::{Operation, SpecialType};
use crate::tracing::{Refine, Trace};
use crate::{ElementMove, ElementValue, Matrix, Segment, Vector};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation::new(
        "PointOnLine",
        ElementKind::Point,
        &[ElementKind::Line],
        on_line,
    )
    .traced(6)
    .starting(|definition, inputs, state| {
        let [line] = inputs.vectors();
        let point = project(position(definition), line);
        state[..3].copy_from_slice(&point);
        state[3..].copy_from_slice(&line);
        Ok(Parameter::None)
    })
    .movable(&Mover {
        parameters: 3,
        by_mouse: true,
        target: |inputs, situation, input| {
            let [line] = inputs.vectors();
            let point = project(input.homogeneous()?, line);
            Some(parameters(snap_to_line(point, line, situation, input)))
        },
        path: straight,
    }),
    Operation::new(
        "PointOnSegment",
        ElementKind::Point,
        &[ElementKind::Segment],
        |inputs, trace| {
            let [along] = trace.take();
            let segment = segment(inputs);
            let way = sub(segment.end, segment.start);
            Ok(ElementValue::Point(normalize(add(
                segment.start,
                scale(along, way),
            ))))
        },
    )
    .traced(1)
    .starting(|definition, inputs, state| {
        state[0] = along(&segment(inputs), position(definition));
        Ok(Parameter::None)
    })
    .movable(&Mover {
        parameters: 1,
        by_mouse: true,
        target: |inputs, situation, input| {
            let segment = segment(inputs);
            let point = snap_to_line(input.homogeneous()?, segment.line, situation, input);
            Some(parameters([along(&segment, point)]))
        },
        path: straight,
    }),
    Operation::new(
        "PointOnCircle",
        ElementKind::Point,
        &[ElementKind::Conic],
        on_circle,
    )
    .special(SpecialType::PointOnCircle)
    .traced(9)
    .starting(|definition, inputs, state| {
        let circle = inputs.conic(0).matrix;
        let point = dehomogenize(position(definition));
        let center = dehomogenize(circle_center(circle));
        let [a, b] = meet_line(cross(point, center), circle);
        let [near, far] = if distance(point, b) < distance(point, a) {
            [b, a]
        } else {
            [a, b]
        };
        state[..3].copy_from_slice(&pole_of_diameter(sub(point, center)));
        state[3..6].copy_from_slice(&near);
        state[6..].copy_from_slice(&far);
        Ok(Parameter::None)
    })
    .movable(&Mover {
        parameters: 3,
        by_mouse: true,
        target: turn_to,
        path: around,
    }),
    Operation::new(
        "OtherPointOnCircle",
        ElementKind::Point,
        &[ElementKind::Point],
        |inputs, _| {
            let [point] = inputs.vectors();
            let center = circle_center(circle_of(inputs).unwrap_or_default());
            Ok(ElementValue::Point(point_reflection(center, point)))
        },
    )
    .special(SpecialType::OtherPointOnCircle)
    .when(|inputs| circle_of(inputs).is_some(), "a `PointOnCircle`"),
    Operation::new(
        "PointOnArc",
        ElementKind::Point,
        &[ElementKind::Conic],
        on_arc,
    )
    .traced(2)
    .starting(|definition, inputs, state| {
        state.copy_from_slice(&along_arc(inputs, position(definition)));
        Ok(Parameter::None)
    })
    .movable(&Mover {
        parameters: 2,
        by_mouse: true,
        target: |inputs, _, input| Some(parameters(along_arc(inputs, input.homogeneous()?))),
        path: straight,
    })
    .when(|inputs| inputs.conic(0).arc.is_some(), "an arc"),
];

/// The foot of the perpendicular from a point to a line.
pub(super) fn project(point: Vector, line: Vector) -> Vector {
    let perpendicular = cross([line[0], line[1], ZERO], point);
    normalize(cross(perpendicular, line))
}

/// The point of the grid on a line that attracts a point of it; else the point.
fn snap_to_line(point: Vector, line: Vector, situation: &Situation, input: ElementMove) -> Vector {
    if is_almost_zero(&[point[2]]) {
        return point;
    }
    let snapped = snap(project(point, line), situation, input);
    if dot(line, snapped).norm() < EPSILON {
        project(snapped, line)
    } else {
        point
    }
}

/// A point on a line that moves keeps its distance from where the line meets what it was before.
fn on_line(inputs: &Inputs, trace: &mut Trace) -> Result<ElementValue, Refine> {
    let [line] = inputs.vectors();
    let old_point: Vector = trace.take();
    let point = if trace.is_mover {
        normalize(old_point)
    } else {
        // The good place is real, the one before this step need not be.
        let good = |start: usize| -> Vector {
            std::array::from_fn(|i| trace.good.get(start + i).copied().unwrap_or_default())
        };
        let (good_point, good_line) = (good(0), good(3));
        let mut center = cross(good_line, line);
        if is_almost_zero(&center) {
            // The line has hardly moved: the point is projected.
            center = cross(INFINITY, line);
        }
        let candidates = meet_line(line, circle_through(center, good_point));
        let antipode = point_reflection(center, old_point);
        let [point, _] = trace.sort_two(candidates, [old_point, antipode])?;
        normalize(point)
    };
    trace.put(point);
    let _: Vector = trace.take();
    trace.put(line);
    Ok(ElementValue::Point(point))
}

fn segment(inputs: &Inputs) -> Segment {
    match inputs.value(0) {
        Some(ElementValue::Segment(segment)) => *segment,
        _ => Segment::new([ZERO; 3], [ZERO; 3], [ZERO; 3]),
    }
}

/// How far along a segment a point is, from 0 to 1.
fn along(segment: &Segment, point: Vector) -> C {
    let [a, b, _] = segment.line;
    let far = sub(segment.start, segment.end);
    let [numerator, denominator] =
        cross_ratio(far, segment.start, segment.end, point, [a, b, ZERO]);
    let ratio = numerator / denominator;
    C::new(ratio.re.clamp(0.0, 1.0), ratio.im)
}

/// A point on a circle is told by the point at infinity that is polar to its diameter.
fn pole_of_diameter([x, y, _]: Vector) -> Vector {
    [y, -x, ZERO]
}

fn on_circle(inputs: &Inputs, trace: &mut Trace) -> Result<ElementValue, Refine> {
    let pole = trace.take();
    let circle = inputs.conic(0).matrix;
    let ends = meet_line(apply(circle, pole), circle);
    let [point, _] = trace.two(ends)?;
    Ok(ElementValue::Point(normalize(point)))
}

fn turn_to(inputs: &Inputs, situation: &Situation, input: ElementMove) -> Option<Parameters> {
    let center = dehomogenize(circle_center(inputs.conic(0).matrix));
    let direction = match input {
        ElementMove::Direction(direction) => direction,
        _ => sub(dehomogenize(input.homogeneous()?), center),
    };
    let [x, y, _, point @ ..] = situation.state.get(..6)? else {
        return None;
    };
    let point: Vector = point.try_into().ok()?;
    let old = sub(dehomogenize(point), center);
    // The pole is a positive or a negative multiple of the old direction, turned by a right angle;
    // the new one is of the same sign.
    let sign = x * old[1] - y * old[0];
    let direction = if sign.re < 0.0 {
        negate(direction)
    } else {
        direction
    };
    Some(parameters(pole_of_diameter(direction)))
}

/// More than half a turn of the pole takes two half circles, with a real place between, such that
/// the point gets to the far end of its diameter.
fn around(progress: Progress, from: Parameters, to: Parameters) -> Parameters {
    let unit = |pole: Parameters| scale(inverse(norm(&pole).into()), pole);
    let (from, to) = (unit(from), unit(to));
    if dot(from, to).re >= 0.0 {
        return straight(progress, from, to);
    }
    let mut between = parameters([from[1] - to[1], to[0] - from[0]]);
    if dot(from, between).re < 0.0 {
        between = negate(between);
    }
    let t = if progress.real < 0.0 {
        half_circle(2.0 * progress.real + 1.0, 0.5, 0.25)
    } else {
        half_circle(2.0 * progress.real - 1.0, 0.5, 0.75)
    };
    let rest = ONE - t;
    let way = add(scale(rest * rest, from), scale(t * rest, between));
    add(way, scale(t * t, to))
}

/// The circle on which the first argument is.
fn circle_of(inputs: &Inputs) -> Option<Matrix> {
    let point = inputs.get(0)?;
    if !point.is(SpecialType::PointOnCircle) {
        return None;
    }
    let circle = inputs.elements.get(*point.inputs.first()?)?;
    Some(circle.value.conic()?.matrix)
}

/// Where a point is between the ends of an arc: its cross ratio, as a fraction from 0 to infinity.
fn along_arc(inputs: &Inputs, point: Vector) -> [C; 2] {
    let conic = inputs.conic(0);
    let [start, via, end] = conic.arc.unwrap_or_default();
    let center = normalize(circle_center(conic.matrix));
    let [a, b] = meet_line(normalize(cross(point, center)), conic.matrix);
    let nearest = if distance(point, a) < distance(point, b) {
        a
    } else {
        b
    };
    let [numerator, denominator] = normalize(cross_ratio(start, end, via, nearest, II));
    let ratio = numerator / denominator;
    if ratio.re < -1.0 {
        [ONE, ZERO]
    } else if ratio.re < 0.0 {
        [ZERO, ONE]
    } else {
        [numerator, denominator]
    }
}

fn on_arc(inputs: &Inputs, trace: &mut Trace) -> Result<ElementValue, Refine> {
    let conic = inputs.conic(0);
    let [start, via, end] = conic.arc.unwrap_or_default();
    let [numerator, denominator] = trace.take();
    // Seen from a circular point, the middle is a combination of the ends; least squares find it.
    let ends = [cross(start, II), cross(end, II)];
    let middle = cross(via, II);
    let conjugates = ends.map(|row| row.map(|entry| entry.conj()));
    let [[a, b], [c, d]] = conjugates.map(|row| ends.map(|end| dot(row, end)));
    let [u, v] = conjugates.map(|row| dot(row, middle));
    let (first, second) = (d * u - b * v, a * v - c * u);
    let chord = add(
        scale(first * numerator, start),
        scale(second * denominator, end),
    );
    Ok(ElementValue::Point(other_intersection(
        conic.matrix,
        II,
        normalize(chord),
    )))
}
