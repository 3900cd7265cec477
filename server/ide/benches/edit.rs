//! A keystroke in a long script: from the new text to all diagnostics.
//!
//! `cargo bench -p cindyscript-ide --bench edit`. The floor is copying the text.

use cindyscript_diagnostic::Severity;
use cindyscript_hir::document::Document;
use cindyscript_ide::analyse;
use cindyscript_ide::formatting::{Style, formatting, on_type_formatting};
use cindyscript_ide::references::references;
use divan::{Bencher, black_box};
use text_size::TextSize;

fn main() {
    divan::main();
}

/// Scripts of this many lines: functions, assignments, loops, and a colorplot every hundred lines.
const LINES: [usize; 2] = [1_000, 10_000];

fn script(lines: usize) -> String {
    let mut text = String::new();
    for line in 0..lines {
        let k = line / 10;
        text.push_str(&match line % 10 {
            0 => format!("// Part {k}: a wave with its own frequency and phase."),
            1 => format!("omega{k} = {}.5; phase{k} = [0, 1/3, 2/3]*2*pi;", k % 17),
            2 => format!("wave{k}(p, t) := 1/2 + 1/2*sin(omega{k}*|p| - t);"),
            3 => format!("mix{k}(p, t) := apply(phase{k}, d, wave{k}(p, t + d));"),
            4 => format!("total{k} = sum(phase{k}) + if(omega{k} > 3, omega{k}, 3);"),
            5 => format!(
                "list{k} = []; repeat({}, list{k} = list{k} ++ [#^2]);",
                3 + k % 5
            ),
            6 => format!("text{k} = \"part {k}: \" + total{k} + \" of \" + length(list{k});"),
            7 => format!("z{k} = sqrt(-omega{k}) + i*total{k}; r{k} = |z{k}|;"),
            8 if k % 10 == 0 => format!("colorplot(mix{k}(#, seconds()) * r{k}/(1 + r{k}));"),
            _ => format!("forall(list{k}, e, total{k} = total{k} + e/{});", 2 + k % 3),
        });
        text.push('\n');
    }
    text
}

/// One digit typed in the middle of the script.
fn versions(lines: usize) -> (Document, [String; 2]) {
    let text = script(lines);
    let at = text[text.len() / 2..]
        .find(".5;")
        .map_or(0, |at| at + text.len() / 2 + 2);
    let mut edited = text.clone();
    edited.insert(at, '7');
    (
        Document::open("bench.cindyscript", text.as_str()),
        [edited, text],
    )
}

#[divan::bench(args = LINES)]
fn keystroke(bencher: Bencher, lines: usize) {
    let (mut document, texts) = versions(lines);
    let mut turn = 0;
    bencher.bench_local(|| {
        document = document.update(texts[turn % 2].as_str());
        turn += 1;
        black_box(analyse(&document))
    });
}

/// The same where a function has 16 definitions, each in a script for a key, and one statement has a
/// mistake: one that depends on the function, or another.
#[divan::bench(args = ["wrong = f(2)*\"t\";", "wrong = undefinedname;"])]
fn keystroke_with_definitions(bencher: Bencher, mistake: &str) {
    let mut text = format!("// %% init\nf(x) := x;\n{mistake}\n{}", script(1_000));
    for key in 1..16 {
        text.push_str(&format!("// %% keydown\nf(x) := x + {key};\n"));
    }
    let mut edited = text.clone();
    edited.insert(text.find(".5;").unwrap_or_default() + 2, '7');
    let mut document = Document::open("bench.cindyscript", text.as_str());
    let mut faults = analyse(&document).diagnostics.into_iter();
    assert!(faults.any(|fault| fault.severity <= Severity::Warning));
    let texts = [edited, text];
    let mut turn = 0;
    bencher.bench_local(|| {
        document = document.update(texts[turn % 2].as_str());
        turn += 1;
        black_box(analyse(&document))
    });
}

#[divan::bench(args = LINES)]
fn keystroke_syntax_only(bencher: Bencher, lines: usize) {
    let (mut document, texts) = versions(lines);
    let mut turn = 0;
    bencher.bench_local(|| {
        document = document.update(texts[turn % 2].as_str());
        turn += 1;
    });
}

/// The place of a name in the script.
fn place(text: &str) -> TextSize {
    let at = text.find("omega1 ").unwrap_or_default();
    TextSize::try_from(at).unwrap_or_default()
}

/// Where a name stands, of a version of which nothing of that is known yet.
#[divan::bench(args = LINES)]
fn names(bencher: Bencher, lines: usize) {
    let text = script(lines);
    let analysis = analyse(&Document::open("bench.cindyscript", text.as_str()));
    let at = place(&text);
    bencher.bench_local(|| black_box(references(&analysis.clone(), at, true)));
}

/// The same after an edit of a version of which it is known.
#[divan::bench(args = LINES)]
fn names_after_keystroke(bencher: Bencher, lines: usize) {
    let (document, texts) = versions(lines);
    let at = place(document.text());
    let before = analyse(&document);
    let mut turn = 0;
    bencher
        .with_inputs(|| {
            black_box(references(&before, at, true));
            turn += 1;
            before.update(&document.update(texts[turn % 2].as_str()))
        })
        .bench_local_values(|analysis| black_box(references(&analysis, at, true)));
}

/// What a semicolon does that ends a statement in the middle of the script.
#[divan::bench(args = LINES)]
fn format_on_type(bencher: Bencher, lines: usize) {
    let text = script(lines);
    let half = text.len() / 2;
    let at = text[half..].find(";\n").map_or(0, |at| half + at + 1);
    let document = Document::open("bench.cindyscript", text.as_str());
    let at = TextSize::try_from(at).unwrap_or_default();
    let style = Style::default();
    bencher.bench_local(|| black_box(on_type_formatting(&document, at, ';', &style)));
}

/// All of the script, in which most lines change.
#[divan::bench(args = LINES)]
fn format_all(bencher: Bencher, lines: usize) {
    let document = Document::open("bench.cindyscript", script(lines));
    bencher.bench_local(|| black_box(formatting(&document, &Style::default())));
}

#[divan::bench(args = LINES)]
fn open(bencher: Bencher, lines: usize) {
    let text = script(lines);
    bencher.bench_local(|| analyse(&Document::open("bench.cindyscript", text.as_str())));
}

#[divan::bench(args = LINES)]
fn floor_copy(bencher: Bencher, lines: usize) {
    let text = script(lines);
    bencher.bench_local(|| black_box(text.clone()));
}
