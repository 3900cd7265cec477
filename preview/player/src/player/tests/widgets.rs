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

fn started() -> Player {
    let canvas = Canvas {
        device: [400, 300],
        scale: 1.0,
    };
    let mut player = Player::new(source(PAGE), canvas, services(), 0, 0.0);
    assert_eq!(player.frame(0.0).errors, []);
    player
}

fn click(player: &mut Player, at: [f64; 2]) {
    player.pointer_moved(at);
    player.pointer_pressed();
    player.pointer_released();
}

fn type_key(player: &mut Player, name: &str) {
    let mut characters = name.chars();
    let single = characters.next().filter(|_| characters.next().is_none());
    player.key_pressed(&Key {
        name: name.to_owned(),
        typed: single.map(u32::from),
        ..Key::default()
    });
}

fn press_with(player: &mut Player, name: &str, shift: bool, control: bool) {
    player.key_pressed(&Key {
        name: name.to_owned(),
        shift,
        control,
        ..Key::default()
    });
}

fn text(player: &Player, name: &str) -> String {
    let value = player.interpreter.variable(name);
    value.map(ToString::to_string).unwrap_or_default()
}

#[test]
fn buttons_run_their_scripts_and_the_canvas_knows_nothing_of_it() {
    let mut player = started();
    player.pointer_moved(BUTTON);
    assert_eq!(player.cursor(), Cursor::Hand);
    click(&mut player, BUTTON);
    assert!(player.is_outdated());
    assert_eq!(player.widget_scripts.len(), 3);
    assert_eq!(player.troubles, []);
    assert_eq!((number(&player, "n"), number(&player, "down")), (2.0, 0.0));
    // Pressed, but let go elsewhere.
    player.pointer_pressed();
    player.pointer_moved(ELSEWHERE);
    player.pointer_released();
    assert_eq!(number(&player, "n"), 2.0);
    click(&mut player, ELSEWHERE);
    assert_eq!(number(&player, "down"), 1.0);
}

#[test]
fn toggle_buttons_stay_pressed() {
    let mut player = started();
    for expected in ["true", "false"] {
        click(&mut player, TOGGLE);
        assert_eq!(text(&player, "t"), expected);
    }
}

#[test]
fn text_fields_take_keys_and_run_their_script_when_their_text_has_changed() {
    let mut player = started();
    player.pointer_moved(FIELD);
    assert_eq!(player.cursor(), Cursor::Text);
    assert!(!player.is_editing());
    click(&mut player, FIELD);
    assert!(player.is_editing());
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
        type_key(&mut player, key);
    }
    assert_eq!(text(&player, "s"), "");
    type_key(&mut player, "Enter");
    assert_eq!(text(&player, "s"), "xbd");
    assert!(!player.is_editing());
    // Leaving it is as good as Enter; nothing has changed the second time.
    click(&mut player, FIELD);
    type_key(&mut player, "e");
    click(&mut player, ELSEWHERE);
    assert_eq!(text(&player, "s"), "xbde");
}

#[test]
fn parts_of_a_text_are_selected_cut_and_put_elsewhere() {
    let mut player = started();
    let written = |player: &Player| player.widget_text("E");
    click(&mut player, FIELD);
    for key in ["c", "d"] {
        type_key(&mut player, key);
    }
    // The last two are cut, and put in twice at the beginning.
    for _ in 0..2 {
        press_with(&mut player, "ArrowLeft", true, false);
    }
    press_with(&mut player, "x", false, true);
    assert_eq!(written(&player), "ab");
    type_key(&mut player, "Home");
    press_with(&mut player, "v", false, true);
    press_with(&mut player, "V", false, true);
    assert_eq!(written(&player), "cdcdab");
    // What is typed takes the place of what is selected; arrows leave it.
    press_with(&mut player, "a", false, true);
    press_with(&mut player, "c", false, true);
    type_key(&mut player, "ArrowLeft");
    type_key(&mut player, "x");
    press_with(&mut player, "End", true, false);
    type_key(&mut player, "y");
    assert_eq!(written(&player), "xy");
    let frame = |player: &mut Player| player.frame(0.1).marks.len();
    let before = frame(&mut player);
    player.pointer_pressed_again();
    player.pointer_released();
    assert_eq!(frame(&mut player), before + 1, "a selection is seen");
    type_key(&mut player, "Delete");
    assert_eq!(written(&player), "");
    press_with(&mut player, "v", false, true);
    // By the pointer, from behind the text to before it.
    player.pointer_moved([FIELD[0] + 40.0, FIELD[1]]);
    player.pointer_pressed();
    player.pointer_moved([201.0, FIELD[1]]);
    player.pointer_released();
    type_key(&mut player, "z");
    assert_eq!(written(&player), "z");
}

#[test]
fn the_controls_play_pause_stop_and_set_the_speed() {
    let mut player = started();
    assert_eq!(player.interpreter.speed(), 0.25);
    let press = |player: &mut Player, x: f64, y: f64| click(player, [5.0 + x, 259.0 + y]);
    press(&mut player, 17.0, 20.0);
    assert!(player.is_playing());
    press(&mut player, 51.0, 20.0);
    assert!(!player.is_playing());
    press(&mut player, 17.0, 20.0);
    assert!(player.interpreter.move_point("A", [1.0, 1.0]));
    press(&mut player, 85.0, 20.0);
    let back = player.interpreter.points()[0].xy();
    assert!(back.is_some_and(|[x, y]| (x - 350.0).hypot(y - 250.0) < 1e-9));
    press(&mut player, 51.0, 5.0);
    assert_eq!(player.interpreter.speed(), 0.5);
    assert_eq!(number(&player, "down"), 0.0);
}

#[test]
fn bare_pictures_have_none_of_them() {
    let mut player = started();
    let all = player.frame(0.1).marks.len();
    player.set_bare(true);
    assert!(player.frame(0.2).marks.len() < all);
}

#[test]
fn scripts_of_buttons_survive_edits() {
    let mut player = started();
    player.load(source(&PAGE.replace("down + 1", "down + 10")));
    click(&mut player, BUTTON);
    assert_eq!(number(&player, "n"), 2.0);
}
