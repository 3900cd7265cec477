//! `check`: what is wrong with files.

use std::path::PathBuf;

use cindyscript_diagnostic::Diagnostic;
use cindyscript_lint::limit;

use super::file::{File, Finding};

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
                findings.extend(diagnostics.map(|diagnostic| finding(&file, diagnostic)));
            }
            Err(finding) => findings.push(*finding),
        }
    }
    findings
}

fn finding(file: &File, diagnostic: &Diagnostic) -> Finding {
    let place = file.place(diagnostic.range);
    let related = diagnostic.related.iter();
    Finding {
        related: related.map(|related| file.place(related.range)).collect(),
        source: Some(file.excerpt(&place)),
        diagnostic: diagnostic.clone(),
        place,
    }
}
