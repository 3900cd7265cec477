//! The program that writes pictures, movies and sound: where they go, and what it says.
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
    let said = folder.refused(WAYS[0]);
    assert!(
        said.starts_with("no display: writing the picture to cat.png\ncat.png: "),
        "{said}"
    );
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

#[test]
fn output_over_the_applet_or_a_file_of_it_is_refused() {
    let folder = Folder::new("own");
    let page = "<script src='lib.wav'></script><canvas id=c></canvas><script>CindyJS({\
        ports: [{id: 'c'}], images: {cat: 'cat.gif', dog: 'dog.png'}, csdraw: 'draw([0, 0]);'});</script>";
    for name in ["page", "a2", "lib.wav", "cat.gif", "dog.png"] {
        fs::write(folder.path(name), page).unwrap();
    }
    let itself = "this is the applet itself: name another file with `--";
    let used = "the applet uses this file: name another one with `--";
    for (applet, option, output, reason) in [
        ("page", "--png", "page", itself),
        ("page", "--frames 1..2 --sound", "page", itself),
        ("page", "--png", "dog.png", used),
        ("page", "--frames 1..2 --sound", "lib.wav", used),
        ("page", "--frames 1..2 --movie", "cat.gif", used),
        ("a2", "--frames 1..2 --png", "a%d", itself),
    ] {
        let options = option.split(' ').chain([output]);
        let arguments: Vec<&str> = ["render", "--cpu", applet]
            .into_iter()
            .chain(options)
            .collect();
        let said = folder.refused(&arguments);
        let output = output.replace("%d", "2");
        assert!(said.starts_with(&format!("{output}: {reason}")), "{said}");
        assert_eq!(fs::read_to_string(folder.path(&output)).unwrap(), page);
    }
}

#[cfg(unix)]
#[test]
fn output_through_a_link_to_the_applet_is_refused() {
    let folder = Folder::new("own-link");
    std::os::unix::fs::symlink("cat.cindyscript", folder.path("out.png")).unwrap();
    let said = folder.refused(&["render", "--cpu", "cat.cindyscript", "--png", "out.png"]);
    assert!(said.contains("this is the applet itself"), "{said}");
    assert_eq!(
        fs::read(folder.path("cat.cindyscript")).unwrap(),
        b"colorplot(|#|);"
    );
}

/// The messages of the program about a script with a printed line, an error and a warning.
fn said_of_frames(folder: &Folder, target: &[&str]) -> String {
    let script =
        "println(\"printed\");\nplayfunction(x, duration -> 1000);\ndraw([0, 0]);\nfoo(1);\n";
    fs::write(folder.path("wrong.cindyscript"), script).unwrap();
    let arguments = [&["render", "--cpu", "wrong.cindyscript"], target].concat();
    let output = folder.run(&arguments);
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn all_kinds_of_output_come_with_the_same_messages() {
    let folder = Folder::new("messages");
    let one = said_of_frames(&folder, &["--frame", "2", "--png", "one.png"]);
    assert!(one.contains("printed\n"), "{one}");
    assert!(one.contains("wrong.cindyscript:2:1: "), "{one}");
    assert!(one.contains("wrong.cindyscript:4:"), "{one}");
    let pictures = said_of_frames(&folder, &["--frames", "1..2", "--png", "all-%d.png"]);
    assert_eq!(pictures, one);
    let movie = said_of_frames(&folder, &["--frames", "1..2", "--movie", "all.gif"]);
    assert_eq!(movie, one);
    let sound = said_of_frames(&folder, &["--frames", "1..2", "--sound", "all.wav"]);
    let silent = "wrong.cindyscript: no sound is played in these frames\n";
    assert_eq!(sound, format!("{one}{silent}"));
}

#[test]
fn output_over_a_limit_names_the_lines_that_are_left_out() {
    let folder = Folder::new("limit");
    fs::write(
        folder.path("many.cindyscript"),
        "repeat(200000, println(#)); draw([0, 0]);",
    )
    .unwrap();
    let output = folder.run(&["render", "--cpu", "many.cindyscript", "--png", "a.png"]);
    let said = String::from_utf8(output.stderr).unwrap();
    let (first, rest) = said.split_once('\n').unwrap();
    let left_out: usize = first.split(' ').next().unwrap().parse().unwrap();
    assert!(first.contains("lines are left out here"), "{first}");
    assert_eq!(left_out + rest.lines().count(), 200_000);
}

#[cfg(unix)]
#[test]
fn control_characters_of_names_are_escaped() {
    let folder = Folder::new("names");
    for target in [
        &["--png", "a\u{1b}.png"][..],
        &["--frames", "1..1", "--movie", "a\u{1b}.gif"],
    ] {
        let output = folder.run(&[&["render", "--cpu", "cat.cindyscript"], target].concat());
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("a\\u{1b}."), "{said}");
        assert!(!said.contains('\u{1b}'), "{said}");
        assert!(!said.contains("1 pictures"), "{said}");
    }
}

#[test]
fn error_in_cindyscript_of_a_timer_has_its_place_and_fails() {
    let folder = Folder::new("timer");
    let page = "<script src='a.js'></script><canvas id=c></canvas>\n\
        <script id=csdraw type=text/x-cindyscript>draw([0, 0]);</script><script>\
        var cdy = CindyJS({ports: [{id: 'c'}], scripts: 'cs*'});</script>";
    fs::write(folder.path("page.html"), page).unwrap();
    fs::write(
        folder.path("a.js"),
        "\nsetTimeout(() => {\n  cdy.evokeCS('foo(');\n}, 20);",
    )
    .unwrap();
    let said = folder.refused(&[
        "render",
        "--cpu",
        "page.html",
        "--frame",
        "3",
        "--png",
        "a.png",
    ]);
    assert!(said.starts_with("page.html: a.js:3:"), "{said}");
    assert!(said.contains("never closed"), "{said}");
}

#[test]
fn file_of_another_kind_is_refused_by_each_command() {
    let folder = Folder::new("kinds");
    fs::write(folder.path("notes.md"), "# Notes\n").unwrap();
    foreign(&folder.path("picture.png"));
    foreign(&folder.path("picture"));
    let other = |extension| {
        format!(
            ": a file `.{extension}` is neither a page (.html, .htm, .xhtml) nor a script \
             (.cindyscript, .cjs, .txt); if this one is, rename it\n"
        )
    };
    for (name, reason) in [
        ("notes.md", other("md")),
        ("picture.png", other("png")),
        ("picture", ":1:1: this file is not text\n".to_owned()),
    ] {
        for command in [
            &["render", "--png", "out.png"][..],
            &["render", "--frames", "1..2", "--movie", "out.gif"],
            &["export", "--html", "out.html"],
            &["wgsl"],
            &["eval"],
            &["--cpu"],
        ] {
            let said = folder.refused(&[command, &[name]].concat());
            assert_eq!(said, format!("{name}{reason}"), "{command:?}");
        }
    }
    for written in ["out.png", "out.gif", "out.html"] {
        assert!(!folder.path(written).exists(), "{written}");
    }
}

#[test]
fn export_of_a_script_with_an_error_says_that_the_page_is_written() {
    let folder = Folder::new("exported");
    fs::write(folder.path("wrong.cindyscript"), "draw([0, 0]);\nfoo(1;\n").unwrap();
    let said = folder.refused(&["export", "wrong.cindyscript", "--html", "of.html"]);
    let end = "of.html is written, but its script has an error\n";
    assert!(said.ends_with(end), "{said}");
    assert!(folder.path("of.html").exists());
    let output = folder.run(&["export", "cat.cindyscript", "--html", "cat.html"]);
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let end = "needs the internet: it loads CindyJS from cindyjs.org\n";
    assert!(said.ends_with(end), "{said}");
    let export = ["export", "cat.cindyscript", "--html", "b.html"];
    let said = folder.refused(&[&export[..], &["--include", "nodir"]].concat());
    assert!(said.contains("nodir: there is no such folder\n"), "{said}");
    let said = folder.refused(&["new", "rings", "x/y.html"]);
    let reason = "cannot be written: there is no such folder; make its folder first";
    assert_eq!(said, format!("x/y.html: {reason}\n"));
    let said = folder.refused(&["new", "rings", "cat.cindyscript/y.html"]);
    assert!(
        said.ends_with("leads through a file; name a folder\n"),
        "{said}"
    );
}

#[test]
fn file_without_an_applet_says_why() {
    let folder = Folder::new("misnamed");
    fs::write(
        folder.path("page.cindyscript"),
        "<!DOCTYPE html>\n<p>Text</p>\n",
    )
    .unwrap();
    fs::write(folder.path("script.html"), "draw([0, 0]);\n").unwrap();
    fs::write(folder.path("empty.html"), "\n").unwrap();
    let nothing = "there is neither a script nor a construction in this file";
    for command in [
        &["render", "--cpu"][..],
        &["export", "--html", "out.html"],
        &["wgsl"],
        &["--cpu"],
    ] {
        let said = folder.refused(&[command, &["page.cindyscript"]].concat());
        let page = "page.cindyscript:1:1: this is a web page: rename it to `.html`\n";
        assert!(said.starts_with(page), "{said}");
        assert_eq!(said.lines().count(), 2, "{said}");
        let said = folder.refused(&[command, &["script.html"]].concat());
        let remedy = "if this is a script, rename it to `.cindyscript`";
        assert_eq!(said, format!("script.html: {nothing}; {remedy}\n"));
        let said = folder.refused(&[command, &["empty.html"]].concat());
        assert_eq!(said, "empty.html: the file is empty\n");
    }
}

#[test]
fn eval_of_text_in_place_of_a_file_says_where_a_script_goes() {
    let folder = Folder::new("text");
    for script in ["1+1", "sin(1.5)", "println(\"a/b\")"] {
        let expected = format!(
            "{script}: there is no such file; `eval` takes a file, or a script on standard input: \
             echo 'SCRIPT' | cindyscript-preview eval\n"
        );
        assert_eq!(folder.refused(&["eval", script]), expected);
    }
    let said = folder.refused(&["eval", "dog.cindyscript"]);
    assert_eq!(said, "dog.cindyscript: there is no such file\n");
    let said = folder.refused(&["eval", "cat"]);
    assert!(said.starts_with("cat: there is no such file: did you mean `cat.cindyscript`?"));
}

#[test]
fn errors_that_leave_nothing_to_see_replace_no_picture() {
    let folder = Folder::new("blank");
    for (script, error) in [
        ("colorplot((1, 2;", ":1:11: `(` is never closed"),
        (
            "colorplot(foo(#));",
            ":1:11: the function `foo` is not defined",
        ),
    ] {
        fs::write(folder.path("wrong.cindyscript"), script).unwrap();
        for (target, written) in [
            (&["render", "--png", "a.png"][..], "a.png"),
            (&["render", "--frames", "1..2", "--movie", "a.gif"], "a.gif"),
            (&["render"], "wrong.png"),
        ] {
            let mut before = Vec::new();
            write_png(&Bitmap::new([0, 0], [1, 1]), &mut before).unwrap();
            fs::write(folder.path(written), &before).unwrap();
            let output = folder.run(&[target, &["--cpu", "wrong.cindyscript"]].concat());
            assert_eq!(output.status.code(), Some(1), "{output:?}");
            assert!(output.stdout.is_empty(), "{output:?}");
            assert_eq!(
                String::from_utf8(output.stderr).unwrap(),
                format!(
                    "wrong.cindyscript{error}\nwrong.cindyscript: nothing is drawn, so nothing is written\n"
                )
            );
            assert_eq!(fs::read(folder.path(written)).unwrap(), before);
        }
    }
}

#[test]
fn picture_without_drawings_is_written_with_a_remark() {
    let folder = Folder::new("remark");
    for (script, remark) in [
        ("", "the file is empty\n"),
        ("a = 1;", "nothing is drawn: scripts draw with"),
        ("draw([1000, 0]);", "nothing is seen: all that is drawn is"),
    ] {
        fs::write(folder.path("blank.cindyscript"), script).unwrap();
        for target in [
            &["--png", "a.png"][..],
            &["--frames", "1..2", "--movie", "a.gif"],
            &["--frames", "1..2", "--png", "a%d.png"],
        ] {
            let output = folder.run(&[&["render", "--cpu", "blank.cindyscript"], target].concat());
            assert!(output.status.success(), "{output:?}");
            assert!(!output.stdout.is_empty(), "{output:?}");
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(
                said.starts_with(&format!("blank.cindyscript: {remark}")),
                "{said}"
            );
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
    assert!(folder.path("a2.png").exists());
}

#[cfg(unix)]
#[test]
fn movie_that_needs_even_sides_is_reported_with_them() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("even");
    let encoder = folder.path("encoder");
    let script = "#!/bin/sh\nfor last; do :; done; cat > \"${last#file:}\"\n";
    fs::write(&encoder, script).unwrap();
    fs::set_permissions(&encoder, fs::Permissions::from_mode(0o755)).unwrap();
    for (movie, size) in [
        ("a.mp4", "6 × 8"),
        ("a.webm", "6 × 8"),
        ("a.gif", "5 × 7"),
        ("a.apng", "5 × 7"),
    ] {
        let output = folder.run(&[
            "render",
            "--cpu",
            "cat.cindyscript",
            "--size",
            "5x7",
            "--frames",
            "1..1",
            "--movie",
            movie,
            "--ffmpeg",
            encoder.to_str().unwrap(),
        ]);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(&format!(" a second, {size}, CPU")), "{said}");
    }
}
