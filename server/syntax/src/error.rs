//! What is wrong with a text.

use rowan::TextRange;

/// A fault in a text. One fault gives one error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// A stable name in kebab case, such as `sign-after-operator`.
    pub code: &'static str,
    /// What was expected, in a sentence without a final stop.
    pub message: String,
    /// What it is about, in bytes.
    pub range: TextRange,
    /// What to write instead.
    pub help: Option<String>,
    /// An edit that mends it, where there is an obvious one.
    pub fix: Option<TextFix>,
    /// Other places that explain it.
    pub related: Vec<(TextRange, String)>,
    /// The part of the text in which nothing else is said because of it, if it is more than where it
    /// stands: what is written there was meant in another way.
    pub explains: Option<TextRange>,
}

/// An edit that mends an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFix {
    /// What is replaced, in bytes.
    pub range: TextRange,
    /// What comes in its place.
    pub text: String,
}
