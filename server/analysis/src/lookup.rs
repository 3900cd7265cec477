//! Tables over a program in which something is looked up for many of its terms. Each is made when
//! something is looked up in it first.

use std::sync::OnceLock;

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::assigned_names;
use cindyscript_hir::program::{Program, TermId, TermKind};

/// The tables over a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookup {
    parents: OnceLock<Vec<TermId>>,
    variables: OnceLock<ByName>,
    assignments: OnceLock<ByName>,
}

impl Lookup {
    /// The term around each term, or the term itself if there is none.
    pub(crate) fn parents(&self, program: &Program) -> &[TermId] {
        self.parents.get_or_init(|| program.parents())
    }

    /// The terms of each name.
    pub(crate) fn variables(&self, program: &Program) -> &ByName {
        self.variables.get_or_init(|| {
            let variables = numbered(program).filter_map(|(term, kind)| match kind {
                TermKind::Variable(name) => Some((name, term)),
                _ => None,
            });
            ByName::new(program.names.len(), &variables.collect::<Vec<_>>())
        })
    }

    /// The assignments to each name, or to a part of it.
    pub(crate) fn assignments(&self, program: &Program) -> &ByName {
        self.assignments.get_or_init(|| {
            let mut assignments = Vec::new();
            let mut names = Vec::new();
            for (term, kind) in numbered(program) {
                if let TermKind::Assign { target, .. } = kind {
                    assigned_names(program, target, &mut names);
                    assignments.extend(names.drain(..).map(|name| (name, term)));
                }
            }
            ByName::new(program.names.len(), &assignments)
        })
    }
}

fn numbered(program: &Program) -> impl Iterator<Item = (TermId, TermKind)> {
    let terms = program.terms.iter().zip((0..).map(TermId));
    terms.map(|(row, term)| (term, row.kind))
}

/// Terms by a name that each has to do with, those of a name in the order of the text.
#[derive(Clone, Debug)]
pub struct ByName {
    /// The index of the first term of each name.
    starts: Vec<u32>,
    terms: Vec<TermId>,
}

impl ByName {
    fn new(names: usize, pairs: &[(NameId, TermId)]) -> Self {
        let mut starts = vec![0; names + 1];
        for (name, _) in pairs {
            starts[name.index() + 1] += 1;
        }
        for name in 0..names {
            starts[name + 1] += starts[name];
        }
        let mut next = starts.clone();
        let mut terms = vec![TermId::default(); pairs.len()];
        for &(name, term) in pairs {
            let place = &mut next[name.index()];
            terms[*place as usize] = term;
            *place += 1;
        }
        Self { starts, terms }
    }

    /// The terms of a name.
    pub fn of(&self, name: NameId) -> &[TermId] {
        let at = |place: usize| self.starts.get(place).map(|&start| start as usize);
        match (at(name.index()), at(name.index() + 1)) {
            (Some(start), Some(end)) => &self.terms[start..end],
            _ => &[],
        }
    }

    /// The terms of a name from a first to a last one.
    pub fn within(&self, name: NameId, first: TermId, last: TermId) -> &[TermId] {
        let all = self.of(name);
        let start = all.partition_point(|&term| term < first);
        let end = all.partition_point(|&term| term <= last);
        &all[start..end.max(start)]
    }
}

#[cfg(test)]
mod tests {
    use crate::InferredApplet;
    use cindyscript_hir::document::Document;

    #[test]
    fn terms_are_found_by_name_and_by_what_is_in_them() {
        let text = "a = 1; b = a; [a, c_1] = [b, a]; f(x) := (a = x)";
        let document = Document::open("test.cindyscript", text);
        let applet = InferredApplet::new(&document, 0, None);
        let program = &applet.program;
        let name = |text| program.names.get(text).expect("a name");
        let written = |terms: &[cindyscript_hir::program::TermId]| -> Vec<&str> {
            terms.iter().map(|&term| applet.written(term)).collect()
        };
        assert_eq!(written(applet.variables().of(name("a"))), ["a"; 5]);
        assert_eq!(
            written(applet.assignments().of(name("a"))),
            ["a = 1", "[a, c_1] = [b, a]", "a = x"]
        );
        let list = applet.assignments().of(name("c"))[0];
        assert_eq!(applet.written(list), "[a, c_1] = [b, a]");
        let around = applet.parent(list).expect("the script");
        assert_eq!(applet.parent(around), None);
        let first = program.term(list).first;
        let within = applet.variables().within(name("a"), first, list);
        assert_eq!(written(within), ["a"; 2]);
        let values = applet.values_of(name("a"), program.term(around).first, around);
        let values: Vec<_> = values.collect();
        assert_eq!(written(&values), ["1", "x"]);
    }
}
