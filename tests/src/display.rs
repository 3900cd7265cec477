//! A screen of its own for a test: Xvfb, a pointer moved by xdotool, pictures by ImageMagick.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::picture::Picture;
use crate::programs::Program;

/// An X server without a screen, ended when dropped.
#[derive(Debug)]
pub struct Display {
    server: Child,
    name: String,
}

/// A window manager, ended when dropped.
#[derive(Debug)]
pub struct Manager(Child);

impl Drop for Manager {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A window on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window(String);

impl Window {
    /// Its number in X.
    ///
    /// # Errors
    ///
    /// `xdotool` said something else.
    pub fn id(&self) -> Result<u32> {
        Ok(self.0.trim().parse()?)
    }
}

/// What previews on a display keep from one opening to the next goes here, and not to the user's folder:
/// it goes with the display.
#[must_use]
pub fn state_folder(display: &str) -> PathBuf {
    let number = display.trim_start_matches(':');
    let name = format!("cindyscript-tests-state-{}-{number}", std::process::id());
    std::env::temp_dir().join(name)
}

impl Display {
    /// The programs that are needed and not installed.
    #[must_use]
    pub fn missing() -> Vec<&'static str> {
        let mut programs = vec!["Xvfb", "xdotool", "import"];
        programs.retain(|program| {
            let found = Command::new("which")
                .arg(program)
                .stdout(Stdio::null())
                .status();
            !found.is_ok_and(|status| status.success())
        });
        programs
    }

    /// Starts an X server with a screen of 1280 x 1024 pixels.
    ///
    /// # Errors
    ///
    /// It does not start.
    pub fn start() -> Result<Self> {
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1280x1024x24",
                "-nolisten",
                "tcp",
                // Else it begins anew when its last window closes, and the next one may come too early.
                "-noreset",
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("Xvfb does not start")?;
        let stdout = server.stdout.take().context("Xvfb has no output")?;
        let mut number = String::new();
        BufReader::new(stdout).read_line(&mut number)?;
        let display = Self {
            server,
            name: format!(":{}", number.trim()),
        };
        ensure!(display.name.len() > 1, "Xvfb ended before it had a screen");
        Ok(display)
    }

    /// Its name, for the environment variable `DISPLAY`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The preview as an editor's server starts it: it has its window on this screen, and speaks
    /// over its standard input and output.
    ///
    /// # Errors
    ///
    /// It is not built.
    pub fn preview(&self) -> Result<Command> {
        let mut command = Command::new(Program::Preview.path().map_err(anyhow::Error::msg)?);
        command
            .arg("--stdio")
            .env("DISPLAY", &self.name)
            .env("XDG_STATE_HOME", state_folder(&self.name))
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        Ok(command)
    }

    /// Runs a program on it and takes what that prints.
    fn run(&self, program: &str, arguments: &[&str]) -> Result<Vec<u8>> {
        let output = Command::new(program)
            .args(arguments)
            .env("DISPLAY", &self.name)
            .output()
            .with_context(|| format!("{program} does not start"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            bail!("{program} {}: {}", arguments.join(" "), said.trim());
        }
        Ok(output.stdout)
    }

    /// Waits for a visible window whose title has this part.
    ///
    /// # Errors
    ///
    /// None is there after `patience`.
    pub fn window(&self, title: &str, patience: Duration) -> Result<Window> {
        let end = Instant::now() + patience;
        loop {
            let found = self.run("xdotool", &["search", "--onlyvisible", "--name", title]);
            if let Some(id) = found
                .ok()
                .and_then(|output| Some(String::from_utf8(output).ok()?.lines().next()?.to_owned()))
            {
                return Ok(Window(id));
            }
            ensure!(
                Instant::now() < end,
                "no window `{title}` within {patience:?}"
            );
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Whether a window is still there.
    #[must_use]
    pub fn has(&self, window: &Window) -> bool {
        self.run("xdotool", &["getwindowname", &window.0]).is_ok()
    }

    /// What a window shows.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn picture(&self, window: &Window) -> Result<Picture> {
        Picture::decode(&self.run("import", &["-silent", "-window", &window.0, "png:-"])?)
    }

    /// Waits until what a window shows is as wanted, twice: the first may be a part of one picture and a
    /// part of the next, which comes piece by piece. Takes the second.
    ///
    /// # Errors
    ///
    /// It is not so after `patience`. What was seen last is then in the folder `out`.
    pub fn picture_when(
        &self,
        window: &Window,
        what: &str,
        patience: Duration,
        wanted: impl Fn(&Picture) -> bool,
    ) -> Result<Picture> {
        let end = Instant::now() + patience;
        let mut was_wanted = false;
        loop {
            let png = self.run("import", &["-silent", "-window", &window.0, "png:-"])?;
            let picture = Picture::decode(&png)?;
            let is_wanted = wanted(&picture);
            if is_wanted && was_wanted {
                return Ok(picture);
            }
            was_wanted = is_wanted;
            if Instant::now() > end {
                let seen = kept(what, &png)?;
                bail!(
                    "{what}: not within {patience:?}, but what is in {}",
                    seen.display()
                );
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Starts a window manager, as desktops have one, and waits until it is there; `None` where
    /// there is none that could be started.
    ///
    /// # Errors
    ///
    /// It does not start, or does not get ready.
    pub fn manage(&self, patience: Duration) -> Result<Option<Manager>> {
        let found = Command::new("which")
            .arg("openbox")
            .stdout(Stdio::null())
            .status();
        if !found.is_ok_and(|status| status.success()) {
            return Ok(None);
        }
        let manager = Command::new("openbox")
            .arg("--sm-disable")
            .env("DISPLAY", &self.name)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("openbox does not start")?;
        let manager = Manager(manager);
        // It says so in a property of the root window.
        let is_ready = || self.run("xdotool", &["get_desktop"]).is_ok();
        self.when("openbox", patience, is_ready)?;
        Ok(Some(manager))
    }

    /// The title of the window that keys go to, if there is one.
    #[must_use]
    pub fn focused(&self) -> Option<String> {
        let title = self.run("xdotool", &["getactivewindow", "getwindowname"]);
        Some(String::from_utf8(title.ok()?).ok()?.trim().to_owned())
    }

    /// The title of a window.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn title(&self, window: &Window) -> Result<String> {
        let title = self.run("xdotool", &["getwindowname", &window.0])?;
        Ok(String::from_utf8(title)?.trim().to_owned())
    }

    /// Where a window is on the screen, without its frame, and its width and height, in pixels.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn place(&self, window: &Window) -> Result<[i32; 4]> {
        let shown = self.run("xdotool", &["getwindowgeometry", "--shell", &window.0])?;
        let shown = String::from_utf8(shown)?;
        let number = |name: &str| -> Result<i32> {
            let mut rows = shown.lines().filter_map(|row| row.strip_prefix(name));
            let row = rows.next().context("xdotool says no place")?;
            Ok(row.trim_start_matches('=').parse()?)
        };
        Ok([
            number("X")?,
            number("Y")?,
            number("WIDTH")?,
            number("HEIGHT")?,
        ])
    }

    /// Brings a window to a place, and to a width and height, in pixels, as its user may.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn move_to(&self, window: &Window, [x, y, width, height]: [i32; 4]) -> Result<()> {
        let [x, y, width, height] = [x, y, width, height].map(|number| number.to_string());
        let id = window.0.as_str();
        self.run("xdotool", &["windowmove", "--sync", id, &x, &y])?;
        self.run("xdotool", &["windowsize", "--sync", id, &width, &height])?;
        Ok(())
    }

    /// Waits until something is so.
    ///
    /// # Errors
    ///
    /// It is not after `patience`.
    pub fn when(&self, what: &str, patience: Duration, is_it: impl Fn() -> bool) -> Result<()> {
        let end = Instant::now() + patience;
        while !is_it() {
            ensure!(Instant::now() < end, "{what}: not within {patience:?}");
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Presses the left button at one place of a window, in pixels from its upper left corner,
    /// and lets it go at another.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn drag(&self, window: &Window, from: (u32, u32), to: (u32, u32)) -> Result<()> {
        self.hold(window, from, to)?;
        self.let_go()
    }

    /// Presses the left button at one place of a window, and holds it while the pointer moves to
    /// another.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn hold(&self, window: &Window, from: (u32, u32), to: (u32, u32)) -> Result<()> {
        let [x, y, u, v] = [from.0, from.1, to.0, to.1].map(|place| place.to_string());
        let id = window.0.as_str();
        self.run(
            "xdotool",
            &["mousemove", "--window", id, &x, &y, "mousedown", "1"],
        )?;
        self.run("xdotool", &["mousemove", "--window", id, &u, &v])?;
        Ok(())
    }

    /// Turns the wheel at a place of a window, in pixels from its upper left corner, by so many lines: up
    /// if that is more than 0.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn wheel(&self, window: &Window, at: (u32, u32), lines: i32) -> Result<()> {
        self.point(window, at)?;
        let button = if lines > 0 { "4" } else { "5" };
        for _ in 0..lines.unsigned_abs() {
            self.run("xdotool", &["click", button])?;
        }
        Ok(())
    }

    /// Drags with the right button.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn right_drag(&self, window: &Window, from: (u32, u32), to: (u32, u32)) -> Result<()> {
        self.point(window, from)?;
        self.run("xdotool", &["mousedown", "3"])?;
        self.point(window, to)?;
        self.run("xdotool", &["mouseup", "3"])?;
        Ok(())
    }

    /// Minimises a window, or brings it back.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn minimise(&self, window: &Window, is_minimised: bool) -> Result<()> {
        let command = if is_minimised {
            "windowminimize"
        } else {
            "windowmap"
        };
        self.run("xdotool", &[command, &window.0])?;
        Ok(())
    }

    /// Lets the left button go.
    ///
    /// # Errors
    ///
    /// The display is gone.
    pub fn let_go(&self) -> Result<()> {
        self.run("xdotool", &["mouseup", "1"])?;
        Ok(())
    }

    /// Clicks at a place of a window, in pixels from its upper left corner, while the Control key is
    /// down.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn control_click(&self, window: &Window, at: (u32, u32)) -> Result<()> {
        let id = window.0.as_str();
        self.run("xdotool", &["windowfocus", "--sync", id, "keydown", "ctrl"])?;
        let clicked = self.drag(window, at, at);
        self.run("xdotool", &["keyup", "ctrl"])?;
        clicked
    }

    /// Drags while the Shift key is down.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn shift_drag(&self, window: &Window, from: (u32, u32), to: (u32, u32)) -> Result<()> {
        let id = window.0.as_str();
        self.run(
            "xdotool",
            &["windowfocus", "--sync", id, "keydown", "shift"],
        )?;
        let dragged = self.drag(window, from, to);
        self.run("xdotool", &["keyup", "shift"])?;
        dragged
    }

    /// Moves the pointer to a place of a window, in pixels from its upper left corner.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn point(&self, window: &Window, at: (u32, u32)) -> Result<()> {
        let [x, y] = [at.0, at.1].map(|place| place.to_string());
        self.run("xdotool", &["mousemove", "--window", &window.0, &x, &y])?;
        Ok(())
    }

    /// Presses a key in a window, by its name in X.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn key(&self, window: &Window, name: &str) -> Result<()> {
        let id = window.0.as_str();
        self.run(
            "xdotool",
            &["windowfocus", "--sync", id, "key", "--clearmodifiers", name],
        )?;
        Ok(())
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
        drop(std::fs::remove_dir_all(state_folder(&self.name)));
    }
}

/// Writes a picture into the folder `out`, where whoever reads that a test failed finds it.
fn kept(name: &str, png: &[u8]) -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("out");
    let name = name.replace(|character: char| !character.is_alphanumeric(), "-");
    let file = folder.join(format!("not-{name}-{}.png", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    std::fs::write(&file, png).with_context(|| file.display().to_string())?;
    Ok(file)
}
