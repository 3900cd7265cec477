//! The methods of the protocol: which are advertised, which have a handler, which have a test. A
//! method is all three or none.
//!
//! The server says at run time what it advertises, and answers at run time what it has a handler
//! for. A method is tested if it was sent in that run and what its row says was seen: a part of its
//! answer, or what it has the server do. `cargo test -p cindyscript-lsp --test it methods -- --nocapture`
//! prints the table.

#![allow(clippy::print_stdout, reason = "the table is for the reader")]

#[cfg(unix)]
mod custom;
mod effects;
mod rows;

use std::collections::BTreeSet;
#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::path::Path;

use serde_json::{Value, json};

use crate::client::Client;
#[cfg(unix)]
use crate::preview::Fake;
use rows::METHODS;

/// A document in which `f` is called, in line 1 at character 4.
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
    seen: Seen,
}

/// What is seen when the server knows a method.
enum Seen {
    /// Nothing: it knows it not.
    Nothing,
    /// A place of the answer, as a JSON pointer, and a part of what is written there.
    Answer(&'static str, &'static str),
    /// What this looks for.
    Effect(fn(&mut Client) -> bool),
}

/// Of a method that capabilities have no place for: an editor sends it when the server asks for it
/// (`client/registerCapability`).
const REGISTERED: &str = "registered";

/// All documents that have a preview.
#[cfg(unix)]
const PREVIEWS: &str = "cindyscript/previews";

const fn request(
    name: &'static str,
    advertised: &'static str,
    parameters: fn() -> Value,
    seen: Seen,
) -> Method {
    Method {
        name,
        kind: Kind::Request,
        advertised,
        parameters,
        seen,
    }
}

const fn notification(
    name: &'static str,
    advertised: &'static str,
    parameters: fn() -> Value,
    seen: Seen,
) -> Method {
    Method {
        name,
        kind: Kind::Notification,
        advertised,
        parameters,
        seen,
    }
}

/// What capabilities say beside the methods that there are.
const DETAILS: [&str; 5] = [
    "/positionEncoding",
    "/diagnosticProvider/interFileDependencies",
    "/workspace/workspaceFolders/supported",
    "/completionProvider/completionItem/labelDetailsSupport",
    "/experimental",
];

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

/// Whether a place of an answer holds a part.
fn holds(answer: &Value, pointer: &str, part: &str) -> bool {
    let value = answer.pointer(pointer).unwrap_or(&Value::Null);
    !value.is_null() && value.to_string().contains(part)
}

impl Seen {
    /// Whether it is seen, behind an answer if there is one.
    fn is_seen(&self, client: &mut Client, answer: Option<&Value>) -> bool {
        match *self {
            Seen::Nothing => false,
            Seen::Answer(pointer, part) => {
                answer.is_some_and(|answer| holds(&answer["result"], pointer, part))
            }
            Seen::Effect(effect) => effect(client),
        }
    }
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
        (true, true, false) => Some(
            "it was sent, and not seen to do what its row says: say there what is seen of it, or \
             mend it",
        ),
    }
}

/// A method that was sent: its answer, if it has one, and whether what its row says was seen.
struct Sent {
    row: &'static Method,
    answer: Option<Value>,
    is_seen: bool,
}

fn send(client: &mut Client, row: &'static Method) -> Sent {
    let parameters = (row.parameters)();
    let answer = match row.kind {
        Kind::Request => Some(client.ask(row.name, parameters)),
        Kind::Notification => {
            client.notify(row.name, parameters);
            None
        }
    };
    let is_seen = row.seen.is_seen(client, answer.as_ref());
    Sent {
        row,
        answer,
        is_seen,
    }
}

#[test]
fn each_is_advertised_handled_and_tested_or_none_of_it() {
    let mut client = Client::logged(&["--log", "warn"]);
    let mut offers = everything();
    offers["capabilities"]["experimental"] = json!({"cindyscript": {
        "commands": ["cindyscript.showReferences"], "resolvesCodeLenses": true,
    }});
    let answer = client.handshake(offers);
    let capabilities = &answer["result"]["capabilities"];
    client.open(URI, TEXT);
    let sent: Vec<Sent> = METHODS.iter().map(|row| send(&mut client, row)).collect();
    let mut failures = Vec::new();
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
            "the capability `{place}`: which method is it of? Add a row to METHODS (tests/it/methods/rows.rs)"
        ));
    }
    for name in &registered {
        if !METHODS.iter().any(|row| row.name.starts_with(name)) {
            failures.push(format!(
                "{name}: it is registered. Add a row to METHODS (tests/it/methods/rows.rs)"
            ));
        }
    }
    println!("{:44} advertised  handled  tested", "method");
    for Sent {
        row,
        answer,
        is_seen,
    } in sent
    {
        let name = row.name;
        let is_advertised = row.advertised.is_empty()
            || advertised.contains(row.advertised)
            || registered
                .iter()
                .any(|registered| name.starts_with(registered));
        let is_handled = match &answer {
            Some(answer) => {
                let code = &answer["error"]["code"];
                if *code == -32603 || *code == -32602 {
                    failures.push(format!(
                        "{name}: it is well-formed, but answered with {answer}"
                    ));
                }
                *code != -32601
            }
            // The library's default says so.
            None => !log.contains(&format!("`{name}` notification, but it is not")),
        };
        print(name, is_advertised, is_handled, is_seen);
        if let Some(wrong) = wrong(is_advertised, is_handled, is_seen) {
            let answer = answer.unwrap_or_default();
            failures.push(format!("{name}: {wrong}: {answer}"));
        }
    }
    // Else the log says nothing of what has no handler.
    assert!(
        log.contains("`notebookDocument/didOpen` notification, but it is not"),
        "{log}"
    );
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn print(name: &str, is_advertised: bool, is_handled: bool, is_tested: bool) {
    let mark = |is: bool| if is { "x" } else { "" };
    let (a, h, t) = (mark(is_advertised), mark(is_handled), mark(is_tested));
    println!("{name:44} {a:^10}  {h:^7}  {t:^6}");
}

/// The server's own methods, and its commands: no editor but those that know the server sends them, or
/// hears them.
#[cfg(unix)]
#[test]
fn each_of_the_servers_own_is_seen() {
    let fake = Fake::new("methods", custom::PREVIEW);
    let mut client = Client::start();
    let mut offers = everything();
    offers["initializationOptions"] = json!({"preview": {"path": fake.program()}});
    offers["capabilities"]["experimental"] = json!({"cindyscript": {"previewDied": true}});
    let answer = client.handshake(offers);
    client.open(URI, TEXT);
    client.rewrite(URI, 2, TEXT);
    client.ask("textDocument/hover", rows::at());
    let mut failures = Vec::new();
    let capabilities = &answer["result"]["capabilities"];
    let advertised = &capabilities["executeCommandProvider"]["commands"];
    let advertised = advertised.as_array().unwrap();
    let is_known = |name: &Value| custom::COMMANDS.iter().any(|row| *name == row.name);
    let unknown = advertised.iter().filter(|name| !is_known(name));
    failures.extend(unknown.map(|name| format!("the command {name} has no row")));
    println!("{:44} advertised  handled  tested", "command or own method");
    for row in custom::COMMANDS {
        let parameters = json!({"command": row.name, "arguments": (row.arguments)()});
        let answer = client.ask("workspace/executeCommand", parameters);
        let is_advertised = advertised.iter().any(|name| *name == row.name);
        let is_handled = answer.get("error").is_none();
        let is_seen = is_handled && row.seen.is_seen(&mut client, Some(&answer));
        print(row.name, is_advertised, is_handled, is_seen);
        if !(is_advertised && is_handled && is_seen) {
            failures.push(format!("the command {}: {answer}", row.name));
        }
    }
    for row in custom::METHODS {
        let is_seen = send(&mut client, row).is_seen;
        print(row.name, true, is_seen, is_seen);
        if !is_seen {
            failures.push(row.name.to_owned());
        }
    }
    // What was told of documents with previews is heard already.
    for name in custom::SENT.iter().filter(|name| **name != PREVIEWS) {
        client.hear(name);
        print(name, true, true, true);
    }
    let rows = custom::METHODS
        .iter()
        .map(|row| row.name)
        .chain(custom::SENT);
    let rows = rows.chain(custom::SENT_BY_A_WORKER);
    let rows: BTreeSet<String> = rows.map(str::to_owned).collect();
    assert_eq!(own_methods(), rows);
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// All methods of its own that the server's source names, but for the one that it sends itself.
#[cfg(unix)]
fn own_methods() -> BTreeSet<String> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut found = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let strings = text.split("\"cindyscript/").skip(1);
            let names = strings.filter_map(|rest| rest.split_once('"'));
            let names = names.filter(|(name, _)| name.chars().all(char::is_alphabetic));
            found.extend(names.map(|(name, _)| format!("cindyscript/{name}")));
        }
    }
    found.remove("cindyscript/malformed");
    found
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
    assert!(wrong(true, true, false).unwrap().contains("its row"));
    let mut found = BTreeSet::new();
    places(
        &json!({"a": {"b": true, "c": false, "d": null}, "e": 1}),
        "",
        &mut found,
    );
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["/a", "/a/b", "/e"]);
}
