use std::fmt::Write as _;

use crate::explain::explain;
use crate::fixture::{Fixture, marked};
use expect_test::{Expect, expect};

/// The chain for what stands at `$`, which is taken out of the text.
fn check(text: &str, expected: &Expect) {
    let Fixture { analysis, at } = marked(text);
    let explanation = explain(&analysis, at).expect("an explanation");
    let mut shown = String::new();
    for step in explanation
        .types
        .iter()
        .flat_map(|explained| &explained.because)
    {
        let _ = writeln!(shown, "because {}", step.text);
    }
    expected.assert_eq(&shown);
}

#[test]
fn how_values_get_into_variables() {
    check(
        "a = 1 / 2; b = $a",
        &expect![[r#"
            because `a` is set to `1 / 2` in line 1, which is a real number
            because a quotient is a real number
        "#]],
    );
    check(
        "l = [1, 2]; l_2 = 0.5; b = $l",
        &expect![[r#"
            because `l` has an element set to `0.5` in line 1, which is a real number
        "#]],
    );
    check(
        "[a, b] = [1, i]; c = $b",
        &expect![[r#"
            because `b` is a part of `[1, i]` in line 1, which is a list of 2 complex numbers
        "#]],
    );
    check(
        "forall([1, 2.5], x, b = $x)",
        &expect![[r#"
            because `x` runs through `[1, 2.5]` in line 1, which is a list of 2 real numbers
        "#]],
    );
    check(
        "f(x) := $x; f(i)",
        &expect![[r#"
            because `f` is called with `i` for `x` in line 1, which is a complex number
        "#]],
    );
    check(
        "a := [1, 2]; b = $a",
        &expect![[r#"
            because `a` is defined as `[1, 2]` in line 1, which is a list of 2 whole numbers
        "#]],
    );
}

#[test]
fn what_calls_come_to() {
    check(
        "f(x) := (y = 1; x + 0.5); $b = f(1)",
        &expect![[r#"
            because `b` is set to `f(1)` in line 1, which is a real number
            because `f` returns `x + 0.5` in line 1, which is a real number
        "#]],
    );
    check(
        "g(x) := x; $b = g(i)",
        &expect![[r#"
            because `b` is set to `g(i)` in line 1, which is a complex number
            because `g` is called with `i` for `x` in line 1, which is a complex number
        "#]],
    );
    check(
        "l = apply(1..3, sqrt(#)); $b = l * i",
        &expect![[r#"
            because `b` is set to `l * i` in line 1, which is a list of 3 complex numbers
            because `*` of a list of 3 real numbers and a complex number is a list of 3 complex numbers
        "#]],
    );
    check(
        "$b = unknown(1)",
        &expect![[r#"
            because `b` is set to `unknown(1)` in line 1, which is something of unknown kind
            because the text does not say what `unknown` is
        "#]],
    );
    check("f(x) := println(x); $b = f(1)", &expect![[""]]);
}

#[test]
fn only_what_has_to_do_with_it() {
    check(
        "z = complex([1, 2]); $a = re(z)",
        &expect![[r#"
            because `a` is set to `re(z)` in line 1, which is a real number
        "#]],
    );
    check(
        "l = [0.5, 2]; $n = length(l)",
        &expect![[r#"
            because `n` is set to `length(l)` in line 1, which is a whole number
        "#]],
    );
    check(
        "s = 0.5; v = [1, 2]; $w = s * v",
        &expect![[r#"
            because `w` is set to `s * v` in line 1, which is a list of 2 real numbers
            because `*` of a real number and a list of 2 whole numbers is a list of 2 real numbers
            because `s` is set to `0.5` in line 1, which is a real number
        "#]],
    );
    check(
        "z = [i, 1]; $a = z * z",
        &expect![[r#"
            because `a` is set to `z * z` in line 1, which is a complex number
        "#]],
    );
    check(
        "b = 1; y = i; b = b * y; $b",
        &expect![[r#"
            because `b` is set to `b * y` in line 1, which is a complex number
        "#]],
    );
}

#[test]
fn both_sides_of_a_clash() {
    check(
        "a = 1; a = \"x\"; $b = a",
        &expect![[r#"
            because `b` is set to `a` in line 1, which is a whole number or a string
            because `a` is set to `1` in line 1, which is a whole number
            because `a` is set to `"x"` in line 1, which is a string: these are of unlike kinds
        "#]],
    );
}
