//! How an element looks: what its definition says, the applet's defaults where it says nothing.

use cindyscript_applet::DefaultAppearance;
use smol_str::SmolStr;

use crate::{Attribute, Definition, ElementKind};

/// How an element looks. Lengths are in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Appearance {
    /// Radius of a point, width of a line, height of a text.
    pub size: f64,
    /// Red, green, blue, 0 to 1. Of points that cannot be moved it is dimmed already.
    pub color: [f64; 3],
    /// Opacity, 0 to 1.
    pub alpha: f64,
    /// Whether it is drawn.
    pub visible: bool,
    /// Whether its name stands beside it.
    pub labeled: bool,
    /// Whether the mouse leaves it where it is.
    pub pinned: bool,
    /// How its name is written.
    pub label: Label,
    /// Of a point: whether it has a black border.
    pub border: bool,
    /// Of lines and conics.
    pub dash: Option<Dash>,
    /// Length of a line beyond its points, relative to their distance; of a segment, 1 is from
    /// point to point.
    pub overhang: f64,
    /// Where a line ends.
    pub clip: Clip,
    /// Of a segment: its arrow head.
    pub arrow: Arrow,
    /// Whether a polygon or an arc is filled.
    pub filled: bool,
    /// Red, green, blue, 0 to 1.
    pub fill_color: Option<[f64; 3]>,
    /// Opacity, 0 to 1.
    pub fill_alpha: f64,
    /// Of a point: the marks it leaves when it moves.
    pub trail: Option<Trail>,
    /// Of points and circles: the distance from which on the mouse does not take it.
    pub narrow: Option<f64>,
}

/// How the name of an element is written, or the text of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What is written in place of the name.
    pub text: Option<SmolStr>,
    /// Offset to the right and upwards.
    pub position: Option<[f64; 2]>,
    /// Height.
    pub size: f64,
    /// Bold.
    pub bold: bool,
    /// Italics.
    pub italics: bool,
    /// CSS font family.
    pub family: SmolStr,
    /// `left`, `right` or `mid`, as the language's modifier `align`.
    pub align: Option<SmolStr>,
    /// Red, green, blue, 0 to 1.
    pub color: [f64; 3],
}

/// How a line is broken, as the language's modifier `dashtype`.
#[derive(Clone, Debug, PartialEq)]
pub enum Dash {
    /// One of the numbered patterns.
    Numbered(f64),
    /// A pattern by its name.
    Named(SmolStr),
    /// Lengths of dashes and gaps.
    Lengths(Vec<f64>),
}

/// Where a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clip {
    /// At the edge of the canvas.
    None,
    /// At the points that define it.
    End,
    /// At the outermost points that lie on it.
    Incident,
}

/// The head of an arrow, as the language's modifiers `arrow...`.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// `arrow: true`. The other settings, but for the size, show it by themselves.
    pub shown: bool,
    /// Relative to the usual one.
    pub size: Option<f64>,
    /// From 0, the start, to 1, the end.
    pub position: Option<f64>,
    /// `line`, `jet`, `full`, ...
    pub shape: Option<SmolStr>,
    /// `==>`, `<==>` or `<==`.
    pub sides: Option<SmolStr>,
}

/// The marks that a point leaves when it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trail {
    /// How fast they fade.
    pub dim: f64,
    /// How many there are.
    pub length: f64,
    /// How many places are left out between two.
    pub skip: f64,
}

/// The distance in pixels of `narrow: true`.
const NARROW: f64 = 20.0;

impl Appearance {
    /// `movable` says whether the mouse could move it, `pinned` apart.
    pub(crate) fn new(
        definition: &Definition,
        kind: ElementKind,
        movable: bool,
        defaults: &DefaultAppearance,
    ) -> Appearance {
        let pinned = definition.flag("pinned", false);
        let (size, color) = match kind {
            ElementKind::Point => (defaults.point_size, defaults.point_color),
            ElementKind::Text => (defaults.text_size, defaults.text_color),
            _ => (defaults.line_size, defaults.line_color),
        };
        let size_name = if kind == ElementKind::Text {
            "textsize"
        } else {
            "size"
        };
        let mut color = color_of(definition, "color").unwrap_or(color);
        if kind == ElementKind::Point && (!movable || pinned) {
            color = color.map(|channel| channel * defaults.dim_dependent);
        }
        let is_segment = kind == ElementKind::Segment;
        Appearance {
            size: definition.real(size_name).unwrap_or(size),
            color,
            alpha: definition.real("alpha").unwrap_or(defaults.alpha),
            // Only `false` hides.
            visible: definition.get("visible") != Some(&Attribute::Boolean(false)),
            labeled: definition.flag("labeled", false),
            pinned,
            label: Label::new(definition, defaults),
            border: definition.get("border").and_then(Attribute::boolean) != Some(false)
                && definition.get("noborder").and_then(Attribute::boolean) != Some(true),
            dash: definition.get("dashtype").and_then(Dash::new),
            overhang: definition.real("overhang").unwrap_or(if is_segment {
                defaults.overhang_segment
            } else {
                defaults.overhang_line
            }),
            clip: if is_segment {
                Clip::End
            } else {
                Clip::new(definition.text("clip").as_deref().unwrap_or(&defaults.clip))
            },
            arrow: Arrow::new(definition),
            filled: definition.flag("filled", kind == ElementKind::Polygon),
            fill_color: color_of(definition, "fillcolor"),
            fill_alpha: definition
                .real("fillalpha")
                .unwrap_or(if kind == ElementKind::Text { 1.0 } else { 0.0 }),
            trail: definition
                .flag("drawtrace", false)
                .then(|| Trail::new(definition)),
            narrow: definition.get("narrow").and_then(narrow),
        }
    }
}

/// The distance in pixels that a value of `narrow` sets.
fn narrow(value: &Attribute) -> Option<f64> {
    match value {
        Attribute::Number(distance) => Some(distance.re),
        other => other.truthy().then_some(NARROW),
    }
}

impl Arrow {
    fn new(definition: &Definition) -> Arrow {
        Arrow {
            shown: definition.flag("arrow", false),
            size: definition.real("arrowsize"),
            // CindyJS takes 0 for no position.
            position: definition
                .real("arrowposition")
                .filter(|place| *place != 0.0),
            shape: definition.text("arrowshape"),
            sides: definition.text("arrowsides"),
        }
    }
}

impl Trail {
    fn new(definition: &Definition) -> Trail {
        Trail {
            dim: definition.real("tracedim").unwrap_or(1.0),
            length: definition.real("tracelength").unwrap_or(100.0),
            skip: definition.real("traceskip").unwrap_or(1.0),
        }
    }
}

impl Label {
    fn new(definition: &Definition, defaults: &DefaultAppearance) -> Label {
        let position = definition.get("labelpos");
        Label {
            text: definition.text("printname"),
            position: position.and_then(|position| match position {
                Attribute::Object(_) => {
                    let coordinate = |name| position.get(name).and_then(Attribute::real);
                    Some([coordinate("x")?, coordinate("y")?])
                }
                _ => position.reals(),
            }),
            size: definition.real("textsize").unwrap_or(defaults.text_size),
            bold: definition.flag("textbold", false),
            italics: definition.flag("textitalics", false),
            family: definition
                .text("text_fontfamily")
                .unwrap_or_else(|| SmolStr::new(&defaults.font_family)),
            align: definition.text("align"),
            color: defaults.text_color,
        }
    }
}

impl Dash {
    fn new(attribute: &Attribute) -> Option<Dash> {
        match attribute {
            Attribute::Number(number) => {
                (*number != 0.0.into()).then_some(Dash::Numbered(number.re))
            }
            Attribute::List(items) => {
                let lengths: Option<Vec<f64>> = items.iter().map(Attribute::real).collect();
                lengths.map(Dash::Lengths)
            }
            Attribute::Text(name) => Some(Dash::Named(name.clone())),
            _ => None,
        }
    }
}

impl Clip {
    fn new(name: &str) -> Clip {
        match name {
            "end" => Clip::End,
            "inci" => Clip::Incident,
            _ => Clip::None,
        }
    }
}

fn color_of(definition: &Definition, name: &str) -> Option<[f64; 3]> {
    definition.get(name)?.reals()
}
