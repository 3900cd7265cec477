//! What the window lays over the picture: the bar with the first error, and the HUD.

use cindyscript_interpreter::display::Colour;
use cindyscript_protocol::Stages;

use crate::bitmap::Bitmap;
use crate::paint;
use crate::shape::{filled, rounded};
use crate::text::{Fonts, Line};
use crate::view::Canvas;

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

const SHADE: Colour = [0.09, 0.10, 0.12, 0.86];
const WHITE: Colour = [0.96, 0.97, 0.98, 1.0];
const DIM: Colour = [0.68, 0.71, 0.75, 1.0];
const RED: Colour = [0.94, 0.33, 0.31, 1.0];
const BLUE: Colour = [0.38, 0.66, 0.96, 1.0];

/// The bar at the lower edge: one line, cut to the canvas.
pub fn bar(tone: Tone, text: &str, canvas: &Canvas, fonts: &Fonts) -> Bitmap {
    /// The coloured dot before the text.
    const DOT: f64 = 4.0;
    let [width, height] = canvas.css();
    let before_text = PADDING + 2.0 * DOT + PADDING;
    let room = (width - 2.0 * MARGIN - before_text - PADDING).max(0.0);
    let text = text.lines().next().unwrap_or_default();
    let line = fonts.plain_within(text, room / TEXT);
    let bar_width = before_text + line.width * TEXT + PADDING;
    let bar_height = LINE + PADDING;
    let corner = [MARGIN, height - MARGIN - bar_height];
    let middle = corner[1] + bar_height / 2.0;
    let dot = match tone {
        Tone::Error => RED,
        Tone::Note => BLUE,
    };
    let beside = [corner[0] + PADDING, middle - DOT];
    let origin = [corner[0] + before_text, sharp(middle + 0.35 * TEXT, canvas)];
    let drawings = [
        filled(rounded(corner, [bar_width, bar_height], CORNER), SHADE),
        filled(rounded(beside, [2.0 * DOT; 2], DOT), dot),
        filled(line.path(TEXT, origin, 0.0), WHITE),
    ];
    paint::bitmap(&drawings, canvas, fonts)
}

/// The HUD at the upper left.
pub fn hud(hud: &Hud, canvas: &Canvas, fonts: &Fonts) -> Bitmap {
    let lines: Vec<Line> = hud_lines(hud)
        .iter()
        .map(|text| fonts.plain(text))
        .collect();
    let widest = lines.iter().map(|line| line.width).fold(0.0, f64::max);
    let size = [
        widest * TEXT + 2.0 * PADDING,
        lines.len() as f64 * LINE + PADDING,
    ];
    let mut drawings = vec![filled(rounded([MARGIN; 2], size, CORNER), SHADE)];
    for (row, line) in lines.iter().enumerate() {
        let baseline = MARGIN + PADDING / 2.0 + row as f64 * LINE + 0.7 * LINE;
        let origin = [MARGIN + PADDING, sharp(baseline, canvas)];
        let colour = if row == 0 { WHITE } else { DIM };
        drawings.push(filled(line.path(TEXT, origin, 0.0), colour));
    }
    paint::bitmap(&drawings, canvas, fonts)
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
    fn bars_fit_any_canvas() {
        let fonts = Fonts::default();
        let text = "line 12: an error message that is longer than the window is wide, by far";
        for (device, scale) in [
            ([500, 500], 1.0),
            ([1000, 700], 2.0),
            ([30, 20], 1.0),
            ([1, 1], 3.0),
        ] {
            let canvas = Canvas { device, scale };
            let bitmap = bar(Tone::Error, text, &canvas, &fonts);
            let [x, _] = bitmap.offset();
            assert!(x.cast_unsigned() + bitmap.size()[0] <= device[0].max(x.cast_unsigned()));
        }
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
