//! The messages that the server and an editor exchange beyond the protocol. An editor without previews
//! in a tab or of its own gets none of theirs.

use cindyscript_protocol::{CursorForm, FromPreview, TabEvent, TabNotice, ToPreview};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::ls_types::request::Request;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier, Uri};

/// `cindyscript/receipt`, to the editor: a version of a document is on the preview's screen.
pub(crate) enum Receipt {}

impl Notification for Receipt {
    type Params = ReceiptParams;
    const METHOD: &'static str = "cindyscript/receipt";
}

/// The parameters of [`Receipt`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ReceiptParams {
    /// The document.
    pub(crate) uri: Uri,
    /// The version on the screen.
    pub(crate) version: i32,
    /// True if a shader changed and a pipeline was built.
    pub(crate) structural: bool,
    /// Milliseconds of `parse`, `analysis`, `wgsl`, `naga`, `pipeline`, `present`; those that were
    /// not needed are absent.
    pub(crate) stages: cindyscript_protocol::Stages,
    /// Milliseconds of all stages.
    pub(crate) total: f64,
}

/// `cindyscript/previews`, to the editor: other documents have a preview than before. A server that
/// shuts down does not send it.
pub(crate) enum Previews {}

impl Notification for Previews {
    type Params = PreviewsParams;
    const METHOD: &'static str = "cindyscript/previews";
}

/// The parameters of [`Previews`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PreviewsParams {
    /// All documents that have one.
    pub(crate) uris: Vec<Uri>,
}

/// `cindyscript/previewDied`, to an editor that offers to tell the user: a preview has ended by
/// itself.
pub(crate) enum PreviewDied {}

impl Notification for PreviewDied {
    type Params = PreviewDiedParams;
    const METHOD: &'static str = "cindyscript/previewDied";
}

/// The parameters of [`PreviewDied`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PreviewDiedParams {
    /// The document.
    pub(crate) uri: Uri,
    /// The known cause, for the user.
    pub(crate) message: String,
}

/// `cindyscript/readFile`, to an editor in a browser: the text of a file.
pub(crate) enum ReadFile {}

impl Request for ReadFile {
    type Params = ReadFileParams;
    type Result = Option<String>;
    const METHOD: &'static str = "cindyscript/readFile";
}

/// The parameters of [`ReadFile`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ReadFileParams {
    /// The file.
    pub(crate) uri: Uri,
}

/// The notification's name.
pub(crate) const SELECTION: &str = "cindyscript/selection";

/// The parameters of [`SELECTION`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SelectionParams {
    /// The document.
    pub(crate) text_document: TextDocumentIdentifier,
    /// The version of the document.
    pub(crate) version: i32,
    /// The selection, empty at a cursor; `None` where the editor shows another document.
    #[serde(default)]
    pub(crate) range: Option<Range>,
}

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

/// `cindyscript/notice`, to the editor: another message for the tab.
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
    /// The notice.
    pub(crate) notice: TabNotice,
}

/// `cindyscript/debug`, in both directions: a message between a debugger of the editor and the debug
/// adapter in a preview. To the editor, also that there is no preview any more.
pub(crate) enum Debug {}

impl Notification for Debug {
    type Params = DebugParams;
    const METHOD: &'static str = "cindyscript/debug";
}

/// The parameters of [`Debug`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct DebugParams {
    /// The document.
    pub(crate) uri: Uri,
    /// A message of the Debug Adapter Protocol.
    pub(crate) message: Value,
}

/// `cindyscript/debugPixel`, to the editor: the user wants to debug a pixel in the preview.
pub(crate) enum DebugPixel {}

impl Notification for DebugPixel {
    type Params = DebugPixelParams;
    const METHOD: &'static str = "cindyscript/debugPixel";
}

/// The parameters of [`DebugPixel`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct DebugPixelParams {
    /// The document.
    pub(crate) uri: Uri,
    /// The pixel: CSS pixels of the canvas, from its upper left corner.
    pub(crate) pixel: [f64; 2],
}

/// `cindyscript/tab`, from the editor: something happens to the tab.
pub(crate) const TAB: &str = "cindyscript/tab";

/// The parameters of [`TAB`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TabParams {
    /// The document.
    pub(crate) uri: Uri,
    /// The event.
    pub(crate) event: TabEvent,
}

/// `cindyscript/toPreview`, to the editor: a message for the preview.
pub(crate) enum ToHosted {}

impl Notification for ToHosted {
    type Params = ToHostedParams;
    const METHOD: &'static str = "cindyscript/toPreview";
}

/// The parameters of [`ToHosted`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ToHostedParams {
    /// The document.
    pub(crate) uri: Uri,
    /// The message.
    pub(crate) message: ToPreview,
}

/// `cindyscript/fromPreview`, from the editor: a message of the preview.
pub(crate) const FROM_HOSTED: &str = "cindyscript/fromPreview";

/// The parameters of [`FROM_HOSTED`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct FromHostedParams {
    /// The document.
    pub(crate) uri: Uri,
    /// The message.
    pub(crate) message: FromPreview,
}
