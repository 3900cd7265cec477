//! Views that need more digits: how precisely colorplots are computed, and what is copied of where they
//! lie.

use cindyscript_tests::lacking;
use cindyscript_tests::picture::Picture;
use serde_json::json;

use super::saving::copied;
use super::{Opened, has_screen, is_told};

/// Stripes of 50 pixels, 1e-10 wide each, about (1, 0): single precision has the same number for all.
const STRIPES: &str = r#"<canvas id="c"></canvas>
<script id="csdraw" type="text/x-cindyscript">
colorplot(gray(mod(floor((#.x - 1)*1e10), 2)));
</script>
<script>CindyJS({scripts: "cs*", geometry: [],
  ports: [{id: "c", width: 500, height: 500,
           transform: [{visibleRect: [0.9999999995, 0.0000000005, 1.0000000005, -0.0000000005]}]}]});</script>
"#;

/// Whether dark and light alternate from left to right.
fn has_stripes(picture: &Picture) -> bool {
    let lights = [25, 75, 125, 175, 225].map(|x| picture.pixel(x, 150)[0] > 128);
    lights.windows(2).all(|two| two[0] != two[1])
}

/// Whether all is alike from left to right.
fn is_plain(picture: &Picture) -> bool {
    let first = picture.pixel(25, 150);
    [75, 125, 175, 225]
        .iter()
        .all(|x| picture.pixel(*x, 150) == first)
}

#[test]
fn a_key_and_a_setting_say_how_precisely_colorplots_are_computed() {
    if !has_screen() {
        return;
    }
    let opened = Opened::new("precision", STRIPES);
    let key = || opened.display.key(&opened.window, "d").unwrap();
    opened.picture_when("what is computed as it needs", has_stripes);
    key();
    opened.picture_when("single precision", is_plain);
    key();
    opened.picture_when("double precision", has_stripes);
    drop(opened);
    let settings = json!({"preview": {"precision": "single"}});
    let opened = Opened::with_settings("precision-set", STRIPES, &settings);
    opened.picture_when("single precision from the start", is_plain);
    opened.display.key(&opened.window, "d").unwrap();
    opened.picture_when("double precision after it", has_stripes);
}

#[test]
fn the_editor_has_a_hint_where_f64_ends_as_well() {
    if !has_screen() {
        return;
    }
    let narrower = "[1, 0.0000000000000001, 1.0000000000000002, -0.0000000000000001]";
    let page = STRIPES.replace(
        "[0.9999999995, 0.0000000005, 1.0000000005, -0.0000000005]",
        narrower,
    );
    assert!(page.contains(narrower));
    let mut opened = Opened::new("hint", &page);
    opened.told("that more digits are wanted", |params| {
        is_told(
            params,
            1,
            2,
            "the pixels lie closer together than its numbers",
        )
    });
}

#[test]
fn where_the_picture_lies_is_copied() {
    if !has_screen() {
        return;
    }
    let opened = Opened::new("copied-view", STRIPES);
    opened.picture_when("the picture", has_stripes);
    for (key, start, end) in [
        ("u", "visibleRect: [0.99999999950000, ", "]"),
        ("U", "centre = [1.00000000000000, ", "zoom = 1.0;"),
    ] {
        opened.display.key(&opened.window, key).unwrap();
        let is_it = |text: &[u8]| {
            let text = String::from_utf8_lossy(text);
            text.starts_with(start) && text.ends_with(end)
        };
        let began = std::time::Instant::now();
        loop {
            match copied(&opened, "UTF8_STRING") {
                None => return lacking("the clipboard", "there is no xclip"),
                Some(text) if is_it(&text) => break,
                Some(text) => assert!(began.elapsed() < super::PATIENCE, "{key}: {text:?}"),
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    }
}
