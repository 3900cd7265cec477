//! Ten thousand edits and requests as fast as they come: in the end the server has the editor's text,
//! and no answer is that of another version than the one that was asked about; or, where the author
//! types on while the editor waits, of a later one.

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::Client;
use crate::methods;
use cindyscript_test_support::random::Random;

const URI: &str = "file:///tmp/order.cindyscript";
const MESSAGES: usize = 10_000;
/// Longer texts are cut, in bytes.
const LONG: usize = 1_200;

/// Questions of editors that wait for the answer while more is typed.
const WHILE_TYPING: [&str; 2] = ["textDocument/completion", "textDocument/signatureHelp"];

/// What is typed.
const PARTS: [&str; 16] = [
    "a = 1;\n",
    "f(x) := x^2;\n",
    "b = f(2) + a;\n",
    "colorplot(|#| - b);\n",
    "draw([a, b]);\n",
    "\"text ä😀\"",
    "// a comment 😀\n",
    "(",
    ")",
    "\"",
    "/*",
    "*/",
    ";",
    "\n",
    "ü",
    " + 1",
];

/// The first line: it names its version, and something that is missing, which a diagnostic names.
fn first_line(version: i32) -> String {
    format!("v{version} = missing{version};")
}

/// The numbers of versions that an answer names.
fn named(answer: &str) -> Vec<i32> {
    let mut found = Vec::new();
    for word in answer.split(|c: char| !c.is_ascii_alphanumeric()) {
        let number = word.strip_prefix("missing").or(word.strip_prefix('v'));
        found.extend(number.and_then(|number| number.parse::<i32>().ok()));
    }
    found
}

/// A text as the editor has it, with its version.
struct Text {
    text: String,
    version: i32,
}

impl Text {
    /// The position of an offset, as the protocol has it.
    fn position(&self, offset: usize) -> Value {
        let before = &self.text[..offset];
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        let character = before[line..].encode_utf16().count();
        json!({"line": before.matches('\n').count(), "character": character})
    }

    /// Replaces a part, which is told to the server.
    fn change(&mut self, range: std::ops::Range<usize>, new: &str) -> Value {
        let ends = json!({"start": self.position(range.start), "end": self.position(range.end)});
        self.text.replace_range(range, new);
        json!({"range": ends, "text": new})
    }

    /// A boundary of characters between the first line and the last.
    fn somewhere(&self, random: &mut Random) -> usize {
        let first = self.text.find('\n').unwrap() + 1;
        let last = self.text.rfind('\n').unwrap().max(first);
        let mut offset = first + random.below(last + 1 - first);
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    /// Types or deletes something, and writes the new version into the first line.
    fn edit(&mut self, random: &mut Random) -> Vec<Value> {
        self.version += 1;
        if random.below(50) == 0 {
            let rest = self.text.split_once('\n').unwrap().1;
            self.text = format!("{}\n{rest}", first_line(self.version));
            return vec![json!({"text": self.text})];
        }
        let end = self.text.find('\n').unwrap();
        let marked = self.change(0..end, &first_line(self.version));
        let (a, b) = (self.somewhere(random), self.somewhere(random));
        let deletes = self.text.len() > LONG || random.below(4) == 0;
        let changed = if deletes {
            self.change(a.min(b)..a.max(b).min(self.text.len()), "")
        } else {
            self.change(a..a, random.pick(&PARTS).unwrap())
        };
        vec![marked, changed]
    }
}

/// What is asked about a version, at a place of it.
fn parameters(mut parameters: Value, text: &Text, random: &mut Random) -> Value {
    let at = match random.below(2) {
        0 => json!({"line": 0, "character": random.below(12)}),
        _ => text.position(text.somewhere(random)),
    };
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}});
    for (key, value) in [("position", at), ("range", whole), ("query", json!("v"))] {
        if parameters.get(key).is_some() {
            parameters[key] = value;
        }
    }
    parameters
}

/// What the server knows of a text.
fn known(client: &mut Client) -> [Value; 4] {
    let tokens = client.result("textDocument/semanticTokens/full", URI, json!({}));
    let lines = json!({"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}});
    let diagnostics = json!({"range": lines, "context": {"diagnostics": []}});
    [
        tokens["data"].clone(),
        client.result("textDocument/documentSymbol", URI, json!({})),
        client.result("textDocument/inlayHint", URI, json!({"range": lines})),
        client.result("textDocument/codeAction", URI, diagnostics),
    ]
}

#[test]
fn texts_and_answers_are_those_of_their_version() {
    check(json!({}), &[]);
}

#[test]
fn an_editor_that_waits_while_more_is_typed_may_be_answered_about_a_later_version() {
    let offered = json!({"cindyscript": {"completesWhileTyping": true}});
    let capabilities = json!({"capabilities": {"experimental": offered}});
    check(capabilities, &WHILE_TYPING);
}

/// Edits and requests at random; answers to questions of `may_be_later` may be those of a later
/// version.
fn check(initialize: Value, may_be_later: &[&str]) {
    let mut random = Random::new(2_026);
    let mut client = Client::initialize(initialize);
    let mut text = Text {
        text: format!("{}\na = 1;\ntheend = 1;", first_line(1)),
        version: 1,
    };
    client.open(URI, &text.text);
    let mut requests = methods::requests(URI);
    requests.retain(|(name, parameters)| {
        let answer = client.ask(name, parameters.clone());
        answer["error"]["code"] != -32601
    });
    // The version that each request is about.
    let mut asked: HashMap<i64, (&str, i32)> = HashMap::new();
    for _ in 0..MESSAGES {
        if random.below(2) == 0 {
            let changes = text.edit(&mut random);
            let document = json!({"uri": URI, "version": text.version});
            let params = json!({"textDocument": document, "contentChanges": changes});
            client.notify("textDocument/didChange", params);
        } else {
            let (name, params) = random.pick(&requests).unwrap();
            let params = parameters(params.clone(), &text, &mut random);
            let id = client.request(name, params);
            asked.insert(id, (name, text.version));
        }
        if random.below(4) == 0 {
            thread::sleep(Duration::from_micros(random.below(3_000) as u64));
        }
    }
    let last = known(&mut client);
    let (mut told, mut confirmed, mut pushed) = (0, 0, 0);
    while !asked.is_empty() || pushed < text.version {
        let message = client.wait(|_| true);
        let mut is_while_typing = false;
        let version = if message["method"] == "textDocument/publishDiagnostics" {
            let version = i32::try_from(message["params"]["version"].as_i64().unwrap()).unwrap();
            assert!(version >= pushed, "{version} after {pushed}");
            pushed = version;
            version
        } else if let Some((name, version)) =
            message["id"].as_i64().and_then(|id| asked.remove(&id))
        {
            let code = &message["error"]["code"];
            assert_ne!(*code, -32603, "{name}: {message}");
            told += usize::from(message.get("result").is_some());
            is_while_typing = may_be_later.contains(&name);
            version
        } else {
            continue;
        };
        for named in named(&message.to_string()) {
            let is_right = named == version || is_while_typing && named > version;
            assert!(is_right, "{named} for {version}: {message}");
            confirmed += 1;
        }
    }
    // Else nothing was said that could have been wrong.
    assert!(
        told > 100 && confirmed > 100,
        "{told} answers, {confirmed} of them named a version"
    );
    let mut fresh = Client::initialize(json!({}));
    fresh.open(URI, &text.text);
    assert_eq!(last, known(&mut fresh), "{}", text.text);
}
