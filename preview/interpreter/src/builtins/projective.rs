//! Points and lines in homogeneous coordinates, and maps of the projective plane.

use num_complex::Complex64;

use super::{Row, raw, row};
use crate::context::Context;
use crate::context::geometry::tagged;
use crate::linear::projective::{
    Transformation, Vector, adjoint, cross, determinant, normalized, product, transpose,
};
use crate::value::{List, Usage, Value};

pub(super) const ROWS: &[Row] = &[
    raw("×", 2, cross_product),
    raw("cross", 2, cross_product),
    raw("meet", 2, |context, a| {
        binary(context, a, |a, b| tagged(cross(&a, &b), Usage::Point))
    }),
    raw("join", 2, |context, a| {
        binary(context, a, |a, b| tagged(cross(&a, &b), Usage::Line))
    }),
    raw("para", 2, parallel),
    raw("parallel", 2, parallel),
    raw("perp", 2, perpendicular),
    raw("perpendicular", 2, perpendicular),
    row("perp", 1, |_, a| turned(&a[0])),
    row("perpendicular", 1, |_, a| turned(&a[0])),
    raw("point", 1, |_, a| match &a[0] {
        Value::List(list) if is_vector::<2>(list) || is_vector::<3>(list) => {
            Value::List(list.clone().with_usage(Usage::Point))
        }
        other => other.clone(),
    }),
    raw("line", 1, |_, a| match &a[0] {
        Value::List(list) if is_vector::<3>(list) => {
            Value::List(list.clone().with_usage(Usage::Line))
        }
        other => other.clone(),
    }),
    raw("crossratio", 4, cross_ratio),
    raw("det", 3, |context, a| match vectors::<3>(context, a) {
        Some([a, b, c]) => determinant(&a, &b, &c).into(),
        None => Value::Undefined,
    }),
    raw("area", 3, |context, a| {
        area(context, a).map_or(Value::Undefined, Value::from)
    }),
    raw("map", 2, |context, a| {
        matrix_value(vectors(context, a).map(|[from, to]| {
            let from = [from, shifted(from, 1.0), CIRCLE_POINTS[0], CIRCLE_POINTS[1]];
            let to = [to, shifted(to, 1.0), CIRCLE_POINTS[0], CIRCLE_POINTS[1]];
            map(&from, &to)
        }))
    }),
    raw("map", 4, |context, a| {
        matrix_value(vectors(context, a).map(|[a, b, c, d]| {
            let from = [a, b, CIRCLE_POINTS[0], CIRCLE_POINTS[1]];
            let to = [c, d, CIRCLE_POINTS[0], CIRCLE_POINTS[1]];
            map(&from, &to)
        }))
    }),
    raw("map", 6, |context, a| {
        matrix_value(
            vectors(context, a).map(|[a, b, c, d, e, f]| {
                map(&parallelogram([a, b, c]), &parallelogram([d, e, f]))
            }),
        )
    }),
    raw("map", 8, |context, a| {
        matrix_value(
            vectors(context, a).map(|[a, b, c, d, e, f, g, h]| map(&[a, b, c, d], &[e, f, g, h])),
        )
    }),
    raw("pointreflect", 1, |context, a| {
        matrix_value(context.homogeneous(&a[0]).map(|(center, _)| {
            let [i, j] = CIRCLE_POINTS;
            let from = [center, shifted(center, 1.0), i, j];
            map(&from, &[center, shifted(center, -1.0), i, j])
        }))
    }),
    raw("linereflect", 1, |context, a| {
        matrix_value(
            context
                .homogeneous(&a[0])
                .map(|(line, _)| normalized(mirror(line))),
        )
    }),
    row("complex", 1, |_, a| {
        let Some(list) = a[0].list() else {
            return Value::Undefined;
        };
        let pair = list.vector::<2>().or_else(|| {
            let [x, y, z] = list.vector::<3>()?;
            Some([x / z, y / z])
        });
        pair.map_or(Value::Undefined, |[x, y]| {
            Complex64::new(x.re - y.im, y.re + x.im).into()
        })
    }),
    row("gauss", 1, |_, a| match a[0].number() {
        Some(z) => [z.re, z.im].into(),
        None => Value::Undefined,
    }),
];

/// Numbers closer to 0 are 0.
const EPSILON: f64 = 1e-10;

/// The points at infinity through which all circles go: what a map leaves in place is a
/// similarity, what exchanges them is one that turns the plane over.
const CIRCLE_POINTS: [Vector; 2] = [
    [Complex64::ONE, Complex64::I, Complex64::ZERO],
    [Complex64::ONE, Complex64::new(0.0, -1.0), Complex64::ZERO],
];

const LINE_AT_INFINITY: Vector = [Complex64::ZERO, Complex64::ZERO, Complex64::ONE];

/// The matrix that takes the unit vectors to multiples of the first three points, and their sum to
/// a multiple of the fourth.
fn frame([a, b, c, d]: &[Vector; 4]) -> Transformation {
    let coordinates = adjoint(&transpose(&[*a, *b, *c]));
    let factor = |row: &Vector| row[0] * d[0] + row[1] * d[1] + row[2] * d[2];
    let scaled = |row: usize, point: &Vector| point.map(|x| x * factor(&coordinates[row]));
    transpose(&[scaled(0, a), scaled(1, b), scaled(2, c)])
}

/// The matrix that takes four points to four points.
fn map(from: &[Vector; 4], to: &[Vector; 4]) -> Transformation {
    normalized(product(&frame(to), &adjoint(&frame(from))))
}

/// The reflection in a line.
fn mirror([a, b, c]: Vector) -> Transformation {
    let (across, twice) = (a * a - b * b, a * b * -2.0);
    [
        [-across, twice, a * c * -2.0],
        [twice, across, b * c * -2.0],
        [Complex64::ZERO, Complex64::ZERO, a * a + b * b],
    ]
}

/// The point moved to the right; further the larger its last coordinate is not.
fn shifted([x, y, z]: Vector, by: f64) -> Vector {
    [x + by, y, z]
}

/// Three points, and the one that makes them the corners of a parallelogram.
fn parallelogram([a, b, c]: [Vector; 3]) -> [Vector; 4] {
    let parallel = |through: &Vector, p: &Vector, q: &Vector| {
        cross(through, &cross(&LINE_AT_INFINITY, &cross(p, q)))
    };
    let corner = cross(&parallel(&c, &a, &b), &parallel(&b, &a, &c));
    [a, b, c, corner]
}

fn matrix_value(matrix: Option<Transformation>) -> Value {
    matrix.map_or(Value::Undefined, Value::from)
}

fn is_vector<const N: usize>(list: &List) -> bool {
    list.vector::<N>().is_some()
}

/// All arguments in homogeneous coordinates.
fn vectors<const N: usize>(context: &Context, arguments: &[Value]) -> Option<[Vector; N]> {
    let arguments: &[Value; N] = arguments.try_into().ok()?;
    let mut vectors = [[Complex64::ZERO; 3]; N];
    for (vector, argument) in vectors.iter_mut().zip(arguments) {
        *vector = context.homogeneous(argument)?.0;
    }
    Some(vectors)
}

fn binary(
    context: &Context,
    arguments: &[Value],
    operation: impl Fn(Vector, Vector) -> Value,
) -> Value {
    match vectors(context, arguments) {
        Some([a, b]) => operation(a, b),
        None => Value::Undefined,
    }
}

/// The join of two points is a line, the meet of two lines a point; of others it is just three
/// numbers.
fn cross_product(context: &mut Context, arguments: &[Value]) -> Value {
    let [a, b] = [&arguments[0], &arguments[1]].map(|value| context.homogeneous(value));
    let (Some((a, a_usage)), Some((b, b_usage))) = (a, b) else {
        return Value::Undefined;
    };
    let usage = match (a_usage, b_usage) {
        (Usage::Point, Usage::Point) => Usage::Line,
        (Usage::Line, Usage::Line) => Usage::Point,
        _ => Usage::Plain,
    };
    tagged(cross(&a, &b), usage)
}

/// The line and the point among two arguments, which may come in any order if they are marked; if
/// not, the point is first.
fn line_and_point(context: &Context, arguments: &[Value]) -> Option<(Vector, Vector)> {
    // Points of the construction are their coordinates in the plane: it is the scale of the line.
    let coordinates = |index: usize| context.homogeneous(&context.plain(arguments[index].clone()));
    let (a, a_usage) = coordinates(0)?;
    let (b, b_usage) = coordinates(1)?;
    if a_usage == Usage::Line || b_usage == Usage::Point {
        Some((a, b))
    } else {
        Some((b, a))
    }
}

fn parallel(context: &mut Context, arguments: &[Value]) -> Value {
    match line_and_point(context, arguments) {
        Some((line, point)) => {
            let direction = cross(&LINE_AT_INFINITY, &line);
            tagged(cross(&direction, &point), Usage::Line)
        }
        None => Value::Undefined,
    }
}

fn perpendicular(context: &mut Context, arguments: &[Value]) -> Value {
    match line_and_point(context, arguments) {
        Some(([a, b, _], point)) => tagged(cross(&[a, b, Complex64::ZERO], &point), Usage::Line),
        None => Value::Undefined,
    }
}

/// A vector turned by 90 degrees.
fn turned(value: &Value) -> Value {
    match value.list().and_then(List::vector::<2>) {
        Some([x, y]) => [-y, x].into(),
        None => Value::Undefined,
    }
}

/// Of points it is that of the lines to one of the circle points, so that also points on no line
/// have one.
fn cross_ratio(context: &mut Context, arguments: &[Value]) -> Value {
    if let Some([a, b, c, d]) = vectors(context, arguments) {
        let eye = &CIRCLE_POINTS[0];
        let numerator = determinant(&a, &c, eye) * determinant(&b, &d, eye);
        let denominator = determinant(&a, &d, eye) * determinant(&b, &c, eye);
        return (numerator / denominator).into();
    }
    let number = |index: usize| arguments[index].number();
    match [number(0), number(1), number(2), number(3)] {
        [Some(a), Some(b), Some(c), Some(d)] => ((a - c) * (b - d) / ((a - d) * (b - c))).into(),
        _ => Value::Undefined,
    }
}

fn area(context: &Context, arguments: &[Value]) -> Option<Complex64> {
    let mut corners = vectors::<3>(context, arguments)?;
    for corner in &mut corners {
        let z = corner[2];
        if z.re.abs() < EPSILON && z.im.abs() < EPSILON {
            return None;
        }
        *corner = corner.map(|x| x / z);
    }
    let [a, b, c] = &corners;
    Some(0.5 * determinant(a, b, c))
}
