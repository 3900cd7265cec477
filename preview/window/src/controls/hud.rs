//! The times: how the applet goes, in an author's words. What only we want to know is shown on demand.

use std::sync::Arc;

use cindyscript_protocol::{Painter, PlotTime, Stages};
use egui::{FontId, Label, Pos2, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::command::Command;
use super::style::{accent, behind_letters, dim, ground, letters, wrong};

/// How it goes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hud {
    /// The adapter, or that there is none.
    pub painter: String,
    /// The time of a frame, in milliseconds: scripts, painting, showing.
    pub frame_ms: f64,
    /// Frames in the last second; none while nothing moves.
    pub frames_per_second: Option<f64>,
    /// The frames of the last seconds: how long ago each was when the last was shown, in seconds, and
    /// its time in milliseconds; the oldest first.
    pub graph: Arc<[[f32; 2]]>,
    /// Width and height of the picture in device pixels.
    pub size: [u32; 2],
    /// Whether time stands still though it could pass.
    pub paused: bool,
    /// What paints the colorplots, each with its line.
    pub plots: Vec<(usize, PlotTime)>,
    /// Why a colorplot is painted on the CPU though there is a GPU.
    pub fallback: Option<String>,
    /// How precisely colorplots are computed, and why not otherwise; none where no shader does it.
    pub precision: Option<String>,
    /// The last edit: its version, and where its time went.
    pub receipt: Option<Receipt>,
    /// How many pipelines are kept.
    pub pipelines: Option<usize>,
    /// The memory of the GPU that is taken, in bytes, if the driver says so.
    pub gpu_bytes: Option<u64>,
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

/// The graph goes so far back, in seconds.
pub const GRAPH_SECONDS: f32 = 4.0;
/// How wide and high it is, in points, where there is so much room.
const GRAPH: [f32; 2] = [220.0, 44.0];
/// A frame of a screen that shows sixty of them in a second, in milliseconds.
const FRAME_OF_A_SCREEN: f32 = 1000.0 / 60.0;
/// Longer reasons are cut, in characters.
const LONG: usize = 60;

pub(super) fn lay_out(ui: &mut Ui, hud: &Hud, details: &mut bool, commands: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.spacing_mut().interact_size.y = 0.0;
    ui.label(RichText::new(pace(hud)).color(letters(ui)));
    if !hud.graph.is_empty() {
        graph(ui, &hud.graph);
    }
    for (line, plot) in &hud.plots {
        plot_row(ui, *line, plot, commands);
    }
    if hud.plots.is_empty() {
        ui.label(RichText::new("no colorplot runs").color(dim(ui)));
    }
    if let Some(precision) = &hud.precision {
        ui.label(RichText::new(precision).color(dim(ui)));
    }
    let words = match details {
        true => "fewer details",
        false => "details",
    };
    let label = Label::new(RichText::new(words).color(accent(ui))).sense(Sense::click());
    if ui.add(label).clicked() {
        *details = !*details;
    }
    if *details {
        for line in lines(hud) {
            ui.label(RichText::new(line).color(dim(ui)));
        }
    }
}

/// How fast it goes.
fn pace(hud: &Hud) -> String {
    let is_cpu = |plot: &PlotTime| matches!(plot.painter, Painter::Cpu { .. });
    let shaders = hud.plots.iter().filter(|(_, plot)| !is_cpu(plot));
    let in_shaders: f64 = shaders.filter_map(|(_, plot)| plot.ms).sum();
    // A frame that nothing follows is given to the GPU and not waited for.
    let last = format!("the last frame took {:.1} ms", hud.frame_ms.max(in_shaders));
    match (hud.paused, hud.frames_per_second) {
        (true, _) => format!("paused; {last}"),
        (false, Some(fps)) => format!("{fps:.0} frames a second, {:.1} ms each", hud.frame_ms),
        (false, None) => format!("at rest; {last}"),
    }
}

/// A click on the line leads to the colorplot.
fn plot_row(ui: &mut Ui, line: usize, plot: &PlotTime, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        let name = RichText::new(format!("line {line}")).color(accent(ui));
        let name = Label::new(name).sense(Sense::click());
        let command = Command::RevealRange(plot.range.start, plot.range.end);
        if ui.add(name).on_hover_text(command.meaning()).clicked() {
            commands.push(command);
        }
        let (painter, why) = match &plot.painter {
            Painter::Gpu => ("GPU", None),
            Painter::Software => ("software rendering", None),
            Painter::Cpu { why } => ("CPU", why.as_ref()),
        };
        let shown = match plot.ms {
            Some(ms) => format!("{painter}, {}", milliseconds(ms)),
            None => painter.to_owned(),
        };
        ui.label(RichText::new(shown).color(letters(ui)));
        if let Some(why) = why {
            let mut short: String = why.chars().take(LONG).collect();
            if short.len() < why.len() {
                short.push('…');
            }
            ui.label(RichText::new(short).color(dim(ui)));
        }
    });
}

fn milliseconds(ms: f64) -> String {
    match ms {
        ..0.1 => "less than 0.1 ms".to_owned(),
        ..9.95 => format!("{ms:.1} ms"),
        _ => format!("{ms:.0} ms"),
    }
}

/// The times of the last frames, with the line that none should be above. What takes very long is cut.
fn graph(ui: &mut Ui, frames: &[[f32; 2]]) {
    let [width, height] = GRAPH;
    let size = vec2(width.min(ui.available_width()), height);
    let (area, _) = ui.allocate_exact_size(size, Sense::hover());
    let longest = frames.iter().map(|[_, ms]| *ms).fold(0.0, f32::max);
    // The line lies in the middle unless frames take longer.
    let top = longest.clamp(2.0 * FRAME_OF_A_SCREEN, 8.0 * FRAME_OF_A_SCREEN);
    let place = |[ago, ms]: [f32; 2]| -> Pos2 {
        let x = area.right() - ago / GRAPH_SECONDS * area.width();
        let y = area.bottom() - (ms / top).min(1.0) * area.height();
        pos2(x.max(area.left()), y)
    };
    let painter = ui.painter();
    painter.rect_filled(area, 2.0, ground(ui));
    for frame in frames {
        let end = place(*frame);
        let colour = match frame[1] > 1.5 * FRAME_OF_A_SCREEN {
            true => wrong(ui),
            false => accent(ui),
        };
        // As wide as the time that it took.
        let width = (frame[1] / 1000.0 / GRAPH_SECONDS * area.width()).max(1.0);
        let bar = Rect::from_min_max(end - vec2(width, 0.0), pos2(end.x, area.bottom()));
        painter.rect_filled(bar.intersect(area), 0.0, colour);
    }
    let line = place([0.0, FRAME_OF_A_SCREEN]).y;
    painter.hline(area.x_range(), line, Stroke::new(1.0, dim(ui)));
    let text = pos2(area.left() + 3.0, line - 1.0);
    let galley = painter.layout_no_wrap(
        "16.7 ms".to_owned(),
        FontId::proportional(10.0),
        letters(ui),
    );
    let size = galley.size();
    let behind = Rect::from_min_size(text - vec2(2.0, size.y), size + vec2(4.0, 0.0));
    painter.rect_filled(behind, 2.0, behind_letters(ui));
    painter.galley(text - vec2(0.0, size.y), galley, letters(ui));
}

/// What is shown on demand.
fn lines(hud: &Hud) -> Vec<String> {
    let [width, height] = hud.size;
    let mut lines = vec![hud.painter.clone(), format!("{width} × {height} pixels")];
    let pipelines = hud.pipelines.map(|count| format!("{count} pipelines"));
    let bytes = hud.gpu_bytes;
    let bytes = bytes.map(|bytes| format!("{:.1} MB on the GPU", bytes as f64 / 1e6));
    let both: Vec<String> = pipelines.into_iter().chain(bytes).collect();
    lines.extend((!both.is_empty()).then(|| both.join(", ")));
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
    use cindyscript_protocol::ByteRange;

    use super::*;

    #[test]
    fn details_name_the_stages_that_ran() {
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
            painter: "Vulkan, a card".to_owned(),
            size: [500, 400],
            pipelines: Some(3),
            gpu_bytes: Some(1_250_000),
            ..Hud::default()
        });
        let expected = [
            "Vulkan, a card",
            "500 × 400 pixels",
            "3 pipelines, 1.2 MB on the GPU",
            "version 7: 12.2 ms, same shader",
            "parse 0.2 · present 12.0",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn how_fast_it_goes_is_a_sentence() {
        let mut hud = Hud {
            frame_ms: 12.34,
            frames_per_second: Some(59.8),
            ..Hud::default()
        };
        assert_eq!(pace(&hud), "60 frames a second, 12.3 ms each");
        hud.paused = true;
        assert_eq!(pace(&hud), "paused; the last frame took 12.3 ms");
        (hud.paused, hud.frames_per_second) = (false, None);
        assert_eq!(pace(&hud), "at rest; the last frame took 12.3 ms");
        let plot = |painter, ms| {
            let range = ByteRange { start: 0, end: 1 };
            let ms = Some(ms);
            (1, PlotTime { range, painter, ms })
        };
        hud.plots = vec![plot(Painter::Gpu, 20.0), plot(Painter::Gpu, 30.0)];
        assert_eq!(pace(&hud), "at rest; the last frame took 50.0 ms");
        hud.plots = vec![plot(Painter::Cpu { why: None }, 10.0)];
        assert_eq!(pace(&hud), "at rest; the last frame took 12.3 ms");
    }
}
