//! Where each name of an applet stands, and what it denotes: the table that definitions,
//! references, highlights, the call hierarchy and renaming read.
//!
//! CindyScript's scoping is dynamic: a name that a function does not bind itself may be a variable
//! of whoever calls it. What may be the same variable is one entity here, so that an entity can be
//! renamed as a whole.

mod collect;
mod entities;
mod mention;
mod page;
mod reuse;
mod rows;
mod scope;

use cindyscript_hir::document::Document;
use cindyscript_hir::presets;
use cindyscript_hir::program::{CalleeId, FunctionId, PlotId, ScriptId, TermId};
use cindyscript_infer::Inference;
use smallvec::SmallVec;
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use rows::CollectedRows;

/// What an occurrence does with what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Access {
    /// It makes the name: a parameter, `regional`, a running variable, a modifier of a call, an
    /// entry of the construction, the creation of an image.
    Declares,
    /// It says what a function does.
    Defines,
    /// It assigns the variable as a whole.
    Writes,
    /// It assigns to a part of the variable.
    Changes,
    /// It uses the value.
    Reads,
    /// It calls the function.
    Calls,
}

impl Access {
    /// Whether the value is another one afterwards.
    pub(crate) fn is_write(self) -> bool {
        match self {
            Self::Declares | Self::Defines | Self::Writes | Self::Changes => true,
            Self::Reads | Self::Calls => false,
        }
    }
}

/// What runs where an occurrence stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    /// The top of a script.
    Script(ScriptId),
    /// The body of a function.
    Function(FunctionId),
    /// What a colorplot computes at each pixel.
    Plot(PlotId),
    /// Nothing: it stands in the page, outside of the scripts.
    Page,
}

/// How a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// As a name of CindyScript.
    Name,
    /// As the content of a string of CindyScript.
    Text,
    /// As a string or key of the page's JavaScript.
    Page,
}

/// A place where a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence {
    /// Without quotation marks, in bytes of the file. Of what stands in a library, where the page
    /// names the library.
    pub(crate) range: TextRange,
    /// What it denotes.
    pub(crate) entity: EntityId,
    /// What it does with it.
    pub(crate) access: Access,
    /// How it is written.
    pub(crate) form: Form,
    /// What runs there.
    pub(crate) owner: Owner,
    /// The script that it stands in.
    pub(crate) script: Option<ScriptId>,
    /// The term: a variable, a call, an assignment's target.
    pub(crate) term: Option<TermId>,
}

/// A place in a library of another file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Foreign {
    /// What stands there, its range being where the page names the library.
    pub(crate) occurrence: Occurrence,
    /// The place, in bytes of the library.
    pub(crate) range: TextRange,
}

/// What names denote: an index into [`Occurrences::entity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct EntityId(pub(crate) u32);

/// The kind of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum EntityKind {
    /// A variable that a function, a loop or a colorplot binds, and nobody else sees but what they
    /// call.
    Local,
    /// A variable of the whole applet.
    Global,
    /// An element of the construction.
    Element,
    /// A function of this name and arity.
    Function(CalleeId),
    /// An image or a video.
    Image,
}

/// What binds a variable that is not one of the whole applet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Binding {
    /// A function, as a parameter or by `regional`.
    Function(FunctionId),
    /// Code that is a value: a parameter, or what it captures.
    Code(FunctionId),
    /// Code that runs at another time, by `regional`.
    Later,
    /// A loop or another builtin that runs code with a variable, which is the term.
    Builtin(TermId),
    /// A colorplot.
    Plot(PlotId),
    /// A modifier of the call that is the term.
    Modifier(TermId),
}

/// Something that has a name.
#[derive(Clone, Debug)]
pub(crate) struct Entity {
    /// The name, as it is written first.
    pub(crate) name: SmolStr,
    /// What it is.
    pub(crate) kind: EntityKind,
    /// What binds it, where it is not, or not only, a variable of the whole applet.
    pub(crate) bindings: SmallVec<[Binding; 1]>,
    /// Whether its name is not for the author to choose where it is bound: `#`, or the `x` of
    /// `plot(x^2)`.
    pub(crate) is_implicit: bool,
    /// Whether it is given a value or a definition somewhere.
    pub(crate) is_given: bool,
}

impl Entity {
    /// Whether it is a name that the language gives a value, and no script another one.
    pub(crate) fn is_constant(&self) -> bool {
        let is_preset = presets::find(&self.name).is_some();
        is_preset && self.kind == EntityKind::Global && !self.is_given
    }
}

/// All occurrences of the names of one applet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Occurrences {
    /// In the order of their places.
    all: Vec<Occurrence>,
    /// Those in libraries of other files.
    foreign: Vec<Foreign>,
    entities: Vec<Entity>,
    /// The index of the first place of each entity in [`Self::places`].
    starts: Vec<u32>,
    /// Indices into [`Self::all`], those of an entity together.
    places: Vec<u32>,
    /// What was found in the scripts: what the next version has in common with them, it copies.
    found: CollectedRows,
    /// Strings do not tell all images, or all elements, that builtins are given by name.
    pub(crate) computed: Computed,
}

/// Whether builtins are given names that are not written where they are called.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Computed {
    /// Names of images.
    pub(crate) images: bool,
    /// Names of elements.
    pub(crate) elements: bool,
}

impl Occurrences {
    /// The occurrences of an applet of a document. They are the same whatever is known of an
    /// earlier version; what that has in common with it is taken from there.
    pub(crate) fn new(
        inference: &Inference,
        document: &Document,
        applet: usize,
        earlier: Option<&Self>,
    ) -> Self {
        let Some(source) = document.applets().get(applet) else {
            return Self::default();
        };
        let known = earlier.map_or(0, |earlier| earlier.entities.len());
        let earlier = earlier.map(|earlier| &earlier.found);
        let mut found = collect::collect(inference, document, applet, earlier);
        found.in_page = page::names(source, document.text());
        let (entities, of) = entities::entities(&inference.program, source, &found, known);
        let mut occurrences = Self {
            entities,
            computed: found.computed(),
            all: Vec::with_capacity(of.len()),
            ..Self::default()
        };
        let imported = document.imported(applet);
        let mut denoted = of.iter();
        for rows in found.raw.chunk_by(|one, next| one.script == next.script) {
            let place = rows.first().map_or(0, |row| row.script.index());
            let script = source.scripts.get(place);
            let library = place.checked_sub(source.scripts.len());
            let library = library.and_then(|behind| imported.get(behind));
            let is_here = script.is_some_and(|script| !script.is_library);
            for (raw, &entity) in rows.iter().zip(denoted.by_ref()) {
                let range = match (script, library) {
                    (Some(script), _) => script.source.to_file(raw.range),
                    (None, Some(library)) => library.range,
                    (None, None) => continue,
                };
                let occurrence = raw.occurrence(entity, range);
                match is_here {
                    true => occurrences.all.push(occurrence),
                    false => occurrences.foreign.push(Foreign {
                        occurrence,
                        range: raw.range,
                    }),
                }
            }
        }
        let in_page = of.iter().skip(found.raw.len()).zip(&found.in_page);
        let in_page = in_page.map(|(&entity, named)| named.occurrence(entity));
        occurrences.all.extend(in_page);
        occurrences.found = found;
        occurrences.index();
        occurrences
    }

    /// Sorts what was found.
    fn index(&mut self) {
        let key = |one: &Occurrence| (one.range.start(), one.range.end(), one.entity);
        // As a rule they are found in their order.
        if !self.all.is_sorted_by(|one, next| key(one) < key(next)) {
            self.all.sort_by_key(key);
            self.all.dedup_by_key(|one| (one.range, one.entity));
        }
        let mut starts = vec![0; self.entities.len() + 1];
        for one in &self.all {
            starts[one.entity.0 as usize + 1] += 1;
        }
        let foreign = self.foreign.iter().map(|foreign| &foreign.occurrence);
        let given = self.all.iter().chain(foreign);
        for one in given.filter(|one| one.access.is_write()) {
            if let Some(entity) = self.entities.get_mut(one.entity.0 as usize) {
                entity.is_given = true;
            }
        }
        for entity in 0..self.entities.len() {
            starts[entity + 1] += starts[entity];
        }
        let mut next = starts.clone();
        self.places = vec![0; self.all.len()];
        for (one, index) in self.all.iter().zip(0..) {
            let place = &mut next[one.entity.0 as usize];
            self.places[*place as usize] = index;
            *place += 1;
        }
        self.starts = starts;
    }

    /// The occurrence at an offset of the file: the one that the offset lies in, or else the one
    /// that ends there.
    pub(crate) fn at(&self, offset: TextSize) -> Option<&Occurrence> {
        let behind = self.all.partition_point(|one| one.range.start() <= offset);
        let near = self.all.get(behind.saturating_sub(2)..behind)?;
        let touched = near
            .iter()
            .rev()
            .filter(|one| one.range.contains_inclusive(offset));
        touched.min_by_key(|one| !one.range.contains(offset))
    }

    /// The occurrence that is exactly this part of the file.
    pub(crate) fn exactly(&self, range: TextRange) -> Option<&Occurrence> {
        let first = self
            .all
            .partition_point(|one| one.range.start() < range.start());
        let mut here = self.all.get(first..)?.iter();
        here.find(|one| one.range.start() > range.start() || one.range == range)
            .filter(|one| one.range == range)
    }

    /// An entity.
    pub(crate) fn entity(&self, id: EntityId) -> Option<&Entity> {
        self.entities.get(id.0 as usize)
    }

    /// All entities.
    pub(crate) fn entities(&self) -> impl Iterator<Item = (EntityId, &Entity)> {
        (0..).map(EntityId).zip(&self.entities)
    }

    /// The occurrences of an entity in the file, in the order of their places.
    pub(crate) fn of(&self, entity: EntityId) -> impl Iterator<Item = &Occurrence> {
        let at = |entity: u32| self.starts.get(entity as usize).copied();
        let places = match (at(entity.0), at(entity.0 + 1)) {
            (Some(start), Some(end)) => self.places.get(start as usize..end as usize),
            _ => None,
        };
        let places = places.unwrap_or_default().iter();
        places.filter_map(|&place| self.all.get(place as usize))
    }

    /// All occurrences in the file, in the order of their places.
    pub(crate) fn all(&self) -> &[Occurrence] {
        &self.all
    }

    /// The occurrences of an entity in libraries.
    pub(crate) fn in_libraries(&self, entity: EntityId) -> impl Iterator<Item = &Foreign> {
        let foreign = self.foreign.iter();
        foreign.filter(move |one| one.occurrence.entity == entity)
    }

    /// What a colorplot stands in.
    pub(crate) fn around_plot(&self, plot: PlotId) -> Owner {
        let owner = self.found.plots.get(plot.index()).copied();
        owner.unwrap_or(Owner::Page)
    }
}

#[cfg(test)]
mod tests;
