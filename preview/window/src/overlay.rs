//! What the window lays over the picture: the bar with the first error, and the HUD.

use cindyscript_interpreter::display::{Colour, Drawing};
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::paint;
use cindyscript_player::shape::{filled, outlined, rounded};
use cindyscript_player::text::{Fonts, Line};
use cindyscript_player::view::Canvas;
use cindyscript_protocol::Stages;

use crate::controls::KEYS;

/// What a bar is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The text has an error; the picture is that of the last version without.
    Error,
    /// Something worth knowing.
    Note,
}

/// What the HUD says.
#[derive(Clone, Debug, Default)]
pub struct Hud {
    /// The adapter, or that there is none.
    pub painter: String,
    /// The time of a frame, in milliseconds: scripts, painting, showing.
    pub frame_ms: f64,
    /// Frames in the last second; none while nothing moves.
    pub frames_per_second: Option<f64>,
    /// Width and height of the picture in device pixels.
    pub size: [u32; 2],
    /// Whether the clock stands still.
    pub paused: bool,
    /// Why a colorplot is painted on the CPU though there is a GPU.
    pub fallback: Option<String>,
    /// The last edit: its version, and where its time went.
    pub receipt: Option<Receipt>,
}

/// Where the time of an edit went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Receipt {
    /// The version shown.
    pub version: i32,
    /// Milliseconds a stage.
    pub stages: Stages,
    /// Whether a pipeline was built.
    pub structural: bool,
}

const MARGIN: f64 = 8.0;
const PADDING: f64 = 8.0;
const TEXT: f64 = 13.0;
const LINE: f64 = 18.0;
const CORNER: f64 = 6.0;
/// A bar has at most so many lines.
const BAR_LINES: usize = 5;

/// What can be done in the window with the pointer, and what the keys of its frame do.
const HANDS: [(&str, &str); 4] = [
    ("drag", "moves points and what else moves"),
    ("right button", "moves the picture"),
    ("wheel", "zooms"),
    ("Control + w", "closes the window"),
];

const SHADE: Colour = [0.09, 0.10, 0.12, 0.86];
/// Around what is dark, for dark pictures.
const EDGE: Colour = [1.0, 1.0, 1.0, 0.22];
const WHITE: Colour = [0.96, 0.97, 0.98, 1.0];
const DIM: Colour = [0.68, 0.71, 0.75, 1.0];
const RED: Colour = [0.94, 0.33, 0.31, 1.0];
const BLUE: Colour = [0.38, 0.66, 0.96, 1.0];

/// The bar at the lower edge: a text, and below it what else there is to know. Long texts are
/// broken between words, and cut where they would take more than [`BAR_LINES`] lines, or more than
/// half of the canvas. `below` is left free under it, in CSS pixels.
pub fn bar(
    tone: Tone,
    text: &str,
    remark: Option<&str>,
    below: f64,
    canvas: &Canvas,
    fonts: &Fonts,
) -> Bitmap {
    /// The coloured dot before the text.
    const DOT: f64 = 4.0;
    let [width, height] = canvas.css();
    let before_text = PADDING + 2.0 * DOT + PADDING;
    let room = (width - 2.0 * MARGIN - before_text - PADDING).max(0.0) / TEXT;
    // The picture above it is seen in small windows, too.
    let rows = rows_within(height / 2.0).min(BAR_LINES);
    let rest = remark.map(|remark| wrapped(remark, room, (rows - 1).min(2), fonts));
    let rest = rest.unwrap_or_default();
    let text = text.lines().next().unwrap_or_default();
    let above = wrapped(text, room, rows.saturating_sub(rest.len()).max(1), fonts);
    let lines = above.iter().map(|line| (line, WHITE));
    let lines: Vec<(&Line, Colour)> = lines.chain(rest.iter().map(|line| (line, DIM))).collect();
    let widest = lines.iter().map(|(line, _)| line.width).fold(0.0, f64::max);
    let size = [
        before_text + widest * TEXT + PADDING,
        lines.len() as f64 * LINE + PADDING,
    ];
    let corner = [MARGIN, height - MARGIN - below - size[1]];
    let dot = match tone {
        Tone::Error => RED,
        Tone::Note => BLUE,
    };
    let middle = corner[1] + (LINE + PADDING) / 2.0;
    let beside = [corner[0] + PADDING, middle - DOT];
    let mut drawings = plate(corner, size);
    drawings.push(filled(rounded(beside, [2.0 * DOT; 2], DOT), dot));
    for (row, (line, colour)) in lines.into_iter().enumerate() {
        let baseline = sharp(middle + row as f64 * LINE + 0.35 * TEXT, canvas);
        let origin = [corner[0] + before_text, baseline];
        drawings.push(filled(line.path(TEXT, origin, 0.0), colour));
    }
    paint::bitmap(&drawings, canvas, fonts)
}

/// What things are written on.
fn plate(corner: [f64; 2], size: [f64; 2]) -> Vec<Drawing> {
    // In the middle of the outermost pixels.
    let inner = (
        corner.map(|place| place + 0.5),
        size.map(|side| (side - 1.0).max(0.0)),
    );
    vec![
        filled(rounded(corner, size, CORNER), SHADE),
        outlined(rounded(inner.0, inner.1, CORNER - 0.5), 1.0, EDGE),
    ]
}

/// The HUD at the upper left: the first line brighter, within the canvas.
pub fn hud(hud: &Hud, canvas: &Canvas, fonts: &Fonts) -> Bitmap {
    let room = panel_room(canvas);
    let rows = rows_within(canvas.css()[1]);
    let mut lines: Vec<(Line, Colour)> = Vec::new();
    for (place, text) in hud_lines(hud).iter().enumerate() {
        let left = rows.saturating_sub(lines.len());
        let colour = if place == 0 { WHITE } else { DIM };
        let parts = wrapped(text, room, left, fonts).into_iter();
        lines.extend(parts.map(|line| (line, colour)));
    }
    let lines = lines.into_iter().enumerate();
    let written = lines.map(|(row, (line, colour))| Written {
        line,
        colour,
        row,
        left: 0.0,
    });
    panel(&written.collect::<Vec<_>>(), canvas, fonts)
}

/// The keys, at the upper left, and beside them what they do, within the canvas.
pub fn keys(canvas: &Canvas, fonts: &Fonts) -> Bitmap {
    /// Between the two columns, in ems.
    const GAP: f64 = 1.2;
    let room = panel_room(canvas);
    let rows = rows_within(canvas.css()[1]);
    let keys = KEYS.iter().map(|key| (key.shown, key.command.meaning()));
    let rows_of = || HANDS.into_iter().chain(keys.clone());
    let names: Vec<Line> = rows_of()
        .map(|(key, _)| fonts.plain_within(key, room))
        .collect();
    let column = names.iter().map(|line| line.width).fold(0.0, f64::max) + GAP;
    let mut written = Vec::new();
    let mut row = 0;
    for (name, (_, meaning)) in names.into_iter().zip(rows_of()) {
        let left = rows.saturating_sub(row);
        let meanings = wrapped(meaning, (room - column).max(0.0), left, fonts);
        let taken = meanings.len().max(1);
        if left == 0 {
            break;
        }
        let meanings = meanings.into_iter().enumerate();
        written.push(Written {
            line: name,
            colour: WHITE,
            row,
            left: 0.0,
        });
        written.extend(meanings.map(|(place, line)| Written {
            line,
            colour: DIM,
            row: row + place,
            left: column,
        }));
        row += taken;
    }
    panel(&written, canvas, fonts)
}

/// The mark at the upper right of a picture whose clock stands still: two bars.
pub fn paused(canvas: &Canvas, fonts: &Fonts) -> Bitmap {
    const SIDE: f64 = 26.0;
    const BAR: [f64; 2] = [4.0, 12.0];
    let [width, _] = canvas.css();
    let corner = [(width - MARGIN - SIDE).max(0.0), MARGIN];
    let bar = |from_middle: f64| {
        let left = corner[0] + SIDE / 2.0 + from_middle;
        let top = corner[1] + (SIDE - BAR[1]) / 2.0;
        filled(rounded([left, top], BAR, 1.0), WHITE)
    };
    let mut drawings = plate(corner, [SIDE; 2]);
    drawings.extend([bar(-6.0), bar(2.0)]);
    paint::bitmap(&drawings, canvas, fonts)
}

/// A line on a panel.
struct Written {
    line: Line,
    colour: Colour,
    /// From the top.
    row: usize,
    /// From the left, in ems.
    left: f64,
}

/// How wide a panel's lines may be, in ems.
fn panel_room(canvas: &Canvas) -> f64 {
    (canvas.css()[0] - 2.0 * MARGIN - 2.0 * PADDING).max(0.0) / TEXT
}

/// Lines at the upper left.
fn panel(written: &[Written], canvas: &Canvas, fonts: &Fonts) -> Bitmap {
    let right = |written: &Written| written.left + written.line.width;
    let widest = written.iter().map(right).fold(0.0, f64::max);
    let rows = written.iter().map(|written| written.row + 1).max();
    let size = [
        widest * TEXT + 2.0 * PADDING,
        rows.unwrap_or_default() as f64 * LINE + PADDING,
    ];
    let mut drawings = plate([MARGIN; 2], size);
    for written in written {
        let baseline = MARGIN + PADDING / 2.0 + written.row as f64 * LINE + 0.7 * LINE;
        let left = MARGIN + PADDING + written.left * TEXT;
        let origin = [left, sharp(baseline, canvas)];
        drawings.push(filled(written.line.path(TEXT, origin, 0.0), written.colour));
    }
    paint::bitmap(&drawings, canvas, fonts)
}

/// How many lines of text there is room for in a height; at least one.
fn rows_within(height: f64) -> usize {
    let room = height - 2.0 * MARGIN - PADDING;
    ((room / LINE) as usize).max(1)
}

/// A text in lines of at most `room` em, broken between words; the last of `most` lines is cut.
fn wrapped(text: &str, room: f64, most: usize, fonts: &Fonts) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && lines.len() < most {
        let is_last = lines.len() + 1 == most;
        let ends = rest.match_indices(' ').map(|(end, _)| end);
        // The first part is taken whether it fits or not.
        let fits = |end: &usize| fonts.plain(&rest[..*end]).width <= room;
        let end = match is_last || fits(&rest.len()) {
            true => rest.len(),
            false => {
                let ends: Vec<usize> = ends.collect();
                let fitting = ends.partition_point(fits);
                let end = ends.get(fitting.saturating_sub(1));
                end.copied().unwrap_or(rest.len())
            }
        };
        lines.push(fonts.plain_within(&rest[..end], room));
        rest = rest[end..].trim_start();
    }
    lines
}

/// Baselines on whole pixels are sharper.
fn sharp(baseline: f64, canvas: &Canvas) -> f64 {
    (baseline * canvas.scale).round() / canvas.scale
}

fn hud_lines(hud: &Hud) -> Vec<String> {
    let [width, height] = hud.size;
    let pace = match (hud.paused, hud.frames_per_second) {
        (true, _) => ", paused".to_owned(),
        (false, Some(fps)) => format!(", {fps:.0} fps"),
        (false, None) => ", at rest".to_owned(),
    };
    let mut lines = vec![
        format!("{:.1} ms a frame{pace}", hud.frame_ms),
        format!("{width} × {height}, {}", hud.painter),
    ];
    lines.extend(hud.fallback.as_ref().map(|why| format!("CPU, {why}")));
    if let Some(receipt) = &hud.receipt {
        let kind = if receipt.structural {
            "new shader"
        } else {
            "same shader"
        };
        let total = receipt.stages.total();
        lines.push(format!(
            "version {}: {total:.1} ms, {kind}",
            receipt.version
        ));
        let stages: Vec<String> = receipt
            .stages
            .by_name()
            .into_iter()
            .filter_map(|(name, ms)| Some(format!("{name} {:.1}", ms?)))
            .collect();
        lines.push(stages.join(" · "));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_over_the_picture_fits_any_canvas() {
        let fonts = Fonts::default();
        let text = "line 12: an error message that is longer than the window is wide, by far";
        let receipt = Some(Receipt {
            version: 7,
            stages: Stages {
                parse: Some(0.25),
                analysis: Some(1.25),
                wgsl: Some(1.25),
                naga: Some(1.25),
                pipeline: Some(112.25),
                present: Some(12.0),
            },
            structural: true,
        });
        let content = Hud {
            receipt,
            painter: "an adapter with a long name, as they have (with its backend)".to_owned(),
            ..Hud::default()
        };
        for (device, scale) in [
            ([500, 500], 1.0),
            ([1000, 700], 2.0),
            ([160, 120], 1.0),
            ([30, 20], 1.0),
            ([1, 1], 3.0),
        ] {
            let canvas = Canvas { device, scale };
            for bitmap in [
                bar(
                    Tone::Error,
                    text,
                    Some("and 2 more errors; the picture is of an earlier version"),
                    0.0,
                    &canvas,
                    &fonts,
                ),
                hud(&content, &canvas, &fonts),
                keys(&canvas, &fonts),
                paused(&canvas, &fonts),
            ] {
                for (axis, size) in device.into_iter().enumerate() {
                    let at = bitmap.offset()[axis].max(0).cast_unsigned();
                    assert!(at + bitmap.size()[axis] <= size.max(at), "{device:?}");
                }
            }
        }
    }

    #[test]
    fn texts_are_broken_between_words_and_cut_at_the_end() {
        let fonts = Fonts::default();
        let count = |room: f64, most| wrapped("some words, of which few fit", room, most, &fonts);
        assert_eq!(count(100.0, 3).len(), 1);
        let narrow = count(6.0, 9);
        assert!(narrow.len() > 2, "{}", narrow.len());
        assert!(narrow.iter().all(|line| line.width <= 6.0));
        assert_eq!(count(6.0, 2).len(), 2);
        assert_eq!(count(6.0, 0).len(), 0);
    }

    #[test]
    fn the_hud_names_the_stages_that_ran() {
        let stages = Stages {
            parse: Some(0.25),
            present: Some(12.0),
            ..Stages::default()
        };
        let receipt = Some(Receipt {
            version: 7,
            stages,
            structural: false,
        });
        let lines = hud_lines(&Hud {
            receipt,
            size: [500, 400],
            ..Hud::default()
        });
        assert_eq!(lines[2], "version 7: 12.2 ms, same shader");
        assert_eq!(lines[3], "parse 0.2 · present 12.0");
    }
}
