//! The server's end of a preview: the messages for it, the newest only, and the events that come from
//! it. No preview makes the server wait.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cindyscript_protocol::{
    ByteRange, MOST_DEBUG_MESSAGES, OpenFile, TabEvent, TabEvents, ToPreview,
};

use ropey::Rope;
use serde_json::Value;
use tokio::sync::watch;

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
    /// In the editor, which runs the preview: see [`crate::extension`].
    Editor,
}

/// A mailbox of one for a preview: a newer page replaces one that was not yet read.
#[derive(Clone, Debug)]
struct Mail {
    /// The page; absent before a document is shown.
    page: Option<Page>,
    /// Raised for each page.
    pages: u64,
    /// Raised for each wish to have the window in front.
    focus: u32,
    /// What is selected in the editor: in which version, and where; none before anything was told.
    selection: Option<Selection>,
    /// Raised for each wish to have that drawn, or no longer.
    drawings: u32,
    /// Raised for all that happens to the tab, and for each message of a debugger.
    queued: u32,
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
    debug: DebugQueue,
}

/// The messages of a debugger that are not told to the preview yet, and the number of all.
type DebugQueue = Arc<Mutex<(VecDeque<Value>, u64)>>;

/// What happens to the tab, and is not told to the preview yet.
type Tab = Arc<Mutex<TabEvents>>;

impl Preview {
    /// A preview that shows nothing yet, and the messages for it.
    pub(crate) fn new(place: PreviewPlace) -> (Self, Messages) {
        let mail = Mail {
            page: None,
            pages: 0,
            focus: 0,
            selection: None,
            drawings: 0,
            queued: 0,
            leave: false,
        };
        let (mailbox, mails) = watch::channel(mail);
        let tab = Tab::default();
        let debug = DebugQueue::default();
        let messages = Messages {
            mails,
            tab: Arc::clone(&tab),
            debug: Arc::clone(&debug),
            pages: 0,
            focus: 0,
            selection: None,
            drawings: 0,
            is_over: false,
        };
        let preview = Self {
            place,
            mailbox,
            tab,
            debug,
        };
        (preview, messages)
    }

    /// Where it shows its pictures.
    pub(crate) fn place(&self) -> PreviewPlace {
        self.place
    }

    /// Something happens to the tab that shows the pictures.
    pub(crate) fn tell_of_tab(&self, event: TabEvent) {
        locked(&self.tab).push(event);
        self.ring();
    }

    /// A debugger says something. A preview that does not read loses it.
    pub(crate) fn debug(&self, content: Value) {
        let (waiting, count) = &mut *locked(&self.debug);
        if waiting.len() < MOST_DEBUG_MESSAGES {
            waiting.push_back(content);
        }
        *count += 1;
        self.ring();
    }

    /// True if a debugger has ever said something to it.
    pub(crate) fn is_debugged(&self) -> bool {
        locked(&self.debug).1 > 0
    }

    /// Something is in a queue.
    fn ring(&self) {
        self.mailbox
            .send_modify(|mail| mail.queued = mail.queued.wrapping_add(1));
    }

    /// Shows another text.
    pub(crate) fn show(&self, page: Page) {
        self.mailbox.send_modify(|mail| {
            mail.page = Some(page);
            mail.pages += 1;
        });
    }

    /// Whether it was told the texts of these open files with its page, or older ones of them.
    pub(crate) fn knows(&self, open: &[(PathBuf, Rope)]) -> bool {
        let mail = self.mailbox.borrow();
        let known = mail.page.iter().flat_map(|page| &page.open);
        known
            .map(|(path, _)| path)
            .eq(open.iter().map(|(path, _)| path))
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

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The messages for a preview, in order. A newer page takes the place of one that was not read.
#[derive(Debug)]
pub(crate) struct Messages {
    mails: watch::Receiver<Mail>,
    tab: Tab,
    debug: DebugQueue,
    /// As many pages as the last message with one was sent after.
    pages: u64,
    focus: u32,
    selection: Option<Selection>,
    drawings: u32,
    is_over: bool,
}

impl Messages {
    /// Waits until the preview is to leave, or its owner is gone.
    #[allow(
        dead_code,
        reason = "a Web Worker starts no programs that it could end"
    )]
    pub(crate) fn asked_to_leave(&self) -> impl Future<Output = ()> + Send + 'static {
        let mut mails = self.mails.clone();
        async move { drop(mails.wait_for(|mail| mail.leave).await) }
    }

    /// The next messages, of which the last of all is [`ToPreview::Shutdown`].
    pub(crate) async fn next(&mut self) -> Option<Vec<ToPreview>> {
        while !self.is_over {
            let news = self.news();
            if !news.is_empty() {
                return Some(news);
            }
            if self.mails.changed().await.is_err() {
                self.is_over = true;
                return Some(vec![ToPreview::Shutdown]);
            }
        }
        None
    }

    fn news(&mut self) -> Vec<ToPreview> {
        let mail = self.mails.borrow_and_update().clone();
        if mail.leave {
            self.is_over = true;
            return vec![ToPreview::Shutdown];
        }
        let mut news = Vec::new();
        if self.pages != mail.pages
            && let Some(page) = mail.page
        {
            self.pages = mail.pages;
            let open = page.open.into_iter().map(|(path, text)| OpenFile {
                path: path.to_string_lossy().into_owned(),
                text: text.to_string(),
            });
            news.push(ToPreview::Open {
                path: page.path,
                text: page.text.to_string(),
                version: page.version,
                open: open.collect(),
            });
        }
        if self.focus != mail.focus {
            self.focus = mail.focus;
            news.push(ToPreview::Focus);
        }
        if let Some((version, range)) = mail.selection
            && self.selection != mail.selection
        {
            self.selection = mail.selection;
            news.push(ToPreview::Selection { version, range });
        }
        while self.drawings != mail.drawings {
            self.drawings = self.drawings.wrapping_add(1);
            news.push(ToPreview::DrawSelection);
        }
        let happened = locked(&self.tab).take();
        news.extend(happened.into_iter().map(|event| ToPreview::Tab { event }));
        let debug = std::mem::take(&mut locked(&self.debug).0);
        let debug = debug.into_iter();
        news.extend(debug.map(|content| ToPreview::Debug { content }));
        news
    }
}
