//! What holds for every text: the tree is the text, and an edit leads to the same parse as the
//! edited text.

#![allow(clippy::unwrap_used, missing_docs)]

use cindyscript_syntax::{MAX_HEIGHT, Node, Parse, SyntaxKind, TextEdit, TextRange, ast, parse};
use proptest::prelude::*;
use rowan::{NodeOrToken, WalkEvent};

/// Pieces that meet in scripts, chosen so that brackets, quotes and comments often do not pair up.
const PIECES: &[&str] = &[
    "a",
    "b",
    "f",
    "x",
    "#",
    "1",
    "2.5",
    ".",
    "..",
    ":",
    ":=",
    ":=_",
    "_",
    "=",
    "::=",
    "+",
    "-",
    "*",
    "/",
    "^",
    "√",
    "!",
    "==",
    "<:",
    "++",
    "&",
    "%",
    "°",
    "->",
    ",",
    ";",
    ";",
    ";\n",
    "\n",
    "\ny = ",
    "\ng(x) := ",
    " ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    "\"",
    "\"s\"",
    "//",
    "/*",
    "*/",
    "²",
    "₁",
    "\0",
    "~",
    "“",
    "é",
    "f(",
    "(a;b)",
    "{\"k\": 1}",
    ");\n",
];

fn script() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|p| p.concat()),
        1 => any::<String>(),
    ]
}

fn check_node(node: Node<'_>, height: u16, text: &mut String) {
    assert!(height <= MAX_HEIGHT + 4, "too high");
    let children: Vec<_> = node.children_with_tokens().collect();
    if node.kind() != SyntaxKind::SCRIPT {
        for end in [children.first(), children.last()].into_iter().flatten() {
            if let NodeOrToken::Token(token) = end {
                assert!(!token.kind().is_trivia(), "trivia at the edge of {node:?}");
            }
        }
    }
    for child in children {
        match child {
            NodeOrToken::Node(child) => check_node(child, height + 1, text),
            NodeOrToken::Token(token) => {
                assert!(token.kind().is_token());
                text.push_str(token.text());
            }
        }
    }
}

fn check(text: &str) -> Parse {
    let parse = parse(text);
    let mut tree_text = String::new();
    check_node(parse.script().node(), 0, &mut tree_text);
    assert_eq!(tree_text, text);
    for error in &parse.errors {
        let inside = TextRange::up_to(parse.green.text_len());
        assert!(inside.contains_range(error.range), "{error:?}");
        assert!(!error.range.is_empty(), "{error:?}");
    }
    parse
}

fn apply(text: &str, from: usize, to: usize, insert: &str) -> (TextEdit, String) {
    let boundary = |at: usize| {
        (0..=at.min(text.len()))
            .rev()
            .find(|i| text.is_char_boundary(*i))
    };
    let (a, b) = (boundary(from).unwrap(), boundary(to).unwrap());
    let (start, end) = (a.min(b), a.max(b));
    let new = format!("{}{insert}{}", &text[..start], &text[end..]);
    let range = TextRange::new((start as u32).into(), (end as u32).into());
    let insert = insert.to_owned();
    (TextEdit { range, insert }, new)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn tree_is_the_text(text in script()) {
        check(&text);
    }

    #[test]
    fn reparse_is_parse(
        text in script(),
        edits in prop::collection::vec((0usize..120, 0usize..30, script()), 1..6),
    ) {
        let mut text = text;
        let mut old = parse(&text);
        for (start, length, insert) in edits {
            let insert = if insert.len() > 20 { String::new() } else { insert };
            let (edit, new_text) = apply(&text, start, start + length, &insert);
            let new = old.reparse(&edit, &new_text);
            prop_assert_eq!(&new, &parse(&new_text), "{:?} -> {:?}", text, new_text);
            (old, text) = (new, new_text);
        }
    }
}

/// Lines that pair up, or nearly all of which do.
const LINES: &[&str] = &[
    "a = 1;\n",
    "b = |a; 2|;\n",
    "f(x) := (\n  x + 1;\n  [x, |x|]\n);\n",
    "  c = a;\n",
    "g(a, |b|);\n",
    "draw([1, 2], size -> 3);\n",
    "d = \"one\ntwo\";\n",
    "d = \"one\"; e = 2;\n",
    "// note |(\n",
    "if(a > 1,\n  b = 2;\n);\n",
    "h(2)\n",
    "k = (1;\n",
    "m = [1);\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_bracket_opens_above_what_pairs_up(
        (before, after) in (0..4_usize, 1..12_usize),
        lines in prop::collection::vec(
            prop_oneof![12 => 0..2_usize, 12 => 2..6_usize, 6 => 6..LINES.len()], 16,
        ),
        edits in prop::collection::vec((0..200_usize, 0..3_usize, 0..10_usize), 1..4),
    ) {
        let mut text: String = lines[..before + after].iter().map(|&line| LINES[line]).collect();
        let mut old = parse(&text);
        for (at, removed, insert) in edits {
            let insert = ["(", "[", "|", "f(", "{", "\"", ")", "([", "/*", ""][insert];
            let (edit, new_text) = apply(&text, at % (text.len() + 1), at % (text.len() + 1) + removed, insert);
            let new = old.reparse(&edit, &new_text);
            prop_assert_eq!(&new, &parse(&new_text), "{:?} -> {:?}", text, new_text);
            (old, text) = (new, new_text);
        }
    }
}

/// The tree without trivia, and the comments.
fn reading(parse: &Parse) -> (Vec<(SyntaxKind, String)>, Vec<String>) {
    let (mut parts, mut comments) = (Vec::new(), Vec::new());
    for event in parse.syntax().preorder_with_tokens() {
        match event {
            WalkEvent::Enter(NodeOrToken::Token(token)) if token.kind().is_trivia() => {
                let is_comment = token.kind() != SyntaxKind::WHITESPACE;
                comments.extend(is_comment.then(|| token.text().to_owned()));
            }
            WalkEvent::Enter(NodeOrToken::Token(token)) => {
                parts.push((token.kind(), token.text().to_owned()));
            }
            WalkEvent::Enter(NodeOrToken::Node(node)) => parts.push((node.kind(), String::new())),
            WalkEvent::Leave(NodeOrToken::Node(node)) => parts.push((node.kind(), ")".to_owned())),
            WalkEvent::Leave(NodeOrToken::Token(_)) => {}
        }
    }
    (parts, comments)
}

fn check_reading(old: &Parse, edit: &TextEdit, new_text: &str) -> bool {
    let new = parse(new_text);
    let same = reading(old) == reading(&new) && old.errors.len() == new.errors.len();
    let old_text = old.syntax().text().to_string();
    assert_eq!(
        old.reads_the_same(edit, new_text),
        same,
        "{old_text:?} -> {new_text:?}"
    );
    same
}

/// What may stand between tokens.
const GAPS: &[&str] = &["", " ", " ", "\n", "\n\n", "\n  ", "// c\n", "/* c */"];

/// A text, and the same with something else between some of its tokens.
fn spaced() -> impl Strategy<Value = (String, String)> {
    let gap = || prop::sample::select(GAPS);
    let changed = prop_oneof![4 => Just(None), 1 => gap().prop_map(Some)];
    let piece = (prop::sample::select(PIECES), gap(), changed);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| {
        let (mut old, mut new) = (String::new(), String::new());
        for (piece, gap, changed) in pieces {
            old.extend([piece, gap]);
            new.extend([piece, changed.unwrap_or(gap)]);
        }
        (old, new)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn what_reads_the_same_has_the_same_tree((old_text, new_text) in spaced()) {
        if let Some(edit) = TextEdit::between(&old_text, &new_text) {
            check_reading(&parse(&old_text), &edit, &new_text);
        }
    }

    #[test]
    fn what_has_another_tree_does_not_read_the_same(
        text in script(),
        (start, length, insert) in (0usize..120, 0usize..30, script()),
    ) {
        let (edit, new_text) = apply(&text, start, start + length, &insert);
        check_reading(&parse(&text), &edit, &new_text);
    }
}

#[test]
fn line_ends_count_where_something_is_wrong() {
    let check = |old: &str, new: &str| {
        let edit = TextEdit::between(old, new).unwrap();
        check_reading(&parse(old), &edit, new)
    };
    assert!(check("a=1;f(x;\nb=2;c=3;", "a = 1;f(x;\nb = 2; c = 3;"));
    assert!(check("a=1;/* c */b=(2;", "a = 1; /* c */\nb=(2;"));
    assert!(!check("a=1;/* c */b=(2;", "a = 1; /* d */\nb=(2;"));
    // The bracket ends before a definition at the beginning of a line, and only there.
    assert!(!check("f(x;\nb=2;c=3;", "f(x; b=2;c=3;"));
    assert!(!check("f(x; b=2;c=3;", "f(x; b=2;\nc=3;"));
    assert!(!check("a b;c=3;", "a\nb;c=3;"));
    // As many errors, of other statements.
    assert!(!check("a=1 b;c=3;", "a=1;b c=3;"));
    let vain = "x = (\n".repeat(40);
    assert!(check(
        &format!("{vain}a=1;b=2;"),
        &format!("{vain}a=1; b = 2;")
    ));
    assert!(!check(
        &format!("{vain}f(a;\nb=2);"),
        &format!("{vain}f(a; b=2);")
    ));
}

#[test]
fn many_broken_statements_stay_the_same_after_edits() {
    let text = "x = (\n".repeat(40) + "y = 1;\n" + &"x = [1;\nf(x) := (\n".repeat(40);
    let parsed = check(&text);
    for at in (0..text.len()).step_by(31) {
        for insert in [")", "(", ";", "\"", "|", "y = "] {
            let (edit, new_text) = apply(&text, at, at + 1, insert);
            assert_eq!(
                parsed.reparse(&edit, &new_text),
                parse(&new_text),
                "{at} {insert}"
            );
        }
    }
}

#[test]
fn what_can_be_read_in_two_ways_is_read_where_a_bracket_opens_above() {
    // Strings that end with their lines leave a bracket that closes.
    for rest in ["s = \"one\n);two\";\n", "s = |a; 2|;\nt = |3);|;\n"] {
        let text = format!("x = 1;\na = 2;\n{rest}b = 3;\n");
        let (edit, new_text) = apply(&text, 4, 4, "(");
        assert_eq!(parse(&text).reparse(&edit, &new_text), parse(&new_text));
    }
}

#[test]
fn an_edit_keeps_the_other_statements() {
    let text = "a = 1 + 2;\n".repeat(100);
    let old = parse(&text);
    let (edit, new_text) = apply(&text, 555, 556, "77");
    let new = old.reparse(&edit, &new_text);
    let shared = |parse: &Parse| -> Vec<*const u8> {
        let statements = parse.script().statements();
        statements
            .map(|s| std::ptr::from_ref(s.node().green()).cast())
            .collect()
    };
    let (old, new) = (shared(&old), shared(&new));
    let same = old.iter().zip(&new).filter(|(a, b)| a == b).count();
    assert_eq!(same, 99);
}

#[test]
fn deep_texts_do_not_overflow_the_stack() {
    let n = 20_000;
    for text in [
        "(".repeat(n),
        "(".repeat(n) + &")".repeat(n),
        "1".to_owned() + &"+1".repeat(5 * n),
        "a=".repeat(n) + "1",
        "√".repeat(n) + "1",
        "-".repeat(n),
        "f(".repeat(n),
        "|(".repeat(n),
        "{\"a\":".repeat(n),
        "a_".repeat(n),
        "a ".to_owned() + &"²".repeat(n),
        "a;".repeat(n),
        "f(".to_owned() + &"a;".repeat(n) + ")",
        "[".to_owned() + &"a,".repeat(n) + "]",
        "x = (\n".repeat(n),
        "/*".repeat(n),
        "\"".repeat(n + 1),
        "|x;\n".repeat(n),
        "@".repeat(n),
        "@;".repeat(n),
    ] {
        let parsed = check(&text);
        drop(parsed);
    }
}

#[test]
fn trees_are_values() {
    fn value<T: Send + Sync + Clone + 'static>() {}
    value::<Parse>();
}

/// The walk that lowering does, over everything: no accessor panics.
fn visit(expr: ast::Expr<'_>) {
    use ast::Expr;
    let mut inner: Vec<Option<Expr<'_>>> = Vec::new();
    match expr {
        Expr::Literal(e) => drop(e.value()),
        Expr::Name(e) => drop(e.text()),
        Expr::Prefix(e) => inner.push(e.operand()),
        Expr::Postfix(e) => inner.push(e.operand()),
        Expr::Binary(e) => inner.extend([e.lhs(), e.rhs()]),
        Expr::Assign(e) => inner.extend([e.target(), e.value()]),
        Expr::Undefine(e) => inner.push(e.target()),
        Expr::Index(e) => inner.extend([e.base(), e.index()]),
        Expr::Field(e) => {
            drop(e.name());
            assert!(expr.range().contains_range(e.name_range()));
            inner.push(e.base());
        }
        Expr::Userdata(e) => inner.extend([e.base(), e.key()]),
        Expr::Superscript(e) => {
            assert!(!e.value().is_nan());
            inner.push(e.base());
        }
        Expr::Subscript(e) => {
            assert!(!e.value().is_nan());
            inner.push(e.base());
        }
        Expr::Call(e) => {
            assert!(!e.name().is_empty());
            for argument in e.arguments() {
                match argument {
                    ast::Argument::Expr(e) => inner.push(Some(e)),
                    ast::Argument::Modifier(m) => {
                        assert!(!m.name().is_empty());
                        inner.push(m.value());
                    }
                    ast::Argument::Empty(range) => assert!(range.is_empty()),
                }
            }
        }
        Expr::Paren(e) => inner.push(e.inner()),
        Expr::List(e) => inner.extend(e.elements()),
        Expr::Dict(e) => {
            for entry in e.entries() {
                let _ = entry.key();
                inner.extend([entry.key_expr(), entry.value()]);
            }
        }
        Expr::Abs(e) => inner.extend(e.elements()),
        Expr::Sequence(e) => inner.extend(e.statements().map(Some)),
        Expr::Error(e) => inner.extend(e.exprs().map(Some)),
    }
    for inner in inner.into_iter().flatten() {
        assert!(expr.range().contains_range(inner.range()));
        visit(inner);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn typed_tree_covers_every_text(text in script()) {
        let parsed = parse(&text);
        parsed.script().statements().for_each(visit);
    }
}

#[test]
fn an_unclosed_bracket_is_told_with_none_of_a_statement_before() {
    check_edits(
        "<script>\nvar g = [{name: A: \"Free\", pos:1, 2]}];\ng.push(next());\nCindyJS({geo      //rgs: [\"A\", \"D\"]}])});\n</script>",
    );
}

/// Every edit of one character leads to the parse of the edited text.
fn check_edits(text: &str) {
    check_first_edits(text, usize::MAX);
}

/// The same for edits of so many characters at the beginning.
fn check_first_edits(text: &str, count: usize) {
    let before = parse(text);
    for (at, removed) in text.char_indices().take(count) {
        for insert in ["", "(", ")", ";", "\"", " ", "a_1"] {
            let end = at + removed.len_utf8();
            let mut new = text.to_owned();
            new.replace_range(at..end, insert);
            let edit = TextEdit {
                range: TextRange::new((at as u32).into(), (end as u32).into()),
                insert: insert.to_owned(),
            };
            let (again, whole) = (before.reparse(&edit, &new), parse(&new));
            assert!(again == whole, "{text:?} with {insert:?} at {at}");
        }
    }
}

#[test]
fn an_unclosed_comment_behind_a_statement_that_is_too_deep_is_told_once() {
    let deep = "if(1)".repeat(600);
    let text = format!("colorplot(\n b = 1;\n d = f({deep}i * m);   /* // c\n e = 2;\n);\n");
    check_first_edits(&text, 12);
}

#[test]
fn errors_that_depend_on_the_rest_of_their_line_are_found_again() {
    for text in [
        "# a note; b = 1;\nc = 2;\n",
        "f([, 1], [2]]);  // as list(2, real)\ng = 1;\n",
        "a = 1 <!-- b; c --> d;\ne = 2;\n",
        "a = 1 <!-- b;\nc --> d;\ne = 2;\n",
        "a = x <!-- 1\n2 --> d;\ne = 2;\n",
        "x = 'a; b'; c = \"say \\\"a; b\\\"\"; d = `e; f`;\n",
    ] {
        check_edits(text);
    }
}
