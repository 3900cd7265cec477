//! Files, and places in them as people count: lines and columns from 1, columns in characters.

use std::path::Path;

use cindyscript_analysis::{Analysis, Document, analyse};
use ropey::Rope;
use serde::Serialize;
use text_size::{TextRange, TextSize};
use tower_lsp::ls_types::Position;

use super::check::Finding;
use crate::library::Beside;
use crate::position::{Encoding, to_offset, to_position};

/// A file that was read and analysed.
#[derive(Debug)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) document: Document,
    pub(super) analysis: Analysis,
    text: Rope,
}

/// A place in a file: the first character of a range and the one after its last, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Place {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) end_line: u32,
    pub(super) end_column: u32,
}

impl File {
    /// Reads and analyses a file.
    ///
    /// # Errors
    /// What is to be told if it cannot be read or is not UTF-8.
    pub(super) fn read(path: &Path) -> Result<Self, Box<Finding>> {
        let name = path.display().to_string();
        let unreadable = |code, message, (line, column)| {
            let place = Place {
                file: name.clone(),
                line,
                column,
                end_line: line,
                end_column: column,
            };
            Box::new(Finding::of_file(place, code, message))
        };
        let bytes = std::fs::read(path).map_err(|error| {
            unreadable("cannot-read", format!("cannot be read: {error}"), (1, 1))
        })?;
        let text = cindyscript_applet::decode(&bytes).map_err(|error| {
            let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
            let place = (number(error.line), number(error.column));
            unreadable("not-utf-8", error.message, place)
        })?;
        let rope = Rope::from_str(&text);
        let document = Document::open_with(&name, text, Beside::new(path));
        Ok(Self {
            name,
            analysis: analyse(&document),
            document,
            text: rope,
        })
    }

    /// Where a range is.
    pub(super) fn place(&self, range: TextRange) -> Place {
        let (line, column) = self.point(range.start());
        let (end_line, end_column) = self.point(range.end());
        Place {
            file: self.name.clone(),
            line,
            column,
            end_line,
            end_column,
        }
    }

    fn point(&self, offset: TextSize) -> (u32, u32) {
        let position = to_position(&self.text, Encoding::Utf32, offset);
        (
            position.line.saturating_add(1),
            position.character.saturating_add(1),
        )
    }

    /// The offset of a line and a column, from 1.
    pub(super) fn offset(&self, line: u32, column: u32) -> TextSize {
        let position = Position::new(line.saturating_sub(1), column.saturating_sub(1));
        to_offset(&self.text, Encoding::Utf32, position)
    }

    /// A line's text, without its end.
    pub(super) fn line(&self, line: u32) -> String {
        let index = usize::try_from(line)
            .unwrap_or(usize::MAX)
            .saturating_sub(1);
        let text = self.text.get_line(index).map(|line| line.to_string());
        text.unwrap_or_default()
            .trim_end_matches(['\r', '\n'])
            .to_owned()
    }
}
