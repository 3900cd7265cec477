//! What the preview does before the GPU costs, for twice the work, at most about twice as much: shaders
//! of colorplots, and the scripts of a frame. In processor time, as the analysis is (cost.rs).

#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use cindyscript_hir::program::PlotId;
use cindyscript_player::Session;
use cindyscript_player::module::translation;
use cindyscript_player::services::Alone;
use cindyscript_player::source::{ReceivedText, Source};
use cindyscript_player::view::Canvas;
use cindyscript_shader::{ModuleOptions, Precision};
use cindyscript_tests::clock;
use cindyscript_tests::cost::{Shape, least, lines, steep};

/// Longer runs are not made longer: what is quadratic shows.
const ENOUGH: Duration = Duration::from_millis(40);

fn source(name: &str, text: &str) -> (Source, Arc<Alone>) {
    let text = ReceivedText {
        path: name.to_owned(),
        text: text.to_owned(),
        version: 1,
        arrived: Instant::now(),
    };
    let alone = Arc::new(Alone::default());
    let document = Source::read(&text, None, Arc::clone(&alone) as _);
    (Source::new(&text, document, None), alone)
}

/// What it costs to write the shaders of all colorplots of a text, in single and in double precision.
fn translated(name: &str, text: &str) -> Duration {
    let (source, _) = source(name, text);
    let plots = source.facts().map_or(0, |facts| facts.program.plots.len());
    assert!(plots > 0, "{text}");
    least(|| {
        let before = clock::own();
        for plot in (0..plots as u32).map(PlotId) {
            for precision in [Precision::Single, Precision::Double] {
                let options = ModuleOptions {
                    precision,
                    ..ModuleOptions::default()
                };
                let translation = translation(&source, plot, &[], options);
                assert!(translation.is_ok(), "{:?}", translation.err());
            }
        }
        clock::own().saturating_sub(before)
    })
}

/// What it costs to run the scripts of a frame.
fn played(name: &str, text: &str) -> Duration {
    let (source, alone) = source(name, text);
    let mut session = Session::new(source, Canvas::new([200.0; 2], 1.0), alone, 1, 0.0);
    // The first frame runs the init script as well.
    session.frame(0.0);
    let mut time = 0.0;
    let mut once = || {
        time += 0.1;
        let before = clock::own();
        let frame = session.frame(time);
        let cost = clock::own().saturating_sub(before);
        assert!(frame.errors.is_empty(), "{:?}", frame.errors);
        cost
    };
    [once(), once(), once()].into_iter().min().unwrap()
}

#[test]
#[cfg(unix)]
fn twice_the_program_costs_twice_as_much_to_translate() {
    let shapes: [Shape; 4] = [
        ("variables that each round hands on", "cindyscript", |n| {
            let count = n / 4;
            let first = lines(count, |i| format!("a{i} = 0;"));
            let chain = lines(count - 1, |i| format!("a{i} = a{};", i + 1));
            let last = count - 1;
            format!("colorplot({first} repeat(9, {chain} a{last} = re(z)); if(a0 < 1, 0, 1));")
        }),
        ("colorplots", "cindyscript", |n| {
            lines(n / 20, |i| {
                format!("colorplot(sin(x * {i}) + y, [{i}, 0], [{i} + 1, 1]);")
            })
        }),
        ("a chain of statements", "cindyscript", |n| {
            let chain = lines(n / 2, |i| format!("a{} = sin(a{i} * x) + {i};", i + 1));
            format!("colorplot(a0 = y; {chain} a{});", n / 2)
        }),
        ("wide lists", "cindyscript", |n| {
            // One list may have so many elements, and no more.
            let list: Vec<String> = (0..50).map(|i| format!("{i} * x")).collect();
            let list = list.join(", ");
            let lists = lines(n / 50, |i| format!("l{i} = [{list}]; s = s + l{i}_k;"));
            format!("k = 3; colorplot(s = y; {lists} s);")
        }),
    ];
    let failed = steep(&shapes, ENOUGH, translated);
    assert!(failed.is_empty(), "\n{failed}");
}

#[test]
#[cfg(unix)]
fn twice_the_work_of_a_frame_costs_twice_as_much() {
    let shapes: [Shape; 7] = [
        ("a loop", "cindyscript", |n| {
            format!("s = 0; repeat({}, k, s = s + sin(k));", 10 * n)
        }),
        ("a list that grows", "cindyscript", |n| {
            format!("l = []; repeat({}, k, l = l :> k);", 10 * n)
        }),
        ("a list of which each element changes", "cindyscript", |n| {
            format!("l = 1..{0}; repeat({0}, k, l_k = l_k * 2);", 10 * n)
        }),
        ("a text that grows", "cindyscript", |n| {
            format!("t = \"\"; repeat({}, k, t = t + \"a\");", n)
        }),
        ("the characters of a text", "cindyscript", |n| {
            format!("t = sum(1..{}, \"a\"); repeat(length(t), k, c = t_k);", n)
        }),
        ("characters of which one is not ASCII", "cindyscript", |n| {
            format!(
                "t = \"é\" + sum(1..{}, \"a\"); repeat(length(t), k, c = t_k);",
                n
            )
        }),
        ("drawings", "cindyscript", |n| {
            format!("repeat({}, k, draw([k, sin(k)], size -> 3));", 2 * n)
        }),
    ];
    // A frame may draw so much, and another try is twice as large.
    let failed = steep(&shapes, ENOUGH / 2, played);
    assert!(failed.is_empty(), "\n{failed}");
}

/// The processor time to start an applet and to run its first frame.
fn started(name: &str, text: &str) -> Duration {
    let (source, alone) = source(name, text);
    least(|| {
        let before = clock::own();
        let canvas = Canvas::new([200.0; 2], 1.0);
        let mut session = Session::new(source.clone(), canvas, Arc::clone(&alone) as _, 1, 0.0);
        let frame = session.frame(0.0);
        assert!(frame.errors.is_empty(), "{:?}", frame.errors);
        clock::own().saturating_sub(before)
    })
}

/// A page with a construction.
fn with_geometry(geometry: &str) -> String {
    format!(
        "<canvas id=c></canvas><script>CindyJS({{ports: [{{id: 'c'}}], csdraw: 'draw([0, 0])',\n\
         geometry: [\n{geometry}]}});</script>"
    )
}

#[test]
#[cfg(unix)]
fn twice_the_construction_costs_twice_as_much_to_start() {
    let shapes: [Shape; 3] = [
        ("free points", "html", |n| {
            with_geometry(&lines(n, |i| {
                format!("{{name: 'P{i}', type: 'Free', pos: [{i}, 1]}},")
            }))
        }),
        ("lines through two points", "html", |n| {
            let points =
                "{name: 'A', type: 'Free', pos: [0, 1]}, {name: 'B', type: 'Free', pos: [3, 1]},";
            let lines = lines(n, |i| {
                format!("{{name: 'l{i}', type: 'Join', args: ['A', 'B']}},")
            });
            with_geometry(&format!("{points}{lines}"))
        }),
        ("a chain of midpoints", "html", |n| {
            let points =
                "{name: 'A', type: 'Free', pos: [0, 1]}, {name: 'M0', type: 'Free', pos: [3, 1]},";
            let mids = lines(n, |i| {
                let next = i + 1;
                format!("{{name: 'M{next}', type: 'Mid', args: ['A', 'M{i}']}},")
            });
            with_geometry(&format!("{points}{mids}"))
        }),
    ];
    let failed = steep(&shapes, ENOUGH, started);
    assert!(failed.is_empty(), "\n{failed}");
}
