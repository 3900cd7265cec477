//! Programs from scripts, by way of the analysis.

use std::path::Path;

use cindyscript_analysis::program::PlotId;
use cindyscript_analysis::{Document, analyse};
use cindyscript_shader::{Filtering, Fixed, Module, compile, compile_with};

/// The modules of all colorplots in a file.
fn modules(name: &str, text: &str) -> Vec<Module> {
    let document = Document::open(name, text);
    let analysis = analyse(&document);
    let mut modules = Vec::new();
    for applet in &analysis.applets {
        for plot in 0..applet.program.plots.len() as u32 {
            let program = applet
                .pixel_program(PlotId(plot), &[])
                .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
            let module = compile(&program).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
            modules.push(module);
        }
    }
    modules
}

fn wgsl(script: &str) -> String {
    let modules = modules("plot.cindyscript", script);
    assert_eq!(modules.len(), 1, "{script}");
    modules[0].wgsl.clone()
}

#[test]
fn the_applets_of_the_paper() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/applets");
    let mut plots = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "html")
        {
            let text = std::fs::read_to_string(&path).unwrap();
            plots += modules(&path.file_name().unwrap().to_string_lossy(), &text).len();
        }
    }
    assert!(plots >= 8, "{plots}");
}

#[test]
fn a_number_changes_no_wgsl() {
    let julia = |number: &str, rounds: &str| {
        wgsl(&format!(
            "f(z) := z^2 + {number} + i * {number};
             colorplot(k = 0; repeat({rounds}, if(|z| < 2, z = f(z); k = k + 1)); k / {rounds});"
        ))
    };
    assert_eq!(julia("0.25", "50"), julia("-0.125", "700"));
    assert_eq!(
        wgsl("colorplot(hue(|#| * 10))"),
        wgsl("colorplot(hue(|#| * 77))")
    );
    let walk = |count: &str, index: &str, start: &str, value: &str| {
        wgsl(&format!(
            "k = {index}; l = [1, 2, 3];
             colorplot(
               m = [#.x, 1, {value}]; m_k = {value}; s = 0;
               repeat({count}, j, start -> {start}, s = s + j * m_j + l_j);
               while(s > {value}, s = s / 2);
               s + sum(select(l, # < {value})) + m_k
             );"
        ))
    };
    assert_eq!(walk("3", "1", "0", "2"), walk("700", "-2", "2", "5"));
    // An exponent decides code.
    assert_ne!(wgsl("colorplot(re(z^2))"), wgsl("colorplot(re(z^3))"));
}

#[test]
fn loops_that_can_be_seen_to_end_are_not_counted() {
    let is_counted = |script: &str, fixed: bool| {
        let analysis = analyse(&Document::open("plot.cindyscript", script));
        let program = analysis.applets[0].pixel_program(PlotId(0), &[]).unwrap();
        let first = compile(&program).unwrap();
        let mut contents = Vec::new();
        for (place, uniform) in program.uniforms.iter().enumerate() {
            let range = analysis.applets[0].program.term(uniform.term).range;
            let number: f64 = script[range].parse().unwrap();
            first.layout.write(&mut contents, place, &[[number, 0.0]]);
        }
        let all = vec![fixed; program.uniforms.len()];
        let fixed = Fixed::Values {
            contents: &contents,
            uniforms: &all,
        };
        let module = compile_with(&program, Filtering::default(), fixed).unwrap();
        module.wgsl.contains("while_rounds -= 1u")
    };
    let ends = "colorplot(n = 0; while(|z| < 4 & n < 50, z = z*z + 1; n = n + 2); n)";
    assert!(is_counted(ends, false));
    assert!(!is_counted(ends, true));
    for script in [
        // Too many rounds, none known, none that count.
        "colorplot(n = 0; while(n < 99999, n = n + 1); n)",
        "colorplot(n = 0; while(|z| < 4, z = z*z; n = n + 1); n)",
        "colorplot(n = 0; while(n < 5, if(|z| < 4, n = n + 1)); n)",
        "colorplot(n = 0; while(n < 5, n = n + 0); n)",
        "colorplot(n = 0; while(n < 5, n = n + 1; n = 3); n)",
        "colorplot(n = 0; while(n < 5, n = n - 1); n)",
        "f() := (n = 1); colorplot(n = 0; while(n < 5, f(); n = n + 1); n)",
    ] {
        assert!(is_counted(script, true), "{script}");
    }
}

#[test]
fn scripts_in_all_shapes() {
    for script in [
        "colorplot(if(x > 0, 1, if(y > 0, 1/2, 0)))",
        "colorplot(l = [x, y, x * y, x - y, 1]; sort = max(l); [sort, min(l), l_2])",
        "colorplot(n = 0; while(n * |z| < 10 & n < 50, n = n + 1); n / 50)",
        "colorplot(sum(1..3, [1, 2, 3]_# * x))",
        "g(a, b) := (regional(c); c = a * b; c + a); colorplot(g(x, y) + re(g(z, i)))",
        "colorplot([[1, 2], [3, 4]] * # ++ [0])",
        "colorplot(forall([1, 2, 3], k, x = x + k); random() * x)",
        "colorplot(m = apply([1, 2, 3], # * x); m)",
        "filter = 3; colorplot(filter' = filter * x; filter' + arctan2(y, x))",
    ] {
        let document = Document::open("plot.cindyscript", script);
        let analysis = analyse(&document);
        let applet = &analysis.applets[0];
        // What the analysis refuses is not ours; what it lets through must compile.
        if let Ok(program) = applet.pixel_program(PlotId(0), &[]) {
            let compiled = compile(&program);
            assert!(compiled.is_ok(), "{script}: {:?}", compiled.err());
        }
    }
}
