//! The builtins: one table, by the rows of the analysis' table.
//!
//! The value of a call is undefined if the builtin does not take its arguments.

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
mod model;
pub(crate) mod number;
pub(crate) mod order;
mod plot;
mod predicate;
pub(crate) mod projective;
mod shape;
mod sound;
mod space;
mod special;
pub(crate) mod string;
mod symbolic;
mod time;

use std::sync::LazyLock;

use crate::machine::builtin::{Builtins, Row, SpecialRow, lazy, raw, row, shallow};

static SPECIAL_CATEGORIES: &[&[SpecialRow]] = &[
    animation::ROWS,
    calculus::SPECIAL_ROWS,
    plot::ROWS,
    model::SPECIAL_ROWS,
    sound::SPECIAL_ROWS,
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
    model::ROWS,
    projective::ROWS,
    shape::ROWS,
    sound::ROWS,
    space::ROWS,
    string::ROWS,
    time::ROWS,
];

/// The table of all of them.
pub(crate) static BUILTINS: LazyLock<Builtins> = LazyLock::new(|| {
    Builtins::new(
        CATEGORIES.iter().copied().flatten(),
        SPECIAL_CATEGORIES.iter().copied().flatten(),
    )
});

#[cfg(test)]
mod tests;
