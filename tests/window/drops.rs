//! Images that are dropped upon the window.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use cindyscript_tests::lacking;
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
    let mut broken = fs::read(folder.join("blue.png")).unwrap();
    broken.truncate(45);
    fs::write(folder.join("broken.png"), broken).unwrap();
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
    // One that only begins as an image: both stay.
    opened.display.point(&opened.window, (100, 100)).unwrap();
    key(&opened, "Escape");
    opened.picture_when("no bar", |now| !has_bar(now));
    drop(&opened, "broken.png");
    opened.picture_when("what is wrong with that", has_bar);
    is(&opened, "the images of the page still", [RED, GREEN]);
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

#[test]
fn a_video_that_is_dropped_plays_in_the_place_of_an_image() {
    if !has_screen() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("cindyscript-dropped-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (name, colour) in [("red", RED), ("green", GREEN)] {
        write(&folder.join(format!("{name}.png")), colour);
    }
    // A second of white, and a second of blue; half as wide as high.
    let video = folder.join("v.mp4");
    let made = Command::new("ffmpeg")
        .args(["-v", "error", "-f", "lavfi", "-i"])
        .args(["color=white:s=32x64:d=1:r=10", "-f", "lavfi", "-i"])
        .args(["color=blue:s=32x64:d=1:r=10", "-filter_complex"])
        .args(["[0][1]concat=n=2", "-y"])
        .arg(&video)
        .status();
    if !made.is_ok_and(|status| status.success()) {
        drop(fs::remove_dir_all(&folder));
        return lacking("a video that is dropped", "no ffmpeg");
    }
    let plays = "<script id=\"csinit\" type=\"text/x-cindyscript\">playvideo(\"a\");</script>\n";
    let page = PAGE.replace(
        "<script id=\"csdraw\"",
        &format!("{plays}<script id=\"csdraw\""),
    );
    let page = page.replace("CindyJS({", "CindyJS({animation: {autoplay: true}, ");
    let opened = Opened::new("dropped", &page);
    opened.display.point(&opened.window, (100, 100)).unwrap();
    opened.display.drop_file(&opened.window, &video).unwrap();
    let is_blue = |[red, _, blue]: [u8; 3]| red < 60 && blue > 200;
    opened.picture_when("its end", |now| {
        is_blue(seen(now)[0]) && seen(now)[1] == GREEN
    });
    drop(fs::remove_dir_all(&folder));
}

#[test]
fn files_that_are_dropped_go_to_the_script_ondrop() {
    if !has_screen() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("cindyscript-ondrop-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    write(&folder.join("blue.png"), BLUE);
    write(&folder.join("green.png"), GREEN);
    fs::write(folder.join("red.json"), "{\"red\": 0.8}").unwrap();
    let page = r#"<canvas id="c"></canvas>
<script id="csinit" type="text/x-cindyscript">picture = "a";</script>
<script id="csondrop" type="text/x-cindyscript">
forall(dropped(),
  if(#_2 == "image", picture = #_1);
  if(#_2 == "dict", json = #_1; red = json.red);
);
</script>
<script id="csdraw" type="text/x-cindyscript">
colorplot(imagergb((-5, -5), (0, -5), picture, #), (-5, -5), (0, 5));
if(!isundefined(red), fillpoly([(0, -5), (5, -5), (5, 5), (0, 5)], color -> [red, 0, 0]));
</script>
<script>CindyJS({scripts: "cs*", geometry: [], images: {a: "green.png"},
  ports: [{id: "c", width: 500, height: 500, background: "rgb(255,255,255)",
           transform: [{visibleRect: [-5, 5, 5, -5]}]}]});</script>
"#;
    let opened = Opened::new("ondrop", page);
    opened.picture_when("the image of the page", |now| seen(now)[0] == GREEN);
    opened.display.point(&opened.window, (100, 100)).unwrap();
    for name in ["blue.png", "red.json"] {
        opened
            .display
            .drop_file(&opened.window, &folder.join(name))
            .unwrap();
    }
    opened.picture_when("both files", |now| {
        let [left, [red, green, _]] = seen(now);
        left == BLUE && red.abs_diff(204) < 3 && green < 3
    });
    drop(fs::remove_dir_all(&folder));
}
