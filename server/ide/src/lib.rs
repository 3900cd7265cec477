//! The features of an editor, such as explanations of types, as plain functions of a document and its
//! [`Analysis`], which runs the stages in order.
//!
//! Positions are byte offsets. Must not depend on: LSP, JSON, files, clocks, GPU. It runs no script, and
//! has no inference and no lint rules.

mod analysis;
mod binding_time;
pub mod call_hierarchy;
pub mod code_actions;
pub mod code_lens;
pub mod code_section;
pub mod completion;
mod context;
pub mod definition;
pub mod dependency_graph;
pub mod digest;
pub mod document_colors;
pub mod document_links;
pub mod documentation;
mod element_at;
pub mod explain;
#[cfg(test)]
mod fixture;
pub mod folding_ranges;
mod follows_time;
pub mod formatting;
pub mod hover;
pub mod inlay_hints;
pub mod iteration;
pub mod linked_editing;
pub mod narrate;
pub mod numbers;
pub mod observations;
mod occurrences;
pub mod parameters;
pub mod reference;
pub mod references;
pub mod rename;
pub mod report;
mod run_time_problems;
mod scripts;
pub mod selection_ranges;
pub mod semantic_tokens;
mod settings;
pub mod signature_help;
mod statements_with_errors;
mod symbol_at;
pub mod symbols;
pub mod templates;
mod term_at;
pub mod unused;
mod word_index;
pub mod workspace_symbols;

pub use analysis::{Analysis, AppletAnalysis, analyse};
pub use binding_time::BindingTime;

#[cfg(test)]
mod tests {
    use cindyscript_test_support::layers;

    /// The modules, from the lowest up.
    const LAYERS: &[&str] = &[
        "word_index",
        "occurrences",
        "analysis",
        "element_at",
        "symbol_at",
        "term_at",
        "binding_time",
        "report",
        "fixture",
        "run_time_problems",
        "references",
        "definition",
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
        "statements_with_errors",
        "numbers",
        "formatting",
        "workspace_symbols",
        "folding_ranges",
        "selection_ranges",
        "signature_help",
        "code_lens",
        "digest",
        "follows_time",
        "inlay_hints",
        "observations",
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
