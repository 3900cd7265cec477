//! The CPU half of the preview: runs the scripts of an applet, and colorplots that cannot go to
//! the GPU.
//!
//! It walks a [`Program`](cindyscript_hir::program::Program), made ready once, and keeps what
//! scripts can change: variables, free points of the construction, console, animation, random
//! numbers. What a script draws becomes a display list.
//!
//! It deliberately knows no window, no GPU, no clock and no text: time, mouse and keys are what
//! the host says they are, so that the same events give the same picture; syntax has been lowered
//! before it gets here.

mod access;
mod animation;
mod assign;
mod builtins;
mod closure;
mod code;
mod console;
mod context;
mod dictionary;
mod digits;
pub mod display;
mod draw;
mod element_id;
mod error;
mod feedback;
mod film;
mod geometry;
mod growth;
mod host;
mod hull;
mod images;
mod input;
mod interpreter;
mod lanes;
mod lazy;
mod linear;
mod list;
mod loops;
mod machine;
mod memory;
pub mod picture;
mod pixels;
pub mod platform;
mod plots;
mod print;
mod random;
mod redefine;
mod same_code;
mod script_thread;
mod series;
pub mod shape;
mod splice;
mod state;
mod text;
mod value;
mod variables;
mod watch;
mod work;
mod world;

pub use animation::Playback;
pub use cindyscript_geometry::{
    Construction, Element, ElementKind, ElementValue, Snapshot, Widget, WidgetKind,
};
pub use closure::Closure;
pub use console::{ConsoleOutput, OutputKind};
pub use dictionary::Dictionary;
pub use digits::{DigitLoss, LossKind};
pub use display::PlotCall;
pub use element_id::ElementRef;
pub use error::{ErrorSeverity, NOWHERE, RuntimeError};
pub use film::{Film, Sequence};
pub use geometry::{Grip, Point};
pub use host::{Host, ImagePlot, NoHost};
pub use images::{IMAGE_BUDGET, canvas_bytes, file_bytes, no_room};
pub use input::Input;
pub use interpreter::{Interpreter, TextRun, fault};
pub use lanes::{LANES, LaneEvaluator, LaneProgram};
pub use list::{List, Slice, Usage};
pub use pixels::{PixelEvaluator, colour};
pub use text::Text;
pub use value::Value;
pub use watch::WatchedValue;
pub use world::{PageImage, World};

#[cfg(test)]
mod tests {
    use cindyscript_tests::layers;

    /// From the lowest up: each uses only those before it, and those beside it. Values hold each other,
    /// the display list holds pictures and these what was drawn on them, and a run of a script may do
    /// anything that an applet can, down to having its host evaluate pixels.
    const LAYERS: &[&str] = &[
        "platform",
        "memory",
        "error",
        "work",
        "random",
        "console",
        "script_thread",
        "splice",
        "same_code",
        "redefine",
        "element_id",
        "lazy",
        "shape",
        "closure dictionary list print text value",
        "input",
        "variables",
        "animation",
        "linear",
        "hull",
        "series",
        "display picture",
        "feedback",
        "film",
        "access builtins code context digits draw geometry growth host images lanes machine pixels \
         state watch world",
        "assign",
        "loops",
        "plots",
        "interpreter",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
