//! Newer texts that wait for what is made of an older one.

use std::fmt;
use std::sync::Arc;

use cindyscript_interpreter::platform::Instant;

use crate::policy::NEWER_TEXT;

type Since = dyn Fn() -> Option<Instant> + Send + Sync;

/// Asks since when a newer text has been waiting. By default none ever waits.
#[derive(Clone, Default)]
pub struct NewerText(Option<Arc<Since>>);

impl NewerText {
    /// With what tells since when a text waits, if one does.
    pub fn new(since: impl Fn() -> Option<Instant> + Send + Sync + 'static) -> NewerText {
        NewerText(Some(Arc::new(since)))
    }

    /// True if one has waited for as long as it may.
    pub(super) fn is_overdue(&self) -> bool {
        let since = self.0.as_ref().and_then(|since| since());
        since.is_some_and(|since| since.elapsed() >= NEWER_TEXT)
    }
}

impl fmt::Debug for NewerText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NewerText").finish()
    }
}
