use cindyscript_applet::{Applet, TextRange};
use cindyscript_hir::builtins::{Form, Side, all, min_signature};
use cindyscript_hir::types::Type;
use num_complex::Complex64;

use super::*;
use crate::value::Value;
use crate::world::World;

#[test]
fn every_row_that_the_table_promises_is_here() {
    let missing: Vec<_> = all()
        .filter(|id| {
            let row = id.row();
            row.form == Form::Strict && !(row.gpu.is_empty() && row.cpu.is_empty())
        })
        .filter(|id| BUILTINS.row(*id).is_none())
        .map(|id| (id.name(), id.row().arity))
        .collect();
    assert_eq!(missing, []);
}

#[test]
fn every_row_here_is_promised_by_the_table() {
    let others: Vec<_> = all()
        .filter(|id| BUILTINS.row(*id).is_some())
        .filter(|id| {
            let row = id.row();
            row.form != Form::Strict || row.gpu.is_empty() && row.cpu.is_empty()
        })
        .map(|id| (id.name(), id.row().arity))
        .collect();
    assert_eq!(others, []);
}

#[test]
fn every_builtin_with_code_is_here() {
    let missing: Vec<_> = all()
        .filter(|id| {
            matches!(id.row().form, Form::Special(_)) && BUILTINS.special_row(*id).is_none()
        })
        .map(|id| (id.name(), id.row().arity.unwrap_or_default()))
        .collect();
    assert_eq!(missing, []);
    let found = all()
        .filter(|id| BUILTINS.special_row(*id).is_some())
        .count();
    let rows: usize = SPECIAL_CATEGORIES.iter().map(|rows| rows.len()).sum();
    assert_eq!(found, rows);
}

#[test]
fn every_row_here_is_in_the_table() {
    let found: usize = all().filter(|id| BUILTINS.row(*id).is_some()).count();
    let rows: usize = CATEGORIES.iter().map(|rows| rows.len()).sum();
    assert_eq!(found, rows);
}

/// Rows whose values are CindyJS's (the comparison with it says so), but not the table's: the
/// table's signature is too narrow there.
const TOO_NARROW: &[&str] = &[
    "max", // of a boolean and a negative number: the number, as booleans come before numbers
];

fn samples() -> Vec<Value> {
    let z = Complex64::new;
    vec![
        true.into(),
        0.0.into(),
        1.0.into(),
        3.0.into(),
        (-2.0).into(),
        0.5.into(),
        (-1.5).into(),
        z(1.0, -2.0).into(),
        "a,1".into(),
        [Value::Undefined; 0].into(),
        [1.0, 2.0].into(),
        [-1.0, 0.5].into(),
        [1.0, 2.0, 3.0].into(),
        [z(0.0, 1.0), z(2.0, 0.5)].into(),
        [[1.0, 2.0], [3.0, 4.0]].into(),
        [[1.0, 2.0, 0.5], [3.0, 4.0, 0.5]].into(),
        ["a", "b"].into(),
        Value::Dictionary(crate::Dictionary::default()),
        Value::Undefined,
    ]
}

/// Whether a value of type `ty` is one of type `bound`. Numbers that are not finite have no part
/// in the integers and may have lost their sign.
fn fits(value: &Value, bound: &Type) -> bool {
    let ty = value.type_of();
    ty.fits(bound) || has_nan(value)
}

fn has_nan(value: &Value) -> bool {
    match value {
        Value::Number(z) | Value::Angle(z) => !z.is_finite(),
        Value::List(list) => list.iter().any(|item| has_nan(&item)),
        _ => false,
    }
}

#[test]
fn values_have_the_types_that_the_table_says() {
    let mut context = World::new(&Applet::new(TextRange::default())).into_context();
    let samples = samples();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for id in all() {
        let (Some(row), Some(arity)) = (BUILTINS.row(id), id.row().arity) else {
            continue;
        };
        for number in 0..samples.len().pow(u32::from(arity).min(2)) {
            let mut rest = number;
            let arguments: Vec<Value> = (0..arity)
                .map(|_| {
                    let sample = samples[rest % samples.len()].clone();
                    rest /= samples.len();
                    sample
                })
                .collect();
            let types: Vec<Type> = arguments.iter().map(Value::type_of).collect();
            let value = (row.function)(&mut context, &arguments);
            // Where the table has no signature, or nothing is known yet, it promises nothing.
            let signature = min_signature(id, Side::Cpu, &types);
            let Some(signature) = signature.filter(|signature| !signature.result.is_unset()) else {
                continue;
            };
            checked += 1;
            if !fits(&value, &signature.result) && !TOO_NARROW.contains(&row.name) {
                wrong.push(format!(
                    "{}({}) is {value}: {}, not {}",
                    row.name,
                    print_all(&arguments),
                    value.type_of(),
                    signature.result
                ));
            }
        }
    }
    assert!(checked > 5_000);
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn print_all(values: &[Value]) -> String {
    values
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}
