//! The options, each with the commands that take it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use cindyscript_diagnostic::{PREVIEW, nearest, unknown_argument};
use cindyscript_player::precision::PrecisionSetting;
use lexopt::ValueExt;

use super::values::{
    centre, colour, fps, frame, html, mesh, mouse, png, range, scale, scheme, size, supersample,
    zoom,
};
use super::{HELP, PictureOutput, WindowOptions};
use crate::headless::HeadlessOptions;

/// The arguments of a call, before the command is known.
#[derive(Default)]
pub(super) struct Arguments {
    /// The arguments that are no options.
    pub(super) words: Vec<OsString>,
    /// The options, in the order given.
    pub(super) given: Vec<&'static CliOption>,
    pub(super) stdio: bool,
    pub(super) json_lines: bool,
    pub(super) list: bool,
    pub(super) window: WindowOptions,
    pub(super) render: HeadlessOptions,
    pub(super) output: PictureOutput,
    pub(super) html: Option<PathBuf>,
    pub(super) cindyjs: Option<PathBuf>,
    pub(super) player: bool,
    pub(super) modules: Option<PathBuf>,
    pub(super) included: Vec<PathBuf>,
    pub(super) force: bool,
    pub(super) frames: Option<[u32; 2]>,
    pub(super) movie: Option<PathBuf>,
    pub(super) sound: Option<PathBuf>,
    pub(super) mesh: Option<PathBuf>,
    pub(super) rate: Option<u32>,
}

/// An option.
pub(super) struct CliOption {
    name: &'static str,
    /// The commands that take it.
    commands: &'static [&'static str],
    set: Set,
}

/// The effect of an option.
enum Set {
    Flag(fn(&mut Arguments)),
    Value(fn(&mut Arguments, OsString) -> Result<(), lexopt::Error>),
}

const WINDOW: &[&str] = &["window"];
const RENDER: &[&str] = &["render"];
const BOTH: &[&str] = &["render", "window"];
const EXPORT: &[&str] = &["export"];
const ANY: &[&str] = &["window", "render", "export", "wgsl", "eval", "dap", "new"];

static OPTIONS: &[CliOption] = &[
    flag("--stdio", ANY, |a| a.stdio = true),
    flag("--no-window", WINDOW, |a| a.window.no_window = true),
    flag("--receipts", WINDOW, |a| a.window.receipts = true),
    value("--theme", WINDOW, |a, v| {
        a.window.scheme = Some(v.parse_with(scheme)?);
        Ok(())
    }),
    flag("--reduced-motion", WINDOW, |a| a.window.less_motion = true),
    flag("--cpu", BOTH, |a| {
        a.window.cpu = true;
        a.render.cpu = true;
    }),
    value("--camera", BOTH, |a, v| {
        a.window.camera = Some(v.into());
        a.render.camera.clone_from(&a.window.camera);
        Ok(())
    }),
    value("--ffmpeg", BOTH, |a, v| {
        a.window.decoder = Some(v.into());
        a.render.decoder.clone_from(&a.window.decoder);
        Ok(())
    }),
    value("--precision", BOTH, |a, v| {
        let setting = v.parse_with(|text| {
            let setting: Result<PrecisionSetting, _> = text.parse();
            setting.map_err(|error| format!("`--precision`: {error}"))
        })?;
        a.window.precision = setting;
        a.render.precision = setting;
        Ok(())
    }),
    flag("--bare", RENDER, |a| a.render.bare = true),
    flag("--fill", RENDER, |a| a.render.fills = true),
    flag("--json", RENDER, |a| a.output.json = true),
    value("--png", RENDER, |a, v| {
        a.output.png = Some(png(v.into())?);
        Ok(())
    }),
    value("--size", RENDER, |a, v| {
        a.render.size = Some(v.parse_with(size)?);
        Ok(())
    }),
    value("--centre", RENDER, |a, v| {
        a.render.centre = Some(v.parse_with(centre)?);
        Ok(())
    }),
    value("--zoom", RENDER, |a, v| {
        a.render.zoom = v.parse_with(zoom)?;
        Ok(())
    }),
    value("--scale", RENDER, |a, v| {
        a.render.scale = v.parse_with(scale)?;
        Ok(())
    }),
    value("--frame", RENDER, |a, v| {
        a.render.frame = v.parse_with(frame)?;
        Ok(())
    }),
    value("--supersample", RENDER, |a, v| {
        a.render.supersample = v.parse_with(supersample)?;
        Ok(())
    }),
    value("--mouse", RENDER, |a, v| {
        a.render.mouse = Some(v.parse_with(mouse)?);
        Ok(())
    }),
    value("--background", RENDER, |a, v| {
        a.output.background = Some(v.parse_with(colour)?);
        Ok(())
    }),
    value("--frames", RENDER, |a, v| {
        a.frames = Some(v.parse_with(range)?);
        Ok(())
    }),
    value("--movie", RENDER, |a, v| {
        a.movie = Some(v.into());
        Ok(())
    }),
    value("--sound", RENDER, |a, v| {
        a.sound = Some(v.into());
        Ok(())
    }),
    value("--mesh", RENDER, |a, v| {
        a.mesh = Some(mesh(v.into())?);
        Ok(())
    }),
    value("--fps", RENDER, |a, v| {
        a.rate = Some(v.parse_with(fps)?);
        Ok(())
    }),
    value("--html", EXPORT, |a, v| {
        a.html = Some(html(v.into())?);
        Ok(())
    }),
    value("--cindyjs", EXPORT, |a, v| {
        a.cindyjs = Some(v.into());
        Ok(())
    }),
    flag("--player", EXPORT, |a| a.player = true),
    value("--modules", EXPORT, |a, v| {
        a.modules = Some(v.into());
        Ok(())
    }),
    value("--include", EXPORT, |a, v| {
        a.included.push(v.into());
        Ok(())
    }),
    flag("--force", EXPORT, |a| a.force = true),
    flag("--json-lines", &["eval"], |a| a.json_lines = true),
    flag("--list", &["new"], |a| a.list = true),
];

const fn flag(
    name: &'static str,
    commands: &'static [&'static str],
    set: fn(&mut Arguments),
) -> CliOption {
    CliOption {
        name,
        commands,
        set: Set::Flag(set),
    }
}

const fn value(
    name: &'static str,
    commands: &'static [&'static str],
    set: fn(&mut Arguments, OsString) -> Result<(), lexopt::Error>,
) -> CliOption {
    CliOption {
        name,
        commands,
        set: Set::Value(set),
    }
}

impl CliOption {
    /// The option with a name, without its hyphens.
    pub(super) fn of(name: &str) -> Option<&'static CliOption> {
        let is_it = |option: &&CliOption| option.name.strip_prefix("--") == Some(name);
        OPTIONS.iter().find(is_it)
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// True if a command takes it.
    pub(super) fn goes_with(&self, command: &str) -> bool {
        self.commands.contains(&command)
    }

    /// Says which commands take it.
    pub(super) fn misplaced(&self) -> String {
        let commands = self.commands.iter();
        let commands: Vec<String> = commands.map(|command| format!("`{command}`")).collect();
        format!("`{}` goes with {}", self.name(), commands.join(", "))
    }

    /// Reads the value, if it has one, and sets the argument.
    pub(super) fn read(
        &'static self,
        arguments: &mut Arguments,
        parser: &mut lexopt::Parser,
    ) -> Result<(), lexopt::Error> {
        match self.set {
            Set::Flag(set) => set(arguments),
            Set::Value(set) => set(arguments, parser.value()?)?,
        }
        arguments.given.push(self);
        Ok(())
    }
}

impl Arguments {
    /// Takes the command off the words; a file without one is for a window.
    ///
    /// # Errors
    /// The first word is nearly a command, and no file.
    pub(super) fn take_command(&mut self) -> Result<&'static str, String> {
        let Some(word) = self.words.first().and_then(|word| word.to_str()) else {
            return Ok("window");
        };
        if let Some(command) = PREVIEW.command(word) {
            self.words.remove(0);
            return Ok(command);
        }
        if !nearest(word, PREVIEW.commands.iter().copied()).is_empty() && !Path::new(word).exists()
        {
            return Err(unknown_argument(word, HELP));
        }
        Ok("window")
    }

    /// Takes the file off the words.
    ///
    /// # Errors
    /// There is more than one.
    pub(super) fn take_file(&mut self) -> Result<Option<PathBuf>, String> {
        let mut words = std::mem::take(&mut self.words).into_iter();
        let file = words.next().filter(|word| !word.is_empty());
        let file = file.map(PathBuf::from);
        match words.next() {
            Some(more) => {
                let more = more.to_string_lossy();
                let advice = match Path::new(&*more).extension().and_then(OsStr::to_str) {
                    Some("png") => format!("did you mean `--png {more}`?"),
                    Some("stl" | "obj") => format!("did you mean `--mesh {more}`?"),
                    Some("html") => format!("did you mean `--html {more}`?"),
                    _ => "a name with spaces needs quotation marks".to_owned(),
                };
                Err(format!("one file at a time, not also `{more}`: {advice}"))
            }
            None => Ok(file),
        }
    }
}
