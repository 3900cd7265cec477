//! What came of a picture, as JSON for programs.

use cindyscript_interpreter::ConsoleOutput;
use cindyscript_interpreter::display::{Drawing, TextDrawing};
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::frame::{DrawItem, FrameDescription};
use cindyscript_player::text::Fonts;
use serde_json::{Value, json};

use crate::fonts::fonts;
use cindyscript_render::compile::{Compiled, reasons};

/// `errors` (of the text, and those that ended a script), `warnings` (all else that went wrong when
/// the scripts ran), `output` (what they printed in the last frame), `texts` (where text stands:
/// left, top, width, height in CSS pixels), `precision` (how precisely each colorplot is computed, and
/// what that lacks).
pub fn receipt(
    compiled: &Compiled,
    diagnostics: &[AppletDiagnostic],
    description: &FrameDescription,
    precisions: Vec<String>,
) -> Value {
    let source = &compiled.source;
    let located =
        |diagnostic: &AppletDiagnostic| source.located(diagnostic.range, &diagnostic.message);
    let (fatal, rest): (Vec<&AppletDiagnostic>, Vec<&AppletDiagnostic>) = diagnostics
        .iter()
        .chain(reasons(&compiled.plots))
        .partition(|diagnostic| diagnostic.fatal);
    let errors = source
        .errors()
        .map(|error| source.located(Some(error.range), &error.message));
    let output: String = description.output.iter().map(ConsoleOutput::line).collect();
    let fonts = fonts();
    let texts = description.items.iter().filter_map(|item| match item {
        DrawItem::Drawing(Drawing::Text(text)) => Some(bounds(text, &fonts)),
        _ => None,
    });
    json!({
        "errors": errors.chain(fatal.into_iter().map(located)).collect::<Vec<_>>(),
        "warnings": rest.into_iter().map(located).collect::<Vec<_>>(),
        "output": output,
        "texts": texts.collect::<Vec<_>>(),
        "precision": precisions,
    })
}

/// Left, top, width, height of the upright rectangle around a line of text.
fn bounds(text: &TextDrawing, fonts: &Fonts) -> [f64; 4] {
    let extent = fonts.extent(&text.text, &text.style);
    let (sin, cos) = text.angle.sin_cos();
    let outline = text.outline.as_ref();
    let around = outline.map_or(0.0, |outline| outline.stroke.width / 2.0);
    let (top, bottom) = (-extent.ascent - around, extent.descent + around);
    let (left, right) = (-around, extent.width + around);
    let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
    // Counterclockwise as seen, where y points down.
    let places = corners.map(|[x, y]| {
        [
            text.origin[0] + cos * x + sin * y,
            text.origin[1] - sin * x + cos * y,
        ]
    });
    let least = |axis: usize| places.iter().map(|p| p[axis]).fold(f64::INFINITY, f64::min);
    let most = |axis: usize| {
        places
            .iter()
            .map(|p| p[axis])
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let (left, top) = (least(0), least(1));
    [left, top, most(0) - left, most(1) - top]
}

#[cfg(test)]
mod tests {
    use cindyscript_interpreter::display::TextStyle;

    use super::*;

    #[test]
    fn turned_text_takes_another_room() {
        let fonts = Fonts::default();
        let mut text = TextDrawing {
            text: "width".into(),
            style: TextStyle {
                size: 20.0,
                family: "sans-serif".into(),
                bold: false,
                italic: false,
            },
            origin: [100.0, 50.0],
            angle: 0.0,
            colour: [0.0, 0.0, 0.0, 1.0],
            outline: None,
        };
        let [left, top, width, height] = bounds(&text, &fonts);
        assert!(left == 100.0 && top < 40.0 && width > height);
        text.angle = std::f64::consts::FRAC_PI_2;
        let [_, turned_top, turned_width, turned_height] = bounds(&text, &fonts);
        assert!((turned_width - height).abs() < 1e-9 && (turned_height - width).abs() < 1e-9);
        assert!(turned_top < top);
    }
}
