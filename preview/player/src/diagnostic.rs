//! What there is to tell the author about an applet that runs.

use cindyscript_applet::TextRange;

/// Something that went wrong while a script ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What, in one line.
    pub message: String,
    /// Where, in bytes of the file.
    pub range: Option<TextRange>,
    /// Whether the script ended there.
    pub fatal: bool,
}
