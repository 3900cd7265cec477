//! An applet's inference: the order of its stages, from the document to types.

use std::ops::Range;
use std::sync::Arc;

use cindyscript_applet::GeometryEntry;
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::document::Document;
use cindyscript_hir::elements;
use cindyscript_hir::lowering::{Lowering, Statements};
use cindyscript_hir::names::{NameId, NameSet};
use cindyscript_hir::presets::PRESETS;
use cindyscript_hir::program::{Callee, PlotId, Program, ScriptId, TermId, TermKind, all_assigned};
use cindyscript_hir::types::Type;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use crate::constants::{Constants, KnownNumbers, constants};
use crate::element_variables;
use crate::guards::Guards;
use crate::input::{InferenceInput, ObservedTypes};
use crate::opaque::OpaqueCode;
use crate::reuse::{same_numbers, same_terms};
use crate::solution::Solution;
use crate::solver::{KleeneIteration, solve};
use crate::split::{PlotSplit, Split, Summaries};
use crate::split_program::SplitProgram;

/// What is inferred of one applet. A value; independent of later versions.
#[derive(Clone, Debug)]
pub struct Inference {
    /// The scripts, lowered.
    pub program: Arc<Program>,
    /// How the program came from the scripts, for the next version.
    lowering: Arc<Lowering>,
    /// What types are inferred from.
    pub facts: Arc<Facts>,
    /// The types.
    pub solution: Arc<Solution>,
}

/// What types are inferred from, besides the program.
#[derive(Debug)]
pub struct Facts {
    /// What of the colorplots depends on the pixel, and what does not.
    pub split: Arc<Split>,
    /// The numbers behind names.
    pub constants: Constants,
    /// The types of names that mean something without being assigned.
    pub given: FxHashMap<NameId, Type>,
    /// What functions do.
    pub summaries: Arc<Summaries>,
    /// What conditions say about variables.
    pub guards: Arc<Guards>,
    /// The variables that hold elements which functions find.
    pub found: NameSet,
    /// Code that the file does not hold.
    pub opaque: OpaqueCode,
}

impl Inference {
    /// Infers the types of an applet of a document. The result is the same whatever is known of an
    /// earlier version; what the edit cannot have changed is taken from there.
    #[must_use]
    pub fn new(document: &Document, applet: usize, earlier: Option<&Self>) -> Self {
        let data = &document.applets()[applet];
        let events = data.scripts.iter().map(|script| Some(script.event));
        let imported = document.imported(applet).iter();
        let imported = imported.filter_map(|library| Some((None, library.script()?)));
        let scripts: Vec<_> = events
            .zip(document.scripts(applet))
            .chain(imported)
            .collect();
        let known = earlier.map(|earlier| (&*earlier.lowering, &*earlier.program));
        let (lowering, program) = Lowering::new(&scripts, known);
        let (given, defined) = meanings(&program, &data.geometry);
        let changed = earlier.and_then(|earlier| lowering.changed(&earlier.lowering));
        let changed = changed.as_deref();
        let same = earlier.zip(changed).filter(|(earlier, changed)| {
            given == earlier.facts.given && same_terms(&earlier.program, &program, changed)
        });
        let behaviour = match same {
            Some((earlier, _)) => {
                let Facts {
                    split,
                    summaries,
                    guards,
                    ..
                } = &*earlier.facts;
                Behaviour {
                    split: Arc::clone(split),
                    summaries: Arc::clone(summaries),
                    guards: Arc::clone(guards),
                }
            }
            None => Behaviour::new(&program, |summaries| {
                Arc::new(Split::new(&program, defined, summaries))
            }),
        };
        Self::of_program(
            document,
            applet,
            (program, lowering),
            given,
            behaviour,
            same,
        )
    }

    /// Infers the types of a [redefined](SplitProgram::redefined) program of an applet.
    #[must_use]
    pub fn of_redefined(document: &Document, applet: usize, redefined: &SplitProgram) -> Self {
        let program = Program::clone(&redefined.program);
        let (given, _) = meanings(&program, &document.applets()[applet].geometry);
        let behaviour = Behaviour::new(&program, |_| Arc::clone(&redefined.split));
        let lowered = (program, Lowering::default());
        Self::of_program(document, applet, lowered, given, behaviour, None)
    }

    /// Infers the types of a program of an applet. `same` is what was inferred of an earlier version
    /// with the same terms, and which statements have other numbers in them.
    fn of_program(
        document: &Document,
        applet: usize,
        (program, lowering): (Program, Lowering),
        given: FxHashMap<NameId, Type>,
        behaviour: Behaviour,
        same: Option<(&Self, &[Range<usize>])>,
    ) -> Self {
        let imported = document.imported(applet);
        let opaque = OpaqueCode::new(&program, &document.applets()[applet], imported);
        let Behaviour {
            split,
            summaries,
            guards,
        } = behaviour;
        let facts = Facts {
            constants: numbers_behind_names(&program, &split, &opaque),
            split,
            given,
            summaries,
            guards,
            found: element_variables::variables(&program, &opaque),
            opaque,
        };
        let same = same.filter(|(earlier, changed)| {
            earlier.facts.found == facts.found
                && same_numbers(earlier.numbers(), facts.numbers(&program), changed)
        });
        let solution = match same {
            Some((earlier, _)) => Arc::clone(&earlier.solution),
            None => Arc::new(facts.solve(&program, &ObservedTypes::default())),
        };
        Self {
            program: Arc::new(program),
            lowering: Arc::new(lowering),
            facts: Arc::new(facts),
            solution,
        }
    }

    /// The statements of a script that meet a part of it, be it only with an end.
    #[must_use]
    pub fn statements(&self, script: ScriptId, part: TextRange) -> Statements {
        let known = self.lowering.statements(script, part);
        known.unwrap_or_else(|| Statements {
            terms: self.program.term_ids(),
            range: TextRange::up_to(TextSize::new(u32::MAX)),
        })
    }

    /// The type of a global variable.
    #[must_use]
    pub fn variable_type(&self, name: &str) -> Option<&Type> {
        let slot = self.solution.global(self.program.names.get(name)?)?;
        Some(self.solution.ty(slot))
    }

    /// The types where the running applet has shown some of those of U.
    #[must_use]
    pub fn observing(&self, observed: &ObservedTypes<'_>) -> Solution {
        self.facts.solve(&self.program, observed)
    }

    /// The types where each value from the CPU that may be complex turns out to be real.
    #[must_use]
    pub fn with_real_uniforms(&self) -> Solution {
        let observed = ObservedTypes::default();
        solve(&InferenceInput {
            at_pixels: |ty| ty.on_gpu().if_real(),
            ..self.facts.input(&self.program, &observed)
        })
    }

    /// The Kleene iteration, step by step, but no more than `most`.
    #[must_use]
    pub fn iteration(&self, most: usize) -> KleeneIteration {
        let observed = ObservedTypes::default();
        KleeneIteration::new(&self.facts.input(&self.program, &observed), most)
    }

    /// The program as it runs.
    #[must_use]
    pub fn split_program(&self) -> SplitProgram {
        SplitProgram {
            program: Arc::clone(&self.program),
            split: Arc::clone(&self.facts.split),
        }
    }

    /// The split of a colorplot.
    ///
    /// # Panics
    /// The program has no such colorplot.
    #[must_use]
    pub fn split(&self, plot: PlotId) -> &PlotSplit {
        self.facts.split.of(plot)
    }

    /// The names that mean something without a colorplot.
    #[must_use]
    pub fn defined(&self) -> &NameSet {
        &self.facts.split.defined
    }

    /// The numbers that terms always are.
    #[must_use]
    pub fn numbers(&self) -> KnownNumbers<'_> {
        self.facts.numbers(&self.program)
    }
}

/// What a program does, as its text says it.
struct Behaviour {
    split: Arc<Split>,
    summaries: Arc<Summaries>,
    guards: Arc<Guards>,
}

impl Behaviour {
    fn new(program: &Program, split: impl FnOnce(&Summaries) -> Arc<Split>) -> Self {
        let summaries = Summaries::new(program);
        Self {
            split: split(&summaries),
            guards: Arc::new(Guards::new(program, &summaries)),
            summaries: Arc::new(summaries),
        }
    }
}

impl Facts {
    fn numbers<'a>(&'a self, program: &'a Program) -> KnownNumbers<'a> {
        KnownNumbers {
            program,
            constants: &self.constants,
        }
    }

    fn solve(&self, program: &Program, observed: &ObservedTypes<'_>) -> Solution {
        solve(&self.input(program, observed))
    }

    /// What inference needs to know.
    pub fn input<'a>(
        &'a self,
        program: &'a Program,
        observed: &'a ObservedTypes<'a>,
    ) -> InferenceInput<'a> {
        InferenceInput {
            program,
            split: &self.split,
            constants: &self.constants,
            summaries: &self.summaries,
            guards: &self.guards,
            given: &self.given,
            found: &self.found,
            observed,
            at_pixels: Type::on_gpu,
        }
    }
}

/// The numbers behind names: none where code that is not seen may assign to them.
fn numbers_behind_names(program: &Program, split: &Split, opaque: &OpaqueCode) -> Constants {
    match opaque.names {
        None => constants(program, split),
        Some(_) => Constants::default(),
    }
}

/// The names that mean something without being assigned, with their types, and all names that
/// mean something.
fn meanings(program: &Program, geometry: &[GeometryEntry]) -> (FxHashMap<NameId, Type>, NameSet) {
    let assigned = all_assigned(program, TermId(0));
    let mut given = FxHashMap::default();
    let mut give = |text: &str, ty: Type| {
        // Whoever assigns to `i` means a counter, not the imaginary unit.
        if let Some(name) = program.names.get(text)
            && !assigned.contains(name)
        {
            given.insert(name, ty);
        }
    };
    for (name, ty) in elements::types(geometry) {
        give(name, ty);
    }
    for (name, ty) in created(program) {
        give(&name, ty);
    }
    for variable in &PRESETS {
        give(variable.name, variable.value.ty());
    }
    let mut defined = assigned;
    defined.extend(given.keys().copied());
    (given, defined)
}

/// The names that scripts give elements which they make: `createpoint("A", [0, 0])`,
/// `create(["a"], "Join", [A, B])`.
fn created(program: &Program) -> Vec<(SmolStr, Type)> {
    let text = |term: TermId| match program.kind(term) {
        TermKind::Text(text) => Some(program.text(text)),
        _ => None,
    };
    let mut names = Vec::new();
    let creates = |row: &Callee| {
        let intrinsic = row.intrinsic();
        matches!(intrinsic, Some(Intrinsic::CreatePoint | Intrinsic::Create))
    };
    for (_, callee, arguments) in program.calls_of(creates) {
        let intrinsic = program.callee(callee).intrinsic();
        match (intrinsic, program.children(arguments)) {
            (Some(Intrinsic::CreatePoint), &[name, _]) => {
                names.extend(text(name).map(|name| (name.into(), Type::Point)));
            }
            (Some(Intrinsic::Create), &[list, kind, _]) => {
                let TermKind::List(list) = program.kind(list) else {
                    continue;
                };
                let list = program.children(list);
                let ty = match (list, text(kind)) {
                    ([_], Some(kind)) => elements::created(kind),
                    _ => Type::Top,
                };
                let texts = list.iter().filter_map(|&name| text(name));
                names.extend(texts.map(|name| (name.into(), ty.clone())));
            }
            _ => {}
        }
    }
    names
}
