//! What editors ask of long texts costs as the text grows.

use std::fs;

use serde_json::json;

use crate::client::Client;

const URI: &str = "file:///tmp/line.cindyscript";

/// Twice the text costs so much more, at most.
const MOST: f64 = 2.5;

/// The processor time that a server takes for a script of so many statements in one line, in
/// hundredths of a second: it opens, colours and outlines it, and gives hints for all of it.
fn cost(statements: u32) -> f64 {
    let line: String = (0..statements)
        .map(|number| format!("x{number} = sin({number}); "))
        .collect();
    let text = format!("é = 1; {line}");
    let length = text.encode_utf16().count();
    let mut client = Client::initialize(json!({}));
    client.open(URI, &text);
    client.diagnostics(URI, Some(1));
    let ends =
        json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": length}});
    let tokens = client.result("textDocument/semanticTokens/full", URI, json!({}));
    assert!(tokens["data"].as_array().unwrap().len() > 5 * 4 * statements as usize);
    client.result("textDocument/documentSymbol", URI, json!({}));
    client.result("textDocument/inlayHint", URI, json!({"range": ends}));
    let stat = fs::read_to_string(format!("/proc/{}/stat", client.process())).unwrap();
    // After the name, which may have spaces: the time of the program, then that of the system.
    let fields = stat.rsplit(')').next().unwrap().split_whitespace().skip(11);
    fields
        .take(2)
        .map(|ticks| ticks.parse::<f64>().unwrap())
        .sum()
}

#[test]
fn twice_the_line_costs_twice_as_much() {
    let ratio = || cost(16_000) / cost(8_000).max(1.0);
    // Others take the caches at times.
    let mut ratios = Vec::new();
    while ratios.len() < 4 && ratios.last().is_none_or(|&last| last > MOST) {
        ratios.push(ratio());
    }
    assert!(
        ratios.last().is_some_and(|&last| last <= MOST),
        "{ratios:.1?}"
    );
}
