//! The registry of codes against the analysis: what each example provokes.

#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::Arc;

use cindyscript_applet::Image;
use cindyscript_hir::document::{Document, Libraries};
use cindyscript_hir::program::PlotId;
use cindyscript_ide::observations::{
    Lossy, Numbers, Observations, Subject, contradictions, lost_digits,
};

use cindyscript_diagnostic::{Code, Diagnostic};
use cindyscript_ide::analyse;
use cindyscript_ide::unused::unused;
use text_size::{TextLen, TextRange};

/// A library that imports itself, and nothing else.
#[derive(Debug)]
struct Itself;

impl Libraries for Itself {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        match path {
            "itself.cjs" => Ok("import(\"itself\");".into()),
            _ => Err("there is no such file".to_owned()),
        }
    }

    fn missing(&self, _: &Image) -> Option<String> {
        Some("there is no such file".to_owned())
    }
}

/// All that is said of a text, also for those who ask for more, and where a root and a variable were
/// real numbers, and a colorplot lost digits, when it ran.
fn said(text: &str) -> Vec<Diagnostic> {
    let name = match text.starts_with('<') {
        true => "test.html",
        false => "test.cindyscript",
    };
    let document = Document::open_with(name, text, Arc::new(Itself));
    let analysis = analyse(&document);
    let mut said = analysis.diagnostics.clone();
    said.extend(analysis.portability());
    said.extend(analysis.recompilation());
    said.extend(unused(&analysis));
    for applet in &analysis.applets {
        let plots = (0..applet.program.plots.len() as u32).map(PlotId);
        said.extend(
            plots
                .filter_map(|plot| cindyscript_lint::pixel_program(applet, plot, &[]).err())
                .flatten(),
        );
    }
    let root = "sqrt(s - 5)";
    let start = text.rfind(root).unwrap_or_default();
    let root = TextRange::at((start as u32).into(), root.text_len());
    let mut observed = Observations::default();
    for subject in [Subject::Uniform(root), Subject::Global("whole".to_owned())] {
        observed.note(subject, "real", "0.5".to_owned(), None);
    }
    said.extend(contradictions(&analysis, &observed));
    let plot = "colorplot(#.x + 1e9 - 1e9)";
    if let Some(start) = text.find(plot) {
        observed.note_lossy(vec![Lossy {
            range: TextRange::at((start as u32).into(), plot.text_len()),
            computed: Numbers::Double,
            lacking: None,
            differing: Some(90),
            terms: Vec::new(),
        }]);
        said.extend(lost_digits(&analysis, &observed));
    }
    said
}

/// A text that provokes a code that has no example.
fn provoking(code: Code) -> Option<String> {
    let page = |settings: &str| format!("<script>CindyJS({{{settings}}});</script>");
    Some(match code {
        // The programs that read files, and those that run applets, say these.
        Code::CannotRead | Code::NotUtf8 | Code::AtRunTime => return None,
        Code::ImportCycle => "import(\"itself\");".to_owned(),
        Code::LostDigits => "colorplot(#.x + 1e9 - 1e9);".to_owned(),
        Code::MissingImage => page("images: {cat: \"cat.png\"}"),
        Code::MissingLibrary => page("import: {init: [\"library.cindyscript\"]}"),
        Code::More => "undefined + 1;\n".repeat(101),
        Code::NeverComplex => "s = 4; colorplot(re(#.x + sqrt(s - 5)));".to_owned(),
        Code::ObservedType => "whole = 1; colorplot(|#| + whole);".to_owned(),
        Code::TooDeep => "(".repeat(300),
        code => panic!("{code} wants an example"),
    })
}

#[test]
fn each_code_is_provoked_by_its_example() {
    let mut wrong = Vec::new();
    for &code in Code::ALL {
        let example = code.example().map(str::to_owned);
        let Some(text) = example.or_else(|| provoking(code)) else {
            continue;
        };
        let said = said(&text);
        let is_it = |one: &Diagnostic| one.code == code && one.severity == code.severity();
        if !said.iter().any(is_it) {
            let said = said.iter().map(|one| (one.code, one.severity));
            let said: Vec<_> = said.collect();
            wrong.push(format!("{code}: {text}\n    {said:?}"));
        }
        for diagnostic in &said {
            if !diagnostic.code.severities().contains(&diagnostic.severity) {
                wrong.push(format!("no severity of its code: {diagnostic:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
