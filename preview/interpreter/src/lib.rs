//! The CPU half of the preview: runs the scripts of an applet, and colorplots that cannot run on
//! the GPU.
//!
//! The interpreter walks a prepared [`Program`](cindyscript_hir::program::Program) and keeps the state that
//! scripts can change: variables, free points of the construction, console, animation, random
//! numbers. Drawing is recorded as a display list.
//!
//! Must not depend on: windows, GPU, syntax (it sees only lowered terms). The host supplies time,
//! mouse and keys to scripts, so the same events give the same picture.

mod builtins;
mod code;
mod context;
mod digits;
pub mod display;
mod error;
mod hull;
mod interpreter;
mod lanes;
mod linear;
mod machine;
mod memory;
mod pixels;
pub mod platform;
mod random;
mod recording;
mod redefine;
mod same_code;
mod script_thread;
mod series;
mod splice;
mod value;
mod work;
mod world;

pub use cindyscript_geometry::{
    Construction, Element, ElementKind, ElementValue, Snapshot, Widget, WidgetKind,
};
pub use code::statement::{CodeId, statements};
pub use code::watch::WatchedValue;
pub use context::animation::Playback;
pub use context::console::{ConsoleOutput, OutputKind};
pub use context::dropped_files::{DroppedContent, DroppedFile, DroppedPicture};
pub use context::film::{Film, Sequence};
pub use context::geometry::{Grip, Point};
pub use context::host::{Host, NoHost};
pub use context::image_memory::{IMAGE_BUDGET, ImageMemory};
pub use context::input::Input;
pub use context::model::{
    ModelOrder, ModelShape, PrintPanel, PrintSettings, PrintSource, SavePermission,
};
pub use context::page_image::PageImage;
pub use context::space::{MODEL_CANVAS, MovedCamera};
pub use digits::{DigitLoss, LossKind};
pub use display::{PlotCall, picture};
pub use error::{ErrorSeverity, NOWHERE, RuntimeError};
pub use interpreter::{Interpreter, TextRun, fault};
pub use lanes::{LANES, LaneEvaluator, LaneProgram};
pub use machine::breakpoints::{
    Breakpoint, BreakpointPlace, DebuggerFlags, HitCondition, MessagePart, StopSettings,
};
pub use machine::log::{Hit, HitCause, LogMessage};
pub use machine::plots::{ImagePlot, PlotHost};
pub use pixels::PixelEvaluator;
pub use pixels::debugger::{PixelDebugger, RecordedPixel};
pub use recording::{
    EvaluatedText, LoopRound, MotionStart, Recording, StackFrame, StepMotion, TrailPlace,
    VariableTrail, VisibleVariable, WayPart,
};
pub use value::Value;
pub use value::closure::Closure;
pub use value::colour::colour;
pub use value::dictionary::Dictionary;
pub use value::element_id::ElementRef;
pub use value::list::{List, Slice, Usage};
pub use value::shape;
pub use value::text::Text;
pub use world::World;

#[cfg(test)]
mod tests {
    use cindyscript_tests::layers;

    /// From the lowest up: each uses only those before it.
    const LAYERS: &[&str] = &[
        "platform",
        "memory",
        "error",
        "work",
        "random",
        "script_thread",
        "splice",
        "same_code",
        "redefine",
        "linear",
        "hull",
        "series",
        "value",
        "display",
        "code",
        "context",
        "machine",
        "recording",
        "builtins",
        "lanes",
        "digits",
        "pixels",
        "world",
        "interpreter",
    ];

    #[test]
    fn modules_use_only_those_below_them() {
        layers::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
    }
}
