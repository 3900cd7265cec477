//! Signals that end a process: unfinished files are deleted first.

/// Has SIGINT, SIGTERM and SIGHUP delete the [unfinished files](crate::part_file::PartFile) of this
/// process before they end it, with the status that shells give. `tell` is called if there were any.
/// A second signal ends it at once. Signals that whoever started the process ignores stay ignored.
///
/// A file that grows over the limit of the system is an error from now on, and does not end the process.
///
/// Does nothing on systems without signals.
pub fn delete_unfinished_files(tell: fn()) {
    #[cfg(unix)]
    unix::listen(tell);
    #[cfg(not(unix))]
    let _ = tell;
}

#[cfg(unix)]
mod unix {
    use std::io::{self, Read};
    use std::os::fd::IntoRawFd;
    use std::sync::atomic::{AtomicI32, Ordering};
    use std::thread;

    use crate::part_file::delete_all;

    /// The pipe to which the handler writes the signal; -1 once it has.
    static PIPE: AtomicI32 = AtomicI32::new(-1);

    /// The status of a process that a signal has ended, as shells have it.
    const STATUS: libc::c_int = 128;

    extern "C" fn noticed(signal: libc::c_int) {
        let byte = signal.to_le_bytes();
        let pipe = PIPE.swap(-1, Ordering::Relaxed);
        // SAFETY: handlers may call both functions; `byte` outlives the call.
        #[allow(unsafe_code)]
        unsafe {
            if pipe < 0 || libc::write(pipe, byte.as_ptr().cast(), 1) < 0 {
                libc::_exit(STATUS + signal);
            }
        }
    }

    pub(super) fn listen(tell: fn()) {
        let Ok((mut signals, pipe)) = io::pipe() else {
            return;
        };
        let wait = move || {
            let mut signal = [0];
            if signals.read_exact(&mut signal).is_err() {
                return;
            }
            delete_all(|count| {
                if count > 0 {
                    tell();
                }
                // SAFETY: the other threads end with the process; nothing of it is used afterwards.
                #[allow(unsafe_code)]
                unsafe {
                    libc::_exit(STATUS + libc::c_int::from(signal[0]));
                }
            });
        };
        if thread::Builder::new()
            .name("signals".to_owned())
            .spawn(wait)
            .is_err()
        {
            return;
        }
        PIPE.store(pipe.into_raw_fd(), Ordering::Relaxed);
        let handler: extern "C" fn(libc::c_int) = noticed;
        // SAFETY: the handler only does what handlers may: it touches an atomic, writes to a pipe, or
        // ends the process.
        #[allow(unsafe_code)]
        unsafe {
            for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
                if libc::signal(signal, handler as libc::sighandler_t) == libc::SIG_IGN {
                    libc::signal(signal, libc::SIG_IGN);
                }
            }
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
        }
    }
}
