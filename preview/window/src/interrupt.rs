//! Control + C while files are written: what is half done is taken away before the program ends.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The status of a program that was interrupted, as shells have it.
pub(crate) const STATUS: u8 = 130;

/// From now on, Control + C is only noticed: who works asks whether it [was pressed](pressed). On
/// systems where that cannot be had it ends the program, as it does without this.
pub(crate) fn notice() {
    listen();
}

/// Whether Control + C was pressed.
pub(crate) fn pressed() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn listen() {
    extern "C" fn interrupted(_: libc::c_int) {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            // Who presses it again does not want to wait.
            // SAFETY: this function may be called by handlers of signals.
            #[allow(unsafe_code)]
            unsafe {
                libc::_exit(STATUS.into());
            }
        }
    }
    let handler: extern "C" fn(libc::c_int) = interrupted;
    // SAFETY: the handler only does what handlers may: it touches an atomic, or ends the process.
    #[allow(unsafe_code)]
    unsafe {
        libc::signal(libc::SIGINT, handler as libc::sighandler_t);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn listen() {}
