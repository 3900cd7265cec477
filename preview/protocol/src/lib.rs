//! Messages between the language server and a preview: plain data, serialised as JSON.
//!
//! Natively, the server starts one `cindyscript-preview --stdio` per document, and each message is a
//! line on its standard input or output. In a browser, the editor passes them on.
//!
//! The preview sends [`FromPreview::Hello`] at once; the server sends [`ToPreview::Open`] with the whole
//! text of every version. Only the newest text matters: a reader that finds several waiting takes
//! the last ([`newest`]). Either side may vanish at any time. The end of the stream means
//! [`ToPreview::Shutdown`] to the preview; to the server it means that the preview has ended.
//!
//! New kinds of messages and new fields may appear without a new [`PROTOCOL`]: a reader skips the
//! kinds that it does not know ([`Received::Unknown`]) and the fields that it does not read.
//!
//! Must not depend on: editors, GPU, CindyScript, processes, threads.

mod frame;
mod held;
mod latest;
mod message;
mod panel;
mod tab;
mod visible;

pub use frame::{DecodeError, MessageReader, Received, decode, encode, write};
pub use held::{Admission, Held, Phase};
pub use latest::newest;
pub use message::{
    ByteRange, FromPreview, LONGEST_VALUE, ListNumbers, Loss, LossyPlot, LossyTerm,
    MOST_DEBUG_MESSAGES, MOST_NUMBERS, MOST_VALUES, Message, Numbers, Observation, OpenFile,
    PROTOCOL, Painter, PixelValue, PlotTime, Problem, Replacement, Severity, Stages, Subject,
    ToPreview, Version,
};
pub use panel::{
    ControlInput, InspectedPixel, PageControlKind, PageOption, PanelCommand, PanelPrecision,
    PanelState, SetValue, ShownControl, Slider, SliderValue,
};
pub use tab::{
    Copied, CursorForm, LARGEST_FILE, LARGEST_SIDE, PictureFormat, TabControl, TabEvent, TabEvents,
    TabKey, TabNotice, TabPicture, TouchPhase,
};
pub use visible::{visible, visible_lines};
