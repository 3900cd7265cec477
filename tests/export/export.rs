//! What `export FILE --html OUT` writes, against what CindyJS makes of the file itself, and of the page
//! alone in a folder: the same pictures.
//!
//! Frames and movies are in [`frames`]. The oracle is that of the applets: `CINDYJS_ORACLE` names its folder.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cindyscript_tests::folders::folder;
use cindyscript_tests::lacking;
use cindyscript_tests::picture::Picture;
use cindyscript_tests::programs::Program;

mod frames;

/// The largest share of pixels that may differ, and what counts as a difference.
const SHARE: f64 = 0.01;
const TOLERANCE: u8 = 8;

/// The oracle's folder, if it can be asked.
fn oracle() -> Option<PathBuf> {
    let oracle = folder("CINDYJS_ORACLE").filter(|oracle| oracle.join("node_modules").is_dir());
    if oracle.is_none() {
        let why = "CINDYJS_ORACLE does not name the oracle's folder, with its modules";
        lacking("exported pages against CindyJS", why);
    }
    oracle
}

/// An empty folder of a test's own.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&path));
    fs::create_dir_all(&path).unwrap();
    path
}

fn export(file: &Path, out: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(Program::Preview.path().unwrap());
    command.arg("export").arg(file).arg("--html").arg(out);
    command.args(options).output().unwrap()
}

/// CindyJS's picture of a page.
fn shown(oracle: &Path, page: &Path) -> Picture {
    let out = page.parent().unwrap().join("shown");
    let mut command = Command::new("node");
    command.arg("render.mjs").arg("--out").arg(&out);
    command.args(["--perf", "0", "--mouse", "none", "--frames", "1"]);
    let run = command.arg(page).current_dir(oracle).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    let name = page.file_stem().unwrap().to_string_lossy();
    let told = fs::read_to_string(out.join(format!("{name}.json"))).unwrap();
    // Nothing is missing, and nothing has failed.
    assert!(
        told.contains("\"status\": \"ok\""),
        "{}: {told}",
        page.display()
    );
    Picture::open(&out.join(format!("{name}.png"))).unwrap()
}

/// A file as one page, alone in a folder.
fn exported(file: &Path, name: &str, options: &[&str]) -> PathBuf {
    let page = fresh(name).join("page.html");
    let run = export(file, &page, options);
    assert!(run.status.success(), "{run:?}");
    page
}

#[track_caller]
fn assert_same(ours: &Picture, theirs: &Picture) {
    let share = ours.difference(theirs, TOLERANCE).unwrap();
    assert!(share <= SHARE, "{:.3} % differ", 100.0 * share);
}

#[test]
fn a_page_shows_the_same_without_its_files() {
    let Some(oracle) = oracle() else { return };
    let source = fresh("export-page");
    let applets = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets");
    fs::copy(
        applets.join("pictures/flower.png"),
        source.join("flower.png"),
    )
    .unwrap();
    let files = [
        (
            "page.html",
            "<!DOCTYPE html><meta charset=utf-8><link rel=stylesheet href=a.css>\n\
             <script src='../build/js/Cindy.js'></script><script src='build/js/CindyGL.js'></script>\n\
             <div id=c class=wide></div><script src=size.js></script>\n\
             <script id=csdraw type=text/x-cindyscript>colorplot(shade(#));\n\
             drawimage((-4, -9), (1, -9), \"flower\"); drawtext((-9, -8), \"$x^2$\");</script>\n\
             <script>CindyJS({scripts: 'cs*', ports: [{id: 'c', width: wide, height: wide}],\n\
             images: {flower: 'flower.png'}, import: {init: ['lib'], draw: ['more']}});</script>",
        ),
        ("a.css", ".wide { background: url(flower.png) }"),
        ("size.js", "var wide = 300;"),
        ("lib.cjs", "shade(z) := grey(z) * [1, 0.5, 0];"),
        ("more.cjs", "grey(z) := sin(3 * z.x) + 0.5;"),
    ];
    for (name, text) in files {
        fs::write(source.join(name), text).unwrap();
    }
    let page = source.join("page.html");
    let original = shown(&oracle, &page);
    assert_same(
        &shown(&oracle, &exported(&page, "export-page-alone", &[])),
        &original,
    );
    let cindyjs = oracle.join("node_modules/cindyjs/build/js");
    let options = ["--cindyjs", cindyjs.to_str().unwrap()];
    let bundled = exported(&page, "export-page-bundled", &options);
    let text = fs::read_to_string(&bundled).unwrap();
    assert!(!text.contains("src='http") && !text.contains("src='../"));
    assert_same(&shown(&oracle, &bundled), &original);
}

#[test]
fn a_script_shows_what_the_preview_shows() {
    let Some(oracle) = oracle() else { return };
    let source = fresh("export-script");
    let script = source.join("waves.cindyscript");
    let text = "mix(a, b, t) := a + t * (b - a);\n// %% draw\n\
        colorplot(mix([0, 0.2, 0.4], [1, 0.8, 0.5], 0.5 + 0.5 * sin(3 * |#|)));\n\
        draw([0, 0], [5, 3], size -> 4, color -> [1, 0, 0]);\n";
    fs::write(&script, text).unwrap();
    let png = source.join("waves.png");
    let mut preview = Command::new(Program::Preview.path().unwrap());
    let run = preview.arg("render").arg(&script).arg("--png").arg(&png);
    assert!(run.status().unwrap().success());
    let page = exported(&script, "export-script-alone", &[]);
    assert_same(&shown(&oracle, &page), &Picture::open(&png).unwrap());
}

#[test]
fn all_applets_can_be_exported() {
    let applets = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets");
    let out = fresh("export-applets").join("page.html");
    for entry in fs::read_dir(applets).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "html") {
            let run = export(&path, &out, &[]);
            assert!(run.status.success(), "{run:?}");
            // They name nothing but CindyJS.
            let text = fs::read_to_string(&path).unwrap();
            let expected = text.replace("../../build/js/", "https://cindyjs.org/dist/latest/");
            let expected = format!("{expected}<!-- exported by cindyscript-preview -->\n");
            assert!(
                fs::read_to_string(&out).unwrap() == expected,
                "{}",
                path.display()
            );
        }
    }
    let run = export(&out, &out, &[]);
    assert!(!run.status.success());
    assert!(String::from_utf8_lossy(&run.stderr).contains("the applet itself"));
    // A second export replaces the first one, but no other file.
    let applet = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets/wave.html");
    let foreign = out.with_file_name("foreign.html");
    fs::write(&foreign, "mine").unwrap();
    let run = export(&applet, &foreign, &[]);
    assert!(!run.status.success());
    assert!(String::from_utf8_lossy(&run.stderr).contains("replace it with `--force`"));
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "mine");
    assert!(export(&applet, &foreign, &["--force"]).status.success());
    assert!(fs::read_to_string(&foreign).unwrap().contains("CindyJS"));
    let run = export(&out, Path::new("/nowhere/page.html"), &[]);
    assert!(String::from_utf8_lossy(&run.stderr).contains("make its folder first"));
}
