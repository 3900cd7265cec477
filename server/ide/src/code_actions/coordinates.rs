//! The two ways to write a coordinate of a point of the plane: `p.x` and `p_1`.

use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_syntax::{NodeOrToken, SyntaxKind};
use text_size::TextRange;

use super::place::{Part, node_at};
use super::{ActionKind, CodeAction, FileEdit, bodies, ty};
use crate::analysis::AppletAnalysis;

const COORDINATES: [&str; 2] = ["x", "y"];

/// The other way to write the coordinate at a place.
pub(super) fn other_way(applet: &AppletAnalysis, range: TextRange) -> Vec<CodeAction> {
    let found = || {
        let part = Part::new(applet, range)?;
        let at = applet.innermost(part.script, part.range.start())?;
        let mut near = std::iter::once(at).chain(applet.around(at).take(1));
        near.find_map(|term| rewrite(applet, term))
    };
    found().into_iter().collect()
}

fn rewrite(applet: &AppletAnalysis, term: TermId) -> Option<CodeAction> {
    let program = &applet.program;
    let (base, kind, operator, new) = match program.kind(term) {
        TermKind::Field { base, name } => {
            let name = program.names.text(name);
            let place = COORDINATES.iter().position(|known| *known == name)?;
            let new = format!("_{}", place + 1);
            (base, SyntaxKind::FIELD_EXPR, SyntaxKind::DOT, new)
        }
        TermKind::Index { base, index } => {
            let TermKind::Number(number) = program.kind(index) else {
                return None;
            };
            let places = (1..).zip(COORDINATES);
            let mut names = places.filter(|(place, _)| f64::from(*place) == number);
            let new = format!(".{}", names.next()?.1);
            (base, SyntaxKind::INDEX_EXPR, SyntaxKind::UNDERSCORE, new)
        }
        _ => return None,
    };
    let bodies = bodies(applet, term);
    let is_pair = |ty: &Type| matches!(ty, Type::List(list) if list.len == Some(2));
    if bodies.is_empty() || !bodies.iter().all(|body| is_pair(ty(applet, body, base))) {
        return None;
    }
    let row = program.term(term);
    let part = Part {
        script: row.script,
        range: row.range,
    };
    let node = node_at(applet, part, kind)?;
    let mut tokens = node
        .children_with_tokens()
        .filter_map(NodeOrToken::into_token);
    let operator = tokens.find(|token| token.kind() == operator)?.text_range();
    let old = TextRange::new(operator.start(), node.text_range().end());
    Some(CodeAction::refactoring(
        ActionKind::Rewrite,
        format!("write this coordinate as `{new}`"),
        vec![FileEdit {
            range: applet.to_file(row.script, old),
            text: new,
        }],
    ))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::code_actions::tests::check_refactoring;

    fn check(text: &str, expected: Expect) {
        check_refactoring(other_way, text, expected);
    }

    #[test]
    fn pairs() {
        check(
            "p = [1, 2]; a = p.$x;",
            expect![[r#"
            write this coordinate as `_1`
                p = [1, 2]; a = p_1;
        "#]],
        );
        check(
            "p = [1, 2]; a = p_$2 + 1;",
            expect![[r#"
            write this coordinate as `.y`
                p = [1, 2]; a = p.y + 1;
        "#]],
        );
        check(
            "colorplot(|#.$y|);",
            expect![[r#"
            write this coordinate as `_2`
                colorplot(|#_2|);
        "#]],
        );
        check(
            "a = ([1, 2] + [3, 4]).$y^2;",
            expect![[r#"
            write this coordinate as `_2`
                a = ([1, 2] + [3, 4])_2^2;
        "#]],
        );
    }

    #[test]
    fn others() {
        check("p = [1, 2, 3]; a = p.$x;", expect![""]);
        check("p = [1, 2]; a = p_$3; k = 1; b = p_k;", expect![""]);
        check("p = [1, 2]; a = p.$xy;", expect![""]);
        check("$p", expect![""]);
    }
}
