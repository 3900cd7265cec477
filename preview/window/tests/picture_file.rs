//! The program, where nobody has said where the picture goes.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cindyscript_player::bitmap::Bitmap;
use cindyscript_window::picture_file::write_png;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("pictures-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("cat.cindyscript"), "colorplot(|#|);").unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let program = env!("CARGO_BIN_EXE_cindyscript-preview");
        Command::new(program)
            .args(arguments)
            .current_dir(&self.0)
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .output()
            .unwrap()
    }

    /// What is said where a picture stays.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(!output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn foreign(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
    encoder.set_color(png::ColorType::Rgba);
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&[255; 4])
        .unwrap();
    fs::write(path, &bytes).unwrap();
    bytes
}

/// Without a window and with `render`.
const WAYS: [&[&str]; 2] = [
    &["--cpu", "cat.cindyscript"],
    &["render", "--cpu", "cat.cindyscript"],
];

#[test]
fn its_own_picture_is_written_again() {
    let folder = Folder::new("again");
    for way in WAYS {
        for _ in 0..2 {
            let output = folder.run(way);
            assert!(output.status.success(), "{output:?}");
        }
    }
    assert!(fs::metadata(folder.path("cat.png")).unwrap().len() > 1000);
}

#[test]
fn what_else_is_there_stays() {
    let folder = Folder::new("else");
    for way in WAYS {
        let cat = foreign(&folder.path("cat.png"));
        let said = folder.refused(way);
        assert!(
            said.contains("cat.png") && said.contains("--png OUT"),
            "{said}"
        );
        assert_eq!(fs::read(folder.path("cat.png")).unwrap(), cat);
        fs::write(folder.path("cat.png"), "no picture").unwrap();
        folder.refused(way);
        assert_eq!(fs::read(folder.path("cat.png")).unwrap(), b"no picture");
    }
    // The user's word.
    let output = folder.run(&["render", "--cpu", "cat.cindyscript", "--png", "cat.png"]);
    assert!(output.status.success(), "{output:?}");
    assert!(folder.run(WAYS[0]).status.success());
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let folder = Folder::new("links");
    let mut ours = Vec::new();
    write_png(&Bitmap::new([0, 0], [1, 1]), &mut ours).unwrap();
    fs::write(folder.path("dear.png"), &ours).unwrap();
    for target in ["dear.png", "no.png"] {
        std::os::unix::fs::symlink(target, folder.path("cat.png")).unwrap();
        for way in WAYS {
            let said = folder.refused(way);
            assert!(said.contains("link"), "{said}");
        }
        assert_eq!(fs::read(folder.path("dear.png")).unwrap(), ours);
        assert!(!folder.path("no.png").exists());
        fs::remove_file(folder.path("cat.png")).unwrap();
    }
}

/// Libraries below complain of a session that is not there, on machines without a desktop.
#[test]
fn a_bare_machine_is_no_error() {
    let folder = Folder::new("bare");
    let output = Command::new(env!("CARGO_BIN_EXE_cindyscript-preview"))
        .arg("cat.cindyscript")
        .current_dir(&folder.0)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .env_remove("XDG_RUNTIME_DIR")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    let complaint = said.lines().find(|line| line.starts_with("error"));
    assert_eq!(complaint, None, "{said}");
    assert!(
        said.contains("no display: writing the picture to cat.png"),
        "{said}"
    );
}

#[test]
fn editor_without_a_display_is_told_in_one_line_what_writes_a_picture() {
    let folder = Folder::new("editor");
    let said = folder.refused(&["--stdio"]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("no display") && said.contains("render FILE"),
        "{said}"
    );
}
