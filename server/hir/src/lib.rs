//! The representation of scripts: documents with their parsed scripts, names, builtins, the data
//! structure of types, and an applet's [`Program`](program::Program), lowered from the trees once.
//!
//! Positions are byte offsets. Must not depend on: values of terms, where a term runs, its type; LSP,
//! files, threads, clocks.

pub mod builtins;
pub mod document;
pub mod element_arguments;
pub mod elements;
mod ids;
mod lower;
pub mod lowering;
pub mod names;
pub mod plugins;
pub mod presets;
pub mod program;
pub mod renumber;
mod resolve;
pub mod splice;
pub mod types;

pub use lower::extend;

#[cfg(test)]
mod tests {
    use cindyscript_test_support::layers;

    /// The modules, from the lowest up.
    const LAYERS: &[&str] = &[
        "ids",
        "names",
        "types",
        "plugins",
        "presets",
        "builtins",
        "document",
        "elements",
        "element_arguments",
        "program",
        "resolve",
        "lower",
        "renumber",
        "splice",
        "lowering",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
