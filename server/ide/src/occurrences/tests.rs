use std::fmt::Write as _;

use cindyscript_hir::document::Document;
use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::collect::next_statement;
use super::reuse::Earlier;
use super::{Access, EntityKind, Form, Occurrences};
use crate::analysis::analyse;

/// All entities with where they stand: line and column, with a letter for what is done there.
fn check_file(name: &str, text: &str, expected: &Expect) {
    let analysis = analyse(&Document::open(name, text));
    let mut shown = String::new();
    for applet in &analysis.applets {
        let occurrences = applet.occurrences();
        for (id, entity) in occurrences.entities() {
            let kind = match entity.kind {
                EntityKind::Local => "local",
                EntityKind::Global => "global",
                EntityKind::Element => "element",
                EntityKind::Function(_) => "function",
                EntityKind::Image => "image",
            };
            let _ = write!(shown, "{kind} {}:", entity.name);
            for one in occurrences.of(id) {
                let before = &text[..one.range.start().into()];
                let line = 1 + before.matches('\n').count();
                let column = 1 + before.rsplit('\n').next().map_or(0, str::len);
                let access = match one.access {
                    Access::Declares => "d",
                    Access::Defines => "f",
                    Access::Writes => "w",
                    Access::Changes => "c",
                    Access::Reads => "r",
                    Access::Calls => "()",
                };
                let form = match one.form {
                    Form::Name => "",
                    Form::Text => "\"",
                    Form::Page => "'",
                };
                let _ = write!(shown, " {line}:{column}{access}{form}");
                assert_eq!(occurrences.at(one.range.start()), Some(one));
                assert_eq!(occurrences.exactly(one.range), Some(one));
            }
            shown.push('\n');
        }
    }
    expected.assert_eq(&shown);
}

fn check(text: &str, expected: &Expect) {
    check_file("test.cindyscript", text, expected);
}

#[test]
fn variables_of_the_applet() {
    check(
        "// %% init\nn = 0; list = [1, 2];\nlazy := n + 1;\n\
         // %% draw\nn = n + 1; list_1 = n; [n, list.x] = list; A.color = lazy;",
        &expect![[r#"
            global n: 2:1w 3:9r 5:1w 5:5r 5:21r 5:25w
            global list: 2:8w 5:12c 5:28c 5:38r
            global lazy: 3:1w 5:54r
            global A: 5:44c
        "#]],
    );
}

#[test]
fn functions_in_any_case() {
    check(
        "f(x) := x + F(x, 1); f(x, y) := x; a = f(1) + f(1, 2); f(x) := _; sin(a); g(a);",
        &expect![[r#"
            function f: 1:1f 1:40() 1:56w
            local x: 1:3d 1:9r 1:15r
            function F: 1:13() 1:22f 1:47()
            local x: 1:24d 1:33r
            local y: 1:27d
            global a: 1:36w 1:71r 1:77r
            function g: 1:75()
        "#]],
    );
}

#[test]
fn what_functions_bind() {
    check(
        "x = 1;\nf(x, y) := (regional(z); z = x; apply(1..3, x, x + y + z));\n\
         g(y) := (x = y; regional(x); x = 2; x);\nf(x, x); g(x);",
        &expect![[r#"
            global x: 1:1w 3:10w 4:3r 4:6r 4:12r
            function f: 2:1f 4:1()
            local x: 2:3d 2:30r
            local y: 2:6d 2:52r
            local z: 2:22d 2:26w 2:56r
            local x: 2:45d 2:48r
            function g: 3:1f 4:10()
            local y: 3:3d 3:14r
            local x: 3:26d 3:30w 3:37r
        "#]],
    );
    // Whether it is bound depends.
    check(
        "h(c) := (if(c, regional(v); v = 1); v);\nk() := (repeat(2, println(w); regional(w); w = 1));\nv = h(true); w = 3;",
        &expect![[r#"
            function h: 1:1f 3:5()
            local c: 1:3d 1:13r
            global v: 1:25d 1:29w 1:37r 3:1w
            function k: 2:1f
            global w: 2:27r 2:40d 2:44w 3:14w
            global true: 3:7r
        "#]],
    );
}

#[test]
fn what_callers_bind() {
    check(
        "helper() := t^2 + s;\nf(t) := helper();\ng(t) := t;\ns = f(1) + g(2);\nt2(t) := f(t);",
        &expect![[r#"
            function helper: 1:1f 2:9()
            local t: 1:13r 2:3d
            global s: 1:19r 4:1w
            function f: 2:1f 4:5() 5:10()
            function g: 3:1f 4:12()
            local t: 3:3d 3:9r
            function t2: 5:1f
            local t: 5:4d 5:12r
        "#]],
    );
    // Called from the top as well, it is both.
    check(
        "t = 3;\nhelper() := t^2;\nf(t) := helper();\nf(1); helper();\ng(t) := t;",
        &expect![[r#"
            global t: 1:1w 2:13r 3:3d
            function helper: 2:1f 3:9() 4:7()
            function f: 3:1f 4:1()
            function g: 5:1f
            local t: 5:3d 5:9r
        "#]],
    );
    // Along two calls, and in a circle.
    check(
        "inner() := u;\nouter() := (if(u > 1, outer()); inner());\nforall(1..3, u, outer());\nu = 2;",
        &expect![[r#"
            function inner: 1:1f 2:33()
            local u: 1:12r 2:16r 3:14d
            function outer: 2:1f 2:23() 3:17()
            global u: 4:1w
        "#]],
    );
    // Something on the way binds it.
    check(
        "inner() := u;\nouter(u) := inner();\nforall(1..3, u, outer(u));",
        &expect![[r#"
            function inner: 1:1f 2:13()
            local u: 1:12r 2:7d
            function outer: 2:1f 3:17()
            local u: 3:14d 3:23r
        "#]],
    );
}

#[test]
fn modifiers_of_calls() {
    check(
        "greet(n) := if(loud == true, n, 2 * n);\ngreet(1, loud->true); greet(2, size->3);\n\
         draw([0, 0], size->4); eval(size + k, k->5);",
        &expect![[r#"
            function greet: 1:1f 2:1() 2:23()
            local n: 1:7d 1:30r 1:37r
            global loud: 1:16r 2:10d
            global true: 1:24r 2:16r
            local size: 2:32d
            global size: 3:29r
            local k: 3:36r 3:39d
        "#]],
    );
}

#[test]
fn running_variables() {
    check(
        "forall(1..3, v, k, println(v + k)); v = 1;\nsum(1..3, # + sum(4..5, #)); max(#, #);\n\
         plot(x^2 + sin(x)); plot(t * x, t); x = 2; sort([1, 2], v, -v);",
        &expect![[r#"
            local v: 1:14d 1:28r
            local k: 1:17d 1:32r
            global v: 1:37w
            local #: 2:11r
            local #: 2:25r
            global #: 2:34r 2:37r
            local x: 3:6r 3:16r
            local t: 3:26r 3:33d
            global x: 3:30r 3:37w
            local v: 3:57d 3:61r
        "#]],
    );
}

#[test]
fn colorplots() {
    check(
        "a = 2; w(v) := v * c + a;\ncolorplot(c = |#| * a; w(#.x) + c); c = 3;\ncolorplot(p.x * a);\n\
         colorplot(x + y);",
        &expect![[r#"
            global a: 1:1w 1:24r 2:21r 3:17r
            function w: 1:8f 2:24()
            local v: 1:10d 1:16r
            local c: 1:20r 2:11w 2:33r
            local #: 2:16r 2:26r
            global c: 2:37w
            local p: 3:11r
            local x: 4:11r
            local y: 4:15r
        "#]],
    );
}

#[test]
fn code_that_runs_elsewhere() {
    check(
        "f(x) := (later := x + y; settimeout(1, y = x); later);\ny = 1; g(y) := f(y);\n\
         code = cgllazy((q, y), q + y + k, k -> y); cgleval(code, 1, 2);",
        &expect![[r#"
            function f: 1:1f 2:16()
            global x: 1:3d 1:19r 1:44r
            global later: 1:10w 1:48r
            global y: 1:23r 1:40w 2:1w 2:10d 2:18r 3:20d 3:28r 3:40r
            function g: 2:8f
            global code: 3:1w 3:52r
            local q: 3:17d 3:24r
            local k: 3:32r 3:35d
        "#]],
    );
    check(
        "f() := (local(a, b); a = b; release(b, a)); a = 1;",
        &expect![[r#"
            function f: 1:1f
            global a: 1:15d 1:22w 1:40r 1:45w
            global b: 1:18d 1:26r 1:37r
        "#]],
    );
}

const PAGE: &str = "<div id='c'></div>\n\
<script id='csinit' type='text/x-cindyscript'>createpoint(\"P\", [0, 0]); createimage(\"img\", 2, 2);</script>\n\
<script id='csdraw' type='text/x-cindyscript'>A.xy = B + P; draw(element(\"A\"));\n\
drawimage(A, B, \"cat\"); colorplot(\"img\", #.x); f(A) := A.x; f(B);\n\
create([\"M\", \"N\"], \"Mid\", [A, B]);</script>\n\
<script>CindyJS({scripts: 'cs*', ports: [{id: 'c'}],\n\
geometry: [{name: 'A', type: 'Free', pos: [1, 2]}, {name: \"B\", type: 'Free', pos: [0, 0]},\n\
{name: 'a', type: 'Join', args: ['A', \"B\"]}, {name: 'T', type: 'Button', pos: [0, 0], script: \"A.x = 1;\"}],\n\
images: {cat: 'cat.png', 'dog': 'dog.png'}});</script>";

#[test]
fn elements_and_images() {
    check_file(
        "page.html",
        PAGE,
        &expect![[r#"
            element P: 2:60d" 3:58r
            image img: 2:86d" 4:36c"
            element A: 3:47c 3:75r" 4:11r 5:28r 7:20d' 8:35r' 8:96c
            element B: 3:54r 4:14r 4:63r 5:31r 7:60d' 8:40r'
            image cat: 4:18r" 9:10d'
            local #: 4:42r
            function f: 4:48f 4:61()
            local A: 4:50d 4:56r
            element M: 5:10d"
            element N: 5:15d"
            element a: 8:9d'
            element T: 8:54d'
            image dog: 9:27d'
        "#]],
    );
}

#[test]
fn broken_text() {
    check(
        "a = (1 + ; b = a +\nf(x := x; c = [a, b; regional(; \"un",
        &expect![[r#"
            global a: 1:1w 1:16r 2:16r
            global b: 1:12w 2:19r
            function f: 2:1()
            global x: 2:3w 2:8r
            global c: 2:11w
        "#]],
    );
    check(
        "{\"k\": a, b, : c}; a:: = d; e._ ; x y = 2; xy;",
        &expect![[r#"
        global a: 1:7r 1:19c
        global c: 1:15r
        global d: 1:25r
        global e: 1:28r
        global xy: 1:34w 1:43r
    "#]],
    );
}

/// A page with whatever binds names, each in a statement of its own.
const WHOLE: &str = "<div id='c'></div>\n<script id='csinit' type='text/x-cindyscript'>\n\
n = 4; list = 1..n; shared(x) := (x * step)^2;\n\
inner() := deep + n; outer(deep) := inner(); outer(2);\n\
wave(x, t) := (regional(u); u = x; repeat(2, late = 1; regional(late)); u + late);\n\
createpoint(\"P\", [0, 0]); createimage(\"img\", 2, 2); P.x = 3;\n\
code = cgllazy((q, y), q + y + k, k -> n); cgleval(code, 1, 2);\n</script>\n\
<script id='csdraw' type='text/x-cindyscript'>\n\
forall(list, e, k, total = total + e / k); apply(list, #^2); sum(1..3, max(#, n));\n\
greet(v) := if(loud == true, v, wave(v, size)); greet(1, loud -> true); draw(A, size -> n);\n\
colorplot(w = |#|; hue(wave(w, seconds()) - n) * p.x); plot(sin(x) + a); draw(element(\"A\"));\n\
settimeout(1, n = 5); lazy := n + 1; [n, list_1] = lazy; eval(size + m, m -> 5); cut(v) := _;\n\
</script>\n<script>CindyJS({scripts: 'cs*', ports: [{id: 'c'}],\n\
geometry: [{name: 'A', type: 'Free', pos: [1, 2]}], images: {cat: 'cat.png'}});</script>";

/// What is typed, pasted or deleted.
const TYPED: [&str; 22] = [
    "",
    "",
    "x",
    "n",
    "1",
    ";",
    "(",
    ")",
    "\n",
    " + deep",
    " = ",
    "fresh = n; ",
    "first(x) := inner(); ",
    "max(a, b) := a; ",
    "REPEAT(2, n);",
    "regional(n); ",
    "\"A\"",
    "colorplot(#.y * n); ",
    "cgllazy(n, n + #) ",
    "outer(n, list -> 2); ",
    "// note\n",
    "</script><script id='csmove' type='text/x-cindyscript'>",
];

/// Of versions that nobody asked about in between, only what was edited is gone through.
#[test]
fn what_stands_between_edits_is_kept() {
    let text: String = (0..40).map(|line| format!("x{line} = {line};\n")).collect();
    let document = Document::open("a.cindyscript", text.as_str());
    let first = analyse(&document);
    let Occurrences { found, .. } = first.applets[0].occurrences();
    let text = text.replace("x5 = 5;", "x5 = 5; x6 = 1;");
    let document = document.update(text.as_str());
    let second = first.update(&document);
    let text = text.replace("x30 = 30", "x29 = x30");
    let document = document.update(text.as_str());
    let third = second.update(&document);

    let program = &third.applets[0].program;
    let earlier = Earlier::new(found, &program.names, &found.callees).expect("the same builtins");
    let script = document.scripts(0).next().expect("a script");
    let kept = earlier.statements(0, script, 41).expect("a script");
    let mut new = Vec::new();
    let (mut here, mut last) = (0, None);
    while here < 41 {
        let child = next_statement(script, last);
        let copied = kept.run(here, child).map_or(0, |run| run.count());
        if copied == 0 {
            new.push(here);
        }
        for _ in 0..copied.max(1) {
            last = Some(next_statement(script, last));
            here += 1;
        }
    }
    assert_eq!(new, [6, 31]);
}

fn table(occurrences: &Occurrences) -> String {
    let Occurrences {
        all,
        foreign,
        entities,
        ..
    } = occurrences;
    format!(
        "{all:#?} {foreign:#?} {entities:#?} {:?}",
        occurrences.computed
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_table_does_not_depend_on_the_versions_before_it(
        edits in proptest::collection::vec(
            (0.0..1.0_f64, 0..6_usize, 0..TYPED.len(), proptest::bool::weighted(0.7)),
            1..9,
        ),
    ) {
        let mut text = WHOLE.to_owned();
        let mut document = Document::open("a.html", text.as_str());
        let mut analysis = analyse(&document);
        for (place, removed, typed, is_asked) in edits {
            let at = (text.len() as f64 * place) as usize;
            let end = (at + removed).min(text.len());
            text.replace_range(at..end, TYPED[typed]);
            document = document.update(text.as_str());
            analysis = analysis.update(&document);
            // Of some versions nobody asks where names stand.
            if !is_asked {
                continue;
            }
            let fresh = analyse(&Document::open("a.html", text.as_str()));
            for (updated, fresh) in analysis.applets.iter().zip(&fresh.applets) {
                let (updated, fresh) = (table(updated.occurrences()), table(fresh.occurrences()));
                let mut lines = updated.lines().zip(fresh.lines());
                let differs = lines.find(|(updated, fresh)| updated != fresh);
                prop_assert_eq!(differs, None, "{}", text);
                prop_assert_eq!(updated.len(), fresh.len());
            }
        }
    }
}
