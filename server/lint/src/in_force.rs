//! Functions that are defined several times: by a script for each key, say. Types are those of all
//! definitions at once, for any of them may be in force. What is wrong is another matter: at any
//! time only one is, so that an operation is a mistake only if it fails with every definition that
//! lets it run at all.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use cindyscript_analysis::InferredApplet;
use cindyscript_applet::Event;
use cindyscript_diagnostic::{Diagnostic, Severity};
use cindyscript_hir::program::{CalleeId, FunctionId, PlotId, Program, ScriptId};
use cindyscript_infer::BodyKind;
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::TextRange;

use crate::walk::faults_of;

/// The most ways in which functions may be defined that are looked at.
const MOST: usize = 16;

/// Which definition of each callee is in force; none where that is no question.
type InForce = Vec<Option<FunctionId>>;

/// The diagnostics of an applet that hold whatever definitions are in force. `found` are those
/// where all of them are at once.
pub(crate) fn whatever_is_in_force(
    analysis: &InferredApplet,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let is_fault = |diagnostic: &Diagnostic| diagnostic.severity <= Severity::Warning;
    if !found.iter().any(is_fault) {
        return found;
    }
    let Choices { all, is_complete } = choices(analysis);
    if all.len() < 2 {
        return found;
    }
    let choices: Vec<DefinitionChoice> = all
        .iter()
        .map(|choice| DefinitionChoice::new(analysis, choice))
        .collect();
    let bodies = Bodies::new(analysis);
    found.retain_mut(|diagnostic| {
        if !is_fault(diagnostic) {
            return true;
        }
        let place = diagnostic.range;
        let function = bodies.around(place);
        let mut runs = choices
            .iter()
            .filter(|choice| choice.runs(function))
            .peekable();
        if runs.peek().is_none() {
            return true;
        }
        // The first is what is there when the applet starts: its words are about one definition.
        let told = runs.clone().next().and_then(|choice| choice.fault(place));
        let is_certain = runs.all(|choice| choice.fails(place));
        if let Some(told) = told.filter(|_| is_certain) {
            *diagnostic = told.clone();
        }
        if !is_complete {
            // One of the other ways may avoid it.
            diagnostic.severity = Severity::Hint;
        }
        is_certain
    });
    found
}

/// The applet with one definition of each function.
struct DefinitionChoice {
    /// The diagnostics with these definitions.
    faults: Vec<Diagnostic>,
    /// The first fault at each place.
    at: FxHashMap<TextRange, usize>,
    /// The places that are told with a fault elsewhere.
    as_well: FxHashSet<TextRange>,
    /// The functions that something calls.
    called: FxHashSet<FunctionId>,
}

impl DefinitionChoice {
    fn new(analysis: &InferredApplet, in_force: &InForce) -> Self {
        let program = analysis.split_program().redefined(in_force);
        let analysis = analysis.redefined(&program, PlotId(0));
        let solution = &analysis.solution;
        let mut faults = faults_of(&analysis);
        faults.retain(|fault| fault.severity <= Severity::Warning);
        let mut at = FxHashMap::default();
        for (index, fault) in faults.iter().enumerate() {
            at.entry(fault.range).or_insert(index);
        }
        let as_well = faults
            .iter()
            .flat_map(|fault| fault.as_well.iter().copied());
        let bodies = solution
            .reachable
            .iter()
            .map(|&body| solution.body(body).kind);
        let called = bodies.filter_map(|kind| match kind {
            BodyKind::Function(function) => Some(function),
            _ => None,
        });
        Self {
            at,
            as_well: as_well.collect(),
            called: called.collect(),
            faults,
        }
    }

    /// True if something calls a function, so that what stands in it is evaluated.
    fn runs(&self, function: Option<FunctionId>) -> bool {
        function.is_none_or(|function| self.called.contains(&function))
    }

    fn fault(&self, place: TextRange) -> Option<&Diagnostic> {
        self.faults.get(*self.at.get(&place)?)
    }

    /// True if a fault is at a place, or joins another one there.
    fn fails(&self, place: TextRange) -> bool {
        self.at.contains_key(&place) || self.as_well.contains(&place)
    }
}

/// The places of the bodies of functions in the file, each before those in it.
struct Bodies(Vec<Around>);

struct Around {
    range: TextRange,
    function: FunctionId,
    /// The place of the body that it stands in.
    outer: Option<usize>,
}

impl Bodies {
    fn new(analysis: &InferredApplet) -> Self {
        let functions = analysis.program.functions.iter().zip(0..);
        let bodies =
            functions.map(|(function, id)| (analysis.range(function.body), FunctionId(id)));
        let mut bodies: Vec<(TextRange, FunctionId)> = bodies.collect();
        bodies.sort_by_key(|&(range, id)| (range.start(), Reverse(range.end()), id));
        // Those of a library all stand where it is named.
        bodies.dedup_by_key(|(range, _)| *range);
        let mut sorted: Vec<Around> = Vec::with_capacity(bodies.len());
        for (range, function) in bodies {
            let mut outer = sorted.len().checked_sub(1);
            while let Some(body) = outer.and_then(|place| sorted.get(place))
                && !body.range.contains_range(range)
            {
                outer = body.outer;
            }
            sorted.push(Around {
                range,
                function,
                outer,
            });
        }
        Self(sorted)
    }

    /// The innermost function with this part of the file in it.
    fn around(&self, place: TextRange) -> Option<FunctionId> {
        let behind = self
            .0
            .partition_point(|body| body.range.start() <= place.start());
        let mut next = behind.checked_sub(1);
        while let Some(body) = next.and_then(|place| self.0.get(place)) {
            if body.range.contains_range(place) {
                return Some(body.function);
            }
            next = body.outer;
        }
        None
    }
}

/// Ways in which functions may be defined, that at the start first.
struct Choices {
    all: Vec<InForce>,
    /// True if each definition is in force in one of them.
    is_complete: bool,
}

fn choices(analysis: &InferredApplet) -> Choices {
    let program = &*analysis.program;
    let callees = (0..program.callees.len() as u32).map(CalleeId);
    let several: Vec<CalleeId> = callees
        .filter(|&callee| {
            let row = program.callee(callee);
            row.definitions.len() > 1 && !row.runs_code()
        })
        .collect();
    let mut start: InForce = vec![None; program.callees.len()];
    for &callee in &several {
        let definitions = &program.callee(callee).definitions;
        let at_start = |id: &&FunctionId| runs_by_itself(analysis, program.function(**id).script);
        let first = definitions.iter().rfind(at_start).or(definitions.last());
        start[callee.index()] = first.copied();
    }
    let mut choices = Choices {
        all: vec![start.clone()],
        is_complete: true,
    };
    let scripts: BTreeSet<ScriptId> = several
        .iter()
        .flat_map(|&callee| &program.callee(callee).definitions)
        .map(|&definition| program.function(definition).script)
        .collect();
    // The last definitions of each script, then those before them.
    for round in 0_usize.. {
        let mut is_over = true;
        for &script in &scripts {
            let mut choice = start.clone();
            for &callee in &several {
                let mut definitions = in_script(program, callee, script);
                let last = definitions.next();
                let earlier = round.checked_sub(1).map(|nth| definitions.nth(nth));
                let of_script = match earlier {
                    None => last,
                    Some(earlier) => earlier.or(last),
                };
                is_over &= earlier.is_some_and(|earlier| earlier.is_none());
                choice[callee.index()] = of_script.or(choice[callee.index()]);
            }
            if choices.all.contains(&choice) {
                continue;
            }
            if choices.all.len() == MOST {
                choices.is_complete = false;
                return choices;
            }
            choices.all.push(choice);
        }
        if is_over {
            break;
        }
    }
    choices
}

/// The definitions of a function in a script, the last first.
fn in_script(
    program: &Program,
    callee: CalleeId,
    script: ScriptId,
) -> impl Iterator<Item = FunctionId> {
    let definitions = program.callee(callee).definitions.iter().rev().copied();
    definitions.filter(move |&definition| program.function(definition).script == script)
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
