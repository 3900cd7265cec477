//! The JavaScript of the page, run by an engine.

use cindyscript_protocol::{ControlInput, PageControlKind};

use super::*;

const APPLET: &str = r#"<canvas id="c"></canvas>
<script id="csinit" type="text/x-cindyscript">n = 0; add(k) := n = n + k;</script>
<script id="csdraw" type="text/x-cindyscript">drawn = n;</script>
<script>var cdy = CindyJS({scripts: "cs*", ports: [{id: "c", width: 100, height: 100}]});</script>"#;

const CANVAS: Canvas = Canvas {
    device: [100, 100],
    scale: 1.0,
};

fn page(rest: &str) -> String {
    format!("{APPLET}\n{rest}")
}

/// A page with elements, and a script behind them.
fn played(elements: &str, script: &str) -> Session {
    let page = page(&format!("{elements}<script>{script}</script>"));
    let mut session = Session::new(source(&page), CANVAS, services(), 1, 0.0);
    assert_eq!(session.frame(0.0).errors, []);
    session
}

/// Operates a control, and the scripts draw.
fn operate(session: &mut Session, index: usize, inputs: impl IntoIterator<Item = ControlInput>) {
    for input in inputs {
        session.input(UserEvent::Operated(index, input));
    }
    session.frame(session.seconds() + 0.1);
}

fn set(value: &str) -> [ControlInput; 2] {
    let value = value.to_owned();
    [ControlInput::Set { value }, ControlInput::Done]
}

fn rows(session: &Session) -> Vec<(String, String)> {
    let controls = session.page_controls().into_iter();
    controls.map(|it| (it.label, it.value)).collect()
}

#[test]
fn listener_runs_cindyscript_and_the_picture_follows() {
    let elements = "<input type=range id=k min=0 max=9 value=2><button id=b>More</button>";
    let script = "b.addEventListener('click', () => cdy.evokeCS(`add(${k.value})`));";
    let mut session = played(elements, script);
    operate(&mut session, 1, [ControlInput::Press]);
    operate(&mut session, 0, set("5"));
    operate(&mut session, 1, [ControlInput::Press]);
    assert_eq!(number(&session, "drawn"), 7.0);
    assert_eq!(rows(&session)[0].1, "5");
}

#[test]
fn handler_runs_once_where_a_script_needs_the_engine() {
    let elements = "<button onclick=\"cdy.evokeCS('add(1)')\">a</button>\
        <input type=checkbox onclick=\"cdy.evokeCS('add(' + (this.checked ? 10 : 100) + ')')\">";
    let mut session = played(elements, "function unused() { cdy.evokeCS('add(1000)'); }");
    operate(&mut session, 0, [ControlInput::Press]);
    assert_eq!(number(&session, "n"), 1.0);
    for checked in [true, false, true] {
        operate(&mut session, 1, [ControlInput::Check { checked }]);
    }
    assert_eq!(number(&session, "n"), 121.0);
}

#[test]
fn timer_runs_with_the_frames_and_begins_anew_with_the_applet() {
    let script = "setInterval(() => cdy.evokeCS('add(1)'), 500);";
    let mut session = played("", script);
    assert_eq!(session.next_timer(), Some(0.5));
    for seconds in [0.4, 0.5, 0.9, 1.0, 3.0] {
        session.frame(seconds);
    }
    assert_eq!(number(&session, "n"), 3.0);
    session.rewind();
    session.frame(10.0);
    assert_eq!(
        (number(&session, "n"), session.next_timer()),
        (0.0, Some(10.5))
    );
}

#[test]
fn timer_without_evokecs_lets_the_picture_rest() {
    let elements = "<p id=out></p>";
    let script = "let k = 0; setInterval(() => {
            k += 1; out.textContent = k; cdy.evalcs('seen = ' + k);
            if (k === 20) cdy.evokeCS('draws = 0');
        }, 100);";
    let page = page(&format!("{elements}<script>{script}</script>"));
    let page = page.replace(
        "drawn = n;",
        "drawn = n; draws = draws + 1; println(draws);",
    );
    let page = page.replace("n = 0;", "n = 0; draws = 0;");
    let mut session = Session::new(source(&page), CANVAS, services(), 1, 0.0);
    let mut printed = Vec::new();
    for frame in 0..100 {
        let frame = session.frame(f64::from(frame) / 60.0);
        printed.extend(frame.output.into_iter().map(|output| output.text));
        assert_eq!(frame.errors, []);
    }
    assert_eq!(printed, ["1\n"]);
    assert_eq!(number(&session, "seen"), 16.0);
    assert_eq!(rows(&session)[0].1, "16");
    // An update that the script asks for, and no other.
    for frame in 100..200 {
        session.frame(f64::from(frame) / 60.0);
    }
    assert_eq!(number(&session, "draws"), 1.0);
    // Anything else draws as before.
    session.input(UserEvent::PointerMoved([50.0, 50.0]));
    session.set_canvas(CANVAS);
    session.frame(4.0);
    assert_eq!(number(&session, "draws"), 2.0);
}

#[test]
fn text_with_a_syntax_error_is_an_error_as_in_a_script() {
    let mut session = played("", "setTimeout(() => cdy.evokeCS('foo('), 10);");
    let errors = session.frame(0.1).errors;
    assert!(errors[0].fatal, "{errors:?}");
    assert!(errors[0].message.contains("never closed"), "{errors:?}");
}

#[test]
fn text_that_a_script_writes_is_shown() {
    let script = "const show = () => out.textContent = 'n = ' + cdy.evalcs('n').value.real;
        b.onclick = () => { cdy.evokeCS('add(3)'); show(); b.innerHTML = 'again'; };";
    let mut session = played("<button id=b>go</button><p id=out></p>", script);
    operate(&mut session, 0, [ControlInput::Press]);
    let controls = session.page_controls();
    assert_eq!(controls[0].label, "again");
    assert_eq!(
        (&controls[1].kind, &*controls[1].value),
        (&PageControlKind::Output, "n = 3")
    );
}

#[test]
fn error_of_javascript_has_its_place_after_an_edit_above_it() {
    let rest =
        "<button onclick='absent()'>b</button><script>function f() { cdy.evokeCS('1'); }</script>";
    let before = page(rest);
    let mut session = Session::new(source(&before), CANVAS, services(), 1, 0.0);
    let after = before.replace("drawn = n;", "// a comment\n\n drawn = n;");
    session.load(source(&after));
    session.input(UserEvent::Operated(0, ControlInput::Press));
    let errors = session.frame(0.1).errors;
    let place = errors[0]
        .range
        .map(|range| &after[usize::from(range.start())..][..8]);
    assert_eq!(place, Some("absent()"), "{errors:?}");
}

#[test]
fn operation_is_done_again_after_an_edit_of_the_script() {
    let script = |by: u32| {
        page(&format!(
            "<button id=b>b</button><script>b.onclick = () => cdy.evokeCS('add({by})')</script>"
        ))
    };
    let mut session = Session::new(source(&script(2)), CANVAS, services(), 1, 0.0);
    operate(&mut session, 0, [ControlInput::Press]);
    operate(&mut session, 0, [ControlInput::Press]);
    session.load(source(&script(5)));
    session.frame(1.0);
    assert_eq!(number(&session, "n"), 10.0);
}

#[test]
fn animation_is_as_the_page_makes_it_unless_the_user_has() {
    let elements = "<button id=b>stop</button>";
    let script = "cdy.play(); b.onclick = () => cdy.stop();";
    let mut session = played(elements, script);
    assert!(session.is_playing());
    operate(&mut session, 0, [ControlInput::Press]);
    assert!(!session.is_playing());
    session.rewind();
    assert!(!session.is_playing());
}

#[test]
fn endless_script_is_stopped_and_the_rest_works() {
    let mut session = played(
        "<button id=b>b</button>",
        "b.onclick = () => { for (;;) {} };
        b.addEventListener('mousedown', () => cdy.evokeCS('add(1)'));",
    );
    session.input(UserEvent::Operated(0, ControlInput::Press));
    let errors = session.frame(0.1).errors;
    assert_eq!(errors[0].message, "stopped: this JavaScript takes too long");
    session.input(UserEvent::Operated(0, ControlInput::Press));
    session.frame(0.2);
    assert_eq!(number(&session, "n"), 2.0);
}

#[test]
fn wheel_and_keys_over_the_picture_reach_listeners() {
    let script = "addEventListener('wheel', it => cdy.evokeCS(`add(${Math.sign(it.deltaY)})`));
        document.getElementById('c').addEventListener('keypress', it => cdy.evokeCS(`s = \"${it.key}\"`));";
    let mut session = played("", script);
    assert!(session.listens_to_keys());
    let view = session.view();
    session.input(UserEvent::Zoom(0.5));
    assert_eq!((number(&session, "n"), session.view()), (1.0, view));
    session.input(UserEvent::KeyPressed(Key {
        name: "a".to_owned(),
        typed: Some(97),
        ..Key::default()
    }));
    session.frame(0.1);
    let value = session.interpreter.variable("s").map(ToString::to_string);
    assert_eq!(value.as_deref(), Some("a"));
}

#[test]
fn endless_output_of_a_page_is_cut() {
    let script =
        "cdy.evokeCS('m = 0'); b.onclick = () => { for (;;) console.log('x'.repeat(1e5)); };
        a.onclick = () => { for (let k = 0; k < 500; k++) setTimeout(() => { throw k; }); };";
    let mut session = played("<button id=a>a</button><button id=b>b</button>", script);
    session.input(UserEvent::Operated(1, ControlInput::Press));
    let output = session.frame(0.1).output;
    let bytes: usize = output.iter().map(|line| line.text.len()).sum();
    assert!((1_000..20_000_000).contains(&bytes), "{bytes}");
    session.input(UserEvent::Operated(0, ControlInput::Press));
    let errors = session.frame(0.2).errors.len() + session.frame(0.3).errors.len();
    assert!((50..500).contains(&errors), "{errors}");
}

#[test]
fn values_that_json_has_not_reach_the_page() {
    let script = "const x = cdy.evalcs('[exp(1000), -exp(1000), 2 + 3*i]').value;
        b.textContent = x.map(it => it.value.real + 1).join() + x[2].value.imag;
        d.textContent = cdy.evalcs('1..8000000').ctype;";
    let session = played("<p id=b></p><p id=d></p>", script);
    let texts: Vec<String> = rows(&session).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["Infinity,-Infinity,33", "undefined"]);
}

#[test]
fn slider_that_a_script_makes_has_its_range() {
    let script = "const s = document.createElement('input');
        Object.assign(s, { type: 'range', max: 1000, value: 1 });
        document.body.appendChild(s); s.oninput = () => cdy.evokeCS(`add(${s.value})`);";
    let mut session = played("", script);
    operate(&mut session, 0, set("500"));
    assert_eq!(number(&session, "drawn"), 500.0);
}

/// A page whose draw script runs once more code.
fn giving(draw: &str, script: &str) -> Session {
    let page = APPLET.replace("drawn = n;", draw);
    let page = format!("{page}\n<p id=p></p><script>{script}</script>");
    Session::new(source(&page), CANVAS, services(), 1, 0.0)
}

#[test]
fn javascript_of_a_script_runs_in_the_page() {
    let draw = "if(n < 3, javascript(\"grow(this)\")); drawn = n;";
    let script = "const grow = (applet) => { applet.evokeCS('add(1)'); p.textContent += '!'; };";
    let mut session = giving(draw, script);
    for seconds in [0.0, 0.1, 0.2, 0.3, 0.4] {
        assert_eq!(session.frame(seconds).errors, []);
    }
    assert_eq!(number(&session, "drawn"), 3.0);
    assert_eq!(rows(&session)[0].1, "!!!");
}

#[test]
fn javascript_of_a_script_prints_where_the_page_does() {
    let mut session = giving("javascript(\"console.log(1 + 2)\");", "");
    assert_eq!(session.frame(0.0).output[0].text, "3\n");
}

#[test]
fn error_in_javascript_of_a_script_has_the_place_of_the_call() {
    let mut session = giving("javascript(\"nothing()\");", "");
    let text = session.source().document.text().to_owned();
    let errors = session.frame(0.0).errors;
    let [error] = &errors[..] else {
        panic!("{errors:?}")
    };
    assert!(error.message.contains("nothing"), "{}", error.message);
    let range = error.range.expect("a place");
    assert!(text[range].starts_with("javascript("), "{}", &text[range]);
}

#[test]
fn javascript_plays_and_pauses_the_applet() {
    let mut session = giving("if(n == 0, n = 1; javascript(\"cdy.play()\"));", "");
    session.frame(0.0);
    assert!(session.is_playing());
}

#[test]
fn endless_javascript_of_a_script_ends() {
    let mut session = giving("javascript(\"for (;;);\"); drawn = 7;", "");
    let frame = session.frame(0.0);
    assert_eq!(number(&session, "drawn"), 7.0);
    assert_eq!(frame.errors.len(), 1);
}

#[test]
fn most_calls_of_javascript_between_two_frames_are_100() {
    let draw = "n = 0; repeat(1000, javascript(\"cdy.evokeCS('add(1)')\"));";
    let mut session = giving(draw, "");
    let errors = session.frame(0.0).errors;
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(number(&session, "n"), 100.0);
}

#[test]
fn calls_of_javascript_share_the_time_of_a_frame() {
    let draw = "repeat(4, javascript(\"const end = Date.now(); for (let k = 0; k < 3e7; k++);\")); \
                javascript(\"for (;;);\"); javascript(\"cdy.evokeCS('n = 7')\");";
    let mut session = giving(draw, "");
    let errors = session.frame(0.0).errors;
    let last = errors.last().expect("an error");
    assert!(last.message.starts_with("not run"), "{errors:?}");
    assert_eq!(number(&session, "n"), 0.0);
}

#[test]
fn javascript_that_no_engine_runs_is_reported() {
    let page = APPLET.replace("drawn = n;", "s = \"1\"; parse(\"javascript(s)\");");
    let mut session = Session::new(source(&page), CANVAS, services(), 1, 0.0);
    let errors = session.frame(0.0).errors;
    assert!(errors[0].message.starts_with("not run"), "{errors:?}");
}
