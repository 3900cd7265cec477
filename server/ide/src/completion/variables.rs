//! Variables: those bound at the place, those of the applet, elements of the construction, and the
//! constants of the language.

use cindyscript_hir::elements;
use cindyscript_hir::names::HASH;
use cindyscript_hir::presets::{self, PRESETS, PresetValue};
use cindyscript_hir::program::FunctionId;
use cindyscript_hir::types::Type;
use cindyscript_infer::SlotId;
use rustc_hash::FxHashSet;

use super::expected_kind::Fits;
use super::{CompletionKind, Item, Place, Subject, rank};
use crate::context::{Local, LocalKind};
use crate::documentation::about_preset;
use crate::term_at::Declared;

/// The names of variables that may stand at a place.
pub(super) fn items<'a>(place: &'a Place<'_>, items: &mut Vec<Item<'a>>) {
    let mut known: FxHashSet<&'a str> = FxHashSet::default();
    locals(place, &mut known, items);
    elements(place, &mut known, items);
    variables(place, &mut known, items);
    constants(place, &known, items);
}

/// What a name adds to the score of a variable where brackets follow: it is not called.
fn not_called(place: &Place<'_>) -> i32 {
    if place.context.is_call { -400 } else { 0 }
}

/// What is bound at the place, the nearest first.
fn locals<'a>(place: &'a Place<'_>, known: &mut FxHashSet<&'a str>, items: &mut Vec<Item<'a>>) {
    for (local, distance) in place.context.locals.iter().zip(0..) {
        known.insert(&local.name);
        if !place.matches(&local.name) {
            continue;
        }
        let ty = joined(place, local_slots(place, local));
        let word = place.words.get(&local.name);
        let score = rank::LOCAL - distance.min(20)
            + rank::of_word(word)
            + place.wanted.of_type(&ty)
            + not_called(place);
        let what = match local.kind {
            LocalKind::Parameter(..) => "parameter",
            LocalKind::Regional => "regional variable",
            LocalKind::Running => "running variable",
        };
        items.push(
            Item::new(&local.name, CompletionKind::Parameter, score).detail(typed(&ty, what)),
        );
    }
    // Without a running variable the pixel is `#`.
    if place.context.is_within_plot() && known.insert(HASH) && place.matches(HASH) {
        let ty = Type::list(2, Type::REAL);
        let score = rank::LOCAL + place.wanted.of_type(&ty);
        items.push(
            Item::new(HASH, CompletionKind::Parameter, score).detail(typed(&ty, "the pixel")),
        );
    }
}

/// The slots of a name that is bound at the place.
fn local_slots(place: &Place<'_>, local: &Local) -> Vec<SlotId> {
    let applet = place.applet;
    let program = &applet.program;
    if let LocalKind::Parameter(start, parameter) = local.kind {
        let mut functions = program.functions.iter().zip((0..).map(FunctionId));
        let function = functions.find(|(function, _)| {
            function.script == place.script && function.name_range.start() == start
        });
        return function.map_or(Vec::new(), |(_, id)| {
            applet.declared_slots(Declared::Parameter(id, parameter))
        });
    }
    nearest_slots(place, &local.name)
}

/// The slots of the use of a name that is nearest to the place, be it before it or behind it.
fn nearest_slots(place: &Place<'_>, name: &str) -> Vec<SlotId> {
    let applet = place.applet;
    let program = &applet.program;
    let Some(name) = program.names.get(name) else {
        return Vec::new();
    };
    let terms = applet.variables().of(name).iter();
    let nearest = terms
        .filter(|term| program.term(**term).script == place.script)
        .min_by_key(|term| {
            let start = u32::from(program.term(**term).range.start());
            start.abs_diff(place.at.into())
        });
    nearest.map_or(Vec::new(), |term| applet.slots(*term))
}

fn joined(place: &Place<'_>, slots: Vec<SlotId>) -> Type {
    let solution = &place.applet.solution;
    let types = slots.into_iter().map(|slot| solution.ty(slot).clone());
    types
        .reduce(|joined, ty| joined.join(&ty))
        .unwrap_or_default()
}

/// A type as it stands beside a name; in its stead, what the name is.
pub(super) fn typed(ty: &Type, what: &str) -> String {
    match ty {
        Type::Unset | Type::Top => what.to_owned(),
        ty => ty.to_string(),
    }
}

fn elements<'a>(place: &'a Place<'_>, known: &mut FxHashSet<&'a str>, items: &mut Vec<Item<'a>>) {
    let geometry = &place.applet.source().geometry;
    let types = elements::types(geometry);
    for element in geometry {
        if !known.insert(&element.name) || !place.matches(&element.name) {
            continue;
        }
        let ty = types
            .get(element.name.as_str())
            .cloned()
            .unwrap_or_default();
        let score = rank::ELEMENT
            + rank::of_word(place.words.get(&element.name))
            + place.wanted.of_type(&ty)
            + not_called(place);
        items.push(
            Item::new(&element.name, CompletionKind::Element, score)
                .detail(typed(&ty, "element"))
                .documentation(format!(
                    "an element of the construction, of type `{}`",
                    element.kind
                )),
        );
    }
}

/// The variables of the applet, wherever they get their values.
fn variables<'a>(place: &'a Place<'_>, known: &mut FxHashSet<&'a str>, items: &mut Vec<Item<'a>>) {
    let mut fits = Fits::new(&place.wanted);
    for (name, word) in place.words.iter() {
        let is_variable = word.count > word.calls;
        if !is_variable || !place.matches(name) || known.contains(name) || name.starts_with('#') {
            continue;
        }
        let is_preset = || presets::find(name).is_some();
        if !word.is_assigned && is_preset() {
            continue;
        }
        known.insert(name);
        let score = rank::NAME + rank::of_word(word) + not_called(place);
        let mut item = Item::new(name, CompletionKind::Variable, score);
        match global(place, name) {
            Some(ty) => {
                item.score += fits.of_type(ty);
                item.subject = Subject::Variable(ty);
            }
            // What colorplots alone assign is no variable of the whole applet.
            None => {
                let ty = joined(place, nearest_slots(place, name));
                item.score += place.wanted.of_type(&ty);
                item.detail = Some(typed(&ty, "variable"));
            }
        }
        items.push(item);
    }
}

/// The type of a variable of the whole applet, if it has a value.
fn global<'a>(place: &'a Place<'_>, name: &str) -> Option<&'a Type> {
    let applet = place.applet;
    let name = applet.program.names.get(name)?;
    let ty = applet.solution.ty(applet.solution.global(name)?);
    (!ty.is_unset()).then_some(ty)
}

fn constants<'a>(place: &'a Place<'_>, known: &FxHashSet<&str>, items: &mut Vec<Item<'a>>) {
    for preset in &PRESETS {
        if known.contains(preset.name) || !place.matches(preset.name) {
            continue;
        }
        let ty = match preset.value {
            // It is written for what is undefined as well.
            PresetValue::EmptyList => Type::Unset,
            value => value.ty(),
        };
        // The sign for what can be typed.
        let rare = if preset.name.is_ascii() { 0 } else { -300 };
        let score = rank::CONSTANT
            + rare
            + rank::of_word(place.words.get(preset.name))
            + 2 * place.wanted.of_type(&ty)
            + not_called(place);
        items.push(
            Item::new(preset.name, CompletionKind::Constant, score)
                .detail(typed(&ty, "constant"))
                .documentation(about_preset(preset)),
        );
    }
}
