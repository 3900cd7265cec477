//! How fast scripts run, beside the same in Rust.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;

use cindyscript_hir::document::Document;
use cindyscript_ide::analyse;
use cindyscript_interpreter::display::Drawing;
use cindyscript_interpreter::{
    Breakpoint, BreakpointPlace, Interpreter, PixelEvaluator, StepMotion, StopSettings, World,
    statements,
};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn load(text: &str) -> Interpreter {
    let document = Document::open("bench.cindyscript", text);
    let analysis = analyse(&document);
    let mut interpreter = Interpreter::new(World::new(&document.applets()[0]));
    interpreter.load(analysis.applets[0].split_program());
    interpreter
}

fn script(bencher: Bencher, text: &str, expected: &str) {
    let mut interpreter = load(text);
    let root = interpreter.program().scripts[0].root;
    assert_eq!(interpreter.run(root).0.to_string(), expected);
    bencher.bench_local(move || interpreter.run(root));
}

#[divan::bench]
fn nothing(bencher: Bencher) {
    script(bencher, "0", "0");
}

#[divan::bench]
fn fib_20(bencher: Bencher) {
    script(
        bencher,
        "fib(n):=if(n<2,n,fib(n-1)+fib(n-2));fib(20)",
        "6765",
    );
}

#[divan::bench]
fn fib_20_floor(bencher: Bencher) {
    fn fib(n: f64) -> f64 {
        if black_box(n) < 2.0 {
            n
        } else {
            fib(n - 1.0) + fib(n - 2.0)
        }
    }
    bencher.bench(|| fib(black_box(20.0)));
}

#[divan::bench]
fn repeat_100_000(bencher: Bencher) {
    script(bencher, "s=0;repeat(100000,s=s+#*#);s", "333338333350000");
}

#[divan::bench]
fn repeat_100_000_floor(bencher: Bencher) {
    bencher.bench(|| (1..=100_000).fold(0.0, |s, i| s + black_box(f64::from(i)).powi(2)));
}

#[divan::bench]
fn sum_100_000(bencher: Bencher) {
    script(bencher, "sum(1..100000,#)", "5000050000");
}

#[divan::bench]
fn while_100_000(bencher: Bencher) {
    script(bencher, "n=0;while(n<100000,n=n+1);n", "100000");
}

#[divan::bench]
fn apply_100_000(bencher: Bencher) {
    script(bencher, "length(apply(1..100000,[#,#^2]))", "100000");
}

#[divan::bench]
fn append_1000(bencher: Bencher) {
    script(bencher, "l=[];repeat(1000,l=l:>#);length(l)", "1000");
}

#[divan::bench]
fn set_elements_100_000(bencher: Bencher) {
    script(
        bencher,
        "l=zerovector(1000);repeat(100000,l_(mod(#,1000)+1)=#);l_1",
        "100000",
    );
}

const JULIA: &str = "c=-0.7+0.3*i;\
    colorplot(n=0;w=z;repeat(50,if(|w|<2,w=w*w+c;n=n+1));hue(n/50))";

fn julia() -> PixelEvaluator {
    let mut interpreter = load(JULIA);
    for event in cindyscript_applet::Event::ALL {
        interpreter.run_event(*event);
    }
    let Drawing::Plot(plot) = interpreter.take_display_list().remove(0) else {
        unreachable!("the script draws a colorplot first")
    };
    interpreter.pixel_evaluator(&plot)
}

/// A thousand pixels of a Julia set on one core, 50 rounds each.
#[divan::bench(counters = [ItemsCount::new(1000u32)])]
fn julia_1000_pixels(bencher: Bencher) {
    let mut evaluator = julia();
    bencher.bench_local(move || {
        (0..1000)
            .map(|n| evaluator.colour([f64::from(n) / 500.0 - 1.0, 0.1])[0])
            .sum::<f32>()
    });
}

/// A run of a million statements with a breakpoint at its end.
fn recorded() -> Interpreter {
    let mut interpreter = load("s=0;repeat(500000,s=s+#;t=s);s");
    let root = interpreter.program().scripts[0].root;
    let end = interpreter.program().term(root).first;
    let statements = statements(interpreter.program());
    let last = statements.into_iter().filter(|term| *term > end).max();
    let breakpoints = last.map(|term| Breakpoint::at(BreakpointPlace::Statement(term)));
    interpreter.set_stops(StopSettings {
        breakpoints: breakpoints.into_iter().collect(),
        ..StopSettings::default()
    });
    interpreter.run(root);
    interpreter
}

#[divan::bench(sample_count = 5)]
fn record_1_000_000_steps(bencher: Bencher) {
    bencher.bench_local(|| recorded().recording().map(|recording| recording.steps()));
}

#[divan::bench]
fn step_back_from_1_000_000_steps_to_the_first(bencher: Bencher) {
    let mut interpreter = recorded();
    let recording = interpreter.recording().unwrap();
    let steps = recording.steps();
    let mut ends = [*steps.start(), *steps.end()].into_iter().cycle();
    bencher.bench_local(|| recording.go_to(ends.next().unwrap()));
}

#[divan::bench]
fn step_over_and_back_in_1_000_000_steps(bencher: Bencher) {
    let mut interpreter = recorded();
    let recording = interpreter.recording().unwrap();
    recording.go_to(500_000);
    let mut motions = [StepMotion::Over, StepMotion::Back].into_iter().cycle();
    bencher.bench_local(|| {
        let start = recording.motion_start();
        let target = recording.target(motions.next().unwrap(), &start, |_| 0);
        recording.go_to(target.unwrap());
        recording.frames()
    });
}
