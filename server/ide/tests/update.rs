//! An analysis that is updated says what a fresh one says, whatever is edited.

use cindyscript_hir::document::Document;
use cindyscript_hir::program::PlotId;
use cindyscript_ide::definition::{declarations, definitions};
use cindyscript_ide::hover::hover;
use cindyscript_ide::inlay_hints::{self, inlay_hints};
use cindyscript_ide::references::highlights;
use cindyscript_ide::report::types;
use cindyscript_ide::semantic_tokens::semantic_tokens;
use cindyscript_ide::symbols::symbols;
use cindyscript_ide::unused::unused;
use cindyscript_ide::{Analysis, analyse};
use proptest::prelude::*;
use text_size::{TextRange, TextSize};

/// An applet with what numbers, names and functions can decide: lengths, exponents, the split.
const SCRIPT: &str = "// %% init
n = 4; step = 0.5; centre = [0.25, -0.5];
wave(x, t) := (regional(u); u = x * step; sin(u - t) + u^2);
rows = zeromatrix(n, 2); list = 1..n; third = list_3;
grow = []; repeat(3, k, grow = grow ++ [k^2]);
// %% draw
total = 0; forall(list, e, total = total + e / 3);
r = sqrt(-step); text = \"part \" + total;
if(total > n, draw(centre, size -> 3), drawtext(centre, text));
colorplot(hue(wave(|#|, seconds()) - r) * |# - centre|);
cut(v) := (v < step); colorplot([0, 0], [1, 1], if(cut(#.x), 0.5, wave(#.y, 2)));
";

/// Parts that have little to do with each other, so that an edit of one leaves the others alone.
fn parts() -> String {
    let mut text = String::from(
        "// %% init\nn = 4; step = 0.5; centre = [0.25, -0.5]; shared(x) := (x * step)^2;\n",
    );
    for part in 0..PARTS_OF_SCRIPT {
        let inner = match part % 3 {
            0 => "x".to_owned(),
            _ => format!("wave{}(x / 2, t)", part - 1),
        };
        let template = "wave§(x, t) := (regional(u); u = INNER * step; sin(u - t) + u^2);
list§ = 1..n; third§ = list§_3; grow§ = []; repeat(3, k, grow§ = grow§ ++ [k^2]);
// %% draw
total§ = 0; forall(list§, e, total§ = total§ + e / 3);
r§ = sqrt(-step); text§ = \"part \" + total§ + wave§(third§, 1);
if(total§ > n, draw(centre, size -> third§), drawtext(centre, text§));
pixel§(v) := (v < r§.x); e§ = shared(total§) + late§; late§ = third§;
PLOT// %% init
";
        let plot = match part % 2 {
            0 => "colorplot(hue(wave§(|#|, seconds()) - total§) * |# - centre|);\n",
            _ => "",
        };
        let template = template.replace("PLOT", plot).replace("INNER", &inner);
        text += &template.replace('§', &part.to_string());
    }
    text
}

const PARTS_OF_SCRIPT: usize = 9;

/// What is typed, pasted or deleted.
const PARTS: [&str; 39] = [
    "",
    "",
    "1",
    "7",
    ".5",
    "-",
    "x",
    "step",
    "\n",
    "\n// note\n",
    " ",
    ";",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "i",
    " + 0.5",
    " = ",
    "total",
    "wave(1, 2)",
    "n = 5; ",
    "f(a) := a_2; ",
    "f([1, 2]) ",
    "forall(1..3, k, total = k); ",
    "colorplot(#.x); ",
    "if(n > 2, 1, [1]) ",
    "d = {\"a\": 1}; ",
    "WAVE(2, n);",
    "step = i; ",
    "wave4(1, i); ",
    "shared(r5); ",
    "third7 = \"t\"; ",
    "late2 = [1]; ",
    "draw(centre, n -> 2); ",
    "c = cgllazy(x, x * n + step); ",
    "cgleval(c, late2) ",
    "c = cgllazy(x, cgllazy(y, x + y), n -> step); ",
];

/// All that an editor shows of a document.
fn shown(analysis: &Analysis) -> String {
    let text = analysis.document.text();
    let end = TextSize::of(text);
    let whole = TextRange::up_to(end);
    let mut shown = format!("{:#?}\n", analysis.diagnostics);
    let config = inlay_hints::HintConfig::default();
    shown += &format!("{:?}\n", inlay_hints(analysis, whole, &config));
    shown += &format!("{:?}\n", semantic_tokens(analysis, whole));
    shown += &format!("{:?}\n{:?}\n", types(analysis), symbols(analysis));
    shown += &format!("{:?}\n", unused(analysis));
    let step = 5.max(text.len() / 150);
    for offset in (0..u32::from(end)).step_by(step) {
        let at = TextSize::new(offset);
        let hover = hover(analysis, at, &|range| format!("{range:?}"));
        shown += &format!("{offset} {hover:?}\n");
        let (made, declared) = (definitions(analysis, at), declarations(analysis, at));
        shown += &format!("{:?} {made:?} {declared:?}\n", highlights(analysis, at));
    }
    for applet in &analysis.applets {
        for plot in 0..applet.program.plots.len() as u32 {
            shown += &format!(
                "{:?}\n",
                cindyscript_lint::pixel_program(applet, PlotId(plot), &[])
            );
        }
    }
    shown
}

/// Applies edits one after the other, each a place, how much is replaced, and by what.
fn check(mut text: String, edits: &[(f64, usize, &str)]) {
    let mut document = Document::open("a.cindyscript", text.as_str());
    let mut analysis = analyse(&document);
    for &(place, removed, part) in edits {
        let at = (text.len() as f64 * place) as usize;
        let end = (at + removed).min(text.len());
        text.replace_range(at..end, part);
        document = document.update(text.as_str());
        analysis = analysis.update(&document);
        let fresh = Document::open("a.cindyscript", text.as_str());
        let expected = shown(&analyse(&fresh));
        let found = shown(&analysis);
        let mut lines = found.lines().zip(expected.lines());
        if let Some((found, expected)) = lines.find(|(found, expected)| found != expected) {
            panic!("{text}\nupdated: {found}\nfresh:   {expected}");
        }
        assert_eq!(found, expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn after_any_edits(
        edits in proptest::collection::vec((0.0..1.0_f64, 0..4_usize, 0..PARTS.len()), 1..8),
    ) {
        let edits = edits.iter().map(|&(at, removed, part)| (at, removed, PARTS[part]));
        check(SCRIPT.to_owned(), &edits.collect::<Vec<_>>());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn after_edits_of_parts(
        edits in proptest::collection::vec((0.0..1.0_f64, 0..4_usize, 0..PARTS.len()), 1..6),
    ) {
        let edits = edits.iter().map(|&(at, removed, part)| (at, removed, PARTS[part]));
        check(parts(), &edits.collect::<Vec<_>>());
    }
}

/// The place of the byte at which a text first occurs, as a share of the script.
fn share(of: &str) -> f64 {
    let at = SCRIPT.find(of).expect("the script has it");
    (at as f64 + 0.5) / SCRIPT.len() as f64
}

#[test]
fn after_an_edit_of_each_number() {
    let digits = SCRIPT
        .bytes()
        .enumerate()
        .filter(|(_, byte)| byte.is_ascii_digit());
    for (at, _) in digits {
        let place = (at as f64 + 0.5) / SCRIPT.len() as f64;
        check(SCRIPT.to_owned(), &[(place, 1, "3")]);
        check(
            SCRIPT.to_owned(),
            &[(place, 0, "1"), (share("// %% draw"), 0, "\n")],
        );
    }
}
