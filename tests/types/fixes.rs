//! Quick fixes on real pages: a fault that is put at the beginning of their scripts is said, its
//! fix mends it, and what else is said of the page is what was said before.
//!
//! The pages are those of `tests/applets`, as they are and with their scripts as strings of
//! JavaScript, and, with a checkout of CindyJS in `CINDYJS_DIR`, its examples of CindyGL.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cindyscript_diagnostic::Code;
use cindyscript_hir::document::Document;
use cindyscript_ide::code_actions::{CodeAction, code_actions};
use cindyscript_ide::{Analysis, analyse};
use cindyscript_tests::{examples, wanted};
use text_size::{TextLen, TextRange, TextSize};

/// What is written, the code of what is said of it if it is wrong, and a part of the fix's title.
const FAULTS: &[(&str, Option<Code>, &str)] = &[
    ("fault = 2*-1;", Some(Code::SignAfterOperator), "2*(-1)"),
    ("fault = (1 + 2;", Some(Code::UnclosedBracket), "insert `)`"),
    (
        "fault = [1, 2);",
        Some(Code::MismatchedBrackets),
        "write `]`",
    ),
    (
        "fault = faulty(1, 2);",
        Some(Code::UndefinedFunction),
        "define `faulty(x, y)`",
    ),
    (
        "colorplot(complex(#)^2);",
        Some(Code::NotAColour),
        "take the real part",
    ),
    (
        "colorplot(if(complex(#)^2 < 1, 1, 0));",
        Some(Code::NoSignature),
        "take the real part",
    ),
    (
        "colorplot(if(|#| < 1, 0.5, [1, 0, 0]));",
        Some(Code::NoCommonType),
        "gray(",
    ),
    (
        "colorplot(faulty = faulty^2 + 0.3; |faulty|);",
        Some(Code::NoValueYet),
        "begin with `faulty = complex(#)`",
    ),
    (
        "colorplot(# = #/2; |#|);",
        Some(Code::NoValueYet),
        "= #` and change",
    ),
    (
        "colorplot(repeat(5, #.x));",
        Some(Code::NoSuchField),
        "name the running variable of `repeat`",
    ),
    (
        "colorplot(if(|#| < 1, 0.5));",
        Some(Code::MissingElse),
        "add the third argument `0`",
    ),
    (
        "draw([0, 0], color->[255, 0, 0]);",
        Some(Code::ColourRange),
        "divide by 255",
    ),
    (
        "draw([0, 0], color->hue(120));",
        Some(Code::ColourRange),
        "write `120/360`",
    ),
    (
        "draw([0, 0], color = [1, 0, 0]);",
        Some(Code::AssignedModifier),
        "write `->`",
    ),
    (
        "fault = 1; if(fault = 1, fault = 2);",
        Some(Code::AssignedCondition),
        "write `==`",
    ),
    (
        "fault = 1; fault := fault + 1;",
        Some(Code::CodeOfItself),
        "write `=`",
    ),
    (
        "fault = 1 < 2 < 3;",
        Some(Code::ChainedComparison),
        "1 < 2 & 2 < 3",
    ),
    (
        "faulty(fx) := (fault = fx^2; fault + 1); faulty(1);",
        None,
        "regional(fault)",
    ),
];

/// How often each remark is made.
fn remarks(analysis: &Analysis) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    for found in &analysis.diagnostics {
        *counts.entry(found.code).or_default() += 1;
    }
    counts
}

/// The text after an action.
fn apply(text: &str, action: &CodeAction) -> String {
    let mut edits = action.edits.clone();
    edits.sort_by_key(|edit| edit.range.start());
    let mut text = text.to_owned();
    for edit in edits.iter().rev() {
        text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.text);
    }
    text
}

/// Puts each fault into the first scripts of a page, so many, and mends it; how many were mended.
fn check(name: &str, text: &str, scripts: usize, wrong: &mut Vec<String>) -> usize {
    let document = Document::open(name, text);
    let before = remarks(&analyse(&document));
    let all = document.applets().iter().flat_map(|applet| &applet.scripts);
    let own = all.filter(|script| !script.is_library);
    let places: Vec<TextSize> = own
        .take(scripts)
        .map(|script| {
            let start = TextRange::empty(TextSize::default());
            script.source.to_file(start).start()
        })
        .collect();
    let mut mended = 0;
    for place in places {
        for (fault, code, title) in FAULTS {
            let mut faulty = text.to_owned();
            faulty.insert_str(place.into(), fault);
            let range = TextRange::at(place, fault.text_len());
            match mend(name, &faulty, range, *code, title, &before) {
                Ok(()) => mended += 1,
                Err(why) => wrong.push(format!("{name}, at {place:?}: `{fault}`: {why}")),
            }
        }
    }
    mended
}

fn mend(
    name: &str,
    faulty: &str,
    range: TextRange,
    code: Option<Code>,
    title: &str,
    before: &BTreeMap<Code, usize>,
) -> Result<(), String> {
    let document = Document::open(name, faulty);
    let analysis = analyse(&document);
    let said = analysis.diagnostics.iter();
    let said: Vec<Code> = said
        .filter(|found| found.range.intersect(range).is_some())
        .map(|found| found.code)
        .collect();
    if code.is_some_and(|code| !said.contains(&code)) {
        return Err(format!("only this is said: {said:?}"));
    }
    let actions = code_actions(&analysis, &[], range);
    let Some(action) = actions.iter().find(|action| action.title.contains(title)) else {
        let titles: Vec<&str> = actions.iter().map(|action| &*action.title).collect();
        return Err(format!("only this is offered: {titles:?}"));
    };
    let after = apply(faulty, action);
    let mut left = remarks(&analyse(&Document::open(name, after.as_str())));
    left.retain(|code, count| *count > before.get(code).copied().unwrap_or_default());
    match left.is_empty() {
        true => Ok(()),
        false => Err(format!("mended, this is said: {left:?}")),
    }
}

fn verdict(what: &str, pages: usize, mended: usize, wrong: &[String]) {
    println!("{what}: {mended} faults mended on {pages} pages");
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        mended + wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn on_the_applets_of_the_tests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets");
    let (mut pages, mut strings, mut mended, mut wrong) = (0, 0, 0, Vec::new());
    for page in examples::pages(&folder).unwrap() {
        let text = fs::read_to_string(&page).unwrap();
        let name = page.file_name().unwrap().to_string_lossy();
        pages += 1;
        mended += check(&name, &text, usize::MAX, &mut wrong);
        if let Some(text) = examples::in_strings(&text) {
            strings += 1;
            mended += check(&name, &text, usize::MAX, &mut wrong);
        }
    }
    assert!(
        strings * 2 > pages,
        "only {strings} have scripts in strings"
    );
    verdict("applets", pages, mended, &wrong);
}

#[test]
fn on_the_gallery() {
    let Some([cindyjs]) = wanted("fixes on the gallery of CindyJS", ["CINDYJS_DIR"]) else {
        return;
    };
    let pages = examples::pages(&cindyjs.join("examples/cindygl")).unwrap();
    let (mut mended, mut wrong) = (0, Vec::new());
    for page in &pages {
        let text = String::from_utf8_lossy(&fs::read(page).unwrap()).into_owned();
        let name = page.file_name().unwrap().to_string_lossy();
        mended += check(&name, &text, 1, &mut wrong);
    }
    verdict("the gallery", pages.len(), mended, &wrong);
}
