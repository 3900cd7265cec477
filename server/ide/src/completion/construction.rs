//! Which keys of settings are likely, and which types and arguments of elements: by what pages have
//! most, and by what elements of a type are computed from.

use cindyscript_applet::{ElementKind, Settings};
use cindyscript_hir::elements::{self, ElementArguments, ElementSignature};

use crate::settings::Object;

/// The keys of settings that pages have most, the commonest first, but for what only programs write.
#[rustfmt::skip]
const KEYS: &[(Settings, &[&str])] = &[
    (Settings::Applet, &[
        "scripts", "geometry", "ports", "canvasname", "defaultAppearance", "animation", "use",
        "language", "angleUnit", "images", "import", "csconsole", "grid", "snap", "behavior",
        "autoplay", "transform",
    ]),
    (Settings::Port, &["id", "width", "height", "transform", "background", "grid", "snap", "axes"]),
    (Settings::Element, &[
        "name", "type", "pos", "args", "color", "size", "labeled", "pinned", "alpha", "visible",
        "printname", "text", "radius", "narrow", "fillcolor", "fillalpha", "script", "textsize",
        "index", "dock", "clip", "overhang", "dir", "dashtype", "align", "labelpos", "arrow",
    ]),
    (Settings::Animation, &["autoplay", "controls", "speed"]),
    (Settings::Appearance, &[
        "pointSize", "lineSize", "fontFamily", "pointColor", "lineColor", "textsize", "clip",
        "overhangLine", "dimDependent",
    ]),
    (Settings::Behavior, &["type", "geo", "mass", "charge", "friction", "strength", "gravity"]),
];

/// The keys that elements of a type have besides those of all, the commonest first.
#[rustfmt::skip]
const OWN: &[(&[&str], &[&str])] = &[
    (&["Button", "ToggleButton"], &["text", "script", "pos", "fillcolor", "fillalpha"]),
    (&["EditableText"], &["text", "pos", "script", "minwidth"]),
    (&["Text", "Equation", "Calculation", "Evaluate", "Plot"], &["text", "pos", "args", "textsize", "dock"]),
    (&["CircleByRadius", "CircleByFixedRadius", "CircleMr", "CircleMFixedr"], &["args", "radius"]),
    (&["PointOnArc", "PointOnCircle", "PointOnLine", "PointOnSegment"], &["args", "pos"]),
    (&["Through"], &["args", "pos", "dir"]),
    (&["LineByFixedAngle"], &["args", "angle"]),
    (&["SelectConic", "SelectL", "SelectP"], &["args", "index", "pos"]),
    (&["Poly"], &["args", "fillcolor", "fillalpha"]),
    (&["IFS"], &["args", "ifs"]),
];

/// The keys of which an element has one or both: where it is, or what it is computed from.
const PLACES: [&str; 2] = ["pos", "args"];

/// The types that pages have most, the commonest first.
#[rustfmt::skip]
const TYPES: &[&str] = &[
    "Free", "Segment", "Join", "SelectP", "Transform", "Meet", "CircleMP", "PointOnSegment", "Mid",
    "CircleByRadius", "PointOnLine", "PointOnCircle", "Text", "Perp", "Button", "Through",
    "ConicBy5", "IntersectionConicLine", "Orthogonal", "FreeLine", "Parallel",
    "OtherIntersectionCL", "ToggleButton", "EditableText", "CircleMr", "SelectConic", "CircleBy3",
    "SelectL", "Compass", "Poly", "IntersectLC", "IntersectCirCir", "PolarOfPoint", "ArcBy3",
];

/// What is added where something is known to be wanted, and where it is known not to be.
const WANTED: i32 = 200;
const UNWANTED: i32 = -200;
/// The most that an order takes away.
const LAST: i32 = 99;

/// What is added for the place in an order.
pub(super) fn nth(place: i32) -> i32 {
    -place.min(LAST)
}

/// What is added for the place in a table of the commonest, or else in one of all.
fn common(table: &[&str], name: &str, of_all: i32) -> i32 {
    let place = table.iter().zip(0..).find(|(known, _)| **known == name);
    match place {
        Some((_, place)) => nth(place),
        None => nth(of_all) - LAST,
    }
}

/// What is added to the score of a key in this object, by its place among all.
pub(super) fn key(of: Settings, name: &str, place: i32, beside: &Object) -> i32 {
    let mut tables = KEYS.iter();
    let table = tables.find(|(settings, _)| *settings == of);
    let common = common(table.map_or(&[], |(_, keys)| keys), name, place);
    let own = match (of, beside.word("type")) {
        (Settings::Element, Some(kind)) => own_keys(kind),
        _ => return common,
    };
    match own.iter().zip(0..).find(|(key, _)| **key == name) {
        Some((_, place)) => WANTED - place,
        None if PLACES.contains(&name) && !own.is_empty() => UNWANTED,
        None => common,
    }
}

/// The keys that elements of a type have besides those of all.
fn own_keys(kind: &str) -> &'static [&'static str] {
    let mut rows = OWN.iter();
    if let Some((_, keys)) = rows.find(|(kinds, _)| kinds.contains(&kind)) {
        return keys;
    }
    match elements::signature(kind) {
        Some(signature) if signature.arguments() == Some(&[]) => &["pos"],
        Some(_) => &["args"],
        None if kind == "Transform" => &["args"],
        None => &[],
    }
}

/// What is added to the score of a type where it may be any.
pub(super) fn kind(name: &str) -> i32 {
    match elements::is_out_of_scope(name) {
        true => UNWANTED,
        false => common(TYPES, name, 0),
    }
}

/// What is added to the score of a type in an object that may say what the element is computed from.
pub(super) fn kind_beside(name: &str, beside: &Object, before: &[Object]) -> i32 {
    let given = beside.words("args").unwrap_or_default();
    kind(name)
        + match elements::signature(name) {
            Some(signature) if !given.is_empty() => of_arguments(&signature, given, before),
            _ => 0,
        }
}

/// What the arguments of an element say about a type.
fn of_arguments(signature: &ElementSignature, given: &[String], before: &[Object]) -> i32 {
    let fit = |(nth, name): (usize, &String)| fits(signature, nth, kind_of(name, before));
    if given.iter().enumerate().any(|one| fit(one) == Some(false)) {
        return UNWANTED;
    }
    match signature.arguments() {
        Some(wanted) if wanted.len() == given.len() => WANTED,
        _ => 0,
    }
}

/// What is added to the score of an element as an argument of another one, by the place that it would
/// have there.
pub(super) fn argument(name: &str, nth: usize, beside: &Object, before: &[Object]) -> i32 {
    let given = beside.words("args").unwrap_or_default();
    // Hardly anything is computed from the same element twice.
    let again = match given.iter().any(|known| known == name) {
        true => UNWANTED / 2,
        false => 0,
    };
    let signature = beside.word("type").and_then(elements::signature);
    let fits = signature.and_then(|signature| fits(&signature, nth, kind_of(name, before)));
    again
        + match fits {
            Some(true) => WANTED,
            Some(false) => UNWANTED,
            None => 0,
        }
}

/// The kind of thing that an element is; none where that is not known.
fn kind_of(name: &str, before: &[Object]) -> Option<ElementKind> {
    let mut named = before.iter();
    let element = named.find(|element| element.word("name") == Some(name))?;
    Some(elements::signature(element.word("type")?)?.kind)
}

/// Whether something of a kind can be the `nth` argument; none where that is not known.
fn fits(signature: &ElementSignature, nth: usize, kind: Option<ElementKind>) -> Option<bool> {
    let wanted = match &signature.wants {
        ElementArguments::Exactly(all) => all.get(nth).copied(),
        ElementArguments::AnyNumber(None) => return None,
        ElementArguments::AnyNumber(wanted) => *wanted,
    };
    match wanted {
        Some(wanted) => Some(wanted.accepts(kind?)),
        // There is no such argument.
        None => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_name_what_there_is() {
        for (of, keys) in KEYS {
            for key in *keys {
                assert!(of.names().contains(key), "CindyJS has no {key} of {of:?}");
            }
        }
        let kinds = OWN.iter().flat_map(|(kinds, _)| *kinds);
        for kind in kinds.chain(TYPES) {
            assert!(elements::is_known(kind), "CindyJS has no {kind}");
        }
        for key in OWN.iter().flat_map(|(_, keys)| *keys) {
            assert!(Settings::Element.names().contains(key), "no {key}");
        }
    }
}
