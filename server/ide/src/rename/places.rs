//! Whether all places of a name are known, and can be written anew.

use cindyscript_hir::builtins::{BuiltinId, Intrinsic, Opaque};
use cindyscript_hir::program::{Program, TermId, TermKind};
use cindyscript_infer::Ranges;
use cindyscript_syntax::{SyntaxKind, tokens};
use text_size::{TextRange, TextSize};

use super::{RenameRefusal, Renaming, refuse};
use crate::analysis::AppletAnalysis;
use crate::occurrences::{Access, Entity, EntityId, EntityKind, Form, Occurrence};

impl Renaming<'_> {
    /// Whether all places can be found and written anew.
    pub(super) fn check_old(&self) -> Result<(), RenameRefusal> {
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

    fn check_in(&self, applet: &AppletAnalysis, id: EntityId) -> Result<(), RenameRefusal> {
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
    ) -> Result<(), RenameRefusal> {
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
}

/// Whether a builtin evaluates texts of the program, or defines what they name. A library that is
/// imported is a text of another file.
fn runs_texts(program: &Program) -> bool {
    let runs = |builtin: BuiltinId| {
        let opaque = builtin.row().opaque;
        matches!(opaque, Some(Opaque::Text | Opaque::Functions)) && !builtin.is(Intrinsic::Import)
    };
    let mut callees = program.callees.iter();
    let mut specials = program.specials.iter();
    callees.any(|row| row.plain_builtin().is_some_and(runs))
        || specials.any(|special| runs(special.builtin))
}

fn without_blanks(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, ' ' | '\t')).collect()
}
