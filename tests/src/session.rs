//! A session in the editor: random edits all over a long script, each with a question, and what
//! they cost.

#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use crate::clock;
use crate::editor::Editor;
use crate::percentile::Costs;
use crate::random::Random;

/// What a session costs.
#[derive(Clone, Debug)]
pub struct Session {
    /// From each edit to its diagnostics.
    pub edits: Costs,
    /// The answers, by what was asked.
    pub answers: Vec<(&'static Asked, Costs)>,
}

impl Session {
    /// So many random edits all over a [script](crate::script::long) of so many lines, whose diagnostics have come, and as many
    /// questions. What the server has no handler for is left out.
    ///
    /// # Panics
    /// Where the server does not answer.
    pub fn of(editor: &mut Editor, lines: usize, count: usize) -> Self {
        let process = editor.process();
        let mut random = Random::new(17);
        let blocks = 2 * middle(lines) - 1;
        let mut known: Vec<&'static Asked> = ASKED.iter().collect();
        known.retain(|asked| {
            let parameters = parameters(editor, "centre", 0);
            let answer = editor.ask(asked.method, parameters);
            !answer.is_err_and(|error| error.to_string().contains("-32601"))
        });
        let mut edits = Costs::default();
        let mut costs = vec![Costs::default(); known.len()];
        // What the next edit takes back.
        let mut done: Option<(String, String)> = None;
        for _ in 0..count {
            let block = random.below(blocks);
            let (from, to) = done.take().unwrap_or_else(|| {
                let radius = format!("radius{block} = 0.5 +");
                let changes = [
                    radius.replace("0.5", "0.75"),
                    format!("\n{radius}"),
                    radius.replace("0.5", "(0.5"),
                    radius.replace("0.5", "i"),
                    format!("new = [1, 2, {block}]; {radius}"),
                    radius.replace("radius", "radios"),
                ];
                let change = random.pick(&changes).unwrap().clone();
                done = Some((change.clone(), radius.clone()));
                (radius, change)
            });
            edits.measure_to_rest(process, || {
                let version = editor.replace(&from, &to).unwrap();
                editor.diagnostics(version).unwrap();
            });
            let block = random.below(blocks);
            let places = [
                "radius", "wave", "corners", "total", "middle", "label", "part ",
            ];
            let place = match random.below(9) {
                0 => "centre".to_owned(),
                1 => "scale".to_owned(),
                _ => format!("{}{block}", random.pick(&places).unwrap()),
            };
            let which = random.below(known.len());
            let asked = known[which];
            let mut parameters = parameters(editor, &place, random.below(lines));
            if let Some(other) = asked.about {
                let Some(item) = first(&editor.ask(other, parameters).unwrap_or_default()) else {
                    continue;
                };
                parameters = match asked.method.starts_with("callHierarchy") {
                    true => json!({"item": item}),
                    false => item,
                };
                clock::wait_for_rest(process);
            }
            // A name that cannot be renamed costs as well.
            let ask = || editor.ask(asked.method, parameters);
            drop(costs[which].measure_to_rest(process, ask));
        }
        Self {
            edits,
            answers: known.into_iter().zip(costs).collect(),
        }
    }

    /// Leaves of the cost of each edit and each answer the least of it and of that in another
    /// session of as many lines and edits, which is the same. What else a machine does makes a
    /// thing cost half as much again now and then, but seldom the same thing each time.
    pub fn keep_least(&mut self, other: &Self) {
        self.edits.keep_least(&other.edits);
        for ((_, costs), (_, other)) in self.answers.iter_mut().zip(&other.answers) {
            costs.keep_least(other);
        }
    }
}

/// A request of a session.
#[derive(Debug)]
pub struct Asked {
    /// Its method.
    pub method: &'static str,
    /// The milliseconds of processor time that 99 of 100 answers may take at 10,000 lines.
    pub aim: u64,
    /// The request whose answer, or its first part, it is about.
    about: Option<&'static str>,
    /// Whether rust-analyzer is asked it as well.
    pub is_shared: bool,
}

const fn asked(method: &'static str, aim: u64) -> Asked {
    Asked {
        method,
        aim,
        about: None,
        is_shared: false,
    }
}

/// One that rust-analyzer answers as well.
const fn shared(method: &'static str, aim: u64) -> Asked {
    Asked {
        is_shared: true,
        ..asked(method, aim)
    }
}

/// One about what another one has answered.
const fn about(method: &'static str, aim: u64, other: &'static str) -> Asked {
    Asked {
        about: Some(other),
        ..asked(method, aim)
    }
}

/// What may be asked in a session.
#[rustfmt::skip]
pub const ASKED: [Asked; 33] = [
    about("callHierarchy/incomingCalls", 16, "textDocument/prepareCallHierarchy"),
    about("callHierarchy/outgoingCalls", 16, "textDocument/prepareCallHierarchy"),
    about("codeLens/resolve", 16, "textDocument/codeLens"),
    about("completionItem/resolve", 4, "textDocument/completion"),
    asked("textDocument/codeAction", 16),
    asked("textDocument/codeLens", 16),
    asked("textDocument/colorPresentation", 4),
    shared("textDocument/completion", 8),
    asked("textDocument/declaration", 4),
    shared("textDocument/definition", 4),
    asked("textDocument/documentColor", 16),
    shared("textDocument/documentHighlight", 4),
    asked("textDocument/documentLink", 16),
    shared("textDocument/documentSymbol", 16),
    asked("textDocument/foldingRange", 16),
    asked("textDocument/formatting", 100),
    shared("textDocument/hover", 4),
    shared("textDocument/inlayHint", 4),
    asked("textDocument/inlineValue", 4),
    asked("textDocument/linkedEditingRange", 4),
    asked("textDocument/onTypeFormatting", 16),
    asked("textDocument/prepareCallHierarchy", 4),
    asked("textDocument/prepareRename", 4),
    asked("textDocument/rangeFormatting", 16),
    shared("textDocument/references", 16),
    shared("textDocument/rename", 16),
    asked("textDocument/selectionRange", 4),
    asked("textDocument/semanticTokens/full", 50),
    asked("textDocument/semanticTokens/full/delta", 50),
    shared("textDocument/semanticTokens/range", 4),
    shared("textDocument/signatureHelp", 4),
    asked("textDocument/typeDefinition", 4),
    asked("workspace/symbol", 16),
];

/// What diagnostics may take after an edit, in milliseconds at 10,000 lines.
pub const DIAGNOSTICS: u64 = 25;

/// The most memory that the server may take, in megabytes.
pub const MEMORY: usize = 100;

/// The middle of the script.
#[must_use]
pub fn middle(lines: usize) -> usize {
    lines / 40
}

/// Parameters for whatever is asked about a place and a screen.
#[must_use]
pub fn parameters(editor: &Editor, place: &str, line: usize) -> Value {
    let place = editor
        .position(place)
        .unwrap_or_else(|_| json!({"line": line, "character": 0}));
    json!({
        "position": place,
        "positions": [place],
        "range": {
            "start": {"line": line, "character": 0},
            "end": {"line": line + 60, "character": 0},
        },
        "context": {
            "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false,
            "frameId": 1, "stoppedLocation": {"start": place, "end": place},
        },
        "newName": "renamed", "ch": ";", "previousResultId": "", "query": "rad",
        "color": {"red": 1, "green": 0.5, "blue": 0, "alpha": 1},
        "options": {"tabSize": 2, "insertSpaces": true},
    })
}

/// The first thing in an answer.
fn first(answer: &Value) -> Option<Value> {
    let items = answer.get("items").unwrap_or(answer);
    items.as_array()?.first().cloned()
}
