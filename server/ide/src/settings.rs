//! The settings of an applet: their keys in words, and where a place in them is.

mod path;

use cindyscript_applet::{BEHAVIOR_TYPES, Event, Settings};

pub(crate) use path::{CALLS, Object, Part, Path, path};

/// The meaning of keys that Cinderella writes and CindyJS does not read.
const UNREAD: &str = "written by Cinderella; CindyJS does not read it";

/// The meanings of keys.
#[rustfmt::skip]
static KEYS: &[(Settings, &str, &str)] = &[
    (Settings::Applet, "angleUnit", "the unit in which angles are printed: `°`, `rad`"),
    (Settings::Applet, "animation", "whether the animation plays from the beginning, and how fast"),
    (Settings::Applet, "animcontrols", "whether there are buttons to play and to stop: `animation: {controls: true}` says the same"),
    (Settings::Applet, "autoplay", "whether the animation plays from the beginning"),
    (Settings::Applet, "axes", "whether the axes are drawn, as Cinderella writes it; CindyJS reads that of a port"),
    (Settings::Applet, "behavior", "the physics: masses, springs, gravity"),
    (Settings::Applet, "canvas", "the canvas to draw on, as an object of the page"),
    (Settings::Applet, "canvasname", "the id of the element of the page to draw on"),
    (Settings::Applet, "cinderella", "the version of Cinderella that wrote this page"),
    (Settings::Applet, "csconsole", "whether a console for CindyScript is shown"),
    (Settings::Applet, "defaultAppearance", "how elements look that do not say"),
    (Settings::Applet, "enableTraceLog", "whether CindyJS notes what it computes while elements are dragged, to find its errors"),
    (Settings::Applet, "exclusive", "whether the other applets of the page end when this one starts"),
    (Settings::Applet, "geometry", "the construction: a list of elements, each after those that it is computed from"),
    (Settings::Applet, "grid", "the distance of the points that others snap to"),
    (Settings::Applet, "images", "pictures to load, by the name that scripts use"),
    (Settings::Applet, "import", "files of CindyScript to load before"),
    (Settings::Applet, "keylistener", "whether keys reach the scripts without a click on the canvas"),
    (Settings::Applet, "language", "the language of messages"),
    (Settings::Applet, "oninit", "a JavaScript function that runs before the init script"),
    (Settings::Applet, "plugins", "functions that plugins ask the page for, by name"),
    (Settings::Applet, "ports", "the canvases to draw on; CindyJS paints on the first"),
    (Settings::Applet, "scripts", "which scripts run: a pattern of ids, `cs*`, or an object of texts by event"),
    (Settings::Applet, "snap", "whether points stay on the grid"),
    (Settings::Applet, "snapdistance", "how near to the grid a point snaps to it"),
    (Settings::Applet, "statusbar", "the element of the page, or its id, that shows what is being done"),
    (Settings::Applet, "tgrid", "the distance of the lines of a triangular grid, as Cinderella writes it; CindyJS reads that of a port"),
    (Settings::Applet, "tracingStateReport", "the id of an element of the page that shows whether tracing failed"),
    (Settings::Applet, "transform", "what part of the plane is seen"),
    (Settings::Applet, "translations", "texts in other languages, which `tr` finds: an object by language"),
    (Settings::Applet, "use", "plugins, such as `CindyGL`"),
    (Settings::Applet, "videos", "videos to load, by the name that scripts use"),
    (Settings::Port, "axes", "whether the axes are drawn"),
    (Settings::Port, "background", "the colour behind the picture, as in CSS"),
    (Settings::Port, "element", "the element of the page to draw on"),
    (Settings::Port, "fill", "whether the canvas fills its element, or the window"),
    (Settings::Port, "grid", "the distance of the lines of a grid"),
    (Settings::Port, "height", "the height of the canvas in pixels"),
    (Settings::Port, "id", "the id of the element of the page to draw on"),
    (Settings::Port, "snap", "whether points stay on the grid"),
    (Settings::Port, "snapdistance", "how near to the grid a point snaps to it"),
    (Settings::Port, "tgrid", "the distance of the lines of a triangular grid"),
    (Settings::Port, "transform", "what part of the plane is seen: `[{visibleRect: [left, top, right, bottom]}]`"),
    (Settings::Port, "virtualheight", "the height that coordinates in pixels count with"),
    (Settings::Port, "virtualwidth", "the width that coordinates in pixels count with"),
    (Settings::Port, "width", "the width of the canvas in pixels"),
    (Settings::Element, "align", "which side of a text stands at its place: `left`, `center`, `right`"),
    (Settings::Element, "alpha", "the opacity, from 0 to 1"),
    (Settings::Element, "angle", "the angle of a line that is turned by a fixed one, in radians"),
    (Settings::Element, "args", "the names of the elements that this one is computed from"),
    (Settings::Element, "arrow", "whether a segment ends in an arrow"),
    (Settings::Element, "arrowposition", "where the arrow stands, from 0 at the beginning to 1 at the end"),
    (Settings::Element, "arrowshape", "the shape of the arrow: `line`, `empty`, `full`, `hollow`, `jet`, `delta`"),
    (Settings::Element, "arrowsides", "the ends that have an arrow: `==>`, `<==`, `<==>`"),
    (Settings::Element, "arrowsize", "the size of the arrow, 1 by itself"),
    (Settings::Element, "border", "whether a point has a dark border"),
    (Settings::Element, "checkbox", "the box of a button that stays pressed; CindyJS makes it"),
    (Settings::Element, "clip", "where a line ends: `none`, `end`, `inci`"),
    (Settings::Element, "color", "red, green and blue, each from 0 to 1"),
    (Settings::Element, "dashtype", "how the line is dashed, by a number from 0 to 4"),
    (Settings::Element, "dimDependent", "how much paler an element is that depends on others, as Cinderella writes it"),
    (Settings::Element, "dir", "the direction of a line through a point at the beginning, as homogeneous coordinates"),
    (Settings::Element, "dock", "the corner of the canvas that a text stays at: `{corner: \"UL\", offset: [x, y]}`"),
    (Settings::Element, "drawtrace", "whether a point leaves a trace while it moves"),
    (Settings::Element, "fillalpha", "the opacity of the inside, from 0 to 1"),
    (Settings::Element, "fillcolor", "the colour of the inside: red, green and blue, each from 0 to 1"),
    (Settings::Element, "filled", "whether the inside is filled"),
    (Settings::Element, "fillrule", "what of a polygon that crosses itself is inside: `evenodd`, `nonzero`"),
    (Settings::Element, "html", "the element of the page that is a button or a field; CindyJS makes it"),
    (Settings::Element, "ifs", "of each map of an iterated function system `{prob, color}`"),
    (Settings::Element, "index", "which of several solutions this is, from 1"),
    (Settings::Element, "kind", "what sort of element it is, as Cinderella writes it; CindyJS knows it from `type`"),
    (Settings::Element, "labeled", "whether its name is shown"),
    (Settings::Element, "labelpos", "where the label stands, seen from the element: `{x, y}` in pixels"),
    (Settings::Element, "matrix", "the matrix of a conic, or of a transformation"),
    (Settings::Element, "minwidth", "the least width of a field to enter text, in pixels"),
    (Settings::Element, "name", "its name, the variable of the scripts"),
    (Settings::Element, "narrow", "how near the mouse has to be to move it: `true` for 20 pixels, or their number"),
    (Settings::Element, "noborder", "whether a point has no dark border"),
    (Settings::Element, "overhang", "how much of a clipped line is drawn beyond its ends: 1 for nothing"),
    (Settings::Element, "pinned", "whether it cannot be moved"),
    (Settings::Element, "pos", "where it is at the beginning: `[x, y]`, or homogeneous, `[x, y, z]`"),
    (Settings::Element, "pressed", "whether a button that stays pressed is so at the beginning"),
    (Settings::Element, "printname", "the text of its label"),
    (Settings::Element, "radius", "the radius at the beginning"),
    (Settings::Element, "script", "what runs when the button is clicked or the text entered"),
    (Settings::Element, "size", "the size of a point, the width of a line, in pixels"),
    (Settings::Element, "text", "the text that is shown"),
    (Settings::Element, "text_fontfamily", "the font of its text, as in CSS"),
    (Settings::Element, "textbold", "whether its text is bold"),
    (Settings::Element, "textitalics", "whether its text is slanted"),
    (Settings::Element, "textsize", "the height of its text in pixels"),
    (Settings::Element, "tracedim", "how much smaller the old end of a trace is, 1 for no change"),
    (Settings::Element, "tracelength", "how many places a trace has, 100 by itself"),
    (Settings::Element, "traceskip", "how many moves a trace leaves out between two places"),
    (Settings::Element, "type", "what it is and how it is computed: `Free`, `Join`, `CircleMP`, ..."),
    (Settings::Element, "visible", "whether it is shown"),
    (Settings::Animation, "accuracy", "how many steps of the physics are computed a frame"),
    (Settings::Animation, "autoplay", "whether the animation plays from the beginning"),
    (Settings::Animation, "controls", "whether there are buttons to play and to stop"),
    (Settings::Animation, "speed", "how fast the animation plays, 1 by itself"),
    (Settings::Animation, "speedRange", "the least and the greatest speed that the controls offer: `[0, 1]` by itself"),
    (Settings::Appearance, "alpha", "the opacity, from 0 to 1"),
    (Settings::Appearance, "clip", "where lines end: `none`, `end`, `inci`"),
    (Settings::Appearance, "dimDependent", "the share of its colour that a dependent point keeps, 0.7 by itself"),
    (Settings::Appearance, "fontFamily", "the font of all texts, as in CSS"),
    (Settings::Appearance, "lineColor", "the colour of lines: red, green and blue, each from 0 to 1"),
    (Settings::Appearance, "lineHeight", "the distance of two lines of a text, in heights of the text"),
    (Settings::Appearance, "lineSize", "the width of lines, in pixels"),
    (Settings::Appearance, "noborder", "whether points have no dark border"),
    (Settings::Appearance, "overhangLine", "how much of a clipped line is drawn beyond its ends: 1 for nothing"),
    (Settings::Appearance, "overhangSeg", "how much of a segment is drawn beyond its ends: 1 for nothing"),
    (Settings::Appearance, "pointColor", "the colour of points: red, green and blue, each from 0 to 1"),
    (Settings::Appearance, "pointSize", "the size of points, in pixels"),
    (Settings::Appearance, "textColor", "the colour of texts: red, green and blue, each from 0 to 1"),
    (Settings::Appearance, "textsize", "the height of texts in pixels, 20 by itself"),
    (Settings::Behavior, "behavior", "type and properties, as older exports write them"),
    (Settings::Behavior, "geo", "the names of its elements"),
    (Settings::Behavior, "name", "the name of its element, as older exports write it"),
    (Settings::Behavior, "type", "the type: `Mass`, `Spring`, `Gravity`, `Environment`, ..."),
    (Settings::Behavior, "amplitude", UNREAD),
    (Settings::Behavior, "internalmove", UNREAD),
    (Settings::Behavior, "l0", UNREAD),
    (Settings::Behavior, "limitspeed", UNREAD),
    (Settings::Behavior, "motorchanger", UNREAD),
    (Settings::Behavior, "phase", UNREAD),
    (Settings::Behavior, "readOnInit", UNREAD),
    (Settings::Behavior, "speed", UNREAD),
];

/// The steps of a `transform`, and what they are for.
pub(crate) static TRANSFORMS: [(&str, &str); 4] = [
    (
        "visibleRect",
        "the part of the plane that is seen: `[left, top, right, bottom]`",
    ),
    ("scale", "how many times larger everything is"),
    (
        "translate",
        "how far everything is moved, in units of the plane: `[x, y]`",
    ),
    (
        "scaleAndOrigin",
        "pixels per unit, and where the origin is in pixels from the left and from the lower edge: `[scale, x, y]`",
    ),
];

/// The sides of a `visibleRect`, in the order of its numbers.
pub(crate) const SIDES: [&str; 4] = [
    "the least x, at the left edge",
    "the greatest y, at the upper edge",
    "the greatest x, at the right edge",
    "the least y, at the lower edge",
];

/// What a key of an object of settings is for; none if CindyJS has no such key.
pub(crate) fn doc(of: Settings, name: &str) -> Option<&'static str> {
    let mut rows = KEYS.iter();
    let row = rows.find(|(settings, key, _)| *settings == of && *key == name);
    let event = || match of {
        Settings::Applet => Event::from_name(name.strip_suffix("script")?),
        _ => None,
    };
    let property = || match of {
        Settings::Behavior => {
            let mut kinds = BEHAVIOR_TYPES.iter();
            kinds.find_map(|kind| Some(kind.property(name)?.meaning))
        }
        _ => None,
    };
    row.map(|(_, _, doc)| *doc)
        .or_else(|| Some(event()?.description()))
        .or_else(property)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_explained() {
        let all = [
            Settings::Applet,
            Settings::Port,
            Settings::Element,
            Settings::Animation,
            Settings::Appearance,
            Settings::Behavior,
        ];
        let names = all
            .iter()
            .flat_map(|of| of.names().iter().map(|name| (*of, *name)));
        let missing: Vec<_> = names
            .filter(|(of, name)| doc(*of, name).is_none())
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
        for (of, name, _) in KEYS {
            assert!(of.names().contains(name), "CindyJS has no {name} of {of:?}");
        }
    }
}
