//! Saving from the window by key: pictures and recordings.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cindyscript_tests::lacking;
use cindyscript_tests::picture::Picture;

use super::colorplots::playing;
use super::{Opened, PATIENCE, has_screen};

/// A bar that grows with the time.
const GROWING: &str = "fillpoly([[-5, 3], [-5 + seconds(), 3], [-5 + seconds(), 4], [-5, 4]], \
    color -> [0, 0, 0]);\n</script>\n<script id=\"csinit\" type=\"text/x-cindyscript\">\n\
    resetclock();\n";

/// The files beside the applet, once there are so many.
fn files(opened: &Opened, count: usize) -> Vec<PathBuf> {
    let began = Instant::now();
    loop {
        let entries = fs::read_dir(&opened.folder).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        let is_whole = |path: &PathBuf| path.extension().is_some_and(|ending| ending != "part");
        let mut paths: Vec<PathBuf> = paths.filter(is_whole).collect();
        if paths.len() >= count {
            paths.sort();
            return paths;
        }
        assert!(began.elapsed() < PATIENCE, "{paths:?}");
        sleep(Duration::from_millis(100));
    }
}

/// What is in the clipboard of a type, once there is something; none if nobody can ask for it.
pub(super) fn copied(opened: &Opened, ty: &str) -> Option<Vec<u8>> {
    let began = Instant::now();
    loop {
        let asked = Command::new("xclip")
            .env("DISPLAY", opened.display.name())
            .args(["-selection", "clipboard", "-t", ty, "-o"])
            .output();
        let bytes = asked.ok()?.stdout;
        if !bytes.is_empty() {
            return Some(bytes);
        }
        assert!(began.elapsed() < PATIENCE);
        sleep(Duration::from_millis(100));
    }
}

#[test]
fn the_picture_and_a_loop_are_saved_beside_the_applet() {
    if !has_screen() {
        return;
    }
    let opened = Opened::new("saved", &playing(GROWING));
    let key = |name: &str| opened.display.key(&opened.window, name).unwrap();
    let is_said = |picture: &Picture| {
        let (_, height) = picture.size();
        picture.pixel(300, height - 20)[0] < 200
    };
    key("s");
    let names = |paths: &[PathBuf]| -> Vec<String> {
        let names = paths.iter().filter_map(|path| path.file_name()?.to_str());
        names.map(ToOwned::to_owned).collect()
    };
    assert_eq!(names(&files(&opened, 2)), ["saved.html", "saved.png"]);
    opened.picture_when("where the picture is", is_said);
    key("s");
    let paths = files(&opened, 3);
    let expected = ["saved-2.png", "saved.html", "saved.png"];
    assert_eq!(names(&paths), expected);
    // The bar is not in it.
    let saved = Picture::open(&opened.folder.join("saved.png")).unwrap();
    let (width, height) = saved.size();
    assert_eq!(saved.pixel(width - 10, height - 20), [255; 3]);

    // The same is in the clipboard, if somebody asks for it.
    key("c");
    match copied(&opened, "image/png") {
        Some(png) => {
            let path = opened.folder.join("copied.png");
            fs::write(&path, png).unwrap();
            let copied = Picture::open(&path).unwrap();
            fs::remove_file(path).unwrap();
            assert_eq!(copied.size(), saved.size());
            // The bar has grown meanwhile.
            assert_eq!(
                [copied.pixel(5, 60), copied.pixel(5, 300)],
                [[0; 3], [255; 3]]
            );
        }
        None => lacking("the clipboard", "there is no xclip"),
    }

    // What has passed is recorded, whatever is seen meanwhile.
    key("space");
    key("l");
    key("m");
    opened.picture_when("how far the recording is", is_said);
    let paths = files(&opened, 4);
    let movie = paths.iter().find(|path| {
        let ending = path.extension().unwrap_or_default();
        ending == "mp4" || ending == "gif"
    });
    let movie = movie.unwrap();
    let film = Command::new("ffprobe")
        .args([
            "-v",
            "error",
            "-show_entries",
            "stream=width,height",
            "-of",
            "csv=p=0",
        ])
        .arg(movie)
        .output();
    if let Ok(film) = film {
        assert_eq!(
            String::from_utf8_lossy(&film.stdout).trim(),
            format!("{width},{height}")
        );
    }
    // Another one, of five seconds, is begun and ended: nothing is kept of it.
    key("l");
    key("m");
    opened.picture_when("how far the recording is", is_said);
    key("Escape");
    let left = || fs::read_dir(&opened.folder).unwrap().count();
    let begun = Instant::now();
    while left() > 4 && begun.elapsed() < Duration::from_secs(30) {
        sleep(Duration::from_millis(100));
    }
    assert_eq!((left(), files(&opened, 4).len()), (4, 4));
}

#[test]
fn what_is_recorded_until_the_window_closes_is_kept() {
    is_kept_when("closed", "ctrl+w");
}

#[test]
fn what_is_recorded_until_the_same_key_is_pressed_is_kept() {
    is_kept_when("ended", "m");
}

/// A key ends a recording, and what there is of it is kept.
fn is_kept_when(name: &str, end: &str) {
    if !has_screen() {
        return;
    }
    let opened = Opened::new(name, &playing(GROWING));
    opened.display.key(&opened.window, "m").unwrap();
    let is_begun = |picture: &Picture| {
        let (_, height) = picture.size();
        picture.pixel(180, height - 20)[0] < 200
    };
    opened.picture_when("how far the recording is", is_begun);
    // Until a picture of it is there.
    sleep(Duration::from_secs(2));
    opened.display.key(&opened.window, end).unwrap();
    let paths = files(&opened, 2);
    let page = format!("{name}.html");
    let movie = paths.iter().find(|path| !path.ends_with(&page));
    assert!(fs::metadata(movie.unwrap()).unwrap().len() > 100);
}

#[test]
fn a_larger_picture_is_saved_from_the_panel() {
    if !has_screen() {
        return;
    }
    let opened = Opened::new("larger", "colorplot([if(|#| < 2, 1, 0), 0.5, 0]);");
    let key = |name: &str| opened.display.key(&opened.window, name).unwrap();
    key("S");
    // Behind what closes the panel, four sizes, the width and three numbers of samples.
    for _ in 0..10 {
        key("Tab");
    }
    key("Return");
    let paths = files(&opened, 2);
    let path = paths.iter().find(|path| path.ends_with("larger.png"));
    let saved = Picture::open(path.unwrap()).unwrap();
    let size = opened.display.picture(&opened.window).unwrap().size();
    assert_eq!(saved.size(), (2 * size.0, 2 * size.1));
    let (x, y) = (saved.size().0 / 2, saved.size().1 / 2);
    assert_eq!(saved.pixel(x, y), [255, 128, 0]);
    assert_eq!(saved.pixel(3, 3), [0, 128, 0]);
}
