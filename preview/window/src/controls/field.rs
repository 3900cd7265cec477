//! A number that is dragged or written: short until the user writes into it, then with all its digits.

use std::ops::RangeInclusive;

use egui::{Align, DragValue, Label, Layout, RichText, Ui, Vec2, vec2};

use super::button::BUTTON;
use super::probe::number;
use super::style::letters;

/// So many digits tell all numbers of 64 bits apart.
const ALL_DIGITS: usize = 17;

/// The width of a name, in points.
const NAME: f32 = 64.0;
/// Beside the letters, in points.
const BESIDE: f32 = 4.0;
/// A letter of a number is not wider, in points.
const LETTER: f32 = 7.7;

/// A number, and how it is shown.
pub(super) struct Field {
    pub(super) value: f64,
    /// While nobody writes into it.
    pub(super) shown: String,
    /// By how much it changes a point that it is dragged.
    pub(super) speed: f64,
    /// What it can be changed to; it may be another now.
    pub(super) range: RangeInclusive<f64>,
    pub(super) size: Vec2,
}

/// What the user has made of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FieldChange {
    Dragged(f64),
    Typed(f64),
}

impl FieldChange {
    pub(super) fn value(self) -> f64 {
        match self {
            Self::Dragged(value) | Self::Typed(value) => value,
        }
    }
}

impl Field {
    /// Lays it out. Another number, if the user has dragged or typed that: not where the text that is
    /// left is the one that was come to.
    pub(super) fn lay_out(self, ui: &mut Ui) -> Option<FieldChange> {
        let (context, id) = (ui.ctx().clone(), ui.next_auto_id());
        let mut changed = self.value;
        let field = DragValue::new(&mut changed)
            .speed(self.speed)
            .range(self.range)
            .clamp_existing_to_range(false)
            .update_while_editing(false)
            .min_size(self.size)
            .clip_text(true)
            .custom_formatter(|value, _| {
                // Arrow keys may just have made it another one.
                let is_written = context.memory(|memory| memory.has_focus(id));
                match is_written || value != self.value {
                    true => number(value, ALL_DIGITS),
                    false => self.shown.clone(),
                }
            })
            .custom_parser(|text| {
                let is_same = text == number(self.value, ALL_DIGITS);
                read(text).filter(|_| !is_same)
            });
        ui.spacing_mut().button_padding.x = BESIDE;
        let response = ui.add(field);
        if !response.changed() || !changed.is_finite() {
            return None;
        }
        Some(match response.dragged() {
            true => FieldChange::Dragged(changed),
            false => FieldChange::Typed(changed),
        })
    }
}

/// A number as users write it.
fn read(text: &str) -> Option<f64> {
    let text = text.replace('−', "-").replace(char::is_whitespace, "");
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// So many letters fit into a field of a width.
pub(super) fn letters_within(width: f32) -> usize {
    ((width - 2.0 * BESIDE) / LETTER) as usize
}

/// A number with as many of its digits as so many letters have room for.
pub(super) fn short(value: f64, most: usize) -> String {
    let fits = |text: &String| text.chars().count() <= most;
    let digits = || (1..=ALL_DIGITS).rev();
    let usual = digits().map(|digits| number(value, digits));
    let with_exponent = digits().map(|digits| format!("{value:.*e}", digits - 1));
    let mut all = usual.chain(with_exponent);
    all.find(fits).unwrap_or_else(|| format!("{value:.0e}"))
}

/// A row: the name, and what is beside it.
pub(super) fn named<T>(ui: &mut Ui, name: &str, beside: impl FnOnce(&mut Ui) -> T) -> T {
    ui.horizontal(|ui| {
        let room = vec2(NAME, BUTTON);
        ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(room);
            let name = RichText::new(name).color(letters(ui));
            ui.add(Label::new(name).truncate());
        });
        beside(ui)
    })
    .inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_cut_to_the_room_that_there_is() {
        for (value, most, expected) in [
            (0.5, 7, "0.5"),
            (-1.0 / 3.0, 7, "-0.3333"),
            (std::f64::consts::E, 7, "2.71828"),
            (0.123_456_789, 9, "0.1234568"),
            (1e-7, 7, "1e-7"),
            (1e10, 7, "1.00e10"),
            (-123_456_789.0, 7, "-1.23e8"),
            (1_234_567.5, 7, "1234568"),
            (-1.234e-105, 7, "-1e-105"),
            (f64::INFINITY, 7, "inf"),
        ] {
            assert_eq!(short(value, most), expected);
        }
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        assert_eq!(read(" −1 000.5"), Some(-1000.5));
        assert_eq!(read("1e3"), Some(1000.0));
        assert_eq!([read(""), read("a"), read("inf"), read("NaN")], [None; 4]);
    }
}
