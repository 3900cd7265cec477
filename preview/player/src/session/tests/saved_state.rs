//! Going on where another session was closed.

use super::*;
use crate::exact::nearest;
use crate::session::{SavedState, SavedView};

const PAGE: &str = r#"<script id="csinit" type="text/x-cindyscript">n = 0;</script>
<script id="csdraw" type="text/x-cindyscript">n = n + 1;</script>
<script>CindyJS({scripts: "cs*", ports: [{id: "c", width: 100, height: 100,
  transform: [{visibleRect: [-5, 5, 5, -5]}]}],
  geometry: [{name: "A", type: "Free", pos: [2, 1]}, {name: "B", type: "Free", pos: [-1, -2]}]});</script>"#;

fn play(text: &str) -> Session {
    let canvas = Canvas {
        device: [100; 2],
        scale: 1.0,
    };
    Session::new(source(text), canvas, services(), 0, 0.0)
}

/// Where a point lies; elements are moved step by step, which rounds.
fn place(session: &Session, name: &str) -> [f64; 2] {
    let points = session.movable_points();
    let found = points.into_iter().find(|(other, _)| other == name);
    let rounded = |place: f64| (place * 1e9).round() / 1e9;
    found.map_or([f64::NAN; 2], |(_, at)| at.map(rounded))
}

#[test]
fn another_session_goes_on_where_one_was_closed() {
    let mut session = play(PAGE);
    assert_eq!(session.saved_state(), SavedState::default());
    session.place_point("A", [0.5, 0.25]);
    session.place_point("B", [3.0, 3.0]);
    for _ in 0..40 {
        session.zoom(2.0, [12.0, 34.0]);
    }
    let saved = session.saved_state();
    let mut other = play(PAGE);
    other.go_on_from(&saved);
    assert_eq!(place(&other, "A"), [0.5, 0.25]);
    assert_eq!(place(&other, "B"), [3.0, 3.0]);
    let [before, after] = [&session, &other].map(|it| it.exact_view().to_world([12.0, 34.0]));
    let apart = [0, 1].map(|axis: usize| nearest(&(&before[axis] - &after[axis])).abs());
    assert!(apart.iter().all(|apart| *apart < 1e-60), "{apart:?}");
    assert_eq!(session.view().scale, other.view().scale);
    // A point that the text has elsewhere now lies there.
    let moved = PAGE.replace("[2, 1]", "[2, 2]");
    let mut other = play(&moved);
    other.go_on_from(&saved);
    assert_eq!(place(&other, "A"), [2.0, 2.0]);
    assert_eq!(place(&other, "B"), [3.0, 3.0]);
    // And what is gone is gone.
    let mut other = play(&PAGE.replace("\"B\"", "\"C\""));
    other.go_on_from(&saved);
    assert_eq!(place(&other, "C"), [-1.0, -2.0]);
}

#[test]
fn what_makes_no_sense_changes_nothing() {
    let mut session = play(PAGE);
    for (centre, zoom) in [("x", 2.0), ("1", f64::NAN), ("1", -2.0), ("1e999999", 2.0)] {
        let centre = [centre, "0"].map(str::to_owned);
        let view = Some(SavedView { centre, zoom });
        let points = Vec::new();
        session.go_on_from(&SavedState { points, view });
        let [x, y] = session.view().to_world([50.0, 50.0]);
        assert!(x.is_finite() && y.is_finite(), "{x} {y}");
    }
}

#[test]
fn what_was_dragged_is_reset_and_nothing_else() {
    let mut session = play(PAGE);
    session.frame(1.0);
    session.frame(2.0);
    session.place_point("A", [0.5, 0.25]);
    session.zoom(2.0, [50.0, 50.0]);
    session.reset_moved();
    session.frame(3.0);
    assert_eq!(place(&session, "A"), [2.0, 1.0]);
    let n = session.globals().find(|(name, _)| *name == "n");
    assert_eq!(n.map(|(_, value)| value.to_string()).as_deref(), Some("3"));
    assert!(session.has_moved_view() && session.dragged_points().is_empty());
    // Where init has put it, if it does.
    let init = PAGE.replace("n = 0;", "n = 0; A.xy = [1, 1];");
    let mut session = play(&init);
    session.frame(1.0);
    session.place_point("A", [0.5, 0.25]);
    session.reset_moved();
    assert_eq!(place(&session, "A"), [1.0, 1.0]);
}
