//! The times: how the applet goes, in an author's words.

use cindyscript_protocol::Stages;
use egui::{RichText, Ui};

use super::style::{DIM, TEXT};

/// How it goes.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// The version shown; none while values are set that no version has.
    pub version: Option<i32>,
    /// Milliseconds a stage.
    pub stages: Stages,
    /// Whether a pipeline was built.
    pub structural: bool,
}

/// The first line brighter.
pub(super) fn lay_out(ui: &mut Ui, hud: &Hud) {
    for (place, line) in lines(hud).into_iter().enumerate() {
        let colour = if place == 0 { TEXT } else { DIM };
        ui.label(RichText::new(line).color(colour));
    }
}

fn lines(hud: &Hud) -> Vec<String> {
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
        let what = match receipt.version {
            Some(version) => format!("version {version}"),
            None => "set by hand".to_owned(),
        };
        lines.push(format!("{what}: {total:.1} ms, {kind}"));
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
    fn the_hud_names_the_stages_that_ran() {
        let stages = Stages {
            parse: Some(0.25),
            present: Some(12.0),
            ..Stages::default()
        };
        let receipt = Some(Receipt {
            version: Some(7),
            stages,
            structural: false,
        });
        let lines = lines(&Hud {
            receipt,
            size: [500, 400],
            ..Hud::default()
        });
        assert_eq!(lines[2], "version 7: 12.2 ms, same shader");
        assert_eq!(lines[3], "parse 0.2 · present 12.0");
    }
}
