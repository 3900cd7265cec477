//! The command line.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use expect_test::{Expect, expect};
use serde_json::Value;

use crate::client::starting;

/// A folder of its own with files in it, in which the program runs.
fn run(name: &str, files: &[(&str, &[u8])], arguments: &[&str]) -> Output {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("cli")
        .join(name);
    fs::create_dir_all(&folder).unwrap();
    for (file, bytes) in files {
        fs::write(folder.join(file), bytes).unwrap();
    }
    let _starting = starting();
    Command::new(env!("CARGO_BIN_EXE_cindyscript-server"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn check(name: &str, files: &[(&str, &[u8])], arguments: &[&str], status: i32, expected: &Expect) {
    let output = run(name, files, arguments);
    expected.assert_eq(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(output.status.code(), Some(status));
}

const WRONG: &[u8] = "größe = 1;\n\t\"😀\" + nothere;\na = (größe\n;\n".as_bytes();

#[test]
fn findings_for_people() {
    check(
        "people",
        &[("wrong.cindyscript", WRONG)],
        &["check", "wrong.cindyscript"],
        1,
        &expect![[r#"
            wrong.cindyscript:2:8: warning[undefined-name]: `nothere` is never given a value
             2 | 	"😀" + nothere;
               | 	      ^^^^^^^
              help: first give it a value: nothere = ...
            wrong.cindyscript:3:5: error[unclosed-bracket]: `(` is never closed
             3 | a = (größe
               |     ^
              wrong.cindyscript:4:2: note: `)` is missing here
        "#]],
    );
}

#[test]
fn findings_in_a_long_line_show_what_is_around_them() {
    let printed = |name: &str, count: usize| {
        let script = ") ] }) ".repeat(count);
        let page = format!(
            "<script id='csinit' type='text/x-cindyscript'>{script}</script>\
             <script>CindyJS({{scripts: 'cs*'}})</script>"
        );
        let output = run(name, &[("a.html", page.as_bytes())], &["check", "a.html"]);
        assert_eq!(output.status.code(), Some(1));
        output.stdout.len()
    };
    let (one, two) = (printed("long1", 7_000), printed("long2", 14_000));
    // A hundred findings, a few lines each.
    assert!((5_000..100_000).contains(&one), "{one} bytes");
    assert!(two < one + one / 10, "{one}, then {two} bytes");
}

#[test]
fn a_file_that_cannot_be_read_does_not_keep_others_from_it() {
    check(
        "unreadable",
        &[
            ("latin.cindyscript", b"a = 1;\n// gr\xF6\xDFe"),
            ("right.cindyscript", b"a = 1;"),
            ("last.cindyscript", b"nothere + 1;"),
        ],
        &[
            "check",
            "none.html",
            "latin.cindyscript",
            "right.cindyscript",
            "last.cindyscript",
        ],
        1,
        &expect![[r#"
            none.html:1:1: error[cannot-read]: there is no such file
            latin.cindyscript:2:6: error[not-utf-8]: byte 0xF6 is not UTF-8; save the file as UTF-8
            last.cindyscript:1:1: warning[undefined-name]: `nothere` is never given a value
             1 | nothere + 1;
               | ^^^^^^^
              help: first give it a value: nothere = ...
        "#]],
    );
}

#[test]
fn a_page_without_scripts() {
    check(
        "page",
        &[("page.html", b"<p>Hello</p>")],
        &["check", "page.html"],
        0,
        &expect![[r#"
            page.html:1:1: hint[no-applet]: this page has no CindyScript and does not call `CindyJS`
             1 | <p>Hello</p>
               | ^
              help: an applet is a call `CindyJS({scripts: "cs*", ports: [...]})`
        "#]],
    );
}

#[test]
fn what_a_published_page_does_not_show_is_no_failure() {
    let text = b"colorplot(+|#|);\n";
    check(
        "portability",
        &[("grey.cindyscript", text)],
        &["check", "--portability", "grey.cindyscript"],
        0,
        &expect![[r#"
            grey.cindyscript:1:11: information[not-in-cindygl]: CindyGL has no `+` of this form at pixels, so the published page does not show this
             1 | colorplot(+|#|);
               |           ^^^^
              help: leave the sign out
        "#]],
    );
    check(
        "portability",
        &[("grey.cindyscript", text)],
        &["check", "grey.cindyscript"],
        0,
        &expect![[""]],
    );
}

#[test]
fn findings_for_programs() {
    let output = run(
        "programs",
        &[("wrong.cindyscript", WRONG)],
        &["check", "--format", "json", "wrong.cindyscript", "none"],
    );
    assert_eq!(output.status.code(), Some(1));
    let findings: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert!(findings.len() > 2);
    for finding in &findings {
        for number in ["line", "column", "end_line", "end_column"] {
            assert!(finding[number].as_u64().unwrap() > 0);
        }
        for text in ["file", "severity", "code", "message"] {
            assert!(finding[text].is_string(), "{finding}");
        }
        assert!(finding["related"].is_array());
    }
    let warning = findings
        .iter()
        .find(|finding| finding["code"] == "undefined-name")
        .unwrap();
    assert_eq!(
        (&warning["line"], &warning["column"]),
        (&Value::from(2), &Value::from(8))
    );

    let output = run(
        "programs",
        &[("right.cindyscript", b"a = 1;")],
        &["check", "--format=json", "right.cindyscript"],
    );
    assert_eq!(
        (output.status.code(), output.stdout.as_slice()),
        (Some(0), &b"[]\n"[..])
    );
}

#[test]
fn types() {
    check(
        "types",
        &[(
            "julia.cindyscript",
            b"a = -2;\nb = sqrt(a);\nf(z) := z^2 + b;\ncolorplot(|f(complex(#))|);\n",
        )],
        &["types", "julia.cindyscript"],
        0,
        &expect![[r#"
            julia.cindyscript:1:5  variable   a          int
            julia.cindyscript:2:5  variable   b          complex
            julia.cindyscript:3:1  function   f(z)       complex -> complex
            julia.cindyscript:4:1  colorplot  colorplot  real
        "#]],
    );
    check(
        "types",
        &[],
        &["types", "none"],
        1,
        &expect![[r#"
        none:1:1: error[cannot-read]: there is no such file
    "#]],
    );
}

#[test]
fn types_of_a_line() {
    let files: &[(&str, &[u8])] = &[("a.cindyscript", b"a = 1;\nb = 2; c = 3;\n\n")];
    let broken: (_, &[u8]) = ("broken.cindyscript", b"a = 1; b = ;");
    let output = run("types_of_an_error", &[broken], &["types", broken.0]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "broken.cindyscript: 1 error, which `check` lists\n");
    let place = &["types", "a.cindyscript:2"];
    check(
        "types_of_a_line",
        files,
        place,
        0,
        &expect![[r#"
            a.cindyscript:2:5   variable  b  int
            a.cindyscript:2:12  variable  c  int
        "#]],
    );
    let output = run("types_of_a_line", files, &["types", "a.cindyscript:3"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "a.cindyscript:3:1: nothing in this line has a type\n");
}

#[test]
fn check_prints_a_summary() {
    let files: &[(&str, &[u8])] = &[("a.cindyscript", b"a = 1;"), ("b.cindyscript", WRONG)];
    for (arguments, expected) in [
        (&["check", "a.cindyscript"][..], "1 file, no errors\n"),
        (
            &["check", "a.cindyscript", "a.cindyscript"],
            "2 files, no errors\n",
        ),
        (
            &["check", "a.cindyscript", "b.cindyscript"],
            "2 files, 1 error, 1 warning\n",
        ),
        (&["check", "--format", "json", "a.cindyscript"], ""),
    ] {
        let output = run("summary", files, arguments);
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    }
}

/// Standard output and standard error of a command with a text on standard input.
fn piped(arguments: &[&str], text: &str) -> (String, String) {
    let _starting = starting();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cindyscript-server"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // A command that has read enough closes it.
    drop(input.write_all(text.as_bytes()));
    drop(input);
    let Output { stdout, stderr, .. } = child.wait_with_output().unwrap();
    [stdout, stderr]
        .map(|bytes| String::from_utf8(bytes).unwrap())
        .into()
}

#[test]
fn standard_input_is_read_by_every_command() {
    let text = "a=1;\nf(x) := x + a;\ncolorplot(f(#.x));\n";
    let formatted = "a = 1;\nf(x) := x + a;\ncolorplot(f(#.x));\n";
    assert_eq!(
        piped(&["fmt", "-"], text),
        (formatted.to_owned(), String::new())
    );
    assert_eq!(piped(&["fmt", "-"], formatted).0, formatted);
    assert_eq!(piped(&["fmt", "--check", "-"], text).0, "-\n");
    assert_eq!(piped(&["check", "-"], text).1, "1 file, no errors\n");
    assert!(piped(&["check", "-"], "(").0.starts_with("-:1:1: error["));
    assert!(
        piped(&["types", "-:1"], text)
            .0
            .starts_with("-:1:3  variable  a")
    );
    for arguments in [
        &["explain", "-:3:11"][..],
        &["graph", "-"],
        &["graph", "--html", "-"],
        &["graph", "--dot", "-"],
        &["iteration", "-"],
    ] {
        let (printed, said) = piped(arguments, text);
        assert!(
            !printed.is_empty() && said.is_empty(),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn file_that_is_none_or_too_large_is_refused() {
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("large.html");
    let file = fs::File::create(&page).unwrap();
    file.set_len(40 << 20).unwrap();
    let large = page.to_str().unwrap();
    for command in ["check", "types", "fmt"] {
        let output = run("refused", &[], &[command, large]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains("this file has 40.0 MiB"), "{command}: {said}");
    }
    fs::remove_file(page).unwrap();
    let many = "a=1;".repeat(5 << 20);
    let (said, _) = piped(&["check", "-"], &many);
    assert!(said.contains("this has more than 16 MiB"), "{said}");
    if cfg!(unix) {
        let output = run("refused", &[], &["check", "/dev/zero", "/"]);
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("this is no file"), "{said}");
        assert!(said.contains("this is a folder"), "{said}");
    }
}

#[test]
fn errors_of_a_line_are_counted_once() {
    let text = "?=1;".repeat(20_000);
    let (printed, said) = piped(&["fmt", "-"], &text);
    assert!(printed.trim_end() == text);
    assert!(said.lines().count() <= 101, "{}", said.lines().count());
    assert!(said.contains("more problems are not shown"), "{said}");
}

#[test]
fn the_reference() {
    let output = run("reference", &[], &["reference"]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("# Reference of CindyScript\n"), "{text}");
    assert!(text.contains("- `drawcircle(center, radius)`: "), "{text}");
    assert!(text.contains("### unclosed-bracket\n"), "{text}");
    for (name, heading) in [("types", "# What the types mean\n"), ("bars", "# bars\n")] {
        let output = run("reference", &[], &["reference", name]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with(heading), "{text}");
    }
}

#[test]
fn file_whose_name_does_not_fit_its_text_is_named() {
    let page = b"<!DOCTYPE html>\n<p>a</p>\n<script>CindyJS({});</script>\n";
    let files: [(&str, &[u8]); 3] = [
        ("page.cindyscript", page),
        ("script.html", b"draw([0, 0]);\n"),
        ("empty.html", b""),
    ];
    check(
        "misnamed",
        &files,
        &["check", "page.cindyscript", "script.html", "empty.html"],
        1,
        &expect![[r#"
            page.cindyscript:1:1: error[cannot-read]: this is a web page: rename it to `.html`
             1 | <!DOCTYPE html>
               | ^
            script.html:1:1: hint[no-applet]: this page has no CindyScript and does not call `CindyJS`
             1 | draw([0, 0]);
               | ^
              help: if this is a script, rename it to `.cindyscript`
            empty.html:1:1: hint[no-applet]: the file is empty
             1 | 
               | ^
              help: an applet is a call `CindyJS({scripts: "cs*", ports: [...]})`
        "#]],
    );
}

#[test]
fn types_of_a_file_without_types_says_so() {
    let files: [(&str, &[u8]); 1] = [("none.cindyscript", b"println(1);\n")];
    let output = run("typeless", &files, &["types", "none.cindyscript"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "none.cindyscript:1:1: nothing here has a type\n");
}

#[test]
fn usage() {
    for (arguments, message) in [
        (
            &["chek"][..],
            "unknown command `chek`: did you mean `check`?",
        ),
        (&["check"], "`check` wants files"),
        (&["types"], "`types` wants a file: FILE or FILE:LINE"),
        (
            &["explain", "a.html"],
            "`explain` wants a place: a.html:LINE:COLUMN",
        ),
        (
            &["fmt", "--chekc", "a"],
            "unknown option `--chekc`: did you mean `--check`?",
        ),
    ] {
        let output = run("usage", &[], arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said, format!("cindyscript-server: {message}\n"));
    }
    for arguments in [&["check", "--format", "xml", "a"][..], &["reference", "a"]] {
        let output = run("usage", &[], arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    }
    assert_eq!(run("usage", &[], &["--help"]).status.code(), Some(0));
    let version = run("usage", &[], &["--version"]).stdout;
    assert_eq!(
        version,
        format!("cindyscript-server {}\n", env!("CARGO_PKG_VERSION")).as_bytes()
    );
}

const UNFORMATTED: &str = "a=1;\n// %% init\nf(x):=(\n   a = 1\n);\n";
const BROKEN: &str = "a=1;\nb = (2;\n";

fn both(name: &str, arguments: &[&str]) -> String {
    let files: [(&str, &[u8]); 3] = [
        ("wild.cindyscript", UNFORMATTED.as_bytes()),
        ("fine.cindyscript", b"a = 1;\n"),
        ("broken.cjs", BROKEN.as_bytes()),
    ];
    let output = run(name, &files, arguments);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("cli")
        .join(name);
    let mut shown = format!("{}\n", output.status);
    shown += &String::from_utf8_lossy(&output.stdout);
    shown += &String::from_utf8_lossy(&output.stderr);
    for file in ["wild.cindyscript", "broken.cjs"] {
        shown += &format!(
            "--- {file}\n{}",
            fs::read_to_string(folder.join(file)).unwrap()
        );
    }
    shown
}

#[test]
fn formatting_is_checked() {
    let arguments = [
        "fmt",
        "--check",
        "fine.cindyscript",
        "wild.cindyscript",
        "broken.cjs",
        "none.html",
    ];
    expect![[r#"
        exit status: 1
        wild.cindyscript
        broken.cjs
        broken.cjs:2:5: not formatted: `(` is never closed
        none.html: there is no such file
        --- wild.cindyscript
        a=1;
        // %% init
        f(x):=(
           a = 1
        );
        --- broken.cjs
        a=1;
        b = (2;
    "#]]
    .assert_eq(&both("format_check", &arguments));
    let fine = run(
        "format_fine",
        &[("a.cindyscript", b"a = 1;\n")],
        &["fmt", "--check", "a.cindyscript"],
    );
    assert_eq!(fine.status.code(), Some(0));
    assert!(fine.stdout.is_empty() && fine.stderr.is_empty());
}

#[test]
fn files_are_formatted() {
    let arguments = ["fmt", "wild.cindyscript", "fine.cindyscript", "broken.cjs"];
    expect![[r#"
        exit status: 1
        formatted wild.cindyscript
        broken.cjs:2:5: not formatted: `(` is never closed
        formatted broken.cjs
        --- wild.cindyscript
        a = 1;
        // %% init
        f(x) := (
          a = 1
        );
        --- broken.cjs
        a = 1;
        b = (2;
    "#]]
    .assert_eq(&both("format", &arguments));
}

#[test]
fn new_applets_are_sound_pages_of_their_own() {
    let run = |arguments: &[&str]| run("new", &[], arguments);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli/new");
    drop(fs::remove_dir_all(&folder));
    let list = String::from_utf8(run(&["new", "--list"]).stdout).unwrap();
    let kinds: Vec<&str> = list
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(
        kinds,
        ["rings", "phase", "feedback", "raymarcher", "construction"]
    );
    for kind in kinds {
        let file = format!("my {kind}.html");
        let written = run(&["new", kind, &file]);
        assert!(written.status.success());
        let said = String::from_utf8(written.stdout).unwrap();
        assert!(said.starts_with(&format!("wrote {file}; ")), "{said}");
        let page = fs::read_to_string(folder.join(&file)).unwrap();
        assert!(
            page.contains(&format!("<title>my {kind}</title>")),
            "{page}"
        );
        for check in [&["check", "--portability"], &["fmt", "--check"]] {
            let output = run(&[check[0], check[1], &file]);
            assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{kind}");
            assert!(output.status.success());
        }
    }
    fs::write(folder.join("mine.html"), "mine").unwrap();
    let refused = run(&["new", "rings", "mine.html"]);
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.starts_with("cindyscript-server: mine.html: cannot be written:"),
        "{said}"
    );
    assert_eq!(fs::read(folder.join("mine.html")).unwrap(), b"mine");
}

#[test]
fn file_of_another_kind_is_refused_by_each_command() {
    let files: [(&str, &[u8]); 2] = [("notes.md", b"# Notes\n"), ("picture", b"\x89PNG\r\n\0")];
    for (name, reason) in [
        ("notes.md", "a file `.md` is neither a page"),
        ("picture", "this file is not text"),
    ] {
        for command in ["check", "fmt", "types", "graph", "iteration"] {
            let output = run("kinds", &files, &[command, name]);
            assert_eq!(output.status.code(), Some(1), "{output:?}");
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8(said).unwrap();
            assert!(said.starts_with(name) && said.contains(reason), "{said}");
        }
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli/kinds");
    assert_eq!(fs::read(folder.join("notes.md")).unwrap(), b"# Notes\n");
}
