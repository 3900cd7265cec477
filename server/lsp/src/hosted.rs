//! Notifications for a preview that the editor runs itself, in a web view or on a page: the messages of
//! [`cindyscript_protocol`], each with its document. Only an editor that opens such a preview gets them.

use cindyscript_protocol::{FromPreview, ToPreview};
use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::Uri;
use tower_lsp::ls_types::notification::Notification;

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
