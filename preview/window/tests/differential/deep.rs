//! The Mandelbrot set at larger and larger magnifications: how many pixels differ from those computed in
//! f64, in single and in double precision.

use cindyscript_shader::{Frame, Precision};
use cindyscript_tests::lacking;

use crate::bench::Bench;
use crate::program::Program;

const SIDE: u32 = 96;

/// A point on whose orbit a repelling fixed point lies (a Misiurewicz point): the set looks the same
/// about it at every magnification.
const CENTRE: [f64; 2] = [-0.101_096_363_845_622_2, 0.956_286_510_809_141_5];

const MANDELBROT: &str = "colorplot(c = complex(#); w = 0; n = 0; \
     while(|w| < 2 & n < 250, w = w^2 + c; n = n + 1); \
     [0.5 + 0.5 * sin(0.4 * n), 0.5 + 0.5 * sin(0.7 * n), n / 250]);";

/// A square about the centre.
fn frame(width: f64) -> Frame {
    let step = width / f64::from(SIDE);
    let [x, y] = CENTRE;
    let [left, top] = [x - width / 2.0, y + width / 2.0];
    Frame {
        world_x: [step, 0.0, left],
        world_y: [0.0, -step, top],
        resolution: [f64::from(SIDE); 2],
        seed: 1,
        view: [[left, top - width], [left + width, top - width]],
    }
}

/// The share of pixels of which a part differs by more than 8/255.
fn share(a: &[[f32; 4]], b: &[[f32; 4]]) -> f64 {
    let differs = |(a, b): &(&[f32; 4], &[f32; 4])| {
        let mut parts = a.iter().zip(b.iter());
        parts.any(|(a, b)| (a - b).abs() > 8.0 / 255.0)
    };
    a.iter().zip(b).filter(differs).count() as f64 / a.len() as f64
}

#[test]
fn double_precision_is_exact_where_single_shows_blocks() {
    let Some(bench) = Bench::open() else {
        return lacking("deep zooms", "there is no Vulkan driver");
    };
    let program = Program::new(MANDELBROT, &[]).unwrap();
    // Width of the view; the least share in single precision, the most in double.
    for (width, least, most) in [
        (1e-3, 0.0, 0.0),
        (1e-6, 0.2, 0.001),
        (1e-9, 0.5, 0.01),
        (1e-12, 0.5, 1.0),
    ] {
        let frame = frame(width);
        let exact = program.paint_in_lanes_at(&frame, [SIDE; 2]).unwrap();
        let of = |precision| {
            let painted = program.paint_at(precision, &bench, &frame, [SIDE; 2]);
            share(&painted.unwrap(), &exact)
        };
        let (single, double) = (of(Precision::Single), of(Precision::Double));
        eprintln!(
            "{width:e}: {:.2} % differ in single precision, {:.2} % in double",
            100.0 * single,
            100.0 * double
        );
        assert!(single >= least, "{width:e}: {single} in single precision");
        assert!(double <= most, "{width:e}: {double} in double precision");
    }
}

#[test]
fn compilers_leave_the_low_part_of_a_sum() {
    let Some(bench) = Bench::open() else {
        return lacking("sums in double precision", "there is no Vulkan driver");
    };
    // Sums and products of which single precision keeps nothing but the large part, by themselves,
    // nested, and in a loop.
    for (script, expected) in [
        (
            "a = 100000000; b = 0.001; colorplot((#.x * 0 + a + b) - a)",
            0.001,
        ),
        (
            "a = 100000000; b = 0.001; colorplot(((a + b * #.x) - a) / #.x - b + 1)",
            1.0,
        ),
        (
            "a = 0.1; colorplot(s = #.x * 0; repeat(1000, s = s + a); (s - 100) * 1000000 + 1)",
            1.0,
        ),
        (
            "a = 0.1; colorplot((#.x * a * a - 0.01) * 1000000 + 1)",
            1.0,
        ),
    ] {
        let program = Program::new(script, &[]).unwrap();
        let texels = program.paint_in(Precision::Double, &bench, [1, 1]).unwrap();
        let painted = f64::from(texels[0][0]);
        assert!(
            (painted - expected).abs() < 1e-5 * expected,
            "{script}: {painted}"
        );
        let texels = program.paint_in(Precision::Single, &bench, [1, 1]).unwrap();
        let painted = f64::from(texels[0][0]);
        assert!(
            (painted - expected).abs() > 1e-4 * expected,
            "{script}: {painted} in single"
        );
    }
}
