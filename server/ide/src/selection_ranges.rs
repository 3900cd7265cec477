//! What a selection grows to, step by step: a word, the terms around it, what stands between
//! brackets before the brackets themselves, the script.

use cindyscript_hir::document::Document;
use cindyscript_syntax::{
    SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, TokenAtOffset, tokens_at,
};
use text_size::{TextRange, TextSize};

use crate::scripts::scripts;

/// The parts of the file around an offset, the innermost first and each inside of the next; none
/// outside of scripts. All are in bytes of the file.
#[must_use]
pub fn selection_ranges(document: &Document, at: TextSize) -> Vec<TextRange> {
    let mut scripts = scripts(document);
    let Some(script) = scripts.find(|script| script.range().contains_inclusive(at)) else {
        return Vec::new();
    };
    let root = script.parse.syntax();
    let mut ranges: Vec<TextRange> = Vec::new();
    let mut push = |range: TextRange| {
        if !range.is_empty()
            && ranges
                .last()
                .is_none_or(|last| range != *last && range.contains_range(*last))
        {
            ranges.push(range);
        }
    };
    if let Some(token) = token_at(&root, at - script.start) {
        if !matches!(token.kind(), SyntaxKind::WHITESPACE) {
            inside_quotes(&token).into_iter().for_each(&mut push);
            push(token.text_range());
        }
        for node in token.parent_ancestors() {
            inside_brackets(&node).into_iter().for_each(&mut push);
            push(node.text_range());
        }
    }
    ranges
        .into_iter()
        .map(|range| range + script.start)
        .collect()
}

/// The token at an offset; between two, the one that says more.
fn token_at(root: &SyntaxNode, at: TextSize) -> Option<SyntaxToken> {
    let weight = |token: &SyntaxToken| match token.kind() {
        SyntaxKind::WHITESPACE => 0,
        kind if kind.is_bracket() || kind.is_operator() => 1,
        _ => 2,
    };
    match tokens_at(root, at) {
        TokenAtOffset::None => None,
        TokenAtOffset::Single(token) => Some(token),
        TokenAtOffset::Between(left, right) => match weight(&left) > weight(&right) {
            true => Some(left),
            false => Some(right),
        },
    }
}

/// What stands between the quotes of a string.
fn inside_quotes(token: &SyntaxToken) -> Option<TextRange> {
    let text = token.text();
    let is_string = token.kind() == SyntaxKind::STRING && text.len() > 1 && text.ends_with('"');
    let quote = TextSize::of('"');
    let range = token.text_range();
    is_string.then(|| TextRange::new(range.start() + quote, range.end() - quote))
}

/// What stands between the brackets of a node.
fn inside_brackets(node: &SyntaxNode) -> Option<TextRange> {
    let mut parts = node.children_with_tokens();
    let first = parts.next()?;
    let is_bracket = |part: &SyntaxElement| part.kind().is_bracket();
    if !is_bracket(&first) {
        return None;
    }
    let mut inside =
        parts.filter(|part| part.kind() != SyntaxKind::WHITESPACE && !is_bracket(part));
    let start = inside.next()?.text_range();
    let end = inside.last().map_or(start, |last| last.text_range());
    Some(start.cover(end))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::fixture::marked_in;

    /// What the selection at `$` grows to.
    fn check(name: &str, text: &str, expected: Expect) {
        let fixture = marked_in(name, text);
        let document = &fixture.analysis.document;
        let ranges = selection_ranges(document, fixture.at);
        let shown = ranges
            .iter()
            .map(|range| document.text()[*range].replace('\n', "↵"));
        expected.assert_eq(&shown.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn terms() {
        check(
            "a.cjs",
            "a = f(x, b$ar + 2*y); c = 1;",
            expect![[r#"
            bar
            bar + 2*y
            x, bar + 2*y
            (x, bar + 2*y)
            f(x, bar + 2*y)
            a = f(x, bar + 2*y)
            a = f(x, bar + 2*y); c = 1;"#]],
        );
        check(
            "a.cjs",
            "f(x) := (a = 1; \n  l_($k + 1));",
            expect![[r#"
            k
            k + 1
            (k + 1)
            l_(k + 1)
            a = 1; ↵  l_(k + 1)
            (a = 1; ↵  l_(k + 1))
            f(x) := (a = 1; ↵  l_(k + 1))
            f(x) := (a = 1; ↵  l_(k + 1));"#]],
        );
        check(
            "a.cjs",
            "drawtext([1, 2], \"some te$xt\", size -> 3);",
            expect![[r#"
                some text
                "some text"
                [1, 2], "some text", size -> 3
                ([1, 2], "some text", size -> 3)
                drawtext([1, 2], "some text", size -> 3)
                drawtext([1, 2], "some text", size -> 3);"#]],
        );
        check(
            "a.cjs",
            "d = {\"k\": [ $ ]};",
            expect![[r#"
            [  ]
            "k": [  ]
            {"k": [  ]}
            d = {"k": [  ]}
            d = {"k": [  ]};"#]],
        );
        check(
            "a.cjs",
            "a = 1; // a no$te\nb = 2;",
            expect![[r#"
            // a note
            a = 1; // a note↵b = 2;"#]],
        );
        check(
            "a.cjs",
            "a = (1$",
            expect![[r#"
            1
            (1
            a = (1"#]],
        );
        check("a.cjs", "$", expect![""]);
    }

    #[test]
    fn pages() {
        check(
            "a.html",
            "<script type='text/x-cindyscript'>a = $1;</script>",
            expect![[r#"
                1
                a = 1
                a = 1;"#]],
        );
        check("a.html", "<p>a$</p>", expect![""]);
    }
}
