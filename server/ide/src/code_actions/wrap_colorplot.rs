//! An expression of the pixel that stands alone in a script: `colorplot` shows it.

use cindyscript_hir::names::HASH;
use cindyscript_hir::program::{TermId, TermKind};
use text_size::TextRange;

use super::place::is_pure;
use super::{ActionKind, CodeAction, Remedy};
use crate::analysis::AppletAnalysis;

/// The way to paint the statement at a place, if it is an expression with a `#` that nothing binds.
pub(super) fn wrap_in_colorplot(applet: &AppletAnalysis, range: TextRange) -> Vec<CodeAction> {
    let program = &applet.program;
    let mut actions = Vec::new();
    for script in &program.scripts {
        let root = program.term(script.root);
        let TermKind::Sequence(statements) = root.kind else {
            continue;
        };
        if applet.is_library(root.script) {
            continue;
        }
        for &statement in program.children(statements) {
            let place = applet.range(statement);
            if place.intersect(range).is_none() || !is_of_pixel(applet, statement) {
                continue;
            }
            let Remedy { title, edits } = Remedy::wrap(
                "paint this at every pixel: `colorplot(..)`",
                place,
                "colorplot(",
                ")",
            );
            actions.push(CodeAction::refactoring(ActionKind::Rewrite, title, edits));
        }
    }
    actions
}

/// Whether a statement does nothing but make a value of a `#` that nothing binds.
fn is_of_pixel(applet: &AppletAnalysis, statement: TermId) -> bool {
    let program = &applet.program;
    let mut terms = program.subtree(statement);
    let reads_pixel = terms.any(|term| {
        let is_it = program
            .name_of(term)
            .is_some_and(|name| program.names.text(name) == HASH);
        let mut outer = applet.around(term).take_while(|outer| *outer <= statement);
        is_it
            && !outer.any(|outer| {
                program
                    .bound_by(outer)
                    .any(|name| program.names.text(name) == HASH)
            })
    });
    reads_pixel && is_pure(applet, statement)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::code_actions::tests::check_refactoring;

    fn check(text: &str, expected: Expect) {
        check_refactoring(wrap_in_colorplot, text, expected);
    }

    #[test]
    fn expressions_of_the_pixel() {
        check(
            "$sin(|#|);",
            expect![[r#"
            paint this at every pixel: `colorplot(..)`
                colorplot(sin(|#|));
        "#]],
        );
        check(
            "a = 1; hue(#.x$ + a)",
            expect![[r#"
            paint this at every pixel: `colorplot(..)`
                a = 1; colorplot(hue(#.x + a))
        "#]],
        );
        check("$a = #;", expect![""]);
        check("apply([1], $#);", expect![""]);
        check("sin($1);", expect![""]);
        check("colorplot($#);", expect![""]);
    }
}
