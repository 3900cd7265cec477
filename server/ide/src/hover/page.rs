//! Names in a page's call `CindyJS({...})`: elements of the construction, their types, and keys.

use cindyscript_applet::{Element, Settings};
use cindyscript_hir::elements;
use text_size::{TextRange, TextSize};

use super::Hover;
use crate::analysis::{Analysis, AppletAnalysis};

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

/// The hover at an offset of the file that is in no script.
pub(super) fn hover(
    analysis: &Analysis,
    offset: TextSize,
    link: &dyn Fn(TextRange) -> String,
) -> Option<Hover> {
    let mut applets = analysis.applets.iter();
    let applet = applets.find(|applet| applet.source().range.contains(offset));
    let text = analysis.document.text();
    let range = word(text, offset)?;
    let written = text.get(std::ops::Range::<usize>::from(range))?;
    // The construction may stand before the call.
    let all = analysis.applets.iter();
    let elements = all.flat_map(|applet| &applet.source().geometry);
    let element = elements
        .into_iter()
        .find(|element| element.range.contains(offset));
    let markdown = match element {
        Some(element) => {
            let of = analysis
                .applets
                .iter()
                .find(|applet| applet.source().element(&element.name).is_some())?;
            of_element(of, element, written, is_key(text, range), link)?
        }
        None => {
            let source = applet?.source();
            let is_port = source.ports.iter().any(|port| port.range.contains(offset));
            let of: &[Settings] = match is_port {
                true => &[Settings::Port],
                false => &[Settings::Applet, Settings::Animation],
            };
            if !is_key(text, range) {
                return None;
            }
            key(of, written)?
        }
    };
    Some(Hover {
        range,
        markdown,
        subjects: Vec::new(),
    })
}

/// The hover for a word in an element of the construction.
fn of_element(
    applet: &AppletAnalysis,
    element: &Element,
    word: &str,
    is_key: bool,
    link: &dyn Fn(TextRange) -> String,
) -> Option<String> {
    if is_key {
        return key(&[Settings::Element], word);
    }
    if word == element.kind
        && let Some(signature) = elements::signature(word)
    {
        let from = signature.arguments().unwrap_or_default();
        let from: Vec<&str> = from.iter().map(|kind| elements::words(kind)).collect();
        let from = match from.as_slice() {
            [] => String::new(),
            from => format!(", computed from {}", from.join(", ")),
        };
        let made = elements::words(signature.kind);
        return Some(format!("```\n{word}\n```\n{made}{from}"));
    }
    let named = applet.source().element(word)?;
    let types = elements::types(&applet.source().geometry);
    let ty = types.get(named.name.as_str())?;
    let what = super::element::describe(applet, named, link);
    Some(format!("```cindyscript\n{word}: {ty}\n```\n{what}"))
}

fn key(of: &[Settings], name: &str) -> Option<String> {
    let mut rows = KEYS.iter();
    let (settings, _, doc) =
        rows.find(|(settings, key, _)| *key == name && of.contains(settings))?;
    Some(format!("```\n{name}\n```\nof {}: {doc}", settings.words()))
}

/// The word around an offset.
fn word(text: &str, offset: TextSize) -> Option<TextRange> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'');
    let (before, behind) = text.split_at_checked(offset.into())?;
    let start = before.len()
        - before
            .chars()
            .rev()
            .take_while(|&c| is_word(c))
            .map(char::len_utf8)
            .sum::<usize>();
    let length = behind
        .chars()
        .take_while(|&c| is_word(c))
        .map(char::len_utf8)
        .sum::<usize>();
    let size = |offset: usize| TextSize::try_from(offset).ok();
    let range = TextRange::new(size(start)?, size(before.len() + length)?);
    let written = text.get(std::ops::Range::<usize>::from(range))?;
    // Quotation marks of JavaScript are no part of a name.
    let inner = written.trim_matches('\'');
    let at = range.start() + size(written.find(inner)?)?;
    (!inner.is_empty()).then(|| TextRange::at(at, TextSize::of(inner)))
}

/// Whether a word is a key: a colon stands behind it.
fn is_key(text: &str, range: TextRange) -> bool {
    let behind = text.get(usize::from(range.end())..).unwrap_or_default();
    let behind = behind.trim_start_matches(['"', '\'']);
    behind.trim_start().starts_with(':')
}
