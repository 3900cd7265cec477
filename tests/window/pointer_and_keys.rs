//! Pointer and keyboard: the view, loops, panels.

use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cindyscript_tests::clock;
use cindyscript_tests::display::{Display, Window};
use cindyscript_tests::lacking;
use cindyscript_tests::picture::Picture;
use serde_json::json;

use super::colorplots::playing;
use super::saving::copied;
use super::{Opened, PATIENCE, children, difference, has_screen, settled};

/// A page with two points, at (-2, 0) and (4, 0), and a black disc of radius 1 around the origin: from
/// -5 to 5 on 500 by 500 pixels.
const PAGE: &str = r#"<canvas id="c"></canvas>
<script id="csdraw" type="text/x-cindyscript">
fillcircle((0, 0), 1, color -> (0, 0, 0));
</script>
<script>CindyJS({scripts: "cs*", ports: [{id: "c", width: 500, height: 500,
  background: "rgb(255,255,255)", transform: [{visibleRect: [-5, 5, 5, -5]}]}],
  geometry: [{name: "A", type: "Free", pos: [-2, 0]}, {name: "B", type: "Free", pos: [4, 0]}]});</script>
"#;

impl Opened {
    fn key(&self, name: &str) {
        self.display.key(&self.window, name).unwrap();
    }

    /// Waits for a picture that stays.
    fn settled(&self, what: &str, is_it: impl Fn(&Picture) -> bool) -> Picture {
        settled(&self.display, &self.window, what, is_it)
    }

    fn keys(&self, names: &[&str]) {
        for name in names {
            self.key(name);
        }
    }
}

/// The columns of a row in which the picture is like this.
fn columns(picture: &Picture, y: usize, is_it: impl Fn([u8; 3]) -> bool) -> Option<[usize; 2]> {
    let mut found = (0..picture.size().0).filter(|x| is_it(picture.pixel(*x, y)));
    let first = found.next()?;
    Some([first, found.next_back().unwrap_or(first)])
}

fn is_near(found: Option<[usize; 2]>, wanted: [usize; 2]) -> bool {
    found.is_some_and(|found| (0..2).all(|end| found[end].abs_diff(wanted[end]) <= 5))
}

fn is_black([red, green, blue]: [u8; 3]) -> bool {
    red < 40 && green < 40 && blue < 40
}

fn is_red([red, green, blue]: [u8; 3]) -> bool {
    red > 150 && green < 80 && blue < 80
}

#[test]
fn the_view_is_turned_dragged_and_fitted() {
    if !has_screen() {
        return;
    }
    let opened = Opened::new("hands", PAGE);
    let (display, window) = (&opened.display, &opened.window);
    let disc = |what: &str, wanted: [usize; 2]| {
        // Beside the points.
        opened.picture_when(what, |now| is_near(columns(now, 265, is_black), wanted));
    };
    disc("the disc", [202, 298]);
    // At the pointer: what is there stays.
    display.wheel(window, (202, 265), 4).unwrap();
    opened.picture_when("a larger disc", |now| {
        let found = columns(now, 265, is_black);
        found.is_some_and(|[left, right]| left.abs_diff(202) <= 5 && right > 350)
    });
    display.wheel(window, (202, 265), -4).unwrap();
    disc("the disc as before", [202, 298]);
    display.right_drag(window, (250, 400), (310, 400)).unwrap();
    disc("the disc beside", [262, 358]);
    opened.key("f");
    // 85 % of the width, and six units apart.
    opened.picture_when("both points", |now| {
        is_near(columns(now, 250, is_red), [34, 466])
    });
    opened.key("r");
    disc("the disc where it was", [202, 298]);
    // What is dragged comes back alone.
    display.drag(window, (150, 250), (150, 100)).unwrap();
    let is_at = |y: usize| move |now: &Picture| is_near(columns(now, y, is_red), [150, 150]);
    opened.picture_when("the point dragged", is_at(100));
    opened.key("BackSpace");
    opened.picture_when("the point where the text has it", |now| {
        is_near(columns(now, 250, is_red), [146, 454]) && columns(now, 100, is_red).is_none()
    });
    // All keys, by either of theirs.
    let alone = opened.picture();
    // Below, the buttons come and go with the pointer.
    let differs = |now: &Picture| difference(&now.top(400), &alone.top(400));
    for key in ["question", "F1"] {
        opened.key(key);
        opened.picture_when("the keys", |now| differs(now) > 0.2);
        opened.key("Escape");
        opened.picture_when("the picture alone", |now| differs(now) == 0.0);
    }
    opened.key("Escape");
    sleep(Duration::from_millis(500));
    assert!(display.has(window), "Escape has closed the window");
    // The mark of a time that stands still is not hidden by panels, and no error hides what comes of a
    // key.
    let icon = display.property(window, "_NET_WM_ICON").unwrap();
    let pixels: usize = icon.iter().take(2).map(|side| *side as usize).product();
    assert!(
        pixels > 0 && icon.len() >= 2 + pixels,
        "{} numbers",
        icon.len()
    );
}

/// A bar as long as the time, 20 pixels a second, which starts when the applet is opened, and again and
/// again.
const TIME: &str = "t = mod(seconds(), 24) / 2.5 - 5; \
    fillpoly([[-5, 3], [t, 3], [t, 4], [-5, 4]], color -> [0, 0, 0]);\n</script>\n<script id=\"csinit\" \
    type=\"text/x-cindyscript\">\nresetclock();\n";

fn seconds(picture: &Picture) -> f64 {
    let (width, _) = picture.size();
    let bar = (0..width).take_while(|x| picture.pixel(*x, 75)[0] < 100);
    bar.count() as f64 / 20.0
}

#[test]
fn a_part_of_the_time_is_played_again_and_again() {
    if !has_screen() {
        return;
    }
    let mut opened = Opened::new("loops", &playing(TIME));
    let is_at = |wanted: f64| move |now: &Picture| (seconds(now) - wanted).abs() < 0.11;
    opened.keys(&["space", "Home"]);
    opened.picture_when("the start", is_at(0.0));
    opened.keys(&["Page_Down", "Page_Down", "Page_Down"]);
    opened.picture_when("three seconds on", is_at(3.0));
    opened.key("Page_Up");
    opened.picture_when("a second back", is_at(2.0));
    opened.keys(&["braceleft", "Page_Down", "braceright", "Page_Up"]);
    opened.picture_when("within the loop", is_at(2.0));
    // The mark of a time that stands still, beside a panel too.
    let has_mark = |now: &Picture| {
        let (width, _) = now.size();
        // Two light bars on dark ground.
        let is_light = |x: usize| now.pixel(x, 21)[0] > 230;
        let is_dark = |x: usize| now.pixel(x, 21)[0] < 80;
        (10..width - 14).any(|x| {
            is_dark(x - 3) && is_light(x) && is_dark(x + 4) && is_light(x + 8) && is_dark(x + 12)
        })
    };
    opened.key("p");
    opened.picture_when("the mark beside the panel", has_mark);
    opened.keys(&["p", "space"]);
    let end = Instant::now() + Duration::from_secs(4);
    let (mut least, mut most) = (f64::MAX, 0.0_f64);
    while Instant::now() < end {
        let now = seconds(&opened.picture());
        (least, most) = (least.min(now), most.max(now));
    }
    assert!(
        least > 1.8 && least < 2.6 && most > 2.4 && most < 3.2,
        "{least} {most}"
    );
    // What has passed is played again from its beginning.
    opened.keys(&["l", "l"]);
    opened.picture_when("the beginning again", |now| seconds(now) < 1.5);
    // An error does not hide what comes of a key.
    opened.editor.replace("fillpoly([", "fillpoly(([").unwrap();
    let bars = |now: &Picture| {
        let (_, height) = now.size();
        let dark = (height - 100..height).filter(|y| now.pixel(40, *y)[0] < 60);
        dark.count()
    };
    let error = opened.picture_when("the error", |now| bars(now) > 10);
    opened.key("s");
    opened.picture_when("where the picture is saved", |now| {
        bars(now) > bars(&error) + 10
    });
}

#[test]
fn what_panels_have_is_reached_by_key() {
    if !has_screen() {
        return;
    }
    let script = "// %% init\nradius = 1.0; // 0..5 step 0.5\nsky = [0.5, 0.5, 1];\nday = true;\n\
        println(\"apple\"); println(\"banana\");\n// %% draw\n\
        colorplot(if(|#| < radius, [1, 0, 0], if(day, sky, [0, 0, 0])));\n";
    let mut opened = Opened::new("by-key", script);
    opened.key("p");
    // What closes the panel, then the slider.
    opened.keys(&["Tab", "Tab", "Right"]);
    opened.editor.receipt(2).unwrap();
    let text = script.replace("1.0;", "1.5;");
    assert_eq!(opened.editor.text(), text);
    // Its number, the colour, which is opened; the field, and along it.
    opened.keys(&["Tab", "Tab", "Return", "Tab", "Right", "Right"]);
    opened.editor.receipt(3).unwrap();
    let written = opened.editor.text();
    assert!(written.contains("sky = [0."), "{written}");
    assert!(!written.contains("[0.5, 0.5, 1]"), "{written}");
    // Escape leaves what was come to, and then the panel.
    opened.keys(&["Escape", "Escape"]);

    // The output: its lines are filtered, copied and forgotten.
    let alone = opened.picture();
    opened.key("o");
    opened.picture_when("the output", |now| difference(now, &alone) > 0.05);
    opened.keys(&["Tab", "Tab", "Tab", "n", "shift+Tab", "shift+Tab", "Return"]);
    match copied(&opened, "UTF8_STRING") {
        // Printed with each of the texts.
        Some(text) => {
            let text = String::from_utf8(text).unwrap();
            assert!(text.lines().all(|line| line == "banana"), "{text}");
        }
        None => return lacking("the clipboard", "there is no xclip"),
    }
    let filtered = opened.picture();
    opened.keys(&["Tab", "Return"]);
    opened.picture_when("no output", |now| difference(now, &filtered) > 0.0005);
}

#[test]
fn values_of_an_expression_are_drawn_one_after_the_other() {
    if !has_screen() {
        return;
    }
    let script = "colorplot(a = 0; repeat(3, k, a = k * #.x + #.y); [a, 0, 0]);\n";
    let mut opened = Opened::new("values-drawn", script);
    opened.editor.select("k * #.x + #.y").unwrap();
    let result = opened.picture();
    opened.key("x");
    let differs = |than: &Picture| {
        let than = than.clone();
        move |now: &Picture| difference(now, &than) > 0.05
    };
    let last = opened.settled("the last value", differs(&result));
    opened.key("greater");
    let first = opened.settled("the first value", differs(&last));
    opened.key("greater");
    opened.settled("the second value", |now| {
        difference(now, &first) > 0.05 && difference(now, &last) > 0.05
    });
    opened.key("less");
    opened.settled("the first value again", |now| {
        difference(now, &first) < 0.01
    });
    opened.key("z");
    opened.settled("the rounds of the loop", differs(&first));
    opened.key("x");
    opened.settled("the first value in place of the rounds", |now| {
        difference(now, &first) < 0.01
    });
}

#[test]
fn pixels_are_kept_at_their_place_in_the_world_and_dropped() {
    if !has_screen() {
        return;
    }
    // Red below the middle, and blue above it.
    let script = "colorplot(a = #.x; if(#.y < 0, [1, 0, 0], [0, 0, 1]));\n";
    let settings = json!({"inlayHints": {"variables": false, "colorplots": false, "values": true}});
    let mut opened = Opened::with_settings("kept", script, &settings);
    opened.key("i");
    opened.display.point(&opened.window, (100, 250)).unwrap();
    let value = |opened: &mut Opened, what: &str, is_it: &dyn Fn(f64) -> bool| {
        let end = Instant::now() + PATIENCE;
        loop {
            let all = json!({"range": {
                "start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0},
            }});
            let hints = opened.editor.ask("textDocument/inlayHint", all).unwrap();
            let labels = hints.as_array().into_iter().flatten();
            let numbers = labels.filter_map(|hint| {
                let label = hint["label"].as_str()?;
                label.trim_start_matches(" = ").trim().parse::<f64>().ok()
            });
            let number = numbers.into_iter().next();
            if number.is_some_and(is_it) {
                return;
            }
            assert!(Instant::now() < end, "{what}: {number:?}");
            sleep(Duration::from_millis(50));
        }
    };
    value(&mut opened, "the value under the pointer", &|it| {
        (-6.5..-5.5).contains(&it)
    });
    opened.key("k");
    opened.display.point(&opened.window, (200, 250)).unwrap();
    // Both colours, magnified, in the panel at the right.
    opened.picture_when("the loupe", |now| {
        let panel = || (240..490).flat_map(|x| (10..450).map(move |y| (x, y)));
        let count = |colour: [u8; 3]| panel().filter(|(x, y)| now.pixel(*x, *y) == colour).count();
        count([255, 0, 0]) > 50 && count([0, 0, 255]) > 50
    });
    value(&mut opened, "the value that is kept", &|it| {
        (-6.5..-5.5).contains(&it)
    });
    // The picture is moved, and the pixel with it.
    opened.keys(&["Right", "Right"]);
    sleep(Duration::from_secs(1));
    value(&mut opened, "the same place", &|it| {
        (-6.5..-5.5).contains(&it)
    });
    // The focus passes the button that closes the panel, the variable of the pixel under the pointer, and
    // *debug*. It reaches the button that drops the kept pixel.
    opened.keys(&["Tab"; 4]);
    opened.key("Return");
    value(&mut opened, "the value under the pointer again", &|it| {
        (1.5..2.5).contains(&it)
    });
}

/// The share of a processor that a process takes, over a second and a half.
fn load(process: u32) -> f64 {
    let (before, began) = (clock::of(process), Instant::now());
    sleep(Duration::from_millis(1500));
    let taken = clock::of(process).saturating_sub(before);
    taken.as_secs_f64() / began.elapsed().as_secs_f64()
}

#[test]
fn nothing_runs_while_nobody_sees_it_and_the_window_stays_above_if_it_is_to() {
    if !has_screen() {
        return;
    }
    let opened = Opened::new("unseen", &playing(TIME));
    let (display, window) = (&opened.display, &opened.window);
    let Some(_manager) = display.manage(PATIENCE).unwrap() else {
        return lacking("a window that nobody sees", "no openbox");
    };
    let [process] = children(opened.editor.process())[..] else {
        panic!("one preview is running");
    };
    let is_playing = |what: &str| {
        // A window that was minimised is not there at once.
        let is_seen = || display.picture(window).is_ok();
        display.when(what, PATIENCE, is_seen).unwrap();
        let before = seconds(&opened.picture());
        opened.picture_when(what, |now| (seconds(now) - before).abs() > 0.3);
    };
    is_playing("time that passes");
    let seen = load(process);
    let rests = |what: &str| {
        let end = Instant::now() + PATIENCE;
        while load(process) > seen / 5.0 {
            assert!(Instant::now() < end, "{what}: it goes on");
        }
    };
    let cover = display.cover().unwrap();
    rests("behind another window");
    drop(cover);
    is_playing("time, seen again");
    display.minimise(window, true).unwrap();
    rests("minimised");
    display.minimise(window, false).unwrap();
    is_playing("time, brought back");

    let is_above = || display.has_state(window, "_NET_WM_STATE_ABOVE").unwrap();
    assert!(!is_above());
    opened.key("t");
    display
        .when("the window above", PATIENCE, is_above)
        .unwrap();
    opened.key("t");
    display
        .when("the window as others", PATIENCE, || !is_above())
        .unwrap();
}

/// A preview without an editor, ended when it is dropped.
struct Alone(std::process::Child);

impl Drop for Alone {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Opens a file in a window.
fn alone(display: &Display, file: &Path, environment: &[(&str, &str)]) -> (Alone, Window) {
    let preview = cindyscript_tests::programs::Program::Preview
        .path()
        .unwrap();
    let mut command = Command::new(preview);
    command
        .arg(file)
        .env("DISPLAY", display.name())
        .env(
            "XDG_STATE_HOME",
            cindyscript_tests::display::state_folder(display.name()),
        )
        .env_remove("WAYLAND_DISPLAY")
        .envs(environment.iter().copied())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null());
    let child = Alone(command.spawn().unwrap());
    let name = file.file_name().unwrap().to_string_lossy();
    let window = display.window(&name, PATIENCE).unwrap();
    (child, window)
}

#[test]
fn without_a_driver_the_picture_is_painted_and_the_window_says_so() {
    if !has_screen() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("cindyscript-driver-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("driverless.html");
    std::fs::write(&file, PAGE).unwrap();
    let display = Display::start().unwrap();
    let none = [
        ("VK_DRIVER_FILES", "/nonexistent"),
        ("VK_ICD_FILENAMES", "/nonexistent"),
        ("WGPU_BACKEND", "vulkan"),
    ];
    let (_preview, window) = alone(&display, &file, &none);
    let has_bar = |now: &Picture| now.pixel(12, 486)[0] < 100;
    let has_disc = |now: &Picture| is_near(columns(now, 265, is_black), [202, 298]);
    let what = "the picture, and the notice below it";
    display
        .picture_when(&window, what, PATIENCE, |now| has_bar(now) && has_disc(now))
        .unwrap();
    // Where nothing can be written, that is said, and the applet goes on.
    std::fs::remove_dir_all(&folder).unwrap();
    display.key(&window, "Escape").unwrap();
    display
        .picture_when(&window, "the picture alone", PATIENCE, |now| {
            !has_bar(now) && has_disc(now)
        })
        .unwrap();
    display.key(&window, "s").unwrap();
    display
        .picture_when(&window, "what came of it", PATIENCE, |now| {
            has_bar(now) && has_disc(now)
        })
        .unwrap();
}
