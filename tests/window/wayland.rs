//! The window on Wayland: on a compositor that shows its screen to nobody.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use cindyscript_tests::lacking;
use cindyscript_tests::programs::Program;

use super::PATIENCE;

/// A process that ends when this goes.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn a_window_opens_on_wayland_under_the_name_of_the_program() {
    const SOCKET: &str = "cindyscript-test";
    let folder = std::env::temp_dir().join(format!("cindyscript-wayland-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::set_permissions(&folder, Permissions::from_mode(0o700)).unwrap();
    let weston = Command::new("weston")
        .args(["--backend=headless-backend.so", "--idle-time=0"])
        .arg(format!("--socket={SOCKET}"))
        .env("XDG_RUNTIME_DIR", &folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(weston) = weston else {
        return lacking("a window on Wayland", "no weston");
    };
    let _weston = Ended(weston);
    let begun = Instant::now();
    while !folder.join(SOCKET).exists() {
        assert!(begun.elapsed() < PATIENCE, "weston does not start");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets/julia.html");
    let preview = Command::new(Program::Preview.path().unwrap())
        .args(["--receipts", "--camera", "off"])
        .arg(page)
        .env_remove("DISPLAY")
        .env("WAYLAND_DISPLAY", SOCKET)
        .env("XDG_RUNTIME_DIR", &folder)
        .env("XDG_STATE_HOME", folder.join("state"))
        // What is asked of the compositor, on standard error.
        .env("WAYLAND_DEBUG", "client")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let mut preview = Ended(preview.unwrap());
    let said = BufReader::new(preview.0.stderr.take().unwrap());
    let (mut is_named, mut is_shown) = (false, false);
    for line in said.lines().map_while(Result::ok) {
        is_named |= line.contains("set_app_id(\"cindyscript-preview\")");
        is_shown |= line.contains("\"message\":\"receipt\"");
        if is_named && is_shown || begun.elapsed() > 2 * PATIENCE {
            break;
        }
    }
    assert!(is_named && is_shown, "named: {is_named}, shown: {is_shown}");
    drop(fs::remove_dir_all(&folder));
}
