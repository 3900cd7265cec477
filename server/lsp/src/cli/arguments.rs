//! The arguments.

use std::path::PathBuf;

use lexopt::Arg::{Long, Short, Value};
use lexopt::{Error, Parser, ValueExt};

/// What is to be done.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Serve an editor.
    Serve,
    /// Say what is wrong.
    Check {
        files: Vec<PathBuf>,
        format: Format,
    },
    /// Print types.
    Types {
        file: PathBuf,
    },
    Version,
    Help,
}

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// Reads the arguments.
pub(super) fn parse(mut parser: Parser) -> Result<Action, Error> {
    let mut serve = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("stdio") => serve = true,
            Long("help") | Short('h') => return Ok(Action::Help),
            Long("version") | Short('V') => return Ok(Action::Version),
            Value(command) if !serve && command == "check" => return check(parser),
            Value(command) if !serve && command == "types" => return types(parser),
            argument => return Err(argument.unexpected()),
        }
    }
    Ok(Action::Serve)
}

fn check(mut parser: Parser) -> Result<Action, Error> {
    let mut files = Vec::new();
    let mut format = Format::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("format") => {
                format = parser.value()?.parse_with(|name| match name {
                    "text" => Ok(Format::Text),
                    "json" => Ok(Format::Json),
                    _ => Err("there are `text` and `json`"),
                })?;
            }
            Long("help") | Short('h') => return Ok(Action::Help),
            Value(file) => files.push(file.into()),
            argument => return Err(argument.unexpected()),
        }
    }
    if files.is_empty() {
        return Err("`check` wants files".into());
    }
    Ok(Action::Check { files, format })
}

fn types(mut parser: Parser) -> Result<Action, Error> {
    let mut file = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("help") | Short('h') => return Ok(Action::Help),
            Value(path) if file.is_none() => file = Some(path.into()),
            argument => return Err(argument.unexpected()),
        }
    }
    let file = file.ok_or("`types` wants a file")?;
    Ok(Action::Types { file })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_and_errors() {
        let parse = |line: &str| {
            parse(Parser::from_args(line.split_whitespace())).map_err(|error| error.to_string())
        };
        let files = vec![PathBuf::from("a"), PathBuf::from("-b")];
        let format = Format::Json;
        assert_eq!(parse(""), Ok(Action::Serve));
        assert_eq!(parse("--stdio"), Ok(Action::Serve));
        assert_eq!(
            parse("check a --format=json -- -b"),
            Ok(Action::Check { files, format })
        );
        assert_eq!(parse("types a"), Ok(Action::Types { file: "a".into() }));
        assert_eq!(parse("check -h"), Ok(Action::Help));
        assert_eq!(parse("-V"), Ok(Action::Version));
        for (line, part) in [
            ("check", "wants files"),
            ("types", "wants a file"),
            ("types a b", "\"b\""),
            ("chekc a", "\"chekc\""),
            ("--stdio check a", "\"check\""),
            ("check a --format xml", "there are `text` and `json`"),
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
