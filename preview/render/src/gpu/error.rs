//! What goes wrong with a GPU, and what the driver says of it.

/// Why there is no GPU to draw with, or none any more.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// No driver offers an adapter.
    #[error("no graphics adapter: {0}")]
    NoAdapter(#[from] wgpu::RequestAdapterError),
    /// The adapter could not be opened.
    #[error("the graphics adapter cannot be used: {0}")]
    NoDevice(#[from] wgpu::RequestDeviceError),
    /// The window has no surface that the adapter can paint.
    #[error("the window cannot be painted by the graphics adapter: {0}")]
    Surface(String),
    /// The driver reset the device, or it was unplugged.
    #[error("the graphics device was lost")]
    Lost,
    /// The driver did not finish a picture.
    #[error("the graphics device does not answer")]
    Hung,
    /// Someone called [`Gpu::give_up`](super::Gpu::give_up).
    #[error("an earlier version kept the graphics device busy")]
    GivenUp,
    /// A newer text has waited for so long that nothing was begun.
    #[error("a newer version has come")]
    Superseded,
    /// The driver takes everything, and paints something else.
    #[error("{0} paints wrong colours")]
    Untrue(String),
    /// Something that the device refused: what we asked for is not possible. The device is well.
    #[error("the graphics device refused: {0}")]
    Refused(String),
    /// The device has no memory left, or failed at something that is possible.
    #[error("the graphics device failed: {0}")]
    Failed(String),
}

/// What an error says about the device that nothing else caught.
pub(super) fn uncaught(error: &wgpu::Error) -> GpuError {
    let message = one_line(&error.to_string());
    match error {
        wgpu::Error::Validation { .. } => GpuError::Refused(message),
        wgpu::Error::OutOfMemory { .. } | wgpu::Error::Internal { .. } => GpuError::Failed(message),
    }
}

/// What wgpu says over several lines, headlines left out, in one.
pub(crate) fn one_line(message: &str) -> String {
    const HEADLINES: [&str; 3] = ["", "Validation Error", "Caused by:"];
    let lines = message
        .lines()
        .map(str::trim)
        .filter(|line| !HEADLINES.contains(line));
    let line = lines.collect::<Vec<_>>().join(": ");
    if line.is_empty() {
        "no reason given".to_owned()
    } else {
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_we_asked_for_is_told_from_what_the_device_cannot() {
        let source = || Box::<dyn std::error::Error + Send + Sync>::from("no");
        let description = || "no".to_owned();
        let (source_of, text) = (source(), description());
        let ours = wgpu::Error::Validation {
            source: source_of,
            description: text,
        };
        assert!(matches!(uncaught(&ours), GpuError::Refused(_)));
        let its = wgpu::Error::Internal {
            source: source(),
            description: description(),
        };
        assert!(matches!(uncaught(&its), GpuError::Failed(_)));
        assert!(matches!(
            uncaught(&wgpu::Error::OutOfMemory { source: source() }),
            GpuError::Failed(_)
        ));
    }

    #[test]
    fn causes_come_in_one_line() {
        let message = "Validation Error\n\nCaused by:\n  In Surface::configure\n    too large\n";
        assert_eq!(one_line(message), "In Surface::configure: too large");
        assert_eq!(one_line(""), "no reason given");
    }
}
