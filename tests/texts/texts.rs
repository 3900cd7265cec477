//! Lines of text in several scripts, by the preview and by CindyJS in Chromium: each begins and ends
//! at the same place, and has as much ink. The oracle paints them (`CINDYJS_ORACLE`).

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use cindyscript_tests::picture::Picture;
use cindyscript_tests::programs::Program;
use cindyscript_tests::{lacking, wanted};

/// What the lines are written in, by their number, and the letter that a font must have for it; the
/// others are in DejaVu, which every machine has that paints the oracle's pictures.
const LINES: [(&str, Option<&str>); 6] = [
    ("Latin", None),
    ("Arabic", None),
    ("Hebrew", None),
    ("marks", None),
    ("Devanagari", Some("0915")),
    ("Chinese and Japanese", Some("6570")),
];

/// The height of a line in pixels.
const HEIGHT: usize = 40;

/// The first and the last column with ink in a line, and how much there is.
fn ink(picture: &Picture, line: usize) -> Option<[f64; 3]> {
    let (width, _) = picture.size();
    let columns = (0..width).map(|x| {
        let column = (line * HEIGHT..(line + 1) * HEIGHT).map(|y| picture.pixel(x, y)[1]);
        column.map(|grey| 255.0 - f64::from(grey)).sum::<f64>()
    });
    let columns: Vec<f64> = columns.collect();
    let is_inked = |ink: &f64| *ink > 60.0;
    let first = columns.iter().position(is_inked)?;
    let last = columns.iter().rposition(is_inked)?;
    Some([first as f64, last as f64, columns.iter().sum()])
}

/// Whether a font of this machine has a letter, by its number.
fn has_font(letter: &str) -> bool {
    let listed = Command::new("fc-list")
        .arg(format!(":charset={letter}"))
        .output();
    listed.is_ok_and(|listed| !listed.stdout.is_empty())
}

#[test]
fn lines_in_several_scripts_are_as_in_cindyjs() {
    let Some([oracle]) = wanted("texts beside CindyJS's", ["CINDYJS_ORACLE"]) else {
        return;
    };
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("texts/texts.html");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("texts");
    std::fs::create_dir_all(&out).unwrap();
    let painted = Command::new("node")
        .args(["render.mjs", "--perf", "0", "--mouse", "none", "--out"])
        .arg(&out)
        .arg(&page)
        .current_dir(oracle)
        .output()
        .unwrap();
    assert!(painted.status.success(), "{painted:?}");
    let theirs = Picture::open(&out.join("texts.png")).unwrap();
    let png = out.join("ours.png");
    let painted = Command::new(Program::Preview.path().unwrap())
        .args(["render", "--cpu", "--background", "white", "--png"])
        .arg(&png)
        .arg(&page)
        .output()
        .unwrap();
    assert!(painted.status.success(), "{painted:?}");
    let ours = Picture::open(&png).unwrap();
    for (line, (name, letter)) in LINES.into_iter().enumerate() {
        if let Some(letter) = letter.filter(|letter| !has_font(letter)) {
            lacking(name, &format!("no font has U+{letter}"));
            continue;
        }
        let [ours, theirs] = [&ours, &theirs].map(|picture| ink(picture, line).unwrap());
        for edge in [0, 1] {
            // Browsers place letters at whole pixels.
            let apart = (ours[edge] - theirs[edge]).abs();
            assert!(apart <= 4.0, "{name}: {ours:?}, CindyJS {theirs:?}");
        }
        let ratio = ours[2] / theirs[2];
        assert!(
            (0.85..1.15).contains(&ratio),
            "{name}: {ours:?}, CindyJS {theirs:?}"
        );
    }
}
