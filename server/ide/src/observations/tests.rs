use super::*;
use crate::analyse;
use cindyscript_hir::document::Document;
use expect_test::{Expect, expect};
use text_size::TextLen;

/// The hints and contradictions; globals are seen as given, `term: type = value` each.
fn check(text: &str, seen: &[(&str, &str, &str)], expected: &Expect) {
    let is_page = text.starts_with('<');
    let name = if is_page { "a.html" } else { "a.cindyscript" };
    let document = Document::open(name, text);
    let analysis = analyse(&document);
    let mut observed = Observations::default();
    for (name, ty, value) in seen {
        let subject = match (name.strip_prefix('@'), name.strip_prefix("element ")) {
            (_, Some(name)) => Subject::Element(name.to_owned()),
            (Some(term), _) => {
                let start = text.rfind(term).expect("a term");
                let start = u32::try_from(start).expect("short").into();
                Subject::Uniform(TextRange::at(start, term.text_len()))
            }
            (None, None) => Subject::Global((*name).to_owned()),
        };
        observed.note(subject, ty, (*value).to_owned(), None);
    }
    let mut shown = text.to_owned();
    let all = TextRange::up_to(text.text_len());
    let hints = value_hints(&analysis, &observed, all);
    for hint in hints.iter().rev() {
        shown.insert_str(hint.offset.into(), &format!("⟨{}⟩", hint.label));
    }
    for said in contradictions(&analysis, &observed) {
        shown.push_str(&format!("\n{:?}: {}", said.severity, said.message));
    }
    expected.assert_eq(&shown);
}

#[test]
fn values_are_shown_where_they_are_computed() {
    check(
        "a = 2; b = a + 1; b = 5; c = 7;",
        &[("a", "int", "2"), ("b", "int", "5"), ("d", "int", "1")],
        &expect!["a = 2; b = a + 1⟨= 5⟩; b = 5; c = 7;"],
    );
    // No literal is said again, however it is written.
    check(
        "pull = 0; pull = 1; s = \"hi\"; l = (1, .50); n = -2; n = n;",
        &[
            ("pull", "int", "0"),
            ("s", "string", "hi"),
            ("l", "list(2, real)", "[1, 0.5]"),
            ("n", "int", "-2"),
        ],
        &expect![[r#"pull = 0; pull = 1; s = "hi"; l = (1, .50); n = -2; n = n;"#]],
    );
    // Nor is anything said behind what is not there.
    check(
        "x = ; y = 1 +",
        &[("x", "⊥", "___")],
        &expect!["x = ; y = 1 +"],
    );
    // A value that is written and is not so any more, and the first place in the text.
    check(
        "// %% mousedown\nn = 3;\n// %% init\nn = 1; a = 2;",
        &[("n", "int", "1"), ("a", "real", "0.37")],
        &expect![[r#"
            // %% mousedown
            n = 3⟨= 1⟩;
            // %% init
            n = 1; a = 2⟨= 0.37⟩;
            Warning: `a` is a whole number as far as the text says, and was a real number when the applet ran: 0.37"#]],
    );
}

#[test]
fn elements_are_shown_where_they_are_named() {
    check(
        "<script id='csdraw' type='text/x-cindyscript'>a = A.x;</script><script>
            let g = [{name: 'A', type: 'Free', pos: [1, 2]}];
            for (let i = 0; i < 2; i++) g.push({name: 'B' + i, type: 'Free', pos: [i, 0]});
            CindyJS({scripts: 'cs*', geometry: g});</script>",
        &[
            ("element A", "point", "[1, 2.5]"),
            ("element B1", "point", "[1, 0]"),
        ],
        &expect![[r#"
            <script id='csdraw' type='text/x-cindyscript'>a = A.x;</script><script>
                        let g = [{name: 'A'⟨= [1, 2.5]⟩, type: 'Free', pos: [1, 2]}];
                        for (let i = 0; i < 2; i++) g.push({name: 'B' + i, type: 'Free', pos: [i, 0]});
                        CindyJS({scripts: 'cs*', geometry: g});</script>"#]],
    );
}

#[test]
fn contradictions_in_either_direction() {
    check(
        "a = 1; s = 4; colorplot(re(#.x + sqrt(s - 5) + sqrt(-4)) + a);",
        &[
            ("a", "real", "0.37"),
            ("s", "int", "9"),
            ("@sqrt(s - 5)", "int", "2"),
            ("@a", "real", "0.37"),
            ("@sqrt(-4)", "int", "2"),
        ],
        &expect![[r#"
            a = 1⟨= 0.37⟩; s = 4⟨= 9⟩; colorplot(re(#.x + sqrt(s - 5) + sqrt(-4)) + a);
            Warning: `a` is a whole number as far as the text says, and was a real number when the applet ran: 0.37
            Hint: `sqrt(s - 5)` may be complex as far as the text says, and was always real so far"#]],
    );
}

#[test]
fn one_root_that_may_be_complex_is_told_of_once() {
    check(
        "s = 4; c = sqrt(s - 5); d = 2*c; colorplot(re(#.x*(d + 1) + #.y*(c - 1)));",
        &[("@d + 1", "real", "2"), ("@c - 1", "real", "4")],
        &expect![[r#"
            s = 4; c = sqrt(s - 5); d = 2*c; colorplot(re(#.x*(d + 1) + #.y*(c - 1)));
            Hint: `d + 1` may be complex as far as the text says, and was always real so far"#]],
    );
}

#[test]
fn what_fits_is_no_contradiction() {
    check(
        "a = 1/2; a = -3; l = [1, 2.5]; x = dict(); p = A;",
        &[
            ("a", "int", "-3"),
            ("l", "list(2, int)", "[1, 2]"),
            ("p", "⊥", "___"),
        ],
        &expect!["a = 1/2⟨= -3⟩; a = -3; l = [1, 2.5]⟨= [1, 2]⟩; x = dict(); p = A;"],
    );
}

#[test]
fn values_at_a_pixel_are_those_of_the_last_one() {
    let text = "colorplot(a = #.x; a);";
    let document = Document::open("a.cindyscript", text);
    let analysis = analyse(&document);
    let all = TextRange::up_to(text.text_len());
    let mut observed = Observations::default();
    let hints = |observed: &Observations| -> Vec<String> {
        let hints = value_hints(&analysis, observed, all).into_iter();
        let hints = hints.map(|hint| format!("{}{}", u32::from(hint.offset), hint.label));
        hints.collect()
    };
    let at = |range: std::ops::Range<u32>| TextRange::new(range.start.into(), range.end.into());
    let value =
        |range, end: u32, value: &str| (at(range), end.into(), "real".to_owned(), value.to_owned());
    observed.note_pixel([value(10..11, 17, "0.5"), value(0..21, 21, "0.75")]);
    assert_eq!(hints(&observed), ["17= 0.5", "21= 0.75"]);
    let hover = crate::hover::hover(&analysis, 10.into(), &|_| String::new()).expect("a hover");
    let seen = hover.subjects.iter().find_map(|it| observed.get(it));
    assert_eq!(seen.map(|seen| seen.value.as_str()), Some("0.5"));
    observed.note_pixel([value(10..11, 17, "0.25")]);
    assert_eq!(hints(&observed), ["17= 0.25"]);
    assert!(observed.without_places().is_empty());
    observed.note_pixel([]);
    assert!(observed.is_empty());
}
