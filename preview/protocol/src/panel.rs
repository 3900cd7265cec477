//! Messages between a preview on a page and the controls that the page shows beside its canvas.

use serde::{Deserialize, Serialize};

use crate::message::PixelValue;

/// The state of everything that the controls show, besides what [`FromPreview`](crate::FromPreview)
/// says. Each message replaces the one before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PanelState {
    /// True if the animation plays, or would without [`paused`](PanelState::paused).
    pub playing: bool,
    /// True if time stands still.
    pub paused: bool,
    /// True if nothing plays, and each frame would go on from the one before.
    pub waits_to_play: bool,
    /// True if the view is not that of the text.
    pub moved: bool,
    /// True if a point is not where the text has it.
    pub dragged: bool,
    /// True if keys reach the scripts of the applet.
    pub takes_keys: bool,
    /// The numbers that colorplots compute with.
    pub precision: PanelPrecision,
    /// The constants that can be set, in the order of the text; none if the text cannot be parsed.
    pub sliders: Vec<Slider>,
    /// The controls of the page, in its order.
    pub controls: Vec<ShownControl>,
    /// The pixel that is inspected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pixel: Option<InspectedPixel>,
    /// The applet of the page that is shown, counted from 0, and their number.
    pub applet: [usize; 2],
}

/// The numbers that colorplots compute with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PanelPrecision {
    /// Double precision or an exact orbit where a view needs it, else single precision.
    #[default]
    Auto,
    /// Single precision.
    Single,
    /// Double precision.
    Double,
}

/// A constant of the text that can be set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slider {
    /// The variable.
    pub name: String,
    /// The value.
    #[serde(flatten)]
    pub value: SliderValue,
}

/// The value of a constant, and its range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SliderValue {
    /// A number.
    Number {
        /// The number.
        value: f64,
        /// The least value.
        from: f64,
        /// The greatest value.
        to: f64,
        /// The least distance of two values.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<f64>,
        /// True if the same way on the slider is the same factor.
        logarithmic: bool,
    },
    /// A colour.
    Colour {
        /// Red, green, blue and opacity, from 0 to 1.
        rgba: [f64; 4],
        /// True if the opacity can be set.
        has_opacity: bool,
    },
    /// A truth value.
    Switch {
        /// The value.
        on: bool,
    },
}

/// A button, slider or other control of the page whose handlers run CindyScript.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShownControl {
    /// The text on the page; may be empty.
    pub label: String,
    /// The kind.
    #[serde(flatten)]
    pub kind: PageControlKind,
    /// The value, as JavaScript reads it.
    pub value: String,
    /// True if it is checked.
    pub checked: bool,
}

/// The kind of a control of the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PageControlKind {
    /// A button, or another element that is clicked.
    Button,
    /// A box that is checked.
    Checkbox,
    /// One of several buttons, of which one is chosen.
    Radio,
    /// A slider.
    Range {
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
        /// The distance of two values; none for any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<f64>,
    },
    /// A field for a number.
    Number,
    /// A field for a line.
    Text,
    /// A field for several lines.
    Area,
    /// A colour, `#rrggbb`.
    Colour,
    /// A list to choose from.
    Select {
        /// The entries.
        options: Vec<PageOption>,
    },
    /// A text that scripts of the page write: the value.
    Output,
}

/// An entry of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageOption {
    /// The text that the user reads.
    pub label: String,
    /// The value.
    pub value: String,
}

/// Something that the user does to a control of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "input", rename_all = "kebab-case")]
pub enum ControlInput {
    /// Clicks a button.
    Press,
    /// Checks a box or chooses a radio button, or the opposite.
    Check {
        /// True if it is checked now.
        checked: bool,
    },
    /// Gives it a value, perhaps on the way to another.
    Set {
        /// The value.
        value: String,
    },
    /// Has given it the value that it keeps.
    Done,
    /// Presses Enter in a field.
    Enter,
}

/// A value that the user sets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SetValue {
    /// A truth value.
    Switch(bool),
    /// A number.
    Number(f64),
    /// Red, green, blue and opacity, from 0 to 1.
    Colour([f64; 4]),
}

/// The values that colorplots compute at a pixel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InspectedPixel {
    /// The middle of the pixel, in the coordinates of the applet.
    pub place: [f64; 2],
    /// The values, of the front colorplot first.
    pub values: Vec<PixelValue>,
}

/// Something that the user does with the controls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum PanelCommand {
    /// The animation plays, which no script has begun.
    Play,
    /// Time stands still, or goes on.
    Pause {
        /// True if it stands still.
        paused: bool,
    },
    /// Time stands still, one frame later.
    Step,
    /// The applet starts again, with view and points of the text.
    Restart,
    /// The view is that of the text.
    ResetView,
    /// The view shows all of the construction.
    FitView,
    /// The view is magnified by a factor.
    Zoom {
        /// The factor.
        factor: f64,
    },
    /// The view moves.
    Pan {
        /// The parts of its width, to the right, and of its height, down.
        parts: [f64; 2],
    },
    /// Dragged points lie where the text has them.
    ResetPoints,
    /// The text has points where they were dragged to.
    WritePoints,
    /// Colorplots are computed in other numbers.
    Precision {
        /// The numbers.
        precision: PanelPrecision,
    },
    /// A constant has another value, which the text does not have yet.
    Set {
        /// The place among [`PanelState::sliders`].
        index: usize,
        /// The value.
        value: SetValue,
    },
    /// The text has the values that are set.
    LetGo,
    /// A control of the page is operated.
    Operate {
        /// The place among [`PanelState::controls`].
        index: usize,
        /// The input.
        #[serde(flatten)]
        input: ControlInput,
    },
    /// The pixel under the pointer is inspected, or none is.
    Inspect {
        /// True if one is.
        on: bool,
    },
    /// The editor shows what paints under the pointer.
    Reveal,
    /// The next applet of the page is shown.
    NextApplet,
}
