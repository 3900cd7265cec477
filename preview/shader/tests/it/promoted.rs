//! What of a program is computed with more digits than f32 has.

use cindyscript_hir::document::Document;
use cindyscript_hir::program::PlotId;
use cindyscript_ide::analyse;
use cindyscript_pixel::PixelProgram;
use cindyscript_shader::Promoted;

fn program(script: &str) -> PixelProgram {
    let document = Document::open("plot.cindyscript", script);
    let analysis = analyse(&document);
    let program = analysis.applets[0].pixel_program(PlotId(0), &[]);
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
                let program = applet.pixel_program(PlotId(plot), &[]).unwrap();
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
