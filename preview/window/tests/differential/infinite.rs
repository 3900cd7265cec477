//! What is divided by zero, as CindyGL paints it: a page must look as it did in the preview.
//!
//! The greys of [`PAINTED`] are what CindyGL showed, in a browser that computes in software. Where
//! GLSL leaves it to the driver, nothing is listed here: an int of what is infinite, `hue` of it,
//! and what compilers make of `0*x` or `1/x*x` before they know x.

use cindyscript_interpreter::colour;
use cindyscript_tests::lacking;

use crate::bench::Bench;
use crate::program::Program;

/// An expression in the numbers `o`, which is 0, and `z`, which is the complex 0, and the grey.
const PAINTED: &[(&str, f32)] = &[
    // Real numbers: infinite, and of 0 no number, which is painted black.
    ("1/o", 1.0),
    ("-1/o", 0.0),
    ("-(1/o)", 0.0),
    ("1/(-o)", 0.0),
    ("o/o", 0.0),
    ("0.5 + o/o", 0.0),
    ("1/(1/o)", 0.0),
    ("0.5 + 1/(1/o)", 0.5),
    ("0.5 + 0.1/o", 1.0),
    ("0.5 + 0.1/o - 0.1/o", 0.0),
    ("1/o*0.1", 1.0),
    ("1 + (1/o)*(-0.1)", 0.0),
    ("1 - 1/o", 0.0),
    ("(1/o)^2", 1.0),
    ("0.5 + (1/o)^(-2)", 0.5),
    ("1/o - 1/o + 0.5", 0.0),
    ("abs(-1/o)", 1.0),
    ("0.5 + 1/|1/o|", 0.5),
    // Of integers as well.
    ("3/(floor(o) - floor(o))", 1.0),
    ("-1/(floor(o) - floor(o))", 0.0),
    // Compared.
    ("if(1/o > 3, 0.7, 0.3)", 0.7),
    ("if(-1/o > 3, 0.7, 0.3)", 0.3),
    ("if(-1/o < 3, 0.7, 0.3)", 0.7),
    ("if(1/o == 1/o, 0.7, 0.3)", 0.7),
    ("min(1/o, 0.5)", 0.5),
    ("max(1/o, 0.5)", 1.0),
    ("max(-1/o, 0.5)", 0.5),
    ("max([1/o, 0.3])", 1.0),
    ("min([-1/o, 0.3]) + 0.5", 0.0),
    ("sort([1/o, 0.3])_1", 0.3),
    // Functions of it.
    ("sin(1/o)", 0.0),
    ("cos(1/o)", 0.0),
    ("0.3*arctan(1/o)", 0.4712),
    ("0.3*arctan2(o, o)", 0.0),
    ("0.5 + 0.3*arctan2(o, o)", 0.5),
    ("0.3*arctan2(1, 1/o)", 0.4712),
    ("re(sqrt(1/o))", 1.0),
    ("exp(1/o)", 1.0),
    ("0.5 + exp(-1/o)", 0.5),
    ("exp(1000 + o)", 1.0),
    ("0.5 + 1/exp(1000 + o)", 0.5),
    ("re(log(o))", 0.0),
    ("-re(log(o))", 1.0),
    ("0.5 + im(log(o))", 0.5),
    ("re(log(1/o))", 1.0),
    // Powers.
    ("o^(-1)", 0.0),
    ("0.5 + o^(-1)", 0.5),
    ("o^(-2)", 1.0),
    ("if(o^(-2) > 3, 0.7, 0.3)", 0.7),
    ("0.5 + 1/o^(-2)", 0.5),
    ("o^(-40)", 1.0),
    ("0.5 + re(o^(-0.5))", 0.5),
    ("0.5 + re(z^(-1))", 0.5),
    // Remainders.
    ("0.5 + mod(1, o)", 0.0),
    ("0.5 + mod(#.x, o)", 0.0),
    ("0.5 + mod(1/o, 2)", 0.0),
    // Lists.
    ("([1, 0.5]/o)_1", 1.0),
    ("([1, -0.5]/o)_2", 0.0),
    ("([[1, 2], [3, 4]]/o)_1_2", 1.0),
    ("|[1, 2]/o|", 1.0),
    ("dist([1, 2]/o, [0, 0])", 1.0),
    ("if(|[1, 2]/o| > 3, 0.7, 0.3)", 0.7),
    ("sum([1/o, -1])", 1.0),
    ("[1, 2]*([1, 2]/o)", 1.0),
    ("[1, 2]*([1, -2]/o) + 0.5", 0.0),
    ("0.5 + |#.x*o|/|#.x*o|", 0.0),
    ("1/|#.x*o|", 1.0),
    ("0.01/|#.x*o|^2", 1.0),
    // A complex number by a real one is divided part by part.
    ("re((1 + i)/o)", 1.0),
    ("re(complex(#)/o)", 1.0),
    ("re(complex(-#)/o)", 0.0),
];

/// The same where one number is divided by a complex 0: no number, or 0 for a power. The interpreter alone, which
/// knows numbers but no types, cannot tell that 0 from the real one.
const COMPLEX: &[(&str, f32)] = &[
    ("0.5 + re(1/z)", 0.0),
    ("0.5 + im(1/z)", 0.0),
    ("0.5 + re(i/z)", 0.0),
    ("|1/z|", 0.0),
    ("if(|1/z| > 3, 0.7, 0.3)", 0.3),
    ("if(|1/z| < 3, 0.7, 0.3)", 0.3),
    ("0.5 + re((1 + i)/z)", 0.0),
    ("0.5 + re(z^(-2))", 0.5),
];

fn program(expression: &str) -> Program {
    let script = format!("colorplot(o = #.x - #.x; z = complex(# - #); {expression})");
    Program::new(&script, &[]).unwrap()
}

/// What a texel looks like.
fn grey(texel: [f32; 4]) -> f32 {
    let [red, ..] = texel;
    if red.is_nan() {
        0.0
    } else {
        red.clamp(0.0, 1.0)
    }
}

fn differences<'a>(
    painted: impl IntoIterator<Item = &'a (&'a str, f32)>,
    paint: impl Fn(&Program) -> [f32; 4],
) -> Vec<String> {
    let mut differences = Vec::new();
    for (expression, grey_there) in painted {
        let here = grey(paint(&program(expression)));
        if (here - grey_there).abs() > 1e-3 {
            differences.push(format!("{expression}: {here}, not {grey_there}"));
        }
    }
    differences
}

#[test]
fn shaders_divide_by_zero_as_cindygl_does() {
    let Some(bench) = Bench::open() else {
        return lacking("divisions by zero on the GPU", "there is no Vulkan driver");
    };
    let paint = |program: &Program| program.paint(&bench, [1, 1]).unwrap()[0];
    assert_eq!(differences(PAINTED.iter().chain(COMPLEX), paint), [""; 0]);
}

#[test]
fn many_pixels_at_a_time_are_divided_by_zero_as_cindygl_does() {
    let paint = |program: &Program| program.paint_in_lanes([1, 1]).unwrap()[0];
    assert_eq!(differences(PAINTED.iter().chain(COMPLEX), paint), [""; 0]);
}

#[test]
fn the_interpreter_divides_by_zero_at_pixels_as_cindygl_does() {
    let paint = |program: &Program| colour(&program.evaluator().value([1.0, 1.0]));
    assert_eq!(differences(PAINTED, paint), [""; 0]);
}
