//! The keys, and what the pointer does.

use std::iter;

use egui::{Align, FontId, Key, Label, Layout, RichText, TextEdit, TextStyle, Ui, vec2};

use super::command::{Container, KEYS};
use super::style::{accent, dim, heading, letters};

/// Actions of the mouse.
const MOUSE: [(&str, &str); 7] = [
    ("drag", "Move points and whatever else can move"),
    ("Shift + drag", "Move points to the grid"),
    ("drag, right button", "Move the view"),
    ("wheel", "Zoom"),
    (
        "drag, wheel in space",
        "Turn the picture, change its distance",
    ),
    (
        "Ctrl + click",
        "Select the code of this pixel in the editor",
    ),
    ("drop a file", "Show it in place of an image"),
];
/// The keys that open panels have.
const IN_PANELS: (&str, &str) = ("Tab, arrows, Enter", "Go through an open panel");
/// What the frame of a window does; that of a tab is the editor's.
const FRAME: (&str, &str) = ("Ctrl + w", "Close the window");

/// Between keys and what they do, in points.
const BETWEEN: f32 = 16.0;
/// Between two columns of groups, and between two groups.
const GAP: [f32; 2] = [28.0, 8.0];
/// The names of keys take no more than this part of the room.
const NAMES: f32 = 0.35;
/// There is one column in less room than this, in points.
const TWO_COLUMNS: f32 = 560.0;

/// Only rows with this in them are shown.
pub(super) type Search = String;

/// Keys that belong together: their title, and rows of keys and what these do.
struct Group {
    title: &'static str,
    rows: Vec<(String, &'static str)>,
}

/// Groups of keys, and what they do. Above them a field to search in, and where scripts of the applet take
/// keys, what becomes of these.
pub(super) fn lay_out(
    ui: &mut Ui,
    container: Container,
    scripts_listen: bool,
    search: &mut Search,
) {
    ui.horizontal(|ui| {
        ui.label(heading(ui, "Keys"));
        let field = TextEdit::singleline(search).hint_text("search");
        let field = ui.add(field.desired_width(160.0));
        if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
            search.clear();
        }
    });
    if scripts_listen {
        let said = match container {
            Container::Window => "hold Ctrl for the keys below, except +, - and 0.",
            Container::Tab => "the keys below go to them.",
        };
        let said = format!("This applet uses keys: {said}");
        ui.label(RichText::new(said).color(accent(ui)));
    }
    let groups = found(groups(container), search);
    if groups.is_empty() {
        ui.label(RichText::new("No key found.").color(dim(ui)));
    }
    let font = TextStyle::Body.resolve(ui.style());
    let rows = || groups.iter().flat_map(|group| &group.rows);
    let widest = |texts: &mut dyn Iterator<Item = &str>| {
        let widths = texts.map(|text| width(ui, text, &font));
        widths.fold(0.0, f32::max)
    };
    let room = ui.available_width();
    let columns = match room < TWO_COLUMNS {
        true => vec![&groups[..]],
        false => <[_; 2]>::from(groups.split_at(balanced(&groups))).into(),
    };
    let room = (room - GAP[0] * (columns.len() - 1) as f32) / columns.len() as f32;
    let names = widest(&mut rows().map(|(names, _)| names.as_str())).min(room * NAMES);
    let meanings = widest(&mut rows().map(|(_, meaning)| *meaning)).min(room - names - BETWEEN);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing = vec2(GAP[0], 2.0);
        for column in columns {
            let size = vec2(names + BETWEEN + meanings, 0.0);
            ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                ui.set_width(size.x);
                ui.spacing_mut().item_spacing = vec2(BETWEEN, 2.0);
                for group in column {
                    ui.add_space(GAP[1]);
                    ui.label(heading(ui, group.title));
                    for (keys, meaning) in &group.rows {
                        ui.horizontal_top(|ui| {
                            cell(ui, names, RichText::new(keys).color(letters(ui)));
                            cell(ui, meanings, RichText::new(*meaning).color(dim(ui)));
                        });
                    }
                }
            });
        }
    });
}

/// All of them. Keys that do the same stand in one row.
fn groups(container: Container) -> Vec<Group> {
    let rows = |rows: &[(&str, &'static str)]| {
        let rows = rows
            .iter()
            .map(|(keys, meaning)| ((*keys).to_owned(), *meaning));
        rows.collect()
    };
    let mut groups = vec![Group {
        title: "Mouse",
        rows: rows(&MOUSE),
    }];
    for group in KEYS {
        let mut rows: Vec<(String, &str)> = Vec::new();
        for key in group.keys(container) {
            match rows.last_mut() {
                Some((keys, meaning)) if *meaning == key.command.meaning() => {
                    keys.push_str(", ");
                    keys.push_str(key.shown);
                }
                _ => rows.push((key.shown.to_owned(), key.command.meaning())),
            }
        }
        groups.push(Group {
            title: group.title,
            rows,
        });
    }
    if let Some(panels) = groups.last_mut() {
        panels.rows.extend(rows(&[IN_PANELS]));
        if container == Container::Window {
            panels.rows.extend(rows(&[FRAME]));
        }
    }
    groups
}

/// All of them as text, a key in a line.
pub fn key_list() -> String {
    let groups = groups(Container::Window);
    let lines = groups.iter().flat_map(|group| {
        let rows = group.rows.iter();
        let rows = rows.map(|(keys, meaning)| format!("  {keys:<24}{meaning}\n"));
        iter::once(format!("{}\n", group.title)).chain(rows)
    });
    lines.collect()
}

/// The rows that contain some words, in either case; all rows of a group whose title contains them.
fn found(groups: Vec<Group>, search: &Search) -> Vec<Group> {
    let wanted = search.trim().to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&wanted);
    let found = groups.into_iter().map(|mut group| {
        if !has(group.title) {
            group
                .rows
                .retain(|(keys, meaning)| has(keys) || has(meaning));
        }
        group
    });
    found.filter(|group| !group.rows.is_empty()).collect()
}

/// The number of groups in the first of two columns of about the same height.
fn balanced(groups: &[Group]) -> usize {
    let height = |groups: &[Group]| -> usize { groups.iter().map(|it| it.rows.len() + 2).sum() };
    let highest = |count: &usize| {
        let (first, second) = groups.split_at(*count);
        height(first).max(height(second))
    };
    (0..=groups.len()).min_by_key(highest).unwrap_or_default()
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
