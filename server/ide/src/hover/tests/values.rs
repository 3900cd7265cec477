//! Values: conditions, binding times, colours.

use super::*;

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
            the running variable of the innermost enclosing loop or colorplot that does not name its own

            ```cindyscript
            println(apply(1..3, #^2))
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/General_Concepts.md#local-variables-the--variable)"#]],
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
            paints the canvas: computes the expression at every pixel, on the GPU

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
            paints the canvas: computes the expression at every pixel, on the GPU

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
            paints the canvas: computes the expression at every pixel, on the GPU

            ```cindyscript
            colorplot([|#|/5, 0, 0.5])
            ```

            [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Function_Plotting.md#creating-a-colorplot-on-the-entire-drawing-canvas-colorplotexpr)"#]],
    );
}
