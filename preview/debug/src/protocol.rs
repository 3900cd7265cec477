//! The messages of the Debug Adapter Protocol, as far as they are used.
//!
//! Source: <https://microsoft.github.io/debug-adapter-protocol/specification>, version 1.71.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A request of the client.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    /// The number of the request; the response repeats it.
    pub seq: i64,
    /// The command.
    pub command: String,
    /// The arguments of the command.
    #[serde(default)]
    pub arguments: Json,
}

/// The arguments of `launch` and `attach`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LaunchArguments {
    /// The path of a page or a script.
    pub program: String,
    /// True if the first statement stops.
    #[serde(default)]
    pub stop_on_entry: bool,
    /// True if nothing stops.
    #[serde(default)]
    pub no_debug: bool,
    /// The number of frames after which the applet ends; without it, an applet ends when it is at rest.
    #[serde(default)]
    pub frames: Option<u64>,
    /// True if an applet that is at rest does not end: the client sends what the user does.
    #[serde(default)]
    pub stay_open: bool,
    /// The number of the last frames to which the debugger goes back.
    #[serde(default = "past_frames")]
    pub past_frames: usize,
    /// A pixel of the canvas, in CSS pixels from the upper left corner: the colorplot there is debugged after
    /// the frames, and no script.
    #[serde(default)]
    pub pixel: Option<[f64; 2]>,
    /// True if the pixel is the one that the pixel inspector of the preview shows, else one in the middle of
    /// the front colorplot. For `attach` only.
    #[serde(default)]
    pub inspected_pixel: bool,
    /// The line, from 1, in which a colorplot begins. Its pixel is debugged that the pixel inspector of the
    /// preview shows, else the one in its middle, also behind other colorplots. For `attach` only.
    #[serde(default)]
    pub colorplot: Option<usize>,
}

impl LaunchArguments {
    /// True if a pixel is debugged and no script.
    #[must_use]
    pub fn is_at_pixel(&self) -> bool {
        self.pixel.is_some() || self.inspected_pixel || self.colorplot.is_some()
    }
}

fn past_frames() -> usize {
    100
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InitializeArguments {
    #[serde(default = "yes")]
    pub(crate) lines_start_at1: bool,
    #[serde(default = "yes")]
    pub(crate) columns_start_at1: bool,
    pub(crate) path_format: Option<String>,
}

fn yes() -> bool {
    true
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Source {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
}

impl Source {
    pub(crate) fn of(path: String) -> Source {
        Source {
            name: path.rsplit(['/', '\\']).next().map(str::to_owned),
            path: Some(path),
        }
    }
}

/// The arguments of `pointer`, which is no request of the protocol.
#[derive(Debug, Deserialize)]
pub(crate) struct PointerArguments {
    /// In CSS pixels of the canvas, from its upper left corner.
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) action: PointerAction,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum PointerAction {
    Move,
    Down,
    Up,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SetBreakpointsArguments {
    pub(crate) source: Source,
    #[serde(default)]
    pub(crate) breakpoints: Vec<SourceBreakpoint>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceBreakpoint {
    pub(crate) line: i64,
    pub(crate) column: Option<i64>,
    pub(crate) condition: Option<String>,
    pub(crate) hit_condition: Option<String>,
    pub(crate) log_message: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SetFunctionBreakpointsArguments {
    pub(crate) breakpoints: Vec<NamedBreakpoint>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NamedBreakpoint {
    pub(crate) name: String,
    pub(crate) condition: Option<String>,
    pub(crate) hit_condition: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetExceptionBreakpointsArguments {
    #[serde(default)]
    pub(crate) filters: Vec<String>,
    #[serde(default)]
    pub(crate) filter_options: Vec<FilterOption>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FilterOption {
    pub(crate) filter_id: String,
    pub(crate) condition: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Breakpoint {
    pub(crate) id: i64,
    pub(crate) verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BreakpointLocationsArguments {
    pub(crate) source: Source,
    pub(crate) line: i64,
    pub(crate) column: Option<i64>,
    pub(crate) end_line: Option<i64>,
    pub(crate) end_column: Option<i64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StackTraceArguments {
    #[serde(default)]
    pub(crate) start_frame: Option<usize>,
    #[serde(default)]
    pub(crate) levels: Option<usize>,
}

/// The place of a frame among all, from its number.
pub(crate) fn frame_index(id: i64) -> usize {
    let place = id.checked_sub(1);
    let place = place.and_then(|place| usize::try_from(place).ok());
    place.unwrap_or(usize::MAX)
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StackFrame {
    pub(crate) id: i64,
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<Source>,
    pub(crate) line: i64,
    pub(crate) column: i64,
    pub(crate) end_line: i64,
    pub(crate) end_column: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameArguments {
    pub(crate) frame_id: i64,
}

/// The arguments of `goToRound`, which is no request of the protocol.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GoToRoundArguments {
    pub(crate) frame_id: i64,
    /// The loop, counted from the innermost of the frame, from 0.
    #[serde(default, rename = "loop")]
    pub(crate) place: usize,
    /// The number of the round, from 1.
    pub(crate) round: u32,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Scope {
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) presentation_hint: Option<&'static str>,
    pub(crate) variables_reference: i64,
    pub(crate) expensive: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VariablesArguments {
    pub(crate) variables_reference: i64,
    /// The kind of variables that is wanted; none is all.
    #[serde(default)]
    pub(crate) filter: Option<VariablesFilter>,
    #[serde(default)]
    pub(crate) start: Option<usize>,
    #[serde(default)]
    pub(crate) count: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum VariablesFilter {
    Indexed,
    Named,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) value: String,
    #[serde(rename = "type")]
    pub(crate) ty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) evaluate_name: Option<String>,
    pub(crate) variables_reference: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) indexed_variables: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) named_variables: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetVariableArguments {
    pub(crate) variables_reference: i64,
    pub(crate) name: String,
    pub(crate) value: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetExpressionArguments {
    pub(crate) expression: String,
    pub(crate) value: String,
    pub(crate) frame_id: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EvaluateArguments {
    pub(crate) expression: String,
    pub(crate) frame_id: Option<i64>,
    #[serde(default)]
    pub(crate) context: Option<String>,
}
