//! Which edits build a pipeline, and which find one.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::time::Instant;

use cindyscript_player::source::ReceivedText;
use cindyscript_render::compile::{Compiled, Compiler, PlotProgram};
use cindyscript_render::gpu::{Gpu, Pipelines};
use cindyscript_tests::lacking;
use cindyscript_window::reader::Reader;

/// With a GPU; none if there is none.
fn compiler() -> Option<(Reader, Compiler)> {
    match Gpu::headless() {
        Ok(gpu) => Some((Reader::default(), Compiler::new(Some(Pipelines::new(gpu))))),
        Err(error) => {
            lacking("pipelines", &error.to_string());
            None
        }
    }
}

fn compile((reader, compiler): &mut (Reader, Compiler), text: &str) -> Compiled {
    let (source, stages) = reader.read(ReceivedText {
        path: "a.cindyscript".to_owned(),
        text: text.to_owned(),
        version: 0,
        arrived: Instant::now(),
    });
    let compiled = compiler.programs(source, stages).unwrap();
    let built = compiled.build.stages.pipeline.is_some();
    assert_eq!(compiled.build.structural, built, "{text}");
    compiled
}

/// Builds what a window builds in the background while it shows the first frames.
fn in_the_background(compiled: &Compiled) {
    for plot in compiled.plots.iter() {
        if let PlotProgram::Shader(shader) = plot {
            while let Some(wanted) = shader.wanted() {
                shader.build(wanted);
            }
        }
    }
}

/// Edits of the first text that build nothing.
fn check(first: &str, edits: &[(&str, &str)]) {
    let Some(mut compiler) = compiler() else {
        return;
    };
    let compiled = compile(&mut compiler, first);
    assert!(compiled.build.structural);
    in_the_background(&compiled);
    for (from, to) in edits {
        let edited = first.replace(from, to);
        assert_ne!(edited, first);
        let build = compile(&mut compiler, &edited).build;
        assert!(!build.structural, "{edited}");
        assert_eq!(build.stages.naga, None, "nor is a known text read again");
    }
    let again = compile(&mut compiler, first);
    assert!(!again.build.structural, "{first}");
}

#[test]
fn numbers_build_nothing() {
    check(
        "l = [0.2, 0.5, 0.9]; colorplot(s = 0; s = s + 0.05; [s, l_2, |#|/5]);",
        &[
            ("0.05", "0.07"),
            ("[0.2", "[0.7"),
            ("|#|/5", "|#|/7.5"),
            ("l_2", "l_3"),
        ],
    );
}

#[test]
fn constants_that_are_set_by_hand_build_nothing() {
    let text = "a = 0.5; // 0..1\nn = 3; c = [0.2, 0.4, 0.6]; // colour\n\
                colorplot(s = 0; repeat(n, i, s = s + a*#.x); s * c);";
    let edits = [
        ("0.5", "0.125"),
        ("0.5", "1.0"),
        ("0.5", "0.0"),
        ("n = 3", "n = 7"),
        ("n = 3", "n = 0"),
        ("[0.2, 0.4, 0.6]", "[1, 0, 0.6]"),
        ("[0.2, 0.4, 0.6]", "[0.25, 0.5, 0.75]"),
    ];
    check(text, &edits);
}

#[test]
fn loop_counts_build_nothing() {
    check(
        "n = 3; colorplot(s = 0; repeat(10, i, s = s + i*#.x); repeat(n, j, s = s - j); s);",
        &[("repeat(10", "repeat(300"), ("n = 3", "n = 7")],
    );
    check(
        "n = 4; colorplot(s = 0; forall(1..5, k, s = s + k*#.x); forall(2..n, k, j, s = s + j); s);",
        &[
            ("1..5", "1..6"),
            ("1..5", "3..40"),
            ("n = 4", "n = 9"),
            ("2..n", "1..n"),
        ],
    );
    check(
        "colorplot([sum(1..5, k, k*#.x), product(1..3, k, #.y/k), max(1..4, k, sin(k*#.x))]/20);",
        &[("1..5", "1..9"), ("1..3", "2..6"), ("1..4", "1..20")],
    );
    check(
        "colorplot(sum(apply(1..5, k, k*#.x))/20 + min(apply(select(1..9, k, k > |#|), k, 1/k)));",
        &[("1..5", "1..6"), ("1..9", "1..20"), ("1/k", "3/k")],
    );
    check(
        "w(p) := sum(1..5, k, sin(k*p.x)/k); colorplot(w(#) + w(2*#));",
        &[("1..5", "1..15")],
    );
}

#[test]
fn indices_build_nothing() {
    check(
        "k = 2; l = [0.2, 0.5, 0.9]; colorplot([l_k, #_1, (2*#)_1]/5);",
        &[
            ("k = 2", "k = 3"),
            ("#_1", "#_2"),
            ("(2*#)_1", "(2*#)_(-1)"),
        ],
    );
    check(
        "colorplot(v = [#.x, #.y, 1, 2]; take(v, 2) + v_3*v_4);",
        &[
            ("take(v, 2)", "take(v, 1)"),
            ("v_3", "v_(-3)"),
            ("v_4", "v_1"),
        ],
    );
    check(
        "colorplot(l = apply([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], t, t*#.x); l_1 + l_7);",
        &[("l_1", "l_2"), ("l_7", "l_10")],
    );
    check(
        "colorplot(m = [[#.x, 1, 2], [3, #.y, 5], [6, 7, 8]]; m_2_1 + (m*m)_3_3);",
        &[("m_2_1", "m_3_2"), ("_3_3", "_1_2")],
    );
    check(
        "colorplot(m = [[#.x, 1], [3, #.y]]; m_2_1 = 7; l = [1, 2, 3]; l_3 = m_1_1; l);",
        &[("m_2_1", "m_1_2"), ("l_3", "l_1"), ("m_1_1", "m_1_2")],
    );
    check(
        "f(v) := v_2 + 1; colorplot(f([#.x, #.y, 1])/5);",
        &[("v_2", "v_3")],
    );
    check(
        "createimage(\"a\", 8, 8); createimage(\"b\", 8, 8); i = [\"a\", \"b\"];
         colorplot(imagergb(i_1, #));",
        &[("i_1", "i_2")],
    );
}

#[test]
fn going_back_builds_nothing() {
    let Some(mut compiler) = compiler() else {
        return;
    };
    let first = "colorplot(s = 0; repeat(10, s = s + 0.05); [s, |#|/5, 0]);";
    let second = first.replace("s + 0.05", "sin(s) + 0.05");
    assert!(compile(&mut compiler, first).build.structural);
    assert!(compile(&mut compiler, &second).build.structural);
    assert!(!compile(&mut compiler, first).build.structural);
    assert!(!compile(&mut compiler, &second).build.structural);
}

#[test]
fn pipelines_that_nobody_has_come_back_to_are_dropped() {
    let Some(mut compiler) = compiler() else {
        return;
    };
    let text = |terms: usize| format!("colorplot(#.x{});", " * #.y".repeat(terms));
    for terms in 0..=Pipelines::KEPT {
        assert!(compile(&mut compiler, &text(terms)).build.structural);
    }
    assert!(!compile(&mut compiler, &text(1)).build.structural);
    assert!(
        compile(&mut compiler, &text(0)).build.structural,
        "it was the oldest"
    );
}
