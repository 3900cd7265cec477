//! The constants of the text that can be set by hand: sliders, colours and switches.

use cindyscript_ide::parameters::{Scale, Setting};
use egui::{Align, Checkbox, Label, Layout, RichText, Slider, Ui, vec2};

use super::bar::BUTTON;
use super::colour::{self, Picker};
use super::command::Command;
use super::points::{self, PointRow};
use super::style::{dim, letters};

/// What can be set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    /// The constants, in the order of the text.
    pub rows: Vec<Row>,
    /// The points that can be moved.
    pub points: Vec<PointRow>,
    /// How far two neighbouring pixels are apart in the plane.
    pub pixel: f64,
    /// Whether the text cannot be read: then nobody knows where they stand.
    pub unreadable: bool,
    /// Whether something is set or moved that is written into the text only when the user says so.
    pub unwritten: bool,
}

/// A constant that can be set.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The variable.
    pub name: String,
    /// Its value.
    pub value: Value,
}

/// A value, with what else is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A number, and where it can be moved.
    Number(f64, Scale),
    /// Red, green, blue and opacity, from 0 to 1.
    Colour {
        /// The parts.
        rgba: [f64; 4],
        /// Whether the opacity can be set.
        has_opacity: bool,
    },
    /// A truth value.
    Switch(bool),
}

/// The colour that is chosen at the moment, by the name of its variable.
pub(super) type Open = Option<(String, Picker)>;

/// So much room has a name, in points,
const NAME: f32 = 64.0;
/// and so much a number.
const NUMBER: f32 = 56.0;

/// What stands beside the title.
pub(super) fn head(ui: &mut Ui, parameters: &Parameters, commands: &mut Vec<Command>) {
    let hint = Command::Write.meaning();
    if parameters.unwritten && ui.button("Write").on_hover_text(hint).clicked() {
        commands.push(Command::Write);
    }
}

/// The constants, one below the other.
pub(super) fn lay_out(
    ui: &mut Ui,
    parameters: &Parameters,
    open: &mut Open,
    commands: &mut Vec<Command>,
) {
    if parameters.rows.is_empty() && (parameters.unreadable || parameters.points.is_empty()) {
        let said = match parameters.unreadable {
            true => "The text cannot be read.",
            false => {
                "There is nothing to set: a statement such as\na = 0.5; // 0..1\nmakes a slider."
            }
        };
        ui.label(RichText::new(said).color(dim(ui)));
    }
    for (index, row) in parameters.rows.iter().enumerate() {
        ui.push_id(&row.name, |ui| {
            let setting = match row.value {
                Value::Number(value, scale) => named(ui, &row.name, |ui| number(ui, value, &scale)),
                Value::Switch(on) => named(ui, &row.name, |ui| switch(ui, on)),
                Value::Colour { rgba, has_opacity } => {
                    let pressed = named(ui, &row.name, |ui| colour::swatch(ui, rgba).clicked());
                    if pressed {
                        let is_open = open.as_ref().is_some_and(|(name, _)| *name == row.name);
                        *open = (!is_open).then(|| (row.name.clone(), Picker::default()));
                    }
                    let picker = open.as_mut().filter(|(name, _)| *name == row.name);
                    picker
                        .and_then(|(_, picker)| picker.lay_out(ui, rgba, has_opacity))
                        .map(Setting::Colour)
                }
            };
            commands.extend(setting.map(|setting| Command::Set(index, setting)));
        });
    }
    points::lay_out(ui, &parameters.points, parameters.pixel, commands);
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

fn number(ui: &mut Ui, value: f64, scale: &Scale) -> Option<Setting> {
    let spacing = ui.spacing().item_spacing.x;
    ui.spacing_mut().slider_width = (ui.available_width() - NUMBER - spacing).max(BUTTON);
    ui.spacing_mut().interact_size.x = NUMBER;
    let mut moved = value;
    let slider = Slider::new(&mut moved, scale.from..=scale.to)
        .logarithmic(scale.logarithmic)
        .trailing_fill(true)
        .update_while_editing(false)
        .custom_formatter(|value, _| scale.written(value).unwrap_or_default());
    let slider = match scale.step {
        Some(step) => slider.step_by(step),
        None => slider,
    };
    let changed = ui.add(slider).changed();
    changed.then_some(Setting::Number(moved))
}

fn switch(ui: &mut Ui, on: bool) -> Option<Setting> {
    let mut turned = on;
    let said = RichText::new(on.to_string()).color(dim(ui));
    let changed = ui.add(Checkbox::new(&mut turned, said)).changed();
    changed.then_some(Setting::Switch(turned))
}
