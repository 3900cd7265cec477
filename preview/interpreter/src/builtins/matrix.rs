//! Vectors and matrices.

use num_complex::Complex64;

use super::{Row, list, matching, raw, row};
use crate::context::{Context, arithmetic};
use crate::hull::{self, Hull, NoHull};
use crate::linear::{self, Lu, Matrix};
use crate::value::number::round_half_up;
use crate::value::{List, Value};

pub(super) const ROWS: &[Row] = &[
    row("zerovector", 1, |_, a| match a[0].real() {
        Some(len) if list::fits(len as usize) => zeros(len),
        _ => Value::Undefined,
    }),
    row("zeromatrix", 2, |_, a| match (a[0].real(), a[1].real()) {
        (Some(rows), Some(columns)) if list::fits((rows * columns).max(rows) as usize) => {
            (0..rows as usize).map(|_| zeros(columns)).collect()
        }
        _ => Value::Undefined,
    }),
    row("transpose", 1, |_, a| {
        let Some(rows) = a[0].list().and_then(arithmetic::rows) else {
            return Value::Undefined;
        };
        let width = rows.first().map_or(0, |row| row.len());
        (0..width)
            .map(|column| {
                rows.iter()
                    .filter_map(|row| row.get(column))
                    .collect::<Value>()
            })
            .collect()
    }),
    row("row", 2, |context, a| {
        let rows = a[0].list().and_then(arithmetic::rows);
        match (rows, place(context, &a[1])) {
            (Some(rows), Some(row)) => match rows.get(row) {
                Some(row) => row.iter().collect(),
                None => Value::Undefined,
            },
            _ => Value::Undefined,
        }
    }),
    row("column", 2, |context, a| {
        let (Some(rows), Some(_)) = (a[0].list().and_then(arithmetic::rows), a[1].number()) else {
            return Value::Undefined;
        };
        let Some(column) = place(context, &a[1]) else {
            return rows.iter().map(|_| Value::Undefined).collect();
        };
        let entry = |row: &&crate::value::List| row.get(column).unwrap_or_default();
        rows.iter().map(entry).collect()
    }),
    row("matrixrowcolumn", 1, |_, a| {
        match a[0].list().and_then(arithmetic::rows) {
            Some(rows) => [rows.len(), rows.first().map_or(0, |row| row.len())]
                .map(|len| len as f64)
                .into(),
            None => Value::Undefined,
        }
    }),
    raw("rowmatrix", 1, |_, a| match &a[0] {
        Value::List(_) => [a[0].clone()].into(),
        _ => Value::Undefined,
    }),
    raw("columnmatrix", 1, |_, a| match &a[0] {
        Value::List(list) => list.iter().map(|item| Value::from([item])).collect(),
        _ => Value::Undefined,
    }),
    raw("submatrix", 3, |_, a| {
        let (Some(column), Some(row)) = (a[1].real(), a[2].real()) else {
            return Value::Undefined;
        };
        a[0].list()
            .and_then(|list| {
                without(list, row)
                    .map(|row| Some(without(row.list()?, column).collect::<Value>()))
                    .collect::<Option<Value>>()
            })
            .unwrap_or_default()
    }),
    row("det", 1, |context, a| {
        let determinant = |matrix: &Matrix| match matrix.rows().collect::<Vec<_>>()[..] {
            [&[a, b], &[c, d]] => a * d - b * c,
            [&[a, b, c], &[d, e, f], &[g, h, i]] => {
                a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
            }
            _ => Lu::new(matrix.clone()).determinant(),
        };
        square(context, &a[0], ELIMINATED).map_or(Value::Undefined, |m| determinant(&m).into())
    }),
    row("inverse", 1, |context, a| {
        square(context, &a[0], ELIMINATED).map_or(Value::Undefined, |matrix| {
            of_matrix(&Lu::new(matrix).inverse())
        })
    }),
    row("linearsolve", 2, |context, a| {
        let Some(matrix) = square(context, &a[0], ELIMINATED) else {
            return Value::Undefined;
        };
        match a[1].list().and_then(List::numbers) {
            Some(right) if right.len() == matrix.width() => {
                let solution = Lu::new(matrix).solve(&right);
                if solution.iter().any(|part| part.is_nan()) {
                    context.warn("the matrix is singular: the system has no single solution");
                }
                vector(&solution)
            }
            _ => Value::Undefined,
        }
    }),
    row("rank", 1, |context, a| {
        square(context, &a[0], ELIMINATED).map_or(Value::Undefined, |matrix| {
            (linear::rank(&matrix, precision(context)) as f64).into()
        })
    }),
    row("kernel", 1, |context, a| {
        square(context, &a[0], ELIMINATED).map_or(Value::Undefined, |matrix| {
            of_columns(&linear::null_space(&matrix, precision(context)))
        })
    }),
    row("eigenvalues", 1, |context, a| {
        square(context, &a[0], ITERATED).map_or(Value::Undefined, |matrix| {
            vector(&linear::eigenvalues(&matrix))
        })
    }),
    row("eigenvectors", 1, |context, a| {
        square(context, &a[0], ITERATED).map_or(Value::Undefined, |matrix| {
            of_columns(&linear::eigen(&matrix).vectors)
        })
    }),
    row("eig", 1, |context, a| {
        square(context, &a[0], ITERATED).map_or(Value::Undefined, |matrix| {
            let eigen = linear::eigen(&matrix);
            [vector(&eigen.values), of_columns(&eigen.vectors)].into()
        })
    }),
    row("mincostmatching", 1, |context, a| match matrix(&a[0]) {
        Some(costs) if costs.width().max(costs.height()) > ELIMINATED => context.warn(TOO_LARGE),
        Some(costs) => matching::cheapest(&costs)
            .into_iter()
            .map(|column| column.map_or(0.0, |column| column as f64 + 1.0))
            .collect(),
        None => Value::Undefined,
    }),
    row("convexhull3d", 1, convex_hull),
];

/// Larger matrices are not factored: it would take more than some seconds.
const ELIMINATED: usize = 1000;
/// Larger matrices have no eigenvalues: it would take more than some seconds.
const ITERATED: usize = 200;
const TOO_LARGE: &str = "the matrix is too large";

/// The corners of the convex hull of points, and the facets as lists of the corners' numbers, from 1.
fn convex_hull(context: &mut Context, arguments: &[Value]) -> Value {
    let position = |item: Value| {
        let list = item.list()?;
        Some([
            list.get(0)?.real()?,
            list.get(1)?.real()?,
            list.get(2)?.real()?,
        ])
    };
    let list = arguments[0].list();
    let points: Option<Vec<[f64; 3]>> = list.and_then(|list| list.iter().map(position).collect());
    let Some(points) = points else {
        return context.warn("the points are not lists of three numbers");
    };
    match hull::convex_hull(&points) {
        Ok(Hull { vertices, facets }) => {
            let corner = |point: usize| Value::from(points[point]);
            let facet = |corners: Vec<usize>| {
                let numbers = corners.into_iter().map(|corner| corner as f64 + 1.0);
                numbers.collect::<Value>()
            };
            let vertices: Value = vertices.into_iter().map(corner).collect();
            let facets: Value = facets.into_iter().map(facet).collect();
            [vertices, facets].into()
        }
        // The run ends.
        Err(NoHull::Ended) => Value::Undefined,
        Err(reason) => context.warn(reason.to_string()),
    }
}

/// The matrix of numbers that a value is.
fn matrix(value: &Value) -> Option<Matrix> {
    let rows = arithmetic::rows(value.list()?)?;
    let width = rows.first()?.len();
    let mut entries = Vec::with_capacity(width * rows.len());
    for row in &rows {
        for entry in row.iter() {
            entries.push(entry.number()?);
        }
    }
    (width > 0).then(|| Matrix::new(width, entries))
}

/// The matrix, if it is square and not larger than `limit`.
fn square(context: &mut Context, value: &Value, limit: usize) -> Option<Matrix> {
    let matrix = matrix(value)?;
    if matrix.square()? > limit {
        context.warn(TOO_LARGE);
        return None;
    }
    Some(matrix)
}

/// What is not zero in rank and kernel.
fn precision(context: &Context) -> f64 {
    // A tenth, as CindyJS has it.
    let modifier = context.modifier("precision").and_then(Value::real);
    modifier.map_or(1e-5, |precision| 0.1 * precision)
}

fn vector(numbers: &[Complex64]) -> Value {
    numbers.iter().copied().collect()
}

fn of_matrix(matrix: &Matrix) -> Value {
    matrix.rows().map(vector).collect()
}

/// The matrix with these columns.
fn of_columns(columns: &[Vec<Complex64>]) -> Value {
    let height = columns.first().map_or(0, Vec::len);
    (0..height)
        .map(|row| columns.iter().map(|column| column[row]).collect::<Value>())
        .collect()
}

/// A place counted from 1, as one counted from 0.
fn place(context: &mut Context, value: &Value) -> Option<usize> {
    let place = value.real()?.floor();
    if place >= 1.0 {
        return Some(place as usize - 1);
    }
    context.warn("rows and columns are counted from 1");
    None
}

/// The elements without one, which is counted from 1; all if there is no such element.
fn without(list: &crate::value::List, place: f64) -> impl Iterator<Item = Value> + '_ {
    let place = round_half_up(place);
    list.iter()
        .enumerate()
        .filter(move |(index, _)| *index as f64 + 1.0 != place)
        .map(|(_, item)| item)
}

/// So many zeros, rounded down.
fn zeros(len: f64) -> Value {
    (0..len as usize).map(|_| 0.0).collect()
}
