//! The previews of documents, and what they report.

use cindyscript_protocol::{
    ByteRange, FromPreview, Observation, PROTOCOL, PixelValue, Stages, TabEvent,
};
use serde_json::{Value, json};
use tower_lsp::ls_types::{MessageType, Range, ShowDocumentParams, Uri};

use super::handle::PreviewId;
use super::prepared::Preparation;
use super::{SLOW, Session};
use crate::document::Document;
use crate::extension::{
    CursorParams, DebugParams, DebugPixelParams, NoticeParams, PictureParams, PreviewDiedParams,
    PreviewsParams, ReceiptParams, ToHostedParams,
};
use crate::outbox::{Outbox, Outgoing};
use crate::platform::{self, Ending, Instant, PreviewEvent, Task};
use crate::plot_times::PlotTimes;
use crate::preview::{Messages, Page, Preview, PreviewPlace};

impl Session {
    pub(super) fn show(&self, uri: &Uri, document: &Document) {
        if let Some((_, preview)) = self.previews.get(uri) {
            preview.show(document.page());
        }
    }

    pub(super) fn open_preview(&mut self, uri: Uri, place: PreviewPlace) -> Result<(), String> {
        match self.previews.get(&uri) {
            Some((_, preview)) if preview.place() == place => {
                preview.focus();
                return Ok(());
            }
            Some(_) => self.close_preview(&uri),
            None => {}
        }
        let Some(document) = self.documents.get(&uri) else {
            return Err(format!("{} is not open in the editor.", uri.as_str()));
        };
        let page = document.page();
        let (id, preview, messages) = self.start_preview(&uri, place, &page)?;
        preview.show(page);
        if self.features.work_done_progress {
            let title = "Starting the preview".to_owned();
            let starting = self.outbox.show_progress(title, SLOW);
            self.starting.insert(uri.clone(), starting);
        }
        self.previews.insert(uri.clone(), (id, preview));
        self.tell_previews();
        for message in messages {
            self.on_preview_message(uri.clone(), message);
        }
        Ok(())
    }

    /// Starts a preview of a document, or takes the one that is prepared; with what that has said.
    fn start_preview(
        &mut self,
        uri: &Uri,
        place: PreviewPlace,
        page: &Page,
    ) -> Result<(PreviewId, Preview, Vec<FromPreview>), String> {
        if place == PreviewPlace::Editor {
            self.last_preview += 1;
            let (preview, messages) = Preview::new(place);
            let relay = relay(uri.clone(), messages, self.outbox.clone());
            self.supervise(platform::spawn(relay));
            return Ok((self.last_preview, preview, Vec::new()));
        }
        let (launch, refused) = self.launch(place, page.path.as_ref());
        self.warn_of_camera(refused);
        if let Some(prepared) = self.take_prepared(&launch) {
            self.unproven = Some(prepared.0);
            return Ok(prepared);
        }
        let (preview, messages) = Preview::new(place);
        let id = self.start_process(launch, messages)?;
        Ok((id, preview, Vec::new()))
    }

    /// Keeps a task that runs a preview until it ends.
    pub(super) fn supervise(&mut self, supervisor: Task<()>) {
        self.supervisors
            .retain(|supervisor| !supervisor.is_finished());
        self.supervisors.push(supervisor);
    }

    /// The document that a preview shows.
    pub(super) fn shown_by(&self, id: PreviewId) -> Option<&Uri> {
        let mut previews = self.previews.iter();
        let shown = previews.find(|(_, (its_id, _))| *its_id == id);
        shown.map(|(uri, _)| uri)
    }

    /// Tells the editor which documents have a preview: it asks for them again if this server ends
    /// and another one is started.
    fn tell_previews(&mut self) {
        let uris = self.previews.keys().cloned().collect();
        self.outbox.put(Outgoing::Previews(PreviewsParams { uris }));
        self.refresh_lenses();
    }

    pub(super) fn close_preview(&mut self, uri: &Uri) {
        self.starting.remove(uri);
        if let Some((_, preview)) = self.previews.remove(uri) {
            preview.close();
            if preview.is_debugged() {
                self.end_debugger(uri.clone());
            }
            self.tell_previews();
        }
        self.forget_problems(uri);
    }

    fn forget_problems(&mut self, uri: &Uri) {
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        let had_values = document.forget_observed();
        let had_time = std::mem::take(&mut document.frame_time).shown().is_some()
            | !std::mem::take(&mut document.plots).is_empty();
        if document.clear_problems() || had_values {
            self.publish(uri);
        }
        if had_values {
            self.refresh_values();
        }
        if had_time {
            self.refresh_lenses();
        }
    }

    /// Lets the editor ask for the values in the text again, if it shows them.
    fn refresh_values(&self) {
        if self.settings.inlay_hints.values && self.features.inlay_hint_refresh {
            self.outbox.put(Outgoing::RefreshInlayHints);
        }
    }

    pub(super) fn on_preview_event(&mut self, uri: Uri, event: PreviewEvent) {
        match event {
            PreviewEvent::Message(message) => self.on_preview_message(uri, message),
            PreviewEvent::Noise(error) => {
                let message = format!("The preview of {}: {error}", uri.as_str());
                self.outbox
                    .put(Outgoing::Log(MessageType::WARNING, message));
            }
            PreviewEvent::Ended(ending) => {
                let ended = self.previews.get(&uri).map(|(id, it)| (*id, it.place()));
                self.close_preview(&uri);
                // One that was prepared may have ended when it was opened.
                if let Some((id, place)) = ended
                    && self.unproven == Some(id)
                    && matches!(ending, Ending::Died { .. })
                    && self.open_preview(uri.clone(), place).is_ok()
                {
                    return;
                }
                if let Ending::Died { status, words } = ending {
                    let message = if words.is_empty() {
                        format!("The preview ended: {status}")
                    } else {
                        format!("The preview ended: {words} ({status})")
                    };
                    self.outbox.put(if self.features.preview_died {
                        Outgoing::Died(PreviewDiedParams { uri, message })
                    } else {
                        Outgoing::Show(MessageType::ERROR, message)
                    });
                }
            }
        }
    }

    /// A preview that the editor runs says something.
    pub(super) fn on_hosted_message(&mut self, uri: Uri, message: FromPreview) {
        let preview = self.previews.get(&uri).map(|(_, preview)| preview);
        if preview.is_some_and(|preview| preview.place() == PreviewPlace::Editor) {
            self.on_preview_message(uri, message);
        }
    }

    /// Changes a document, and publishes its diagnostics again if the change asks for it.
    fn publish_after(&mut self, uri: &Uri, change: impl FnOnce(&mut Document) -> bool) {
        if self.documents.get_mut(uri).is_some_and(change) {
            self.publish(uri);
        }
    }

    fn on_preview_message(&mut self, uri: Uri, message: FromPreview) {
        match message {
            FromPreview::Hello {
                protocol,
                program,
                adapter,
            } => self.greet(&uri, protocol, &program, adapter.as_deref()),
            FromPreview::Receipt {
                version,
                stages,
                structural,
                ..
            } => self.receipt(uri, version, stages, structural),
            FromPreview::Problems { version, problems } => {
                self.publish_after(&uri, |document| document.set_problems(version, problems));
            }
            FromPreview::Output { text } => {
                let text = text.trim_end().to_owned();
                self.outbox.put(Outgoing::Log(MessageType::LOG, text));
            }
            FromPreview::Values { version, values } => self.observe(&uri, version, values),
            FromPreview::Edit {
                version,
                replacements,
            } => self.write(uri, version, &replacements),
            FromPreview::Pixel { version, values } => {
                self.observe_pixel(&uri, version, values);
            }
            FromPreview::Reveal { range, .. } => self.reveal(uri, range),
            FromPreview::Status { frame_ms, .. } => self.observe_frame_time(&uri, frame_ms),
            FromPreview::Plots { version, plots } => {
                self.observe_plot_times(&uri, version, PlotTimes::new(plots));
            }
            FromPreview::Precision { version, plots } => {
                self.publish_after(&uri, |document| document.observe_lossy(version, plots));
            }
            FromPreview::Picture(picture) => {
                let params = PictureParams { uri, picture };
                self.outbox.put(Outgoing::Picture(params));
            }
            FromPreview::Cursor { form } => {
                let params = CursorParams { uri, form };
                self.outbox.put(Outgoing::Cursor(params));
            }
            FromPreview::Notice { notice } => {
                let params = NoticeParams { uri, notice };
                self.outbox.put(Outgoing::Notice(params));
            }
            FromPreview::Debug { content } => self.tell_debugger(uri, content),
            FromPreview::DebugPixel { pixel } => {
                let params = DebugPixelParams { uri, pixel };
                self.outbox.put(Outgoing::DebugPixel(params));
            }
            // The window is gone: so is the process soon, or it is helped.
            FromPreview::Closed => self.close_preview(&uri),
        }
    }

    fn observe_frame_time(&mut self, uri: &Uri, frame_ms: f64) {
        let document = self.documents.get_mut(uri);
        let is_news = document.is_some_and(|it| it.frame_time.see_mean(frame_ms, Instant::now()));
        if is_news {
            self.refresh_lenses();
        }
    }

    fn observe_plot_times(&mut self, uri: &Uri, version: i32, plots: PlotTimes) {
        let document = self.documents.get_mut(uri);
        // The preview tells of a newer version as well.
        let document = document.filter(|document| document.version() == version);
        let is_news =
            document.is_some_and(|it| std::mem::replace(&mut it.plots, plots.clone()) != plots);
        if is_news {
            self.refresh_lenses();
        }
    }

    /// Logs what draws the preview, or closes one of another release.
    fn greet(&mut self, uri: &Uri, protocol: u32, program: &str, adapter: Option<&str>) {
        if protocol != PROTOCOL {
            self.close_preview(uri);
            let message = format!(
                "{program} speaks version {protocol} of the protocol, this server version \
                 {PROTOCOL}: install both from one release."
            );
            self.outbox.put(Outgoing::Show(MessageType::ERROR, message));
            return;
        }
        let adapter = adapter.unwrap_or("the CPU");
        let message = format!("{program} draws {} on {adapter}", uri.as_str());
        self.outbox.put(Outgoing::Log(MessageType::INFO, message));
    }

    /// A version of a document is on the preview's screen.
    fn receipt(&mut self, uri: Uri, version: i32, stages: Stages, structural: bool) {
        self.starting.remove(&uri);
        self.unproven = None;
        let total = stages.total();
        if self.tracing {
            let stages: Vec<String> = stages
                .by_name()
                .into_iter()
                .filter_map(|(name, time)| Some(format!("{name} {:.3}", time?)))
                .collect();
            let stages = stages.join(", ");
            let message = format!("picture of version {version}: {total:.3} ms ({stages})");
            self.outbox.put(Outgoing::Trace(message));
        }
        if let Some(document) = self.documents.get_mut(&uri) {
            let now = Instant::now();
            let is_news =
                (stages.present).is_some_and(|drawn| document.frame_time.see_one(drawn, now));
            if document.shown(version) {
                self.publish(&uri);
            }
            if is_news {
                self.refresh_lenses();
            }
        }
        self.outbox.put(Outgoing::Receipt(ReceiptParams {
            uri,
            version,
            structural,
            stages,
            total,
        }));
    }

    /// Takes values at the pixel that a preview shows.
    fn observe_pixel(&mut self, uri: &Uri, version: i32, values: Vec<PixelValue>) {
        if let Some(document) = self.documents.get_mut(uri) {
            document.observe_pixel(version, values);
            self.refresh_values();
        }
    }

    /// Takes values of a version of a document, and publishes diagnostics that they change.
    fn observe(&mut self, uri: &Uri, version: i32, values: Vec<Observation>) {
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        let before = document.more_diagnostics(&self.settings);
        let is_newest = document.observe(version, values, Instant::now());
        // The editor asked for diagnostics before these values arrived.
        let is_asked_for = self.features.pulls_diagnostics && document.known().is_none();
        let is_news = is_newest && document.more_diagnostics(&self.settings) != before;
        if is_asked_for || is_news {
            self.publish(uri);
        }
        self.refresh_values();
    }

    /// Has the editor show a place of a document. Of a version before the newest, that is near it.
    fn reveal(&mut self, uri: Uri, range: ByteRange) {
        let Some(document) = self.documents.get(&uri) else {
            return;
        };
        if !self.features.shows_documents {
            if !std::mem::replace(&mut self.told_of_places, true) {
                let message = "This editor cannot be told to show a place in the text.".to_owned();
                self.outbox.put(Outgoing::Show(MessageType::INFO, message));
            }
            return;
        }
        let selection = Some(document.place(range, self.encoding));
        self.outbox.put(Outgoing::Reveal(ShowDocumentParams {
            uri,
            external: Some(false),
            take_focus: Some(true),
            selection,
        }));
    }

    /// Something happens to the tab that shows a preview. One that is closed hears no more of it.
    pub(super) fn tab_event(&self, uri: &Uri, event: TabEvent) {
        if let Some((_, preview)) = self.previews.get(uri) {
            preview.tell_of_tab(event);
        }
    }

    /// A debugger says something to the preview of a document.
    pub(super) fn debug(&self, uri: Uri, content: Value) {
        match self.previews.get(&uri) {
            Some((_, preview)) => preview.debug(content),
            None => self.end_debugger(uri),
        }
    }

    fn tell_debugger(&self, uri: Uri, message: Value) {
        self.outbox
            .put(Outgoing::Debug(DebugParams { uri, message }));
    }

    /// Tells a debugger that there is no preview.
    fn end_debugger(&self, uri: Uri) {
        let ended = json!({"seq": 0, "type": "event", "event": "terminated"});
        self.tell_debugger(uri, ended);
    }

    /// Something is selected in a version of a document. Of another than the newest it is forgotten:
    /// the editor tells it again.
    pub(super) fn select(&self, uri: &Uri, version: i32, range: Option<Range>) {
        if let (Some((_, preview)), Some(document)) =
            (self.previews.get(uri), self.documents.get(uri))
            && document.version() == version
        {
            let range = range.map(|range| document.bytes(range, self.encoding));
            preview.select(version, range);
        }
    }

    /// Has a preview draw what is selected, or no longer.
    pub(super) fn draw_selection(&self, uri: &Uri) -> Result<(), String> {
        let Some((_, preview)) = self.previews.get(uri) else {
            let name = uri.as_str();
            return Err(format!("There is no preview of {name}: open it first."));
        };
        preview.draw_selection();
        Ok(())
    }

    pub(super) fn close_previews(&mut self) {
        for (_, (_, preview)) in self.previews.drain() {
            preview.close();
        }
        self.preparation = Preparation::Failed;
    }
}

/// Sends a preview that the editor runs all its messages, to [`ToPreview::Shutdown`](cindyscript_protocol::ToPreview).
async fn relay(uri: Uri, mut messages: Messages, outbox: Outbox) {
    while let Some(messages) = messages.next().await {
        for message in messages {
            let uri = uri.clone();
            outbox.put(Outgoing::ToHosted(ToHostedParams { uri, message }));
        }
    }
}
