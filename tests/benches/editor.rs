//! What an author waits for, over the standard streams of `cindyscript-server`: its start, the
//! diagnostics after each kind of edit in the middle of a long script, and the answers to what
//! editors ask then. Then a session of random edits and requests all over the script, by method.
//! Also the server's memory, and with a checkout of CindyJS in `CINDYJS_DIR` that with the longest
//! page of its gallery. Where rust-analyzer is installed, it is asked the same of a Rust file of the
//! same size.
//!
//! `cargo build --release --bins && cargo bench -p cindyscript-tests --bench editor`; the aim is a
//! p95 of 16 ms at 10,000 lines, of 5 ms at 1,000, of the processor's time, which says the same on a
//! busy machine: what takes longer is marked. Beside the start stands that of a server that only
//! says its version, and beside the memory that with a script of one line.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use cindyscript_tests::editor::{Editor, Server};
use cindyscript_tests::percentile::{Costs, Times};
use cindyscript_tests::programs::Program;
use cindyscript_tests::random::Random;
use cindyscript_tests::{clock, examples, memory, script, wanted};
use serde_json::{Value, json};

/// How often each thing is measured.
const TURNS: u32 = 60;

/// Lines of a script, and what an edit may take.
const AIMS: [(usize, Duration); 2] = [
    (1_000, Duration::from_millis(5)),
    (10_000, Duration::from_millis(16)),
];

fn main() {
    let server = Program::Server.path().unwrap();
    let open = |text: &str| {
        let path = Path::new("/tmp/long.cindyscript");
        Editor::open(&server, None, path, text, json!({})).unwrap()
    };
    let (mut alone, mut start, mut least) = (Times::default(), Times::default(), 0);
    for _ in 0..10 {
        let said = alone.measure(|| Command::new(&server).arg("--version").output());
        assert!(said.unwrap().status.success());
        let editor = start.measure(|| {
            let mut editor = open("a = 1;\n");
            editor.diagnostics(1).unwrap();
            editor
        });
        least = least.max(memory::of(editor.process()));
    }
    println!("start of the server");
    println!("  {:28} {alone}", "to its version");
    println!("  {:28} {start}", "to the diagnostics of a line");
    println!("  {:28} {} MB", "memory with a line", least / 1_000_000);
    for (lines, aim) in AIMS {
        let text = script::long(lines);
        println!("{lines} lines, {} kB", text.len() / 1000);
        let mut opened = Times::default();
        let mut editor = opened.measure(|| {
            let mut editor = open(&text);
            editor.diagnostics(1).unwrap();
            editor
        });
        println!("  {:28} {opened}", "opened");
        edits(&mut editor, lines, aim);
        questions(&mut editor, lines, aim);
        let memory = memory::of(editor.process()) / 1_000_000;
        println!("  {:28} {memory} MB", "memory of the server");
        session(&mut open(&text), lines);
        peer(lines);
    }
    let what = "the longest page of CindyJS's gallery";
    if let Some([cindyjs]) = wanted(what, ["CINDYJS_DIR"]) {
        longest_page(&server, &cindyjs.join("examples/cindygl"));
    }
}

/// The page of a gallery with the longest text, opened in a server of its own.
fn longest_page(server: &Path, gallery: &Path) {
    let pages = examples::pages(gallery).unwrap().into_iter();
    let page = pages.max_by_key(|page| fs::metadata(page).map_or(0, |data| data.len()));
    let page = page.unwrap();
    let text = String::from_utf8_lossy(&fs::read(&page).unwrap()).into_owned();
    let (mut opened, mut resident) = (Times::default(), 0);
    for _ in 0..10 {
        let editor = opened.measure(|| {
            let mut editor = Editor::open(server, None, &page, &text, json!({})).unwrap();
            editor.diagnostics(1).unwrap();
            editor
        });
        resident = resident.max(memory::of(editor.process()));
    }
    println!("{}, {} kB", page.display(), text.len() / 1000);
    println!("  {:28} {opened}", "start, to its diagnostics");
    println!(
        "  {:28} {} MB",
        "memory of the server",
        resident / 1_000_000
    );
}

/// The middle of the script.
fn middle(lines: usize) -> usize {
    lines / 40
}

/// A row, with a mark if it takes longer than it should.
fn row(name: &str, costs: &Costs, aim: Duration) {
    let mark = match costs.processor.percentile(0.95) > aim {
        true => format!("   OVER {} ms", aim.as_millis()),
        false => String::new(),
    };
    println!("  {name:28} {costs}{mark}");
}

/// Edits of each kind, done and undone.
fn edits(editor: &mut Editor, lines: usize, aim: Duration) {
    let block = middle(lines);
    let radius = format!("radius{block} = 0.5 +");
    let local = format!("wave{block}(x) := (\n  regional(u, v);\n  u =");
    let edits = [
        ("a literal", &radius, radius.replace("0.5", "0.75")),
        ("a new line", &radius, format!("\n{radius}")),
        ("an opened bracket", &radius, radius.replace("0.5", "(0.5")),
        ("a rename", &local, local.replace("u =", "uu =")),
        ("a type", &radius, radius.replace("0.5", "i")),
    ];
    for (name, from, to) in edits {
        let mut costs = Costs::default();
        let process = editor.process();
        for turn in 0..TURNS {
            let (from, to) = match turn % 2 {
                0 => (from.as_str(), to.as_str()),
                _ => (to.as_str(), from.as_str()),
            };
            costs.measure_by(
                || clock::of(process),
                || {
                    let version = editor.replace(from, to).unwrap();
                    editor.diagnostics(version).unwrap();
                },
            );
        }
        row(&format!("edit of {name}"), &costs, aim);
    }
}

/// What editors ask, each after an edit whose diagnostics are there.
fn questions(editor: &mut Editor, lines: usize, aim: Duration) {
    let block = middle(lines);
    let shown = json!({
        "start": {"line": lines / 2, "character": 0},
        "end": {"line": lines / 2 + 60, "character": 0},
    });
    let whole = json!({
        "start": {"line": 0, "character": 0},
        "end": {"line": lines + 20, "character": 0},
    });
    let place = editor.position(&format!("radius{block} = ")).unwrap();
    let word = json!({"start": place, "end": place});
    let nothing = json!({});
    let questions: [(&str, &str, Value); 9] = [
        ("hover", "hover", json!({"position": place})),
        ("inlay hints, a page", "inlayHint", json!({"range": shown})),
        ("inlay hints, all", "inlayHint", json!({"range": whole})),
        (
            "semantic tokens, a page",
            "semanticTokens/range",
            json!({"range": shown}),
        ),
        ("semantic tokens", "semanticTokens/full", nothing.clone()),
        (
            "semantic tokens, changes",
            "semanticTokens/full/delta",
            json!({"previousResultId": ""}),
        ),
        (
            "code actions",
            "codeAction",
            json!({"range": word, "context": {"diagnostics": []}}),
        ),
        ("code lenses", "codeLens", nothing.clone()),
        ("outline", "documentSymbol", nothing),
    ];
    for (name, method, mut parameters) in questions {
        let mut costs = Costs::default();
        let process = editor.process();
        for turn in 0..TURNS {
            let digits = |turn: u32| format!("radius{block} = 0.{} +", 5 + turn % 2);
            let (from, to) = (digits(turn), digits(turn + 1));
            let version = editor.replace(&from, &to).unwrap();
            editor.diagnostics(version).unwrap();
            let method = format!("textDocument/{method}");
            let ask = || editor.ask(&method, parameters.clone()).unwrap();
            let answer = costs.measure_by(|| clock::of(process), ask);
            // The next question is for what has changed since this answer.
            if let Some(known) = answer.get("resultId") {
                parameters["previousResultId"] = known.clone();
            }
        }
        row(name, &costs, aim);
    }
}

/// The edits of a session, after each of which something is asked.
const SESSION: usize = 1_000;

/// The most memory that the server may take, in megabytes.
const MEMORY: usize = 100;

/// What may be asked in a session, with the milliseconds of processor time that 99 of 100 answers
/// may take at 10,000 lines. A tenth of the lines may take 4 ms at most, whatever is asked.
#[rustfmt::skip]
const METHODS: [(&str, u64); 27] = [
    ("codeAction", 16),
    ("codeLens", 16),
    ("completion", 8),
    ("declaration", 4),
    ("definition", 4),
    ("documentColor", 16),
    ("documentHighlight", 4),
    ("documentLink", 16),
    ("documentSymbol", 16),
    ("foldingRange", 16),
    ("formatting", 100),
    ("hover", 4),
    ("inlayHint", 4),
    ("linkedEditingRange", 4),
    ("onTypeFormatting", 16),
    ("prepareCallHierarchy", 4),
    ("prepareRename", 4),
    ("rangeFormatting", 16),
    ("references", 16),
    ("rename", 16),
    ("selectionRange", 4),
    ("semanticTokens/full", 50),
    ("semanticTokens/full/delta", 50),
    ("semanticTokens/range", 4),
    ("signatureHelp", 4),
    ("typeDefinition", 4),
    ("inlineValue", 4),
];

/// What diagnostics may take after an edit, in milliseconds at 10,000 lines.
const DIAGNOSTICS: u64 = 25;

/// Random edits and requests all over the script. What the server has no handler for is left out.
fn session(editor: &mut Editor, lines: usize) {
    let process = editor.process();
    editor.diagnostics(1).unwrap();
    let mut random = Random::new(17);
    let blocks = 2 * middle(lines) - 1;
    let known = |method: &str| format!("textDocument/{method}");
    let mut methods = METHODS.to_vec();
    methods.retain(|(method, _)| {
        let parameters = parameters(editor, "centre", 0);
        let answer = editor.ask(&known(method), parameters);
        !answer.is_err_and(|error| error.to_string().contains("-32601"))
    });
    let mut edits = Costs::default();
    let mut costs = vec![Costs::default(); methods.len()];
    // What the next edit takes back.
    let mut done: Option<(String, String)> = None;
    for _ in 0..SESSION {
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
        let asked = random.below(methods.len());
        let line = random.below(lines);
        let parameters = parameters(editor, &place, line);
        let method = known(methods[asked].0);
        // A name that cannot be renamed costs as well.
        let answer = costs[asked].measure_to_rest(process, || editor.ask(&method, parameters));
        drop(answer);
    }
    println!("  {SESSION} random edits, each with a question; processor time in ms");
    let aim = |aim: u64| if lines < 10_000 { aim.min(4) } else { aim };
    figures("diagnostics after an edit", &edits, aim(DIAGNOSTICS));
    for ((method, most), costs) in methods.iter().zip(&costs) {
        figures(method, costs, aim(*most));
    }
    let memory = memory::of(process) / 1_000_000;
    let mark = if memory > MEMORY { "   OVER" } else { "" };
    println!("    {:28} {memory} MB{mark}", "memory of the server");
}

/// What is asked of rust-analyzer as well.
const ASKED: [&str; 5] = [
    "completion",
    "hover",
    "inlayHint",
    "semanticTokens/range",
    "documentSymbol",
];

/// How many edits rust-analyzer gets, each with a question.
const PEER_SESSION: usize = 200;

/// How long rust-analyzer may take to read its file.
const READING: Duration = Duration::from_secs(120);

/// The same session with rust-analyzer and a Rust file of the same size, in the parts that both
/// have, for the ratio; if it is there.
fn peer(lines: usize) {
    let version = Command::new("rust-analyzer").arg("--version").output();
    let version = version.ok().filter(|said| said.status.success());
    let Some(version) = version else {
        println!(
            "  not compared with rust-analyzer: there is none (`rustup component add rust-analyzer`)"
        );
        return;
    };
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    let folder = env::temp_dir().join(format!("editor-bench-{}", process::id()));
    fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = "[package]\nname = \"long\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    let text = script::long_rust(lines);
    let path = folder.join("src/main.rs");
    fs::write(&path, &text).unwrap();
    let server = Server {
        program: "rust-analyzer".into(),
        arguments: Vec::new(),
        language: "rust".to_owned(),
        folder: Some(folder.clone()),
        capabilities: json!({"textDocument": {
            "diagnostic": {},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
        }}),
        settings: json!({"checkOnSave": false, "cachePriming": {"enable": false}}),
    };
    let mut editor = Editor::start(server, None, &path, &text).unwrap();
    let process = editor.process();
    let end = Instant::now() + READING;
    // It has read the file when it knows the value of a function, and rests.
    loop {
        let before = clock::of(process);
        thread::sleep(Duration::from_millis(500));
        let hover = editor.hover("wave1(x");
        let is_read = hover.is_ok_and(|hover| hover.to_string().contains("f64"));
        let rests = clock::of(process).saturating_sub(before) < Duration::from_millis(50);
        if is_read && rests {
            break;
        }
        if Instant::now() > end {
            println!(
                "  not compared with rust-analyzer: it has not read its file within {READING:?}"
            );
            drop(editor);
            drop(fs::remove_dir_all(&folder));
            return;
        }
    }
    let mut random = Random::new(17);
    let blocks = 2 * middle(lines) - 1;
    let mut edits = Costs::default();
    let mut costs = vec![Costs::default(); ASKED.len()];
    for _ in 0..PEER_SESSION {
        let block = random.below(blocks);
        let radius = format!("radius{block} = 0.5 +");
        let changed = radius.replace("0.5", "0.75");
        for (from, to) in [(&radius, &changed), (&changed, &radius)] {
            edits.measure_to_rest(process, || {
                editor.replace(from, to).unwrap();
                editor.ask("textDocument/diagnostic", json!({})).unwrap();
            });
            let asked = random.below(ASKED.len());
            let places = ["radius", "wave", "corners", "total", "middle", "label"];
            let block = random.below(blocks);
            let place = format!("{}{block}", random.pick(&places).unwrap());
            let parameters = parameters(&editor, &place, random.below(lines));
            let method = format!("textDocument/{}", ASKED[asked]);
            let answer = costs[asked].measure_to_rest(process, || editor.ask(&method, parameters));
            drop(answer);
        }
    }
    println!(
        "  {version}, a Rust file of {} kB; processor time in ms",
        text.len() / 1000
    );
    figures("diagnostics after an edit", &edits, u64::MAX);
    for (method, costs) in ASKED.iter().zip(&costs) {
        figures(method, costs, u64::MAX);
    }
    let memory = memory::of(process) / 1_000_000;
    println!("    {:28} {memory} MB", "memory of the server");
    drop(editor);
    drop(fs::remove_dir_all(&folder));
}

/// Parameters for whatever is asked about a place and a screen.
fn parameters(editor: &Editor, place: &str, line: usize) -> Value {
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
        "newName": "renamed", "ch": ";", "previousResultId": "",
        "options": {"tabSize": 2, "insertSpaces": true},
    })
}

/// A row of a session's table.
fn figures(name: &str, costs: &Costs, aim: u64) {
    let ms = |share| costs.processor.percentile(share).as_secs_f64() * 1e3;
    let mark = if ms(0.99) > aim as f64 {
        format!("   OVER {aim}")
    } else {
        String::new()
    };
    let (p50, p99, max, count) = (ms(0.5), ms(0.99), ms(1.0), costs.processor.count());
    println!("    {name:28} p50 {p50:7.2}  p99 {p99:7.2}  max {max:7.2}  ({count} times){mark}");
}
