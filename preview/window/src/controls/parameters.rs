//! The constants of the text that can be set by hand: sliders, colours and switches.

use std::ops::RangeInclusive;

use cindyscript_player::parameters::{
    GivenScale, ParameterRow, ParameterValue, Scale, SettableValue,
};
use egui::{Checkbox, Key, Modifiers, RichText, Slider, SliderClamping, Ui, vec2};

use super::button::BUTTON;
use super::colour::{self, Picker};
use super::command::Command;
use super::field::{Field, FieldChange, named, short};
use super::points::{self, PointRow};
use super::style::dim;

/// What can be set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    /// The constants, in the order of the text.
    pub rows: Vec<ParameterRow>,
    /// The points that can be moved.
    pub points: Vec<PointRow>,
    /// How far two neighbouring pixels are apart in the plane.
    pub pixel: f64,
    /// Whether the text cannot be read: then nobody knows where they stand.
    pub unreadable: bool,
    /// True if the applet starts anew when a value is set that init reads.
    pub restarts: bool,
    /// Whether something is set or moved that is written into the text only when the user says so.
    pub unwritten: bool,
}

/// The colour that is chosen at the moment, by the name of its variable.
pub(super) type Open = Option<(String, Picker)>;

/// The width of a number, in points.
const NUMBER: f32 = 62.0;
/// A number stands below the slider where that would be shorter than this beside it, in points.
const SHORTEST_WAY: f32 = 56.0;
/// The most letters of a number.
const LETTERS: usize = 7;

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
            true => "They come back when the text has no more errors.",
            false => {
                "There is nothing to set: a statement such as\na = 0.5; // 0..1\nmakes a slider."
            }
        };
        ui.label(RichText::new(said).color(dim(ui)));
    }
    for (index, row) in parameters.rows.iter().enumerate() {
        ui.push_id(&row.name, |ui| {
            let setting = match row.value {
                SettableValue::Number(value, scale) => {
                    named(ui, &row.name, |ui| number(ui, value, &scale))
                }
                SettableValue::Switch(on) => named(ui, &row.name, |ui| switch(ui, on)),
                SettableValue::Colour { rgba, has_opacity } => {
                    let pressed = named(ui, &row.name, |ui| colour::swatch(ui, rgba).clicked());
                    if pressed {
                        let is_open = open.as_ref().is_some_and(|(name, _)| *name == row.name);
                        *open = (!is_open).then(|| (row.name.clone(), Picker::default()));
                    }
                    let picker = open.as_mut().filter(|(name, _)| *name == row.name);
                    picker
                        .and_then(|(_, picker)| picker.lay_out(ui, rgba, has_opacity))
                        .map(ParameterValue::Colour)
                }
            };
            commands.extend(setting.map(|setting| Command::Set(index, setting)));
        });
    }
    if !parameters.rows.is_empty() {
        let mut keeps = !parameters.restarts;
        let keeping = ui.checkbox(&mut keeps, "Keep images and variables");
        let keeping = keeping.on_hover_text(Command::ToggleRestarts.meaning());
        commands.extend(keeping.changed().then_some(Command::ToggleRestarts));
    }
    points::lay_out(ui, &parameters.points, parameters.pixel, commands);
}

/// A slider, and the number in a field: another one only where the user has set it.
fn number(ui: &mut Ui, value: f64, scale: &Scale) -> Option<ParameterValue> {
    let room = ui.available_width();
    let beside = room - NUMBER - ui.spacing().item_spacing.x;
    if beside >= SHORTEST_WAY {
        return slider_and_field(ui, value, scale, beside);
    }
    ui.vertical(|ui| slider_and_field(ui, value, scale, room.max(BUTTON)))
        .inner
}

/// Both, the one beside the other or below it; the slider is so long.
fn slider_and_field(ui: &mut Ui, value: f64, scale: &Scale, way: f32) -> Option<ParameterValue> {
    let slid = slider(ui, value, scale, way);
    let stepped = by_arrows(ui, value, scale);
    let current = stepped.unwrap_or(value);
    let field = Field {
        value: current,
        shown: shown(current, scale),
        speed: speed(current, scale, way),
        range: typable(scale),
        size: vec2(NUMBER, ui.spacing().interact_size.y),
    };
    let set = match field.lay_out(ui) {
        Some(FieldChange::Typed(typed)) => {
            let is_another = scale.kept(typed) != value;
            return is_another.then_some(ParameterValue::Typed(typed));
        }
        Some(FieldChange::Dragged(dragged)) => Some(scale.nearest(dragged)),
        None => stepped.or(slid),
    };
    set.filter(|set| *set != value).map(ParameterValue::Number)
}

/// What can be typed.
fn typable(scale: &Scale) -> RangeInclusive<f64> {
    match scale.given {
        GivenScale::Nothing => f64::MIN..=f64::MAX,
        GivenScale::Range | GivenScale::Step => scale.from..=scale.to,
    }
}

/// The slider, so long; what it is moved to. It shows a number that is no value of the scale where the
/// next is, and leaves it.
fn slider(ui: &mut Ui, value: f64, scale: &Scale, way: f32) -> Option<f64> {
    ui.spacing_mut().slider_width = way;
    let mut moved = value;
    let slider = Slider::new(&mut moved, scale.from..=scale.to)
        .clamping(SliderClamping::Edits)
        .logarithmic(scale.logarithmic)
        .trailing_fill(true)
        .show_value(false);
    let response = ui.add(slider);
    if !response.changed() {
        return None;
    }
    let is_dragged = response.interact_pointer_pos().is_some();
    let next = match is_dragged {
        true => None,
        false => scale.next(value, moved > value),
    };
    Some(next.unwrap_or_else(|| scale.nearest(moved)))
}

/// What arrow keys make of the number in the field that comes next, by steps of the scale.
fn by_arrows(ui: &Ui, value: f64, scale: &Scale) -> Option<f64> {
    let id = ui.next_auto_id();
    if scale.step.is_none() || !ui.memory(|memory| memory.has_focus(id)) {
        return None;
    }
    let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) > 0;
    let is_greater = match (pressed(Key::ArrowUp), pressed(Key::ArrowDown)) {
        (true, false) => true,
        (false, true) => false,
        _ => return None,
    };
    scale.next(value, is_greater)
}

/// By how much a number changes that is dragged by a point: as on a slider that is so long.
fn speed(value: f64, scale: &Scale, way: f32) -> f64 {
    let whole_way = match scale.logarithmic {
        true => value.max(scale.from) * (scale.to / scale.from).ln(),
        false => scale.to - scale.from,
    };
    whole_way / f64::from(way)
}

/// A number as it would be written if it is a value of the scale, else as it is.
fn shown(value: f64, scale: &Scale) -> String {
    let written = scale.written(value);
    let written = written.filter(|it| it.parse() == Ok(value) && it.len() <= LETTERS);
    written.unwrap_or_else(|| short(value, LETTERS))
}

fn switch(ui: &mut Ui, on: bool) -> Option<ParameterValue> {
    let mut turned = on;
    let said = RichText::new(on.to_string()).color(dim(ui));
    let changed = ui.add(Checkbox::new(&mut turned, said)).changed();
    changed.then_some(ParameterValue::Switch(turned))
}
