//! What colorplots compute at a pixel: its place, its colour in the picture and as it should be, the
//! value, and those of all variables on the way there.

use std::sync::Arc;

pub use cindyscript_player::selection::DrawnSelection;
use egui::{Checkbox, Color32, DragValue, Label, RichText, Sense, Ui, vec2};

use super::button::{BUTTON, button};
use super::command::Command;
use super::icon::Icon;
use super::loupe::{self, Loupe};
use super::style::{accent, dim, heading, letters, wrong};

/// What is known about some pixels: the one that the pointer is over, if there is one, and those that
/// are kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Readings {
    /// Those that are kept, in the order of their numbers.
    pub kept: Vec<Reading>,
    /// That under the pointer.
    pub pointer: Option<Reading>,
    /// What is around it.
    pub loupe: Option<Loupe>,
}

/// What is known about a pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Its column and row, in device pixels; none where it lies outside of the picture.
    pub pixel: Option<[u32; 2]>,
    /// Its middle, in world coordinates.
    pub place: [f64; 2],
    /// Its colour in the picture, if that could be read: red, green, blue, alpha, multiplied with
    /// alpha.
    pub painted: Option<[u8; 4]>,
    /// The same as the colorplots compute it in numbers of 64 bits, 0 to 1; none where there is no
    /// colorplot.
    pub computed: Option<[f32; 4]>,
    /// The colorplots that paint it, from front to back.
    pub plots: Arc<[PlotReading]>,
}

/// What a colorplot computes at a pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotReading {
    /// The line that it stands in, from 1; none if it stands nowhere.
    pub line: Option<usize>,
    /// What computes it in the picture.
    pub computed: Computed,
    /// Its value, and its type.
    pub value: [String; 2],
    /// What the GPU has for that, where it has something else.
    pub gpu: Option<GpuReading>,
    /// What is selected in the editor, where that has a value on the way there.
    pub selected: Option<VariableReading>,
    /// What has values on the way there.
    pub variables: Vec<VariableReading>,
    /// What ended the evaluation.
    pub error: Option<String>,
}

/// What computes a colorplot in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computed {
    /// The CPU, in numbers of 64 bits.
    Cpu,
    /// The GPU.
    Gpu,
    /// The GPU, of which nothing more is known.
    Unknown,
}

/// What the GPU has for a value, where that is not the exact one.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuReading {
    /// What its numbers are.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// How far it is from the exact one, where a number says that.
    pub off: Option<String>,
    /// How many values it had there, where those are not as many.
    pub times: Option<u64>,
    /// Whether the difference is more than numbers of a few digits have to make.
    pub is_far: bool,
}

/// What has a value on the way to that of a pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableReading {
    /// What it is in the text.
    pub name: String,
    /// Where it stands, in bytes of the file.
    pub range: [u32; 2],
    /// The line of that, from 1.
    pub line: usize,
    /// Its last value, or the one that is chosen, and the type of that.
    pub value: [String; 2],
    /// Which of its values that is, from 1.
    pub time: u64,
    /// How many it has had.
    pub times: u64,
    /// What the GPU has for the last, where it has something else.
    pub gpu: Option<GpuReading>,
}

/// A shade of grey that a byte can have is so far from the next.
const STEP: f32 = 1.0 / 255.0;
/// A name is not longer than this, in characters.
const LONGEST_NAME: usize = 18;
/// What the GPU has stands so far to the right of what is exact, in points.
const INDENT: f32 = 12.0;
/// The place of a pixel has at least so much room beside what is around it, in points.
const NARROWEST_PLACE: f32 = 90.0;

pub(super) fn lay_out(
    ui: &mut Ui,
    readings: &Readings,
    drawn: DrawnSelection,
    commands: &mut Vec<Command>,
) {
    ui.spacing_mut().item_spacing.y = 2.0;
    drawing(ui, readings, drawn, commands);
    match &readings.pointer {
        Some(reading) => {
            under_pointer(ui, reading, readings.loupe.as_ref());
            contents(ui, reading, commands);
        }
        None => {
            let hint = "Move the pointer over the picture; k keeps the pixel under it.";
            ui.label(RichText::new(hint).color(dim(ui)));
        }
    }
    for (index, reading) in readings.kept.iter().enumerate() {
        ui.separator();
        let command = Command::DropProbe(index);
        ui.horizontal_top(|ui| {
            let room = ui.available_width() - 2.0 * (BUTTON + ui.spacing().item_spacing.x);
            ui.vertical(|ui| {
                ui.set_width(room);
                ui.horizontal_wrapped(|ui| {
                    let number = (index + 1).to_string();
                    ui.label(RichText::new(number).color(accent(ui)));
                    place(ui, reading);
                });
            });
            let debug = (Icon::Debug, Command::DebugPixel(Some(index)));
            for (icon, command) in [debug, (Icon::Close, command)] {
                if button(ui, icon, false, command).clicked() {
                    commands.push(command);
                }
            }
        });
        contents(ui, reading, commands);
    }
}

/// The place of the pixel under the pointer, beside what is around it, or below that where a panel is
/// narrow.
fn under_pointer(ui: &mut Ui, reading: &Reading, around: Option<&Loupe>) {
    ui.horizontal_wrapped(|ui| {
        if let Some(around) = around {
            loupe::lay_out(ui, around);
        }
        if ui.available_size_before_wrap().x < NARROWEST_PLACE {
            ui.end_row();
        }
        ui.vertical(|ui| place(ui, reading));
    });
}

/// Whether what is selected is drawn, and which of its values where a pixel that is shown has several.
fn drawing(ui: &mut Ui, readings: &Readings, drawn: DrawnSelection, commands: &mut Vec<Command>) {
    let all = readings.kept.iter().chain(&readings.pointer);
    let plots = all.flat_map(|reading| reading.plots.iter());
    let selected = plots.filter_map(|plot| plot.selected.as_ref());
    let Some(most) = selected.map(|selected| selected.times).max() else {
        return;
    };
    let DrawnSelection { is_drawn, time } = drawn;
    ui.horizontal_wrapped(|ui| {
        let mut turned = is_drawn;
        let switch = Checkbox::new(
            &mut turned,
            RichText::new("draw selected").color(letters(ui)),
        );
        let hint = Command::DrawSelection.meaning();
        if ui.add(switch).on_hover_text(hint).changed() {
            commands.push(Command::DrawSelection);
        }
        if most > 1 || time.is_some() {
            let mut number = time.unwrap_or(0);
            let most = u32::try_from(most).unwrap_or(u32::MAX).max(number);
            let field = DragValue::new(&mut number)
                .range(0..=most)
                .speed((f64::from(most) / 400.0).clamp(0.1, 10.0))
                .update_while_editing(false)
                .custom_formatter(|number, _| match number {
                    0.0 => "last value".to_owned(),
                    number => format!("value {number}"),
                })
                .custom_parser(|text| match text.trim_start_matches("value").trim() {
                    "last" | "last value" => Some(0.0),
                    number => number.parse().ok(),
                });
            let choice = Command::DrawValue(None);
            if ui.add(field).on_hover_text(choice.meaning()).changed() {
                commands.push(Command::DrawValue((number > 0).then_some(number)));
            }
        }
    });
    ui.separator();
}

fn place(ui: &mut Ui, reading: &Reading) {
    let [x, y] = reading.place.map(|place| number(place, 5));
    ui.label(RichText::new(format!("({x}, {y})")).color(letters(ui)));
    let pixel = match reading.pixel {
        Some([column, row]) => format!("pixel {column}, {row}"),
        None => "outside of the picture".to_owned(),
    };
    ui.label(RichText::new(pixel).color(dim(ui)));
}

fn contents(ui: &mut Ui, reading: &Reading, commands: &mut Vec<Command>) {
    for selected in reading
        .plots
        .iter()
        .filter_map(|plot| plot.selected.as_ref())
    {
        ui.label(heading(ui, "Selected in the editor"));
        variable_row(ui, selected, commands);
        ui.add_space(4.0);
    }
    colours(ui, reading);
    for plot in reading.plots.iter() {
        let title = match plot.line {
            Some(line) => format!("colorplot in line {line}"),
            None => "colorplot".to_owned(),
        };
        ui.add_space(8.0);
        ui.label(heading(ui, title));
        if plot.computed == Computed::Cpu {
            let painted = "painted by the CPU, with the same 64-bit numbers";
            ui.label(RichText::new(painted).color(dim(ui)));
        }
        let [value, ty] = &plot.value;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(value).color(letters(ui)));
            ui.label(RichText::new(ty).color(dim(ui)));
        });
        gpu_row(ui, plot.gpu.as_ref());
        if let Some(error) = &plot.error {
            ui.label(RichText::new(error).color(wrong(ui)));
        }
        for variable in &plot.variables {
            variable_row(ui, variable, commands);
        }
    }
}

/// The colour as it is in the picture, as it is computed, and how far they are apart where that is
/// more than a byte can say.
fn colours(ui: &mut Ui, reading: &Reading) {
    if let Some(painted) = reading.painted {
        let parts = painted.map(|part| part.to_string());
        colour(ui, painted, "picture", &parts);
    }
    let Some(computed) = reading.computed else {
        return;
    };
    let bytes = computed.map(|part| (part * 255.0).round() as u8);
    let parts = computed.map(|part| number(f64::from(part) * 255.0, 5));
    colour(ui, bytes, "exact", &parts);
    if let Some(painted) = reading.painted {
        let apart =
            [0, 1, 2, 3].map(|part: usize| f32::from(painted[part]) * STEP - computed[part]);
        let widest = apart
            .iter()
            .fold(0.0_f32, |widest, part| widest.max(part.abs()));
        let (words, colour) = match widest <= STEP {
            true => ("no visible difference".to_owned(), dim(ui)),
            false => (
                format!(
                    "differs by {}, unless something is drawn over it",
                    number(f64::from(widest) * 255.0, 4)
                ),
                wrong(ui),
            ),
        };
        ui.label(RichText::new(words).color(colour));
    }
}

/// A row with a colour, multiplied with alpha; what is opaque has no alpha.
fn colour(ui: &mut Ui, rgba: [u8; 4], name: &str, parts: &[String; 4]) {
    ui.horizontal_wrapped(|ui| {
        let [r, g, b, a] = rgba;
        let parts = match (a, parts) {
            (u8::MAX, [red, green, blue, _]) => format!("{red} {green} {blue}"),
            _ => parts.join(" "),
        };
        let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        let colour = Color32::from_rgba_premultiplied(r, g, b, a);
        ui.painter().rect_filled(rect, 2.0, colour);
        ui.label(RichText::new(name).color(dim(ui)));
        ui.label(RichText::new(parts).color(letters(ui)));
    });
}

/// A click on the name leads to where it stands.
fn variable_row(ui: &mut Ui, variable: &VariableReading, commands: &mut Vec<Command>) {
    let [value, ty] = &variable.value;
    let mut name: String = variable.name.chars().take(LONGEST_NAME).collect();
    if name.len() < variable.name.len() {
        name.push('…');
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(variable.line.to_string()).color(dim(ui)));
        let name = Label::new(RichText::new(name).color(accent(ui))).sense(Sense::click());
        let [start, end] = variable.range;
        let command = Command::RevealRange(start, end);
        if ui.add(name).on_hover_text(command.meaning()).clicked() {
            commands.push(command);
        }
        ui.label(RichText::new(value).color(letters(ui)));
        let times = match (variable.time, variable.times) {
            (_, 1) => String::new(),
            (time, times) if time == times => format!(", last of {times} values"),
            (time, times) => format!(", value {time} of {times}"),
        };
        ui.label(RichText::new(format!("{ty}{times}")).color(dim(ui)));
    });
    gpu_row(ui, variable.gpu.as_ref());
}

/// What the GPU has, below what is exact.
fn gpu_row(ui: &mut Ui, gpu: Option<&GpuReading>) {
    let Some(gpu) = gpu else {
        return;
    };
    let (colour, value) = if gpu.is_far {
        (wrong(ui), letters(ui))
    } else {
        (dim(ui), dim(ui))
    };
    ui.horizontal_wrapped(|ui| {
        ui.add_space(INDENT);
        ui.label(RichText::new(gpu.name).color(colour));
        ui.label(RichText::new(&gpu.value).color(value));
        if let Some(off) = &gpu.off {
            ui.label(RichText::new(format!("off by {off}")).color(colour));
        }
        if let Some(times) = gpu.times {
            ui.label(RichText::new(format!("last of {times} values")).color(colour));
        }
    });
}

/// A number with at most so many significant digits.
pub fn number(number: f64, digits: usize) -> String {
    let rounded = format!("{number:.*e}", digits.saturating_sub(1));
    let rounded: f64 = rounded.parse().unwrap_or(number);
    match rounded.abs() {
        size if size != 0.0 && !(1e-4..1e12).contains(&size) && size.is_finite() => {
            format!("{rounded:e}")
        }
        _ => rounded.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_long_as_they_have_to_be() {
        for (value, digits, shown) in [
            (1.0 / 3.0, 12, "0.333333333333"),
            (0.1 + 0.2, 12, "0.3"),
            (-2.5, 5, "-2.5"),
            (1e-7, 12, "1e-7"),
            (123_456_789.0, 12, "123456789"),
            (6.02e23, 4, "6.02e23"),
            (0.0, 4, "0"),
            (f64::NAN, 4, "NaN"),
            (f64::INFINITY, 4, "inf"),
        ] {
            assert_eq!(number(value, digits), shown);
        }
    }
}
