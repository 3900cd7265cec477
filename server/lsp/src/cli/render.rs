//! Findings for people and for programs.

use std::io::{self, Write};

use super::check::{Finding, Level};

/// Escape sequences of a terminal, or nothing.
struct Style {
    bold: &'static str,
    error: &'static str,
    warning: &'static str,
    hint: &'static str,
    reset: &'static str,
}

impl Style {
    const PLAIN: Self = Self {
        bold: "",
        error: "",
        warning: "",
        hint: "",
        reset: "",
    };
    const COLOURS: Self = Self {
        bold: "\x1b[1m",
        error: "\x1b[1;31m",
        warning: "\x1b[1;33m",
        hint: "\x1b[1;36m",
        reset: "\x1b[0m",
    };

    fn of(&self, level: Level) -> &'static str {
        match level {
            Level::Error => self.error,
            Level::Warning => self.warning,
            Level::Information | Level::Hint => self.hint,
        }
    }
}

/// Writes findings for people: `file:line:column: severity[code]: message`, the line with what is
/// meant underlined, the other places, and what to do.
pub(super) fn text(out: &mut impl Write, findings: &[Finding], colours: bool) -> io::Result<()> {
    let style = if colours {
        Style::COLOURS
    } else {
        Style::PLAIN
    };
    for finding in findings {
        one(out, finding, &style)?;
    }
    Ok(())
}

fn one(out: &mut impl Write, finding: &Finding, style: &Style) -> io::Result<()> {
    let Style {
        bold, hint, reset, ..
    } = style;
    let colour = style.of(finding.severity);
    let (level, code, message) = (finding.severity.name(), finding.code, &finding.message);
    let place = &finding.place;
    let (file, line, column) = (&place.file, place.line, place.column);
    writeln!(
        out,
        "{bold}{file}:{line}:{column}:{reset} {colour}{level}[{code}]{reset}{bold}: {message}{reset}"
    )?;
    if let Some(source) = &finding.source {
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let (space, underline) = underline(source, finding);
        writeln!(out, " {number} | {source}")?;
        writeln!(out, " {margin} | {space}{colour}{underline}{reset}")?;
    }
    for note in &finding.related {
        let (place, message) = (&note.place, &note.message);
        let (file, line, column) = (&place.file, place.line, place.column);
        writeln!(
            out,
            "  {file}:{line}:{column}: {hint}note{reset}: {message}"
        )?;
    }
    if let Some(help) = &finding.help {
        writeln!(out, "  {hint}help{reset}: {help}")?;
    }
    Ok(())
}

/// What stands under a line: space up to the finding, and carets under the part of it that is on
/// this line, at least one. Tabs stay tabs, so that the carets are where the text is.
fn underline(source: &str, finding: &Finding) -> (String, String) {
    let place = &finding.place;
    let index = |column: u32| {
        usize::try_from(column)
            .unwrap_or(usize::MAX)
            .saturating_sub(1)
    };
    let start = index(place.column);
    let end = if place.end_line == place.line {
        index(place.end_column)
    } else {
        source.trim_end().chars().count()
    };
    let blank = |char| if char == '\t' { '\t' } else { ' ' };
    let space = source.chars().take(start).map(blank).collect();
    (space, "^".repeat(end.saturating_sub(start).max(1)))
}

/// Writes findings for programs: one JSON array.
pub(super) fn json(out: &mut impl Write, findings: &[Finding]) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, findings)?;
    writeln!(out)
}
