//! Deep views against the same in arbitrary precision: how many pixels differ in single precision, and
//! in the one that the preview chooses.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::time::Instant;

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::exact::{Exact, decimal, exact, nearest, with_bits};
use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::source::ReceivedText;
use cindyscript_render::compile::PlotProgram;
use cindyscript_shader::Precision;
use cindyscript_tests::lacking;
use cindyscript_window::headless::{HeadlessOptions, render};

const SIDE: u32 = 24;

/// How far pixels are apart in the world, before the zoom.
const STEP: f64 = 4.0 / SIDE as f64;

/// Digits behind those that tell pixels apart at 1e-50.
const BITS: usize = 256;

/// So many pixels may be wrong where the reference is stable.
const WRONG: f64 = 0.01;

/// Colours are alike up to this, in parts of 255.
const ALIKE: f64 = 8.0;

/// The reference is stable where it has the same colour this part of a pixel beside.
const BESIDE: f64 = 1.0 / 64.0;

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

/// A complex number, or a place.
type Point = [Exact; 2];

/// Red, green, blue, 0 to 1.
type Colour = [f64; 3];

/// What is looked at: a script, and what it computes.
struct View<'a> {
    name: &'a str,
    script: String,
    /// What lies in the middle.
    centre: Point,
    /// It is 1e-digits wide, times 4.
    digits: usize,
    reference: &'a dyn Fn(Point) -> Colour,
}

impl View<'_> {
    /// The picture in a precision, and which that came to be; none without a GPU.
    fn painted(&self, precision: PrecisionSetting) -> Option<(Bitmap, Precision)> {
        let text = ReceivedText {
            path: "deep.html".to_owned(),
            text: PAGE.replace("SCRIPT", &self.script),
            version: 1,
            arrived: Instant::now(),
        };
        let options = HeadlessOptions {
            centre: Some(self.centre.clone()),
            zoom: self.zoom(),
            precision,
            ..HeadlessOptions::default()
        };
        let rendered = render(text, &options).unwrap();
        if rendered.no_gpu.is_some() {
            lacking("a GPU", "no picture can be compared");
            return None;
        }
        let PlotProgram::Shader(shader) = &rendered.compiled.plots[0] else {
            panic!("{}: there is no shader", self.name);
        };
        Some((rendered.picture, shader.precision()))
    }

    fn zoom(&self) -> f64 {
        10_f64.powi(self.digits as i32)
    }

    /// The colour of a place, in pixels from the upper left corner.
    fn exact_colour(&self, at: [f64; 2]) -> Colour {
        let [x, y] = at.map(|place| exact((place - f64::from(SIDE) / 2.0) * STEP / self.zoom()));
        let place = [&self.centre[0] + x, &self.centre[1] - y];
        (self.reference)(place.map(short))
    }

    /// Of each pixel its colour, where that is the same a little beside.
    fn stable(&self) -> Vec<([u32; 2], Colour)> {
        let pixels = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| [x, y]));
        let stable = |pixel: [u32; 2]| {
            let [x, y] = pixel.map(|place| f64::from(place) + 0.5);
            let colour = self.exact_colour([x, y]);
            let other = self.exact_colour([x + BESIDE, y + BESIDE]);
            (distance(other, colour) <= ALIKE).then_some((pixel, colour))
        };
        pixels.filter_map(stable).collect()
    }

    /// Compares both pictures with the reference.
    #[track_caller]
    fn check(&self) {
        let name = format!("{} at 1e-{}", self.name, self.digits);
        let Some((single, _)) = self.painted(PrecisionSetting::Single) else {
            return;
        };
        let Some((ours, precision)) = self.painted(PrecisionSetting::Auto) else {
            return;
        };
        let stable = self.stable();
        let wrong = |picture: &Bitmap| {
            let differs = |(pixel, colour): &&([u32; 2], Colour)| {
                let [red, green, blue, _] =
                    picture.pixel(*pixel).map(|part| f64::from(part) / 255.0);
                distance([red, green, blue], *colour) > ALIKE
            };
            stable.iter().filter(differs).count() as f64 / stable.len() as f64
        };
        let of_all = stable.len() as f64 / f64::from(SIDE * SIDE);
        eprintln!(
            "{name:30} f32 {:6.2} %   ours {:6.2} % ({precision:?}), {:3.0} % stable",
            100.0 * wrong(&single),
            100.0 * wrong(&ours),
            100.0 * of_all,
        );
        assert!(of_all > 0.5, "{name}: of the reference {of_all} is stable");
        let first = stable.first().map(|(_, colour)| *colour);
        let varies = |(_, colour): &([u32; 2], Colour)| {
            first.is_some_and(|first| distance(first, *colour) > ALIKE)
        };
        assert!(stable.iter().any(varies), "{name}: nothing is to be seen");
        assert!(wrong(&ours) <= WRONG, "{name}: too many differ");
    }
}

/// The largest difference of two colours in a component, in parts of 255.
fn distance(a: Colour, b: Colour) -> f64 {
    let parts = a.into_iter().zip(b);
    parts.fold(0.0, |most, (a, b)| f64::max(most, (a - b).abs() * 255.0))
}

fn short(number: Exact) -> Exact {
    with_bits(number, BITS)
}

fn point(x: f64, y: f64) -> Point {
    [x, y].map(exact).map(short)
}

fn times([a, b]: &Point, [c, d]: &Point) -> Point {
    [a * c - b * d, a * d + b * c]
}

fn square_of_length([x, y]: &Point) -> Exact {
    x * x + y * y
}

/// A place with other digits behind those that tell the pixels of a view apart: what is seen about the
/// place is seen, and not in the middle.
fn beside([x, y]: [&str; 2], digits: usize) -> Point {
    let part = decimal(&format!("1e-{digits}")).unwrap();
    let [a, b] = [x, y].map(|place| decimal(place).unwrap());
    [a + exact(0.31337) * &part, b + exact(0.17171) * &part]
}

/// As CindyScript paints it.
fn gray(of: f64) -> Colour {
    [of; 3]
}

/// The phase of a complex number as a hue.
fn phase([x, y]: &Point) -> Colour {
    let angle = nearest(y).atan2(nearest(x)) / (2.0 * std::f64::consts::PI);
    let hue = 6.0 * (angle - angle.floor());
    [0.0, 2.0, 4.0].map(|shift: f64| {
        let away = (hue - shift).abs();
        (2.0 - away.min(6.0 - away)).clamp(0.0, 1.0)
    })
}

/// How many rounds z^2 + c takes to go beyond 4, of 400, in 16 shades.
fn rounds(mut z: Point, [a, b]: &Point) -> Colour {
    let rounds = (0..400).find(|_| {
        if nearest(&square_of_length(&z)) >= 16.0 {
            return true;
        }
        let [x, y] = times(&z, &z);
        z = [x + a, y + b];
        false
    });
    gray(f64::from(rounds.unwrap_or(400) % 16) / 16.0)
}

/// The point i: its orbit comes to a cycle that repels, so that there is something at any depth.
const I: [&str; 2] = ["0", "1"];

#[test]
fn mandelbrot() {
    for digits in [3, 6, 9, 12, 50] {
        View {
            name: "Mandelbrot",
            script: "colorplot(
                z = 0; n = 0; c = complex(#);
                repeat(400, if(|z| < 4, z = z^2 + c; n = n + 1));
                gray(mod(n, 16)/16)
            );"
            .to_owned(),
            centre: beside(I, digits),
            digits,
            reference: &|place| rounds(point(0.0, 0.0), &place),
        }
        .check();
    }
}

#[test]
fn julia() {
    for digits in [3, 6, 9, 12, 50] {
        View {
            name: "Julia",
            script: "colorplot(
                z = complex(#); n = 0;
                while(n < 400 & |z| < 4, z = z^2 + i; n = n + 1);
                gray(mod(n, 16)/16)
            );"
            .to_owned(),
            centre: beside(I, digits),
            digits,
            reference: &|place| rounds(place, &point(0.0, 1.0)),
        }
        .check();
    }
}

#[test]
fn phase_portrait_with_a_pole() {
    // The numbers of the script are those of f64.
    let pole = point(0.7, 0.3);
    for digits in [3, 6, 9, 12] {
        let [x, y] = beside(["0", "0"], digits);
        View {
            name: "phase portrait",
            script: "colorplot(
                z = complex(#);
                f = (z^2 + 1)/(z - complex([0.7, 0.3]));
                hue(arctan2(re(f), im(f))/(2*pi))
            );"
            .to_owned(),
            centre: [&pole[0] + x, &pole[1] + y],
            digits,
            reference: &|place| {
                let [x, y] = times(&place, &place);
                let [dx, dy] = [&place[0] - &pole[0], &place[1] - &pole[1]];
                // Divided by it is multiplied with what is conjugate, and with a positive number.
                phase(&times(&[x + exact(1.0), y], &[dx, -dy]))
            },
        }
        .check();
    }
}

#[test]
fn taylor_near_its_radius() {
    // A zero of the sum of (-z)^n up to 64: a power of (-z) that is 1.
    let zero = [
        "-0.7796743540632223917651591088788031982981604020829508047348001731783433",
        "-0.626185197538313683412217912575526814346268763572474921309729743479234",
    ];
    for digits in [3, 6, 9, 12] {
        View {
            name: "Taylor",
            script: "colorplot(
                z = complex(#); s = 0;
                repeat(65, s = 1 - z*s);
                hue(arctan2(re(s), im(s))/(2*pi))
            );"
            .to_owned(),
            centre: beside(zero, digits),
            digits,
            reference: &|place| {
                let mut sum = point(0.0, 0.0);
                for _ in 0..65 {
                    let [x, y] = times(&place, &sum);
                    sum = [exact(1.0) - x, -y];
                }
                phase(&sum.map(short))
            },
        }
        .check();
    }
}

/// Where a ray from (100, 50, 25) meets a ball of radius 1 four units before it, seen from the middle of
/// that.
fn hit([x, y]: &Point) -> [Exact; 3] {
    let length = (square_of_length(&[x.clone(), y.clone()]) + exact(4.0)).sqrt();
    let ray = [x / &length, y / &length, exact(2.0) / &length];
    let from_middle = |t: &Exact| {
        let [x, y, z] = &ray;
        [x * t, y * t, z * t - exact(4.0)]
    };
    let mut t = short(exact(0.0));
    for _ in 0..25 {
        let [x, y, z] = from_middle(&t);
        t = short(t + (&x * &x + &y * &y + &z * &z).sqrt() - exact(1.0));
    }
    from_middle(&t)
}

#[test]
fn raymarched_surface_far_from_the_origin() {
    for digits in [3, 6, 9, 12] {
        let centre = beside(["0.2", "0.1"], digits);
        let middle = hit(&centre);
        let [x, y] = [0, 1].map(|axis: usize| nearest(&middle[axis]));
        // A wave about every 12 pixels.
        let waves = 2.0 * 10_f64.powi(digits as i32);
        let script = "
            eye = [100, 50, 25]; middle = [100, 50, 29];
            colorplot(
                ray = [#.x, #.y, 2]; ray = ray/|ray|; t = 0;
                repeat(25, place = eye + t*ray; t = t + |place - middle| - 1);
                at = eye + t*ray - middle;
                gray((1 + sin(WAVES*(at_1 - (MIDDLE_X)))*cos(WAVES*(at_2 - (MIDDLE_Y))))/2)
            );"
        .replace("WAVES", &format!("{waves:?}"))
        .replace("MIDDLE_X", &format!("{x:?}"))
        .replace("MIDDLE_Y", &format!("{y:?}"));
        View {
            name: "raymarched surface",
            script,
            centre,
            digits,
            reference: &|place| {
                let [across, up, _] = hit(&place);
                let [across, up] = [across - exact(x), up - exact(y)];
                let [across, up] = [across, up].map(|away| nearest(&away) * waves);
                gray((1.0 + across.sin() * up.cos()) / 2.0)
            },
        }
        .check();
    }
}

#[test]
fn drawings_are_where_they_are_in_any_view() {
    // A disc that covers the view; all else is elsewhere.
    let script = "fillcircle((0, 0), 1, color -> (1, 0, 0));
        draw((1, 0)); draw((-1, 0), (0, -1)); drawcircle((0, 0), 0.9); drawtext((-1, 0.5), \"A\");
        drawpoly([(0.3, 0), (0.5, 0), (0.5, 0.2)]); fillpoly([(0.3, 0), (0.5, 0), (0.5, 0.2)]);
        plot(sin(x) - 3); connect(apply(1..20, [#, #^2])); drawarc((2, 0), (3, 1), (4, 0));";
    let geometry = r#"geometry: [
        {name: "A", type: "Free", pos: [1, 1]}, {name: "B", type: "Free", pos: [2, 1]},
        {name: "a", type: "Join", args: ["A", "B"], labeled: true},
        {name: "C", type: "CircleMP", args: ["A", "B"]}
    ], ports: [{grid: 1, "#;
    for zoom in [1e3, 1e13, 1e15, 1e17, 1e20, 1e40, 1e80, 1e119] {
        let text = ReceivedText {
            path: "drawings.html".to_owned(),
            text: PAGE
                .replace("SCRIPT", script)
                .replace("ports: [{", geometry),
            version: 1,
            arrived: Instant::now(),
        };
        let options = HeadlessOptions {
            centre: Some(point(0.123, 0.456)),
            zoom,
            cpu: true,
            ..HeadlessOptions::default()
        };
        let rendered = render(text, &options).unwrap();
        assert_eq!(rendered.diagnostics, [], "{zoom:e}");
        let pixels = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| [x, y]));
        for pixel in pixels {
            assert_eq!(
                rendered.picture.pixel(pixel),
                [255, 0, 0, 255],
                "{zoom:e}: {pixel:?}"
            );
        }
    }
}
