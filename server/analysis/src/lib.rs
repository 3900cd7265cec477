//! An applet with its inference, as all stages after it read it: the places of terms in the file, the
//! causes of types, the types that are guesses, the statements around a term.
//!
//! The crate judges nothing: no rule, no feature of an editor, and no product that would run the applet.

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
#[path = "../../../tests/src/layers.rs"]
#[allow(unreachable_pub)]
mod layers;

#[cfg(test)]
mod tests {
    use super::layers;

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
