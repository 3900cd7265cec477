//! The controls of the page: its buttons, sliders and fields, in the order of the page.

use cindyscript_protocol::{ControlInput, PageControlKind, ShownControl};
use egui::{Key, Label, RichText, Slider, SliderClamping, TextEdit, Ui};

use super::colour::{self, Picker};
use super::field::named;
use super::style::{dim, letters};

/// The controls, and what the user has done to them.
#[derive(Debug, Default)]
pub(super) struct PageSettings {
    /// The colour or the list that is open, by its place.
    open: Option<(usize, Picker)>,
    /// Since this was taken last.
    pub(super) operated: Vec<(usize, ControlInput)>,
}

/// A longer label stands above its control, in letters.
const BESIDE: usize = 9;
/// The width of a number, in points.
const NUMBER: f32 = 62.0;
/// The lines of a large field.
const LINES: usize = 3;

/// All of them, one below the other; buttons that follow one another share lines.
pub(super) fn lay_out(ui: &mut Ui, rows: &[ShownControl], settings: &mut PageSettings) {
    if rows.is_empty() {
        let said = "No control of this page runs CindyScript.";
        ui.label(RichText::new(said).color(dim(ui)));
    }
    let mut from = 0;
    let groups = rows.chunk_by(|a, b| a.kind == b.kind && a.kind == PageControlKind::Button);
    for group in groups {
        ui.push_id(from, |ui| match group {
            [row] if row.kind != PageControlKind::Button => control(ui, from, row, settings),
            buttons => {
                ui.horizontal_wrapped(|ui| {
                    for (index, row) in buttons.iter().enumerate() {
                        if ui.button(or_kind(&row.label, "Button")).clicked() {
                            settings.operated.push((from + index, ControlInput::Press));
                        }
                    }
                });
            }
        });
        from += group.len();
    }
}

/// The label of a control; of one without a label, its kind.
fn or_kind<'a>(label: &'a str, kind: &'a str) -> &'a str {
    if label.is_empty() { kind } else { label }
}

fn control(ui: &mut Ui, index: usize, row: &ShownControl, settings: &mut PageSettings) {
    let ShownControl {
        label,
        kind,
        value,
        checked,
    } = row;
    let operated = match kind {
        PageControlKind::Button => Vec::new(),
        PageControlKind::Output => {
            ui.label(value);
            Vec::new()
        }
        PageControlKind::Checkbox => {
            let mut is_checked = *checked;
            let is_changed = ui
                .checkbox(&mut is_checked, or_kind(label, "Checkbox"))
                .changed();
            Vec::from_iter(is_changed.then_some(ControlInput::Check {
                checked: is_checked,
            }))
        }
        PageControlKind::Radio => {
            let is_chosen = ui.radio(*checked, or_kind(label, value)).clicked();
            Vec::from_iter(is_chosen.then_some(ControlInput::Check { checked: true }))
        }
        PageControlKind::Range { min, max, step } => {
            labelled(ui, label, |ui| slider(ui, [*min, *max], *step, value))
        }
        PageControlKind::Number | PageControlKind::Text => labelled(ui, label, |ui| {
            let width = ui.available_width();
            text(ui, value, |text| {
                TextEdit::singleline(text).desired_width(width)
            })
        }),
        PageControlKind::Area => {
            heading(ui, label);
            text(ui, value, |text| {
                let field = TextEdit::multiline(text).desired_rows(LINES);
                field.desired_width(f32::INFINITY)
            })
        }
        PageControlKind::Colour => {
            let rgba = rgba(value);
            if labelled(ui, label, |ui| colour::swatch(ui, rgba).clicked()) {
                settings.toggle(index);
            }
            let picker = settings.open_at(index);
            let chosen = picker.and_then(|picker| picker.lay_out(ui, rgba, false));
            chosen
                .map(|chosen| finished(written(chosen)))
                .unwrap_or_default()
        }
        PageControlKind::Select { options } => {
            let chosen = options.iter().find(|option| option.value == *value);
            let shown = chosen.map_or(&**value, |option| &option.label);
            let shown = format!("{shown} ▾");
            if labelled(ui, label, |ui| ui.button(shown).clicked()) {
                settings.toggle(index);
            }
            let mut operated = Vec::new();
            if settings.open_at(index).is_some() {
                for option in options {
                    let is_chosen = option.value == *value;
                    if ui.selectable_label(is_chosen, &option.label).clicked() {
                        settings.open = None;
                        operated = finished(option.value.clone());
                    }
                }
            }
            operated
        }
    };
    let operated = operated.into_iter().map(|input| (index, input));
    settings.operated.extend(operated);
}

impl PageSettings {
    fn toggle(&mut self, index: usize) {
        let is_open = self.open.as_ref().is_some_and(|(open, _)| *open == index);
        self.open = (!is_open).then(|| (index, Picker::default()));
    }

    fn open_at(&mut self, index: usize) -> Option<&mut Picker> {
        let open = self.open.as_mut().filter(|(open, _)| *open == index);
        open.map(|(_, picker)| picker)
    }
}

/// A value that is chosen at once.
fn finished(value: String) -> Vec<ControlInput> {
    vec![ControlInput::Set { value }, ControlInput::Done]
}

/// A control beside its label, or below it if that is long.
fn labelled<T>(ui: &mut Ui, label: &str, control: impl FnOnce(&mut Ui) -> T) -> T {
    if (1..=BESIDE).contains(&label.chars().count()) {
        return named(ui, label, control);
    }
    heading(ui, label);
    ui.horizontal(control).inner
}

fn heading(ui: &mut Ui, label: &str) {
    if !label.is_empty() {
        ui.add(Label::new(RichText::new(label).color(letters(ui))).wrap());
    }
}

fn slider(ui: &mut Ui, [min, max]: [f64; 2], step: Option<f64>, value: &str) -> Vec<ControlInput> {
    let mut moved = value.parse().unwrap_or(min);
    ui.spacing_mut().slider_width = (ui.available_width() - NUMBER).max(NUMBER);
    let slider = Slider::new(&mut moved, min..=max)
        .step_by(step.unwrap_or_default())
        .clamping(SliderClamping::Edits)
        .trailing_fill(true)
        .show_value(false);
    let response = ui.add(slider);
    ui.label(RichText::new(value).color(dim(ui)));
    let mut operated = Vec::new();
    if response.changed() {
        let value = moved.to_string();
        operated.push(ControlInput::Set { value });
    }
    let is_in_hand = response.dragged() || response.is_pointer_button_down_on();
    if response.drag_stopped() || response.changed() && !is_in_hand {
        operated.push(ControlInput::Done);
    }
    operated
}

/// A field with the value as text.
fn text(
    ui: &mut Ui,
    value: &str,
    field: impl FnOnce(&mut String) -> TextEdit<'_>,
) -> Vec<ControlInput> {
    let mut typed = value.to_owned();
    let response = ui.add(field(&mut typed));
    let mut operated = Vec::new();
    if response.changed() {
        operated.push(ControlInput::Set { value: typed });
    }
    if response.lost_focus() {
        operated.push(match ui.input(|input| input.key_pressed(Key::Enter)) {
            true => ControlInput::Enter,
            false => ControlInput::Done,
        });
    }
    operated
}

/// The parts of `#rrggbb`, from 0 to 1.
fn rgba(value: &str) -> [f64; 4] {
    let part = |at: usize| {
        let digits = value.get(at..at + 2).unwrap_or_default();
        u8::from_str_radix(digits, 16).map_or(0.0, |part| f64::from(part) / 255.0)
    };
    [part(1), part(3), part(5), 1.0]
}

fn written([red, green, blue, _]: [f64; 4]) -> String {
    let byte = |part: f64| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
    format!("#{:02x}{:02x}{:02x}", byte(red), byte(green), byte(blue))
}
