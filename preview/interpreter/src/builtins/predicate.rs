//! What a value is.

use super::{Row, arithmetic, raw};
use crate::value::{List, Value};

pub(super) const ROWS: &[Row] = &[
    raw("isreal", 1, |_, a| real(&a[0]).is_some().into()),
    raw("isinteger", 1, |_, a| {
        real(&a[0]).is_some_and(is_integral).into()
    }),
    raw("iseven", 1, |_, a| {
        real(&a[0]).is_some_and(|x| is_integral(x / 2.0)).into()
    }),
    raw("isodd", 1, |_, a| {
        real(&a[0])
            .is_some_and(|x| is_integral((x - 1.0) / 2.0))
            .into()
    }),
    raw("iscomplex", 1, |_, a| a[0].number().is_some().into()),
    raw("isstring", 1, |_, a| {
        matches!(a[0], Value::String(_)).into()
    }),
    raw("islist", 1, |_, a| matches!(a[0], Value::List(_)).into()),
    raw("ismatrix", 1, |_, a| {
        a[0].list().and_then(arithmetic::rows).is_some().into()
    }),
    raw("isnumbermatrix", 1, |_, a| {
        let rows = a[0].list().and_then(arithmetic::rows);
        rows.is_some_and(|rows| rows.iter().all(|row| row.is_numeric()))
            .into()
    }),
    raw("isnumbervector", 1, |_, a| {
        a[0].list().is_some_and(List::is_numeric).into()
    }),
    raw("cglislazy", 1, |_, a| matches!(a[0], Value::Code(_)).into()),
    raw("isundefined", 1, |_, a| a[0].is_undefined().into()),
];

fn real(value: &Value) -> Option<f64> {
    let number = value.number()?;
    (number.im.abs() < 1e-6).then_some(number.re)
}

fn is_integral(x: f64) -> bool {
    x == x.floor()
}
