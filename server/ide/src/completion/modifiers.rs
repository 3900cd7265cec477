//! The modifiers of the call around the place, and their values.

use cindyscript_hir::builtins;
use cindyscript_hir::builtins::modifiers::{self, ModifierRow, Wants};
use cindyscript_syntax::SyntaxKind;

use super::snippet::Snippet;
use super::{CompletionKind, Item, Place, rank};
use crate::analysis::AppletAnalysis;
use crate::context::{Bracket, Callee, Position};

/// The modifiers of the call whose slot begins at the place, but for those that are there already. Of
/// a function that may take any, those that are used elsewhere in the applet.
pub(super) fn names<'a>(place: &'a Place<'_>, items: &mut Vec<Item<'a>>) {
    let Some((callee, bracket)) = place.context.call() else {
        return;
    };
    let begins = matches!(
        place.context.position,
        Position::Operand(SyntaxKind::COMMA | SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET)
    );
    if !begins || !bracket.is_slot_start() {
        return;
    }
    let likely = likely(place, callee, bracket);
    let given: Vec<&str> = bracket.modifiers().collect();
    let mut known: Vec<&str> = Vec::new();
    for (row, nth) in rows(&callee.name).zip(0..) {
        if given.contains(&row.name) || known.contains(&row.name) {
            continue;
        }
        known.push(row.name);
        if place.matches(row.name) {
            let score = rank::MODIFIER + likely - nth;
            items.push(
                Item::new(row.name, CompletionKind::Modifier, score)
                    .detail(format!("-> {}", row.wants.describe()))
                    .documentation(row.describe())
                    .insert(with_value(row)),
            );
        }
    }
    if !takes_any(&callee.name) {
        return;
    }
    for name in place.words.modifiers() {
        if !given.contains(&name) && !known.contains(&name) && place.matches(name) {
            let item = Item::new(name, CompletionKind::Modifier, rank::SEEN_MODIFIER + likely);
            items.push(item.insert(Snippet::plain(name).then(" -> ")));
        }
    }
}

/// What is added to the score of modifiers at the beginning of a slot.
fn likely(place: &Place<'_>, callee: &Callee, bracket: &Bracket) -> i32 {
    let most = most_arguments(place.applet, &callee.name);
    let place_of_argument = u32::try_from(bracket.argument()).unwrap_or(u32::MAX);
    let has_all = most.is_some_and(|most| most <= place_of_argument);
    if has_all || bracket.modifiers().next().is_some() {
        rank::ALONE
    } else if bracket.slots.len() < 2 {
        // The first argument is rarely a modifier.
        -300
    } else {
        0
    }
}

/// The most arguments that a builtin takes, and what the applet defines of the same name; none if it
/// takes any number of them, or is no builtin.
fn most_arguments(applet: &AppletAnalysis, name: &str) -> Option<u32> {
    let rows = builtins::named(name).iter().map(|id| id.row().arity);
    let most = rows.collect::<Option<Vec<u8>>>()?.into_iter().max()?;
    let callees = applet.program.functions.iter();
    let callees = callees.map(|function| applet.program.callee(function.callee));
    let own = callees.filter(|callee| callee.name.eq_ignore_ascii_case(name));
    own.map(|callee| callee.arity).chain([most.into()]).max()
}

/// Whether nothing says which modifiers a function takes: it makes something of any, is one of the
/// applet, or of a plugin.
fn takes_any(name: &str) -> bool {
    let named = builtins::named(name);
    named.is_empty() || named.iter().any(|id| modifiers::of(*id).is_none())
}

fn rows(name: &str) -> impl Iterator<Item = &'static ModifierRow> {
    let rows = builtins::named(name).iter();
    rows.filter_map(|id| modifiers::of(*id)).flatten()
}

/// The modifier with a place for its value.
fn with_value(row: &ModifierRow) -> Snippet {
    let snippet = Snippet::plain(row.name).then(" -> ");
    if !row.values.is_empty() {
        let values = row.values.iter().map(|value| format!("\"{value}\""));
        return snippet.choice(values.collect());
    }
    match row.wants {
        Wants::Boolean => snippet.choice(vec!["true".to_owned(), "false".to_owned()]),
        Wants::Color => numbers(snippet, &["red", "green", "blue"]),
        Wants::Pair => numbers(snippet, &["x", "y"]),
        Wants::Number
        | Wants::Text
        | Wants::Numbers
        | Wants::NumberOrText
        | Wants::NumberOrPair
        | Wants::Any => snippet,
    }
}

/// A list with a place for each of its numbers.
fn numbers(snippet: Snippet, names: &[&str]) -> Snippet {
    let list = names
        .iter()
        .enumerate()
        .fold(snippet.then_only("["), |list, (at, name)| {
            let list = if at > 0 { list.then_only(", ") } else { list };
            list.hole(name)
        });
    list.then_only("]")
}

/// The strings that a modifier may be.
pub(super) fn values(place: &Place<'_>, modifier: &str, items: &mut Vec<Item<'_>>) {
    for value in strings(place, modifier) {
        let written = format!("\"{value}\"");
        if place.matches(&written) {
            items.push(Item::new(written, CompletionKind::Value, rank::VALUE));
        }
    }
}

/// The strings that a modifier of the call around the place may be, without quotes.
pub(super) fn strings(place: &Place<'_>, modifier: &str) -> &'static [&'static str] {
    let callee = place.context.call_around();
    let row = callee.and_then(|(callee, _)| rows(&callee.name).find(|row| row.name == modifier));
    row.map_or(&[], |row| row.values)
}
