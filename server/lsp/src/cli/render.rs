//! Findings for people and for programs.

use std::io::{self, Write};

use cindyscript_diagnostic::Severity;
use cindyscript_protocol::visible;
use serde::Serialize;

use super::file::{Excerpt, Finding, Place};

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

    fn of(&self, severity: Severity) -> &'static str {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Information | Severity::Hint => self.hint,
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

/// A line on what was found: "26 files, no errors".
pub(super) fn summary(files: usize, findings: &[Finding]) -> String {
    let count = |number: usize, what: &str| match number {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    let found = |severity| {
        let severities = findings.iter().map(|it| it.diagnostic.severity);
        severities.filter(|it| *it == severity).count()
    };
    let mut summary = count(files, "file") + ", " + &count(found(Severity::Error), "error");
    if found(Severity::Warning) > 0 {
        summary += &(", ".to_owned() + &count(found(Severity::Warning), "warning"));
    }
    summary
}

fn one(out: &mut impl Write, finding: &Finding, style: &Style) -> io::Result<()> {
    let Style {
        bold, hint, reset, ..
    } = style;
    let said = &finding.diagnostic;
    let colour = style.of(said.severity);
    let (severity, code) = (said.severity.name(), said.code);
    let message = visible(&said.message);
    let place = &finding.place;
    let (file, line, column) = (visible(&place.file), place.line, place.column);
    writeln!(
        out,
        "{bold}{file}:{line}:{column}:{reset} {colour}{severity}[{code}]{reset}{bold}: {message}{reset}"
    )?;
    if let Some(source) = &finding.source {
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let (source, space, underline) = underlined(source);
        writeln!(out, " {number} | {source}")?;
        writeln!(out, " {margin} | {space}{colour}{underline}{reset}")?;
    }
    for (place, related) in finding.related.iter().zip(&said.related) {
        let message = visible(&related.message);
        let (file, line, column) = (visible(&place.file), place.line, place.column);
        writeln!(
            out,
            "  {file}:{line}:{column}: {hint}note{reset}: {message}"
        )?;
    }
    if let Some(help) = &said.help {
        writeln!(out, "  {hint}help{reset}: {}", visible(help))?;
    }
    Ok(())
}

/// A line, and what stands under it: space up to what is meant, and carets under it, at least one.
/// Tabs stay tabs, so that the carets are where the text is.
fn underlined(excerpt: &Excerpt) -> (String, String, String) {
    let [is_cut_before, is_cut_behind] = excerpt.is_cut;
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    let parts = [&excerpt.before, &excerpt.meant, &excerpt.behind];
    let [before, meant, behind] = parts.map(|part| visible(part));
    let before = format!("{}{before}", cut(is_cut_before));
    let blank = |char| if char == '\t' { '\t' } else { ' ' };
    let space = before.chars().map(blank).collect();
    let carets = meant.trim_end().chars().count().max(1);
    let source = format!("{before}{meant}{behind}{}", cut(is_cut_behind));
    (source, space, "^".repeat(carets))
}

/// A finding as JSON has it.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(flatten)]
    place: &'a Place,
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    related: Vec<Note<'a>>,
}

/// Another place that belongs to it.
#[derive(Serialize)]
struct Note<'a> {
    #[serde(flatten)]
    place: &'a Place,
    message: &'a str,
}

/// Writes findings for programs: one JSON array.
pub(super) fn json(out: &mut impl Write, findings: &[Finding]) -> io::Result<()> {
    let rows = findings.iter().map(|finding| {
        let said = &finding.diagnostic;
        let related = finding.related.iter().zip(&said.related);
        Row {
            place: &finding.place,
            severity: said.severity.name(),
            code: said.code.name(),
            message: &said.message,
            help: said.help.as_deref(),
            related: related
                .map(|(place, related)| Note {
                    place,
                    message: &related.message,
                })
                .collect(),
        }
    });
    serde_json::to_writer_pretty(&mut *out, &rows.collect::<Vec<_>>())?;
    writeln!(out)
}
