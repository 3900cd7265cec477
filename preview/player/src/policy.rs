//! Every duration that decides for how long scripts run. Durations of painting are a renderer's.

use std::time::Duration;

use cindyscript_interpreter::platform::HAS_THREADS;

/// Real time that init may take, and an edit that runs it again.
/// Where nothing goes on beside it, a page answers within two seconds.
pub(crate) const START_TIME: Duration = match HAS_THREADS {
    true => Duration::from_secs(10),
    false => Duration::from_millis(1500),
};
/// Real time that the scripts of one frame may take together, or those of one thing that the user
/// does: so long the window shows nothing new.
pub(crate) const SCRIPT_TIME: Duration = match HAS_THREADS {
    true => Duration::from_secs(2),
    false => Duration::from_millis(1500),
};
