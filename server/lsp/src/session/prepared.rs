//! A preview that waits for its document: started once a document is open that has something to play,
//! so that opening its preview takes less time. It shows nothing, and whatever becomes of it is not
//! reported: without it, previews open as they do where none is prepared.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cindyscript_protocol::{FromPreview, PROTOCOL};
use tower_lsp::ls_types::MessageType;

use super::Session;
use super::handle::{Event, PreviewId};
use crate::camera;
use crate::document::Document;
use crate::outbox::Outgoing;
use crate::platform::{self, PreviewEvent};
use crate::preview::{Messages, Preview, PreviewPlace};
use crate::settings::PreparedPlace;

/// The time between the opening of a preview and the preparation of the next one.
const NEXT: Duration = Duration::from_secs(10);

/// The number of messages of a prepared preview that are kept for its document.
const MOST_MESSAGES: usize = 16;

/// The process of a preview, as it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Launch {
    /// The program that the user has chosen.
    pub(super) program: Option<PathBuf>,
    pub(super) place: PreviewPlace,
    /// More options of its command line.
    pub(super) options: Vec<OsString>,
}

/// The prepared preview: there is at most one.
#[derive(Debug, Default)]
pub(super) enum Preparation {
    /// No preview is prepared yet.
    #[default]
    Absent,
    /// The preview waits for a document.
    Waiting(Prepared),
    /// A preview was opened a moment ago: the next one is prepared later.
    Later,
    /// The preview ended by itself: no other is prepared until the settings of previews change.
    Failed,
}

/// A preview that waits for a document.
#[derive(Debug)]
pub(super) struct Prepared {
    id: PreviewId,
    launch: Launch,
    preview: Preview,
    /// The first messages, which are handled once there is a document.
    messages: Vec<FromPreview>,
}

impl Session {
    /// The process that shows a document.
    ///
    /// # Errors
    /// The camera of the settings is refused: the process has none, and the message is for the user.
    pub(super) fn launch(&self, place: PreviewPlace, page: &Path) -> (Launch, Option<String>) {
        let settings = &self.settings.preview;
        let mut options = Vec::new();
        let mut refused = None;
        if let Some(camera) = settings.camera.as_deref() {
            let camera = camera::option(camera, page).unwrap_or_else(|message| {
                refused = Some(message);
                "off".into()
            });
            options.extend(["--camera".into(), camera]);
        }
        // A preview that is older than the setting is not told of it where it says nothing new.
        if settings.precision != Default::default() {
            options.extend(["--precision".into(), settings.precision.name().into()]);
        }
        let launch = Launch {
            program: settings.path.clone(),
            place,
            options,
        };
        (launch, refused)
    }

    /// Starts the process of a preview.
    ///
    /// # Errors
    /// It does not start; the message is for the user.
    pub(super) fn start_process(
        &mut self,
        launch: Launch,
        messages: Messages,
    ) -> Result<PreviewId, String> {
        self.last_preview += 1;
        let id = self.last_preview;
        let handle = self.handle.clone();
        let tell = move |event| {
            let handle = handle.clone();
            async move { handle.put(Event::Preview(id, event)).await }
        };
        let Launch {
            program,
            place,
            options,
        } = launch;
        let run = platform::start_preview(program.as_deref(), place, options, messages, tell)?;
        self.supervise(platform::spawn(run));
        Ok(id)
    }

    /// Prepares a preview if the user wants that, a document is open that has something to play, and
    /// nothing speaks against it.
    pub(super) fn prepare_preview(&mut self) {
        let place = match self.settings.preview.prepare {
            Some(PreparedPlace::Tab) => PreviewPlace::Tab,
            // There, each process that could open a window has an icon in the Dock.
            Some(PreparedPlace::Window) if !cfg!(target_os = "macos") => PreviewPlace::Window,
            Some(PreparedPlace::Window) | None => return,
        };
        if !matches!(self.preparation, Preparation::Absent) {
            return;
        }
        let Some(page) = self.documents.values().find(|it| it.plays()) else {
            return;
        };
        let (launch, refused) = self.launch(place, page.page().path.as_ref());
        if refused.is_some() {
            return;
        }
        let (preview, messages) = Preview::new(place);
        self.preparation = match self.start_process(launch.clone(), messages) {
            Ok(id) => Preparation::Waiting(Prepared {
                id,
                launch,
                preview,
                messages: Vec::new(),
            }),
            Err(error) => {
                tracing::debug!(error, "no preview is prepared");
                Preparation::Failed
            }
        };
    }

    /// The prepared preview, if it is started as wanted, with its messages so far. The next one is
    /// prepared later.
    pub(super) fn take_prepared(
        &mut self,
        wanted: &Launch,
    ) -> Option<(PreviewId, Preview, Vec<FromPreview>)> {
        let fits = match &self.preparation {
            Preparation::Waiting(prepared) => prepared.launch == *wanted,
            Preparation::Absent => self.settings.preview.prepare.is_some(),
            Preparation::Later | Preparation::Failed => false,
        };
        if !fits {
            return None;
        }
        let handle = self.handle.clone();
        platform::spawn(async move {
            platform::sleep(NEXT).await;
            handle.put(Event::Prepare).await;
        });
        match std::mem::replace(&mut self.preparation, Preparation::Later) {
            Preparation::Waiting(Prepared {
                id,
                preview,
                messages,
                ..
            }) => Some((id, preview, messages)),
            _ => None,
        }
    }

    /// A preview was opened a while ago: the next one is prepared.
    pub(super) fn prepare_next(&mut self) {
        if matches!(self.preparation, Preparation::Later) {
            self.preparation = Preparation::Absent;
            self.prepare_preview();
        }
    }

    /// The settings of previews have changed: another one is prepared.
    pub(super) fn prepare_again(&mut self) {
        self.preparation = Preparation::Absent;
        self.prepare_preview();
    }

    /// Ends the prepared preview if no document is open any more that could need it.
    pub(super) fn end_unneeded_preparation(&mut self) {
        let is_waiting = matches!(self.preparation, Preparation::Waiting(_));
        if is_waiting && !self.documents.values().any(Document::plays) {
            self.preparation = Preparation::Absent;
        }
    }

    /// The prepared preview says something, or ends.
    pub(super) fn on_prepared_event(&mut self, id: PreviewId, event: PreviewEvent) {
        let Preparation::Waiting(prepared) = &mut self.preparation else {
            return;
        };
        // The others have been closed.
        if prepared.id != id {
            return;
        }
        match event {
            PreviewEvent::Message(FromPreview::Hello { protocol, .. }) if protocol != PROTOCOL => {
                self.preparation = Preparation::Failed;
            }
            PreviewEvent::Message(message) if prepared.messages.len() < MOST_MESSAGES => {
                prepared.messages.push(message);
            }
            PreviewEvent::Message(_) | PreviewEvent::Noise(_) => {}
            PreviewEvent::Ended(ending) => {
                tracing::debug!(?ending, "the prepared preview has ended");
                self.preparation = Preparation::Failed;
            }
        }
    }

    /// Warns of a camera that the settings may not choose.
    pub(super) fn warn_of_camera(&self, refused: Option<String>) {
        if let Some(refused) = refused {
            self.outbox
                .put(Outgoing::Show(MessageType::WARNING, refused));
        }
    }
}
