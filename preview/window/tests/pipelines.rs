//! Which edits build a pipeline, and which find one.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::time::Instant;

use cindyscript_window::compile::{Compiled, Compiler};
use cindyscript_window::gpu::{Gpu, Pipelines};
use cindyscript_window::source::Text;

fn compile(compiler: &mut Compiler, text: &str) -> Compiled {
    let (source, stages) = compiler.read(Text {
        path: "a.cindyscript".to_owned(),
        text: text.to_owned(),
        version: 0,
        arrived: Instant::now(),
    });
    let compiled = compiler.programs(source, stages).unwrap();
    let built = compiled.stages.pipeline.is_some();
    assert_eq!(compiled.structural, built, "{text}");
    compiled
}

#[test]
fn numbers_counts_and_indices_build_nothing_and_neither_does_going_back() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => {
            eprintln!("not run: {error}");
            return;
        }
    };
    let mut compiler = Compiler::new(Some(Pipelines::new(gpu)));
    let first = "l = [0.2, 0.5, 0.9]; k = 2;
        colorplot(s = 0; repeat(10, s = s + 0.05); [s, l_k, |#|/5]);";
    assert!(compile(&mut compiler, first).structural);
    for (from, to) in [
        ("0.05", "0.07"),
        ("repeat(10", "repeat(300"),
        ("k = 2", "k = 3"),
        ("[0.2", "[0.7"),
        ("|#|/5", "|#|/7.5"),
    ] {
        let edited = first.replace(from, to);
        assert_ne!(edited, first);
        assert!(!compile(&mut compiler, &edited).structural, "{edited}");
    }
    let second = first.replace("s + 0.05", "sin(s) + 0.05");
    assert!(compile(&mut compiler, &second).structural);
    assert!(!compile(&mut compiler, first).structural);
    assert!(!compile(&mut compiler, &second).structural);
}

#[test]
fn pipelines_that_nobody_has_come_back_to_are_dropped() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => {
            eprintln!("not run: {error}");
            return;
        }
    };
    let mut compiler = Compiler::new(Some(Pipelines::new(gpu)));
    let text = |terms: usize| format!("colorplot(#.x{});", " * #.y".repeat(terms));
    for terms in 0..=Pipelines::KEPT {
        assert!(compile(&mut compiler, &text(terms)).structural);
    }
    assert!(!compile(&mut compiler, &text(1)).structural);
    assert!(
        compile(&mut compiler, &text(0)).structural,
        "it was the oldest"
    );
}
