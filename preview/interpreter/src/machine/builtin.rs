//! The table of builtins that a run is given: the machine knows none by itself.

use cindyscript_hir::builtins::{BuiltinId, all};
use cindyscript_hir::program::{Special, TermId};
use rustc_hash::FxHashMap;

use super::{Evaluated, Machine};
use crate::context::Context;
use crate::value::{Value, allow_walk};
use crate::work;

/// Computes a builtin's value. There are as many arguments as the row says.
pub(crate) type Function = fn(&mut Context, &[Value]) -> Value;

/// A builtin of the interpreter.
#[derive(Debug)]
pub(crate) struct Row {
    /// As in the analysis' table.
    pub(crate) name: &'static str,
    pub(crate) arity: u8,
    pub(crate) function: Function,
    /// True if elements of the construction are passed as they are, not as their coordinates.
    pub(crate) takes_elements: bool,
    /// True if it looks at the elements of lists, but not into them.
    is_shallow: bool,
}

impl Row {
    /// Counts the work that the arguments are; `false`, and a reason in
    /// [`memory::take_refusal`](crate::memory::take_refusal), if it is more than a call may take.
    pub(crate) fn spend(&self, arguments: &[Value]) -> bool {
        if self.is_shallow {
            work::spend(arguments.iter().map(Value::breadth).sum())
        } else {
            allow_walk(arguments)
        }
    }
}

/// Evaluates a call of a builtin with code or names among its arguments. All arguments and
/// modifiers are terms; the builtin evaluates those that it wants, as often as it wants.
pub(crate) type SpecialFunction = fn(&mut Machine<'_>, TermId, &Special) -> Evaluated;

/// A builtin that evaluates its arguments itself.
#[derive(Debug)]
pub(crate) struct SpecialRow {
    /// As in the analysis' table.
    pub(crate) name: &'static str,
    /// The number of arguments; `None` allows any.
    pub(crate) arity: Option<u8>,
    pub(crate) function: SpecialFunction,
}

/// A builtin that sees points as their coordinates.
pub(crate) const fn row(name: &'static str, arity: u8, function: Function) -> Row {
    Row {
        name,
        arity,
        function,
        takes_elements: false,
        is_shallow: false,
    }
}

/// A builtin that sees elements of the construction.
pub(crate) const fn raw(name: &'static str, arity: u8, function: Function) -> Row {
    Row {
        name,
        arity,
        function,
        takes_elements: true,
        is_shallow: false,
    }
}

/// A builtin that sees elements of the construction, and no more of lists than their elements.
pub(crate) const fn shallow(name: &'static str, arity: u8, function: Function) -> Row {
    Row {
        is_shallow: true,
        ..raw(name, arity, function)
    }
}

pub(crate) const fn lazy(
    name: &'static str,
    arity: Option<u8>,
    function: SpecialFunction,
) -> SpecialRow {
    SpecialRow {
        name,
        arity,
        function,
    }
}

/// The builtins of the interpreter, by the analysis' ids.
#[derive(Debug)]
pub(crate) struct Builtins {
    rows: Vec<Option<&'static Row>>,
    special_rows: Vec<Option<&'static SpecialRow>>,
}

impl Builtins {
    /// The table of rows that are named as in the analysis' table.
    pub(crate) fn new(
        rows: impl Iterator<Item = &'static Row>,
        special_rows: impl Iterator<Item = &'static SpecialRow>,
    ) -> Builtins {
        Builtins {
            rows: by_id(rows.map(|row| ((row.name, Some(row.arity)), row))),
            special_rows: by_id(special_rows.map(|row| ((row.name, row.arity), row))),
        }
    }

    /// The builtin, if it takes values.
    #[inline]
    pub(crate) fn row(&self, id: BuiltinId) -> Option<&'static Row> {
        self.rows.get(usize::from(id.0)).copied().flatten()
    }

    /// The builtin, if it evaluates its arguments itself.
    #[inline]
    pub(crate) fn special_row(&self, id: BuiltinId) -> Option<&'static SpecialRow> {
        self.special_rows.get(usize::from(id.0)).copied().flatten()
    }
}

/// Sorts a table by name and arity by the analysis' ids.
fn by_id<T: Copy>(rows: impl Iterator<Item = ((&'static str, Option<u8>), T)>) -> Vec<Option<T>> {
    let by_name: FxHashMap<_, _> = rows.collect();
    let find = |id: BuiltinId| by_name.get(&(id.row().name, id.row().arity)).copied();
    all().map(find).collect()
}
