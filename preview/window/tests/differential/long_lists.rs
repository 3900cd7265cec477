//! Long lists: those of the CPU, which shaders read where they lie, and sorting.

use cindyscript_interpreter::colour;
use cindyscript_shader::Precision;
use cindyscript_tests::lacking;

use crate::bench::Bench;
use crate::program::Program;

/// Lists of 30 elements and a matrix, which the CPU computes.
const LISTS: &str = "n = 30; h = apply(1..n, k, k/2); v = apply(1..n, k, sin(k)); w = apply(1..n, k, k/n + i*sin(k)); \
    p = apply(1..n, k, [cos(k), k/n, k]); \
    M = apply(1..n, i, apply(1..n, j, sin(i*j)));";

/// Grey values of those lists and the pixel.
const OF_LISTS: &[&str] = &[
    "((M*apply(1..n, k, k*#.x))_3)/100",
    "((apply(1..n, k, sin(k*#.x))*M)_3)/9",
    "sum(M*(v*#.x))/9",
    "|w*#.x|/9 + |v*#.y + v|/99",
    "abs(sum(w*complex(#)))/9",
    "sum(v/(#.x + 0.5) - v)",
    "if(v == v*#.x, 0.2, 0.7) + if(w != w*#.x, 0.2, 0.1)*#.x/9",
    "if(contains(h, floor(#.x)/2 - 0.5), 0.2, 0.7)",
    "|sum(p*[#.x, #.y, 0.1])|/99",
    "dist(v, v*#.x)/9",
];

const SORTED: &[&str] = &[
    "(sort(apply(1..66, k, sin(k*#.x + #.y))))_40",
    "(sort(apply(1..66, k, mod(k*7, 10) + k/99 + #.x), x, floor(x)))_40/9",
    "(sort(apply(1..66, k, [mod(k*7, 10), sin(k*#.x)])))_37_2",
];

const SIZE: [u32; 2] = [4, 4];

/// Compares shader and interpreter; returns what is wrong.
fn differences(bench: &Bench, precision: Precision, expressions: &[&str]) -> Vec<String> {
    let mut differences = Vec::new();
    for expression in expressions {
        let program = Program::new(&format!("{LISTS} colorplot({expression});"), &[]).unwrap();
        let painted = program.paint_in(precision, bench, SIZE).unwrap();
        let mut evaluator = program.evaluator();
        let places = (1..=SIZE[1]).flat_map(|y| (1..=SIZE[0]).map(move |x| [x, y].map(f64::from)));
        let exact = places.map(|place| colour(&evaluator.value(place))[0]);
        let mut pixels = painted
            .iter()
            .map(|texel| texel[0].clamp(0.0, 1.0))
            .zip(exact);
        if let Some((a, b)) = pixels.find(|(a, b)| (a - b).abs() > 1e-3) {
            differences.push(format!("{expression}, {precision:?}: {a}, not {b}"));
        }
    }
    differences
}

#[test]
fn long_lists_mean_the_same_in_each_precision() {
    let Some(bench) = Bench::open() else {
        return lacking("long lists on the GPU", "there is no Vulkan driver");
    };
    for precision in bench.double_precisions().chain([Precision::Single]) {
        assert_eq!(differences(&bench, precision, OF_LISTS), [""; 0]);
    }
    assert_eq!(differences(&bench, Precision::Single, SORTED), [""; 0]);
}

#[test]
fn lists_of_the_cpu_take_no_memory_of_a_pixel() {
    for precision in [Precision::Single, Precision::Double] {
        let script = format!("{LISTS} colorplot((M*apply(1..n, k, k*#.x))_3);");
        let program = Program::new(&script, &[]).unwrap();
        let (module, _) = program.shader(precision).unwrap();
        let matrix = 4 * 30 * 30;
        assert!(module.array_bytes() < matrix, "{}", module.wgsl);
    }
}
