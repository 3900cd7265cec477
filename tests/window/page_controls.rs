//! Controls of the page, operated in the window.

use cindyscript_tests::picture::Picture;

use super::{Opened, has_screen};

const PAGE: &str = r#"<!DOCTYPE html><canvas id="c"></canvas>
<button onclick="cdy.evokeCS('colour = [0, 0, 1]')">Blue</button>
<label for="size">Size</label>
<input id="size" type="range" min="0" max="10" value="2" oninput="cdy.evokeCS('size = ' + this.value)">
<script id="csinit" type="text/x-cindyscript">size = 2; colour = [1, 0, 0];</script>
<script id="csdraw" type="text/x-cindyscript">fillcircle([-5, 0], size/2, color -> colour);</script>
<script>var cdy = CindyJS({scripts: "cs*",
  ports: [{id: "c", width: 500, height: 500, transform: [{visibleRect: [-10, 10, 10, -10]}]}]});</script>"#;

/// The middle of the disc.
const MIDDLE: (usize, usize) = (125, 250);
/// The button of the page, in the panel beside the picture.
const BUTTON: (u32, u32) = (551, 54);
/// A place without letters in the panel, which is darker than what is behind it.
const PANEL: (usize, usize) = (740, 54);
/// The slider below it, near its right end.
const SLIDER: (u32, u32) = (681, 81);

#[test]
fn button_and_slider_of_the_page_change_the_picture() {
    if !has_screen() {
        return;
    }
    let mut opened = Opened::new("page-controls", PAGE);
    opened.picture_when("a red disc", |now| {
        now.pixel(MIDDLE.0, MIDDLE.1) == [255, 0, 0]
    });
    opened.picture_when("the panel", |now| now.pixel(576, 30)[0] < 100);
    opened.display.drag(&opened.window, BUTTON, BUTTON).unwrap();
    opened.picture_when("a blue disc", |now| {
        now.pixel(MIDDLE.0, MIDDLE.1) == [0, 0, 255]
    });
    opened.display.drag(&opened.window, SLIDER, SLIDER).unwrap();
    opened.picture_when("a larger disc", |now| {
        now.pixel(MIDDLE.0, MIDDLE.1 - 80) == [0, 0, 255]
    });

    // An edit of the text keeps the values.
    opened.editor.replace("[-5, 0]", "[-5, 1]").unwrap();
    opened.editor.receipt(2).unwrap();
    opened.picture_when("the disc, moved", |now| {
        now.pixel(MIDDLE.0, MIDDLE.1 - 105) == [0, 0, 255]
    });

    // Once the user has closed the panel, an edit leaves it closed.
    let is_closed = |now: &Picture| now.pixel(PANEL.0, PANEL.1)[0] > 30;
    opened.display.key(&opened.window, "j").unwrap();
    opened.picture_when("no panel", is_closed);
    opened.editor.replace("[-5, 1]", "[-5, 2]").unwrap();
    opened.editor.receipt(3).unwrap();
    opened.picture_when("no panel after an edit", is_closed);
}
