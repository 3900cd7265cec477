//! Variables, elements and functions of the applet.

use super::*;

#[test]
fn a_variable_and_why() {
    check(
        "a = -2;\nb = sqrt(a);\na = $b + 1;",
        &expect![[r#"
            b
            ```cindyscript
            b: complex
            ```
            - because `b` is set to `sqrt(a)` in [line 2](@12..19), which is a complex number
            - because `a` is set to `b + 1` in [line 3](@25..30), which is a complex number"#]],
    );
}

#[test]
fn what_is_passed_to_the_pixels() {
    let check = |text: &str, line: &str| {
        let fixture = marked(text);
        let link = |_: TextRange| String::new();
        let hover = hover(&fixture.analysis, fixture.at, &link);
        let markdown = hover.expect("a hover").text.markdown();
        assert_eq!(markdown.lines().nth(3), Some(line), "{text}");
    };
    for (text, line) in [
        (
            "r = sin(1); colorplot(|#| < 2 * $r)",
            "computed once per frame on the CPU",
        ),
        (
            "colorplot(|#| < 2 * $pi)",
            "computed once per frame on the CPU, constant, not negative",
        ),
        (
            "colorplot(if(|#| < 1, $[1, 0, 0], [0, 0, 1]))",
            "computed once per frame on the CPU, constant",
        ),
        ("$pi + 1", "not negative"),
    ] {
        check(text, line);
    }
}

#[test]
fn a_function() {
    check(
        "f(z) := z^2 + 1; colorplot(|$f(z)|)",
        &expect![[r#"
            f(z)
            ```cindyscript
            f(z): complex -> complex
            ```
            runs at every pixel"#]],
    );
}

#[test]
fn a_function_with_a_comment() {
    check(
        "// The square of `x`.\n// No more.\nf(x) := x^2;\n/* other */ b = $f(3);",
        &expect![[r#"
            f(3)
            ```cindyscript
            f(x): int -> int
            ```

            ---
            The square of `x`.
            No more."#]],
    );
    check(
        "// Not called.\n$g(x) := x^2;",
        &expect![[r#"
        g
        ```cindyscript
        g
        ```
        nothing calls this function

        ---
        Not called."#]],
    );
}

#[test]
fn definitions_and_regional() {
    check(
        "f(x) :$= x^2;",
        &expect![[r#"
            :=
            ```cindyscript
            :=
            ```
            defines a function, or a variable whose expression is evaluated at each use

            ```cindyscript
            f(x) := x^2; now := seconds(); println(f(now))
            ```"#]],
    );
    check(
        "f(x) := (reg$ional(a, b); a = x; a); f(1);",
        &expect![[r#"
            regional(a, b)
            ```cindyscript
            regional(a, b)
            ```
            makes the variables local to this function: they have no value when it is called, and other code cannot see them

            ```cindyscript
            middle(p, q) := (regional(m); m = (p + q)/2; m); draw(middle([0, 0], [2, 4]))
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Control_Operators.md#creating-many-local-variables-for-a-function-regionalname1name2)"#]],
    );
}

#[test]
fn elements_in_scripts() {
    let page = "<script id='csdraw' type='text/x-cindyscript'>draw($A); B = 3;</script>\n\
        <script>CindyJS({scripts: 'cs*', geometry: [\n\
        {name: 'A', type: 'Free', pos: [1, 2]}, {name: 'B', type: 'Free', pos: [0, 0]}]})</script>";
    check_fixture(
        &marked_in("page.html", page),
        &expect![[r#"
        A
        ```cindyscript
        A: point
        ```
        an element of the construction, of type `Free`, at `[1, 2]`, [line 3](@123..126)"#]],
    );
    let page = page.replace('$', "").replace("B = 3", "$B = 3");
    check_fixture(
        &marked_in("page.html", &page),
        &expect![[r#"
        B
        ```cindyscript
        B: int
        ```
        not negative
        - because `B` is set to `3` in [line 1](@59..60), which is a whole number"#]],
    );
}

#[test]
fn a_variable_that_counts() {
    let rounds = "counts the rounds of `repeat` in [line 1](@7..8), not negative";
    for (text, below) in [
        ("repeat(5, $i, println(i));", rounds.to_owned()),
        ("repeat(5, i, println($i));", rounds.to_owned()),
        (
            "repeat(5, k, start -> -2, println($k));",
            "counts the rounds of `repeat` in [line 1](@7..8)".to_owned(),
        ),
        (
            "forall([3, 4], v, $k, println(v + k));",
            "counts the values of `[3, 4]` in [line 1](@7..13), not negative".to_owned(),
        ),
        (
            "forall([3, 4], v, k, println(v + $k));",
            "counts the values of `[3, 4]` in [line 1](@7..13), not negative".to_owned(),
        ),
    ] {
        let shown = shown(&marked(text));
        assert_eq!(shown.split("```\n").last(), Some(&*below), "{text}");
    }
    check(
        "d = {\"a\": 1}; forall(d, v, $k, println(k));",
        &expect![[r#"
            k
            ```cindyscript
            k: string
            ```
            runs through the keys of `d` in [line 1](@21..22)
            - because `k` runs through `d` in [line 1](@21..22), which is a dictionary
            - because `d` is set to `{"a": 1}` in [line 1](@4..12), which is a dictionary"#]],
    );
    // Without a name it counts as well.
    let shown = shown(&marked("repeat(5, println($#));"));
    assert!(shown.contains(rounds), "{shown}");
}

#[test]
fn what_is_bound_is_no_constant_and_no_element() {
    let page = |script: &str| {
        let page = format!(
            "<script id='csdraw' type='text/x-cindyscript'>{script}</script>\n\
             <script>CindyJS({{scripts: 'cs*', geometry: [{{name: 'A', type: 'Free', pos: [1, 2]}}]}});</script>"
        );
        shown(&marked_in("page.html", &page))
    };
    let is_given = |shown: &str| shown.contains("manual") || shown.contains("an element of");
    for script in [
        "f(pi) := $pi + 1; f(2);",
        "apply([1, 2], $i, i);",
        "apply([1, 2], i, $i);",
        "f(A) := $A + 1; f(2);",
        "apply(1..3, A, $A);",
        "sort([1, 2], pi, -$pi);",
    ] {
        let shown = page(script);
        assert!(!is_given(&shown), "{script}: {shown}");
    }
    for script in [
        "f(x) := $pi + x; f(2);",
        "apply([$i], i, i);",
        "apply([$A], A, A);",
    ] {
        let shown = page(script);
        assert!(is_given(&shown), "{script}: {shown}");
    }
}

#[test]
fn code_as_a_value() {
    let text = |at: &str| {
        let text = "f = cgllazy((x, y), x * y * k, k -> 2);\n\
                    colorplot(cgleval(f, #.x, 0.5)); a = cgleval(f, 1, 2);";
        text.replacen(at, &format!("${at}"), 1)
    };
    check(
        &text("f ="),
        &expect![[r#"
            f
            ```cindyscript
            f: code of 2 arguments
            ```
            - because `f` is set to `cgllazy((x, y), x * y * k, k -> 2)` in [line 1](@4..38), which is code of 2 arguments"#]],
    );
    check(
        &text("cgllazy"),
        &expect![[r#"
            cgllazy((x, y), x * y * k, k -> 2)
            ```cindyscript
            cgllazy(parameters, expression)
            cgllazy((x, y), x * y * k, k -> 2): code of 2 arguments
            ```

            ---
            an expression as a value, a function with one parameter or a list of them that `cgleval` calls. Modifiers store the present values of variables with it

            ```cindyscript
            f = cgllazy(z, z^2); cgleval(f, 3)
            ```"#]],
    );
    check(
        &text("y)"),
        &expect![[r#"
            y
            ```cindyscript
            y: int | real
            ```
            parameter, computed on the CPU and at every pixel, not negative
            - because `cgllazy` is called with `0.5` for `y` in [line 2](@66..69), which is a real number"#]],
    );
    check(
        &text("k,"),
        &expect![[r#"
            k
            ```cindyscript
            k: int
            ```
            computed on the CPU and at every pixel, not negative
            - because `k` is bound to `2` in [line 1](@36..37), which is a whole number"#]],
    );
    check(
        &text("cgleval(f, 1"),
        &expect![[r#"
            cgleval(f, 1, 2)
            ```cindyscript
            cgleval(code, argument, ...)
            cgleval(f, 1, 2): int
            ```
            not negative
            - because `cgleval` returns `x * y * k` in [line 1](@20..29), which is a whole number

            ---
            calls a function that `cgllazy` has made

            ```cindyscript
            f = cgllazy(z, z^2); println(cgleval(f, 3))
            ```"#]],
    );
}
