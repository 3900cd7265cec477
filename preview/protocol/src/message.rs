//! The messages.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::tab::{CursorForm, TabEvent, TabNotice, TabPicture};

/// The version of this protocol. It is raised when an old reader would misunderstand a message,
/// not when messages or fields are added.
pub const PROTOCOL: u32 = 1;

/// The version of a document, as the editor counts it. It need not start at 0 and may skip.
pub type Version = i32;

/// One direction's messages.
pub trait Message: Serialize + DeserializeOwned {
    /// The `message` names of all kinds: what a name outside of them says is skipped.
    const NAMES: &'static [&'static str];
}

/// From the server to the preview.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "message", rename_all = "kebab-case")]
pub enum ToPreview {
    /// Show this text. Sent for the first version and for every later one; it replaces all that
    /// came before it, so that superseded ones may be skipped.
    Open {
        /// The path of the file, or the editor's name of an unsaved one. Its extension tells a
        /// page from a bare script, its directory is where relative images are looked for. The
        /// file itself need not exist, and its contents may be older than `text`.
        path: String,
        /// The whole text.
        text: String,
        /// The version of the text, returned in receipts and problems.
        version: Version,
        /// The files that the text names and that the editor has open, as it has them: they count
        /// instead of what is on disk.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        open: Vec<OpenFile>,
    },
    /// Bring the window to the front.
    Focus,
    /// What is selected in the editor has changed, or where its cursor is. Only the last counts.
    Selection {
        /// The version that the range belongs to.
        version: Version,
        /// What is selected; the place of the cursor where that is nothing. None: the editor shows
        /// something else.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<ByteRange>,
    },
    /// Draw what is selected instead of what colorplots paint, or no longer.
    DrawSelection,
    /// Something happens to the tab that shows the pictures of a preview without a window.
    Tab {
        /// What happens.
        event: TabEvent,
    },
    /// The editor's debugger says something to the debug adapter of the applet that plays.
    Debug {
        /// A message of the Debug Adapter Protocol.
        content: Json,
    },
    /// Close the window and leave.
    Shutdown,
}

impl Message for ToPreview {
    const NAMES: &'static [&'static str] = &[
        "open",
        "focus",
        "selection",
        "draw-selection",
        "tab",
        "debug",
        "shutdown",
    ];
}

/// A file that is open in the editor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenFile {
    /// Its path, absolute and without links in its folder.
    pub path: String,
    /// Its text, saved or not.
    pub text: String,
}

/// From the preview to the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "message", rename_all = "kebab-case")]
pub enum FromPreview {
    /// The first message.
    Hello {
        /// The protocol spoken, see [`PROTOCOL`].
        protocol: u32,
        /// The program and its version, such as `cindyscript-preview 0.1.0`.
        program: String,
        /// The graphics adapter and its backend. `None`: it draws on the CPU.
        #[serde(default)]
        adapter: Option<String>,
    },
    /// A version's picture is on the screen. Sent once for each version that is shown; versions
    /// that a newer one overtook have no receipt.
    Receipt {
        /// The version shown.
        version: Version,
        /// Where the time went.
        stages: Stages,
        /// Whether a shader changed and a pipeline was built. `false`: only values changed.
        structural: bool,
        /// The memory of the GPU that is taken, in bytes, if the driver says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gpu_bytes: Option<u64>,
    },
    /// All problems at run time, replacing those sent before. Sent when one of them changes, not
    /// for every frame or version: until then they are those of every version that is shown (has
    /// a receipt), at the same ranges. Empty: there are none any more.
    Problems {
        /// The version shown, whose text the ranges belong to.
        version: Version,
        /// The problems, in the order of their places.
        problems: Vec<Problem>,
    },
    /// What scripts have printed since the last such message, line breaks included.
    Output {
        /// The text. Of very much, the last part.
        text: String,
    },
    /// Values that were seen while the applet ran, a few times a second at most: those that differ
    /// from what was told before, all of them at first and for each version. A sample: values in
    /// between are not told.
    Values {
        /// The version shown, whose text the ranges belong to.
        version: Version,
        /// The values, of at most [`MOST_VALUES`] things.
        values: Vec<Observation>,
    },
    /// The user has set values by hand, and the text is to say them: all replacements in one step
    /// that can be undone. The preview shows them already, and goes on with its own text until it is
    /// sent another one. Where nothing is replaced, that is the text of the editor once more.
    Edit {
        /// The version that the ranges belong to. Of a text that is another one by now, nothing is
        /// replaced: the preview is sent that one, and asks again.
        version: Version,
        /// What is replaced; no two of them overlap.
        replacements: Vec<Replacement>,
    },
    /// What has values at the pixel that the user looks at, a few times a second at most: all of it,
    /// replacing what was sent before. Nothing: the user looks at none any more.
    Pixel {
        /// The version shown, whose text the ranges belong to.
        version: Version,
        /// The values, of at most [`MOST_VALUES`] things.
        values: Vec<PixelValue>,
    },
    /// The user wants to see a place of the text, which the editor shows and takes the focus for: what
    /// paints something in the picture, or an error.
    Reveal {
        /// The version that the range belongs to.
        version: Version,
        /// The place.
        range: ByteRange,
    },
    /// How the animation goes, once in a while.
    Status {
        /// Frames presented in the last second.
        frames_per_second: f64,
        /// Mean time of a frame on the CPU and the GPU, in milliseconds.
        frame_ms: f64,
    },
    /// What paints the colorplots that run, and how long that takes: all of them, replacing what was
    /// sent before. A few times a second at most, and only where something has changed noticeably.
    Plots {
        /// The version shown, whose text the ranges belong to.
        version: Version,
        /// In their order in the text.
        plots: Vec<PlotTime>,
    },
    /// The colorplots for which single precision is not enough, as far as that has been looked at: all of
    /// them, replacing what was sent before. A few times a second at most.
    Precision {
        /// The version shown, whose text the ranges belong to.
        version: Version,
        /// In their order in the text.
        plots: Vec<LossyPlot>,
    },
    /// A picture for the tab, of a preview without a window.
    Picture(TabPicture),
    /// The pointer over the tab has another form.
    Cursor {
        /// The form.
        form: CursorForm,
    },
    /// Something that the tab is told, of a preview without a window.
    Notice {
        /// What it is told.
        notice: TabNotice,
    },
    /// The debug adapter of the applet that plays says something to the editor's debugger.
    Debug {
        /// A message of the Debug Adapter Protocol.
        content: Json,
    },
    /// The user wants to debug a pixel of the picture. The editor starts its debugger for that.
    DebugPixel {
        /// The pixel: CSS pixels of the applet's canvas, from its upper left corner.
        pixel: [f64; 2],
    },
    /// The user closed the window, or the editor asked the preview to leave. The process writes what
    /// is being recorded and ends within eight seconds: this is not a crash.
    Closed,
}

impl Message for FromPreview {
    const NAMES: &'static [&'static str] = &[
        "hello",
        "receipt",
        "problems",
        "output",
        "values",
        "pixel",
        "reveal",
        "edit",
        "status",
        "plots",
        "precision",
        "picture",
        "cursor",
        "notice",
        "debug",
        "debug-pixel",
        "closed",
    ];
}

/// The time in each stage from the arrival of a version to its picture, in milliseconds. `None`:
/// the stage was not needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stages {
    /// Lexing and parsing, page and scripts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parse: Option<f64>,
    /// Names, split and types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<f64>,
    /// Writing the shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wgsl: Option<f64>,
    /// Validating it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub naga: Option<f64>,
    /// Building the pipeline, its first (warming) draw included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pipeline: Option<f64>,
    /// Drawing the first frame and handing it to the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub present: Option<f64>,
}

impl Stages {
    /// The stages by name, in the order in which they run.
    pub fn by_name(&self) -> [(&'static str, Option<f64>); 6] {
        [
            ("parse", self.parse),
            ("analysis", self.analysis),
            ("wgsl", self.wgsl),
            ("naga", self.naga),
            ("pipeline", self.pipeline),
            ("present", self.present),
        ]
    }

    /// The time of all stages that ran, in milliseconds.
    pub fn total(&self) -> f64 {
        self.by_name().iter().filter_map(|(_, time)| *time).sum()
    }
}

/// No more messages of a debugger than these wait anywhere. Further ones are lost.
pub const MOST_DEBUG_MESSAGES: usize = 1000;

/// No more things than these are told of in one [`FromPreview::Values`].
pub const MOST_VALUES: usize = 256;

/// No value is longer in [`Observation::value`], in characters; what is cut ends with `…`.
pub const LONGEST_VALUE: usize = 80;

/// No more numbers of a list are told of in [`Observation::numbers`].
pub const MOST_NUMBERS: usize = 64;

/// What was seen of one thing while the applet ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// What was looked at.
    pub subject: Subject,
    /// The smallest type of all values that were seen of it in this version, in the paper's names:
    /// `int`, `list(3, real)`, `⊤`.
    #[serde(rename = "type")]
    pub ty: String,
    /// The last value, as CindyScript prints it.
    pub value: String,
    /// Of a list of real numbers, what a plot of them takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<ListNumbers>,
}

/// Some numbers of a list, evenly spread from the first to the last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListNumbers {
    /// How many the list has.
    pub count: usize,
    /// No more than [`MOST_NUMBERS`], all of them finite.
    pub some: Vec<f64>,
}

/// What can be looked at.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A variable of the whole applet, by its name.
    Global(String),
    /// A term that a colorplot gets from the CPU, by its place in the text of the version.
    Uniform(ByteRange),
    /// An element of the construction, by its name. Its value is where it lies: coordinates of a
    /// point, homogeneous ones of a line, centre and radius of a circle.
    Element(String),
    /// A field of an element that the text names, such as `A.xy`.
    Field {
        /// The element's name.
        element: String,
        /// The field's.
        field: String,
    },
}

/// A value that something in the text has at a pixel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PixelValue {
    /// What has it: a colorplot, the target of an assignment, a parameter.
    pub range: ByteRange,
    /// Behind which byte it is best shown: the end of the assignment.
    pub end: u32,
    /// Its type, in the paper's names.
    #[serde(rename = "type")]
    pub ty: String,
    /// It, as CindyScript prints it; no longer than [`LONGEST_VALUE`].
    pub value: String,
}

/// What paints a colorplot, and how long that takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlotTime {
    /// The colorplot.
    pub range: ByteRange,
    /// What paints it.
    pub painter: Painter,
    /// The time that it takes in a frame, in milliseconds. `None`: nobody can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
}

/// What paints a colorplot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Painter {
    /// The GPU.
    Gpu,
    /// A driver that runs shaders on the CPU.
    Software,
    /// The CPU.
    Cpu {
        /// Why not the GPU, though there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

/// A colorplot for which single precision is not enough.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LossyPlot {
    /// The colorplot.
    pub range: ByteRange,
    /// What its numbers are now.
    pub computed: Numbers,
    /// Why they are no more precise, though that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lacking: Option<String>,
    /// The part of its pixels that come out wrong in single precision, in percent. `None`: they lie
    /// closer together than its numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differing: Option<u32>,
    /// The terms that lose digits, those that lose most first.
    #[serde(default)]
    pub terms: Vec<LossyTerm>,
}

/// What the numbers of a colorplot are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbers {
    /// Of 32 bits.
    Single,
    /// Of twice as many digits.
    Double,
    /// Differences to an orbit of any precision.
    Orbit,
}

/// A term that loses digits in single precision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LossyTerm {
    /// The term.
    pub range: ByteRange,
    /// How it loses them.
    pub kind: Loss,
    /// How many decimal digits.
    pub digits: u32,
}

/// How a term loses digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// Numbers that are nearly the same are subtracted.
    Cancellation,
    /// A number is large, compared with how it changes from pixel to pixel.
    Large,
    /// Each round of a loop adds to the error of the one before.
    Accumulated,
}

/// Something that went wrong while the applet ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where in the text of the version, if there is a place.
    #[serde(default)]
    pub range: Option<ByteRange>,
    /// How bad it is.
    pub severity: Severity,
}

/// A range of bytes of a document's text (UTF-8). A reader must not trust it: it may be reversed,
/// lie outside of the text or within a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByteRange {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// A part of a text, and what is to stand there instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacement {
    /// Where it stands.
    pub range: ByteRange,
    /// What stands there. Where something else does, nothing is replaced.
    pub old: String,
    /// What is to stand there.
    pub new: String,
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Something is not drawn, or not as written.
    Error,
    /// It is drawn, but the author should know.
    Warning,
}
