//! What an edit of the construction leaves as it was.

use super::*;

const PAGE: &str = r#"<canvas id="c"></canvas>
<script id="csinit" type="text/x-cindyscript">createpoint("N", [1, 1]);
  N:"note" = 7; kept = C; B.color = [0, 1, 0]; settimeout(5, late = true); resetclock();</script>
<script id="csdraw" type="text/x-cindyscript">seen = [N:"note", kept.radius, kept == C];</script>
<script>CindyJS({scripts: "cs*", animation: {autoplay: true, speed: 0.5},
  ports: [{id: "c", width: 400, height: 200, transform: [{visibleRect: [-4, 2, 4, -2]}]}],
  geometry: [{name: "A", type: "Free", pos: [1, 1]},
             {name: "B", type: "Free", pos: [2, 1]},
             {name: "C", type: "CircleMr", args: ["A"], radius: 1},
             {name: "P", type: "PointOnCircle", args: ["C"], pos: [2, 1]},
             {name: "E", type: "EditableText", pos: [0, 0], text: "old"},
             {name: "T", type: "ToggleButton", pos: [0, 1], text: "t"}]});</script>"#;

fn started() -> Session {
    let canvas = Canvas {
        device: [400, 200],
        scale: 1.0,
    };
    let mut session = Session::new(source(PAGE), canvas, services(), 0, 0.0);
    session.frame(0.1);
    session
}

/// Drags a point as the user does.
fn drag(session: &mut Session, from: [f64; 2], to: [f64; 2]) {
    session.pointer_moved(session.view().to_pixel(from));
    session.pointer_pressed();
    session.pointer_moved(session.view().to_pixel(to));
    session.pointer_released();
    session.frame(0.2);
}

fn shown(session: &Session, name: &str) -> String {
    let value = session.interpreter.variable(name);
    value
        .map(|value| session.interpreter.print(value))
        .unwrap_or_default()
}

fn at(session: &Session, name: &str) -> [f64; 2] {
    let points = session.interpreter.points();
    let point = points.iter().find(|point| point.name == name);
    let xy = point
        .and_then(cindyscript_interpreter::Point::xy)
        .unwrap_or([f64::NAN; 2]);
    xy.map(|number| (number * 1e6).round() / 1e6)
}

#[test]
fn what_the_user_has_done_stays() {
    let mut session = started();
    drag(&mut session, [2.0, 1.0], [1.0, -1.0]);
    let moved = at(&session, "P");
    assert!(moved[1].abs() < 0.1, "{moved:?}");
    let middle = |session: &Session, name: &str| {
        let placed = session.placed();
        let found = placed.iter().find(|placed| *placed.element.name == *name);
        found.map(|placed| [placed.baseline[0] + 1.0, placed.baseline[1] - 2.0])
    };
    for name in ["T", "E"] {
        let place = middle(&session, name).expect("a button or a field");
        session.pointer_moved(place);
        session.pointer_pressed();
        session.pointer_released();
    }
    session.key_pressed(&Key {
        name: "x".to_owned(),
        code: 88,
        typed: Some(120),
        shift: false,
        control: false,
    });
    let typed = session.widget_text("E");
    assert_ne!(typed, "old");
    let before = session.frame(0.2).items.len();
    // One more in front of all others, and one that looks different.
    let edited = PAGE
        .replace(
            "geometry: [",
            "geometry: [{name: \"Z\", type: \"Free\", pos: [-3, 0]}, ",
        )
        .replace("radius: 1", "color: [1, 0, 0], radius: 1");
    session.load(source(&edited));
    let frame = session.frame(0.3);
    assert_eq!(frame.errors, []);
    assert_eq!(frame.items.len(), before + 2);
    let kept = at(&session, "P");
    assert!(
        (0..2).all(|axis| (kept[axis] - moved[axis]).abs() < 1e-6),
        "{kept:?} {moved:?}"
    );
    assert_eq!(shown(&session, "seen"), "[7, 1, true]");
    assert_eq!(session.widget_text("E"), typed);
    let construction = session.interpreter.construction();
    let button = construction.find("T").and_then(|id| construction.get(id));
    let button = button.and_then(|button| button.widget.as_ref());
    assert_eq!(button.map(|widget| widget.pressed), Some(true));
    assert!(session.is_playing());
    // What waits still does.
    session.frame(5.2);
    assert_eq!(shown(&session, "late"), "true");
}

#[test]
fn what_the_text_says_anew_holds() {
    let mut session = started();
    session.pointer_moved(session.view().to_pixel([1.0, 1.0]));
    session.pointer_pressed();
    session.pointer_moved(session.view().to_pixel([-1.0, 1.0]));
    session.frame(0.2);
    let edited = PAGE
        .replace("pos: [1, 1]}", "pos: [0, -1]}")
        .replace("text: \"old\"", "text: \"fresh\"")
        .replace("radius: 1", "radius: 0.5")
        .replace("speed: 0.5", "speed: 0.7");
    session.pointer_released();
    session.load(source(&edited));
    session.frame(0.3);
    assert_eq!(at(&session, "A"), [0.0, -1.0]);
    assert_eq!(shown(&session, "seen"), "[7, 0.5, true]");
    assert_eq!(session.interpreter.speed(), 0.7);
    assert!(session.is_playing());
}

#[test]
fn what_was_done_to_an_element_waits_until_it_is_there_again() {
    const DRAGGED: &str = r#"<canvas id="c"></canvas>
<script>CindyJS({scripts: "cs*",
  ports: [{id: "c", width: 400, height: 200, transform: [{visibleRect: [-4, 2, 4, -2]}]}],
  geometry: [{name: "A", type: "Free", pos: [1, 1]},
             {name: "B", type: "Free", pos: [2, 1]}]});</script>"#;
    let line = "{name: \"A\", type: \"Free\", pos: [1, 1]},";
    let without = [
        DRAGGED.replace("name: \"A\"", "name: \"AA\""),
        DRAGGED.replace("\"A\", type: \"Free\"", "\"A\", type: \"Fre\""),
        DRAGGED.replace(line, ""),
    ];
    let after = |texts: &[&str]| {
        let mut session = started();
        session.load(source(DRAGGED));
        session.frame(0.1);
        drag(&mut session, [1.0, 1.0], [-1.0, -1.0]);
        drag(&mut session, [2.0, 1.0], [3.0, -1.0]);
        for text in texts {
            session.load(source(text));
            session.frame(0.3);
        }
        [at(&session, "A"), at(&session, "B")]
    };
    let dragged = [[-1.0, -1.0], [3.0, -1.0]];
    assert_eq!(after(&[]), dragged);
    let pasted = without[2].replace(
        "pos: [2, 1]}",
        &format!("pos: [2, 1]}}, {}", &line[..line.len() - 1]),
    );
    for text in &without {
        assert_eq!(after(&[text, DRAGGED]), dragged, "{text}");
        assert_eq!(
            after(&[text, &without[2], text, &pasted]),
            dragged,
            "{text}"
        );
        // One that the text puts elsewhere is another.
        let elsewhere = DRAGGED.replace("pos: [1, 1]", "pos: [0, 1]");
        assert_eq!(
            after(&[text, &elsewhere]),
            [[0.0, 1.0], dragged[1]],
            "{text}"
        );
    }
}

/// A page with a button, and scripts at keys and at the pointer.
const EVENTS: &str = r#"<canvas id="c"></canvas>
<script id="csinit" type="text/x-cindyscript">mode = 1; n = 0; turned = 0; start = mouse();
  println("begins");</script>
<script id="csdraw" type="text/x-cindyscript">shift = 0.5; A.xy = A.xy + [shift, 0];</script>
<script id="cskeydown" type="text/x-cindyscript">n = n + 1; last = key(); println("key");</script>
<script id="csmousedown" type="text/x-cindyscript">from = mouse();</script>
<script id="csmousedrag" type="text/x-cindyscript">
  turned = turned + mouse().x - from.x; from = mouse(); held = mover();</script>
<script>CindyJS({scripts: "cs*",
  ports: [{id: "c", width: 400, height: 200, transform: [{visibleRect: [-4, 2, 4, -2]}]}],
  geometry: [{name: "A", type: "Free", pos: [1, 1]},
             {name: "T", type: "Button", pos: [-2, 1], text: "two", script: "mode = 2"}]});</script>"#;

fn press_key(session: &mut Session, name: &str) {
    let key = Key {
        name: name.to_owned(),
        code: 65,
        ..Key::default()
    };
    session.key_pressed(&key);
    session.key_released(&key);
}

#[test]
fn what_buttons_keys_and_the_pointer_have_done_is_done_again() {
    let canvas = Canvas {
        device: [400, 200],
        scale: 1.0,
    };
    let mut session = Session::new(source(EVENTS), canvas, services(), 0, 0.0);
    session.frame(0.1);
    let button = session.placed()[0].baseline;
    for _ in 0..2 {
        session.pointer_moved([button[0] + 1.0, button[1] - 2.0]);
        session.pointer_pressed();
        session.pointer_released();
    }
    for name in ["a", "b"] {
        press_key(&mut session, name);
    }
    drag(&mut session, [1.5, 1.0], [-1.0, -1.0]);
    let values = |session: &Session| {
        ["mode", "n", "last", "turned", "held", "start"].map(|name| shown(session, name))
    };
    let before = values(&session);
    assert_eq!(before[0], "2");
    assert_eq!(before[1..3], ["2", "b"]);
    assert_eq!(before[4..], ["A", "[100, 100]"]);
    // A script moves the point on and on, but that was another text's: it is where it was dragged to.
    session.frame(0.3);
    session.load(source(&EVENTS.replace("shift = 0.5", "shift = 0.25")));
    let frame = session.frame(0.4);
    let printed: Vec<_> = frame.output.iter().map(|output| &*output.text).collect();
    assert_eq!(printed, ["begins\n"], "what keys print was printed before");
    assert_eq!(values(&session), before);
    assert_eq!(at(&session, "A"), [-0.75, -1.0]);
    // What they do now is what the text says now.
    let other = EVENTS
        .replace("mode = 2", "mode = 3")
        .replace("n + 1", "n + 10");
    session.load(source(&other));
    session.frame(0.5);
    assert_eq!(shown(&session, "mode"), "3");
    assert_eq!(shown(&session, "n"), "20");
    // Another session goes on with it.
    let mut next = Session::new(source(EVENTS), canvas, services(), 0, 0.0);
    next.replay(session.user_state());
    next.frame(0.4);
    assert_eq!(values(&next), before);
    // It can be forgotten.
    session.start_again();
    session.frame(0.6);
    assert_eq!(shown(&session, "mode"), "1");
    assert_eq!(shown(&session, "n"), "0");
    assert_eq!(at(&session, "A"), [1.5, 1.0]);
}

#[test]
fn what_takes_too_long_is_not_done_again_and_again() {
    let canvas = Canvas {
        device: [400, 200],
        scale: 1.0,
    };
    let mut session = Session::new(source(EVENTS), canvas, services(), 0, 0.0);
    session.frame(0.1);
    for _ in 0..50 {
        press_key(&mut session, "a");
    }
    session.load(source(&EVENTS.replace("last = key();", "while(true, 0);")));
    let errors = session.frame(0.2).errors;
    assert_eq!(errors.len(), 1, "{errors:?}");
    // The first key has taken all the time.
    assert_eq!(shown(&session, "n"), "1");
}

#[test]
fn what_is_held_goes_on_being_dragged() {
    let mut session = started();
    let place = |session: &Session, xy| session.view().to_pixel(xy);
    session.pointer_moved(place(&session, [1.0, 1.0]));
    session.pointer_pressed();
    session.pointer_moved(place(&session, [1.0, 0.0]));
    session.frame(0.2);
    let edited = PAGE.replace(
        "geometry: [",
        "geometry: [{name: \"Z\", type: \"Free\", pos: [-3, 0]}, ",
    );
    session.load(source(&edited));
    session.pointer_moved(place(&session, [1.0, -1.0]));
    session.frame(0.3);
    assert_eq!(at(&session, "Z"), [-3.0, 0.0]);
    // The pointer is in the middle of a pixel.
    assert!(
        (at(&session, "N")[1] + 1.0).abs() < 0.02,
        "{:?}",
        at(&session, "N")
    );
}

#[test]
fn elements_that_are_gone_take_with_them_what_hangs_on_them() {
    let mut session = started();
    let edited = PAGE.replace(
        "{name: \"C\", type: \"CircleMr\", args: [\"A\"], radius: 1},\n",
        "",
    );
    session.load(source(&edited));
    session.frame(0.3);
    let construction = session.interpreter.construction();
    assert!(construction.find("C").is_none() && construction.find("P").is_none());
    assert!(construction.find("N").is_some());
    // `kept` held it.
    assert_eq!(shown(&session, "seen"), "[7, ___, false]");
}
