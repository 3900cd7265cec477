//! The settings of an applet, in words.

use cindyscript_applet::Settings;

/// The meanings of keys.
#[rustfmt::skip]
static KEYS: &[(Settings, &str, &str)] = &[
    (Settings::Applet, "angleUnit", "the unit in which angles are printed: `°`, `rad`"),
    (Settings::Applet, "animation", "whether the animation plays from the beginning, and how fast"),
    (Settings::Applet, "autoplay", "whether the animation plays from the beginning"),
    (Settings::Applet, "behavior", "the physics: masses, springs, gravity"),
    (Settings::Applet, "canvasname", "the id of the element of the page to draw on"),
    (Settings::Applet, "csconsole", "whether a console for CindyScript is shown"),
    (Settings::Applet, "defaultAppearance", "how elements look that do not say"),
    (Settings::Applet, "geometry", "the construction: a list of elements, each after those that it is computed from"),
    (Settings::Applet, "images", "pictures to load, by the name that scripts use"),
    (Settings::Applet, "import", "files of CindyScript to load before"),
    (Settings::Applet, "keylistener", "whether keys reach the scripts without a click on the canvas"),
    (Settings::Applet, "language", "the language of messages"),
    (Settings::Applet, "oninit", "JavaScript that runs when everything is loaded"),
    (Settings::Applet, "ports", "the canvases to draw on; CindyJS paints on the first"),
    (Settings::Applet, "scripts", "which scripts run: a pattern of ids, `cs*`, or an object of texts by event"),
    (Settings::Applet, "transform", "what part of the plane is seen"),
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
    (Settings::Port, "transform", "what part of the plane is seen: `[{visibleRect: [left, top, right, bottom]}]`"),
    (Settings::Port, "virtualheight", "the height that coordinates in pixels count with"),
    (Settings::Port, "virtualwidth", "the width that coordinates in pixels count with"),
    (Settings::Port, "width", "the width of the canvas in pixels"),
    (Settings::Element, "alpha", "the opacity, from 0 to 1"),
    (Settings::Element, "args", "the names of the elements that this one is computed from"),
    (Settings::Element, "clip", "where a line ends: `none`, `end`, `inci`"),
    (Settings::Element, "color", "red, green and blue, each from 0 to 1"),
    (Settings::Element, "fillalpha", "the opacity of the inside, from 0 to 1"),
    (Settings::Element, "fillcolor", "the colour of the inside: red, green and blue, each from 0 to 1"),
    (Settings::Element, "labeled", "whether its name is shown"),
    (Settings::Element, "name", "its name, the variable of the scripts"),
    (Settings::Element, "pinned", "whether it cannot be moved"),
    (Settings::Element, "pos", "where it is at the beginning: `[x, y]`, or homogeneous, `[x, y, z]`"),
    (Settings::Element, "printname", "the text of its label"),
    (Settings::Element, "radius", "the radius at the beginning"),
    (Settings::Element, "script", "what runs when the button is clicked or the text entered"),
    (Settings::Element, "size", "the size of a point, the width of a line, in pixels"),
    (Settings::Element, "text", "the text that is shown"),
    (Settings::Element, "textsize", "the height of its text in pixels"),
    (Settings::Element, "type", "what it is and how it is computed: `Free`, `Join`, `CircleMP`, ..."),
    (Settings::Element, "visible", "whether it is shown"),
    (Settings::Animation, "accuracy", "how many steps of the physics are computed a frame"),
    (Settings::Animation, "autoplay", "whether the animation plays from the beginning"),
    (Settings::Animation, "controls", "whether there are buttons to play and to stop"),
    (Settings::Animation, "speed", "how fast the animation plays, 1 by itself"),
];

/// What a key of an object of settings is for, if something is said about it.
pub(crate) fn doc(of: Settings, name: &str) -> Option<&'static str> {
    let mut rows = KEYS.iter();
    let row = rows.find(|(settings, key, _)| *settings == of && *key == name);
    row.map(|(_, _, doc)| *doc)
}
