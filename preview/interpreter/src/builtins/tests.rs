use cindyscript_analysis::builtins::{Form, Side, min_signature};
use cindyscript_analysis::types::Type;
use num_complex::Complex64;

use super::*;
use crate::world::World;

#[test]
fn every_row_that_the_table_promises_is_here() {
    let missing: Vec<_> = all()
        .filter(|id| {
            let row = id.row();
            row.form == Form::Strict && !(row.gpu.is_empty() && row.cpu.is_empty())
        })
        .filter(|id| row_of(*id).is_none())
        .map(|id| (id.name(), id.row().arity))
        .collect();
    assert_eq!(missing, []);
}

#[test]
fn every_row_here_is_in_the_table() {
    let found: usize = all().filter(|id| row_of(*id).is_some()).count();
    let rows: usize = CATEGORIES.iter().map(|rows| rows.len()).sum();
    assert_eq!(found, rows);
}
