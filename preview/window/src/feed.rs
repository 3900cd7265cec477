//! Where texts come from: a file and its saves, or messages on standard input.

use std::collections::BTreeSet;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use cindyscript_files::part_file::delete_all;
use cindyscript_files::{Files, Rope, key};
use cindyscript_player::layout::has_controls;
use cindyscript_player::source::ReceivedText;
use cindyscript_player::view::{Canvas, own_size};
use cindyscript_protocol::{FromPreview, MessageReader, Received, TabEvent, ToPreview, Version};

use crate::controls::{Command, ROOM};
use crate::file;
use crate::message::complain;
use crate::outbox::Outbox;
use crate::policy::{PROCESS_ABORTED, PROCESS_ENDS, RENAMED_WITHIN};
use crate::render_loop::{EventSender, LoopEvent};
use crate::vital;
use crate::worker::Worker;

/// Where the text comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Feed {
    /// A file, and all its saves.
    File(PathBuf),
    /// Messages on standard input.
    Stdio,
}

/// What whoever shows the applet has to know of what is fed to it.
#[derive(Debug)]
pub(crate) enum FeedEvent {
    /// A text has come for the first time, or one under another name.
    Show {
        /// The file.
        path: String,
        /// Width and height in CSS pixels that the applet asks for.
        size: [f64; 2],
    },
    /// Come to the front.
    Focus,
    /// Something happens to the tab that shows the pictures.
    Tab(TabEvent),
    /// Whoever feeds us has left, or asked us to.
    Leave,
}

/// Takes texts to where they are compiled, and to whoever shows them what that has to know.
pub(crate) struct TextReader {
    pub(crate) worker: Worker,
    pub(crate) tell: Box<dyn Fn(FeedEvent) + Send>,
    pub(crate) outbox: Outbox,
    /// The name of the last text.
    pub(crate) path: Option<String>,
}

impl TextReader {
    fn read(&mut self, text: ReceivedText) {
        if self.path.as_ref() != Some(&text.path) {
            let page = cindyscript_applet::parse_file(&text.path, &text.text);
            let applet = page.applets.iter().find(|applet| !applet.is_empty());
            let size = applet.or(page.applets.first()).map_or(
                cindyscript_applet::Port::DEFAULT_SIZE,
                |applet| {
                    let [width, height] = Canvas::of(applet, 1.0).css();
                    let has_panel = own_size(applet).is_some() && has_controls(applet);
                    [width + if has_panel { ROOM } else { 0.0 }, height]
                },
            );
            // As it is found from any folder.
            let path = std::path::absolute(&text.path).unwrap_or_else(|_| text.path.clone().into());
            let path = path.to_string_lossy().into_owned();
            (self.tell)(FeedEvent::Show { path, size });
            self.path = Some(text.path.clone());
        }
        self.worker.read(text);
    }
}

/// A feed with the files that count for what it brings.
pub(crate) enum Texts {
    /// A file; the others are as they are on disk, which tells what has changed of them.
    File(PathBuf, Files, Receiver<BTreeSet<PathBuf>>),
    /// Messages, with which the editor tells what is open.
    Stdio(Files),
}

impl Texts {
    /// What a feed brings.
    pub(crate) fn of(feed: Feed) -> Texts {
        let path = match feed {
            Feed::File(path) => path,
            Feed::Stdio => return Texts::Stdio(Files::default()),
        };
        let (sender, changes) = mpsc::channel();
        let files = Files::followed(move |changed| drop(sender.send(changed)));
        let files = files.unwrap_or_else(|error| {
            complain(format_args!(
                "{}: saves are not followed: {error}",
                path.display()
            ));
            Files::default()
        });
        Texts::File(path, files, changes)
    }

    pub(crate) fn files(&self) -> &Files {
        match self {
            Texts::File(_, files, _) | Texts::Stdio(files) => files,
        }
    }

    /// Starts the thread that brings them.
    pub(crate) fn start(self, mut reader: TextReader, sender: EventSender) {
        match self {
            Texts::File(path, files, changes) => {
                vital::spawn("what follows the saves", move || {
                    follow(&path, &files, &changes, |text| match text {
                        Ok(text) => reader.read(text),
                        Err(reason) => sender.send(LoopEvent::Unreadable(reason)),
                    });
                });
            }
            Texts::Stdio(files) => {
                vital::spawn("what listens to the editor", move || {
                    read_messages(&mut reader, &files, &sender);
                    end_surely();
                    (reader.tell)(FeedEvent::Leave);
                });
            }
        }
    }
}

/// Reads a file, and again after each save of it or of what it names, until there are no more changes.
/// `take` gets its texts, or the error that prevents reading.
fn follow(
    path: &Path,
    files: &Files,
    changes: &Receiver<BTreeSet<PathBuf>>,
    mut take: impl FnMut(Result<ReceivedText, String>),
) {
    let page = key(path);
    files.follow(&page);
    let mut version: Version = 1;
    let mut last = None;
    let mut only_page = true;
    loop {
        match file::read(path, version) {
            // A save that changed nothing, or a second report of the same one.
            Ok(text) if only_page && last.as_ref() == Some(&text.text) => {}
            Ok(text) => {
                last = Some(text.text.clone());
                version += 1;
                take(Ok(text));
            }
            Err(error) => {
                let mut reason = error.to_string();
                if !path.exists() {
                    // Perhaps in the middle of a save by renaming.
                    match changes.recv_timeout(RENAMED_WITHIN) {
                        Ok(changed) => {
                            only_page = changed.iter().all(|file| *file == page);
                            continue;
                        }
                        Err(RecvTimeoutError::Disconnected) => return,
                        Err(RecvTimeoutError::Timeout) => {}
                    }
                    let name = path.display();
                    reason = format!("{name} is gone; its last version is shown until it is back");
                }
                // The same text again is news then.
                last = None;
                take(Err(reason));
            }
        }
        let Ok(changed) = changes.recv() else { return };
        only_page = changed.iter().all(|file| *file == page);
    }
}

/// Reads standard input to its end, or until somebody asks us to leave.
fn read_messages(reader: &mut TextReader, files: &Files, sender: &EventSender) {
    for message in MessageReader::<_, ToPreview>::new(BufReader::new(EditorInput)) {
        match message {
            Ok(Received::Known(ToPreview::Open {
                path,
                text,
                version,
                open,
            })) => {
                let arrived = Instant::now();
                let open = open.into_iter();
                let open = open.map(|file| (PathBuf::from(file.path), Rope::from_str(&file.text)));
                files.set_open(open.collect());
                reader.read(ReceivedText {
                    path,
                    text,
                    version,
                    arrived,
                });
            }
            Ok(Received::Known(ToPreview::Focus)) => {
                (reader.tell)(FeedEvent::Focus);
            }
            Ok(Received::Known(ToPreview::Selection { version, range })) => {
                sender.send(LoopEvent::Selected(version, range));
            }
            Ok(Received::Known(ToPreview::DrawSelection)) => {
                sender.send(LoopEvent::Command(Command::DrawSelection));
            }
            Ok(Received::Known(ToPreview::Debug { content })) => {
                let pauses = content["command"] == "pause";
                sender.debug(content);
                if pauses {
                    reader.worker.interrupt();
                }
            }
            Ok(Received::Known(ToPreview::Tab { event })) => (reader.tell)(FeedEvent::Tab(event)),
            Ok(Received::Known(ToPreview::Shutdown)) => {
                // At once: whoever asked kills a preview that does not react.
                reader.outbox.send(&FromPreview::Closed);
                break;
            }
            Ok(Received::Unknown(_)) => {}
            Err(error) => complain(error),
        }
    }
}

/// Standard input, which also ends when nobody reads standard output any more.
struct EditorInput;

#[cfg(target_os = "linux")]
impl Read for EditorInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, poll};
        let (input, output) = (io::stdin(), io::stdout());
        let mut ends = [
            PollFd::new(&input, PollFlags::IN),
            // Errors are always reported.
            PollFd::new(&output, PollFlags::empty()),
        ];
        poll(&mut ends, None)?;
        match ends[1].revents().is_empty() {
            true => Ok(rustix::io::read(&input, buffer)?),
            false => Ok(0),
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Read for EditorInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        io::stdin().read(buffer)
    }
}

/// Nobody is there any more who could end us: the process ends soon, even where the window system
/// or a driver does not answer.
fn end_surely() {
    thread::spawn(|| {
        thread::sleep(PROCESS_ENDS);
        thread::spawn(|| {
            thread::sleep(PROCESS_ABORTED);
            std::process::abort();
        });
        delete_all(|_| std::process::exit(1));
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs;
    use std::time::Duration;

    use super::*;

    #[test]
    fn deleted_file_is_reported_and_followed_again_when_it_is_back() {
        let folder = std::env::temp_dir().join(format!("cindyscript-gone-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.cindyscript");
        fs::write(&path, "a = 1;").unwrap();
        let (sender, changes) = mpsc::channel();
        let files = Files::followed(move |changed| drop(sender.send(changed))).unwrap();
        let (tell, told) = mpsc::channel();
        let followed = path.clone();
        thread::spawn(move || follow(&followed, &files, &changes, |text| drop(tell.send(text))));
        let next = || {
            let next = told.recv_timeout(Duration::from_secs(20)).unwrap();
            next.map(|read| read.text)
        };
        assert_eq!(next(), Ok("a = 1;".to_owned()));
        fs::remove_file(&path).unwrap();
        let name = path.display();
        let gone = format!("{name} is gone; its last version is shown until it is back");
        assert_eq!(next(), Err(gone));
        // Unchanged, and saved by renaming.
        fs::write(folder.join("b"), "a = 1;").unwrap();
        fs::rename(folder.join("b"), &path).unwrap();
        assert_eq!(next(), Ok("a = 1;".to_owned()));
        fs::write(folder.join("b"), "a = 2;").unwrap();
        fs::rename(folder.join("b"), &path).unwrap();
        assert_eq!(next(), Ok("a = 2;".to_owned()));
        fs::remove_dir_all(&folder).unwrap();
    }
}
