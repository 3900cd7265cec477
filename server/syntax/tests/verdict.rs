//! CindyJS's parser and this one accept and reject the same texts.
//!
//! Needs a CindyJS to ask: `CINDYJS_ORACLE` names a folder with an `eval.mjs` that takes
//! `--parse --shared --batch FILE`, and `CINDYJS_DIR` a checkout of CindyJS for its examples and
//! manual. Without them the tests say so and pass. `CINDYJS_CASES` sets how many texts are
//! generated.

#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
};

use cindyscript_diagnostic::{Code, Diagnostic};
use cindyscript_syntax::parse;
use serde::Deserialize;

use cindyscript_test_support::folders::wanted;

/// Errors of ours for texts that CindyJS accepts, by design; see the table in the parser.
const OURS: [Code; 4] = [
    Code::ModifierOutsideCall,
    Code::DictKey,
    Code::DictEntry,
    Code::TooDeep,
];

/// Errors that a call by bars leads to here.
const MISSING: [Code; 3] = [
    Code::MissingOperand,
    Code::MissingOperator,
    Code::MissingSemicolon,
];

/// What CindyJS says of a text. The tree below its root may be deeper than can be read.
#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    ast: Option<Root>,
    #[serde(default)]
    error: Option<String>,
}

/// The root of a tree.
#[derive(Deserialize)]
struct Root {
    #[serde(default)]
    ctype: Option<String>,
    #[serde(default)]
    description: Option<String>,
}

/// CindyJS's verdict on each text: `None` if accepted, else its message.
fn verdicts(oracle: &Path, texts: &[String]) -> Vec<Option<String>> {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let mut verdicts = Vec::new();
    for batch in texts.chunks(2000) {
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        let file = format!("verdict-{}-{number}.json", std::process::id());
        let file = env::temp_dir().join(file);
        fs::write(&file, serde_json::to_string(batch).unwrap()).unwrap();
        let output = Command::new("node")
            .arg(oracle.join("eval.mjs"))
            .args(["--parse", "--shared", "--batch"])
            .arg(&file)
            .current_dir(oracle)
            .output()
            .unwrap();
        fs::remove_file(&file).unwrap();
        let answers = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<Answer> = answers
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(
            answers.len(),
            batch.len(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        verdicts.extend(answers.into_iter().map(|answer| match answer.ast {
            Some(root) if root.ctype.as_deref() == Some("error") => {
                Some(root.description.unwrap_or_default())
            }
            _ => answer.error,
        }));
    }
    verdicts
}

fn compare(oracle: &Path, texts: &[String]) {
    let mut differences = Vec::new();
    let (mut accepted, mut by_design) = (0, 0);
    for (text, theirs) in texts.iter().zip(verdicts(oracle, texts)) {
        let ours = parse(text).errors;
        let explained = ours.iter().all(|error| {
            OURS.contains(&error.code)
                || MISSING.contains(&error.code) && calls_by_bars(text, error)
        });
        accepted += usize::from(theirs.is_none());
        match &theirs {
            None if ours.is_empty() => {}
            Some(_) if !ours.is_empty() => {}
            None if explained => by_design += 1,
            _ => differences.push(format!("{text:?}\n  CindyJS: {theirs:?}\n  here: {ours:?}")),
        }
    }
    println!(
        "{} texts, {accepted} accepted by CindyJS, {by_design} rejected here by design",
        texts.len()
    );
    assert!(
        differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        differences[..differences.len().min(20)].join("\n")
    );
}

/// `f|x|`, a call for CindyJS.
fn calls_by_bars(text: &str, error: &Diagnostic) -> bool {
    text[error.range].starts_with('|')
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path
            .extension()
            .is_some_and(|ext| ext == "html" || ext == "md")
        {
            found.push(path);
        }
    }
}

/// What stands between `open`, which ends with `until`, and `close`.
fn between<'t>(text: &'t str, open: &str, until: &str, close: &str) -> Vec<(&'t str, &'t str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(open) {
        rest = &rest[at + open.len()..];
        let Some((head, body)) = rest.split_once(until) else {
            break;
        };
        let Some(end) = body.find(close) else { break };
        found.push((head, &body[..end]));
        rest = &body[end..];
    }
    found
}

#[test]
fn examples_and_manual() {
    let what = "the grammar over CindyJS's examples and manual";
    let Some([oracle, cindyjs]) = wanted(what, ["CINDYJS_ORACLE", "CINDYJS_DIR"]) else {
        return;
    };
    let mut paths = Vec::new();
    files(&cindyjs.join("examples"), &mut paths);
    files(&cindyjs.join("ref"), &mut paths);
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        if path.extension().is_some_and(|ext| ext == "html") {
            let scripts = between(&text, "<script", ">", "</script>");
            let scripts = scripts
                .into_iter()
                .filter(|(head, _)| head.contains("cindyscript"));
            texts.extend(scripts.map(|(_, body)| body.to_owned()));
        } else {
            texts.extend(
                between(&text, "    > ", "", "\n")
                    .into_iter()
                    .map(|(_, b)| b.to_owned()),
            );
            texts.extend(
                between(&text, "`", "", "`")
                    .into_iter()
                    .map(|(_, b)| b.to_owned()),
            );
        }
    }
    assert!(texts.len() > 100, "only {} texts found", texts.len());
    compare(&oracle, &texts);
}

/// Tokens by how often they are drawn. Most texts are made by the small grammar of [`Random`], in
/// which one token is then replaced.
const TOKENS: &[&str] = &[
    "a", "b", "f", "x", "#", "#1", "1", "2.5", ".5", "1.", "1e3", "\"s\"", ".", "..", ":", ":=",
    ":=_", "_", "=", "::=", "+", "-", "−", "*", "/", "×", "^", "√", "!", "¬", "==", "!=", "<>",
    "<", ">", "<=", "~=", "~<=", "∈", "&", "%", "∨", "<:", ":>", "++", "--", "~~", "°", "->", "→",
    ",", ";", "(", ")", "[", "]", "{", "}", "|", "²", "⁻¹", "₁", "//c\n", "/*c*/", "\n", " ", "\"",
    "'", "e", "E", "é", "~", "\\", "\u{a0}", "/*", "*/",
];

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    fn list(&mut self, depth: usize, out: &mut Vec<&str>) {
        for slot in 0..self.below(4) {
            if slot > 0 {
                out.push(",");
            }
            if self.below(8) > 0 {
                self.statements(depth, out);
            }
        }
    }

    fn statements(&mut self, depth: usize, out: &mut Vec<&str>) {
        for index in 0..1 + self.below(2) {
            if index > 0 {
                out.push(";");
            }
            self.expression(depth, out);
        }
    }

    fn expression(&mut self, depth: usize, out: &mut Vec<&str>) {
        let operators = TOKENS.iter().position(|t| *t == ".").unwrap()
            ..TOKENS.iter().position(|t| *t == ",").unwrap();
        for index in 0..1 + self.below(3) {
            if index > 0 {
                out.push(TOKENS[operators.start + self.below(operators.len())]);
            }
            if self.below(5) == 0 {
                out.push(self.pick(&["-", "+", "!", "√"]));
            }
            let depth = depth.saturating_sub(1);
            match self.below(if depth == 0 { 4 } else { 10 }) {
                0..4 => out.push(self.pick(&["a", "b", "x", "1", "2.5", "\"s\"", "#"])),
                4 => self.bracketed("(", depth, ")", out),
                5 => self.bracketed("[", depth, "]", out),
                6 => self.bracketed("|", depth, "|", out),
                7 => {
                    out.extend(["{", "\"k\"", ":"]);
                    self.expression(depth, out);
                    out.push("}");
                }
                8 => {
                    out.extend(["f", "(", "a", "->"]);
                    self.statements(depth, out);
                    out.push(")");
                }
                _ => {
                    out.push("f");
                    self.bracketed("(", depth, ")", out);
                }
            }
            if self.below(8) == 0 {
                out.push(self.pick(&["°", "²", "₁", ":=_", ".x", "_1", "_(1)"]));
            }
        }
    }

    fn bracketed<'t>(
        &mut self,
        open: &'t str,
        depth: usize,
        close: &'t str,
        out: &mut Vec<&'t str>,
    ) {
        out.push(open);
        self.list(depth, out);
        out.push(close);
    }

    fn text(&mut self) -> String {
        let mut tokens = Vec::new();
        match self.below(3) {
            0 => tokens.extend((0..1 + self.below(7)).map(|_| self.pick(TOKENS))),
            kind => {
                self.statements(3, &mut tokens);
                if kind == 1 {
                    let at = self.below(tokens.len());
                    tokens[at] = self.pick(TOKENS);
                }
            }
        }
        tokens.join(self.pick(&["", " ", "\n"]))
    }
}

#[test]
fn generated_texts() {
    let Some([oracle]) = wanted("the grammar over random texts", ["CINDYJS_ORACLE"]) else {
        return;
    };
    let cases = env::var("CINDYJS_CASES").map_or(4000, |cases| cases.parse().unwrap());
    let seed = env::var("CINDYJS_SEED").map_or(0x9E37_79B9_7F4A_7C15, |seed| seed.parse().unwrap());
    let mut random = Random(seed);
    let texts: Vec<String> = (0..cases).map(|_| random.text()).collect();
    compare(&oracle, &texts);
}
