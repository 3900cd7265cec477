//! The program without a window, as an editor uses it: pictures come as messages, what the user does
//! goes to it, and a tab that reads slowly, closes, or says what makes no sense does no harm.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use cindyscript_protocol::{Copied, CursorForm, FromPreview, PictureFormat, TabEvent, TabNotice};
use image::RgbImage;

mod debugger;
mod tab;
mod trails;
mod views;

use tab::{Tab, whole};

const PATIENCE: Duration = Duration::from_secs(180);
/// For so long nothing comes where nothing should.
const SILENCE: Duration = Duration::from_millis(700);
const SIZE: [u32; 2] = [120, 80];

/// Point A in the middle, which can be dragged; the colour says where it is.
const PAGE: &str = r#"<script id="csdraw" type="text/x-cindyscript">
colorplot([A.x / 10 + 0.5 + |#| * 0, 0.25, 1]);
</script><div id="CSCanvas"></div><script>
CindyJS({scripts: "cs*", ports: [{id: "CSCanvas", transform: [{visibleRect: [-6, 4, 6, -4]}]}],
  geometry: [{name: "A", type: "Free", pos: [0, 0], labeled: false}]});
</script>"#;

/// The same, moving by itself.
const MOVING: &str = r#"<script id="csdraw" type="text/x-cindyscript">
colorplot([seconds() - floor(seconds()), |#| * 0, 1]);
</script><div id="CSCanvas"></div><script>
CindyJS({scripts: "cs*", animation: {autoplay: true}, ports: [{id: "CSCanvas"}]});
</script>"#;

/// A page with a circle in the middle, in a view that is 12 wide.
fn circle(radius: &str) -> String {
    format!(
        r#"<script id="csdraw" type="text/x-cindyscript">fillcircle((0, 0), {radius});</script>
<div id="CSCanvas"></div><script>
CindyJS({{scripts: "cs*", ports: [{{id: "CSCanvas", transform: [{{visibleRect: [-6, 4, 6, -4]}}]}}]}});
</script>"#
    )
}

#[test]
fn a_click_with_control_leads_to_what_paints_the_place() {
    let mut tab = Tab::new(PAGE);
    tab.look(SIZE);
    tab.until(|[r, ..]| is_near(r, 128));
    tab.tell(TabEvent::PointerMoved { at: [3.0, 3.0] });
    tab.press(true);
    let end = Instant::now() + PATIENCE;
    let range = loop {
        assert!(Instant::now() < end, "it leads nowhere");
        match tab.message(PATIENCE) {
            Some(FromPreview::Reveal { range, .. }) => break range,
            Some(FromPreview::Picture(picture)) => tab.show(&picture),
            _ => {}
        }
    };
    let place = range.start as usize..range.end as usize;
    assert!(PAGE[place].starts_with("colorplot("), "{range:?}");
}

#[test]
fn what_is_copied_is_for_the_clipboard_of_the_editor() {
    let mut tab = Tab::new(PAGE);
    tab.look(SIZE);
    tab.until(|[r, ..]| is_near(r, 128));
    let copied = |notice| match notice {
        TabNotice::Copy(copied) => Some(copied),
        _ => None,
    };
    tab.key("u", false);
    let Copied::Text { text } = tab.hear(copied) else {
        panic!("not a text");
    };
    assert!(text.starts_with("visibleRect: ["), "{text}");
    // The next follows once that is answered.
    tab.key("c", false);
    tab.tell(TabEvent::Copied { error: None });
    let Copied::Png { data } = tab.hear(copied) else {
        panic!("not a picture");
    };
    let png = BASE64_STANDARD.decode(data).unwrap();
    let picture = image::load_from_memory(&png).unwrap().to_rgb8();
    assert_eq!(picture.dimensions(), SIZE.into());
    assert!(is_near(picture.get_pixel(3, 3).0[0], 128));
    let error = Some("it is locked".to_owned());
    tab.tell(TabEvent::Copied { error });
    // Nobody waits for that.
    tab.tell(TabEvent::Copied { error: None });
    tab.key("u", false);
    assert!(matches!(tab.hear(copied), Copied::Text { .. }));
    tab.ends();
}

/// The path of a file that was written.
fn written(notice: TabNotice) -> Option<String> {
    match notice {
        TabNotice::Written { path } => Some(path),
        _ => None,
    }
}

/// What the title says: the error, and whether time stands still.
fn standing(notice: TabNotice) -> Option<(Option<String>, bool)> {
    match notice {
        TabNotice::Standing { error, paused, .. } => Some((error, paused)),
        _ => None,
    }
}

#[test]
fn the_tab_is_told_what_its_title_says() {
    let mut tab = Tab::new(MOVING);
    tab.look(SIZE);
    tab.until(is_moving);
    tab.key(" ", false);
    assert_eq!(tab.hear(standing), (None, true));
    tab.key(" ", false);
    assert_eq!(tab.hear(standing), (None, false));
    tab.open(&MOVING.replace("* 0, 1]", "* 0, 1"), 2);
    let (error, paused) = tab.hear(standing);
    let error = error.unwrap();
    assert!(error.contains("line 2") && !paused, "{error}");
    tab.ends();
}

/// What the tab shows once nothing comes any more.
fn settled(tab: &mut Tab) -> RgbImage {
    while let Some(picture) = tab.next(SILENCE) {
        tab.show(&picture);
    }
    tab.shown.clone()
}

#[test]
fn what_a_key_does_that_is_not_seen_is_said() {
    let mut tab = Tab::new(MOVING);
    tab.look([400, 300]);
    tab.until(is_moving);
    tab.key(" ", false);
    assert_eq!(tab.hear(standing), (None, true));
    let mut before = settled(&mut tab);
    for key in ["]", "[", "["] {
        tab.key(key, false);
        before = tab.shown_when(key, |shown| *shown != before);
    }
    tab.ends();
}

/// Each frame paints the image a little darker than the one before; nothing plays by itself.
const FEEDBACK: &str = r#"<script id="csinit" type="text/x-cindyscript">
createimage("a", 8, 8); colorplot("a", [1, 1, 1]);
</script><script id="csdraw" type="text/x-cindyscript">
colorplot("a", 0.9 * imagergb("a", #)); colorplot(imagergb("a", #));
</script><div id="CSCanvas"></div><script>
CindyJS({scripts: "cs*", ports: [{id: "CSCanvas"}]});
</script>"#;

#[test]
fn feedback_that_does_not_play_says_so_and_plays_by_key() {
    let mut tab = Tab::new(FEEDBACK);
    tab.look([400, 300]);
    // The picture is grey; the note is not.
    tab.shown_when("the note", |shown| {
        let is_grey = |[red, green, blue]: [u8; 3]| red == green && green == blue;
        shown.pixels().any(|pixel| !is_grey(pixel.0))
    });
    assert!(tab.shown.get_pixel(3, 3).0[0] > 120);
    tab.key(" ", false);
    tab.until(|[red, ..]| red < 60);
    tab.key(" ", false);
    assert_eq!(tab.hear(standing), (None, true));
    tab.ends();
}

#[test]
fn what_starts_anew_is_seen_where_it_was_at_first() {
    let mut tab = Tab::new(PAGE);
    tab.look(SIZE);
    tab.until(|[r, ..]| is_near(r, 128));
    let first = settled(&mut tab);
    tab.drag([60.0, 40.0], [80.0, 20.0]);
    tab.key("ArrowLeft", false);
    tab.key("+", false);
    tab.shown_when("another view", |shown| *shown != first);
    tab.key("n", false);
    tab.shown_when("the first view", |shown| *shown == first);
    tab.ends();
}

#[test]
fn what_the_user_can_do_is_told_and_works_where_scripts_listen_to_keys() {
    let listens = MOVING.replace(
        "<div",
        "<script id=\"cskeydown\" type=\"text/x-cindyscript\">key();</script><div",
    );
    let mut tab = Tab::new(&listens);
    let controls = tab.hear(|notice| match notice {
        TabNotice::Controls { controls } => Some(controls),
        _ => None,
    });
    let pause = controls.iter().find(|control| control.shown == "space");
    let pause = pause.unwrap();
    assert_eq!(pause.meaning, "Pause or continue");
    assert!(controls.iter().all(|control| control.shown != "F11"));
    tab.look(SIZE);
    tab.until(is_moving);
    // Twice would be as before.
    tab.key(&pause.key, false);
    tab.key(&pause.key, true);
    assert_eq!(tab.hear(standing), (None, true));
    tab.ends();
}

#[test]
fn a_file_that_is_dropped_takes_the_place_of_an_image() {
    let page = r#"<script id="csdraw" type="text/x-cindyscript">
drawimage([-6, -4], [6, -4], "cat");
</script><div id="CSCanvas"></div><script>
CindyJS({scripts: "cs*", images: {cat: "nowhere.png"}, ports: [{id: "CSCanvas",
  transform: [{visibleRect: [-6, 4, 6, -4]}]}]});
</script>"#;
    let mut tab = Tab::new(page);
    tab.look(SIZE);
    // Once the applet is loaded, which says that its image is missing.
    tab.until(|colour| colour != [255; 3]);
    let mut png = Cursor::new(Vec::new());
    let blue = RgbImage::from_pixel(6, 4, image::Rgb([0, 0, 200]));
    blue.write_to(&mut png, image::ImageFormat::Png).unwrap();
    // What is none is told, and changes nothing.
    for (name, data) in [
        ("broken.png", "no base64!".to_owned()),
        ("../../blue.png", BASE64_STANDARD.encode(png.into_inner())),
    ] {
        let name = name.to_owned();
        tab.tell(TabEvent::Dropped { name, data });
    }
    tab.until(|colour| colour == [0, 0, 200]);
    tab.ends();
}

#[test]
fn where_a_file_is_written_is_told() {
    let folder = std::env::temp_dir().join(format!("no-window-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut tab = Tab::new(PAGE);
    tab.open_at(&folder.join("a.html"), PAGE, 2);
    tab.look(SIZE);
    tab.until(|[r, ..]| is_near(r, 128));
    tab.key("s", false);
    let path = tab.hear(written);
    assert_eq!(Path::new(&path), folder.join("a.png"));
    assert_eq!(image::open(&path).unwrap().width(), SIZE[0]);
    tab.ends();
    std::fs::remove_dir_all(folder).unwrap();
}

/// Whether it is the colour of [`MOVING`]: before that is loaded, everything is white.
fn is_moving([_, green, blue]: [u8; 3]) -> bool {
    is_near(green, 0) && is_near(blue, 255)
}

fn is_near(is: u8, should: u8) -> bool {
    is.abs_diff(should) < 12
}

#[test]
fn a_tab_shows_the_applet_and_a_drag_changes_it() {
    let mut tab = Tab::new(PAGE);
    tab.look(SIZE);
    // Half red while A is in the middle.
    tab.until(|[r, g, b]| is_near(r, 128) && is_near(g, 64) && is_near(b, 255));
    assert_eq!(tab.shown.dimensions(), (SIZE[0], SIZE[1]));
    tab.tell(TabEvent::PointerMoved { at: [60.0, 40.0] });
    let end = Instant::now() + PATIENCE;
    while tab.cursor != CursorForm::Grab {
        assert!(Instant::now() < end);
        if let Some(picture) = tab.next(Duration::from_millis(50)) {
            tab.show(&picture);
        }
    }
    // From 0 to 4 in a view that is 12 wide.
    tab.drag([60.0, 40.0], [100.0, 40.0]);
    tab.until(|[r, ..]| is_near(r, 230));
    // A larger tab, on a finer screen.
    tab.tell(TabEvent::Resized {
        size: [240, 160],
        scale: 2.0,
    });
    tab.until(|_| true);
    let end = Instant::now() + PATIENCE;
    while tab.shown.dimensions() != (240, 160) {
        assert!(Instant::now() < end);
        let picture = tab.next(PATIENCE).unwrap();
        tab.show(&picture);
    }
    tab.until(|[r, ..]| is_near(r, 230));
    tab.ends();
}

#[test]
fn only_what_has_changed_is_sent() {
    let mut tab = Tab::new(&circle("0.5"));
    tab.look(SIZE);
    let first = tab.next(PATIENCE).unwrap();
    assert_eq!(first.region, whole(SIZE));
    tab.show(&first);
    while let Some(picture) = tab.next(SILENCE) {
        tab.show(&picture);
    }
    tab.open(&circle("0.6"), 2);
    let picture = tab.next(PATIENCE).unwrap();
    let [.., width, height] = picture.region;
    assert!(width < 20 && height < 20, "{:?}", picture.region);
    assert_eq!(picture.format, PictureFormat::Webp);
    tab.ends();
}

#[test]
fn nothing_piles_up_behind_a_tab_that_reads_slowly() {
    // The tab says its size first: it takes no picture before.
    let mut tab = Tab::start(&["--cpu"], "");
    tab.look(SIZE);
    tab.open(MOVING, 1);
    let first = tab.next(PATIENCE).unwrap();
    // It is not taken: no other follows, however long that takes.
    assert_eq!(tab.next(SILENCE), None);
    tab.show(&first);
    // A tab that takes long may be a far one: a few are sent at a time. Taken twice counts once.
    for _ in 0..3 {
        let mut sent = Vec::new();
        while let Some(picture) = tab.next(SILENCE) {
            sent.push(picture);
            assert!(sent.len() <= 6);
        }
        for picture in sent.iter().chain(&sent) {
            tab.show(picture);
        }
    }
    assert!(tab.next(PATIENCE).is_some());
    tab.ends();
}

#[test]
fn a_hidden_tab_is_sent_nothing_and_an_empty_one_all() {
    let mut tab = Tab::new(MOVING);
    tab.look(SIZE);
    let picture = tab.next(PATIENCE).unwrap();
    tab.show(&picture);
    tab.tell(TabEvent::Watched { watched: false });
    // What was on its way.
    while tab.next(SILENCE).is_some() {}
    assert_eq!(tab.next(SILENCE), None);
    // The one that was on its way is never taken.
    tab.tell(TabEvent::Watched { watched: true });
    let picture = tab.next(PATIENCE).unwrap();
    assert_eq!(picture.region, whole(SIZE));
    // Closed in mid-frame, and opened again.
    tab.tell(TabEvent::Watched { watched: true });
    let picture = tab.next(PATIENCE).unwrap();
    assert_eq!(picture.region, whole(SIZE));
    tab.show(&picture);
    tab.ends();
}

#[test]
fn what_makes_no_sense_does_no_harm() {
    let mut tab = Tab::new(PAGE);
    tab.look([0, 0]);
    let sizes = [[0, 80], [u32::MAX, 80], [1, 1], SIZE];
    let scales = [0.0, -1.0, 1e300, 1.0];
    for (size, scale) in sizes.into_iter().zip(scales) {
        tab.tell(TabEvent::Resized { size, scale });
    }
    for line in [
        "garbage",
        "{\"message\":\"tab\"}",
        "{\"message\":\"tab\",\"event\":{\"kind\":\"pointer-moved\",\"at\":[1]}}",
        "{\"message\":\"tab\",\"event\":{\"kind\":\"from-the-future\"}}",
        "{\"message\":\"tab\",\"event\":{\"kind\":\"resized\",\"size\":[-1,2],\"scale\":1}}",
    ] {
        let input = tab.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }
    tab.tell(TabEvent::PointerMoved {
        at: [1e300, -1e300],
    });
    tab.tell(TabEvent::Wheel { lines: 1e300 });
    tab.tell(TabEvent::Wheel { lines: -1e300 });
    tab.tell(TabEvent::Taken { number: u64::MAX });
    let is_as_before = |[r, g, b]: [u8; 3]| is_near(r, 128) && is_near(g, 64) && is_near(b, 255);
    tab.until(is_as_before);
    while tab.shown.dimensions() != (SIZE[0], SIZE[1]) {
        let picture = tab.next(PATIENCE).unwrap();
        tab.show(&picture);
    }
    // Nor once all of it has come.
    while let Some(picture) = tab.next(SILENCE) {
        tab.show(&picture);
    }
    tab.until(is_as_before);
    tab.ends();
}

#[test]
fn where_there_is_no_tab_versions_have_receipts() {
    let tab = Tab::new(PAGE);
    let end = Instant::now() + PATIENCE;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match tab.message(left).unwrap() {
            FromPreview::Receipt { version, .. } => {
                assert_eq!(version, 1);
                return tab.ends();
            }
            FromPreview::Picture(picture) => panic!("{picture:?}"),
            _ => {}
        }
    }
}

/// Waits until a program has ended by itself; its status.
fn ended(mut program: Child) -> ExitStatus {
    let (sender, status) = channel();
    let id = program.id();
    thread::spawn(move || drop(sender.send(program.wait())));
    let status = status.recv_timeout(PATIENCE);
    status
        .unwrap_or_else(|_| panic!("process {id} goes on"))
        .unwrap()
}

#[test]
fn preview_ends_when_nobody_reads_its_output() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_cindyscript-preview"))
        .args(["--stdio", "--no-window", "--cpu"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = program.stdin.take();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    // The first message says that the preview listens.
    output.read_line(&mut String::new()).unwrap();
    drop(output);
    ended(program);
    drop(input);
}

#[cfg(target_os = "linux")]
mod display {
    use std::io::ErrorKind;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixListener};

    use super::*;

    /// A display that takes connections and never answers, and its name.
    fn silent(number: u32) -> (UnixListener, String) {
        let number = 2000 + 2 * (std::process::id() % 20_000) + number;
        let path = format!("/tmp/.X11-unix/X{number}");
        let address = SocketAddr::from_abstract_name(path).unwrap();
        (
            UnixListener::bind_addr(&address).unwrap(),
            format!(":{number}"),
        )
    }

    #[test]
    fn tab_opens_no_display() {
        let (listener, name) = silent(0);
        let mut tab = Tab::start(&[], &name);
        tab.open(PAGE, 1);
        tab.look(SIZE);
        tab.until(|[r, ..]| is_near(r, 128));
        listener.set_nonblocking(true).unwrap();
        let connection = listener.accept().map_err(|error| error.kind());
        assert_eq!(connection.err(), Some(ErrorKind::WouldBlock));
        tab.ends();
    }

    #[test]
    fn window_is_not_opened_on_a_display_that_does_not_answer() {
        let (_listener, name) = silent(1);
        let mut program = Command::new(env!("CARGO_BIN_EXE_cindyscript-preview"))
            .args(["--stdio", "--cpu"])
            .env("DISPLAY", &name)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = program.stdin.take();
        let mut errors = program.stderr.take().unwrap();
        assert!(!ended(program).success());
        drop(input);
        let mut said = String::new();
        errors.read_to_string(&mut said).unwrap();
        assert!(
            said.contains(&format!("`{name}` does not answer")),
            "{said}"
        );
    }
}
