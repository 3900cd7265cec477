//! Levels, and what is put down and taken up again.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::sync::Arc;

use cindyscript_player::Session;
use cindyscript_player::view::Canvas;
use cindyscript_protocol::Stages;

use super::*;
use crate::compile::Compiler;
use crate::fixture::{Machine, source};

/// The colorplot of a script, on 50 by 37 pixels; by the interpreter alone where that is asked
/// for.
fn job_with(script: &str, patient: bool, alone: bool) -> RenderJob {
    let compiler = Compiler::new(None);
    let source = source(script);
    let compiled = compiler
        .programs(source.clone(), Stages::default())
        .unwrap();
    let canvas = Canvas {
        device: [50, 37],
        scale: 1.0,
    };
    let mut session = Session::new(source, canvas, Arc::<Machine>::default(), 0, 0.0);
    let description = session.frame(0.0);
    let draw = description.plots().next().unwrap();
    let program = compiled.plots.first().filter(|_| !alone);
    let evaluator = PlotEvaluator::new(session.evaluator(&draw.call), &draw.call, program);
    assert_eq!(evaluator.lanes.is_none(), alone);
    RenderJob::new(
        evaluator,
        draw.frame,
        draw.region,
        PixelKind::Colour,
        patient,
    )
}

fn job(script: &str, patient: bool) -> RenderJob {
    job_with(script, patient, false)
}

#[test]
fn what_was_put_down_again_and_again_is_the_same_picture() {
    const SCRIPT: &str = "colorplot([#.x, #.y, sin(#.x * #.y)]);";
    let mut whole = job(SCRIPT, true);
    whole.go_on(Until::Done, || false);
    assert!(whole.is_done());
    for alone in [false, true] {
        let mut pieces = job_with(SCRIPT, false, alone);
        let mut calls = 0;
        while !pieces.is_done() {
            // At least a portion a thread, and not much more.
            pieces.go_on(Until::Time(Duration::ZERO), || true);
            calls += 1;
            assert!(calls < 10_000);
        }
        assert!(calls > 4, "{calls} calls");
        assert!(pieces.bitmap() == whole.bitmap());
    }
}

#[test]
fn random_numbers_are_those_of_pixel_and_frame() {
    const SCRIPT: &str = "colorplot(random())";
    for alone in [false, true] {
        let painted = |seed: u32| {
            let mut plot = job_with(SCRIPT, true, alone);
            plot.frame.seed = seed;
            for evaluator in &mut plot.evaluators {
                evaluator.set_seed(seed);
            }
            plot.go_on(Until::Done, || false);
            plot.into_texels()
        };
        let first = painted(1);
        assert!(painted(1) == first, "not the same each time");
        assert!(painted(2) != first, "the same in each frame");
        let greys = first.chunks_exact(4).map(|texel| texel[0].to_bits());
        let different: HashSet<u32> = greys.collect();
        assert!(
            different.len() > 50 * 37 * 99 / 100,
            "threads repeat numbers"
        );
    }
}

#[test]
fn all_levels_are_painted_by_the_same_threads() {
    let painters = Mutex::new(HashSet::new());
    for _ in 0..3 {
        let mut plot = job("colorplot([#.x, #.y, 1]);", false);
        plot.go_on(Until::Done, || {
            lock(&painters).insert(thread::current().id());
            false
        });
        assert!(plot.is_done());
    }
    let painters = lock(&painters).len();
    assert!(painters <= threads(), "{painters} threads");
}

#[test]
fn a_first_picture_covers_everything() {
    let mut first = job("colorplot([#.x, #.y, 1]);", false);
    first.go_on(Until::Level(Duration::ZERO), || true);
    // A level of one square, and no more.
    while !first.is_covered() {
        first.go_on(Until::Level(Duration::ZERO), || true);
    }
    assert!(!first.is_done());
    let bitmap = first.bitmap();
    assert!(
        bitmap
            .rgba()
            .chunks_exact(BYTES)
            .all(|pixel| pixel[3] == 255)
    );
}

#[test]
fn pixels_without_end_are_given_up_where_somebody_waits() {
    let mut endless = job("colorplot(while(|#| >= 0, 1));", false);
    // Evaluated to their ends, they would take hours.
    endless.go_on(Until::Time(Duration::from_millis(10)), || false);
    let error = endless.error().unwrap();
    assert!(error.message.contains("still running"), "{error}");
}
