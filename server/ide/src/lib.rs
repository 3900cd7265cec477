//! The features of an editor, diagnostics and the explanations of types among them, as plain
//! functions of a document and its [`Analysis`].
//!
//! It speaks byte offsets and plain data. It deliberately knows no LSP type, no JSON, no file, no
//! clock, no GPU; it never runs a script, and it infers nothing itself.

mod analyse;
mod analysis;
mod binding_time;
mod broken;
pub mod call_hierarchy;
mod cause;
mod check;
pub mod code_actions;
pub mod code_lens;
pub mod code_section;
mod coloured;
pub mod completion;
pub mod computed;
mod context;
pub mod definition;
pub mod dependency_graph;
pub mod document_colors;
pub mod document_links;
pub mod documentation;
mod doubt;
mod element_arguments;
mod element_at;
pub mod explain;
#[cfg(test)]
mod fixture;
pub mod folding_ranges;
mod follows_time;
pub mod formatting;
pub mod highlight;
pub mod hover;
pub mod in_libraries;
pub mod inlay_hints;
pub mod iteration;
pub mod linked_editing;
mod lookup;
pub mod narrate;
pub mod numbers;
pub mod observed;
mod occurrences;
pub mod parameters;
mod places;
pub mod portability;
mod redefine;
pub mod reference;
pub mod references;
mod refused;
pub mod rename;
pub mod report;
mod said;
mod scripts;
pub mod selection_ranges;
pub mod semantic_tokens;
mod settings;
pub mod signature_help;
mod statements;
pub mod symbols;
mod targets;
pub mod templates;
pub mod unused;
mod words;
pub mod workspace_symbols;

pub use analyse::{analyse, limit};
pub use analysis::{Analysis, AppletAnalysis};
pub use binding_time::BindingTime;
pub use cindyscript_diagnostic::{
    Code, Diagnostic, Fix, Related, Severity, commands, nearest, unknown_argument,
};
pub use cindyscript_syntax::TextEdit;

#[cfg(test)]
#[path = "../../../tests/src/layers.rs"]
#[allow(unreachable_pub)]
mod layers;

#[cfg(test)]
mod tests {
    use super::layers;

    /// The modules, from the lowest up.
    const LAYERS: &[&str] = &[
        "coloured",
        "element_arguments",
        "lookup",
        "words",
        "occurrences",
        "doubt",
        "analysis",
        "element_at",
        "targets",
        "in_libraries",
        "redefine",
        "cause",
        "places",
        "binding_time",
        "report",
        "refused",
        "statements",
        "check",
        "portability",
        "analyse",
        "fixture",
        "said",
        "definition",
        "references",
        "highlight",
        "linked_editing",
        "call_hierarchy",
        "symbols",
        "unused",
        "documentation",
        "settings",
        "context",
        "completion",
        "document_links",
        "document_colors",
        "parameters",
        "scripts",
        "broken",
        "numbers",
        "formatting",
        "workspace_symbols",
        "folding_ranges",
        "selection_ranges",
        "signature_help",
        "code_lens",
        "computed",
        "follows_time",
        "inlay_hints",
        "observed",
        "explain",
        "hover",
        "semantic_tokens",
        "dependency_graph",
        "iteration",
        "narrate",
        "code_actions",
        "code_section",
        "reference",
        "rename",
        "templates",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
