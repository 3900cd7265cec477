//! Texts that are written to end the programs, or to keep them busy: each of the programs ends by
//! itself, with a message at its place, within 12 s of processor time and 4 GB of memory.
//!
//! Where a kind of attack goes through one crate, that crate's tests have more of it; this is the
//! way from the file to the exit status, as a user has it.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use cindyscript_tests::memory;
use cindyscript_tests::programs::Program;

mod disk;

/// Seconds of processor time, of which an init script has ten; and KiB of memory.
const SECONDS: usize = 12;
const MEMORY: usize = 4 << 20;

/// What a command says and does.
struct Ended {
    /// None is a signal.
    code: Option<i32>,
    said: String,
}

/// A folder for the files of one test, deleted when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("cindyscript-attack-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), text).unwrap();
    }

    /// Runs a program in the folder, under the limits.
    fn run(&self, arguments: &[&str]) -> Ended {
        self.run_with(arguments, "unlimited")
    }

    /// As [`Folder::run`], where no file may have more than so many blocks of 512 or 1024 bytes.
    fn run_with(&self, arguments: &[&str], blocks: &str) -> Ended {
        let (program, draws) = match arguments {
            ["check" | "explain" | "fmt", ..] => (Program::Server, false),
            ["render", ..] => (Program::Preview, true),
            _ => (Program::Preview, false),
        };
        // Drivers of graphics cards reserve more addresses than there is memory: there, the memory
        // is looked at while it runs.
        let memory = match draws {
            true => "unlimited".to_owned(),
            false => MEMORY.to_string(),
        };
        // The server does with the stack of an ordinary thread.
        let stack = match program {
            Program::Server => "2048",
            Program::Preview => "8192",
        };
        let limits = format!(
            "ulimit -v {memory}; ulimit -t {SECONDS}; ulimit -f {blocks}; ulimit -s {stack}; \
             exec \"$@\""
        );
        let said = self.0.join("said");
        let output = File::create(&said).unwrap();
        let mut child = Command::new("sh")
            .args(["-c", &limits, "sh"])
            .arg(program.path().unwrap())
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .stdout(output.try_clone().unwrap())
            .stderr(output)
            .spawn()
            .unwrap();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            let taken = memory::of(child.id()) >> 10;
            if taken > MEMORY {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("{arguments:?} takes {taken} KiB");
            }
            thread::sleep(Duration::from_millis(5));
        };
        Ended {
            code: status.code(),
            said: String::from_utf8_lossy(&fs::read(&said).unwrap()).into_owned(),
        }
    }

    /// Runs a program on a file: it ends with this status, and says these things, each at a place of
    /// the file.
    #[track_caller]
    fn check(&self, arguments: &[&str], code: i32, messages: &[&str]) -> String {
        let Ended { code: found, said } = self.run(arguments);
        let beginning = said
            .get(..said.floor_char_boundary(2000))
            .unwrap_or_default();
        assert_eq!(found, Some(code), "{arguments:?}: {beginning}");
        let file = arguments.get(1).copied().unwrap_or_default();
        for message in messages {
            let is_told = said.lines().any(|line| {
                let place = line
                    .strip_prefix(file)
                    .and_then(|rest| rest.strip_prefix(':'));
                place.is_some_and(|place| place.starts_with(|c: char| c.is_ascii_digit()))
                    && line.contains(message)
            });
            assert!(is_told, "{arguments:?}: no `{message}` in {beginning}");
        }
        assert!(
            said.len() < 1 << 20,
            "{arguments:?} says {} bytes",
            said.len()
        );
        let hidden = said
            .chars()
            .find(|char| char.is_control() && !"\n\t".contains(*char));
        assert_eq!(hidden, None, "{arguments:?}: {beginning}");
        said
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// A page with these scripts, and more settings.
fn page(init: &str, draw: &str, settings: &str) -> String {
    format!(
        "<html><body><div id=\"CSCanvas\"></div><script src=\"https://cindyjs.org/dist/latest/Cindy.js\"></script>\n\
         <script id=\"csinit\" type=\"text/x-cindyscript\">{init}</script>\n\
         <script id=\"csdraw\" type=\"text/x-cindyscript\">{draw}</script>\n\
         <script>CindyJS({{scripts: \"cs*\", {settings} ports: [{{id: \"CSCanvas\", width: 300, \
         height: 200, transform: [{{visibleRect: [-2, 2, 2, -2]}}]}}]}});</script></body></html>\n"
    )
}

/// So many functions, each of which calls the one before.
fn chain(count: usize, body: impl Fn(usize) -> String) -> String {
    let mut text = "f0(x) := x;".to_owned();
    for index in 1..=count {
        write!(text, "f{index}(x) := {};", body(index)).unwrap();
    }
    text
}

#[test]
fn calls_at_pixels_without_bound() {
    let folder = Folder::new("calls");
    let deep = chain(2500, |n| format!("f{}(x*x+{n})", n - 1));
    folder.write("deep.html", page(&deep, "colorplot(f2500(#.x))", ""));
    folder.check(&["check", "deep.html"], 0, &[]);
    let gpu = &["render", "deep.html", "--png", "deep.png"];
    folder.check(gpu, 1, &["nested too deeply"]);
    let cpu = &["render", "deep.html", "--png", "deep.png", "--cpu"];
    folder.check(cpu, 1, &["nested too deeply"]);
    let wide = chain(60, |n| format!("f{0}(x*x+{n}) + f{0}(x-1)", n - 1));
    folder.write("wide.html", page(&wide, "colorplot(f60(#.x))", ""));
    folder.check(&["check", "wide.html"], 0, &[]);
    let gpu = &["render", "wide.html", "--png", "wide.png"];
    folder.check(gpu, 1, &["still running after", "too many"]);
    // Calls without a value come to no instruction.
    let nothing = chain(60, |n| format!("f{0}(x)*f{0}(x)", n - 1));
    folder.write(
        "nothing.html",
        page(
            &nothing,
            "colorplot(v = [1, 2](#); if(max(f60(v)) > 0, 1, 0))",
            "",
        ),
    );
    folder.check(&["wgsl", "nothing.html"], 1, &["missing before `(`"]);
    let globals = chain(600, |n| format!("(g{n} = x; f{}(x))", n - 1));
    folder.write("globals.html", page(&globals, "colorplot(f600(#.x))", ""));
    folder.check(&["check", "globals.html"], 0, &[]);
}

#[test]
fn colorplots_within_colorplots() {
    let folder = Folder::new("colorplots");
    let image = "createimage(\"a\", 256, 256);";
    let text = page(
        image,
        "f(p) := (colorplot(\"a\", f(#)); p.x);\ncolorplot(\"a\", f(#));",
        "",
    );
    folder.write("calls.html", text);
    let text = page(image, "\ncolorplot(\"a\", colorplot(\"a\", #.x));", "");
    folder.write("stands.html", text);
    for (file, place) in [("calls.html", "3:56"), ("stands.html", "4:16")] {
        let message = format!("{place}: a colorplot cannot contain another colorplot");
        let said = folder.check(&["render", file, "--png", "a.png"], 1, &[&message]);
        // Once, and that nothing is drawn.
        assert_eq!(said.lines().count(), 2, "{said}");
    }
}

#[test]
fn libraries_that_import_one_another() {
    let folder = Folder::new("imports");
    folder.write("one.cjs", "import(\"two\"); import(\"two\");");
    folder.write("two.cjs", "import(\"one\"); import(\"one\");");
    folder.write("self.cjs", "import(\"self\"); x = 1;");
    let imports = "import: {init: [\"self\", \"one\"]},";
    folder.write(
        "page.html",
        page("import(\"self\"); import(\"one\");", "", imports),
    );
    let messages = ["`self.cjs` imports itself", "import each other"];
    for command in [
        &["check", "page.html"][..],
        &["render", "page.html", "--png", "a.png"],
    ] {
        let said = folder.check(command, 0, &messages);
        for message in messages {
            assert_eq!(said.matches(message).count(), 1, "{said}");
        }
    }
}

#[test]
fn texts_that_run_texts() {
    let folder = Folder::new("texts");
    folder.write("deep.cindyscript", "s = \"parse(s)\"; parse(s)");
    folder.check(&["eval", "deep.cindyscript"], 1, &["nested too deeply"]);
    let define = "repeat(10^7, parse(\"f\" + text(#) + \"(x) := x\"))";
    folder.write("define.cindyscript", define);
    folder.check(&["eval", "define.cindyscript"], 1, &["stopped: "]);
}

#[test]
fn builtins_without_end() {
    let folder = Folder::new("builtins");
    let text = page("l = 1..400000;\nrepeat(10^6, s = sum(l));", "", "");
    folder.write("page.html", text);
    let render = &["render", "page.html", "--png", "a.png"];
    folder.check(render, 1, &["3:1: stopped: still running after"]);
    folder.write("pairs.cindyscript", "l = 1..1000000; length(l -- l)");
    let said = folder.check(&["eval", "pairs.cindyscript"], 0, &[]);
    assert_eq!(said, "0\n");
}

/// A PNG of one bit a pixel that ends before its pixels.
fn promise(file: &Path, side: u32) {
    let mut encoder = png::Encoder::new(File::create(file).unwrap(), side, side);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().unwrap();
    // Nobody reads so far.
    writer.write_chunk(png::chunk::IDAT, &[]).unwrap();
}

#[test]
fn images_that_are_too_large_or_elsewhere() {
    let folder = Folder::new("images");
    promise(&folder.0.join("bomb.png"), 1 << 14);
    let images: String = (0..6).map(|n| format!("a{n}: \"bomb.png\", ")).collect();
    let text = page(
        "",
        "drawimage([0, 0], \"a0\");",
        &format!("images: {{{images}}},"),
    );
    folder.write("bombs.html", text);
    let render = &["render", "bombs.html", "--png", "a.png"];
    folder.check(render, 0, &["too large: 16384 × 16384 pixels"]);
    for (name, what) in [
        ("%2Fetc%2Fpasswd", "behind `%`"),
        ("%5C%5Chost%5Cshare", "behind `%`"),
        ("../../../etc/passwd", "beside"),
        ("http://localhost/a.png", "is not beside the page"),
    ] {
        let images = format!("images: {{a: \"{name}\"}},");
        folder.write(
            "elsewhere.html",
            page("", "drawimage([0, 0], \"a\");", &images),
        );
        let render = &["render", "elsewhere.html", "--png", "a.png"];
        folder.check(render, 0, &[what]);
    }
}

#[test]
fn pictures_larger_than_the_memory_are_refused_before_they_take_any() {
    let folder = Folder::new("size");
    folder.write("a.cindyscript", "colorplot(#.x);");
    for options in [
        &["--size", "20000x20000", "--supersample", "8"][..],
        &["--size", "32768x32768", "--cpu"],
        &[
            "--size",
            "9000x9000",
            "--scale",
            "4",
            "--frames",
            "1..2",
            "--movie",
            "a.gif",
        ],
    ] {
        let arguments = [&["render", "a.cindyscript"], options].concat();
        let Ended { code, said } = folder.run(&arguments);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("make it smaller with --size"), "{said}");
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2);
}

#[test]
fn pages_that_name_very_many_files() {
    let folder = Folder::new("many-files");
    let call = "<div id=c></div><script id=csdraw type=text/x-cindyscript>draw([0, 0]);</script>\
                <script>CindyJS({scripts: 'cs*', ports: [{id: 'c'}], images: {";
    let missing: String = (0..20_000).map(|n| format!("a{n}: 'a{n}.png', ")).collect();
    folder.write("missing.html", format!("{call}{missing}}}}})</script>"));
    let refusal = "there is no file `a0.png` beside the page";
    let export = ["export", "missing.html", "--html", "out.html"];
    let said = folder.check(&export, 1, &[refusal]);
    assert!(said.lines().count() < 250, "{} lines", said.lines().count());
    let render = ["render", "missing.html", "--png", "a.png", "--cpu"];
    let said = folder.check(&render, 0, &[refusal]);
    assert!(said.lines().count() < 250, "{} lines", said.lines().count());
    // The same file is read once.
    promise(&folder.0.join("x.png"), 1);
    let named = "<img src=x.png>".repeat(100_000);
    folder.write("same.html", format!("{named}{call}}}}})</script>"));
    let export = ["export", "same.html", "--html", "out.html"];
    let said = folder.check(&export, 0, &[]);
    assert!(said.contains("x.png: image/png, 1 KiB"), "{said}");
    // A page of some megabytes becomes one of gigabytes.
    folder.write("x.png", [&b"\x89PNG\r\n\x1a\n"[..], &[0; 1 << 20]].concat());
    folder.check(&export, 1, &["more than 256 MiB"]);
}

#[test]
fn texts_that_are_hopeless() {
    let folder = Folder::new("hopeless");
    folder.write("brackets.html", page("", &") ] }".repeat(10_000), ""));
    folder.check(
        &["check", "brackets.html"],
        1,
        &["`)` closes nothing", "more problems are not shown"],
    );
    folder.write("open.cindyscript", "{".repeat(100_000));
    folder.check(&["check", "open.cindyscript"], 1, &["too deep"]);
    let unknown: String = (0..8000).map(|n| format!("abcdefgh{n}();\n")).collect();
    folder.write("unknown.cindyscript", unknown);
    let messages = ["`abcdefgh0` is not defined", "more problems are not shown"];
    folder.check(&["check", "unknown.cindyscript"], 1, &messages);
    let line = "x1 = sin(3*2)+[1,2,3]_2; draw([x1,2], color->[1,0,0]);".repeat(5000);
    folder.write("line.cindyscript", format!("é=1;{line}"));
    folder.check(&["check", "line.cindyscript"], 0, &[]);
    let javascript = format!(
        "<html><script>{}1;CindyJS({{}})</script></html>",
        "a=".repeat(5000)
    );
    folder.write("javascript.html", javascript);
    folder.check(
        &["check", "javascript.html"],
        0,
        &["nests more than 1000 deep"],
    );
}

#[test]
fn shapes_that_repeat_need_no_stack() {
    let folder = Folder::new("shapes");
    let call = "<script>CindyJS({scripts: \"cs*\"});</script>";
    for (shape, count) in [
        ("a=\"x\" ", 1_000_000),
        ("a='x' ", 1_000_000),
        ("a=x ", 1_000_000),
        ("/", 1_000_000),
        // Each of these values is decoded.
        ("\0=\"\0\" ", 200_000),
        ("a=\"&amp;\" ", 200_000),
    ] {
        folder.write("page.html", format!("<p {}>{call}", shape.repeat(count)));
        folder.check(&["check", "page.html"], 0, &[]);
    }
    for shape in [
        "<p>", "<p id=a>", "</p>", "<!-- -->", "<title>", "<", "&amp;",
    ] {
        folder.write("page.html", format!("{call}{}", shape.repeat(1_000_000)));
        folder.check(&["check", "page.html"], 0, &[]);
    }
    for shape in [
        "(", ")", "[1,", "{", "a+", "-", "a_", "a=", "f(", "|", "\"", "a.", "if(a,",
    ] {
        folder.write("script.cindyscript", shape.repeat(1_000_000 / shape.len()));
        folder.check(&["check", "script.cindyscript"], 1, &["error["]);
    }
}

#[test]
fn errors_that_share_a_line_cost_no_more() {
    let folder = Folder::new("line");
    for (name, shape) in [("unknown", "?=1;"), ("brackets", ") ] }) ")] {
        let file = format!("{name}.cindyscript");
        folder.write(&file, shape.repeat(100_000));
        for command in ["check", "fmt", "eval"] {
            // To the formatter, the brackets are one statement.
            let expected = match (command, name) {
                ("fmt", "brackets") => "`)` closes nothing",
                _ => "more problems are not shown",
            };
            let said = folder.check(&[command, &file], 1, &[expected]);
            assert!(said.lines().count() < 1_000, "{command} {file}");
        }
    }
}

#[test]
fn files_without_end_are_refused() {
    let folder = Folder::new("endless");
    let fifo = folder.0.join("fifo.html");
    assert!(
        Command::new("mkfifo")
            .arg(&fifo)
            .status()
            .unwrap()
            .success()
    );
    let large = File::create(folder.0.join("large.html")).unwrap();
    large.set_len(50 << 20).unwrap();
    for command in ["check", "fmt", "eval", "wgsl", "render"] {
        for (file, reason) in [
            ("/dev/zero", "this is no file"),
            ("fifo.html", "this is no file"),
            (".", "this is a folder"),
            ("large.html", "this file has 50.0 MiB"),
            ("nothere.html", "there is no such file"),
        ] {
            let png = ["--png", "a.png"];
            let arguments = [command, file].into_iter();
            let arguments = arguments.chain(png.into_iter().filter(|_| command == "render"));
            let ended = folder.run(&arguments.collect::<Vec<_>>());
            assert_eq!(ended.code, Some(1), "{command} {file}: {}", ended.said);
            assert!(
                ended.said.contains(reason),
                "{command} {file}: {}",
                ended.said
            );
        }
    }
}

#[test]
fn no_text_steers_a_terminal() {
    let folder = Folder::new("terminal");
    let text = "x = foo(\u{1b}]0;title\u{7} \u{1b}[2J); // \u{1b}[1mhi\n\
                y = \"\u{1b}]52;c;cm0=\u{7}\" + undefinedfn(\"\u{1b}[2K\");\n";
    folder.write("raw.cindyscript", text);
    for command in [
        &["check", "raw.cindyscript"][..],
        &["eval", "raw.cindyscript"],
        &["render", "raw.cindyscript", "--png", "a.png"],
    ] {
        folder.check(command, 1, &["1:9: "]);
    }
    let made = "println(unicode(\"1B\") + \"[31m\"); x = \"\u{202e}abc\"; err(x);";
    folder.write("made.cindyscript", made);
    let said = folder.check(&["render", "made.cindyscript", "--png", "a.png"], 0, &[]);
    assert!(
        said.contains("\\u{1b}[31m") && said.contains("\\u{202e}abc"),
        "{said}"
    );
    folder.check(&["explain", "made.cindyscript:1:36"], 0, &[]);
}

/// What of a Markdown text stands outside of code spans.
fn outside_code(markdown: &str) -> String {
    let mut outside = String::new();
    let mut rest = markdown;
    while let Some(start) = rest.find('`') {
        let (before, from) = rest.split_at(start);
        let after = from.trim_start_matches('`');
        let fence = &from[..from.len() - after.len()];
        outside.push_str(before);
        // The next run of as many backticks ends it.
        let mut at = 0;
        let end = loop {
            let Some(found) = after[at..].find('`') else {
                break None;
            };
            let run = &after[at + found..];
            let length = run.len() - run.trim_start_matches('`').len();
            if length == fence.len() {
                break Some(at + found);
            }
            at += found + length;
        };
        rest = match end {
            Some(end) => &after[end + fence.len()..],
            None => {
                outside.push_str(fence);
                after
            }
        };
    }
    outside + rest
}

#[test]
fn no_text_leaves_its_code_span() {
    assert_eq!(outside_code("a `b` c ``d ` e`` f ` g"), "a  c  f ` g");
    let folder = Folder::new("markdown");
    for quoted in ["`", "``", "` `` ```", "```\u{a}```"] {
        let text = format!(
            "x = \"{quoted} <u>injected</u> ![i](https://e/i.png)\"; if(1 < 2, x = 5);\n\
             colorplot(x * |#|);\n"
        );
        folder.write("a.cindyscript", text);
        for place in ["a.cindyscript:1:1", "a.cindyscript:2:11"] {
            let said = folder.check(&["explain", place], 0, &[]);
            let outside = outside_code(&said);
            assert!(
                !outside.contains("<u>") && !outside.contains("!["),
                "{said}"
            );
        }
    }
}
