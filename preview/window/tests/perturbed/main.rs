//! Iterations far beyond the digits of f64, against the same in arbitrary precision.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod random;

use std::collections::BTreeSet;
use std::time::Instant;

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::exact::{Exact, decimal, exact, nearest};
use cindyscript_player::source::ReceivedText;
use cindyscript_render::compile::PlotProgram;
use cindyscript_shader::Precision;
use cindyscript_tests::lacking;
use cindyscript_window::headless::{HeadlessOptions, Rendered, render};

const SIDE: u32 = 24;

/// What is counted up to.
const ROUNDS: u32 = 400;

/// Pixels and units of the world, before the zoom.
const PAGE: &str = r#"<script id="csdraw" type="text/x-cindyscript">SCRIPT</script>
<div id="CSCanvas"></div>
<script>
CindyJS({
    scripts: "cs*",
    ports: [{
        id: "CSCanvas", width: 24, height: 24,
        transform: [{visibleRect: [-2, 2, 2, -2]}]
    }]
});
</script>"#;

const MANDELBROT: &str = "colorplot(
    z = 0; n = 0; c = complex(#);
    repeat(400, if(|z| < 4, z = z^2 + c; n = n + 1));
    gray(mod(n, 16)/16)
);";

/// With two real numbers.
const JULIA: &str = "colorplot(
    x = #_1; y = #_2; n = 0;
    while(n < 400 & x*x + y*y < 16, t = x*x - y*y; y = 2*x*y + 1; x = t; n = n + 1);
    gray(mod(n, 16)/16)
);";

/// What is painted at a place, unless there is no GPU.
fn rendered(script: &str, centre: &Point, zoom: f64) -> Option<Rendered> {
    let text = ReceivedText {
        path: "iteration.html".to_owned(),
        text: PAGE.replace("SCRIPT", script),
        version: 1,
        arrived: Instant::now(),
    };
    let options = HeadlessOptions {
        centre: Some(centre.clone()),
        zoom,
        ..HeadlessOptions::default()
    };
    let rendered = render(text, &options).unwrap();
    if rendered.no_gpu.is_some() {
        lacking("a GPU", "no picture can be compared");
        return None;
    }
    Some(rendered)
}

/// How precisely the colorplot is computed, and why that is less than it should be.
fn told(rendered: &Rendered) -> (Precision, Option<String>) {
    let PlotProgram::Shader(shader) = &rendered.compiled.plots[0] else {
        panic!("there is no shader");
    };
    let why = shader.lacking().cloned().or(shader.orbit_diagnostic());
    let why = why.map(|why| why.message);
    (shader.precision(), why)
}

fn precision(script: &str) -> Option<(Precision, Option<String>)> {
    let rendered = rendered(script, &near(["0", "1"], 20), 1e20)?;
    Some(told(&rendered))
}

/// The picture; the iteration is computed as its difference to an orbit.
fn painted(script: &str, centre: &Point, zoom: f64) -> Option<Bitmap> {
    let rendered = rendered(script, centre, zoom)?;
    assert_eq!(told(&rendered), (Precision::Perturbed, None), "{script}");
    Some(rendered.picture)
}

/// A complex number with all digits that there are.
type Point = [Exact; 2];

fn times([a, b]: &Point, [c, d]: &Point) -> Point {
    [a * c - b * d, a * d + b * c]
}

fn plus([a, b]: &Point, [c, d]: &Point) -> Point {
    [a + c, b + d]
}

fn minus([a, b]: &Point, [c, d]: &Point) -> Point {
    [a - c, b - d]
}

/// How many rounds an iteration takes to go beyond 4.
fn rounds(z: Point, c: &Point, power: impl Fn(Point) -> Point) -> u32 {
    steps(z, |z| plus(&power(z), c))
}

/// The same of any step.
fn steps(mut z: Point, step: impl Fn(Point) -> Point) -> u32 {
    for round in 0..ROUNDS {
        let [x, y] = &z;
        if nearest(&(x * x + y * y)) >= 16.0 {
            return round;
        }
        z = step(z);
    }
    ROUNDS
}

fn square(z: Point) -> Point {
    times(&z, &z)
}

fn cube(z: Point) -> Point {
    times(&square(z.clone()), &z)
}

fn absolute(part: Exact) -> Exact {
    if part < Exact::ZERO { -part } else { part }
}

fn folded([x, y]: Point) -> Point {
    square([absolute(x), absolute(y)])
}

fn conjugated([x, y]: Point) -> Point {
    square([x, -y])
}

/// A place where an iteration is never simple, however closely one looks: one of its first points is
/// mapped to a fixed point or a cycle that repels. So many digits are those that the place has, and where
/// others stand behind them, the picture shows no symmetry.
fn near([x, y]: [&str; 2], digits: usize) -> Point {
    let beside = [exact(0.31337), exact(0.17171)].map(|part| part * power_of_ten(digits));
    let [a, b] = [x, y].map(|part| decimal(part).unwrap());
    let [c, d] = beside;
    [a + c, b + d]
}

fn power_of_ten(digits: usize) -> Exact {
    decimal(&format!("1e-{digits}")).unwrap()
}

/// Compares a picture with the reference.
fn compare(name: &str, script: &str, at: (&Point, usize), reference: impl Fn(Point) -> u32) {
    compare_where(name, script, at, reference, |_, _| true);
}

/// The same for the pixels that are to be compared, given their places and how far apart they are.
fn compare_where(
    name: &str,
    script: &str,
    (place, digits): (&Point, usize),
    reference: impl Fn(Point) -> u32,
    is_compared: impl Fn(&Point, f64) -> bool,
) {
    let zoom = 10_f64.powi(digits as i32);
    let Some(picture) = painted(script, place, zoom) else {
        return;
    };
    let step = 4.0 / f64::from(SIDE) / zoom;
    let middle = f64::from(SIDE) / 2.0 - 0.5;
    let (mut wrong, mut compared, mut counts) = (0, 0, BTreeSet::new());
    for row in 0..SIDE {
        for column in 0..SIDE {
            let x = &place[0] + exact((f64::from(column) - middle) * step);
            let y = &place[1] - exact((f64::from(row) - middle) * step);
            if !is_compared(&[x.clone(), y.clone()], step) {
                continue;
            }
            compared += 1;
            let rounds = reference([x, y]);
            counts.insert(rounds);
            let expected = f64::from(rounds % 16) / 16.0 * 255.0;
            let painted = f64::from(picture.pixel([column, row])[0]);
            wrong += u32::from((painted - expected).abs() > 8.0);
        }
    }
    let share = f64::from(wrong) / f64::from(compared);
    let counts = counts.len();
    eprintln!(
        "{name} at 1e-{digits}: {:.2} % differ, {counts} counts",
        100.0 * share
    );
    assert!(
        share <= 0.01,
        "{name} at 1e-{digits}: {wrong} pixels differ"
    );
    assert!(
        compared > SIDE * SIDE / 2,
        "{name} at 1e-{digits}: only {compared} pixels can be compared"
    );
    assert!(counts > 5, "{name} at 1e-{digits}: nothing is to be seen");
}

#[test]
fn pictures_are_right_down_to_1e_100() {
    let i = [0.0, 1.0].map(exact);
    for digits in [13, 20, 50, 100] {
        let place = near(["0", "1"], digits);
        compare("Mandelbrot", MANDELBROT, (&place, digits), |pixel| {
            rounds([0.0, 0.0].map(exact), &pixel, square)
        });
        compare("Julia", JULIA, (&place, digits), |pixel| {
            rounds(pixel, &i, square)
        });
    }
}

#[test]
fn other_powers_are_found_in_the_text_and_right_as_well() {
    // c^2 = exp(2 pi i / 3) - 1: the first point but one is a fixed point times a root of 1.
    let cubic = [
        "0.3406250193166066401943942440378308889772101025491253031197026326",
        "1.2712298784187062391356129910210649767284143282267776782136791437",
    ];
    type Power = fn(Point) -> Point;
    let others: [(&str, &str, [&str; 2], Power); 3] = [
        ("z^3", "z = z^3 + c", cubic, cube),
        (
            "burning ship",
            "z = (|re(z)| + i*|im(z)|)^2 + c",
            ["-2", "0"],
            folded,
        ),
        ("tricorn", "z = conjugate(z)^2 + c", ["-2", "0"], conjugated),
    ];
    for (name, step, place, power) in others {
        let script = MANDELBROT.replace("z = z^2 + c", step);
        for digits in [14, 50] {
            let place = near(place, digits);
            compare(name, &script, (&place, digits), |pixel| {
                rounds([0.0, 0.0].map(exact), &pixel, power)
            });
        }
    }
}

/// The Mandelbrot set and the burning ship, as they are often written: what comes before the rounds, and
/// in each of them.
const SPELLINGS: &[(&str, &str, &str)] = &[
    // Squares that are kept for the next round.
    (
        "x = 0; y = 0; x2 = 0; y2 = 0; cx = #.x; cy = #.y",
        "x2 + y2 < 16",
        "y = 2*x*y + cy; x = x2 - y2 + cx; x2 = x*x; y2 = y*y",
    ),
    // Vectors.
    (
        "v = [0, 0]; c = #",
        "v*v < 16",
        "v = [v.x^2 - v.y^2, 2*v.x*v.y] + c",
    ),
    (
        "v = (0, 0); c = #",
        "|v| < 4",
        "v = (v_1*v_1 - v_2*v_2 + c.x, 2*v_1*v_2 + c.y)",
    ),
    ("v = [0, 0]; c = #", "|v| < 4", "v = squared(v) + c"),
    // In more than one step.
    ("z = 0; c = complex(#)", "|z| < 4", "z = z*z; z = z + c"),
    (
        "x = 0; y = 0; c = #",
        "x*x + y*y < 16",
        "t = x*x - y*y + c.x; y = 2*x*y + c.y; x = t",
    ),
];

const SHIPS: &[(&str, &str, &str)] = &[
    (
        "x = 0; y = 0; c = #",
        "x*x + y*y < 16",
        "x = |x|; y = abs(y); t = x*x - y*y + c.x; y = 2*x*y + c.y; x = t",
    ),
    (
        "v = [0, 0]; c = #",
        "|v| < 4",
        "v = [|v.x|, |v.y|]; v = squared(v) + c",
    ),
];

#[test]
fn usual_spellings_are_found_in_the_text_and_right_as_well() {
    type Power = fn(Point) -> Point;
    let all: [(_, _, Power); 2] = [
        (SPELLINGS, ["0", "1"], square),
        (SHIPS, ["-2", "0"], folded),
    ];
    for (spellings, place, power) in all {
        for (first, goes_on, step) in spellings {
            for round in [
                format!("repeat(400, if({goes_on}, {step}; n = n + 1))"),
                format!("while(n < 400 & {goes_on}, {step}; n = n + 1)"),
            ] {
                let script = format!(
                    "squared(a) := [a.x*a.x - a.y*a.y, 2*a.x*a.y];\n\
                     colorplot({first}; n = 0; {round}; gray(mod(n, 16)/16));"
                );
                let place = near(place, 30);
                compare(&round, &script, (&place, 30), |pixel| {
                    rounds([0.0, 0.0].map(exact), &pixel, power)
                });
            }
        }
    }
}

/// A step of a script, what z is at first, a place, and what the step computes.
type Kin = (
    &'static str,
    &'static str,
    [&'static str; 2],
    fn(Point, &Point) -> Point,
);

#[test]
fn kin_are_found_in_the_text_and_right_as_well() {
    fn real(number: f64) -> Point {
        [number, 0.0].map(exact)
    }
    let kin: &[Kin] = &[
        // With w = z + 1/2 it is w^2 + c + 1/4.
        ("-0.5", "z = z^2 + z + c", ["-0.25", "1"], |z, c| {
            plus(&plus(&square(z.clone()), &z), c)
        }),
        // -3/4 takes the critical point 1/2 to -1, which repels.
        ("0.5", "z = z^3 - 0.75*z + c", ["-0.75", "0"], |z, c| {
            plus(&minus(&cube(z.clone()), &times(&real(0.75), &z)), c)
        }),
        // 4 takes the critical point 1/2 to 1 and 0, which repels.
        ("0.5", "z = c*z*(1 - z)", ["4", "0"], |z, c| {
            times(c, &times(&z, &minus(&real(1.0), &z)))
        }),
        (
            "0",
            "v = z^2; z = |re(v)| + i*im(v) + c",
            ["-2", "0"],
            |z, c| {
                let [x, y] = square(z);
                plus(&[absolute(x), y], c)
            },
        ),
        (
            "0",
            "v = z^2; z = |re(v)| - i*|im(v)| + c",
            ["-2", "0"],
            |z, c| {
                let [x, y] = square(z);
                plus(&[absolute(x), -absolute(y)], c)
            },
        ),
        (
            "0",
            "x = re(z); y = im(z); z = x*x - y*y - i*2*x*|y| + c",
            ["-2", "0"],
            |z, c| {
                let [x, y] = z;
                plus(&square([x, -absolute(y)]), c)
            },
        ),
    ];
    for (first, step, place, reference) in kin {
        let script = MANDELBROT.replace("z = z^2 + c", step);
        let script = script.replace("z = 0;", &format!("z = complex([{first}, 0]);"));
        for digits in [14, 50] {
            let place = near(*place, digits);
            compare(step, &script, (&place, digits), |pixel| {
                let z = [decimal(first).unwrap(), exact(0.0)];
                steps(z, |z| reference(z, &pixel))
            });
        }
    }
}

#[test]
fn an_iteration_may_be_called_twice_and_moved_by_values_from_the_cpu() {
    let twice = "count(c) := (
        z = 0; n = 0;
        repeat(400, if(|z| < 4, z = z^2 + c; n = n + 1));
        n
    );
    o = [sqrt(0.0625), 0];
    colorplot(c = complex(# + o); gray(mod((count(c) + count(c))/2, 16)/16));";
    for digits in [14, 50] {
        let place = near(["-0.25", "1"], digits);
        compare("called twice", twice, (&place, digits), |[x, y]| {
            rounds([0.0; 2].map(exact), &[x + exact(0.25), y], square)
        });
    }
}

#[test]
fn images_are_painted_in_double_precision_and_say_so() {
    let script = "createimage(\"im\", 24, 24);
        colorplot(\"im\", z = 0; n = 0; c = complex(#);
            repeat(400, if(|z| < 4, z = z^2 + c; n = n + 1));
            gray(mod(n, 16)/16));
        drawimage([-2, 0], [2, 0], \"im\");";
    let Some(rendered) = rendered(script, &near(["0", "1"], 20), 1e20) else {
        return;
    };
    let (precision, lacking) = told(&rendered);
    let is_double = matches!(precision, Precision::Double | Precision::Native);
    assert!(is_double && lacking.is_none(), "{precision:?}: {lacking:?}");
    let mut said = rendered.diagnostics.iter();
    let is_told = said.any(|diagnostic| {
        diagnostic
            .message
            .starts_with("painted in double precision")
    });
    assert!(is_told, "{:?}", rendered.diagnostics);
}

#[test]
fn what_is_of_another_form_is_painted_in_double_precision_and_says_so() {
    for (step, reason) in [
        ("z = sin(z) + c", "this loop is not of that form"),
        (
            "z = c*z^2 + z + c",
            "this loop multiplies only some of them with it",
        ),
        ("z = z^2 + c^2", "in this loop one of them is not"),
        ("z = z^2 + i", "this loop does not depend on it in that way"),
        ("n = n + |c|", "this loop is not of that form"),
    ] {
        let script = MANDELBROT.replace("z = z^2 + c", step);
        let Some((precision, lacking)) = precision(&script) else {
            return;
        };
        let most = [Precision::Double, Precision::Native];
        assert!(most.contains(&precision), "{step}: {precision:?}");
        let said = lacking.unwrap();
        assert!(said.contains(reason), "{step}: {said}");
    }
    let Some((_, lacking)) = precision("colorplot(gray(|#|))") else {
        return;
    };
    assert!(lacking.unwrap().contains("this colorplot has none"));
}

#[test]
fn orbits_that_escape_at_once_are_those_of_all_pixels() {
    for (centre, count) in [(["3", "1"], 2), (["100", "0"], 1), (["1e20", "-1e20"], 1)] {
        let Some(picture) = painted(MANDELBROT, &near(centre, 50), 1e50) else {
            return;
        };
        let expected = (f64::from(count) / 16.0 * 255.0).round() as u8;
        for [x, y] in [[0, 0], [12, 12], [23, 23]] {
            let gray = picture.pixel([x, y])[0];
            assert!(gray.abs_diff(expected) <= 1, "{centre:?}: {gray}");
        }
    }
}

#[test]
fn orbits_that_are_no_numbers_are_painted_as_they_are_elsewhere() {
    // Infinite, and none.
    for value in ["exp(1000)", "exp(1000) - exp(1000)"] {
        let script = format!(
            "o = {value};
            colorplot(
                z = 0; n = 0; c = complex(#) + o;
                repeat(400, if(|z| < 4, z = z^2 + c; n = n + 1));
                gray((n + 1)/16)
            );"
        );
        let Some(deep) = rendered(&script, &near(["0", "1"], 50), 1e50) else {
            return;
        };
        let (precision, why) = told(&deep);
        assert_eq!(precision, Precision::Perturbed);
        assert!(why.unwrap().contains("not finite"));
        let flat = rendered(&script, &near(["0", "1"], 50), 1.0).unwrap();
        let at = [12, 12];
        assert_eq!(deep.picture.pixel(at), flat.picture.pixel(at), "{value}");
    }
}

#[test]
fn what_grows_beyond_f32_beside_the_iteration_is_said() {
    let script = "colorplot(
        z = 0; dz = 0; n = 0; c = complex(#);
        repeat(400, if(|z| < 100, dz = 2*z*dz + 1; z = z^2 + c; n = n + 1));
        gray(re(log(|dz|))/90)
    );";
    for (digits, ends) in [(30, false), (45, true)] {
        let zoom = 10_f64.powi(digits as i32);
        let Some(rendered) = rendered(script, &near(["0", "1"], digits), zoom) else {
            return;
        };
        assert_eq!(told(&rendered), (Precision::Perturbed, None));
        let [(_, precision)] = &rendered.precisions[..] else {
            panic!("{:?}", rendered.precisions);
        };
        assert_eq!(precision.ends(), ends, "1e-{digits}: {precision:?}");
    }
    let without = rendered(MANDELBROT, &near(["0", "1"], 45), 1e45);
    assert!(without.is_none_or(|rendered| !rendered.precisions[0].1.ends()));
}

#[test]
fn what_the_script_magnifies_is_right_as_well() {
    let script = "centre = i; zoom = 10^DIGITS;
    colorplot(
        z = 0; n = 0; c = centre + complex(#)/zoom;
        repeat(400, if(|z| < 4, z = z^2 + c; n = n + 1));
        gray(mod(n, 16)/16)
    );";
    let origin = [0.0; 2].map(exact);
    for digits in [16, 30] {
        let script = script.replace("DIGITS", &digits.to_string());
        let zoom = exact(10_f64.powi(digits));
        compare("magnified", &script, (&origin, 0), |[x, y]| {
            let c = [x / &zoom, exact(1.0) + y / &zoom];
            rounds(origin.clone(), &c, square)
        });
    }
}
