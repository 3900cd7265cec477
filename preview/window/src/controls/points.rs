//! The points that can be moved, with their coordinates to be dragged or written.

use egui::{DragValue, RichText, Ui, vec2};

use super::bar::BUTTON;
use super::command::Command;
use super::parameters::named;
use super::style::dim;

/// So many digits behind the point are shown.
const DECIMALS: usize = 6;

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
            let mut at = point.at;
            let changed = named(ui, &point.name, |ui| {
                let between = ui.spacing().item_spacing.x;
                let room = vec2((ui.available_width() - between) / 2.0, BUTTON);
                let coordinates = at.iter_mut().map(|coordinate| {
                    let field = DragValue::new(coordinate)
                        .speed(pixel)
                        .max_decimals(DECIMALS)
                        .update_while_editing(false);
                    ui.add_sized(room, field).changed()
                });
                // Both are laid out, whatever comes of the first.
                coordinates.fold(false, |before, changed| before | changed)
            });
            if changed && at.iter().all(|it| it.is_finite()) {
                commands.push(Command::PlacePoint(index, at));
            }
        });
    }
}
