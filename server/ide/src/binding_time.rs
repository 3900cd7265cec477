//! When each term is computed: the split (D and U) as a property of the places in the text.

use cindyscript_hir::builtins::{Category, Effect};
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_infer::Role;
use cindyscript_infer::split::PRESETS;

use crate::analysis::AppletAnalysis;

/// When a term of a colorplot is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Never again: it has the same value in all frames.
    Constant,
    /// Once a frame, on the CPU: U.
    Frame,
    /// At every pixel: D.
    Pixel,
}

/// Kinds of builtins whose values depend on their arguments alone.
const TIMELESS: [Category; 6] = [
    Category::Operator,
    Category::Arithmetic,
    Category::Boolean,
    Category::List,
    Category::Matrix,
    Category::Color,
];

/// The stage of each term, by its id; none for what no colorplot evaluates. A function that runs
/// at several stages has the latest.
pub(crate) fn stages(applet: &AppletAnalysis) -> Vec<Option<Stage>> {
    let program = &*applet.program;
    let solution = &*applet.solution;
    let mut stages = vec![None; program.terms.len()];
    if program.plots.is_empty() {
        return stages;
    }
    let constants = constants(applet);
    let mut raise = |term: TermId, stage: Stage| {
        if let Some(known) = stages.get_mut(term.index()) {
            *known = (*known).max(Some(stage));
        }
    };
    for &body in &solution.reachable {
        let body = solution.body(body);
        if body.pixel.is_none() {
            continue;
        }
        for (term, slot) in solution.evaluated(body) {
            if slot.role != Role::Uniform {
                raise(term, Stage::Pixel);
                continue;
            }
            for below in (program.term(term).first.0..=term.0).map(TermId) {
                let stage = if constants.get(below.index()) == Some(&true) {
                    Stage::Constant
                } else {
                    Stage::Frame
                };
                raise(below, stage);
            }
        }
    }
    stages
}

/// Whether each term has one value for all times, as far as its text says.
pub(crate) fn constants(applet: &AppletAnalysis) -> Vec<bool> {
    let program = &*applet.program;
    let mut constants: Vec<bool> = Vec::with_capacity(program.terms.len());
    for term in (0..program.terms.len() as u32).map(TermId) {
        let is_possible = match program.kind(term) {
            TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::List(_)
            | TermKind::Index { .. }
            | TermKind::If { .. } => true,
            // Those that somebody assigns to are no presets any more.
            TermKind::Variable(name) => {
                applet.facts.presets.contains_key(&name)
                    && PRESETS.contains(&program.names.text(name))
            }
            TermKind::Call { .. } => {
                let row = program.builtin_call(term).map(|(builtin, _)| builtin.row());
                row.is_some_and(|row| {
                    row.effect == Effect::None && TIMELESS.contains(&row.category)
                })
            }
            _ => false,
        };
        let mut is_constant = is_possible;
        program.for_each_operand(term, |operand| {
            is_constant &= constants.get(operand.index()) == Some(&true);
        });
        constants.push(is_constant);
    }
    constants
}
