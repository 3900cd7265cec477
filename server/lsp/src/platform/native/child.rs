//! A preview as a child process: found, started, fed, listened to, and ended politely or firmly.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cindyscript_protocol::{FromPreview, Received, decode, encode};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::time::timeout;

use crate::platform::{Ending, PreviewEvent};
use crate::preview::{Messages, PreviewPlace};

/// The preview's program.
const PROGRAM: &str = "cindyscript-preview";

/// The time in which a preview ends after [`ToPreview::Shutdown`](cindyscript_protocol::ToPreview), or
/// says that it does.
const GRACE: Duration = Duration::from_millis(400);

/// The time for which the last output of a preview that has ended is waited for: its pipes may live
/// on in a process that it started.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Longer lines of a preview are no messages: they are left out, and not kept in memory.
const LONGEST_LINE: usize = 16 << 20;

/// The part of the preview's standard error that is kept, in bytes, and shown, in lines: its end.
const TAIL_BYTES: usize = 4096;
const TAIL_LINES: usize = 10;

/// Starts a preview, with more options of its command line. The future, once polled, runs the preview to
/// its end.
///
/// # Errors
/// The program does not start; the message is for the user.
pub(crate) fn start_preview<T: Future<Output = ()> + Send + 'static>(
    program: Option<&Path>,
    place: PreviewPlace,
    options: Vec<OsString>,
    messages: Messages,
    tell: impl Fn(PreviewEvent) -> T + Send + Sync + 'static,
) -> Result<impl Future<Output = ()> + Send + 'static, String> {
    let program = program.map_or_else(find, |path| path.as_os_str().to_owned());
    let mut command = Command::new(&program);
    command.arg("--stdio");
    if place == PreviewPlace::Tab {
        command.arg("--no-window");
    }
    command.args(options);
    let child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| {
            format!(
                "The preview `{}` does not start: {error}. It is looked for at the setting \
                 `preview.path`, beside the server, and on PATH.",
                program.display()
            )
        })?;
    Ok(supervise(child, messages, tell))
}

/// The program beside the server, else a name for the system to look for.
fn find() -> OsString {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let beside = |server: PathBuf| Some(server.parent()?.join(&name));
    std::env::current_exe()
        .ok()
        .and_then(beside)
        .filter(|path| path.is_file())
        .map_or_else(|| OsString::from(&name), OsString::from)
}

/// From the start of a preview to its end.
async fn supervise<T: Future<Output = ()> + Send + 'static>(
    mut child: Child,
    messages: Messages,
    tell: impl Fn(PreviewEvent) -> T + Send + Sync + 'static,
) {
    let (Some(stdin), Some(stdout), Some(stderr)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return;
    };
    let tell = Arc::new(tell);
    let closed = Arc::<AtomicBool>::default();
    // A preview that takes no message has ended, which `wait` tells.
    let leave = messages.asked_to_leave();
    let writer = tokio::spawn(write(stdin, messages));
    let mut listener = tokio::spawn(listen(stdout, Arc::clone(&tell), Arc::clone(&closed)));
    let words = Arc::new(Mutex::new(Vec::new()));
    let mut tail = tokio::spawn(keep_tail(stderr, Arc::clone(&words)));
    let status = tokio::select! {
        status = child.wait() => Some(status),
        () = leave => {
            end(&mut child, &closed).await;
            None
        }
    };
    let _ = timeout(LAST_WORDS, &mut listener).await;
    let _ = timeout(LAST_WORDS, &mut tail).await;
    writer.abort();
    listener.abort();
    tail.abort();
    let died = status.filter(|status| {
        let is_success = status.as_ref().is_ok_and(ExitStatus::success);
        !is_success && !closed.load(Relaxed)
    });
    tell(PreviewEvent::Ended(match died {
        None => Ending::Closed,
        Some(status) => Ending::Died {
            status: status.map_or_else(|error| error.to_string(), |status| status.to_string()),
            words: last_lines(&words.lock().unwrap_or_else(PoisonError::into_inner)),
        },
    }))
    .await;
}

/// Waits for the end of a preview after [`ToPreview::Shutdown`](cindyscript_protocol::ToPreview), and
/// kills one that stays silent. A preview that says [`FromPreview::Closed`] may have a recording to
/// write, and sees to its end itself.
async fn end(child: &mut Child, closed: &AtomicBool) {
    if timeout(GRACE, child.wait()).await.is_err() && !closed.load(Relaxed) {
        drop(child.start_kill());
        drop(child.wait().await);
    }
}

/// Tells the preview what there is to tell it.
async fn write(mut stdin: ChildStdin, mut messages: Messages) -> io::Result<()> {
    while let Some(messages) = messages.next().await {
        for message in messages {
            stdin.write_all(&encode(&message)?).await?;
        }
        stdin.flush().await?;
    }
    Ok(())
}

/// Passes on the messages of the preview as fast as they come. Sets `closed` at the one by which the
/// preview says that it ends.
async fn listen<T: Future<Output = ()>>(
    stdout: impl AsyncRead + Unpin,
    tell: Arc<impl Fn(PreviewEvent) -> T>,
    closed: Arc<AtomicBool>,
) {
    let mut lines = BufReader::new(stdout);
    let mut line = Vec::new();
    while let Ok(Some(is_whole)) = read_line(&mut lines, &mut line, LONGEST_LINE).await {
        if !is_whole {
            let length = LONGEST_LINE >> 20;
            tell(PreviewEvent::Noise(format!(
                "a line of more than {length} MiB is left out"
            )))
            .await;
            continue;
        }
        match decode(&line) {
            _ if line.trim_ascii().is_empty() => {}
            Ok(Received::Known(message)) => {
                if message == FromPreview::Closed {
                    closed.store(true, Relaxed);
                }
                tell(PreviewEvent::Message(message)).await;
            }
            Ok(Received::Unknown(_)) => {}
            Err(error) => tell(PreviewEvent::Noise(error.to_string())).await,
        }
    }
}

/// Reads the next line, with its end. `Some(false)`: only the beginning, since the line is longer than
/// `longest`. `None`: the end of the input.
async fn read_line(
    input: &mut (impl AsyncBufRead + Unpin),
    line: &mut Vec<u8>,
    longest: usize,
) -> io::Result<Option<bool>> {
    line.clear();
    let mut length = 0;
    loop {
        let bytes = input.fill_buf().await?;
        if bytes.is_empty() {
            return Ok((length > 0).then_some(length <= longest));
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let read = end.map_or(bytes.len(), |end| end + 1);
        let room = longest.saturating_sub(line.len()).min(read);
        line.extend(bytes.iter().take(room));
        length += read;
        input.consume(read);
        if end.is_some() {
            return Ok(Some(length <= longest));
        }
    }
}

/// Keeps the end of what is read.
async fn keep_tail(mut stderr: impl AsyncRead + Unpin, tail: Arc<Mutex<Vec<u8>>>) {
    let mut buffer = [0; 1024];
    while let Ok(read @ 1..) = stderr.read(&mut buffer).await {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(buffer.iter().take(read));
        let surplus = tail.len().saturating_sub(TAIL_BYTES);
        tail.drain(..surplus);
    }
}

/// The last lines of some bytes, as text.
fn last_lines(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let first = lines.len().saturating_sub(TAIL_LINES);
    lines.get(first..).unwrap_or_default().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_line_without_end_does_not_fill_the_memory() {
        let mut input = BufReader::with_capacity(8, &b"short\n0123456789ABCDEF\nlast"[..]);
        let mut line = Vec::new();
        let mut read = Vec::new();
        while let Ok(Some(is_whole)) = read_line(&mut input, &mut line, 10).await {
            read.push((String::from_utf8_lossy(&line).into_owned(), is_whole));
        }
        let expected = [("short\n", true), ("0123456789", false), ("last", true)];
        assert_eq!(
            read,
            expected.map(|(line, is_whole)| (line.to_owned(), is_whole))
        );
    }

    #[test]
    fn the_last_lines_are_kept() {
        assert_eq!(last_lines(b""), "");
        assert_eq!(last_lines(b"one\ntwo\n\n"), "one\ntwo");
        let many: String = (0..30).map(|line| format!("{line}\n")).collect();
        assert!(last_lines(many.as_bytes()).starts_with("20\n"));
        assert_eq!(last_lines(b"\xFF!"), "\u{FFFD}!");
    }
}
