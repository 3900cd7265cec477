//! A name for the running variable of a loop: `apply(l, #^2)` becomes `apply(l, v, v^2)`.

use cindyscript_hir::names::HASH;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_syntax::SyntaxKind;
use text_size::TextRange;

use super::place::{Part, fresh_name, node_at};
use super::{ActionKind, CodeAction, FileEdit};
use crate::analysis::AppletAnalysis;
use crate::occurrences::{Binding, Entity, EntityId};

/// The loop whose `#` is at the place, if it can be named.
pub(super) fn name_running_variable(applet: &AppletAnalysis, range: TextRange) -> Vec<CodeAction> {
    let found = || {
        let occurrences = applet.occurrences();
        let entity = occurrences.at(range.start())?.entity;
        let iteration = only_loop(occurrences.entity(entity)?)?;
        rename(applet, iteration, entity)
    };
    found().into_iter().collect()
}

/// The loop that binds a variable, if it is a `#` and nothing else binds it.
fn only_loop(entity: &Entity) -> Option<TermId> {
    match entity.bindings[..] {
        [Binding::Builtin(term)] if entity.name == HASH => Some(term),
        _ => None,
    }
}

fn rename(applet: &AppletAnalysis, term: TermId, entity: EntityId) -> Option<CodeAction> {
    let program = &applet.program;
    let TermKind::Iterate(id) = program.kind(term) else {
        return None;
    };
    let iteration = program.iteration(id);
    let can_be_named = iteration.is_unnamed()
        && !iteration.may_be_two_values()
        && iteration.kind.builtin(3).is_some();
    let row = program.term(term);
    let call = Part {
        script: row.script,
        range: row.range,
    };
    if !can_be_named || applet.is_library(row.script) {
        return None;
    }
    let call = node_at(applet, call, SyntaxKind::CALL_EXPR)?;
    let arguments = call
        .children()
        .find(|child| child.kind() == SyntaxKind::ARG_LIST)?;
    let mut arguments = arguments
        .children()
        .filter(|child| child.kind() != SyntaxKind::MODIFIER);
    let body = arguments.nth(1)?.text_range();
    let body_in_file = applet.to_file(row.script, body);
    let name = fresh_name(applet, "v");
    let before = TextRange::empty(
        applet
            .to_file(row.script, TextRange::empty(body.start()))
            .start(),
    );
    let mut edits = vec![FileEdit {
        range: before,
        text: format!("{name}, "),
    }];
    for occurrence in applet.occurrences().of(entity) {
        // A function that reads the `#` of whoever calls it.
        if !body_in_file.contains_range(occurrence.range) {
            return None;
        }
        edits.push(FileEdit {
            range: occurrence.range,
            text: name.clone(),
        });
    }
    let callee = call.first_token()?;
    Some(
        CodeAction::refactoring(
            ActionKind::Rewrite,
            format!("name the running variable of this `{}`", callee.text()),
            edits,
        )
        .naming(0),
    )
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::code_actions::tests::check_refactoring;

    fn check(text: &str, expected: Expect) {
        check_refactoring(name_running_variable, text, expected);
    }

    #[test]
    fn loops() {
        check(
            "apply([1, 2], $#^2 + #);",
            expect![[r#"
            name the running variable of this `apply`
                apply([1, 2], v, v^2 + v);
        "#]],
        );
        check(
            "a = sum((1..3), apply(1..2, #) + $#);",
            expect![[r#"
            name the running variable of this `sum`
                a = sum((1..3), v, apply(1..2, #) + v);
        "#]],
        );
        check(
            "forall([1], draw(#); println($#), x -> 1);",
            expect![[r#"
            name the running variable of this `forall`
                forall([1], v, draw(v); println(v), x -> 1);
        "#]],
        );
        check(
            "v = 1; repeat(3, v = v + $#);",
            expect![[r#"
            name the running variable of this `repeat`
                v = 1; repeat(3, v2, v = v + v2);
        "#]],
        );
    }

    #[test]
    fn no_names() {
        check("apply([1], x, $x);", expect![""]);
        check("colorplot($#);", expect![""]);
        check("f(x) := # + x; apply([1], $# + f(1));", expect![""]);
        check("max([1], $#);", expect![""]);
        check("$a = 1;", expect![""]);
    }
}
