//! What the user sets by hand in a preview, written into the editor's text.

use cindyscript_protocol::{Replacement, Version};
use tokio::sync::oneshot;
use tower_lsp::ls_types::{ApplyWorkspaceEditParams, MessageType, TextEdit, Uri};

use super::Session;
use super::handle::Event;
use crate::edit;
use crate::outbox::Outgoing;
use crate::platform;

impl Session {
    /// Asks the editor to write what the preview has made of a version. Where that cannot be, the
    /// preview is sent the text once more, and goes back to it.
    pub(super) fn write(&mut self, uri: Uri, version: Version, replacements: &[Replacement]) {
        let Some(document) = self.documents.get(&uri) else {
            return;
        };
        // The preview has been sent the newer text, and asks again.
        if document.version() != version || replacements.is_empty() {
            return;
        }
        let Some(edits) = document.edits(replacements, self.encoding) else {
            let why = "something else stands in its place";
            return self.not_written(&uri, version, why);
        };
        if !self.features.applies_edits {
            return self.not_written(&uri, version, "this editor lets nobody else write");
        }
        let edit = self.edit_of(uri.clone(), version, edits);
        let (answer, applied) = oneshot::channel();
        self.outbox.put(Outgoing::Edit(edit, answer));
        let handle = self.handle.clone();
        platform::spawn(async move {
            if let Ok(Err(why)) = applied.await {
                handle.put(Event::NotWritten(uri, version, why)).await;
            }
        });
    }

    /// The editor has not written into a version.
    pub(super) fn not_written(&self, uri: &Uri, version: Version, why: &str) {
        let document = self.documents.get(uri);
        if let Some(document) = document.filter(|document| document.version() == version) {
            let why = if why.is_empty() { "" } else { ": " }.to_owned() + why;
            let message = format!("The value set in the preview was not written{why}.");
            self.outbox
                .put(Outgoing::Show(MessageType::WARNING, message));
            self.show(uri, document);
        }
    }

    fn edit_of(
        &self,
        uri: Uri,
        version: Version,
        edits: Vec<TextEdit>,
    ) -> ApplyWorkspaceEditParams {
        let edit = edit::of_document(uri, version, edits, self.features);
        ApplyWorkspaceEditParams {
            label: Some("Set in the preview".to_owned()),
            edit,
        }
    }
}
