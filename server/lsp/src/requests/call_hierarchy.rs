//! `textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and
//! `callHierarchy/outgoingCalls`.

use cindyscript_ide::call_hierarchy::{self, Callable, CallableKind, HierarchyCalls};

use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, Position, SymbolKind,
};

/// What the hierarchy is about at a position.
pub(crate) fn prepare(snapshot: &Snapshot, position: Position) -> Vec<CallHierarchyItem> {
    let offset = snapshot.to_offset(position);
    let found = call_hierarchy::callables(&snapshot.analysis, offset).into_iter();
    found.map(|one| item(snapshot, one)).collect()
}

/// The calls of an item.
pub(crate) fn incoming(
    snapshot: &Snapshot,
    of: &CallHierarchyItem,
) -> Vec<CallHierarchyIncomingCall> {
    let calls = calls(snapshot, of, call_hierarchy::incoming_calls).into_iter();
    let calls = calls.map(|calls| CallHierarchyIncomingCall {
        from_ranges: ranges(snapshot, &calls),
        from: item(snapshot, calls.other),
    });
    calls.collect()
}

/// The calls that an item makes.
pub(crate) fn outgoing(
    snapshot: &Snapshot,
    of: &CallHierarchyItem,
) -> Vec<CallHierarchyOutgoingCall> {
    let calls = calls(snapshot, of, call_hierarchy::outgoing_calls).into_iter();
    let calls = calls.map(|calls| CallHierarchyOutgoingCall {
        from_ranges: ranges(snapshot, &calls),
        to: item(snapshot, calls.other),
    });
    calls.collect()
}

type Find =
    fn(&cindyscript_ide::Analysis, CallableKind, text_size::TextSize) -> Vec<HierarchyCalls>;

fn calls(snapshot: &Snapshot, of: &CallHierarchyItem, find: Find) -> Vec<HierarchyCalls> {
    let start = snapshot.to_offset(of.selection_range.start);
    let row = KINDS.iter().find(|(_, kind)| *kind == of.kind);
    row.map_or_else(Vec::new, |&(kind, _)| find(&snapshot.analysis, kind, start))
}

fn ranges(snapshot: &Snapshot, calls: &HierarchyCalls) -> Vec<tower_lsp::ls_types::Range> {
    let places = calls.places.iter();
    places.map(|&place| snapshot.to_range(place)).collect()
}

const KINDS: [(CallableKind, SymbolKind); 3] = [
    (CallableKind::Script, SymbolKind::EVENT),
    (CallableKind::Function, SymbolKind::FUNCTION),
    (CallableKind::Colorplot, SymbolKind::OBJECT),
];

fn item(snapshot: &Snapshot, callable: Callable) -> CallHierarchyItem {
    let row = KINDS.iter().find(|(kind, _)| *kind == callable.kind);
    CallHierarchyItem {
        name: callable.name,
        kind: row.map_or(SymbolKind::FUNCTION, |(_, kind)| *kind),
        tags: None,
        detail: None,
        uri: snapshot.uri.clone(),
        range: snapshot.to_range(callable.range),
        selection_range: snapshot.to_range(callable.selection_range),
        data: None,
    }
}
