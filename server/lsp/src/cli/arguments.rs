//! The arguments.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use cindyscript_diagnostic::{SERVER, nearest, unknown_argument, unknown_option};
use cindyscript_files::file_before_place;
use cindyscript_ide::reference::Topic;
use cindyscript_ide::templates::{self, Template};
use lexopt::Arg::{Long, Short, Value};
use lexopt::{Arg, Error, Parser, ValueExt};
use tracing_subscriber::filter::Targets;

use super::HELP;
use crate::logging;

/// The command to run, with its options.
#[derive(Debug, PartialEq)]
pub(super) enum Action {
    /// Serve an editor.
    Serve {
        /// What is logged.
        log: Targets,
    },
    /// Say what is wrong.
    Check {
        files: Vec<PathBuf>,
        format: Format,
        /// Whether is said what CindyGL would not show.
        portability: bool,
    },
    /// Write scripts in the one style.
    Format {
        files: Vec<PathBuf>,
        /// Whether the files that would change are only listed.
        only_check: bool,
    },
    /// Print types: of a file, or of one of its lines.
    Types {
        place: Place,
    },
    /// Explain a type, draw a dependency graph, print the Kleene iteration.
    Show {
        what: What,
        place: Place,
    },
    /// Print the reference of the language, or one section of it.
    Reference {
        topic: Option<Topic>,
    },
    /// Write a page to begin an applet with.
    New {
        template: &'static Template,
        file: PathBuf,
    },
    /// List those pages.
    Templates,
    Version,
    /// Print how the program is used, or one of its commands.
    Help(Option<String>),
}

/// The kind of text that is shown about a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Explanation,
    /// As SVG.
    Picture,
    /// As a web page in which the picture can be zoomed.
    Page,
    /// For Graphviz.
    Dot,
    Iteration,
}

/// `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`, from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) file: PathBuf,
    pub(super) line: Option<u32>,
    pub(super) column: Option<u32>,
}

impl Place {
    fn read(text: &OsStr) -> Self {
        let all = Self {
            file: text.into(),
            line: None,
            column: None,
        };
        let Some(text) = text.to_str() else {
            return all;
        };
        let number = |text: &str| text.parse().ok().filter(|&number| number > 0);
        let split = |text: &str| {
            let (file, last) = text.rsplit_once(':')?;
            Some((PathBuf::from(file), number(last)?))
        };
        let Some((file, last)) = split(text) else {
            return all;
        };
        match file.to_str().and_then(split) {
            Some((file, line)) => Self {
                file,
                line: Some(line),
                column: Some(last),
            },
            None => Self {
                file,
                line: Some(last),
                column: None,
            },
        }
    }
}

/// The format in which findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

impl Format {
    fn read(parser: &mut Parser) -> Result<Self, Error> {
        parser.value()?.parse_with(|name| match name {
            "text" => Ok(Format::Text),
            "json" => Ok(Format::Json),
            _ => Err(format!("`--format` is `text` or `json`, not `{name}`")),
        })
    }
}

/// Reads the arguments.
///
/// # Errors
/// An argument is wrong or missing, in one line.
pub(super) fn parse(words: &[OsString]) -> Result<Action, String> {
    if let Some(message) = SERVER.command_of_the_other(words) {
        return Err(message);
    }
    if let Some(command) = SERVER.read_help(words, HELP)? {
        return Ok(Action::Help(command.map(str::to_owned)));
    }
    action(Parser::from_args(words)).map_err(|error| match error {
        Error::UnexpectedOption(option) => unknown_option(&option, words, HELP),
        Error::UnexpectedArgument(word) => {
            format!("unexpected argument `{}`", word.to_string_lossy())
        }
        Error::ParsingFailed { error, .. } => error.to_string(),
        other => other.to_string(),
    })
}

fn action(mut parser: Parser) -> Result<Action, Error> {
    let mut serve = false;
    let mut log = logging::usual();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("stdio") => serve = true,
            Long("log") => {
                serve = true;
                log = parser.value()?.parse_with(logging::read)?;
            }
            Long("help") | Short('h') => return Ok(Action::Help(None)),
            Long("version") | Short('V') => return Ok(Action::Version),
            Value(command) if !serve => {
                let command = command.to_string_lossy().into_owned();
                return match subcommand(&command, parser)? {
                    Action::Help(_) => Ok(Action::Help(Some(command))),
                    action => Ok(action),
                };
            }
            argument => return Err(argument.unexpected()),
        }
    }
    Ok(Action::Serve { log })
}

fn subcommand(command: &str, parser: Parser) -> Result<Action, Error> {
    match command {
        "check" => check(parser),
        "fmt" => format(parser),
        "types" => types(parser),
        "reference" => reference(parser),
        "new" => new(parser),
        "explain" => show(parser, What::Explanation),
        "graph" => show(parser, What::Picture),
        "iteration" => show(parser, What::Iteration),
        "version" => Ok(Action::Version),
        _ if is_file(command) => Err(format!(
            "which command? `cindyscript-server check {command}` lists the errors of this file, and \
             `cindyscript-preview {command}` shows it in a window"
        )
        .into()),
        _ => Err(unknown_argument(command, HELP).into()),
    }
}

/// True if a word in the place of a command is a file, or has the name of one.
fn is_file(word: &str) -> bool {
    let path = Path::new(word);
    path.exists() || path.extension().is_some()
}

fn check(mut parser: Parser) -> Result<Action, Error> {
    let mut files = Vec::new();
    let mut format = Format::default();
    let mut portability = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("format") => format = Format::read(&mut parser)?,
            Long("portability") => portability = true,
            Long("help") | Short('h') => return Ok(Action::Help(None)),
            Value(file) => files.push(file.into()),
            argument => return Err(argument.unexpected()),
        }
    }
    if files.is_empty() {
        return Err("`check` wants files".into());
    }
    refuse_places("check", &files)?;
    Ok(Action::Check {
        files,
        format,
        portability,
    })
}

fn format(mut parser: Parser) -> Result<Action, Error> {
    let mut files = Vec::new();
    let mut only_check = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("check") => only_check = true,
            Long("help") | Short('h') => return Ok(Action::Help(None)),
            Value(file) => files.push(file.into()),
            argument => return Err(argument.unexpected()),
        }
    }
    if files.is_empty() {
        return Err("`fmt` wants files".into());
    }
    refuse_places("fmt", &files)?;
    Ok(Action::Format { files, only_check })
}

/// Refuses a file with a place behind its name, such as `a.html:3`.
fn refuse_places(command: &str, files: &[PathBuf]) -> Result<(), String> {
    match files.iter().find_map(|file| file_before_place(file)) {
        Some(file) => Err(format!(
            "`{command}` takes whole files: `{command} {}`",
            file.display()
        )),
        None => Ok(()),
    }
}

/// Reads a place; refuses text behind the name of a file that is no place.
fn place_in_file(text: &OsStr) -> Result<Place, String> {
    let place = Place::read(text);
    match file_before_place(&place.file) {
        Some(file) => Err(format!(
            "`{}` is no place: write {file} and behind it :LINE or :LINE:COLUMN, numbers from 1",
            text.to_string_lossy(),
            file = file.display()
        )),
        None => Ok(place),
    }
}

/// The next argument, where `-:3` is line 3 of standard input and no option.
fn next(parser: &mut Parser) -> Result<Option<Arg<'_>>, Error> {
    let is_place = |argument: &OsStr| argument.to_string_lossy().starts_with("-:");
    let place = parser
        .try_raw_args()
        .and_then(|mut rest| rest.next_if(is_place));
    match place {
        Some(place) => Ok(Some(Value(place))),
        None => parser.next(),
    }
}

fn types(mut parser: Parser) -> Result<Action, Error> {
    let mut place = None;
    while let Some(argument) = next(&mut parser)? {
        match argument {
            Long("help") | Short('h') => return Ok(Action::Help(None)),
            Value(text) if place.is_none() => place = Some(place_in_file(&text)?),
            argument => return Err(argument.unexpected()),
        }
    }
    let place = place.ok_or("`types` wants a file: FILE or FILE:LINE")?;
    Ok(Action::Types { place })
}

fn reference(mut parser: Parser) -> Result<Action, Error> {
    let mut topic = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("help") | Short('h') => return Ok(Action::Help(None)),
            Value(name) if topic.is_none() => {
                let name = name.string()?;
                topic = Some(Topic::from_name(&name).ok_or_else(|| {
                    let near = nearest(&name, Topic::names()).into_iter().next();
                    near.map_or_else(
                        || {
                            format!(
                                "there is no topic `{name}`: a topic is `types`, a function or a code"
                            )
                        },
                        |near| format!("there is no topic `{name}`: did you mean `{near}`?"),
                    )
                })?);
            }
            argument => return Err(argument.unexpected()),
        }
    }
    Ok(Action::Reference { topic })
}

fn new(mut parser: Parser) -> Result<Action, Error> {
    let (mut words, mut list) = (Vec::new(), false);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("list") => list = true,
            Long("help") | Short('h') => return Ok(Action::Help(None)),
            Value(word) if !list => words.push(word),
            argument => return Err(argument.unexpected()),
        }
    }
    if list && words.is_empty() {
        return Ok(Action::Templates);
    }
    if list {
        return Err("`new --list` takes nothing else".into());
    }
    let (template, file) = templates::read_arguments(&words)?;
    Ok(Action::New { template, file })
}

fn show(mut parser: Parser, mut what: What) -> Result<Action, Error> {
    let mut place = None;
    while let Some(argument) = next(&mut parser)? {
        match argument {
            Long("dot") if what == What::Picture => what = What::Dot,
            Long("html") if what == What::Picture => what = What::Page,
            Long("help") | Short('h') => return Ok(Action::Help(None)),
            Value(text) if place.is_none() => place = Some(place_in_file(&text)?),
            argument => return Err(argument.unexpected()),
        }
    }
    let place = place.ok_or("a file is missing: FILE, FILE:LINE or FILE:LINE:COLUMN")?;
    if what == What::Explanation && place.line.is_none() {
        let file = place.file.display();
        return Err(format!("`explain` wants a place: {file}:LINE:COLUMN").into());
    }
    Ok(Action::Show { what, place })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_of_the_shared_table() {
        let mut named: Vec<&str> = cindyscript_diagnostic::commands(HELP).collect();
        named.dedup();
        assert_eq!(named, SERVER.commands);
    }

    #[test]
    fn actions_and_errors() {
        let parse = |line: &str| {
            let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            parse(&words)
        };
        let files = vec![PathBuf::from("a"), PathBuf::from("-b")];
        let format = Format::Json;
        let log = logging::usual();
        assert_eq!(parse(""), Ok(Action::Serve { log: log.clone() }));
        assert_eq!(parse("--stdio"), Ok(Action::Serve { log }));
        let log = logging::read("debug").unwrap_or_default();
        assert_eq!(parse("--log debug --stdio"), Ok(Action::Serve { log }));
        assert_eq!(
            parse("check a --format=json --portability -- -b"),
            Ok(Action::Check {
                files,
                format,
                portability: true
            })
        );
        let files = vec![PathBuf::from("a"), PathBuf::from("b")];
        let only_check = true;
        assert_eq!(
            parse("fmt a --check b"),
            Ok(Action::Format { files, only_check })
        );
        let place = |file: &str, place: &[u32]| Place {
            file: file.into(),
            line: place.first().copied(),
            column: place.get(1).copied(),
        };
        let types = |place| Ok(Action::Types { place });
        assert_eq!(parse("types a"), types(place("a", &[])));
        assert_eq!(parse("types a:3"), types(place("a", &[3])));
        assert_eq!(parse("types -"), types(place("-", &[])));
        let show = |what, file: &str, at: &[u32]| {
            let place = place(file, at);
            Ok(Action::Show { what, place })
        };
        assert_eq!(
            parse("explain a:3:5"),
            show(What::Explanation, "a", &[3, 5])
        );
        assert_eq!(parse("explain -:3"), show(What::Explanation, "-", &[3]));
        assert_eq!(parse("graph a:b:3"), show(What::Picture, "a:b", &[3]));
        assert_eq!(parse("graph --dot a"), show(What::Dot, "a", &[]));
        assert_eq!(parse("graph --html a"), show(What::Page, "a", &[]));
        assert_eq!(parse("iteration a:0:1"), show(What::Iteration, "a:0", &[1]));
        assert_eq!(parse("reference"), Ok(Action::Reference { topic: None }));
        assert!(matches!(
            parse("reference sin"),
            Ok(Action::Reference {
                topic: Some(Topic::Functions([_]))
            })
        ));
        let topic = Some(Topic::Types);
        assert_eq!(parse("reference types"), Ok(Action::Reference { topic }));
        assert_eq!(parse("-h"), Ok(Action::Help(None)));
        assert_eq!(
            parse("check -h"),
            Ok(Action::Help(Some("check".to_owned())))
        );
        assert_eq!(parse("-V"), Ok(Action::Version));
        assert_eq!(parse("help"), Ok(Action::Help(None)));
        let help_of_check = Ok(Action::Help(Some("check".to_owned())));
        assert_eq!(parse("help check"), help_of_check);
        for (line, part) in [
            ("check", "wants files"),
            ("fmt --check", "wants files"),
            ("fmt --width 80 a", "--width"),
            ("types", "wants a file"),
            ("types a b", "`b`"),
            ("explain", "FILE:LINE"),
            ("explain a", "a:LINE:COLUMN"),
            ("explain --dot a", "--dot"),
            ("graph --dot --html a", "--html"),
            (
                "reference nothing",
                "a topic is `types`, a function or a code",
            ),
            ("reference colorplo", "did you mean `colorplot`?"),
            ("reference tpyes", "did you mean `types`?"),
            (
                "reference unclosed-braket",
                "did you mean `unclosed-bracket`?",
            ),
            ("reference types bars", "`bars`"),
            ("chekc a", "unknown command `chekc`: did you mean `check`?"),
            (
                "check Cargo.toml:3",
                "`check` takes whole files: `check Cargo.toml`",
            ),
            ("fmt Cargo.toml:3:1", "`fmt` takes whole files"),
            ("types Cargo.toml:abc", "`Cargo.toml:abc` is no place"),
            ("graph Cargo.toml:0", "`Cargo.toml:0` is no place"),
            (
                "explain Cargo.toml:17:18:3",
                "`Cargo.toml:17:18:3` is no place",
            ),
            ("help chekc", "did you mean `check`?"),
            (
                "render a.html --png a.png",
                "`cindyscript-preview render a.html --png a.png`",
            ),
            ("eval", "`eval` is a command of cindyscript-preview"),
            ("rings.html", "`cindyscript-server check rings.html` lists"),
            ("src", "`cindyscript-server check src` lists"),
            ("check --portabilty a", "did you mean `--portability`?"),
            (
                "check -format json a",
                "`-format`: did you mean `--format`?",
            ),
            ("--stdio check a", "`check`"),
            ("--log loud", "says nothing about logging"),
            ("--log", "--log"),
            (
                "check a --format xml",
                "`--format` is `text` or `json`, not `xml`",
            ),
            ("check --colour a", "--colour"),
        ] {
            let error = parse(line);
            assert!(
                error.as_ref().is_err_and(|error| error.contains(part)),
                "{error:?}"
            );
        }
    }
}
