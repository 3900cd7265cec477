//! Pictures in space: their places, and the cameras that the user moves.

use cindyscript_interpreter::OutputKind;
use cindyscript_space::SpaceCamera;

use super::*;
use crate::frame::SpaceDraw;

/// A port of 100 by 100 pixels, with a canvas of 200 by 100 beside it.
const SPACE: &str = r#"<div id="c"></div><canvas id="Cindy3D" width=200 height=100></canvas>
<script id="csinit" type="text/x-cindyscript">n = 0;</script>
<script id="csdraw" type="text/x-cindyscript">n = n + 1; begin3d(); draw3d([0, 0, 0]); end3d(); println(n);
</script>
<script>CindyJS({scripts: "cs*",
  ports: [{id: "c", width: 100, height: 100, transform: [{visibleRect: [-1, 1, 1, -1]}]}],
  geometry: [{name: "A", type: "Free", pos: [0, 0]}]});</script>"#;

fn space(page: &str) -> Session {
    let source = source(page);
    let canvas = Canvas::of(source.applet().expect("an applet"), 2.0);
    Session::new(source, canvas, services(), 0, 0.0)
}

fn pictures(frame: &FrameDescription) -> Vec<&SpaceDraw> {
    let items = frame.items.iter();
    let draws = items.filter_map(|item| match item {
        DrawItem::Space(draw) => Some(&**draw),
        _ => None,
    });
    draws.collect()
}

/// The place and the camera of the only picture in space of a frame.
fn picture(frame: &FrameDescription) -> (Region, SpaceCamera) {
    let pictures = pictures(frame);
    assert_eq!(pictures.len(), 1);
    (pictures[0].region, pictures[0].picture.camera.clone())
}

#[test]
fn picture_in_space_lies_beside_the_port() {
    let mut session = space(SPACE);
    assert_eq!(session.canvas().device, [600, 200]);
    let frame = session.frame(0.0);
    let right = Region {
        x: 200,
        y: 0,
        width: 400,
        height: 200,
    };
    assert_eq!(picture(&frame).0, right);
    // The middle of the port.
    assert_eq!(centre(&session, 0).map(f64::round), [50.0, 50.0]);
    assert!(frame.items.len() > 1);
}

#[test]
fn port_that_is_too_small_is_not_shown() {
    let page = SPACE.replace("width: 100, height: 100", "width: 50, height: 50");
    let mut session = space(&page);
    let frame = session.frame(0.0);
    assert_eq!(picture(&frame).0, Region::all([400, 200]));
    assert_eq!(frame.items.len(), 1);
    assert_eq!(session.interpreter.points().len(), 1);
}

#[test]
fn picture_without_a_canvas_lies_behind_everything() {
    let page = SPACE.replace("<canvas id=\"Cindy3D\" width=200 height=100></canvas>", "");
    let mut session = space(&page);
    let frame = session.frame(0.0);
    assert!(matches!(frame.items[0], DrawItem::Space(_)));
    assert_eq!(frame.terms[0], NOWHERE);
    assert_eq!(picture(&frame).0, Region::all([200, 200]));
}

#[test]
fn dragging_turns_the_camera_and_runs_no_script() {
    let mut session = space(SPACE);
    let before = picture(&session.frame(0.0)).1;
    session.input(UserEvent::PointerMoved([250.0, 50.0]));
    session.input(UserEvent::PointerPressed);
    assert!(!session.is_outdated());
    session.input(UserEvent::PointerMoved([260.0, 50.0]));
    assert!(session.is_outdated());
    let frame = session.frame(0.1);
    let turned = picture(&frame).1;
    assert_ne!(turned, before);
    assert!(frame.output.is_empty());
    assert_eq!(number(&session, "n"), 1.0);
    session.input(UserEvent::PointerReleased);
    session.input(UserEvent::PointerMoved([270.0, 50.0]));
    assert!(!session.is_outdated());
    // A script that runs again leaves the camera where it is.
    session.set_canvas(session.canvas());
    assert_eq!(picture(&session.frame(0.2)).1, turned);
    assert_eq!(number(&session, "n"), 2.0);
}

#[test]
fn wheel_and_the_other_button_move_the_camera() {
    let mut session = space(SPACE);
    let first = picture(&session.frame(0.0)).1;
    session.input(UserEvent::PointerMoved([250.0, 50.0]));
    session.input(UserEvent::Zoom(2.0));
    let nearer = picture(&session.frame(0.0)).1;
    assert_eq!(nearer.view([0.0, 0.0, 0.0, 1.0])[2], -2.5);
    session.input(UserEvent::PanPressed);
    session.input(UserEvent::PointerMoved([350.0, 50.0]));
    let moved = picture(&session.frame(0.0)).1;
    assert_eq!(moved.view([0.0, 0.0, 0.0, 1.0])[..2], [0.5, 0.0]);
    assert!(session.has_moved_view());
    session.reset_view();
    assert_eq!(picture(&session.frame(0.0)).1, first);
}

#[test]
fn shift_turns_the_camera_in_its_place() {
    let mut session = space(SPACE);
    session.frame(0.0);
    session.input(UserEvent::PointerMoved([250.0, 50.0]));
    session.set_shift(true);
    let eye = [0.0, 0.0, 5.0, 1.0];
    session.input(UserEvent::PointerPressed);
    session.input(UserEvent::PointerMoved([280.0, 60.0]));
    session.input(UserEvent::Zoom(1.5));
    let camera = picture(&session.frame(0.0)).1;
    assert_ne!(camera, SpaceCamera::default());
    let place = camera.view(eye);
    assert!(
        place[..3].iter().all(|entry| entry.abs() < 1e-9),
        "{place:?}"
    );
}

#[test]
fn points_of_the_port_are_dragged_as_ever() {
    let mut session = space(SPACE);
    session.frame(0.0);
    session.input(UserEvent::PointerMoved([50.0, 50.0]));
    session.input(UserEvent::PointerPressed);
    session.input(UserEvent::PointerMoved([75.0, 50.0]));
    session.frame(0.1);
    assert_eq!(centre(&session, 0).map(f64::round), [75.0, 50.0]);
    assert_eq!(number(&session, "n"), 2.0);
}

#[test]
fn camera_stays_when_the_text_changes() {
    let mut session = space(SPACE);
    session.frame(0.0);
    session.input(UserEvent::PointerMoved([250.0, 50.0]));
    session.input(UserEvent::Zoom(2.0));
    let nearer = picture(&session.frame(0.0)).1;
    session.load(source(&SPACE.replace("[0, 0, 0]", "[1, 0, 0]")));
    assert_eq!(picture(&session.frame(0.0)).1, nearer);
    session.load(source(&SPACE.replace(
        "draw3d(",
        "lookat3d([0, 0, 9], [0, 0, 0], [0, 1, 0]); draw3d(",
    )));
    let placed = picture(&session.frame(0.0)).1;
    assert_eq!(placed.view([0.0, 0.0, 0.0, 1.0])[2], -9.0);
}

#[test]
fn camera_is_as_the_user_left_it_in_another_session() {
    let mut session = space(SPACE);
    session.frame(0.0);
    session.input(UserEvent::PointerMoved([250.0, 50.0]));
    session.input(UserEvent::Zoom(2.0));
    let nearer = picture(&session.frame(0.0)).1;
    let mut other = space(SPACE);
    other.replay(session.user_state());
    assert_eq!(picture(&other.frame(0.0)).1, nearer);
}

#[test]
fn camera_stays_while_an_edit_keeps_scripts_from_its_canvas() {
    let mut session = space(SPACE);
    session.frame(0.0);
    session.input(UserEvent::PointerMoved([250.0, 50.0]));
    session.input(UserEvent::Zoom(2.0));
    let nearer = picture(&session.frame(0.0)).1;
    session.load(source(&SPACE.replace("begin3d(", "if(false, 1); begun(")));
    session.frame(0.0);
    session.load(source(SPACE));
    assert_eq!(picture(&session.frame(0.0)).1, nearer);
}

#[test]
fn camera_of_a_canvas_that_init_begins_stays_when_the_text_changes() {
    let page = SPACE.replace("n = 0;", "n = 0; begin3d(); end3d();");
    let mut session = space(&page);
    session.frame(0.0);
    session.input(UserEvent::PointerMoved([250.0, 50.0]));
    session.input(UserEvent::Zoom(2.0));
    let nearer = picture(&session.frame(0.0)).1;
    session.load(source(&page.replace("[0, 0, 0]", "[1, 0, 0]")));
    assert_eq!(picture(&session.frame(0.0)).1, nearer);
    // The author puts the camera elsewhere.
    session.load(source(&page.replace(
        "begin3d(); end3d();",
        "begin3d(); lookat3d([0, 0, 9], [0, 0, 0], [0, 1, 0]); end3d();",
    )));
    let placed = picture(&session.frame(0.0)).1;
    assert_eq!(placed.view([0.0, 0.0, 0.0, 1.0])[2], -9.0);
}

#[test]
fn timers_run_while_the_camera_is_dragged() {
    let page = SPACE.replace("n = 0;", "n = 0; late = 0; settimeout(1, late = 1);");
    let mut session = space(&page);
    session.frame(0.0);
    session.input(UserEvent::PointerMoved([250.0, 50.0]));
    session.input(UserEvent::PointerPressed);
    session.input(UserEvent::PointerMoved([260.0, 50.0]));
    session.frame(0.5);
    assert_eq!(
        [number(&session, "late"), number(&session, "n")],
        [0.0, 1.0]
    );
    session.input(UserEvent::PointerMoved([270.0, 50.0]));
    session.frame(1.5);
    assert_eq!(
        [number(&session, "late"), number(&session, "n")],
        [1.0, 2.0]
    );
}

#[test]
fn diagnostics_and_output_reach_the_user_while_the_camera_is_dragged() {
    let mut session = space(&SPACE.replace("n = n + 1;", "n = n + 1; draw3d(1);"));
    let before = session.frame(0.0).errors;
    assert_eq!(before.len(), 1);
    session.input(UserEvent::PointerMoved([250.0, 50.0]));
    session.input(UserEvent::PointerPressed);
    session.input(UserEvent::PointerMoved([260.0, 50.0]));
    let news = AppletDiagnostic {
        message: "news".to_owned(),
        range: None,
        fatal: false,
    };
    session.diagnostics.push(news.clone());
    session.output.push(ConsoleOutput {
        kind: OutputKind::Print,
        text: "hello".to_owned(),
    });
    let frame = session.frame(0.1);
    assert_eq!(number(&session, "n"), 1.0);
    // Those of the scripts still hold.
    assert_eq!(frame.errors, [before, vec![news]].concat());
    assert_eq!(frame.output.len(), 1);
}

#[test]
fn first_of_several_pictures_without_a_canvas_is_shown() {
    let page = SPACE
        .replace("<canvas id=\"Cindy3D\" width=200 height=100></canvas>", "")
        .replace("end3d();", "end3d(); begin3d(name -> \"B\"); end3d();");
    let mut session = space(&page);
    let frame = session.frame(0.0);
    let canvases: Vec<&str> = pictures(&frame)
        .iter()
        .map(|it| &*it.picture.canvas)
        .collect();
    assert_eq!(canvases, ["Cindy3D"]);
}

#[test]
fn picture_that_takes_too_long_is_reported() {
    let page = SPACE.replace(
        "draw3d([0, 0, 0]);",
        "repeat(20000, draw3d([0, 0, 0], size -> 80, alpha -> 0.5));",
    );
    let mut session = space(&page);
    let errors = session.frame(0.0).errors;
    assert_eq!(errors.len(), 1);
    assert!(errors[0].message.contains("draw fewer"), "{errors:?}");
    // From far away it is small.
    session.input(UserEvent::PointerMoved([250.0, 50.0]));
    session.input(UserEvent::Zoom(0.001));
    assert_eq!(session.frame(0.0).errors, []);
    assert_eq!(number(&session, "n"), 1.0);
}
