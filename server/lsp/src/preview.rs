//! The preview as a child process: found, started, fed with the newest text, listened to, and
//! ended politely or firmly. Nothing that it does or fails to do makes the server wait.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cindyscript_protocol::{
    ByteRange, FromPreview, OpenFile, Received, TabEvent, TabEvents, ToPreview, decode, encode,
};

use ropey::Rope;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::watch;
use tokio::time::timeout;

/// The preview's program.
const PROGRAM: &str = "cindyscript-preview";

/// The time that a preview has to say that it ends, or to end, once it is asked to.
const GRACE: Duration = Duration::from_millis(400);

/// The time for which the last output of a preview that has ended is waited for: its pipes may live
/// on in a process that it started.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Longer lines of a preview are no messages: they are left out, and not kept in memory.
const LONGEST_LINE: usize = 16 << 20;

/// The part of the preview's standard error that is kept, in bytes, and shown, in lines: its end.
const TAIL_BYTES: usize = 4096;
const TAIL_LINES: usize = 10;

/// A version of a document for a preview to show.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// The path, or what the editor calls an unsaved document.
    pub(crate) path: String,
    pub(crate) text: Rope,
    pub(crate) version: i32,
    /// What it names and is open in the editor, by the path.
    pub(crate) open: Vec<(PathBuf, Rope)>,
}

/// Where a preview shows its pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PreviewPlace {
    /// In a window of its own.
    Window,
    /// In a tab of the editor, which the pictures are sent to.
    Tab,
}

/// A message from the supervisor of a preview.
#[derive(Debug)]
pub(crate) enum PreviewEvent {
    /// A message.
    Message(FromPreview),
    /// A line that was none.
    Noise(String),
    /// It ended.
    Ended(Ending),
}

/// The way in which a preview ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// As asked for, by the editor or in the window.
    Closed,
    /// By itself: the status and the end of its standard error.
    Died { status: String, words: String },
}

/// A mailbox of one for a preview: a newer page replaces one that was not yet read.
#[derive(Clone, Debug)]
struct Mail {
    page: Page,
    /// Raised for each page.
    pages: u64,
    /// Raised for each wish to have the window in front.
    focus: u32,
    /// What is selected in the editor: in which version, and where; none before anything was told.
    selection: Option<Selection>,
    /// Raised for each wish to have that drawn, or no longer.
    drawings: u32,
    /// Raised for all that happens to the tab.
    tab: u32,
    leave: bool,
}

/// A version, and what is selected in it.
type Selection = (i32, Option<ByteRange>);

/// A running preview, or one that has ended and not said so yet.
#[derive(Debug)]
pub(crate) struct Preview {
    place: PreviewPlace,
    mailbox: watch::Sender<Mail>,
    tab: Tab,
}

/// What happens to the tab, and is not told to the preview yet.
type Tab = Arc<Mutex<TabEvents>>;

impl Preview {
    /// Starts a preview, with more options of its command line. The second value runs it: it must be
    /// polled, and finishes soon after the preview has ended or was asked to leave.
    ///
    /// # Errors
    /// The program does not start; the message is for the user.
    pub(crate) fn start<T: Future<Output = ()> + Send + 'static>(
        program: Option<&Path>,
        place: PreviewPlace,
        options: Vec<OsString>,
        page: Page,
        tell: impl Fn(PreviewEvent) -> T + Send + Sync + 'static,
    ) -> Result<(Self, impl Future<Output = ()> + Send + 'static), String> {
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
        let mail = Mail {
            page,
            pages: 0,
            focus: 0,
            selection: None,
            drawings: 0,
            tab: 0,
            leave: false,
        };
        let (mailbox, mails) = watch::channel(mail);
        let tab = Tab::default();
        let supervisor = supervise(child, mails, Arc::clone(&tab), tell);
        let preview = Self {
            place,
            mailbox,
            tab,
        };
        Ok((preview, supervisor))
    }

    /// Where it shows its pictures.
    pub(crate) fn place(&self) -> PreviewPlace {
        self.place
    }

    /// Something happens to the tab that shows the pictures.
    pub(crate) fn tell_of_tab(&self, event: TabEvent) {
        waiting(&self.tab).push(event);
        self.mailbox
            .send_modify(|mail| mail.tab = mail.tab.wrapping_add(1));
    }

    /// Shows another text.
    pub(crate) fn show(&self, page: Page) {
        self.mailbox.send_modify(|mail| {
            mail.page = page;
            mail.pages += 1;
        });
    }

    /// Whether it was told the texts of these open files with its page, or older ones of them.
    pub(crate) fn knows(&self, open: &[(PathBuf, Rope)]) -> bool {
        let mail = self.mailbox.borrow();
        let known = mail.page.open.iter().map(|(path, _)| path);
        known.eq(open.iter().map(|(path, _)| path))
    }

    /// Brings the window to the front.
    pub(crate) fn focus(&self) {
        self.mailbox
            .send_modify(|mail| mail.focus = mail.focus.wrapping_add(1));
    }

    /// Something is selected in a version of the document.
    pub(crate) fn select(&self, version: i32, range: Option<ByteRange>) {
        let new = Some((version, range));
        self.mailbox
            .send_if_modified(|mail| std::mem::replace(&mut mail.selection, new) != new);
    }

    /// What is selected is to be drawn, or no longer.
    pub(crate) fn draw_selection(&self) {
        self.mailbox
            .send_modify(|mail| mail.drawings = mail.drawings.wrapping_add(1));
    }

    /// Asks it to leave. Dropping it does the same.
    pub(crate) fn close(&self) {
        self.mailbox.send_modify(|mail| mail.leave = true);
    }
}

fn waiting(tab: &Tab) -> MutexGuard<'_, TabEvents> {
    tab.lock().unwrap_or_else(PoisonError::into_inner)
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
    mut mails: watch::Receiver<Mail>,
    tab: Tab,
    tell: impl Fn(PreviewEvent) -> T + Send + Sync + 'static,
) {
    let (Some(stdin), Some(stdout), Some(stderr)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return;
    };
    let tell = Arc::new(tell);
    let closed = Arc::<AtomicBool>::default();
    // That it cannot be written to is no news: it has ended, and that will be told.
    let writer = tokio::spawn(write(stdin, mails.clone(), tab));
    let mut listener = tokio::spawn(listen(stdout, Arc::clone(&tell), Arc::clone(&closed)));
    let words = Arc::new(Mutex::new(Vec::new()));
    let mut tail = tokio::spawn(keep_tail(stderr, Arc::clone(&words)));
    let status = tokio::select! {
        status = child.wait() => Some(status),
        () = asked_to_leave(&mut mails) => {
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

/// Waits until the preview is to leave, or its owner is gone.
async fn asked_to_leave(mails: &mut watch::Receiver<Mail>) {
    let _ = mails.wait_for(|mail| mail.leave).await;
}

/// Waits for a preview that was asked to leave, and kills it if it stays and says nothing. One that
/// has said that it ends is left alone: it may have a recording to write, and sees to its end itself.
async fn end(child: &mut Child, closed: &AtomicBool) {
    if timeout(GRACE, child.wait()).await.is_err() && !closed.load(Relaxed) {
        drop(child.start_kill());
        drop(child.wait().await);
    }
}

/// Says what the mailbox holds, and again whenever it changes, until the preview is to leave.
async fn write(
    mut stdin: ChildStdin,
    mut mails: watch::Receiver<Mail>,
    tab: Tab,
) -> io::Result<()> {
    let mut shown = None;
    let mut focus = 0;
    let mut selection = None;
    let mut drawings = 0;
    loop {
        let mail = mails.borrow_and_update().clone();
        if mail.leave {
            return say(&mut stdin, &ToPreview::Shutdown).await;
        }
        if shown != Some(mail.pages) {
            shown = Some(mail.pages);
            let open = mail.page.open.into_iter().map(|(path, text)| OpenFile {
                path: path.to_string_lossy().into_owned(),
                text: text.to_string(),
            });
            let message = ToPreview::Open {
                path: mail.page.path,
                text: mail.page.text.to_string(),
                version: mail.page.version,
                open: open.collect(),
            };
            say(&mut stdin, &message).await?;
        }
        if focus != mail.focus {
            focus = mail.focus;
            say(&mut stdin, &ToPreview::Focus).await?;
        }
        if let Some((version, range)) = mail.selection
            && selection != mail.selection
        {
            selection = mail.selection;
            say(&mut stdin, &ToPreview::Selection { version, range }).await?;
        }
        while drawings != mail.drawings {
            drawings = drawings.wrapping_add(1);
            say(&mut stdin, &ToPreview::DrawSelection).await?;
        }
        let happened = waiting(&tab).take();
        for event in happened {
            say(&mut stdin, &ToPreview::Tab { event }).await?;
        }
        if mails.changed().await.is_err() {
            return say(&mut stdin, &ToPreview::Shutdown).await;
        }
    }
}

async fn say(stdin: &mut ChildStdin, message: &ToPreview) -> io::Result<()> {
    stdin.write_all(&encode(message)?).await?;
    stdin.flush().await
}

/// Passes on what the preview says, as fast as it is heard. `closed` is set once it has said that it
/// ends.
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

/// Reads the next line, with its end; of one that is longer than that only the beginning, which is
/// told by `false`. `None` at the end.
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
