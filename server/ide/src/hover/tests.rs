use super::*;
use crate::fixture::{Fixture, marked, marked_in};
use cindyscript_hir::builtins::Form;
use expect_test::{Expect, expect};

/// The hover at `$`, which is taken out of the text.
fn check(text: &str, expected: &Expect) {
    check_fixture(&marked(text), expected);
}

fn check_fixture(fixture: &Fixture, expected: &Expect) {
    expected.assert_eq(&shown(fixture));
}

/// What the hover is about, and what it says.
fn shown(Fixture { analysis, at }: &Fixture) -> String {
    let link = |range: TextRange| format!("@{range:?}");
    let hover = hover(analysis, *at, &link);
    hover.map_or("nothing".to_owned(), |hover| {
        format!(
            "{}\n{}",
            &analysis.document.text()[std::ops::Range::<usize>::from(hover.range)],
            hover.text.markdown()
        )
    })
}

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
fn a_condition() {
    check(
        "a = sin(1);\nif(a < 0,\n  0,\n  sqrt($a)\n);",
        &expect![[r#"
            a
            ```cindyscript
            a: real
            ```
            not negative
            - because `a` is not negative here, by the condition `a < 0` in [line 2](@15..20)
            - because `a` is set to `sin(1)` in [line 1](@4..10), which is a real number
            - because `sin` of a whole number is a real number ([line 1](@4..10))"#]],
    );
}

#[test]
fn binding_times() {
    check(
        "r = 0.5; colorplot(if(|#| < $r, 1, 0))",
        &expect![[r#"
            r
            ```cindyscript
            r: real
            ```
            computed once per frame on the CPU, not negative
            - because `r` is set to `0.5` in [line 1](@4..7), which is a real number"#]],
    );
    check(
        "r = 0.5; colorplot(|$#| - r)",
        &expect![[r#"
            #
            ```cindyscript
            #: list(2, real)
            ```
            computed at every pixel

            ---
            the running variable of the innermost loop or colorplot around it, where that names none

            ```cindyscript
            println(apply(1..3, #^2))
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/General_Concepts.md#local-variables-the--variable)"#]],
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
fn a_modifier() {
    check(
        "repeat(3, k, si$ze = k, start -> 2)",
        &expect![[r#"
            size
            ```cindyscript
            size: int
            ```
            - because `size` is set to `k` in [line 1](@20..21), which is a whole number"#]],
    );
    check(
        "repeat(3, k, k, sta$rt -> 2)",
        &expect![[r#"
            start
            ```cindyscript
            start -> a number
            ```
            modifier of `repeat`: the counter's first value"#]],
    );
}

#[test]
fn colours() {
    check(
        "colo$rplot([x, y, 0])",
        &expect![[r#"
            colorplot([x, y, 0])
            ```cindyscript
            colorplot(colour)
            colorplot: colour
            ```
            computed at every pixel

            paints red, green, blue: list(3, real); the pixel is `x`, `y`

            ---
            evaluates the expression for every pixel of the whole view on the GPU

            ```cindyscript
            colorplot([|#|/5, 0, 0.5])
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Function_Plotting.md#creating-a-colorplot-on-the-entire-drawing-canvas-colorplotexpr)"#]],
    );
    check(
        "c$olorplot(|z|)",
        &expect![[r#"
            colorplot(|z|)
            ```cindyscript
            colorplot(colour)
            colorplot: real
            ```
            computed at every pixel, not negative

            paints a shade of grey, 0 is black and 1 is white; the pixel is `z`

            ---
            evaluates the expression for every pixel of the whole view on the GPU

            ```cindyscript
            colorplot([|#|/5, 0, 0.5])
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Function_Plotting.md#creating-a-colorplot-on-the-entire-drawing-canvas-colorplotexpr)"#]],
    );
}

#[test]
fn nothing_to_say() {
    check("  $  a = 1", &expect!["nothing"]);
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
            code with a parameter, or a list of them, as a value, which `cgleval` evaluates; what modifiers name, it keeps as it is now

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
            evaluates code that `cgllazy` has made

            ```cindyscript
            f = cgllazy(z, z^2); println(cgleval(f, 3))
            ```"#]],
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
            keeps the code on its right, which is computed anew at each use; `=` computes a value once and keeps that

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
            variables of this function alone: they begin without a value at each call, and nothing outside sees them

            ```cindyscript
            middle(p, q) := (regional(m); m = (p + q)/2; m); draw(middle([0, 0], [2, 4]))
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Control_Operators.md#creating-many-local-variables-for-a-function-regionalname1name2)"#]],
    );
}

#[test]
fn names_of_a_page() {
    let page = |at: &str| {
        let text = r#"<script>
CindyJS({ports: [{width: 30}], geometry: [
  {name: "A", type: "Free", pos: [0, 0]},
  {"name": "l", type: "Join", args: ["A", "A"]}
]});
</script>"#;
        marked_in("page.html", &text.replacen(at, &format!("${at}"), 1))
    };
    check_fixture(
        &page("A\", \"A"),
        &expect![[r#"
            A
            ```cindyscript
            A: point
            ```
            an element of the construction, of type `Free`, at `[0, 0]`, [line 3](@61..64)"#]],
    );
    check_fixture(
        &page("l\", type"),
        &expect![[r#"
            l
            ```cindyscript
            l: line
            ```
            an element of the construction, of type `Join`, computed from A, A, [line 4](@105..108)"#]],
    );
    check_fixture(
        &page("Join"),
        &expect![[r#"
            Join
            ```
            Join
            ```
            a line from a point, a point"#]],
    );
    check_fixture(
        &page("width"),
        &expect![[r#"
            width
            ```
            width
            ```
            of a port: the width of the canvas in pixels"#]],
    );
    check_fixture(
        &page("name\""),
        &expect![[r#"
            name
            ```
            name
            ```
            of an element: its name, the variable of the scripts"#]],
    );
    check_fixture(&page("30"), &expect!["nothing"]);
}

#[test]
fn builtins() {
    check(
        "a = 2; dr$aw([a, 1], size -> 3);",
        &expect![[r#"
            draw([a, 1], size -> 3)
            ```cindyscript
            draw(figure)
            ```

            ---
            draws a point, line, segment (pair of points) or shape outline

            modifiers: `color`, `size`, `alpha`, `border`, `noborder`, `dashing`, `dashtype`, `dashpattern`, `lineCap`, `lineJoin`, `miterLimit`, `overhang`, `arrow`, `arrowshape`, `arrowsides`, `arrowposition`, `arrowsize`, `fillcolor`, `fillalpha`, `fillrule`

            ```cindyscript
            draw([1, 2], color -> [1, 0, 0], size -> 6)
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Elementary_Drawing_Functions.md#drawing-drawexpr)"#]],
    );
    check(
        "a = 2; b = sq$rt(a) + 1;",
        &expect![[r#"
            sqrt(a)
            ```cindyscript
            sqrt(x)
            sqrt(a): real
            ```
            not negative
            - because `sqrt` of a whole number is a real number ([line 1](@11..18))

            ---
            principal square root, complex for negatives

            at pixels:
            - `real ≥ 0 -> real ≥ 0`
            - `real -> complex`
            - `complex -> complex`

            ```cindyscript
            re(sqrt(2))
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Arithmetic_Operators.md#square-root-sqrtexpr)"#]],
    );
    check(
        "l = app$ly(1..3, k, k^2);",
        &expect![[r#"
            apply(1..3, k, k^2)
            ```cindyscript
            apply(list, variable, body)
            apply(1..3, k, k^2): list(3, int)
            ```

            ---
            maps body over a list (or dict values), with each element under a name of its own; yields new list/dict

            ```cindyscript
            squares = apply(1..5, k, k^2)
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Elementary_List_Operations.md#applying-an-expression-applylistexpr)"#]],
    );
    check(
        "a = 2; b = a +$ 1;",
        &expect![[r#"
            a + 1
            ```cindyscript
            a + 1: int
            ```
            not negative

            ---
            here `int + int` gives `int`

            sum; lists of equal length elementwise; with a string on either side, concatenation

            at pixels:
            - `int, int -> int`
            - `real, real -> real`
            - `complex, complex -> complex`

            ```cindyscript
            println([1, 2] + [3, 4])
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Arithmetic_Operators.md#the-addition-operator-exprexpr)"#]],
    );
    check(
        "a = 2; if$(a > 1, a, 0)",
        &expect![[r#"
            if(a > 1, a, 0)
            ```cindyscript
            if(condition, then, otherwise)
            if(a > 1, a, 0): int
            ```
            not negative
            - because `a` is set to `2` in [line 1](@4..5), which is a whole number

            ---
            two-way conditional; a non-boolean condition yields undefined

            ```cindyscript
            size = if(random() < 0.5, 3, 6)
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Control_Operators.md#the-conditional-operator-ifboolexpr)"#]],
    );
    check(
        "b = 2 * $pi;",
        &expect![[r#"
            pi
            ```cindyscript
            pi: real
            ```
            not negative

            ---
            half the circumference of the unit circle, 3.14159…

            ```cindyscript
            println(sin(pi / 6))
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Variables_and_Functions.md#predefined-constants)"#]],
    );
    check(
        "pi = 3; b = 2 * $pi;",
        &expect![[r#"
        pi
        ```cindyscript
        pi: int
        ```
        not negative
        - because `pi` is set to `3` in [line 1](@5..6), which is a whole number"#]],
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
fn signs() {
    check(
        "draw([1, 2], size -$> 3)",
        &expect![[r#"
        size
        ```cindyscript
        size -> a number
        ```
        modifier of `draw`: radius of points, width of lines, height of text, in pixels"#]],
    );
    check(
        "apply(1..3, $#^2)",
        &expect![[r#"
            #
            ```cindyscript
            #: int
            ```
            not negative
            - because `#` runs through `1..3` in [line 1](@6..10), which is a list of 3 whole numbers
            - because a range of numbers is a list of 3 whole numbers ([line 1](@6..10))

            ---
            the running variable of the innermost loop or colorplot around it, where that names none

            ```cindyscript
            println(apply(1..3, #^2))
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/General_Concepts.md#local-variables-the--variable)"#]],
    );
    check(
        "a $= 3; a",
        &expect![[r#"
            a = 3
            ```cindyscript
            a = 3: int
            ```
            not negative

            ---
            here `a: int` gets `int`

            gives a variable, an element or a field a value, now; with a list on the left, each of its variables a part

            ```cindyscript
            a = 1; b = 2; [a, b] = [b, a]; println(a)
            ```"#]],
    );
}

#[test]
fn every_sign_says_what_it_does() {
    for row in builtins::all().map(BuiltinId::row) {
        let (Category::Operator, Some(example)) = (row.category, row.example) else {
            continue;
        };
        let sign = match row.name.split_once('.') {
            Some((open, _)) if !open.is_empty() => open,
            _ => row.name,
        };
        // The arrow before a modifier that is known says what that is.
        let text = example.replace("size ->", "other ->");
        let hover = shown(&marked(&text.replacen(sign, &format!("${sign}"), 1)));
        assert!(hover.contains(row.doc), "{}: {hover}", row.name);
        let computes = row.form != Form::Notation;
        assert!(
            !computes || hover.contains("\nhere `"),
            "{}: {hover}",
            row.name
        );
    }
}

#[test]
fn what_signs_take_and_give_here() {
    let check = |text: &str, expected: &str| {
        let hover = shown(&marked(text));
        let here: Vec<&str> = hover
            .lines()
            .filter_map(|line| line.strip_prefix("here "))
            .collect();
        assert_eq!(here.join("; "), expected, "{hover}");
    };
    check(
        "l = [4, 5.5]; a = l$_1;",
        "`list(2, real)_int` gives `real`",
    );
    check("a = |[3, 4]$|;", "`|list(2, int)|` gives `real`");
    check("a = |1, 2$|;", "`|int, int|` gives `real`");
    check("a = 2$°;", "`int°` gives `real`");
    check("a = $-2;", "`-int` gives `int`");
    check("colorplot(#$.x)", "`list(2, real).x` gives `real`");
    check("x = 2; a = x$²;", "`int ^ int` gives `int`");
    check("a $= 3; a = 0.5;", "`a: real` gets `int`");
    // Once for each signature, and for pixels what is passed to them.
    check(
        "f(x) := x $+ 1; a = f(1); b = f(i);",
        "`int + int` gives `int`; `complex + int` gives `complex`",
    );
    check(
        "c = 0.5; colorplot(|#| - c$*2)",
        "`real * int` gives `real`",
    );
    check("f(x) := x; f(1, a $-> 2);", "");
    check("a = 1$; b = 2;", "");
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
fn keys_of_settings() {
    let page = |at: &str| {
        let text = "<script>var gslp = [{name: 'A', type: 'Free', tracelength: 9}];
CindyJS({drawscript: 'main', defaultAppearance: {pointSize: 3},
animation: {speed: 2}, ports: [{width: 30}], geometry: gslp});</script>";
        marked_in("page.html", &text.replacen(at, &format!("${at}"), 1))
    };
    for (at, expected) in [
        (
            "pointSize",
            expect![[r#"
            pointSize
            ```
            pointSize
            ```
            of `defaultAppearance`: the size of points, in pixels"#]],
        ),
        (
            "speed",
            expect![[r#"
            speed
            ```
            speed
            ```
            of `animation`: how fast the animation plays, 1 by itself"#]],
        ),
        (
            "width",
            expect![[r#"
            width
            ```
            width
            ```
            of a port: the width of the canvas in pixels"#]],
        ),
        (
            "tracelength",
            expect![[r#"
            tracelength
            ```
            tracelength
            ```
            of an element: how many places a trace has, 100 by itself"#]],
        ),
        (
            "drawscript",
            expect![[r#"
            drawscript
            ```
            drawscript
            ```
            of CindyJS: Each time the picture is drawn."#]],
        ),
        (
            "defaultAppearance",
            expect![[r#"
            defaultAppearance
            ```
            defaultAppearance
            ```
            of CindyJS: how elements look that do not say"#]],
        ),
    ] {
        check_fixture(&page(at), &expected);
    }
}

#[test]
fn a_builtin_with_another_number_of_arguments() {
    check(
        "a = $sin();",
        &expect![[r#"
        sin()
        ```cindyscript
        sin(angle)
        ```

        ---
        complex sine (radians)

        at pixels:
        - `real -> real`
        - `complex -> complex`

        ```cindyscript
        sin(30°)
        ```

        [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Arithmetic_Operators.md#trigonometric-sine-function-sinexpr)"#]],
    );
    check(
        "$if(true)",
        &expect![[r#"
        if(true)
        ```cindyscript
        if(condition, then)
        if(condition, then, otherwise)
        ```

        ---
        evaluates the second argument when the condition is boolean true

        ```cindyscript
        if(A.x > 0, println("on the right"))
        ```

        [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Control_Operators.md#the-conditional-operator-ifboolexpr)"#]],
    );
    check(
        "$colorplot()",
        &expect![[r#"
        colorplot()
        ```cindyscript
        colorplot(colour)
        colorplot(image, colour)
        colorplot(colour, corner, opposite)
        colorplot(left, right, image, colour)
        ```

        ---
        evaluates the expression for every pixel of the whole view on the GPU

        ```cindyscript
        colorplot([|#|/5, 0, 0.5])
        ```

        [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Function_Plotting.md#creating-a-colorplot-on-the-entire-drawing-canvas-colorplotexpr)"#]],
    );
}

#[test]
fn a_colorplot_that_nothing_calls() {
    check(
        "f() := $colorplot(#.x);",
        &expect![[r#"
        colorplot(#.x)
        ```cindyscript
        colorplot(colour)
        ```
        nothing calls the function around it

        ---
        evaluates the expression for every pixel of the whole view on the GPU

        ```cindyscript
        colorplot([|#|/5, 0, 0.5])
        ```

        [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Function_Plotting.md#creating-a-colorplot-on-the-entire-drawing-canvas-colorplotexpr)"#]],
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
