//! What formatting does to texts and scripts made by chance.

use cindyscript_syntax::parse;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;

use crate::{Style, Surroundings, format};

/// What the random texts are made of.
const PIECES: &[&str] = &[
    "a",
    "f",
    "#",
    "1",
    "2.",
    ".5",
    "\"s\"",
    "\"\n\"",
    "(",
    ")",
    "(",
    ")",
    "f(",
    "if(",
    "[",
    "]",
    "{",
    "}",
    "|",
    ",",
    ";",
    ";",
    "=",
    ":=",
    ":=_",
    "->",
    "+",
    "-",
    "*",
    "/",
    "^",
    "_",
    ".",
    "..",
    "°",
    "²",
    "₁",
    "!",
    "<",
    "==",
    "&",
    "++",
    "<:",
    ":",
    " ",
    " ",
    " ",
    "\n",
    "\n",
    "\n\n\n",
    "\r\n",
    "\t",
    "// c\n",
    "/* c */",
    "/* c\n */",
    "\"",
    "@",
    "[1, 2]",
    "f(a, b)",
    "(a; b)",
    "a = 1;\n",
    "\n    b = f(a,\n",
    "x + y",
];

/// The tokens of an expression that is right.
fn expression() -> impl Strategy<Value = Vec<&'static str>> {
    let leaf = prop::sample::select(vec![
        "a", "longname", "#", "1", "2.5", "\"text\"", "\"a\nb\"",
    ]);
    let joined = |parts: Vec<Vec<&'static str>>, with: &'static str| parts.join(&with);
    leaf.prop_map(|leaf| vec![leaf])
        .prop_recursive(6, 60, 5, move |inner| {
            let infix = prop::sample::select(vec![
                "+", "+", "-", "*", "/", "^", "..", "<", "==", "&", "%", "++", "<:", "=", ":=",
            ]);
            let brackets = prop::sample::select(vec![
                &["(", ")"][..],
                &["[", "]"],
                &["f", "(", ")"],
                &["if", "(", ")"],
                &["g", "[", "]"],
                &["|", "|"],
            ]);
            let slot = prop::collection::vec(inner.clone(), 1..4)
                .prop_map(move |parts| joined(parts, ";"));
            let modified = inner
                .clone()
                .prop_map(|value| [vec!["name", "->"], value].concat());
            let slots = prop::collection::vec(
                prop_oneof![4 => inner.clone(), 3 => slot, 1 => modified],
                0..5,
            );
            prop_oneof![
                (inner.clone(), infix, inner.clone())
                    .prop_map(|(a, infix, b)| [a, vec![infix], b].concat()),
                (brackets, slots).prop_map(move |(brackets, slots)| {
                    let (close, open) = brackets.split_last().expect("brackets");
                    [open.to_vec(), joined(slots, ","), vec![*close]].concat()
                }),
                inner.prop_map(
                    |operand| [vec!["("], operand, vec![")", "_", "a", ".", "x"]].concat()
                ),
            ]
        })
}

/// A script, most of whose statements are right, with white space and comments anywhere.
fn script() -> impl Strategy<Value = String> {
    let gaps = vec![
        "",
        "",
        " ",
        " ",
        " ",
        "\n",
        "\n\n\n",
        "\r\n",
        "// c\n",
        "\n// c\n",
        "/* c */",
        "\n/* c\n */\n",
    ];
    let gaps = prop::collection::vec(prop::sample::select(gaps), 200);
    let statements = prop::collection::vec(expression(), 0..4);
    (statements, gaps).prop_map(|(statements, gaps)| {
        let tokens = statements.join(&";");
        let gaps = gaps.into_iter().cycle();
        let parts = tokens
            .into_iter()
            .zip(gaps)
            .flat_map(|(token, gap)| [token, gap]);
        parts.collect()
    })
}

/// What formatting does to any text: edits that do not overlap, errors left as they are, the same
/// meaning, and nothing to do afterwards.
fn holds(text: &str, width: usize) -> Result<(), TestCaseError> {
    let style = Style {
        width,
        ..Style::default()
    };
    for around in [
        Surroundings::FILE,
        Surroundings::Lines {
            before: true,
            behind: true,
        },
        Surroundings::Element { indentation: "  " },
    ] {
        let tree = parse(text);
        let formatted = format(text, &tree, around, &style, None);
        let mut end = 0.into();
        for edit in &formatted.edits {
            prop_assert!(end <= edit.range.start(), "overlapping edits");
            end = edit.range.end();
        }
        let once = formatted.apply(text);
        for kept in &formatted.kept {
            prop_assert!(once.contains(&text[*kept]), "{}", &text[*kept]);
        }
        prop_assert!(crate::same::have_the_same_tree(
            text,
            &tree,
            &formatted.edits
        ));
        let again = format(&once, &parse(&once), around, &style, None).apply(&once);
        prop_assert_eq!(&again, &once, "formatted again");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 1_000 } else { 50_000 }))]

    #[test]
    fn any_text(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40), width in 5..60_usize) {
        holds(&pieces.concat(), width)?;
    }

    #[test]
    fn any_script(text in script(), width in 5..60_usize) {
        holds(&text, width)?;
    }
}

#[test]
fn most_random_scripts_are_right() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let tried = 200;
    let right = (0..tried)
        .filter(|_| parse(&script().new_tree(&mut runner).expect("a script").current()).is_valid());
    assert!(right.count() > tried / 2);
}
