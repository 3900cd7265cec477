//! The two ways to count: `repeat(n, k, ...)` and `apply(1..n, k, ...)`. They do the same; but the one
//! gives the last value and the other the list of all, so that they are only offered for one another
//! where nobody uses that.

use cindyscript_hir::builtins::{Intrinsic, IterationKind, Side};
use cindyscript_hir::program::{Iteration, Program, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{BodyKind, is_discarded};
use cindyscript_syntax::SyntaxKind;
use text_size::{TextRange, TextSize};

use super::place::{Part, node_at};
use super::{ActionKind, CodeAction, FileEdit, bodies, ty, value_of};
use crate::analysis::AppletAnalysis;

/// The other way to write the loop at whose name or number of rounds the place is.
pub(super) fn repeat_or_apply(applet: &AppletAnalysis, range: TextRange) -> Vec<CodeAction> {
    let program = &applet.program;
    let found = || {
        let part = Part::new(applet, range)?;
        let at = applet.innermost(part.script, part.range.start())?;
        let mut near = std::iter::once(at).chain(applet.around(at));
        let (term, iteration) = near.find_map(|term| match program.kind(term) {
            TermKind::Iterate(id) => Some((term, program.iteration(id))),
            _ => None,
        })?;
        let head_end = program.term(iteration.domain).range.end();
        (part.range.end() <= head_end).then_some(())?;
        rewrite(applet, term, iteration)
    };
    found().into_iter().collect()
}

fn rewrite(applet: &AppletAnalysis, term: TermId, iteration: &Iteration) -> Option<CodeAction> {
    let program = &applet.program;
    let row = program.term(term);
    let is_plain = iteration.index.is_none() && program.modifiers(iteration.modifiers).is_empty();
    if !is_plain || !is_unused(applet, term) {
        return None;
    }
    let (name, head, edit) = rewritten(applet, term, iteration)?;
    if is_redefined(program, name, 2 + usize::from(!iteration.is_unnamed())) {
        return None;
    }
    let call = Part {
        script: row.script,
        range: row.range,
    };
    let call = node_at(applet, call, SyntaxKind::CALL_EXPR)?;
    let edits = [(call.first_token()?.text_range(), name.to_owned()), edit];
    let edits = edits.map(|(range, text)| FileEdit {
        range: applet.to_file(row.script, range),
        text,
    });
    let title = format!("write `{head}`: the values are not used");
    Some(CodeAction::refactoring(
        ActionKind::Rewrite,
        title,
        edits.into(),
    ))
}

/// The name of the other loop, the beginning of a call of it, and the change to the domain.
fn rewritten(
    applet: &AppletAnalysis,
    term: TermId,
    iteration: &Iteration,
) -> Option<(&'static str, &'static str, (TextRange, String))> {
    let domain = applet.program.term(iteration.domain).range;
    Some(match iteration.kind {
        IterationKind::Repeat => {
            let count = iteration.domain;
            // At pixels, lists have a length that is known.
            let bodies = bodies(applet, term);
            let on_cpu = bodies.iter().all(|body| body.side() == Side::Cpu);
            if !on_cpu || !is_whole(applet, term, count) {
                return None;
            }
            let list = match binds_tightly(applet, count) {
                true => format!("1..{}", applet.written(count)),
                false => format!("1..({})", applet.written(count)),
            };
            ("apply", "apply(1..n, ..)", (domain, list))
        }
        IterationKind::Apply => {
            let (count, rounds) = counted(applet, iteration.domain)?;
            if !is_whole(applet, term, count) {
                return None;
            }
            ("repeat", "repeat(n, ..)", (rounds, String::new()))
        }
        IterationKind::ForAll
        | IterationKind::Select
        | IterationKind::Sum
        | IterationKind::Product
        | IterationKind::Sort
        | IterationKind::Max
        | IterationKind::Min => return None,
    })
}

/// True if the applet defines a builtin's name for as many arguments itself.
fn is_redefined(program: &Program, name: &str, arity: usize) -> bool {
    let mut callees = program.callees.iter();
    callees.any(|callee| {
        !callee.definitions.is_empty()
            && callee.name.eq_ignore_ascii_case(name)
            && usize::try_from(callee.arity) == Ok(arity)
    })
}

/// Whether the value of a term is used nowhere.
fn is_unused(applet: &AppletAnalysis, term: TermId) -> bool {
    let solution = &*applet.solution;
    let mut bodies = solution.reachable.iter().copied();
    let is_run = !self::bodies(applet, term).is_empty();
    is_run
        && bodies.all(|id| {
            let body = solution.body(id);
            let is_last_of_script =
                || matches!(body.kind, BodyKind::Script(_)) && value_of(applet, body.root) == term;
            !body.contains(term)
                || is_discarded(&applet.program, solution, id, term)
                || is_last_of_script()
        })
}

/// Whether a number of rounds is a whole number: `repeat` rounds others, and a list of numbers ends
/// before them.
fn is_whole(applet: &AppletAnalysis, term: TermId, count: TermId) -> bool {
    if let TermKind::Number(number) = applet.program.kind(count) {
        return number.fract() == 0.0;
    }
    // Code that is not there may set a variable to anything.
    applet.facts.opaque.names.is_none()
        && bodies(applet, term).iter().all(|body| {
            let ty = ty(applet, body, count);
            !ty.is_unset() && ty.fits(&Type::INT)
        })
}

/// Of `1..n`, the `n`, and what stands before it.
fn counted(applet: &AppletAnalysis, domain: TermId) -> Option<(TermId, TextRange)> {
    let program = &applet.program;
    let (callee, arguments) = program.call(domain)?;
    let &[first, last] = arguments else {
        return None;
    };
    let is_range = callee.operator() == Some(Intrinsic::Range);
    if !is_range || program.kind(first) != TermKind::Number(1.0) {
        return None;
    }
    let row = program.term(domain);
    let text = applet.script_text(row.script);
    let one = program.term(first).range;
    let behind = text.get(usize::from(one.end())..usize::from(row.range.end()))?;
    let rest = behind.trim_start().strip_prefix("..")?.trim_start();
    let end = row.range.end() - TextSize::of(rest);
    Some((last, TextRange::new(one.start(), end)))
}

/// Whether a term can stand behind `..` without parentheses.
fn binds_tightly(applet: &AppletAnalysis, term: TermId) -> bool {
    match applet.program.kind(term) {
        TermKind::Call { callee, .. } => match applet.program.callee(callee).operator() {
            Some(operator) => matches!(
                operator,
                Intrinsic::Add | Intrinsic::Subtract | Intrinsic::Multiply | Intrinsic::Divide
            ),
            None => true,
        },
        kind => matches!(
            kind,
            TermKind::Number(_) | TermKind::Variable(_) | TermKind::Field { .. }
        ),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::code_actions::tests::check_refactoring;

    fn check(text: &str, expected: Expect) {
        check_refactoring(repeat_or_apply, text, expected);
    }

    #[test]
    fn where_values_are_not_used() {
        check(
            "$repeat(10, k, println(k)); a = 1;",
            expect![[r#"
                write `apply(1..n, ..)`: the values are not used
                    apply(1..10, k, println(k)); a = 1;
            "#]],
        );
        check(
            "n = 3; $repeat(2*n, println(#));",
            expect![[r#"
                write `apply(1..n, ..)`: the values are not used
                    n = 3; apply(1..2*n, println(#));
            "#]],
        );
        check(
            "l = [1, 2]; repeat($length(l), k, println(k));",
            expect![[r#"
                write `apply(1..n, ..)`: the values are not used
                    l = [1, 2]; apply(1..length(l), k, println(k));
            "#]],
        );
        check(
            "$apply(1..10, k, println(k)); a = 1;",
            expect![[r#"
                write `repeat(n, ..)`: the values are not used
                    repeat(10, k, println(k)); a = 1;
            "#]],
        );
        check(
            "n = 3; $apply(1 .. (n + 1), println(#));",
            expect![[r#"
                write `repeat(n, ..)`: the values are not used
                    n = 3; repeat((n + 1), println(#));
            "#]],
        );
        check(
            "f(x) := (ap$ply((1..3), k, println(k)); x); f(1);",
            expect![[r#"
                write `repeat(n, ..)`: the values are not used
                    f(x) := (repeat((3), k, println(k)); x); f(1);
            "#]],
        );
        check(
            "colorplot(s = 0; $apply(1..3, k, s = s + k*|#|); s);",
            expect![[r#"
                write `repeat(n, ..)`: the values are not used
                    colorplot(s = 0; repeat(3, k, s = s + k*|#|); s);
            "#]],
        );
    }

    #[test]
    fn where_something_would_change() {
        for text in [
            // The values are used.
            "a = $repeat(10, k, k^2);",
            "a = $apply(1..10, k, k^2);",
            "f(x) := $apply(1..x, k, k^2); println(f(2));",
            // The number is rounded, begins elsewhere, or is not known.
            "n = 2.5; $repeat(n, k, println(k));",
            "n = 2.5; $apply(1..n, k, println(k));",
            "$apply(0..3, k, println(k));",
            "$repeat(3, k, println(k), start -> 0);",
            "$repeat(n, k, println(k));",
            // Lists have a length that is known.
            "colorplot(s = 0; $repeat(3, k, s = s + k*|#|); s);",
            // It is another function, or there is an index.
            "apply(l, k, b) := l; $repeat(3, k, println(k));",
            "$apply(1..3, v, k, println(v + k));",
            // The place is in the body.
            "repeat(3, k, $println(k));",
        ] {
            check(text, expect![""]);
        }
    }
}
