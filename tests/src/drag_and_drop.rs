//! Files that are dropped upon a window, as a file manager does it (XDND, version 5).

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use x11rb::CURRENT_TIME;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::display::{Display, Window};

/// Both sides answer within this time.
const PATIENCE: Duration = Duration::from_secs(180);
/// After so much silence something else happens to the window, as it does under a hand.
const SILENCE: Duration = Duration::from_secs(1);

/// A program that drags a file.
struct Source<'a> {
    connection: RustConnection,
    own: u32,
    target: u32,
    file: &'a Path,
}

impl Display {
    /// Drops a file upon a window; the pointer stays where it is.
    ///
    /// # Errors
    ///
    /// The window takes no files, or is gone.
    pub fn drop_file(&self, window: &Window, file: &Path) -> Result<()> {
        let (connection, screen) = x11rb::connect(Some(self.name()))?;
        let own = connection.generate_id()?;
        let Some(screen) = connection.setup().roots.get(screen) else {
            bail!("there is no screen");
        };
        connection.create_window(
            0,
            own,
            screen.root,
            0,
            0,
            1,
            1,
            0,
            WindowClass::INPUT_OUTPUT,
            0,
            &CreateWindowAux::new(),
        )?;
        let source = Source {
            connection,
            own,
            target: window.id()?,
            file,
        };
        source.drop()
    }
}

impl Source<'_> {
    fn atom(&self, name: &str) -> Result<Atom> {
        let asked = self.connection.intern_atom(false, name.as_bytes())?;
        Ok(asked.reply()?.atom)
    }

    fn drop(&self) -> Result<()> {
        let selection = self.atom("XdndSelection")?;
        let uris = self.atom("text/uri-list")?;
        let copy = self.atom("XdndActionCopy")?;
        let owned = self
            .connection
            .set_selection_owner(self.own, selection, CURRENT_TIME)?;
        owned.check()?;
        self.say("XdndEnter", [5 << 24, uris, 0, 0])?;
        self.say("XdndPosition", [0, 0, CURRENT_TIME, copy])?;
        self.answer_until("XdndStatus", true)?;
        self.say("XdndDrop", [0, CURRENT_TIME, 0, 0])?;
        self.answer_until("XdndFinished", false)
    }

    fn say(&self, name: &str, [a, b, c, d]: [u32; 4]) -> Result<()> {
        let message =
            ClientMessageEvent::new(32, self.target, self.atom(name)?, [self.own, a, b, c, d]);
        let sent = self
            .connection
            .send_event(false, self.target, EventMask::NO_EVENT, message)?;
        Ok(sent.check()?)
    }

    /// Gives the name of the file to who asks for it, until the window has said this, and has asked
    /// if it has to.
    fn answer_until(&self, name: &str, has_to_ask: bool) -> Result<()> {
        let name_said = self.atom(name)?;
        let (mut said, mut asked) = (false, !has_to_ask);
        let end = Instant::now() + PATIENCE;
        let mut heard = Instant::now();
        while !(said && asked) {
            // What another thread of the window has read from the display, its own handles only with the
            // next event.
            if heard.elapsed() > SILENCE {
                self.say("CINDYSCRIPT_NOTHING", [0; 4])?;
                heard = Instant::now();
            }
            match self.connection.poll_for_event()? {
                Some(Event::SelectionRequest(request)) => {
                    self.give(&request)?;
                    asked = true;
                }
                Some(Event::ClientMessage(message)) => said |= message.type_ == name_said,
                Some(_) => {}
                None if Instant::now() > end => bail!("the window does not say {name}"),
                None => thread::sleep(Duration::from_millis(5)),
            }
        }
        Ok(())
    }

    fn give(&self, request: &SelectionRequestEvent) -> Result<()> {
        let uri = format!("file://{}\r\n", self.file.display());
        let given = self.connection.change_property8(
            PropMode::REPLACE,
            request.requestor,
            request.property,
            request.target,
            uri.as_bytes(),
        )?;
        given.check()?;
        let told = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property: request.property,
        };
        let sent =
            self.connection
                .send_event(false, request.requestor, EventMask::NO_EVENT, told)?;
        Ok(sent.check()?)
    }
}
