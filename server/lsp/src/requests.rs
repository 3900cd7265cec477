//! The requests of the editor, one a file. Each is a function from a snapshot to the answer, in
//! the protocol's types; the language's part is done by the analysis.

pub(crate) mod call_hierarchy;
pub(crate) mod code_action;
pub(crate) mod code_lens;
pub(crate) mod completion;
pub(crate) mod definition;
pub(crate) mod diagnostic;
pub(crate) mod document_color;
pub(crate) mod document_highlight;
pub(crate) mod document_link;
pub(crate) mod document_symbol;
pub(crate) mod execute_command;
pub(crate) mod folding_range;
pub(crate) mod formatting;
pub(crate) mod hover;
pub(crate) mod inlay_hint;
pub(crate) mod libraries;
pub(crate) mod linked_editing_range;
pub(crate) mod numbers;
pub(crate) mod references;
pub(crate) mod rename;
pub(crate) mod selection_range;
pub(crate) mod semantic_tokens;
pub(crate) mod show;
pub(crate) mod signature_help;
pub(crate) mod workspace_symbol;
