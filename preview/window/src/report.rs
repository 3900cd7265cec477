//! What the program tells of a file on standard output and standard error.

use std::io::{self, Write};

use anyhow::Context;
use cindyscript_applet::{TextRange, why_nothing};
use cindyscript_diagnostic::Severity;
use cindyscript_interpreter::ConsoleOutput;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::source::Source;
use cindyscript_protocol::visible_lines;

use crate::message::complain;

/// What is wrong with a file that has nothing to play.
pub(crate) const NOTHING: &str = "there is neither a script nor a construction in this file";

/// Returns the reason why a file has nothing to play, with its name.
pub(crate) fn nothing(source: &Source) -> String {
    const EMPTY: &str = "the file is empty";
    let message = match why_nothing(source.document.name(), source.document.text()) {
        Some(EMPTY) => EMPTY.to_owned(),
        Some(remedy) => format!("{NOTHING}; {remedy}"),
        None => NOTHING.to_owned(),
    };
    source.located(None, &message)
}

/// Prints the errors and warnings of a file that has nothing to play; the error of the command.
pub(crate) fn nothing_to_play(source: &Source) -> anyhow::Error {
    say_diagnostics(source);
    anyhow::Error::msg(nothing(source))
}

/// The end of a command whose pictures show nothing because of errors: what is there stays.
pub(crate) const NOT_WRITTEN: &str = "nothing is drawn, so nothing is written";

/// Writes to standard output.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    io::stdout()
        .write_all(text.as_bytes())
        .context("cannot write to standard output")
}

/// Writes what scripts have printed to standard error.
pub(crate) fn say_output(outputs: &[ConsoleOutput]) {
    for output in outputs {
        // There is nothing to do about an error there.
        drop(write!(io::stderr(), "{}", visible_lines(&output.line())));
    }
}

/// Errors and warnings, a line each.
pub(crate) fn say_diagnostics(source: &Source) {
    for diagnostic in &source.analysis.diagnostics {
        if diagnostic.severity != Severity::Hint {
            complain(source.located(Some(diagnostic.range), &diagnostic.message));
        }
    }
}

/// The most lines of a kind: a reader mends the first ones first.
const MOST_LINES: usize = 100;

/// A line about each thing, with its place, up to a limit; then the number of the others.
pub(crate) fn say_all(
    source: &Source,
    messages: impl IntoIterator<Item = (Option<TextRange>, String)>,
) {
    let mut messages = messages.into_iter();
    for (range, message) in messages.by_ref().take(MOST_LINES) {
        complain(source.located(range, &message));
    }
    let more = messages.count();
    if more > 0 {
        complain(source.located(None, &format!("{more} more messages are left out")));
    }
}

/// A line about each thing that went wrong, unless analysis has said it.
pub(crate) fn say_other_diagnostics<'a>(
    source: &Source,
    diagnostics: impl IntoIterator<Item = &'a AppletDiagnostic>,
) {
    let news = source.news(diagnostics).into_iter();
    say_all(source, news.map(|it| (it.range, it.message.clone())));
}
