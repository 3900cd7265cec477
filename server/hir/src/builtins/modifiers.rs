//! The modifiers of builtins: `draw(A, size -> 3)`.
//!
//! They come in groups, and a builtin's row names its groups.

use super::BuiltinId;
use crate::types::{Scalar, Type, enumerated};

/// Names of modifiers that some pass has a rule for.
pub mod name {
    /// The first value of a counter, or of a graph's variable.
    pub const START: &str = "start";
    /// The last one.
    pub const STOP: &str = "stop";
    /// The difference of two values of a counter.
    pub const STEP: &str = "step";
    /// Whether pixels of an image are blended.
    pub const INTERPOLATE: &str = "interpolate";
    /// Whether an image repeats.
    pub const REPEAT: &str = "repeat";
    /// Whether an image is blended from several sizes.
    pub const MIPMAP: &str = "mipmap";
    /// What the variable of a loop is at an entry of a dictionary.
    pub const ITERATOR: &str = "iterator";
    /// Whether the element of an extremum is wanted.
    pub const ELEMENT: &str = "element";
    /// Whether what looks like a number becomes one.
    pub const AUTOCONVERT: &str = "autoconvert";
    /// How many levels of lists are flattened.
    pub const LEVELS: &str = "levels";
    /// Half of the step of a difference quotient.
    pub const EPS: &str = "eps";
}

/// A modifier of a builtin.
#[derive(Debug, PartialEq, Eq)]
pub struct ModifierRow {
    /// Its name; CindyScript distinguishes case here.
    pub name: &'static str,
    /// What its value must be to have an effect.
    pub wants: Wants,
    /// One sentence for the author.
    pub doc: &'static str,
    /// The strings that it may be; none where there are too many to be listed.
    pub values: &'static [&'static str],
}

/// Strings that CindyJS takes besides, for applets of old: the modifier, and what its value begins with.
const OF_OLD: [(&str, &str); 2] = [("arrowshape", "default"), ("dashtype", "dashvalue.")];

impl ModifierRow {
    /// True if a string may be its value.
    #[must_use]
    pub fn may_be(&self, text: &str) -> bool {
        let mut of_old = OF_OLD.iter();
        let is_number = || self.wants == Wants::NumberOrText && text.parse::<f64>().is_ok();
        self.values.is_empty()
            || self.values.contains(&text)
            || of_old.any(|(name, begins)| *name == self.name && text.starts_with(begins))
            || is_number()
    }

    /// What it is for and which strings it may be, for people.
    #[must_use]
    pub fn describe(&self) -> String {
        let values: Vec<String> = self.values.iter().map(|it| format!("\"{it}\"")).collect();
        match values.as_slice() {
            [] => self.doc.to_owned(),
            values => format!("{}: {}", self.doc, enumerated(values, "or")),
        }
    }
}

/// What the value of a modifier must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// A real number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A string.
    Text,
    /// Red, green and blue in 0..1.
    Color,
    /// Two numbers.
    Pair,
    /// A list of numbers.
    Numbers,
    /// A number or a string.
    NumberOrText,
    /// One or two numbers.
    NumberOrPair,
    /// Anything.
    Any,
}

impl Wants {
    /// For people: `size wants a number`.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Boolean => "true or false",
            Self::Text => "a string",
            Self::Color => "a colour, a list of 3 numbers",
            Self::Pair => "a list of 2 numbers",
            Self::Numbers => "a list of numbers",
            Self::NumberOrText => "a number or a string",
            Self::NumberOrPair => "a number or a list of 2 numbers",
            Self::Any => "anything",
        }
    }

    /// Whether a value of that type may be what is wanted.
    #[must_use]
    pub fn may_take(self, ty: &Type) -> bool {
        if ty.has_alternatives() {
            return ty.alternatives().iter().any(|ty| self.may_take(ty));
        }
        let number = |ty: &Type| matches!(ty, Type::Scalar(scalar) if *scalar != Scalar::Boolean);
        let numbers = |len: Option<u32>| match (ty, ty.as_list()) {
            (Type::Point, _) => len == Some(2),
            (_, Some(list)) => {
                let fits = len.is_none() || list.len.is_none() || list.len == len;
                fits && !matches!(list.element, Type::String | Type::List(_) | Type::Tuple(_))
            }
            _ => false,
        };
        match (self, ty) {
            (Self::Any, _) | (_, Type::Unset | Type::Top) => true,
            (Self::Number, ty) => number(ty),
            // A truth value that shares a variable with numbers has their type.
            (Self::Boolean, ty) => matches!(ty, Type::Scalar(_)),
            (Self::Text, ty) => *ty == Type::String,
            (Self::Color, _) => numbers(Some(3)),
            (Self::Pair, _) => numbers(Some(2)),
            (Self::Numbers, _) => numbers(None),
            (Self::NumberOrText, ty) => number(ty) || *ty == Type::String,
            (Self::NumberOrPair, ty) => number(ty) || numbers(Some(2)),
        }
    }
}

/// Modifiers that builtins have in common.
pub type Group = &'static [ModifierRow];

const fn row(name: &'static str, wants: Wants, doc: &'static str) -> ModifierRow {
    ModifierRow {
        name,
        wants,
        doc,
        values: &[],
    }
}

/// Of a string that is one of these.
const fn choice(
    name: &'static str,
    wants: Wants,
    doc: &'static str,
    values: &'static [&'static str],
) -> ModifierRow {
    ModifierRow {
        values,
        ..row(name, wants, doc)
    }
}

pub(super) const LOOK: Group = &[
    row("color", Wants::Color, "colour: red, green, blue"),
    row(
        "size",
        Wants::Number,
        "radius of points, width of lines, height of text, in pixels",
    ),
    row("alpha", Wants::Number, "opacity, from 0 to 1"),
];
pub(super) const POINT: Group = &[
    row(
        "border",
        Wants::Boolean,
        "true if the point has a black border",
    ),
    row(
        "noborder",
        Wants::Boolean,
        "true if the point has no border",
    ),
];
pub(super) const DASH: Group = &[
    row(
        "dashing",
        Wants::Number,
        "dashes of twice this length, with gaps of this length",
    ),
    choice(
        "dashtype",
        Wants::NumberOrText,
        "a dash pattern, 0 to 4 or its name",
        &["solid", "dashed", "tightdash", "dotted", "dashdot"],
    ),
    row(
        "dashpattern",
        Wants::Numbers,
        "lengths of dashes and gaps in turn",
    ),
    choice(
        "lineCap",
        Wants::Text,
        "how lines end",
        &["round", "square", "butt"],
    ),
    choice(
        "lineJoin",
        Wants::Text,
        "how lines meet",
        &["round", "bevel", "miter"],
    ),
    row(
        "miterLimit",
        Wants::Number,
        "how far a mitred corner may reach",
    ),
];
pub(super) const ARROW: Group = &[
    row(
        "overhang",
        Wants::Number,
        "length of a segment relative to the distance of its ends",
    ),
    row("arrow", Wants::Boolean, "true if the segment is an arrow"),
    choice(
        "arrowshape",
        Wants::Text,
        "shape of the head",
        &["line", "empty", "hollow", "full", "jet", "delta"],
    ),
    choice(
        "arrowsides",
        Wants::Text,
        "which ends have a head",
        &["==>", "<==>", "<=="],
    ),
    row(
        "arrowposition",
        Wants::Number,
        "where the head is, from 0 (start) to 1 (end)",
    ),
    row(
        "arrowsize",
        Wants::Number,
        "size of the head, relative to the usual one",
    ),
];
pub(super) const AREA: Group = &[
    row(
        "fillcolor",
        Wants::Color,
        "colour of the inside: red, green, blue",
    ),
    row(
        "fillalpha",
        Wants::Number,
        "opacity of the inside, from 0 to 1",
    ),
    choice(
        "fillrule",
        Wants::Text,
        "what is inside",
        &["nonzero", "evenodd"],
    ),
];
pub(super) const FONT: Group = &[
    row("bold", Wants::Boolean, "true if the text is bold"),
    row("italics", Wants::Boolean, "true if the text is italic"),
    row("family", Wants::Text, "the font's family"),
    choice(
        "align",
        Wants::Text,
        "which part of the text is at the position",
        &["left", "mid", "center", "right"],
    ),
    row(
        "xoffset",
        Wants::Number,
        "pixels to the right of the position",
    ),
    row("yoffset", Wants::Number, "pixels above the position"),
    row(
        "offset",
        Wants::Pair,
        "pixels to the right of and above the position",
    ),
];
pub(super) const TEXT: Group = &[
    row("angle", Wants::Number, "rotation, in radians"),
    row(
        "outlinecolor",
        Wants::Color,
        "colour of the outline: red, green, blue",
    ),
    row(
        "outlinewidth",
        Wants::Number,
        "width of the outline in pixels",
    ),
];
pub(super) const TABLE: Group = &[
    row("width", Wants::Number, "width of a column in pixels"),
    row("height", Wants::Number, "height of a row in pixels"),
    row("border", Wants::Boolean, "true if cells have borders"),
];
pub(super) const GRAPH: Group = &[
    row(
        name::START,
        Wants::Number,
        "where the running variable starts",
    ),
    row(
        name::STOP,
        Wants::Number,
        "where the running variable stops",
    ),
    row(
        "steps",
        Wants::Number,
        "number of steps of a parametric curve",
    ),
    row("connect", Wants::Boolean, "true if jumps are connected"),
];
pub(super) const CANVAS_3D: Group = &[
    row("name", Wants::Text, "the id of the canvas element"),
    row("antialias", Wants::Boolean, "false for rough edges"),
    row("supersample", Wants::Number, "samples per pixel"),
];
pub(super) const INSTANCE_3D: Group = &[row(
    "instancename",
    Wants::Text,
    "the id of the canvas of the scene",
)];
pub(super) const LOOK_3D: Group = &[
    row(
        "color",
        Wants::Any,
        "colour: red, green, blue, or a brightness",
    ),
    row("alpha", Wants::Number, "opacity, from 0 to 1"),
    row(
        "shininess",
        Wants::Number,
        "how small highlights are, from 0 to 128",
    ),
];
pub(super) const SIZE_3D: Group = &[row(
    "size",
    Wants::Number,
    "radius of points and lines, in twentieths of a unit",
)];
pub(super) const MESH_3D: Group = &[
    choice(
        "normaltype",
        Wants::Text,
        "faces look flat (`perface`) or smooth (`pervertex`)",
        &["perface", "pervertex"],
    ),
    choice(
        "colortype",
        Wants::Text,
        "the parts that have a colour each: faces or corners",
        &["perface", "pervertex"],
    ),
    choice(
        "topology",
        Wants::Text,
        "which ends of the grid are joined",
        &["open", "closerows", "closecolumns", "closeboth"],
    ),
];
pub(super) const CORNERS_3D: Group = &[
    row("colors", Wants::Any, "a list of the colours of the points"),
    row(
        "uv",
        Wants::Any,
        "a list of places in the texture, of the points",
    ),
    row(
        "texture",
        Wants::Text,
        "name of an image to put on the surface",
    ),
];
pub(super) const NORMALS_3D: Group = &[row(
    "normals",
    Wants::Any,
    "a list of directions perpendicular to the surface, of the corners",
)];
pub(super) const LIGHT_3D: Group = &[
    row(
        "diffuse",
        Wants::Any,
        "colour of the light that surfaces scatter",
    ),
    row("specular", Wants::Any, "colour of the highlights"),
    choice(
        "frame",
        Wants::Text,
        "coordinate system of position and direction",
        &["camera", "world"],
    ),
];
pub(super) const POSITION_3D: Group = &[row("position", Wants::Numbers, "position: x, y, z")];
pub(super) const DIRECTION_3D: Group = &[row("direction", Wants::Numbers, "direction: x, y, z")];
pub(super) const SPOT_3D: Group = &[
    row(
        "cutoffangle",
        Wants::Number,
        "angle between the axis of the cone and its edge, in radians",
    ),
    row(
        "exponent",
        Wants::Number,
        "how much darker the light is away from its axis",
    ),
];
pub(super) const SOUND: Group = &[
    row(
        "line",
        Wants::NumberOrText,
        "name of the voice that plays the sound: voices play together, and a new sound replaces the old one of its voice; by default 0",
    ),
    row(
        "duration",
        Wants::Number,
        "duration in seconds, by default 1",
    ),
    row(
        "attack",
        Wants::Number,
        "seconds in which the sound becomes loud, by default 0.01",
    ),
    row(
        "release",
        Wants::Number,
        "seconds in which the sound fades, by default 0.01",
    ),
];
pub(super) const TONE: Group = &[
    row(
        "amp",
        Wants::Number,
        "volume; without effect in CindyJS, which plays tones at full volume: use `harmonics`",
    ),
    row(
        "damp",
        Wants::Number,
        "how fast the sound fades, as a factor in an exponent; by default 0",
    ),
    row(
        "stop",
        Wants::Number,
        "the same as duration; if a call has both, duration counts",
    ),
    row(
        "harmonics",
        Wants::Numbers,
        "amplitudes of the overtones, by default [1]",
    ),
    row(
        "partials",
        Wants::Numbers,
        "factors for the frequencies of the overtones",
    ),
    row(
        "pan",
        Wants::Number,
        "from -1 (left) to 1 (right), by default 0",
    ),
    row(
        "phaseshift",
        Wants::Any,
        "phase in radians: a number for the first overtone (the others have multiples of it), or a list with one for each",
    ),
    row(
        "precompute",
        Wants::Boolean,
        "true if all overtones become louder and fade together",
    ),
    row(
        "restart",
        Wants::Boolean,
        "true if a damped tone that already plays begins again, false if it goes on",
    ),
];
pub(super) const FREQUENCY: Group = &[row(
    "freq",
    Wants::Number,
    "the frequency in Hz, by default as it is",
)];
pub(super) const WAVE: Group = &[
    row("amp", Wants::Number, "volume, by default 0.5"),
    row(
        "start",
        Wants::Number,
        "seconds from the first sound of the page, for which this one waits; by default 0",
    ),
];
pub(super) const FUNCTION_WAVE: Group = &[
    row(
        "damp",
        Wants::Number,
        "how fast the sound fades, as a factor in an exponent; by default 0",
    ),
    row("silent", Wants::Boolean, "true if nothing is played"),
    row("stop", Wants::Number, "without effect in CindyJS"),
    row(
        "export",
        Wants::Boolean,
        "without effect: in CindyJS, scripts cannot use the samples",
    ),
];
pub(super) const LIST_WAVE: Group = &[row("damp", Wants::Number, "without effect in CindyJS")];
pub(super) const PICTURE: Group = &[
    row("alpha", Wants::Number, "opacity, from 0 to 1"),
    row("angle", Wants::Number, "rotation, in radians"),
    row("rotation", Wants::Number, "rotation, in radians"),
    row(
        "scale",
        Wants::NumberOrPair,
        "size relative to the usual one",
    ),
    row("scalex", Wants::Number, "width relative to the usual one"),
    row("scaley", Wants::Number, "height relative to the usual one"),
    row(
        "flipx",
        Wants::Boolean,
        "true if left and right are exchanged",
    ),
    row(
        "flipy",
        Wants::Boolean,
        "true if top and bottom are exchanged",
    ),
    row("aspect", Wants::Number, "ratio of height to width"),
    row(
        name::INTERPOLATE,
        Wants::Boolean,
        "true if neighbouring pixels are blended",
    ),
];
pub(super) const SAMPLE: Group = &[
    row(
        name::INTERPOLATE,
        Wants::Boolean,
        "true if neighbouring pixels are blended",
    ),
    row(
        name::REPEAT,
        Wants::Boolean,
        "true if the image repeats outside of its frame",
    ),
    row(
        name::MIPMAP,
        Wants::Boolean,
        "true if pixels of a reduced image are blended from smaller copies",
    ),
];
pub(super) const RANGE: Group = &[
    row(name::START, Wants::Number, "the counter's first value"),
    row(name::STOP, Wants::Number, "the counter's last value"),
    row(
        name::STEP,
        Wants::Number,
        "the difference of two values of the counter",
    ),
];
pub(super) const ENTRIES: Group = &[choice(
    name::ITERATOR,
    Wants::Text,
    "what the running variable is at each entry of a dictionary",
    &["value", "key", "pair"],
)];
pub(super) const EXTREMUM: Group = &[row(
    name::ELEMENT,
    Wants::Boolean,
    "true if the result is the element, not the value of the body",
)];
pub(super) const DIFFERENCE: Group = &[row(
    name::EPS,
    Wants::Number,
    "half of the step of the difference quotient",
)];
pub(super) const PRECISION: Group = &[row(
    "precision",
    Wants::Number,
    "the number below which a value counts as zero",
)];
pub(super) const CONVERT: Group = &[row(
    name::AUTOCONVERT,
    Wants::Boolean,
    "true if parts that look like numbers become numbers",
)];
pub(super) const CSV: Group = &[row(
    "delimiter",
    Wants::Text,
    "the text between two entries",
)];
pub(super) const FORMAT: Group = &[
    row("delimiter", Wants::Text, "the decimal point"),
    row(
        "truncate",
        Wants::Boolean,
        "true if zeros at the end are left out",
    ),
];
pub(super) const LEVELS: Group = &[choice(
    name::LEVELS,
    Wants::NumberOrText,
    "how many levels, a number or a word",
    &["all"],
)];
pub(super) const BASE: Group = &[row(
    "base",
    Wants::Number,
    "the base of the digits, by default 16",
)];
pub(super) const TOUCH: Group = &[row(
    "id",
    Wants::Number,
    "the number of a touch, for its position",
)];
pub(super) const CAMERA: Group = &[row("resolution", Wants::Any, "width and height in pixels")];
pub(super) const COMPATIBILITY: Group = &[row(
    "compatibility",
    Wants::Text,
    "\"cinderella\" for the names that Cinderella uses",
)];
pub(super) const TOOL: Group = &[
    row(
        "flipped",
        Wants::Boolean,
        "true if rows and columns are exchanged",
    ),
    row(
        "reference",
        Wants::Text,
        "the corner that the position counts from",
    ),
    row("space", Wants::Number, "pixels between buttons"),
    row("toolbar", Wants::Any, "the toolbar that gets the buttons"),
];

/// Which modifiers a builtin takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifiers {
    /// The modifiers of these groups.
    Listed(&'static [Group]),
    /// Modifiers of any name: they are the fields of what it makes, say, or nothing is known of it.
    Any,
}

/// The modifiers of a builtin; `None` if any name is allowed.
#[must_use]
pub fn of(builtin: BuiltinId) -> Option<impl Iterator<Item = &'static ModifierRow> + Clone> {
    match builtin.row().modifiers {
        Modifiers::Listed(groups) => Some(groups.iter().copied().flatten()),
        Modifiers::Any => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::all;

    #[test]
    fn no_builtin_has_a_modifier_twice() {
        for builtin in all() {
            let mut seen: Vec<&str> = of(builtin)
                .into_iter()
                .flatten()
                .map(|row| row.name)
                .collect();
            let all = seen.len();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), all, "{}", builtin.name());
        }
    }
}
