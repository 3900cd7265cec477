//! The points that can be moved, with their coordinates to be dragged or written.

use egui::{RichText, Ui, vec2};

use super::bar::BUTTON;
use super::command::Command;
use super::field::{Field, FieldChange, short};
use super::parameters::named;
use super::style::dim;

/// So many letters has a coordinate that nobody writes into.
const LETTERS: usize = 9;

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
    ui.label(RichText::new("Points").color(dim(ui)));
    for (index, point) in points.iter().enumerate() {
        ui.push_id(("point", &point.name), |ui| {
            let placed = named(ui, &point.name, |ui| {
                let between = ui.spacing().item_spacing.x;
                let room = vec2((ui.available_width() - between) / 2.0, BUTTON);
                point.at.map(|coordinate| {
                    let field = Field {
                        value: coordinate,
                        shown: short(coordinate, LETTERS),
                        speed: pixel,
                        range: f64::MIN..=f64::MAX,
                        size: room,
                    };
                    field.lay_out(ui).map(FieldChange::value)
                })
            });
            if placed.iter().any(Option::is_some) {
                let [x, y] = [0, 1].map(|axis: usize| placed[axis].unwrap_or(point.at[axis]));
                commands.push(Command::PlacePoint(index, [x, y]));
            }
        });
    }
}
