//! The functions of the applet.

use cindyscript_hir::program::{Function, FunctionId};
use cindyscript_infer::{Body, BodyKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::expected_kind::Fits;
use super::snippet::Snippet;
use super::{CompletionKind, Documentation, Item, Place, Subject, rank};
use crate::documentation;
use crate::report::signature;

/// The functions that may be called at a place: one item for each name and number of arguments.
pub(super) fn items<'a>(place: &'a Place<'_>, items: &mut Vec<Item<'a>>) {
    let applet = place.applet;
    let program = &applet.program;
    let mut known: FxHashSet<&str> = FxHashSet::default();
    let functions = program.functions.iter().zip((0..).map(FunctionId));
    let mut shown: Vec<(&str, &Function, FunctionId)> = Vec::new();
    let mut callees = FxHashSet::default();
    for (function, id) in functions {
        if function.is_code() {
            continue;
        }
        // What is being typed is a name, not yet a definition.
        if function.script == place.script && function.name_range.contains_inclusive(place.at) {
            continue;
        }
        let name = program.callee(function.callee).name.as_str();
        known.insert(name);
        if place.matches(name) && callees.insert(function.callee) {
            shown.push((name, function, id));
        }
    }
    let mut bodies: FxHashMap<FunctionId, &Body> = FxHashMap::default();
    if !shown.is_empty() {
        let solution = &*applet.solution;
        for body in solution.reachable.iter().map(|&id| solution.body(id)) {
            if let BodyKind::Function(function) = body.kind {
                bodies.insert(function, body);
            }
        }
    }
    let mut fits = Fits::new(&place.wanted);
    for (name, function, id) in shown {
        let body = bodies.get(&id).copied();
        let value = body.map(|body| applet.solution.ty(body.slot(body.root)));
        let fits = value.map_or(0, |ty| fits.of_type(ty));
        let item = item(place, name, fits);
        items.push(item.of(Subject::Function(function, id, body)));
    }
    // Functions of the page's JavaScript, and those whose definitions are broken.
    let host = applet.source().host.functions.iter();
    let host = host.map(|function| function.name.as_str());
    let called = place.words.iter().filter(|(name, word)| {
        let is_builtin = || !cindyscript_hir::builtins::named(name).is_empty();
        word.calls > 0 && !known.contains(name) && place.matches(name) && !is_builtin()
    });
    let others: Vec<&str> = host.chain(called.map(|(name, _)| name)).collect();
    for name in others {
        if known.insert(name) && place.matches(name) {
            let mut item = item(place, name, 0).detail("function");
            // Nothing is known that defines it.
            if place.words.get(name).count == 1 {
                item.score += rank::DOUBTFUL;
            }
            items.push(item);
        }
    }
}

/// Says about a function how it is called, with its types at one signature, and what stands above it.
pub(super) fn describe(
    place: &Place<'_>,
    item: &mut Item<'_>,
    function: &Function,
    id: FunctionId,
    body: Option<&Body>,
) {
    let applet = place.applet;
    let program = &applet.program;
    let solution = &*applet.solution;
    let named = function.named_parameters().iter();
    let parameters: Vec<&str> = named
        .map(|parameter| program.names.text(parameter.name))
        .collect();
    let value = body.map(|body| (body, solution.ty(body.slot(body.root))));
    item.detail = Some(match value {
        Some((body, value)) if !value.is_unset() => {
            let (call, types) = signature(program, solution, id, &body.parameters, value);
            format!("{call}: {types}")
        }
        _ => format!("{}({})", item.label, parameters.join(", ")),
    });
    if !place.context.is_call {
        item.insert = Some(call(&item.label, &parameters));
    }
    let comment = documentation::comment_above(
        applet.script_text(function.script),
        function.name_range.start(),
    );
    if let Some(comment) = comment {
        item.documentation = Documentation::Text(comment);
    }
}

/// `fits` is what the type of its value adds to the score.
fn item<'a>(place: &Place<'_>, name: &'a str, fits: i32) -> Item<'a> {
    let is_call = if place.context.is_call { 300 } else { 0 };
    let score = rank::NAME + rank::of_word(place.words.get(name)) + fits + is_call;
    Item::new(name, CompletionKind::Function, score)
}

/// A call with places for the arguments.
pub(super) fn call(name: &str, arguments: &[&str]) -> Snippet {
    let mut snippet = Snippet::plain(name).then_only("(");
    for (place, argument) in arguments.iter().enumerate() {
        if place > 0 {
            snippet = snippet.then_only(", ");
        }
        snippet = snippet.hole(argument);
    }
    snippet.then_only(")").end()
}
