//! The JavaScript of a page: an engine with the part of the DOM that pages of applets use.
//!
//! [`Engine`] runs the scripts of a page on a thread of its own. A [`PageEvent`] makes it run handlers,
//! listeners and timers; they reach applets through a [`ScriptHost`]. A [`PageReport`] says what the page shows
//! then. Time and memory are limited, and there are no files, no network, no modules and no clock.
//!
//! Must not depend on: CindyScript, windows. Browsers have JavaScript of their own, so there no engine
//! starts here.

// In a browser, nothing runs.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

mod engine;
mod page;
#[cfg(not(target_family = "wasm"))]
mod tree;

pub use engine::Engine;
pub use page::{
    Act, Operation, PageEvent, PageReport, Place, PlaybackCall, ScriptHost, ShownElement,
    ShownOption,
};
