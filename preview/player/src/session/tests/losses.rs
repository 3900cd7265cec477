use cindyscript_interpreter::LossKind::{self, Accumulated, Cancellation, Large};

use super::*;
use crate::losses::losses;

/// The terms of a colorplot that lose digits in single precision at a few places: how, and how many.
fn lost(body: &str) -> Vec<(String, LossKind, i32)> {
    let text = ReceivedText {
        path: "a.cindyscript".to_owned(),
        text: format!("colorplot({body});"),
        version: 1,
        arrived: Instant::now(),
    };
    let document = Source::read(&text, None, services());
    let source = Source::new(&text, document, None);
    let canvas = Canvas {
        device: [500, 500],
        scale: 1.0,
    };
    let mut session = Session::new(source, canvas, services(), 0, 0.0);
    let description = session.frame(0.0);
    assert_eq!(description.errors, []);
    let Some(draw) = description.plots().next() else {
        return Vec::new();
    };
    let evaluator = session.evaluator(&draw.call);
    let places = [[1.3, 2.1], [-2.3, 1.7], [3.7, -0.9]];
    let losses = losses(&session.source, &evaluator, &draw.frame, &places);
    let told = losses.iter().map(|loss| {
        let written = text.text[std::ops::Range::<usize>::from(loss.range)].to_owned();
        (written, loss.kind, loss.digits.round() as i32)
    });
    told.collect()
}

/// Whether a term is among those that lose digits: so many, or one more or less.
fn check(body: &str, term: &str, kind: LossKind, digits: i32) {
    let lost = lost(body);
    let is_it = |(written, how, many): &(String, LossKind, i32)| {
        written == term && *how == kind && many.abs_diff(digits) <= 1
    };
    assert!(lost.iter().any(is_it), "{body}: {lost:?}");
}

#[test]
fn terms_are_to_blame_for_what_they_lose_themselves() {
    // A million beside some units, of which pixels are some hundredths apart.
    check("(#.x + 1e6) - 1e6", "#.x + 1e6", Large, 6);
    check("(#.x + 1e6) - 1e6", "(#.x + 1e6) - 1e6", Cancellation, 5);
    let zoomed = "c = complex([-0.743643887037151, 0.13182590420533] + 1e-6 * #); |c|";
    let sum = "[-0.743643887037151, 0.13182590420533] + 1e-6 * #";
    check(zoomed, sum, Large, 5);
    check(
        "[a, b] = [#.x + 1e6, 1]; a - 1e6",
        "a - 1e6",
        Cancellation,
        5,
    );
    let map = "x = 0.3 + 1e-6 * #.x; repeat(20, x = 3.9 * x * (1 - x)); x";
    check(map, "x = 3.9 * x * (1 - x)", Accumulated, 4);
}

#[test]
fn what_has_digits_enough_loses_none() {
    for body in [
        "#.x",
        "|#| / 10",
        "[#.x + 1, #.y * 3, 0.5]",
        "z = complex(#); |z * z - 1| / 9",
        "f(t) := t * t + 1; f(#.x) / 100",
        "s = 0; repeat(20, k, s = s + sin(k * #.x) / k); s",
    ] {
        assert_eq!(lost(body), [], "{body}");
    }
}
