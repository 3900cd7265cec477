//! Recorded pixels: the places of the plane that variables have, and the loops beside a statement.
#![allow(clippy::unwrap_used)]

mod support;

use cindyscript_applet::Event;
use cindyscript_interpreter::display::Drawing;
use cindyscript_interpreter::{Recording, StopSettings};
use support::load;

/// Records the first colorplot of a script at a place.
fn pixel(text: &str, place: [f64; 2]) -> Recording {
    let mut interpreter = load("test.cindyscript", text);
    interpreter.run_event(Event::Init);
    interpreter.run_event(Event::Draw);
    let drawn = interpreter.take_display_list();
    let call = drawn.iter().find_map(|drawing| match drawing {
        Drawing::Plot(call) => Some(call),
        _ => None,
    });
    let debugger = interpreter.pixel_debugger(call.unwrap(), 0, place, StopSettings::default());
    debugger.record(false).unwrap().recording
}

/// The places of all trails, those of other calls behind a bar.
fn trails(recording: &mut Recording) -> String {
    let names = recording.program().names.clone();
    let trails = recording.trails().into_iter().map(|trail| {
        let mut line = format!("{}:", names.text(trail.name));
        for (index, place) in trail.places.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| trail.places[before]);
            if before.is_some_and(|before| !before.is_of_same_call(place)) {
                line.push_str(" |");
            }
            let [x, y] = place.at;
            line.push_str(&format!(" {x},{y}"));
        }
        line
    });
    trails.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(text: &str, place: [f64; 2], expected: &[&str]) {
    let mut recording = pixel(text, place);
    assert_eq!(trails(&mut recording), expected.join("\n"), "{text}");
}

#[test]
fn orbit_of_a_complex_number_is_its_trail() {
    let text = "colorplot(\n  z = complex(#);\n  repeat(3, z = z^2 - 1);\n  |z|\n);";
    // The last value is real.
    check(text, [0.0, 1.0], &["z: 0,1 -2,0 3,0 8,0"]);
}

#[test]
fn lists_of_two_reals_have_places_and_other_values_have_none() {
    let text = "c = [5, 6];\ncolorplot(\n  n = 3;\n  s = \"a\";\n  colour = [1, 0, 0];\n  \
                p = [#.x, 2];\n  p = 2 * p;\n  w = c_1 * p_1;\n  colour\n);";
    check(text, [0.5, 0.0], &["p: 0.5,2 1,4"]);
}

#[test]
fn lists_of_three_reals_that_change_are_places_in_space() {
    let text = "colorplot(\n  colour = [1, 0, 0];\n  p = [0, 0, -2];\n  \
                x = #.x;\n  repeat(2, p = p + [x, 0, 1]);\n  q = meet(join((0, 0), (1, 1)), join((0, 2), (1, 1)));\n  \
                colour = [1, 0, 0];\n  p = 5;\n  colour\n);";
    let mut recording = pixel(text, [0.5, 0.0]);
    let names = recording.program().names.clone();
    let trails = recording.trails_in_space();
    let [trail] = &trails[..] else {
        panic!("{trails:?}");
    };
    assert_eq!(names.text(trail.name), "p");
    let places: Vec<[f64; 3]> = trail.places.iter().map(|place| place.at).collect();
    assert_eq!(
        places,
        [[0.0, 0.0, -2.0], [0.5, 0.0, -1.0], [1.0, 0.0, 0.0]]
    );
    let steps = recording.steps();
    recording.go_to(*steps.end());
    assert_eq!(recording.passed(trail), 3);
    assert!(!recording.is_at_last_place_in_space(trail));
    recording.go_to(trail.places[1].step);
    assert!(recording.is_at_last_place_in_space(trail));
}

#[test]
fn points_in_homogeneous_coordinates_lie_where_they_are_seen() {
    let text = "colorplot(\n  p = meet(join((0, 0), (1, 1)), join((0, 2), (1, 1)));\n  \
                q = [p.x, p.y, #.x];\n  |q|\n);";
    check(text, [0.5, 0.0], &["p: 1,1"]);
}

#[test]
fn parameters_and_local_variables_have_trails_of_their_own() {
    let text = "f(z) := (regional(w); w = z + [1, 0]; w = 2 * w; w);\n\
                colorplot(\n  z = [#.x, 1];\n  a = f(z);\n  z = f(a);\n  z_1\n);";
    check(
        text,
        [0.0, 0.0],
        &[
            "z: 0,1 6,4",
            "z: 0,1 | 2,2",
            "w: 1,1 2,2 | 3,2 6,4",
            "a: 2,2",
        ],
    );
}

#[test]
fn current_place_is_that_of_the_visible_variable() {
    let text = "f(z) := (z = 2 * z; z);\ncolorplot(\n  z = [#.x, 1];\n  a = f(z);\n  z_1\n);";
    let mut recording = pixel(text, [3.0, 0.0]);
    let all = recording.trails();
    let mut shown = Vec::new();
    for step in recording.steps() {
        recording.go_to(step);
        let at = |trail| (recording.passed(trail), recording.is_at_last_place(trail));
        shown.push([&all[0], &all[1]].map(at));
    }
    assert_eq!(
        shown,
        [
            [(0, false), (0, false)],
            [(1, true), (0, false)],
            // In the function.
            [(1, false), (1, true)],
            [(1, false), (2, true)],
            [(1, true), (2, false)],
        ]
    );
}

#[test]
fn loop_beside_a_statement_is_the_last_before_or_the_next() {
    let text = "f(x) := (repeat(5, x = x + 1); x);\ncolorplot(\n  s = 0;\n  \
                repeat(2, repeat(3, s = s + 1));\n  t = f(s);\n  while(t < 20, t = t + 1);\n  \
                t * #.x\n);";
    let mut recording = pixel(text, [1.0, 0.0]);
    let mut shown = Vec::new();
    for step in recording.steps() {
        recording.go_to(step);
        let frame = recording.frames()[0];
        let term = recording.program().term(frame.term);
        if recording.rounds(&frame).is_empty() {
            let beside = recording.loop_beside(&frame).unwrap();
            shown.push((&text[term.range], beside.round, beside.rounds));
        }
    }
    assert_eq!(
        shown,
        [
            ("s = 0", 0, 2),
            ("repeat(2, repeat(3, s = s + 1))", 0, 2),
            ("t = f(s)", 2, 2),
            // In the function.
            ("repeat(5, x = x + 1)", 0, 5),
            ("x", 5, 5),
            ("while(t < 20, t = t + 1)", 2, 2),
            ("t * #.x", 9, 9),
        ]
    );
}
