//! The command line.

mod arguments;
mod check;
mod file;
mod format;
mod render;
mod show;
mod types;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use cindyscript_diagnostic::help_of;
use cindyscript_files::interrupt::delete_unfinished_files;
use cindyscript_files::part_file;
use cindyscript_ide::reference::{Topic, reference};
use cindyscript_ide::templates;
use cindyscript_protocol::{visible, visible_lines};

use tracing_subscriber::filter::Targets;

use arguments::{Action, Format, Place};
use file::Finding;
use types::Types;

/// The text of `--help`.
const HELP: &str = "\
The language server of CindyScript.

Usage:
  cindyscript-server [--stdio] [--log LEVEL]            serve an editor on stdin and stdout
  cindyscript-server check [OPTIONS] FILE...            list errors, warnings and hints
      --portability                                     also what CindyGL paints differently, or not at all
      --format text|json                                text for people (default), or JSON
  cindyscript-server fmt [--check] FILE...              format scripts; --check only lists the files that
                                                        would change
  cindyscript-server types FILE[:LINE]                  print the type of each variable, function and colorplot
  cindyscript-server explain FILE:LINE:COLUMN           print the reasons for a type
  cindyscript-server graph [--html|--dot] FILE[:LINE[:COLUMN]]
                                                        draw the dependency graph of a colorplot
  cindyscript-server iteration FILE[:LINE[:COLUMN]]     print the rounds of the type inference
  cindyscript-server reference [FUNCTION|types|CODE]    print the reference of the language or of one function,
                                                        the page about types, or the meaning of a diagnostic
                                                        code
  cindyscript-server new KIND FILE                      write a new applet from a template
  cindyscript-server new --list                         list the templates
  cindyscript-server --version
  cindyscript-server --help

FILE is a page that calls CindyJS (.html, .htm, .xhtml), or a script (.cindyscript, .cjs, .txt), of at
most 16 MiB.
`-` is standard input; `fmt` then writes to standard output.

`graph` writes SVG; with --html a page that zooms, with --dot a file for Graphviz.
`explain`, `iteration` and `reference` write Markdown.
`new` never overwrites a file.
LEVEL is off, error, warn, info, debug, trace, or a list such as warn,cindyscript_lsp=debug. The log
goes to stderr. From info on, it ends with the response times of all requests.

Exit status: `check` exits with 1 if there is an error, but not for warnings, information and hints.
`fmt` does not change statements with errors; it lists them and exits with 1. `fmt --check` exits
with 1 if a file would change.
";

/// Wrong arguments.
const USAGE: u8 = 2;

/// Does what the arguments of the process say.
pub(crate) fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let action = match arguments::parse(&words) {
        Ok(action) => action,
        Err(error) => {
            let _ = writeln!(io::stderr(), "cindyscript-server: {}", visible(&error));
            return ExitCode::from(USAGE);
        }
    };
    match run(action) {
        Ok(code) => code,
        // A reader such as `head` has closed the pipe: it has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "cindyscript-server: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(action: Action) -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    match action {
        Action::Serve { log } => {
            drop(out);
            serve(log)
        }
        Action::Check {
            files,
            format,
            portability,
        } => list_findings(&mut out, &files, format, portability),
        Action::Format { files, only_check } => {
            delete_unfinished_files(|| {});
            let is_fine = format::format(&files, only_check, &mut out, &mut io::stderr())?;
            Ok(status(is_fine))
        }
        Action::Types { place } => list_types(&mut out, &place),
        Action::Show { what, place } => match show::show(what, &place) {
            Ok(Some(text)) => {
                out.write_all(visible_lines(&text).as_bytes())?;
                Ok(ExitCode::SUCCESS)
            }
            Ok(None) => {
                drop(out);
                nothing(&place, "there is nothing to be shown")
            }
            Err(finding) => failed(&mut out, *finding),
        },
        Action::Reference { topic } => {
            let text = topic.map_or_else(reference, Topic::text);
            out.write_all(text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Action::New { template, file } => {
            let written = part_file::write_new(&file, template.page(&file).as_bytes());
            written.map_err(io::Error::other)?;
            out.write_all(visible_lines(&templates::written(&file)).as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Action::Templates => {
            out.write_all(templates::list().as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Action::Version => {
            writeln!(out, "cindyscript-server {}", env!("CARGO_PKG_VERSION"))?;
            Ok(ExitCode::SUCCESS)
        }
        Action::Help(command) => {
            let help = command.map_or_else(|| HELP.to_owned(), |command| help_of(&command, HELP));
            out.write_all(help.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Serves an editor until it ends the server.
fn serve(log: Targets) -> io::Result<ExitCode> {
    if io::stdin().is_terminal() {
        let message = "serves an editor: it waits for messages on standard input; see --help";
        writeln!(io::stderr(), "cindyscript-server: {message}")?;
    }
    crate::platform::serve(log)
}

/// Prints what is wrong with files.
fn list_findings(
    out: &mut impl Write,
    files: &[PathBuf],
    format: Format,
    portability: bool,
) -> io::Result<ExitCode> {
    let findings = check::check(files, portability);
    match format {
        Format::Text => {
            render::text(out, &findings, io::stdout().is_terminal())?;
            out.flush()?;
            writeln!(io::stderr(), "{}", render::summary(files.len(), &findings))?;
        }
        Format::Json => render::json(out, &findings)?,
    }
    let mut all = findings.iter();
    Ok(status(!all.any(|finding| finding.diagnostic.is_error())))
}

/// Prints the types at a place; reports the number of errors of its file.
fn list_types(out: &mut impl Write, place: &Place) -> io::Result<ExitCode> {
    match types::types(place) {
        Ok(Types { table, .. }) if table.is_empty() && place.line.is_some() => {
            nothing(place, "nothing in this line has a type")
        }
        Ok(Types { table, errors: 0 }) if table.is_empty() => {
            nothing(place, "nothing here has a type")
        }
        Ok(Types { table, errors }) => {
            out.write_all(table.as_bytes())?;
            if errors > 0 {
                let (file, s) = (place.file.display(), if errors == 1 { "" } else { "s" });
                let said = format!("{file}: {errors} error{s}, which `check` lists");
                writeln!(io::stderr(), "{}", visible(&said))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(finding) => failed(out, *finding),
    }
}

/// Prints why a command has failed.
fn failed(out: &mut impl Write, finding: Finding) -> io::Result<ExitCode> {
    render::text(out, &[finding], io::stdout().is_terminal())?;
    Ok(ExitCode::FAILURE)
}

fn status(is_fine: bool) -> ExitCode {
    match is_fine {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Says that a place has nothing to print.
fn nothing(place: &Place, message: &str) -> io::Result<ExitCode> {
    let (line, column) = (place.line.unwrap_or(1), place.column.unwrap_or(1));
    let file = place.file.display().to_string();
    let file = visible(&file);
    writeln!(io::stderr(), "{file}:{line}:{column}: {message}")?;
    Ok(ExitCode::FAILURE)
}
