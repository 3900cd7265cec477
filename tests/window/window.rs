//! The window, as a person at an editor sees it: it follows the text, keeps the last good picture
//! while the text is broken, lets points be dragged, and can die without harm.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cindyscript_tests::display::{Display, Window};
use cindyscript_tests::editor::Editor;
use cindyscript_tests::lacking;
use cindyscript_tests::picture::Picture;
use cindyscript_tests::programs::Program;
use serde_json::{Value, json};

mod colorplots;
mod controls;
mod deep;
#[cfg(not(any(windows, target_vendor = "apple")))]
mod drops;
mod focus;
mod inspect;
mod lifecycle;
mod look;
mod page_controls;
mod parameters;
#[cfg(not(any(windows, target_vendor = "apple")))]
mod pointer_and_keys;
mod saving;
#[cfg(target_os = "linux")]
mod sound;
mod times;
mod values;
mod view;
#[cfg(target_os = "linux")]
mod wayland;

const OPEN: &str = "cindyscript.preview.open";
const PATIENCE: Duration = Duration::from_secs(180);

/// The share of pixels that differ visibly.
fn difference(a: &Picture, b: &Picture) -> f64 {
    a.difference(b, 8).unwrap()
}

/// Waits for a picture that stays until the controls are gone, which come with the window and go
/// after 2.5 s.
fn settled(
    display: &Display,
    window: &Window,
    what: &str,
    is_it: impl Fn(&Picture) -> bool,
) -> Picture {
    let shown = || {
        display
            .picture_when(window, what, PATIENCE, &is_it)
            .unwrap()
    };
    let mut last = shown();
    let mut since = Instant::now();
    while since.elapsed() < Duration::from_secs(3) {
        sleep(Duration::from_millis(100));
        let now = shown();
        if now != last {
            since = Instant::now();
            last = now;
        }
    }
    last
}

/// What lies above the bar.
fn above_the_bar(picture: &Picture) -> Picture {
    picture.top(picture.size().1 - 60)
}

/// Whether a problem of a version says this, in this line (from 0).
fn is_told(params: &Value, version: i32, line: u32, message: &str) -> bool {
    let all = params["diagnostics"].as_array();
    params["version"] == version
        && all.into_iter().flatten().any(|found| {
            let said = found["message"].as_str().unwrap_or_default();
            said.contains(message) && found["range"]["start"]["line"] == line
        })
}

/// The processes that a process has started.
fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let lists =
        tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok());
    lists
        .flat_map(|list| {
            list.split_whitespace()
                .map(|id| id.parse().unwrap())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Whether there is a screen for a window; says so if not.
fn has_screen() -> bool {
    let missing = Display::missing();
    if !missing.is_empty() {
        lacking(
            "the window under Xvfb",
            &format!("no {}", missing.join(", ")),
        );
    }
    missing.is_empty()
}

/// A script in an editor, and its window.
struct Opened {
    folder: PathBuf,
    display: Display,
    editor: Editor,
    window: Window,
}

impl Opened {
    fn new(name: &str, text: &str) -> Opened {
        Opened::with_settings(name, text, &json!({}))
    }

    /// A script, or a page. `settings` of the server, beside the path of the preview.
    fn with_settings(name: &str, text: &str, settings: &Value) -> Opened {
        let folder =
            std::env::temp_dir().join(format!("cindyscript-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let extension = if text.starts_with('<') {
            "html"
        } else {
            "cindyscript"
        };
        let script = folder.join(format!("{name}.{extension}"));
        fs::write(&script, text).unwrap();
        let server = Program::Server.path().unwrap();
        let preview = Program::Preview.path().unwrap();
        let display = Display::start().unwrap();
        let mut settings = settings.clone();
        settings["preview"]["path"] = json!(preview);
        let mut editor =
            Editor::open(&server, Some(display.name()), &script, text, settings).unwrap();
        editor.execute(OPEN).unwrap();
        editor.receipt(1).unwrap();
        let window = display.window(name, PATIENCE).unwrap();
        Opened {
            folder,
            display,
            editor,
            window,
        }
    }

    fn picture(&self) -> Picture {
        self.display.picture(&self.window).unwrap()
    }

    fn picture_when(&self, what: &str, is_it: impl Fn(&Picture) -> bool) -> Picture {
        let picture = self
            .display
            .picture_when(&self.window, what, PATIENCE, is_it);
        picture.unwrap()
    }

    /// Waits for diagnostics.
    fn told(&mut self, what: &str, are_they: impl Fn(&Value) -> bool) {
        let told = self
            .editor
            .wait("textDocument/publishDiagnostics", PATIENCE, are_they);
        told.unwrap_or_else(|error| panic!("{what}: {error}"));
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// A script that paints, and what makes it endless or too large.
const TAME: &str = "// %% init\nf(x) := x;\n// %% draw\nfillcircle((0, 0), 3);\nk = 0;\n";
const WILD: [(&str, &str); 3] = [
    ("while(true, 1)", "still running after"),
    ("g(x) := g(x + 1) + 1; g(1)", "nested too deeply"),
    ("l = 1..10^9", "more than 8 million elements"),
];

#[test]
fn endless_scripts_are_stopped_and_the_next_edit_paints() {
    if !has_screen() {
        return;
    }
    let mut opened = Opened::new("endless", TAME);
    let changed = |than: Picture| move |picture: &Picture| difference(picture, &than) > 0.002;
    let mut last = opened.picture();
    let mut radius = 3;
    for (wild, message) in WILD {
        let version = opened.editor.replace("k = 0", wild).unwrap();
        opened.told(wild, |params| is_told(params, version, 4, message));
        // The window lives: what goes wrong stands in its bar.
        last = opened.picture_when("the bar", changed(last));
        // An edit while it runs begins anew, at once and in a clean state.
        let version = opened.editor.replace(wild, "k = 0").unwrap();
        opened.editor.receipt(version).unwrap();
        let old = format!("(0, 0), {radius}");
        radius += 1;
        let new = format!("(0, 0), {radius}");
        let version = opened.editor.replace(&old, &new).unwrap();
        let left = opened.editor.diagnostics(version).unwrap();
        assert_eq!(left, json!([]), "{wild}");
        opened.editor.receipt(version).unwrap();
        last = opened.picture_when("a larger circle", changed(last));
    }
}

#[test]
fn follows_and_survives() {
    if !has_screen() {
        return;
    }
    let server = Program::Server.path().unwrap();
    let preview = Program::Preview.path().unwrap();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets/locus.html");
    let text = fs::read_to_string(&page).unwrap();
    let display = Display::start().unwrap();
    let settings = json!({"preview": {"path": preview}});
    let mut editor = Editor::open(&server, Some(display.name()), &page, &text, settings).unwrap();
    assert_eq!(editor.diagnostics(1).unwrap(), json!([]));

    // It opens.
    editor.execute(OPEN).unwrap();
    editor.receipt(1).unwrap();
    let window = display.window("locus", PATIENCE).unwrap();

    let first = display.picture(&window).unwrap();

    // It follows: a number is a uniform, and no pipeline is built.
    let version = editor.replace("r = 2;", "r = 1;").unwrap();
    let receipt = editor.receipt(version).unwrap();
    assert_eq!(receipt["structural"], false, "{receipt}");
    let changed = |than: Picture| move |picture: &Picture| difference(picture, &than) > 0.002;
    let second = display
        .picture_when(&window, "another number", PATIENCE, changed(first))
        .unwrap();

    // Another shader builds one.
    let version = editor
        .replace("[0.9, 0.1, 0.1, 1]", "hue(|P|) ++ [1]")
        .unwrap();
    let receipt = editor.receipt(version).unwrap();
    assert_eq!(receipt["structural"], true, "{receipt}");
    let third = settled(&display, &window, "another colour", changed(second));

    // A broken text keeps the last good picture, under a bar that says what is wrong.
    let version = editor.replace("min(values)", "min(values").unwrap();
    let found = editor.diagnostics(version).unwrap();
    assert_ne!(found, json!([]));
    let broken = display
        .picture_when(&window, "the bar", PATIENCE, changed(third.clone()))
        .unwrap();
    sleep(Duration::from_millis(500));
    let later = display.picture(&window).unwrap();
    for picture in [&broken, &later] {
        let moved = difference(&above_the_bar(picture), &above_the_bar(&third));
        assert!(
            moved < 0.001,
            "{:.3} % of the last good picture changed",
            100.0 * moved
        );
    }

    // Mended, the bar goes.
    let version = editor.replace("min(values", "min(values)").unwrap();
    assert_eq!(editor.diagnostics(version).unwrap(), json!([]));
    let same = |picture: &Picture| difference(picture, &third) < 0.001;
    let mended = display
        .picture_when(&window, "no bar", PATIENCE, same)
        .unwrap();

    // Point A, at (-2.5, -0.8) in a view of -4 to 4 over 500 pixels, can be dragged.
    display.drag(&window, (94, 300), (160, 120)).unwrap();
    display
        .picture_when(&window, "the point dragged", PATIENCE, changed(mended))
        .unwrap();

    // It dies: that is said once, and the server goes on.
    let [process] = children(editor.process())[..] else {
        panic!("one preview is running: {:?}", children(editor.process()));
    };
    let killed = Command::new("kill")
        .args(["-KILL", &process.to_string()])
        .status();
    assert!(killed.unwrap().success());
    let about_death = |params: &serde_json::Value| {
        params["message"]
            .as_str()
            .is_some_and(|message| message.contains("preview"))
    };
    let message = editor
        .wait("window/showMessage", PATIENCE, about_death)
        .unwrap();
    assert!(
        message["message"].as_str().unwrap().contains("ended"),
        "{message}"
    );
    let version = editor.replace("r = 1;", "r = 3;").unwrap();
    assert_eq!(editor.diagnostics(version).unwrap(), json!([]));
    assert!(editor.hover("r = 3").unwrap().to_string().contains("int"));
    let again = editor.wait("window/showMessage", Duration::from_secs(1), about_death);
    assert!(again.is_err(), "its death is told twice: {again:?}");

    // Opened again, it follows again.
    editor.execute(OPEN).unwrap();
    editor.receipt(version).unwrap();
    let window = display.window("locus", PATIENCE).unwrap();
    let reborn = display.picture(&window).unwrap();
    let version = editor.replace("r = 3;", "r = 1.5;").unwrap();
    editor.receipt(version).unwrap();
    display
        .picture_when(&window, "following again", PATIENCE, changed(reborn))
        .unwrap();

    // Closed, it is gone.
    editor.execute("cindyscript.preview.close").unwrap();
    for _ in 0..100 {
        if !display.has(&window) {
            return;
        }
        sleep(Duration::from_millis(50));
    }
    panic!("the window is still there");
}
