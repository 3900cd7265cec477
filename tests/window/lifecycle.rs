//! The start and the end of a preview beside its editor: names of files, killed processes, and freed
//! memory.

use std::io::{BufRead, BufReader, Write};
use std::time::Instant;

use cindyscript_tests::memory;

use super::*;

/// Whether a process still runs. One that has ended and that nobody has asked about does not.
fn runs(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().unwrap_or_default();
    let state = state.split_whitespace().next();
    state.is_some_and(|state| state != "Z" && state != "X")
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "{what}: not within {PATIENCE:?}");
        sleep(Duration::from_millis(5));
    }
}

fn kill(process: u32) {
    let killed = Command::new("kill")
        .args(["-KILL", &process.to_string()])
        .status();
    assert!(killed.unwrap().success());
}

/// The preview that an editor's server has started.
fn preview_of(editor: &Editor) -> u32 {
    let [preview] = children(editor.process())[..] else {
        panic!("one preview is running: {:?}", children(editor.process()));
    };
    preview
}

#[test]
fn a_preview_ends_when_its_server_is_killed() {
    if !has_screen() {
        return;
    }
    // While it shows a picture, and while a script runs that has no end.
    for (name, script) in [
        ("orphan", "draw([0, 0]);"),
        ("busy-orphan", "while(true, 1)"),
    ] {
        let mut opened = Opened::new(name, TAME);
        let version = opened.editor.replace("k = 0;", script).unwrap();
        let preview = preview_of(&opened.editor);
        if name == "orphan" {
            opened.editor.receipt(version).unwrap();
        }
        kill(opened.editor.process());
        wait_until("the preview has ended", || !runs(preview));
    }
}

#[test]
fn memory_is_given_back_after_a_version_that_used_much() {
    if !has_screen() {
        return;
    }
    let mut opened = Opened::new("memory", TAME);
    let preview = preview_of(&opened.editor);
    for (much, least) in [
        ("l = apply(1..2000000, [#, #])", 100),
        ("repeat(3000, parse(\"f\" + text(#) + \"(x) := x\"))", 500),
    ] {
        let before = memory::of(preview) >> 20;
        let version = opened.editor.replace("f(x) := x", much).unwrap();
        let enough = before + least;
        wait_until(much, || memory::of(preview) >> 20 > enough);
        opened.editor.receipt(version).unwrap();
        let version = opened.editor.replace(much, "f(x) := x").unwrap();
        opened.editor.receipt(version).unwrap();
        // Some is left behind by the first pictures, such as fonts.
        let enough = before + 70;
        wait_until("the memory is given back", || {
            memory::of(preview) >> 20 < enough
        });
    }
}

#[test]
fn a_name_with_control_characters_is_shown() {
    if !has_screen() {
        return;
    }
    let display = Display::start().unwrap();
    let mut preview = display.preview().unwrap().spawn().unwrap();
    let mut stdin = preview.stdin.take().unwrap();
    for (path, version) in [("a\0b.html", 1), ("\n\u{1b}c.cindyscript", 2)] {
        let open =
            json!({"message": "open", "path": path, "text": "draw([0,0])", "version": version});
        writeln!(stdin, "{open}").unwrap();
    }
    let mut lines = BufReader::new(preview.stdout.take().unwrap()).lines();
    let shown = lines.any(|line| {
        let message: Value = serde_json::from_str(&line.unwrap()).unwrap();
        message["message"] == "receipt" && message["version"] == 2
    });
    assert!(shown, "{:?}", preview.wait());
    drop(stdin);
    assert!(preview.wait().unwrap().success());
}
