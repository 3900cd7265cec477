//! The menu above the bar: what that has no room for, each with its words.

use egui::{Align2, Area, Context, Id, Margin, Rect, RichText, ScrollArea, Sense, Ui, vec2};

use super::button::{BUTTON, Entry, SPACING, hint};
use super::command::Command;
use super::style::{accent, dim, hovered, letters, plate};

const PADDING: Margin = Margin::symmetric(6, 5);
/// It is not wider, in points, than the longest words in it take.
const WIDEST: f32 = 340.0;

/// Some entries, in no more room than that, so far `above` the lower edge. One that is chosen closes it.
pub(super) fn lay_out(
    context: &Context,
    entries: &[Entry],
    [width, height]: [f32; 2],
    above: f32,
    is_open: &mut bool,
    commands: &mut Vec<Command>,
) -> Rect {
    Area::new(Id::unique("menu"))
        .anchor(Align2::CENTER_BOTTOM, vec2(0.0, -above))
        .movable(false)
        .show(context, |ui| {
            plate(ui, PADDING).show(ui, |ui| {
                ui.set_width(width.min(WIDEST));
                let height = (height - PADDING.sum().y).max(BUTTON);
                ScrollArea::vertical()
                    .max_height(height)
                    .min_scrolled_height(height)
                    .show(ui, |ui| {
                        ui.spacing_mut().item_spacing = vec2(SPACING, 0.0);
                        for entry in entries {
                            if row(ui, entry) {
                                commands.push(entry.command);
                                *is_open = false;
                            }
                        }
                    });
            });
        })
        .response
        .rect
}

/// A row; whether it is chosen.
fn row(ui: &mut Ui, entry: &Entry) -> bool {
    let size = vec2(ui.available_width(), BUTTON);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4.0, hovered(ui));
    }
    let colour = match entry.is_on {
        true => accent(ui),
        false => dim(ui),
    };
    let icon = Rect::from_min_size(rect.min, vec2(BUTTON, BUTTON));
    entry.icon.paint(ui.painter(), icon, colour);
    let words = Rect::from_min_max(icon.right_top() + vec2(SPACING, 0.0), rect.max);
    let text = RichText::new(hint(entry.command)).color(letters(ui));
    let label = egui::Label::new(text).truncate();
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(words).layout(layout));
    inside.add(label);
    response.clicked()
}
