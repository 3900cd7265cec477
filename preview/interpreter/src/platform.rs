//! The machine below the program: clocks, threads, and waiting for a device. A browser gives one
//! thread, which may never wait. All other crates are the same everywhere.

use std::sync::{Arc, OnceLock};
use std::time::Duration;
use std::{io, thread};

/// A moment of the clock that only goes forward.
pub use web_time::Instant;

/// True if the system has threads, and lets them wait for each other and for devices.
pub const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// Starts a thread.
///
/// # Errors
/// The system has none.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let builder = thread::Builder::new().name(name.to_owned());
    builder.spawn(work).map(drop)
}

/// The processor time of this thread.
#[cfg(unix)]
pub(crate) fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Real time: the standard library has no clock of a thread.
#[cfg(not(unix))]
pub(crate) fn thread_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// The sine as browsers compute it, to the last bit: CindyJS's random numbers depend on that. That of
/// WebAssembly has another last bit at times.
#[cfg(target_family = "wasm")]
pub(crate) fn sine(angle: f64) -> f64 {
    js_sys::Math::sin(angle)
}

/// The sine as browsers compute it, on Linux: Chromium and the GNU C library have the same code. That of other
/// systems may have another last bit.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn sine(angle: f64) -> f64 {
    angle.sin()
}

/// A value that a device gives. A system with threads waits for it; a browser delivers it once the
/// program has returned to the event loop.
#[derive(Debug)]
pub struct Delivery<T>(Arc<OnceLock<T>>);

impl<T> Clone for Delivery<T> {
    fn clone(&self) -> Delivery<T> {
        Delivery(Arc::clone(&self.0))
    }
}

impl<T> Default for Delivery<T> {
    fn default() -> Delivery<T> {
        Delivery(Arc::default())
    }
}

impl<T> Delivery<T> {
    /// A value that is there.
    pub fn of(value: T) -> Delivery<T> {
        Delivery(Arc::new(OnceLock::from(value)))
    }

    /// Gives the value, unless it was given before.
    pub fn set(&self, value: T) {
        drop(self.0.set(value));
    }

    /// The value, if it is there.
    pub fn get(&self) -> Option<&T> {
        self.0.get()
    }
}

/// Waits for the value of a future.
#[cfg(not(target_family = "wasm"))]
pub fn deliver<T>(value: impl Future<Output = T>) -> Delivery<T> {
    Delivery::of(pollster::block_on(value))
}

/// Has the browser complete a future.
#[cfg(target_family = "wasm")]
pub fn deliver<T: 'static>(value: impl Future<Output = T> + 'static) -> Delivery<T> {
    let delivery = Delivery::default();
    let told = delivery.clone();
    wasm_bindgen_futures::spawn_local(async move { told.set(value.await) });
    delivery
}
