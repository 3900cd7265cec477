//! Vectors and matrices.

use super::{Row, arithmetic, list, row};
use crate::value::Value;

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
                    .map(|row| row.items()[column].clone())
                    .collect::<Value>()
            })
            .collect()
    }),
];

/// So many zeros, rounded down.
fn zeros(len: f64) -> Value {
    (0..len as usize).map(|_| 0.0).collect()
}
