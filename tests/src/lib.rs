//! What the tests and benches that cross crates share.
//!
//! It knows the two programs only as a user does: by their command lines and by the messages on
//! their standard streams. It deliberately holds no language logic of its own.

pub mod percentile;
pub mod script;
pub mod spec;
