//! `check`: what is wrong with files.

use std::path::PathBuf;

use cindyscript_ide::portability::portability;
use cindyscript_ide::{Diagnostic, Severity, limit};

use super::file::{Excerpt, File, Place};
use serde::Serialize;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    Error,
    Warning,
    Information,
    Hint,
}

impl Level {
    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Information => "information",
            Self::Hint => "hint",
        }
    }
}

impl From<Severity> for Level {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
            Severity::Information => Self::Information,
            Severity::Hint => Self::Hint,
        }
    }
}

/// A diagnostic with its place.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Finding {
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) severity: Level,
    pub(super) code: &'static str,
    pub(super) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<String>,
    pub(super) related: Vec<Note>,
    /// The text where it begins; none if the file could not be read.
    #[serde(skip)]
    pub(super) source: Option<Excerpt>,
}

/// Another place that belongs to it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Note {
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) message: String,
}

impl Finding {
    /// A file that could not be read.
    pub(super) fn of_file(place: Place, code: &'static str, message: String) -> Self {
        Self {
            place,
            severity: Level::Error,
            code,
            message,
            help: None,
            related: Vec::new(),
            source: None,
        }
    }

    fn new(file: &File, diagnostic: &Diagnostic) -> Self {
        let place = file.place(diagnostic.range);
        let related = diagnostic.related.iter().map(|related| Note {
            place: file.place(related.range),
            message: related.message.clone(),
        });
        Self {
            severity: diagnostic.severity.into(),
            code: diagnostic.code,
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            related: related.collect(),
            source: Some(file.excerpt(&place)),
            place,
        }
    }

    /// Whether it makes the check fail.
    pub(super) fn is_error(&self) -> bool {
        self.severity == Level::Error
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
                    more = portability(&file.analysis);
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
