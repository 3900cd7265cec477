//! Programs from scripts, by way of the analysis.

use std::path::Path;

use cindyscript_hir::document::Document;
use cindyscript_hir::program::PlotId;
use cindyscript_ide::analyse;
use cindyscript_shader::{
    LEAST_ROUNDS, MOST_ROUNDS, Module, ModuleOptions, Specialization, compile, compile_with,
};

/// The modules of all colorplots in a file.
fn modules(name: &str, text: &str) -> Vec<Module> {
    let document = Document::open(name, text);
    let analysis = analyse(&document);
    let mut modules = Vec::new();
    for applet in &analysis.applets {
        for plot in 0..applet.program.plots.len() as u32 {
            let program = cindyscript_lint::pixel_program(applet, PlotId(plot), &[])
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
             colorplot(z = complex(#); k = 0; repeat({rounds}, if(|z| < 2, z = f(z); k = k + 1)); k / {rounds});"
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

/// How many loops of a colorplot are counted; with its numbers in the text, or with none of them.
fn counted_loops(script: &str, fixed: bool) -> usize {
    let analysis = analyse(&Document::open("plot.cindyscript", script));
    let program = cindyscript_lint::pixel_program(&analysis.applets[0], PlotId(0), &[]).unwrap();
    let first = compile(&program).unwrap();
    let mut contents = Vec::new();
    for (place, uniform) in program.uniforms.iter().enumerate() {
        let range = analysis.applets[0].program.term(uniform.term).range;
        let number: f64 = script[range].parse().unwrap();
        first.layout.write(&mut contents, place, &[[number, 0.0]]);
    }
    let all = vec![fixed; program.uniforms.len()];
    let specialization = Specialization::Values {
        contents: &contents,
        uniforms: &all,
    };
    let module = compile_with(
        &program,
        ModuleOptions {
            specialization,
            ..ModuleOptions::default()
        },
    )
    .unwrap();
    module.wgsl.matches("rounds_left -= ").count()
}

#[test]
fn loops_that_can_be_seen_to_end_are_not_counted() {
    let ends =
        "colorplot(z = complex(#); n = 0; while(|z| < 4 & n < 50, z = z*z + 1; n = n + 2); n)";
    assert_eq!(counted_loops(ends, false), 1);
    assert_eq!(counted_loops(ends, true), 0);
    for script in [
        // Too many rounds, none known, none that count.
        "colorplot(n = 0; while(n < 99999, n = n + 1); n)",
        "colorplot(z = complex(#); n = 0; while(|z| < 4, z = z*z; n = n + 1); n)",
        "colorplot(n = 0; while(n < 5, if(|z| < 4, n = n + 1)); n)",
        "colorplot(n = 0; while(n < 5, n = n + 0); n)",
        "colorplot(n = 0; while(n < 5, n = n + 1; n = 3); n)",
        "colorplot(n = 0; while(n < 5, n = n - 1); n)",
        "f() := (n = 1); colorplot(n = 0; while(n < 5, f(); n = n + 1); n)",
    ] {
        assert_eq!(counted_loops(script, true), 1, "{script}");
    }
}

#[test]
fn loops_in_loops_are_counted_where_all_their_rounds_are_many() {
    // With no number in the text, and with all.
    for (script, unknown, known) in [
        ("repeat(50, s = s + 1)", 1, 0),
        ("repeat(70000, s = s + 1)", 1, 1),
        ("repeat(200, repeat(200, s = s + 1))", 2, 0),
        ("repeat(1000, repeat(1000, s = s + 1))", 2, 1),
        ("repeat(100000, repeat(1000, s = s + 1))", 2, 2),
        ("repeat(100000, repeat(20, s = s + 1))", 2, 1),
        // What stands in a round that is counted, is a part of it as long as it is short.
        ("while(s < |#|, repeat(8, repeat(8, s = s + 1)))", 3, 1),
        ("while(s < |#|, repeat(9, repeat(8, s = s + 1)))", 3, 2),
        ("while(s < |#|, forall([#.x, #.y, s], t, s = s + t))", 1, 1),
        ("repeat(1000, s = f(s))", 2, 1),
        ("repeat(10, s = f(s))", 2, 0),
        ("s = f(s)", 1, 0),
    ] {
        let whole = format!("f(t) := (repeat(100, t = t / 2); t); colorplot(s = 0; {script}; s)");
        let counted = [false, true].map(|fixed| counted_loops(&whole, fixed));
        assert_eq!(counted, [unknown, known], "{script}");
    }
}

#[test]
fn the_more_a_round_does_the_fewer_there_are() {
    let rounds = |script: &str| {
        let analysis = analyse(&Document::open("plot.cindyscript", script));
        let program =
            cindyscript_lint::pixel_program(&analysis.applets[0], PlotId(0), &[]).unwrap();
        compile(&program).unwrap().rounds
    };
    let light = rounds("colorplot(w = z; while(|w| < 4, w = w*w); |w|)");
    let long = "w = w*w + sin(w)*cos(w); ".repeat(20);
    let heavy = rounds(&format!("colorplot(w = z; while(|w| < 4, {long}); |w|)"));
    assert_eq!(light, MOST_ROUNDS);
    assert!((LEAST_ROUNDS..MOST_ROUNDS / 2).contains(&heavy), "{heavy}");
    // Not when a number changes.
    let of = |number: u32| {
        let script = format!("colorplot(w = z; repeat({number}, while(|w| < 4, w = w*w)); |w|)");
        rounds(&script)
    };
    assert_eq!(of(3), of(3_000_000));
}

#[test]
fn calls_that_multiply_are_refused() {
    let chain = |depth: usize| {
        let mut script = "f0(x) := x * 1.01;".to_owned();
        for number in 1..=depth {
            let before = number - 1;
            script += &format!("f{number}(x) := f{before}(f{before}(x));");
        }
        script += &format!("colorplot(f{depth}(|#|))");
        let analysis = analyse(&Document::open("plot.cindyscript", script));
        let program =
            cindyscript_lint::pixel_program(&analysis.applets[0], PlotId(0), &[]).unwrap();
        compile(&program)
    };
    assert!(chain(8).is_ok());
    // A million calls are folded, a billion would take too long at each pixel.
    assert!(chain(20).is_ok());
    for depth in [30, 40, 190] {
        let errors = chain(depth).unwrap_err();
        assert!(errors[0].message.contains("too many"), "{errors:?}");
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
        if let Ok(program) = cindyscript_lint::pixel_program(applet, PlotId(0), &[]) {
            let compiled = compile(&program);
            assert!(compiled.is_ok(), "{script}: {:?}", compiled.err());
        }
    }
}
