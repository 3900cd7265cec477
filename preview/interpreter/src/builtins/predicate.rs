//! What a value is.

use super::{Row, raw, shallow};
use crate::context::arithmetic;
use crate::value::{List, Value};

pub(super) const ROWS: &[Row] = &[
    shallow("isreal", 1, |_, a| real(&a[0]).is_some().into()),
    shallow("isinteger", 1, |_, a| {
        real(&a[0]).is_some_and(is_integral).into()
    }),
    shallow("iseven", 1, |_, a| {
        real(&a[0]).is_some_and(|x| is_integral(x / 2.0)).into()
    }),
    shallow("isodd", 1, |_, a| {
        real(&a[0])
            .is_some_and(|x| is_integral((x - 1.0) / 2.0))
            .into()
    }),
    shallow("iscomplex", 1, |_, a| a[0].number().is_some().into()),
    shallow("isstring", 1, |_, a| {
        matches!(a[0], Value::String(_)).into()
    }),
    shallow("islist", 1, |_, a| matches!(a[0], Value::List(_)).into()),
    shallow("ismatrix", 1, |_, a| {
        a[0].list().and_then(arithmetic::rows).is_some().into()
    }),
    raw("isnumbermatrix", 1, |_, a| {
        let rows = a[0].list().and_then(arithmetic::rows);
        rows.is_some_and(|rows| rows.iter().all(|row| row.is_numeric()))
            .into()
    }),
    shallow("isnumbervector", 1, |_, a| {
        a[0].list().is_some_and(List::is_numeric).into()
    }),
    shallow("cglislazy", 1, |_, a| matches!(a[0], Value::Code(_)).into()),
    shallow("isundefined", 1, |_, a| a[0].is_undefined().into()),
];

fn real(value: &Value) -> Option<f64> {
    let number = value.number()?;
    (number.im.abs() < 1e-6).then_some(number.re)
}

fn is_integral(x: f64) -> bool {
    x == x.floor()
}
