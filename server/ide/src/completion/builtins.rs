//! The builtins.

use cindyscript_hir::builtins::{
    self, Builtin, BuiltinArgument, BuiltinId, Category, Control, Effect, Form, IterationKind,
    Overload, Side,
};
use rustc_hash::FxHashSet;

use super::expected_kind::Wanted;
use super::snippet::Snippet;
use super::{CompletionKind, Documentation, Item, Place, Subject, rank};

/// Names for running variables, in the order in which they are taken: `i` is the imaginary unit.
const COUNTERS: [&str; 6] = ["k", "j", "l", "m", "n", "t"];
const ELEMENTS: [&str; 6] = ["v", "p", "e", "it", "item", "element"];

/// The builtins that may be called at a place: one item for each name.
pub(super) fn items<'a>(place: &'a Place<'_>, items: &mut Vec<Item<'a>>) {
    let program = &place.applet.program;
    let own: FxHashSet<String> = program
        .functions
        .iter()
        .filter(|function| !function.is_code())
        .map(|function| program.callee(function.callee).name.to_lowercase())
        .collect();
    let mut known: FxHashSet<&str> = FxHashSet::default();
    for id in builtins::all() {
        let row = id.row();
        let is_name = row.category != Category::Operator
            && !own.contains(row.name)
            && row
                .plugin
                .is_none_or(|plugin| place.applet.uses_plugin(plugin));
        if !is_name || !place.matches(row.name) || !known.insert(row.name) {
            continue;
        }
        items.push(item(place, row.name, builtins::named(row.name)));
    }
}

fn item(place: &Place<'_>, name: &'static str, rows: &'static [BuiltinId]) -> Item<'static> {
    let kind = match usual(rows).map(|row| row.form) {
        Some(Form::Control(_)) => CompletionKind::Control,
        _ => CompletionKind::Builtin,
    };
    // What the applet has already is not held against it.
    let score = match is_available(rows) || place.words.builtin(name).count > 0 {
        true => rank::BUILTIN + likelihood(place, rows),
        false => rank::UNAVAILABLE,
    };
    Item::new(name, kind, score).of(Subject::Builtin(rows))
}

fn is_available(rows: &[BuiltinId]) -> bool {
    let mut forms = rows.iter().map(|id| id.row().form);
    forms.any(|form| !matches!(form, Form::Unavailable | Form::OutOfScope(_)))
}

/// Says about the builtins of a name how they are called.
pub(super) fn describe(place: &Place<'_>, item: &mut Item<'_>, rows: &'static [BuiltinId]) {
    let usual = usual(rows);
    let name = rows.first().map_or("", |id| id.name());
    let arguments: Vec<&str> = usual.map_or(Vec::new(), |row| {
        row.arguments().map(|argument| argument.name).collect()
    });
    let mut detail = format!("{name}({})", arguments.join(", "));
    if rows.len() > 1 {
        detail.push_str(" …");
    }
    if !is_available(rows) {
        detail.push_str(" (not in the preview)");
    }
    item.detail = Some(detail);
    item.documentation = Documentation::Builtin(name);
    if let Some(row) = usual
        && !place.context.is_call
    {
        item.insert = Some(call(place, row));
    }
}

/// The row that a call is written as: with a name for the running variable, if it is a loop.
fn usual(rows: &[BuiltinId]) -> Option<&'static Builtin> {
    let mut all = rows.iter().map(|id| id.row());
    let first = all.next()?;
    match first.form {
        Form::Control(Control::Loop(_)) => Some(all.next().unwrap_or(first)),
        _ => Some(first),
    }
}

/// How likely a builtin is at a place.
fn likelihood(place: &Place<'_>, rows: &[BuiltinId]) -> i32 {
    let used = rows.iter().map(|id| id.row().used).max().unwrap_or(0);
    let name = rows.first().map_or("", |id| id.name());
    let mut score = i32::from(used) * 25 + rank::of_word(place.words.builtin(name));
    if place.context.is_call {
        score += 300;
    }
    let acts = rows.iter().any(|id| id.row().effect == Effect::State);
    let is_control = rows
        .iter()
        .any(|id| matches!(id.row().form, Form::Control(_)));
    let values = rows.iter().flat_map(|id| id.overloads(Side::Cpu));
    let mut values = values.map(Overload::value).peekable();
    let has_none = values.peek().is_some() && {
        let mut values = values.clone();
        values.all(|value| value.is_some_and(|ty| ty.is_unset()))
    };
    match &place.wanted {
        Wanted::Statement if acts || is_control => score += 60,
        Wanted::Statement => score -= 60,
        _ if has_none || acts && values.peek().is_none() => score -= 250,
        wanted => {
            let fits = values.flatten().map(|ty| wanted.of_type(&ty));
            score += fits.max().unwrap_or(0);
        }
    }
    score
}

/// A call with places for the arguments; running variables have names that are free.
fn call(place: &Place<'_>, row: &Builtin) -> Snippet {
    let mut snippet = Snippet::plain(row.name).then_only("(");
    let of_loop = match row.form {
        Form::Control(Control::Loop(kind)) => Some(kind),
        _ => None,
    };
    for (at, argument) in row.arguments().enumerate() {
        if argument.name == BuiltinArgument::REST {
            continue;
        }
        if at > 0 {
            snippet = snippet.then_only(", ");
        }
        snippet = match (argument.name, of_loop) {
            (BuiltinArgument::VARIABLE, Some(kind)) => {
                let counts = kind == IterationKind::Repeat;
                snippet.hole(fresh(place, if counts { COUNTERS } else { ELEMENTS }))
            }
            (BuiltinArgument::BODY, _) => snippet.end(),
            (name, _) => snippet.hole(name),
        };
    }
    let has_end = row
        .arguments()
        .any(|argument| argument.name == BuiltinArgument::BODY);
    let snippet = snippet.then_only(")");
    if has_end { snippet } else { snippet.end() }
}

/// The first of these names that the applet does not have.
fn fresh(place: &Place<'_>, names: [&'static str; 6]) -> &'static str {
    let geometry = &place.applet.source().geometry;
    let is_free = |name: &&&str| {
        place.words.get(name).count == 0 && !geometry.iter().any(|element| element.name == **name)
    };
    names.iter().find(is_free).unwrap_or(&names[0])
}
