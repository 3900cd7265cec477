//! What is said of pictures that CindyGL does not draw, against what CindyGL did: `programs.md`.
//!
//! Where `CINDYJS_ORACLE` names the folder of the oracle, some of the programs are shown to CindyGL
//! again; `-- --ignored record` shows it all of them and writes what became of them. Where
//! `CINDYJS_DIR` names a checkout of CindyJS, nothing must be said over CindyGL's gallery.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use cindyscript_hir::document::Document;

use cindyscript_diagnostic::{Diagnostic, Severity};
use cindyscript_ide::analyse;
use cindyscript_tests::picture::Picture;
use cindyscript_tests::programs::Program as Binary;
use cindyscript_tests::{examples, wanted};
use serde_json::Value as Json;

/// The largest share of pixels that may differ, and what counts as a difference.
const SHARE: f64 = 0.01;
const TOLERANCE: u8 = 8;

/// Of the programs, every so many-th is shown to CindyGL by a test.
const SAMPLE: usize = 25;

/// What begins a program; what became of it follows.
const FENCE: &str = "```cindyscript ";

/// Pages of the gallery of which something is said, and rightly.
const SAID: &[(&str, &str)] = &[(
    "56_webcam_function_inverse_3.html",
    "a loop from 0 to 255, which CindyGL runs from 1 to 256",
)];

struct Program {
    /// The line of its fence, from 1.
    line: usize,
    verdict: String,
    code: String,
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("portability/programs.md")
}

fn programs() -> Vec<Program> {
    let text = fs::read_to_string(file()).unwrap();
    let mut programs = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        if let Some(verdict) = line.strip_prefix(FENCE) {
            let code = lines.by_ref().map(|(_, line)| line);
            programs.push(Program {
                line: index + 1,
                verdict: verdict.to_owned(),
                code: code
                    .take_while(|line| *line != "```")
                    .collect::<Vec<_>>()
                    .join("\n"),
            });
        }
    }
    programs
}

/// What an author is told of a text: what would be wrong anywhere, and what only CindyGL does
/// otherwise.
fn remarks(name: &str, text: &str) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let analysis = analyse(&Document::open(name, text));
    let more = analysis.portability();
    let wrong = analysis.diagnostics.into_iter();
    let wrong = wrong.filter(|d| matches!(d.severity, Severity::Error | Severity::Warning));
    (wrong.collect(), more)
}

#[test]
fn something_is_said_of_what_cindygl_does_not_draw_and_of_nothing_else() {
    let programs = programs();
    assert!(programs.len() >= 80, "{}", programs.len());
    let mut failures = Vec::new();
    for Program {
        line,
        verdict,
        code,
    } in &programs
    {
        let (wrong, more) = remarks("a.cindyscript", code);
        let is_drawn = match verdict.as_str() {
            "same" => true,
            "different" | "grey" | "refused" => false,
            other => panic!("programs.md:{line}: there is no verdict `{other}`"),
        };
        for remark in more.iter().filter(|_| is_drawn) {
            failures.push(format!("{line}: {code}\n  is drawn: {}", remark.message));
        }
        if !is_drawn && wrong.is_empty() && more.is_empty() {
            failures.push(format!(
                "{line}: {code}\n  is {verdict}, and nothing is said"
            ));
        }
        for remark in &more {
            assert_eq!(remark.severity, Severity::Information, "{}", remark.message);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn nothing_is_said_of_the_gallery() {
    let Some([cindyjs]) = wanted("remarks over CindyGL's gallery", ["CINDYJS_DIR"]) else {
        return;
    };
    let pages = examples::pages(&cindyjs.join("examples/cindygl")).unwrap();
    assert!(pages.len() >= 119, "{}", pages.len());
    let mut failures = Vec::new();
    for page in pages {
        let text = String::from_utf8_lossy(&fs::read(&page).unwrap()).into_owned();
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        let is_right = SAID.iter().any(|(page, _)| *page == name);
        for remark in remarks(&name, &text).1 {
            if !is_right {
                let place = &text[std::ops::Range::<usize>::from(remark.range)];
                failures.push(format!("{name}: `{place}`: {}", remark.message));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn own_applets_have_no_remark() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut failures = Vec::new();
    for folder in ["applets", "../server/ide/templates"] {
        let pages = examples::pages(&root.join(folder)).unwrap();
        assert!(!pages.is_empty(), "{folder}");
        for page in pages {
            let text = fs::read_to_string(&page).unwrap();
            let name = page.file_name().unwrap_or_default().to_string_lossy();
            let analysis = analyse(&Document::open(&name, text.as_str()));
            let remarks = analysis.portability();
            let said = analysis.diagnostics.iter().chain(&remarks);
            failures.extend(said.map(|said| format!("{name}: {}", said.message)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A page that shows a program. No pixel is at a whole number.
fn page(code: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\" />\n\
         <script src=\"/build/js/Cindy.js\"></script>\n\
         <script src=\"/build/js/CindyGL.js\"></script>\n\
         <script id=\"csdraw\" type=\"text/x-cindyscript\">{code}</script>\n\
         <div id=\"CSCanvas\"></div>\n<script>CindyJS({{scripts: \"cs*\", use: [\"CindyGL\"],\n  \
         ports: [{{id: \"CSCanvas\", width: 64, height: 64,\n    \
         transform: [{{visibleRect: [-4, 4, 4, -4]}}]}}]}});</script>\n"
    )
}

/// What becomes of programs in CindyGL.
fn ask(oracle: &Path, folder: &str, programs: &[&Program]) -> Vec<String> {
    let preview = Binary::Preview.path().unwrap();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&out).unwrap();
    let place =
        |program: &Program, extension: &str| out.join(format!("{}.{extension}", program.line));
    for program in programs {
        drop(fs::remove_file(place(program, "json")));
        fs::write(place(program, "html"), page(&program.code)).unwrap();
    }
    let pages = programs.iter().map(|program| place(program, "html"));
    let pages: Vec<PathBuf> = pages.collect();
    for pages in pages.chunks(40) {
        let run = Command::new("node")
            .arg("render.mjs")
            .arg("--out")
            .arg(&out)
            .args(["--frames", "1", "--perf", "0", "--mouse", "none"])
            .args(pages)
            .current_dir(oracle)
            .stdout(Stdio::null())
            .status();
        assert!(run.unwrap().success(), "the oracle failed");
    }
    let verdict = |program: &&Program| {
        let report = fs::read_to_string(place(program, "json")).unwrap();
        let report: Json = serde_json::from_str(&report).unwrap();
        let texts = report["console"].as_array().cloned().unwrap_or_default();
        let has_errors = report["errors"]
            .as_array()
            .is_some_and(|all| !all.is_empty());
        if has_errors || report["status"] == "error" {
            return "refused";
        }
        let is_grey = |text: &Json| {
            let text = text["text"].as_str().unwrap_or_default();
            text.contains("does not generate a color")
        };
        if texts.iter().any(is_grey) {
            return "grey";
        }
        let ours = out.join(format!("{}.ours.png", program.line));
        let run = Command::new(&preview)
            .arg("render")
            .arg(place(program, "html"))
            .arg("--png")
            .arg(&ours)
            .output();
        drop(run.unwrap());
        let theirs = Picture::open(&place(program, "png")).unwrap();
        let difference = Picture::open(&ours).unwrap().difference(&theirs, TOLERANCE);
        match difference.unwrap() <= SHARE {
            true => "same",
            false => "different",
        }
    };
    programs.iter().map(verdict).map(str::to_owned).collect()
}

#[test]
fn cindygl_does_what_is_recorded() {
    let what = "what CindyGL draws of small programs";
    let Some([oracle]) = wanted(what, ["CINDYJS_ORACLE"]) else {
        return;
    };
    let programs = programs();
    let sample: Vec<&Program> = programs.iter().step_by(SAMPLE).collect();
    for (program, verdict) in sample.iter().zip(ask(&oracle, "portability", &sample)) {
        let Program { line, code, .. } = program;
        assert_eq!(verdict, program.verdict, "programs.md:{line}: {code}");
    }
}

#[test]
#[ignore = "asks CindyGL about all programs and writes the file"]
fn record() {
    let oracle = wanted("what CindyGL draws", ["CINDYJS_ORACLE"]);
    let [oracle] = oracle.expect("CINDYJS_ORACLE names the folder of the oracle");
    let programs = programs();
    let all: Vec<&Program> = programs.iter().collect();
    let verdicts = ask(&oracle, "portability-all", &all);
    let text = fs::read_to_string(file()).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (program, verdict) in programs.iter().zip(verdicts) {
        lines[program.line - 1] = format!("{FENCE}{verdict}");
    }
    fs::write(file(), lines.join("\n") + "\n").unwrap();
}
