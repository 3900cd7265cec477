//! How the picture and a recording are written into files: how large, how smooth, in which format.

use cindyscript_space::SolidFormat;
use egui::{RichText, Ui, vec2};

use super::command::{Command, PictureOptions, RecordingOptions};
use super::field::{Field, named};
use super::style::{dim, heading};
use crate::movie::{FRAME_RATE, Format};
use crate::picture_file::MAX_SIDE;

/// What the panel shows of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SaveStatus {
    /// Of the picture that is seen, in device pixels.
    pub size: [u32; 2],
    /// Whether there is something to record.
    pub is_playing: bool,
    /// Whether something is being written that can be ended.
    pub is_busy: bool,
    /// True if the applet shows a scene in space.
    pub has_scene: bool,
}

/// What is chosen in the panel.
#[derive(Debug)]
pub(super) struct Choices {
    picture: PictureOptions,
    model: SolidFormat,
    recording: RecordingOptions,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices {
            picture: PictureOptions {
                times: 2.0,
                supersample: 2,
            },
            model: SolidFormat::Stl,
            recording: RecordingOptions::default(),
        }
    }
}

/// More pixels than this are not painted for one picture: they are held in memory, 4 bytes each.
const MOST_PIXELS: f64 = 2.5e8;

/// The width of the field for the width, in points.
const NUMBER: f32 = 62.0;

const PICTURE_SIZES: [(&str, f64); 4] = [("1×", 1.0), ("2×", 2.0), ("4×", 4.0), ("8×", 8.0)];
const SAMPLES: [(&str, u32); 3] = [("1", 1), ("4", 2), ("16", 4)];
const RECORDING_SIZES: [(&str, f64); 3] = [("½×", 0.5), ("1×", 1.0), ("2×", 2.0)];
const MODELS: [(&str, SolidFormat); 2] = [("STL", SolidFormat::Stl), ("OBJ", SolidFormat::Obj)];
const FORMATS: [(&str, Option<Format>); 5] = [
    ("auto", None),
    ("MP4", Some(Format::Mp4)),
    ("WebM", Some(Format::WebM)),
    ("GIF", Some(Format::Gif)),
    ("APNG", Some(Format::Apng)),
];
const RATES: [(&str, Option<u32>); 4] = [
    ("auto", None),
    ("15", Some(15)),
    ("30", Some(30)),
    ("60", Some(FRAME_RATE)),
];

/// A size so much larger along each side, in whole pixels.
fn enlarged(size: [u32; 2], times: f64) -> [u32; 2] {
    size.map(|side| ((f64::from(side) * times).round() as u32).max(1))
}

impl PictureOptions {
    /// Whether that is as the window shows it.
    pub fn is_as_seen(self) -> bool {
        self == PictureOptions::default()
    }

    /// Whether all pixels that are painted for it, of a window of a size, can be held.
    fn fits(self, size: [u32; 2]) -> bool {
        let sides = size.map(|side| f64::from(side) * self.times * f64::from(self.supersample));
        sides[0] * sides[1] <= MOST_PIXELS
    }
}

/// What can be chosen, with what it comes to, and what writes it.
pub(super) fn lay_out(
    ui: &mut Ui,
    status: &SaveStatus,
    choices: &mut Choices,
    commands: &mut Vec<Command>,
) {
    let said = |ui: &mut Ui, text: String| ui.label(RichText::new(text).color(dim(ui)));
    let busy = "Escape cancels";

    let picture = &mut choices.picture;
    ui.label(heading(ui, "Picture"));
    choose(ui, "size", &PICTURE_SIZES, &mut picture.times);
    width(ui, status.size, &mut picture.times);
    choose(ui, "samples", &SAMPLES, &mut picture.supersample);
    let [width, height] = enlarged(status.size, picture.times);
    let fits = picture.fits(status.size);
    said(
        ui,
        match fits {
            true => format!("{width} × {height}, transparent where nothing is drawn"),
            false => format!("{width} × {height} is more than can be painted so smoothly"),
        },
    );
    let save = ui.add_enabled(fits && !status.is_busy, egui::Button::new("Save picture"));
    if save.on_disabled_hover_text(busy).clicked() {
        commands.push(Command::SavePictureAs(*picture));
    }
    ui.separator();

    if status.has_scene {
        ui.label(heading(ui, "3D model"));
        choose(ui, "format", &MODELS, &mut choices.model);
        said(ui, "the 3D scene, for 3D printers".to_owned());
        if ui.button("Save model").clicked() {
            commands.push(Command::SaveModel(choices.model));
        }
        ui.separator();
    }

    let recording = &mut choices.recording;
    ui.label(heading(ui, "Recording"));
    if !status.is_playing {
        said(
            ui,
            "Nothing moves here: there is nothing to record.".to_owned(),
        );
        return;
    }
    choose(ui, "format", &FORMATS, &mut recording.format);
    choose(ui, "size", &RECORDING_SIZES, &mut recording.times);
    choose(ui, "frames/s", &RATES, &mut recording.rate);
    let [width, height] = enlarged(status.size, recording.times);
    said(
        ui,
        format!("{width} × {height}: the loop, or five seconds from here on"),
    );
    let record = ui.add_enabled(!status.is_busy, egui::Button::new("Record"));
    if record.on_disabled_hover_text(busy).clicked() {
        commands.push(Command::RecordAs(*recording));
    }
}

/// The width in pixels; the height follows.
fn width(ui: &mut Ui, size: [u32; 2], times: &mut f64) {
    let [current, _] = enlarged(size, *times);
    let field = Field {
        value: current.into(),
        shown: current.to_string(),
        speed: f64::from(size[0]) / 100.0,
        range: 1.0..=largest_width(size).into(),
        size: vec2(NUMBER, ui.spacing().interact_size.y),
    };
    if let Some(width) = named(ui, "width", |ui| field.lay_out(ui)) {
        *times = width.value().round() / f64::from(size[0].max(1));
    }
}

/// The width of the largest picture with the sides of a window.
fn largest_width(size: [u32; 2]) -> u32 {
    let [width, height] = size.map(|side| u64::from(side.max(1)));
    let most = u64::from(MAX_SIDE) * width / width.max(height);
    u32::try_from(most.max(1)).unwrap_or(MAX_SIDE)
}

/// Some values of which one is chosen, by clicks or by keys.
fn choose<T: Copy + PartialEq>(ui: &mut Ui, name: &str, all: &[(&str, T)], chosen: &mut T) {
    ui.push_id(name, |ui| {
        named(ui, name, |ui| {
            ui.horizontal_wrapped(|ui| {
                for (text, value) in all {
                    ui.selectable_value(chosen, *value, *text);
                }
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_memory_cannot_hold_is_not_painted() {
        let picture = |times, supersample| PictureOptions { times, supersample };
        assert!(picture(8.0, 1).fits([1920, 1080]));
        assert!(picture(2.0, 4).fits([1920, 1080]));
        assert!(!picture(8.0, 4).fits([1920, 1080]));
        assert_eq!(enlarged([301, 3], 0.5), [151, 2]);
        assert_eq!(largest_width([600, 400]), MAX_SIDE);
        assert_eq!(largest_width([400, 800]), MAX_SIDE / 2);
        assert_eq!(largest_width([0, 0]), MAX_SIDE);
    }
}
