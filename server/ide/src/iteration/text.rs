//! The way of types to their fixed point as a document to read: in words first.

use std::fmt::Write as _;

use cindyscript_hir::document::Document;
use cindyscript_hir::types::Type;
use text_size::TextRange;

use super::{IterationRow, IterationTable};
use cindyscript_analysis::provenance::code;

/// The longest type that is written out, in characters.
const WIDEST_CELL: usize = 32;

impl IterationTable {
    /// As Markdown. `link` gives the address of a part of the file.
    #[must_use]
    pub fn markdown(&self, document: &Document, link: &dyn Fn(TextRange) -> String) -> String {
        let title = code(&self.title);
        let mut text = format!("# How the types of {title} come about\n\n");
        if self.rows.is_empty() {
            text.push_str("Nothing here has a type.\n");
            return text;
        }
        text.push_str(
            "At first, nothing has a type. Each round computes every type from the types of the round \
             before, as small as possible",
        );
        let rounds = match self.steps {
            1 => "1 round".to_owned(),
            steps => format!("{steps} rounds"),
        };
        let _ = match self.is_cut {
            true => writeln!(text, ". {rounds} are shown."),
            false => writeln!(text, ". After {rounds}, nothing changes any more."),
        };
        if !self.decided.is_empty() {
            text.push_str("\nWhat decided:\n\n");
        }
        for decision in &self.decided {
            let because = &decision.because;
            let line = document.line(because.range.start());
            let _ = writeln!(
                text,
                "- {} is {}, because {}",
                code(&decision.label),
                code(&decision.ty),
                because.linked(line, &link(because.range))
            );
        }
        let _ = write!(text, "\n## The rounds\n\n{}", self.rounds());
        text
    }

    /// The paper's table, as Markdown, with what it is.
    #[must_use]
    pub fn rounds(&self) -> String {
        let mut text =
            "The least fixed point of *F* by Kleene iteration from ⊥, which stands for no \
                        type: each column is computed from the one before it.\n\n"
                .to_owned();
        let columns = self.rows.first().map_or(0, |row| row.types.len());
        let steps = (0..columns).map(|column| match column {
            0 => "⊥".to_owned(),
            1 => "F(⊥)".to_owned(),
            _ => format!("F{}(⊥)", superscript(column)),
        });
        let mut cells = vec![std::iter::once(String::new()).chain(steps).collect()];
        cells.extend(self.rows.iter().map(IterationRow::cells));
        let widths = widths(&cells);
        for (place, row) in cells.iter().enumerate() {
            text.push('|');
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let _ = match column {
                    0 => write!(text, " {cell:>width$} |"),
                    _ => write!(text, " {cell:width$} |"),
                };
            }
            text.push('\n');
            if place == 0 {
                for (column, &width) in widths.iter().enumerate() {
                    let dashes = "-".repeat(width + 1);
                    text.push_str(if column == 0 { "|" } else { "|-" });
                    text.push_str(&dashes);
                    if column == 0 {
                        text.push(':');
                    }
                }
                text.push_str("|\n");
            }
        }
        if self.is_cut {
            text.push_str("\nThere is more than is shown.\n");
        }
        text
    }
}

impl IterationRow {
    /// The label and the types, each type bold where it rises to it.
    fn cells(&self) -> Vec<String> {
        let label = self.label.replace('|', "\\|").replace('`', "'");
        let mut cells = vec![format!("`{label}`")];
        let mut before = &Type::Unset;
        for ty in &self.types {
            let short = shortened(ty);
            cells.push(match ty == before {
                true => short,
                false => format!("**{short}**"),
            });
            before = ty;
        }
        cells
    }
}

/// A type that fits into a cell: one row with a list of unlike elements makes its column no wider.
fn shortened(ty: &Type) -> String {
    let ty = ty.to_string();
    if ty.chars().count() <= WIDEST_CELL {
        return ty;
    }
    let short: String = ty.chars().take(WIDEST_CELL - 1).collect();
    short + "…"
}

/// The width of each column, in characters.
fn widths(cells: &[Vec<String>]) -> Vec<usize> {
    let columns = cells.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = cells.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
    };
    (0..columns).map(width).collect()
}

fn superscript(number: usize) -> String {
    let digit = |digit: char| match digit {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        other => char::from_u32(0x2070 + other.to_digit(10).unwrap_or_default()).unwrap_or(other),
    };
    number.to_string().chars().map(digit).collect()
}
