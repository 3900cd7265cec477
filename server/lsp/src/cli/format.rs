//! `fmt`: scripts in the one style.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cindyscript_files::{STANDARD_INPUT, part_file};
use cindyscript_hir::document::Document;
use cindyscript_ide::formatting::{Style, formatting, style_of_page};
use cindyscript_protocol::visible;
use ropey::Rope;

use super::file::{point, read};

/// Formats files, or lists those that formatting would change; what comes on standard input goes to
/// `out`. `said` tells what was changed, and what could not be. False if something could not be
/// formatted, and if a file is listed.
///
/// # Errors
/// What is to be said cannot be written.
pub(super) fn format(
    files: &[PathBuf],
    only_check: bool,
    out: &mut impl Write,
    said: &mut impl Write,
) -> io::Result<bool> {
    let mut is_fine = true;
    for path in files {
        let name = path.display().to_string();
        let name = visible(&name);
        let (text, document) = match open(path) {
            Ok(opened) => opened,
            Err(complaint) => {
                writeln!(said, "{name}: {}", visible(&complaint))?;
                is_fine = false;
                continue;
            }
        };
        let style = style_of_page(&document, Style::default());
        let formatting = formatting(&document, &style);
        for error in &formatting.errors {
            let (line, column) = point(&text, error.range.start());
            let message = visible(&error.message);
            writeln!(said, "{name}:{line}:{column}: not formatted: {message}")?;
            is_fine = false;
        }
        let is_input = path.as_os_str() == STANDARD_INPUT;
        if is_input && !only_check {
            out.write_all(formatting.apply(document.text()).as_bytes())?;
            continue;
        }
        if formatting.edits.is_empty() {
            continue;
        }
        if only_check {
            writeln!(out, "{name}")?;
            is_fine = false;
            continue;
        }
        match part_file::write(path, formatting.apply(document.text()).as_bytes()) {
            Ok(()) => writeln!(said, "formatted {name}")?,
            Err(error) => {
                writeln!(said, "{}", visible(&error.to_string()))?;
                is_fine = false;
            }
        }
    }
    Ok(is_fine)
}

/// The text of a file, and what it holds; or why there is none.
fn open(path: &Path) -> Result<(Rope, Document), String> {
    let text = read(path).map_err(|finding| finding.diagnostic.message)?;
    let name = path.display().to_string();
    Ok((Rope::from_str(&text), Document::open(&name, text)))
}
