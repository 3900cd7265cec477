//! Every duration that decides for how long scripts run. Durations of painting are a renderer's.

use std::time::Duration;

/// Real time that init may take, and an edit that runs it again.
pub(crate) const START_TIME: Duration = Duration::from_secs(10);
/// Real time that the scripts of one frame may take together, or those of one thing that the user
/// does: so long the window shows nothing new.
pub(crate) const SCRIPT_TIME: Duration = Duration::from_secs(2);
