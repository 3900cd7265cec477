//! A debugger that is attached to the preview: scripts stop while the picture stays, and go on after it has
//! gone.

use std::time::Instant;

use cindyscript_protocol::{Copied, FromPreview, TabEvent, TabNotice, ToPreview};
use serde_json::{Value as Json, json};

use crate::tab::Tab;
use crate::{PATIENCE, SIZE, is_near};

/// Each frame counts; the colour tells odd numbers from even ones.
const COUNTING: &str = r#"<script id="csinit" type="text/x-cindyscript">n = 0;</script>
<script id="csdraw" type="text/x-cindyscript">
n = n + 1;
v = mod(n, 2);
w = 1;
colorplot(
  x = v + |#| * 0;
  [x, 0.5, 1]
);
</script><div id="CSCanvas"></div><script>
CindyJS({scripts: "cs*", animation: {autoplay: true}, ports: [{id: "CSCanvas"}]});
</script>"#;
/// The same without an animation: nothing runs after the first picture.
fn at_rest() -> String {
    COUNTING.replace("animation: {autoplay: true}, ", "")
}

/// The line of `n = n + 1`.
const LINE: u32 = 3;
/// A line of the colorplot.
const PLOT: u32 = 7;

/// A client of the Debug Adapter Protocol that uses the preview in a tab.
pub(crate) struct Client {
    pub(crate) tab: Tab,
    sent: i64,
    /// Events that were not waited for.
    events: Vec<Json>,
}

impl Client {
    /// Waits for the first pictures.
    fn new(text: &str) -> Client {
        let mut client = Client::sized(text, SIZE);
        client.tab.until(|[_, g, _]| is_near(g, 128));
        client
    }

    /// Shows a picture of a size.
    pub(crate) fn sized(text: &str, size: [u32; 2]) -> Client {
        let mut tab = Tab::new(text);
        tab.look(size);
        Client {
            tab,
            sent: 0,
            events: Vec::new(),
        }
    }

    /// The next message of the adapter; the tab shows pictures meanwhile.
    fn message(&mut self) -> Json {
        let end = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < end, "the adapter is silent");
            match self.tab.message(PATIENCE) {
                Some(FromPreview::Debug { content }) => return content,
                Some(FromPreview::Picture(picture)) => self.tab.show(&picture),
                _ => {}
            }
        }
    }

    fn send(&mut self, command: &str, arguments: Json) {
        self.sent += 1;
        let seq = self.sent;
        let content =
            json!({"seq": seq, "type": "request", "command": command, "arguments": arguments});
        self.tab.send(&ToPreview::Debug { content });
    }

    /// The response to a request.
    fn response(&mut self, command: &str, arguments: Json) -> Json {
        self.send(command, arguments);
        loop {
            let message = self.message();
            match message["type"].as_str() {
                Some("response") => {
                    assert_eq!(message["request_seq"], self.sent, "{message}");
                    return message;
                }
                _ => self.events.push(message),
            }
        }
    }

    /// The body of the response to a request that succeeds.
    pub(crate) fn ask(&mut self, command: &str, arguments: Json) -> Json {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], true, "{response}");
        response["body"].clone()
    }

    /// The body of the next event of a name.
    pub(crate) fn event(&mut self, name: &str) -> Json {
        if let Some(at) = self.events.iter().position(|it| it["event"] == name) {
            let event = self.events.remove(at);
            self.events.drain(..at);
            return event["body"].clone();
        }
        self.events.clear();
        loop {
            let message = self.message();
            if message["event"] == name {
                return message["body"].clone();
            }
        }
    }

    pub(crate) fn attach(&mut self, arguments: Json, lines: &[u32]) {
        self.ask("initialize", json!({"adapterID": "cindyscript"}));
        let mut all = json!({"program": "/tmp/a.html"});
        for (name, value) in arguments.as_object().unwrap() {
            all[name] = value.clone();
        }
        self.ask("attach", all);
        self.event("initialized");
        self.set_breakpoints(lines);
        self.ask("configurationDone", json!({}));
    }

    fn set_breakpoints(&mut self, lines: &[u32]) {
        let breakpoints: Vec<Json> = lines.iter().map(|line| json!({"line": line})).collect();
        let arguments = json!({"source": {"path": "/tmp/a.html"}, "breakpoints": breakpoints});
        let set = self.ask("setBreakpoints", arguments);
        let mut set = set["breakpoints"].as_array().unwrap().iter();
        assert!(
            set.all(|breakpoint| breakpoint["verified"] == true),
            "{set:?}"
        );
    }

    pub(crate) fn value(&mut self, expression: &str) -> String {
        let arguments = json!({"expression": expression, "frameId": 1});
        let body = self.ask("evaluate", arguments);
        body["result"].as_str().unwrap().to_owned()
    }

    fn count(&mut self) -> u64 {
        self.value("n").parse().unwrap()
    }

    fn go_on(&mut self) {
        self.ask("continue", json!({"threadId": 1}));
    }

    /// Points at a place, and has the preview send the pixel there.
    fn pixel_at(&mut self, at: [f64; 2]) -> [f64; 2] {
        self.tab.tell(TabEvent::PointerMoved { at });
        self.tab.key("D", false);
        let end = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < end, "no pixel is sent");
            match self.tab.message(PATIENCE) {
                Some(FromPreview::DebugPixel { pixel }) => return pixel,
                Some(FromPreview::Picture(picture)) => self.tab.show(&picture),
                _ => {}
            }
        }
    }

    /// Shows pictures until there were both an odd and an even frame: the applet runs.
    fn sees_it_run(&mut self) {
        self.tab.until(|[r, ..]| is_near(r, 0));
        self.tab.until(|[r, ..]| is_near(r, 255));
        self.tab.until(|[r, ..]| is_near(r, 0));
    }
}

#[test]
fn frames_wait_while_a_script_is_stopped_and_the_picture_stays() {
    let mut client = Client::new(COUNTING);
    client.attach(json!({}), &[LINE]);
    assert_eq!(client.event("stopped")["reason"], "breakpoint");
    let count = client.count();
    let before = client.tab.shown.get_pixel(3, 3).0;
    // The window answers.
    client.tab.key("u", false);
    let copied = client.tab.hear(|notice| match notice {
        TabNotice::Copy(copied) => Some(copied),
        _ => None,
    });
    assert!(matches!(copied, Copied::Text { .. }));
    assert_eq!(client.tab.shown.get_pixel(3, 3).0, before);
    assert_eq!(client.count(), count);
    client.go_on();
    client.event("stopped");
    assert_eq!(client.count(), count + 1, "a frame was left out");
    client.set_breakpoints(&[]);
    client.go_on();
    client.sees_it_run();
}

#[test]
fn an_applet_at_rest_runs_until_a_breakpoint() {
    let mut client = Client::new(&at_rest());
    client.attach(json!({}), &[LINE]);
    assert_eq!(client.event("stopped")["reason"], "breakpoint");
    let count = client.count();
    client.go_on();
    client.set_breakpoints(&[LINE + 1]);
    client.event("stopped");
    assert!(client.count() > count);
}

#[test]
fn an_applet_at_rest_runs_for_a_pause() {
    let mut client = Client::new(&at_rest());
    client.attach(json!({}), &[]);
    client.ask("pause", json!({"threadId": 1}));
    assert_eq!(client.event("stopped")["reason"], "pause");
}

#[test]
fn an_applet_goes_on_when_the_client_disconnects_at_a_stop() {
    let mut client = Client::new(COUNTING);
    client.attach(json!({}), &[LINE]);
    client.event("stopped");
    client.ask("disconnect", json!({}));
    client.sees_it_run();
}

#[test]
fn a_client_that_attaches_again_takes_the_place_of_the_one_before() {
    let mut client = Client::new(COUNTING);
    client.attach(json!({}), &[LINE]);
    client.event("stopped");
    client.attach(json!({"stopOnEntry": true}), &[]);
    client.event("stopped");
    client.go_on();
    client.sees_it_run();
}

#[test]
fn another_program_or_a_launch_is_refused() {
    let mut client = Client::new(COUNTING);
    let other = json!({"program": "/tmp/b.html"});
    let refused = client.response("attach", other)["message"].clone();
    assert_eq!(refused, "this preview plays /tmp/a.html, not /tmp/b.html");
    let launch = client.response("launch", json!({"program": "/tmp/a.html"}));
    assert_eq!(
        launch["message"],
        "the applet plays already: use the request `attach`"
    );
    client.sees_it_run();
}

#[test]
fn a_pause_stops_an_applet_and_a_changed_variable_is_painted() {
    let mut client = Client::new(COUNTING);
    client.attach(json!({}), &[]);
    client.ask("pause", json!({"threadId": 1}));
    assert_eq!(client.event("stopped")["reason"], "pause");
    let change = json!({"expression": "n", "value": "1000", "frameId": 1});
    client.ask("setExpression", change);
    client.set_breakpoints(&[LINE]);
    client.go_on();
    client.event("stopped");
    assert!(client.count() > 1000);
}

#[test]
fn an_edited_statement_stops_again_in_the_new_text() {
    let mut client = Client::new(COUNTING);
    client.attach(json!({}), &[LINE]);
    client.event("stopped");
    let text = COUNTING
        .replace("0.5, 1]", "1, 1]")
        .replace("n = n + 1;", "n = n + 2;");
    client.tab.open(&text, 2);
    client.event("stopped");
    assert_eq!(client.count(), 0);
    client.set_breakpoints(&[]);
    client.go_on();
    client.tab.until(|[_, g, _]| is_near(g, 255));
}

#[test]
fn a_script_stops_at_the_same_statement_after_an_edit_above_it() {
    let mut client = Client::new(COUNTING);
    client.attach(json!({}), &[LINE]);
    client.event("stopped");
    client.ask("next", json!({"threadId": 1}));
    client.event("stopped");
    let text = COUNTING.replace("n = n + 1;", "\n\nn = n + 2;");
    client.tab.open(&text, 2);
    let moved = client.event("breakpoint");
    assert_eq!(moved["breakpoint"]["line"], LINE + 2);
    client.event("stopped");
    let frames = client.ask("stackTrace", json!({"threadId": 1}));
    assert_eq!(frames["stackFrames"][0]["line"], LINE + 3);
    assert_eq!(client.count(), 2);
    client.go_on();
    client.event("stopped");
    let frames = client.ask("stackTrace", json!({"threadId": 1}));
    assert_eq!(frames["stackFrames"][0]["line"], LINE + 2);
}

/// A loop that calls a function twice in each round, and one at each pixel.
const LOOPING: &str = r#"<script id="csdraw" type="text/x-cindyscript">
f(x) := (
  y = x + 1;
);
repeat(20, i,
  s = f(i) + f(-i);
);
colorplot(
  z = 0;
  repeat(20, k,
    z = z + k;
  );
  [0.2, 0.5, z / 1000]
);
</script><div id="CSCanvas"></div><script>
CindyJS({scripts: "cs*", animation: {autoplay: true}, ports: [{id: "CSCanvas"}]});
</script>"#;

impl Client {
    /// Stops in the second call of round 17, and edits the text: the round and the argument after that.
    fn second_call_after(&mut self, edited: &str) -> String {
        self.attach(json!({}), &[]);
        let condition = json!({"line": 3, "hitCondition": "34"});
        let source = json!({"path": "/tmp/a.html"});
        let arguments = json!({"source": source, "breakpoints": [condition]});
        self.ask("setBreakpoints", arguments);
        self.event("stopped");
        assert_eq!(self.value("[i, x]"), "[17, -17]");
        self.set_breakpoints(&[]);
        self.tab.open(edited, 2);
        self.event("stopped");
        self.value("[i, x]")
    }
}

#[test]
fn script_stops_in_the_same_round_and_call_after_an_edit() {
    let mut client = Client::new(LOOPING);
    let edited = LOOPING.replace("f(x) := (\n", "f(x) := (\n\n  q = 5;\n");
    assert_eq!(client.second_call_after(&edited), "[17, -17]");
    assert_eq!(client.value("q"), "5");
}

#[test]
fn script_stops_in_the_last_round_if_an_edit_takes_its_round_away() {
    let mut client = Client::new(LOOPING);
    let edited = LOOPING.replace("repeat(20, i", "repeat(9, i");
    assert_eq!(client.second_call_after(&edited), "[9, -9]");
}

#[test]
fn pixel_stops_in_the_same_round_after_an_edit() {
    let mut client = Client::new(LOOPING);
    client.attach(json!({"pixel": [60.0, 40.0]}), &[11]);
    client.event("stopped");
    client.go_on();
    client.event("stopped");
    client.ask("goToRound", json!({"frameId": 1, "round": 13}));
    client.event("stopped");
    assert_eq!(client.value("[k, z]"), "[13, 78]");
    client
        .tab
        .open(&LOOPING.replace("z = 0;", "\n  z = 1000;"), 2);
    client.event("stopped");
    assert_eq!(client.value("[k, z]"), "[13, 1078]");
}

#[test]
fn an_applet_goes_on_where_an_edit_deletes_the_statement_of_the_stop() {
    let mut client = Client::new(COUNTING);
    client.attach(json!({}), &[LINE + 2]);
    client.event("stopped");
    client.set_breakpoints(&[]);
    client.tab.open(&COUNTING.replace("w = 1;\n", ""), 2);
    client.event("continued");
    client.sees_it_run();
}

/// Presses and releases count.
const PRESSED: &str = r#"<script id="csinit" type="text/x-cindyscript">d = 0; u = 0;</script>
<script id="csmousedown" type="text/x-cindyscript">
d = d + 1;
</script><script id="csmouseup" type="text/x-cindyscript">
u = u + 1;
</script><script id="csdraw" type="text/x-cindyscript">
colorplot([|#| * 0, 0.5, 1]);
</script><div id="CSCanvas"></div><script>
CindyJS({scripts: "cs*", ports: [{id: "CSCanvas"}]});
</script>"#;

#[test]
fn a_button_that_is_released_at_a_stop_is_released_afterwards() {
    let mut client = Client::new(PRESSED);
    let (down, up) = (3, 5);
    client.attach(json!({}), &[down, up]);
    client.tab.tell(TabEvent::PointerMoved { at: [30.0, 20.0] });
    client.tab.press(false);
    client.event("stopped");
    client.tab.tell(TabEvent::PointerReleased);
    // A click is not for an applet that is stopped.
    client.tab.press(false);
    client.tab.tell(TabEvent::PointerReleased);
    client.go_on();
    client.event("stopped");
    let frames = client.ask("stackTrace", json!({"threadId": 1}));
    assert_eq!(frames["stackFrames"][0]["name"], "mouseup");
    client.go_on();
    client.tab.press(false);
    client.event("stopped");
    assert_eq!(
        (client.value("d"), client.value("u")),
        ("1".into(), "1".into())
    );
}

#[test]
fn a_pixel_is_debugged_in_the_picture_that_is_shown() {
    let mut client = Client::new(COUNTING);
    client.attach(json!({"pixel": [60.0, 40.0]}), &[PLOT]);
    client.event("stopped");
    let frames = client.ask("stackTrace", json!({"threadId": 1}));
    assert_eq!(frames["stackFrames"][0]["name"], "colorplot");
    let before = client.value("v");
    client.ask("next", json!({"threadId": 1}));
    client.event("stopped");
    assert_eq!(client.value("x"), before);
    client.go_on();
    client.event("terminated");
    client.ask("disconnect", json!({}));
    client.sees_it_run();
}

/// The right half is painted by the second colorplot, over the first.
const TWO_PLOTS: &str = r#"<script id="csdraw" type="text/x-cindyscript">
colorplot(
  a = [0 * |#|, 0.5, 0];
  a
);
colorplot(
  b = [0 * |#|, 0.5, 1];
  b,
[0, -4], [6, 4]);
</script><div id="CSCanvas"></div><script>
CindyJS({scripts: "cs*", ports: [{id: "CSCanvas", transform: [{visibleRect: [-6, 4, 6, -4]}]}]});
</script>"#;

#[test]
fn colorplot_in_a_line_is_debugged_at_the_pointer_or_in_its_middle() {
    let (first, second) = (2, 6);
    let mut client = Client::new(TWO_PLOTS);
    let mut place = |pointer: [f64; 2], line: u32| {
        // The pointer and the debugger have ways of their own.
        client.pixel_at(pointer);
        client.attach(json!({"colorplot": line}), &[]);
        client.event("stopped");
        let frames = client.ask("stackTrace", json!({"threadId": 1}));
        assert_eq!(frames["stackFrames"][0]["line"], line + 1);
        client.value("#")
    };
    // The first one lies behind the second there.
    assert_eq!(place([90.5, 40.5], first), "[3.05, -0.05]");
    assert_eq!(place([90.5, 40.5], second), "[3.05, -0.05]");
    assert_eq!(place([20.5, 40.5], first), "[-3.95, -0.05]");
    assert_eq!(place([20.5, 40.5], second), "[3.05, -0.05]");
    client.attach(json!({"colorplot": 4}), &[]);
    let said = client.event("output")["output"].clone();
    let expected = "the picture shows no colorplot that begins in line 4\n";
    assert_eq!(said, expected);
}

#[test]
fn a_pixel_stops_at_the_same_statement_after_an_edit() {
    let mut client = Client::new(COUNTING);
    client.attach(json!({"pixel": [60.0, 40.0]}), &[]);
    client.event("stopped");
    client.ask("next", json!({"threadId": 1}));
    client.event("stopped");
    let text = COUNTING.replace("  x = v", "\n  x = 7 + v * 0");
    client.tab.open(&text, 2);
    client.event("stopped");
    let frames = client.ask("stackTrace", json!({"threadId": 1}));
    assert_eq!(frames["stackFrames"][0]["line"], PLOT + 2);
    assert_eq!(client.value("x"), "7");
    client.go_on();
    client.event("terminated");
}

#[test]
fn a_pixel_under_the_pointer_is_sent_to_the_editor() {
    let mut client = Client::new(COUNTING);
    assert_eq!(client.pixel_at([30.0, 20.0]), [30.0, 20.0]);
}

#[test]
fn an_earlier_frame_is_shown_until_the_debugger_leaves_it() {
    let mut client = Client::new(COUNTING);
    client.attach(json!({}), &[LINE]);
    client.event("stopped");
    for _ in 0..4 {
        client.go_on();
        client.event("stopped");
    }
    // The frame that is stopped is not painted: the picture is the one before.
    let newest = client.count();
    let red = |number: u64| 255 * u8::from(number % 2 == 1);
    client.tab.until(|[r, ..]| is_near(r, red(newest)));
    let mut go = |command: &str, count: u64, shown: u64| {
        client.ask(command, json!({"threadId": 1}));
        client.event("stopped");
        assert_eq!(client.count(), count);
        client.tab.until(|[r, ..]| is_near(r, red(shown)));
    };
    go("reverseContinue", newest - 1, newest);
    go("reverseContinue", newest - 2, newest - 1);
    go("reverseContinue", newest - 3, newest - 2);
    go("continue", newest - 2, newest - 1);
    go("continue", newest - 1, newest);
    go("reverseContinue", newest - 2, newest - 1);
    client.set_breakpoints(&[LINE + 1]);
    client.go_on();
    client.event("stopped");
    client.set_breakpoints(&[]);
    client.go_on();
    client.sees_it_run();
}
