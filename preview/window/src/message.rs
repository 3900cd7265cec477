//! Words of the program to whoever started it.

use std::io::{self, Write};

use cindyscript_protocol::visible_lines;
use cindyscript_render::gpu::GpuError;

/// What there is to do where no adapter is found; short, so that it fits into a small window.
pub(crate) const NO_DRIVER: &str = "no graphics driver: drawing slowly, on the CPU; \
    install mesa-vulkan-drivers";

/// The message for a picture that the CPU painted because of an error of the GPU.
pub(crate) fn without_gpu(error: &GpuError) -> String {
    match error {
        GpuError::Lost | GpuError::Hung | GpuError::Failed(_) => {
            format!("{error}: the picture was painted by the CPU")
        }
        _ => NO_DRIVER.to_owned(),
    }
}

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
