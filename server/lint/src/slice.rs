//! The part of a program that decides about some places of the file: a static slice, of whole
//! statements.

use cindyscript_analysis::InferredApplet;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{CalleeId, FunctionId, Program, TermId, TermKind};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::TextRange;

/// The statements that decide about some places.
#[derive(Default)]
pub(crate) struct Slice {
    /// The last term of each statement.
    pub(crate) statements: FxHashSet<TermId>,
    /// The functions that they define.
    pub(crate) defined: FxHashSet<CalleeId>,
    /// Those of the places that are in a statement, each with the innermost function around it.
    pub(crate) places: FxHashMap<TextRange, Option<FunctionId>>,
}

/// The statements of an applet, and the uses of names in them.
pub(crate) struct Statements<'a> {
    applet: &'a InferredApplet,
    /// The last term of each, in their order.
    roots: Vec<TermId>,
    /// The last term of the last one of each script.
    last: Vec<TermId>,
    /// The file ranges of those that stand in the file, in their order.
    places: Vec<(TextRange, usize)>,
    assigned: FxHashMap<NameId, Vec<usize>>,
    callers: FxHashMap<CalleeId, Vec<usize>>,
    definitions: FxHashMap<CalleeId, Vec<usize>>,
}

impl<'a> Statements<'a> {
    pub(crate) fn new(applet: &'a InferredApplet) -> Self {
        let program = &*applet.program;
        let scripts = program.scripts.iter();
        let of_scripts = scripts.map(|script| match program.kind(script.root) {
            TermKind::Sequence(statements) => program.children(statements),
            _ => &[],
        });
        let roots: Vec<TermId> = of_scripts.clone().flatten().copied().collect();
        let last = of_scripts.filter_map(|statements| statements.last().copied());
        let places = roots.iter().zip(0..);
        let places = places.filter(|(root, _)| !applet.is_library(program.term(**root).script));
        let places = places.map(|(&root, at)| (applet.range(root), at));
        let mut places: Vec<(TextRange, usize)> = places.collect();
        places.sort_unstable_by_key(|(range, _)| range.start());
        let mut statements = Self {
            applet,
            last: last.collect(),
            roots,
            places,
            assigned: FxHashMap::default(),
            callers: FxHashMap::default(),
            definitions: FxHashMap::default(),
        };
        statements.index(program);
        statements
    }

    fn index(&mut self, program: &Program) {
        let mut statement = 0;
        for &term in &program.actions {
            statement += self.roots[statement..].partition_point(|root| *root < term);
            match program.kind(term) {
                TermKind::Call { callee, .. } => {
                    self.callers.entry(callee).or_default().push(statement);
                }
                TermKind::Define(function) => {
                    let callee = program.function(function).callee;
                    self.definitions.entry(callee).or_default().push(statement);
                }
                kind => {
                    let targets = kind.target().map(|target| program.subtree(target));
                    let names = targets.into_iter().flatten();
                    for name in names.filter_map(|term| program.name_of(term)) {
                        self.assigned.entry(name).or_default().push(statement);
                    }
                }
            }
        }
    }

    /// The statements that decide about some places, with all that gives their variables values,
    /// that they call, and that calls their functions.
    pub(crate) fn slice(&self, places: impl Iterator<Item = TextRange>) -> Slice {
        let program = &*self.applet.program;
        let mut slice = Slice::default();
        let mut names: FxHashSet<NameId> = FxHashSet::default();
        let mut pending = Vec::new();
        for place in places {
            if let Some(statement) = self.at(place) {
                slice
                    .places
                    .insert(place, self.function_around(statement, place));
                pending.push(statement);
            }
        }
        while let Some(&root) = pending
            .pop()
            .and_then(|statement| self.roots.get(statement))
        {
            if !slice.statements.insert(root) {
                continue;
            }
            let mut add = |found: Option<&Vec<usize>>| pending.extend(found.into_iter().flatten());
            for term in program.subtree(root) {
                match program.kind(term) {
                    TermKind::Variable(name) if names.insert(name) => add(self.assigned.get(&name)),
                    TermKind::Call { callee, .. } => add(self.definitions.get(&callee)),
                    TermKind::Define(function) => {
                        let callee = program.function(function).callee;
                        if slice.defined.insert(callee) {
                            add(self.callers.get(&callee));
                        }
                    }
                    _ => {}
                }
            }
        }
        // The value of the last statement is that of its script.
        slice.statements.extend(self.last.iter().copied());
        slice
    }

    /// The innermost function of a statement around a place.
    fn function_around(&self, statement: usize, place: TextRange) -> Option<FunctionId> {
        let program = &*self.applet.program;
        let root = *self.roots.get(statement)?;
        let terms = program.actions_within(program.term(root).first..=root);
        let functions = terms.iter().filter_map(|&term| match program.kind(term) {
            TermKind::Define(function) | TermKind::Code(function) => Some(function),
            _ => None,
        });
        let range = |function: &FunctionId| self.applet.range(program.function(*function).body);
        let around = functions.filter(|function| range(function).contains_range(place));
        around.min_by_key(|function| range(function).len())
    }

    /// The statement around a place.
    fn at(&self, place: TextRange) -> Option<usize> {
        let places = &self.places;
        let behind = places.partition_point(|(range, _)| range.start() <= place.start());
        let &(range, statement) = places.get(behind.checked_sub(1)?)?;
        range.contains_range(place).then_some(statement)
    }
}
