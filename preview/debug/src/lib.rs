//! The Debug Adapter Protocol for scripts: messages as plain data, and the adapter that answers them.
//!
//! [`Adapter`] is a state machine. Its host hands it each message of the client, runs frames while
//! [`Adapter::is_running`] says so, and sends what it returns. It reads and writes nothing by itself.
//!
//! Must not depend on: windows, GPU, processes, sockets, a clock.

mod adapter;
mod edit;
mod expression;
mod framing;
mod protocol;
mod shown;

pub use adapter::{Adapter, Debuggee};
pub use framing::{FramingError, read_message, write_message};
pub use protocol::{LaunchArguments, Request};

#[cfg(test)]
mod tests {
    use cindyscript_tests::layers;

    /// From the lowest up: each uses only those before it.
    const LAYERS: &[&str] = &[
        "framing",
        "protocol",
        "edit",
        "expression",
        "shown",
        "adapter",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
