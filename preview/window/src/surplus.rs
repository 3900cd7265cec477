//! Memory that an older version used, and that the allocator keeps for what may come.
//!
//! That of GNU gives back what lies at the end of its heaps only: one small thing that stays behind
//! millions of others keeps gigabytes. It gives back the rest when it is asked to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Less than this may stay, in bytes.
const LITTLE: usize = 64 << 20;

/// Has surplus memory given back.
#[derive(Debug, Default)]
pub(crate) struct Surplus {
    /// What the process took at first; none is not known yet.
    first: Option<usize>,
    /// Whether it is being given back.
    busy: Arc<AtomicBool>,
}

impl Surplus {
    /// A version is shown, and the one before is gone. Does not wait.
    pub(crate) fn give_back(&mut self) {
        let Some(now) = resident() else { return };
        let first = *self.first.get_or_insert(now);
        if now < first + LITTLE || self.busy.swap(true, Ordering::Relaxed) {
            return;
        }
        let busy = Arc::clone(&self.busy);
        thread::spawn(move || {
            trim();
            busy.store(false, Ordering::Relaxed);
        });
    }
}

/// The bytes of this process that are in memory, where that is of use.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let row = status.lines().find_map(|row| row.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = row.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn resident() -> Option<usize> {
    None
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn trim() {
    // SAFETY: it may be called at any time, by any thread, and touches free memory only.
    #[allow(unsafe_code)]
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}
