//! An applet in a tab of another shape than its page gives it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use cindyscript_player::source::ReceivedText;
use cindyscript_protocol::TabEvent;
use cindyscript_window::headless::{self, HeadlessOptions};
use image::{GenericImageView, RgbImage};

use super::is_near;
use super::tab::Tab;

/// 500 by 300 pixels, 10 by 6 units. The colorplot says where a pixel lies and where A is.
const PAGE: &str = r#"<script id="csdraw" type="text/x-cindyscript">
colorplot([0.5 + #.x / 10, 0.5 + #.y / 6, 0.5 + A.x / 10]);
</script><div id="CSCanvas"></div><script>
CindyJS({scripts: "cs*", ports: [{id: "CSCanvas", width: 500, height: 300,
  transform: [{visibleRect: [-5, 3, 5, -3]}]}],
  geometry: [{name: "A", type: "Free", pos: [0, 0], labeled: false}]});
</script>"#;

/// The tab is 120 pixels higher than the picture on each side.
const TALL: [u32; 2] = [600, 600];
const BAR: u32 = 120;

fn colour(shown: &RgbImage, x: u32, y: u32) -> [u8; 3] {
    shown.get_pixel(x, y).0
}

/// True if the picture lies between two bars.
fn is_letterboxed(shown: &RgbImage) -> bool {
    shown.dimensions() == TALL.into()
        && colour(shown, 2, BAR - 2) == colour(shown, 2, 2)
        && is_near(colour(shown, 2, BAR + 2)[0], 1)
        && is_near(colour(shown, 2, BAR + 2)[1], 253)
}

/// True if the picture reaches the upper edge: the world goes on there.
fn is_filled(shown: &RgbImage) -> bool {
    let is_it = |[red, green, _]: [u8; 3]| is_near(red, 128) && green == 255;
    shown.dimensions() == TALL.into() && is_it(colour(shown, 300, 2))
}

/// The picture that `render` writes in a size; transparent pixels are black.
fn rendered(size: [u32; 2]) -> RgbImage {
    let options = HeadlessOptions {
        cpu: true,
        size: Some(size),
        ..HeadlessOptions::default()
    };
    let text = ReceivedText {
        path: "a.html".to_owned(),
        text: PAGE.to_owned(),
        version: 1,
        arrived: Instant::now(),
    };
    let picture = headless::render(text, &options).unwrap().picture;
    assert_eq!(picture.size(), size);
    let rgb = picture.rgba().chunks(4).flat_map(|pixel| &pixel[..3]);
    RgbImage::from_raw(size[0], size[1], rgb.copied().collect()).unwrap()
}

#[test]
fn rendered_page_in_a_size_of_another_shape_lies_between_two_empty_bars() {
    let (own, tall) = (rendered([TALL[0], TALL[1] - 2 * BAR]), rendered(TALL));
    assert!(tall.view(0, BAR, own.width(), own.height()).to_image() == own);
    for y in [0, BAR - 1, TALL[1] - BAR, TALL[1] - 1] {
        assert!((0..TALL[0]).all(|x| colour(&tall, x, y) == [0; 3]), "{y}");
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("views-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn page_in_a_tab_of_another_shape_lies_between_two_bars() {
    let own = rendered([TALL[0], TALL[1] - 2 * BAR]);
    let mut tab = Tab::new(PAGE);
    tab.look(TALL);
    let shown = tab.shown_when("the picture as it is without bars", |shown| {
        let middle = || shown.view(0, BAR, own.width(), own.height()).to_image();
        is_letterboxed(shown) && middle() == own
    });
    let bar = colour(&shown, 2, 2);
    for y in (0..BAR).chain(TALL[1] - BAR..TALL[1]) {
        for x in (0..TALL[0]).step_by(7) {
            assert_eq!(colour(&shown, x, y), bar, "{x} {y}");
        }
    }
    // The bars at the sides of a flat tab.
    tab.look([600, 180]);
    tab.shown_when("bars at the sides", |shown| {
        shown.dimensions() == (600, 180)
            && colour(shown, 148, 90) == bar
            && colour(shown, 451, 90) == bar
            && is_near(colour(shown, 152, 90)[0], 1)
            && is_near(colour(shown, 448, 90)[0], 254)
    });
    tab.ends();
}

#[test]
fn pointer_in_a_letterboxed_picture_is_where_it_is_seen() {
    let mut tab = Tab::new(PAGE);
    tab.look(TALL);
    tab.shown_when("the picture", is_letterboxed);
    // A is in the middle, and is dragged to (2.5, 0).
    let blue = |shown: &RgbImage| colour(shown, 10, 300)[2];
    tab.drag([300.0, 300.0], [450.0, 300.0]);
    tab.shown_when("A at 2.5", |shown| is_near(blue(shown), 191));
    // The applet hears no press on a bar.
    tab.drag([450.0, 60.0], [150.0, 300.0]);
    tab.drag([450.0, 300.0], [300.0, 300.0]);
    tab.shown_when("A at 0", |shown| is_near(blue(shown), 128));
    // The file has the picture without bars.
    let applet = folder("saved").join("a.html");
    tab.open_at(&applet, PAGE, 2);
    tab.drag([300.0, 300.0], [450.0, 300.0]);
    tab.shown_when("A at 2.5 again", |shown| is_near(blue(shown), 191));
    tab.key("s", false);
    let path = tab.hear(super::written);
    let saved = image::open(path).unwrap().to_rgb8();
    assert_eq!(saved.dimensions(), (TALL[0], TALL[1] - 2 * BAR));
    let [red, _, blue] = colour(&saved, 500, 40);
    assert!(is_near(red, 213) && is_near(blue, 191), "{red} {blue}");
    tab.ends();
    fs::remove_dir_all(applet.parent().unwrap()).unwrap();
}

#[test]
fn view_that_fills_the_tab_is_kept_for_the_file() {
    let states = folder("kept");
    let open = |path: &Path| {
        let mut tab = Tab::start_keeping(&["--cpu"], "", &states);
        tab.open_at(path, PAGE, 1);
        tab.look(TALL);
        tab
    };
    let (page, other) = (Path::new("/tmp/a.html"), Path::new("/tmp/b.html"));
    let mut tab = open(page);
    tab.shown_when("two bars", is_letterboxed);
    tab.key("F", false);
    tab.shown_when("no bar", is_filled);
    tab.ends();
    let mut tab = open(page);
    tab.shown_when("no bar, as it was left", is_filled);
    tab.open_at(other, PAGE, 2);
    tab.shown_when("two bars of another file", is_letterboxed);
    tab.open_at(page, PAGE, 3);
    tab.shown_when("no bar once more", is_filled);
    tab.key("F", false);
    tab.shown_when("two bars again", is_letterboxed);
    tab.ends();
    let mut tab = open(page);
    tab.shown_when("two bars, as it was left", is_letterboxed);
    tab.ends();
    fs::remove_dir_all(states).unwrap();
}

#[test]
fn script_without_a_page_fills_a_tab_of_any_shape() {
    let mut tab = Tab::start(&["--cpu"], "");
    let script = "colorplot([0.25 + #.x * 0, 0.5, 1]);";
    tab.open_at(Path::new("/tmp/a.cindyscript"), script, 1);
    tab.look(TALL);
    tab.until(|[red, green, blue]| is_near(red, 64) && is_near(green, 128) && blue == 255);
    tab.tell(TabEvent::Resized {
        size: [600, 180],
        scale: 1.0,
    });
    tab.shown_when("no bar", |shown| {
        shown.dimensions() == (600, 180) && is_near(colour(shown, 2, 90)[0], 64)
    });
    tab.ends();
}
