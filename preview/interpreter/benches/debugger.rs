//! The cost of an attached debugger while nothing stops: scripts and frames with it, beside the same without it.
//!
//! `cargo bench -p cindyscript-interpreter --bench debugger`. Times are the best of several runs, with and
//! without the debugger by turns.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use std::time::{Duration, Instant};

use cindyscript_applet::Event;
use cindyscript_hir::document::Document;
use cindyscript_ide::analyse;
use cindyscript_interpreter::{Interpreter, StopSettings, World};

/// Name, init script, draw script.
const APPLETS: &[(&str, &str, &str)] = &[
    (
        "calls",
        "fib(n) := if(n < 2, n, fib(n - 1) + fib(n - 2))",
        "fib(18)",
    ),
    ("loop", "", "s = 0; repeat(50000, s = s + # * #)"),
    ("lists", "", "l = []; repeat(3000, l = l :> #); sum(l)"),
    (
        "dictionary",
        "d = {}",
        "repeat(3000, d:(\"k\" + mod(#, 100)) = #)",
    ),
    (
        "colorplot",
        "t = 0",
        "t = t + 0.1; colorplot(n = 0; w = z; repeat(50, if(|w| < 2, w = w * w + t; n = n + 1)); hue(n / 50))",
    ),
    (
        "200 points",
        "p = apply(1..200, [#, 0])",
        "p = apply(p, [#.y, 1 - #.x]); forall(p, draw(#))",
    ),
];

const TURNS: usize = 200;
const TIME: Duration = Duration::from_secs(2);

fn main() {
    println!(
        "{:12} {:>10} {:>10} {:>7}",
        "a frame", "alone", "attached", "ratio"
    );
    for (name, init, draw) in APPLETS {
        let [mut alone, mut attached] = [(); 2].map(|()| load(init, draw));
        attached.set_stops(StopSettings {
            errors: true,
            past_frames: 100,
            ..StopSettings::default()
        });
        let mut best = [Duration::MAX; 2];
        let start = Instant::now();
        for turn in 0..TURNS {
            if turn > 20 && start.elapsed() > TIME {
                break;
            }
            for (best, interpreter) in best.iter_mut().zip([&mut alone, &mut attached]) {
                *best = frame(interpreter).min(*best);
            }
        }
        let [alone, attached] = best.map(|time| time.as_secs_f64() * 1e3);
        let ratio = attached / alone;
        println!("{name:12} {alone:7.3} ms {attached:7.3} ms {ratio:6.2}x");
    }
}

fn load(init: &str, draw: &str) -> Interpreter {
    let text = format!(
        "<script id=\"csinit\" type=\"text/x-cindyscript\">{init}</script>\
         <script id=\"csdraw\" type=\"text/x-cindyscript\">{draw}</script>\
         <script>CindyJS({{scripts: \"cs*\"}});</script>"
    );
    let document = Document::open("bench.html", text);
    let mut interpreter = Interpreter::new(World::new(&document.applets()[0]));
    interpreter.load(analyse(&document).applets[0].split_program());
    assert_eq!(interpreter.run_event(Event::Init), []);
    interpreter
}

/// The time of a frame.
fn frame(interpreter: &mut Interpreter) -> Duration {
    let start = Instant::now();
    interpreter.begin_frame();
    let errors = interpreter.run_event(Event::Draw);
    interpreter.end_frame();
    interpreter.take_drawn();
    let time = start.elapsed();
    assert_eq!(errors, []);
    time
}
