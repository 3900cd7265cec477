use cindyscript_analysis::InferredApplet;
use cindyscript_diagnostic::{Code, Diagnostic};
use cindyscript_hir::document::Document;
use cindyscript_lint::{Findings, check as lint};
use cindyscript_test_support::layers;
use expect_test::{Expect, expect};

use super::{portability, recompilation};

/// The modules, from the lowest up. Each file of remarks gives methods to the reader.
const LAYERS: &[&str] = &[
    "names",
    "drift",
    "starts",
    "reader",
    "complex",
    "before",
    "otherwise",
    "values",
    "tests",
];

#[test]
fn modules_use_only_those_below_them() {
    layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
}

/// The hints are these.
fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&shown(text));
}

/// The hints, each with the text after its fix.
fn shown(text: &str) -> String {
    let is_page = text.starts_with('<');
    let document = Document::open(if is_page { "a.html" } else { "a.cindyscript" }, text);
    let applet = InferredApplet::new(&document, 0, None);
    let Findings { diagnostics, doubt } = lint(&applet);
    let mut shown = String::new();
    let hints = in_order(portability(&applet, &diagnostics, &doubt));
    let recompilation = in_order(recompilation(&applet));
    let callers = diagnostics.into_iter();
    let callers = callers.filter(|hint| hint.code == Code::CallersVariable);
    for hint in hints.chain(recompilation).chain(callers) {
        let place = &text[std::ops::Range::<usize>::from(hint.range)];
        shown.push_str(&format!("{} `{place}`: {}\n", hint.code, hint.message));
        if let Some(fix) = hint.fix {
            let mut after = text.to_owned();
            after.replace_range(std::ops::Range::<usize>::from(fix.range), &fix.text);
            shown.push_str(&format!("    {}: {after}\n", fix.title));
        }
    }
    shown
}

fn in_order(mut hints: Vec<Diagnostic>) -> impl Iterator<Item = Diagnostic> {
    hints.sort_by_key(|hint| (hint.range.start(), hint.range.end()));
    hints.into_iter()
}

#[test]
fn builtins_that_are_missing() {
    check(
        "colorplot(a = |#|; while(a < 2, a = a * 2 + 1); a/4)",
        &expect![[r#"
            not-in-cindygl `while(a < 2, a = a * 2 + 1)`: CindyGL has no `while` at pixels, so the published page does not show this
                write `repeat(100, k, if(..))`: at most 100 rounds: colorplot(a = |#|; repeat(100, k, if(a < 2, a = a * 2 + 1)); a/4)
        "#]],
    );
    check(
        "colorplot(sum(1..3, #*0.1)*#.x)",
        &expect![[r#"
            otherwise-in-cindygl `sum(1..3, #*0.1)`: in CindyGL, the `#` of this `sum` is the pixel, not the running variable, so the published page shows something else
                name its variable: `sum(.., k, ..)`: colorplot(sum(1..3, k, k*0.1)*#.x)
        "#]],
    );
    // The loop inside is named first.
    check(
        "colorplot(sum(1..3, sum(1..2, #)*#)*#.x)",
        &expect![[r#"
        otherwise-in-cindygl `sum(1..3, sum(1..2, #)*#)`: in CindyGL, the `#` of this `sum` is the pixel, not the running variable, so the published page shows something else
        otherwise-in-cindygl `sum(1..2, #)`: in CindyGL, the `#` of this `sum` is the pixel, not the running variable, so the published page shows something else
            name its variable: `sum(.., k, ..)`: colorplot(sum(1..3, sum(1..2, k, k)*#)*#.x)
    "#]],
    );
    check(
        "colorplot(sum([1, 2], v, v*#.x))",
        &expect![[r#"
            not-in-cindygl `sum([1, 2], v, v*#.x)`: CindyGL has no `sum` of this form at pixels, so the published page does not show this
                write `sum(apply(..))`: colorplot(sum(apply([1, 2], v, v*#.x)))
        "#]],
    );
    check(
        "colorplot(if(xor(#.x > 0, #.y > 0), 1, 0))",
        &expect![[r#"
            not-in-cindygl `xor(#.x > 0, #.y > 0)`: CindyGL has no `xor` at pixels, so the published page does not show this
                write it with `&`, `%` and `!`: colorplot(if(((#.x > 0) & !(#.y > 0)) % (!(#.x > 0) & (#.y > 0)), 1, 0))
        "#]],
    );
    check(
        "colorplot(+|#|/4 + sin(#.x°))",
        &expect![[r#"
            not-in-cindygl `+|#|/4`: CindyGL has no `+` of this form at pixels, so the published page does not show this
                leave the sign out: colorplot(|#|/4 + sin(#.x°))
            not-in-cindygl `#.x°`: CindyGL has no `°` at pixels, so the published page does not show this
                write `*pi/180`: colorplot(+|#|/4 + sin((#.x)*pi/180))
        "#]],
    );
    check(
        "colorplot(if([floor(#.x), 1] == [1, 1], 1, 0))",
        &expect![[r#"
            not-in-cindygl `[floor(#.x), 1] == [1, 1]`: CindyGL compares only real numbers and truth values by `==`, and this is a list of 2 numbers, so the published page does not show this
        "#]],
    );
}

#[test]
fn what_has_one_type_there() {
    let texts = [
        "colorplot(t = [#.x, [1, 2]]; t_1)",
        "a = parse(\"1\"); colorplot(t = [a, |#|, 1]; t_1)",
        "disc = [[0, 0], 1]; colorplot(d = disc; |# - d_1|/d_2)",
        "colorplot([a, b] = [#.x, #.y]; a + b)",
        "f(v) := |v|; colorplot(f(#.x) + f(#))",
        "f(v) := |v|; colorplot(f(#.x) + f(2))",
        "colorplot(if((#.x > 0) == (#.y > 0), 1, 0))",
        "colorplot(s = 0; repeat(3, k, start -> 2, s = s + k*|#|); s)",
        "colorplot(sum(1..floor(|#|)))",
        "colorplot(l = [1] :> #.x; if(2 ∈ l, 0, √(|#|)))",
    ];
    let hints = texts.map(|text| format!("{text}\n{}", shown(text)));
    expect![[r#"
        colorplot(t = [#.x, [1, 2]]; t_1)
        not-in-cindygl `[#.x, [1, 2]]`: in CindyGL, elements of a list have one type, but this is a list of a number and a list of 2 numbers, so the published page does not show this

        a = parse("1"); colorplot(t = [a, |#|, 1]; t_1)

        disc = [[0, 0], 1]; colorplot(d = disc; |# - d_1|/d_2)
        not-in-cindygl `disc`: in CindyGL, elements of a list have one type, but this is a list of a list of 2 numbers and a number, so the published page does not show this

        colorplot([a, b] = [#.x, #.y]; a + b)
        not-in-cindygl `[a, b] = [#.x, #.y]`: CindyGL cannot assign to a list of variables at pixels, so the published page does not show this

        f(v) := |v|; colorplot(f(#.x) + f(#))
        not-in-cindygl `f(#.x)`: CindyGL allows one type per parameter, but `f` gets a number and a list of 2 numbers, so the published page does not show this

        f(v) := |v|; colorplot(f(#.x) + f(2))

        colorplot(if((#.x > 0) == (#.y > 0), 1, 0))

        colorplot(s = 0; repeat(3, k, start -> 2, s = s + k*|#|); s)
        otherwise-in-cindygl `2`: CindyGL ignores the modifiers of `repeat`: it counts from 1 in steps of 1, so the published page shows something else

        colorplot(sum(1..floor(|#|)))
        varying-count `1..floor(|#|)`: CindyGL needs a list length that is the same at all pixels, so the published page does not show this

        colorplot(l = [1] :> #.x; if(2 ∈ l, 0, √(|#|)))
        not-in-cindygl `[1] :> #.x`: CindyGL has no `:>` at pixels, so the published page does not show this
            write it with `++`: colorplot(l = (([1]) ++ [#.x]); if(2 ∈ l, 0, √(|#|)))
        not-in-cindygl `2 ∈ l`: CindyGL has no `∈` at pixels, so the published page does not show this
        not-in-cindygl `√(|#|)`: CindyGL has no `√` at pixels, so the published page does not show this
            write `re(sqrt(..))`: colorplot(l = [1] :> #.x; if(2 ∈ l, 0, re(sqrt(|#|))))
    "#]].assert_eq(&hints.join("\n"));
}

#[test]
fn what_is_not_constant() {
    check(
        "colorplot(s = 0; repeat(floor(|#|), s = s + 0.1); s)",
        &expect![[r#"
            varying-count `floor(|#|)`: CindyGL needs a number of rounds that is the same at all pixels, so the published page does not show this
                write `repeat(100, .., if(..))`: at most 100 rounds: colorplot(s = 0; repeat(100, k, if(k <= (floor(|#|)), s = s + 0.1)); s)
        "#]],
    );
    check(
        "n = 5; l = [0.1, 0.5]; colorplot(s = 0; repeat(n, k, s = s + l_k*l_n); s*|#|)",
        &expect![[""]],
    );
    check(
        "l = [0.1, 0.5, 1]; colorplot(l_(|#| + 1))",
        &expect![[r#"
            varying-index `|#| + 1`: CindyGL needs an index that is the same at all pixels, so the published page does not show this
                write `if(.. == 1, l_1, ..)`: for indices from 1 to 3: l = [0.1, 0.5, 1]; colorplot(if(floor(|#| + 1) == 1, l_1, if(floor(|#| + 1) == 2, l_2, l_3)))
        "#]],
    );
    // Chance would be asked several times, and five cases are too many.
    check(
        "l = [0.1, 0.5]; colorplot(l_(1 + randomint(2)))",
        &expect![[r#"
            varying-index `1 + randomint(2)`: CindyGL needs an index that is the same at all pixels, so the published page does not show this
        "#]],
    );
    check(
        "l = [1, 2, 3, 4, 5]; colorplot(l_floor(|#|))",
        &expect![[r#"
            varying-index `floor(|#|)`: CindyGL needs an index that is the same at all pixels, so the published page does not show this
        "#]],
    );
    check(
        "l = [0.1, 0.5]; colorplot(l_(1 + mod(floor(|#|), 2)))",
        &expect![[r#"
            varying-index `1 + mod(floor(|#|), 2)`: CindyGL needs an index that is the same at all pixels, so the published page does not show this
                write `if(.. == 1, l_1, ..)`: for indices from 1 to 2: l = [0.1, 0.5]; colorplot(if((1 + mod(floor(|#|), 2)) == 1, l_1, l_2))
        "#]],
    );
}

#[test]
fn complex_there_and_real_here() {
    check(
        "colorplot(sqrt(#.x^2 + 1)/4)",
        &expect![[r#"
            complex-in-cindygl `sqrt(#.x^2 + 1)`: CindyGL treats this real `sqrt` as complex, and cannot paint or compare it, so the published page does not show this
                take the real part: `re(..)`: colorplot(re(sqrt(#.x^2 + 1))/4)
        "#]],
    );
    check(
        "colorplot(re(sqrt(#.x^2 + 1)) + |#|^0.5 + |#|^2)",
        &expect![[r#"
            complex-in-cindygl `|#|^0.5`: CindyGL treats this real `^` as complex, and cannot paint or compare it, so the published page does not show this
                take the real part: `re(..)`: colorplot(re(sqrt(#.x^2 + 1)) + re(|#|^0.5) + |#|^2)
        "#]],
    );
}

#[test]
fn names_and_coordinates() {
    check(
        "colorplot(float = |#|; a' = 1; float*a'/4)",
        &expect![[r#"
            name-in-cindygl `float`: `float` is a reserved word in CindyGL, so the published page does not show this
            name-in-cindygl `a'`: `a'` has characters that names in CindyGL cannot have, so the published page does not show this
        "#]],
    );
    check("f(float) := float/4; colorplot(f(|#|))", &expect![[""]]);
    check(
        "colorplot(|#|/4 + x/100 + |z|)",
        &expect![[r#"
            second-coordinate `x`: in CindyGL, only `#` is the pixel and `x` is undefined, so the published page does not show this
                write `#.x`: colorplot(|#|/4 + #.x/100 + |z|)
            second-coordinate `z`: in CindyGL, only `#` is the pixel and `z` is undefined, so the published page does not show this
                write `complex(#)`: colorplot(|#|/4 + x/100 + |complex(#)|)
        "#]],
    );
    check("colorplot(x*y)", &expect![[""]]);
}

#[test]
fn drift() {
    check(
        "a = 1; a = a / 2; n = 3; colorplot(|#| * a + n)",
        &expect![[r#"
            drift `1`: `a` starts as a whole number and may become real: then CindyGL compiles the shader again
                start at 1.0001, so it is real from the beginning: a = 1.0001; a = a / 2; n = 3; colorplot(|#| * a + n)
        "#]],
    );
}

#[test]
fn what_callers_bind() {
    let texts = [
        "t = 2; f() := t/4; g(t) := f() + |t|; colorplot(g(#))",
        "k = 2; f(v) := k*v; colorplot(s = 0; repeat(3, k, s = s + f(|#|)); s)",
        "t = 1; f() := t; g() := f(); h(x) := (regional(t); t = x; g()); colorplot(h(|#|))",
        "t = 2; f() := (t = t + 1); g(t) := (f(); t); colorplot(g(|#|))",
        // They bind it themselves, or nobody does.
        "t = 2; f(t) := t/4; g(t) := f(t); colorplot(g(|#|))",
        "t = 2; f() := (regional(t); t = 1; t); g(t) := f(); colorplot(g(|#|))",
        "t = 2; f() := t/4; g(u) := f() + |u|; colorplot(g(#))",
        "k = 2; f() := sum(apply(1..3, k, k)); g(k) := f() + k; colorplot(g(|#|))",
        "t = 2; f() := t/4; g(t) := f(); a = g(3); colorplot(|#|)",
        "t = 2; f() := t/4; g(u) := f(t -> u); h(t) := g(t); colorplot(h(|#|))",
        "f() := #.x; g(v) := f() + v; colorplot(g(|#|))",
    ];
    let hints = texts.map(|text| format!("{text}\n{}", shown(text)));
    expect![[r#"
        t = 2; f() := t/4; g(t) := f() + |t|; colorplot(g(#))
        callers-variable `t`: on the CPU `f` sees the `t` of its caller `g`, but not at pixels

        k = 2; f(v) := k*v; colorplot(s = 0; repeat(3, k, s = s + f(|#|)); s)
        callers-variable `k`: on the CPU `f` sees the `k` of the loop that calls it, but not at pixels

        t = 1; f() := t; g() := f(); h(x) := (regional(t); t = x; g()); colorplot(h(|#|))
        callers-variable `t`: on the CPU `f` sees the `t` of its caller `h`, but not at pixels

        t = 2; f() := (t = t + 1); g(t) := (f(); t); colorplot(g(|#|))
        callers-variable `t`: on the CPU `f` sees the `t` of its caller `g`, but not at pixels

        t = 2; f(t) := t/4; g(t) := f(t); colorplot(g(|#|))

        t = 2; f() := (regional(t); t = 1; t); g(t) := f(); colorplot(g(|#|))

        t = 2; f() := t/4; g(u) := f() + |u|; colorplot(g(#))

        k = 2; f() := sum(apply(1..3, k, k)); g(k) := f() + k; colorplot(g(|#|))

        t = 2; f() := t/4; g(t) := f(); a = g(3); colorplot(|#|)

        t = 2; f() := t/4; g(u) := f(t -> u); h(t) := g(t); colorplot(h(|#|))
        not-in-cindygl `f(t -> u)`: functions do not take modifiers in CindyGL: `f` does not see them, so the published page does not show this

        f() := #.x; g(v) := f() + v; colorplot(g(|#|))
    "#]].assert_eq(&hints.join("\n"));
}

#[test]
fn points_at_whole_coordinates() {
    let page = |plot: &str, positions: [&str; 2]| {
        let [a, b] = positions;
        format!(
            "<script id='csdraw' type='text/x-cindyscript'>{plot}</script><script>\n\
             CindyJS({{scripts: 'cs*', geometry: [\n\
             {{name: 'A', type: 'Free', {a}}},\n{{name: 'B', type: 'Free', {b}}}]}});</script>"
        )
    };
    let whole = ["pos: [4, -1]", "pos: [1, 2.5]"];
    check(
        &page("colorplot(#.x*A.x)", whole),
        &expect![[r#"
        drift `[4, -1]`: `A` starts at whole coordinates, and `A.x` becomes real when it is moved: then CindyGL compiles the shader again
            start at [4.0001, -1.0001], so it is real from the beginning: <script id='csdraw' type='text/x-cindyscript'>colorplot(#.x*A.x)</script><script>
        CindyJS({scripts: 'cs*', geometry: [
        {name: 'A', type: 'Free', pos: [4.0001, -1.0001]},
        {name: 'B', type: 'Free', pos: [1, 2.5]}]});</script>
    "#]],
    );
    check(
        &page("r = (A - B).x; s = B.x; colorplot(#.x*r + s)", whole),
        &expect![[r#"
            drift `[1, 2.5]`: `B` starts at whole coordinates, and `s` becomes real when it is moved: then CindyGL compiles the shader again
                start at [1.0001, 2.5], so it is real from the beginning: <script id='csdraw' type='text/x-cindyscript'>r = (A - B).x; s = B.x; colorplot(#.x*r + s)</script><script>
            CindyJS({scripts: 'cs*', geometry: [
            {name: 'A', type: 'Free', pos: [4, -1]},
            {name: 'B', type: 'Free', pos: [1.0001, 2.5]}]});</script>
        "#]],
    );
    // What is real from the beginning, or never leaves where it is.
    check(
        &page("colorplot(#.x*B.y + |A.xy - B.xy| + A.x/2)", whole),
        &expect![[r#""#]],
    );
    check(
        &page(
            "colorplot(#.x*A.x)",
            ["pos: [4, 1], pinned: true", whole[1]],
        ),
        &expect![[r#""#]],
    );
    // Of homogeneous coordinates there is no telling what is whole after a change.
    check(
        &page("colorplot(#.x*A.x)", ["pos: [4, 2, 2]", whole[1]]),
        &expect![[r#"
            drift `[4, 2, 2]`: `A` starts at whole coordinates, and `A.x` becomes real when it is moved: then CindyGL compiles the shader again
        "#]],
    );
}

#[test]
fn code_is_held_by_variables() {
    check(
        "f = cgllazy(x, x/5); l = [f]; colorplot(cgleval(f, #.x) + cgleval(l_1, #.y))",
        &expect![[r#"
            not-in-cindygl `cgleval(l_1, #.y)`: CindyGL calls a function of `cgllazy` only if it is in a variable, so the published page does not show this
        "#]],
    );
}

#[test]
fn what_is_told_anyway_hides_nothing_else() {
    let told = |text: &str| {
        let document = Document::open("a.cindyscript", text);
        let found = lint(&InferredApplet::new(&document, 0, None));
        let mut said = found.diagnostics.iter();
        said.any(|known| known.code == Code::MissingElse)
    };
    // One remark about the other case that is missing.
    let one = "colorplot(if(|#| < 1, 1))";
    assert!(told(one));
    check(one, &expect![""]);
    let other = "colorplot(r = |#|; if(r < 1, while(r < 0.5, r = 2*r); r))";
    assert!(told(other));
    check(
        other,
        &expect![[r#"
        not-in-cindygl `while(r < 0.5, r = 2*r)`: CindyGL has no `while` at pixels, so the published page does not show this
            write `repeat(100, k, if(..))`: at most 100 rounds: colorplot(r = |#|; if(r < 1, repeat(100, k, if(r < 0.5, r = 2*r)); r))
    "#]],
    );
}

#[test]
fn without_a_colorplot_nothing_is_said() {
    check(
        "a = select(1..5, k, k > 2); b = product(a); s = [[0, 0], 1]; \
         while(b < 9, b = b + seconds()); draw(sqrt(b)*[1, 1])",
        &expect![[""]],
    );
}
