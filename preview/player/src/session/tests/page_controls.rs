//! Controls of the page.

use cindyscript_protocol::ControlInput;

use super::*;

const PAGE: &str = r#"<canvas id="c"></canvas>
<button onclick="cdy.evokeCS('add(2)')">More</button>
<input type="range" min="0" max="1" step="0.1" value="0.5" oninput="cdy.evokeCS('r = ' + this.value)">
<input type="checkbox" onclick="cdy.evokeCS('on = ' + this.checked)">
<input id="f" value="x" onchange="cdy.evokeCS('f(x) := (' + this.value + '); y = f(3);')">
<select onchange="document.getElementById('f').value = this.value; cdy.evokeCS('y = ' + this.value)">
<option>1</option><option>7</option></select>
<button onclick="cdy.evokeCS('while(true, n = n + 1)')">Endless</button>
<button onclick="cdy.evokeCS('n = (')">Broken</button>
<button onclick="cdy.play()">Play</button>
<input type="radio" name="g" value="1" onclick="cdy.evokeCS('m = ' + this.value)" checked>
<input type="radio" name="g" value="2" onclick="cdy.evokeCS('m = ' + this.value)">
<script id="csinit" type="text/x-cindyscript">n = 0; add(k) := n = n + k;</script>
<script id="csdraw" type="text/x-cindyscript">drawn = n;</script>
<script>var cdy = CindyJS({scripts: "cs*", ports: [{id: "c", width: 100, height: 100}]});</script>"#;

const CANVAS: Canvas = Canvas {
    device: [100, 100],
    scale: 1.0,
};

fn started() -> Session {
    let mut session = Session::new(source(PAGE), CANVAS, services(), 0, 0.0);
    assert_eq!(session.frame(0.0).errors, []);
    session
}

/// Operates a control, and the scripts draw.
fn operate(session: &mut Session, index: usize, inputs: impl IntoIterator<Item = ControlInput>) {
    for input in inputs {
        session.input(UserEvent::Operated(index, input));
    }
    session.frame(0.1);
}

fn set(value: &str) -> ControlInput {
    ControlInput::Set {
        value: value.to_owned(),
    }
}

fn text(session: &Session, name: &str) -> String {
    let value = session.interpreter.variable(name);
    value.map(ToString::to_string).unwrap_or_default()
}

fn states(session: &Session) -> Vec<String> {
    let controls = session.page_controls().into_iter();
    let states = controls.map(|control| match control.checked {
        true => format!("{} checked", control.value),
        false => control.value,
    });
    states.collect()
}

#[test]
fn button_runs_its_code_and_the_picture_follows() {
    let mut session = started();
    operate(&mut session, 0, [ControlInput::Press]);
    assert_eq!(
        (number(&session, "n"), number(&session, "drawn")),
        (2.0, 2.0)
    );
}

#[test]
fn each_control_runs_its_code_with_its_value() {
    let mut session = started();
    operate(&mut session, 1, [set("0.7")]);
    assert_eq!(number(&session, "r"), 0.7);
    operate(&mut session, 2, [ControlInput::Check { checked: true }]);
    assert_eq!(text(&session, "on"), "true");
    operate(&mut session, 3, [set("x^2")]);
    assert_eq!(text(&session, "y"), "", "only the finished text counts");
    operate(&mut session, 3, [ControlInput::Done, ControlInput::Done]);
    assert_eq!(number(&session, "y"), 9.0);
    operate(&mut session, 4, [set("7"), ControlInput::Done]);
    assert_eq!(number(&session, "y"), 7.0);
    operate(&mut session, 9, [ControlInput::Check { checked: true }]);
    assert_eq!(number(&session, "m"), 2.0);
    let expected = [
        "",
        "0.7",
        "on checked",
        "7",
        "7",
        "",
        "",
        "",
        "1",
        "2 checked",
    ];
    assert_eq!(states(&session), expected);
}

#[test]
fn endless_loop_of_a_button_is_stopped_and_the_rest_works() {
    let mut session = started();
    session.set_step_budget(10_000);
    session.input(UserEvent::Operated(5, ControlInput::Press));
    let errors = session.frame(0.1).errors;
    let place = errors[0].range.map(|range| &PAGE[range]);
    assert_eq!(place, Some("'while(true, n = n + 1)'"), "{errors:?}");
    let before = number(&session, "n");
    operate(&mut session, 0, [ControlInput::Press]);
    assert_eq!(number(&session, "n"), before + 2.0);
}

#[test]
fn broken_code_of_a_button_is_reported_at_its_place() {
    let mut session = started();
    session.input(UserEvent::Operated(6, ControlInput::Press));
    let errors = session.frame(0.1).errors;
    assert_eq!(errors[0].range.map(|range| &PAGE[range]), Some("'n = ('"));
}

#[test]
fn button_plays_the_animation() {
    let mut session = started();
    assert!(!session.is_playing());
    operate(&mut session, 7, [ControlInput::Press]);
    assert!(session.is_playing());
}

#[test]
fn edit_elsewhere_keeps_the_place_of_a_slider() {
    let mut session = started();
    operate(&mut session, 1, [set("0.7")]);
    operate(&mut session, 0, [ControlInput::Press]);
    session.load(source(&PAGE.replace("n = 0;", "n = 10;")));
    session.frame(0.2);
    assert_eq!((number(&session, "r"), number(&session, "n")), (0.7, 12.0));
    assert_eq!(states(&session)[1], "0.7");
    // With another handler, that runs.
    session.load(source(&PAGE.replace("'r = '", "'r = 10 * '")));
    assert_eq!(number(&session, "r"), 7.0);
    // Another initial value in the text is the value.
    session.load(source(&PAGE.replace("value=\"0.5\"", "value=\"0.2\"")));
    assert_eq!(
        (text(&session, "r").as_str(), &*states(&session)[1]),
        ("", "0.2")
    );
}

#[test]
fn restart_resets_the_controls() {
    let mut session = started();
    operate(&mut session, 1, [set("0.7")]);
    session.start_again();
    assert_eq!(
        (text(&session, "r").as_str(), &*states(&session)[1]),
        ("", "0.5")
    );
}

#[test]
fn oninit_runs_before_init_and_again_with_each_new_text() {
    let page = |start: &str| {
        format!(
            r#"<script id="csinit" type="text/x-cindyscript">order = order + "init ";</script>
<script id="cssimulationstart" type="text/x-cindyscript">order = order + "start ";</script>
<script id="csdraw" type="text/x-cindyscript">seen = round(A.x);</script>
<script>var cdy = CindyJS({{scripts: "cs*", geometry: [{{name: "A", type: "Free", pos: [1, 1]}}],
  oninit: {start}}});</script>"#
        )
    };
    let canvas = Canvas {
        device: [400, 200],
        scale: 1.0,
    };
    let plays =
        page(r#"function(cdy) { cdy.evokeCS('order = "oninit "; A.x = 5;'); cdy.play(); }"#);
    let mut session = Session::new(source(&plays), canvas, services(), 0, 0.0);
    let order = |session: &Session| {
        let order = session
            .interpreter
            .variable("order")
            .map(|order| session.print(order));
        order.unwrap_or_default()
    };
    assert_eq!(order(&session), "oninit start init ");
    assert!(session.is_playing());
    session.frame(0.0);
    assert_eq!(number(&session, "seen"), 5.0);
    session.load(source(&page(
        r#"() => cdy.evalcs('order = "again "; nothing(1);')"#,
    )));
    assert_eq!(order(&session), "again init ");
    assert!(!session.is_playing());
}
