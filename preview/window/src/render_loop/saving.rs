//! Saves where the user is in applets: written down soon after each change and when the window closes, and
//! gone back to when the file is opened again.

use std::path::Path;
use std::time::{Duration, Instant};

use cindyscript_files::part_file::remove_abandoned;
use cindyscript_player::Session;

use super::{RenderLoop, WindowProxy};
use crate::message::complain;
use crate::overlay::Stopped;
use crate::policy::{SAVE_PERIOD, SOUGHT_WHEN_OPENED};
use crate::saved_applets::{SavedApplet, SavedApplets, key};

/// What is written down of the applet that plays.
pub(super) struct Saving {
    file: SavedApplets,
    /// The file of the applet, as it is found; none before there is one.
    path: Option<String>,
    written: Option<SavedApplet>,
    /// Since when the user may have changed something that is not written down.
    touched: Option<Instant>,
}

impl Saving {
    pub(super) fn new(file: SavedApplets) -> Saving {
        Saving {
            file,
            path: None,
            written: None,
            touched: None,
        }
    }

    /// The user does something.
    pub(super) fn touch(&mut self) {
        self.touched.get_or_insert_with(Instant::now);
    }

    /// How long until it is to be written down.
    pub(super) fn due(&self) -> Option<Duration> {
        let touched = self.touched?;
        Some(SAVE_PERIOD.saturating_sub(touched.elapsed()))
    }
}

impl<P: WindowProxy> RenderLoop<P> {
    /// Writes down where the user is, if it is time.
    pub(super) fn write_down(&mut self) {
        if self.saving.due().is_some_and(|due| due.is_zero()) {
            self.write_down_now();
        }
    }

    /// Writes down where the user leaves the applet.
    pub(super) fn leave(&mut self) {
        self.write_down_now();
        // The window is gone: what comes of it stands where it was started from.
        for job in std::mem::take(&mut self.jobs) {
            if job.is_long {
                job.close().into_iter().for_each(complain);
            }
        }
    }

    fn write_down_now(&mut self) {
        self.saving.touched = None;
        let session = self.frames.session();
        // Of several applets in a file, that of the first.
        let session = session.filter(|session| session.source().shown_of_all().0 == 0);
        let (Some(session), Some(path)) = (session, &self.saving.path) else {
            return;
        };
        // Not where it stands still only because nothing is to move by itself.
        let is_paused = self.clock.stopped() == Some(Stopped::Paused);
        let paused = is_paused.then(|| match self.is_playing() {
            true => self.time(),
            false => 0.0,
        });
        let saved = SavedApplet::new(session.saved_state(), paused, self.fills);
        if saved != self.saving.written {
            self.saving.file.keep(path, saved.clone());
            self.saving.written = saved;
        }
    }

    /// Goes back to where the user has left the applet of another file, which is loaded now.
    pub(super) fn go_on(&mut self) {
        let source = self.frames.session().map(Session::source);
        let Some(path) = source.map(|source| key(source.document.name())) else {
            return;
        };
        if self.saving.path.as_ref() == Some(&path) {
            return;
        }
        // A recording of a window that was killed may lie there.
        if let Some(folder) = Path::new(&path).parent() {
            remove_abandoned(folder);
        }
        let found = self.saving.file.find(&path);
        self.saving.path = Some(path);
        self.saving.written.clone_from(&found);
        let found = found.and_then(|it| it.state().map(|state| (it, state)));
        self.fill(found.as_ref().is_some_and(|(applet, _)| applet.fills));
        let Some((applet, state)) = found else {
            return;
        };
        self.with_session(|session| session.go_on_from(&state));
        let Some(seconds) = applet.paused_at() else {
            return;
        };
        self.stop(Some(Stopped::Paused));
        // A frame that needs those before it has to wait for them: not for too many.
        let is_near = seconds <= SOUGHT_WHEN_OPENED || self.follows_time();
        if seconds > 0.0 && self.is_playing() && is_near {
            self.seek(seconds);
        }
    }
}
