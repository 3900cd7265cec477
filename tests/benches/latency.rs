//! Latency as an editor sees it, from outside of the programs: the editor talks to `cindyscript-server`, which
//! starts the preview. After `cargo build --release --bins`, each of these by itself, or without the last word
//! both:
//!
//! - `cargo bench -p cindyscript-tests --bench latency -- --click`: from the command that opens the preview to
//!   the first picture, over the applets of the tests, with a prepared preview and without. In a window: until
//!   the receipt of the text. In a tab: until the editor has a picture, not decoded, and the receipt. Also the memory and
//!   the processor time of a prepared preview.
//! - `-- --key`: from an edit to its picture. In a window: until a pixel of the screen has the new colour. In a
//!   tab: until the editor has a picture and the receipt. Where `CINDYJS_ORACLE` names the oracle's folder, Chromium is given
//!   the same texts, in a page that CindyJS is begun anew in.
//!
//! Other words are parts of the names of applets; `--turns=N` says how often each is opened (3) or edited (40).

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use cindyscript_tests::bench_arguments::BenchArguments;
use cindyscript_tests::cindyjs::Cindyjs;
use cindyscript_tests::display::Display;
use cindyscript_tests::editor::Editor;
use cindyscript_tests::percentile::Times;
use cindyscript_tests::programs::Program;
use cindyscript_tests::{clock, examples, memory, not_run};
use serde_json::{Value, json};

/// The longest time until a picture.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time for which the processor time of a prepared preview is counted.
const REST: Duration = Duration::from_secs(20);

/// The place in which the preview shows its pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Window,
    Tab,
}

impl Place {
    const ALL: [Place; 2] = [Place::Window, Place::Tab];

    fn name(self) -> &'static str {
        match self {
            Place::Window => "window",
            Place::Tab => "tab",
        }
    }

    /// Opens the preview of an editor's document.
    fn open(self, editor: &mut Editor) {
        match self {
            Place::Window => editor.execute("cindyscript.preview.open").unwrap(),
            Place::Tab => {
                editor.execute("cindyscript.preview.openInTab").unwrap();
                let resized = json!({"kind": "resized", "size": [800, 600], "scale": 1.0});
                editor.tell_of_tab(resized).unwrap();
                let watched = json!({"kind": "watched", "watched": true});
                editor.tell_of_tab(watched).unwrap();
            }
        }
    }
}

fn main() {
    let arguments = BenchArguments::read();
    let turns: Option<usize> = arguments.value("--turns=");
    let has = |part: &str| arguments.has(part);
    let all = !has("--click") && !has("--key");
    let missing = Display::missing();
    let display = match missing.is_empty() {
        true => Some(Display::start().unwrap()),
        false => {
            not_run("latency of a window", &format!("no {}", missing.join(", ")));
            None
        }
    };
    if all || has("--click") {
        let applets = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets");
        let mut pages = examples::pages(&applets).unwrap();
        pages.retain(|page| {
            let name = page.display().to_string();
            let filters = &arguments.filters;
            filters.is_empty() || filters.iter().any(|part| name.contains(part))
        });
        clicks(display.as_ref(), &pages, turns.unwrap_or(3));
    }
    if all || has("--key") {
        keys(display.as_ref(), turns.unwrap_or(40));
    }
}

/// An editor with a document whose diagnostics are there.
fn editor(display: Option<&Display>, path: &Path, text: &str, preview: &Value) -> Editor {
    let server = Program::Server.path().unwrap();
    let settings = json!({"preview": preview});
    let name = display.map(Display::name);
    let mut editor = Editor::open(&server, name, path, text, settings).unwrap();
    editor.diagnostics(1).unwrap();
    editor
}

fn settings(prepare: Option<Place>) -> Value {
    let mut preview = json!({"camera": "off", "path": Program::Preview.path().unwrap()});
    if let Some(place) = prepare {
        preview["prepare"] = json!(place.name());
    }
    preview
}

/// From the command to the first picture.
fn clicks(display: Option<&Display>, pages: &[PathBuf], turns: usize) {
    for place in Place::ALL {
        if place == Place::Window && display.is_none() {
            continue;
        }
        // By turns, so that both have the machine that others use, too.
        let (mut cold, mut prepared) = (Times::default(), Times::default());
        let mut resident = 0;
        let mut lost = 0;
        for _ in 0..turns {
            for page in pages {
                let text = fs::read_to_string(page).unwrap();
                for is_prepared in [false, true] {
                    let prepare = is_prepared.then_some(place);
                    let mut editor = editor(display, page, &text, &settings(prepare));
                    if is_prepared {
                        resident = resident.max(memory::of(prepared_process(&editor)));
                    }
                    let times = if is_prepared {
                        &mut prepared
                    } else {
                        &mut cold
                    };
                    let start = Instant::now();
                    place.open(&mut editor);
                    match picture(&mut editor, place, 1) {
                        true => times.add(start.elapsed()),
                        false => lost += 1,
                    }
                }
            }
        }
        let name = place.name();
        println!("click to first picture, {name}, {} pages", pages.len());
        println!("    started by the click  {}", percentiles(&cold));
        println!("    prepared              {}", percentiles(&prepared));
        let ratio = prepared.percentile(0.5).as_secs_f64() / cold.percentile(0.5).as_secs_f64();
        println!("    prepared to started   {ratio:.2} at p50; {lost} without a picture");
        println!(
            "    memory of the prepared preview {} MB",
            resident / 1_000_000
        );
        if let Some(page) = pages.first() {
            rest(display, page, place);
        }
    }
}

/// The processor time that a prepared preview takes while it waits.
fn rest(display: Option<&Display>, page: &Path, place: Place) {
    let text = fs::read_to_string(page).unwrap();
    let editor = editor(display, page, &text, &settings(Some(place)));
    let process = prepared_process(&editor);
    let before = clock::of(process);
    thread::sleep(REST);
    let taken = clock::of(process).saturating_sub(before);
    let share = 100.0 * taken.as_secs_f64() / REST.as_secs_f64();
    println!("    it takes {share:.3} % of a processor over {REST:?}");
}

/// The prepared preview of an editor's server, once it has nothing more to do.
fn prepared_process(editor: &Editor) -> u32 {
    let end = Instant::now() + PATIENCE;
    let process = loop {
        if let [process] = editor.previews()[..] {
            break process;
        }
        assert!(Instant::now() < end, "no preview is prepared");
        thread::sleep(Duration::from_millis(5));
    };
    // The preview opens the device first, and then paints.
    let mut rested = 0;
    let mut before = clock::of(process);
    while rested < 20 && Instant::now() < end {
        thread::sleep(Duration::from_millis(20));
        let now = clock::of(process);
        rested = if now == before { rested + 1 } else { 0 };
        before = now;
    }
    process
}

/// Waits for the picture of a version. False if none comes.
fn picture(editor: &mut Editor, place: Place, version: i32) -> bool {
    match place {
        Place::Window => editor.receipt(version).is_ok(),
        Place::Tab => take_picture(editor, PATIENCE) && editor.receipt(version).is_ok(),
    }
}

/// Waits for the next picture of the tab, and acknowledges it. False if none comes.
fn take_picture(editor: &mut Editor, patience: Duration) -> bool {
    let Ok(picture) = editor.wait("cindyscript/picture", patience, |_| true) else {
        return false;
    };
    let taken = json!({"kind": "taken", "number": picture["number"]});
    editor.tell_of_tab(taken).is_ok()
}

fn percentiles(times: &Times) -> String {
    let ms = |share| times.percentile(share).as_secs_f64() * 1e3;
    format!(
        "p50 {:4.0} ms   p90 {:4.0} ms   max {:4.0} ms   ({} times)",
        ms(0.5),
        ms(0.9),
        ms(1.0),
        times.count()
    )
}

/// A kind of edit: it changes the red of the whole picture.
struct Edit {
    name: &'static str,
    /// The script with a share of red, in percent, and the number of the edit.
    script: fn(u8, usize) -> String,
}

const EDITS: [Edit; 3] = [
    Edit {
        name: "a number of a colorplot",
        script: |red, _| format!("colorplot([0.{red:02} + 0*#.x, 0.5, 0.25]);"),
    },
    Edit {
        name: "a term of a colorplot",
        script: |red, edit| {
            format!(
                "colorplot([0.{red:02} + 0*#.x*{}#.y, 0.5, 0.25]);",
                "#.x*".repeat(edit % 40)
            )
        },
    },
    Edit {
        name: "a number of a drawing",
        script: |red, _| {
            format!(
                "fillpoly([[-90, -90], [90, -90], [90, 90], [-90, 90]], color -> [0.{red:02}, 0.5, 0.25]);"
            )
        },
    },
];

/// The share of red after an edit.
fn red(edit: usize) -> u8 {
    if edit.is_multiple_of(2) { 20 } else { 80 }
}

fn page(edit: &Edit, number: usize) -> String {
    let script = (edit.script)(red(number), number);
    format!(
        "<script src=\"Cindy.js\"></script><script src=\"CindyGL.js\"></script>\n\
         <canvas id=\"CSCanvas\" width=\"800\" height=\"600\"></canvas>\n\
         <script id=\"csdraw\" type=\"text/x-cindyscript\">\n{script}\n</script>\n\
         <script>CindyJS({{scripts: \"cs*\", use: [\"CindyGL\"], ports: [{{id: \"CSCanvas\", \
         width: 800, height: 600}}]}});</script>\n"
    )
}

/// From an edit to its picture.
fn keys(display: Option<&Display>, turns: usize) {
    let mut cindyjs = Cindyjs::start();
    let path = env::temp_dir().join("latency.html");
    for edit in &EDITS {
        println!("{}, 800 x 600, {turns} edits", edit.name);
        if let Some(display) = display {
            println!(
                "    window          {}",
                keys_in_window(display, &path, edit, turns)
            );
        }
        println!("    tab             {}", keys_in_tab(&path, edit, turns));
        if let Some(cindyjs) = &mut cindyjs {
            cindyjs.open(&path, &page(edit, 0));
            let mut times = Times::default();
            for number in 1..=turns {
                let shown = cindyjs.show(&page(edit, number));
                shown.into_iter().for_each(|time| times.add(time));
            }
            println!("    CindyJS, anew   {times}");
        }
    }
}

/// Makes an edit: only what differs of the text is replaced.
fn type_edit(editor: &mut Editor, edit: &Edit, number: usize) {
    let [from, to] = [number - 1, number].map(|number| (edit.script)(red(number), number));
    editor.replace(&from, &to).unwrap();
}

fn keys_in_window(display: &Display, path: &Path, edit: &Edit, turns: usize) -> Times {
    let mut editor = editor(Some(display), path, &page(edit, 0), &settings(None));
    Place::Window.open(&mut editor);
    editor.receipt(1).unwrap();
    let window = display.window("latency.html", PATIENCE).unwrap();
    let pixel = display.pixel(&window, [200, 200]).unwrap();
    let mut times = Times::default();
    for number in 1..=turns {
        // The pictures before are there, and the pipelines for texts to come.
        thread::sleep(Duration::from_millis(500));
        let start = Instant::now();
        type_edit(&mut editor, edit, number);
        let wanted = red(number) > 50;
        while (pixel.red().unwrap() > 127) != wanted {
            assert!(start.elapsed() < PATIENCE, "edit {number} is not shown");
            thread::sleep(Duration::from_micros(500));
        }
        times.add(start.elapsed());
    }
    times
}

fn keys_in_tab(path: &Path, edit: &Edit, turns: usize) -> Times {
    let mut editor = editor(None, path, &page(edit, 0), &settings(None));
    Place::Tab.open(&mut editor);
    assert!(take_picture(&mut editor, PATIENCE), "there is no picture");
    let mut times = Times::default();
    for number in 1..=turns {
        while take_picture(&mut editor, Duration::from_millis(500)) {}
        let start = Instant::now();
        type_edit(&mut editor, edit, number);
        assert!(
            take_picture(&mut editor, PATIENCE),
            "edit {number} is not shown"
        );
        editor.receipt(editor.version()).unwrap();
        times.add(start.elapsed());
    }
    times
}
