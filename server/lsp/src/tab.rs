//! What the server and an editor say to each other of a preview in a tab of the editor: what
//! [`cindyscript_protocol`] says between preview and server, with the document that it is about. Only
//! an editor that has asked for such a preview is told of it.

use cindyscript_protocol::{CursorForm, TabEvent, TabNotice};
use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::Uri;
use tower_lsp::ls_types::notification::Notification;

/// `cindyscript/picture`, to the editor: a picture for the tab.
pub(crate) enum Picture {}

impl Notification for Picture {
    type Params = PictureParams;
    const METHOD: &'static str = "cindyscript/picture";
}

/// The parameters of [`Picture`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PictureParams {
    /// The document.
    pub(crate) uri: Uri,
    /// The picture, or what has changed of it.
    #[serde(flatten)]
    pub(crate) picture: cindyscript_protocol::TabPicture,
}

/// `cindyscript/cursor`, to the editor: the pointer over the tab has another form.
pub(crate) enum Cursor {}

impl Notification for Cursor {
    type Params = CursorParams;
    const METHOD: &'static str = "cindyscript/cursor";
}

/// The parameters of [`Cursor`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CursorParams {
    /// The document.
    pub(crate) uri: Uri,
    /// The form.
    pub(crate) form: CursorForm,
}

/// `cindyscript/notice`, to the editor: something else that the tab is told.
pub(crate) enum Notice {}

impl Notification for Notice {
    type Params = NoticeParams;
    const METHOD: &'static str = "cindyscript/notice";
}

/// The parameters of [`Notice`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct NoticeParams {
    /// The document.
    pub(crate) uri: Uri,
    /// What it is told.
    pub(crate) notice: TabNotice,
}

/// `cindyscript/tab`, from the editor: something happens to the tab.
pub(crate) const EVENT: &str = "cindyscript/tab";

/// The parameters of [`EVENT`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EventParams {
    /// The document.
    pub(crate) uri: Uri,
    /// What happens.
    pub(crate) event: TabEvent,
}
