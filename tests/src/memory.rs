//! The memory of processes, as the system counts it; 0 where it does not say.

use std::fs;

/// The bytes of this process that are in memory now.
#[must_use]
pub fn resident() -> usize {
    status("self", "VmRSS:")
}

/// The most bytes of this process that ever were in memory.
#[must_use]
pub fn peak() -> usize {
    status("self", "VmHWM:")
}

/// The bytes of a process that are in memory now.
#[must_use]
pub fn of(process: u32) -> usize {
    status(&process.to_string(), "VmRSS:")
}

/// A row of a process's status.
fn status(process: &str, row: &str) -> usize {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let row = status.lines().find_map(|line| line.strip_prefix(row));
    let kibibytes = row.and_then(|row| row.split_whitespace().next()?.parse::<usize>().ok());
    kibibytes.unwrap_or_default() * 1024
}
