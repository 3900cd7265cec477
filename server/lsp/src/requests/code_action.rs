//! `textDocument/codeAction`.

use cindyscript_diagnostic::Diagnostic;
use cindyscript_ide::code_actions::{self, ActionKind, applied};
use text_size::TextRange;

use crate::client_features::{ClientFeatures, RENAME};
use crate::diagnostics::diagnostic;
use crate::edit;
use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Command, TextEdit,
};

/// All safe fixes of a document.
const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.cindyscript");

/// The kinds of actions that there are. Editors that fix all when a file is saved look for the general
/// name of that, or for that of this language.
pub(crate) const KINDS: [CodeActionKind; 6] = [
    CodeActionKind::QUICKFIX,
    CodeActionKind::REFACTOR_EXTRACT,
    CodeActionKind::REFACTOR_INLINE,
    CodeActionKind::REFACTOR_REWRITE,
    CodeActionKind::SOURCE_FIX_ALL,
    FIX_ALL,
];

/// The code actions for a part of the text, of the kinds that are asked for.
pub(crate) fn code_actions(
    snapshot: &Snapshot,
    params: &CodeActionParams,
    more: &[Diagnostic],
    features: ClientFeatures,
) -> Vec<CodeActionOrCommand> {
    let range = snapshot.to_text_range(params.range);
    let only = params.context.only.as_deref();
    let actions = code_actions::code_actions(&snapshot.analysis, more, range);
    let all = code_actions::fix_all(&snapshot.analysis);
    // One that is not asked for by its kind would be the same as the quick fix.
    let all = all.filter(|all| only.is_some() || all.edits.len() > 1);
    let actions = actions.into_iter().chain(all);
    actions
        .filter(|action| only.is_none_or(|only| is_asked_for(&kind(action.kind), only)))
        .map(|action| CodeActionOrCommand::CodeAction(code_action(snapshot, action, features)))
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

fn code_action(
    snapshot: &Snapshot,
    action: code_actions::CodeAction,
    features: ClientFeatures,
) -> CodeAction {
    let command = features
        .renames
        .then(|| rename(snapshot, &action))
        .flatten();
    let edits = action.edits.into_iter().map(|edit| TextEdit {
        range: snapshot.to_range(edit.range),
        new_text: edit.text,
    });
    let (uri, edits) = (snapshot.uri.clone(), edits.collect());
    let mended = action.diagnostic.as_ref();
    CodeAction {
        title: capitalised(&action.title),
        kind: Some(kind(action.kind)),
        diagnostics: mended.map(|mended| vec![diagnostic(snapshot, mended, features)]),
        edit: Some(edit::of_document(uri, snapshot.version, edits, features)),
        is_preferred: action.is_preferred.then_some(true),
        command,
        ..CodeAction::default()
    }
}

/// The command that asks for another name than the one that an action makes up.
fn rename(snapshot: &Snapshot, action: &code_actions::CodeAction) -> Option<Command> {
    let place = action.name_to_choose()?;
    let text = applied(snapshot.analysis.document.text(), &action.edits);
    let position = snapshot.range_in(&text, TextRange::empty(place)).start;
    Some(Command {
        title: "Choose a name".to_owned(),
        command: RENAME.to_owned(),
        arguments: Some(vec![
            snapshot.uri.as_str().into(),
            serde_json::to_value(position).ok()?,
        ]),
    })
}

fn kind(kind: ActionKind) -> CodeActionKind {
    match kind {
        ActionKind::QuickFix => CodeActionKind::QUICKFIX,
        ActionKind::Extract => CodeActionKind::REFACTOR_EXTRACT,
        ActionKind::Inline => CodeActionKind::REFACTOR_INLINE,
        ActionKind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        ActionKind::FixAll => FIX_ALL,
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
        check("", [true; 6]);
        check("quickfix", [true, false, false, false, false, false]);
        check("refactor", [false, true, true, true, false, false]);
        check(
            "refactor.rewrite",
            [false, false, false, true, false, false],
        );
        check("refactor.re", [false; 6]);
        check("source", [false, false, false, false, true, true]);
        check("source.fixAll", [false, false, false, false, true, true]);
        check(
            "source.fixAll.cindyscript",
            [false, false, false, false, false, true],
        );
        check("source.organizeImports", [false; 6]);
    }
}
