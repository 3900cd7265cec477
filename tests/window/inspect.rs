//! What the user looks at in the picture: the values at a pixel, and where in the text it is painted.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use cindyscript_tests::picture::Picture;

use super::{Opened, PATIENCE, above_the_bar, difference, has_screen};

const SCRIPT: &str = "// %% init\nk = 2;\n// %% draw\nf(t) := k * t;\n\
                      colorplot(a = f(#.x); [a / 9 + 0.5, 0.5, 0.25]);\n\
                      fillcircle((2, 0), k / 4);\n";

impl Opened {
    /// The text that the editor is told to show next.
    pub(super) fn revealed(&mut self) -> String {
        let told = self.editor.wait("window/showDocument", PATIENCE, |_| true);
        let told = told.unwrap();
        assert_eq!(told["takeFocus"], true);
        let [start, end] = ["start", "end"].map(|end| {
            let place = &told["selection"][end];
            let line = place["line"].as_u64().unwrap() as usize;
            let lines = self.editor.text().split_inclusive('\n').take(line);
            lines.map(str::len).sum::<usize>() + place["character"].as_u64().unwrap() as usize
        });
        self.editor.text()[start..end].to_owned()
    }

    /// The values in the text, each with the character that it stands behind.
    fn hints(&mut self) -> Vec<String> {
        let all = json!({"range": {
            "start": {"line": 4, "character": 0}, "end": {"line": 5, "character": 0},
        }});
        let hints = self.editor.ask("textDocument/inlayHint", all).unwrap();
        let hints = hints.as_array().unwrap().iter().map(|hint| {
            let place = &hint["position"]["character"];
            format!("{place}{}", hint["label"].as_str().unwrap_or_default())
        });
        let mut hints: Vec<String> = hints.collect();
        hints.sort_unstable();
        hints
    }
}

#[test]
fn the_pixel_under_the_pointer_is_told_beside_the_picture_and_in_the_text() {
    if !has_screen() {
        return;
    }
    let settings = json!({"inlayHints": {"variables": false, "colorplots": false, "values": true}});
    let mut opened = Opened::with_settings("inspect", SCRIPT, &settings);
    let window = &opened.window;
    let before = opened.picture();
    opened.display.key(window, "i").unwrap();
    opened.display.point(window, (300, 200)).unwrap();
    let panel = opened.picture_when("the panel", |now| difference(now, &before) > 0.02);
    opened.display.key(window, "k").unwrap();
    opened.picture_when("the pixel that is kept", |now| {
        difference(now, &panel) > 0.001
    });
    opened.display.point(window, (200, 300)).unwrap();
    let end = Instant::now() + PATIENCE;
    let [value, plot] = loop {
        if let Ok(hints) = <[String; 2]>::try_from(opened.hints()) {
            break hints;
        }
        assert!(Instant::now() < end, "{:?}", opened.hints());
        sleep(Duration::from_millis(50));
    };
    // Behind the assignment and behind the colorplot, of the pixel that is kept.
    assert_eq!(value, "20 = 4.04");
    assert_eq!(plot, "47 = [0.9489, 0.5, 0.25]");
    // The panel goes, and with it the values.
    opened.display.key(&opened.window, "i").unwrap();
    while !opened.hints().is_empty() {
        assert!(Instant::now() < end, "{:?}", opened.hints());
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn what_paints_is_shown_in_the_editor_and_so_is_the_first_error() {
    if !has_screen() {
        return;
    }
    let mut opened = Opened::new("reveal", SCRIPT);
    opened
        .display
        .control_click(&opened.window, (250, 250))
        .unwrap();
    assert!(opened.revealed().starts_with("colorplot(a = f"));
    // The key does the same, and what is drawn lies over that.
    opened.display.key(&opened.window, "e").unwrap();
    assert!(opened.revealed().starts_with("colorplot(a = f"));
    opened.display.point(&opened.window, (300, 250)).unwrap();
    opened.display.key(&opened.window, "e").unwrap();
    assert_eq!(opened.revealed(), "fillcircle((2, 0), k / 4)");

    let before = opened.picture();
    opened.editor.replace("k = 2;", "k = (2;").unwrap();
    opened.picture_when("the bar", |now| difference(now, &before) > 0.005);
    // With the pointer, the controls come below it.
    opened.display.point(&opened.window, (100, 100)).unwrap();
    sleep(Duration::from_millis(500));
    let at = (40, before.size().1 as u32 - 70);
    opened.display.drag(&opened.window, at, at).unwrap();
    assert!("k = (2;".contains(&opened.revealed()));
}

#[test]
fn what_is_selected_is_drawn_when_the_user_wants_it() {
    if !has_screen() {
        return;
    }
    let mut opened = Opened::new("selection", SCRIPT);
    let result = opened.picture();
    let is_result = |now: &Picture| difference(&above_the_bar(now), &above_the_bar(&result)) == 0.0;
    opened.editor.select("k * t").unwrap();
    opened.display.key(&opened.window, "x").unwrap();
    // Orange where it is positive, and blue where it is negative.
    opened.picture_when("the expression", |now| {
        let [left, right] = [now.pixel(100, 200), now.pixel(400, 200)];
        left[2] > left[0] && right[0] > right[2]
    });
    // What no colorplot computes is not drawn.
    opened.editor.select("k").unwrap();
    opened.picture_when("the picture", is_result);
    opened.editor.select("f(#.x)").unwrap();
    opened.picture_when("the call", |now| !is_result(now));
    opened.display.key(&opened.window, "x").unwrap();
    opened.picture_when("the picture again", |now| is_result(now));
    // The editor can do the same.
    opened
        .editor
        .execute("cindyscript.preview.drawSelection")
        .unwrap();
    opened.picture_when("the call again", |now| !is_result(now));
}

#[test]
fn where_the_gpu_has_something_else_it_is_told_below_what_is_exact() {
    if !has_screen() {
        return;
    }
    // An f32 holds about seven digits of what is subtracted again. What is painted is exact.
    let script = "colorplot(far = (#.x + 1e8) - 1e8; [0.5, 0.5, 0.25]);\n";
    let mut opened = Opened::new("digits", script);
    let window = &opened.window;
    opened.display.key(window, "i").unwrap();
    opened.display.point(window, (300, 200)).unwrap();
    // The colour of what is wrong.
    let is_told = |now: &Picture| {
        let (width, height) = above_the_bar(now).size();
        let mut places = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        places.any(|(x, y)| now.pixel(x, y) == [245, 130, 110])
    };
    opened.picture_when("what the GPU has", is_told);
    opened.editor.replace("1e8) - 1e8", "0.5) - 0.5").unwrap();
    opened.picture_when("what is not worth telling", |now| !is_told(now));
}

/// Two points, their line, and a script that names one of them.
const CONSTRUCTION: &str = r#"<canvas id="c"></canvas>
<script id="csdraw" type="text/x-cindyscript">d = |A.xy, B.xy|; draw((d, 0), size -> 1);</script>
<script>CindyJS({scripts: "cs*", ports: [{id: "c", width: 400, height: 400,
  transform: [{visibleRect: [-4, 4, 4, -4]}]}], geometry: [
  {name: "A", type: "Free", pos: [-2, -2]},
  {name: "B", type: "Free", pos: [2, -2]},
  {name: "g", type: "Join", args: ["A", "B"]}]});</script>"#;

#[test]
fn the_element_at_the_cursor_is_marked() {
    if !has_screen() {
        return;
    }
    let mut opened = Opened::new("mark", CONSTRUCTION);
    let plain = opened.picture();
    let is_plain = |now: &Picture| difference(now, &plain) == 0.0;
    // A point and a line have a light mark with dark edges, which covers little.
    opened.editor.select("A").unwrap();
    let point = opened.picture_when("the mark of the point", |now| !is_plain(now));
    assert!(difference(&point, &plain) < 0.01);
    opened.editor.select("type: \"Join\"").unwrap();
    let line = opened.picture_when("the mark of the line", |now| {
        !is_plain(now) && difference(now, &point) > 0.0
    });
    assert!(difference(&line, &plain) > 0.005);
    opened.editor.select("d = ").unwrap();
    opened.picture_when("the picture alone", is_plain);
}
