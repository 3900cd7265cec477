//! The rows, a file for each group of categories.

mod cindygl;
mod control;
mod drawing;
mod geometry;
mod images;
mod input;
mod lists;
mod matrices;
mod numbers;
mod operators;
mod plugins;
mod system;
mod text;

use super::Builtin;

const PARTS: &[&[Builtin]] = &[
    operators::ROWS,
    system::ROWS,
    control::ROWS,
    lists::ROWS,
    numbers::ROWS,
    geometry::ROWS,
    matrices::ROWS,
    input::ROWS,
    text::ROWS,
    plugins::ROWS,
    drawing::ROWS,
    images::ROWS,
    cindygl::ROWS,
];

/// All rows, one part behind the other.
pub(super) static TABLE: [Builtin; COUNT] = {
    let mut rows = [PARTS[0][0]; COUNT];
    let (mut part, mut row, mut count) = (0, 0, 0);
    while count < COUNT {
        if row == PARTS[part].len() {
            (part, row) = (part + 1, 0);
        } else {
            rows[count] = PARTS[part][row];
            (row, count) = (row + 1, count + 1);
        }
    }
    rows
};

const COUNT: usize = {
    let (mut part, mut count) = (0, 0);
    while part < PARTS.len() {
        count += PARTS[part].len();
        part += 1;
    }
    count
};

#[cfg(test)]
mod tests;
