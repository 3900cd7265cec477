//! Finds the applets of a file: scripts and their events, geometry, ports, images, animation. Files are
//! web pages that call `CindyJS({...})`, or bare CindyScript (`.cindyscript`, `.cjs`) with cells
//! separated by lines `// %% event`.
//!
//! Every script, element and setting keeps its byte range in the file, so that diagnostics of a script
//! have positions in the page.
//!
//! Must not depend on: CindyScript (a script is text), JavaScript engines, I/O. It reads the constant
//! parts of JavaScript and reports the parts that it could not read. The caller reads the file,
//! [`decode`] turns bytes into text.

mod applet;
mod behavior;
mod binding;
mod cells;
mod constant;
mod control;
mod counting;
mod decode;
mod element_kind;
mod evaluate;
mod event;
mod html;
mod import;
mod javascript;
mod keys;
mod literal;
mod load;
mod locate;
mod misnamed;
mod missing;
mod nesting;
mod page;
mod port;
mod recovery;
mod settings;
mod shift;
#[cfg(test)]
mod snapshot;
mod source;
mod stack;
mod tag;
mod wording;

pub use applet::{
    Animation, Applet, DefaultAppearance, External, GeometryEntry, HostCode, HostFunction, Image,
    ImageKind, Page, Script, UnboundScript,
};
pub use behavior::{BEHAVIOR_TYPES, Behavior, BehaviorProperty, BehaviorType};
pub use constant::{Constant, ConstantValue, Property};
pub use control::{
    CodeTemplate, ControlAction, ControlHandler, ControlKind, ControlOption, ControlProperty,
    ControlRead, ControlState, ControlTrigger, NumberRange, PageControl, TemplatePiece,
    is_own_script, page_controls,
};
pub use decode::{EncodingError, LARGEST_FILE, decode, too_large};
pub use element_kind::ElementKind;
pub use event::Event;
pub use import::{Import, ImportKind, import_cycle, library_path};
pub use javascript::is_javascript;
pub use keys::{PropertyKey, Settings};
pub use load::{Load, LoadKind, Loads, loads};
pub use locate::{leads_out, locate};
pub use misnamed::why_nothing;
pub use missing::missing_image;
pub use port::{PageCanvas, Port, Transform, View};
pub use shift::{Edit, edited};
pub use source::SourceText;

use cindyscript_diagnostic::{Code, Diagnostic};

/// Byte ranges and offsets, of the file unless said otherwise.
pub use text_size::{TextRange, TextSize};

/// Reads the applets of a file.
///
/// `name` is the file's name or path. Its extension decides how the text is read: `.html`, `.htm`
/// and `.xhtml` are pages, `.cindyscript` and `.cjs` bare scripts; any other extension leaves the
/// decision to the text. Never fails: what could not be read is a [`Diagnostic`] of the page.
pub fn parse_file(name: &str, text: &str) -> Page {
    let is_page = is_page(name, text);
    if let Some(message) = too_large(text.len() as u64)
        && (!is_page || page::may_have_applets(text))
    {
        let problem = Diagnostic::new(Code::CannotRead, TextRange::default(), message);
        return Page {
            problems: vec![problem],
            ..Page::default()
        };
    }
    if is_page {
        return page::parse(text);
    }
    if misnamed::is_page_in_script(text) {
        return Page {
            problems: vec![misnamed::page_in_script()],
            ..Page::default()
        };
    }
    cells::parse(text)
}

/// Whether a file of this name and text is a web page; any other is a bare script.
pub fn is_page(name: &str, text: &str) -> bool {
    let file_name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let extension = file_name
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "html" | "htm" | "xhtml" => true,
        "cindyscript" | "cjs" => false,
        // No CindyScript begins with `<`.
        _ => text
            .trim_start_matches('\u{feff}')
            .trim_start()
            .starts_with('<'),
    }
}
