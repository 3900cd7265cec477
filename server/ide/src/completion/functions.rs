//! The functions of the applet.

use cindyscript_hir::program::{Function, FunctionId};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, BodyKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::snippet::Snippet;
use super::{Item, Kind, Place, rank};
use crate::documentation;
use crate::report::signature;

/// The functions that may be called at a place: one item for each name and number of arguments.
pub(super) fn items(place: &Place<'_>, items: &mut Vec<Item>) {
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
    for (name, function, id) in shown {
        let parameters: Vec<&str> = function
            .named_parameters()
            .iter()
            .map(|parameter| program.names.text(parameter.name))
            .collect();
        let solution = &*applet.solution;
        let body = bodies.get(&id);
        let value = body.map(|body| solution.ty(body.slot(body.root)));
        let detail = match (body, value) {
            (Some(body), Some(value)) if !value.is_unset() => {
                let (call, types) = signature(program, solution, id, &body.parameters, value);
                format!("{call}: {types}")
            }
            _ => format!("{name}({})", parameters.join(", ")),
        };
        let item = item(place, name, value).detail(detail);
        let item = match place.context.is_call {
            true => item,
            false => item.insert(call(name, &parameters)),
        };
        let comment = documentation::comment_above(
            applet.script_text(function.script),
            function.name_range.start(),
        );
        items.push(match comment {
            Some(comment) => item.documentation(comment),
            None => item,
        });
    }
    // Functions of the page's JavaScript, and those whose definitions are broken.
    let host = applet.source().host.functions.iter();
    let host = host.map(|function| function.name.as_str());
    let called = place.words.iter().filter(|(name, word)| {
        let is_builtin = !cindyscript_hir::builtins::named(name).is_empty();
        word.calls > 0 && !is_builtin
    });
    let others: Vec<&str> = host.chain(called.map(|(name, _)| name)).collect();
    for name in others {
        if known.insert(name) && place.matches(name) {
            let mut item = item(place, name, None).detail("function");
            // Nothing is known that defines it.
            if place.words.get(name).count == 1 {
                item.score += rank::DOUBTFUL;
            }
            items.push(item);
        }
    }
}

fn item(place: &Place<'_>, name: &str, value: Option<&Type>) -> Item {
    let fits = value.map_or(0, |ty| place.wanted.of_type(ty));
    let is_call = if place.context.is_call { 300 } else { 0 };
    let score = rank::NAME + rank::of_word(place.words.get(name)) + fits + is_call;
    Item::new(name, Kind::Function, score)
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
