//! The tree-sitter grammar of CindyScript, and its queries.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_cindyscript() -> *const ();
}

/// The grammar.
// SAFETY: tree-sitter generated the function.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_cindyscript) };
