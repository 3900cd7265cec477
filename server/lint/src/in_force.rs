//! Functions that are defined several times: by a script for each key, say. Types are those of all
//! definitions at once, for any of them may be in force. What is wrong is another matter: at any
//! time only one is, so that an operation is a mistake only if it fails with every definition that
//! lets it run at all. The applet is inferred again with each of them, but only the statements that
//! decide about the faults.

use std::collections::BTreeMap;
use std::sync::Arc;

use cindyscript_analysis::InferredApplet;
use cindyscript_applet::Event;
use cindyscript_diagnostic::{Diagnostic, Severity};
use cindyscript_hir::program::{CalleeId, FunctionId, PlotId, Program, ScriptId};
use cindyscript_infer::BodyKind;
use cindyscript_infer::split_program::SplitProgram;
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::TextRange;

use crate::slice::{Slice, Statements};
use crate::walk::faults_of;

/// The most terms of programs that are inferred again, in all ways in which functions may be defined.
const MOST_TERMS: usize = 200_000;

/// The number of ways that are looked at in a program of any size.
const AT_LEAST: usize = 16;

fn is_fault(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity <= Severity::Warning
}

/// The diagnostics of an applet that hold whatever definitions are in force. `found` are those
/// where all of them are at once.
pub(crate) fn whatever_is_in_force(
    analysis: &InferredApplet,
    found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let several = defined_several_times(&analysis.program);
    if several.is_empty() || !found.iter().any(is_fault) {
        return found;
    }
    let faults = found.iter().filter(|one| is_fault(one));
    let slice = Statements::new(analysis).slice(faults.map(|fault| fault.range));
    decided(analysis, &slice, several, found)
}

/// The diagnostics without those that some definition of these functions avoids.
fn decided(
    analysis: &InferredApplet,
    slice: &Slice,
    several: Vec<CalleeId>,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    if !several.iter().any(|callee| slice.defined.contains(callee)) {
        return found;
    }
    let (fates, is_complete) = fates(analysis, slice, several, &found);
    let mut fates = fates.into_iter();
    found.retain_mut(|diagnostic| {
        let fate = fates.next().unwrap_or_default();
        if let Some(first) = fate.first {
            *diagnostic = first;
        }
        if fate.runs && !is_complete {
            // One of the other ways may avoid it.
            diagnostic.severity = Severity::Hint;
        }
        !fate.is_avoided
    });
    found
}

/// The outcome for a diagnostic that all definitions at once have.
#[derive(Default)]
struct Fate {
    /// The diagnostic as it is when the applet starts: its words are about one definition.
    first: Option<Diagnostic>,
    /// True if some way in which functions may be defined runs the place.
    runs: bool,
    /// True if such a way does not have it.
    is_avoided: bool,
}

/// The fate of each diagnostic, and whether all ways in which functions may be defined were looked at.
fn fates(
    analysis: &InferredApplet,
    slice: &Slice,
    mut several: Vec<CalleeId>,
    found: &[Diagnostic],
) -> (Vec<Fate>, bool) {
    let mut sliced = SplitProgram {
        program: Arc::new(analysis.program.with_statements(&slice.statements)),
        ..analysis.split_program()
    };
    let mut fates: Vec<Fate> = found.iter().map(|_| Fate::default()).collect();
    let open = found
        .iter()
        .zip(&mut fates)
        .filter(|(one, _)| is_fault(one));
    let open = open.filter_map(|(one, fate)| Some((one, fate, *slice.places.get(&one.range)?)));
    let mut open: Vec<(&Diagnostic, &mut Fate, Option<FunctionId>)> = open.collect();
    // A rule may look at more than what decides about types: at all that read a variable, say.
    let all_at_once = DefinitionChoice::new(&analysis.redefined(&sliced, PlotId(0)));
    let mut faults = open.iter().map(|(fault, ..)| *fault);
    match faults.all(|fault| all_at_once.faults.get(&fault.range) == Some(fault)) {
        true => several.retain(|callee| slice.defined.contains(callee)),
        false => sliced = analysis.split_program(),
    }
    let choices = Choices::new(analysis, several);
    let mut left = AT_LEAST.max(MOST_TERMS / analysis.program.terms.len().max(1));
    let mut seen = FxHashSet::default();
    for functions in choices.all() {
        if open.is_empty() {
            break;
        }
        if !seen.insert(functions.clone()) {
            continue;
        }
        if left == 0 {
            return (fates, false);
        }
        left -= 1;
        let program = sliced.redefined(&choices.in_force(&functions));
        let choice = DefinitionChoice::new(&analysis.redefined(&program, PlotId(0)));
        open.retain_mut(|(fault, fate, function)| {
            if !choice.runs(*function) {
                return true;
            }
            if !std::mem::replace(&mut fate.runs, true) {
                fate.first = choice.faults.get(&fault.range).cloned();
            }
            fate.is_avoided = !choice.fails(fault.range);
            !fate.is_avoided
        });
    }
    (fates, true)
}

/// The applet with one definition of each function.
struct DefinitionChoice {
    /// The first fault at each place.
    faults: FxHashMap<TextRange, Diagnostic>,
    /// The places that are told with a fault elsewhere.
    as_well: FxHashSet<TextRange>,
    /// The functions that something calls.
    called: FxHashSet<FunctionId>,
}

impl DefinitionChoice {
    fn new(analysis: &InferredApplet) -> Self {
        let (mut faults, mut as_well) = (FxHashMap::default(), FxHashSet::default());
        for fault in faults_of(analysis).into_iter().filter(is_fault) {
            as_well.extend(fault.as_well.iter().copied());
            faults.entry(fault.range).or_insert(fault);
        }
        let solution = &analysis.solution;
        let bodies = solution.reachable.iter();
        let called = bodies.filter_map(|&body| match solution.body(body).kind {
            BodyKind::Function(function) => Some(function),
            _ => None,
        });
        Self {
            faults,
            as_well,
            called: called.collect(),
        }
    }

    /// True if something calls a function, so that what stands in it is evaluated.
    fn runs(&self, function: Option<FunctionId>) -> bool {
        function.is_none_or(|function| self.called.contains(&function))
    }

    /// True if a fault is at a place, or joins another one there.
    fn fails(&self, place: TextRange) -> bool {
        self.faults.contains_key(&place) || self.as_well.contains(&place)
    }
}

/// The functions of the applet that have several definitions.
fn defined_several_times(program: &Program) -> Vec<CalleeId> {
    let callees = program.callees.iter().zip((0..).map(CalleeId));
    let several = callees.filter(|(row, _)| row.definitions.len() > 1 && !row.runs_code());
    several.map(|(_, callee)| callee).collect()
}

/// Ways in which functions may be defined.
struct Choices {
    several: Vec<CalleeId>,
    /// The definitions when the applet starts.
    start: Vec<FunctionId>,
    /// For each script, the definitions of each function, the last first.
    scripts: BTreeMap<ScriptId, Vec<Vec<FunctionId>>>,
    /// The number of callees of the applet.
    callees: usize,
}

impl Choices {
    fn new(analysis: &InferredApplet, several: Vec<CalleeId>) -> Self {
        let program = &*analysis.program;
        let mut start = Vec::with_capacity(several.len());
        let mut scripts: BTreeMap<ScriptId, Vec<Vec<FunctionId>>> = BTreeMap::new();
        for (place, &callee) in several.iter().enumerate() {
            let definitions = &program.callee(callee).definitions;
            let at_start =
                |id: &&FunctionId| runs_by_itself(analysis, program.function(**id).script);
            let first = definitions.iter().rfind(at_start).or(definitions.last());
            start.extend(first);
            for &definition in definitions.iter().rev() {
                let script = scripts.entry(program.function(definition).script);
                let of_script = script.or_insert_with(|| vec![Vec::new(); several.len()]);
                of_script[place].push(definition);
            }
        }
        Self {
            several,
            start,
            scripts,
            callees: program.callees.len(),
        }
    }

    /// The definitions of each function, those at the start first, then the last of each script, then
    /// those before them. The definitions of a script come into force together.
    fn all(&self) -> impl Iterator<Item = Vec<FunctionId>> {
        let counts = self.scripts.values().flatten().map(Vec::len);
        let rounds = 0..counts.max().unwrap_or_default();
        let of_script = |of_script: &Vec<Vec<FunctionId>>, round: usize| {
            let chosen = of_script
                .iter()
                .zip(&self.start)
                .map(|(definitions, start)| {
                    let chosen = definitions.get(round).or(definitions.first());
                    *chosen.unwrap_or(start)
                });
            chosen.collect()
        };
        let later = rounds.flat_map(move |round| {
            let scripts = self.scripts.values();
            scripts.map(move |script| of_script(script, round))
        });
        std::iter::once(self.start.clone()).chain(later)
    }

    /// The definition in force of each callee of the applet; none where that is no question.
    fn in_force(&self, functions: &[FunctionId]) -> Vec<Option<FunctionId>> {
        let mut in_force = vec![None; self.callees];
        for (callee, &function) in self.several.iter().zip(functions) {
            in_force[callee.index()] = Some(function);
        }
        in_force
    }
}

/// True if a script runs without anybody's doing.
fn runs_by_itself(analysis: &InferredApplet, script: ScriptId) -> bool {
    let scripts = &analysis.source().scripts;
    scripts.get(script.index()).is_none_or(|script| {
        matches!(
            script.event,
            Event::Init | Event::Draw | Event::Move | Event::Tick
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cindyscript_hir::document::Document;
    use cindyscript_hir::program::TermId;
    use proptest::prelude::*;

    /// Parts of scripts that depend on one another.
    const PARTS: [&str; 20] = [
        "// %% init\n",
        "// %% keydown\n",
        "// %% draw\n",
        "F(z) := |z|;",
        "F(z) := z;",
        "F(z) := \"t\";",
        "G(z) := F(z);",
        "G(z) := |z|;",
        "G(z) := (c = z; below(z));",
        "below(w) := w < i;",
        "a = F(2);",
        "a = G(i);",
        "b = a < i;",
        "b = c * \"t\";",
        "h() := (a = \"t\");",
        "h();",
        "l = [1, F(i)]; l_3;",
        "unknown + a;",
        "colorplot(F(complex(#)));",
        "colorplot(G(complex(#)) + a);",
    ];

    /// All that depends on the definitions, if the slice is the whole program.
    fn with_all_statements(analysis: &InferredApplet, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let program = &analysis.program;
        let statements = Statements::new(analysis);
        let slice = Slice {
            statements: program.term_ids().map(TermId).collect(),
            defined: (0..program.callees.len() as u32).map(CalleeId).collect(),
            places: statements.slice(found.iter().map(|one| one.range)).places,
        };
        decided(analysis, &slice, defined_several_times(program), found)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn slice_decides_as_the_whole_program_does(
            parts in proptest::collection::vec(0..PARTS.len(), 4..16),
        ) {
            let text: String = parts.iter().map(|&part| PARTS[part]).collect();
            let document = Document::open("a.cindyscript", text.as_str());
            let analysis = InferredApplet::new(&document, 0, None);
            let found = faults_of(&analysis);
            let expected = with_all_statements(&analysis, found.clone());
            prop_assert_eq!(whatever_is_in_force(&analysis, found), expected, "{}", text);
        }
    }
}
