//! `textDocument/codeAction`.

use std::collections::HashMap;

use cindyscript_ide::Diagnostic;
use cindyscript_ide::code_actions::{self, Kind};

use crate::diagnostics::diagnostic;
use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, TextEdit, WorkspaceEdit,
};

/// The kinds of actions that there are.
pub(crate) const KINDS: [CodeActionKind; 4] = [
    CodeActionKind::QUICKFIX,
    CodeActionKind::REFACTOR_EXTRACT,
    CodeActionKind::REFACTOR_INLINE,
    CodeActionKind::REFACTOR_REWRITE,
];

/// The code actions for a part of the text, of the kinds that are asked for.
pub(crate) fn code_actions(
    snapshot: &Snapshot,
    params: &CodeActionParams,
    more: &[Diagnostic],
) -> Vec<CodeActionOrCommand> {
    let range = snapshot.to_text_range(params.range);
    let only = params.context.only.as_deref();
    code_actions::code_actions(&snapshot.analysis, more, range)
        .into_iter()
        .filter(|action| only.is_none_or(|only| is_asked_for(&kind(action.kind), only)))
        .map(|action| CodeActionOrCommand::CodeAction(code_action(snapshot, action)))
        .collect()
}

/// Kinds are a hierarchy: who asks for `refactor` is given `refactor.rewrite`.
fn is_asked_for(kind: &CodeActionKind, only: &[CodeActionKind]) -> bool {
    only.iter().any(|wanted| {
        let rest = kind.as_str().strip_prefix(wanted.as_str());
        rest.is_some_and(|rest| {
            rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty()
        })
    })
}

fn code_action(snapshot: &Snapshot, action: code_actions::CodeAction) -> CodeAction {
    let edits = action.edits.into_iter().map(|edit| TextEdit {
        range: snapshot.to_range(edit.range),
        new_text: edit.text,
    });
    let edits = HashMap::from([(snapshot.uri.clone(), edits.collect())]);
    let mended = action.diagnostic.as_ref();
    CodeAction {
        title: capitalised(&action.title),
        kind: Some(kind(action.kind)),
        diagnostics: mended.map(|mended| vec![diagnostic(snapshot, mended)]),
        edit: Some(WorkspaceEdit {
            changes: Some(edits),
            ..WorkspaceEdit::default()
        }),
        is_preferred: action.is_preferred.then_some(true),
        ..CodeAction::default()
    }
}

fn kind(kind: Kind) -> CodeActionKind {
    match kind {
        Kind::QuickFix => CodeActionKind::QUICKFIX,
        Kind::Extract => CodeActionKind::REFACTOR_EXTRACT,
        Kind::Inline => CodeActionKind::REFACTOR_INLINE,
        Kind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
    }
}

/// As menus have it.
fn capitalised(title: &str) -> String {
    let mut rest = title.chars();
    match rest.next() {
        Some(first) => first.to_uppercase().chain(rest).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_a_hierarchy() {
        let check = |wanted: &'static str, expected| {
            let only = [CodeActionKind::new(wanted)];
            let asked = KINDS.map(|kind| is_asked_for(&kind, &only));
            assert_eq!(asked, expected, "{wanted}");
        };
        check("", [true; 4]);
        check("quickfix", [true, false, false, false]);
        check("refactor", [false, true, true, true]);
        check("refactor.rewrite", [false, false, false, true]);
        check("refactor.re", [false; 4]);
        check("source", [false; 4]);
    }
}
