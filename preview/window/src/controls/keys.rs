//! The keys, and what the pointer does.

use egui::{Grid, RichText, Ui};

use super::command::{Container, keys, with_control};
use super::style::{accent, dim, letters};

/// What can be done with the pointer, and with the keys that panels have.
const OTHERS: [(&str, &str); 7] = [
    ("drag", "moves points and what else moves"),
    ("Shift + drag", "moves points to the grid that g shows"),
    ("right button", "moves the picture"),
    ("wheel", "zooms"),
    ("Control + click", "shows in the editor what paints there"),
    ("drop a file", "shows it in the place of an image"),
    (
        "Tab, arrows, Enter",
        "go through what an open panel has, set it and press it",
    ),
];
/// What the frame of a window does; that of a tab is the editor's.
const FRAME: [(&str, &str); 1] = [("Control + w", "closes the window")];

/// Two columns: keys, and what they do; those that do the same in one row. Above them, where scripts of
/// the applet take keys, what becomes of these.
pub(super) fn lay_out(ui: &mut Ui, container: Container, scripts_listen: bool) {
    if scripts_listen {
        let said = match container {
            Container::Window => "hold Control with those below but +, - and 0.",
            Container::Tab => "those below are theirs.",
        };
        let said = format!("Scripts of this applet take keys: {said}");
        ui.label(RichText::new(said).color(accent(ui)));
    }
    let mut rows: Vec<(String, &str)> = Vec::new();
    let frame: &[(&str, &str)] = match container {
        Container::Window => &FRAME,
        Container::Tab => &[],
    };
    let frame = frame.iter().copied();
    let keys = keys(container).chain(with_control(container));
    let keys = keys.map(|key| (key.shown, key.command.meaning()));
    for (name, meaning) in OTHERS.into_iter().chain(frame).chain(keys) {
        match rows.last_mut() {
            Some((names, last)) if *last == meaning => {
                names.push_str(", ");
                names.push_str(name);
            }
            _ => rows.push((name.to_owned(), meaning)),
        }
    }
    let grid = Grid::new("keys").spacing([16.0, 2.0]).min_row_height(0.0);
    grid.show(ui, |ui| {
        for (names, meaning) in rows {
            ui.label(RichText::new(names).color(letters(ui)));
            ui.label(RichText::new(meaning).color(dim(ui)));
            ui.end_row();
        }
    });
}
