//! Browsers: they have no threads here, so this never runs.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Receiver;

use super::{Command, Line};

/// Runs nothing.
pub(super) fn run(_: &str, _: [f64; 2], _: Arc<AtomicBool>, _: &Receiver<Command>, _: Line) {}
