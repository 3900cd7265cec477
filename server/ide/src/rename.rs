//! Another name for what is named somewhere: wherever the page names it, in scripts, in the
//! construction, in strings. What would not mean the same afterwards is refused, with the reason.

use std::fmt;

use cindyscript_hir::builtins::{self, BuiltinId, Intrinsic, Unseen};
use cindyscript_hir::document::Document;
use cindyscript_hir::program::{Program, TermId, TermKind};
use cindyscript_infer::split::PRESETS;
use cindyscript_infer::{Inference, Ranges};
use cindyscript_syntax::{SyntaxKind, tokens};
use rustc_hash::FxHashMap;
use text_size::{TextLen, TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::code_actions::{Edit, as_written};
use crate::occurrences::{Access, Entity, EntityId, EntityKind, Form, Occurrence, Occurrences};
use crate::targets::Named;

/// Why something cannot be renamed: a sentence for the author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

fn refuse<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(why.into()))
}

/// A name that can be another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamable {
    /// Where it stands, in bytes of the file.
    pub range: TextRange,
    /// The name.
    pub name: String,
}

/// The name at an offset of the file, if it can be another one.
///
/// # Errors
/// Why it cannot.
pub fn prepare_rename(analysis: &Analysis, offset: TextSize) -> Result<Renamable, Refusal> {
    let renaming = Renaming::new(analysis, offset)?;
    Ok(Renamable {
        range: renaming.here.range,
        name: renaming.entity.name.to_string(),
    })
}

/// The replacements that give what is named at an offset of the file a new name, in bytes of the
/// file and in their order.
///
/// # Errors
/// Why it cannot have that name: what the name would clash with.
pub fn rename(analysis: &Analysis, offset: TextSize, new: &str) -> Result<Vec<Edit>, Refusal> {
    let renaming = Renaming::new(analysis, offset)?;
    if renaming.entity.name == new {
        return Ok(Vec::new());
    }
    renaming.check_new(new)?;
    let edits = renaming.edits(new);
    if renaming.may_clash(new) {
        renaming.check_meaning(new, &edits)?;
    }
    Ok(edits)
}

/// Something that is to have another name.
struct Renaming<'a> {
    analysis: &'a Analysis,
    here: Occurrence,
    entity: &'a Entity,
    /// The same in all applets that share a place with it.
    named: Vec<Named<'a>>,
    /// Its places, each once, in their order.
    places: Vec<Occurrence>,
}

impl<'a> Renaming<'a> {
    fn new(analysis: &'a Analysis, offset: TextSize) -> Result<Self, Refusal> {
        let Some((named, here)) = analysis.name_at(offset) else {
            return refuse(match builtin_at(analysis, offset) {
                Some(name) => format!("`{name}` is a function of the language"),
                None => "here is no name of the applet".to_owned(),
            });
        };
        let Some(entity) = named.data() else {
            return refuse("here is no name of the applet");
        };
        let renaming = Self {
            analysis,
            here: *here,
            entity,
            named: analysis.shared(named),
            places: analysis.occurrences_of(offset),
        };
        renaming.check_old()?;
        Ok(renaming)
    }

    fn line(&self, range: TextRange) -> usize {
        self.analysis.document.line(range.start())
    }

    /// Whether all places can be found and written anew.
    fn check_old(&self) -> Result<(), Refusal> {
        let Self { entity, .. } = self;
        let name = &entity.name;
        if name.starts_with('#') {
            return refuse(format!(
                "`{name}` has no name of its own: name the running variable first"
            ));
        }
        if entity.is_constant() {
            return refuse(format!("`{name}` is a constant of the language"));
        }
        for named in &self.named {
            self.check_in(named.applet, named.entity)?;
        }
        for place in &self.places {
            if !self.is_in_one_piece(place) {
                return refuse(format!(
                    "in line {}, `{name}` is put together by the page's JavaScript",
                    self.line(place.range)
                ));
            }
        }
        Ok(())
    }

    fn check_in(&self, applet: &AppletAnalysis, id: EntityId) -> Result<(), Refusal> {
        let Some(entity) = applet.occurrences().entity(id) else {
            return Ok(());
        };
        let name = &entity.name;
        if let Some(foreign) = applet.occurrences().in_libraries(id).next() {
            let library = self.analysis.document.text();
            let library = library.get(std::ops::Range::<usize>::from(foreign.occurrence.range));
            return refuse(format!(
                "`{name}` stands in a library as well, {}, which is another file",
                library.unwrap_or_default()
            ));
        }
        let source = applet.source();
        match entity.kind {
            EntityKind::Function(_) => {
                let lower = name.to_lowercase();
                if source.host.functions.iter().any(|one| one.name == lower) {
                    return refuse(format!("`{name}` is defined by the page's JavaScript"));
                }
            }
            EntityKind::Element | EntityKind::Image => {
                let is_entry = source.element(name).is_some() && entity.kind == EntityKind::Element
                    || source.images.iter().any(|one| one.name == *name)
                        && entity.kind == EntityKind::Image;
                let mut places = applet.occurrences().of(id);
                let is_written =
                    |one: &Occurrence| one.form == Form::Page && one.access == Access::Declares;
                if is_entry && !places.any(is_written) {
                    return refuse(format!("`{name}` is named by the page's JavaScript"));
                }
            }
            EntityKind::Local | EntityKind::Global => {}
        }
        self.check_texts(applet, id, entity)?;
        if source.host.runs_code
            && let Some(line) = self.named_by_javascript(applet, entity)
        {
            return refuse(format!(
                "the page's JavaScript runs code of its own, which may name `{name}` in line {line}"
            ));
        }
        Ok(())
    }

    /// Texts that are evaluated while the applet runs, or stand for names there.
    fn check_texts(
        &self,
        applet: &AppletAnalysis,
        id: EntityId,
        entity: &Entity,
    ) -> Result<(), Refusal> {
        let program = &applet.program;
        let computed = applet.occurrences().computed;
        let (is_exact, is_code) = match entity.kind {
            EntityKind::Image => (computed.images, false),
            EntityKind::Element => (computed.elements, runs_texts(program)),
            EntityKind::Local | EntityKind::Global | EntityKind::Function(_) => {
                (false, runs_texts(program))
            }
        };
        if !is_exact && !is_code {
            return Ok(());
        }
        let is_function = matches!(entity.kind, EntityKind::Function(_));
        for (index, term) in program.terms.iter().enumerate() {
            let TermKind::Text(text) = term.kind else {
                continue;
            };
            let text = program.text(text);
            let names = is_exact && text == entity.name
                || is_code
                    && tokens(text).any(|(kind, range)| {
                        let word = text.get(std::ops::Range::<usize>::from(range));
                        let word = word.map(without_blanks).unwrap_or_default();
                        kind == SyntaxKind::IDENT
                            && (word == entity.name
                                || is_function && word.to_lowercase() == entity.name.to_lowercase())
                    });
            if !names || applet.is_library(term.script) {
                continue;
            }
            let mut places = applet.occurrences().of(id);
            let id = TermId(index as u32);
            if places.any(|one| one.form == Form::Text && one.term == Some(id)) {
                continue;
            }
            let line = self.line(applet.range(id));
            return refuse(format!(
                "the text in line {line} may name `{}` when the applet runs",
                entity.name
            ));
        }
        Ok(())
    }

    /// The line of the page, outside of what is known of it, in which the name stands.
    fn named_by_javascript(&self, applet: &AppletAnalysis, entity: &Entity) -> Option<usize> {
        let text = self.analysis.document.text();
        let scripts = self
            .analysis
            .document
            .applets()
            .iter()
            .flat_map(|one| &one.scripts);
        let scripts = scripts.map(|script| script.source.file_range());
        let known = applet.occurrences().all().iter().map(|one| one.range);
        let known = scripts.chain(known).filter(|range| !range.is_empty());
        let known: Ranges<usize> = known
            .map(|range| (range.start().into(), usize::from(range.end()) - 1))
            .collect();
        let is_letter = |c: char| c.is_alphanumeric() || c == '\'';
        let mut found = text.match_indices(entity.name.as_str());
        let (at, _) = found.find(|(at, name)| {
            let (before, behind) = (text.get(..*at), text.get(at + name.len()..));
            let before = before.and_then(|text| text.chars().next_back());
            let behind = behind.and_then(|text| text.chars().next());
            !before.is_some_and(char::is_alphanumeric)
                && !behind.is_some_and(is_letter)
                && !known.contains(*at)
        })?;
        Some(self.analysis.document.line(TextSize::try_from(at).ok()?))
    }

    /// Whether a name stands in the file in one piece.
    fn is_in_one_piece(&self, place: &Occurrence) -> bool {
        let text = self.analysis.document.text();
        let applets = self.analysis.document.applets().iter();
        let mut sources = applets
            .flat_map(|applet| &applet.scripts)
            .filter(|script| !script.is_library)
            .map(|script| &script.source);
        let source = sources.find(|source| {
            let starts = source.to_script(place.range.start());
            place.form != Form::Page && starts.is_some()
        });
        let Some(source) = source else {
            return text
                .get(std::ops::Range::<usize>::from(place.range))
                .is_some();
        };
        let (start, end) = (place.range.start(), place.range.end());
        match (source.to_script(start), source.to_script(end)) {
            (Some(start), Some(end)) if start < end => {
                source.written(TextRange::new(start, end)) == [place.range]
            }
            _ => false,
        }
    }

    /// Whether a text can be the name, and nothing has it.
    fn check_new(&self, new: &str) -> Result<(), Refusal> {
        if self.entity.kind == EntityKind::Image {
            if new.is_empty() || new.contains(['"', '\\']) || new.contains(char::is_control) {
                return refuse(format!("`{new}` cannot be the name of an image"));
            }
        } else if !is_name(new) {
            return refuse(format!(
                "`{new}` is no name: names are letters, followed by letters, digits and primes"
            ));
        }
        for &Named { applet, entity } in &self.named {
            let Some(data) = applet.occurrences().entity(entity) else {
                continue;
            };
            self.check_new_in(applet, data, new)?;
        }
        Ok(())
    }

    fn check_new_in(
        &self,
        applet: &AppletAnalysis,
        entity: &Entity,
        new: &str,
    ) -> Result<(), Refusal> {
        let program = &applet.program;
        let source = applet.source();
        match entity.kind {
            EntityKind::Function(callee) => {
                let (arity, lower) = (program.callee(callee).arity, new.to_lowercase());
                if !builtins::named(&lower).is_empty() {
                    return refuse(format!("`{new}` is a function of the language"));
                }
                if source.host.functions.iter().any(|one| one.name == lower) {
                    return refuse(format!("`{new}` is a function of the page's JavaScript"));
                }
                let all = applet.occurrences().entities();
                let mut others = all.filter(|(_, other)| match other.kind {
                    EntityKind::Function(other) => {
                        let other_row = program.callee(other);
                        other != callee
                            && other_row.arity == arity
                            && other_row.name.to_lowercase() == lower
                    }
                    _ => false,
                });
                if let Some((other, _)) = others.next() {
                    return self.clash(applet, other, new);
                }
            }
            EntityKind::Image => {
                let mut all = applet.occurrences().entities();
                let other =
                    all.find(|(_, other)| other.kind == EntityKind::Image && other.name == new);
                if let Some((other, _)) = other {
                    return self.clash(applet, other, new);
                }
            }
            EntityKind::Local => {}
            EntityKind::Global | EntityKind::Element => {
                if PRESETS.contains(&new) {
                    return refuse(format!("`{new}` is a constant of the language"));
                }
                let mut all = applet.occurrences().entities();
                let other = all.find(|(_, other)| {
                    matches!(other.kind, EntityKind::Global | EntityKind::Element)
                        && other.name == new
                });
                if let Some((other, _)) = other {
                    return self.clash(applet, other, new);
                }
                if source.element(new).is_some() {
                    return refuse(format!("`{new}` is an element of the construction"));
                }
            }
        }
        Ok(())
    }

    /// The refusal of a name that something else has.
    fn clash(&self, applet: &AppletAnalysis, other: EntityId, new: &str) -> Result<(), Refusal> {
        let mut places = applet.occurrences().of(other).collect::<Vec<_>>();
        places.sort_by_key(|one| !one.access.is_write());
        let line = places.first().map(|one| self.line(one.range));
        let line = line.map_or(String::new(), |line| format!(" (line {line})"));
        refuse(format!(
            "`{}` would be the same as `{new}`, {}{line}",
            self.entity.name,
            applet.what_is(other)
        ))
    }

    /// Whether the new name may mean something else somewhere: where it stands in the applet
    /// already, or where names say what they are by themselves.
    fn may_clash(&self, new: &str) -> bool {
        let is_variable = matches!(
            self.entity.kind,
            EntityKind::Local | EntityKind::Global | EntityKind::Element
        );
        let is_known = |named: &Named<'_>| {
            let applet = named.applet;
            let implicit = named.data().is_some_and(|entity| entity.is_implicit);
            implicit
                || applet.program.names.get(new).is_some()
                || applet.source().element(new).is_some()
        };
        is_variable && (new.chars().count() == 1 || self.named.iter().any(is_known))
    }

    fn edits(&self, new: &str) -> Vec<Edit> {
        let document = &self.analysis.document;
        let edits = self.places.iter().map(|place| {
            let range = place.range;
            let text = new.to_owned();
            let edit = Edit { range, text };
            let text = match place.form {
                Form::Page => in_javascript(document.text(), range, new),
                Form::Name | Form::Text => as_written(document, &edit),
            };
            Edit { range, text }
        });
        edits.collect()
    }

    /// Whether all names of the page denote the same as before once the edits are made.
    fn check_meaning(&self, new: &str, edits: &[Edit]) -> Result<(), Refusal> {
        let document = &self.analysis.document;
        let after = document.update(applied(document.text(), edits));
        if after.applets().len() != self.analysis.applets.len() {
            return refuse(format!("the page would be another one with `{new}`"));
        }
        for (index, applet) in self.analysis.applets.iter().enumerate() {
            self.compare(applet, index, &after, edits, new)?;
        }
        Ok(())
    }

    fn compare(
        &self,
        applet: &AppletAnalysis,
        index: usize,
        after: &Document,
        edits: &[Edit],
        new: &str,
    ) -> Result<(), Refusal> {
        let inference = Inference::new(after, index, Some(&applet.inference));
        let after = Occurrences::new(&inference, after, index);
        let before = applet.occurrences();
        let refused = |line: usize| {
            refuse(format!(
                "in line {line}, `{}` would mean something else as `{new}`",
                self.entity.name
            ))
        };
        if before.all().len() != after.all().len() {
            return refused(self.line(self.here.range));
        }
        // Which part of the pixel a name is may be said by the name: `z` is a complex number.
        let pixels = [&applet.inference, &inference].map(|of| {
            let names = of.facts.split.plots().flat_map(|(_, plot)| &plot.pixel);
            let coordinates = names.map(|name| name.coordinate);
            coordinates.collect::<Vec<_>>()
        });
        if pixels[0] != pixels[1] {
            return refused(self.line(self.here.range));
        }
        let mut moved = Moved::new(edits);
        let (mut there, mut back) = (FxHashMap::default(), FxHashMap::default());
        for (old, now) in before.all().iter().zip(after.all()) {
            let is_same = *there.entry(old.entity).or_insert(now.entity) == now.entity;
            let known = *back.entry(now.entity).or_insert(old.entity);
            let kinds = [before.entity(old.entity), after.entity(now.entity)];
            let [is_local, was_local] =
                kinds.map(|entity| entity.is_some_and(|one| one.kind == EntityKind::Local));
            let is_there = moved.moved(old.range.start()) == now.range.start();
            if known != old.entity {
                // One of the two is what is renamed.
                let renamed = |id: EntityId| {
                    let mut named = self.named.iter();
                    named.any(|one| std::ptr::eq(one.applet, applet) && one.entity == id)
                };
                let other = if renamed(known) { old.entity } else { known };
                return self.clash(applet, other, new);
            }
            if !is_same || !is_there || is_local != was_local {
                return refused(self.line(old.range));
            }
        }
        Ok(())
    }
}

/// The builtin that is called at an offset.
fn builtin_at(analysis: &Analysis, offset: TextSize) -> Option<&'static str> {
    let (applet, script, at) = crate::places::script_at(analysis, offset)?;
    let term = applet.innermost(script, at)?;
    let word = applet.called_word(term)?;
    let (builtin, _) = applet.program.builtin_call(term)?;
    word.contains_inclusive(offset).then(|| builtin.name())
}

/// Whether a builtin evaluates texts of the program, or defines what they name. A library that is
/// imported is a text of another file.
fn runs_texts(program: &Program) -> bool {
    let runs = |builtin: BuiltinId| {
        let unseen = builtin.row().unseen;
        matches!(unseen, Some(Unseen::Text | Unseen::Functions)) && !builtin.is(Intrinsic::Import)
    };
    let mut callees = program.callees.iter();
    let mut specials = program.specials.iter();
    callees.any(|row| row.plain_builtin().is_some_and(runs))
        || specials.any(|special| runs(special.builtin))
}

fn without_blanks(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, ' ' | '\t')).collect()
}

/// Whether a text is a name of CindyScript.
fn is_name(text: &str) -> bool {
    let mut all = tokens(text);
    let is_word = all.next() == Some((SyntaxKind::IDENT, TextRange::up_to(text.text_len())));
    is_word && !text.starts_with('#') && !text.contains([' ', '\t'])
}

/// A name as a string or key of JavaScript has it that stands in this place.
fn in_javascript(file: &str, place: TextRange, name: &str) -> String {
    let before = file.get(..usize::from(place.start())).unwrap_or_default();
    match before.chars().next_back() {
        Some(quote @ ('"' | '\'' | '`')) => {
            let mut text = String::new();
            for c in name.chars() {
                if c == quote {
                    text.push('\\');
                }
                text.push(c);
            }
            text
        }
        _ if name.chars().all(char::is_alphanumeric) => name.to_owned(),
        _ => format!("\"{name}\""),
    }
}

/// A text after edits, which are in their order.
fn applied(text: &str, edits: &[Edit]) -> String {
    let mut new = String::with_capacity(text.len());
    let mut end = 0;
    for edit in edits {
        let kept = text.get(end..edit.range.start().into());
        new.push_str(kept.unwrap_or_default());
        new.push_str(&edit.text);
        end = edit.range.end().into();
    }
    new.push_str(text.get(end..).unwrap_or_default());
    new
}

/// Where offsets lie after edits, which are in their order, as the offsets are.
struct Moved<'a> {
    edits: std::slice::Iter<'a, Edit>,
    more: TextSize,
    less: TextSize,
}

impl<'a> Moved<'a> {
    fn new(edits: &'a [Edit]) -> Self {
        let nothing = TextSize::new(0);
        Self {
            edits: edits.iter(),
            more: nothing,
            less: nothing,
        }
    }

    fn moved(&mut self, offset: TextSize) -> TextSize {
        while let Some(edit) = self.edits.as_slice().first()
            && edit.range.start() < offset
        {
            self.more += edit.text.text_len();
            self.less += edit.range.len();
            self.edits.next();
        }
        let moved = (offset + self.more).checked_sub(self.less);
        moved.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
