//! `textDocument/documentColor` and `textDocument/colorPresentation`.

use cindyscript_ide::document_colors;

use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{
    Color, ColorInformation, ColorPresentation, ColorPresentationParams, TextEdit,
};

/// The colours that are written as numbers.
pub(crate) fn document_colors(snapshot: &Snapshot) -> Vec<ColorInformation> {
    let colours = document_colors::document_colors(&snapshot.analysis).into_iter();
    let colours = colours.map(|colour| {
        let [red, green, blue, alpha] = colour.rgba.map(|part| part as f32);
        ColorInformation {
            range: snapshot.to_range(colour.range),
            color: Color {
                red,
                green,
                blue,
                alpha,
            },
        }
    });
    colours.collect()
}

/// How another colour is written in the place of one; nothing where there is none.
pub(crate) fn color_presentation(
    snapshot: &Snapshot,
    params: &ColorPresentationParams,
) -> Vec<ColorPresentation> {
    let Color {
        red,
        green,
        blue,
        alpha,
    } = params.color;
    let range = snapshot.to_text_range(params.range);
    let rgba = [red, green, blue, alpha].map(f64::from);
    let text = document_colors::presentation(&snapshot.analysis, range, rgba);
    let presentation = text.map(|text| ColorPresentation {
        label: text.clone(),
        text_edit: Some(TextEdit::new(snapshot.to_range(range), text)),
        additional_text_edits: None,
    });
    presentation.into_iter().collect()
}
