//! From a name to what makes it: of a variable its assignments, of a function its definitions, of
//! an element or an image its entry in the page, of a script's id the script.

mod elements;

use cindyscript_applet::{Event, Script};
use cindyscript_hir::program::ScriptId;
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::occurrences::{Access, Binding, EntityKind, Occurrence};
use crate::references::InLibrary;
use crate::symbol_at::Named;
use elements::{elements_of, is_entry};

/// What makes the name at an offset of the file, the likeliest first, in bytes of the file: of a
/// variable its assignments, those before the place and near it first.
#[must_use]
pub fn definitions(analysis: &Analysis, offset: TextSize) -> Vec<TextRange> {
    let Some((named, here)) = analysis.name_at(offset) else {
        let scripts = scripts_of_id(analysis, offset);
        let starts = scripts.map(|(_, script)| script.source.file_range().start());
        return starts.map(TextRange::empty).collect();
    };
    let Some(entity) = named.data() else {
        return Vec::new();
    };
    let wanted: &[&[Access]] = match entity.kind {
        EntityKind::Function(_) => &[&[Access::Defines]],
        EntityKind::Element => &[&[Access::Declares], &[Access::Writes]],
        EntityKind::Image => &[&[Access::Declares], &[Access::Changes]],
        EntityKind::Local | EntityKind::Global => {
            &[&[Access::Writes], &[Access::Declares], &[Access::Changes]]
        }
    };
    let is_parameter =
        |one: &Occurrence| one.access == Access::Declares && !is_regional(named.applet, one);
    let mut found: Vec<Occurrence> = Vec::new();
    for (step, accesses) in wanted.iter().enumerate() {
        if step > 0 && !found.is_empty() {
            break;
        }
        let places = analysis.occurrences_of(here.range.start()).into_iter();
        // A parameter has its value from where it is declared.
        let is_wanted = |one: &Occurrence| {
            accesses.contains(&one.access)
                || step == 0 && entity.kind == EntityKind::Local && is_parameter(one)
        };
        found.extend(places.filter(is_wanted));
    }
    in_order(here, &mut found);
    let found: Vec<TextRange> = found.into_iter().map(|one| one.range).collect();
    match found.is_empty() {
        true => elsewhere(named),
        false => found,
    }
}

/// Where the name at an offset of the file is declared, in bytes of the file: as a parameter, a
/// running variable, by `regional`, in the construction; where nothing declares it, its definitions.
#[must_use]
pub fn declarations(analysis: &Analysis, offset: TextSize) -> Vec<TextRange> {
    let Some((_, here)) = analysis.name_at(offset) else {
        return definitions(analysis, offset);
    };
    let mut found = analysis.occurrences_of(offset);
    found.retain(|one| one.access == Access::Declares);
    in_order(here, &mut found);
    if found.is_empty() {
        return definitions(analysis, offset);
    }
    found.into_iter().map(|one| one.range).collect()
}

/// The entry of the construction that the element at an offset of the file is, in bytes of the
/// file: there its type stands. Of a variable, those of the elements that it may be; of other names
/// there is none.
#[must_use]
pub fn type_definitions(analysis: &Analysis, offset: TextSize) -> Vec<TextRange> {
    let Some((named, _)) = analysis.name_at(offset) else {
        return Vec::new();
    };
    match named.data().map(|entity| entity.kind) {
        Some(EntityKind::Element) => {
            let mut found = analysis.occurrences_of(offset);
            found.retain(is_entry);
            found.into_iter().map(|one| one.range).collect()
        }
        Some(EntityKind::Local | EntityKind::Global) => elements_of(named.applet, named.entity),
        Some(EntityKind::Function(_) | EntityKind::Image) | None => Vec::new(),
    }
}

/// The URLs that the page has for the image whose name stands at an offset of the file. Whether there
/// is something is another question.
#[must_use]
pub fn image_urls(analysis: &Analysis, offset: TextSize) -> Vec<&str> {
    let Some((named, _)) = analysis.name_at(offset) else {
        return Vec::new();
    };
    let shared = analysis.shared(named).into_iter();
    let images = shared.filter_map(|named| {
        let entity = named.data()?;
        (entity.kind == EntityKind::Image).then_some((named.applet, entity))
    });
    let urls = images.flat_map(|(applet, entity)| {
        let images = applet.source().images.iter();
        let named = images.filter(|image| image.name == *entity.name);
        named.filter_map(|image| Some(image.url.as_deref()?.trim()))
    });
    let mut found: Vec<&str> = Vec::new();
    for url in urls {
        if !found.contains(&url) {
            found.push(url);
        }
    }
    found
}

/// What makes the name at an offset of the file in libraries that the page imports.
#[must_use]
pub fn definitions_in_libraries(analysis: &Analysis, offset: TextSize) -> Vec<InLibrary<'_>> {
    let makes = |access: Access| access.is_write() && access != Access::Changes;
    analysis.in_libraries(offset, makes)
}

/// Whether a declaration gives no value.
fn is_regional(applet: &AppletAnalysis, one: &Occurrence) -> bool {
    use cindyscript_hir::program::TermKind;
    let around = one.term.and_then(|term| applet.parent(term));
    let kind = around.map(|around| applet.program.kind(around));
    match kind {
        Some(TermKind::Regional(_)) => true,
        Some(TermKind::Special(id)) => {
            let special = applet.program.special(id);
            special.variable_term != one.term && special.variable.is_none()
        }
        _ => false,
    }
}

/// Brings places into the order in which they are likely to be meant where a name stands.
fn in_order(here: &Occurrence, places: &mut [Occurrence]) {
    let rank = |one: &Occurrence| {
        let start = u32::from(one.range.start());
        let distance = u32::from(here.range.start()).checked_sub(start);
        let script = |one: &Occurrence| one.script.unwrap_or(ScriptId::RUN_TIME);
        match distance {
            Some(0) => (0, 0, 0),
            Some(distance) if one.owner == here.owner => (1, distance, 0),
            Some(distance) if one.script == here.script => (2, distance, 0),
            _ if one.script != here.script => (3, script(one).0, start),
            _ => (4, start, 0),
        }
    };
    places.sort_by_key(rank);
}

/// What makes a name that nothing in the file makes: where the page names the library that does,
/// and the call that binds a variable without naming it.
fn elsewhere(named: Named<'_>) -> Vec<TextRange> {
    let applet = named.applet;
    let in_libraries = applet.occurrences().in_libraries(named.entity);
    let makes = in_libraries.map(|one| &one.occurrence);
    let makes = makes.filter(|one| one.access.is_write());
    let bindings = named.data().map_or(&[][..], |entity| &entity.bindings);
    let implicit = bindings.iter().filter_map(|binding| match *binding {
        Binding::Builtin(term) => applet.called_word(term),
        Binding::Plot(id) => applet.called_word(applet.program.plot(id).term),
        _ => None,
    });
    let mut found: Vec<TextRange> = makes.map(|one| one.range).chain(implicit).collect();
    found.sort_by_key(|range| (range.start(), range.end()));
    found.dedup();
    found
}

/// The scripts whose id, or a pattern of whose ids, is the string at an offset of the file, in the order
/// of the file.
pub(crate) fn scripts_of_id(
    analysis: &Analysis,
    offset: TextSize,
) -> impl Iterator<Item = (&AppletAnalysis, &Script)> {
    let id = string_at(analysis.document.text(), offset);
    let scripts = analysis.applets.iter().flat_map(|applet| {
        let scripts = applet.source().scripts.iter();
        scripts.map(move |script| (applet, script))
    });
    let named = scripts.filter(move |(_, script)| {
        let is_named =
            id.is_some_and(|id| script.id == id || Event::from_id(id, &script.id).is_some());
        let is_elsewhere = !script.source.file_range().contains_inclusive(offset);
        is_named && is_elsewhere && !script.is_library
    });
    let mut named: Vec<_> = named.collect();
    named.sort_by_key(|(_, script)| script.source.file_range().start());
    named.dedup_by_key(|(_, script)| script.source.file_range().start());
    named.into_iter()
}

/// The text between the quotation marks around an offset.
fn string_at(text: &str, offset: TextSize) -> Option<&str> {
    let is_quote = |c: char| matches!(c, '"' | '\'' | '`');
    let (before, behind) = text.split_at_checked(offset.into())?;
    let start = before.rfind(is_quote)? + 1;
    let end = before.len() + behind.find(is_quote)?;
    text.get(start..end)
}

#[cfg(test)]
mod tests;
