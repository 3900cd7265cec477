//! The keys, and what the pointer does.

use egui::{Align, FontId, Label, Layout, RichText, TextStyle, Ui, vec2};

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

/// Between the columns, in points.
const BETWEEN: f32 = 16.0;
/// The names of keys take no more than this part of the room.
const NAMES: f32 = 0.35;

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
    ui.spacing_mut().item_spacing = vec2(BETWEEN, 2.0);
    let font = TextStyle::Body.resolve(ui.style());
    let widest = |texts: &mut dyn Iterator<Item = &str>| {
        let widths = texts.map(|text| width(ui, text, &font));
        widths.fold(0.0, f32::max)
    };
    let room = ui.available_width();
    let names = widest(&mut rows.iter().map(|(names, _)| names.as_str()));
    let names = names.min(room * NAMES);
    let meanings = widest(&mut rows.iter().map(|(_, meaning)| *meaning));
    let meanings = meanings.min(room - names - BETWEEN);
    for (keys, meaning) in rows {
        ui.horizontal_top(|ui| {
            cell(ui, names, RichText::new(keys).color(letters(ui)));
            cell(ui, meanings, RichText::new(meaning).color(dim(ui)));
        });
    }
}

/// How wide a text is that is not broken, in whole points.
fn width(ui: &Ui, text: &str, font: &FontId) -> f32 {
    let galley = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font.clone(), letters(ui));
    galley.size().x.ceil()
}

/// A text in lines that are not wider.
fn cell(ui: &mut Ui, width: f32, text: RichText) {
    let layout = Layout::top_down(Align::Min);
    ui.allocate_ui_with_layout(vec2(width, 0.0), layout, |ui| {
        ui.set_width(width);
        ui.add(Label::new(text).wrap());
    });
}
