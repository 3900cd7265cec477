//! Inference: the split (which terms run once per frame and which at every pixel), the effects of
//! functions, facts from conditions, and types with their causes.
//!
//! Each stage is a function from values to values; [`Inference::new`] runs them in order. Must not
//! depend on: messages, ranges, editor features.
//!
//! # Types
//!
//! Type detection (§Type detection of the paper that README.md cites) is the least fixed point by
//! Kleene iteration.
//!
//! Every term of every body that can run has a slot, and so has every variable. A body is a
//! script, one signature of a user's function (functions are monomorphised), a colorplot's
//! expression, or a term of U inside one. A worklist visits slots in evaluation order and revisits the
//! dependents of each raised slot, until nothing changes: the same result as applying the paper's F to
//! ⊥ until it is stationary.
//!
//! Every join that raises a type stores which slot raised it: [`Solution::raises`].

#[cfg(test)]
mod brute_force;
pub mod closure;
mod code;
pub mod constants;
pub mod counting_range;
mod definedness;
mod element_variables;
mod guards;
mod inference;
mod input;
mod opaque;
mod optional;
mod ranges;
mod redefinition;
mod reuse;
mod rules;
pub mod shared_names;
pub mod small_set;
mod solution;
mod solver;
pub mod split;
pub mod split_program;

pub use guards::{Guard, Guards};
pub use inference::{Facts, Inference};
pub use input::{InferenceInput, ObservedTypes};
pub use opaque::{Definer, OpaqueCode};
pub use ranges::{Enclosing, Ranges};
pub use reuse::{same_numbers, same_terms};
pub use rules::{axis, builtin_type, coordinate, integer_exponent, literal};
pub use solution::{
    Body, BodyId, BodyKind, NO_RAISE, PixelBody, Raise, Role, ScopeId, Slot, SlotId, SlotSubject,
    Solution, is_discarded,
};
pub use solver::{KleeneIteration, MOST_ROUNDS, is_transparent, solve, takes_unlike};

#[cfg(test)]
mod tests {
    use cindyscript_test_support::layers;

    /// The modules, from the lowest up.
    const LAYERS: &[&str] = &[
        "small_set",
        "shared_names",
        "closure",
        "code",
        "ranges",
        "optional",
        "opaque",
        "element_variables",
        "counting_range",
        "split",
        "split_program",
        "redefinition",
        "constants",
        "definedness",
        "rules",
        "guards",
        "solution",
        "input",
        "reuse",
        "solver",
        "inference",
        "brute_force",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
