//! Files, and places in them as people count: lines and columns from 1, columns in characters.

use std::path::Path;

use cindyscript_diagnostic::{Code, Diagnostic};
use cindyscript_files::{Beside, Files, PageError, read_page};
use cindyscript_hir::document::Document;
use cindyscript_ide::{Analysis, analyse};
use text_size::{TextRange, TextSize};

use crate::position::{Encoding, to_offset, to_position};
use ropey::Rope;
use serde::Serialize;
use tower_lsp::ls_types::Position;

/// A file that was read and analysed.
#[derive(Debug)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) analysis: Analysis,
    text: Rope,
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// What is to be told if it cannot be read or is not UTF-8.
pub(super) fn read(path: &Path) -> Result<String, Box<Finding>> {
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
    read_page(path).map_err(|error| match error {
        PageError::Unreadable(reason) => unreadable(Code::CannotRead, reason, (1, 1)),
        PageError::Encoding(error) => {
            let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
            let place = (number(error.line), number(error.column));
            unreadable(Code::NotUtf8, error.message, place)
        }
    })
}

/// The line and the column of an offset, from 1.
pub(super) fn point(text: &Rope, offset: TextSize) -> (u32, u32) {
    let position = to_position(text, Encoding::Utf32, offset);
    (
        position.line.saturating_add(1),
        position.character.saturating_add(1),
    )
}

impl File {
    /// Reads and analyses a file.
    ///
    /// # Errors
    /// What is to be told if it cannot be read or is not UTF-8.
    pub(super) fn read(path: &Path) -> Result<Self, Box<Finding>> {
        let text = read(path)?;
        let name = path.display().to_string();
        let rope = Rope::from_str(&text);
        let document = Document::open_with(&name, text, Beside::new(path, Files::default()));
        Ok(Self {
            name,
            analysis: analyse(&document),
            text: rope,
        })
    }

    /// The place of a range.
    pub(super) fn place(&self, range: TextRange) -> Place {
        let (line, column) = point(&self.text, range.start());
        let (end_line, end_column) = point(&self.text, range.end());
        Place {
            file: self.name.clone(),
            line,
            column,
            end_line,
            end_column,
        }
    }

    /// The offset of a line and a column, from 1.
    pub(super) fn offset(&self, line: u32, column: u32) -> TextSize {
        let position = Position::new(line.saturating_sub(1), column.saturating_sub(1));
        to_offset(&self.text, Encoding::Utf32, position)
    }

    /// The line in which a place begins; of a long line, what is around the place.
    pub(super) fn excerpt(&self, place: &Place) -> Excerpt {
        let index = |number: u32| {
            usize::try_from(number)
                .unwrap_or(usize::MAX)
                .saturating_sub(1)
        };
        let Some(line) = self.text.get_line(index(place.line)) else {
            return Excerpt::default();
        };
        let mut length = line.len_chars();
        while length > 0 && matches!(line.get_char(length - 1), Some('\r' | '\n')) {
            length -= 1;
        }
        let start = index(place.column).min(length);
        let end = match place.end_line == place.line {
            true => index(place.end_column).clamp(start, length),
            false => length,
        };
        let (mut first, mut last) = (0, length);
        if length > Excerpt::LONGEST {
            first = start.saturating_sub(Excerpt::BEFORE);
            last = length.min(first + Excerpt::LONGEST);
        }
        let part = |from: usize, to: usize| line.slice(from..to.max(from)).to_string();
        let end = end.min(last);
        Excerpt {
            before: part(first, start),
            meant: part(start, end),
            behind: part(end, last),
            is_cut: [first > 0, last < length],
        }
    }
}

/// A diagnostic with its places in lines and columns.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) diagnostic: Diagnostic,
    pub(super) place: Place,
    /// The places of its related remarks, in the same order.
    pub(super) related: Vec<Place>,
    /// The text where it begins; none if the file could not be read.
    pub(super) source: Option<Excerpt>,
}

impl Finding {
    /// A file that could not be read.
    pub(super) fn of_file(place: Place, code: Code, message: String) -> Self {
        Self {
            diagnostic: Diagnostic::new(code, TextRange::default(), message),
            place,
            related: Vec::new(),
            source: None,
        }
    }
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

/// The part of a line that is shown under a finding.
#[derive(Clone, Debug, Default)]
pub(super) struct Excerpt {
    pub(super) before: String,
    /// The part to underline.
    pub(super) meant: String,
    pub(super) behind: String,
    /// True where the excerpt leaves out text before and behind.
    pub(super) is_cut: [bool; 2],
}

impl Excerpt {
    /// Longer lines are not shown whole, in characters.
    const LONGEST: usize = 160;
    /// The part of a long line that is shown before the place, in characters.
    const BEFORE: usize = 60;
}
