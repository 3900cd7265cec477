#![allow(clippy::unwrap_used)]

use cindyscript_player::exact::exact;
use cindyscript_player::plot_view::Shown;

use super::*;
use crate::frames::{FramesTarget, Numbered};

fn error(arguments: &[&str]) -> String {
    parse(arguments).unwrap_err()
}

#[test]
fn commands() {
    let file = || PathBuf::from("a.html");
    let options = WindowOptions::default;
    let window = CliCommand::Window {
        file: file(),
        options: options(),
    };
    assert_eq!(parse(["a.html"]), Ok(window));
    let cpu = WindowOptions {
        no_window: false,
        cpu: true,
        receipts: true,
        camera: None,
        decoder: None,
        precision: PrecisionSetting::Single,
        scheme: Some(Scheme::Light),
        less_motion: true,
    };
    let window = CliCommand::Window {
        file: file(),
        options: cpu,
    };
    let arguments = "--cpu a.html --receipts --precision single --theme light --reduced-motion";
    assert_eq!(parse(arguments.split(' ')), Ok(window));
    assert_eq!(
        parse(["--stdio"]),
        Ok(CliCommand::Stdio { options: options() })
    );
    let options_of_tab = WindowOptions {
        no_window: true,
        ..options()
    };
    assert_eq!(
        parse(["--stdio", "--no-window"]),
        Ok(CliCommand::Stdio {
            options: options_of_tab
        })
    );
    assert_eq!(
        parse(["wgsl", "a.html"]),
        Ok(CliCommand::Wgsl { file: file() })
    );
    assert_eq!(parse(["a.html", "--help"]), Ok(CliCommand::Help(None)));
    let help_of_render = Ok(CliCommand::Help(Some("render")));
    assert_eq!(parse(["render", "--fill", "-h"]), help_of_render);
    let eval = |file| Ok(CliCommand::Eval { file });
    assert_eq!(parse(["eval"]), eval(PathBuf::from("-")));
    assert_eq!(parse(["eval", "-"]), eval(PathBuf::from("-")));
    assert_eq!(parse(["eval", "a.html"]), eval(file()));
    assert_eq!(parse(["eval", "--json-lines"]), Ok(CliCommand::EvalLines));
    assert_eq!(parse(["new", "--list"]), Ok(CliCommand::Templates));
    let template = &templates::TEMPLATES[0];
    assert_eq!(
        parse(["new", template.name, "a.html"]),
        Ok(CliCommand::New {
            template,
            file: file()
        })
    );
    assert!(error(&["new", "ring", "a.html"]).ends_with("did you mean `rings`?"));
    assert!(error(&["new", "--list", "a.html"]).ends_with("takes nothing else"));
    for (command, option) in [("export", "--html"), ("render", "--png")] {
        let refused = error(&[command, "a.html", option, "-"]);
        assert!(refused.contains("not standard output"), "{refused}");
    }
    let options = export::ExportOptions {
        html: PathBuf::from("b.html"),
        cindyjs: Some(PathBuf::from("js")),
        player: false,
        modules: None,
        included: vec![PathBuf::from("c"), PathBuf::from("d")],
        force: true,
    };
    assert_eq!(
        parse(
            "export a.html --html b.html --cindyjs js --include c --include d --force".split(' ')
        ),
        Ok(CliCommand::Export {
            file: file(),
            options
        })
    );
    let arguments = "render a.html --png=b.png --size 640x480 --fill --scale 2 --frame 30 --mouse 0.5,0.25 \
                     --cpu --precision double --centre 0.5,0.5 --zoom 1e50 --background white --json --camera c.png --ffmpeg /f";
    let Ok(CliCommand::Render {
        file: read,
        output,
        options,
    }) = parse(arguments.split(' '))
    else {
        panic!("not read");
    };
    assert_eq!(read, file());
    let to = PictureOutput {
        png: Some(PathBuf::from("b.png")),
        background: Some([1.0; 3]),
        json: true,
    };
    assert_eq!(output, to);
    let expected = headless::HeadlessOptions {
        size: Some([640, 480]),
        fills: true,
        scale: 2.0,
        supersample: 1,
        frame: 30,
        mouse: Some([0.5, 0.25]),
        cpu: true,
        precision: PrecisionSetting::Double,
        specialised: false,
        shown: Shown::Result,
        centre: Some([exact(0.5), exact(0.5)]),
        zoom: 1e50,
        bare: false,
        camera: Some(PathBuf::from("c.png")),
        decoder: Some(PathBuf::from("/f")),
    };
    assert_eq!(options, expected);
}

#[test]
fn frames_of_an_applet() {
    let read = |arguments: &str| match parse(arguments.split(' ')) {
        Ok(CliCommand::Frames {
            frames, options, ..
        }) => Ok((frames, options.supersample)),
        Ok(other) => panic!("{other:?}"),
        Err(error) => Err(error),
    };
    let frames = |target, rate| Frames {
        range: [2, 90],
        target,
        rate,
        background: None,
    };
    let movie = FramesTarget::Movie(PathBuf::from("a.gif"));
    let arguments = "render a.html --frames 2..90 --movie a.gif --fps 20 --supersample 3";
    assert_eq!(read(arguments), Ok((frames(movie, Some(20)), 3)));
    let pictures = FramesTarget::Pictures(Numbered::read("a%d.png").unwrap());
    let arguments = "render a.html --frames 2..90 --png a%d.png";
    assert_eq!(read(arguments), Ok((frames(pictures, None), 1)));
    for (arguments, wanted) in [
        ("--frames 5..2 --movie a.gif", "as 1..300"),
        ("--frames 1..2", "where to?"),
        ("--frames 1..2 --movie a.avi", ".gif, .apng"),
        ("--frames 1..2 --png a.png", "%04d"),
        ("--frames 1..2 --movie a.gif --png %d.png", "not both"),
        (
            "--frames 1..2 --movie a.gif --frame 3",
            "`--frame`, not both",
        ),
        ("--frames 1..2 --movie a.gif --sound a.wav", "not both"),
        ("--sound a.wav", "which frames?"),
        ("--frames 1..2 --sound a.mp3", "WAV: `--sound a.wav`"),
        ("--frame 99999999999", "at most 6000000"),
        ("--frame -1", "count from 1"),
        ("--frame x", "count from 1"),
        ("--frames 1..99999999999 --sound a.wav", "at most 6000000"),
        ("--movie a.gif", "which frames?"),
        ("--frames 1..2 --movie a.gif --fps 25", "part of 60"),
        ("--mesh a.ply", "`--mesh OUT.stl`"),
        ("--mesh -", "`--mesh OUT.stl`"),
        ("--mesh a.stl --png a.png", "`--mesh` or `--png`, not both"),
        ("--frames 1..2 --mesh a.stl", "`--frames`, not both"),
        ("--stl a.stl", "`--mesh OUT.stl`"),
        ("a.stl", "`--mesh a.stl`"),
        ("--supersample 9", "1 to 8"),
        ("--centre 1", "-0.75,0.1"),
        ("--centre 1,x", "no decimal number"),
        ("--zoom 1e200", "1e120"),
        ("--precision triple", "`auto`, `single` or `double`"),
    ] {
        let arguments = format!("render a.html {arguments}");
        let said = parse(arguments.split(' ')).unwrap_err();
        assert!(said.contains(wanted), "{said}");
    }
}

#[test]
fn output_with_the_ending_of_another_format_is_refused() {
    for ending in ["JPG", "gif", "html", "cindyscript", "cjs", "txt", "md"] {
        for (option, name, reason) in [
            ("--png", "b", "pictures are written as PNG: `--png b.png`"),
            (
                "--frames 1..2 --png",
                "b%d",
                "pictures are written as PNG: `--png b%d.png`",
            ),
            (
                "--frames 1..2 --sound",
                "b",
                "sound is written as WAV: `--sound b.wav`",
            ),
        ] {
            let arguments = format!("render a.html {option} {name}.{ending}");
            let said = parse(arguments.split(' ')).unwrap_err();
            assert_eq!(said, reason, "{arguments}");
        }
    }
    for ending in ["cindyscript", "html", "txt"] {
        let movie = format!("b.{ending}");
        let said = error(&["render", "a.html", "--frames", "1..2", "--movie", &movie]);
        assert!(said.contains(".gif, .apng"), "{said}");
    }
    for ending in ["png", "cindyscript", "xhtml", "txt"] {
        let page = format!("b.{ending}");
        let said = error(&["export", "a.html", "--html", &page]);
        assert_eq!(said, "a page is written as HTML: `--html b.html`");
    }
    assert!(parse(["render", "a.html", "--png", "b.PNG"]).is_ok());
    assert!(parse(["render", "a.html", "--png", "/dev/null"]).is_ok());
}

#[test]
fn commands_are_those_of_the_shared_table() {
    let mut named: Vec<&str> = cindyscript_diagnostic::commands(HELP).collect();
    named.dedup();
    named.sort_unstable();
    let mut commands = PREVIEW.commands.to_vec();
    commands.sort_unstable();
    assert_eq!(named, commands);
}

#[test]
fn command_of_the_server_names_the_server() {
    for line in [
        "check rings.html",
        "types rings.html",
        "fmt --check rings.html",
        "reference sin",
        "help check",
    ] {
        let said = parse(line.split(' ')).unwrap_err();
        assert!(
            said.contains("is a command of cindyscript-server"),
            "{said}"
        );
        assert!(
            said.ends_with(&format!(": `cindyscript-server {line}`")),
            "{said}"
        );
    }
}

#[test]
fn help_command_is_the_help_option() {
    assert_eq!(parse(["help"]), Ok(CliCommand::Help(None)));
    let help_of_render = Ok(CliCommand::Help(Some("render")));
    assert_eq!(parse(["help", "render"]), help_of_render);
    assert!(error(&["help", "rendr"]).ends_with("did you mean `render`?"));
}

#[test]
fn mistakes_are_named() {
    assert_eq!(error(&["--fast", "a.html"]), "unknown option `--fast`");
    assert_eq!(error(&[]), "which file? See --help");
    assert_eq!(error(&["render", ""]), "which file? See --help");
    assert_eq!(
        error(&["a", "b"]),
        "one file at a time, not also `b`: a name with spaces needs quotation marks"
    );
    assert!(error(&["render", "a", "b.png"]).ends_with("did you mean `--png b.png`?"));
    assert_eq!(
        error(&["rendr", "a.html"]),
        "unknown command `rendr`: did you mean `render`?"
    );
    assert_eq!(
        error(&["render", "a.html", "--sise", "1x1"]),
        "unknown option `--sise`: did you mean `--size`?"
    );
    assert_eq!(
        error(&["render", "a.html", "-png", "a.png"]),
        "unknown option `-png`: did you mean `--png`?"
    );
    assert!(error(&["render", "a.html", "-o", "a.png"]).contains("`--png OUT`"));
    assert!(error(&["render", "a.html", "--output", "a"]).contains("`--html OUT`"));
    assert!(error(&["render", "a.html", "--gif", "a.gif"]).contains("--movie OUT`"));
    assert!(error(&["render", "a.html", "--jpg", "a.jpg"]).contains("written as PNG"));
    assert!(error(&["-"]).starts_with("`-` goes with `render`"));
    assert_eq!(
        error(&["a.html", "--frame", "2"]),
        "`--frame` goes with `render`"
    );
    assert_eq!(
        error(&["wgsl", "a.html", "--cpu"]),
        "`--cpu` goes with `render`, `window`"
    );
    assert_eq!(error(&["export", "a"]), "where to? `--html OUT`");
    assert_eq!(
        error(&["export", "a", "--html", "b.txt"]),
        "a page is written as HTML: `--html b.html`"
    );
    assert!(error(&["export", "a", "--player", "--cindyjs", "b"]).contains("not both"));
    assert!(error(&["export", "a", "--modules", "b"]).contains("goes with `--player`"));
    assert!(error(&["eval", "--json-lines", "a"]).contains("standard input"));
    assert!(error(&["--stdio", "a.html"]).contains("standard input"));
    assert!(error(&["--no-window", "a.html"]).contains("goes with `--stdio`"));
    assert!(error(&["render", "a", "--size", "0x5"]).contains("640x480"));
    assert!(error(&["render", "a", "--scale", "1e9"]).contains("0.25 to 4"));
    assert!(error(&["render", "a", "--frame", "0"]).contains("count from 1"));
    assert!(error(&["render", "a", "--mouse", "nan,1"]).contains("0.5,0.5"));
    assert!(error(&["render", "a", "--background", "greenish"]).contains("CSS"));
}
