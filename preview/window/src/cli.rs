//! The command line, read.

mod options;
mod values;

use std::ffi::OsString;
use std::path::PathBuf;

use cindyscript_diagnostic::{PREVIEW, unknown_option};
use cindyscript_files::STANDARD_INPUT;
use cindyscript_ide::templates::{self, Template};
use cindyscript_player::precision::PrecisionSetting;
use lexopt::prelude::*;

use crate::export;
use crate::frames::Frames;
use crate::headless;
use crate::look::Scheme;
use options::{Arguments, CliOption};
use values::target;

/// What to do.
#[derive(Clone, Debug, PartialEq)]
pub enum CliCommand {
    /// Show a file in a window and follow its saves.
    Window {
        /// The file.
        file: PathBuf,
        /// How.
        options: WindowOptions,
    },
    /// Show what arrives on standard input.
    Stdio {
        /// How.
        options: WindowOptions,
    },
    /// Write a picture.
    Render {
        /// The applet.
        file: PathBuf,
        /// Where it goes.
        output: PictureOutput,
        /// How.
        options: headless::HeadlessOptions,
    },
    /// Write many frames.
    Frames {
        /// The applet.
        file: PathBuf,
        /// Which, and where they go.
        frames: Frames,
        /// How.
        options: headless::HeadlessOptions,
    },
    /// Write a model for 3D printers.
    Model {
        /// The applet.
        file: PathBuf,
        /// The file to write.
        path: PathBuf,
        /// The settings.
        options: headless::HeadlessOptions,
    },
    /// Write a page that runs in any browser.
    Export {
        /// The applet.
        file: PathBuf,
        /// How.
        options: export::ExportOptions,
    },
    /// Print the shaders.
    Wgsl {
        /// The applet.
        file: PathBuf,
    },
    /// Evaluate a script and print what came of it.
    Eval {
        /// The script.
        file: PathBuf,
    },
    /// Evaluate scripts that arrive on standard input, a line each.
    EvalLines,
    /// Serve a debugger on standard input and output.
    Dap,
    /// Write a page to begin an applet with.
    New {
        /// The page.
        template: &'static Template,
        /// The file to write.
        file: PathBuf,
    },
    /// List those pages.
    Templates,
    /// Print what the options mean.
    Help(Option<&'static str>),
    /// Print the version.
    Version,
}

impl CliCommand {
    /// True if a window opens on a display.
    pub(crate) fn opens_window(&self) -> bool {
        match self {
            CliCommand::Window { options, .. } | CliCommand::Stdio { options } => {
                !options.no_window
            }
            _ => false,
        }
    }
}

/// What becomes of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureOutput {
    /// Where to; next to nothing said, the file's name with `.png` in the current folder, where
    /// only a picture of this program is replaced.
    pub png: Option<PathBuf>,
    /// The colour behind the picture: red, green, blue, 0 to 1; none is transparent.
    pub background: Option<[f64; 3]>,
    /// Say what came of it in JSON.
    pub json: bool,
}

/// How a window is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowOptions {
    /// Open no window: the pictures are sent to the editor, where it has a tab for them.
    pub no_window: bool,
    /// Do not use a GPU.
    pub cpu: bool,
    /// Print a line of JSON to standard error for each version shown.
    pub receipts: bool,
    /// What the camera sees; none is what is in front of the machine.
    pub camera: Option<PathBuf>,
    /// The program that decodes videos; none is `ffmpeg`.
    pub decoder: Option<PathBuf>,
    /// How precisely the GPU computes colorplots, until the user presses a key.
    pub precision: PrecisionSetting,
    /// The colours of bars and panels; none are as the system has it.
    pub scheme: Option<Scheme>,
    /// No applet plays by itself, even where the system does not ask for that.
    pub less_motion: bool,
}

/// The text of `--help`.
pub const HELP: &str = "\
The live preview of CindyScript.

Usage:
  cindyscript-preview FILE                 show FILE in a window; reload it whenever it is saved
  cindyscript-preview render FILE          write a picture or a movie
  cindyscript-preview export FILE --html OUT
                                           write one page that runs in any browser; embed the images
                                           and libraries of FILE, and list them
  cindyscript-preview wgsl FILE            print the shaders of FILE's colorplots
  cindyscript-preview eval [SCRIPT]        evaluate a script (default: standard input); print its
                                           output, then its value. Errors and warnings go to
                                           standard error, as SCRIPT:line:column: message; status 1
                                           if an error stopped the script
  cindyscript-preview dap                  for editors: debug scripts by the Debug Adapter Protocol on
                                           standard input and output
  cindyscript-preview new KIND FILE        write a new applet from a template; new --list lists them
  cindyscript-preview --stdio              for editors: show what arrives on standard input
  cindyscript-preview --stdio --no-window  the same in a tab of the editor, without a window

FILE is a page that calls CindyJS (.html, .htm, .xhtml), or a script (.cindyscript, .cjs, .txt), of at
most 16 MiB.
render, export, wgsl and eval take - for standard input.

Options of the window:
  --cpu                 do not use the GPU
  --camera WHAT         what cameravideo() shows (default: on, if there is a camera):
                          on             the camera of this machine
                          off            a test card
                          PATH           an image, the first of numbered images, a folder of images,
                                         a video, or a device such as /dev/video1
                          device:NAME    the camera with that name
                          FORMAT:INPUT   an input of ffmpeg, such as x11grab::0 or lavfi:testsrc
  --ffmpeg PATH         the program for videos and cameras (default: ffmpeg on PATH)
  --precision P         precision of colorplots: single, double or auto (default). auto takes double
                        precision where single precision cannot distinguish pixels, and more for
                        deep zooms into iterations z -> f(z) + c
  --theme light|dark    colours of bars and panels (default: as the system)
  --reduced-motion      start applets paused (default: as the system)
  --receipts            print a line of JSON to standard error for each version shown:
                        the time of each stage

Options of render:
  --png OUT             the file to write (default: FILE's name with .png in the current folder, if
                        that replaces no file that another program has written)
  --size WxH            width and height in pixels (default: the applet's own). The picture of a page
                        with a size keeps its shape
  --fill                fill WxH instead, and show more of the plane
  --centre X,Y          the point in the middle of the picture, with any number of digits (default:
                        the applet's own)
  --zoom Z              magnification of the applet's own view, 1e-6 to 1e120 (default: 1)
  --scale S             pixels of the picture per pixel of the applet, as on a high-resolution screen
                        (default: 1)
  --supersample N       smooth edges: compute N x N samples per pixel, 1 to 8 (default: 1)
  --frame N             the frame to write; frames are 1/60 s apart (default: 1, the first)
  --frames A..B         all frames from A to B, as numbered pictures (--png OUT-%04d.png) or as a
                        movie
  --movie OUT           the movie to write: .gif or .apng, or with ffmpeg .mp4 or .webm
  --sound OUT.wav       the sound of these frames, instead of pictures; .mp4 and .webm have it as well
  --mesh OUT            a model of the 3D scene for 3D printers, .stl or .obj, instead of a picture: of
                        frame N; a unit of the scene is 10 mm
  --fps N               frame rate of the movie, a divisor of 60 (default: 60; 30 in a .gif)
  --mouse U,V           position of the pointer from frame 2 on: 0,0 is the upper left corner, 1,1 the
                        lower right one
  --bare                only the canvas, without the buttons and text fields over it
  --background COLOUR   a CSS colour behind the picture (default: transparent; in a .gif, .mp4 or
                        .webm the background of the applet)
  --json                print the result as a line of JSON: errors, warnings, places of texts,
                        precision of colorplots
  --cpu                 do not use the GPU
  --precision P         precision of colorplots: single, double or auto (default)
  --camera WHAT         what cameravideo() shows, as in a window (default: off)
  --ffmpeg PATH         the program for videos, cameras and movies (default: ffmpeg on PATH)

Options of export:
  --html OUT            the file to write; a page that export has written before is replaced
  --force               replace any other file, too
  --include FOLDER      embed files of FOLDER, too, besides those in FILE's own folder and below
                        (can be given several times)
  --cindyjs FOLDER      embed CindyJS from FOLDER, which has Cindy.js and CindyGL.js, such as build/js
                        of the npm package cindyjs (default: the page loads it from cindyjs.org)
  --player              embed the player of this preview instead of CindyJS, for what CindyGL cannot
                        draw; the page shows the applet and its controls, without the text around
  --modules FOLDER      the folder `modules` of a release, which has the player (default: the one
                        beside the folder of this program)

Options of eval:
  --json-lines          read a script from each line of standard input, {\"id\": 1, \"code\": \"1+1\"},
                        and answer with a line {\"id\": 1, \"value\": \"2\", \"output\": \"\", \"errors\": []}.
                        Variables and functions stay, unless a line has \"fresh\": true or
                        a construction as text, \"geometry\": \"[{name: 'A', ...}]\". The value of
                        a script that failed is null. An error has line, column, severity (error,
                        warning) and message

An applet that listens to keys gets all keys except function keys. Hold Ctrl for those of the window.

The window remembers for each file its place and size, the view, dragged points, and the time of a paused
applet. n restarts the applet without them. They are kept in the folder cindyscript of $XDG_STATE_HOME
(~/.local/state), on macOS of ~/Library/Application Support, on Windows of %LOCALAPPDATA%.
`render` ignores them.

WGPU_BACKEND (vulkan, gl, metal, dx12) selects the graphics interface.
";

/// Reads the arguments, program name excluded.
///
/// # Errors
/// What is wrong with them, in one line.
pub fn parse<I>(arguments: I) -> Result<CliCommand, String>
where
    I: IntoIterator,
    I::Item: Into<OsString>,
{
    let words: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    if let Some(message) = PREVIEW.command_of_the_other(&words) {
        return Err(message);
    }
    if let Some(command) = PREVIEW.read_help(&words, HELP)? {
        return Ok(CliCommand::Help(command));
    }
    read(lexopt::Parser::from_args(&words)).map_err(|error| match error {
        lexopt::Error::UnexpectedOption(option) => output_option(&option)
            .map_or_else(|| unknown_option(&option, &words, HELP), str::to_owned),
        lexopt::Error::Custom(error) | lexopt::Error::ParsingFailed { error, .. } => {
            error.to_string()
        }
        other => other.to_string(),
    })
}

/// The remedy for an option that names the output in other programs; none for other options.
fn output_option(option: &str) -> Option<&'static str> {
    Some(match option {
        "-o" | "--out" | "--output" => {
            "`render` writes a picture with `--png OUT`, a movie with `--frames A..B --movie OUT`; \
             `export` writes a page with `--html OUT`"
        }
        "--gif" | "--apng" | "--mp4" | "--webm" => {
            "movies are written with `--frames A..B --movie OUT`; the ending of OUT is the format"
        }
        "--stl" | "--obj" | "--ply" | "--3mf" | "--model" => {
            "models for 3D printers are written with `--mesh OUT.stl` or `--mesh OUT.obj`"
        }
        "--jpg" | "--jpeg" | "--svg" | "--pdf" | "--webp" | "--bmp" | "--tiff" => {
            "pictures are written as PNG: `--png OUT`"
        }
        _ => return None,
    })
}

fn read(mut parser: lexopt::Parser) -> Result<CliCommand, lexopt::Error> {
    let mut arguments = Arguments::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => {
                let command = arguments.take_command().ok();
                return Ok(CliCommand::Help(
                    command.filter(|command| *command != "window"),
                ));
            }
            Short('V') | Long("version") => return Ok(CliCommand::Version),
            Value(word) => arguments.words.push(word),
            Long(name) if let Some(option) = CliOption::of(name) => {
                option.read(&mut arguments, &mut parser)?;
            }
            _ => return Err(argument.unexpected()),
        }
    }
    command(arguments).map_err(lexopt::Error::from)
}

/// The command that arguments make together.
fn command(mut arguments: Arguments) -> Result<CliCommand, String> {
    let command = arguments.take_command()?;
    if let Some(other) = arguments
        .given
        .iter()
        .find(|option| !option.goes_with(command))
    {
        return Err(other.misplaced());
    }
    if arguments.stdio {
        return match (command, arguments.words.first()) {
            ("window", None) => Ok(CliCommand::Stdio {
                options: arguments.window,
            }),
            _ => Err("`--stdio` takes no file: it comes on standard input".to_owned()),
        };
    }
    if arguments.window.no_window {
        let reason = "`--no-window` goes with `--stdio`; `render FILE` writes a picture";
        return Err(reason.to_owned());
    }
    if command == "new" {
        return match (arguments.list, &*arguments.words) {
            (true, []) => Ok(CliCommand::Templates),
            (true, _) => Err("`new --list` takes nothing else".to_owned()),
            (false, words) => {
                let (template, file) = templates::read_arguments(words)?;
                Ok(CliCommand::New { template, file })
            }
        };
    }
    let file = arguments.take_file()?;
    if command == "dap" {
        return match file {
            None => Ok(CliCommand::Dap),
            Some(_) => Err("`dap` takes no file: the client names it in `launch`".to_owned()),
        };
    }
    if command == "eval" {
        return match (arguments.json_lines, file) {
            (false, file) => {
                let file = file.unwrap_or_else(|| STANDARD_INPUT.into());
                Ok(CliCommand::Eval { file })
            }
            (true, None) => Ok(CliCommand::EvalLines),
            (true, Some(_)) => {
                Err("`--json-lines` takes no file: scripts come on standard input".to_owned())
            }
        };
    }
    let file = file.ok_or("which file? See --help")?;
    if let Some(path) = arguments.mesh.take() {
        return model(file, path, arguments);
    }
    if let Some(range) = arguments.frames {
        return frames(file, range, arguments);
    }
    if arguments.movie.is_some() || arguments.sound.is_some() || arguments.rate.is_some() {
        return Err("which frames? `--frames 1..300` are the first five seconds".to_owned());
    }
    Ok(match command {
        "render" => CliCommand::Render {
            file,
            output: arguments.output,
            options: arguments.render,
        },
        "export" if arguments.player && arguments.cindyjs.is_some() => {
            return Err("`--player` or `--cindyjs`, not both".to_owned());
        }
        "export" if !arguments.player && arguments.modules.is_some() => {
            return Err("`--modules` goes with `--player`".to_owned());
        }
        "export" => CliCommand::Export {
            file,
            options: export::ExportOptions {
                html: arguments.html.ok_or("where to? `--html OUT`")?,
                cindyjs: arguments.cindyjs,
                player: arguments.player,
                modules: arguments.modules,
                included: arguments.included,
                force: arguments.force,
            },
        },
        "wgsl" => CliCommand::Wgsl { file },
        _ if file.as_os_str() == STANDARD_INPUT => {
            return Err("`-` goes with `render`, `export`, `wgsl` and `eval`".to_owned());
        }
        _ => CliCommand::Window {
            file,
            options: arguments.window,
        },
    })
}

/// The command that writes a model.
fn model(file: PathBuf, path: PathBuf, arguments: Arguments) -> Result<CliCommand, String> {
    let names = ["--png", "--movie", "--sound", "--frames", "--json"];
    let mut given = arguments.given.iter().map(|option| option.name());
    if let Some(other) = given.find(|name| names.contains(name)) {
        return Err(format!("`--mesh` or `{other}`, not both"));
    }
    let options = arguments.render;
    Ok(CliCommand::Model {
        file,
        path,
        options,
    })
}

/// The command that writes a range of frames.
fn frames(file: PathBuf, range: [u32; 2], arguments: Arguments) -> Result<CliCommand, String> {
    let is_given = |name: &str| arguments.given.iter().any(|option| option.name() == name);
    if let Some(other) = ["--frame", "--json"]
        .into_iter()
        .find(|name| is_given(name))
    {
        return Err(format!("`--frames` or `{other}`, not both"));
    }
    Ok(CliCommand::Frames {
        file,
        frames: Frames {
            range,
            target: target(arguments.output.png, arguments.movie, arguments.sound)?,
            rate: arguments.rate,
            background: arguments.output.background,
        },
        options: arguments.render,
    })
}

#[cfg(test)]
mod tests;
