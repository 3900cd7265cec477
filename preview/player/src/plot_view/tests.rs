// A text says when it arrived.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::sync::Arc;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::platform::Instant;

use super::*;
use crate::Session;
use crate::module::{lanes, module, rounds, shown, telling_values, validated};
use crate::services::Alone;
use crate::source::{ReceivedText, Source};
use crate::view::Canvas;

const NEUTRAL: [f32; 4] = [0.5, 0.5, 0.5, 1.0];
const CANVAS: Canvas = Canvas {
    device: [40, 40],
    scale: 1.0,
};

/// A script in which what stands between two `'` is selected.
fn source(script: &str, time: Option<u32>) -> Source {
    let parts: Vec<&str> = script.split('\'').collect();
    let [before, selected, after] = parts[..] else {
        panic!("nothing is selected in {script}");
    };
    let text = ReceivedText {
        path: "a.cindyscript".to_owned(),
        text: format!("{before}{selected}{after}"),
        version: 1,
        arrived: Instant::now(),
    };
    let document = Source::read(&text, None, Arc::<Alone>::default());
    let start = before.len() as u32;
    Source {
        shown: Shown::Expression(Expression {
            range: TextRange::new(start.into(), (start + selected.len() as u32).into()),
            text: selected.into(),
            time,
        }),
        ..Source::new(&text, document, None)
    }
}

/// The colours of some places, of the `time`th value; its shader is valid as well.
fn drawn_at(script: &str, time: Option<u32>, places: &[[f64; 2]]) -> Vec<[f32; 4]> {
    let source = source(script, time);
    if let Err(diagnostics) = module(&source, PlotId(0), &[]) {
        panic!("{script}: {diagnostics:?}");
    }
    let said = shown(&source, PlotId(0), &[]);
    assert!(said.is_ok(), "{script}: {said:?}");
    let program = Arc::new(lanes(&source, PlotId(0), &[]).unwrap());
    let mut session = Session::new(source, CANVAS, Arc::<Alone>::default(), 0, 0.0);
    let frame = session.frame(0.0);
    let call = &frame.plots().next().unwrap().call;
    let mut evaluator = session.evaluator(call).lanes(&program, call).unwrap();
    evaluator.colours(places).unwrap()
}

fn drawn(script: &str, place: [f64; 2]) -> [f32; 4] {
    drawn_at(script, None, &[place])[0]
}

fn refused(script: &str) -> NotShown {
    shown(&source(script, None), PlotId(0), &[])
        .unwrap_err()
        .unwrap()
}

fn near(a: [f32; 4], b: [f32; 4]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 0.01)
}

#[test]
fn complex_numbers_are_drawn_as_phase_portraits() {
    let script = "colorplot(w = '(#.x + i*#.y)^2'; |w|/10);";
    // The square of i is -1, the hue of which is half a turn: cyan; one ring begins at 1.
    let [red, green, blue, _] = drawn(script, [0.0, 1.0]);
    assert!(red < 0.2 && green > 0.6 && (green - blue).abs() < 0.01);
    let [red, green, blue, _] = drawn(script, [1.0, 0.0]);
    assert!(red > 0.6 && green < 0.2 && blue < 0.2);
    // Brighter towards the next ring, and then dark again.
    let rings = drawn_at(script, None, &[[1.01, 0.0], [1.35, 0.0], [1.42, 0.0]]);
    assert!(rings[0][0] < rings[1][0] && rings[2][0] < rings[1][0]);
}

#[test]
fn real_numbers_are_drawn_with_their_sign_and_dark_at_zero() {
    let script = "colorplot(if('#.x' > 1, [1, 0, 0], [0, 0, 0]));";
    let [red, _, blue, _] = drawn(script, [1.0, 0.0]);
    assert!(red > blue);
    let [red, _, blue, _] = drawn(script, [-1.0, 0.0]);
    assert!(red < blue);
    let line = drawn(script, [1e-6, 0.0]);
    assert!(line[..3].iter().all(|part| *part < 0.05), "{line:?}");
}

/// How wide the view of these tests is.
fn view_width() -> f64 {
    let source = source("colorplot('#.x');", None);
    let session = Session::new(source, CANVAS, Arc::<Alone>::default(), 0, 0.0);
    f64::from(CANVAS.device[0]) / session.view().scale
}

fn is_dark(colour: [f32; 4]) -> bool {
    colour[..3].iter().all(|part| *part < 0.3)
}

#[test]
fn the_line_of_the_zeros_has_one_width_however_steep_the_value_is() {
    let width = view_width();
    let places = [0.0, 0.001, 0.004, 0.02].map(|part| [part * width, 0.0]);
    for value in ["#.x", "1000*#.x", "0.001*#.x", "#.x^2 + 5*#.x"] {
        let script = format!("colorplot(v = '{value}'; [v, v, v]);");
        let dark = drawn_at(&script, None, &places).into_iter().map(is_dark);
        assert_eq!(
            dark.collect::<Vec<_>>(),
            [true, true, false, false],
            "{value}"
        );
    }
    // Without zeros there is no line, and where all is zero, nothing else.
    let script = "colorplot(v = '#.x^2 + 1'; [v, v, v]);";
    assert!(!is_dark(drawn(script, [0.0, 0.0])));
    let script = "colorplot(v = '#.x*0'; [v, v, v]);";
    assert!(is_dark(drawn(script, [0.3, 0.2])));
}

#[test]
fn lists_of_two_are_drawn_as_a_field_of_arrows() {
    let side = view_width() / 24.0;
    // In the square to the upper right of 0, from its middle.
    let places = [
        [0.0, 0.0],
        [0.35, 0.0],
        [0.0, 0.35],
        [-0.35, 0.0],
        [0.35, 0.35],
    ];
    let places = places.map(|place| place.map(|part| (part + 0.5) * side));
    for (field, expected) in [
        ("[1 + 0*#.x, 0*#.x]", [true, true, false, true, false]),
        ("[0*#.x, 7 + 0*#.x]", [true, false, true, false, false]),
        ("[0*#.x, 0*#.x]", [false; 5]),
    ] {
        let script = format!("colorplot(d = '{field}'; |d|);");
        let dark = drawn_at(&script, None, &places).into_iter().map(is_dark);
        assert_eq!(dark.collect::<Vec<_>>(), expected, "{field}");
    }
    // The head is where it points to.
    let beside = [0.2, -0.2].map(|along| [(along + 0.5) * side, 0.58 * side]);
    let head = drawn_at("colorplot(d = '[#.x + 1, 0*#.y]'; |d|);", None, &beside);
    assert!(is_dark(head[0]) && !is_dark(head[1]), "{head:?}");
}

#[test]
fn what_an_expression_leaves_behind_does_not_reach_the_place_beside() {
    // The count begins anew at each of the places.
    let script = "colorplot(n = 0; while(n < #.x, n = n + 1); v = 'n - #.x'; [v, v, v]);";
    let [at, expected] = ["'n - #.x'", "'ceil(#.x) - #.x'"].map(|value| {
        let script = script.replace("'n - #.x'", value);
        drawn_at(&script, None, &[[2.4, 0.0], [0.5, 0.3]])
    });
    for (a, b) in at.into_iter().zip(expected) {
        assert!(near(a, b), "{a:?} {b:?}");
    }
}

#[test]
fn truth_whole_numbers_and_colours_have_their_drawings() {
    let script = "colorplot(if('#.x > 1', [1, 0, 0], [0, 0, 0]));";
    assert!(drawn(script, [2.0, 0.0])[0] > 0.9);
    assert!(drawn(script, [0.0, 0.0])[0] < 0.2);
    let script = "colorplot(n = 'floor(#.x)'; n/5);";
    let classes = drawn_at(
        script,
        None,
        &[[0.5, 0.0], [1.5, 0.0], [1.7, 0.0], [2.5, 0.0]],
    );
    assert!(near(classes[1], classes[2]));
    assert!(!near(classes[0], classes[1]) && !near(classes[1], classes[3]));
    let script = "colorplot(c = '[0.25, 0.5, #.x]'; c_3);";
    assert_eq!(drawn(script, [1.0, 0.0]), [0.25, 0.5, 1.0, 1.0]);
}

/// A script whose version shows how many rounds its loops take.
fn with_rounds(script: &str, most: u32) -> Source {
    let text = ReceivedText {
        path: "a.cindyscript".to_owned(),
        text: script.to_owned(),
        version: 1,
        arrived: Instant::now(),
    };
    let document = Source::read(&text, None, Arc::<Alone>::default());
    Source {
        shown: Shown::Rounds { most },
        ..Source::new(&text, document, None)
    }
}

#[test]
fn what_has_no_loops_has_no_rounds_to_be_shown() {
    let said = |script| shown(&with_rounds(script, 1), PlotId(0), &[]).err();
    assert_eq!(said("colorplot(#.x);"), Some(Some(NotShown::NoLoops)));
    let with_loop = "colorplot(n = 0; while(n < #.x, n = n + 1); n);";
    assert_eq!(said(with_loop), None);
}

#[test]
fn the_rounds_of_all_loops_are_counted_and_drawn_on_a_scale() {
    let script = "f(t) := (repeat(2, t = t + 1); t);\n\
                  colorplot(n = 0; while(n < #.x, n = n + 1); f(#.x) + sum(1..3, k, k*n));";
    let source = with_rounds(script, 100);
    if let Err(diagnostics) = module(&source, PlotId(0), &[]) {
        panic!("{diagnostics:?}");
    }
    let of_colours = Arc::new(lanes(&source, PlotId(0), &[]).unwrap());
    let of_counts = Arc::new(rounds(&source, PlotId(0), &[]).unwrap());
    let mut session = Session::new(source, CANVAS, Arc::<Alone>::default(), 0, 0.0);
    let frame = session.frame(0.0);
    let call = &frame.plots().next().unwrap().call;
    let evaluate = |program| session.evaluator(call).lanes(program, call).unwrap();
    let places = [[0.0, 0.0], [5.0, 0.0], [95.0, 0.0], [500.0, 0.0]];
    let counts = evaluate(&of_counts).texels(&places).unwrap();
    // Those of the `while`, two of the function, three of the sum.
    assert_eq!(
        counts.iter().map(|count| count[0]).collect::<Vec<_>>(),
        [5.0, 10.0, 100.0, 505.0]
    );
    let colours = evaluate(&of_colours).colours(&places).unwrap();
    let last = super::rounds::COLOURS[4].map(|part| part as f32);
    for beyond in &colours[2..] {
        assert!(near(
            [beyond[0], beyond[1], beyond[2], 1.0],
            [last[0], last[1], last[2], 1.0]
        ));
    }
    assert!(colours[0][0] < colours[1][0] && colours[1][0] < colours[2][0]);
    assert!(
        (super::rounds::part(100.0, 100) - 1.0).abs() < 1e-9 && super::rounds::part(5.0, 10) == 0.5
    );
}

#[test]
fn what_has_a_value_on_the_way_is_noted_with_its_place() {
    let source = source(
        "f(t) := (s = t + 0.1; s * s); colorplot(a = f(#.x); forall([1, 2], k, a = a + k); \
         b = ['#.y' > 0, a]; l = 1..40; grey(a + l_3));",
        None,
    );
    let selected = match &source.shown {
        Shown::Expression(expression) => Some(expression.range),
        _ => None,
    };
    let told = telling_values(&source, PlotId(0), &[], selected, Default::default());
    let (text, _, noted) = told.unwrap();
    let valid = validated(&source, text);
    assert!(valid.is_ok(), "{valid:?}");
    let written = noted.iter().map(|noted| {
        let range = noted.range.map(std::ops::Range::<usize>::from);
        let text = range.map_or("", |range| &source.document.text()[range]);
        (text.to_owned(), noted.ty.to_string(), noted.columns())
    });
    let mut written: Vec<_> = written.collect();
    written.sort();
    let names: Vec<_> = written.iter().map(|(name, ..)| name.as_str()).collect();
    // The list is too long.
    assert_eq!(names, ["", "#.y", "a", "a", "b", "k", "s", "t"]);
    assert_eq!(written[1], ("#.y".to_owned(), "real".to_owned(), 2));
    assert_eq!(written[4].2, 3, "{:?}", written[4]);
}

#[test]
fn differences_have_places_on_a_scale() {
    use super::disagreement::{SCALE, part};
    assert_eq!(
        [*SCALE.start(), *SCALE.end(), 0.0].map(part),
        [0.0, 1.0, 0.0]
    );
    assert!(part(0.1) < part(1.0));
    let mut source = source("colorplot('#.x' / 3);", None);
    source.shown = Shown::Disagreement;
    if let Err(diagnostics) = module(&source, PlotId(0), &[]) {
        panic!("{diagnostics:?}");
    }
    // The lanes of the CPU have one precision: they compute the colorplot alone.
    assert!(lanes(&source, PlotId(0), &[]).is_some());
}

#[test]
fn of_many_values_the_last_or_the_one_that_is_asked_for_is_drawn() {
    let script = "colorplot(z = false; repeat(5, k, z = 'k*#.x > 3'); if(z, 1, 0));";
    let is_true = |time, x| drawn_at(script, time, &[[x, 0.0]])[0][0] > 0.5;
    assert!(is_true(None, 1.0) && !is_true(Some(3), 1.0) && is_true(Some(4), 1.0));
    assert!(near(drawn_at(script, Some(6), &[[1.0, 0.0]])[0], NEUTRAL));
    // In a function that is called for values of several types, the largest of their types.
    let script = "f(t) := ('t*t'; t); colorplot(f(1); f(#.x); f(i*#.x); |#|/10);";
    let [red, green, blue, _] = drawn(script, [1.0, 0.0]);
    assert!(red < 0.2 && green > 0.6 && blue > 0.6, "i^2 = -1");
}

#[test]
fn where_it_is_not_computed_there_is_nothing_to_draw() {
    let script = "colorplot(if(#.x > 0, 'sin(#.x)', 0.5));";
    let [here, there] = drawn_at(script, None, &[[1.0, 0.0], [-1.0, 0.0]])[..] else {
        panic!("two places");
    };
    assert!(!near(here, NEUTRAL) && near(there, NEUTRAL));
}

#[test]
fn what_is_selected_is_the_smallest_expression_around_it() {
    let range = |script| {
        let source = source(script, None);
        let range = shown(&source, PlotId(0), &[]).unwrap().range;
        source.document.text()[std::ops::Range::<usize>::from(range)].to_owned()
    };
    assert_eq!(range("colorplot(#.x + '#.y * 2');"), "#.y * 2");
    assert_eq!(range("colorplot(#.x + #.y' * '2);"), "#.y * 2");
    assert_eq!(range("colorplot('w' = #.x; w);"), "w = #.x");
}

#[test]
fn what_cannot_be_drawn_says_why() {
    assert_eq!(refused("'a = 2'; colorplot(#.x*a);"), NotShown::Elsewhere);
    assert_eq!(refused("a = 2; colorplot(#.x*'a');"), NotShown::Uniform);
    assert_eq!(refused("colorplot(#.x + '0.5');"), NotShown::Uniform);
    let long = refused("colorplot(l = '[#.x, 1, 2, 3, 4]'; l_2);");
    assert_eq!(
        long.to_string(),
        "values of type list(5, real) cannot be drawn"
    );
    let image = "createimage(\"a\", 8, 8); colorplot(\"a\", '#.x');";
    assert_eq!(refused(image), NotShown::InImage);
    let mut stale = source("colorplot('#.x' + 1);", None);
    if let Shown::Expression(expression) = &mut stale.shown {
        expression.text = "#.y".into();
    }
    let said = shown(&stale, PlotId(0), &[]);
    assert_eq!(said.unwrap_err(), Some(NotShown::Outdated));
}
