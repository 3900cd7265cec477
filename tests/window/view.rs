//! What is seen of the world, and the window around it, by key.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use cindyscript_protocol::{ToPreview, encode};
use cindyscript_tests::display::{Display, Window};
use cindyscript_tests::lacking;
use cindyscript_tests::picture::Picture;
use std::io::Write;

use super::{Opened, PATIENCE, difference, has_screen, settled};

/// A black disc in the middle, of radius 1, on white: from -5 to 5 on 500 by 500 pixels.
const DISC: &str = r#"<canvas id="c"></canvas>
<script id="csdraw" type="text/x-cindyscript">
fillcircle((0, 0), 1, color -> (0, 0, 0));
</script>
<script>CindyJS({scripts: "cs*", geometry: [],
  ports: [{id: "c", width: 500, height: 500, background: "rgb(255,255,255)",
           transform: [{visibleRect: [-5, 5, 5, -5]}]}]});</script>
"#;

/// From the left to the right end of the disc, in a row of pixels.
fn disc(picture: &Picture, y: usize) -> Option<(usize, usize)> {
    let (width, _) = picture.size();
    let mut dark = (0..width).filter(|x| picture.pixel(*x, y)[0] < 60);
    let first = dark.next()?;
    Some((first, dark.next_back().unwrap_or(first)))
}

fn is_about(disc: Option<(usize, usize)>, first: usize, last: usize) -> bool {
    disc.is_some_and(|(a, b)| a.abs_diff(first) <= 3 && b.abs_diff(last) <= 3)
}

#[test]
fn the_view_is_moved_and_magnified_by_key() {
    if !has_screen() {
        return;
    }
    let opened = Opened::new("view-keys", DISC);
    let key = |name: &str| opened.display.key(&opened.window, name).unwrap();
    let is = |what: &str, first, last| {
        opened.picture_when(what, |now| is_about(disc(now, 250), first, last));
    };
    is("the disc", 200, 300);
    // At the pointer: what is there stays.
    opened.display.point(&opened.window, (200, 250)).unwrap();
    key("plus");
    is("a larger disc", 200, 325);
    key("minus");
    is("the disc as before", 200, 300);
    key("Right");
    is("what is to the right", 150, 250);
    key("0");
    is("the disc where it was", 200, 300);
}

#[test]
fn a_grid_with_coordinates_comes_and_goes() {
    if !has_screen() {
        return;
    }
    let opened = Opened::new("view-grid", DISC);
    let key = |name: &str| opened.display.key(&opened.window, name).unwrap();
    let alone = opened.picture();
    opened.display.point(&opened.window, (400, 100)).unwrap();
    key("g");
    // A line at x = 2, an axis at y = 0, and the plate with the coordinates.
    opened.picture_when("the grid", |now| {
        let [line, axis] = [now.pixel(350, 20)[0], now.pixel(100, 250)[0]];
        line < 230 && axis < 120 && now.pixel(250, 12)[0] < 80
    });
    key("g");
    opened.picture_when("the picture alone", |now| {
        difference(&now.top(400), &alone.top(400)) == 0.0
    });
    assert!(opened.title().starts_with("view-grid.html – CindyScript"));
    key("space");
    let is_paused = || opened.title() == "view-grid.html – paused – CindyScript";
    opened.display.when("a title", PATIENCE, is_paused).unwrap();
}

impl Opened {
    pub(super) fn title(&self) -> String {
        self.display.title(&self.window).unwrap()
    }
}

/// A preview without its editor.
struct Preview<'a> {
    display: &'a Display,
    child: Child,
    window: Window,
}

impl Drop for Preview<'_> {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Preview<'_> {
    /// Shows a text; what it keeps from one time to the next is in a folder.
    fn open<'a>(display: &'a Display, state: &Path, path: &Path, text: &str) -> Preview<'a> {
        Preview::open_with(display, state, path, text, &[])
    }

    /// The same, with these arguments.
    fn open_with<'a>(
        display: &'a Display,
        state: &Path,
        path: &Path,
        text: &str,
        arguments: &[&str],
    ) -> Preview<'a> {
        let mut command = display.preview().unwrap();
        command.args(arguments);
        command.env("XDG_STATE_HOME", state).stdout(Stdio::null());
        let mut child = command.spawn().unwrap();
        let open = ToPreview::Open {
            path: path.to_string_lossy().into_owned(),
            text: text.to_owned(),
            version: 1,
            open: Vec::new(),
        };
        let message = encode(&open).unwrap();
        let stdin = child.stdin.as_mut().unwrap();
        stdin.write_all(&message).unwrap();
        stdin.flush().unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let window = display.window(&name, PATIENCE).unwrap();
        Preview {
            display,
            child,
            window,
        }
    }

    fn has_place(&self, what: &str, is_it: impl Fn([i32; 4]) -> bool) -> [i32; 4] {
        let place = || self.display.place(&self.window).unwrap();
        let is_it = || is_it(place());
        self.display.when(what, PATIENCE, is_it).unwrap();
        place()
    }

    /// As its user closes it.
    fn close(mut self) {
        self.display.key(&self.window, "ctrl+w").unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn a_window_fills_the_screen_and_comes_back() {
    if !has_screen() {
        return;
    }
    let display = Display::start().unwrap();
    let Some(_manager) = display.manage(PATIENCE).unwrap() else {
        return lacking("a window that fills the screen", "no openbox");
    };
    let state = std::env::temp_dir().join(format!("cindyscript-fill-{}", std::process::id()));
    let file = state.join("fills.html");
    let preview = Preview::open(&display, &state, &file, DISC);
    let key = |name: &str| display.key(&preview.window, name).unwrap();
    preview.has_place("the window", |[.., width, height]| {
        [width, height] == [500, 500]
    });
    for back in ["F11", "Escape"] {
        key("F11");
        preview.has_place("the screen", |place| place == [0, 0, 1280, 1024]);
        key(back);
        preview.has_place("the window again", |[.., width, height]| {
            [width, height] == [500, 500]
        });
    }
    drop(preview);
    drop(fs::remove_dir_all(&state));
}

#[test]
fn a_window_opens_where_it_was_closed() {
    if !has_screen() {
        return;
    }
    let display = Display::start().unwrap();
    let Some(_manager) = display.manage(PATIENCE).unwrap() else {
        return lacking("where windows open", "no openbox");
    };
    let state = std::env::temp_dir().join(format!("cindyscript-place-{}", std::process::id()));
    let file = state.join("kept.html");
    let preview = Preview::open(&display, &state, &file, DISC);
    display
        .move_to(&preview.window, [333, 222, 400, 300])
        .unwrap();
    let place = preview.has_place("a size", |[.., width, height]| {
        [width, height] == [400, 300]
    });
    preview.close();

    let preview = Preview::open(&display, &state, &file, DISC);
    preview.has_place("the same place", |now| now == place);
    preview.close();
    // It is the same after any number of times.
    let preview = Preview::open(&display, &state, &file, DISC);
    preview.has_place("the same place again", |now| now == place);
    preview.close();
    // What the page asks for anew counts.
    let wider = DISC.replace("width: 500", "width: 600");
    let preview = Preview::open(&display, &state, &file, &wider);
    preview.has_place("the size of the page", |[.., width, height]| {
        [width, height] == [600, 500]
    });
    preview.close();
    let written = fs::read_to_string(state.join("cindyscript/windows.json")).unwrap();
    assert_eq!(written.matches("kept.html").count(), 1, "{written}");
    drop(fs::remove_dir_all(&state));
}

#[test]
fn an_applet_goes_on_where_it_was_left() {
    if !has_screen() {
        return;
    }
    let display = Display::start().unwrap();
    let state = std::env::temp_dir().join(format!("cindyscript-left-{}", std::process::id()));
    let file = state.join("left.html");
    // A disc around a point; a bar as long as the time, 50 pixels a second.
    let page = DISC
        .replace(
            "geometry: []",
            "geometry: [{name: \"A\", type: \"Free\", pos: [2, 0], size: 1}]",
        )
        .replace("(0, 0), 1,", "A, 1,")
        .replace(
            "</script>\n<script>",
            "t = seconds() - 5; fillpoly([[-5, -5], [t, -5], [t, -4.5], [-5, -4.5]]);\n\
             </script>\n<script>",
        )
        .replace(
            "<script id=\"csdraw\"",
            "<script id=\"csinit\" type=\"text/x-cindyscript\">resetclock();</script>\n\
             <script id=\"csdraw\"",
        )
        .replace("{scripts", "{animation: {autoplay: true}, scripts");
    let open = |text: &str| Preview::open(&display, &state, &file, text);
    let shows = |preview: &Preview, what: &str, y: usize, wanted: (usize, usize)| {
        let is_it = |now: &Picture| is_about(disc(now, y), wanted.0, wanted.1);
        let shown = display.picture_when(&preview.window, what, PATIENCE, is_it);
        shown.unwrap()
    };
    let is_paused = |preview: &Preview| {
        let title = || display.title(&preview.window).unwrap();
        display
            .when("a paused title", PATIENCE, || title().contains("paused"))
            .unwrap();
    };
    let preview = open(&page);
    shows(&preview, "the disc", 250, (300, 400));
    display
        .drag(&preview.window, (350, 250), (150, 150))
        .unwrap();
    shows(&preview, "the disc dragged", 150, (100, 200));
    display.key(&preview.window, "Right").unwrap();
    display.key(&preview.window, "space").unwrap();
    is_paused(&preview);
    let left = settled(&display, &preview.window, "the view moved", |now| {
        is_about(disc(now, 150), 50, 150)
    });
    preview.close();
    // All is as it was, the time as well, again and again.
    for _ in 0..2 {
        let preview = open(&page);
        is_paused(&preview);
        let what = "the picture as it was left";
        display
            .picture_when(&preview.window, what, PATIENCE, |now| {
                difference(now, &left) < 0.002
            })
            .unwrap();
        preview.close();
    }
    // A point that the text has elsewhere lies there; the rest is as it was.
    let preview = open(&page.replace("[2, 0]", "[2, 1]"));
    shows(&preview, "the point of the text", 200, (250, 350));
    preview.close();
    // What dies has written down what was done some time before.
    let preview = open(&page);
    display
        .picture_when(&preview.window, "a disc", PATIENCE, |now| {
            (0..500).any(|y| disc(now, y).is_some_and(|(first, last)| last - first < 110))
        })
        .unwrap();
    display.key(&preview.window, "r").unwrap();
    display
        .drag(&preview.window, (350, 250), (150, 350))
        .unwrap();
    shows(&preview, "the disc dragged elsewhere", 350, (100, 200));
    let written = || {
        let text = fs::read(state.join("cindyscript/applets.json")).unwrap_or_default();
        let saved: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
        let at = &saved["files"][0]["points"][0]["at"];
        at[1].as_f64().is_some_and(|y| y < 0.0)
    };
    display
        .when("the file of saved applets", PATIENCE, written)
        .unwrap();
    drop(preview);
    let preview = open(&page);
    shows(&preview, "the disc elsewhere", 350, (100, 200));
    // And what starts anew is as it was at first.
    display.key(&preview.window, "n").unwrap();
    shows(&preview, "the disc as it was at first", 250, (300, 400));
    preview.close();
    let preview = open(&page);
    shows(
        &preview,
        "the disc as it was at first, again",
        250,
        (300, 400),
    );
    drop(preview);
    drop(fs::remove_dir_all(&state));
}

#[test]
fn the_applets_of_a_page_are_shown_one_after_the_other() {
    if !has_screen() {
        return;
    }
    let applet = |name: &str, colour: &str| {
        format!(
            "<canvas id=\"{name}\"></canvas>\n\
             <script id=\"{name}draw\" type=\"text/x-cindyscript\">\n\
             fillcircle((0, 0), 3, color -> {colour});\n</script>\n\
             <script>CindyJS({{scripts: \"{name}*\", ports: [{{id: \"{name}\", width: 500, \
             height: 500, background: \"white\"}}]}});</script>\n"
        )
    };
    let page = applet("one", "[1, 0, 0]") + &applet("two", "[0, 0, 1]");
    let mut opened = Opened::new("applets", &page);
    let is = |opened: &Opened, what: &str, colour: [u8; 3]| {
        opened.picture_when(what, |now| now.pixel(250, 250) == colour);
    };
    is(&opened, "the first applet", [255, 0, 0]);
    let key = |opened: &Opened| opened.display.key(&opened.window, "a").unwrap();
    key(&opened);
    is(&opened, "the second applet", [0, 0, 255]);
    let is_told = || opened.title() == "applets.html – applet 2 of 2 – CindyScript";
    opened.display.when("the title", PATIENCE, is_told).unwrap();
    // It stays when the text changes.
    opened.editor.replace("[0, 0, 1]", "[0, 1, 0]").unwrap();
    opened.editor.receipt(2).unwrap();
    is(&opened, "another version of it", [0, 255, 0]);
    key(&opened);
    is(&opened, "the first applet again", [255, 0, 0]);
}

#[test]
fn what_the_camera_sees_is_chosen_and_kept_for_the_file() {
    if !has_screen() {
        return;
    }
    let display = Display::start().unwrap();
    let state = std::env::temp_dir().join(format!("cindyscript-seen-{}", std::process::id()));
    fs::create_dir_all(&state).unwrap();
    let image = state.join("seen.png");
    let mut encoder = png::Encoder::new(fs::File::create(&image).unwrap(), 1, 1);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[200, 0, 200]).unwrap();
    drop(writer);
    let file = state.join("camera.html");
    let page = DISC.replace(
        "fillcircle((0, 0), 1, color -> (0, 0, 0));",
        "drawimage((-5, -5), (5, -5), cameravideo());",
    );
    let arguments = ["--camera", &image.to_string_lossy()];
    let open = || Preview::open_with(&display, &state, &file, &page, &arguments);
    let shows = |preview: &Preview, what: &str, wanted: &dyn Fn([u8; 3]) -> bool| {
        let is_it = |now: &Picture| wanted(now.pixel(5, 250));
        let shown = display.picture_when(&preview.window, what, PATIENCE, is_it);
        shown.unwrap().pixel(5, 250)
    };
    let is_image = |colour| colour == [200, 0, 200];
    // The white bar at the left of the test card.
    let is_card = |colour: [u8; 3]| colour.iter().all(|part| *part > 250);
    let preview = open();
    shows(&preview, "what was chosen at the start", &is_image);
    // Cameras of this machine, if it has some, come before the test card.
    let mut seen = [200, 0, 200];
    for _ in 0..10 {
        display.key(&preview.window, "v").unwrap();
        seen = shows(&preview, "what the camera sees next", &|it| it != seen);
        if is_card(seen) {
            break;
        }
    }
    assert!(is_card(seen), "{seen:?}");
    preview.close();
    let preview = open();
    shows(&preview, "the test card again", &is_card);
    display.key(&preview.window, "v").unwrap();
    shows(&preview, "the image again", &is_image);
    preview.close();
    drop(fs::remove_dir_all(&state));
}
