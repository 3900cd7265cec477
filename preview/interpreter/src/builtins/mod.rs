//! The builtins: one table, by the rows of the analysis' table.
//!
//! What a builtin does with arguments it does not take: its value is undefined.

mod animation;
mod applet;
pub(crate) mod arithmetic;
mod boolean;
mod calculus;
mod color;
pub(crate) mod console;
mod csv;
mod dictionary;
mod drawing;
mod geometry;
mod graphics;
mod guess;
pub(crate) mod image;
mod list;
mod matching;
mod matrix;
mod members;
pub(crate) mod number;
pub(crate) mod order;
mod plot;
mod predicate;
pub(crate) mod projective;
mod shape;
mod special;
pub(crate) mod string;
mod symbolic;
mod time;

use std::sync::LazyLock;

use cindyscript_hir::builtins::{BuiltinId, all};
use cindyscript_hir::program::{Special, TermId};
use rustc_hash::FxHashMap;

use crate::context::Context;
use crate::machine::{Evaluated, Machine};
use crate::value::{Value, allow_walk};
use crate::work;

/// Computes a builtin's value. There are as many arguments as the row says.
pub(crate) type Function = fn(&mut Context, &[Value]) -> Value;

/// A builtin of the interpreter.
#[derive(Debug)]
pub(crate) struct Row {
    /// As in the analysis' table.
    pub(crate) name: &'static str,
    arity: u8,
    pub(crate) function: Function,
    /// Whether elements of the construction are passed as they are, not as their coordinates.
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

/// A builtin that sees points as their coordinates.
const fn row(name: &'static str, arity: u8, function: Function) -> Row {
    Row {
        name,
        arity,
        function,
        takes_elements: false,
        is_shallow: false,
    }
}

/// A builtin that sees elements of the construction.
const fn raw(name: &'static str, arity: u8, function: Function) -> Row {
    Row {
        name,
        arity,
        function,
        takes_elements: true,
        is_shallow: false,
    }
}

/// A builtin that sees elements of the construction, and no more of lists than their elements.
const fn shallow(name: &'static str, arity: u8, function: Function) -> Row {
    Row {
        is_shallow: true,
        ..raw(name, arity, function)
    }
}

/// Evaluates a call of a builtin with code or names among its arguments. All arguments and
/// modifiers are terms; the builtin evaluates those that it wants, as often as it wants.
pub(crate) type SpecialFunction = fn(&mut Machine<'_>, TermId, &Special) -> Evaluated;

/// A builtin that evaluates its arguments itself.
#[derive(Debug)]
pub(crate) struct SpecialRow {
    /// As in the analysis' table.
    name: &'static str,
    /// `None` where any number of arguments is allowed.
    arity: Option<u8>,
    pub(crate) function: SpecialFunction,
}

const fn lazy(name: &'static str, arity: Option<u8>, function: SpecialFunction) -> SpecialRow {
    SpecialRow {
        name,
        arity,
        function,
    }
}

static SPECIAL_CATEGORIES: &[&[SpecialRow]] = &[
    animation::ROWS,
    calculus::SPECIAL_ROWS,
    plot::ROWS,
    special::ROWS,
    symbolic::ROWS,
];

static CATEGORIES: &[&[Row]] = &[
    applet::ROWS,
    arithmetic::ROWS,
    boolean::ROWS,
    calculus::ROWS,
    color::ROWS,
    console::ROWS,
    dictionary::ROWS,
    drawing::ROWS,
    geometry::ROWS,
    graphics::ROWS,
    image::ROWS,
    list::ROWS,
    matrix::ROWS,
    number::ROWS,
    order::ROWS,
    predicate::ROWS,
    projective::ROWS,
    shape::ROWS,
    string::ROWS,
    time::ROWS,
];

/// The rows, by the analysis' ids.
static BY_ID: LazyLock<Vec<Option<&'static Row>>> = LazyLock::new(|| {
    let rows = CATEGORIES.iter().flat_map(|rows| rows.iter());
    let by_name: FxHashMap<_, _> = rows.map(|row| ((row.name, Some(row.arity)), row)).collect();
    all()
        .map(|id| by_name.get(&(id.row().name, id.row().arity)).copied())
        .collect()
});

/// The rows of builtins that evaluate their arguments themselves, by the analysis' ids.
static SPECIAL_BY_ID: LazyLock<Vec<Option<&'static SpecialRow>>> = LazyLock::new(|| {
    let rows = SPECIAL_CATEGORIES.iter().flat_map(|rows| rows.iter());
    let by_name: FxHashMap<_, _> = rows.map(|row| ((row.name, row.arity), row)).collect();
    all()
        .map(|id| by_name.get(&(id.row().name, id.row().arity)).copied())
        .collect()
});

/// What the interpreter has for a builtin that evaluates its arguments itself.
pub(crate) fn special_row_of(id: BuiltinId) -> Option<&'static SpecialRow> {
    SPECIAL_BY_ID.get(usize::from(id.0)).copied().flatten()
}

/// What the interpreter has for a builtin.
pub(crate) fn row_of(id: BuiltinId) -> Option<&'static Row> {
    BY_ID.get(usize::from(id.0)).copied().flatten()
}

#[cfg(test)]
mod tests;
