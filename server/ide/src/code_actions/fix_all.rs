//! All that can be mended without asking, at once.

use cindyscript_diagnostic::Fix;

use super::{ActionKind, CodeAction, FileEdit, as_written};
use crate::analysis::Analysis;

/// The safe fixes of a document together, if there are any. Of two that overlap, the first: the other
/// is there again afterwards.
#[must_use]
pub fn fix_all(analysis: &Analysis) -> Option<CodeAction> {
    let fixes = analysis.diagnostics.iter();
    let fixes = fixes.filter_map(|diagnostic| diagnostic.fix.as_ref());
    let mut fixes: Vec<&Fix> = fixes.filter(|fix| fix.is_safe).collect();
    fixes.sort_by_key(|fix| (fix.range.start(), fix.range.end()));
    let mut edits: Vec<FileEdit> = Vec::new();
    for fix in fixes {
        let is_apart =
            |last: &FileEdit| last.range.end() <= fix.range.start() && last.range != fix.range;
        if edits.last().is_none_or(is_apart) {
            edits.push(FileEdit {
                range: fix.range,
                text: fix.text.clone(),
            });
        }
    }
    for edit in &mut edits {
        edit.text = as_written(&analysis.document, edit);
    }
    let count = edits.len();
    let title = format!("make all safe fixes ({count})");
    (count > 0).then(|| CodeAction::refactoring(ActionKind::FixAll, title, edits))
}

#[cfg(test)]
mod tests {
    use cindyscript_hir::document::Document;
    use expect_test::{Expect, expect};

    use super::*;
    use crate::analyse;
    use crate::code_actions::applied;

    fn check_in(name: &str, text: &str, expected: Expect) {
        let analysis = analyse(&Document::open(name, text));
        let shown = match fix_all(&analysis) {
            Some(action) => format!("{}\n{}", action.title, applied(text, &action.edits)),
            None => "nothing".to_owned(),
        };
        expected.assert_eq(&shown);
    }

    fn check(text: &str, expected: Expect) {
        check_in("test.cindyscript", text, expected);
    }

    #[test]
    fn what_can_mean_one_thing_only() {
        check(
            "a = 2*-1\nb = a && true || false;\nl = [1]; c = l_f(1); f(x) := x;\nprintln(“hello”);",
            expect![[r#"
                make all safe fixes (6)
                a = 2*(-1);
                b = a & true % false;
                l = [1]; c = l_(f(1)); f(x) := x;
                println("hello");"#]],
        );
        check(
            "x = 1; a = 2^-x*3; b = 2*-x^2; c = 2*-sin(x)*3;",
            expect![[r#"
            make all safe fixes (1)
            x = 1; a = 2^(-x)*3; b = 2*-x^2; c = 2*-sin(x)*3;"#]],
        );
        check(
            "draw([0, 0], \"size\" -> 3, color => [1, 0, 0]);\nx = 2; y = x²^3; z = 0x1F; a\u{a0}= 1;",
            expect![[r#"
                make all safe fixes (5)
                draw([0, 0], size -> 3, color -> [1, 0, 0]);
                x = 2; y = (x²)^3; z = 31; a = 1;"#]],
        );
    }

    #[test]
    fn what_can_mean_another_is_left() {
        // A typing error, a bracket, a product of lists, a comment.
        check("radius = 1; a = raduis;", expect!["nothing"]);
        check("a = (1 + 2; b = 3;", expect!["nothing"]);
        check("a = [1, 2] .* [3, 4];", expect!["nothing"]);
        check("# a circle\na = 1;", expect!["nothing"]);
    }

    #[test]
    fn one_in_another_is_for_the_next_time() {
        check(
            "l = [1]; f(x) := x; a = l_f(2*-1);",
            expect![[r#"
            make all safe fixes (1)
            l = [1]; f(x) := x; a = l_(f(2*-1));"#]],
        );
    }

    #[test]
    fn scripts_in_strings() {
        check_in(
            "page.html",
            "<script>CindyJS({scripts: {init: 'a = 2*-1\\nb = “c”;'}});</script>",
            expect![[r#"
                make all safe fixes (3)
                <script>CindyJS({scripts: {init: 'a = 2*(-1);\nb = "c";'}});</script>"#]],
        );
    }
}
