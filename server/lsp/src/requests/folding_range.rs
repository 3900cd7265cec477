//! `textDocument/foldingRange`.

use cindyscript_ide::folding_ranges::{FoldKind, folding_ranges};
use tower_lsp::ls_types::{FoldingRange, FoldingRangeKind};

use crate::snapshot::Snapshot;

/// What can be folded in a document.
pub(crate) fn folds(snapshot: &Snapshot) -> Vec<FoldingRange> {
    let folds = folding_ranges(&snapshot.analysis.document).into_iter();
    folds
        .map(|fold| {
            let range = snapshot.to_range(fold.range);
            FoldingRange {
                start_line: range.start.line,
                start_character: Some(range.start.character),
                end_line: range.end.line,
                end_character: Some(range.end.character),
                kind: match fold.kind {
                    FoldKind::Script => Some(FoldingRangeKind::Region),
                    FoldKind::Comment => Some(FoldingRangeKind::Comment),
                    FoldKind::Code => None,
                },
                collapsed_text: None,
            }
        })
        .collect()
}
