//! A variable's value in its place, and the variable gone.

use cindyscript_hir::builtins::{Category, Effect};
use cindyscript_hir::program::{TermId, TermKind};
use text_size::TextRange;

use super::place::{calls_functions, is_pure};
use super::{ActionKind, CodeAction, FileEdit};
use crate::analysis::AppletAnalysis;
use crate::occurrences::{Access, EntityKind, Form};
use crate::parameters::{Parameter, parameters};
use cindyscript_analysis::statements::removal;

/// The way to write the value of the variable at the place wherever it is read.
pub(super) fn inline_variable(applet: &AppletAnalysis, range: TextRange) -> Vec<CodeAction> {
    inline(applet, range).into_iter().collect()
}

fn inline(applet: &AppletAnalysis, range: TextRange) -> Option<CodeAction> {
    let program = &applet.program;
    let occurrences = applet.occurrences();
    let entity = occurrences.at(range.start())?.entity;
    let data = occurrences.entity(entity)?;
    let is_variable = matches!(data.kind, EntityKind::Global | EntityKind::Local);
    if !is_variable || occurrences.in_libraries(entity).next().is_some() {
        return None;
    }
    let (mut target, mut reads) = (None, Vec::new());
    for occurrence in occurrences.of(entity) {
        match (occurrence.access, occurrence.form, occurrence.term) {
            (Access::Writes, Form::Name, Some(term)) if target.is_none() => target = Some(term),
            (Access::Reads, Form::Name, Some(term)) => reads.push((occurrence.range, term)),
            _ => return None,
        }
    }
    let assignment = applet.parent(target?)?;
    let TermKind::Assign {
        value,
        target: whole,
    } = program.kind(assignment)
    else {
        return None;
    };
    if Some(whole) != target || reads.is_empty() || !is_pure(applet, value) {
        return None;
    }
    // A slider would leave the comment with its range behind.
    let is_slider = |it: &Parameter| it.has_range() && *it.name == *data.name;
    if parameters(applet).iter().any(is_slider) {
        return None;
    }
    let block = applet.parent(assignment)?;
    let statements = match program.kind(block) {
        TermKind::Sequence(statements) => program.children(statements),
        _ => return None,
    };
    let last = last_statement(applet, statements, assignment, block, value, &reads)?;
    if !is_unchanged(applet, value, assignment, last) {
        return None;
    }
    let mut edits = vec![remove(applet, statements, assignment)?];
    let text = applet.written(value);
    for (range, read) in reads {
        edits.push(FileEdit {
            range,
            text: match is_closed(applet, value, read) {
                true => text.to_owned(),
                false => format!("({text})"),
            },
        });
    }
    Some(CodeAction::refactoring(
        ActionKind::Inline,
        format!("write the value of `{}` in its place", data.name),
        edits,
    ))
}

/// The last of the statements behind an assignment that read the variable; `None` if it is read
/// anywhere else, or where names of the value may mean something else.
fn last_statement(
    applet: &AppletAnalysis,
    statements: &[TermId],
    assignment: TermId,
    block: TermId,
    value: TermId,
    reads: &[(TextRange, TermId)],
) -> Option<TermId> {
    let program = &applet.program;
    let names = names(applet, value);
    for &(_, read) in reads {
        if read <= assignment || read >= block {
            return None;
        }
        for outer in applet.around(read).take_while(|outer| *outer != block) {
            let is_same = match program.kind(outer) {
                TermKind::Define(_) | TermKind::DefineLazy { .. } | TermKind::Code(_) => false,
                // A name there may become the pixel.
                TermKind::Plot(_) => names.is_empty(),
                _ => program.bound_by(outer).all(|bound| !names.contains(&bound)),
            };
            if !is_same {
                return None;
            }
        }
    }
    let last = reads.iter().map(|(_, read)| *read).max()?;
    statements
        .iter()
        .copied()
        .find(|statement| *statement >= last)
}

/// The variables that a term reads.
fn names(applet: &AppletAnalysis, term: TermId) -> Vec<cindyscript_hir::names::NameId> {
    let program = &applet.program;
    let terms = program.subtree(term);
    terms.filter_map(|term| program.name_of(term)).collect()
}

/// Whether what a value reads is the same from its assignment up to the end of a statement.
fn is_unchanged(applet: &AppletAnalysis, value: TermId, assignment: TermId, last: TermId) -> bool {
    let names = names(applet, value);
    let is_constant = names.is_empty() && is_plain(applet, value);
    let is_written = |name| {
        !applet
            .assignments()
            .within(name, TermId(assignment.0 + 1), last)
            .is_empty()
    };
    let mut between = (assignment.0 + 1..=last.0).map(TermId);
    is_constant
        || !names.into_iter().any(is_written)
            && !calls_functions(applet, value)
            && between.all(|term| changes_nothing(applet, term))
}

/// Whether a value is made of numbers and texts by operators alone.
fn is_plain(applet: &AppletAnalysis, value: TermId) -> bool {
    let program = &applet.program;
    let mut terms = program.subtree(value);
    terms.all(|term| match program.kind(term) {
        TermKind::Number(_) | TermKind::Text(_) | TermKind::List(_) => true,
        TermKind::Call { callee, .. } => program.callee(callee).is_operator(),
        _ => false,
    })
}

/// Whether a term by itself changes no variable but those that it assigns in the text, and nothing
/// else that can be read.
fn changes_nothing(applet: &AppletAnalysis, term: TermId) -> bool {
    let program = &applet.program;
    match program.kind(term) {
        TermKind::Call { callee, .. } => {
            let builtin = program.callee(callee).plain_builtin();
            builtin.is_some_and(|builtin| {
                let row = builtin.row();
                let only_shows = matches!(row.category, Category::Drawing | Category::Console);
                row.effect != Effect::State || only_shows
            })
        }
        TermKind::Define(_)
        | TermKind::DefineLazy { .. }
        | TermKind::Undefine(_)
        | TermKind::Regional(_)
        | TermKind::Special(_) => false,
        _ => true,
    }
}

/// Whether a value can stand in the place of a name without parentheses.
fn is_closed(applet: &AppletAnalysis, value: TermId, read: TermId) -> bool {
    let program = &applet.program;
    let outer = applet.parent(read).map(|outer| program.kind(outer));
    let is_part = matches!(
        outer,
        Some(TermKind::Index { .. } | TermKind::Field { .. } | TermKind::UserData { .. })
    );
    let is_alone = match outer {
        Some(TermKind::List(_) | TermKind::Assign { .. } | TermKind::Sequence(_)) => true,
        Some(TermKind::Call { callee, .. }) => !program.callee(callee).is_operator(),
        _ => false,
    };
    if is_alone {
        return true;
    }
    match program.kind(value) {
        TermKind::Variable(_) | TermKind::List(_) => true,
        TermKind::Number(_) | TermKind::Text(_) => !is_part,
        TermKind::Call { callee, .. } => !is_part && !program.callee(callee).is_operator(),
        TermKind::If { .. } | TermKind::Iterate(_) => !is_part,
        _ => false,
    }
}

/// The edit that removes an assignment that is followed by another statement.
pub(super) fn remove(
    applet: &AppletAnalysis,
    statements: &[TermId],
    assignment: TermId,
) -> Option<FileEdit> {
    Some(FileEdit {
        range: removal(applet, statements, assignment)?,
        text: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::code_actions::tests::check_refactoring;

    fn check(text: &str, expected: Expect) {
        check_refactoring(inline_variable, text, expected);
    }

    #[test]
    fn a_value_in_its_place() {
        check(
            "f(x) := (\n  $y = x + 1;\n  y*y\n);",
            expect![[r#"
            write the value of `y` in its place
                f(x) := (
                  (x + 1)*(x + 1)
                );
        "#]],
        );
        check(
            "a = 2; $b = a^2;\nc = [b, -b];\nd = c;",
            expect![[r#"
                write the value of `b` in its place
                    a = 2; c = [a^2, -(a^2)];
                    d = c;
            "#]],
        );
        check("l = [1]; k = $1 + 2; x = l_k$; k;", expect![""]);
        check(
            "$a = sin(1); b = a_1;",
            expect![[r#"
            write the value of `a` in its place
                b = (sin(1))_1;
        "#]],
        );
        check(
            "$r = 0.5; colorplot(|#| - r);",
            expect![[r#"
            write the value of `r` in its place
                colorplot(|#| - 0.5);
        "#]],
        );
        check(
            "f(x) := (w = [x, 1]; $w.x);",
            expect![[r#"
            write the value of `w` in its place
                f(x) := ([x, 1].x);
        "#]],
        );
    }

    #[test]
    fn any_operation_is_put_in_parentheses() {
        check(
            "l = [1, 2]; m = [2]; $d = l -- m; n = m ++ d;",
            expect![[r#"
                write the value of `d` in its place
                    l = [1, 2]; m = [2]; n = m ++ (l -- m);
            "#]],
        );
    }

    #[test]
    fn values_that_would_change() {
        check("a = 2; $b = a; a = 3; c = b;", expect![""]);
        check("a = 2; $b = a; repeat(3, a = a + b); a", expect![""]);
        check("$b = random(); c = b + b; c", expect![""]);
        check("f() := (a = 3); a = 1; $b = a; f(); c = b; c", expect![""]);
        check("$b = 1; b = 2; c = b; c", expect![""]);
        check("$b = 1; f(x) := b; f(1);", expect![""]);
        check("k = 1; $b = k; apply([1], k, b);", expect![""]);
        check("c = 2; $r = c; colorplot(|#| - r);", expect![""]);
        check(
            "a = 1; b = $a",
            expect![[r#"
            write the value of `a` in its place
                b = 1
        "#]],
        );
        check("f($x) := (x + 1; x);", expect![""]);
    }
}
