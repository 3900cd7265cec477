use cindyscript_diagnostic::Diagnostic;
use cindyscript_hir::document::Document;
use expect_test::{Expect, expect};
use text_size::{TextRange, TextSize};

use super::{Refactoring, applied, as_written, code_actions};
use crate::analyse;
use crate::fixture::{Fixture, marked};

/// The actions at `$`, which is taken out of the text: each with its title and the text after it.
/// What mends a diagnostic leaves none of its kind, and brings no other.
fn check(text: &str, expected: &Expect) {
    let Fixture { analysis, at } = marked(text);
    let mut shown = String::new();
    let more = analysis.portability();
    let before = analysis.diagnostics.iter().chain(&more);
    for action in code_actions(&analysis, &more, TextRange::empty(at)) {
        let after = applied(analysis.document.text(), &action.edits);
        if let Some(mended) = &action.diagnostic {
            let code = mended.code;
            let again = analyse(&Document::open("test.cindyscript", after.as_str()));
            let more = again.portability();
            let mut all = again.diagnostics.iter().chain(&more);
            let left = all.find(|found| {
                let is_it = |known: &&Diagnostic| known.code == found.code;
                found.code == code || before.clone().find(is_it).is_none()
            });
            assert_eq!(left, None, "after `{}`:\n{after}", action.title);
        }
        let preferred = if action.is_preferred { "! " } else { "" };
        shown.push_str(&format!("{preferred}{}\n", action.title));
        for line in after.lines() {
            shown.push_str(&format!("    {line}\n"));
        }
    }
    expected.assert_eq(&shown);
}

/// What a refactoring offers for the part of a text between two marks `$`, or at one: each title and
/// the text after it, which has no errors.
pub(super) fn check_refactoring(find: Refactoring, text: &str, expected: Expect) {
    check_refactoring_in("test.cindyscript", find, text, expected);
}

/// The same in a file of another name.
pub(super) fn check_refactoring_in(name: &str, find: Refactoring, text: &str, expected: Expect) {
    let start = TextSize::try_from(text.find('$').expect("a mark")).expect("short");
    let text = text.replacen('$', "", 1);
    let end = text
        .find('$')
        .map_or(start, |end| TextSize::try_from(end).expect("short"));
    let text = text.replacen('$', "", 1);
    let analysis = analyse(&Document::open(name, text.as_str()));
    let mut shown = String::new();
    for applet in &analysis.applets {
        for mut action in find(applet, TextRange::new(start, end)) {
            for edit in &mut action.edits {
                edit.text = as_written(&analysis.document, edit);
            }
            let after = applied(&text, &action.edits);
            let again = analyse(&Document::open(name, after.as_str()));
            let mut errors = again.diagnostics.iter().filter(|found| found.is_error());
            assert_eq!(errors.next(), None, "after `{}`:\n{after}", action.title);
            shown.push_str(&format!("{}\n", action.title));
            for line in after.lines() {
                shown.push_str(&format!("    {line}\n"));
            }
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn fix_is_offered_from_elsewhere_in_the_line() {
    let titles = |text: &str| {
        let Fixture { analysis, at } = marked(text);
        let actions = code_actions(&analysis, &[], TextRange::empty(at)).into_iter();
        let fixes = actions.filter(|action| action.diagnostic.is_some());
        fixes.map(|action| action.title).collect::<Vec<_>>()
    };
    let first = ["write 2*(-1)"];
    assert_eq!(titles("$a = 2*-1; b = 3*-4;"), first);
    assert_eq!(titles("a = 2*-1;$ b = 3*-4;"), first);
    assert_eq!(titles("a = 2*-1; b = 3*-4; // $"), ["write 3*(-4)"]);
    assert!(titles("a = 2*-1;\n$b = 3;").is_empty());
}

#[test]
fn preferred_fixes_come_before_those_of_other_diagnostics() {
    let text = "b = unknown; a = 1; a = a/2; colorplot(+|#|*a)";
    let analysis = analyse(&Document::open("test.cindyscript", text));
    let portability = analysis.portability();
    let actions = code_actions(
        &analysis,
        &portability,
        TextRange::up_to(TextSize::of(text)),
    );
    let preferred = actions.iter().map(|action| action.is_preferred);
    assert_eq!(preferred.collect::<Vec<_>>(), [true, false, false]);
}

#[test]
fn syntax() {
    check(
        "a = 2*$-1;",
        &expect![[r#"
        ! write 2*(-1)
            a = 2*(-1);
    "#]],
    );
    check(
        "a = sin$(1 + 2;\nb = 3;",
        &expect![[r#"
            ! insert `)`
                a = sin(1 + 2);
                b = 3;
        "#]],
    );
    check(
        "f(x) := (x + $[1, 2; b = 1",
        &expect![[r#"
            ! insert `])`
                f(x) := (x + [1, 2; b = 1])
        "#]],
    );
    check(
        "a = [1, 2$);",
        &expect![[r#"
        ! write `]`
            a = [1, 2];
    "#]],
    );
    check(
        "l = [1]; f(x) := x; a = l_$f(1);",
        &expect![[r#"
        ! write l_(f(1))
            l = [1]; f(x) := x; a = l_(f(1));
    "#]],
    );
    check(
        "a = 1 \nb$ = 2;",
        &expect![[r#"
            ! insert `;`
                a = 1; 
                b = 2;
        "#]],
    );
    check(
        "a = true $&& false;",
        &expect![[r#"
            ! write `&`
                a = true & false;
        "#]],
    );
}

#[test]
fn a_real_part() {
    check(
        "colorplot($z^2);",
        &expect![[r#"
            ! take the real part
                colorplot(re(z^2));
            take the absolute value: `abs(..)`
                colorplot(abs(z^2));
        "#]],
    );
    check(
        "colorplot(if(z^2 $< 1, 1, 0));",
        &expect![[r#"
        take the real part: `re(..)`
            colorplot(if(re(z^2) < 1, 1, 0));
    "#]],
    );
}

#[test]
fn a_coordinate_alone_is_the_pixel() {
    check(
        "colorplot($sin(x) + cos(x));",
        &expect![[r#"
        write `#.x`: `x` alone is the whole pixel
            colorplot(sin(#.x) + cos(#.x));
    "#]],
    );
    check(
        "colorplot(r = 2; x$);",
        &expect![[r#"
        write `#.x`: `x` alone is the whole pixel
            colorplot(r = 2; #.x);
    "#]],
    );
    check("colorplot($sin(t));", &expect![[""]]);
    check("colorplot(a = x_1; $sin(x));", &expect![[""]]);
}

#[test]
fn branches_of_one_type() {
    check(
        "colorplot($if(|#| < 1, 0.5, [1, 0, 0]));",
        &expect![[r#"
        make a shade of grey of this: `gray(..)`
            colorplot(if(|#| < 1, gray(0.5), [1, 0, 0]));
    "#]],
    );
    check(
        "colorplot($if(|#| < 1, [1, 0, 0], [1, 0, 0, 0.5]));",
        &expect![[r#"
            make this colour opaque: `.. ++ [1]`
                colorplot(if(|#| < 1, ([1, 0, 0] ++ [1]), [1, 0, 0, 0.5]));
        "#]],
    );
    check(
        "colorplot(c = [1, 0, 0]; if(|#| < 1, c = $0.5); c);",
        &expect![[r#"
            make a shade of grey of this: `gray(..)`
                colorplot(c = [1, 0, 0]; if(|#| < 1, c = gray(0.5)); c);
        "#]],
    );
    check(
        "colorplot($|[complex(#), #]|);",
        &expect![[r#"
        make a complex number of this: `complex(..)`
            colorplot(|[complex(#), complex(#)]|);
    "#]],
    );
    check(
        "colorplot(if($floor(|#|), 1, 0));",
        &expect![[r#"
        compare with 0: `(..) != 0`
            colorplot(if((floor(|#|)) != 0, 1, 0));
    "#]],
    );
}

#[test]
fn names_of_builtins_and_of_other_languages_get_no_definition() {
    let texts = [
        "a = $undefined;",
        "a = $Arial;",
        "a = $sqrt;",
        "l = [1, 2]; a = $l[0];",
        "a = $round(1, 2, 3, 4);",
    ];
    for text in texts {
        let Fixture { analysis, at } = marked(text);
        let actions = code_actions(&analysis, &[], TextRange::empty(at));
        let offered: Vec<&str> = actions.iter().map(|action| &*action.title).collect();
        let mut defining = offered.iter().filter(|title| {
            let starts = ["define", "write `", "add a slider"];
            starts.iter().any(|start| title.starts_with(start)) && !title.contains("_1")
        });
        assert_eq!(defining.next(), None, "{text}: {offered:?}");
    }
}

#[test]
fn names() {
    check(
        "  a = 1;\n  b = $wave(a, 2, a);",
        &expect![[r#"
        define `wave(a, x, y)`
              a = 1;
              wave(a, x, y) := (
                0
              );
              b = wave(a, 2, a);
    "#]],
    );
    check(
        "radius = 1; a = rad$us + 2;",
        &expect![[r#"
            ! write `radius`
                radius = 1; a = radius + 2;
            write `radus = 0;` into the init script
                // %% init
                radus = 0;
                // %% draw
                radius = 1; a = radus + 2;
            add a slider for `radus`
                // %% init
                radus = 0.5; // 0..1
                // %% draw
                radius = 1; a = radus + 2;
        "#]],
    );
    check(
        "a = $drawtxt([2, 3], 3);",
        &expect![[r#"
            ! write `drawtext`
                a = drawtext([2, 3], 3);
            define `drawtxt(x, y)`
                drawtxt(x, y) := (
                  0
                );
                a = drawtxt([2, 3], 3);
        "#]],
    );
    check(
        "draw([0, 0], colour$ -> [1, 0, 0]);",
        &expect![[r#"
        ! write `color`
            draw([0, 0], color -> [1, 0, 0]);
    "#]],
    );
}

#[test]
fn each_name_that_may_be_meant() {
    check(
        "tame = 1; time = 2; b = $tiem + time + tame;",
        &expect![[r#"
            ! write `time`
                tame = 1; time = 2; b = time + time + tame;
            write `tiem = 0;` into the init script
                // %% init
                tiem = 0;
                // %% draw
                tame = 1; time = 2; b = tiem + time + tame;
            add a slider for `tiem`
                // %% init
                tiem = 0.5; // 0..1
                // %% draw
                tame = 1; time = 2; b = tiem + time + tame;
        "#]],
    );
    check(
        "spin(x) := x; spit(x) := x + 1; a = $spi(1) + spit(2);",
        &expect![[r#"
            ! write `spin`
                spin(x) := x; spit(x) := x + 1; a = spin(1) + spit(2);
            write `spit`
                spin(x) := x; spit(x) := x + 1; a = spit(1) + spit(2);
            define `spi(x)`
                spin(x) := x; spit(x) := x + 1; spi(x) := (
                  0
                );
                a = spi(1) + spit(2);
        "#]],
    );
    check(
        "createimage(\"cat\", 9, 9); createimage(\"cart\", 9, 9); a = imagesize($\"catt\");",
        &expect![[r#"
            ! write `"cart"`
                createimage("cat", 9, 9); createimage("cart", 9, 9); a = imagesize("cart");
            write `"cat"`
                createimage("cat", 9, 9); createimage("cart", 9, 9); a = imagesize("cat");
        "#]],
    );
    check(
        "draw([0, 0], alph$ -> 1);",
        &expect![[r#"
        ! write `alpha`
            draw([0, 0], alpha -> 1);
    "#]],
    );
    check(
        "time = 3; steps(z) := (n = 0; while(|z| < 2 & n < 30, z = z^2; n = n + 1); n);\n\
         colorplot(if($tiem < steps(z), 1, 0));",
        &expect![[r#"
            ! write `time`
                time = 3; steps(z) := (n = 0; while(|z| < 2 & n < 30, z = z^2; n = n + 1); n);
                colorplot(if(time < steps(z), 1, 0));
            write `tiem = 0;` into the init script
                // %% init
                tiem = 0;
                // %% draw
                time = 3; steps(z) := (n = 0; while(|z| < 2 & n < 30, z = z^2; n = n + 1); n);
                colorplot(if(tiem < steps(z), 1, 0));
        "#]],
    );
    // Several words are hardly meant to be one variable.
    check("a = $two words;", &expect![[""]]);
}

#[test]
fn regional_variables() {
    check(
        "f(x) := ($t = x^2; t + 1); a = f(1);",
        &expect![[r#"
            write the value of `t` in its place
                f(x) := ((x^2) + 1); a = f(1);
            make `t` a variable of `f`: `regional(t)`
                f(x) := (regional(t); t = x^2; t + 1); a = f(1);
        "#]],
    );
    check(
        "f(x) := $t = x^2; a = f(1);",
        &expect![[r#"
        make `t` a variable of `f`: `regional(t)`
            f(x) := (regional(t); t = x^2); a = f(1);
    "#]],
    );
    check(
        "f(x) := (regional(s); s = 1; $t = x^2); a = f(1);",
        &expect![[r#"
            make `t` a variable of `f`: `regional(t)`
                f(x) := (regional(s, t); s = 1; t = x^2); a = f(1);
        "#]],
    );
    check(
        "f(x) := (regional(t); $t = x^2; t); a = f(1);",
        &expect![[""]],
    );
}

#[test]
fn regional_only_where_nothing_changes() {
    for text in [
        // Read by others: a script, another function, code that runs later.
        "f(x) := ($t = x^2; t + 1); a = f(1) + t;",
        "f(x) := ($t = x^2; g(x)); g(x) := t; a = f(1);",
        "f(x) := ($t = x^2; settimeout(1, println(t))); f(1);",
        "f(x) := ($t = x^2; g(y) := t + y); f(1);",
        // Not assigned in any case, or not first.
        "f(x) := (if(x > 0, $t = 1); t); a = f(1);",
        "f(x) := (repeat(x, $t = #); t); a = f(1);",
        "t = 1; f(x) := ($t = t + x; t); a = f(1);",
        "f(x) := ($t_1 = x; t); a = f(1);",
    ] {
        check(text, &expect![[""]]);
    }
    // Another function has one of its own.
    check(
        "f(x) := ($t = x^2; t + 1); g(x) := (regional(t); t = 2*x; t); a = f(1) + g(2);",
        &expect![[r#"
            write the value of `t` in its place
                f(x) := ((x^2) + 1); g(x) := (regional(t); t = 2*x; t); a = f(1) + g(2);
            make `t` a variable of `f`: `regional(t)`
                f(x) := (regional(t); t = x^2; t + 1); g(x) := (regional(t); t = 2*x; t); a = f(1) + g(2);
        "#]],
    );
}

/// In a page, scripts may be strings of JavaScript.
#[test]
fn what_is_inserted_is_escaped() {
    let text = r#"<script>CindyJS({scripts: {init: "a = g(1);\n", draw: 'if(a == "b\\", c = 2*-1); h(a);'}})</script>"#;
    let document = Document::open("page.html", text);
    let analysis = analyse(&document);
    let changes = |place: &str| {
        let at = TextSize::try_from(text.find(place).expect("the place")).expect("short");
        let actions = code_actions(&analysis, &[], TextRange::empty(at));
        let changes = actions.iter().map(|action| applied(text, &action.edits));
        changes.collect::<Vec<_>>().join("\n")
    };
    expect![[r#"<script>CindyJS({scripts: {init: "g(x) := (\n  0\n);\na = g(1);\n", draw: 'if(a == "b\\", c = 2*-1); h(a);'}})</script>"#]].assert_eq(&changes("g(1)"));
    expect![[r#"<script>CindyJS({scripts: {init: "a = g(1);\n", draw: 'if(a == "b\\", c = 2*(-1)); h(a);'}})</script>"#]].assert_eq(&changes("-1"));
    expect![[r#"<script>CindyJS({scripts: {init: "a = g(1);\n", draw: 'if(a == "b\\", c = 2*-1); h(a) := (\n  0\n);\nh(a);'}})</script>"#]].assert_eq(&changes("h(a)"));
}

#[test]
fn variables_that_leak() {
    // A helper that overwrites the caller's.
    check(
        "half(x) := ($t = x / 2; t + 1); f(x) := (t = x^2; y = half(x); t + y); a = f(1);",
        &expect![[r#"
            make `t` a variable of `half`: `regional(t)`
                half(x) := (regional(t); t = x / 2; t + 1); f(x) := (t = x^2; y = half(x); t + y); a = f(1);
        "#]],
    );
    // One that overwrites itself, in a recursion.
    check(
        "tree(n) := ($k = n; if(n > 0, tree(n - 1)); println(k)); tree(3);",
        &expect![[r#"
            make `k` a variable of `tree`: `regional(k)`
                tree(n) := (regional(k); k = n; if(n > 0, tree(n - 1)); println(k)); tree(3);
        "#]],
    );
    // What pixels assign and scripts read.
    check(
        "f(x) := ($n = floor(x); n / 10); colorplot(f(|#|)); drawtext([0, 0], n);",
        &expect![[r#"
            make `n` a variable of `f`: `regional(n)`
                f(x) := (regional(n); n = floor(x); n / 10); colorplot(f(|#|)); drawtext([0, 0], n);
            write the value of `n` in its place
                f(x) := (floor(x) / 10); colorplot(f(|#|)); drawtext([0, 0], n);
        "#]],
    );
    // A range makes it a slider.
    check("$n = 5; // 1..12\ncolorplot(n/#.x);", &expect![""]);
    // Scripts have no other: there it would have no value.
    check(
        "colorplot($n = floor(|#|); n / 10); drawtext([0, 0], n);",
        &expect![[r#"
            write the value of `n` in its place
                colorplot(floor(|#|) / 10); drawtext([0, 0], n);
        "#]],
    );
    check(
        "count = 10; colorplot(count = $count + |#|; count / 20);",
        &expect![[r#"
            call the pixels' own `count1`
                count = 10; colorplot(count1 = count + |#|; count1 / 20);
        "#]],
    );
    // What is read before is meant to come from outside.
    check(
        "total = 3; f(x) := (total = $total + x; total); colorplot(f(|#|));",
        &expect![[""]],
    );
}

#[test]
fn names_for_cindygl() {
    check(
        "my = 1; colorplot($float = |#|; float/4)",
        &expect![[r#"
            rename `float` to `myfloat`
                my = 1; colorplot(myfloat = |#|; myfloat/4)
            write the value of `float` in its place
                my = 1; colorplot((|#|)/4)
        "#]],
    );
    check(
        "f(a') := $a'/4; b = f(2); colorplot(f(|#|))",
        &expect![[r#"
            rename `a'` to `a1`
                f(a1) := a1/4; b = f(2); colorplot(f(|#|))
        "#]],
    );
    // Not what has the same name elsewhere.
    check(
        "f(float) := float; my = f(1); colorplot($float = |#|; float/4)",
        &expect![[r#"
            rename `float` to `myfloat`
                f(float) := float; my = f(1); colorplot(myfloat = |#|; myfloat/4)
            write the value of `float` in its place
                f(float) := float; my = f(1); colorplot((|#|)/4)
        "#]],
    );
}

#[test]
fn what_callers_hand_over() {
    check(
        "t = 2; f() := $t/4; g(t) := f() + t; colorplot(g(|#|)); a = f();",
        &expect![[r#"
            pass `t` to `f` as an argument
                t = 2; f(t) := t/4; g(t) := f(t) + t; colorplot(g(|#|)); a = f(t);
        "#]],
    );
    check(
        "k = 2; f(v) := $k*v; colorplot(s = 0; repeat(3, k, s = s + f(|#|)); s)",
        &expect![[r#"
            pass `k` to `f` as an argument
                k = 2; f(v, k) := k*v; colorplot(s = 0; repeat(3, k, s = s + f(|#|, k)); s)
        "#]],
    );
    check(
        "t = 2; f (n) := if(n > 0, f((n - 1)), $t); g(t) := f(3); colorplot(g(|#|))",
        &expect![[r#"
            pass `t` to `f` as an argument
                t = 2; f (n, t) := if(n > 0, f((n - 1), t), t); g(t) := f(3, t); colorplot(g(|#|))
        "#]],
    );
    // It would be the next one's matter, the name is taken, it is assigned, it has a modifier.
    for text in [
        "t = 1; f() := $t; g() := f(); h(t) := g(); colorplot(h(|#|))",
        "t = 2; f() := $t/4; f(x) := x; g(t) := f() + |t|; colorplot(g(#))",
        "t = 2; f() := ($t = t + 1); g(t) := (f(); t); colorplot(g(|#|))",
        "t = 2; f(x) := $t*x*m; g(t) := f(1, m -> 2); colorplot(g(|#|))",
    ] {
        check(text, &expect![[""]]);
    }
}

#[test]
fn loops_and_clocks_for_cindygl() {
    check(
        "colorplot(s = 0; repeat($floor(|#|), s = s + 0.1); s)",
        &expect![[r#"
            ! write `repeat(100, .., if(..))`: at most 100 rounds
                colorplot(s = 0; repeat(100, k, if(k <= (floor(|#|)), s = s + 0.1)); s)
        "#]],
    );
    check(
        "colorplot(s = 0; repeat($floor(|#|), j, s = s + j/9); s)",
        &expect![[r#"
            ! write `repeat(100, .., if(..))`: at most 100 rounds
                colorplot(s = 0; repeat(100, j, if(j <= (floor(|#|)), s = s + j/9)); s)
        "#]],
    );
    // Where the bound would mean something else there is nothing to offer.
    check(
        "colorplot(s = 0; repeat($floor(|#|), s = s + #/9); s)",
        &expect![[""]],
    );
    check(
        "colorplot(n = |#|; repeat($floor(n), n = n - 1); n)",
        &expect![[""]],
    );
    check(
        "// %% init\n  a = 1;\n// %% draw\ncolorplot(|#|/4 + a*$seconds());",
        &expect![[r#"
            call `resetclock()` in the init script
                // %% init
                  resetclock();
                  a = 1;
                // %% draw
                colorplot(|#|/4 + a*seconds());
        "#]],
    );
    check(
        "colorplot(|#|/4 + $seconds());",
        &expect![[r#"
        call `resetclock()` in the init script
            // %% init
            resetclock();
            // %% draw
            colorplot(|#|/4 + seconds());
    "#]],
    );
    check(
        "// %% draw\nt = seconds();\ncolorplot(|#|/4 + $t);",
        &expect![[r#"
            call `resetclock()` in the init script
                // %% init
                resetclock();
                // %% draw
                t = seconds();
                colorplot(|#|/4 + t);
            write the value of `t` in its place
                // %% draw
                colorplot(|#|/4 + seconds());
        "#]],
    );
}

#[test]
fn a_call_is_mended_anywhere_in_it() {
    let foreseen = expect![[r#"
        define `foo(a, x)`
            a = 1;
            foo(a, x) := (
              0
            );
            b = foo(a, 2);
    "#]];
    check("a = 1;\nb = $foo(a, 2);", &foreseen);
    check("a = 1;\nb = foo(a, 2$);", &foreseen);
    check(
        "println(round(1.234, 2$));",
        &expect![[r#"
            ! write `round(100*1.234)/100`
                println(round(100*1.234)/100);
        "#]],
    );
}
