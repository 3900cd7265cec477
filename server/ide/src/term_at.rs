//! From a place in a script to the term that stands there, and from a term to its types.

use cindyscript_applet::SourceText;
use cindyscript_hir::program::{FunctionId, ScriptId, Term, TermId, TermKind};
use cindyscript_infer::{Body, BodyKind, Role, SlotId};
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};

/// The part of a script that the places in a part of the file may be those of.
pub(crate) fn in_script(source: &SourceText, part: TextRange) -> TextRange {
    match source.contiguous_start() {
        Some(start) => part.checked_sub(start).unwrap_or(part),
        None => TextRange::up_to(TextSize::of(source.text())),
    }
}

/// The kind of thing that a name declares.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Declared {
    Function(FunctionId),
    /// One of the function's parameters, by its place.
    Parameter(FunctionId, usize),
}

/// The applet and the script that an offset of the file lies in, with the offset in that script.
pub(crate) fn script_at(
    analysis: &Analysis,
    offset: TextSize,
) -> Option<(&AppletAnalysis, ScriptId, TextSize)> {
    let applets = analysis.applets.iter().zip(analysis.document.applets());
    applets.into_iter().find_map(|(applet, source)| {
        let scripts = source.scripts.iter().enumerate();
        // The place that names a library holds nothing of its text.
        let own = scripts.filter(|(_, script)| !script.is_library);
        own.into_iter().find_map(|(index, script)| {
            let at = script.source.to_script(offset)?;
            Some((applet, ScriptId(index as u32), at))
        })
    })
}

impl AppletAnalysis {
    /// The terms of the statements that a part of a script meets, be it only with an end, and that of
    /// the script.
    pub(crate) fn terms_near(
        &self,
        script: ScriptId,
        part: TextRange,
    ) -> impl Iterator<Item = (TermId, &Term)> {
        let root = self.program.scripts.get(script.index());
        let near = self.statements(script, part).terms.map(TermId);
        let ids = near.chain(root.map(|script| script.root));
        let terms = ids.map(|id| (id, self.program.term(id)));
        terms.filter(move |(_, term)| term.script == script)
    }

    /// The terms that are exactly this part of the file, those of libraries aside, the script itself last.
    pub(crate) fn terms_at(&self, place: TextRange) -> impl Iterator<Item = TermId> {
        let candidates = self.terms_in_file(place);
        candidates.filter(move |&id| self.range(id) == place)
    }

    /// The terms of the statements that a part of the file meets, and those of their scripts.
    fn terms_in_file(&self, part: TextRange) -> impl Iterator<Item = TermId> {
        let scripts = self.source().scripts.iter().zip((0..).map(ScriptId));
        let own = scripts.filter(move |(script, _)| {
            !script.is_library && script.source.file_range().intersect(part).is_some()
        });
        own.flat_map(move |(script, id)| {
            let near = self.terms_near(id, in_script(&script.source, part));
            near.map(|(id, _)| id)
        })
    }

    /// The smallest term that holds the character at an offset of a script; behind a term, at a
    /// space, comma or semicolon, the one that ends there. A bracket belongs to what it closes.
    pub(crate) fn innermost(&self, script: ScriptId, at: TextSize) -> Option<TermId> {
        let source = self.script_text(script);
        let next = source
            .get(usize::from(at)..)
            .and_then(|rest| rest.chars().next());
        let behind = next.is_none_or(|next| next.is_whitespace() || matches!(next, ';' | ','));
        let smallest = |holds: &dyn Fn(TextRange) -> bool| {
            let terms = self.terms_near(script, TextRange::empty(at));
            terms
                .filter(|(_, term)| holds(term.range) && term.kind != TermKind::Undefined)
                .filter(|(id, _)| !self.is_script(*id))
                .min_by_key(|(_, term)| term.range.len())
                .map(|(id, _)| id)
        };
        let ends = || smallest(&|range| range.end() == at);
        let holds = || smallest(&|range| range.contains(at));
        if behind {
            ends().or_else(holds)
        } else {
            holds().or_else(ends)
        }
    }

    /// The name at an offset of a script, if it is that of a function or parameter where it is
    /// defined.
    pub(crate) fn declared(&self, script: ScriptId, at: TextSize) -> Option<(Declared, TextRange)> {
        let functions = self.program.functions.iter().enumerate();
        let mut functions = functions.filter(|(_, function)| function.script == script);
        functions.find_map(|(id, function)| {
            let id = FunctionId(id as u32);
            if !function.is_code() && function.name_range.contains_inclusive(at) {
                return Some((Declared::Function(id), function.name_range));
            }
            let mut parameters = function.parameters.iter().enumerate();
            if function.is_code() {
                // The code itself, which is not written.
                parameters.next();
            }
            parameters.find_map(|(place, parameter)| {
                let here = parameter.range.contains_inclusive(at);
                here.then_some((Declared::Parameter(id, place), parameter.range))
            })
        })
    }

    /// Functions as they are called, a body for each signature; without those whose arguments wait
    /// for values of the running applet, where others do not.
    pub(crate) fn bodies(&self, functions: &[FunctionId]) -> Vec<&Body> {
        let solution = &*self.solution;
        let bodies = solution.reachable.iter().map(|&id| solution.body(id));
        let of_function =
            |body: &&Body| matches!(body.kind, BodyKind::Function(id) if functions.contains(&id));
        self.without_waiting(bodies.filter(of_function).collect())
    }

    /// These bodies of functions without those that wait for arguments, if not all do.
    pub(crate) fn without_waiting<'a>(&self, mut bodies: Vec<&'a Body>) -> Vec<&'a Body> {
        let solution = &*self.solution;
        let waits = |body: &Body| {
            let mut parameters = body.parameters.iter();
            parameters.any(|&slot| solution.ty(slot).is_unset())
        };
        if !bodies.iter().all(|body| waits(body)) {
            bodies.retain(|body| !waits(body));
        }
        bodies
    }

    /// The slots of what is declared: of a parameter, or of a function's value.
    pub(crate) fn declared_slots(&self, declared: Declared) -> Vec<SlotId> {
        match declared {
            Declared::Function(id) => {
                let bodies = self.bodies(&[id]);
                bodies.iter().map(|body| body.slot(body.root)).collect()
            }
            Declared::Parameter(id, place) => {
                let bodies = self.bodies(&[id]);
                let slots = bodies.iter().filter_map(|body| body.parameters.get(place));
                slots.copied().collect()
            }
        }
    }

    fn is_script(&self, term: TermId) -> bool {
        let mut scripts = self.program.scripts.iter();
        scripts.any(|script| script.root == term)
    }

    /// The slots of a term in the bodies that evaluate it.
    pub(crate) fn slots(&self, term: TermId) -> Vec<SlotId> {
        let solution = &*self.solution;
        let mut slots = Vec::new();
        for &id in &solution.reachable {
            let body = solution.body(id);
            if body.contains(term) && solution.slot(body.slot(term)).role != Role::Idle {
                slots.push(body.slot(term));
            }
        }
        // A term of U is explained where the pixel program takes it.
        let uniform = |slot: &SlotId| solution.slot(*slot).role == Role::Uniform;
        if slots.iter().any(uniform) {
            slots.retain(uniform);
        }
        slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse;
    use cindyscript_hir::document::Document;

    #[test]
    fn terms_at_a_place_are_looked_for_in_its_statement() {
        let pages = [
            ("a.cindyscript", "", ""),
            (
                "a.html",
                "<script>CindyJS({scripts: {draw: \"",
                "\"}});</script>",
            ),
        ];
        for (name, before, behind) in pages {
            let text = "a = [1, f(2)]; ".repeat(500);
            let text = format!("{before}{text}b = g(a)_1;{behind}");
            let analysis = analyse(&Document::open(name, text.as_str()));
            let applet = &analysis.applets[0];
            for place in applet.program.term_ids().map(|id| applet.range(TermId(id))) {
                let found: Vec<TermId> = applet.terms_at(place).collect();
                let all = applet.program.term_ids().map(TermId);
                let all: Vec<TermId> = all.filter(|&id| applet.range(id) == place).collect();
                assert_eq!(found, all, "{place:?}");
            }
            if behind.is_empty() {
                let last = applet.range(TermId(applet.program.terms.len() as u32 - 3));
                let looked_at = applet.terms_in_file(last).count();
                assert!(looked_at < 10, "{looked_at} terms");
            }
        }
    }
}
