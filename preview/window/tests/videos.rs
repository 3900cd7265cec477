//! Videos and cameras on their whole way: decoded by another program, shown by an applet. That
//! program is a script here, so that no more is needed; where there is an `ffmpeg`, that as well.
//! Where scripts are no programs, nothing of this is run.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use cindyscript_player::source::ReceivedText;
use cindyscript_tests::lacking;
use cindyscript_window::headless::{HeadlessOptions, Rendered, render};

/// Pictures of 4 by 4 pixels, redder and redder; it writes down how it was called.
const DECODER: &str = r#"#!/bin/sh
folder=$(dirname "$0")
echo "$@" >>"$folder/calls"
red=0
while [ $red -lt 200 ]; do
    printf 'P7\nWIDTH 4\nHEIGHT 4\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n'
    pixel="\\0$(printf %o $red)\\0\\0\\0377"
    row="$pixel$pixel$pixel$pixel"
    printf %b "$row$row$row$row"
    red=$((red + 1))
done
"#;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("videos-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let folder = Folder(folder);
        folder.program("decoder", DECODER);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn program(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// The picture of a page that plays, in a folder, at a frame.
fn paint(folder: &Folder, draw: &str, options: &HeadlessOptions) -> Rendered {
    let page = format!(
        "<script id=\"csdraw\" type=\"text/x-cindyscript\">\n{draw}\n</script>\n\
         <div id=\"CSCanvas\"></div>\n<script>\nCindyJS({{\n  scripts: \"cs*\", autoplay: true,\n  \
         videos: {{ v: \"a.mp4\" }},\n  ports: [{{ id: \"CSCanvas\", width: 40, height: 40, \
         transform: [{{ visibleRect: [0, 1, 1, 0] }}] }}],\n}});\n</script>\n"
    );
    let text = ReceivedText {
        path: folder.path("page.html").to_str().unwrap().to_owned(),
        text: page,
        version: 1,
        arrived: Instant::now(),
    };
    let options = HeadlessOptions {
        size: Some([40, 40]),
        cpu: true,
        ..options.clone()
    };
    render(text, &options).unwrap()
}

/// Red in the middle, at a frame; all that is said.
fn red(rendered: &Rendered) -> (u8, Vec<String>) {
    let [red, _, _, alpha] = rendered.picture.pixel([20, 20]);
    assert_eq!(alpha, 255);
    let said = rendered.diagnostics.iter().map(|t| t.message.clone());
    (red, said.collect())
}

const VIDEO: &str = "playvideo(\"v\"); drawimage([0, 0], [1, 0], \"v\");";
const CAMERA: &str = "drawimage([0, 0], [1, 0], cameravideo());";

#[test]
fn a_page_plays_its_video() {
    let folder = Folder::new("page");
    fs::write(folder.path("a.mp4"), "coded").unwrap();
    // Two frames a picture, from the first frame on.
    for (frame, wanted) in [(1, 0), (3, 1), (61, 30), (301, 150)] {
        let options = HeadlessOptions {
            frame,
            decoder: Some(folder.path("decoder")),
            ..HeadlessOptions::default()
        };
        assert_eq!(
            red(&paint(&folder, VIDEO, &options)),
            (wanted, vec![]),
            "{frame}"
        );
    }
    let calls = fs::read_to_string(folder.path("calls")).unwrap();
    assert!(calls.contains("a.mp4 "), "{calls}");
}

#[test]
fn without_a_decoder_a_video_is_a_placeholder_and_says_what_to_do() {
    let folder = Folder::new("nobody");
    fs::write(folder.path("a.mp4"), "coded").unwrap();
    let options = HeadlessOptions {
        decoder: Some(folder.path("nobody")),
        ..HeadlessOptions::default()
    };
    let rendered = paint(&folder, VIDEO, &options);
    let [diagnostic] = rendered.diagnostics.as_slice() else {
        panic!("{:?}", rendered.diagnostics);
    };
    assert!(diagnostic.message.contains("not found"), "{diagnostic:?}");
    assert!(diagnostic.message.contains("`a.gif`"), "{diagnostic:?}");
    let source = &rendered.compiled.source;
    assert_eq!(source.place(diagnostic.range.unwrap().start()).line, 8);
}

#[test]
fn the_camera_is_what_the_user_chooses() {
    let folder = Folder::new("camera");
    fs::write(folder.path("me.mp4"), "coded").unwrap();
    fs::write(folder.path("a.mp4"), "coded").unwrap();
    let seen = |camera: &Path, decoder: &str| {
        let options = HeadlessOptions {
            frame: 62,
            camera: Some(camera.to_owned()),
            decoder: Some(folder.path(decoder)),
            ..HeadlessOptions::default()
        };
        red(&paint(&folder, CAMERA, &options))
    };
    // It is there from the end of the first frame on.
    assert_eq!(seen(&folder.path("me.mp4"), "decoder"), (30, vec![]));
    assert_eq!(
        seen("lavfi:testsrc=size=4x4".as_ref(), "decoder"),
        (30, vec![])
    );
    let calls = fs::read_to_string(folder.path("calls")).unwrap();
    assert!(calls.contains("-f lavfi -i testsrc=size=4x4 "), "{calls}");
    // A device shows the newest.
    let (_, said) = seen("/dev/video7".as_ref(), "decoder");
    assert_eq!(said, Vec::<String>::new());
    let calls = fs::read_to_string(folder.path("calls")).unwrap();
    assert!(calls.contains("-f v4l2 -i /dev/video7 "), "{calls}");
    // The test card is green in the middle, and nothing else is said.
    let (_, said) = seen("off".as_ref(), "decoder");
    assert_eq!(said, Vec::<String>::new());
}

#[test]
fn a_camera_that_does_not_work_is_a_test_card_and_says_so_once() {
    let folder = Folder::new("busy");
    folder.program("busy", "#!/bin/sh\necho 'device busy' >&2\nexit 1\n");
    for (decoder, wanted) in [("busy", "device busy"), ("nobody", "not found")] {
        let options = HeadlessOptions {
            frame: 30,
            camera: Some("/dev/video7".into()),
            decoder: Some(folder.path(decoder)),
            ..HeadlessOptions::default()
        };
        let rendered = paint(&folder, CAMERA, &options);
        let (_, said) = red(&rendered);
        let camera = said.iter().filter(|message| message.contains("camera"));
        let [said] = camera.collect::<Vec<_>>()[..] else {
            panic!("{:?}", rendered.diagnostics);
        };
        assert!(
            said.contains("test card") && said.contains(wanted),
            "{said}"
        );
        let place = rendered.diagnostics.iter().find(|t| t.message == *said);
        let place = rendered
            .compiled
            .source
            .place(place.unwrap().range.unwrap().start());
        assert_eq!((place.line, place.column), (2, 27));
    }
}

#[test]
fn ffmpeg_decodes() {
    let folder = Folder::new("ffmpeg");
    let made = Command::new("ffmpeg")
        .args(["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i"])
        .arg("color=red:size=64x48:duration=1:rate=10,format=rgb24")
        .args(["-f", "lavfi", "-i"])
        .arg("color=blue:size=64x48:duration=1:rate=10,format=rgb24")
        .args([
            "-filter_complex",
            "concat=n=2",
            "-c:v",
            "mpeg4",
            "-q:v",
            "1",
        ])
        .arg(folder.path("a.mp4"))
        .status();
    if !made.is_ok_and(|status| status.success()) {
        return lacking("videos", "there is no ffmpeg");
    }
    let middle = |draw: &str, frame: u32| {
        let camera = Some(PathBuf::from("lavfi:color=lime:size=64x48"));
        let options = HeadlessOptions {
            frame,
            camera,
            ..HeadlessOptions::default()
        };
        let rendered = paint(&folder, draw, &options);
        let said = rendered.diagnostics;
        assert!(said.is_empty(), "{said:?}");
        // Codecs round.
        rendered.picture.pixel([20, 25]).map(|part| part > 128)
    };
    let [red, green, blue] = [0, 1, 2].map(|part| [0, 1, 2, 3].map(|at| at == part || at == 3));
    assert_eq!(middle(VIDEO, 10), red);
    assert_eq!(middle(VIDEO, 90), blue);
    // It begins again.
    assert_eq!(middle(VIDEO, 140), red);
    assert_eq!(middle(CAMERA, 5), green);
}

/// Videos have one colour for four pixels: those between are blended, as in browsers.
#[test]
fn ffmpeg_blends_colours() {
    let folder = Folder::new("colours");
    let made = Command::new("ffmpeg")
        .args(["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i"])
        .arg("nullsrc=size=40x40:duration=1:rate=30,format=yuv420p,geq=lum=128:cb=64+X*6:cr=128")
        .args(["-c:v", "rawvideo", "-f", "nut"])
        .arg(folder.path("a.mp4"))
        .status();
    if !made.is_ok_and(|status| status.success()) {
        return lacking("videos", "there is no ffmpeg");
    }
    let rendered = paint(&folder, VIDEO, &HeadlessOptions::default());
    let said = &rendered.diagnostics;
    assert!(said.is_empty(), "{said:?}");
    let blue: Vec<_> = (12..28)
        .map(|x| rendered.picture.pixel([x, 20])[2])
        .collect();
    for pair in blue.windows(2) {
        assert!(
            (3..9).contains(&(i32::from(pair[1]) - i32::from(pair[0]))),
            "{blue:?}"
        );
    }
}
