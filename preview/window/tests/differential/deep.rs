//! The Mandelbrot set at larger and larger magnifications, in each precision: how many pixels differ from
//! those that the interpreter computes, and where its own digits end, from those in arbitrary precision.

use cindyscript_player::exact::{Exact, exact, nearest, with_bits};
use cindyscript_shader::{FrameUniforms, Precision};
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
fn square(width: f64, side: u32) -> FrameUniforms {
    let step = width / f64::from(side);
    let [x, y] = CENTRE;
    let [left, top] = [x - width / 2.0, y + width / 2.0];
    FrameUniforms {
        world_x: [step, 0.0, left],
        world_y: [0.0, -step, top],
        resolution: [f64::from(side); 2],
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
    for (width, least, most) in [(1e-3, 0.0, 0.0), (1e-6, 0.2, 0.001), (1e-9, 0.5, 0.01)] {
        let frame = square(width, SIDE);
        let exact = program.paint_in_lanes_at(&frame, [SIDE; 2]).unwrap();
        let of = |precision| {
            let painted = program.paint_at(precision, &bench, &frame, [SIDE; 2]);
            let share = share(&painted.unwrap(), &exact);
            eprintln!("{width:e}: {:.2} % differ in {precision:?}", 100.0 * share);
            share
        };
        let single = of(Precision::Single);
        assert!(single >= least, "{width:e}: {single} in single precision");
        for precision in bench.double_precisions() {
            let share = of(precision);
            assert!(share <= most, "{width:e}: {share} in {precision:?}");
        }
    }
}

/// The colours of pixels in arbitrary precision: f64 is no reference where its own digits end. Those that
/// are others a fiftieth of a pixel further have none: no picture is right there.
fn reference(frame: &FrameUniforms, side: u32) -> Vec<Option<[f32; 4]>> {
    let places = (0..side).flat_map(|y| (0..side).map(move |x| [x, y].map(f64::from)));
    let exactly = |number| with_bits(exact(number), 128);
    let at = |pixel: [f64; 2], aside: f64| {
        let [x, y] = pixel.map(|part| exactly(part + 0.5 + aside));
        let place = |[a, b, c]: [f64; 3]| exactly(a) * &x + exactly(b) * &y + exactly(c);
        colour(&[place(frame.world_x), place(frame.world_y)])
    };
    let stable = |pixel: [f64; 2]| {
        let [own, before, behind] = [0.0, -0.02, 0.02].map(|aside| at(pixel, aside));
        (own == before && own == behind).then_some(own)
    };
    places.map(stable).collect()
}

/// What the script paints at a place.
fn colour(c: &[Exact; 2]) -> [f32; 4] {
    let two = with_bits(exact(2.0), 2);
    let mut w = [Exact::ZERO, Exact::ZERO];
    let mut n = 0;
    while n < 250 && nearest(&(&w[0] * &w[0] + &w[1] * &w[1])) < 4.0 {
        let re = &w[0] * &w[0] - &w[1] * &w[1] + &c[0];
        let im = &w[0] * &w[1] * &two + &c[1];
        w = [re, im];
        n += 1;
    }
    let n = f64::from(n);
    let [red, green] = [0.4, 0.7].map(|speed| 0.5 + 0.5 * (speed * n).sin());
    [red, green, n / 250.0, 1.0].map(|part| part as f32)
}

#[test]
fn f64_goes_where_two_f32_do_not() {
    let Some(bench) = Bench::open() else {
        return lacking("deeper zooms", "there is no Vulkan driver");
    };
    if !bench
        .double_precisions()
        .any(|precision| precision == Precision::Native)
    {
        return lacking("deeper zooms", "the device has no f64");
    }
    const SIDE: u32 = 24;
    let program = Program::new(MANDELBROT, &[]).unwrap();
    let frame = square(1e-12, SIDE);
    let reference = reference(&frame, SIDE);
    let exact: Vec<_> = reference.iter().copied().flatten().collect();
    assert!(
        5 * exact.len() > 4 * reference.len(),
        "{} stable",
        exact.len()
    );
    let of = |precision| {
        let painted = program.paint_at(precision, &bench, &frame, [SIDE; 2]);
        let painted = painted.unwrap().into_iter().zip(&reference);
        let stable: Vec<_> = painted
            .filter(|(_, reference)| reference.is_some())
            .map(|(painted, _)| painted)
            .collect();
        let share = share(&stable, &exact);
        eprintln!("1e-12: {:.2} % differ in {precision:?}", 100.0 * share);
        share
    };
    assert!(of(Precision::Native) <= 0.01);
    assert!(of(Precision::Double) > 0.01, "two f32 would have done");
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
        for precision in bench.double_precisions() {
            let texels = program.paint_in(precision, &bench, [1, 1]).unwrap();
            let painted = f64::from(texels[0][0]);
            assert!(
                (painted - expected).abs() < 1e-5 * expected,
                "{script}: {painted} in {precision:?}"
            );
        }
        let texels = program.paint_in(Precision::Single, &bench, [1, 1]).unwrap();
        let painted = f64::from(texels[0][0]);
        assert!(
            (painted - expected).abs() > 1e-4 * expected,
            "{script}: {painted} in single"
        );
    }
}
