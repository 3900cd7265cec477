//! The structure of documents: `textDocument/documentSymbol`, `foldingRange` and `selectionRange`, and
//! `workspace/symbol`.

use std::sync::Arc;

use cindyscript_ide::folding_ranges::{FoldKind, folding_ranges};
use cindyscript_ide::selection_ranges::selection_ranges;
use cindyscript_ide::symbols::{self, OutlineSymbol};
use cindyscript_ide::workspace_symbols::{Query, workspace_symbols};
use tower_lsp::ls_types::{
    DocumentSymbol, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, Location, OneOf,
    Position, Range, SelectionRange, SymbolInformation, SymbolKind, WorkspaceSymbol,
};

use crate::snapshot::Snapshot;

/// The most symbols of an answer: nobody reads more.
const MOST: usize = 500;

/// The outline: a tree for an editor that can show one, else a list.
pub(crate) fn document_symbols(snapshot: &Snapshot, tree: bool) -> DocumentSymbolResponse {
    let symbols = symbols::symbols(&snapshot.analysis);
    if tree {
        DocumentSymbolResponse::Nested(nested(snapshot, symbols))
    } else {
        let mut list = Vec::new();
        flatten(snapshot, symbols, None, &mut list);
        DocumentSymbolResponse::Flat(list)
    }
}

fn nested(snapshot: &Snapshot, symbols: Vec<OutlineSymbol>) -> Vec<DocumentSymbol> {
    let nest = |symbol: OutlineSymbol| {
        #[expect(
            deprecated,
            reason = "the field must be written, and is left out of the message"
        )]
        DocumentSymbol {
            name: symbol.name,
            detail: symbol.detail,
            kind: kind(symbol.kind),
            tags: None,
            deprecated: None,
            range: snapshot.to_range(symbol.range),
            selection_range: snapshot.to_range(symbol.selection_range),
            children: Some(nested(snapshot, symbol.children)),
        }
    };
    symbols.into_iter().map(nest).collect()
}

fn flatten(
    snapshot: &Snapshot,
    symbols: Vec<OutlineSymbol>,
    container: Option<&str>,
    list: &mut Vec<SymbolInformation>,
) {
    for symbol in symbols {
        let range = snapshot.to_range(symbol.selection_range);
        #[expect(
            deprecated,
            reason = "the field must be written, and is left out of the message"
        )]
        list.push(SymbolInformation {
            name: symbol.name.clone(),
            kind: kind(symbol.kind),
            tags: None,
            deprecated: None,
            location: Location::new(snapshot.uri.clone(), range),
            container_name: container.map(str::to_owned),
        });
        flatten(snapshot, symbol.children, Some(&symbol.name), list);
    }
}

fn kind(kind: symbols::SymbolKind) -> SymbolKind {
    use symbols::SymbolKind as Kind;
    match kind {
        Kind::Script => SymbolKind::EVENT,
        Kind::Function => SymbolKind::FUNCTION,
        Kind::Variable => SymbolKind::VARIABLE,
        Kind::Colorplot => SymbolKind::OBJECT,
        Kind::Element => SymbolKind::CONSTANT,
    }
}

/// The symbols of a document whose names are wanted.
pub(crate) fn symbols_of_document(
    snapshot: &Snapshot,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Vec<WorkspaceSymbol> {
    let found = workspace_symbols(&snapshot.analysis, is_wanted).into_iter();
    let symbols = found.map(|one| WorkspaceSymbol {
        name: one.name,
        kind: kind(one.kind),
        tags: None,
        container_name: one.container,
        location: OneOf::Left(snapshot.location(one.range)),
        data: None,
    });
    symbols.collect()
}

/// The symbols of the open documents, and of files that are not open, that fit a query, the best
/// first.
pub(crate) fn workspace_symbols_of(
    open: &[Arc<Snapshot>],
    files: &[Arc<[WorkspaceSymbol]>],
    query: &str,
) -> Vec<WorkspaceSymbol> {
    let query = Query::new(query);
    let fits = |name: &str| query.distance(name).is_some();
    let open = open
        .iter()
        .flat_map(|snapshot| symbols_of_document(snapshot, &fits));
    let files = files.iter().flat_map(|symbols| symbols.iter());
    let files = files.filter(|symbol| fits(&symbol.name)).cloned();
    let mut all: Vec<WorkspaceSymbol> = open.chain(files).collect();
    all.sort_by_cached_key(|symbol| query.distance(&symbol.name));
    all.truncate(MOST);
    all
}

/// The parts of a document that can be folded.
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

/// The ranges that the selection at each position grows to; without any, the position alone.
pub(crate) fn selections(snapshot: &Snapshot, positions: &[Position]) -> Vec<SelectionRange> {
    let at = |&position| {
        let offset = snapshot.to_offset(position);
        let ranges = selection_ranges(&snapshot.analysis.document, offset).into_iter();
        // From the outermost on, each the parent of the next.
        let grown = ranges.rev().fold(None, |parent, range| {
            Some(SelectionRange {
                range: snapshot.to_range(range),
                parent: parent.map(Box::new),
            })
        });
        grown.unwrap_or_else(|| {
            let position = snapshot.to_position(offset);
            SelectionRange {
                range: Range::new(position, position),
                parent: None,
            }
        })
    };
    positions.iter().map(at).collect()
}
