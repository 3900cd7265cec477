//! The points that can be moved, with their coordinates to be dragged or written.

use egui::{Ui, vec2};

use super::button::BUTTON;
use super::command::Command;
use super::field::{Field, FieldChange, letters_within, named, short};
use super::style::heading;

/// So many letters has a coordinate at most that nobody writes into.
const LETTERS: usize = 9;
/// A coordinate has at least so much room beside the other, in points, or it stands below it.
const NARROWEST: f32 = 62.0;

/// A point that can be moved.
#[derive(Clone, Debug, PartialEq)]
pub struct PointRow {
    /// What it is called.
    pub name: String,
    /// Where it lies in the plane.
    pub at: [f64; 2],
}

/// The points, one below the other; `pixel` is how far two neighbours are apart in the plane.
pub(super) fn lay_out(ui: &mut Ui, points: &[PointRow], pixel: f64, commands: &mut Vec<Command>) {
    if points.is_empty() {
        return;
    }
    ui.label(heading(ui, "Points"));
    for (index, point) in points.iter().enumerate() {
        ui.push_id(("point", &point.name), |ui| {
            let placed = named(ui, &point.name, |ui| {
                let room = ui.available_width();
                let half = (room - ui.spacing().item_spacing.x) / 2.0;
                match half < NARROWEST {
                    true => ui.vertical(|ui| coordinates(ui, point, room, pixel)).inner,
                    false => coordinates(ui, point, half, pixel),
                }
            });
            if placed.iter().any(Option::is_some) {
                let [x, y] = [0, 1].map(|axis: usize| placed[axis].unwrap_or(point.at[axis]));
                commands.push(Command::PlacePoint(index, [x, y]));
            }
        });
    }
}

/// The fields of both coordinates, each so wide; what they are set to.
fn coordinates(ui: &mut Ui, point: &PointRow, width: f32, pixel: f64) -> [Option<f64>; 2] {
    point.at.map(|coordinate| {
        let field = Field {
            value: coordinate,
            shown: short(coordinate, letters_within(width).min(LETTERS)),
            speed: pixel,
            range: f64::MIN..=f64::MAX,
            size: vec2(width, BUTTON),
        };
        field.lay_out(ui).map(FieldChange::value)
    })
}
