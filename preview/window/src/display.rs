//! The display that windows open on: whether there is one that answers.
//!
//! Graphics drivers connect to it, too, and wait for its answer without end. So the environment names
//! no display where no window opens, and none that does not answer.

#[cfg(all(unix, not(target_vendor = "apple")))]
mod unix {
    use std::env;
    use std::ffi::OsString;
    use std::io::{Read, Write};
    use std::net::{TcpStream, ToSocketAddrs};
    use std::os::unix::net::UnixStream;
    use std::path::Path;
    use std::time::{Duration, Instant};

    use crate::message::complain;
    use crate::policy::DISPLAY_ANSWER;

    const X11: &str = "DISPLAY";
    const WAYLAND: &str = "WAYLAND_DISPLAY";
    /// A connection that the parent process has opened.
    const WAYLAND_SOCKET: &str = "WAYLAND_SOCKET";
    const FOLDER: &str = "XDG_RUNTIME_DIR";

    /// The connection setup of the X protocol: byte order, version 11.0, no authorization. A server
    /// answers it in any case.
    const X11_SETUP: [u8; 12] = [b'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    /// Leaves only displays in the environment that answer, and none where none is `wanted`. Call it
    /// while the program has one thread.
    pub(crate) fn prepare(is_wanted: bool) {
        // libwayland takes a default where the variable is absent.
        if !is_wanted {
            hide(X11, None);
            hide(WAYLAND, Some(""));
            hide(WAYLAND_SOCKET, None);
            return;
        }
        let wayland = set(WAYLAND).filter(|_| set(WAYLAND_SOCKET).is_none());
        let end = Instant::now() + DISPLAY_ANSWER;
        if let Some(name) = wayland
            && !wayland_answers(&name, DISPLAY_ANSWER / 2)
        {
            say_silent(&name);
            hide(WAYLAND, Some(""));
        }
        if let Some(name) = set(X11)
            && !x11_answers(&name, end.saturating_duration_since(Instant::now()))
        {
            say_silent(&name);
            hide(X11, None);
        }
    }

    fn say_silent(name: &OsString) {
        let name = name.display();
        complain(format_args!("the display `{name}` does not answer"));
    }

    fn set(variable: &str) -> Option<OsString> {
        env::var_os(variable).filter(|value| !value.is_empty())
    }

    fn hide(variable: &str, value: Option<&str>) {
        // SAFETY: the program has one thread yet, so no other one reads the environment.
        #[allow(unsafe_code)]
        unsafe {
            match value {
                Some(value) => env::set_var(variable, value),
                None => env::remove_var(variable),
            }
        }
    }

    /// True if a compositor answers the request `wl_display.sync`. One that cannot be reached is for
    /// others to report.
    fn wayland_answers(name: &OsString, patience: Duration) -> bool {
        let folder = env::var_os(FOLDER).unwrap_or_default();
        let Ok(mut stream) = UnixStream::connect(Path::new(&folder).join(name)) else {
            return true;
        };
        // Object 1, opcode 0 and 12 bytes in all, new object 2.
        let words: [u32; 3] = [1, 12 << 16, 2];
        let request: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let limited = stream.set_read_timeout(Some(patience));
        limited.is_err() || answers(&mut stream, &request)
    }

    fn x11_answers(name: &OsString, patience: Duration) -> bool {
        let Some((host, number)) = name.to_str().and_then(parsed) else {
            return true;
        };
        let patience = patience.max(Duration::from_millis(1));
        if host.is_empty() || host == "unix" {
            let Some(mut stream) = local(number) else {
                return true;
            };
            let limited = stream.set_read_timeout(Some(patience));
            return limited.is_err() || answers(&mut stream, &X11_SETUP);
        }
        let port = number.saturating_add(6000);
        let address = (host, port).to_socket_addrs().ok();
        let Some(address) = address.and_then(|mut all| all.next()) else {
            return true;
        };
        let stream = TcpStream::connect_timeout(&address, patience / 2);
        let Ok(mut stream) = stream else {
            return stream.is_err_and(|error| error.kind() != std::io::ErrorKind::TimedOut);
        };
        let limited = stream.set_read_timeout(Some(patience / 2));
        limited.is_err() || answers(&mut stream, &X11_SETUP)
    }

    /// The host and the number of a display: `host:number.screen`.
    fn parsed(name: &str) -> Option<(&str, u16)> {
        let (host, display) = name.rsplit_once(':')?;
        let number = display.split('.').next()?;
        Some((host, number.parse().ok()?))
    }

    fn local(number: u16) -> Option<UnixStream> {
        let path = format!("/tmp/.X11-unix/X{number}");
        #[cfg(target_os = "linux")]
        {
            use std::os::linux::net::SocketAddrExt;
            use std::os::unix::net::SocketAddr;
            let address = SocketAddr::from_abstract_name(&path);
            if let Ok(stream) = address.and_then(|address| UnixStream::connect_addr(&address)) {
                return Some(stream);
            }
        }
        UnixStream::connect(path).ok()
    }

    /// True if a request has an answer, or the connection ends, before reading times out.
    fn answers(stream: &mut (impl Read + Write), request: &[u8]) -> bool {
        use std::io::ErrorKind::{TimedOut, WouldBlock};
        let asked = stream.write_all(request);
        let answer = asked.and_then(|()| stream.read(&mut [0]));
        !answer.is_err_and(|error| matches!(error.kind(), TimedOut | WouldBlock))
    }

    #[cfg(test)]
    mod tests {
        #![allow(clippy::unwrap_used)]

        use std::os::unix::net::UnixListener;
        use std::thread;

        use super::*;

        #[test]
        fn display_name_has_a_host_and_a_number() {
            assert_eq!(parsed(":0"), Some(("", 0)));
            assert_eq!(parsed("localhost:10.0"), Some(("localhost", 10)));
            assert_eq!(parsed("unix:3.1"), Some(("unix", 3)));
            assert_eq!(parsed("/private/tmp/x"), None);
        }

        #[test]
        fn silent_display_does_not_answer() {
            let name = format!("cindyscript-display-{}", std::process::id());
            let path = env::temp_dir().join(name);
            let listener = UnixListener::bind(&path).unwrap();
            let asks = |patience| {
                let mut stream = UnixStream::connect(&path).unwrap();
                stream.set_read_timeout(Some(patience)).unwrap();
                answers(&mut stream, &X11_SETUP)
            };
            assert!(!asks(Duration::from_millis(20)));
            let server = thread::spawn(move || {
                let refuse = |stream: std::io::Result<UnixStream>| {
                    let mut stream = stream.unwrap();
                    let mut request = [0; 12];
                    // The first one has left.
                    stream.read_exact(&mut request).is_ok() && stream.write_all(&[0]).is_ok()
                };
                let mut streams = listener.incoming();
                streams.next().map(refuse);
                streams.next().map(refuse)
            });
            assert!(asks(Duration::from_secs(60)));
            server.join().unwrap();
            std::fs::remove_file(&path).unwrap();
        }
    }
}

#[cfg(all(unix, not(target_vendor = "apple")))]
pub(crate) use unix::prepare;

/// Does nothing: windows open without the environment here.
#[cfg(not(all(unix, not(target_vendor = "apple"))))]
pub(crate) fn prepare(_: bool) {}
