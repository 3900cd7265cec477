//! Physics with pages that make no sense, and with too many masses.

use super::*;

const CANVAS: Canvas = Canvas {
    device: [100, 100],
    scale: 1.0,
};

/// A page that plays, with this construction and these behaviors.
fn page(geometry: &str, behavior: &str) -> String {
    format!(
        r#"<canvas id="c"></canvas>
<script id="csdraw" type="text/x-cindyscript">n = n + 1;</script>
<script id="csinit" type="text/x-cindyscript">n = 0;</script>
<script>CindyJS({{scripts: "cs*", animation: {{autoplay: true}}, ports: [{{id: "c", width: 100, height: 100}}],
  geometry: [{geometry}], behavior: [{behavior}]}});</script>"#
    )
}

/// Plays ten frames. How often the scripts drew, and what went wrong.
fn played(page: &str) -> (f64, Vec<AppletDiagnostic>) {
    let mut session = Session::new(source(page), CANVAS, services(), 0, 0.0);
    let frames = (0..10).map(|frame| session.frame(f64::from(frame) / 60.0).errors);
    let errors = frames.collect::<Vec<_>>().concat();
    (number(&session, "n"), errors)
}

#[test]
fn behaviors_without_sense_move_nothing_and_stop_nothing() {
    let two = r#"{name: "A", type: "Free", pos: [1, 1]}, {name: "B", type: "Free", pos: [1, 1]},
      {name: "a", type: "Segment", args: ["A", "B"]}"#;
    let masses = r#"{type: "Mass", geo: ["A"], charge: 1}, {type: "Mass", geo: ["B"], charge: 1}"#;
    for behavior in [
        // Elements that are not there, or are of another kind.
        r#"{type: "Spring", geo: ["x"]}, {type: "Mass", geo: ["a"]}, {type: "Bouncer", geo: ["A"]}"#,
        r#"{type: "Spring", geo: ["A"]}, {type: "Velocity", geo: ["a"]}, {type: "Gravity", geo: []}"#,
        r#"{}, {type: 3}, {type: "Motor"}, {geo: ["A"]}, {name: "A", behavior: {}}"#,
        // Numbers of which no force can be computed.
        r#"{type: "Mass", geo: ["A"], mass: 0}, {type: "Environment", gravity: 1}"#,
        r#"{type: "Mass", geo: ["A"], friction: 2, vx: 1}, {type: "Sun", geo: ["B"], mass: -1e300}"#,
        r#"{type: "Mass", geo: ["A"]}, {type: "Environment", gravity: 1, accuracy: 0}"#,
        r#"{type: "Mass", geo: ["A"]}, {type: "Environment", gravity: 1, deltat: -1e9}"#,
        // Masses at one place.
        &format!(r#"{masses}, {{type: "Environment", charges: true, newton: true, balls: true}}"#),
        &format!(
            r#"{masses}, {{type: "Spring", geo: ["a"], stype: 2}}, {{type: "Bouncer", geo: ["a"]}}"#
        ),
    ] {
        let (drawn, errors) = played(&page(two, behavior));
        assert_eq!((drawn, errors), (10.0, Vec::new()), "{behavior}");
    }
}

#[test]
fn frame_with_too_many_masses_ends_and_says_so() {
    let names = 0..2000;
    let points = names
        .clone()
        .map(|name| format!(r#"{{name: "P{name}", type: "Free", pos: [{name}, 1]}}"#));
    let masses = names.map(|name| format!(r#"{{type: "Mass", geo: ["P{name}"]}}"#));
    let masses = masses.collect::<Vec<_>>().join(",");
    let behavior = format!(r#"{masses}, {{type: "Environment", newton: true}}"#);
    let page = page(&points.collect::<Vec<_>>().join(","), &behavior);
    let mut session = Session::new(source(&page), CANVAS, services(), 0, 0.0);
    session.set_step_budget(100_000);
    session.frame(0.0);
    let errors = session.frame(0.1).errors;
    assert!(
        errors.iter().any(|error| error.message.contains("stopped")),
        "{errors:?}"
    );
}

#[test]
fn simulation_that_is_stopped_is_named_at_its_place() {
    let behavior = r#"{type: "Mass", geo: ["A"], accuracy: 1e300}"#;
    let rest = r#"{type: "Environment", accuracy: 1e300}"#;
    let page = page(
        r#"{name: "A", type: "Free", pos: [1, 1]}"#,
        &format!("{behavior}, {rest}"),
    );
    let mut session = Session::new(source(&page), CANVAS, services(), 0, 0.0);
    session.set_step_budget(10_000);
    session.frame(0.0);
    let errors = session.frame(0.1).errors;
    let [error] = &*errors else {
        panic!("{errors:?}")
    };
    let start = "stopped in the simulation of `behavior`: ";
    assert!(error.message.starts_with(start), "{error:?}");
    let range = error.range.map(std::ops::Range::<usize>::from);
    assert_eq!(range.and_then(|range| page.get(range)), Some(behavior));
}

#[test]
fn endless_steps_of_a_frame_end() {
    let behavior = r#"{type: "Mass", geo: ["A"]}, {type: "Environment", accuracy: 1e300}"#;
    let page = page(r#"{name: "A", type: "Free", pos: [1, 1]}"#, behavior);
    let mut session = Session::new(source(&page), CANVAS, services(), 0, 0.0);
    session.set_step_budget(10_000);
    session.frame(0.0);
    let errors = session.frame(0.1).errors;
    assert!(
        errors.iter().any(|error| error.message.contains("stopped")),
        "{errors:?}"
    );
}
