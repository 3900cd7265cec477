//! What lies over the canvas: buttons, text fields, the animation's controls.

use super::*;

const PAGE: &str = r#"<canvas id="c"></canvas>
<script id="csinit" type="text/x-cindyscript">n = 0; add(k) := n = n + k; down = 0;</script>
<script id="csmousedown" type="text/x-cindyscript">down = down + 1;</script>
<script>CindyJS({scripts: "cs*", animation: {controls: true, speed: 0.25},
  ports: [{id: "c", width: 400, height: 300, transform: [{visibleRect: [0, 300, 400, 0]}]}],
  geometry: [{name: "A", type: "Free", pos: [350, 250]},
             {name: "B", type: "Button", pos: [50, 200], text: "More", script: "add(2)"},
             {name: "T", type: "ToggleButton", pos: [50, 150], text: "On", script: "t = T.pressed"},
             {name: "E", type: "EditableText", pos: [200, 200], minwidth: 103, text: "ab",
              script: "s = E.currenttext"}]});</script>"#;

const BUTTON: [f64; 2] = [60.0, 95.0];
const TOGGLE: [f64; 2] = [60.0, 145.0];
const FIELD: [f64; 2] = [250.0, 95.0];
const ELSEWHERE: [f64; 2] = [390.0, 290.0];

fn started() -> Session {
    let canvas = Canvas {
        device: [400, 300],
        scale: 1.0,
    };
    let mut session = Session::new(source(PAGE), canvas, services(), 0, 0.0);
    assert_eq!(session.frame(0.0).errors, []);
    session
}

fn click(session: &mut Session, at: [f64; 2]) {
    session.pointer_moved(at);
    session.pointer_pressed();
    session.pointer_released();
}

fn type_key(session: &mut Session, name: &str) {
    let mut characters = name.chars();
    let single = characters.next().filter(|_| characters.next().is_none());
    session.key_pressed(&Key {
        name: name.to_owned(),
        typed: single.map(u32::from),
        ..Key::default()
    });
}

fn press_with(session: &mut Session, name: &str, shift: bool, control: bool) {
    session.key_pressed(&Key {
        name: name.to_owned(),
        shift,
        control,
        ..Key::default()
    });
}

fn text(session: &Session, name: &str) -> String {
    let value = session.interpreter.variable(name);
    value.map(ToString::to_string).unwrap_or_default()
}

#[test]
fn buttons_run_their_scripts_and_the_canvas_knows_nothing_of_it() {
    let mut session = started();
    session.pointer_moved(BUTTON);
    assert_eq!(session.cursor(), Cursor::Hand);
    click(&mut session, BUTTON);
    assert!(session.is_outdated());
    assert_eq!(session.widget_scripts.len(), 3);
    assert_eq!(session.diagnostics, []);
    assert_eq!(
        (number(&session, "n"), number(&session, "down")),
        (2.0, 0.0)
    );
    // Pressed, but let go elsewhere.
    session.pointer_pressed();
    session.pointer_moved(ELSEWHERE);
    session.pointer_released();
    assert_eq!(number(&session, "n"), 2.0);
    click(&mut session, ELSEWHERE);
    assert_eq!(number(&session, "down"), 1.0);
}

#[test]
fn toggle_buttons_stay_pressed() {
    let mut session = started();
    for expected in ["true", "false"] {
        click(&mut session, TOGGLE);
        assert_eq!(text(&session, "t"), expected);
    }
}

#[test]
fn text_fields_take_keys_and_run_their_script_when_their_text_has_changed() {
    let mut session = started();
    session.pointer_moved(FIELD);
    assert_eq!(session.cursor(), Cursor::Text);
    assert!(!session.is_editing());
    click(&mut session, FIELD);
    assert!(session.is_editing());
    for key in [
        "c",
        "Home",
        "x",
        "Delete",
        "End",
        "d",
        "ArrowLeft",
        "Backspace",
        "Shift",
    ] {
        type_key(&mut session, key);
    }
    assert_eq!(text(&session, "s"), "");
    type_key(&mut session, "Enter");
    assert_eq!(text(&session, "s"), "xbd");
    assert!(!session.is_editing());
    // Leaving it is as good as Enter; nothing has changed the second time.
    click(&mut session, FIELD);
    type_key(&mut session, "e");
    click(&mut session, ELSEWHERE);
    assert_eq!(text(&session, "s"), "xbde");
}

#[test]
fn parts_of_a_text_are_selected_cut_and_put_elsewhere() {
    let mut session = started();
    let written = |session: &Session| session.widget_text("E");
    click(&mut session, FIELD);
    for key in ["c", "d"] {
        type_key(&mut session, key);
    }
    // The last two are cut, and put in twice at the beginning.
    for _ in 0..2 {
        press_with(&mut session, "ArrowLeft", true, false);
    }
    press_with(&mut session, "x", false, true);
    assert_eq!(written(&session), "ab");
    type_key(&mut session, "Home");
    press_with(&mut session, "v", false, true);
    press_with(&mut session, "V", false, true);
    assert_eq!(written(&session), "cdcdab");
    // What is typed takes the place of what is selected; arrows leave it.
    press_with(&mut session, "a", false, true);
    press_with(&mut session, "c", false, true);
    type_key(&mut session, "ArrowLeft");
    type_key(&mut session, "x");
    press_with(&mut session, "End", true, false);
    type_key(&mut session, "y");
    assert_eq!(written(&session), "xy");
    let frame = |session: &mut Session| session.frame(0.1).items.len();
    let before = frame(&mut session);
    session.pointer_pressed_again();
    session.pointer_released();
    assert_eq!(frame(&mut session), before + 1, "a selection is seen");
    type_key(&mut session, "Delete");
    assert_eq!(written(&session), "");
    press_with(&mut session, "v", false, true);
    // By the pointer, from behind the text to before it.
    session.pointer_moved([FIELD[0] + 40.0, FIELD[1]]);
    session.pointer_pressed();
    session.pointer_moved([201.0, FIELD[1]]);
    session.pointer_released();
    type_key(&mut session, "z");
    assert_eq!(written(&session), "z");
}

#[test]
fn the_controls_play_pause_stop_and_set_the_speed() {
    let mut session = started();
    assert_eq!(session.interpreter.speed(), 0.25);
    let press = |session: &mut Session, x: f64, y: f64| click(session, [5.0 + x, 259.0 + y]);
    press(&mut session, 17.0, 20.0);
    assert!(session.is_playing());
    press(&mut session, 51.0, 20.0);
    assert!(!session.is_playing());
    press(&mut session, 17.0, 20.0);
    assert!(session.interpreter.move_point("A", [1.0, 1.0]));
    press(&mut session, 85.0, 20.0);
    let back = session.interpreter.points()[0].xy();
    assert!(back.is_some_and(|[x, y]| (x - 350.0).hypot(y - 250.0) < 1e-9));
    press(&mut session, 51.0, 5.0);
    assert_eq!(session.interpreter.speed(), 0.5);
    assert_eq!(number(&session, "down"), 0.0);
}

#[test]
fn bare_pictures_have_none_of_them() {
    let mut session = started();
    let all = session.frame(0.1).items.len();
    session.set_bare(true);
    assert!(session.frame(0.2).items.len() < all);
}

#[test]
fn scripts_of_buttons_survive_edits() {
    let mut session = started();
    session.load(source(&PAGE.replace("down + 1", "down + 10")));
    click(&mut session, BUTTON);
    assert_eq!(number(&session, "n"), 2.0);
}
