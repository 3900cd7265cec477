//! Code that tests of single crates share: folders, random numbers and scripts, layers of modules.
//!
//! The crate uses no other crate of the workspace, so each of them can use it. The crate
//! `cindyscript-tests` needs both programs.

pub mod folders;
pub mod layers;
pub mod random;
pub mod scripts;
