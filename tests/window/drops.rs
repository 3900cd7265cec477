//! Images that are dropped upon the window.

use std::fs::{self, File};
use std::path::Path;

use cindyscript_tests::picture::Picture;

use super::{Opened, has_screen};

/// Two images side by side: one is drawn, a colorplot is computed of the other.
const PAGE: &str = r#"<canvas id="c"></canvas>
<script id="csdraw" type="text/x-cindyscript">
drawimage((-5, -5), (0, -5), "a");
colorplot(imagergb((0, -5), (5, -5), "b", #), (0, -5), (5, 5));
</script>
<script>CindyJS({scripts: "cs*", geometry: [], images: {a: "red.png", b: "green.png"},
  ports: [{id: "c", width: 500, height: 500, background: "rgb(255,255,255)",
           transform: [{visibleRect: [-5, 5, 5, -5]}]}]});</script>
"#;

const RED: [u8; 3] = [200, 0, 0];
const GREEN: [u8; 3] = [0, 200, 0];
const BLUE: [u8; 3] = [0, 0, 200];

/// An image of one colour, half as wide as high.
fn write(path: &Path, colour: [u8; 3]) {
    let mut encoder = png::Encoder::new(File::create(path).unwrap(), 10, 20);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&colour.repeat(200)).unwrap();
}

/// The colours of both images.
fn seen(picture: &Picture) -> [[u8; 3]; 2] {
    [picture.pixel(100, 150), picture.pixel(400, 150)]
}

#[test]
fn an_image_that_is_dropped_takes_the_place_of_one_until_it_is_taken_back() {
    if !has_screen() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("cindyscript-drops-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (name, colour) in [("red", RED), ("green", GREEN), ("blue", BLUE)] {
        write(&folder.join(format!("{name}.png")), colour);
    }
    fs::write(folder.join("text.html"), "no picture").unwrap();
    let mut opened = Opened::new("drops", PAGE);
    let drop = |opened: &Opened, name: &str| {
        opened
            .display
            .drop_file(&opened.window, &folder.join(name))
            .unwrap();
    };
    let key = |opened: &Opened, name: &str| opened.display.key(&opened.window, name).unwrap();
    let is = |opened: &Opened, what: &str, colours| {
        opened.picture_when(what, |now| seen(now) == colours);
    };
    let has_bar = |now: &Picture| now.pixel(20, 480) != RED;
    is(&opened, "the images of the page", [RED, GREEN]);
    drop(&opened, "text.html");
    opened.picture_when("what is wrong with it", has_bar);
    // The image under the pointer.
    opened.display.point(&opened.window, (100, 100)).unwrap();
    drop(&opened, "blue.png");
    is(&opened, "the image that was dropped", [BLUE, GREEN]);
    opened.display.point(&opened.window, (400, 100)).unwrap();
    drop(&opened, "red.png");
    is(&opened, "another in a colorplot", [BLUE, RED]);
    // It stays when the text changes.
    opened
        .editor
        .replace("(-5, -5), (0, -5)", "(-5.0, -5), (0, -5)")
        .unwrap();
    opened.editor.receipt(2).unwrap();
    is(&opened, "the same in another version", [BLUE, RED]);
    key(&opened, "b");
    is(&opened, "the images of the page again", [RED, GREEN]);
    // With the pointer elsewhere, the window asks.
    opened.display.point(&opened.window, (700, 700)).unwrap();
    drop(&opened, "blue.png");
    opened.picture_when("the question", |now| now.pixel(20, 480)[0] < 100);
    key(&opened, "2");
    is(&opened, "what was chosen", [RED, BLUE]);
}
