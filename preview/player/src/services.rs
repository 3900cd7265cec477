//! What an applet needs of whoever plays it.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cindyscript_interpreter::Host;

use crate::text::Fonts;

/// The machine as an applet sees it. It stays from one version of the applet to the next.
pub trait Services: Debug + Send + Sync {
    /// Fonts, pixels and files for the scripts of a page: the path of its file, which need not
    /// exist.
    fn host(self: Arc<Self>, page: &str) -> Arc<dyn Host>;

    /// Ends the scripts that run once it is set, also those that run when an applet starts.
    fn interrupt(&self) -> Arc<AtomicBool>;

    /// What text is laid out with.
    fn fonts(&self) -> Fonts;
}
