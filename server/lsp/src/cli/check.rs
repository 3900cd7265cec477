//! `check`: what is wrong with files.

use std::path::PathBuf;

use cindyscript_diagnostic::{Code, Diagnostic};
use cindyscript_lint::limit;
use text_size::TextRange;

use super::file::{Excerpt, File, Place};

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

    fn new(file: &File, diagnostic: &Diagnostic) -> Self {
        let place = file.place(diagnostic.range);
        let related = diagnostic.related.iter();
        Self {
            related: related.map(|related| file.place(related.range)).collect(),
            source: Some(file.excerpt(&place)),
            diagnostic: diagnostic.clone(),
            place,
        }
    }
}

/// All that is wrong, file by file, and, if that is asked for, what CindyGL would not show. A file
/// that cannot be read does not keep the others from it.
pub(super) fn check(files: &[PathBuf], in_cindygl: bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for path in files {
        match File::read(path) {
            Ok(file) => {
                let mut more = Vec::new();
                if in_cindygl {
                    more = file.analysis.portability();
                    limit(&mut more);
                }
                let diagnostics = file.analysis.diagnostics.iter().chain(&more);
                findings.extend(diagnostics.map(|diagnostic| Finding::new(&file, diagnostic)));
            }
            Err(finding) => findings.push(*finding),
        }
    }
    findings
}
