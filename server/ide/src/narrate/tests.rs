use super::*;
use crate::explain::explain;
use crate::fixture::{Fixture, marked};
use cindyscript_hir::document::Document;
use expect_test::{Expect, expect};

/// The document about what stands at `$`, which is taken out of the text.
fn check(text: &str, expected: &Expect) {
    let Fixture { analysis, at } = marked(text);
    let explanation = explain(&analysis, at).expect("an explanation");
    let link = |range: TextRange| format!("@{range:?}");
    expected.assert_eq(&narrate(&analysis, &explanation, &link));
}

#[test]
fn the_papers_example() {
    check(
        "a = -2;\n$b = sqrt(a);\na = b + 1;",
        &expect![[r#"
            # `b`: complex

            **complex**, *computed on the CPU*.

            ### Why

            1. `b` is set to `sqrt(a)` in [line 2](@12..19), which is a complex number
            2. `a` is set to `b + 1` in [line 3](@25..30), which is a complex number

            ### The algorithm

            The type of `b` began as ⊥, no type, and rose:

            1. complex because of `sqrt(a)` ([line 2](@12..19))
        "#]],
    );
}

#[test]
fn a_parameter_where_it_is_declared() {
    check(
        "f($x) := x + 1;\na = f(1);\nb = f(i);",
        &expect![[r#"
            # `x`: int | complex

            ## In `f(x: int ≥ 0)`

            **int**, *computed on the CPU*, not negative.

            ### Why

            1. `f` is called with `1` for `x` in [line 2](@21..22), which is a whole number

            ### The algorithm

            The type of `x` began as ⊥, no type, and rose:

            1. int because of `1` ([line 2](@21..22))

            ## In `f(x: complex)`

            **complex**, *computed on the CPU*.

            ### Why

            1. `f` is called with `i` for `x` in [line 3](@31..32), which is a complex number

            ### The algorithm

            The type of `x` began as ⊥, no type, and rose:

            1. complex because of `i` ([line 3](@31..32))
        "#]],
    );
}

#[test]
fn a_function_where_it_is_defined() {
    check(
        "$f(x) := sqrt(x);\na = f(2); b = f(-2);",
        &expect![[r#"
            # `f`: real | complex

            ## In `f(x: int ≥ 0)`

            **real**, *computed on the CPU*, not negative.

            ### Why

            1. `sqrt` of a whole number is a real number ([line 1](@8..15))

            ## In `f(x: int)`

            **complex**, *computed on the CPU*.

            ### Why

            1. `sqrt` of a whole number that may be negative is complex ([line 1](@8..15))
            2. `f` is called with `-2` for `x` in [line 2](@33..35), which is a whole number
        "#]],
    );
    check(
        "$f(x) := x;",
        &expect![[r#"
        # `f`

        Nothing calls this function.
    "#]],
    );
}

#[test]
fn a_colorplot() {
    check(
        "c = seconds();\nf(z) := z^2 + c;\n$colorplot(\n  z = complex(#); repeat(5, z = f(z)); |z| * sqrt(2))",
        &expect![[r#"
            # A colorplot: real

            `colorplot(z = complex(#); repeat(5, z =…`

            Paints the whole view with a shade of grey, 0 is black and 1 is white. Its expression is a real number.

            It runs on the GPU.

            ## What is wrong

            - **warning**: `c` counts from 1970, so the picture changes only every two minutes ([line 2](@29..30))
              - help: call `resetclock()` in the init script: then `seconds()` starts at 0
              - what led to it:
                - `c` gets it here ([line 1](@4..13))

            ## At every pixel, on the GPU

            - `#: list(2, real)`, the pixel: [x, y]
            - `z: complex`, because `z` is set to `complex(#)` in [line 4](@49..59), which is a complex number
            - `f(z): complex -> complex`, a function ([line 2](@15..16))

            ## Once per frame, on the CPU

            Each of these is handed over to the pixels as a *uniform*:

            - `c: real` ([line 2](@29..30)), because `c` is set to `seconds()` in [line 1](@4..13), which is a real number
            - `sqrt(2): real`, which never changes ([line 4](@88..95)), because `sqrt` of a whole number is a real number ([line 4](@88..95))
            - 2 numbers as written

            ## The algorithm, for those who want to see it

            The running variable v₀ is `#`. D, what depends on it, has 16 terms; U, what D needs and does not depend on it, is compiled to 3 uniforms.

            The least fixed point of *F* by Kleene iteration from ⊥, which stands for no type: each column is computed from the one before it.

            |                       | ⊥                 | F(⊥)          | F²(⊥)         | F³(⊥)         | F⁴(⊥)         | F⁵(⊥)         | F⁶(⊥)         | F⁷(⊥)         | F⁸(⊥)         |
            |----------------------:|-------------------|---------------|---------------|---------------|---------------|---------------|---------------|---------------|---------------|
            |                   `z` | ⊥                 | ⊥             | **complex**   | complex       | complex       | complex       | complex       | complex       | complex       |
            |                   `#` | **list(2, real)** | list(2, real) | list(2, real) | list(2, real) | list(2, real) | list(2, real) | list(2, real) | list(2, real) | list(2, real) |
            |            `z (in f)` | ⊥                 | ⊥             | ⊥             | **complex**   | complex       | complex       | complex       | complex       | complex       |
            |          `complex(#)` | ⊥                 | **complex**   | complex       | complex       | complex       | complex       | complex       | complex       | complex       |
            |                `f(z)` | ⊥                 | ⊥             | ⊥             | ⊥             | ⊥             | ⊥             | ⊥             | **complex**   | complex       |
            | `repeat(5, z = f(z))` | ⊥                 | ⊥             | ⊥             | ⊥             | **complex**   | complex       | complex       | complex       | complex       |
            |               `\|z\|` | ⊥                 | ⊥             | ⊥             | **real**      | real          | real          | real          | real          | real          |
            |             `sqrt(2)` | ⊥                 | ⊥             | ⊥             | ⊥             | ⊥             | **real**      | real          | real          | real          |
            |     `\|z\| * sqrt(2)` | ⊥                 | ⊥             | ⊥             | ⊥             | ⊥             | ⊥             | **real**      | real          | real          |
            |                 `z^2` | ⊥                 | ⊥             | ⊥             | ⊥             | **complex**   | complex       | complex       | complex       | complex       |
            |                   `c` | ⊥                 | ⊥             | ⊥             | ⊥             | ⊥             | **real**      | real          | real          | real          |
            |             `z^2 + c` | ⊥                 | ⊥             | ⊥             | ⊥             | ⊥             | ⊥             | **complex**   | complex       | complex       |
            |                   `5` | ⊥                 | ⊥             | ⊥             | ⊥             | ⊥             | **int**       | int           | int           | int           |
            |                   `2` | ⊥                 | ⊥             | ⊥             | ⊥             | ⊥             | **int**       | int           | int           | int           |
        "#]],
    );
    check(
        "$colorplot([1, 0, 0.5])",
        &expect![[r#"
            # A colorplot: colour

            `colorplot([1, 0, 0.5])`

            Paints the whole view with red, green, blue. Its expression is a list of 3 real numbers.

            It runs on the GPU.

            ## At every pixel, on the GPU

            Nothing stands for the pixel: one colour for all.

            ## Once per frame, on the CPU

            Each of these is handed over to the pixels as a *uniform*:

            - `[1, 0, 0.5]: list(3, real)`, which never changes ([line 1](@10..21))

            ## The algorithm, for those who want to see it

            D, what depends on it, has 0 terms; U, what D needs and does not depend on it, is compiled to 1 uniform.

            The least fixed point of *F* by Kleene iteration from ⊥, which stands for no type: each column is computed from the one before it.

            |               | ⊥ | F(⊥)              | F²(⊥)         |
            |--------------:|---|-------------------|---------------|
            | `[1, 0, 0.5]` | ⊥ | **list(3, real)** | list(3, real) |
        "#]],
    );
    check(
        "$colorplot([x, y, 0], [0, 0], [1, 1])",
        &expect![[r#"
            # A colorplot: colour

            `colorplot([x, y, 0], [0, 0], [1, 1])`

            Paints the rectangle from `[0, 0]` to `[1, 1]` with red, green, blue. Its expression is a list of 3 real numbers.

            It runs on the GPU.

            ## At every pixel, on the GPU

            - `x: real`, the pixel: x
            - `y: real`, the pixel: y

            ## Once per frame, on the CPU

            Each of these is handed over to the pixels as a *uniform*:

            - 1 number as written

            ## The algorithm, for those who want to see it

            The running variable v₀ is `x`. D, what depends on it, has 3 terms; U, what D needs and does not depend on it, is compiled to 1 uniform.

            The least fixed point of *F* by Kleene iteration from ⊥, which stands for no type: each column is computed from the one before it.

            |             | ⊥        | F(⊥)           | F²(⊥)               | F³(⊥)           | F⁴(⊥)             | F⁵(⊥)         |
            |------------:|----------|----------------|---------------------|-----------------|-------------------|---------------|
            |         `x` | **real** | real           | real                | real            | real              | real          |
            |         `y` | **real** | real           | real                | real            | real              | real          |
            | `[x, y, 0]` | ⊥        | **list(3, ⊥)** | **[real, real, ⊥]** | [real, real, ⊥] | **list(3, real)** | list(3, real) |
            |         `0` | ⊥        | ⊥              | ⊥                   | **int**         | int               | int           |
        "#]],
    );
}

#[test]
fn a_colorplot_that_has_no_pixel_program() {
    check(
        "$colorplot(grey(length(text(#.x))))",
        &expect![[r#"
            # A colorplot: ⊤ (no common type)

            `colorplot(grey(length(text(#.x))))`

            Paints the whole view.

            It runs on the CPU, pixel by pixel, which is slow.

            ## What is wrong

            - **warning**: `text` is not available at every pixel ([line 1](@22..31))
              - help: compute it outside of the colorplot if it does not depend on the pixel; the CPU paints this colorplot, which is slower, and the published page does not show it

            ## At every pixel, on the CPU

            - `#: list(2, real)`, the pixel: [x, y]

            ## Once per frame, on the CPU

            Nothing: all of it depends on the pixel.

            ## Why it is ⊤ (no common type)

            1. `text` of a real number can be of any kind ([line 1](@22..31))

            ## The algorithm, for those who want to see it

            The running variable v₀ is `#`. D, what depends on it, has 5 terms; U, what D needs and does not depend on it, is what is computed once per frame.

            The least fixed point of *F* by Kleene iteration from ⊥, which stands for no type: each column is computed from the one before it.

            |                           | ⊥                 | F(⊥)          | F²(⊥)         | F³(⊥)         | F⁴(⊥)         | F⁵(⊥)         |
            |--------------------------:|-------------------|---------------|---------------|---------------|---------------|---------------|
            |                       `#` | **list(2, real)** | list(2, real) | list(2, real) | list(2, real) | list(2, real) | list(2, real) |
            |                     `#.x` | ⊥                 | **real**      | real          | real          | real          | real          |
            |               `text(#.x)` | ⊥                 | ⊥             | **⊤**         | ⊤             | ⊤             | ⊤             |
            |       `length(text(#.x))` | ⊥                 | ⊥             | ⊥             | **⊤**         | ⊤             | ⊤             |
            | `grey(length(text(#.x)))` | ⊥                 | ⊥             | ⊥             | ⊥             | **⊤**         | ⊤             |
        "#]],
    );
    check(
        "f() := ($colorplot(#.x)); 1",
        &expect![[r#"
            # A colorplot

            `colorplot(#.x)`

            Paints the whole view.

            It does not run:

            - this colorplot is in a function that is never called ([line 1](@8..22))
        "#]],
    );
}

#[test]
fn what_is_wrong_and_what_led_to_it() {
    check(
        "v = [1, 2];\nn = 3;\n$colorplot(|#| + (v + n))",
        &expect![[r#"
            # A colorplot: no value

            `colorplot(|#| + (v + n))`

            Paints the whole view.

            It runs on the CPU, pixel by pixel, which is slow:

            - the type of this value is not known before the applet runs ([line 3](@36..41))

            ## What is wrong

            - **warning**: `+` is not defined for a list of 2 numbers and a number ([line 3](@36..41))
              - help: `+` takes two numbers or two lists of the same length: write [n, n] to do it to each element of v
              - what led to it:
                - this is a list of 2 numbers ([line 3](@36..37))
                - `v` is set to `[1, 2]` in [line 1](@4..10), which is a list of 2 whole numbers
                - this is a number ([line 3](@40..41))
                - `n` is set to `3` in [line 2](@16..17), which is a whole number

            ## At every pixel, on the CPU

            - `#: list(2, real)`, the pixel: [x, y]

            ## Once per frame, on the CPU

            Each of these is handed over to the pixels as a *uniform*:

            - `v + n: nothing` ([line 3](@36..41))

            ## The algorithm, for those who want to see it

            The running variable v₀ is `#`. D, what depends on it, has 3 terms; U, what D needs and does not depend on it, is what is computed once per frame.

            The least fixed point of *F* by Kleene iteration from ⊥, which stands for no type: each column is computed from the one before it.

            |         | ⊥                 | F(⊥)          | F²(⊥)         |
            |--------:|-------------------|---------------|---------------|
            |     `#` | **list(2, real)** | list(2, real) | list(2, real) |
            | `\|#\|` | ⊥                 | **real**      | real          |
        "#]],
    );
    check(
        "s = \"a\";\nt = 2;\nb = [1, 2] $+ t;",
        &expect![[r#"
            # `[1, 2] + t`: no value

            `+`: sum; lists of equal length elementwise; with a string on either side, concatenation; it has no value.

            ## What is wrong

            - **warning**: `+` is not defined for a list of 2 numbers and a number ([line 3](@20..30))
              - help: `+` takes two numbers or two lists of the same length: write [t, t] to do it to each element of [1, 2]
              - what led to it:
                - this is a list of 2 numbers ([line 3](@20..26))
                - this is a number ([line 3](@29..30))
                - `t` is set to `2` in [line 2](@13..14), which is a whole number

            **no value**, *computed on the CPU*.
        "#]],
    );
}

#[test]
fn calls_without_a_value() {
    check(
        "$println(1)",
        &expect![[r#"
            # `println(1)`: no value

            `println`: prints the value and ends the line; it has no value.

            **no value**, *computed on the CPU*.
        "#]],
    );
    check(
        "a = $nothere",
        &expect![[r#"
            # `nothere`: no value

            Nothing in this file gives it a value.

            ## What is wrong

            - **warning**: `nothere` is never given a value ([line 1](@4..11))
              - help: first give it a value: nothere = ...

            **no value**, *computed on the CPU*.
        "#]],
    );
    check(
        "f(x) := (println(x); ;); $f(1)",
        &expect![[r#"
            # `f(1)`: no value

            The function ends with something that has no value.

            **no value**, *computed on the CPU*.

            ### Why

            1. `f` returns `println(x)` in [line 1](@9..19), which has no value
        "#]],
    );
}

#[test]
fn what_a_file_says_stays_code() {
    const OUT: [&str; 3] = ["<u>", "![i]", "[l]("];
    let text = "x = \"` <u>injected</u> ![i](https://e/i.png) [l](https://e)\"; if(1, x = 5);\n\
                y = x + \"``` <u>\"; f(t) := t; z = f(\"`<u>`\"); z = 1; colorplot(text(x) + \"`<u>\");";
    let document = Document::open("a.cindyscript", text);
    let analysis = crate::analyse(&document);
    let link = |_: TextRange| "place".to_owned();
    let mut shown = 0;
    for at in (0..text.len() as u32).map(text_size::TextSize::new) {
        let explained = explain(&analysis, at);
        let explained = explained.map(|explanation| narrate(&analysis, &explanation, &link));
        let hover = crate::hover::hover(&analysis, at, &link);
        for markdown in explained
            .into_iter()
            .chain(hover.map(|hover| hover.text.markdown()))
        {
            shown += usize::from(markdown.contains("<u>"));
            let mut is_fenced = false;
            for line in markdown.lines() {
                if line.starts_with("```") {
                    is_fenced = !is_fenced;
                    continue;
                }
                // Every other part lies between two backticks.
                let outside: String = line.split('`').step_by(2).collect();
                let is_out = OUT.iter().any(|out| outside.contains(out));
                assert!(is_fenced || !is_out, "{at:?}: {markdown}");
            }
        }
    }
    assert!(shown > 10, "{shown}");
}
