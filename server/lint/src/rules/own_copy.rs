//! Variables that a pixel program assigns and the scripts use as well: each pixel has its own.

use std::rc::Rc;

use cindyscript_diagnostic::{Code, Related};
use cindyscript_hir::builtins::Side;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_infer::{BodyId, SlotSubject};
use rustc_hash::{FxHashMap, FxHashSet};

use super::first::{First, Order};
use crate::checker::Checker;

impl Checker<'_> {
    /// Looks for variables that a colorplot assigns and scripts use: neither sees what the other
    /// assigns.
    pub(crate) fn own_copies(&mut self, plot: BodyId) {
        let solution = self.solution;
        let program = &self.analysis.program;
        let Some(variables) = solution.plot_variables.get(&plot) else {
            return;
        };
        let body = solution.body(plot);
        let Some(pixel) = body.pixel else { return };
        let pixel = &self.analysis.split(pixel.plot).pixel;
        let assigned: Vec<NameId> = variables
            .iter()
            .skip(pixel.len())
            .map(|&(name, _)| name)
            .collect();
        if assigned.is_empty() {
            return;
        }
        let uses = self.uses_on_the_cpu();
        let used = assigned.iter().copied();
        let used = used.filter(|name| uses.contains_key(name));
        let summaries = &self.analysis.facts.summaries;
        let first = Order::of(program, summaries, body.root, used);
        for name in assigned {
            let (Some(&uses), Some(&First { assigned, read, .. })) =
                (uses.get(&name), first.get(&name))
            else {
                continue;
            };
            let text = program.names.text(name);
            let (place, message, other, words) = match (read, uses) {
                (
                    Some(read),
                    Uses {
                        written: Some(written),
                        ..
                    },
                ) => (
                    read,
                    format!(
                        "`{text}` has no value here: the pixel program assigns it, so that each \
                         pixel has its own"
                    ),
                    written,
                    "this is not seen by the pixels",
                ),
                (
                    None,
                    Uses {
                        read: Some(read),
                        written: None,
                    },
                ) => (
                    assigned.unwrap_or(body.root),
                    format!("each pixel has its own `{text}`: the scripts do not see this value"),
                    read,
                    "here it has no value",
                ),
                _ => continue,
            };
            let related = Related {
                range: self.analysis.range(other),
                message: words.to_owned(),
            };
            if let Some(said) = self.say(place, Code::OwnCopy, message) {
                said.help = Some("give one of both another name".to_owned());
                said.related.push(related);
            }
        }
    }

    /// The uses by scripts of the global variables that colorplots assign as well.
    fn uses_on_the_cpu(&mut self) -> Rc<FxHashMap<NameId, Uses>> {
        if let Some(known) = &self.uses_on_the_cpu {
            return Rc::clone(known);
        }
        let solution = self.solution;
        let mut uses: FxHashMap<NameId, Uses> = FxHashMap::default();
        let plots = self.analysis.facts.split.plots();
        for &name in plots.flat_map(|(_, plot)| &plot.assigned) {
            if let Some(slot) = solution.global(name) {
                let written = || {
                    solution.raises(slot).find_map(|raise| {
                        match solution.slot(raise.from).subject {
                            SlotSubject::Term(term) => Some(term),
                            SlotSubject::Variable(_) => None,
                        }
                    })
                };
                uses.entry(name).or_insert_with(|| Uses {
                    written: written(),
                    read: None,
                });
            }
        }
        if !uses.is_empty() {
            self.reads_on_the_cpu(&mut uses);
        }
        uses.retain(|_, uses| uses.read.is_some() || uses.written.is_some());
        let uses = Rc::new(uses);
        self.uses_on_the_cpu = Some(Rc::clone(&uses));
        uses
    }

    /// Adds where scripts read some global variables.
    fn reads_on_the_cpu(&self, uses: &mut FxHashMap<NameId, Uses>) {
        let solution = self.solution;
        let program = &self.analysis.program;
        for &id in &solution.reachable {
            let body = solution.body(id);
            if body.side() == Side::Gpu {
                continue;
            }
            let mut targets = FxHashSet::default();
            for (term, _) in solution.evaluated(body) {
                // Targets stand behind their values, and before the assignment.
                targets.extend(program.kind(term).target());
            }
            for (term, slot) in solution.evaluated(body) {
                if let TermKind::Variable(name) = program.kind(term)
                    && let Some(known) = uses.get_mut(&name)
                    && known.read.is_none()
                    && !targets.contains(&term)
                    && solution.global(name) == Some(slot.link)
                {
                    known.read = Some(term);
                }
            }
        }
    }
}

/// The uses of a variable by the scripts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uses {
    read: Option<TermId>,
    written: Option<TermId>,
}
