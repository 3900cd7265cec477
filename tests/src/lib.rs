//! What the tests and benches that cross crates share.
//!
//! It knows the two programs only as a user does: by their command lines, and by the messages on
//! their standard streams. It deliberately holds no language logic of its own, and says plainly
//! when something cannot be tested on this machine: see [`not_run`].

pub mod bench_arguments;
pub mod cindyjs;
pub mod clock;
pub mod cost;
#[cfg(not(any(windows, target_vendor = "apple")))]
pub mod desktop;
pub mod display;
#[cfg(not(any(windows, target_vendor = "apple")))]
pub mod drag_and_drop;
pub mod editor;
pub mod evaluator;
pub mod examples;
pub mod gallery;
pub mod memory;
pub mod mutate;
#[cfg(test)]
mod names;
pub mod percentile;
pub mod picture;
pub mod programs;
pub mod script;
pub mod session;
pub mod shrink;
pub mod spec;

pub use cindyscript_test_support::folders::{lacking, not_run, wanted};
pub use cindyscript_test_support::{folders, layers, random, scripts};
