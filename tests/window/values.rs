//! What the preview sees flows back to the editor: values in hovers and hints, and types that are
//! not what the text says, in either direction.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Opened, PATIENCE, has_screen};

/// When the mouse is pressed, `a` becomes real, which only a text in the text says, and the root
/// complex, which it may be from the beginning.
const SCRIPT: &str = "// %% init\na = 1;\ns = 4;\nn = 0;\n// %% mousedown\nparse(\"a = a + 0.37\");\n\
                      s = -4; n = n + 1;\n// %% draw\ncolorplot(re(sqrt(s)*#.x)/a + n/99);\n";

impl Opened {
    /// The last line of the code at the top of the hover at a text.
    fn type_of(&mut self, at: &str) -> String {
        let hover = self.editor.hover(at).unwrap();
        let text = hover["contents"]["value"].as_str().unwrap_or_default();
        let code = text.split("\n```").next().unwrap_or_default();
        code.lines().last().unwrap_or_default().to_owned()
    }

    fn has_type(&mut self, at: &str, ty: &str) {
        let end = Instant::now() + PATIENCE;
        loop {
            let found = self.type_of(at);
            if found == ty {
                return;
            }
            assert!(Instant::now() < end, "`{at}` is {found}, not {ty}");
            sleep(Duration::from_millis(50));
        }
    }

    /// All values in the text, each behind what it is the value of.
    fn values(&mut self) -> Vec<(String, String)> {
        let lines = self.editor.text().lines().count();
        let all = json!({"range": {
            "start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0},
        }});
        let hints = self.editor.ask("textDocument/inlayHint", all).unwrap();
        let lines: Vec<&str> = self.editor.text().lines().collect();
        let hints = hints.as_array().unwrap().iter().map(|hint| {
            let place = &hint["position"];
            let line = lines[place["line"].as_u64().unwrap() as usize];
            let before = &line[..place["character"].as_u64().unwrap() as usize];
            // A space keeps it apart from the text.
            let label = hint["label"].as_str().unwrap_or_default().trim_start();
            (before.to_owned(), label.to_owned())
        });
        hints.filter(|(_, label)| label.starts_with('=')).collect()
    }
}

/// Whether just these are said.
fn are(codes: &[&str]) -> impl Fn(&Value) -> bool {
    move |params| {
        let found = params["diagnostics"].as_array().into_iter().flatten();
        let found: Vec<&str> = found.filter_map(|found| found["code"].as_str()).collect();
        found == codes
    }
}

#[test]
fn values_and_contradictions_flow_back() {
    if !has_screen() {
        return;
    }
    let settings = json!({"inlayHints": {"variables": false, "colorplots": false, "values": true}});
    let mut opened = Opened::with_settings("values", SCRIPT, &settings);
    assert_eq!(opened.editor.diagnostics(1).unwrap(), json!([]));
    opened.told("a root that was always real", are(&["never-complex"]));
    opened.has_type("a = 1", "a: int = 1");
    opened.has_type("sqrt(s)", "sqrt(s): complex = 2");

    opened
        .display
        .drag(&opened.window, (100, 100), (101, 101))
        .unwrap();
    // A type that the text does not explain; that the root is complex is what it says.
    opened.told("a type", are(&["observed-type"]));
    opened.has_type("a = 1", "a: int = 1.37");
    opened.has_type("s = 4", "s: int = -4");
    let value = |before: &str, label: &str| (before.to_owned(), label.to_owned());
    assert_eq!(
        opened.values(),
        [
            value("a = 1", "= 1.37"),
            value("s = 4", "= -4"),
            value("n = 0", "= 1")
        ]
    );

    // Other values of the same types are shown, and nothing is said again.
    opened
        .display
        .drag(&opened.window, (200, 100), (201, 101))
        .unwrap();
    opened.has_type("a = 1", "a: int = 1.74");
    let said = "textDocument/publishDiagnostics";
    let again = opened.editor.wait(said, Duration::from_secs(1), |_| true);
    assert!(again.is_err(), "said again: {again:?}");

    // What has no preview has no values.
    opened.editor.execute("cindyscript.preview.close").unwrap();
    opened.told("nothing", are(&[]));
    opened.has_type("a = 1", "a: int");
    assert_eq!(opened.values(), []);
}

const MOVING: &str = r#"<canvas id="c"></canvas>
<script id="csdraw" type="text/x-cindyscript">t = sin(9 * seconds()); z = t + i; c = 7;
  l = [1, 5, 2, 8]; draw((t, 0));</script>
<script>CindyJS({scripts: "cs*", animation: {autoplay: true},
  ports: [{id: "c", width: 200, height: 200}]});</script>"#;

#[test]
fn hovers_show_how_values_have_moved() {
    if !has_screen() {
        return;
    }
    let mut opened = Opened::new("moving", MOVING);
    let mut said = |at: &str| {
        let hover = opened.editor.hover(at).unwrap();
        hover["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    // The first values that come may all be near their highest, where the sine turns.
    let end = Instant::now() + PATIENCE;
    let is_wave = |curve: &str| curve.contains('█') && curve.contains(['▁', '▂', '▃', '▄']);
    loop {
        let now = said("t = sin");
        if now.contains("in the last 20 s") && now.lines().any(is_wave) {
            break;
        }
        assert!(Instant::now() < end, "{now}");
        sleep(Duration::from_millis(200));
    }
    assert!(said("z = t").contains(" re\n"), "{}", said("z = t"));
    assert!(said("l = [").contains("▁▅▂█"), "{}", said("l = ["));
    assert!(!said("c = 7").contains("```text"), "{}", said("c = 7"));
}
