//! An applet with the results of its inference, and lookups that later stages share: ranges of terms,
//! causes of types, guessed types, statements around a term.
//!
//! Must not depend on: lint rules, editor features, the preview.

mod applet;
mod color_operands;
mod doubt;
mod lookup;
pub mod provenance;
pub mod statements;

pub use applet::InferredApplet;
pub use color_operands::color_operands;
pub use doubt::Doubt;
pub use lookup::ByName;

#[cfg(test)]
mod tests {
    use cindyscript_test_support::layers;

    /// The modules, from the lowest up.
    const LAYERS: &[&str] = &[
        "color_operands",
        "lookup",
        "applet",
        "doubt",
        "provenance",
        "statements",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
