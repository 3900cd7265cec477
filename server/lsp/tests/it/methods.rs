//! The methods of the protocol: which are advertised, which have a handler, which have a test. A
//! method is all three or none.
//!
//! The server says at run time what it advertises, and answers at run time what it has a handler
//! for. A method has a test if a file of this folder, other than this one, names it in quotation
//! marks. `cargo test -p cindyscript-lsp --test it methods -- --nocapture` prints the table.

#![allow(clippy::print_stdout, reason = "the table is for the reader")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::Client;

/// A document in which `f` is called at [`AT`].
pub(crate) const TEXT: &str = "f(x) := x^2;\nb = f(2);\ncolorplot(|#| - b);\n";
const URI: &str = "file:///tmp/methods.cindyscript";

/// Whether something answers a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Request,
    Notification,
}

/// A method that editors send.
struct Method {
    name: &'static str,
    kind: Kind,
    /// Where in the server's capabilities it is advertised, as a JSON pointer; nothing if it always
    /// may be sent.
    advertised: &'static str,
    /// Well-formed parameters.
    parameters: fn() -> Value,
}

const fn request(
    name: &'static str,
    advertised: &'static str,
    parameters: fn() -> Value,
) -> Method {
    Method {
        name,
        kind: Kind::Request,
        advertised,
        parameters,
    }
}

const fn notification(
    name: &'static str,
    advertised: &'static str,
    parameters: fn() -> Value,
) -> Method {
    Method {
        name,
        kind: Kind::Notification,
        advertised,
        parameters,
    }
}

/// Those of the protocol's version 3.17 but for its beginning and end, which every test sends. A
/// method that is advertised comes before those that need its answers.
#[rustfmt::skip]
static METHODS: &[Method] = &[
    notification("$/cancelRequest", "", || json!({"id": 1_000_000})),
    notification("$/setTrace", "", || json!({"value": "off"})),
    notification("workspace/didChangeConfiguration", "", || json!({"settings": {}})),
    notification("textDocument/didOpen", "/textDocumentSync/openClose", || json!({"textDocument": {
        "uri": "file:///tmp/other.cindyscript", "languageId": "cindyscript", "version": 1, "text": "a = 1;",
    }})),
    notification("textDocument/didChange", "/textDocumentSync/change", || json!({
        "textDocument": {"uri": "file:///tmp/other.cindyscript", "version": 2}, "contentChanges": [{"text": "a = 2;"}],
    })),
    notification("textDocument/willSave", "/textDocumentSync/willSave", || with(json!({"reason": 1}))),
    request("textDocument/willSaveWaitUntil", "/textDocumentSync/willSaveWaitUntil", || with(json!({"reason": 1}))),
    notification("textDocument/didSave", "/textDocumentSync/save", document),
    notification("textDocument/didClose", "/textDocumentSync/openClose", || json!({
        "textDocument": {"uri": "file:///tmp/other.cindyscript"},
    })),
    notification("notebookDocument/didOpen", "/notebookDocumentSync", || json!({
        "notebookDocument": {"uri": "file:///tmp/a.ipynb", "notebookType": "jupyter", "version": 1, "cells": []},
        "cellTextDocuments": [],
    })),

    request("textDocument/completion", "/completionProvider", at),
    request("completionItem/resolve", "/completionProvider/resolveProvider", || json!({"label": "f"})),
    request("textDocument/hover", "/hoverProvider", at),
    request("textDocument/signatureHelp", "/signatureHelpProvider", at),
    request("textDocument/declaration", "/declarationProvider", at),
    request("textDocument/definition", "/definitionProvider", at),
    request("textDocument/typeDefinition", "/typeDefinitionProvider", at),
    request("textDocument/implementation", "/implementationProvider", at),
    request("textDocument/references", "/referencesProvider", || {
        let mut all = at();
        all["context"] = json!({"includeDeclaration": true});
        all
    }),
    request("textDocument/documentHighlight", "/documentHighlightProvider", at),
    request("textDocument/documentSymbol", "/documentSymbolProvider", document),
    request("textDocument/codeAction", "/codeActionProvider", || {
        let mut all = range();
        all["context"] = json!({"diagnostics": []});
        all
    }),
    request("codeAction/resolve", "/codeActionProvider/resolveProvider", || json!({"title": "any"})),
    request("textDocument/codeLens", "/codeLensProvider", document),
    request("codeLens/resolve", "/codeLensProvider/resolveProvider", || json!({"range": line()})),
    request("textDocument/documentLink", "/documentLinkProvider", document),
    request("documentLink/resolve", "/documentLinkProvider/resolveProvider", || json!({"range": line()})),
    request("textDocument/documentColor", "/colorProvider", document),
    request("textDocument/colorPresentation", "/colorProvider", || {
        let mut all = range();
        all["color"] = json!({"red": 1, "green": 0.5, "blue": 0, "alpha": 1});
        all
    }),
    request("textDocument/formatting", "/documentFormattingProvider", || {
        with(json!({"options": {"tabSize": 2, "insertSpaces": true}}))
    }),
    request("textDocument/rangeFormatting", "/documentRangeFormattingProvider", || {
        let mut all = range();
        all["options"] = json!({"tabSize": 2, "insertSpaces": true});
        all
    }),
    request("textDocument/rangesFormatting", "/documentRangeFormattingProvider/rangesSupport", || {
        with(json!({"ranges": [line()], "options": {"tabSize": 2, "insertSpaces": true}}))
    }),
    request("textDocument/onTypeFormatting", "/documentOnTypeFormattingProvider", || {
        let mut all = at();
        all["ch"] = json!(";");
        all["options"] = json!({"tabSize": 2, "insertSpaces": true});
        all
    }),
    request("textDocument/prepareRename", "/renameProvider/prepareProvider", at),
    request("textDocument/rename", "/renameProvider", || {
        let mut all = at();
        all["newName"] = json!("g");
        all
    }),
    request("textDocument/foldingRange", "/foldingRangeProvider", document),
    request("textDocument/selectionRange", "/selectionRangeProvider", || {
        with(json!({"positions": [at()["position"]]}))
    }),
    request("textDocument/prepareCallHierarchy", "/callHierarchyProvider", at),
    request("callHierarchy/incomingCalls", "/callHierarchyProvider", || json!({"item": item()})),
    request("callHierarchy/outgoingCalls", "/callHierarchyProvider", || json!({"item": item()})),
    request("textDocument/prepareTypeHierarchy", "/typeHierarchyProvider", at),
    request("textDocument/semanticTokens/full", "/semanticTokensProvider/full", document),
    request("textDocument/semanticTokens/full/delta", "/semanticTokensProvider/full/delta", || {
        with(json!({"previousResultId": "none"}))
    }),
    request("textDocument/semanticTokens/range", "/semanticTokensProvider/range", range),
    request("textDocument/linkedEditingRange", "/linkedEditingRangeProvider", at),
    request("textDocument/moniker", "/monikerProvider", at),
    request("textDocument/inlayHint", "/inlayHintProvider", range),
    request("inlayHint/resolve", "/inlayHintProvider/resolveProvider", || {
        json!({"position": at()["position"], "label": "x:"})
    }),
    request("textDocument/inlineValue", "/inlineValueProvider", || {
        let mut all = range();
        all["context"] = json!({"frameId": 1, "stoppedLocation": line()});
        all
    }),
    request("textDocument/inlineCompletion", "/inlineCompletionProvider", || {
        let mut all = at();
        all["context"] = json!({"triggerKind": 1});
        all
    }),
    request("textDocument/diagnostic", "/diagnosticProvider", document),
    request("workspace/diagnostic", "/diagnosticProvider/workspaceDiagnostics", || json!({"previousResultIds": []})),
    request("workspace/symbol", "/workspaceSymbolProvider", || json!({"query": "f"})),
    request("workspaceSymbol/resolve", "/workspaceSymbolProvider/resolveProvider", || {
        json!({"name": "f", "kind": 12, "location": {"uri": URI}})
    }),
    notification("workspace/didChangeWorkspaceFolders", "/workspace/workspaceFolders/changeNotifications", || {
        json!({"event": {"added": [], "removed": []}})
    }),
    notification("workspace/didChangeWatchedFiles", REGISTERED, || {
        json!({"changes": [{"uri": URI, "type": 2}]})
    }),
    request("workspace/willCreateFiles", "/workspace/fileOperations/willCreate", files),
    notification("workspace/didCreateFiles", "/workspace/fileOperations/didCreate", files),
    request("workspace/willRenameFiles", "/workspace/fileOperations/willRename", renamed),
    notification("workspace/didRenameFiles", "/workspace/fileOperations/didRename", renamed),
    request("workspace/willDeleteFiles", "/workspace/fileOperations/willDelete", files),
    notification("workspace/didDeleteFiles", "/workspace/fileOperations/didDelete", files),
    request("workspace/executeCommand", "/executeCommandProvider", || {
        json!({"command": "cindyscript.explain", "arguments": [URI, at()["position"]]})
    }),
];

/// Of a method that capabilities have no place for: an editor sends it when the server asks for it
/// (`client/registerCapability`).
const REGISTERED: &str = "registered";

/// What capabilities say beside the methods that there are.
const DETAILS: [&str; 5] = [
    "/positionEncoding",
    "/diagnosticProvider/interFileDependencies",
    "/workspace/workspaceFolders/supported",
    "/completionProvider/completionItem/labelDetailsSupport",
    "/experimental",
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

fn at() -> Value {
    with(json!({"position": {"line": 1, "character": 4}}))
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

fn files() -> Value {
    json!({"files": [{"uri": URI}]})
}

fn renamed() -> Value {
    json!({"files": [{"oldUri": URI, "newUri": "file:///tmp/new.cindyscript"}]})
}

/// The parameters of a request about [`TEXT`], for tests that send all that there are. Those of a
/// document name `uri`.
pub(crate) fn requests(uri: &str) -> Vec<(&'static str, Value)> {
    let requests = METHODS.iter().filter(|row| row.kind == Kind::Request);
    let named = requests.map(|row| {
        let parameters = (row.parameters)().to_string().replace(URI, uri);
        (row.name, serde_json::from_str(&parameters).unwrap())
    });
    named.collect()
}

/// What an editor says that can do everything.
pub(crate) fn everything() -> Value {
    let dynamic = json!({"dynamicRegistration": true});
    let refresh = json!({"refreshSupport": true});
    json!({"capabilities": {
        "general": {"positionEncodings": ["utf-8", "utf-16"]},
        "window": {"workDoneProgress": true, "showDocument": {"support": true}},
        "workspace": {
            "applyEdit": true,
            "workspaceEdit": {"documentChanges": true},
            "didChangeConfiguration": dynamic, "didChangeWatchedFiles": dynamic,
            "symbol": {"resolveSupport": {"properties": ["location.range"]}},
            "workspaceFolders": true, "configuration": true,
            "semanticTokens": refresh, "codeLens": refresh, "inlineValue": refresh,
            "inlayHint": refresh, "diagnostics": refresh,
        },
        "textDocument": {
            "synchronization": {"willSave": true, "willSaveWaitUntil": true, "didSave": true},
            "completion": {"contextSupport": true, "completionItem": {
                "snippetSupport": true, "documentationFormat": ["markdown"],
                "insertReplaceSupport": true, "labelDetailsSupport": true,
                "resolveSupport": {"properties": ["documentation", "detail", "additionalTextEdits"]},
            }},
            "hover": {"contentFormat": ["markdown"]},
            "signatureHelp": {"contextSupport": true, "signatureInformation": {
                "activeParameterSupport": true,
                "parameterInformation": {"labelOffsetSupport": true},
            }},
            "declaration": {"linkSupport": true}, "definition": {"linkSupport": true},
            "typeDefinition": {"linkSupport": true}, "implementation": {"linkSupport": true},
            "references": {}, "documentHighlight": {},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "codeAction": {
                "isPreferredSupport": true, "dataSupport": true,
                "resolveSupport": {"properties": ["edit"]},
                "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor"]}},
            },
            "codeLens": {}, "documentLink": {"tooltipSupport": true}, "colorProvider": {},
            "formatting": {}, "rangeFormatting": {"rangesSupport": true}, "onTypeFormatting": {},
            "rename": {"prepareSupport": true},
            "publishDiagnostics": {"relatedInformation": true, "versionSupport": true},
            "foldingRange": {"lineFoldingOnly": false}, "selectionRange": {},
            "linkedEditingRange": {}, "callHierarchy": {}, "typeHierarchy": {}, "moniker": {},
            "semanticTokens": {
                "requests": {"range": true, "full": {"delta": true}},
                "tokenTypes": [], "tokenModifiers": [], "formats": ["relative"],
            },
            "inlayHint": {"resolveSupport": {"properties": ["tooltip", "label.location"]}},
            "inlineValue": {}, "diagnostic": {"relatedDocumentSupport": true},
        },
    }})
}

/// The places of capabilities that say yes: what is not `false` and not an empty list.
fn places(capabilities: &Value, at: &str, found: &mut BTreeSet<String>) {
    match capabilities {
        Value::Null | Value::Bool(false) => return,
        Value::Object(entries) => {
            for (key, value) in entries {
                places(value, &format!("{at}/{key}"), found);
            }
        }
        _ => {}
    }
    if !at.is_empty() {
        found.insert(at.to_owned());
    }
}

/// The texts of this folder's other files, and of those in the folders in it, without comments.
fn tests() -> String {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it")];
    let mut texts = String::new();
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("methods.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let lines = text.lines();
                let code = lines.filter(|line| !line.trim_start().starts_with("//"));
                texts.extend(code.flat_map(|line| [line, "\n"]));
            }
        }
    }
    texts
}

/// What is wrong with a method, and what is to be done.
fn wrong(advertised: bool, handled: bool, tested: bool) -> Option<&'static str> {
    match (advertised, handled, tested) {
        (true, true, true) | (false, false, _) => None,
        (true, false, _) => Some(
            "it is advertised, and answered with MethodNotFound: write its handler in \
             src/backend.rs, or take it out of src/capabilities.rs",
        ),
        (false, true, _) => {
            Some("it has a handler, but no editor knows of it: advertise it in src/capabilities.rs")
        }
        (true, true, false) => {
            Some("no test names it: write one in tests/it that sends it and looks at its answer")
        }
    }
}

#[test]
fn each_is_advertised_handled_and_tested_or_none_of_it() {
    let mut client = Client::logged(&["--log", "warn"]);
    let answer = client.handshake(everything());
    let capabilities = &answer["result"]["capabilities"];
    let tests = tests();
    client.open(URI, TEXT);
    let mut answers = Vec::new();
    for row in METHODS {
        let parameters = (row.parameters)();
        match row.kind {
            Kind::Request => answers.push((row.name, client.ask(row.name, parameters))),
            Kind::Notification => client.notify(row.name, parameters),
        }
    }
    let mut failures = Vec::new();
    let commands = &capabilities["executeCommandProvider"]["commands"];
    for command in commands.as_array().unwrap() {
        let command = command.as_str().unwrap();
        let arguments = json!([URI, at()["position"]]);
        let parameters = json!({"command": command, "arguments": arguments});
        let answer = client.ask("workspace/executeCommand", parameters);
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        if message.contains("is no command") {
            failures.push(format!(
                "the command `{command}`: it is advertised: {message}"
            ));
        }
        if !tests.contains(&format!("\"{command}\"")) {
            failures.push(format!(
                "the command `{command}`: no test of tests/it names it"
            ));
        }
    }
    let mut advertised = BTreeSet::new();
    places(capabilities, "", &mut advertised);
    let asked = client.rest();
    let asked = asked
        .iter()
        .filter(|message| message["method"] == "client/registerCapability");
    let asked = asked.flat_map(|message| message["params"]["registrations"].as_array().unwrap());
    let registered: BTreeSet<&str> = asked.map(|it| it["method"].as_str().unwrap()).collect();
    let log = client.log();

    let known = |place: &&String| {
        let detail = DETAILS.iter().any(|detail| place.starts_with(detail));
        // A part of something advertised, such as the characters that trigger it, or what holds it.
        let part = place.rsplit('/').next().is_some_and(|name| {
            !["Provider", "Support"]
                .iter()
                .any(|end| name.ends_with(end))
                && capabilities.pointer(place) != Some(&Value::Bool(true))
        });
        let inside = format!("{place}/");
        let row = METHODS
            .iter()
            .any(|row| row.advertised == place.as_str() || row.advertised.starts_with(&inside));
        detail || part || row
    };
    for place in advertised.iter().filter(|place| !known(place)) {
        failures.push(format!(
            "the capability `{place}`: which method is it of? Add a row to METHODS (tests/it/methods.rs)"
        ));
    }
    for name in &registered {
        if !METHODS.iter().any(|row| row.name.starts_with(name)) {
            failures.push(format!(
                "{name}: it is registered. Add a row to METHODS (tests/it/methods.rs)"
            ));
        }
    }
    println!("{:44} advertised  handled  tested", "method");
    for row in METHODS {
        let name = row.name;
        let is_advertised = row.advertised.is_empty()
            || advertised.contains(row.advertised)
            || registered
                .iter()
                .any(|registered| name.starts_with(registered));
        let is_handled = match row.kind {
            Kind::Request => {
                let (_, answer) = answers.iter().find(|(asked, _)| *asked == name).unwrap();
                if answer["error"]["code"] == -32603 || answer["error"]["code"] == -32602 {
                    failures.push(format!(
                        "{name}: it is well-formed, but answered with {answer}"
                    ));
                }
                answer["error"]["code"] != -32601
            }
            // The library's default says so.
            Kind::Notification => !log.contains(&format!("`{name}` notification, but it is not")),
        };
        let is_tested = tests.contains(&format!("\"{name}\""));
        let mark = |is: bool| if is { "x" } else { "" };
        let (a, h, t) = (mark(is_advertised), mark(is_handled), mark(is_tested));
        println!("{name:44} {a:^10}  {h:^7}  {t:^6}");
        if let Some(wrong) = wrong(is_advertised, is_handled, is_tested) {
            failures.push(format!("{name}: {wrong}"));
        }
    }
    // Else the log says nothing of what has no handler.
    assert!(
        log.contains("`notebookDocument/didOpen` notification, but it is not"),
        "{log}"
    );
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn what_is_missing_is_said() {
    assert_eq!(wrong(true, true, true), None);
    assert_eq!(wrong(false, false, true), None);
    assert!(wrong(true, false, true).unwrap().contains("src/backend.rs"));
    assert!(
        wrong(false, true, true)
            .unwrap()
            .contains("src/capabilities.rs")
    );
    assert!(wrong(true, true, false).unwrap().contains("tests/it"));
    let mut found = BTreeSet::new();
    places(
        &json!({"a": {"b": true, "c": false, "d": null}, "e": 1}),
        "",
        &mut found,
    );
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["/a", "/a/b", "/e"]);
}
