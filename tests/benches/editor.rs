//! What an author waits for, over the standard streams of `cindyscript-server`: its start, the
//! diagnostics after each kind of edit in the middle of a long script, and the answers to what
//! editors ask then. Then sessions of random edits and requests all over the script, by method.
//! Also the server's memory, and with a checkout of CindyJS in `CINDYJS_DIR` that with the longest
//! page of its gallery. Where rust-analyzer is installed, it is asked the same of a Rust file of the
//! same size, and stands beside.
//!
//! Of the server as it is handed out: with `target=$(rustc --print host-tuple)`, `.github/release.sh programs $target
//! && CINDYSCRIPT_SERVER=$PWD/target/$target/dist/cindyscript-server cargo bench -p cindyscript-tests --bench editor`.
//! The aims are those of [`session`](cindyscript_tests::session), in the processor's time, of each edit
//! and each answer the least in several sessions that are the same, which says the same on a busy
//! machine: what takes more is marked, and the bench fails. Beside the start stands that of a server that
//! only says its version, and beside the memory that with a script of one line.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use std::{env, fmt, fs, process, thread};

use cindyscript_tests::editor::{Editor, Server};
use cindyscript_tests::percentile::{Costs, Times};
use cindyscript_tests::programs::Program;
use cindyscript_tests::random::Random;
use cindyscript_tests::session::{ASKED, DIAGNOSTICS, MEMORY, Session, middle, parameters};
use cindyscript_tests::{clock, examples, memory, script, wanted};
use serde_json::{Value, json};

/// How often each thing is measured.
const TURNS: u32 = 60;

/// Lines of the scripts.
const LINES: [usize; 2] = [1_000, 10_000];

fn main() -> ExitCode {
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
    let mut over = Vec::new();
    for lines in LINES {
        let text = script::long(lines);
        println!("{lines} lines, {} kB", text.len() / 1000);
        let mut opened = Times::default();
        let mut editor = opened.measure(|| {
            let mut editor = open(&text);
            editor.diagnostics(1).unwrap();
            editor
        });
        println!("  {:28} {opened}", "opened");
        edits(&mut editor, lines);
        questions(&mut editor, lines);
        let memory = memory::of(editor.process()) / 1_000_000;
        println!("  {:28} {memory} MB", "memory of the server");
        let ours = sessions(|| open(&text), lines, &mut over);
        peer(lines, &ours);
    }
    let what = "the longest page of CindyJS's gallery";
    if let Some([cindyjs]) = wanted(what, ["CINDYJS_DIR"]) {
        longest_page(&server, &cindyjs.join("examples/cindygl"));
    }
    if over.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("{} aims are missed:", over.len());
    for missed in over {
        println!("  {missed}");
    }
    ExitCode::FAILURE
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

fn row(name: &str, costs: &Costs) {
    println!("  {name:28} {costs}");
}

/// Edits of each kind, done and undone.
fn edits(editor: &mut Editor, lines: usize) {
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
        row(&format!("edit of {name}"), &costs);
    }
}

/// What editors ask, each after an edit whose diagnostics are there.
fn questions(editor: &mut Editor, lines: usize) {
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
        row(name, &costs);
    }
}

/// The edits of a session, after each of which something is asked.
const SESSION: usize = 1_000;

/// How many sessions there are, each of which asks another server the same.
const SESSIONS: usize = 5;

/// The milliseconds that any answer may take at 1,000 lines.
const SHORT: u64 = 4;

/// The row of the diagnostics in a session's table.
const AFTER_EDIT: &str = "diagnostics after an edit";

/// The costs of sessions, beside the aims; those of the first are given back.
fn sessions(open: impl Fn() -> Editor, lines: usize, over: &mut Vec<String>) -> Session {
    let mut memory = 0;
    let mut all = (0..SESSIONS).map(|_| {
        let mut editor = open();
        editor.diagnostics(1).unwrap();
        let session = Session::of(&mut editor, lines, SESSION);
        memory = memory.max(memory::of(editor.process()) / 1_000_000);
        session
    });
    let first = all.next().unwrap();
    let mut least = first.clone();
    all.for_each(|session| least.keep_least(&session));
    println!(
        "  {SESSION} random edits, each with a question; processor time in ms, the least of \
         {SESSIONS} sessions, and in the first of them"
    );
    for ((name, aim, costs), (.., of_first)) in rows(&least).zip(rows(&first)) {
        let aim = if lines < 10_000 { aim.min(SHORT) } else { aim };
        let (figures, of_first) = (Figures::of(costs), Figures::of(of_first));
        let mark = if figures.p99 > aim as f64 {
            over.push(format!(
                "{name} at {lines} lines: p99 {:.2} ms, not {aim}",
                figures.p99
            ));
            format!("   OVER {aim}")
        } else {
            String::new()
        };
        println!(
            "    {name:38} {figures}   first p99 {:7.2}{mark}",
            of_first.p99
        );
    }
    let mark = if memory > MEMORY {
        over.push(format!(
            "memory at {lines} lines: {memory} MB, not {MEMORY}"
        ));
        "   OVER"
    } else {
        ""
    };
    println!("    {:38} {memory} MB{mark}", "memory of the server");
    first
}

/// The rows of a session's table: the name, the aim in milliseconds, the costs.
fn rows(session: &Session) -> impl Iterator<Item = (&'static str, u64, &Costs)> {
    let answers = session.answers.iter();
    let answers = answers.map(|(asked, costs)| (asked.method, asked.aim, costs));
    std::iter::once((AFTER_EDIT, DIAGNOSTICS, &session.edits)).chain(answers)
}

/// How many edits rust-analyzer gets, each with a question.
const PEER_SESSION: usize = 200;

/// How long rust-analyzer may take to read its file.
const READING: Duration = Duration::from_secs(120);

/// The same session with rust-analyzer and a Rust file of the same size, in the parts that both
/// have, with the ratio to ours; if it is there.
fn peer(lines: usize, ours: &Session) {
    let version = Command::new("rust-analyzer").arg("--version").output();
    let version = version.ok().filter(|said| said.status.success());
    let Some(version) = version else {
        println!(
            "  NOT RUN with rust-analyzer: there is none (`rustup component add rust-analyzer`)"
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
            println!("  NOT RUN with rust-analyzer: it has not read its file within {READING:?}");
            drop(editor);
            drop(fs::remove_dir_all(&folder));
            return;
        }
    }
    let mut random = Random::new(17);
    let blocks = 2 * middle(lines) - 1;
    let mut edits = Costs::default();
    let methods = ASKED.iter().filter(|asked| asked.is_shared);
    let methods: Vec<&str> = methods.map(|asked| asked.method).collect();
    let mut costs = vec![Costs::default(); methods.len()];
    for _ in 0..PEER_SESSION {
        let block = random.below(blocks);
        let radius = format!("radius{block} = 0.5 +");
        let changed = radius.replace("0.5", "0.75");
        for (from, to) in [(&radius, &changed), (&changed, &radius)] {
            edits.measure_to_rest(process, || {
                editor.replace(from, to).unwrap();
                pull(&mut editor);
            });
            let which = random.below(methods.len());
            let places = ["radius", "wave", "corners", "total", "middle", "label"];
            let block = random.below(blocks);
            let place = format!("{}{block}", random.pick(&places).unwrap());
            let parameters = parameters(&editor, &place, random.below(lines));
            let ask = || editor.ask(methods[which], parameters);
            drop(costs[which].measure_to_rest(process, ask));
        }
    }
    println!(
        "  {version}, a Rust file of {} kB; processor time in ms, and how many times ours it is",
        text.len() / 1000
    );
    let theirs = std::iter::once((AFTER_EDIT, &edits));
    for (method, costs) in theirs.chain(methods.into_iter().zip(&costs)) {
        let theirs = Figures::of(costs);
        let ours = rows(ours).find(|(name, ..)| *name == method);
        let ratio = ours.map(|(.., costs)| {
            let ours = Figures::of(costs);
            let times = |theirs: f64, ours: f64| theirs / ours.max(1e-3);
            let (p50, p99) = (times(theirs.p50, ours.p50), times(theirs.p99, ours.p99));
            format!("   p50 x {p50:.1}, p99 x {p99:.1}")
        });
        println!("    {method:38} {theirs}{}", ratio.unwrap_or_default());
    }
    let memory = memory::of(process) / 1_000_000;
    println!("    {:38} {memory} MB", "memory of the server");
    drop(editor);
    drop(fs::remove_dir_all(&folder));
}

/// Asks for the diagnostics of the newest text, again where the server wants that.
fn pull(editor: &mut Editor) {
    while let Err(error) = editor.ask("textDocument/diagnostic", json!({})) {
        let is_overtaken = error.to_string().contains("-32802");
        assert!(is_overtaken, "{error}");
    }
}

/// The figures of a row of a session's table, in milliseconds of processor time.
struct Figures {
    p50: f64,
    p99: f64,
    max: f64,
    count: usize,
}

impl Figures {
    fn of(costs: &Costs) -> Self {
        let ms = |share| costs.processor.percentile(share).as_secs_f64() * 1e3;
        Self {
            p50: ms(0.5),
            p99: ms(0.99),
            max: ms(1.0),
            count: costs.processor.count(),
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            p50,
            p99,
            max,
            count,
        } = self;
        write!(
            f,
            "p50 {p50:7.2}  p99 {p99:7.2}  max {max:7.2}  ({count} times)"
        )
    }
}
