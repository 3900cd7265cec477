//! What takes how long, as the panel and the text say it.

use std::thread::sleep;
use std::time::{Duration, Instant};

use cindyscript_tests::picture::Picture;
use serde_json::json;

use super::{Opened, PATIENCE, difference, has_screen, settled};

const SCRIPT: &str = "n = 2;\ncolorplot([|#| / 9, 0.5, n / 4]);\n";

impl Opened {
    /// What stands above the first colorplot.
    fn lens(&mut self) -> String {
        let lenses = self.editor.ask("textDocument/codeLens", json!({}));
        let title = &lenses.unwrap()[0]["command"]["title"];
        title.as_str().unwrap_or_default().to_owned()
    }

    fn lens_when(&mut self, what: &str, is_meant: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let lens = self.lens();
            if is_meant(&lens) {
                return lens;
            }
            assert!(Instant::now() < end, "{what}: {lens}");
            sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn each_colorplot_has_its_time_in_the_panel_and_in_the_text() {
    if !has_screen() {
        return;
    }
    let mut opened = Opened::new("times", SCRIPT);
    // Where no device has timestamps, nobody can tell how long its colorplots take.
    let lens = opened.lens_when("the time", |lens| lens.ends_with(" ms"));
    assert!(!lens.contains("a frame"), "{lens}");
    // It moves with the text, and another version has its own.
    opened.editor.replace("n = 2;", "n = 3;\n\n").unwrap();
    opened.lens_when("the time, further below", |lens| lens.ends_with(" ms"));

    let before = opened.picture();
    opened.display.key(&opened.window, "h").unwrap();
    let panel = opened.picture_when("the panel", |now| difference(now, &before) > 0.02);
    // Below the sentence and the graph is the row of the colorplot, which leads there.
    let row = (34, 89);
    opened.display.point(&opened.window, row).unwrap();
    sleep(Duration::from_millis(300));
    opened.display.drag(&opened.window, row, row).unwrap();
    assert!(opened.revealed().starts_with("colorplot([|#|"));
    // The details are shown on demand.
    let details = (34, 124);
    opened
        .display
        .drag(&opened.window, details, details)
        .unwrap();
    opened.picture_when("the details", |now| {
        now.size() == panel.size() && difference(now, &panel) > 0.02
    });
}

#[test]
fn where_loops_run_long_is_shown_and_the_picture_comes_back() {
    if !has_screen() {
        return;
    }
    let script = "colorplot(n = 0; while(n < 60 & n < |#| * 9, n = n + 1); [0.5, 0.6, 0.7]);";
    let opened = Opened::new("rounds", script);
    // The controls are gone, which come with the window.
    let before = settled(&opened.display, &opened.window, "the picture", |_| true);
    opened.display.key(&opened.window, "z").unwrap();
    let colours = |picture: &Picture| {
        let (width, height) = picture.size();
        let left = (width / 2).saturating_sub(180);
        [
            picture.pixel(width / 2, height / 2),
            picture.pixel(left, height / 2),
        ]
    };
    // In the middle of the world there are fewer than at the edge, in whatever direction.
    opened.picture_when("the rounds", |now| {
        let [middle, edge] = colours(now);
        difference(now, &before) > 0.5 && middle[0] < edge[0]
    });
    // Single and double precision agree everywhere, and then there is the picture again.
    opened.display.key(&opened.window, "z").unwrap();
    opened.picture_when("where precisions agree", |now| {
        colours(now).iter().all(|colour| *colour == [5, 5, 15])
    });
    opened.display.key(&opened.window, "z").unwrap();
    opened.picture_when("the picture", |now| difference(now, &before) < 0.001);
}

#[test]
fn where_rounds_cannot_be_counted_there_is_no_scale_and_a_bar_says_why() {
    if !has_screen() {
        return;
    }
    let script = "colorplot(repeat(3, k, s = text(k)); [length(s) / 4, 0.6, 0.7]);";
    let opened = Opened::new("uncounted", script);
    let before = opened.picture();
    opened.display.key(&opened.window, "z").unwrap();
    let bar = opened.picture_when("the bar", |now| difference(now, &before) > 0.005);
    // The scale ends in a light yellow.
    let (width, height) = bar.size();
    let is_yellow = |[red, green, blue]: [u8; 3]| red > 240 && green > 230 && blue < 190;
    let mut pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    assert!(!pixels.any(|(x, y)| is_yellow(bar.pixel(x, y))));
}
