//! What a place of the file names. A script may belong to several applets of a page: then what it
//! names there is the same in all of them.

use cindyscript_hir::program::Program;
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::occurrences::{Binding, Entity, EntityId, EntityKind, Occurrence, Owner};

/// An entity in one of the applets that share its places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'a> {
    /// The applet.
    pub(crate) applet: &'a AppletAnalysis,
    /// What is named.
    pub(crate) entity: EntityId,
}

impl<'a> Named<'a> {
    /// What is named.
    pub(crate) fn data(self) -> Option<&'a Entity> {
        self.applet.occurrences().entity(self.entity)
    }

    /// Where it is named in the file.
    pub(crate) fn occurrences(self) -> impl Iterator<Item = &'a Occurrence> {
        self.applet.occurrences().of(self.entity)
    }
}

impl Analysis {
    /// What the name at an offset of the file denotes, in the applet that the place is found in
    /// first; with the name's occurrence there.
    pub(crate) fn name_at(&self, offset: TextSize) -> Option<(Named<'_>, &Occurrence)> {
        self.applets.iter().find_map(|applet| {
            let occurrence = applet.occurrences().at(offset)?;
            let entity = occurrence.entity;
            Some((Named { applet, entity }, occurrence))
        })
    }

    /// What an entity is in all applets that share one of its places; itself first.
    pub(crate) fn shared<'a>(&'a self, named: Named<'a>) -> Vec<Named<'a>> {
        let mut all = vec![named];
        if self.applets.len() < 2 {
            return all;
        }
        let mut next = 0;
        while let Some(&named) = all.get(next) {
            next += 1;
            for occurrence in named.occurrences() {
                for applet in &self.applets {
                    let Some(there) = applet.occurrences().exactly(occurrence.range) else {
                        continue;
                    };
                    let is_known = |known: &Named<'_>| {
                        std::ptr::eq(known.applet, applet) && known.entity == there.entity
                    };
                    if !all.iter().any(is_known) {
                        let entity = there.entity;
                        all.push(Named { applet, entity });
                    }
                }
            }
        }
        all
    }

    /// The occurrences of the name at an offset of the file, each place once, in their order.
    pub(crate) fn occurrences_of(&self, offset: TextSize) -> Vec<Occurrence> {
        let Some((named, _)) = self.name_at(offset) else {
            return Vec::new();
        };
        let shared = self.shared(named);
        let all = shared.iter().flat_map(|named| named.occurrences());
        let mut all: Vec<Occurrence> = all.copied().collect();
        all.sort_by_key(|one| (one.range.start(), one.range.end()));
        all.dedup_by_key(|one| one.range);
        all
    }
}

impl AppletAnalysis {
    /// The word at the beginning of a term, which is a call.
    pub(crate) fn called_word(&self, term: cindyscript_hir::program::TermId) -> Option<TextRange> {
        let data = self.program.terms.get(term.index())?;
        if self.is_library(data.script) {
            return None;
        }
        let written = self.written(term);
        let (_, word) = cindyscript_syntax::tokens(written).next()?;
        Some(self.to_file(data.script, word + data.range.start()))
    }

    /// What an entity is, for a sentence: `a parameter of f`.
    pub(crate) fn what_is(&self, id: EntityId) -> String {
        let entity = self.occurrences().entity(id);
        entity.map_or_else(String::new, |entity| what_is(&self.program, entity))
    }

    /// Whether something runs in a library of another file.
    pub(crate) fn is_in_library(&self, owner: Owner) -> bool {
        let script = match owner {
            Owner::Script(script) => script,
            Owner::Function(id) => self.program.function(id).script,
            Owner::Plot(id) => self.program.term(self.program.plot(id).term).script,
            Owner::Page => return false,
        };
        self.is_library(script)
    }
}

/// What an entity of a program is, with its article.
pub(crate) fn what_is(program: &Program, entity: &Entity) -> String {
    match entity.kind {
        EntityKind::Global if entity.is_constant() => "a constant of the language".to_owned(),
        EntityKind::Global => "a variable of the applet".to_owned(),
        EntityKind::Element => "an element of the construction".to_owned(),
        EntityKind::Image => "an image".to_owned(),
        EntityKind::Function(callee) => match program.callee(callee).arity {
            1 => "a function of 1 argument".to_owned(),
            arity => format!("a function of {arity} arguments"),
        },
        EntityKind::Local => match entity.bindings.first() {
            Some(&Binding::Function(id)) => {
                let parameters = program.function(id).named_parameters();
                let mut names = parameters.iter().map(|one| program.names.text(one.name));
                let what = match names.any(|name| name == entity.name) {
                    true => "a parameter",
                    false => "a variable",
                };
                format!("{what} of `{}`", program.function_name(id))
            }
            Some(Binding::Code(_) | Binding::Later) => "a variable of this code".to_owned(),
            Some(&Binding::Builtin(term)) => {
                let builtin = program.builtin_call(term);
                let name = builtin.map_or("a loop", |(builtin, _)| builtin.name());
                format!("the running variable of `{name}`")
            }
            Some(Binding::Plot(_)) => "a variable of a colorplot".to_owned(),
            Some(Binding::Modifier(_)) => "a modifier of a call".to_owned(),
            None => "a variable".to_owned(),
        },
    }
}
