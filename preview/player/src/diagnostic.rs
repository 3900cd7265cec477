//! What there is to tell the author about an applet that runs.

use cindyscript_applet::TextRange;
use cindyscript_protocol::{ByteRange, Problem, Severity};

/// A diagnostic of an applet that runs: something that went wrong while a script ran, or why a
/// colorplot is not painted by the GPU.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AppletDiagnostic {
    /// What, in one line.
    pub message: String,
    /// Where, in bytes of the file.
    pub range: Option<TextRange>,
    /// Whether the script ended there.
    pub fatal: bool,
}

impl From<&AppletDiagnostic> for Problem {
    fn from(diagnostic: &AppletDiagnostic) -> Problem {
        Problem {
            message: diagnostic.message.clone(),
            range: diagnostic.range.map(byte_range),
            severity: match diagnostic.fatal {
                true => Severity::Error,
                false => Severity::Warning,
            },
        }
    }
}

/// A range as the protocol has it.
pub fn byte_range(range: TextRange) -> ByteRange {
    ByteRange {
        start: range.start().into(),
        end: range.end().into(),
    }
}
