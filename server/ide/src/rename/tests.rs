use expect_test::{Expect, expect};

use super::meaning::Moved;
use super::{prepare_rename, rename};
use crate::analysis::analyse;
use crate::code_actions::applied;
use crate::fixture::{mark, marked_in};
use cindyscript_hir::document::Document;
use text_size::TextRange;

/// The text afterwards, or why it is refused.
fn check_in(name: &str, text: &str, new: &str, expected: &Expect) {
    let fixture = marked_in(name, text);
    let analysis = &fixture.analysis;
    let shown = match rename(analysis, fixture.at, new) {
        Ok(edits) => applied(analysis.document.text(), &edits),
        Err(refusal) => format!("refused: {refusal}"),
    };
    expected.assert_eq(&shown);
}

fn check(text: &str, new: &str, expected: &Expect) {
    check_in("test.cindyscript", text, new, expected);
}

#[test]
fn variables() {
    check(
        "$a = 1; f(x) := a + x; b = a_1;",
        "speed",
        &expect!["speed = 1; f(x) := speed + x; b = speed_1;"],
    );
    check(
        "f($x) := x + g(x); g(x) := x; x = 3;",
        "t",
        &expect!["f(t) := t + g(t); g(x) := x; x = 3;"],
    );
    check(
        "f(x) := g(); g() := $x + 1; f(1);",
        "value",
        &expect!["f(value) := g(); g() := value + 1; f(1);"],
    );
    check(
        "forall(1..3, v, k, v + k + $v); v = 1;",
        "w",
        &expect!["forall(1..3, w, k, w + k + w); v = 1;"],
    );
    check(
        "colorplot($p.x * p.y);",
        "z1",
        &expect!["colorplot(z1.x * z1.y);"],
    );
    check(
        "a b = 1; $ab + a  b;",
        "sum2",
        &expect!["sum2 = 1; sum2 + sum2;"],
    );
    check("d$raw' = 1; draw';", "é", &expect!["é = 1; é;"]);
}

#[test]
fn functions() {
    check(
        "$f(x) := x; F(2) + f(1, 2); f = 3;",
        "grow",
        &expect!["grow(x) := x; grow(2) + f(1, 2); f = 3;"],
    );
    check(
        "f(x) := $f(x - 1); f(x) := _;",
        "g",
        &expect!["g(x) := g(x - 1); g(x) := _;"],
    );
    check(
        "$f(x) := x; g(x, y) := y;",
        "g",
        &expect!["g(x) := x; g(x, y) := y;"],
    );
}

const PAGE: &str = "<script id='csinit' type='text/x-cindyscript'>\n\
A.color = (1, 0, 0); createpoint(\"P\", [0, 0]); P.x = element(\"A\").x; n = 1;</script>\n\
<script>CindyJS({scripts: 'cs*', geometry: [\n\
{name: 'A', type: 'Free', pos: [1, 2]}, {name: \"l\", type: 'Join', args: [\"A\", 'P']},\n\
{name: 'T', type: 'Button', pos: [0, 0], script: 'drawimage(A, P, \"cat\");\\nn = 2;'}],\n\
images: {cat: 'cat.png', \"dog\": 'dog.png'}});</script>";

#[test]
fn pages() {
    let at = |part| mark(PAGE, part);
    check_in(
        "page.html",
        &at("|A.color"),
        "B'",
        &expect![[r#"
            <script id='csinit' type='text/x-cindyscript'>
            B'.color = (1, 0, 0); createpoint("P", [0, 0]); P.x = element("B'").x; n = 1;</script>
            <script>CindyJS({scripts: 'cs*', geometry: [
            {name: 'B\'', type: 'Free', pos: [1, 2]}, {name: "l", type: 'Join', args: ["B'", 'P']},
            {name: 'T', type: 'Button', pos: [0, 0], script: 'drawimage(B\', P, "cat");\nn = 2;'}],
            images: {cat: 'cat.png', "dog": 'dog.png'}});</script>"#]],
    );
    check_in(
        "page.html",
        &at("'|P'"),
        "Q",
        &expect![[r#"
            <script id='csinit' type='text/x-cindyscript'>
            A.color = (1, 0, 0); createpoint("Q", [0, 0]); Q.x = element("A").x; n = 1;</script>
            <script>CindyJS({scripts: 'cs*', geometry: [
            {name: 'A', type: 'Free', pos: [1, 2]}, {name: "l", type: 'Join', args: ["A", 'Q']},
            {name: 'T', type: 'Button', pos: [0, 0], script: 'drawimage(A, Q, "cat");\nn = 2;'}],
            images: {cat: 'cat.png', "dog": 'dog.png'}});</script>"#]],
    );
    check_in(
        "page.html",
        &at("|cat:"),
        "my cat",
        &expect![[r#"
            <script id='csinit' type='text/x-cindyscript'>
            A.color = (1, 0, 0); createpoint("P", [0, 0]); P.x = element("A").x; n = 1;</script>
            <script>CindyJS({scripts: 'cs*', geometry: [
            {name: 'A', type: 'Free', pos: [1, 2]}, {name: "l", type: 'Join', args: ["A", 'P']},
            {name: 'T', type: 'Button', pos: [0, 0], script: 'drawimage(A, P, "my cat");\nn = 2;'}],
            images: {"my cat": 'cat.png', "dog": 'dog.png'}});</script>"#]],
    );
    check_in(
        "page.html",
        &at("|A.color"),
        "l",
        &expect!["refused: `A` would be the same as `l`, an element of the construction (line 4)"],
    );
    check_in(
        "page.html",
        &at("|A.color"),
        "n",
        &expect!["refused: `A` would be the same as `n`, a variable of the applet (line 2)"],
    );
    check_in(
        "page.html",
        &at("|cat:"),
        "dog",
        &expect!["refused: `cat` would be the same as `dog`, an image (line 6)"],
    );
}

#[test]
fn strings_of_javascript() {
    let text = "<script>CindyJS({scripts: {draw: 'a = 1;\\n$a + 2; b\\u0061 = a', \
        move: \"b\" + \"a = a\" }});</script>";
    check_in(
        "page.html",
        text,
        "x'",
        &expect![[
            r#"<script>CindyJS({scripts: {draw: 'x\' = 1;\nx\' + 2; b\u0061 = x\'', move: "b" + "a = x'" }});</script>"#
        ]],
    );
    let plain = text.replace('$', "");
    let at = |part| mark(&plain, part);
    check_in(
        "page.html",
        &at("b|\\u"),
        "c",
        &expect!["refused: in line 1, `ba` is put together by the page's JavaScript"],
    );
}

#[test]
fn what_is_no_name() {
    for new in [
        "", "1a", "a b", "a_b", "a+b", "#", "#1", "a.b", "\"a\"", " a", "a;",
    ] {
        let fixture = marked_in("test.cindyscript", "$a = 1;");
        let refused = rename(&fixture.analysis, fixture.at, new).map_err(|why| why.to_string());
        assert!(refused.is_err_and(|why| why.starts_with(&format!("`{new}` is no name"))));
    }
}

#[test]
fn what_would_read_as_a_function_of_the_language() {
    let refused = &expect!["refused: `if` is a function of the language"];
    check("$n = 2; println(n);", "if", refused);
    check("f(x) := ($x + 1);", "if", refused);
}

#[test]
fn what_there_is_already() {
    check(
        "$a = 1; b = 2;",
        "b",
        &expect!["refused: `a` would be the same as `b`, a variable of the applet (line 1)"],
    );
    check(
        "$a = 1; b;",
        "b",
        &expect!["refused: `a` would be the same as `b`, a variable of the applet (line 1)"],
    );
    check(
        "$f(x) := 1; g(x) := 2;",
        "G",
        &expect!["refused: `f` would be the same as `G`, a function of 1 argument (line 1)"],
    );
    check(
        "$f(x) := 1;",
        "sin",
        &expect!["refused: `sin` is a function of the language"],
    );
    check(
        "$a = 1;",
        "pi",
        &expect!["refused: `pi` is a constant of the language"],
    );
    check(
        "$a = 1;",
        "i",
        &expect!["refused: `i` is a constant of the language"],
    );
    // Functions and variables do not meet, nor do different numbers of arguments.
    check(
        "$a = 1; f(x) := a; sin(1);",
        "sin",
        &expect!["sin = 1; f(x) := sin; sin(1);"],
    );
    check("$a = 1; f(x) := a;", "f", &expect!["f = 1; f(x) := f;"]);
    check(
        "$f(x) := 1; g(x, y) := 2;",
        "g",
        &expect!["g(x) := 1; g(x, y) := 2;"],
    );
}

#[test]
fn what_would_be_captured() {
    check(
        "$a = 1; f(x) := a + x;",
        "x",
        &expect!["refused: `a` would be the same as `x`, a parameter of `f` (line 1)"],
    );
    check(
        "f($x) := a + x; a = 1;",
        "a",
        &expect!["refused: `x` would be the same as `a`, a variable of the applet (line 1)"],
    );
    check(
        "f($x) := (regional(y); y = x; y);",
        "y",
        &expect!["refused: `x` would be the same as `y`, a variable of `f` (line 1)"],
    );
    check(
        "f(x) := apply(1..3, k, $x + k);",
        "k",
        &expect!["refused: `x` would be the same as `k`, the running variable of `apply` (line 1)"],
    );
    check(
        "a = 1; f(x) := g(); g() := $a;",
        "x",
        &expect!["refused: `a` would be the same as `x`, a parameter of `f` (line 1)"],
    );
    check(
        "f($x) := x; a = 1; g(a) := a + f(a);",
        "a",
        &expect!["f(a) := a; a = 1; g(a) := a + f(a);"],
    );
    check(
        "a = 2; colorplot($x + y + a);",
        "u",
        &expect![
            "refused: in line 1, `x` would mean something else as `u`: its name says which coordinate of the pixel it is"
        ],
    );
    check(
        "$a = 2; colorplot(p.x * a);",
        "x",
        &expect!["x = 2; colorplot(p.x * x);"],
    );
    check(
        "f(z) := z^2; colorplot(|f($z)|);",
        "w",
        &expect![
            "refused: in line 1, `z` would mean something else as `w`: its name says which coordinate of the pixel it is"
        ],
    );
    check(
        "plot($x^2);",
        "u",
        &expect![
            "refused: in line 1, `x` would mean something else as `u`: a variable of the applet, and not the running variable of `plot`"
        ],
    );
    check(
        "f($x) := 2 * x + i;",
        "i",
        &expect!["refused: `x` would be the same as `i`, a constant of the language (line 1)"],
    );
}

#[test]
fn what_cannot_be_renamed() {
    check(
        "apply(1..3, $#);",
        "v",
        &expect!["refused: `#` has no name of its own: name the running variable first"],
    );
    check(
        "a = $pi;",
        "v",
        &expect!["refused: `pi` is a constant of the language"],
    );
    check(
        "a = $sin(1);",
        "v",
        &expect!["refused: `sin` is a function of the language"],
    );
    check(
        "a = 1; // $a",
        "v",
        &expect!["refused: here is no name of the applet"],
    );
    check(
        "colorplot(hue(|$z|));",
        "v",
        &expect![
            "refused: in line 1, `z` would mean something else as `v`: its name says which coordinate of the pixel it is"
        ],
    );
    check(
        "$a = 1; parse(\"a + 1\");",
        "v",
        &expect!["refused: the text in line 1 may name `a` when the applet runs"],
    );
    check(
        "$a = 1; parse(\"b + 1\");",
        "v",
        &expect![[r#"v = 1; parse("b + 1");"#]],
    );
    check(
        "$a = 1; use(\"CindyGL\"); drawtext([0, 0], \"a\");",
        "v",
        &expect![[r#"v = 1; use("CindyGL"); drawtext([0, 0], "a");"#]],
    );
    check(
        "$Fun(x) := 1;\nt = \"f un(2)\";\nparse(t);",
        "v",
        &expect!["refused: the text in line 2 may name `Fun` when the applet runs"],
    );
    let page = |script: &str, javascript: &str| {
        format!(
            "<script id='csdraw' type='text/x-cindyscript'>{script}</script>\n<script>\
             c = CindyJS({{scripts: 'cs*', geometry: [{{name: 'A', type: 'Free', pos: [0, 0]}}],\
             images: {{cat: 'a.png'}}}});\n{javascript}</script>"
        )
    };
    let check = |text: &str, expected: &Expect| check_in("page.html", text, "new", expected);
    check(
        &page("$n = 1;", "c.evokeCS('n = 2');"),
        &expect![
            "refused: the page's JavaScript runs code of its own, which may name `n` in line 3"
        ],
    );
    check(
        &page("$f(1);", "c.defineFunction('f', 1, g);"),
        &expect!["refused: `f` is defined by the page's JavaScript"],
    );
    check(
        &page("t = \"cat\"; drawimage(A, \"c$at\"); drawimage(A, t);", ""),
        &expect!["refused: the text in line 1 may name `cat` when the applet runs"],
    );
    check(
        &page("t = \"A\"; $A.x; element(t);", ""),
        &expect!["refused: the text in line 1 may name `A` when the applet runs"],
    );
    check(
        &page("t = \"A\"; $A.x;", ""),
        &expect![[r#"
        <script id='csdraw' type='text/x-cindyscript'>t = "A"; new.x;</script>
        <script>c = CindyJS({scripts: 'cs*', geometry: [{name: 'new', type: 'Free', pos: [0, 0]}],images: {cat: 'a.png'}});
        </script>"#]],
    );
}

/// Wherever it is asked for, and whatever the text, there is an answer; and what was renamed is
/// renamed back.
#[test]
fn every_place_of_many_texts() {
    let texts = [
        PAGE,
        "f(x := [x; apply(; é = \"é; regional(é, 1, f(x)); {\"a\": f(x), a}; x:y = z;",
        "a::=b; :=c; d=; f(,)=; cgllazy((a, 1), a); cgllazy(a, b, c -> a); x_f(x) = 3; # = #1;",
    ];
    for text in texts {
        let analysis = analyse(&Document::open("page.html", text));
        for at in (0..=text.len() as u32 + 2).chain([u32::MAX]) {
            let Ok(name) = prepare_rename(&analysis, at.into()) else {
                assert!(rename(&analysis, at.into(), "other").is_err());
                continue;
            };
            let Ok(edits) = rename(&analysis, at.into(), "other") else {
                continue;
            };
            let other = applied(text, &edits);
            let offset = Moved::new(&edits).moved(name.range.start());
            let analysis = analyse(&Document::open("page.html", other.as_str()));
            let back = rename(&analysis, offset, &name.name).expect(&other);
            // What is written in two ways is written in one afterwards.
            let back = applied(&other, &back);
            assert_eq!(back.replace("F(", "f("), text.replace("F(", "f("));
        }
    }
}

#[test]
fn an_image_that_is_named_by_its_variable() {
    let page = "<script>const dog = 'dog.png'; CindyJS({scripts: {draw: 'drawimage(A, \"$dog\")'},\n\
        images: {dog}});</script>";
    check_in(
        "page.html",
        page,
        "cat",
        &expect![[r#"
            <script>const dog = 'dog.png'; CindyJS({scripts: {draw: 'drawimage(A, "cat")'},
            images: {cat: dog}});</script>"#]],
    );
    check_in(
        "page.html",
        page,
        "my cat",
        &expect![[r#"
            <script>const dog = 'dog.png'; CindyJS({scripts: {draw: 'drawimage(A, "my cat")'},
            images: {"my cat": dog}});</script>"#]],
    );
}

#[test]
fn name_in_a_javascript_string_is_escaped() {
    let escaped = |quote: char, name: &str| {
        let file = format!("images: [{quote}cat{quote}]");
        super::in_javascript(&file, TextRange::new(10.into(), 13.into()), name)
    };
    assert_eq!(escaped('`', "a${b}`"), "a\\${b}\\`");
    assert_eq!(escaped('"', "a\\b\"$"), "a\\\\b\\\"$");
}
