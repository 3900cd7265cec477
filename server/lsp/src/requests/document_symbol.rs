//! `textDocument/documentSymbol`.

use cindyscript_ide::symbols::{self, OutlineSymbol};

use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{
    DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind,
};

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

pub(crate) fn kind(kind: symbols::SymbolKind) -> SymbolKind {
    use symbols::SymbolKind as Kind;
    match kind {
        Kind::Script => SymbolKind::EVENT,
        Kind::Function => SymbolKind::FUNCTION,
        Kind::Variable => SymbolKind::VARIABLE,
        Kind::Colorplot => SymbolKind::OBJECT,
        Kind::Element => SymbolKind::CONSTANT,
    }
}
