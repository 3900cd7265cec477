use super::*;
use crate::fixture::marked;
use expect_test::{Expect, expect};

/// The signatures at `$`, the active one first, its active argument in brackets.
fn check(text: &str, expected: &Expect) {
    let fixture = marked(text);
    let Some(help) = signature_help(&fixture.analysis, fixture.at) else {
        expected.assert_eq("nothing");
        return;
    };
    let mut shown = String::new();
    let active = help
        .signatures
        .get(help.active)
        .expect("an active signature");
    let others = help.signatures.iter().filter(|one| *one != active);
    for (place, signature) in std::iter::once(active).chain(others).enumerate() {
        let mut label = signature.label.clone();
        let parameter = signature
            .active
            .and_then(|active| signature.parameters.get(active));
        if let Some(parameter) = parameter {
            label.insert(parameter.range.end().into(), '⟩');
            label.insert(parameter.range.start().into(), '⟨');
        }
        shown.push_str(&label);
        shown.push('\n');
        if place == 0 {
            let doc = parameter.and_then(|parameter| parameter.documentation.as_deref());
            shown.extend(doc.map(|doc| format!("  {doc}\n")));
            let doc = signature.documentation.as_deref().unwrap_or_default();
            shown.push_str(&format!("{doc}\n\n"));
        }
    }
    expected.assert_eq(shown.trim_end());
}

#[test]
fn builtins() {
    check(
        "drawcircle($",
        &expect![[r#"
            drawcircle(⟨center⟩, radius)
            draws a circle

            modifiers: `color`, `size`, `alpha`, `dashing`, `dashtype`, `dashpattern`, `lineCap`, `lineJoin`, `miterLimit`, `fillcolor`, `fillalpha`, `fillrule`"#]],
    );
    check(
        "drawcircle([1, 2], $)",
        &expect![[r#"
            drawcircle(center, ⟨radius⟩)
            draws a circle

            modifiers: `color`, `size`, `alpha`, `dashing`, `dashtype`, `dashpattern`, `lineCap`, `lineJoin`, `miterLimit`, `fillcolor`, `fillalpha`, `fillrule`"#]],
    );
    check(
        "drawcircle([1, $2], 3)",
        &expect![[r#"
            drawcircle(⟨center⟩, radius)
            draws a circle

            modifiers: `color`, `size`, `alpha`, `dashing`, `dashtype`, `dashpattern`, `lineCap`, `lineJoin`, `miterLimit`, `fillcolor`, `fillalpha`, `fillrule`"#]],
    );
    check(
        "drawcircle([1, 2], 3, arrow$",
        &expect![[r#"
            drawcircle(center, radius)
            draws a circle

            modifiers: `color`, `size`, `alpha`, `dashing`, `dashtype`, `dashpattern`, `lineCap`, `lineJoin`, `miterLimit`, `fillcolor`, `fillalpha`, `fillrule`"#]],
    );
    check(
        "a = repeat(10, k, k; $",
        &expect![[r#"
            repeat(n, variable, ⟨body⟩)
            evaluates the body n times with a named counter, which counts from 1 to n: repeat(10, k, ...)

            modifiers: `start`, `stop`, `step`

            repeat(n, body)"#]],
    );
    check(
        "a = repeat($10, k, k)",
        &expect![[r#"
            repeat(⟨n⟩, variable, body)
            evaluates the body n times with a named counter, which counts from 1 to n: repeat(10, k, ...)

            modifiers: `start`, `stop`, `step`

            repeat(⟨n⟩, body)"#]],
    );
    check(
        "regional(a, b, $)",
        &expect![[r#"
            regional(variable, ⟨...⟩)
            makes the variables local to this function: they have no value when it is called, and other code cannot see them"#]],
    );
    check(
        "draw([0, 0], [1, 1], color -> [$",
        &expect![[r#"
            draw(from, to)
            draws a segment between two points

            `color -> a colour, a list of 3 numbers`: colour: red, green, blue

            draw(figure)"#]],
    );
    check(
        "playsin($)",
        &expect![[r#"
            playsin(⟨frequency⟩)
              in Hz
            plays a tone, a sine wave or one with overtones

            modifiers: `line`, `duration`, `attack`, `release`, `amp`, `damp`, `stop`, `harmonics`, `partials`, `pan`, `phaseshift`, `precompute`, `restart`

            playsin()"#]],
    );
}

/// The label of the active signature at `$`.
fn active(text: &str) -> String {
    let fixture = marked(text);
    let help = signature_help(&fixture.analysis, fixture.at);
    help.map_or("nothing".to_owned(), |help| {
        help.signatures[help.active].label.clone()
    })
}

#[test]
fn a_modifier_is_no_argument() {
    for call in [
        "draw([0, 0], color -> $[1, 0, 0])",
        "draw([0, 0], color -> $",
        "draw(color -> $[1, 0, 0], [0, 0])",
        "draw([0, 0], color -> [1, 0, $",
    ] {
        assert_eq!(active(call), "draw(figure)", "{call}");
    }
    assert_eq!(
        active("draw([0, 0], [1, 1], color -> $[1, 0, 0])"),
        "draw(from, to)"
    );
}

#[test]
fn too_many_arguments() {
    for (call, expected) in [
        ("if(true, 1, 2, $)", "if(condition, then, otherwise)"),
        ("draw(a, b, $)", "draw(from, to)"),
        ("f(x) := x; f(x, y) := y; f(1, 2, $)", "f(x, y)"),
        ("f(x, y) := y; f(x) := x; f(1, 2, 3$)", "f(x, y)"),
    ] {
        assert_eq!(active(call), expected, "{call}");
    }
    check(
        "colorplot(a, b, \"i\", #, $)",
        &expect![[r#"
            colorplot(left, right, image, colour)
            paints an image; its lower left and lower right corner are at two points

            colorplot(colour)
            colorplot(image, colour)
            colorplot(colour, corner, opposite)"#]],
    );
}

#[test]
fn code() {
    check(
        "cgllazy($",
        &expect![[r#"
            cgllazy(⟨expression⟩)
            an expression as a value, a function without parameters that `cgleval` calls

            cgllazy(⟨parameters⟩, expression)"#]],
    );
    check(
        "a = cgllazy(x, $x + 1); cgleval(a, 2)",
        &expect![[r#"
            cgllazy(parameters, ⟨expression⟩)
            an expression as a value, a function with one parameter or a list of them that `cgleval` calls. Modifiers store the present values of variables with it

            cgllazy(expression)"#]],
    );
}

#[test]
fn functions_of_the_applet() {
    let text = "// How far it is.\nfar(p, q) := |p, q|;\na = far([0, 0], [1, 1]);";
    check(
        &format!("{text} b = far([1, 0], $"),
        &expect![[r#"
        far(p: list(2, int), ⟨q: list(2, int)⟩)
        How far it is."#]],
    );
    check("far(p, $q) := |p, q|;", &expect!["nothing"]);
    check(
        "sin(x, y) := x + y; sin(1, $)",
        &expect![[r#"
        sin(x: int, ⟨y⟩)


        sin(angle)"#]],
    );
}

#[test]
fn at_pixels() {
    check(
        "colorplot(sqrt($#.x))",
        &expect![[r#"
            sqrt(⟨x⟩)
            square root; complex for a negative number

            at pixels, here: `real -> complex`"#]],
    );
    check(
        "colorplot(sqrt($",
        &expect![[r#"
            sqrt(⟨x⟩)
            square root; complex for a negative number

            at pixels: `real ≥ 0 -> real ≥ 0`, `real -> complex`, `complex -> complex`"#]],
    );
    check(
        "colorplot(drawcircle($",
        &expect![[r#"
            drawcircle(⟨center⟩, radius)
            draws a circle

            modifiers: `color`, `size`, `alpha`, `dashing`, `dashtype`, `dashpattern`, `lineCap`, `lineJoin`, `miterLimit`, `fillcolor`, `fillalpha`, `fillrule`

            not available at pixels"#]],
    );
}

#[test]
fn no_call() {
    check("a = (1, $2)", &expect!["nothing"]);
    check("a = [1, $2]", &expect!["nothing"]);
    check("nothere($1)", &expect!["nothing"]);
    check("sin(1); $", &expect!["nothing"]);
}

#[test]
fn broken_text() {
    check(
        "b = 1; drawtext([0, (1, 2], \"a, (b\", $\nc = 2;",
        &expect![[r#"
            drawtext(⟨position⟩, text)
            draws text at a position; returns the corners of the rectangle around it

            modifiers: `color`, `size`, `alpha`, `bold`, `italics`, `family`, `align`, `xoffset`, `yoffset`, `offset`, `angle`, `outlinecolor`, `outlinewidth`"#]],
    );
    check(
        "f(x) := (drawtext([0, 0], // here, $\n 1)",
        &expect![[r#"
            drawtext(position, ⟨text⟩)
            draws text at a position; returns the corners of the rectangle around it

            modifiers: `color`, `size`, `alpha`, `bold`, `italics`, `family`, `align`, `xoffset`, `yoffset`, `offset`, `angle`, `outlinecolor`, `outlinewidth`"#]],
    );
}
