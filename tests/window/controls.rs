//! The controls over the picture, by key and with the pointer.

use std::cell::Cell;
use std::thread::sleep;
use std::time::Duration;

use cindyscript_tests::lacking;
use cindyscript_tests::picture::Picture;

use super::colorplots::playing;
use super::saving::copied;
use super::{Opened, PATIENCE, has_screen};

/// A bar as long as the time, 20 pixels a second; one for the frames so far, 10 pixels each, up to
/// 40; all on white. And an init script.
const BARS: &str = "bar(y, length) := fillpoly([[-5, y], [-5 + length, y], [-5 + length, y + 1], \
    [-5, y + 1]], color -> [0, 0, 0]);\nn = n + 1;\n\
    bar(3, seconds() / 2.5); bar(1, mod(n, 40) / 5);\n\
    </script>\n<script id=\"csinit\" type=\"text/x-cindyscript\">\nresetclock(); n = 0;\n";

/// How long a bar is, from the left.
fn bar(picture: &Picture, y: usize) -> usize {
    let (width, _) = picture.size();
    (0..width)
        .take_while(|x| picture.pixel(*x, y)[0] < 100)
        .count()
}

/// The applet's time in seconds, at most 20.
fn seconds(picture: &Picture) -> f64 {
    bar(picture, 75) as f64 / 20.0
}

/// The number of the frame, modulo 40.
fn frame(picture: &Picture) -> usize {
    (bar(picture, 175) + 5) / 10
}

/// Whether there is a bar of buttons at the lower edge.
fn is_shown(picture: &Picture) -> bool {
    let (width, height) = picture.size();
    (0..width).any(|x| picture.pixel(x, height - 20)[0] < 200)
}

#[test]
fn time_is_in_the_hands_of_the_user() {
    if !has_screen() {
        return;
    }
    let opened = Opened::new("controls", &playing(BARS));
    let key = |name: &str| opened.display.key(&opened.window, name).unwrap();
    let is_paused = || opened.title().contains("paused");
    let stands_still = || {
        let told = opened.display.when("the title", PATIENCE, is_paused);
        told.unwrap();
        let last = Cell::new(None);
        opened.picture_when("a picture that stands still", |now| {
            let before = last.replace(Some(frame(now)));
            sleep(Duration::from_millis(500));
            before == Some(frame(now))
        })
    };
    opened.picture_when("time that passes", |now| seconds(now) > 0.5);

    key("space");
    let paused = stands_still();
    key("period");
    let next = (frame(&paused) + 1) % 40;
    opened.picture_when("one frame more", |now| frame(now) == next);
    stands_still();
    key("n");
    opened.picture_when("the start", |now| seconds(now) < 0.2);
    stands_still();
    // To the first frame, however often, and not before it.
    key("period");
    key("Home");
    opened.picture_when("the first frame", |now| frame(now) == 1);
    for name in ["Home", "Page_Up"] {
        key(name);
        assert_eq!(frame(&stands_still()), 1, "{name}");
    }
    // Nor does time go on since the pointer passes.
    for x in 0..4 {
        opened
            .display
            .point(&opened.window, (300 + x, 200))
            .unwrap();
    }
    assert_eq!(frame(&stands_still()), 1);
    key("space");
    let begun = opened.picture_when("time that goes on", |now| seconds(now) > 0.3);
    // Ten times as fast.
    for _ in 0..3 {
        key("bracketright");
    }
    opened.picture_when("time that flies", |now| {
        seconds(now) > seconds(&begun) + 8.0
    });
}

#[test]
fn the_controls_come_with_the_pointer_and_go() {
    if !has_screen() {
        return;
    }
    let opened = Opened::new("controls-pointer", &playing(BARS));
    let point = |at| opened.display.point(&opened.window, at).unwrap();
    let click = |at| opened.display.drag(&opened.window, at, at).unwrap();
    assert!(!is_shown(&opened.picture()));
    point((300, 250));
    opened.picture_when("the controls", is_shown);
    opened.picture_when("nothing over the picture", |now| !is_shown(now));

    // The second button pauses; the controls stay below the pointer.
    point((310, 260));
    opened.picture_when("the controls again", is_shown);
    click((54, 474));
    let is_paused = || opened.title().contains("paused");
    opened
        .display
        .when("the title", PATIENCE, is_paused)
        .unwrap();
    sleep(Duration::from_secs(3));
    let paused = opened.picture();
    assert!(is_shown(&paused));
    sleep(Duration::from_millis(500));
    let after = opened.picture();
    assert_eq!(
        (seconds(&after), frame(&after)),
        (seconds(&paused), frame(&paused))
    );
    assert!(seconds(&paused) < 9.0);

    // The right end of the scale are ten seconds: all frames before that are run.
    click((480, 474));
    let there = opened.picture_when("another time", |now| seconds(now) > 9.0);
    assert!(seconds(&there) < 10.5);
    // And back.
    click((385, 474));
    opened.picture_when("an earlier time", |now| seconds(now) < 3.0);
}

#[test]
fn time_goes_backwards_where_no_frame_needs_another() {
    if !has_screen() {
        return;
    }
    let script = BARS.replace("n = n + 1;", "").replace("mod(n, 40)", "n");
    let opened = Opened::new("controls-backwards", &playing(&script));
    let key = |name: &str| opened.display.key(&opened.window, name).unwrap();
    opened.picture_when("time that passes", |now| seconds(now) > 3.0);
    // To as fast as before, but backwards.
    for _ in 0..7 {
        key("bracketleft");
    }
    let turned = opened.picture();
    opened.picture_when("an earlier time", |now| {
        seconds(now) < seconds(&turned) - 1.0
    });
    opened.picture_when("the start", |now| seconds(now) < 0.1);
    for _ in 0..7 {
        key("bracketright");
    }
    opened.picture_when("time that goes on", |now| seconds(now) > 0.5);
}

#[test]
fn what_scripts_print_is_shown_beside_the_picture() {
    if !has_screen() {
        return;
    }
    let script =
        "println(\"seen\"); fillpoly([[-5, -5], [5, -5], [5, 5], [-5, 5]], color -> [1, 1, 1]);";
    let opened = Opened::new("controls-output", &playing(script));
    let key = |name: &str| opened.display.key(&opened.window, name).unwrap();
    // White letters on a dark panel, at the left of the lower edge.
    let letters = |now: &Picture| {
        let (_, height) = now.size();
        let rows = height * 3 / 4..height - 10;
        let mut places = rows.flat_map(|y| (12..40).map(move |x| (x, y)));
        let is_dark = now.pixel(300, height - 30)[0] < 60;
        is_dark && places.any(|(x, y)| now.pixel(x, y)[0] > 200)
    };
    opened.picture_when("the picture", |now| now.pixel(300, 250)[0] > 250);
    assert!(!letters(&opened.picture()));
    key("o");
    opened.picture_when("the output", letters);
    key("y");
    match copied(&opened, "UTF8_STRING") {
        Some(text) => assert!(text.starts_with(b"seen\n"), "{text:?}"),
        None => lacking("the clipboard", "there is no xclip"),
    }
    key("Escape");
    opened.picture_when("the picture alone", |now| now.pixel(300, 470)[0] > 250);
}
