//! The features of an editor, such as explanations of types, as plain functions of a document and its
//! [`Analysis`], which runs the stages in order.
//!
//! Positions are byte offsets. Must not depend on: LSP, JSON, files, clocks, GPU. It runs no script, and
//! has no inference and no lint rules.

mod analysis;
mod binding_time;
mod broken;
pub mod call_hierarchy;
pub mod code_actions;
pub mod code_lens;
pub mod code_section;
pub mod completion;
pub mod computed;
mod context;
pub mod definition;
pub mod dependency_graph;
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
pub mod highlight;
pub mod hover;
pub mod in_libraries;
pub mod inlay_hints;
pub mod iteration;
pub mod linked_editing;
pub mod narrate;
pub mod numbers;
pub mod observed;
mod occurrences;
pub mod parameters;
mod places;
pub mod reference;
pub mod references;
pub mod rename;
pub mod report;
mod said;
mod scripts;
pub mod selection_ranges;
pub mod semantic_tokens;
mod settings;
pub mod signature_help;
pub mod symbols;
mod targets;
pub mod templates;
pub mod unused;
mod words;
pub mod workspace_symbols;

pub use analysis::{Analysis, AppletAnalysis, analyse};
pub use binding_time::BindingTime;

#[cfg(test)]
#[path = "../../../tests/src/layers.rs"]
#[allow(unreachable_pub)]
mod layers;

#[cfg(test)]
mod tests {
    use super::layers;

    /// The modules, from the lowest up.
    const LAYERS: &[&str] = &[
        "words",
        "occurrences",
        "analysis",
        "element_at",
        "targets",
        "in_libraries",
        "places",
        "binding_time",
        "report",
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
