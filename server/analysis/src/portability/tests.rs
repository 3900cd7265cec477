use expect_test::{Expect, expect};

use super::portability;
use crate::{Document, analyse};

/// The hints, each with the text after its fix.
fn check(text: &str, expected: &Expect) {
    let is_page = text.starts_with('<');
    let document = Document::open(if is_page { "a.html" } else { "a.cindyscript" }, text);
    let analysis = analyse(&document);
    let mut shown = String::new();
    for hint in portability(&analysis) {
        let place = &text[std::ops::Range::<usize>::from(hint.range)];
        shown.push_str(&format!("{} `{place}`: {}\n", hint.code, hint.message));
        if let Some(fix) = hint.fix {
            let mut after = text.to_owned();
            after.replace_range(std::ops::Range::<usize>::from(fix.range), &fix.text);
            shown.push_str(&format!("    {}: {after}\n", fix.title));
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn builtins_that_are_missing() {
    check(
        "colorplot(a = |#|; while(a < 2, a = a * 2 + 1); a/4)",
        &expect![[r#"
            not-in-cindygl `while(a < 2, a = a * 2 + 1)`: CindyGL has no `while` at pixels: CPU yes, this preview yes, CindyGL no
                write `repeat(100, if(..))`: at most 100 rounds: colorplot(a = |#|; repeat(100, if(a < 2, a = a * 2 + 1)); a/4)
        "#]],
    );
    check("colorplot(sum(1..3, #*0.1)*#.x)", &expect![[""]]);
    check(
        "colorplot(sum([1, 2], v, v*#.x))",
        &expect![[r#"
        not-in-cindygl `sum([1, 2], v, v*#.x)`: CindyGL has no `sum` of this form at pixels: CPU yes, this preview yes, CindyGL no
            write `sum(apply(..))`: colorplot(sum(apply([1, 2], v, v*#.x)))
    "#]],
    );
    check(
        "colorplot(if(xor(#.x > 0, #.y > 0), 1, 0))",
        &expect![[r#"
        not-in-cindygl `xor(#.x > 0, #.y > 0)`: CindyGL has no `xor` of this form at pixels: CPU yes, this preview yes, CindyGL no
            write it with `&`, `%` and `!`: colorplot(if(((#.x > 0) & !(#.y > 0)) % (!(#.x > 0) & (#.y > 0)), 1, 0))
    "#]],
    );
    check(
        "colorplot(+|#|/4 + sin(#.x°))",
        &expect![[r#"
        not-in-cindygl `+|#|/4`: CindyGL has no `+` of this form at pixels: CPU yes, this preview yes, CindyGL no
            leave the sign out: colorplot(|#|/4 + sin(#.x°))
        not-in-cindygl `#.x°`: CindyGL has no `°` of this form at pixels: CPU yes, this preview yes, CindyGL no
            write `*pi/180`: colorplot(+|#|/4 + sin((#.x)*pi/180))
    "#]],
    );
    check(
        "colorplot(if([floor(#.x), 1] == [1, 1], 1, 0))",
        &expect![[r#"
            not-in-cindygl `[floor(#.x), 1] == [1, 1]`: CindyGL compares only real numbers by `==`, this is list(2, int): CPU yes, this preview yes, CindyGL no
        "#]],
    );
}

#[test]
fn what_is_not_constant() {
    check(
        "colorplot(s = 0; repeat(floor(|#|), s = s + 0.1); s)",
        &expect![[r#"
            varying-count `floor(|#|)`: CindyGL repeats only so often as is known before the pixel: CPU yes, this preview yes, CindyGL no
                write `repeat(100, .., if(..))`: at most 100 rounds: colorplot(s = 0; repeat(100, k, if(k <= (floor(|#|)), s = s + 0.1)); s)
        "#]],
    );
    check(
        "n = 5; l = [0.1, 0.5]; colorplot(s = 0; repeat(n, k, s = s + l_k*l_n); s*|#|)",
        &expect![[""]],
    );
    check(
        "l = [0.1, 0.5]; colorplot(l_(1 + mod(floor(|#|), 2)))",
        &expect![[r#"
            varying-index `1 + mod(floor(|#|), 2)`: CindyGL takes only indices that are the same at all pixels: CPU yes, this preview yes, CindyGL no
        "#]],
    );
}

#[test]
fn complex_there_and_real_here() {
    check(
        "colorplot(sqrt(#.x^2 + 1)/4)",
        &expect![[r#"
        complex-in-cindygl `sqrt(#.x^2 + 1)`: CindyGL takes every `sqrt` for complex, also this one, which is real: there it is no colour and cannot be compared
            take the real part: `re(..)`: colorplot(re(sqrt(#.x^2 + 1))/4)
    "#]],
    );
    check(
        "colorplot(re(sqrt(#.x^2 + 1)) + |#|^0.5 + |#|^2)",
        &expect![[r#"
            complex-in-cindygl `|#|^0.5`: CindyGL takes every `^` for complex, also this one, which is real: there it is no colour and cannot be compared
                take the real part: `re(..)`: colorplot(re(sqrt(#.x^2 + 1)) + re(|#|^0.5) + |#|^2)
        "#]],
    );
}

#[test]
fn names_and_coordinates() {
    check(
        "colorplot(float = |#|; a' = 1; float*a'/4)",
        &expect![[r#"
        name-in-cindygl `float`: `float` is a word of the language of CindyGL's shaders
        name-in-cindygl `a'`: `a'` has characters that names in CindyGL's shaders cannot have
    "#]],
    );
    check("f(float) := float/4; colorplot(f(|#|))", &expect![[""]]);
    check(
        "colorplot(|#|/4 + x/100 + |z|)",
        &expect![[r#"
        second-coordinate `x`: CindyGL has one name for the pixel, `#`: there `x` has no value
            write `#.x`: colorplot(|#|/4 + #.x/100 + |z|)
        second-coordinate `z`: CindyGL has one name for the pixel, `#`: there `z` has no value
            write `complex(#)`: colorplot(|#|/4 + x/100 + |complex(#)|)
    "#]],
    );
    check("colorplot(x*y)", &expect![[""]]);
}

#[test]
fn time_and_drift() {
    check(
        "colorplot(|#| + seconds())",
        &expect![[r#"
        seconds-in-cindygl `seconds()`: CindyJS counts `seconds()` from 1970, and a pixel's numbers have 24 bits: there it moves in steps of two minutes
    "#]],
    );
    check("resetclock(); colorplot(|#| + seconds())", &expect![[""]]);
    check(
        "t = seconds(); colorplot(|#| + (seconds() - t))",
        &expect![[""]],
    );
    check(
        "a = 1; a = a / 2; n = 3; colorplot(|#| * a + n)",
        &expect![[r#"
            drift `1`: `a` starts as an integer and may become real: CindyGL compiles the shader again when it does
                start at 1.0001, so that it is real from the beginning: a = 1.0001; a = a / 2; n = 3; colorplot(|#| * a + n)
        "#]],
    );
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
        drift `[4, -1]`: `A` starts at whole coordinates, and `A.x` becomes real when it is moved: CindyGL compiles the shader again when it does
            start at [4.0001, -1.0001], so that it is real from the beginning: <script id='csdraw' type='text/x-cindyscript'>colorplot(#.x*A.x)</script><script>
        CindyJS({scripts: 'cs*', geometry: [
        {name: 'A', type: 'Free', pos: [4.0001, -1.0001]},
        {name: 'B', type: 'Free', pos: [1, 2.5]}]});</script>
    "#]],
    );
    check(
        &page("r = (A - B).x; s = B.x; colorplot(#.x*r + s)", whole),
        &expect![[r#"
            drift `[1, 2.5]`: `B` starts at whole coordinates, and `s` becomes real when it is moved: CindyGL compiles the shader again when it does
                start at [1.0001, 2.5], so that it is real from the beginning: <script id='csdraw' type='text/x-cindyscript'>r = (A - B).x; s = B.x; colorplot(#.x*r + s)</script><script>
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
            drift `[4, 2, 2]`: `A` starts at whole coordinates, and `A.x` becomes real when it is moved: CindyGL compiles the shader again when it does
        "#]],
    );
}

#[test]
fn uniforms_of_unknown_type() {
    check(
        "a = parse(\"1\"); colorplot(#.x*a + a)",
        &expect![[r#"
            drift `a`: the type of `a` is not known before the applet runs: CindyGL and this preview compile the shader for the first value, and again when another type comes
        "#]],
    );
}
