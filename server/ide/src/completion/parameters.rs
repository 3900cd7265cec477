//! Names for the parameters of a function that is being defined: those that its body uses and does
//! not bind. They are read from the tokens: with a parameter that is not written yet, the text may
//! define no function.

use cindyscript_hir::program::FunctionId;
use cindyscript_syntax::text::without_spaces;
use cindyscript_syntax::{SyntaxKind, tokens};
use rustc_hash::FxHashSet;
use text_size::TextRange;

use super::{CompletionKind, Item, Place, rank};
use crate::context::ArgumentSlot;
use crate::occurrences::{Binding, Entity, EntityKind};

/// The names that may stand at a place among the parameters, first those that nothing gives a value.
pub(super) fn items<'a>(place: &'a Place<'_>, items: &mut Vec<Item<'a>>) {
    let Some(definition) = Definition::read(place) else {
        return;
    };
    let occurrences = place.applet.occurrences();
    let mut known: FxHashSet<String> = definition.others;
    for (name, range) in definition.used {
        if name.starts_with('#') || !place.matches(&name) || known.contains(&name) {
            continue;
        }
        let range = place.applet.to_file(place.script, range);
        let here = occurrences.exactly(range);
        let entity = here.and_then(|here| occurrences.entity(here.entity));
        if entity.is_some_and(|entity| !is_free(place, entity, definition.body)) {
            continue;
        }
        known.insert(name.clone());
        let is_given = entity.is_some_and(|it| it.kind == EntityKind::Global && it.is_given);
        let given = if is_given { rank::DOUBTFUL } else { 0 };
        items.push(Item::new(
            name,
            CompletionKind::Parameter,
            rank::VALUE + given,
        ));
    }
}

/// What stands behind the place of a definition.
struct Definition {
    /// The other parameters.
    others: FxHashSet<String>,
    /// The body, in bytes of the script.
    body: TextRange,
    /// The names in the body that are no fields, modifiers or functions, in their order.
    used: Vec<(String, TextRange)>,
}

impl Definition {
    /// Reads the text up to the end of the body.
    fn read(place: &Place<'_>) -> Option<Self> {
        let (_, bracket) = place.context.call()?;
        let before = bracket.slots.iter().filter_map(|slot| match slot {
            ArgumentSlot::Name(name) => Some(name.clone()),
            _ => None,
        });
        let mut others: FxHashSet<String> = before.collect();
        let start = place.context.word.end();
        let text = place.applet.script_text(place.script);
        let text = text.get(usize::from(start)..)?;
        let name = |range: TextRange| without_spaces(text.get(bytes(range)).unwrap_or_default());
        let mut behind = tokens(text).filter(|(kind, _)| !kind.is_trivia());
        let mut body = None;
        for (kind, range) in behind.by_ref() {
            match kind {
                SyntaxKind::IDENT => drop(others.insert(name(range).into_owned())),
                SyntaxKind::COLON_EQ => {
                    body = Some(TextRange::empty(range.end()));
                    break;
                }
                _ => {}
            }
        }
        let mut body = body?;
        let (mut depth, mut used) = (0_u32, Vec::new());
        let mut last = SyntaxKind::COLON_EQ;
        for (kind, range) in behind {
            let is_apart = matches!(kind, SyntaxKind::L_PAREN | SyntaxKind::ARROW);
            if last == SyntaxKind::IDENT && is_apart {
                used.pop();
            }
            match kind {
                SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET | SyntaxKind::L_BRACE => depth += 1,
                SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET | SyntaxKind::R_BRACE if depth > 0 => {
                    depth -= 1;
                }
                SyntaxKind::SEMICOLON if depth == 0 => break,
                SyntaxKind::IDENT if last != SyntaxKind::DOT => {
                    used.push((name(range).into_owned(), range + start));
                }
                _ => {}
            }
            // The name of a field is none that brackets could make another.
            last = match (last, kind) {
                (SyntaxKind::DOT, SyntaxKind::IDENT) => SyntaxKind::DOT,
                (_, kind) => kind,
            };
            body = body.cover_offset(range.end());
        }
        Some(Self {
            others,
            body: body + start,
            used,
        })
    }
}

fn bytes(range: TextRange) -> std::ops::Range<usize> {
    range.into()
}

/// Whether a variable is none that this body binds: a caller may bind it, and so may the parameter
/// that is being typed.
fn is_free(place: &Place<'_>, entity: &Entity, body: TextRange) -> bool {
    let is_variable = match entity.kind {
        EntityKind::Local => !entity.is_implicit,
        EntityKind::Global => !entity.is_constant(),
        EntityKind::Element | EntityKind::Function(_) | EntityKind::Image => false,
    };
    let program = &place.applet.program;
    let written = place
        .applet
        .script_text(place.script)
        .get(bytes(place.context.word));
    let written = written.unwrap_or_default();
    let is_inside = |term| {
        let term = program.term(term);
        term.script == place.script && body.contains_range(term.range)
    };
    let binds = |binding: &Binding| match *binding {
        Binding::Function(id) => is_here(place, id) && entity.name != written,
        Binding::Builtin(term) | Binding::Modifier(term) => is_inside(term),
        Binding::Plot(id) => is_inside(program.plot(id).term),
        Binding::Code(_) | Binding::Later => false,
    };
    is_variable && !entity.bindings.iter().any(binds)
}

/// Whether a function is the one that is being defined at the place.
fn is_here(place: &Place<'_>, id: FunctionId) -> bool {
    let function = place.applet.program.function(id);
    let start = place.context.call().map(|(callee, _)| callee.start);
    function.script == place.script && start == Some(function.name_range.start())
}
