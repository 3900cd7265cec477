use expect_test::{Expect, expect};
use text_size::{TextRange, TextSize};

use super::{declarations, definitions, image_urls, type_definitions};
use crate::analysis::Analysis;
use crate::fixture::{mark, marked_in};
use crate::linked_editing::linked_editing_ranges;
use crate::references::highlights;
use crate::references::references;

/// The lines of the places, each with the place in brackets.
fn shown(analysis: &Analysis, places: &[TextRange]) -> String {
    let text = analysis.document.text();
    let line = |range: &TextRange| {
        let (start, end) = (usize::from(range.start()), usize::from(range.end()));
        let first = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let last = text[end..].find('\n').map_or(text.len(), |at| end + at);
        format!(
            "{}⟦{}⟧{}\n",
            &text[first..start],
            &text[start..end],
            &text[end..last]
        )
    };
    places.iter().map(line).collect()
}

type Find = fn(&Analysis, TextSize) -> Vec<TextRange>;

fn check_in(name: &str, find: Find, text: &str, expected: &Expect) {
    let fixture = marked_in(name, text);
    let found = find(&fixture.analysis, fixture.at);
    expected.assert_eq(&shown(&fixture.analysis, &found));
}

fn check(find: Find, text: &str, expected: &Expect) {
    check_in("test.cindyscript", find, text, expected);
}

#[test]
fn definitions_of_variables() {
    let text = "// %% init\nn = 1;\nn = 2;\nm_1 = 3;\n// %% draw\nn = n + 1;\nf(v) := (v = v + n; n = 3);\n\
                println(n); g() := (regional(r); r = m; apply(1..3, k, k + r));";
    for (part, expected) in [
        (
            "println(|n)",
            expect![[r#"
        ⟦n⟧ = n + 1;
        f(v) := (v = v + n; ⟦n⟧ = 3);
        ⟦n⟧ = 1;
        ⟦n⟧ = 2;
    "#]],
        ),
        (
            "v + |n;",
            expect![[r#"
        ⟦n⟧ = n + 1;
        ⟦n⟧ = 1;
        ⟦n⟧ = 2;
        f(v) := (v = v + n; ⟦n⟧ = 3);
    "#]],
        ),
        (
            "|n + 1",
            expect![[r#"
        ⟦n⟧ = n + 1;
        ⟦n⟧ = 1;
        ⟦n⟧ = 2;
        f(v) := (v = v + n; ⟦n⟧ = 3);
    "#]],
        ),
        (
            "= |v + n",
            expect![[r#"
        f(v) := (⟦v⟧ = v + n; n = 3);
        f(⟦v⟧) := (v = v + n; n = 3);
    "#]],
        ),
        (
            "r = |m",
            expect![[r#"
        ⟦m⟧_1 = 3;
    "#]],
        ),
        (
            "|k + r",
            expect![[r#"
        println(n); g() := (regional(r); r = m; apply(1..3, ⟦k⟧, k + r));
    "#]],
        ),
        (
            "k + |r",
            expect![[r#"
        println(n); g() := (regional(r); ⟦r⟧ = m; apply(1..3, k, k + r));
    "#]],
        ),
    ] {
        check(definitions, &mark(text, part), &expected);
    }
    for (part, expected) in [
        (
            "k + |r",
            expect![[r#"
        println(n); g() := (regional(⟦r⟧); r = m; apply(1..3, k, k + r));
    "#]],
        ),
        (
            "println(|n)",
            expect![[r#"
        ⟦n⟧ = n + 1;
        f(v) := (v = v + n; ⟦n⟧ = 3);
        ⟦n⟧ = 1;
        ⟦n⟧ = 2;
    "#]],
        ),
    ] {
        check(declarations, &mark(text, part), &expected);
    }
}

#[test]
fn definitions_of_functions() {
    let text = "f(x) := x;\nf(x, y) := x;\nF(x) := 2 * x;\na = $f(1);";
    check(
        definitions,
        text,
        &expect![[r#"
        ⟦F⟧(x) := 2 * x;
        ⟦f⟧(x) := x;
    "#]],
    );
    check(
        definitions,
        "colorplot(|$#|);",
        &expect![[r#"
        ⟦colorplot⟧(|#|);
    "#]],
    );
    check(definitions, "colorplot($sin(#.x));", &expect![""]);
    check(definitions, "a = 1; $ b = 2;", &expect![""]);
}

const PAGE: &str = "<script id='csinit' type='text/x-cindyscript'>createimage(\"img\", 2, 2);</script>\n\
<script id='csdraw' type='text/x-cindyscript'>\n\
draw(A); draw(element(\"B\")); drawimage(A, B, \"cat\"); drawimage(A, B, \"img\");\n\
</script>\n\
<script>\n\
CindyJS({initscript: 'csinit', drawscript: 'csdraw', images: {cat: 'cat.png'}, geometry: [\n\
  {name: 'A', type: 'Free', pos: [1, 2]},\n\
  {name: 'B', type: 'Mid', args: ['A', 'A']}]});\n\
</script>";

#[test]
fn what_the_page_holds() {
    let at = |part| mark(PAGE, part);
    check_in(
        "page.html",
        definitions,
        &at("draw(|A)"),
        &expect![[r#"
        {name: '⟦A⟧', type: 'Free', pos: [1, 2]},
    "#]],
    );
    check_in(
        "page.html",
        definitions,
        &at("\"|B\""),
        &expect![[r#"
        {name: '⟦B⟧', type: 'Mid', args: ['A', 'A']}]});
    "#]],
    );
    check_in(
        "page.html",
        definitions,
        &at("['|A'"),
        &expect![[r#"
        {name: '⟦A⟧', type: 'Free', pos: [1, 2]},
    "#]],
    );
    check_in(
        "page.html",
        definitions,
        &at("\"c|at\""),
        &expect![[r#"
        CindyJS({initscript: 'csinit', drawscript: 'csdraw', images: {⟦cat⟧: 'cat.png'}, geometry: [
    "#]],
    );
    check_in(
        "page.html",
        definitions,
        &at("\"im|g\");\n"),
        &expect![[r#"
        <script id='csinit' type='text/x-cindyscript'>createimage("⟦img⟧", 2, 2);</script>
    "#]],
    );
    check_in(
        "page.html",
        definitions,
        &at("'cs|draw',"),
        &expect![[r#"
        <script id='csdraw' type='text/x-cindyscript'>⟦⟧
    "#]],
    );
    check_in(
        "page.html",
        type_definitions,
        &at("draw(|A)"),
        &expect![[r#"
        {name: '⟦A⟧', type: 'Free', pos: [1, 2]},
    "#]],
    );
    let all: Find = |analysis, at| references(analysis, at, true);
    let used: Find = |analysis, at| references(analysis, at, false);
    check_in(
        "page.html",
        all,
        &at("draw(|A)"),
        &expect![[r#"
        draw(⟦A⟧); draw(element("B")); drawimage(A, B, "cat"); drawimage(A, B, "img");
        draw(A); draw(element("B")); drawimage(⟦A⟧, B, "cat"); drawimage(A, B, "img");
        draw(A); draw(element("B")); drawimage(A, B, "cat"); drawimage(⟦A⟧, B, "img");
        {name: '⟦A⟧', type: 'Free', pos: [1, 2]},
        {name: 'B', type: 'Mid', args: ['⟦A⟧', 'A']}]});
        {name: 'B', type: 'Mid', args: ['A', '⟦A⟧']}]});
    "#]],
    );
    check_in(
        "page.html",
        used,
        &at("draw(|A)"),
        &expect![[r#"
        draw(⟦A⟧); draw(element("B")); drawimage(A, B, "cat"); drawimage(A, B, "img");
        draw(A); draw(element("B")); drawimage(⟦A⟧, B, "cat"); drawimage(A, B, "img");
        draw(A); draw(element("B")); drawimage(A, B, "cat"); drawimage(⟦A⟧, B, "img");
        {name: 'B', type: 'Mid', args: ['⟦A⟧', 'A']}]});
        {name: 'B', type: 'Mid', args: ['A', '⟦A⟧']}]});
    "#]],
    );
}

#[test]
fn an_image_that_is_named_by_its_variable() {
    let page = "<script>const dog = 'dog.png'; CindyJS({scripts: {draw: 'drawimage(A, \"dog\")'},\n\
        images: {cat: 'cat.png', dog}});</script>";
    for part in ["\"d|og", "{cat: 'cat.png', |dog"] {
        check_in(
            "page.html",
            definitions,
            &mark(page, part),
            &expect![[r#"
                images: {cat: 'cat.png', ⟦dog⟧}});</script>
            "#]],
        );
        let fixture = marked_in("page.html", &mark(page, part));
        assert_eq!(image_urls(&fixture.analysis, fixture.at), ["dog.png"]);
    }
}

#[test]
fn the_elements_that_a_variable_may_be() {
    let page = |script: &str| {
        format!(
            "<script id='csdraw' type='text/x-cindyscript'>{script}</script>\n\
             <script>CindyJS({{drawscript: 'csdraw', geometry: [\n\
             {{name: 'A', type: 'Free', pos: [1, 2]}},\n\
             {{name: 'B', type: 'Free', pos: [3, 4]}},\n\
             {{name: 'c', type: 'CircleMP', args: ['A', 'B']}}]}});</script>"
        )
    };
    let a = "{name: '⟦A⟧', type: 'Free', pos: [1, 2]},\n";
    let b = "{name: '⟦B⟧', type: 'Free', pos: [3, 4]},\n";
    for (script, expected) in [
        ("E = A; draw($E.xy);", [a, ""]),
        ("$E = A; draw(E.xy);", [a, ""]),
        ("E = A; F = E; E = B; draw($F.xy);", [a, b]),
        ("E = if(A.x < 2, A, 3; B); $E.xy;", [a, b]),
        ("E = element(\"B\"); $E.xy;", [b, ""]),
        ("f(p) := p$.xy; f(A); f(B);", [a, b]),
        ("forall([A, B], p, draw(p$));", [a, b]),
        ("forall([A, B], p, k, draw(k$));", ["", ""]),
        ("l = [A]; l = l; p = l_1; $p.xy;", [a, ""]),
        ("l = [A]; $l;", ["", ""]),
        ("n = A.x; $n;", ["", ""]),
        ("n = n + A; $n;", ["", ""]),
        ("f(p) := p; $f(A);", ["", ""]),
    ] {
        let fixture = marked_in("page.html", &page(script));
        let found = type_definitions(&fixture.analysis, fixture.at);
        let found = shown(&fixture.analysis, &found);
        assert_eq!(found, expected.concat(), "{script}");
    }
}

#[test]
fn a_script_of_two_applets() {
    let text = "<script id='csdraw' type='text/x-cindyscript'>$x = 1; f(x) := x;</script>\n\
                <script id='onemove' type='text/x-cindyscript'>x = 2;</script>\n\
                <script id='twomove' type='text/x-cindyscript'>x + 3;</script>\n\
                <script>CindyJS({drawscript: 'csdraw', movescript: 'onemove'});\n\
                CindyJS({drawscript: 'csdraw', movescript: 'twomove'});</script>";
    let all: Find = |analysis, at| references(analysis, at, true);
    check_in(
        "page.html",
        all,
        text,
        &expect![[r#"
        <script id='csdraw' type='text/x-cindyscript'>⟦x⟧ = 1; f(x) := x;</script>
        <script id='onemove' type='text/x-cindyscript'>⟦x⟧ = 2;</script>
        <script id='twomove' type='text/x-cindyscript'>⟦x⟧ + 3;</script>
    "#]],
    );
}

#[test]
fn reads_and_writes() {
    let writes: Find = |analysis, at| {
        let all = highlights(analysis, at).into_iter();
        all.filter(|one| one.is_write)
            .map(|one| one.range)
            .collect()
    };
    check(
        writes,
        "a = 1;\nb = a;\na_1 = $a + b;",
        &expect![[r#"
        ⟦a⟧ = 1;
        ⟦a⟧_1 = a + b;
    "#]],
    );
}

#[test]
fn what_is_edited_together() {
    let text = "f(x, y) := (regional(r); r = x; apply(1..3, k, k + r));";
    let at = |part| mark(text, part);
    check(
        linked_editing_ranges,
        &at("(|r)"),
        &expect![[r#"
        f(x, y) := (regional(⟦r⟧); r = x; apply(1..3, k, k + r));
        f(x, y) := (regional(r); ⟦r⟧ = x; apply(1..3, k, k + r));
        f(x, y) := (regional(r); r = x; apply(1..3, k, k + ⟦r⟧));
    "#]],
    );
    check(
        linked_editing_ranges,
        &at("|x,"),
        &expect![[r#"
        f(⟦x⟧, y) := (regional(r); r = x; apply(1..3, k, k + r));
        f(x, y) := (regional(r); r = ⟦x⟧; apply(1..3, k, k + r));
    "#]],
    );
    check(
        linked_editing_ranges,
        &at("k, |k"),
        &expect![[r#"
        f(x, y) := (regional(r); r = x; apply(1..3, ⟦k⟧, k + r));
        f(x, y) := (regional(r); r = x; apply(1..3, k, ⟦k⟧ + r));
    "#]],
    );
    check(linked_editing_ranges, &at("|f"), &expect![""]);
    // The callee sees it, it is seen by others, it is written in two ways, it has no name.
    check(
        linked_editing_ranges,
        "f($x) := g(); g() := x;",
        &expect![""],
    );
    check(linked_editing_ranges, "$x = 1; x;", &expect![""]);
    check(linked_editing_ranges, "f(x y) := xy + x$ y;", &expect![""]);
    check(linked_editing_ranges, "apply(1..3, $#);", &expect![""]);
}

#[test]
fn places_outside_of_everything() {
    let analysis = marked_in("page.html", &format!("${PAGE}")).analysis;
    let finds: [Find; 5] = [
        definitions,
        declarations,
        type_definitions,
        linked_editing_ranges,
        |analysis, at| references(analysis, at, true),
    ];
    // Within characters as well.
    let analysis_of_other = marked_in("a.cindyscript", "$ä = é; \"ü").analysis;
    for find in finds {
        for at in (0..2_000).chain([u32::MAX]) {
            find(&analysis, at.into());
            find(&analysis_of_other, at.into());
        }
    }
}

#[test]
fn a_pattern_leads_to_all_scripts() {
    let page = |at: &str| {
        let text = "<script id='csdraw' type='text/x-cindyscript'>a = 1;</script>\n\
            <script id='csinit' type='text/x-cindyscript'>b = 1;</script>\n\
            <script>CindyJS({scripts: 'cs*'}); other('x*');</script>";
        let fixture = marked_in("page.html", &mark(text, at));
        shown(
            &fixture.analysis,
            &definitions(&fixture.analysis, fixture.at),
        )
    };
    expect![[r#"
        <script id='csdraw' type='text/x-cindyscript'>⟦⟧a = 1;</script>
        <script id='csinit' type='text/x-cindyscript'>⟦⟧b = 1;</script>
    "#]]
    .assert_eq(&page("'c|s*'"));
    expect![[""]].assert_eq(&page("'x|*'"));
}

#[test]
fn urls_of_images() {
    let page = "<script>const path = 'dog.png'; CindyJS({scripts: {draw: 'drawimage(A, \"cat\"); \
        cat = imagesize(\"dog\"); imagesize(\"made\"); imagesize(\"none\")'},\n\
        images: {cat: ' cat.png ', dog: path, made: f()}, videos: {film: 'a.mp4'}});</script>";
    let check = |part: &str, expected: &[&str]| {
        let fixture = marked_in("page.html", &mark(page, part));
        assert_eq!(
            image_urls(&fixture.analysis, fixture.at),
            expected,
            "{part}"
        );
    };
    check("A, \"|cat", &["cat.png"]);
    check("{|cat", &["cat.png"]);
    check("\"|dog", &["dog.png"]);
    check("{|film", &["a.mp4"]);
    check("\"|made", &[]);
    check("\"|none", &[]);
    // Not the name of an image, and none at all.
    check("; |cat", &[]);
    check("' |cat.png", &[]);
}
