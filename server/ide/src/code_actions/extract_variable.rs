//! A variable for a selected expression: it is given its value in a statement before.

use cindyscript_hir::program::{TermId, TermKind};
use text_size::TextRange;

use super::place::{Before, Part, fresh_name, is_pure};
use super::{ActionKind, CodeAction, FileEdit, regional};
use crate::analysis::AppletAnalysis;

/// The variable for what is selected, if the applet does the same with it.
pub(super) fn extract_variable(applet: &AppletAnalysis, range: TextRange) -> Vec<CodeAction> {
    let found = || extract(applet, Part::new(applet, range)?);
    found().into_iter().collect()
}

fn extract(applet: &AppletAnalysis, part: Part) -> Option<CodeAction> {
    let program = &applet.program;
    let term = part.term(applet)?;
    if !is_value(program.kind(term)) {
        return None;
    }
    let before = Before::new(applet, term)?;
    if before.term() == term {
        return None;
    }
    if !may_come_first(applet, term, before.term()) {
        return None;
    }
    let name = fresh_name(applet, "value");
    let value = applet.written(term);
    // Others would see it, and a function that calls itself would give it another value.
    let mut edits = regional::new_variable(applet, term, &name);
    let is_wrapped = matches!(before, Before::Body(_)) && !edits.is_empty();
    let before = match is_wrapped {
        // In the parentheses that the declaration needs.
        true => Before::Statement(before.term()),
        false => before,
    };
    edits.extend(put_before(
        applet,
        part,
        before,
        &format!("{name} = {value};"),
    )?);
    edits.push(FileEdit {
        range: applet.to_file(part.script, part.range),
        text: name.clone(),
    });
    let named = edits.len().saturating_sub(1);
    Some(
        CodeAction::refactoring(
            ActionKind::Extract,
            format!("extract this into a variable `{name}`"),
            edits,
        )
        .naming(named),
    )
}

/// Whether it is worth a name, and is evaluated to a value.
fn is_value(kind: TermKind) -> bool {
    matches!(
        kind,
        TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::List(_)
            | TermKind::Dictionary(_)
            | TermKind::Index { .. }
            | TermKind::Field { .. }
            | TermKind::UserData { .. }
            | TermKind::Call { .. }
            | TermKind::If { .. }
            | TermKind::Iterate(_)
    )
}

/// Whether it makes no difference that a term is evaluated before the others of what is around it.
fn may_come_first(applet: &AppletAnalysis, term: TermId, around: TermId) -> bool {
    let program = &applet.program;
    let (start, end) = (program.term(around).first, program.term(term).first);
    let earlier = || (start.0..end.0).map(TermId);
    if !is_pure(applet, term) {
        // Then nothing may be evaluated before it but what is the same at any moment.
        let is_constant =
            |term| matches!(program.kind(term), TermKind::Number(_) | TermKind::Text(_));
        return earlier().all(is_constant) && writes_nothing(applet, term);
    }
    earlier().all(|term| is_harmless(applet, term))
}

fn writes_nothing(applet: &AppletAnalysis, term: TermId) -> bool {
    let program = &applet.program;
    let mut terms = program.subtree(term);
    terms.all(|term| {
        !matches!(
            program.kind(term),
            TermKind::Assign { .. }
                | TermKind::Define(_)
                | TermKind::DefineLazy { .. }
                | TermKind::Regional(_)
        )
    })
}

/// Whether a term by itself changes nothing.
fn is_harmless(applet: &AppletAnalysis, term: TermId) -> bool {
    let program = &applet.program;
    match program.kind(term) {
        TermKind::Call { callee, .. } => program.callee(callee).plain_builtin().is_some(),
        kind => is_value(kind) || matches!(kind, TermKind::Variable(_) | TermKind::Undefined),
    }
}

/// The edits that put a statement in front of something.
fn put_before(
    applet: &AppletAnalysis,
    part: Part,
    before: Before,
    statement: &str,
) -> Option<Vec<FileEdit>> {
    let range = applet.program.term(before.term()).range;
    let text = applet.script_text(part.script);
    let earlier = text.get(..usize::from(range.start()))?;
    let at = |offset| {
        applet
            .to_file(part.script, TextRange::empty(offset))
            .start()
    };
    let insert = |offset, text: String| FileEdit {
        range: TextRange::empty(at(offset)),
        text,
    };
    let last_line = |text: &'_ str| text.rsplit(['\n', '\r']).next().map(str::len);
    let line = &earlier[earlier.len() - last_line(earlier).unwrap_or_default()..];
    // The first line of a script may begin within a line of the file, behind a tag.
    let in_file = applet.document.text();
    let in_file = in_file.get(..usize::from(at(range.start())));
    let begins_line = line.len() < earlier.len() || in_file.and_then(last_line) == Some(line.len());
    let space = match line.trim().is_empty() && begins_line {
        true => format!("\n{line}"),
        false => " ".to_owned(),
    };
    let needs_parentheses = matches!(before, Before::Body(_)) && !earlier.trim_end().ends_with('(');
    Some(match needs_parentheses {
        true => vec![
            insert(range.start(), format!("({statement} ")),
            insert(range.end(), ")".to_owned()),
        ],
        false => vec![insert(range.start(), format!("{statement}{space}"))],
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::code_actions::tests::{check_refactoring, check_refactoring_in};

    fn check(text: &str, expected: Expect) {
        check_refactoring(extract_variable, text, expected);
    }

    #[test]
    fn before_the_statement() {
        check(
            "a = 1;\n  b = 2*$(a + 1)$;\nc = b;",
            expect![[r#"
            extract this into a variable `value`
                a = 1;
                  value = a + 1;
                  b = 2*value;
                c = b;
        "#]],
        );
        check(
            "b = f($1 + 2$); f(x) := x;",
            expect![[r#"
                extract this into a variable `value`
                    value = 1 + 2;
                    b = f(value); f(x) := x;
            "#]],
        );
        check(
            "draw([1, $2 + 3$], size -> 2);",
            expect![[r#"
                extract this into a variable `value`
                    value = 2 + 3;
                    draw([1, value], size -> 2);
            "#]],
        );
        check(
            "a = $[1, 2]$_1;",
            expect![[r#"
                extract this into a variable `value`
                    value = [1, 2];
                    a = value_1;
            "#]],
        );
    }

    #[test]
    fn where_code_is_evaluated() {
        check(
            "repeat(3, k, b = $k^2$ + 1);",
            expect![[r#"
            extract this into a variable `value`
                repeat(3, k, value = k^2; b = value + 1);
        "#]],
        );
        check(
            "f(x) := $x^2$ + 1;",
            expect![[r#"
                extract this into a variable `value`
                    f(x) := (regional(value); value = x^2; value + 1);
            "#]],
        );
        check(
            "f(x) := (\n  y = 1;\n  x^2 + $sin(y)$\n);",
            expect![[r#"
                extract this into a variable `value`
                    f(x) := (
                      regional(value);
                      y = 1;
                      value = sin(y);
                      x^2 + value
                    );
            "#]],
        );
        check(
            "colorplot(if(|#| < 1, 1 - $|#|^2$, 0));",
            expect![[r#"
                extract this into a variable `value`
                    colorplot(if(|#| < 1, value = |#|^2; 1 - value, 0));
            "#]],
        );
        check(
            "while($a < 3$ & true, a = a + 1);",
            expect![[r#"
            extract this into a variable `value`
                while(value = a < 3; value & true, a = a + 1);
        "#]],
        );
        check(
            "f(n) := if(n < 1, 1, f(n - 1)*($n + 1$)); f(3);",
            expect![""],
        );
    }

    #[test]
    fn nothing_to_extract() {
        check("$a$ = 1;", expect![""]);
        check("$a = 1$;", expect![""]);
        check("b = $a$;", expect![""]);
        check("a = 1 + $2 +$ 3;", expect![""]);
        check("l = [1]; l_$(1)$ = 2; apply(l, $v$, v)", expect![""]);
        check("a = (b = 3) + $b^2$;", expect![""]);
        check("f() := (b = 3); a = f() + $b^2$;", expect![""]);
        check("$sin(1)$;", expect![""]);
        check("$(1 + $2)", expect![""]);
    }

    #[test]
    fn scripts_in_strings() {
        check_refactoring_in(
            "a.html",
            extract_variable,
            "<script>CindyJS({geometry: [{name: 'T', type: 'Button', pos: [0, 0], script: 'a = 1;\\n  b = 2*$sin(a)$;'}]})</script>",
            expect![[r#"
                extract this into a variable `value`
                    <script>CindyJS({geometry: [{name: 'T', type: 'Button', pos: [0, 0], script: 'a = 1;\n  value = sin(a);\n  b = 2*value;'}]})</script>
            "#]],
        );
    }
}
