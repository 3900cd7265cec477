//! An element of the construction.

use smol_str::SmolStr;

use crate::inputs::Parameter;
use crate::moving::Dependents;
use crate::operation::Operation;
use crate::{Appearance, Attribute, Definition, ElementKind, ElementValue, Generator, SpecialType};

/// Names an element of one construction, for as long as it lives; never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(pub(crate) u32);

/// An element of the construction: its definition, and what it is at the moment.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its name.
    pub name: SmolStr,
    /// CindyJS's `type`, as written.
    pub type_name: SmolStr,
    /// What it is computed from; all come before it.
    pub args: Vec<ElementId>,
    /// What it is at the moment.
    pub value: ElementValue,
    /// How it looks.
    pub appearance: Appearance,
    /// Of texts, buttons and text fields.
    pub widget: Option<Widget>,
    /// The weight and colour of each transformation of an iterated function system, in the order of `args`.
    pub generators: Vec<Generator>,
    pub(crate) id: ElementId,
    pub(crate) operation: &'static Operation,
    pub(crate) parameter: Parameter,
    /// Where its elements are that it is computed from.
    pub(crate) inputs: Vec<usize>,
    /// Where its part of the state begins.
    pub(crate) state: usize,
    /// All that move when it moves, in order; computed when needed.
    pub(crate) dependents: Option<Dependents>,
    pub(crate) is_showing: bool,
}

impl Element {
    /// What kind of thing it is.
    pub fn kind(&self) -> ElementKind {
        self.operation.kind
    }

    /// CindyJS's name of its type where there are several: `Perp` for `Orthogonal`.
    pub fn resolved_type(&self) -> &'static str {
        self.operation.name
    }

    /// Whether it is of this type.
    pub fn is(&self, special: SpecialType) -> bool {
        self.operation.special == Some(special)
    }

    /// Whether it can be moved at all, pinned or not: by the mouse, or, if a button or a text
    /// field, by scripts.
    pub fn is_movable(&self) -> bool {
        self.operation.is_movable()
    }

    /// Whether it exists at the place: an intersection of segments that do not meet does not, nor
    /// what is computed from it. Whether it is drawn at all is [`Appearance::visible`].
    pub fn is_showing(&self) -> bool {
        self.is_showing
    }
}

/// A text, a button or a text field. What a button runs is in the page, not here.
#[derive(Clone, Debug, PartialEq)]
pub struct Widget {
    /// Which of them.
    pub kind: WidgetKind,
    /// What it shows. Of the kinds that compute it: an expression of CindyScript.
    pub text: SmolStr,
    /// Of a toggle button.
    pub pressed: bool,
    /// Where it is docked, if it is not at its own place in the plane.
    pub dock: Option<Dock>,
    /// Of a text field: its width in pixels.
    pub min_width: Option<f64>,
}

/// Which kind of text, button or text field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WidgetKind {
    /// A text.
    Text,
    /// The value of an expression.
    Calculation,
    /// An expression, an equals sign, and its value.
    Equation,
    /// An expression that is run whenever it is drawn.
    Evaluate,
    /// A function whose graph is drawn.
    Plot,
    /// Runs a script when it is clicked.
    Button,
    /// A button that stays pressed until it is clicked again.
    ToggleButton,
    /// A text field.
    EditableText,
}

/// Where a text is docked.
#[derive(Clone, Debug, PartialEq)]
pub struct Dock {
    /// A corner of the canvas: `UL`, `UR`, `LL` or `LR`.
    pub corner: Option<SmolStr>,
    /// Another text to hang below.
    pub to: Option<SmolStr>,
    /// In pixels, to the right and upwards.
    pub offset: [f64; 2],
}

impl Widget {
    pub(crate) fn new(kind: WidgetKind, definition: &Definition) -> Widget {
        let dock = definition.get("dock").map(|dock| Dock {
            corner: dock
                .get("corner")
                .and_then(Attribute::text)
                .map(SmolStr::new),
            to: dock.get("to").and_then(Attribute::text).map(SmolStr::new),
            offset: dock
                .get("offset")
                .and_then(Attribute::reals)
                .unwrap_or_default(),
        });
        Widget {
            kind,
            text: definition.text("text").unwrap_or_default(),
            pressed: definition.flag("pressed", false),
            dock,
            min_width: definition.real("minwidth"),
        }
    }
}
