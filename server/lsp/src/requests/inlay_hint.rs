//! `textDocument/inlayHint`.

use cindyscript_analysis::inlay_hints::{self, Config, Kind};
use tower_lsp::ls_types::{
    InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip, MarkupContent, MarkupKind, Range,
};

use crate::snapshot::Snapshot;

/// The types to be shown within the text, in a part of it.
pub(crate) fn inlay_hints(snapshot: &Snapshot, range: Range, config: &Config) -> Vec<InlayHint> {
    let range = snapshot.to_text_range(range);
    inlay_hints::inlay_hints(&snapshot.document, &snapshot.analysis, range, config)
        .into_iter()
        .map(|hint| inlay_hint(snapshot, hint))
        .collect()
}

fn inlay_hint(snapshot: &Snapshot, hint: inlay_hints::InlayHint) -> InlayHint {
    InlayHint {
        position: snapshot.to_position(hint.offset),
        label: InlayHintLabel::String(hint.label),
        kind: Some(match hint.kind {
            Kind::Variable | Kind::Colorplot => InlayHintKind::TYPE,
            Kind::Parameter => InlayHintKind::PARAMETER,
        }),
        text_edits: None,
        tooltip: (!hint.tooltip.is_empty()).then_some(InlayHintTooltip::MarkupContent(
            MarkupContent {
                kind: MarkupKind::Markdown,
                value: hint.tooltip,
            },
        )),
        padding_left: None,
        padding_right: None,
        data: None,
    }
}
