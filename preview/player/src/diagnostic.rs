//! What there is to tell the author about an applet that runs.

use cindyscript_applet::TextRange;

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
