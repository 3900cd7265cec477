//! What bars and panels look like, and that nothing moves where that is wanted.

use std::env::temp_dir;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use cindyscript_tests::display::{Display, Window, state_folder};
use cindyscript_tests::picture::Picture;
use cindyscript_tests::programs::Program;

use super::{PATIENCE, difference, has_screen, settled};

/// A preview that was started by hand; ended when dropped.
struct Started {
    path: PathBuf,
    child: Child,
    display: Display,
    window: Window,
}

impl Started {
    fn new(name: &str, script: &str, options: &[&str]) -> Started {
        let folder = temp_dir().join(format!("cindyscript-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{name}.html"));
        fs::write(&path, script).unwrap();
        let display = Display::start().unwrap();
        let (child, window) = show(&display, &path, options);
        Started {
            path,
            child,
            display,
            window,
        }
    }

    /// Closes the window and opens the file again.
    fn open_again(&mut self, options: &[&str]) {
        self.key("ctrl+w");
        assert!(self.child.wait().unwrap().success());
        (self.child, self.window) = show(&self.display, &self.path, options);
    }

    fn key(&self, name: &str) {
        self.display.key(&self.window, name).unwrap();
    }

    fn picture_when(&self, what: &str, is_it: impl Fn(&Picture) -> bool) -> Picture {
        let picture = self
            .display
            .picture_when(&self.window, what, PATIENCE, is_it);
        picture.unwrap()
    }

    fn settled(&self, what: &str, is_it: impl Fn(&Picture) -> bool) -> Picture {
        settled(&self.display, &self.window, what, is_it)
    }
}

fn show(display: &Display, path: &Path, options: &[&str]) -> (Child, Window) {
    let child = Command::new(Program::Preview.path().unwrap())
        .args(options)
        .arg(path)
        .env("DISPLAY", display.name())
        .env("XDG_STATE_HOME", state_folder(display.name()))
        .env("XDG_CONFIG_HOME", path.parent().unwrap())
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let name = path.file_stem().unwrap().to_str().unwrap();
    let window = display.window(name, PATIENCE).unwrap();
    (child, window)
}

impl Drop for Started {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A page that is filled with a grey, or with one that grows lighter.
fn page(grey: &str, animation: &str) -> String {
    format!(
        "<script id=\"csdraw\" type=\"text/x-cindyscript\">\n\
         fillpoly([[-9, -9], [9, -9], [9, 9], [-9, 9]], color -> {grey} * [1, 1, 1]);\n</script>\n\
         <script>CindyJS({{scripts: \"cs*\", {animation} ports: [{{id: \"CSCanvas\", width: 400, \
         height: 300, transform: [{{visibleRect: [-4, 3, 4, -3]}}]}}]}});</script>\n"
    )
}

/// At the upper left, where panels are: the mean grey.
fn corner(picture: &Picture) -> u32 {
    let places = (12..24).flat_map(|y| (12..24).map(move |x| (x, y)));
    let all: Vec<u32> = places
        .map(|(x, y)| u32::from(picture.pixel(x, y)[0]))
        .collect();
    all.iter().sum::<u32>() / all.len() as u32
}

#[test]
fn panels_are_light_or_dark_and_larger_by_key() {
    if !has_screen() {
        return;
    }
    for (theme, darkest, lightest) in [("light", 150, 256), ("dark", 0, 110)] {
        let name = format!("look-{theme}");
        let mut started = Started::new(&name, &page("0.5", ""), &["--theme", theme]);
        let before = started.picture_when("the grey", |now| (120..136).contains(&corner(now)));
        started.key("question");
        let usual = started.settled("the keys", |now| difference(now, &before) > 0.05);
        assert!((darkest..lightest).contains(&corner(&usual)), "{theme}");
        started.key("ctrl+plus");
        started.key("ctrl+plus");
        let larger = started.settled("larger keys", |now| difference(now, &usual) > 0.02);
        // The panel is further from the edge of the window, as all lengths are larger.
        let is_covered = |now: &Picture| now.pixel(9, 150) != before.pixel(9, 150);
        assert!(is_covered(&usual) && !is_covered(&larger));
        // The size is kept.
        started.open_again(&["--theme", theme]);
        started.key("question");
        started.picture_when("larger keys", |now| difference(now, &larger) < 0.001);
        started.key("ctrl+0");
        let again = |now: &Picture| difference(now, &usual) < 0.001;
        started.picture_when("the usual size", again);
    }
}

/// The height in pixels of the plate behind the number 2 below the horizontal axis.
fn height_of_number(picture: &Picture) -> usize {
    let is_grey = |y: &usize| (120..136).contains(&picture.pixel(296, *y)[0]);
    (154..200).filter(|y| !is_grey(y)).count()
}

#[test]
fn numbers_of_the_grid_grow_with_bars_and_panels() {
    if !has_screen() {
        return;
    }
    let started = Started::new("look-grid", &page("0.5", ""), &[]);
    started.picture_when("the grey", |now| (120..136).contains(&corner(now)));
    started.key("g");
    let usual = started.picture_when("the grid", |now| height_of_number(now) > 8);
    for _ in 0..3 {
        started.key("ctrl+plus");
    }
    let usual = height_of_number(&usual);
    started.picture_when("larger numbers", |now| {
        height_of_number(now) * 10 > usual * 13
    });
}

/// One that grows lighter by itself.
fn moving() -> String {
    let moving = page("min(1, seconds() / 4)", "animation: {autoplay: true},");
    moving.replace(
        "<script>CindyJS",
        "<script id=\"csinit\" type=\"text/x-cindyscript\">resetclock();</script>\n<script>CindyJS",
    )
}

fn middle(picture: &Picture) -> u8 {
    picture.pixel(200, 100)[0]
}

#[test]
fn nothing_plays_by_itself_where_less_is_to_move() {
    if !has_screen() {
        return;
    }
    let started = Started::new("look-still", &moving(), &["--reduced-motion"]);
    let title = || started.display.title(&started.window).unwrap();
    let is_told = || title().contains("paused");
    started
        .display
        .when("the title", PATIENCE, is_told)
        .unwrap();
    sleep(Duration::from_secs(2));
    let first = started.picture_when("the first frame", |now| middle(now) < 30);
    // What is to be done is said.
    let bar = (0..400).filter(|x| first.pixel(*x, 280)[0] > 200).count();
    assert!(bar > 5, "{bar}");
    started.key("space");
    started.picture_when("time that passes", |now| middle(now) > 100);
    assert!(!title().contains("paused"));
}

#[test]
fn an_applet_plays_where_more_may_move_again() {
    if !has_screen() {
        return;
    }
    let mut started = Started::new("look-again", &moving(), &["--reduced-motion"]);
    started.picture_when("the first frame", |now| middle(now) < 30);
    started.open_again(&[]);
    started.picture_when("time that passes", |now| middle(now) > 100);
    // What the user has stopped stands still again.
    started.key("space");
    let title = |started: &Started| started.display.title(&started.window).unwrap();
    let is_told = |started: &Started| title(started).contains("paused");
    let when = |started: &Started| {
        let told = || is_told(started);
        started.display.when("the title", PATIENCE, told).unwrap();
    };
    when(&started);
    started.open_again(&["--reduced-motion"]);
    when(&started);
    started.open_again(&[]);
    when(&started);
}
