//! Buttons of the bar, of its menu and of panels.

use egui::{Response, Sense, Ui, Vec2};

use super::command::{Command, key_of};
use super::icon::Icon;
use super::style::{accent, dim, hovered, letters};

/// The side of a button.
pub(super) const BUTTON: f32 = 24.0;
/// Between two of them.
pub(super) const SPACING: f32 = 4.0;

/// A button of the bar, or a row of the menu.
pub(super) struct Entry {
    pub(super) icon: Icon,
    pub(super) is_on: bool,
    pub(super) command: Command,
}

/// The meaning of a command, and its key.
pub(super) fn hint(command: Command) -> String {
    match key_of(command) {
        Some(key) => format!("{} ({key})", command.meaning()),
        None => command.meaning().to_owned(),
    }
}

/// A button that does what a command says.
pub(super) fn button(ui: &mut Ui, icon: Icon, active: bool, command: Command) -> Response {
    icon_button(ui, icon, active).on_hover_text(hint(command))
}

/// A button with a picture.
pub(super) fn icon_button(ui: &mut Ui, icon: Icon, active: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(BUTTON), Sense::click());
    let is_reached = response.hovered() || response.has_focus();
    if is_reached {
        ui.painter().rect_filled(rect, 4.0, hovered(ui));
    }
    let colour = match (active, is_reached) {
        (true, _) => accent(ui),
        (false, true) => letters(ui),
        (false, false) => dim(ui),
    };
    icon.paint(ui.painter(), rect, colour);
    response
}
