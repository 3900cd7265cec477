//! Builtins, signs and modifiers.

use super::*;
use cindyscript_hir::builtins::Form;

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
fn builtins() {
    check(
        "a = 2; dr$aw([a, 1], size -> 3);",
        &expect![[r#"
            draw([a, 1], size -> 3)
            ```cindyscript
            draw(figure)
            ```

            ---
            draws a point, a line, a segment (a pair of points) or the outline of a shape

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
            square root; complex for a negative number

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
            evaluates the body for each element, which has a name; returns the list (or dictionary) of the values

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
            evaluates the second argument if the condition is true, the third if it is false; undefined if it is neither

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
            the running variable of the innermost enclosing loop or colorplot that does not name its own

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

            assigns a value to a variable, an element or a field; with a list on the left, one value of the list to each name

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
fn undefined_function_has_no_hover() {
    check("a = co$s2(1);", &expect!["nothing"]);
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
            sine of an angle in radians

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
            evaluates the second argument if the condition is true

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
            paints the canvas: computes the expression at every pixel, on the GPU

            ```cindyscript
            colorplot([|#|/5, 0, 0.5])
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Function_Plotting.md#creating-a-colorplot-on-the-entire-drawing-canvas-colorplotexpr)"#]],
    );
}
