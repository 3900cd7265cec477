use expect_test::{Expect, expect};

use super::MAX_CONTROLS;
use crate::snapshot::shown;

const CALL: &str =
    "<canvas id=c></canvas><script>var cdy = CindyJS({ports: [{id: 'c'}]});</script>";

fn check(markup: &str, expected: Expect) {
    let text = format!("{CALL}\n{markup}");
    let page = crate::parse_file("a.html", &text);
    let found = shown(&text, &page);
    let found = found.lines().skip(2);
    let found = found.map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line)));
    expected.assert_eq(&found.collect::<String>());
}

#[test]
fn control_of_each_kind_is_read() {
    check(
        r##"<button onclick="cdy.evokeCS('go()')">Go <b>on</b></button>
<input type="button" value="Faster" onclick="cdy.evokeCS('v = 2*v;'); cdy.play()">
<label for=s>Size:</label><input id=s type=range min=0 max=1 step=0.1 oninput="cdy.evokeCS('s = ' + this.value)">
<input type=checkbox onclick="cdy.evokeCS('axes = ' + this.checked + ';')" checked> Show &amp; label<br>
<label><input type=radio name=m value=3 onchange="cdy.evokeCS(`m = ${this.value};`)"> three</label>
Count: <input type=number value=4 max=9 onchange="cdy.evokeCS('n = ' + Number(this.value))">
<input type=color onchange='cdy.evokeCS("col(\"" + this.value + "\")")'>
<select onchange="cdy.evokeCS(this.value)"><option value="a()">A</option><option selected>b()</option></select>
<textarea oninput="cdy.evalcs(this.value)">x = 1</textarea>
<a href="#" onclick="cdy.stop(); return false">stop</a>"##,
        expect![[r##"
              "button 1" 2:1 "Go on" Button "" false
                Press: 2:31 "go()"
              "button 2" 3:1 "Faster" Button "Faster" false
                Press: 3:59 "v = 2*v;" Play
              "s" 4:27 "Size" Range(NumberRange { min: Some(0.0), max: Some(1.0), step: Some(0.1) }) "0.5" false
                Input: 4:93 "s = 0.5"
              "checkbox 1" 5:1 "Show & label" Checkbox "on" true
                Press: 5:44 "axes = true;"
              "radio 1" 6:8 "three" Radio("m") "3" false
                Change: 6:64 "m = 3;"
              "number 1" 7:8 "Count" Number(NumberRange { min: None, max: Some(9.0), step: Some(1.0) }) "4" false
                Change: 7:64 "n = 4"
              "color 1" 8:1 "" Colour "#000000" false
                Change: 8:42 "col(\"#000000\")"
              "select 1" 9:1 "" Select([ControlOption { label: "A", value: "a()" }, ControlOption { label: "b()", value: "b()" }]) "b()" false
                Change: 9:31 "b()"
              "textarea 1" 10:1 "" TextArea "x = 1" false
                Input: 10:31 "x = 1"
              "button 3" 11:1 "stop" Button "" false
                Press: Stop
        "##]],
    );
}

#[test]
fn handler_of_a_text_field_waits_for_enter() {
    check(
        r#"f(x) = <input id="inp" value="x^2" onkeypress="if((event.which ? event.which : event.keyCode)==13) { cdy.evokeCS('f(x) := (' + this.value + '); init();'); }">
<select onchange="document.getElementById('inp').value = this.value; cdy.evokeCS('f(x) := (' + this.value + '); init();');">
<option value="sin(x)">sine</option></select>
<input onkeydown="event.key === 'Enter' && cdy.evokeCS(this.value)">
<button onclick="cdy.evokeCS(document.getElementById('inp').value)">Set</button>"#,
        expect![[r#"
              "inp" 2:8 "f(x)" Text "x^2" false
                Enter: 2:115 "f(x) := (x^2); init();"
              "select 1" 3:1 "" Select([ControlOption { label: "sine", value: "sin(x)" }]) "sin(x)" false
                Change: inp = 3:58 "sin(x)" 3:83 "f(x) := (sin(x)); init();"
              "text 1" 5:1 "" Text "" false
                Enter: 5:19 ""
              "button 1" 6:1 "Set" Button "" false
                Press: 6:30 "<inp>"
        "#]],
    );
}

#[test]
fn part_of_a_handler_that_is_not_run_is_reported() {
    check(
        r#"<button onclick="alert(1); cdy.evokeCS('a'); cdy.evokeCS(code())">1</button>
<button onclick="cdy.evokeCS('a">2</button>
<button onclick="for (;;) cdy.evokeCS('a')">3</button>
<button onclick="cdy.evokeCS(1 + 2 + 'a')">4</button>
<div onscroll="cdy.evokeCS('a')"></div><button onscroll="cdy.evokeCS('a')">5</button>
<button onclick="alert(2)">6</button>"#,
        expect![[r#"
            "button 1" 2:1 "1" Button "" false
              Press: 2:41 "a"
            Hint handler-not-run 2:18: in a browser, the preview does not call functions of the page
            = there, a handler calls `evokeCS` with strings, `this.value` and `this.checked`, or `play`, `pause` and `stop`
            Hint handler-not-run 2:58: in a browser, this script is known only when the page runs
            = there, a handler calls `evokeCS` with strings, `this.value` and `this.checked`, or `play`, `pause` and `stop`
            Warning handler-not-run 3:18: this handler does not parse: Unterminated string
            Hint handler-not-run 4:18: in a browser, the preview does not run this statement of JavaScript
            = there, a handler calls `evokeCS` with strings, `this.value` and `this.checked`, or `play`, `pause` and `stop`
            Hint handler-not-run 5:30: in a browser, this script is known only when the page runs
            = there, a handler calls `evokeCS` with strings, `this.value` and `this.checked`, or `play`, `pause` and `stop`
            Hint handler-not-run 6:58: in a browser, the preview does not run `onscroll` handlers
            = there, a handler calls `evokeCS` with strings, `this.value` and `this.checked`, or `play`, `pause` and `stop`
        "#]],
    );
}

#[test]
fn handler_with_character_references_stands_where_its_attribute_does() {
    check(
        r#"<button onclick="cdy.evokeCS(&quot;a = 'b'&quot;)">1</button>"#,
        expect![[r#"
              "button 1" 2:1 "1" Button "" false
                Press: 2:18 "a = 'b'"
        "#]],
    );
}

#[test]
fn controls_of_two_applets_are_told_apart() {
    let text = "<script>var a = CindyJS({}); b = CindyJS({});</script>\
        <button onclick=\"a.evokeCS('1')\">A</button><button onclick=\"b.play(); a.play()\">both</button>\
        <button onclick=\"CindyJS.instances[1].evokeCS('2')\">B</button>";
    let page = crate::parse_file("a.html", text);
    let labels = |applet: usize| -> Vec<&str> {
        let controls = page.applets[applet].controls.iter();
        controls.map(|control| &*control.label).collect()
    };
    assert_eq!(labels(0), ["A", "both"]);
    assert_eq!(labels(1), ["both", "B"]);
}

#[test]
fn oninit_is_read() {
    let check = |call: &str, expected: Expect| {
        let text = format!("<script>{call}</script>");
        let page = crate::parse_file("a.html", &text);
        expected.assert_eq(&shown(&text, &page));
    };
    check(
        "var cdy = CindyJS({oninit: function(c) { c.evokeCS('a = 1;'); cdy.play() }});",
        expect![[r#"
            applet 1:19
              port None None None [] None
              at start: 1:61 "a = 1;" Play
        "#]],
    );
    check(
        "var settings = {oninit: () => cdy.evalcs('b')}; CindyJS({}); cdy = CindyJS(settings)",
        expect![[r#"
            applet 1:57
              port None None None [] None
            applet 1:76
              port None None None [] None
              at start: 1:51 "b"
        "#]],
    );
    check(
        "CindyJS({oninit: start}); function start() {}",
        expect![[r#"
            applet 1:9
              port None None None [] None
            Hint handler-not-run 1:26: in a browser, the preview runs `oninit` only if its function is written here
              = there, a handler calls `evokeCS` with strings, `this.value` and `this.checked`, or `play`, `pause` and `stop`
        "#]],
    );
    check(
        "CindyJS({oninit() { alert(1); console.log(2); }});",
        expect![[r#"
            applet 1:9
              port None None None [] None
            Hint handler-not-run 1:29: in a browser, the preview does not call functions of the page
              = there, a handler calls `evokeCS` with strings, `this.value` and `this.checked`, or `play`, `pause` and `stop`
            Hint handler-not-run 1:39: in a browser, the preview does not call `log`
              = there, a handler calls `evokeCS` with strings, `this.value` and `this.checked`, or `play`, `pause` and `stop`
        "#]],
    );
}

#[test]
fn more_controls_than_the_limit_are_left_out_and_reported() {
    let markup = "<button onclick=\"cdy.evokeCS('a')\">1</button>\n".repeat(10_000);
    let text = format!("{CALL}\n{markup}");
    let page = crate::parse_file("a.html", &text);
    assert_eq!(page.applets[0].controls.len(), MAX_CONTROLS);
    assert_eq!(page.problems.len(), 1, "{:?}", page.problems.first());
}

#[test]
fn slider_takes_the_nearest_value_of_its_range() {
    let values = [
        ("", "50"),
        ("min=0 max=1 step=0.1 value=0.33", "0.3"),
        ("min=0 max=1 step=any value=0.33", "0.33"),
        ("min=5 max=1", "5"),
        ("min=-1 max=1 step=0.01 value=7", "1"),
        ("min=nan step=0 value=1e999", "50"),
    ];
    for (attributes, expected) in values {
        let text = format!("{CALL}<input type=range {attributes} oninput=\"cdy.evokeCS('a')\">");
        let page = crate::parse_file("a.html", &text);
        assert_eq!(
            page.applets[0].controls[0].initial.value, expected,
            "{attributes}"
        );
    }
}

#[test]
fn script_of_a_page_stays_in_its_folder() {
    let own = ["own.js", "scripts/own.js", "./own.js", "CindyHelpers.js"];
    let elsewhere = [
        "",
        "/own.js",
        "../own.js",
        "a/../../own.js",
        "a/%2e%2e/%2e%2e/own.js",
        "a\\..\\..\\own.js",
        "https://a.org/own.js",
        "//a.org/own.js",
        "data:text/javascript,own()",
        "Cindy.js",
        "build/js/Cindy.js",
        "./Cindy3D.js",
        "./../own.js",
        "././own.js",
    ];
    assert_eq!(own.map(super::is_own_script), [true; 4]);
    assert_eq!(elsewhere.map(super::is_own_script), [false; 14]);
}
