//! Programs built by hand, as the analysis would build them.

#![allow(clippy::unwrap_used)]

mod applets;
mod builder;
mod images;
mod layout;
mod limits;
mod promotion;
mod random;
mod snapshots;
mod table;
