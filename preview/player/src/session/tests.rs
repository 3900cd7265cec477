// A text says when it arrived.
#![allow(clippy::disallowed_methods)]

use cindyscript_interpreter::Value;
use cindyscript_interpreter::platform::Instant;

use super::*;
use crate::region::Region;
use crate::services::Alone;
use crate::source::ReceivedText;

mod constants;
mod drops;
mod edits;
mod events;
mod examples;
mod losses;
mod marks;
mod origins;
mod page_controls;
mod page_script;
mod past_frames;
mod physics;
mod print;
mod probes;
mod saved_state;
mod sound;
mod space;
mod systems;
mod time;
mod trails;
mod widgets;

fn services() -> Arc<Alone> {
    Arc::default()
}

const PAGE: &str = r#"<canvas id="c"></canvas>
<script id="csinit" type="text/x-cindyscript">n = 0; f(x) := x + 1;</script>
<script id="csdraw" type="text/x-cindyscript">n = n + 1; colorplot(|#| - |A|);</script>
<script id="cstick" type="text/x-cindyscript">t = seconds();</script>
<script>CindyJS({scripts: "cs*", animation: {autoplay: true},
  ports: [{id: "c", width: 400, height: 200, background: "rgba(0, 0, 0, 0.5)",
           transform: [{visibleRect: [-4, 2, 4, -2]}]}],
  geometry: [{name: "A", type: "Free", pos: [1, 1], size: 4, labeled: true},
             {name: "P", type: "Free", pos: [-1, 1], pinned: true}]});</script>"#;

fn source(text: &str) -> Source {
    let text = ReceivedText {
        path: "a.html".to_owned(),
        text: text.to_owned(),
        version: 1,
        arrived: Instant::now(),
    };
    let document = Source::read(&text, None, services());
    Source::new(&text, document, None)
}

fn session() -> Session {
    let canvas = Canvas {
        device: [400, 200],
        scale: 1.0,
    };
    Session::new(source(PAGE), canvas, services(), 0, 0.0)
}

fn number(session: &Session, name: &str) -> f64 {
    session
        .interpreter
        .variable(name)
        .and_then(Value::real)
        .unwrap_or(f64::NAN)
}

fn centre(session: &Session, index: usize) -> [f64; 2] {
    let position = session.interpreter.points()[index].xy();
    session.view().to_pixel(position.unwrap_or([f64::NAN; 2]))
}

#[test]
fn a_frame_has_plots_and_points() {
    let mut session = session();
    let frame = session.frame(0.5);
    assert_eq!(frame.errors, []);
    let plot = frame.plots().next().map(|draw| draw.region);
    assert_eq!(plot, Some(Region::all([400, 200])));
    // The plot; disc and ring of two points, and the name of one.
    assert_eq!(frame.items.len(), 1 + 2 * 2 + 1);
    assert!(matches!(frame.items[0], DrawItem::Plot(_)));
    let names = frame.items.iter().filter_map(|item| match item {
        DrawItem::Drawing(Drawing::Text(text)) => Some(&*text.text),
        _ => None,
    });
    assert_eq!(names.collect::<Vec<_>>(), ["A"]);
    assert_eq!(session.background(), [0.5; 3]);
    // Points have become coordinates.
    let mut uniforms = frame.plots().flat_map(|draw| &draw.call.uniforms);
    assert!(!uniforms.any(|value| matches!(value, Value::Element(_))));
    assert_eq!(number(&session, "t"), 0.5);
}

#[test]
fn points_come_to_the_grid_and_to_places_that_are_said() {
    let mut session = session();
    // Elements are moved step by step, which rounds.
    let rounded = |place: [f64; 2]| place.map(|it| (it * 1e12).round() / 1e12);
    let place = |session: &Session| session.interpreter.points()[0].xy().map(rounded);
    session.set_snap(Some(0.2));
    session.pointer_moved([250.0, 50.0]);
    session.pointer_pressed();
    // Fifty pixels a unit.
    session.pointer_moved([264.0, 61.0]);
    session.frame(0.0);
    assert_eq!(place(&session), Some([1.2, 0.8]));
    session.set_snap(None);
    session.frame(0.0);
    assert_eq!(place(&session), Some([1.28, 0.78]));
    session.pointer_released();
    session.place_point("A", [-0.125, 1.75]);
    assert_eq!(place(&session), Some([-0.125, 1.75]));
    // The other one is pinned.
    let movable = session.movable_points();
    let [(name, at)] = &movable[..] else {
        panic!("{movable:?}");
    };
    assert_eq!((name.as_str(), rounded(*at)), ("A", [-0.125, 1.75]));
    assert_eq!(session.dragged_points().len(), 1);
}

#[test]
fn points_are_dragged_and_pinned_ones_stay() {
    let mut session = session();
    // Two pixels beside the centre: it stays two pixels beside the pointer.
    session.pointer_moved([252.0, 50.0]);
    assert_eq!(session.cursor(), Cursor::Grab);
    session.pointer_pressed();
    session.pointer_moved([302.0, 100.0]);
    assert_eq!(session.cursor(), Cursor::Grabbing);
    session.frame(0.0);
    assert_eq!(centre(&session, 0), [300.0, 100.0]);
    session.pointer_released();
    session.pointer_moved([10.0, 10.0]);
    session.frame(0.0);
    assert_eq!(centre(&session, 0), [300.0, 100.0]);
    session.pointer_moved([150.0, 50.0]);
    assert_eq!(session.cursor(), Cursor::Arrow);
    // The nearest is taken from any distance, and keeps it.
    session.pointer_pressed();
    session.pointer_moved([151.0, 52.0]);
    session.frame(0.0);
    assert_eq!(centre(&session, 0), [301.0, 102.0]);
    session.pointer_released();
    // All within one frame.
    session.pointer_moved([301.0, 102.0]);
    session.pointer_pressed();
    session.pointer_moved([351.0, 52.0]);
    session.pointer_released();
    session.pointer_moved([20.0, 20.0]);
    session.frame(0.0);
    assert_eq!(centre(&session, 0).map(f64::round), [351.0, 52.0]);
}

#[test]
fn the_background_is_dragged_and_zoomed() {
    let mut session = session();
    session.pointer_moved([20.0, 20.0]);
    session.pan_pressed();
    session.pointer_moved([30.0, 25.0]);
    session.pointer_released();
    assert_eq!(centre(&session, 0), [260.0, 55.0]);
    session.pointer_moved([260.0, 55.0]);
    session.input(UserEvent::Zoom(2.0));
    assert_eq!(centre(&session, 0), [260.0, 55.0]);
    session.reset_view();
    assert_eq!(centre(&session, 0), [250.0, 50.0]);
    // From far outside, at the nearest corner.
    session.pointer_moved([1e300, -1e300]);
    session.input(UserEvent::Zoom(2.0));
    let corner = session.canvas.css()[0];
    assert_eq!(centre(&session, 0), [500.0 - corner, 100.0]);
    session.input(UserEvent::Zoom(1e300));
    session.input(UserEvent::Zoom(0.0));
    assert!(centre(&session, 0).iter().all(|place| place.abs() < 1e3));
}

#[test]
fn an_edit_of_what_is_painted_lets_the_applet_go_on_and_others_begin_it_anew() {
    let mut session = session();
    session.pointer_moved([250.0, 50.0]);
    session.pointer_pressed();
    session.pointer_moved([200.0, 100.0]);
    session.frame(1.0);
    session.pointer_released();
    session.frame(1.1);
    assert_eq!(number(&session, "n"), 2.0);
    session.load(source(&PAGE.replace("|#| - |A|", "|#|")));
    session.frame(1.2);
    assert_eq!(number(&session, "n"), 3.0);
    assert_eq!(centre(&session, 0), [200.0, 100.0]);
    assert!(session.is_playing());
    // Another init runs again. The clock goes on, and what the user has moved stays.
    session.load(source(&PAGE.replace("n = 0", "n = 40")));
    session.frame(1.3);
    assert_eq!(number(&session, "n"), 41.0);
    assert_eq!(number(&session, "t"), 1.3);
    assert_eq!(centre(&session, 0), [200.0, 100.0]);
    // So does another construction, and another script, which init need not run again for.
    session.load(source(
        &PAGE
            .replace("n = 0", "n = 40")
            .replace("pos: [-1, 1]", "pos: [-2, 1]"),
    ));
    assert_eq!(centre(&session, 0), [200.0, 100.0]);
    assert_eq!(centre(&session, 1), [100.0, 50.0]);
    assert_eq!(number(&session, "n"), 40.0);
    assert!(session.is_playing());
    session.frame(1.4);
    session.load(source(&PAGE.replace("n = n + 1", "n = n + 2; m = n")));
    session.frame(1.5);
    session.frame(1.6);
    assert_eq!(number(&session, "m"), 4.0);
    // What nothing sets any more has no value.
    session.load(source(&PAGE.replace("n = n + 1", "n = n + 2")));
    session.frame(1.7);
    assert_eq!(number(&session, "n"), 2.0);
    assert!(number(&session, "m").is_nan());
}

#[test]
fn a_script_that_cannot_be_parsed_does_not_run() {
    let canvas = Canvas {
        device: [400, 200],
        scale: 1.0,
    };
    let broken = PAGE.replace("n = 0;", "n = 7; m = (;");
    let mut session = Session::new(source(&broken), canvas, services(), 0, 0.0);
    assert!(session.frame(0.5).plots().next().is_some());
    assert_eq!(number(&session, "t"), 0.5);
    assert!(number(&session, "n").is_nan());
}

#[test]
fn errors_have_their_place_in_the_file() {
    let page = PAGE.replace("n = n + 1;", "n = n + 1; if(3, 1);");
    let canvas = Canvas {
        device: [400, 200],
        scale: 1.0,
    };
    let mut session = Session::new(source(&page), canvas, services(), 0, 0.0);
    let frame = session.frame(0.0);
    let range = frame.errors.first().and_then(|diagnostic| diagnostic.range);
    assert_eq!(
        range.map(|range| &page[range]),
        Some("if(3, 1)"),
        "{:?}",
        frame.errors
    );
}

#[test]
fn the_same_frames_are_the_same() {
    let (mut a, mut b) = (session(), session());
    for frame in 0..3 {
        let (a, b) = (a.frame(f64::from(frame)), b.frame(f64::from(frame)));
        assert_eq!(format!("{a:?}"), format!("{b:?}"));
    }
}

#[test]
fn the_pointer_that_passes_moves_nothing_that_is_stopped() {
    let mut session = session();
    session.frame(0.1);
    session.hold(true);
    session.frame(0.1);
    session.input(UserEvent::PointerMoved([100.0, 50.0]));
    assert!(!session.is_outdated());
    // Who takes hold of something wants to see it.
    session.input(UserEvent::PointerPressed);
    assert!(session.is_outdated());
    session.input(UserEvent::PointerReleased);
    session.hold(false);
    session.frame(0.1);
    session.input(UserEvent::PointerMoved([110.0, 50.0]));
    assert!(session.is_outdated());
}

#[test]
fn a_click_moves_no_point() {
    let mut session = session();
    session.pointer_moved([252.0, 51.0]);
    session.pointer_pressed();
    session.frame(0.1);
    session.pointer_released();
    session.frame(0.2);
    assert!(session.dragged_points().is_empty());
    assert_eq!(centre(&session, 0), [250.0, 50.0]);
    // Away and back again.
    session.pointer_pressed();
    session.pointer_moved([302.0, 100.0]);
    session.frame(0.3);
    session.pointer_moved([252.0, 51.0]);
    session.frame(0.4);
    session.pointer_released();
    assert_eq!(centre(&session, 0).map(f64::round), [250.0, 50.0]);
}
