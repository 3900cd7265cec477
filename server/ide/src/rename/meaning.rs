//! Whether all names of a page denote the same once something has another name.

use cindyscript_hir::document::Document;
use cindyscript_infer::Inference;
use cindyscript_infer::split::Coordinate;
use rustc_hash::FxHashMap;
use text_size::{TextLen, TextRange, TextSize};

use super::{RenameRefusal, Renaming, refuse};
use crate::analysis::AppletAnalysis;
use crate::code_actions::{FileEdit, applied};
use crate::occurrences::{EntityId, EntityKind, Occurrence, Occurrences};
use crate::symbol_at::what_is;

impl Renaming<'_> {
    /// Whether all names of the page denote the same as before once the edits are made.
    pub(super) fn check_meaning(&self, new: &str, edits: &[FileEdit]) -> Result<(), RenameRefusal> {
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
        edits: &[FileEdit],
        new: &str,
    ) -> Result<(), RenameRefusal> {
        let inference = Inference::new(after, index, Some(&applet.inference));
        let before = applet.occurrences();
        let after = Occurrences::new(&inference, after, index, Some(before));
        let refused = |at: TextRange, why: &str| self.other_meaning(at, new, why);
        let program = &inference.program;
        if !coordinates(&applet.inference).eq(coordinates(&inference)) {
            let why = "its name says which coordinate of the pixel it is";
            return refused(self.here.range, why);
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
                let is_renamed = self.renames(applet, known);
                let other = if is_renamed { old.entity } else { known };
                return self.clash(applet, other, new);
            }
            if !is_there {
                break;
            }
            if !is_same || is_local != was_local {
                let is = after.entity(now.entity).map(|one| what_is(program, one));
                let [is, was] = [is.unwrap_or_default(), applet.what_is(old.entity)];
                let why = match is == was {
                    true => format!("another one, {is}"),
                    false => format!("{is}, and not {was}"),
                };
                return refused(old.range, &why);
            }
        }
        // A name that stands in one of the two texts alone is one of another kind there.
        match first_alone(before.all(), after.all(), edits) {
            (Some(lost), _) => {
                let why = format!("no longer {}", applet.what_is(lost.entity));
                refused(lost.range, &why)
            }
            (None, Some(new)) => {
                let is = after.entity(new.entity).map(|one| what_is(program, one));
                refused(self.here.range, &is.unwrap_or_default())
            }
            (None, None) => Ok(()),
        }
    }

    /// Refuses a new name because a place would mean something else by it.
    fn other_meaning(&self, at: TextRange, new: &str, why: &str) -> Result<(), RenameRefusal> {
        let line = self.line(at);
        let name = &self.entity.name;
        refuse(format!(
            "in line {line}, `{name}` would mean something else as `{new}`: {why}"
        ))
    }

    fn renames(&self, applet: &AppletAnalysis, id: EntityId) -> bool {
        let mut named = self.named.iter();
        named.any(|one| std::ptr::eq(one.applet, applet) && one.entity == id)
    }
}

/// The coordinates of the pixel that names stand for. A name may decide it: `z` is a complex number.
fn coordinates(inference: &Inference) -> impl Iterator<Item = Coordinate> {
    let plots = inference.facts.split.plots();
    let names = plots.flat_map(|(_, plot)| &plot.pixel);
    names.map(|name| name.coordinate)
}

/// The first occurrence that the text before the edits has alone, or else the first of the text after
/// them.
fn first_alone<'a>(
    before: &'a [Occurrence],
    after: &'a [Occurrence],
    edits: &[FileEdit],
) -> (Option<&'a Occurrence>, Option<&'a Occurrence>) {
    let mut moved = Moved::new(edits);
    let mut known = after.iter();
    let lost = before.iter().find(|old| {
        let start = moved.moved(old.range.start());
        known.next().map(|now| now.range.start()) != Some(start)
    });
    (lost, known.next())
}

/// Where offsets lie after edits, which are in their order, as the offsets are.
pub(super) struct Moved<'a> {
    edits: std::slice::Iter<'a, FileEdit>,
    more: TextSize,
    less: TextSize,
}

impl<'a> Moved<'a> {
    pub(super) fn new(edits: &'a [FileEdit]) -> Self {
        let nothing = TextSize::new(0);
        Self {
            edits: edits.iter(),
            more: nothing,
            less: nothing,
        }
    }

    pub(super) fn moved(&mut self, offset: TextSize) -> TextSize {
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
