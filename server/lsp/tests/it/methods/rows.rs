//! The methods of the protocol that editors send, each with well-formed parameters, and with what is
//! seen when the server knows it.

use serde_json::{Value, json};

use super::effects::{
    Question, answers, finds_the_new_folder, names, new_folder, reads_a_library_again,
    refreshes_hints, resolves_a_lens, takes_back, traces,
};
use super::{Method, REGISTERED, Seen, URI, notification, request};

/// Those of the protocol's version 3.17 but for its beginning and end, which every test sends. A
/// method that is advertised comes before those that need its answers.
#[rustfmt::skip]
pub(super) static METHODS: &[Method] = &[
    notification("$/cancelRequest", "", || json!({"id": 1_000_000}), Seen::Effect(takes_back)),
    notification("$/setTrace", "", || json!({"value": "messages"}), Seen::Effect(traces)),
    notification("workspace/didChangeConfiguration", "", || {
        json!({"settings": {"inlayHints": {"variables": false}}})
    }, Seen::Effect(refreshes_hints)),
    notification("textDocument/didOpen", "/textDocumentSync/openClose", || json!({"textDocument": {
        "uri": "file:///tmp/other.cindyscript", "languageId": "cindyscript", "version": 1, "text": "a = 1;",
    }}), Seen::Effect(|client| names(client).contains("\"a\""))),
    notification("textDocument/didChange", "/textDocumentSync/change", || json!({
        "textDocument": {"uri": "file:///tmp/other.cindyscript", "version": 2}, "contentChanges": [{"text": "changed = 2;"}],
    }), Seen::Effect(|client| names(client).contains("\"changed\""))),
    notification("textDocument/willSave", "/textDocumentSync/willSave", || with(json!({"reason": 1})), Seen::Nothing),
    request("textDocument/willSaveWaitUntil", "/textDocumentSync/willSaveWaitUntil", || with(json!({"reason": 1})),
        Seen::Nothing),
    notification("textDocument/didSave", "/textDocumentSync/save", document, Seen::Nothing),
    notification("textDocument/didClose", "/textDocumentSync/openClose", || json!({
        "textDocument": {"uri": "file:///tmp/other.cindyscript"},
    }), Seen::Effect(|client| names(client) == "null")),
    notification("notebookDocument/didOpen", "/notebookDocumentSync", || json!({
        "notebookDocument": {"uri": "file:///tmp/a.ipynb", "notebookType": "jupyter", "version": 1, "cells": []},
        "cellTextDocuments": [],
    }), Seen::Nothing),

    request("textDocument/completion", "/completionProvider", at, Seen::Answer("/items", "\"f\"")),
    request("completionItem/resolve", "/completionProvider/resolveProvider", || json!({"label": "sqrt", "data": "sqrt"}),
        Seen::Answer("/documentation/value", "square root; complex for a negative number")),
    request("textDocument/hover", "/hoverProvider", at, Seen::Answer("/contents/value", "f(x): int -> int")),
    request("textDocument/signatureHelp", "/signatureHelpProvider", at,
        Seen::Effect(|client| answers(client, &Question {
        text: "a = f(2, 3); f(x, y) := x + y;",
        method: "textDocument/signatureHelp", more: json!({"position": {"line": 0, "character": 9}}),
        pointer: "/signatures/0/label", part: "f(x",
    }))),
    request("textDocument/declaration", "/declarationProvider", at, Seen::Answer("/0/range/start", "\"line\":0")),
    request("textDocument/definition", "/definitionProvider", at, Seen::Answer("/0/range/start", "\"line\":0")),
    request("textDocument/typeDefinition", "/typeDefinitionProvider", at,
        Seen::Effect(|client| answers(client, &Question {
        text: PAGE, method: "textDocument/typeDefinition", more: json!({"position": {"line": 1, "character": 13}}),
        pointer: "/0/range/start", part: "\"line\":2",
    }))),
    request("textDocument/implementation", "/implementationProvider", at, Seen::Nothing),
    request("textDocument/references", "/referencesProvider", || {
        let mut all = at();
        all["context"] = json!({"includeDeclaration": true});
        all
    }, Seen::Answer("/1/range/start", "\"line\":1")),
    request("textDocument/documentHighlight", "/documentHighlightProvider", at,
        Seen::Answer("/1/range/start", "\"line\":1")),
    request("textDocument/documentSymbol", "/documentSymbolProvider", document,
        Seen::Answer("/0/children/0/name", "f")),
    request("textDocument/codeAction", "/codeActionProvider", || {
        let mut all = range();
        all["context"] = json!({"diagnostics": []});
        all
    }, Seen::Answer("/0/title", "")),
    request("codeAction/resolve", "/codeActionProvider/resolveProvider", || json!({"title": "any"}), Seen::Nothing),
    request("textDocument/codeLens", "/codeLensProvider", document,
        Seen::Answer("/0/command/command", "cindyscript.preview.open")),
    request("codeLens/resolve", "/codeLensProvider/resolveProvider", || json!({"range": line()}),
        Seen::Effect(resolves_a_lens)),
    request("textDocument/documentLink", "/documentLinkProvider", document,
        Seen::Effect(|client| answers(client, &Question {
        text: PAGE, method: "textDocument/documentLink", more: json!({}), pointer: "/0/target", part: "lib.cjs",
    }))),
    request("documentLink/resolve", "/documentLinkProvider/resolveProvider", || json!({"range": line()}),
        Seen::Nothing),
    request("textDocument/documentColor", "/colorProvider", document,
        Seen::Effect(|client| answers(client, &Question {
        text: "draw([0, 0], color -> [1, 0, 0]);", method: "textDocument/documentColor", more: json!({}),
        pointer: "/0/color", part: "\"red\":1",
    }))),
    request("textDocument/colorPresentation", "/colorProvider", || {
        let mut all = range();
        all["color"] = json!({"red": 1, "green": 0.5, "blue": 0, "alpha": 1});
        all
    }, Seen::Effect(|client| answers(client, &Question {
        text: "draw([0, 0], color -> [1, 0, 0]);", method: "textDocument/colorPresentation", more: json!({
            "range": {"start": {"line": 0, "character": 22}, "end": {"line": 0, "character": 31}},
            "color": {"red": 1, "green": 0.5, "blue": 0, "alpha": 1},
        }), pointer: "/0/label", part: "0.5",
    }))),
    request("textDocument/formatting", "/documentFormattingProvider", || {
        with(options())
    }, Seen::Effect(|client| answers(client, &Question {
        text: "a=1;", method: "textDocument/formatting", more: options(), pointer: "", part: "\" \"",
    }))),
    request("textDocument/rangeFormatting", "/documentRangeFormattingProvider", || {
        let mut all = range();
        all["options"] = options()["options"].clone();
        all
    }, Seen::Effect(|client| answers(client, &Question {
        text: "a=1;\nb=1;", method: "textDocument/rangeFormatting", more: json!({
            "range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 4}},
            "options": options()["options"],
        }), pointer: "/0/range/start", part: "\"line\":1",
    }))),
    request("textDocument/rangesFormatting", "/documentRangeFormattingProvider/rangesSupport", || {
        with(json!({"ranges": [line()], "options": options()["options"]}))
    }, Seen::Nothing),
    request("textDocument/onTypeFormatting", "/documentOnTypeFormattingProvider", || {
        let mut all = at();
        all["ch"] = json!(";");
        all["options"] = options()["options"].clone();
        all
    }, Seen::Effect(|client| answers(client, &Question {
        text: "a=1;", method: "textDocument/onTypeFormatting", more: json!({
            "position": {"line": 0, "character": 4}, "ch": ";", "options": options()["options"],
        }), pointer: "", part: "\" \"",
    }))),
    request("textDocument/prepareRename", "/renameProvider/prepareProvider", at, Seen::Answer("/placeholder", "f")),
    request("textDocument/rename", "/renameProvider", || {
        let mut all = at();
        all["newName"] = json!("g");
        all
    }, Seen::Answer("/documentChanges/0/edits/1/newText", "\"g\"")),
    request("textDocument/foldingRange", "/foldingRangeProvider", document,
        Seen::Effect(|client| answers(client, &Question {
        text: "f(x) := (\n  x;\n  x\n);", method: "textDocument/foldingRange", more: json!({}),
        pointer: "/0", part: "\"endLine\"",
    }))),
    request("textDocument/selectionRange", "/selectionRangeProvider", || {
        with(json!({"positions": [at()["position"]]}))
    }, Seen::Answer("/0/parent/range", "\"character\":8")),
    request("textDocument/prepareCallHierarchy", "/callHierarchyProvider", at, Seen::Answer("/0/name", "f(x)")),
    request("callHierarchy/incomingCalls", "/callHierarchyProvider", || json!({"item": item()}),
        Seen::Answer("/0/fromRanges/0/start", "\"line\":1")),
    request("callHierarchy/outgoingCalls", "/callHierarchyProvider", || json!({"item": script()}),
        Seen::Answer("/0/to/name", "f")),
    request("textDocument/prepareTypeHierarchy", "/typeHierarchyProvider", at, Seen::Nothing),
    request("textDocument/semanticTokens/full", "/semanticTokensProvider/full", document,
        Seen::Answer("/data/4", "")),
    request("textDocument/semanticTokens/full/delta", "/semanticTokensProvider/full/delta", || {
        with(json!({"previousResultId": "none"}))
    }, Seen::Answer("/data/4", "")),
    request("textDocument/semanticTokens/range", "/semanticTokensProvider/range", range, Seen::Answer("/data/4", "")),
    request("textDocument/linkedEditingRange", "/linkedEditingRangeProvider", at,
        Seen::Effect(|client| answers(client, &Question {
        text: "f(x) := (regional(r); r = x; r);",
        method: "textDocument/linkedEditingRange", more: json!({"position": {"line": 0, "character": 18}}),
        pointer: "/ranges/2", part: "\"character\":29",
    }))),
    request("textDocument/moniker", "/monikerProvider", at, Seen::Nothing),
    request("textDocument/inlayHint", "/inlayHintProvider", range, Seen::Answer("/0/label", "int")),
    request("inlayHint/resolve", "/inlayHintProvider/resolveProvider", || {
        json!({"position": at()["position"], "label": "x:"})
    }, Seen::Nothing),
    request("textDocument/inlineValue", "/inlineValueProvider", || {
        let mut all = range();
        all["context"] = json!({"frameId": 1, "stoppedLocation": line()});
        all
    }, Seen::Nothing),
    request("textDocument/inlineCompletion", "/inlineCompletionProvider", || {
        let mut all = at();
        all["context"] = json!({"triggerKind": 1});
        all
    }, Seen::Nothing),
    request("textDocument/diagnostic", "/diagnosticProvider", document, Seen::Answer("/kind", "full")),
    request("workspace/diagnostic", "/diagnosticProvider/workspaceDiagnostics", || json!({"previousResultIds": []}),
        Seen::Answer("/items", "")),
    request("workspace/symbol", "/workspaceSymbolProvider", || json!({"query": "f"}), Seen::Answer("/0/name", "f")),
    request("workspaceSymbol/resolve", "/workspaceSymbolProvider/resolveProvider", || {
        json!({"name": "f", "kind": 12, "location": {"uri": URI}})
    }, Seen::Nothing),
    notification("workspace/didChangeWorkspaceFolders", "/workspace/workspaceFolders/changeNotifications", || {
        json!({"event": {"added": [{"uri": new_folder(), "name": "new"}], "removed": []}})
    }, Seen::Effect(finds_the_new_folder)),
    notification("workspace/didChangeWatchedFiles", REGISTERED, || {
        json!({"changes": [{"uri": URI, "type": 2}]})
    }, Seen::Effect(reads_a_library_again)),
    request("workspace/willCreateFiles", "/workspace/fileOperations/willCreate", files, Seen::Nothing),
    notification("workspace/didCreateFiles", "/workspace/fileOperations/didCreate", files, Seen::Nothing),
    request("workspace/willRenameFiles", "/workspace/fileOperations/willRename", renamed, Seen::Nothing),
    notification("workspace/didRenameFiles", "/workspace/fileOperations/didRename", renamed, Seen::Nothing),
    request("workspace/willDeleteFiles", "/workspace/fileOperations/willDelete", files, Seen::Nothing),
    notification("workspace/didDeleteFiles", "/workspace/fileOperations/didDelete", files, Seen::Nothing),
    request("workspace/executeCommand", "/executeCommandProvider", || {
        json!({"command": "cindyscript.explain", "arguments": [URI, at()["position"]]})
    }, Seen::Answer("/text", "f")),
];

fn document() -> Value {
    json!({"textDocument": {"uri": URI}})
}

fn with(more: Value) -> Value {
    let mut all = document();
    for (key, value) in more.as_object().unwrap() {
        all[key] = value.clone();
    }
    all
}

pub(super) fn at() -> Value {
    with(json!({"position": {"line": 1, "character": 4}}))
}

fn options() -> Value {
    json!({"options": {"tabSize": 2, "insertSpaces": true}})
}

fn line() -> Value {
    json!({"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 8}})
}

fn range() -> Value {
    with(json!({"range": line()}))
}

fn item() -> Value {
    let name = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}});
    json!({"name": "f", "kind": 12, "uri": URI, "range": name, "selectionRange": name})
}

/// A document that names a file beside it, in its second line an element of its construction.
const PAGE: &str = "<script>CindyJS({scripts: {init: 'import(\"lib\");',\n draw: 'draw(A);'},\n\
    geometry: [{name: 'A', type: 'Free'}]});</script>";

/// The script of [`super::TEXT`], which calls.
fn script() -> Value {
    let all = json!({"start": {"line": 0, "character": 0}, "end": {"line": 3, "character": 0}});
    let start = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
    json!({"name": "draw", "kind": 24, "uri": URI, "range": all, "selectionRange": start})
}

fn files() -> Value {
    json!({"files": [{"uri": URI}]})
}

fn renamed() -> Value {
    json!({"files": [{"oldUri": URI, "newUri": "file:///tmp/new.cindyscript"}]})
}
