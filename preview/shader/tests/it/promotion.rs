//! What of a program is computed with more digits than f32 has.

use cindyscript_hir::document::Document;
use cindyscript_hir::program::PlotId;
use cindyscript_ide::analyse;
use cindyscript_pixel::PixelProgram;
use cindyscript_shader::{ModuleOptions, Precision, Promoted, compile_with};

fn program(script: &str) -> PixelProgram {
    let document = Document::open("plot.cindyscript", script);
    let analysis = analyse(&document);
    let program = cindyscript_lint::pixel_program(&analysis.applets[0], PlotId(0), &[]);
    program.unwrap_or_else(|errors| panic!("{script}: {errors:?}"))
}

/// The variables that are promoted, and how many of the numbers from the CPU.
fn check(script: &str, variables: &str, uniforms: usize) {
    let program = program(script);
    let promoted = Promoted::needed(&program);
    let own = program.variables.iter().zip(&promoted.variables);
    let mut names: Vec<_> = own
        .filter(|(_, is_promoted)| **is_promoted)
        .map(|(variable, _)| variable.name.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.join(" "), variables, "{script}");
    let count = promoted.uniforms.iter().filter(|is_promoted| **is_promoted);
    assert_eq!(count.count(), uniforms, "{script}");
}

#[test]
fn an_iteration_is_promoted_and_not_what_is_made_of_its_rounds() {
    check(
        "colorplot(c = complex(#); z = 0; n = 0; \
         while(|z| < 2 & n < 100, z = z^2 + c; n = n + 1); hue(sin(0.1 * n)))",
        "# c z",
        2,
    );
}

#[test]
fn what_loses_no_digits_is_not_promoted() {
    check("a = 0.3; colorplot(gray(#.x * a))", "", 0);
    check(
        "a = 0.3; colorplot([|#|, sqrt(|#.x| / a), exp(#.y)])",
        "",
        0,
    );
}

#[test]
fn what_comes_after_the_last_loss_is_not_promoted() {
    check(
        "a = 0.3; b = 5; colorplot(x = #.x - a; y = x * b; gray(y))",
        "#",
        1,
    );
}

#[test]
fn what_does_not_carry_the_place_is_not_promoted() {
    check(
        "a = 0.1; colorplot(s = 0; repeat(5, k, s = s + a * k); if(#.x < 0.3, gray(s), hue(s - a)))",
        "#",
        1,
    );
}

#[test]
fn what_is_added_to_what_carries_it_is_promoted() {
    check(
        "a = 0.1; colorplot(s = 1; repeat(5, k, s = s * a); gray(s + #.x))",
        "# s",
        2,
    );
}

#[test]
fn functions_are_promoted_with_what_they_are_given() {
    check(
        "f(t) := t * 0.5; colorplot(r = f(#.x) - 0.1; gray(r))",
        "# t",
        2,
    );
    check("f(t) := t * 0.5; colorplot(gray(f(#.x)))", "", 0);
}

#[test]
fn a_part_of_the_applets_of_the_paper_is_not_promoted() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/applets");
    let (mut promoted, mut all) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let document = Document::open(&name, text);
        for applet in &analyse(&document).applets {
            for plot in 0..applet.program.plots.len() as u32 {
                let program = cindyscript_lint::pixel_program(applet, PlotId(plot), &[]).unwrap();
                let own = Promoted::needed(&program).nodes;
                promoted += own.iter().filter(|is_promoted| **is_promoted).count();
                all += own.len();
            }
        }
    }
    assert!(
        promoted > 0 && 5 * promoted < 4 * all,
        "{promoted} of {all}"
    );
}

/// Values of every shape that a pixel can hold: scalars, vectors, lists, matrices and tuples, each in
/// the others.
const VALUES: [&str; 16] = [
    "#.x",
    "complex(#)",
    "[#.x, #.y]",
    "[complex(#), 1]",
    "[#.x, 1, 2, #.y, 5]",
    "[[#.x, 1], [2, #.y]]",
    "[[complex(#), 1, 2], [3, 4, 5]]",
    "[[#.x, 1, 2, 3, 4, 5], [#.y, 1, 2, 3, 4, 5]]",
    "[#.x, [1, #.y]]",
    "[1, #.y, [#.x, 2]]",
    "[complex(#), [#.x, 1, 2]]",
    "[[#.x, 1], [[1, 2], #.y]]",
    "[[#.x, [1, 2]], [#.y, [3, #.x]]]",
    "[#.x, [#.y, [1, 2, complex(#)]]]",
    "[[1, 2], [#.x, #.y, 5]]",
    "[#.x > 0, [#.x, 1], 3]",
];

/// A program that does with a value what can be done with values of all shapes, and with one of its
/// shape that comes from the CPU.
fn every_use(value: &str) -> PixelProgram {
    let uniform = value.replace('#', "q");
    program(&format!(
        "f(v) := (regional(a); a = v; a); q = [0.5, 1.5]; u = {uniform}; colorplot(\
         v = {value}; w = if(#.x > 2, u, v); w = f(w); w = f(u); \
         if(#.x > 0, w = v); w = if(#.y > 0, v, w); \
         repeat(3, w = f(w)); n = 0; while(n < 2, w = v; n = n + 1); \
         l = [v, w]; l = reverse(l); w = l_1; l_2 = u; l = apply(1..2, w); \
         forall(l, e, w = e); m = l ++ [v]; w = m_(round(#.x)); \
         gray(#.x - 0.1))"
    ))
}

/// Some of a program, by chance: the same for the same seed.
fn some_of(program: &PixelProgram, seed: u64) -> Promoted {
    let mut state = seed;
    let mut some = |count: usize| -> Vec<bool> {
        let flags = (0..count).map(|_| {
            // Numerical Recipes' linear congruential generator.
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 24 & 1 == 1
        });
        flags.collect()
    };
    Promoted {
        nodes: some(program.nodes.len()),
        operands: some(program.nodes.len()),
        variables: some(program.variables.len()),
        functions: some(program.functions.len()),
        uniforms: some(program.uniforms.len()),
    }
}

#[test]
fn values_of_every_shape_promoted_in_part_compile() {
    for value in VALUES {
        let program = every_use(value);
        let all = Promoted::all(&program);
        let partly = (0..4).map(|seed| some_of(&program, seed));
        for (number, promoted) in [all].into_iter().chain(partly).enumerate() {
            for precision in [Precision::Double, Precision::Native] {
                let options = ModuleOptions {
                    precision,
                    promoted: Some(&promoted),
                    ..ModuleOptions::default()
                };
                let errors = compile_with(&program, options).err();
                assert_eq!(errors, None, "{value}, {precision:?}, {number}");
            }
        }
    }
}
