//! `types`: what everything in a file is.

use cindyscript_ide::report::{self, ReportKind};
use cindyscript_protocol::visible;

use super::arguments::Place;
use super::file::{File, Finding};

/// The output of `types`.
pub(super) struct Types {
    /// A line for each variable, function and colorplot.
    pub(super) table: String,
    /// The number of errors in the file: the table may lack what they are about.
    pub(super) errors: usize,
}

/// A table of the variables, functions and colorplots of a file, or of one of its lines, a line each:
/// place, kind, name, type.
///
/// # Errors
/// What is to be told if the file cannot be read.
pub(super) fn types(place: &Place) -> Result<Types, Box<Finding>> {
    let file = File::read(&place.file)?;
    let diagnostics = file.analysis.diagnostics.iter();
    let errors = diagnostics.filter(|it| it.is_error()).count();
    let entries = report::types(&file.analysis).into_iter();
    let rows = entries.filter_map(|entry| {
        let found = file.place(entry.range);
        if place.line.is_some_and(|line| line != found.line) {
            return None;
        }
        let (name, line, column) = (&file.name, found.line, found.column);
        let cells = [
            format!("{name}:{line}:{column}"),
            kind(entry.kind).to_owned(),
            entry.name,
            entry.ty,
        ];
        Some(cells.map(|cell| visible(&cell).into_owned()))
    });
    Ok(Types {
        table: align(&rows.collect::<Vec<_>>()),
        errors,
    })
}

fn kind(kind: ReportKind) -> &'static str {
    match kind {
        ReportKind::Variable => "variable",
        ReportKind::PixelVariable => "pixel variable",
        ReportKind::Function => "function",
        ReportKind::Colorplot => "colorplot",
    }
}

/// Longer cells push what is behind them to the right, in characters: the rows are not all as long
/// as the longest.
const WIDEST: usize = 100;

/// Rows as lines, the columns under each other, without space at the end.
fn align<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    let mut widths = [0; COLUMNS];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().clamp(*width, WIDEST);
        }
    }
    // Nothing is under the last.
    if let Some(last) = widths.last_mut() {
        *last = 0;
    }
    let mut table = String::new();
    for row in rows {
        let mut line = String::new();
        for (width, cell) in widths.iter().zip(row) {
            line.push_str(&format!("{cell:width$}  "));
        }
        table.push_str(line.trim_end());
        table.push('\n');
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [["a", "größe", "x"], ["bcd", "b", ""]].map(|row| row.map(str::to_owned));
        assert_eq!(align(&rows), "a    größe  x\nbcd  b\n");
        assert_eq!(align::<2>(&[]), "");
        let long = "y".repeat(1_000);
        let rows = [[long.as_str(), "a"], ["x", long.as_str()]].map(|row| row.map(str::to_owned));
        let expected = format!("{long}  a\nx{}  {long}\n", " ".repeat(WIDEST - 1));
        assert_eq!(align(&rows), expected);
    }
}
