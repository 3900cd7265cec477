//! Words of the program to whoever started it.

use std::io::{self, Write};

use cindyscript_protocol::visible_lines;

/// What there is to do where no adapter is found; short, so that it fits into a small window.
pub(crate) const NO_DRIVER: &str = "no graphics driver: drawing slowly, on the CPU; \
    install mesa-vulkan-drivers";

/// Name and version of the program.
pub(crate) fn version() -> String {
    format!("cindyscript-preview {}", env!("CARGO_PKG_VERSION"))
}

/// A line on standard error. There is nothing to do about an error there.
pub(crate) fn complain(line: impl std::fmt::Display) {
    drop(writeln!(
        io::stderr(),
        "{}",
        visible_lines(&line.to_string())
    ));
}
