//! The names of settings: which CindyJS has, where, and which of them do nothing in the preview.

use text_size::TextRange;

use crate::Constant;

/// The objects of a page's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Settings {
    /// The argument of `CindyJS({...})`.
    Applet,
    /// An entry of `ports`.
    Port,
    /// An entry of `geometry`.
    Element,
    /// `animation`.
    Animation,
    /// `defaultAppearance`.
    Appearance,
    /// An entry of `behavior`.
    Behavior,
}

impl Settings {
    /// The names that CindyJS has for properties of such an object.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Settings::Applet => APPLET,
            Settings::Port => PORT,
            Settings::Element => ELEMENT,
            Settings::Animation => ANIMATION,
            Settings::Appearance => APPEARANCE,
            Settings::Behavior => BEHAVIOR,
        }
    }

    /// How one calls such an object: `a port`.
    pub fn words(self) -> &'static str {
        match self {
            Settings::Applet => "CindyJS",
            Settings::Port => "a port",
            Settings::Element => "an element",
            Settings::Animation => "`animation`",
            Settings::Appearance => "`defaultAppearance`",
            Settings::Behavior => "a behavior",
        }
    }
}

#[rustfmt::skip]
const APPLET: &[&str] = &[
    "angleUnit", "animation", "animcontrols", "autoplay", "axes", "behavior", "canvas",
    "canvasname", "cinderella", "csconsole", "defaultAppearance", "enableTraceLog", "exclusive",
    "geometry", "grid", "images", "import", "keylistener", "language", "oninit", "plugins",
    "ports", "scripts", "snap", "snapdistance", "statusbar", "tgrid", "tracingStateReport",
    "transform", "translations", "use", "videos",
];

#[rustfmt::skip]
const PORT: &[&str] = &[
    "axes", "background", "element", "fill", "grid", "height", "id", "snap", "snapdistance",
    "tgrid", "transform", "virtualheight", "virtualwidth", "width",
];

#[rustfmt::skip]
const ELEMENT: &[&str] = &[
    "align", "alpha", "angle", "args", "arrow", "arrowposition", "arrowshape", "arrowsides",
    "arrowsize", "border", "checkbox", "clip", "color", "dashtype", "dimDependent", "dir", "dock",
    "drawtrace", "fillalpha", "fillcolor", "filled", "fillrule", "html", "ifs", "index", "kind",
    "labeled", "labelpos", "matrix", "minwidth", "name", "narrow", "noborder", "overhang", "pinned", "pos", "pressed",
    "printname", "radius", "script", "size", "text", "text_fontfamily", "textbold", "textitalics",
    "textsize", "tracedim", "tracelength", "traceskip", "type", "visible",
];

const ANIMATION: &[&str] = &["accuracy", "autoplay", "controls", "speed", "speedRange"];

#[rustfmt::skip]
const APPEARANCE: &[&str] = &[
    "alpha", "clip", "dimDependent", "fontFamily", "lineColor", "lineHeight", "lineSize",
    "noborder", "overhangLine", "overhangSeg", "pointColor", "pointSize", "textColor", "textsize",
];

/// Those of all types, and some that Cinderella writes besides.
#[rustfmt::skip]
const BEHAVIOR: &[&str] = &[
    "accuracy", "amplitude", "ballInteractionBoosting", "balls", "behavior", "charge", "charges",
    "deltat", "fixed", "friction", "geo", "gravity", "internalmove", "l0", "limitSpeed",
    "limitspeed", "mass", "motorchanger", "name", "newton", "phase", "radius", "readOnInit",
    "speed", "springstrength", "strength", "stype", "type", "vx", "vy", "vz", "xdamp", "ydamp",
];

/// A property as it is named in the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyKey {
    /// Its name.
    pub name: String,
    /// Where that is written, quotes included.
    pub range: TextRange,
    /// What has it.
    pub of: Settings,
}

/// Adds the properties of an object that wants looking at: those that CindyJS does not have, and
/// those of the applet itself.
pub(crate) fn collect(object: &Constant, of: Settings, keys: &mut Vec<PropertyKey>) {
    let properties = object.as_object().unwrap_or_default().iter();
    let notable = properties
        .filter(|one| of == Settings::Applet || !of.names().contains(&one.name.as_str()))
        .filter(|one| !one.name_range.is_empty());
    keys.extend(notable.map(|one| PropertyKey {
        name: one.name.clone(),
        range: one.name_range,
        of,
    }));
}
