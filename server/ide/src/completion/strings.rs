//! What strings name: images, elements, their types, plugins, values of modifiers, keys of user data.
//! Nothing in any other string.

use cindyscript_applet::ImageKind;
use cindyscript_hir::builtins::{self, Named};
use cindyscript_hir::elements;
use cindyscript_hir::plugins::PLUGINS;
use cindyscript_hir::program::{Program, TermKind};

use super::{CompletionKind, Item, Place, construction, modifiers, rank};
use crate::context::{ArgumentSlot, Position};

/// What may stand in the string at the place.
pub(super) fn items<'a>(place: &'a Place<'_>, items: &mut Vec<Item<'a>>) {
    if place.context.position == (Position::String { is_key: true }) {
        for key in place.words.keys() {
            push(place, key, CompletionKind::Key, None, items);
        }
        return;
    }
    let Some((callee, bracket)) = place.context.call_around() else {
        return;
    };
    if let Some(ArgumentSlot::Modifier(name)) = bracket.slots.last() {
        for value in modifiers::strings(place, name) {
            push(place, value, CompletionKind::Value, None, items);
        }
        return;
    }
    let argument = bracket.argument();
    let mut rows = builtins::named(&callee.name).iter();
    let Some(named) = rows.find_map(|id| id.named_by(argument)) else {
        return;
    };
    let applet = place.applet.source();
    match named {
        Named::Image => images(place, items),
        Named::Element => {
            for element in &applet.geometry {
                let kind = Some(&*element.kind);
                push(place, &element.name, CompletionKind::Element, kind, items);
            }
        }
        Named::NewElement => {}
        Named::Kind => {
            for kind in elements::known() {
                let signature = elements::signature(kind);
                let made = signature.map(|signature| signature.kind.words());
                if place.matches(kind) {
                    let likely = construction::kind(kind);
                    let item = Item::new(kind, CompletionKind::ElementType, rank::VALUE + likely);
                    items.push(described(item, made));
                }
            }
        }
        Named::Plugin => {
            for plugin in &PLUGINS {
                let missing = (!plugin.is_in_preview).then_some("not in the preview");
                push(place, plugin.name, CompletionKind::Plugin, missing, items);
            }
        }
    }
}

/// The images of the page, and those that scripts create.
fn images<'a>(place: &'a Place<'_>, items: &mut Vec<Item<'a>>) {
    for image in &place.applet.source().images {
        let what = match image.kind {
            ImageKind::Picture => "picture",
            ImageKind::Video => "video",
        };
        push(place, &image.name, CompletionKind::Image, Some(what), items);
    }
    for name in created(&place.applet.program) {
        let is_there = items.iter().any(|item| item.label == name);
        // A name that the author is typing may be empty.
        if !is_there && !name.is_empty() {
            push(
                place,
                name,
                CompletionKind::Image,
                Some("made by createimage"),
                items,
            );
        }
    }
}

fn push<'a>(
    place: &Place<'_>,
    text: &'a str,
    kind: CompletionKind,
    detail: Option<&str>,
    items: &mut Vec<Item<'a>>,
) {
    if place.matches(text) {
        items.push(described(Item::new(text, kind, rank::VALUE), detail));
    }
}

fn described<'a>(item: Item<'a>, detail: Option<&str>) -> Item<'a> {
    match detail {
        Some(detail) => item.detail(detail),
        None => item,
    }
}

/// The names of the images that scripts make.
fn created(program: &Program) -> Vec<&str> {
    let creates = |callee: &cindyscript_hir::program::Callee| {
        let image = callee.builtin.and_then(|builtin| builtin.row().image);
        image.is_some_and(|image| image.is_created)
    };
    let calls = program.calls_of(creates);
    let names = calls.filter_map(|(_, callee, arguments)| {
        let image = program.callee(callee).builtin?.row().image?;
        let argument = program.children(arguments).get(usize::from(image.place))?;
        match program.kind(*argument) {
            TermKind::Text(text) => Some(program.text(text)),
            _ => None,
        }
    });
    names.collect()
}
