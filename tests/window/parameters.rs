//! Constants of the text, set by hand in the window.

use std::time::Duration;

use cindyscript_tests::picture::Picture;

use super::colorplots::playing;
use super::{Opened, has_screen};

/// A disc around the middle, 25 pixels a unit, and a background; the constants at the edges.
const DISC: &str = "// %% init\nradius = 1.0; // 0..5 step 0.5\nday = true;\n// %% draw\n\
    colorplot(if(|#| < radius, [1, 0, 0], if(day, [1, 1, 1], [0, 0, 0.5])));\n";

/// How wide the disc is on both sides of the middle, in pixels.
fn radius(picture: &Picture) -> usize {
    let (width, height) = picture.size();
    let is_red = |x: &usize| {
        let [red, green, ..] = picture.pixel(*x, height / 2);
        red > 200 && green < 100
    };
    (0..width / 2).filter(is_red).count()
}

/// Where the first coordinate of the first point is, where there are no constants.
const FIRST_POINT: (u32, u32) = (340, 76);

/// Where the slider of the first constant is, at a part of its way.
fn slider(part: f64) -> (u32, u32) {
    ((329.0 + part * 82.0) as u32, 54)
}

#[test]
fn constants_are_dragged_and_the_editor_writes_them_once() {
    if !has_screen() {
        return;
    }
    let mut opened = Opened::new("parameters", DISC);
    opened.picture_when("a disc", |now| (20..30).contains(&radius(now)));
    opened.display.key(&opened.window, "p").unwrap();
    // The panel lies over the upper right.
    opened.picture_when("the panel", |now| now.pixel(300, 30)[0] < 100);

    // While it is held, the picture follows and the text stays.
    let held = opened
        .display
        .hold(&opened.window, slider(0.2), slider(0.8));
    held.unwrap();
    opened.picture_when("a larger disc", |now| (95..105).contains(&radius(now)));
    assert_eq!(opened.editor.text(), DISC);
    opened.display.let_go().unwrap();
    let receipt = opened.editor.receipt(2).unwrap();
    assert_eq!(receipt["structural"], false, "{receipt}");
    let written = DISC.replace("1.0;", "4.0;");
    assert_eq!(opened.editor.text(), written);

    // A switch, which is one step as well.
    opened
        .display
        .drag(&opened.window, (328, 81), (328, 81))
        .unwrap();
    opened.editor.receipt(3).unwrap();
    assert_eq!(opened.editor.text(), written.replace("true", "false"));
    opened.picture_when("the night", |now| now.pixel(20, 480)[0] < 100);
    std::thread::sleep(Duration::from_millis(500));
    let picture = opened.picture();
    assert!((95..105).contains(&radius(&picture)));
    assert_eq!(opened.editor.version(), 3);

    // What is undone in the editor is undone in the picture.
    opened.editor.replace("4.0;", "1.0;").unwrap();
    opened.editor.receipt(4).unwrap();
    opened.picture_when("the disc as before", |now| (20..30).contains(&radius(now)));
}

#[test]
fn points_that_were_dragged_are_written_with_a_key() {
    if !has_screen() {
        return;
    }
    let page = playing("draw(A);\n");
    let mut opened = Opened::new("points", &page);
    // From (3, 3), 50 pixels a unit.
    let is_point = |picture: &Picture, x, y| picture.pixel(x, y)[1] < 100;
    opened.picture_when("the point", |now| is_point(now, 400, 100));
    let (display, window) = (&opened.display, &opened.window);
    display.drag(window, (400, 100), (330, 320)).unwrap();
    opened.picture_when("the point dragged", |now| is_point(now, 330, 320));
    opened.display.key(&opened.window, "w").unwrap();
    opened.editor.receipt(2).unwrap();
    assert_eq!(
        opened.editor.text(),
        page.replace("pos: [3, 3]", "pos: [1.6, -1.4]")
    );
    opened.picture_when("the point where it was", |now| is_point(now, 330, 320));

    // With Shift it comes to the grid, whose lines are two units apart.
    let (display, window) = (&opened.display, &opened.window);
    display.shift_drag(window, (330, 320), (265, 160)).unwrap();
    opened.picture_when("the point on the grid", |now| is_point(now, 250, 150));
    // Its coordinates can be written: the first of them in the panel of what can be set.
    opened.display.key(&opened.window, "p").unwrap();
    opened.picture_when("the panel", |now| now.pixel(300, 30)[0] < 100);
    let (display, window) = (&opened.display, &opened.window);
    display.drag(window, FIRST_POINT, FIRST_POINT).unwrap();
    for name in ["ctrl+a", "minus", "3", "period", "5", "Return"] {
        opened.display.key(&opened.window, name).unwrap();
    }
    opened.picture_when("the point where it was said", |now| is_point(now, 75, 150));
    opened.display.key(&opened.window, "w").unwrap();
    opened.editor.receipt(3).unwrap();
    assert_eq!(
        opened.editor.text(),
        page.replace("pos: [3, 3]", "pos: [-3.5, 2]")
    );
}
