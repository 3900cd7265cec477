//! Types that depend on an undefined or mistyped name: nothing is shown of them.

use cindyscript_hir::document::Document;

use cindyscript_ide::analyse;
use cindyscript_ide::inlay_hints::{HintConfig, inlay_hints};
use cindyscript_ide::report::types;
use text_size::{TextRange, TextSize};

/// All that is shown of a text: problems and remarks by their codes, hints, and types by name.
fn check(text: &str, problems: &[&str], hints: &[&str], names: &[&str]) {
    let analysis = analyse(&Document::open("a.cindyscript", text));
    let remarks = analysis.portability();
    let said = analysis.diagnostics.iter().chain(&remarks);
    let said: Vec<&str> = said.map(|said| said.code.name()).collect();
    assert_eq!(said, problems, "{text}");
    let all = TextRange::up_to(TextSize::of(text));
    let shown = inlay_hints(&analysis, all, &HintConfig::default());
    let shown: Vec<String> = shown
        .iter()
        .map(|hint| {
            let before = &text[..usize::from(hint.offset)];
            let line = before.rsplit([' ', '(', ';']).next().unwrap_or_default();
            format!("{line}{}", hint.label)
        })
        .collect();
    assert_eq!(shown, hints, "{text}");
    let typed: Vec<String> = types(&analysis).into_iter().map(|one| one.name).collect();
    assert_eq!(typed, names, "{text}");
}

#[test]
fn mistyped_name_in_a_colorplot_leaves_types_out() {
    check(
        "limit = 9; steps(z) := (n = 0; repeat(9, n = n + 1; z = z^2); if(|z| < 4, n, limit)); \
         colorplot(time = steps(z); if(tixe < 5, time/9, 0));",
        &["mistyped-pixel"],
        &["limit: int"],
        &["limit"],
    );
}

#[test]
fn variable_of_an_undefined_name_leaves_types_out() {
    check(
        "b = undefinedname + 1; c = [b, 2]; d = if(true, b, 2); e = 5;",
        &["undefined-name"],
        &["e: int"],
        &["e"],
    );
    check(
        "t = seconds; colorplot(sin(t))",
        &["undefined-name"],
        &[],
        &[],
    );
}

#[test]
fn value_of_an_undefined_function_leaves_types_and_remarks_out() {
    check(
        "f(p) := if(|p| < 1, sumof(p), 0.5); colorplot(sqrt(f(#.x)))",
        &["undefined-function"],
        &["p: real"],
        &[],
    );
}
