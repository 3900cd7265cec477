//! Who has the keyboard.

use std::env::temp_dir;
use std::fs;
use std::process::{Child, Command, Stdio};

use cindyscript_tests::display::{Display, state_folder};
use cindyscript_tests::editor::Editor;
use cindyscript_tests::lacking;
use cindyscript_tests::programs::Program;
use serde_json::json;

use super::{OPEN, PATIENCE, has_screen};

/// A window of another program, ended when dropped.
struct Other(Child);

impl Drop for Other {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn a_preview_opens_beside_its_editor_without_taking_the_keyboard() {
    if !has_screen() {
        return;
    }
    let display = Display::start().unwrap();
    let Some(_manager) = display.manage(PATIENCE).unwrap() else {
        return lacking("the keyboard's focus", "no openbox");
    };
    let folder = temp_dir().join(format!("cindyscript-focus-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str| {
        let path = folder.join(name);
        fs::write(&path, "fillcircle((0, 0), 3);").unwrap();
        path
    };
    let preview = Program::Preview.path().unwrap();
    // In the place of the editor's window: a preview that was started by hand, which does take the
    // keyboard.
    let mut command = Command::new(&preview);
    command
        .arg(file("typing.cindyscript"))
        .env("DISPLAY", display.name())
        .env("XDG_STATE_HOME", state_folder(display.name()))
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let _other = Other(command.spawn().unwrap());
    display.window("typing", PATIENCE).unwrap();
    let typing = || {
        let focused = display.focused();
        focused.is_some_and(|title| title.contains("typing"))
    };
    display.when("the keyboard", PATIENCE, typing).unwrap();

    let server = Program::Server.path().unwrap();
    let script = file("beside.cindyscript");
    let settings = json!({"preview": {"path": preview}});
    let text = "fillcircle((0, 0), 3);";
    let mut editor = Editor::open(&server, Some(display.name()), &script, text, settings).unwrap();
    editor.execute(OPEN).unwrap();
    editor.receipt(1).unwrap();
    let window = display.window("beside", PATIENCE).unwrap();
    display.picture(&window).unwrap();
    assert!(typing(), "{:?} has the keyboard", display.focused());
    // A click gives it the keyboard, as any window.
    display.drag(&window, (20, 20), (20, 20)).unwrap();
    let beside = || {
        let focused = display.focused();
        focused.is_some_and(|title| title.contains("beside"))
    };
    display.when("a click", PATIENCE, beside).unwrap();
    drop(fs::remove_dir_all(&folder));
}
