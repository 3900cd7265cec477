//! Processor time: what a thing costs, also on a machine that others keep busy.

use std::time::{Duration, Instant};
use std::{fs, thread};

/// The processor time that this process has taken, all threads together; zero where the system
/// does not say.
#[must_use]
pub fn own() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
        let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or_default();
        Duration::new(seconds, nanoseconds)
    }
    #[cfg(not(unix))]
    Duration::ZERO
}

/// The processor time that the threads of another process have taken, those that wait now to the
/// nanosecond; zero where the system does not say.
#[must_use]
pub fn of(process: u32) -> Duration {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else {
        return Duration::ZERO;
    };
    let taken = threads.flatten().filter_map(|thread| {
        let said = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        said.split_whitespace().next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(taken.sum())
}

/// How long the threads of a process have to wait until it is said to rest.
const RESTING: Duration = Duration::from_millis(3);

/// How long that is waited for.
const PATIENCE: Duration = Duration::from_secs(2);

/// Waits until a process has done what it does after it has answered: frees what it no longer needs.
pub fn wait_for_rest(process: u32) {
    let end = Instant::now() + PATIENCE;
    let mut before = of(process);
    while Instant::now() < end {
        thread::sleep(RESTING);
        let now = of(process);
        if now == before {
            return;
        }
        before = now;
    }
}

/// The processor time that another process has taken, threads that have ended included, to a
/// hundredth of a second; zero where the system does not say.
#[must_use]
pub fn all_of(process: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name, which may have spaces: in hundredths of a second, those of the system last.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn work_takes_time() {
        let before = own();
        let sum = (0..10_000_000_u64).fold(0, |sum, number| sum ^ std::hint::black_box(number));
        assert!(std::hint::black_box(sum) < u64::MAX && own() > before);
        assert!(of(std::process::id()) > Duration::ZERO);
    }
}
