//! Fields of what stands before a dot, and keys of user data.

use cindyscript_hir::elements;
use cindyscript_hir::types::Type;
use text_size::TextSize;

use super::{CompletionKind, Item, Place, rank};

/// Fields of lists of numbers, with the length from which on a list has them and what they are.
const OF_LISTS: [(&str, u32, &str); 5] = [
    ("x", 2, "the first coordinate"),
    ("y", 2, "the second coordinate"),
    ("z", 3, "the third coordinate"),
    ("xy", 2, "the point as two coordinates"),
    ("homog", 2, "the point as three homogeneous coordinates"),
];

/// Those that they have at pixels only.
const AT_PIXELS: [(&str, u32, &str); 4] = [
    ("r", 3, "red, at pixels"),
    ("g", 3, "green, at pixels"),
    ("b", 3, "blue, at pixels"),
    ("a", 4, "opacity, at pixels"),
];

/// The fields of what ends at this place of the script.
pub(super) fn items<'a>(place: &'a Place<'_>, base: TextSize, items: &mut Vec<Item<'a>>) {
    let ty = type_before(place, base);
    if has_no_fields(&ty) {
        return;
    }
    let mut known: Vec<String> = Vec::new();
    let mut push = |name: &str, detail: Option<String>, score: i32, items: &mut Vec<Item<'a>>| {
        if place.matches(name) && !known.iter().any(|known| known == name) {
            known.push(name.to_owned());
            let item = Item::new(name.to_owned(), CompletionKind::Field, score);
            items.push(match detail {
                Some(detail) => item.detail(detail),
                None => item,
            });
        }
    };
    let fields = |element: &Type| elements::fields(element).collect::<Vec<_>>();
    match &ty {
        Type::Point | Type::Line | Type::Circle | Type::Element => {
            for (name, nth) in fields(&ty).into_iter().zip(0..) {
                let detail = elements::field(&ty, name).and_then(described);
                push(name, detail, rank::VALUE - nth, items);
            }
        }
        Type::List(_) | Type::Tuple(_) => {
            let len = ty.known_len();
            let at_pixels = if place.context.is_within_plot() {
                0
            } else {
                -400
            };
            let everywhere = OF_LISTS.into_iter().map(|field| (field, 0));
            let rows = everywhere.chain(AT_PIXELS.into_iter().map(|field| (field, at_pixels)));
            for (((name, from, doc), away), nth) in rows.zip(0..) {
                if len.is_none_or(|len| from <= len) {
                    push(name, Some(doc.to_owned()), rank::VALUE - nth + away, items);
                }
            }
        }
        Type::Dictionary => {}
        // Whatever it may be.
        _ => {
            for (name, nth) in fields(&Type::Point).into_iter().zip(0..) {
                let detail = elements::field_of_any(name).and_then(described);
                push(name, detail, rank::NAME - nth, items);
            }
            for kind in [Type::Line, Type::Circle, Type::Element] {
                for name in fields(&kind) {
                    let detail = elements::field_of_any(name).and_then(described);
                    push(name, detail, rank::BUILTIN, items);
                }
            }
        }
    }
    // Of dictionaries, and what JavaScript has made.
    for field in place.words.fields() {
        push(field, None, rank::CONSTANT, items);
    }
}

/// Whether values of a type have no fields: what is written behind their dot is undefined.
fn has_no_fields(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Scalar(_) | Type::String | Type::ScalarOrString(_) | Type::Shape
    )
}

/// The type of a field in words; none if it may be anything.
fn described(ty: Type) -> Option<String> {
    (!ty.has_top()).then(|| ty.to_string())
}

/// The type of what ends at a place of the script.
fn type_before(place: &Place<'_>, end: TextSize) -> Type {
    let applet = place.applet;
    let program = &applet.program;
    let terms = program
        .terms
        .iter()
        .zip((0..).map(cindyscript_hir::program::TermId));
    let ending = terms.filter(|(term, _)| term.script == place.script && term.range.end() == end);
    let Some((_, term)) = ending.max_by_key(|(term, _)| term.range.len()) else {
        return Type::Unset;
    };
    let solution = &applet.solution;
    let types = applet
        .slots(term)
        .into_iter()
        .map(|slot| solution.ty(slot).clone());
    types
        .reduce(|joined, ty| joined.join(&ty))
        .unwrap_or_default()
}

/// The keys of user data that the scripts have.
pub(super) fn keys<'a>(place: &'a Place<'_>, items: &mut Vec<Item<'a>>) {
    for key in place.words.keys() {
        let written = format!("\"{key}\"");
        if place.matches(&written) {
            items.push(Item::new(written, CompletionKind::Key, rank::VALUE));
        }
    }
}
